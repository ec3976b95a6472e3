"""Find and count the paths that spell words, and count how often paths use each cell."""

from __future__ import annotations

import time
from collections.abc import Hashable, Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...base import Limits, Puzzle, SearchStats
from ...core.topology import neighbours
from ...core.walk.boggle_word_paths import WordPaths
from ...search.run_loop import Outcome, drive
from ..framework.base import Progress
from ..framework.solutions import Count, count_of
from .kernel_cache import tile_table
from .parse import EITHER, HOLE, WILDCARD, LetterBoard, readings, spelled
from .rules import Rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...lexicon import Lexicon

AT_A_TIME, AT_FIRST = 1024, 16
"""Paths that are made at a time: a few at first."""
LONGEST, MOST_LETTERS = 254, 63
"""Letters of a word that the kernel takes, and different ones among them."""
MOST_NODES, NODES_PER_CELL = 1 << 24, 160
"""Nodes of a walk that counts uses: a second or two, and more for large boards."""


def neighbour_table(board: LetterBoard, rules: Rules) -> NDArray[np.int32]:
    """Return the neighbours of each cell: int32 of shape (cells, degree), padded with the number of cells."""
    holes = np.isin(board.tiles, [i for i, name in enumerate(board.names) if name == HOLE])
    return neighbours(board.rows, board.cols, rules.kind, rules.wrap, holes.reshape(-1).astype(np.uint8))


def search_of(board: LetterBoard, rules: Rules, word: str, first: int = 0, end: int = -1) -> WordPaths | None:
    """Return the search for the paths that spell a word; None where no board has it."""
    letters = spelled(word)
    if not letters.isalpha() or len(letters) > LONGEST or len(set(letters)) > MOST_LETTERS:
        return None
    alphabet = "".join(sorted(set(letters)))
    table = tile_table(board.names, alphabet)
    tiles, codes = board.tiles.reshape(-1), bytes(map(alphabet.index, letters))
    shape = board.rows, board.cols, rules.kind, rules.wrap
    return WordPaths(*shape, tiles, table.letters, table.wildcard, codes, first, end, table.others)


def each_path(
    board: LetterBoard, rules: Rules, word: str, first: int = 0, end: int = -1
) -> Iterator[tuple[int, ...]]:
    """Yield the paths that spell a word; see `Boggle.iter_paths`."""
    search = search_of(board, rules, word, first, end)
    cells, ends = np.empty(AT_A_TIME * 256, np.int32), np.empty(AT_FIRST, np.int32)
    remains = search is not None
    while search is not None and remains:
        written, remains = search.run(1 << 18, cells, ends)
        for start, stop in pairwise([0, *ends[:written].tolist()]):
            yield tuple(cells[start:stop].tolist())
        ends = np.empty(AT_A_TIME, np.int32)


def count_paths(
    board: LetterBoard, rules: Rules, word: str, limits: Limits | None, progress: Progress | None
) -> Count:
    """Return how many paths spell a word; see `Boggle.count_paths_of`."""
    search = search_of(board, rules, word)
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


class Backwards:
    """Find a path of a word backwards from its last cell, in time independent of the board's size."""

    def __init__(self, names: tuple[str, ...], rules: Rules) -> None:
        self._kind, self._wrap = rules.kind, rules.wrap
        self._alphabet = "".join(sorted(set("".join(names)) - {WILDCARD, EITHER}))
        self._table = tile_table(tuple(name[::-1] for name in names), self._alphabet)
        self._cells, self._ends = np.empty(256, np.int32), np.empty(1, np.int32)

    def path_to(self, tiles: NDArray[np.uint8], letters: str, last: int) -> tuple[int, ...] | None:
        """Return a path of a word, None where none ends at that cell; O(paths tried from there)."""
        codes = [self._alphabet.find(letter) for letter in reversed(letters)]
        if min(codes) < 0:
            return None
        (n_rows, n_cols), reach = tiles.shape, len(letters) - 1
        row, col = divmod(last, n_cols)
        rows, cols = self._near(row, reach, n_rows), self._near(col, reach, n_cols)
        wrap = self._wrap and min(n_rows, n_cols) <= 2 * reach + 1
        if wrap:
            rows, cols = np.arange(n_rows), np.arange(n_cols)
        near = np.ascontiguousarray(tiles[rows[:, None], cols])
        at = int(np.flatnonzero(rows == row)[0] * cols.size + np.flatnonzero(cols == col)[0])
        shape, (letters_of, wildcard, others) = (rows.size, cols.size, self._kind, wrap), self._table
        search = WordPaths(*shape, near.reshape(-1), letters_of, wildcard, bytes(codes), at, at + 1, others)
        written, remains = 0, True
        while remains and not written:
            written, remains = search.run(1 << 18, self._cells, self._ends)
        if not written:
            return None
        path = self._cells[: self._ends[0]][::-1]
        found: list[int] = (rows[path // cols.size] * n_cols + cols[path % cols.size]).tolist()
        return tuple(found)

    def _near(self, place: int, reach: int, n: int) -> NDArray[np.int64]:
        """Return the rows or columns that a path from a place can reach."""
        if self._wrap:
            return np.arange(place - reach, place + reach + 1) % n
        return np.arange(max(place - reach, 0), min(place + reach + 1, n))


class HeatMap(NamedTuple):
    """The paths of words, each cell sequence that spells one, by the cells they use."""

    cells: NDArray[np.int64]
    """How many of them use each cell, row by row."""
    paths: int
    """How many there are."""


def count_uses(board: LetterBoard, rules: Rules, lexicon: Lexicon) -> HeatMap | None:
    """Count every path of every word through each cell; None where there are too many to walk them.

    O(paths whose letters begin a word): no word is struck out when it is found. A path over a wildcard or a
    tile with a choice counts once for each word that it spells.
    """
    from ...core.walk.boggle_tiles import TileWalk

    table, wildcard, others = tile_table(board.names, lexicon.alphabet)
    cells = np.zeros(board.tiles.size, dtype=np.int64)
    tiles, most = board.tiles.reshape(-1), MOST_NODES + NODES_PER_CELL * board.tiles.size
    shape = board.rows, board.cols, rules.kind, rules.wrap
    walk = TileWalk(lexicon.trie, *shape, tiles, table, wildcard, cells, rules.min_length, others)
    outcome = drive(walk.run, Limits(nodes=most), nodes=lambda: walk.nodes)
    if outcome is Outcome.INTERRUPTED:
        raise KeyboardInterrupt
    return HeatMap(cells, walk.paths) if outcome is Outcome.FINISHED else None


class WordTrace(Puzzle):
    """A path on a board that spells the beginning of a word; solved when it spells the whole word.

    Examples
    --------
    >>> from unriddle import Boggle
    >>> start = Boggle.parse("ab/ca").trace("aba")
    >>> [step.path for step in start.extensions()], start.is_solved()
    ([(0,), (3,)], False)
    """

    def __init__(
        self, board: LetterBoard, rules: Rules, word: str, path: tuple[int, ...] = (), position: int = 0
    ) -> None:
        self.board, self.rules, self.word, self.path = board, rules, word, path
        self.position = position
        """How many letters the path spells."""

    def configuration(self) -> Hashable:
        """Return the word, the path, and how many letters it spells."""
        return self.word, self.path, self.position

    def is_solved(self) -> bool:
        """Return whether the path spells the whole word."""
        return self.position == len(self.word)

    def extensions(self) -> list[WordTrace]:
        """Return the paths one cell longer that spell the beginning of the word."""
        n = self.board.tiles.size
        cells: Iterable[int] = range(n)
        if self.path:
            cells = neighbour_table(self.board, self.rules)[self.path[-1]].tolist()
        longer = []
        for cell in cells:
            if cell in self.path or cell >= n:
                continue
            for way in readings(self.board.tile(cell)):
                fits = way == WILDCARD or self.word.startswith(way, self.position)
                if fits and self.position < len(self.word):
                    path, end = (*self.path, cell), self.position + len(way)
                    longer.append(WordTrace(self.board, self.rules, self.word, path, end))
        return longer

    def heuristic(self) -> float:
        """Return 1 while letters are missing: a tile may give them all."""
        return float(self.position < len(self.word))

    def __str__(self) -> str:
        return f"{self.word[: self.position]}: {' '.join(map(str, self.path))}"
