"""Searches of one grid: the kernel of 9 × 9, and that of any size in its clothes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import factorial
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np

from ...core.assign import sudoku as kernel
from ...core.assign import sudoku9
from ..framework.solutions import SearchProxy
from .layout import Layout
from .parse import Grid

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["ALONE", "PROOF", "LargeSearch", "SolutionSource", "break_symmetry", "search_of"]

T = TypeVar("T")
TOGETHER, BRIEF = 64, 1 << 10
"""Solutions handed out at a time, and nodes until they are."""
PROOF = 2
"""Solutions looked for where one is to be proven the only one."""
ALONE = 4
"""Guesses of one lane before others share: with fewer, filling them costs more than it saves."""


class LargeSearch(SearchProxy):
    """A search of one grid of any size with the interface of `sudoku9.Lane`."""

    __slots__ = ("_limit", "_most", "_remains", "_taken", "first")

    def __init__(self, cells: NDArray[np.uint8], layout: Layout, limit: int, most: int | None = None) -> None:
        self.search = kernel.Search(cells, layout.kernel, limit=limit)
        self._limit, self._most = limit, most
        self._remains = True
        self._taken: list[NDArray[np.uint8]] = []
        self.first: bytes | None = None
        """The first solution."""

    def share(self, guesses: int) -> None:
        """Let others share the branches, as `sudoku9.Lane.share` does: here there are none."""

    def restart(self, cells: NDArray[np.uint8]) -> None:
        """Take up another grid of the same size."""
        self.search.restart(cells)
        self._remains, self._taken, self.first = True, [], None

    def run(self, budget: int) -> bool:
        """Take up at most `budget` nodes; say whether work remains."""
        search = self.search
        self._remains = search.run(budget if self._most is None else min(budget, self._most))
        self._taken = search.take()
        if self.first is None and self._taken:
            self.first = self._taken[0].tobytes()
        return self._remains

    def take(self) -> list[NDArray[np.uint8]]:
        """Return the solutions of the last run."""
        return self._taken

    @property
    def count(self) -> int:
        """Solutions found."""
        return int(self.search.count)

    @property
    def exhausted(self) -> bool:
        """Whether there are no others."""
        return not self._remains and self.count < self._limit


def search_of(grid: Grid, limit: int, *, each: bool = False) -> sudoku9.Lane | LargeSearch:
    """Return a search of a grid for at most `limit` solutions.

    Parameters
    ----------
    each : bool
        Whether it is to stop soon after a solution, for `take`.

    Examples
    --------
    >>> from unriddle.puzzles.sudoku.layout import boxed
    >>> search = search_of(Grid(4, boxed((2, 2)), "1234", bytes(16)), 1000)
    >>> search.run(10**6), search.count, search.exhausted
    (False, 288, True)
    """
    _, layout, _, cells = grid
    if layout.nine:
        return sudoku9.Lane(cells, limit, TOGETHER if each else 0, layout.added)
    return LargeSearch(np.frombuffer(cells, dtype=np.uint8), layout, limit, BRIEF if each else None)


class SolutionSource(SearchProxy, Generic[T]):
    """A `Source` of the solutions of a grid, each made by `fill` from its numbers."""

    def __init__(self, grid: Grid, limit: int, fill: Callable[[Any], T]) -> None:
        super().__init__(search_of(grid, limit, each=True))
        self._fill = fill

    def run(self, budget: int) -> bool:
        """Take up at most `budget` nodes; say whether work remains."""
        return bool(self.search.run(budget))

    def take(self) -> Sequence[T]:
        """Return the solutions of the last run."""
        return [self._fill(values) for values in self.search.take()]


def break_symmetry(grid: Grid) -> tuple[Grid, int]:
    """Fill a unit whose empty cells need just the symbols that no clue has; return how many ways there are.

    Such symbols can change places in any solution. So all ways of filling that unit with them have as many
    solutions, and one of them stands for all. On an empty grid this is any row. Where rows and columns are
    all, and one row is known, the others can change places too: one order of the first column stands for all.

    Examples
    --------
    >>> from unriddle.puzzles.sudoku.layout import boxed
    >>> grid, ways = break_symmetry(Grid(4, boxed((2, 2)), "1234", bytes([1, 2] + [0] * 14)))
    >>> list(grid.cells[:4]), ways
    ([1, 2, 3, 4], 2)
    """
    layout, n = grid.layout, grid.n
    if not layout.alike:
        return grid, 1
    cells, ways = bytearray(grid.cells), 1
    missing = [value for value in range(1, n + 1) if value not in grid.cells]
    for unit in layout.units:
        empty = [cell for cell in unit if not cells[cell]]
        # Where there are no more empty cells than such symbols, each of them has its cell there.
        if missing and len(empty) == len(missing):
            for cell, value in zip(empty, missing, strict=True):
                cells[cell] = value
            ways = factorial(len(missing))
            break
    row = next((row for row in range(n) if all(cells[n * row : n * row + n])), None)
    if layout.latin and row is not None and n * n - cells.count(0) == n:
        others = sorted(set(range(1, n + 1)) - {cells[n * row]})
        for place, value in zip((k for k in range(n) if k != row), others, strict=True):
            cells[n * place] = value
        ways *= factorial(n - 1)
    return grid._replace(cells=bytes(cells)), ways
