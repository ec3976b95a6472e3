"""Twin of `unriddle.core.search.sliding_ida`: a pattern database counts steps of some tiles only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from .slices import Sliced
from .sliding import expand, manhattan

__all__ = [
    "EXHAUSTED", "RUNNING", "SOLVED", "PatternTables", "SlidingIda", "ida_star", "pattern_extras",
]  # fmt: skip

RUNNING, SOLVED, EXHAUSTED = range(3)
DEEPEST = 1024


def pattern_extras(rows: int, cols: int, blank: int, group: tuple[int, ...]) -> dict[tuple[int, ...], int]:
    """Return for each placement of a group's tiles the steps they need beyond Manhattan distances.

    All other tiles are alike (-1), and their steps cost nothing.

    Examples
    --------
    >>> pattern_extras(2, 2, 3, (0,))[(3,)]
    0
    """
    start = tuple(c if c in group or c == blank else -1 for c in range(rows * cols))
    cost = {start: 0}
    level = [start]
    while level:  # steps of the group's tiles cost one, so levels are relaxed until they are stable
        later = []
        for cells in level:
            for other in expand(cells, cols, blank):
                moved = other[cells.index(blank)]
                reached = cost[cells] + (moved in group)
                if reached < cost.get(other, reached + 1):
                    cost[other] = reached
                    later.append(other)
        level = later
    extras: dict[tuple[int, ...], int] = {}
    for cells, steps in cost.items():
        places = tuple(cells.index(tile) for tile in group)
        alone = sum(
            abs(cell // cols - tile // cols) + abs(cell % cols - tile % cols)
            for cell, tile in zip(places, group, strict=True)
        )
        extras[places] = min(steps - alone, extras.get(places, steps))
    return extras


def ida_star(start: tuple[int, ...], cols: int, blank: int) -> tuple[int, int]:
    """Return (length, nodes) of iterative deepening A* with the Manhattan distance.

    Nodes are the configurations whose bound is computed, the start once. Never straight back.

    Examples
    --------
    >>> ida_star((0, 3, 2, 1), 2, 3)
    (1, 3)
    """
    nodes = 1
    goal = tuple(range(len(start)))

    def search(path: list[tuple[int, ...]], bound: int) -> tuple[bool, int]:
        nonlocal nodes
        if path[-1] == goal:
            return True, bound
        exceeded = 1 << 30
        for other in expand(path[-1], cols, blank):
            if len(path) > 1 and other == path[-2]:
                continue
            nodes += 1
            total = len(path) + manhattan(other, cols, blank)
            if total > bound:
                exceeded = min(exceeded, total)
                continue
            path.append(other)
            found, over = search(path, bound)
            if found:
                return True, over
            path.pop()
            exceeded = min(exceeded, over)
        return False, exceeded

    bound = manhattan(start, cols, blank)
    while True:
        path = [start]
        found, over = search(path, bound)
        if found:
            return len(path) - 1, nodes
        bound = over


class PatternTables(Sliced):
    """Additive pattern databases: for groups of tiles, the steps they need beyond their Manhattan distances.

    `n_entries` are the placements in reach; `n_states` is one a placement here, where the kernel counts the
    placements with each set of cells that the blank can reach.

    Examples
    --------
    >>> tables = PatternTables(2, 2, 3, [[0, 1], [2]])
    >>> tables.run(100), tables.n_entries, tables.extra(0, [3, 0]), tables.nbytes
    (False, 12, 0, 136)
    """

    def __init__(self, rows: int, cols: int, blank: int, patterns: Iterable[Sequence[int]]) -> None:
        self.rows, self.cols, self.blank, self.n_cells = rows, cols, blank, rows * cols
        self.patterns = [tuple(map(int, pattern)) for pattern in patterns]
        self.n_patterns, self.n_tiles = len(self.patterns), self.n_cells - 1
        self.n_states = self.n_entries = 0
        self.tables: list[dict[tuple[int, ...], int]] = []
        self._over = not self.patterns
        self._work = self._build()

    @property
    def ready(self) -> bool:
        """Whether the tables are built."""
        return self._over

    @property
    def nbytes(self) -> int:
        """Bytes of the kernel's tables: half a byte for each placement, the impossible ones included."""
        return sum(16 ** len(pattern) // 2 for pattern in self.patterns)

    def _build(self) -> Iterator[None]:
        for pattern in self.patterns:
            self.tables.append(pattern_extras(self.rows, self.cols, self.blank, pattern))
            for _ in self.tables[-1]:
                self.n_states += 1
                self.n_entries += 1
                yield

    def extra(self, pattern: int, cells: Iterable[int]) -> int:
        """Return the steps that a pattern's tiles need beyond their Manhattan distances, 0 out of reach."""
        if not self.ready or not 0 <= pattern < self.n_patterns:
            raise ValueError("no such table")
        return self.tables[pattern].get(tuple(map(int, cells)), 0)

    def extras(self, cells: tuple[int, ...]) -> int:
        """Return the extra steps of all patterns in a configuration."""
        return sum(self.extra(p, map(cells.index, pattern)) for p, pattern in enumerate(self.patterns))


class SlidingIda(Sliced):
    """Iterative deepening A* from a configuration to the goal.

    Nodes are configurations whose bound was computed. The bound is the Manhattan distance plus the tables'
    extra steps of the configuration, or of its mirror image where that is larger. The next bound is the least
    that exceeded: of the configuration, or of its mirror image where only that did.

    Examples
    --------
    >>> search = SlidingIda(PatternTables(2, 2, 3, []), [0, 3, 2, 1])
    >>> search.run(100), search.status == SOLVED, search.path_cells(), search.nodes
    (False, True, [1, 3], 3)
    """

    def __init__(
        self,
        tables: PatternTables,
        start: Iterable[int],
        mirror: Sequence[int] | None = None,
        order: Sequence[int] = (0, 1, 2, 3),
    ) -> None:
        self.tables, self.mirror, self.order = tables, mirror, order
        self.start = tuple(map(int, start))
        self.bound = self.first_bound = max(self._bounds(self.start))
        self.status, self.nodes = RUNNING, 0
        self._path = [self.start]
        self._last = False
        self._work = self._search()

    @property
    def depth(self) -> int:
        """Steps of the path in hand."""
        return len(self._path) - 1

    def run(self, budget: int) -> bool:
        """Take up at most `budget` configurations; return whether work remains."""
        while budget > 0 and self.status == RUNNING and super().run(1):
            budget -= 1
        if self._over:
            self.status = EXHAUSTED
        return self.status == RUNNING

    def go_on(self) -> None:
        """After a solution: make ready to search the next one of its length; EXHAUSTED after the last."""
        if self.status == SOLVED:
            self.status, self._last = RUNNING if self.depth else EXHAUSTED, True

    def path_cells(self) -> list[int]:
        """Return the cells of the blank from the start to the goal; empty before a solution."""
        return [cells.index(self.tables.blank) for cells in self._path] if self.status == SOLVED else []

    def _bounds(self, cells: tuple[int, ...]) -> list[int]:
        """Return the lower bounds of a configuration and, where there is a mirror, of its image."""
        images = [cells]
        if self.mirror is not None and self.tables.n_patterns:
            image = dict(zip(self.mirror, (int(self.mirror[tile]) for tile in cells), strict=True))
            images.append(tuple(image[cell] for cell in range(len(cells))))
        return [
            manhattan(image, self.tables.cols, self.tables.blank) + self.tables.extras(image)
            for image in images
        ]

    def _search(self) -> Iterator[None]:
        self.nodes = 1
        if self._is_goal():
            self.status = SOLVED
        yield
        while self.bound < DEEPEST and not self._last:
            self._exceeded = DEEPEST
            yield from self._deeper()
            self.bound = self._exceeded

    def _deeper(self) -> Iterator[None]:
        here = self._path[-1].index(self.tables.blank)
        cols = self.tables.cols
        steps = {
            other.index(self.tables.blank) - here: other
            for other in expand(self._path[-1], cols, self.tables.blank)
        }
        for direction in self.order:
            other = steps.get((-cols, -1, 1, cols)[direction])
            if other is None or other in self._path[-2:-1]:
                continue
            self.nodes += 1
            over = next((b for b in self._bounds(other) if len(self._path) + b > self.bound), None)
            if over is not None:
                self._exceeded = min(self._exceeded, len(self._path) + over)
                yield
                continue
            self._path.append(other)
            if self._is_goal():
                self.status = SOLVED
            yield
            yield from self._deeper()
            self._path.pop()

    def _is_goal(self) -> bool:
        return self._path[-1] == tuple(range(self.tables.n_cells))
