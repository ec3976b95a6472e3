"""Twin of `unriddle.core.search.sliding_table`: breadth-first search from the goal."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache

from .engine import levels
from .slices import Sliced
from .sliding import expand

__all__ = ["SlidingTable", "distances"]


@lru_cache(2)
def distances(rows: int, cols: int, blank: int) -> dict[tuple[int, ...], int]:
    """Return the optimal distance of every configuration in reach of the goal.

    Examples
    --------
    >>> max(distances(2, 2, 3).values())
    6
    """
    found = levels(lambda cells: expand(cells, cols, blank), tuple(range(rows * cols)))
    return {cells: steps for steps, level in enumerate(found) for cells in level}


class SlidingTable(Sliced):
    """The optimal distance of every configuration from the goal.

    `nodes`, `depth` and `depth_counts` stand still before the whole table is built.

    Examples
    --------
    >>> table = SlidingTable(2, 2, 3)
    >>> table.run(100), table.n_states, table.depth, table.walk([0, 3, 2, 1]), table.lengths([[0, 3, 2, 1]])
    (False, 12, 6, [1, 3], [1])
    """

    def __init__(self, rows: int, cols: int, blank: int = 0) -> None:
        self.rows, self.cols, self.blank, self.n_cells = rows, cols, blank, rows * cols
        self.n_states = max(1, math.factorial(self.n_cells - 1) // 2) * self.n_cells
        self.nodes = self.depth = 0
        self.depth_counts: list[int] = []
        self._distances: dict[tuple[int, ...], int] = {}
        self._work = self._build()

    @property
    def ready(self) -> bool:
        """Whether the table is built."""
        return self._over

    @property
    def nbytes(self) -> int:
        """Bytes of the kernel's table: two bits a configuration."""
        return (self.n_states + 3) // 4

    def _build(self) -> Iterator[None]:
        self._distances = distances(self.rows, self.cols, self.blank)
        counts = Counter(self._distances.values())
        self.depth_counts = [counts[steps] for steps in sorted(counts)]
        self.nodes, self.depth = len(self._distances), len(counts) - 1
        return
        yield

    def walk(self, start: Iterable[int]) -> list[int]:
        """Return the cells of the blank of a shortest solution: always the first step that leads nearer."""
        if not self.ready:
            raise ValueError("the table is not built yet")
        path = [tuple(map(int, start))]
        if path[0] not in self._distances:
            raise ValueError("start is not in reach of the goal")
        while self._distances[path[-1]]:
            nearer = self._distances[path[-1]] - 1
            steps = expand(path[-1], self.cols, self.blank)
            path.append(next(other for other in steps if self._distances[other] == nearer))
        return [cells.index(self.blank) for cells in path]

    def lengths(self, starts: Iterable[Iterable[int]]) -> list[int]:
        """Return the optimal length of each configuration."""
        return [len(self.walk(start)) - 1 for start in starts]
