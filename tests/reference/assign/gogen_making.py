"""Twin of `unriddle.core.assign.gogen_making`: what a Gogen that was made is.

Boards and the words that they hold are those of the kernel. The words that are chosen may be others: there
are many choices, and `is_made` says of any whether it is one.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from itertools import islice, pairwise

from ..bits import splitmix64
from ..topology import KING, neighbours
from .gogen import placements

__all__ = ["LONGEST", "MOST_WORDS", "NO_PUZZLE", "GogenMaker", "is_made", "links_of"]

LONGEST = 9
MOST_WORDS = 96
NO_PUZZLE = -1
"""Number of words where no choice of them leaves the board alone."""
SWAPS = 60


def links_of(words: Sequence[Sequence[int]], n: int) -> list[int]:
    """Return letter -> mask of the letters that words put next to it.

    Examples
    --------
    >>> links_of([[0, 2, 2]], 3)
    [4, 0, 1]
    """
    links = [0] * n
    for word in words:
        for a, b in pairwise(word):
            if a != b:
                links[a] |= 1 << b
                links[b] |= 1 << a
    return links


def is_made(
    rows: int, cols: int, place: Sequence[int], given: Sequence[int], words: Sequence[Sequence[int]]
) -> bool:
    """Say whether a board is the only solution of words, each of which is needed for that.

    Parameters
    ----------
    rows, cols : int
        Size.
    place, given : sequence of int
        Letter -> its cell; the same, -1 where it is not given.
    words : sequence of sequence of int
        Letters of the words.

    Examples
    --------
    >>> is_made(1, 3, [0, 1, 2], [0, -1, -1], [[0, 1]]), is_made(1, 3, [0, 1, 2], [0, -1, -1], [])
    (True, False)
    """
    n = rows * cols

    def alone(chosen: Sequence[Sequence[int]]) -> bool:
        links = links_of(chosen, n)
        free = sum(not links[a] and given[a] < 0 for a in range(n))
        found = list(islice(placements(rows, cols, given, links), 2))
        board = {place[a]: a for a in range(n) if links[a] or given[a] >= 0}
        return free <= 1 and found == [tuple(board.get(cell, -1) for cell in range(n))]

    return alone(words) and not any(alone([*words[:k], *words[k + 1 :]]) for k in range(len(words)))


class GogenMaker:
    """Makes Gogens of one size from one list of words; see the kernel.

    Examples
    --------
    >>> codes = [[0, 1, 2, 2, 2, 2, 2, 2, 2], [2, 0, 0, 0, 0, 0, 0, 0, 0]]
    >>> maker = GogenMaker(2, 2, codes, [[0] * 4] * 4)
    >>> maker.traceable([0, 1, 2, 3])
    [0, 1]
    """

    def __init__(
        self,
        rows: int,
        cols: int,
        codes: Sequence[Sequence[int]],
        affinity: Sequence[Sequence[int]],
        covers: int = 2,
    ) -> None:
        self.rows, self.cols, self.n = rows, cols, rows * cols
        self.codes = [[int(code) for code in word] for word in codes]
        self.affinity = [[int(value) for value in row] for row in affinity]
        self.near = [
            [cell for cell in row if cell < self.n] for row in map(list, neighbours(rows, cols, KING))
        ]

    def arranged(self, seed: int) -> list[int]:
        """Return the board of a seed: letter -> cell."""
        state = int(seed)

        def below(n: int) -> int:
            nonlocal state
            state, number = splitmix64(state)
            return (number >> 32) * n >> 32

        place = list(range(self.n))
        for k in range(self.n - 1, 0, -1):
            other = below(k + 1)
            place[k], place[other] = place[other], place[k]
        for _ in range(SWAPS * self.n if self.n > 1 else 0):
            one = below(self.n)
            other = below(self.n - 1)
            other += other >= one
            before = self._contentment(place, one, other)
            place[one], place[other] = place[other], place[one]
            if self._contentment(place, one, other) < before:
                place[one], place[other] = place[other], place[one]
        return place

    def _contentment(self, place: Sequence[int], *letters: int) -> int:
        """Return how much some letters want the neighbours that they have."""
        letter = {cell: a for a, cell in enumerate(place)}
        return sum(self.affinity[a][letter[cell]] for a in letters for cell in self.near[place[a]])

    def traceable(self, place: Sequence[int]) -> list[int]:
        """Return the numbers of the words whose letters, one after the other, are neighbours."""
        return [
            number
            for number, word in enumerate(self.codes)
            if all(a == b or place[b] in self.near[place[a]] for a, b in pairwise(word))
        ]

    def make(
        self,
        seeds: Sequence[int],
        shown: int,
        givens: int,
        places: MutableSequence[MutableSequence[int]],
        given: MutableSequence[MutableSequence[int]],
        words: MutableSequence[MutableSequence[int]],
        counts: MutableSequence[int],
    ) -> None:
        """Write the puzzles of some seeds; cells at random are the first ones of `shown` here."""
        for puzzle, seed in enumerate(seeds):
            place = self.arranged(seed)
            cells = range(givens) if givens >= 0 else [k for k in range(self.n) if shown >> k & 1]
            places[puzzle][:] = place
            given[puzzle][:] = [cell if cell in cells else -1 for cell in place]
            chosen = self._cover(place, list(given[puzzle]))
            counts[puzzle] = NO_PUZZLE if chosen is None else len(chosen)
            for k, number in enumerate(chosen or ()):
                words[puzzle][k] = number

    def _cover(self, place: Sequence[int], given: Sequence[int]) -> list[int] | None:
        """Return words of which none can be let go; None where all of them leave other solutions."""
        chosen = self.traceable(place)
        if not self._alone(place, given, chosen):
            return None
        for number in list(chosen):
            rest = [other for other in chosen if other != number]
            if self._alone(place, given, rest):
                chosen = rest
        return chosen

    def _alone(self, place: Sequence[int], given: Sequence[int], chosen: Sequence[int]) -> bool:
        links = links_of([self.codes[number] for number in chosen], self.n)
        if sum(not links[a] and given[a] < 0 for a in range(self.n)) > 1:
            return False
        return len(list(islice(placements(self.rows, self.cols, given, links), 2))) == 1
