"""The reasoning a person follows on a Gogen."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from ...base import PuzzleError, Status
from ..common.steps import Difficulty, Step

if TYPE_CHECKING:
    from .puzzle import Gogen

__all__ = ["LEVELS", "explained", "first_mistake", "reason"]

LEVELS = {
    "neighbours": Difficulty.EASY,
    "contradiction": Difficulty.EASY,
    "only letter": Difficulty.MEDIUM,
    "chain": Difficulty.HARD,
    "guess": Difficulty.EXPERT,
}


def reason(puzzle: Gogen) -> Iterator[Step]:
    """Yield the steps of a person; see `Gogen.steps`."""
    return (step for step, _ in explained(puzzle))


def explained(puzzle: Gogen) -> Iterator[tuple[Step, dict[str, set[int]]]]:
    """Yield the steps, each with the cells that it leaves to each letter that does not stand yet."""
    if puzzle.reason_against():
        yield Step(kind="contradiction", text=puzzle.reason_against()), {}
        return
    board = _Board(puzzle)
    while (step := board.next()) is not None:
        yield step, board.left()
        if step.kind in ("contradiction", "guess"):
            return


class _Board:
    """Which letters stand where, and the places that the others have left."""

    def __init__(self, puzzle: Gogen) -> None:
        givens, links = puzzle.arrays()
        self.puzzle, self.n = puzzle, len(puzzle.alphabet)
        letters = range(self.n)
        self.linked = [[b for b in letters if mask >> b & 1] for mask in links.tolist()]
        self.near = [set(puzzle.near(cell)) for cell in letters]
        self.places = [set(letters) if cell < 0 else {cell} for cell in givens.tolist()]
        self.bound = [a for a in letters if self.linked[a] or givens[a] >= 0]
        self.at = {a: int(givens[a]) for a in self.bound if givens[a] >= 0}

    def next(self) -> Step | None:
        """Return the next step, None where nothing is left to say."""
        while len(self.at) < len(self.bound):
            self._strike()
            step = self._stuck() or self._single() or self._only_letter()
            if step is not None:
                return step
            changed = False
            for a in self._open():
                narrowed, step = self._chain(a)
                if step is not None:
                    return step
                changed = changed or narrowed
            if not changed:
                return self._guess()
        return self._apart()

    def left(self) -> dict[str, set[int]]:
        """Return the cells that are left to each letter that does not stand yet."""
        taken = set(self.at.values())
        return {self.puzzle.alphabet[a]: self.places[a] - taken for a in self._open()}

    def _open(self) -> list[int]:
        return [a for a in self.bound if a not in self.at]

    def _strike(self) -> None:
        """Take from a letter the places where others stand, and those apart from the ones it is linked to."""
        for a in self._open():
            self.places[a] -= set(self.at.values())
            for b in self.linked[a]:
                if b in self.at:
                    self.places[a] &= self.near[self.at[b]]

    def _place(self, kind: str, a: int, why: str) -> Step:
        (cell,) = self.places[a]
        self.at[a] = cell
        row, col = divmod(cell, self.puzzle.cols)
        letter = self.puzzle.alphabet[a]
        text = f"{letter} at row {row + 1}, column {col + 1}: {why}"
        return Step(kind=kind, text=text, cell=(row, col), value=letter)

    def _stuck(self, letters: Iterable[int] | None = None) -> Step | None:
        """Return the contradiction of a letter without any place."""
        for a in self._open() if letters is None else letters:
            if not self.places[a]:
                letter = self.puzzle.alphabet[a]
                words = ", ".join(word for word in self.puzzle.words if letter in word)
                return Step(kind="contradiction", text=f"{letter} has no place left that fits {words}")
        return None

    def _single(self) -> Step | None:
        """Place a letter that has one place."""
        for a in self._open():
            if len(self.places[a]) == 1:
                beside = self._names(b for b in self.linked[a] if b in self.at)
                why = f"the only free cell beside {beside}" if beside else "the cell left"
                return self._place("neighbours", a, why)
        return None

    def _only_letter(self) -> Step | None:
        """Fill a cell that one letter can take; all cells are filled only where no letter is free."""
        if len(self.bound) < self.n:
            return None
        for cell in range(self.n):
            takers = [a for a in self._open() if cell in self.places[a]]
            if len(takers) == 1:
                self.places[takers[0]] = {cell}
                return self._place("only letter", takers[0], "no other letter can stand there")
        return None

    def _chain(self, a: int) -> tuple[bool, Step | None]:
        """Keep the places of a letter that touch a place of each letter it is linked to."""
        changed = False
        for b in self.linked[a]:
            kept = {cell for cell in self.places[a] if self.near[cell] & self.places[b]}
            if kept != self.places[a]:
                self.places[a], changed = kept, True
        if len(self.places[a]) == 1:
            why = f"the only cell beside the places left to {self._names(self.linked[a])}"
            return True, self._place("chain", a, why)
        return changed, self._stuck([a])

    def _guess(self) -> Step:
        a = min(self._open(), key=lambda b: len(self.places[b]))
        text = f"nothing follows; {self.puzzle.alphabet[a]} has {len(self.places[a])} places left"
        return Step(kind="guess", text=text)

    def _apart(self) -> Step | None:
        """Return the contradiction of two letters that stand apart and should touch."""
        for a in self.bound:
            for b in self.linked[a]:
                if self.at[b] not in self.near[self.at[a]]:
                    one, other = (self.puzzle.alphabet[k] for k in (a, b))
                    pairs = {one + other, other + one}
                    word = next(
                        word for word in self.puzzle.words if pairs & set(map("".join, pairwise(word)))
                    )
                    text = f"{one}, {other} follow each other in {word} and do not touch"
                    return Step(kind="contradiction", text=text)
        return None

    def _names(self, letters: Iterable[int]) -> str:
        return ", ".join(self.puzzle.alphabet[b] for b in letters)


def first_mistake(puzzle: Gogen, state: Gogen) -> Step | None:
    """Return the first letter of `state` that no solution of `puzzle` has; see `Gogen.mistake`.

    Where there are several solutions, that is the letter with which, beside those before it, none is left.
    """
    if (
        type(state) is not type(puzzle)
        or state.configuration()[1:] != puzzle.configuration()[1:]
        or state.cols != puzzle.cols
    ):
        raise PuzzleError(f"{state!r:.60} as a state, expected the same puzzle with more letters given")
    given, now = "".join(puzzle.grid), "".join(state.grid)

    def wrong(cell: int, text: str) -> Step:
        row, col = divmod(cell, puzzle.cols)
        shown = "empty" if now[cell] == "." else now[cell]
        text = f"row {row + 1}, column {col + 1} is {shown}, {text}"
        return Step(kind="mistake", text=text, cell=(row, col), value=now[cell], cells=((row, col),))

    for cell, letter in enumerate(given):
        if letter not in (".", now[cell]):
            return wrong(cell, f"given {letter}")
    added = [cell for cell, letter in enumerate(now) if letter != "." and given[cell] == "."]

    def dead(cells: Iterable[int]) -> bool:
        """Say whether there is no solution with these cells of the state."""
        filled = list(given)
        for cell in cells:
            filled[cell] = now[cell]
        result = puzzle.with_cells("".join(filled)).solve(limit=1)
        if result.interrupted:
            raise KeyboardInterrupt
        return result.status is Status.NO_SOLUTION

    if not added or dead(()) or not dead(added):
        return None
    last = added[bisect_left(range(len(added)), True, key=lambda k: dead(added[: k + 1]))]
    return wrong(last, "which no solution has" + ("" if dead((last,)) else " beside the letters before it"))
