"""Twin of `unriddle.core.search.graph`: distances by breadth-first search, the rest from distances.

A graph here is a list of neighbour lists. `Graph` makes one of the arrays that the kernel takes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from .slices import Sliced

__all__ = ["EccentricPairs", "Graph", "PathFinder", "components", "distances", "eccentric_pairs"]


class Graph(list[list[int]]):
    """The neighbour lists of a graph in CSR form: those of v are ``indices[indptr[v]:indptr[v + 1]]``.

    Examples
    --------
    >>> Graph([0, 1, 3, 4], [1, 0, 2, 1])
    [[1], [0, 2], [1]]
    """

    def __init__(self, indptr: Sequence[int], indices: Sequence[int]) -> None:
        self.indptr, self.indices, self.n = indptr, indices, len(indptr) - 1
        super().__init__([int(w) for w in indices[indptr[v] : indptr[v + 1]]] for v in range(self.n))


def distances(graph: Sequence[Iterable[int]], sources: Iterable[int]) -> list[int]:
    """Return the number of steps from the nearest source to each vertex, -1 where none leads there.

    Examples
    --------
    >>> distances([[1], [0, 2], [1], []], [0])
    [0, 1, 2, -1]
    """
    found = dict.fromkeys(map(int, sources), 0)
    queue = list(found)
    for vertex in queue:
        for other in graph[vertex]:
            if other not in found:
                found[other] = found[vertex] + 1
                queue.append(other)
    return [found.get(vertex, -1) for vertex in range(len(graph))]


def components(graph: Sequence[Iterable[int]]) -> list[int]:
    """Return for each vertex the number of its component; numbers rise with the least vertex.

    Examples
    --------
    >>> components([[1], [0], []])
    [0, 0, 1]
    """
    labels = [-1] * len(graph)
    for vertex in range(len(graph)):
        if labels[vertex] < 0:
            number = max(labels, default=-1) + 1
            for other, distance in enumerate(distances(graph, [vertex])):
                if distance >= 0:
                    labels[other] = number
    return labels


def eccentric_pairs(graph: Sequence[Iterable[int]]) -> tuple[int, list[tuple[int, int]]]:
    """Return the greatest distance between two vertices that a path joins, and the pairs so far apart.

    Examples
    --------
    >>> eccentric_pairs([[1], [0, 2], [1]])
    (2, [(0, 2)])
    """
    table = [distances(graph, [vertex]) for vertex in range(len(graph))]
    most = max(map(max, table), default=0)
    if most == 0:
        return 0, []
    return most, [(a, b) for a, row in enumerate(table) for b, d in enumerate(row) if d == most and a < b]


class PathFinder(Sliced):
    """Shortest paths between pairs of vertices: breadth-first from both ends, always the smaller frontier.

    Nodes are the vertices expanded, `generated` their neighbours. Between frontiers of one size that of the
    source continues; the first edge between the two trees closes the path.

    Examples
    --------
    >>> PathFinder(Graph([0, 1, 3, 4], [1, 0, 2, 1])).path(0, 2)
    [0, 1, 2]
    """

    nodes = generated = 0
    found = False
    _over = True

    def __init__(self, graph: Sequence[Sequence[int]]) -> None:
        self.graph = graph
        self._result: list[int] = []

    def begin(self, source: int, target: int) -> None:
        """Take up a new pair; `run` then searches."""
        self.nodes = self.generated = 0
        self.found = self._over = source == target
        self._result = [source]
        self._work = self._search(source, target)

    def result(self) -> list[int] | None:
        """Return the path that `run` found, None where it found none."""
        return self._result if self.found else None

    def path(self, source: int, target: int) -> list[int] | None:
        """Return a shortest path, None where there is none."""
        self.begin(source, target)
        self.run(1 << 62)
        return self.result()

    def paths(self, sources: Sequence[int], targets: Sequence[int]) -> tuple[list[int], ...]:
        """Return the shortest paths of pairs one after another, where each ends, its nodes and neighbours."""
        vertices, ends, nodes, generated = [], [], [], []
        for source, target in zip(sources, targets, strict=True):
            vertices += self.path(source, target) or []
            ends.append(len(vertices))
            nodes.append(self.nodes)
            generated.append(self.generated)
        return vertices, ends, nodes, generated

    def _search(self, source: int, target: int) -> Iterator[None]:
        trees = {source: [source]}, {target: [target]}  # vertex -> path from it back to its end
        frontiers = [[source], [target]]
        while frontiers[0] and frontiers[1]:
            side = len(frontiers[1]) < len(frontiers[0])
            mine, theirs = trees[side], trees[not side]
            level, frontiers[side] = frontiers[side], []
            for vertex in level:
                self.nodes += 1
                self.generated += len(self.graph[vertex])
                for other in self.graph[vertex]:
                    if other in mine:
                        continue
                    if other in theirs:
                        halves = (mine[vertex], theirs[other]) if not side else (theirs[other], mine[vertex])
                        self._result, self.found, self._over = halves[0][::-1] + halves[1], True, True
                        return
                    mine[other] = [other, *mine[vertex]]
                    frontiers[side].append(other)
                yield


class EccentricPairs(Sliced):
    """The greatest distance between two vertices that a path joins, and all pairs so far apart.

    Nodes are the vertices from which distances were found: all of them here, where the kernel leaves out
    those that its bounds rule out. The pairs are the kernel's up to order.

    Examples
    --------
    >>> pairs = EccentricPairs(Graph([0, 1, 3, 4], [1, 0, 2, 1]))
    >>> pairs.run(10), pairs.diameter, pairs.pairs
    (False, 2, [(0, 2)])
    """

    def __init__(self, graph: Sequence[Sequence[int]]) -> None:
        self.graph = graph
        self.nodes = self.diameter = 0
        self.pairs: list[tuple[int, int]] = []
        self._work = self._sweeps()

    @property
    def n_pairs(self) -> int:
        """Number of pairs so far."""
        return len(self.pairs)

    def _sweeps(self) -> Iterator[None]:
        for vertex in range(len(self.graph)):
            self.nodes += 1
            for other, distance in enumerate(distances(self.graph, [vertex])):
                if distance > self.diameter:
                    self.diameter, self.pairs = distance, []
                if distance == self.diameter and vertex < other:
                    self.pairs.append((vertex, other))
            yield
