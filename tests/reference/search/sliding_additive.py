"""Twin of `unriddle.core.search.sliding_additive`: iterative deepening with a table a group."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from .slices import Sliced
from .sliding import expand, manhattan
from .sliding_pattern import placement_of

__all__ = ["EXHAUSTED", "RUNNING", "SOLVED", "AdditiveIda", "AdditiveTables"]

RUNNING, SOLVED, EXHAUSTED = range(3)
DEEPEST = 1024


class AdditiveTables:
    """Pattern databases of groups of tiles, for configurations and their mirror images.

    Examples
    --------
    >>> tables = AdditiveTables(2, 2, 3, [([0, 1, 2], [0, 1, 2, 3], [0] * 12)])
    >>> tables.bounds([0, 3, 2, 1])
    [1]
    """

    def __init__(
        self,
        rows: int,
        cols: int,
        blank: int,
        patterns: Iterable[tuple[Sequence[int], Sequence[int], Sequence[int]]],
        mirror: Sequence[int] | None = None,
    ) -> None:
        self.rows, self.cols, self.blank, self.n_cells = rows, cols, blank, rows * cols
        self.patterns, self.mirror = list(patterns), mirror
        self.n_patterns, self.n_images = len(self.patterns), 1 if mirror is None else 2
        self.n_views = self.n_patterns * self.n_images

    def bounds(self, cells: Sequence[int]) -> list[int]:
        """Return the lower bound of a configuration, and that of its mirror image where there is one."""
        images = [tuple(map(int, cells))]
        if self.mirror is not None:
            at = {int(self.mirror[cell]): int(self.mirror[tile]) for cell, tile in enumerate(cells)}
            images.append(tuple(at[cell] for cell in range(self.n_cells)))
        return [manhattan(image, self.cols, self.blank) + self._extras(image) for image in images]

    def _extras(self, cells: tuple[int, ...]) -> int:
        total = 0
        for tiles, turn, table in self.patterns:
            number = placement_of(self.n_cells, [int(turn[cells.index(tile)]) for tile in tiles])
            total += 2 * (int(table[number // 2]) >> 4 * (number % 2) & 15)
        return total


class AdditiveIda(Sliced):
    """Iterative deepening A* from a configuration to the goal of the tables, whole or below a path.

    All steps from a configuration are taken up before the first of them is made.

    Examples
    --------
    >>> search = AdditiveIda(AdditiveTables(2, 2, 3, [([0, 1, 2], [0, 1, 2, 3], [0] * 12)]), [0, 3, 2, 1])
    >>> search.run(100), search.status == SOLVED, search.path_cells(), search.nodes
    (False, True, [1, 3], 3)
    """

    def __init__(
        self, tables: AdditiveTables, start: Iterable[int], order: Sequence[int] = (0, 1, 2, 3)
    ) -> None:
        self.tables, self.order = tables, order
        self.start = tuple(map(int, start))
        self.bound = self.first_bound = max(tables.bounds(self.start))
        self.exceeded = self.nearest = DEEPEST
        self.status, self.nodes = RUNNING, 0
        self._path = [self.start]
        self._last, self._floor = False, 0
        self._work = self._search()

    @property
    def depth(self) -> int:
        """Steps of the path in hand."""
        return len(self._path) - 1

    def run(self, budget: int) -> bool:
        """Take up at most `budget` configurations; return whether work remains."""
        while budget > 0 and self.status == RUNNING and super().run(1):
            budget -= 1
        if self._over and self.status == RUNNING:
            self.status = EXHAUSTED
        return self.status == RUNNING

    def enter(self, cells: Sequence[int], bound: int) -> None:
        """Make ready to search below a path, within one bound."""
        self._path = [self.start]
        if not cells or self.start.index(self.tables.blank) != cells[0]:
            raise ValueError("expected the cells of a path from the start")
        for cell in cells[1:]:
            other = self._steps().get(int(cell))
            if other is None:
                raise ValueError("expected the cells of a path from the start")
            self._path.append(other)
        self.bound, self.exceeded, self.nearest, self._last = bound, DEEPEST, DEEPEST, True
        self.status, self._over, self._floor = RUNNING, False, self.depth
        self._work = self._search()
        total = self.depth + max(self.tables.bounds(self._path[-1]))
        if total > bound:
            self.exceeded, self.status = total, EXHAUSTED

    def go_on(self) -> None:
        """After a solution: make ready to search the next one of its length; EXHAUSTED after the last."""
        if self.status == SOLVED:
            self.status, self._last = RUNNING if self.depth > self._floor else EXHAUSTED, True

    def path_cells(self) -> list[int]:
        """Return the cells of the blank from the start to the goal; empty before a solution."""
        return [cells.index(self.tables.blank) for cells in self._path] if self.status == SOLVED else []

    def _steps(self) -> dict[int, tuple[int, ...]]:
        """Return the configurations one step further, never straight back, by the cell of the blank."""
        cols, blank = self.tables.cols, self.tables.blank
        here = self._path[-1].index(blank)
        found = {other.index(blank): other for other in expand(self._path[-1], cols, blank)}
        steps = [here + (-cols, -1, 1, cols)[way] for way in self.order]
        return {
            there: found[there] for there in steps if there in found and found[there] not in self._path[-2:-1]
        }

    def _search(self) -> Iterator[None]:
        self.nodes += 1
        if self._is_goal():
            self.status = SOLVED
        yield
        while True:
            yield from self._deeper()
            if self._last or self.exceeded >= DEEPEST:
                return
            self.bound, self.exceeded = self.exceeded, DEEPEST

    def _deeper(self) -> Iterator[None]:
        kept = []
        for other in self._steps().values():
            self.nodes += 1
            bound = max(self.tables.bounds(other))
            if len(self._path) + bound <= self.bound:
                self.nearest = min(self.nearest, bound)
                kept.append(other)
            else:
                self.exceeded = min(self.exceeded, len(self._path) + bound)
            yield
        for other in kept:
            self._path.append(other)
            if self._is_goal():
                self.status = SOLVED
                yield
            else:
                yield from self._deeper()
            self._path.pop()

    def _is_goal(self) -> bool:
        return self._path[-1] == tuple(range(self.tables.n_cells))
