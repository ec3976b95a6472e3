"""Large additive pattern databases: groups of tiles, the tables they share, and where these are kept."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from math import perm
from threading import Lock
from typing import Any, Final

import numpy as np

from ...base import Limits, PuzzleError, SearchStats, Status
from ...core.search.sliding_additive import AdditiveTables
from ...core.search.sliding_pattern import PatternTable
from ...lexicon import cache
from ...search.run_loop import Outcome, drive
from ..framework.arguments import check_limits, check_shape
from .parse import check_size
from .result import PatternDatabaseResult
from .tables import MOST_TABLES, Cells, TurnedBoard, keep_first, symmetries, tiles_in_order

MOST_CELLS = 25
LARGEST = 8
"""Tiles of a group."""
MOST_GROUPS = 8
FOUR = "7-8"
"""Groups of a 4×4 board whose tables are used where they were built before."""
STATES = 1 << 18
"""States of the tables visited at a time: about 20 ms."""

Groups = tuple[tuple[int, ...], ...]

PARTITIONS: Final[dict[tuple[int, int, int, tuple[int, ...]], Groups]] = {
    (5, 5, 0, (6, 6, 6, 6)): (
        *((1, 2, 5, 6, 7, 12), (3, 4, 8, 9, 13, 14)),
        *((10, 11, 15, 16, 20, 21), (17, 18, 19, 22, 23, 24)),
    ),
    (4, 4, 0, (7, 8)): ((1, 2, 3, 4, 5, 6, 7), (8, 9, 10, 11, 12, 13, 14, 15)),
}
"""Rows, columns, goal cell of the blank, sizes -> the groups of R. E. Korf and A. Felner (2002)."""


@dataclass(frozen=True, slots=True)
class TableKey:
    """The key of a table: board, tiles in rising order, a cell of the blank's region in the goal."""

    rows: int
    cols: int
    blank: int
    tiles: tuple[int, ...]

    @property
    def placements(self) -> int:
        """Placements of the tiles."""
        return perm(self.rows * self.cols, len(self.tiles))

    @property
    def name(self) -> str:
        """Name of the table in the cache."""
        return f"sliding-{cache.digest_of(bytes((self.rows, self.cols, self.blank)), bytes(self.tiles))}"


@dataclass(frozen=True, slots=True)
class TurnedGroup:
    """A group of tiles, and the symmetry that maps it to the group of its table."""

    tiles: tuple[int, ...]
    """In the order of the table's tiles."""
    turn: tuple[int, ...]
    """Cell -> cell."""
    key: TableKey


def sizes_of(tables: str, n_cells: int) -> tuple[int, ...]:
    """Parse the sizes of groups of all tiles of a board, such as ``6-6-6-6``."""
    parts = tables.split("-") if isinstance(tables, str) else []
    if not parts or not all(part.isascii() and part.isdigit() and len(part) == 1 for part in parts):
        raise PuzzleError(f"tables={tables!r:.40}, expected sizes of groups such as 6-6-6-6")
    sizes = tuple(map(int, parts))
    if n_cells > MOST_CELLS:
        raise PuzzleError(f"{n_cells} cells, expected at most {MOST_CELLS} for pattern databases")
    if sum(sizes) != n_cells - 1 or len(sizes) > MOST_GROUPS or not all(1 <= s <= LARGEST for s in sizes):
        raise PuzzleError(
            f"tables={tables}, expected up to {MOST_GROUPS} groups of 1 to {LARGEST} tiles each, "
            f"{n_cells - 1} tiles in total"
        )
    if any(perm(n_cells, size) > 1 << 30 for size in sizes):
        raise PuzzleError(f"tables={tables}, expected groups of at most 2^30 placements on {n_cells} cells")
    return sizes


def groups_of(frame: TurnedBoard, tables: str | None, memory: int | None) -> Groups:
    """Return groups of tiles of a board of at most 25 cells, of the sizes that `tables` gives.

    By default they are as even as possible, at most six tiles, fewer where memory is short.
    """
    n_cells = frame.rows * frame.cols
    if tables is not None:
        return _divided(frame.rows, frame.cols, frame.blank, sizes_of(tables, n_cells))
    for most in range(6, 2, -1):
        groups = even_groups(frame, most)
        if not groups:
            break
        if memory is None or making_bytes(patterns_of(frame.rows, frame.cols, frame.blank, groups)) <= memory:
            return groups
    return ()


def even_groups(frame: TurnedBoard, most: int) -> Groups:
    """Return groups of at most `most` tiles, as even as possible; none where they would be too many."""
    n_tiles = frame.rows * frame.cols - 1
    n_groups = -(-n_tiles // most)
    if n_groups > MOST_GROUPS:
        return ()
    sizes = tuple((n_tiles + k) // n_groups for k in range(n_groups - 1, -1, -1))
    return _divided(frame.rows, frame.cols, frame.blank, sizes)


@lru_cache(maxsize=64)
def _divided(rows: int, cols: int, blank: int, sizes: tuple[int, ...]) -> Groups:
    """Return groups of tiles that lie together in the goal."""
    known = PARTITIONS.get((rows, cols, blank, sizes))
    if known is not None:
        return known
    tiles = iter(tiles_in_order(rows, cols, blank))
    return tuple(tuple(islice(tiles, size)) for size in sizes)


@lru_cache(maxsize=64)
def patterns_of(rows: int, cols: int, blank: int, groups: Groups) -> tuple[TurnedGroup, ...]:
    """Return the groups, turned so that those of one form share a table."""
    turns = [tuple(turn.tolist()) for turn in symmetries(rows, cols)]
    found = []
    for group in groups:
        region = _region(rows, cols, blank, group)
        tiles, at, turn = min(
            (tuple(sorted(turn[tile] for tile in group)), min(turn[cell] for cell in region), turn)
            for turn in turns
        )
        found.append(
            TurnedGroup(tuple(turn.index(tile) for tile in tiles), turn, TableKey(rows, cols, at, tiles))
        )
    return tuple(found)


def _region(rows: int, cols: int, blank: int, group: tuple[int, ...]) -> set[int]:
    """Return the cells that the blank reaches without moving a tile of a group."""
    found, fresh = {blank}, [blank]
    while fresh:
        here = fresh.pop()
        for there in (here - cols, here - 1, here + 1, here + cols):
            near = abs(there % cols - here % cols) + abs(there // cols - here // cols) == 1
            if near and 0 <= there < rows * cols and there not in found and there not in group:
                found.add(there)
                fresh.append(there)
    return found


def making_bytes(patterns: Sequence[TurnedGroup]) -> int:
    """Return the bytes of tables while they are made: all of them, and one search of the largest."""
    keys = {pattern.key for pattern in patterns}
    return sum(key.placements // 2 for key in keys) + 2 * max(key.placements for key in keys) + (16 << 20)


class Making:
    """Loads the tables of groups of tiles from the process or the user's cache, and builds the missing ones.

    A table is kept in the cache as soon as it is complete.
    """

    def __init__(self, frame: TurnedBoard, groups: Groups) -> None:
        self.frame = frame
        self.patterns = patterns_of(frame.rows, frame.cols, frame.blank, groups)
        self.keys = tuple(dict.fromkeys(pattern.key for pattern in self.patterns))
        self.arrays = {key: array for key in self.keys if (array := _known(key)) is not None}
        self.missing = [key for key in self.keys if key not in self.arrays]
        self._made = 0
        self._table: PatternTable | None = None

    @property
    def ready(self) -> bool:
        """Whether all tables are complete."""
        return not self.missing

    @property
    def states(self) -> int:
        """States visited to build tables."""
        return self._made + (0 if self._table is None else self._table.n_states)

    @property
    def nbytes(self) -> int:
        """Bytes of all tables."""
        return sum((key.placements + 1) // 2 for key in self.keys)

    @property
    def peak(self) -> int:
        """Most bytes while they are built, all of them: the same whether they are there or not."""
        return making_bytes(self.patterns)

    def run(self, budget: int = STATES) -> bool:
        """Visit about `budget` states; return whether tables are still missing."""
        if not self.missing:
            return False
        key = self.missing[0]
        if self._table is None:
            self._table = PatternTable(key.rows, key.cols, key.blank, key.tiles)
        if not self._table.run(budget):
            self.arrays[key] = self._table.table
            self._made += self._table.n_states
            self._table = None
            self.missing.pop(0)
            _keep(key, self.arrays[key])
        return bool(self.missing)

    def tables(self) -> AdditiveTables:
        """Return the complete tables as searches take them; they are kept as long as the arrays."""
        frame, key = self.frame, (self.frame.rows, self.frame.cols, self.frame.blank, self.patterns)
        tables = _TABLES.get(key)
        if tables is None:
            patterns = [(pattern.tiles, pattern.turn, self.arrays[pattern.key]) for pattern in self.patterns]
            mirror = None if frame.mirror is None else frame.mirror.tolist()
            tables = AdditiveTables(frame.rows, frame.cols, frame.blank, patterns, mirror)
            keep_first(_TABLES, key, tables, MOST_TABLES)
        return tables


def _known(key: TableKey) -> Cells | None:
    """Return a table of the process or of the cache."""
    array = _ARRAYS.get(key)
    if array is None:
        kept = cache.load(key.name)
        if kept is None:
            return None
        array = kept[0].get("table")
        if array is None or array.dtype != "uint8" or array.shape != ((key.placements + 1) // 2,):
            return None
        _hold(key, array)
    return array


def _keep(key: TableKey, array: Cells) -> None:
    """Keep a new table for the process, and in the cache where there is one."""
    notes: dict[str, Any] = {"rows": key.rows, "cols": key.cols, "blank": key.blank, "tiles": list(key.tiles)}
    kept = cache.load(key.name) if cache.store(key.name, {"table": array}, notes) else None
    # A table mapped from the file is shared with other processes.
    _hold(key, array if kept is None else kept[0]["table"])


def _hold(key: TableKey, array: Cells) -> None:
    """Keep a table for the process: the last few."""
    with _LOCK:
        _ARRAYS[key] = array
        while len(_ARRAYS) > 1 and sum(each.nbytes for each in _ARRAYS.values()) > MOST_BYTES:
            del _ARRAYS[next(iter(_ARRAYS))]
            _TABLES.clear()


MOST_BYTES = 1 << 30
"""Of tables that are kept for the process."""
_ARRAYS: dict[TableKey, Cells] = {}
_TABLES: dict[Any, AdditiveTables] = {}
_LOCK = Lock()


def kept_tables(frame: TurnedBoard, memory: int | None, *, loaded: bool) -> Making | None:
    """Return the large tables of a 4×4 board that were built before, None where there are none.

    With `loaded` those that this process has already: to load them takes a third of a second.
    """
    if (frame.rows, frame.cols) != (4, 4):
        return None
    groups = groups_of(frame, FOUR, None)
    patterns = patterns_of(frame.rows, frame.cols, frame.blank, groups)
    if loaded and not all(pattern.key in _ARRAYS for pattern in patterns):
        return None
    if memory is not None and making_bytes(patterns) > memory:
        return None
    making = Making(frame, groups)
    return making if making.ready else None


def build_tables(
    shape: str | int | tuple[int, int],
    tables: str | None = None,
    *,
    limits: Limits | None = None,
    progress: Callable[[int], None] | None = None,
) -> PatternDatabaseResult:
    """Build large pattern databases of boards with the goal of the blank in a corner, and keep them.

    Parameters
    ----------
    shape : str, int or (int, int)
        Size, at most 25 cells: ``"5x5"``, (5, 5), or one number for a square.
    tables : str, optional
        Sizes of the groups of tiles; by default as even as possible, at most six: ``"6-6-6-6"`` on 5×5.
    limits : Limits, optional
        `seconds`, and `memory` while they are built: where the tables need more, none is built.
    progress : callable, optional
        Called with the states visited.

    Returns
    -------
    PatternDatabaseResult
        SOLVED, or LIMIT; tables that were complete by then are kept.

    Raises
    ------
    PuzzleError
        A size out of range, or sizes that do not hold all tiles.

    Notes
    -----
    O(n) time and 2.5 n bytes for n placements of the largest group on the board, half a byte for each that is
    kept: 127,512,000 for each of the two tables of 5×5. R. E. Korf and A. Felner, "Disjoint pattern database
    heuristics", Artificial Intelligence 134 (2002).

    Examples
    --------
    >>> build_tables("2x4", "4-3").placements
    (1680, 336)
    """
    start = time.perf_counter()
    rows, cols = check_shape(shape)
    check_size(rows, cols, "shape=")
    if rows * cols > MOST_CELLS:
        raise PuzzleError(f"{rows * cols} cells, expected at most {MOST_CELLS} for pattern databases")
    limits = check_limits(limits)
    frame = TurnedBoard(rows, cols, np.arange(rows * cols, dtype=np.uint8), 0)
    memory = None if limits is None else limits.memory
    groups = groups_of(frame, tables, memory)
    making = Making(frame, groups) if groups else None
    outcome, missing = Outcome.LIMIT, 0
    if making is not None and (memory is None or making.peak <= memory):
        missing = len(making.missing)
        bounds = None if limits is None else Limits(seconds=limits.seconds)
        outcome = drive(making.run, bounds, nodes=lambda: making.states, progress=progress)
    complete = making is not None and making.ready
    return PatternDatabaseResult(
        status=Status.SOLVED if complete else Status.LIMIT,
        stats=SearchStats(nodes=0 if making is None else making.states, seconds=time.perf_counter() - start),
        interrupted=outcome is Outcome.INTERRUPTED,
        groups=groups,
        placements=() if making is None else tuple(key.placements for key in making.keys),
        made=0 if making is None else missing - len(making.missing),
        nbytes=0 if making is None else making.nbytes,
        folder=cache.folder(),
    )
