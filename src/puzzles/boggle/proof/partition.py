"""How a proof divides all boards into classes: by the letters of the cells that are decided first."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from heapq import heapreplace
from typing import TYPE_CHECKING

import numpy as np

from ..best_board.board_space import Space

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Division", "First", "order_of", "rank_of"]

First = tuple[int, ...]
"""A class: the letters of the first cells, in the order of deciding."""
OPEN_CELLS = 12  # of boards with more, so many are left to decide: any letter takes 5 bits of a key of 64
KEY_BITS = 64
USUAL_CELLS, DEEP = (
    16,
    4,
)  # larger boards begin with classes of no more decided cells: the rest is divided in turn
FEW = 100  # classes
EVEN = 1 / 3  # of the work on a class is the same for each letter; the rest goes by how common the letter is


def order_of(space: Space) -> list[int]:
    """Return the cells as they are decided: those of many neighbours first."""
    masks = space.adjacency.tolist()
    rows, cols = space.rows - 1, space.cols - 1

    def key(cell: int) -> tuple[int, int, int]:
        down, right = divmod(cell, space.cols)
        return -masks[cell].bit_count(), (2 * down - rows) ** 2 + (2 * right - cols) ** 2, cell

    return sorted(range(space.n_cells), key=key)


def rank_of(space: Space) -> NDArray[np.uint8]:
    """Return the place of each letter from the rarest: the sets of the costly classes become small."""
    rank = np.empty(space.n_letters, dtype=np.uint8)
    rank[np.argsort(_counts(space), kind="stable")] = np.arange(space.n_letters)
    return rank


def _counts(space: Space) -> NDArray[np.intp]:
    return np.bincount(space.lexicon.letter_codes, minlength=space.n_letters)


def _least(space: Space, order: Sequence[int]) -> NDArray[np.uint32]:
    """Return for each cell those whose letters need not come after its own, as bits.

    Of the forms of a board that symmetry makes equal, the one whose letters come first in the order of
    the cells is kept. It has, at each cell, no higher a letter than at any cell where a symmetry brings
    it that leaves all cells before it where they are.
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
    """The classes of a proof.

    All boards are one class; a class is divided by the letters of the next cell, those alone that come in
    order. So classes make a tree, and classes of which none lies in another cover all boards where none is
    `missing`.

    Parameters
    ----------
    space : Space
        The boards.
    depth : int, optional
        Cells that the classes decide with which a proof begins: by the size of the boards.

    Attributes
    ----------
    order : list of int
        The cells as they are decided.
    rank : uint8 array
        Place of each letter from the rarest.
    least : uint32 array
        For each cell those, all decided before it, whose letters must not have a higher rank, as bits.
    """

    def __init__(self, space: Space, depth: int | None = None) -> None:
        self.space = space
        self.order, self.rank = order_of(space), rank_of(space)
        self.least = _least(space, self.order)
        letters = space.spelling.bit_count()
        self.depth = usual_depth(space.n_cells, letters) if depth is None else min(depth, space.n_cells)
        self._letters = np.argsort(self.rank).tolist()  # the rarest first
        # Letters that do not come before a letter, as bits.
        self._above = [
            sum(1 << other for other in range(space.n_letters) if self.rank[other] >= self.rank[letter])
            for letter in range(space.n_letters)
        ]
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
            for other in range(self.space.n_cells):
                if int(self.least[other]) >> cell & 1:
                    sets[other] &= self._above[letter]
        return np.array(sets, dtype=np.uint32)

    def holds(self, first: First) -> bool:
        """Whether this is a class: letters that come in order."""
        return len(first) <= self.space.n_cells and all(
            0 <= letter < self.space.n_letters
            and all(self.rank[first[place]] <= self.rank[letter] for place in self._before[at])
            for at, letter in enumerate(first)
        )

    def first_of(self, board: Sequence[int], cells: int) -> First:
        """Return the class of so many decided cells that a board is of."""
        return tuple(int(board[cell]) for cell in self.order[:cells])

    def missing(self, done: Collection[First]) -> Iterator[First]:
        """Yield the classes that are still to do, so that with those done each board is in one class.

        Exact: where nothing is yielded, each board in order begins with the letters of a class that is done.
        """
        inner = {first[:length] for first in done for length in range(len(first))}
        return self._missing(done, inner, ())

    def _missing(self, done: Collection[First], inner: Collection[First], first: First) -> Iterator[First]:
        """Yield the classes in a class that are still to do; of those that are `inner` some part is done."""
        if first in done:
            return
        if first in inner or len(first) < self.depth:
            for part in self.parts(first):
                yield from self._missing(done, inner, part)
        else:
            yield first

    def begin(self, done: Collection[First]) -> list[First]:
        """Return the classes to do beside those done, in the order of taking: the last is next.

        Few classes begin with the costly ones, so that threads end together; of many a part done at any time
        is like the rest, so that the time left can be told from it.
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
        """Return the share of the whole work that a class is guessed to be.

        As the chance that a board of random letters is in it, where common letters are more likely.
        """
        chance = 1.0
        for letter in first:
            chance *= self._share[letter]
        for before in self._before[len(first) :]:
            chance *= self._from[max((self._rank[first[at]] for at in before if at < len(first)), default=0)]
        return chance

    def shard(self, number: int, count: int) -> set[First]:
        """Return those of the classes that a proof begins with that one of some equal shares has, from 1.

        Each goes to the share with the least work so far, the costly ones first.
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
    """Return how many cells the classes decide with which a proof of boards begins.

    Parameters
    ----------
    n_cells : int
    n_letters : int, optional
        That words have: of boards of more than 16 cells it says how many of them a key has room for.

    Examples
    --------
    >>> [usual_depth(n) for n in (4, 6, 9, 12, 15, 16, 20)], usual_depth(25, 3)
    ([0, 0, 1, 2, 3, 4, 4], 2)
    """
    if n_cells < 7:
        return 0
    if n_cells <= USUAL_CELLS:
        return 1 if n_cells < 10 else max(2, n_cells - OPEN_CELLS)
    return min(max(2, n_cells - KEY_BITS // n_letters.bit_length()), DEEP)
