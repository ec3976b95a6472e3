"""Boards of sliding puzzles turned so that they share tables; small pattern databases."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from threading import Lock
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ...core.search.sliding_ida import PatternTables

Cells = NDArray[np.uint8]
PATTERNS: Final = {
    0: ((1, 4, 5, 8, 12), (2, 3, 6, 7, 11), (9, 10, 13, 14, 15)),
    1: ((0, 2, 4, 5, 8), (3, 6, 7, 11, 15), (9, 10, 12, 13, 14)),
    5: ((0, 1, 4, 8, 12), (2, 3, 6, 7, 11), (9, 10, 13, 14, 15)),
}
"""Goal cell of the blank on a 4×4 board -> groups of tiles of few nodes, found by exchanging tiles."""
MOST_TABLES = 8

Key = tuple[int, int, int, tuple[tuple[int, ...], ...]]
_TABLES: dict[Key, PatternTables] = {}
_LOCK = Lock()


class TurnedBoard:
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


@lru_cache(maxsize=256)
def _turn(rows: int, cols: int, blank: int, turned: bool) -> tuple[Cells, NDArray[np.intp], Cells | None]:
    """Return the turn of a board for its tables, the inverse, and a mirror image that keeps the blank."""
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
    """Return whether the parity of a permutation equals that of the blank's distance to its goal."""
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


def pattern_tables(frame: TurnedBoard, patterns: bool, memory: int | None) -> tuple[PatternTables, Key]:
    """Return the pattern databases of a board, ready or still to be built, and the key of `keep_tables`.

    Without `patterns` there are none; where memory is short the groups of tiles are smaller.
    """
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


@lru_cache(maxsize=64)
def _patterns(rows: int, cols: int, blank: int) -> tuple[tuple[int, ...], ...]:
    """Return groups of tiles that lie together in the goal."""
    if (rows, cols) == (4, 4) and blank in PATTERNS:
        return PATTERNS[blank]
    tiles = tiles_in_order(rows, cols, blank)
    n_groups = -(-len(tiles) // (5 if len(tiles) > 8 else 4))
    bounds = [round(k * len(tiles) / n_groups) for k in range(n_groups + 1)]
    return tuple(tuple(tiles[a:b]) for a, b in pairwise(bounds))


def tiles_in_order(rows: int, cols: int, blank: int) -> list[int]:
    """Return the goal cells of the tiles along the longer side, so that groups of them are compact."""
    cells = sorted(range(rows * cols), key=lambda c: (c % cols, c // cols) if cols >= rows else (c, 0))
    return [cell for cell in cells if cell != blank]


def keep_tables(key: Key, tables: PatternTables) -> None:
    """Keep pattern databases that are ready for the process."""
    keep_first(_TABLES, key, tables, MOST_TABLES)


def keep_first(kept: dict[Any, Any], key: Any, value: Any, most: int) -> None:
    """Keep a value; of more than `most` the oldest is dropped."""
    with _LOCK:
        kept.setdefault(key, value)
        while len(kept) > most:
            del kept[next(iter(kept))]
