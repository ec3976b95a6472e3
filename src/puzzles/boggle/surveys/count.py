"""Count words, points and the longest word of many boards, and the boards of each word."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ....base import PuzzleError
from ....search.run_loop import Outcome
from ...framework.result_sequence import Stop, watch
from ..kernel_cache import BoardSolver, compiled, letter_codes
from ..parse import LetterBoard
from ..solver import SMALL_CELLS, Bounds, find_words

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ....lexicon import Lexicon
    from ..rules import Rules

AT_A_TIME = 1024  # boards between two looks at the stop flag


class Tally(NamedTuple):
    """Counts of some boards: int64 arrays of shape (n,)."""

    words: NDArray[np.int64]
    score: NDArray[np.int64]
    longest: NDArray[np.int64]
    """Letters of the longest word, 0 without one."""


class Tallier:
    """Counts the words of boards of one shape, from tile numbers; one object serves one thread.

    Boards of letters and at most 64 cells are counted by one kernel; others, and those that do not fit it,
    are searched one by one.
    """

    def __init__(
        self, shape: tuple[int, int], names: tuple[str, ...], lexicon: Lexicon, rules: Rules
    ) -> None:
        if any(rules.points.multipliers):
            raise PuzzleError("multipliers of cells, expected none for many boards")
        self.shape, self.names, self.lexicon, self.rules = shape, names, lexicon, rules
        self.nodes = self.moves = 0
        self.points = rules.points.table(rules.min_length)
        self._key = (*shape, rules.kind, rules.wrap)
        plain = letter_codes(names, lexicon.alphabet) if shape[0] * shape[1] <= SMALL_CELLS else None
        self._codes = None if plain is None else plain[0]
        self._words = None if plain is None else compiled(lexicon, plain[1])
        self._taken: BoardSolver | None = None

    def end(self) -> None:
        """Give the kernel back, for other boards."""
        if self._taken is not None and self._words is not None:
            self._words.give(self._key, self._taken)
            self._taken = None

    def tally(self, tiles: NDArray[np.uint8], stop: Stop = lambda: False) -> Tally:
        """Count boards, uint8 of shape (n, cells); KeyboardInterrupt where `stop` returns True."""
        if not self.rules.points.by_length_only:
            return self.tally_of(*self.numbers(tiles, stop))
        tallies = np.zeros((len(tiles), 3), dtype=np.int64)

        def fill(walk: BoardSolver, codes: NDArray[np.uint8], start: int) -> int:
            return walk.walk.tally(codes, self.points, self.rules.min_length, tallies[start:])

        def one(numbers: NDArray[np.uint32], place: int) -> None:
            tallies[place] = np.ravel(self.tally_of(numbers, np.array([numbers.size])))

        self._each(tiles, fill, one, stop)
        return Tally(*np.ascontiguousarray(tallies.T))

    def numbers(
        self, tiles: NDArray[np.uint8], stop: Stop = lambda: False
    ) -> tuple[NDArray[np.uint32], NDArray[np.int64]]:
        """Return the words of boards by number, board after board, and how many each has."""
        counts = np.zeros(len(tiles), dtype=np.int64)
        found: list[NDArray[np.uint32]] = []

        def fill(walk: BoardSolver, codes: NDArray[np.uint8], start: int) -> int:
            ends = np.empty(len(codes), dtype=np.int64)
            done, crowded = 0, False
            while done < len(codes) and not crowded:
                wrote, crowded = walk.walk.words(codes[done:], self.rules.min_length, ends, walk.out)
                if wrote:
                    found.append(walk.out[: ends[wrote - 1]].copy())
                    counts[start + done : start + done + wrote] = np.diff(ends[:wrote], prepend=0)
                done += wrote
            return done

        def one(numbers: NDArray[np.uint32], place: int) -> None:
            found.append(numbers)
            counts[place] = numbers.size

        self._each(tiles, fill, one, stop)
        return np.concatenate([np.empty(0, dtype=np.uint32), *found]), counts

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

    def _each(
        self,
        tiles: NDArray[np.uint8],
        fill: Callable[[BoardSolver, NDArray[np.uint8], int], int],
        one: Callable[[NDArray[np.uint32], int], None],
        stop: Stop,
    ) -> None:
        """Count boards by the kernel, those that do not fit it one by one."""
        words = self._words
        if words is not None and self._taken is None:
            self._taken = words.take(self._key, lambda: BoardSolver(words.words, *self._key))
        searcher = self._taken
        start, n = 0, len(tiles)
        while start < n:
            if stop():
                raise KeyboardInterrupt
            end = min(start + AT_A_TIME, n)
            if searcher is not None and self._codes is not None:
                walk = searcher.walk
                nodes, moves = walk.nodes, walk.moves
                start += fill(searcher, self._codes[tiles[start:end]], start)
                self.nodes, self.moves = self.nodes + walk.nodes - nodes, self.moves + walk.moves - moves
            while start < end:  # no kernel, or more paths than it holds
                one(self._alone(tiles[start], stop), start)
                start += 1
                if searcher is not None:
                    break

    def _alone(self, tiles: NDArray[np.uint8], stop: Stop) -> NDArray[np.uint32]:
        """Return the words of one board."""
        if stop():
            raise KeyboardInterrupt
        board = LetterBoard(tiles.reshape(self.shape), self.names)
        finding = find_words(board, self.rules, self.lexicon, Bounds(progress=watch(stop)))
        if finding.outcome is not Outcome.FINISHED:
            raise KeyboardInterrupt
        self.nodes, self.moves = self.nodes + finding.nodes, self.moves + finding.moves
        return finding.numbers


def ranked(counts: Mapping[str, int]) -> dict[str, int]:
    """Return counts of words, the greatest first, equal ones by the words."""
    words = sorted(counts)
    words.sort(key=counts.__getitem__, reverse=True)  # equal ones stay in their order
    return {word: counts[word] for word in words}
