"""Twin of `unriddle.core.search.sliding_near`: a beam by sorted lists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from .slices import Sliced
from .sliding import expand, manhattan
from .sliding_additive import AdditiveTables

__all__ = ["AdditiveBeam"]

MOST_LAYERS = 1600


class AdditiveBeam(Sliced):
    """Beam search from a configuration: of each layer the `width` configurations of least order stay.

    The kernel now and then forgets a configuration that it has seen; this one does not.

    Examples
    --------
    >>> tables = AdditiveTables(2, 2, 3, [([0, 1, 2], [0, 1, 2, 3], [0] * 12)])
    >>> search = AdditiveBeam(tables, [0, 3, 2, 1], 4)
    >>> search.run(100), search.best, search.path_cells()
    (False, 1, [1, 3])
    """

    def __init__(
        self,
        tables: AdditiveTables,
        start: Iterable[int],
        width: int,
        goal: Iterable[int] | None = None,
        most: int = MOST_LAYERS,
        weights: Sequence[int] = (1, 1),
    ) -> None:
        self.tables, self.width, self.most, self.weights = tables, width, min(most, MOST_LAYERS), weights
        self.start = tuple(map(int, start))
        home = range(tables.n_cells) if goal is None else tuple(map(int, goal))
        self._goal = tuple(home)
        self._place = {tile: cell for cell, tile in enumerate(home)}
        self.best, self.depth, self.nodes, self.generated = -1, 0, 0, 0
        self._path: list[tuple[int, ...]] = []
        self._work = self._layers()

    @property
    def done(self) -> bool:
        """Whether the beam has come to its end."""
        return self._over

    def path_cells(self) -> list[int]:
        """Return the cells of the blank from the start to the goal; empty before a solution."""
        return [cells.index(self.tables.blank) for cells in self._path]

    def _distance(self, cells: tuple[int, ...]) -> int:
        placed = tuple(self._place[tile] for tile in cells)
        return manhattan(placed, self.tables.cols, self._place[self.tables.blank])

    def _extras(self, cells: tuple[int, ...]) -> list[int]:
        """Return half the extra steps of a configuration and of its mirror image."""
        tables = self.tables
        return [(bound - manhattan(cells, tables.cols, tables.blank)) // 2 for bound in tables.bounds(cells)]

    def _layers(self) -> Iterator[None]:
        layer, seen = [[self.start]], {self.start}
        exact = self._goal == tuple(range(self.tables.n_cells))
        if self.start == self._goal:
            self.best, self._path = 0, [self.start]
            return
        while layer and self.depth < self.most:
            found: list[tuple[int, list[tuple[int, ...]]]] = []
            for path in layer:
                self.nodes += 1
                for other in expand(path[-1], self.tables.cols, self.tables.blank):
                    if other in path[-2:-1]:
                        continue
                    self.generated += 1
                    if other in seen:
                        continue
                    seen.add(other)
                    if other == self._goal:
                        self.best, self._path = self.depth + 1, [*path, other]
                        return
                    distance, extras = self._distance(other), self._extras(other)
                    if self.depth + 1 + distance + (2 * max(extras) if exact else 0) < self.most:
                        both = sum(extras) * (2 // len(extras))
                        found.append((self.weights[0] * distance + self.weights[1] * both, [*path, other]))
                yield
            kept = sorted(range(len(found)), key=lambda number: found[number][0])[: self.width]
            layer = [found[number][1] for number in sorted(kept)]  # in the order in which they were made
            self.depth += 1
