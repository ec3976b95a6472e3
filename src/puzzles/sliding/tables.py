"""Tables of sliding puzzles, built at the first use and kept for the process; boards turned to share them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import factorial
from threading import Lock
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from ...base import Limits, PuzzleError, SearchStats, Status
from ...search.run_loop import Outcome, drive
from ..framework.arguments import check_limits, check_shape
from .parse import check_size
from .result import DistanceTable

if TYPE_CHECKING:
    from ...core.search.sliding_ida import PatternTables
    from ...core.search.sliding_table import SlidingTable

__all__ = [
    "Cells",
    "Frame",
    "depth_table",
    "keep_tables",
    "pattern_tables",
    "solvable",
    "symmetries",
    "whole_table",
]

MOST_CELLS = 12
"""Of a board whose configurations are all visited."""
Cells = NDArray[np.uint8]

PATTERNS: Final = {
    0: ((1, 4, 5, 8, 12), (2, 3, 6, 7, 11), (9, 10, 13, 14, 15)),
    1: ((0, 2, 4, 5, 8), (3, 6, 7, 11, 15), (9, 10, 12, 13, 14)),
    5: ((0, 1, 4, 8, 12), (2, 3, 6, 7, 11), (9, 10, 13, 14, 15)),
}
"""Goal cell of the blank on a 4×4 board -> groups of tiles of few nodes, found by exchanging tiles."""


class Frame:
    """A board turned so that the goal of the blank is where tables are kept for, and back."""

    def __init__(self, rows: int, cols: int, cells: Cells, blank: int, turned: bool = True) -> None:
        self.rows, self.cols = rows, cols
        turn, self.inverse, self.mirror = _turn(rows, cols, blank, turned)
        self.blank = int(turn[blank])
        self.start = np.empty_like(cells)
        self.start[turn] = turn[cells]

    def back(self, cells: Cells) -> list[int]:
        """Return cells of the turned board as cells of the puzzle."""
        found: list[int] = self.inverse[cells].tolist()
        return found


Key = tuple[int, int, int, tuple[tuple[int, ...], ...]]


def pattern_tables(frame: Frame, patterns: bool, memory: int | None) -> tuple[PatternTables, Key]:
    """Return the pattern databases of a board, ready or still to be built, and what `keep_tables` takes.

    Parameters
    ----------
    frame : Frame
        The board.
    patterns : bool
        False: none, which is ready at once.
    memory : int, optional
        Bytes; groups of tiles are smaller where it is short.
    """
    from ...core.search.sliding_ida import PatternTables

    groups = _patterns(frame.rows, frame.cols, frame.blank) if patterns else ()
    while groups and memory is not None and _building_bytes(groups) > memory:
        groups = tuple(part for group in groups for part in (group[::2], group[1::2]) if part)
        if len(groups) > 4:
            groups = ()
    key = (frame.rows, frame.cols, frame.blank, groups)
    tables = _TABLES.get(key)
    return tables or PatternTables(frame.rows, frame.cols, frame.blank, groups), key


def _building_bytes(groups: Sequence[Sequence[int]]) -> int:
    """Return the bytes of pattern databases while they are built: all tables, and one group's search."""
    entries = [1 << 4 * len(group) for group in groups]
    return sum(entries) // 2 + 5 * max(entries)


def keep_tables(key: Key, tables: PatternTables) -> None:
    """Keep pattern databases that are ready for the process: the last few."""
    with _LOCK:
        if key not in _TABLES:
            while len(_TABLES) >= MOST_TABLES:
                del _TABLES[next(iter(_TABLES))]
            _TABLES[key] = tables


MOST_TABLES = 8
_TABLES: dict[Key, PatternTables] = {}
_LOCK = Lock()


@lru_cache(maxsize=64)
def _patterns(rows: int, cols: int, blank: int) -> tuple[tuple[int, ...], ...]:
    """Return groups of tiles that lie together in the goal."""
    if (rows, cols) == (4, 4) and blank in PATTERNS:
        return PATTERNS[blank]
    # Along the longer side, so that groups are compact.
    order = sorted(range(rows * cols), key=lambda c: (c % cols, c // cols) if cols >= rows else (c, 0))
    tiles = [cell for cell in order if cell != blank]
    n_groups = -(-len(tiles) // (5 if len(tiles) > 8 else 4))
    bounds = [round(k * len(tiles) / n_groups) for k in range(n_groups + 1)]
    return tuple(tuple(tiles[a:b]) for a, b in pairwise(bounds))


@lru_cache(maxsize=256)
def _turn(rows: int, cols: int, blank: int, turned: bool) -> tuple[Cells, NDArray[np.intp], Cells | None]:
    """Return how a board is turned for its tables, and back, and what mirrors it then and keeps the blank."""
    turns = symmetries(rows, cols)
    turn = min(turns, key=lambda turn: int(turn[blank])) if turned else turns[0]
    home = turn[blank]
    mirrors = [other for other in turns if other[home] == home and (other != turns[0]).any()]
    return turn, np.argsort(turn), mirrors[0] if mirrors else None


def symmetries(rows: int, cols: int) -> list[Cells]:
    """Return the symmetries of a board, the identity first: cell -> cell."""
    board = np.arange(rows * cols, dtype=np.uint8).reshape(rows, cols)
    boards = [board, board[:, ::-1], board[::-1], board[::-1, ::-1]]
    if rows == cols:
        boards += [other.T for other in boards]
    return [np.ascontiguousarray(other).reshape(-1) for other in boards]


def solvable(cells: Sequence[int], blank: int, cols: int) -> bool:
    """Say whether the parity of a permutation equals that of the blank's way home."""
    odd, seen = False, [False] * len(cells)
    for first in range(len(cells)):
        cell, length = first, 0
        while not seen[cell]:
            seen[cell] = True
            cell = cells[cell]
            length += 1
        odd ^= length > 0 and length % 2 == 0
    here = list(cells).index(blank)
    return odd == bool((abs(here // cols - blank // cols) + abs(here % cols - blank % cols)) % 2)


def whole_table(
    rows: int, cols: int, blank: int, limits: Limits | None, progress: Callable[[int], None] | None
) -> tuple[SlidingTable | None, Outcome, int]:
    """Return the table of all configurations, built at the first use, how that ended, and its nodes.

    The table is not ready where a limit came first, and None where there is no memory for it. A limit of
    nodes holds for the table that is kept as for a new one, so the same limit has the same end.
    """
    from ...core.search.sliding_table import SlidingTable

    key = (rows, cols, blank)
    nodes = None if limits is None else limits.nodes
    states = factorial(rows * cols) // 2
    if limits is not None and limits.memory is not None and limits.memory < _table_bytes(states, rows * cols):
        return None, Outcome.LIMIT, 0
    table = _WHOLE.get(key)
    if table is not None and (nodes is None or nodes >= states):
        return table, Outcome.FINISHED, table.nodes
    table = SlidingTable(rows, cols, blank)
    bounds = None if limits is None else Limits(seconds=limits.seconds, nodes=nodes)
    outcome = drive(table.run, bounds, nodes=lambda: table.nodes, progress=progress)
    if outcome is Outcome.LIMIT and table.nodes == states:  # nothing is left to do but to see that
        table.run(1)
        outcome = Outcome.FINISHED
    if table.ready:
        with _LOCK:
            while len(_WHOLE) >= MOST_WHOLE and key not in _WHOLE:
                del _WHOLE[next(iter(_WHOLE))]
            _WHOLE[key] = table
    return table, outcome, table.nodes


def _table_bytes(states: int, n_cells: int) -> int:
    """Return the bytes of a table while it is built: 2 bits a configuration, and two bitmaps."""
    return states // 4 + 4 * (states // n_cells)


MOST_WHOLE = 2
_WHOLE: dict[tuple[int, int, int], SlidingTable] = {}


def depth_table(
    shape: str | int | tuple[int, int],
    *,
    limits: Limits | None = None,
    progress: Callable[[int], None] | None = None,
) -> DistanceTable:
    """Count the configurations by optimal distance from a goal with the blank in a corner.

    Parameters
    ----------
    shape : str, int or (int, int)
        Size, at most 12 cells: ``"3x4"``, (3, 4), or one number for a square.
    limits : Limits, optional
        Bounds; nodes are configurations.
    progress : callable, optional
        Called with the configurations reached so far.

    Returns
    -------
    DistanceTable
        SOLVED, or LIMIT with the distances that were whole by then.

    Raises
    ------
    PuzzleError
        A size out of range.

    Notes
    -----
    O(n) time and 7 n / 12 bytes for n = (rows * cols)! / 2 configurations: 239,500,800 for 3×4.

    Examples
    --------
    >>> depth_table(2).counts, depth_table("2x3").total
    ((1, 2, 2, 2, 2, 2, 1), 360)
    """
    start = time.perf_counter()
    rows, cols = check_shape(shape)
    check_size(rows, cols)
    if rows * cols > MOST_CELLS:
        raise PuzzleError(
            f"{rows}x{cols} has {rows * cols} cells, expected at most 12 to visit all configurations"
        )
    table, outcome, nodes = whole_table(rows, cols, 0, check_limits(limits), progress)
    counts = () if table is None else tuple(table.depth_counts)
    whole = outcome is Outcome.FINISHED
    return DistanceTable(
        status=Status.SOLVED if whole else Status.LIMIT,
        stats=SearchStats(nodes=nodes, depth=len(counts), seconds=time.perf_counter() - start),
        interrupted=outcome is Outcome.INTERRUPTED,
        found=sum(counts),
        complete=whole,
        counts=counts,
    )
