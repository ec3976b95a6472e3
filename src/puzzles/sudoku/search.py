"""Search one grid: the 9×9 kernel, a general kernel with the same interface, and counts of Latin squares."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import factorial, prod
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np

from ...core.assign import sudoku9
from ...search.run_loop import FIRST_SLICE, TRIAL
from ..framework.solutions import SearchProxy
from ..framework.steps import FREE, Meter
from .layout import Layout
from .parse import Grid

if TYPE_CHECKING:
    from numpy.typing import NDArray

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
        self.search = layout.search(cells, limit)
        self._limit, self._most = limit, most
        self._remains = True
        self._taken: list[NDArray[np.uint8]] = []
        self.first: bytes | None = None
        """The first solution."""

    def share(self, guesses: int) -> None:
        """Do nothing: `sudoku9.Lane.share` lets other lanes share the branches, and here there are none."""

    def restart(self, cells: NDArray[np.uint8]) -> None:
        """Search another grid of the same size."""
        self.search.restart(cells)
        self._remains, self._taken, self.first = True, [], None

    def run(self, budget: int) -> bool:
        """Visit at most `budget` nodes; return whether work remains."""
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
    def exhausted(self) -> bool:
        """Whether there are no others."""
        return not self._remains and self.search.count < self._limit


def search_of(grid: Grid, limit: int, *, each: bool = False) -> sudoku9.Lane | LargeSearch:
    """Return a search of a grid for at most `limit` solutions; with `each` it stops soon after one."""
    _, layout, _, cells = grid
    if layout.nine:
        return sudoku9.Lane(cells, limit, TOGETHER if each else 0, layout.added)
    return LargeSearch(np.frombuffer(cells, dtype=np.uint8), layout, limit, BRIEF if each else None)


def first_slice(n: int) -> int:
    """Return the nodes of the first slice of a search of n rows."""
    return TRIAL if n <= 9 else FIRST_SLICE


def is_unique(cells: bytes, layout: Layout, effort: int | None, meter: Meter = FREE) -> bool:
    """Return whether it is proven, within `effort` nodes, that there is one solution."""
    search: Any = (
        sudoku9.Lane(cells, groups=layout.added)
        if layout.nine
        else layout.search(np.frombuffer(cells, dtype=np.uint8))
    )
    return meter.run(search, effort, first=first_slice(layout.n)) and bool(search.count == 1)


class SolutionSource(SearchProxy, Generic[T]):
    """A `AnswerSource` of the solutions of a grid, each made by `fill` from its numbers."""

    def __init__(self, grid: Grid, limit: int, fill: Callable[[Any], T]) -> None:
        super().__init__(search_of(grid, limit, each=True))
        self._fill = fill

    def run(self, budget: int) -> bool:
        """Visit at most `budget` nodes; return whether work remains."""
        return bool(self.search.run(budget))

    def take(self) -> Sequence[T]:
        """Return the solutions of the last run."""
        return [self._fill(values) for values in self.search.take()]


def break_symmetry(grid: Grid) -> tuple[Grid, int]:
    """Fill a unit whose empty cells need just the symbols that no clue has; return how many ways there are.

    Such symbols can change places in any solution. So all ways of filling that unit with them have as many
    solutions, and one of them stands for all. On an empty grid this is any row. Where rows and columns are
    all, and one row is known, the others can change places too: one order of the first column stands for all.
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


# Latin squares


def _cycles(n: int, least: int = 2) -> Iterator[tuple[int, ...]]:
    """Yield the lengths of cycles, rising, that n places without a fixed one fall into."""
    if n == 0:
        yield ()
    for first in range(least, n + 1):
        yield from ((first, *rest) for rest in _cycles(n - first, first))


def second_rows(grid: Grid) -> list[tuple[Grid, int]]:
    """Return a Latin square with one row and one column, filled further: second rows that stand for all.

    A second row is the first one with its places changed, none of which stays. Two such changes with cycles
    of the same lengths turn into each other when columns and symbols are renamed, and then leave as many
    squares: one of each kind is kept, with the number of second rows that it stands for. Any other grid comes
    back alone.
    """
    n, cells = grid.n, grid.cells
    symbols = set(range(1, n + 1))
    row = next((row for row in range(n) if set(cells[n * row : n * row + n]) == symbols), None)
    col = next((col for col in range(n) if set(cells[col::n]) == symbols), None)
    if not grid.layout.latin or row is None or col is None or n < 4 or n * n - cells.count(0) != 2 * n - 1:
        return [(grid, 1)]
    top, second = cells[n * row : n * row + n], 1 if row == 0 else 0
    # The place of the column comes first, after it the one whose symbol the column has in the second row.
    places = [col, top.index(cells[n * second + col])]
    places += [place for place in range(n) if place not in places]
    found = []
    for lengths in _cycles(n):
        filled, begin = bytearray(cells), 0
        for length in lengths:
            cycle = places[begin : begin + length]
            for place, after in zip(cycle, cycle[1:] + cycle[:1], strict=True):
                filled[n * second + place] = top[after]
            begin += length
        same = prod(factorial(lengths.count(length)) for length in set(lengths))
        kind = factorial(n) // (prod(lengths) * same)
        found.append((grid._replace(cells=bytes(filled)), kind // (n - 1)))
    return found


class WeightedSearch:
    """A search of several grids whose solutions are counted with weights."""

    def __init__(self, grids: list[tuple[Grid, int]], limit: int) -> None:
        self._searches = [(search_of(grid, limit), times) for grid, times in grids]
        self._at = 0

    def run(self, budget: int) -> bool:
        """Visit at most `budget` nodes; return whether work remains."""
        if not self._searches[self._at][0].run(budget):
            self._at += 1
        return self._at < len(self._searches)

    @property
    def count(self) -> int:
        """Solutions found, each as often as it counts."""
        return sum(search.count * times for search, times in self._searches)

    @property
    def exhausted(self) -> bool:
        """Whether there are no others."""
        return all(search.exhausted for search, _ in self._searches)

    def __getattr__(self, name: str) -> int:
        """Return the sum of what the searches counted: nodes, guesses, propagations."""
        if name not in ("nodes", "guesses", "propagations"):
            raise AttributeError(name)
        return sum(getattr(search, name) for search, _ in self._searches)
