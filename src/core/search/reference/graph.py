"""Twin of `unriddle.core.search.graph`: paths by trying them, counts by listing them.

A graph here is a list of neighbour lists, or of (neighbour, cost) pairs where steps cost something.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Iterator, Sequence

__all__ = ["best_paths", "components", "distances", "eccentric_pairs", "simple_paths"]


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
    """Return the least cost of a path from `sources` to `targets`, and all paths of that cost, sorted.

    Examples
    --------
    >>> best_paths([[1, 3], [0, 2], [1, 3], [0, 2]], [0], [2])
    (2, [[0, 1, 2], [0, 3, 2]])
    """

    def cost(path: list[int]) -> float:
        if costs is None:
            return len(path) - 1
        return sum(costs[a][graph[a].index(b)] for a, b in itertools.pairwise(path))

    paths = [path for source in sorted(set(sources)) for path in simple_paths(graph, source, targets)]
    least = min(map(cost, paths), default=float("inf"))
    return least, sorted(path for path in paths if cost(path) == least)


def distances(graph: Sequence[Iterable[int]], sources: Iterable[int]) -> list[int]:
    """Return the number of steps from the nearest source to each vertex, -1 where none leads there.

    Examples
    --------
    >>> distances([[1], [0, 2], [1], []], [0])
    [0, 1, 2, -1]
    """
    found = dict.fromkeys(sources, 0)
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
