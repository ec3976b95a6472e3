"""Twin of `unriddle.core.search.graph_paths`: paths by trying them, counts by listing them.

A graph here is a list of neighbour lists, as `reference.search.graph.Graph` makes it.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Iterator, Sequence

from .graph import Graph
from .slices import Sliced

__all__ = ["ShortestPaths", "SimplePaths", "best_paths", "simple_paths"]


def simple_paths(
    graph: Sequence[Iterable[int]], source: int, targets: Collection[int]
) -> Iterator[list[int]]:
    """Yield every path from `source` to the first target on its way that repeats no vertex.

    Examples
    --------
    >>> list(simple_paths([[1, 3], [0, 2], [1, 3], [0, 2]], 0, [1]))
    [[0, 1], [0, 3, 2, 1]]
    """

    def onward(path: list[int]) -> Iterator[list[int]]:
        if path[-1] in targets:
            yield path
            return
        for vertex in graph[path[-1]]:
            if vertex not in path:
                yield from onward([*path, vertex])

    return onward([source])


def best_paths(
    graph: Sequence[Sequence[int]],
    sources: Iterable[int],
    targets: Collection[int],
    costs: Sequence[Sequence[float]] | None = None,
) -> tuple[float, list[list[int]]]:
    """Return the least cost of a path from `sources` to `targets`, and all paths of that cost.

    They are in the order of the sources, those of one source sorted.

    Examples
    --------
    >>> best_paths([[1, 3], [0, 2], [1, 3], [0, 2]], [0], [2])
    (2, [[0, 1, 2], [0, 3, 2]])
    """

    def cost(path: list[int]) -> float:
        if costs is None:
            return len(path) - 1
        return sum(costs[a][graph[a].index(b)] for a, b in itertools.pairwise(path))

    paths = [path for source in set(sources) for path in simple_paths(graph, source, targets)]
    least = min(map(cost, paths), default=float("inf"))
    order = list(dict.fromkeys(sources))
    best = [path for path in paths if cost(path) == least]
    return least, sorted(best, key=lambda path: (order.index(path[0]), path))


class ShortestPaths(Sliced):
    """All shortest (or cheapest) paths from a set of vertices to another.

    Nodes are the vertices no farther from the sources than the nearest target, `generated` the neighbours of
    those that are nearer; the kernel looks at those of some that are as far as well.

    Examples
    --------
    >>> paths = ShortestPaths(Graph([0, 2, 4, 6, 8], [1, 3, 0, 2, 1, 3, 0, 2]), [0], [2])
    >>> paths.run(100), paths.distance, paths.count(1), paths.next_path(), paths.next_path()
    (False, 2.0, 2, [0, 1, 2], [0, 3, 2])
    """

    def __init__(
        self,
        graph: Graph,
        sources: Iterable[int],
        targets: Iterable[int],
        costs: Sequence[float] | None = None,
    ) -> None:
        self.graph = graph
        self.sources, self.targets = list(dict.fromkeys(map(int, sources))), set(map(int, targets))
        self.costs = [
            [1.0 if costs is None else float(costs[e]) for e in range(graph.indptr[v], graph.indptr[v + 1])]
            for v in range(graph.n)
        ]
        self.finished = False
        self.distance = float("inf")
        self.nodes = self.generated = 0
        self._paths: list[list[int]] = []
        self._work = self._search()

    def run(self, budget: int) -> bool:
        """Expand at most `budget` vertices; return whether work remains."""
        self.finished = not super().run(budget)
        return not self.finished

    def _search(self) -> Iterator[None]:
        reached = dict.fromkeys(self.sources, 0.0)
        changed = True
        while changed:  # every step is relaxed until nothing changes
            changed = False
            for vertex in list(reached):
                for other, cost in zip(self.graph[vertex], self.costs[vertex], strict=True):
                    if reached[vertex] + cost < reached.get(other, float("inf")):
                        reached[other] = reached[vertex] + cost
                        changed = True
        nearest = min((reached[v] for v in self.targets & reached.keys()), default=float("inf"))
        for vertex in sorted(reached, key=lambda v: (reached[v], v)):
            if reached[vertex] > nearest:
                break
            self.nodes += 1
            if reached[vertex] < nearest:
                self.generated += len(self.graph[vertex])
            yield
        found, self._paths = best_paths(self.graph, self.sources, self.targets, self.costs)
        self.distance = float(found)

    def count(self, limbs: int) -> int | None:
        """Return the number of best paths, None where it needs more than `limbs` times 64 bits."""
        if limbs < 1 or not self.finished:
            raise ValueError("count needs a limb and a finished run")
        number = len(self._paths)
        return number if number < 1 << 64 * limbs else None

    def next_path(self) -> list[int] | None:
        """Return one more best path, in rising order of vertices; None after the last."""
        if not self.finished:
            raise ValueError("run has not finished")
        return self._paths.pop(0) if self._paths else None


class SimplePaths(Sliced):
    """Every path from a vertex to the first target on its way that repeats no vertex, depth-first.

    Nodes are the vertices walked on, `generated` the neighbours of those that are no target.

    Examples
    --------
    >>> paths = SimplePaths(Graph([0, 2, 4, 6, 8], [1, 3, 0, 2, 1, 3, 0, 2]), 0, [1])
    >>> paths.run(100, 1), paths.current(), paths.run(100, 100), paths.paths
    (True, [0, 1], False, 2)
    """

    def __init__(self, graph: Sequence[Sequence[int]], source: int, targets: Iterable[int]) -> None:
        self.graph, self.source, self.targets = graph, source, set(map(int, targets))
        self.nodes = self.generated = self.paths = self.deepest = 0
        self._walk: list[int] = []
        self._work = self._onward([source])

    @property
    def finished(self) -> bool:
        """Whether every path was found."""
        return self._over

    def run(self, budget: int, paths: int = 1 << 62) -> bool:
        """Visit at most `budget` vertices, stop after `paths` more paths; return whether work remains."""
        last = self.paths + paths
        while budget > 0 and self.paths < last and super().run(1):
            budget -= 1
        return not self._over

    def current(self) -> list[int]:
        """Return the walk that stands."""
        return [] if self._over else self._walk

    def _onward(self, walk: list[int]) -> Iterator[None]:
        self._walk = walk
        self.nodes += 1
        self.deepest = max(self.deepest, len(walk) - 1)
        ends = walk[-1] in self.targets
        self.paths += ends
        self.generated += 0 if ends else len(self.graph[walk[-1]])
        yield
        for vertex in () if ends else self.graph[walk[-1]]:
            if vertex not in walk:
                yield from self._onward([*walk, vertex])
