"""The paths that spell one word on a board: one by one, or their number."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from ...base import Limits, SearchStats
from ...core.walk.boggle_word_paths import WordPaths
from ...search.run_loop import Outcome, drive
from ..framework.base import Progress
from ..framework.solutions import Count, count_of
from .kernel_cache import tile_table
from .parse import WILDCARD
from .rules import Rules
from .solver import spelled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .puzzle import Boggle

__all__ = ["Backwards", "count_paths", "each_path", "search_of"]

AT_A_TIME, AT_FIRST = 1024, 16
"""Paths that are made at a time: a few at first, for who wants one."""
LONGEST, MOST_LETTERS = 254, 63
"""Letters of a word that the kernel takes, and different ones among them."""


def search_of(board: Boggle, word: str, first: int = 0, end: int = -1) -> WordPaths | None:
    """Return the search for the paths that spell a word; None where no board has it.

    Examples
    --------
    >>> from unriddle import Boggle
    >>> search_of(Boggle(["ab"]), "a b") is None, search_of(Boggle(["ab"]), "ba") is None
    (True, False)
    """
    letters = spelled(word)
    if not letters.isalpha() or len(letters) > LONGEST or len(set(letters)) > MOST_LETTERS:
        return None
    alphabet, rules = "".join(sorted(set(letters))), board.board_rules
    table, wildcard = tile_table(board.board.names, alphabet)
    tiles, codes = board.board.tiles.reshape(-1), bytes(map(alphabet.index, letters))
    shape = board.rows, board.cols
    return WordPaths(*shape, rules.kind, rules.wrap, tiles, table, wildcard, codes, first, end)


def each_path(board: Boggle, word: str, first: int, end: int) -> Iterator[tuple[int, ...]]:
    """Yield the paths that spell a word; see `Boggle.iter_paths`."""
    search = search_of(board, word, first, end)
    cells, ends = np.empty(AT_A_TIME * 256, np.int32), np.empty(AT_FIRST, np.int32)
    remains = search is not None
    while search is not None and remains:
        written, remains = search.run(1 << 18, cells, ends)
        for start, stop in pairwise([0, *ends[:written].tolist()]):
            yield tuple(cells[start:stop].tolist())
        ends = np.empty(AT_A_TIME, np.int32)


class Backwards:
    """Finds a path of a word from the cell where it ends, so that the size of the board costs nothing.

    Parameters
    ----------
    names : tuple of str
        The tiles: letters, Qu, holes.
    rules : Rules

    Examples
    --------
    >>> from unriddle.puzzles.boggle.rules import Rules
    >>> from unriddle.puzzles.boggle.parse import board_from
    >>> board = board_from("tea/ars")
    >>> Backwards(board.names, Rules()).path_to(board.tiles, "rate", 1)
    (4, 3, 0, 1)
    """

    def __init__(self, names: tuple[str, ...], rules: Rules) -> None:
        self._kind = rules.kind, rules.wrap
        self._alphabet = "".join(sorted(set("".join(names)) - {WILDCARD}))
        self._table, self._wildcard = tile_table(tuple(name[::-1] for name in names), self._alphabet)
        self._cells, self._ends = np.empty(256, np.int32), np.empty(1, np.int32)

    def path_to(self, tiles: NDArray[np.uint8], letters: str, last: int) -> tuple[int, ...] | None:
        """Return a path of a word, None where none ends at that cell; O(the tiles, and the paths tried)."""
        codes = [self._alphabet.find(letter) for letter in reversed(letters)]
        if min(codes) < 0:
            return None
        (rows, cols), (kind, wrap) = tiles.shape, self._kind
        flat, table, wildcard = np.ascontiguousarray(tiles).reshape(-1), self._table, self._wildcard
        search = WordPaths(rows, cols, kind, wrap, flat, table, wildcard, bytes(codes), last, last + 1)
        written, remains = 0, True
        while remains and not written:
            written, remains = search.run(1 << 18, self._cells, self._ends)
        return tuple(self._cells[: self._ends[0]][::-1].tolist()) if written else None


def count_paths(board: Boggle, word: str, limits: Limits | None, progress: Progress | None) -> Count:
    """Return how many paths spell a word; see `Boggle.count_paths_of`."""
    search = search_of(board, word)
    if search is None:
        return count_of(0, complete=True, stats=SearchStats())
    none, start = np.empty(0, np.int32), time.perf_counter()
    outcome = drive(
        lambda budget: bool(search.run(budget, none, none)[1]),
        limits,
        nodes=lambda: int(search.nodes),
        progress=progress,
    )
    return count_of(
        int(search.count),
        complete=outcome is Outcome.FINISHED,
        stats=SearchStats(nodes=search.nodes, seconds=time.perf_counter() - start),
        stopped=outcome is Outcome.LIMIT,
        interrupted=outcome is Outcome.INTERRUPTED,
    )
