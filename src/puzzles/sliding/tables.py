"""Tables of sliding puzzles, built at the first use and kept for the process; boards turned to share them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from math import factorial
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from ...base import Limits, PuzzleError
from ...running import Outcome, drive
from .text import check_size

if TYPE_CHECKING:
    from ...core.search.sliding_ida import PatternTables
    from ...core.search.sliding_table import SlidingTable

__all__ = ["Cells", "Frame", "depth_table", "solvable", "time_left", "whole_table"]

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
        turns = _symmetries(self.rows, self.cols)
        self.turn = min(turns, key=lambda turn: int(turn[blank])) if turned else turns[0]
        self.blank = int(self.turn[blank])
        self.start = np.empty_like(cells)
        self.start[self.turn] = self.turn[cells]
        self.inverse = np.argsort(self.turn)
        identity = np.arange(len(cells))
        mirrors = [m for m in turns if m[self.blank] == self.blank and (m != identity).any()]
        self.mirror = mirrors[0] if mirrors else None

    def back(self, cells: Cells) -> list[int]:
        """Return cells of the turned board as cells of the puzzle."""
        found: list[int] = self.inverse[cells].tolist()
        return found

    def tables(self, patterns: bool, limits: Limits | None) -> tuple[PatternTables | None, Outcome]:
        """Return the pattern databases, built at the first use; None where a limit came first."""
        from ...core.search.sliding_ida import PatternTables

        groups = _patterns(self.rows, self.cols, self.blank) if patterns else []
        memory = None if limits is None else limits.memory
        if memory is not None:  # smaller groups where memory is short
            while groups and 3 * max(16 ** len(group) for group in groups) > memory:
                groups = [part for group in groups for part in (group[::2], group[1::2]) if part]
                if len(groups) > 4:
                    groups = []
        key = (self.rows, self.cols, self.blank, tuple(map(tuple, groups)))
        if key in _TABLES:
            return _TABLES[key], Outcome.FINISHED
        tables = PatternTables(self.rows, self.cols, self.blank, groups)
        seconds = None if limits is None else limits.seconds
        outcome = Outcome.FINISHED
        if not tables.ready:
            outcome = drive(tables.run, Limits(seconds=seconds), nodes=lambda: tables.n_states)
        if not tables.ready:
            return None, outcome
        while len(_TABLES) >= MOST_TABLES:
            del _TABLES[next(iter(_TABLES))]
        _TABLES[key] = tables
        return tables, outcome


MOST_TABLES = 8
_TABLES: dict[tuple[int, int, int, tuple[tuple[int, ...], ...]], PatternTables] = {}


def _patterns(rows: int, cols: int, blank: int) -> list[list[int]]:
    """Return groups of tiles that lie together in the goal."""
    if (rows, cols) == (4, 4) and blank in PATTERNS:
        return [list(group) for group in PATTERNS[blank]]
    # Along the longer side, so that groups are compact.
    order = sorted(range(rows * cols), key=lambda c: (c % cols, c // cols) if cols >= rows else (c, 0))
    tiles = [cell for cell in order if cell != blank]
    n_groups = -(-len(tiles) // (5 if len(tiles) > 8 else 4))
    bounds = [round(k * len(tiles) / n_groups) for k in range(n_groups + 1)]
    return [tiles[a:b] for a, b in pairwise(bounds)]


def _symmetries(rows: int, cols: int) -> list[Cells]:
    """Return the symmetries of a board, the identity first: cell -> cell."""
    board = np.arange(rows * cols, dtype=np.uint8).reshape(rows, cols)
    boards = [board, board[:, ::-1], board[::-1], board[::-1, ::-1]]
    if rows == cols:
        boards += [other.T for other in boards]
    return [np.ascontiguousarray(other).reshape(-1) for other in boards]


def time_left(limits: Limits | None, start: float) -> Limits | None:
    """Return the limits with the time gone since `start` taken off."""
    if limits is None or limits.seconds is None:
        return limits
    left = max(0.0, limits.seconds - (time.perf_counter() - start))
    return Limits(seconds=left, nodes=limits.nodes, memory=limits.memory)


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
) -> tuple[SlidingTable | None, Outcome]:
    """Return the table of all configurations, built at the first use; None where a limit came first."""
    from ...core.search.sliding_table import SlidingTable

    key = (rows, cols, blank)
    if key in _WHOLE:
        return _WHOLE[key], Outcome.FINISHED
    states = factorial(rows * cols) // 2
    if (
        limits is not None
        and limits.memory is not None
        and limits.memory < states * (1 / 4 + 4 / (rows * cols))
    ):
        return None, Outcome.LIMIT
    table = SlidingTable(rows, cols, blank)
    seconds = None if limits is None else limits.seconds
    outcome = drive(table.run, Limits(seconds=seconds), nodes=lambda: table.nodes, progress=progress)
    if not table.ready:
        return None, outcome
    while len(_WHOLE) >= 2:
        del _WHOLE[next(iter(_WHOLE))]
    _WHOLE[key] = table
    return table, outcome


_WHOLE: dict[tuple[int, int, int], SlidingTable] = {}


def depth_table(rows: int, cols: int, *, progress: Callable[[int], None] | None = None) -> list[int]:
    """Return the number of configurations by optimal distance from a goal with the blank in a corner.

    Parameters
    ----------
    rows, cols : int
        Size, at most 12 cells.
    progress : callable, optional
        Called with the configurations reached so far.

    Raises
    ------
    PuzzleError
        A size out of range.
    KeyboardInterrupt
        Ctrl-C came first.

    Notes
    -----
    O(n) time and 7 n / 12 bytes for n = (rows * cols)! / 2 configurations: 239,500,800 for 3×4.

    Examples
    --------
    >>> depth_table(2, 2), sum(depth_table(2, 3))
    ([1, 2, 2, 2, 2, 2, 1], 360)
    """
    check_size(rows, cols)
    if rows * cols > 12:
        raise PuzzleError(
            f"{rows}x{cols} has {rows * cols} cells, expected at most 12 to visit all configurations"
        )
    table, _ = whole_table(rows, cols, 0, None, progress)
    if table is None:
        raise KeyboardInterrupt
    return table.depth_counts
