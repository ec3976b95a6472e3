"""Divide all boards into classes by the letters of the cells that are decided first."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from heapq import heapreplace
from typing import TYPE_CHECKING

import numpy as np

from ..best_board.board_space import Space

if TYPE_CHECKING:
    from numpy.typing import NDArray

First = tuple[int, ...]
"""A class: the letters of the first cells, in the order of deciding."""
OPEN_CELLS = 12  # left to decide in larger boards: any letter takes 5 bits of a key of 64
KEY_BITS = 64
USUAL_CELLS, DEEP = 16, 4  # larger boards begin with classes of at most 4 decided cells
FEW = 100  # classes
EVEN = 1 / 3  # of the work on a class is equal for each letter; the rest is by the frequency of the letter


def order_of(space: Space) -> list[int]:
    """Return the cells in the order of deciding: those of many neighbours first."""
    masks = space.adjacency.tolist()
    rows, cols = space.rows - 1, space.cols - 1

    def key(cell: int) -> tuple[int, int, int]:
        down, right = divmod(cell, space.cols)
        return -masks[cell].bit_count(), (2 * down - rows) ** 2 + (2 * right - cols) ** 2, cell

    return sorted(range(space.n_cells), key=key)


def rank_of(space: Space) -> NDArray[np.uint8]:
    """Return the place of each letter from the rarest, so that the costly classes have small sets."""
    rank = np.empty(space.n_letters, dtype=np.uint8)
    rank[np.argsort(_counts(space), kind="stable")] = np.arange(space.n_letters)
    return rank


def _counts(space: Space) -> NDArray[np.intp]:
    return np.bincount(space.lexicon.letter_codes, minlength=space.n_letters)


def _least(space: Space, order: Sequence[int]) -> NDArray[np.uint32]:
    """Return for each cell, as bits, those whose letters must not have a higher rank than its own.

    Of the symmetric forms of a board the one is kept whose letters come first in the order of the cells. It
    has, at each cell, no higher letter than at any cell that a symmetry moves it to which fixes all cells
    before it.
    """
    least = np.zeros(space.n_cells, dtype=np.uint32)
    group = [tuple(form) for form in space.symmetries.tolist()]
    for cell in order:
        for form in group:
            if form[cell] != cell:
                least[form[cell]] |= np.uint32(1 << cell)
        group = [form for form in group if form[cell] == cell]
    return least


class Division:
    """The classes of a proof, as a tree: a class is divided by the letters of the next cell in `order`.

    Classes of which none lies in another cover all boards where none is `missing`. The classes that a proof
    begins with decide `depth` cells. `rank` is the place of each letter from the rarest; `least` has for each
    cell those, all decided before it, whose letters must not have a higher rank, as bits.
    """

    def __init__(self, space: Space, depth: int | None = None) -> None:
        self.space = space
        self.order, self.rank = order_of(space), rank_of(space)
        self.least = _least(space, self.order)
        usual = usual_depth(space.n_cells, space.spelling.bit_count())
        self.depth = usual if depth is None else min(depth, space.n_cells)
        self._letters = np.argsort(self.rank).tolist()  # the rarest first
        place = {cell: at for at, cell in enumerate(self.order)}
        self._before = [
            [place[other] for other in range(space.n_cells) if int(self.least[cell]) >> other & 1]
            for cell in self.order
        ]
        share = EVEN / space.n_letters + (1 - EVEN) * _counts(space) / len(space.lexicon.letter_codes)
        self._share = share.tolist()
        self._rank = self.rank.tolist()
        self._from = np.cumsum(share[self._letters][::-1])[::-1].tolist()  # of a rank or more

    def parts(self, first: First) -> list[First]:
        """Divide a class by its next cell: that of the rarest letter is first."""
        low = max((self._rank[first[at]] for at in self._before[len(first)]), default=0)
        return [(*first, letter) for letter in self._letters[low:]]

    def sets_of(self, first: First) -> NDArray[np.uint32]:
        """Return the letters that each cell can have in a class, as bits."""
        sets = [(1 << self.space.n_letters) - 1] * self.space.n_cells
        for cell, letter in zip(self.order, first, strict=False):
            sets[cell] &= 1 << letter
            above = sum(1 << other for other in self._letters[self._rank[letter] :])
            for other in range(self.space.n_cells):
                if int(self.least[other]) >> cell & 1:
                    sets[other] &= above
        return np.array(sets, dtype=np.uint32)

    def holds(self, first: First) -> bool:
        """Return whether this is a class: letters in the order that symmetry allows."""
        return len(first) <= self.space.n_cells and all(
            0 <= letter < self.space.n_letters
            and all(self.rank[first[place]] <= self.rank[letter] for place in self._before[at])
            for at, letter in enumerate(first)
        )

    def first_of(self, board: Sequence[int], cells: int) -> First:
        """Return the class, of `cells` decided cells, of a board."""
        return tuple(int(board[cell]) for cell in self.order[:cells])

    def missing(self, done: Collection[First]) -> Iterator[First]:
        """Yield the classes still to do, so that with those done each board is in one class.

        Exact: where nothing is yielded, each board in order begins with the letters of a class that is done.
        """
        inner = {first[:length] for first in done for length in range(len(first))}
        waiting: list[First] = [()]
        while waiting:
            first = waiting.pop()
            if first in done:
                continue
            if first in inner or len(first) < self.depth:
                waiting += reversed(self.parts(first))
            else:
                yield first

    def begin(self, done: Collection[First]) -> list[First]:
        """Return the classes to do besides those done; the last one is next.

        Few classes begin with the costly ones, so that threads end together; many are shuffled, so that the
        time left can be estimated from those done.
        """
        left = list(self.missing(done))
        if len(left) <= FEW:
            return sorted(left, key=self.weight)
        order = np.random.default_rng(len(left)).permutation(len(left))
        return [left[at] for at in order.tolist()]

    def board_of(self, first: First) -> bytes:
        """Return the board of a class that decides all cells."""
        return bytes(first[self.order.index(cell)] for cell in range(self.space.n_cells))

    def weight(self, first: First) -> float:
        """Estimate the share of a class in the whole work: the chance of a board of random letters."""
        chance = 1.0
        for letter in first:
            chance *= self._share[letter]
        for before in self._before[len(first) :]:
            chance *= self._from[max((self._rank[first[at]] for at in before if at < len(first)), default=0)]
        return chance

    def shard(self, number: int, count: int) -> set[First]:
        """Return the classes of the number-th of `count` shares of the work.

        Each class goes to the share with the least work so far, the costly ones first.
        """
        shares: list[tuple[float, int]] = [(0.0, share) for share in range(1, count + 1)]
        own = set()
        for weight, first in sorted(((self.weight(f), f) for f in self.missing(())), reverse=True):
            work, share = shares[0]
            heapreplace(shares, (work + weight, share))
            if share == number:
                own.add(first)
        return own

    def text_of(self, first: First) -> str:
        """Return the letters of a class as text."""
        return "".join(self.space.lexicon.alphabet[letter] for letter in first)


def usual_depth(n_cells: int, n_letters: int = 26) -> int:
    """Return how many cells the classes decide that a proof begins with."""
    if n_cells < 7:
        return 0
    if n_cells <= USUAL_CELLS:
        return 1 if n_cells < 10 else max(2, n_cells - OPEN_CELLS)
    return min(max(2, n_cells - KEY_BITS // n_letters.bit_length()), DEEP)
