"""Latin squares counted by what their second rows can be."""

from __future__ import annotations

from collections.abc import Iterator
from math import factorial, prod

from .parse import Grid
from .search import search_of

__all__ = ["WeightedSearch", "second_rows"]


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

    Examples
    --------
    >>> from unriddle.puzzles.sudoku.variants import layout_of
    >>> cells = bytes([1, 2, 3, 4, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0])
    >>> found = second_rows(Grid(4, layout_of(4, variants="latin"), "1234", cells))
    >>> [(list(square.cells[4:8]), times) for square, times in found]
    [([2, 1, 4, 3], 1), ([2, 3, 4, 1], 2)]
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
    """A search of several grids, the solutions of each counted so many times."""

    def __init__(self, grids: list[tuple[Grid, int]], limit: int) -> None:
        self._searches = [(search_of(grid, limit), times) for grid, times in grids]
        self._at = 0

    def run(self, budget: int) -> bool:
        """Take up at most `budget` nodes; say whether work remains."""
        if not self._searches[self._at][0].run(budget):
            self._at += 1
        return self._at < len(self._searches)

    def _sum(self, name: str) -> int:
        return sum(getattr(search, name) for search, _ in self._searches)

    @property
    def count(self) -> int:
        """Solutions found, each as often as it counts."""
        return sum(search.count * times for search, times in self._searches)

    @property
    def exhausted(self) -> bool:
        """Whether there are no others."""
        return all(search.exhausted for search, _ in self._searches)

    @property
    def nodes(self) -> int:
        """Nodes visited so far."""
        return self._sum("nodes")

    @property
    def guesses(self) -> int:
        """Choices so far that were not forced."""
        return self._sum("guesses")

    @property
    def propagations(self) -> int:
        """What has followed so far without a choice."""
        return self._sum("propagations")
