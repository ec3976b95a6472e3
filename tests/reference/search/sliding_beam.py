"""Twin of `unriddle.core.search.sliding_beam`: the bound by its definition, the beam by sorted sets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from .slices import Sliced
from .sliding import expand, manhattan

__all__ = ["SlidingBeam", "beam", "linear_conflicts"]


def linear_conflicts(rows: int, cols: int, blank: int, cells: Sequence[int]) -> int:
    """Return twice the fewest tiles that must leave their goal line for the others to be in order.

    Examples
    --------
    >>> linear_conflicts(2, 2, 3, (1, 0, 2, 3))
    2
    """
    lines = [[(cells[r * cols + c], c) for c in range(cols)] for r in range(rows)]
    columns = [[(cells[r * cols + c], r) for r in range(rows)] for c in range(cols)]
    total = 0
    for number, line in enumerate(lines):
        home = [tile % cols for tile, _ in line if tile != blank and tile // cols == number]
        total += 2 * _fewest_to_leave(home)
    for number, line in enumerate(columns):
        home = [tile // cols for tile, _ in line if tile != blank and tile % cols == number]
        total += 2 * _fewest_to_leave(home)
    return total


def _fewest_to_leave(places: list[int]) -> int:
    for leaving in range(len(places) + 1):
        for staying in combinations(places, len(places) - leaving):
            if list(staying) == sorted(staying):
                return leaving
    return len(places)


def beam(start: tuple[int, ...], cols: int, blank: int, width: int, depth: int) -> int | None:
    """Return the length of the solution that a beam of that width finds, None if it finds none.

    Examples
    --------
    >>> beam((0, 3, 2, 1), 2, 3, 4, 9)
    1
    """
    goal, rows = tuple(range(len(start))), len(start) // cols
    layer, seen = [start], {start}
    for steps in range(depth + 1):
        if goal in layer:
            return steps
        found = {other for cells in layer for other in expand(cells, cols, blank)} - seen
        seen |= found
        layer = sorted(
            found, key=lambda c: (manhattan(c, cols, blank) + linear_conflicts(rows, cols, blank, c), c)
        )[:width]
    return None


class SlidingBeam(Sliced):
    """Beam search in rounds: each keeps the best `width` configurations of a layer, the next twice as many.

    `lower` is the kernel's, and no solution is shorter. `best` is the length of the best solution so far, -1
    before one. Nodes are counted as in the kernel but not alike: the kernel forgets some of what it saw, and
    ends where memory forbids a wider round; here the last round is the first that had to leave nothing out,
    so that `best` is the optimum in the end.

    Examples
    --------
    >>> search = SlidingBeam(2, 2, 3, [0, 3, 2, 1])
    >>> search.run(100), search.best, search.lower, search.path_cells()
    (False, 1, 1, [1, 3])
    """

    def __init__(
        self, rows: int, cols: int, blank: int, start: Iterable[int], most_bytes: int = 1 << 29
    ) -> None:
        self.rows, self.cols, self.blank, self.n_cells = rows, cols, blank, rows * cols
        self.start = tuple(map(int, start))
        self.lower = self._bound(self.start)
        self.best, self.rounds, self.depth, self.width = -1, 0, 0, 8
        self.nodes = self.generated = 0
        self._path: list[tuple[int, ...]] = []
        self._work = self._rounds()

    @property
    def done(self) -> bool:
        """Whether no better solution is to come."""
        return self._over

    def path_cells(self) -> list[int]:
        """Return the cells of the blank from the start to the goal; empty before a solution."""
        return [cells.index(self.blank) for cells in self._path]

    def _bound(self, cells: tuple[int, ...]) -> int:
        conflicts = linear_conflicts(self.rows, self.cols, self.blank, cells)
        return manhattan(cells, self.cols, self.blank) + conflicts

    def _rounds(self) -> Iterator[None]:
        left_out = True
        while left_out and self.best != self.lower:
            self.width *= 2
            self.rounds += 1
            left_out, self.depth = False, 0
            layer, seen = [[self.start]], {self.start}  # paths, configurations
            while layer:
                found = []
                for path in layer:
                    self.nodes += 1
                    for other in expand(path[-1], self.cols, self.blank):
                        self.generated += 1
                        if other not in seen:
                            seen.add(other)
                            found.append([*path, other])
                    yield
                solved = [path for path in layer if self._bound(path[-1]) == 0]
                if solved and (self.best < 0 or self.depth < self.best):
                    self.best, self._path = self.depth, solved[0]
                if solved:
                    break
                found.sort(key=lambda path: self._bound(path[-1]))
                left_out |= len(found) > self.width
                layer = found[: self.width]
                self.depth += 1
