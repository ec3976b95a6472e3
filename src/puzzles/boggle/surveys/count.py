"""Count words, points and the longest word of many boards, and the boards of each word."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ....base import PuzzleError
from ...framework.result_sequence import Stop
from ..kernel_cache import letter_codes
from ..many import ManySearch
from ..parse import LetterBoard
from ..parse_many import Boards

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ....lexicon import Lexicon
    from ..rules import Rules


class Tally(NamedTuple):
    """Counts of some boards: int64 arrays of shape (n,)."""

    words: NDArray[np.int64]
    score: NDArray[np.int64]
    longest: NDArray[np.int64]
    """Letters of the longest word, 0 without one."""


class Tallier:
    """Counts the words of boards of one shape, from tile numbers.

    `nodes` and `moves` are the work so far, where one thread does it.
    """

    def __init__(
        self, shape: tuple[int, int], names: tuple[str, ...], lexicon: Lexicon, rules: Rules
    ) -> None:
        if any(rules.points.multipliers):
            raise PuzzleError("many boards have no multipliers")
        self.shape, self.names, self.lexicon, self.rules = shape, names, lexicon, rules
        self.nodes = self.moves = 0
        self._plain = letter_codes(names, lexicon.alphabet)

    def _search(self, tiles: NDArray[np.uint8]) -> ManySearch:
        if self._plain is None:
            single = [LetterBoard(one.reshape(self.shape), self.names) for one in tiles]
            boards = Boards(*self.shape, None, False, single)
        else:
            codes, qu = self._plain
            boards = Boards(*self.shape, codes[tiles], qu, ())
        return ManySearch(boards, self.lexicon, self.rules)

    def _add(self, search: ManySearch) -> None:
        self.nodes, self.moves = self.nodes + search.nodes, self.moves + search.moves

    def tally(self, tiles: NDArray[np.uint8], stop: Stop = lambda: False) -> Tally:
        """Count boards, uint8 of shape (n, cells); KeyboardInterrupt where `stop` returns True."""
        if not self.rules.points.by_length_only:
            return self.tally_of(*self.numbers(tiles, stop))
        search = self._search(tiles)
        found = Tally(*search.tallies(stop))
        self._add(search)
        return found

    def numbers(
        self, tiles: NDArray[np.uint8], stop: Stop = lambda: False
    ) -> tuple[NDArray[np.uint32], NDArray[np.int64]]:
        """Return the words of boards by number, board after board, and how many each has."""
        search = self._search(tiles)
        many = search.solve(stop=stop)
        self._add(search)
        return many.word_ids, many.counts

    def tally_of(self, numbers: NDArray[np.uint32], counts: NDArray[np.int64]) -> Tally:
        """Count boards from what `numbers` returned."""
        ends = np.cumsum(counts)
        worth = np.concatenate([[0], np.cumsum(self.rules.points.values(self.lexicon, numbers))])
        score = worth[ends] - worth[ends - counts]
        longest = np.zeros(len(counts), dtype=np.int64)
        some = np.flatnonzero(counts)
        if some.size:
            lengths = self.lexicon.lengths[numbers].astype(np.int64)
            longest[some] = np.maximum.reduceat(lengths, (ends - counts)[some])
        return Tally(counts, score, longest)


def ranked(counts: Mapping[str, int]) -> dict[str, int]:
    """Return counts of words, the greatest first, equal ones by the words."""
    return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))
