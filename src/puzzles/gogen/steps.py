"""The reasoning a person follows on a Gogen."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from ...base import PuzzleError, Status
from ..framework.steps import Difficulty, Step

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
    if puzzle.reason_against():
        yield Step(kind="contradiction", text=puzzle.reason_against())
        return
    yield from _Board(puzzle).steps()


def explained(puzzle: Gogen) -> Iterator[tuple[Step, dict[str, set[int]]]]:
    """Yield the steps, each with the cells that it leaves to each letter that does not stand yet."""
    if puzzle.reason_against():
        yield from ((step, {}) for step in reason(puzzle))
        return
    board = _Board(puzzle)
    for step in board.steps():
        yield step, board.left()


class _Board:
    """Which letters stand where, and the places that the others have left: cells as bits of a number."""

    def __init__(self, puzzle: Gogen) -> None:
        givens, links = puzzle.arrays()
        n = len(puzzle.alphabet)
        self.puzzle, self.n, self.all = puzzle, n, (1 << n) - 1
        first = sum(1 << cell for cell in range(0, n, puzzle.cols))
        self.not_first, self.not_last = self.all & ~first, self.all & ~(first << puzzle.cols - 1)
        cells = givens.tolist()
        self.linked = [_bits(mask) for mask in links.tolist()]
        self.bound = [a for a in range(n) if self.linked[a] or cells[a] >= 0]
        self.places = [self.all if cell < 0 else 1 << cell for cell in cells]
        self.at = {a: self.places[a] for a in self.bound if cells[a] >= 0}
        self.open = [a for a in self.bound if cells[a] < 0]

    def steps(self) -> Iterator[Step]:
        """Yield the steps."""
        while (step := self._next()) is not None:
            yield step
            if step.kind in ("contradiction", "guess"):
                return

    def left(self) -> dict[str, set[int]]:
        """Return the cells that are left to each letter that does not stand yet."""
        taken = sum(self.at.values())
        return {self.puzzle.alphabet[a]: set(_bits(self.places[a] & ~taken)) for a in self.open}

    def _around(self, cells: int) -> int:
        """Return the cells with a neighbour among some cells."""
        side = cells << 1 & self.not_first | cells >> 1 & self.not_last
        wide = side | cells
        return (side | wide << self.puzzle.cols | wide >> self.puzzle.cols) & self.all

    def _next(self) -> Step | None:
        """Return the next step, None where nothing is left to say."""
        while self.open:
            self._strike()
            step = self._stuck() or self._single() or self._only_letter()
            if step is not None:
                return step
            changed = False
            for a in list(self.open):
                narrowed, step = self._chain(a)
                if step is not None:
                    return step
                changed = changed or narrowed
            if not changed:
                return self._guess()
        return self._apart()

    def _strike(self) -> None:
        """Take from a letter the places where others stand, and those apart from the ones it is linked to."""
        taken = ~sum(self.at.values())
        around = {a: self._around(cell) for a, cell in self.at.items()}
        for a in self.open:
            kept = self.places[a] & taken
            for b in self.linked[a]:
                if b in around:
                    kept &= around[b]
            self.places[a] = kept

    def _place(self, kind: str, a: int, why: str) -> Step:
        self.at[a] = self.places[a]
        self.open.remove(a)
        row, col = divmod(self.places[a].bit_length() - 1, self.puzzle.cols)
        letter = self.puzzle.alphabet[a]
        text = f"{letter} at row {row + 1}, column {col + 1}: {why}"
        return Step(kind=kind, text=text, cell=(row, col), value=letter)

    def _stuck(self, letters: Iterable[int] | None = None) -> Step | None:
        """Return the contradiction of a letter without any place."""
        for a in self.open if letters is None else letters:
            if not self.places[a]:
                letter = self.puzzle.alphabet[a]
                words = ", ".join(word for word in self.puzzle.words if letter in word)
                return Step(kind="contradiction", text=f"{letter} has no place left that fits {words}")
        return None

    def _single(self) -> Step | None:
        """Place a letter that has one place."""
        for a in self.open:
            if self.places[a].bit_count() == 1:
                beside = self._names(b for b in self.linked[a] if b in self.at)
                why = f"the only free cell beside {beside}" if beside else "the cell left"
                return self._place("neighbours", a, why)
        return None

    def _only_letter(self) -> Step | None:
        """Fill a cell that one letter can take; all cells are filled only where no letter is free."""
        if len(self.bound) < self.n:
            return None
        once = twice = 0
        for a in self.open:
            twice |= once & self.places[a]
            once |= self.places[a]
        alone = once & ~twice
        if not alone:
            return None
        cell = alone & -alone
        taker = next(a for a in self.open if self.places[a] & cell)
        self.places[taker] = cell
        return self._place("only letter", taker, "no other letter can stand there")

    def _chain(self, a: int) -> tuple[bool, Step | None]:
        """Keep the places of a letter that touch a place of each letter it is linked to."""
        kept = self.places[a]
        for b in self.linked[a]:
            kept &= self._around(self.places[b])
        changed, self.places[a] = kept != self.places[a], kept
        if kept.bit_count() == 1:
            why = f"the only cell beside the places left to {self._names(self.linked[a])}"
            return True, self._place("chain", a, why)
        return changed, self._stuck([a])

    def _guess(self) -> Step:
        a = min(self.open, key=lambda b: self.places[b].bit_count())
        places = tuple(divmod(cell, self.puzzle.cols) for cell in _bits(self.places[a]))
        letter = self.puzzle.alphabet[a]
        text = f"nothing follows; {letter} has {len(places)} places left"
        return Step(kind="guess", text=text, value=letter, cells=places)

    def _apart(self) -> Step | None:
        """Return the contradiction of two letters that stand apart and should touch."""
        for a in self.bound:
            for b in self.linked[a]:
                if not self.at[b] & self._around(self.at[a]):
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


def _bits(mask: int) -> list[int]:
    """Return the numbers of the bits of a mask."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


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
