"""Explain a Gogen by the steps that a person takes, with the cells of each letter as bits of a number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from ..framework.check import cell_name
from ..framework.steps import FREE, Difficulty, Meter, Step
from .many import Coded

LEVELS = {
    "neighbours": Difficulty.EASY,
    "contradiction": Difficulty.EASY,
    "only letter": Difficulty.MEDIUM,
    "chain": Difficulty.HARD,
    "guess": Difficulty.EXPERT,
}


def explained(
    arrays: Coded, cols: int, words: Sequence[str], alphabet: str, meter: Meter = FREE
) -> Iterator[tuple[Step, dict[str, set[int]]]]:
    """Yield the steps, each with the cells that it leaves to each letter not placed yet.

    LimitReached is raised where a limit comes; each letter that is looked at is a node.
    """
    board = _Board(arrays, cols, words, alphabet, meter)
    while (step := board.next_step()) is not None:
        yield step, board.left()
        if step.kind in ("contradiction", "guess"):
            return


class _Board:
    """Which letters stand where, and the places that the others have left."""

    def __init__(self, arrays: Coded, cols: int, words: Sequence[str], alphabet: str, meter: Meter) -> None:
        n, cells = len(alphabet), arrays.givens.tolist()
        self.cols, self.words, self.alphabet = cols, words, alphabet
        self.look = meter.spend
        self.n, self.all = n, (1 << n) - 1
        first = sum(1 << cell for cell in range(0, n, cols))
        self.not_first, self.not_last = self.all & ~first, self.all & ~(first << cols - 1)
        self.linked = [_bits(mask) for mask in arrays.links.tolist()]
        self.bound = [a for a in range(n) if self.linked[a] or cells[a] >= 0]
        self.places = [self.all if cell < 0 else 1 << cell for cell in cells]
        self.at = {a: self.places[a] for a in self.bound if cells[a] >= 0}
        self.open = [a for a in self.bound if cells[a] < 0]

    def left(self) -> dict[str, set[int]]:
        """Return the cells that are left to each letter not placed yet."""
        taken = sum(self.at.values())
        return {self.alphabet[a]: set(_bits(self.places[a] & ~taken)) for a in self.open}

    def _around(self, cells: int) -> int:
        """Return the cells with a neighbour among some cells."""
        side = cells << 1 & self.not_first | cells >> 1 & self.not_last
        wide = side | cells
        return (side | wide << self.cols | wide >> self.cols) & self.all

    def next_step(self) -> Step | None:
        """Return the next step, None where nothing is left to say."""
        while self.open:
            self.look(len(self.open))
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
        place, letter = divmod(self.places[a].bit_length() - 1, self.cols), self.alphabet[a]
        return Step(kind=kind, text=f"{letter} at {cell_name(place)}: {why}", cell=place, value=letter)

    def _stuck(self, letters: Iterable[int] | None = None) -> Step | None:
        """Return the contradiction of a letter without any place."""
        for a in self.open if letters is None else letters:
            if not self.places[a]:
                letter = self.alphabet[a]
                words = ", ".join(word for word in self.words if letter in word)
                return Step(kind="contradiction", text=f"{letter} has no place left that fits {words}")
        return None

    def _single(self) -> Step | None:
        """Place a letter that has one place."""
        for a in self.open:
            if self.places[a].bit_count() == 1:
                near = self._names(b for b in self.linked[a] if b in self.at)
                why = f"the only free cell next to {near}" if near else "the cell left"
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
            why = f"the only cell next to the places left to {self._names(self.linked[a])}"
            return True, self._place("chain", a, why)
        return changed, self._stuck([a])

    def _guess(self) -> Step:
        a = min(self.open, key=lambda b: self.places[b].bit_count())
        places = tuple(divmod(cell, self.cols) for cell in _bits(self.places[a]))
        letter = self.alphabet[a]
        text = f"nothing follows; {letter} has {len(places)} places left"
        return Step(kind="guess", text=text, value=letter, cells=places)

    def _apart(self) -> Step | None:
        """Return the contradiction of two letters that stand apart and should touch."""
        for a in self.bound:
            for b in self.linked[a]:
                if not self.at[b] & self._around(self.at[a]):
                    one, other = (self.alphabet[k] for k in (a, b))
                    pairs = {one + other, other + one}
                    word = next(word for word in self.words if pairs & set(map("".join, pairwise(word))))
                    text = f"{one}, {other} follow each other in {word} and do not touch"
                    return Step(kind="contradiction", text=text)
        return None

    def _names(self, letters: Iterable[int]) -> str:
        return ", ".join(self.alphabet[b] for b in letters)


def _bits(mask: int) -> list[int]:
    """Return the numbers of the bits of a mask."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
