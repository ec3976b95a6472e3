"""Solutions of a Sudoku one by one, as they are asked for."""

from __future__ import annotations

import time
from math import factorial
from typing import TYPE_CHECKING

from ...base import Limits, PuzzleError, Status
from .text import Grid, units_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .puzzle import SudokuPuzzle

__all__ = ["ALL", "Solutions", "settle_equals", "status_of"]

ALL = 1 << 62
"""A limit that is none."""


class Solutions:
    """Iterator of the solutions of a puzzle; it knows how far it has come.

    Attributes
    ----------
    count : int
        Solutions handed out.

    Examples
    --------
    >>> from unriddle import SudokuPuzzle
    >>> found = SudokuPuzzle.from_array([[1, 2, 3, 4]] + [[0] * 4] * 3).solutions()
    >>> len(list(found)), found.count, found.status.value
    (12, 12, 'MULTIPLE')
    """

    def __init__(self, puzzle: SudokuPuzzle, limit: int | None, limits: Limits | None) -> None:
        if limit is not None and limit < 0:
            raise PuzzleError(f"limit={limit!r}, expected a number of solutions from 0 up")
        self._puzzle = puzzle
        self._search = puzzle._search(ALL if limit is None else max(min(limit, ALL), 1), every=64)
        self._limits = limits or Limits()
        self._start = time.perf_counter()
        self._ready: list[NDArray[np.uint8]] = []
        self._remains = limit != 0
        self._stopped = False
        self.count = 0

    def __iter__(self) -> Solutions:
        return self

    def __next__(self) -> SudokuPuzzle:
        while not self._ready:
            if not self._remains or self._stopped:
                raise StopIteration
            most, seconds = self._limits.nodes, self._limits.seconds
            budget = 1 << 10 if most is None else min(1 << 10, most - self.nodes)
            if budget <= 0 or (seconds is not None and time.perf_counter() - self._start >= seconds):
                self._stopped = True
                continue
            self._remains = self._search.run(budget)
            self._ready = list(self._search.take())[::-1]
        self.count += 1
        return self._puzzle._filled(self._ready.pop())

    @property
    def nodes(self) -> int:
        """Positions taken up so far."""
        return self._search.nodes

    @property
    def guesses(self) -> int:
        """Branchings so far."""
        guesses = self._search.guesses
        return guesses if isinstance(guesses, int) else int(guesses[0])

    @property
    def status(self) -> Status:
        """LIMIT where a limit came first or solutions are left to hand out; else what `solve` says."""
        if self._stopped or self._remains or self._ready:
            return Status.LIMIT
        return status_of(self.count)


def status_of(count: int) -> Status:
    """Return what so many solutions of a finished search mean."""
    return (Status.NO_SOLUTION, Status.UNIQUE, Status.MULTIPLE)[min(count, 2)]


def settle_equals(grid: Grid) -> tuple[Grid, int]:
    """Fill a unit whose empty cells need just the symbols that no clue has; return how many ways there are.

    Such symbols can change places in any solution. So all ways of filling that unit with them have as many
    solutions, and one of them stands for all. On an empty grid this is any row.

    Examples
    --------
    >>> grid, ways = settle_equals(Grid(4, (2, 2), "1234", bytes([1, 2] + [0] * 14)))
    >>> list(grid.cells[:4]), ways
    ([1, 2, 3, 4], 2)
    """
    missing = [value for value in range(1, grid.n + 1) if value not in grid.cells]
    for unit in units_of(grid.box):
        empty = [cell for cell in unit if not grid.cells[cell]]
        # Where there are no more empty cells than such symbols, each of them has its cell there.
        if missing and len(empty) == len(missing):
            cells = bytearray(grid.cells)
            for cell, value in zip(empty, missing, strict=True):
                cells[cell] = value
            return grid._replace(cells=bytes(cells)), factorial(len(missing))
    return grid, 1
