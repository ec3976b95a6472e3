"""Searches of the signature: tables, tries, clauses and engines that puzzles share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from .numbers import digest_number, numbers, syllables

__all__ = ["PARTS"]


def topology() -> Iterator[int]:
    """Neighbour tables and adjacency masks."""
    from unriddle.core import topology

    for kind in (topology.KING, topology.ROOK, topology.HEX):
        for wrap in (False, True):
            yield digest_number(topology.neighbours(5, 7, kind, wrap))
            yield digest_number(topology.adjacency_masks(3, 4, kind, wrap))


def trie() -> Iterator[int]:
    """Yield the nodes of a trie, and the numbers of its words."""
    from unriddle.lexicon import Lexicon

    words = Lexicon(syllables())
    yield from (words.trie.n_nodes, words.trie.n_words, digest_number(words.trie.nodes))
    yield from (words.number(word) for word in list(syllables())[::50])


def clauses() -> Iterator[int]:
    """Pigeons and holes, and random clauses, with learning from conflicts."""
    from unriddle.core.assign.learning import ClauseSearch

    def flat(lists: list[list[int]]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        starts = np.cumsum([0, *map(len, lists)]).astype(np.int32)
        return np.array([item for items in lists for item in items], dtype=np.int32), starts

    for birds, holes in ((6, 5), (4, 4)):
        literals = [[2 * (b * holes + h) for h in range(holes)] for b in range(birds)]
        groups = [[b * holes + h for b in range(birds)] for h in range(holes)]
        search = ClauseSearch(birds * holes, *flat(literals), *flat(groups), limit=100)
        search.run(1 << 40)
        yield from (search.count, search.nodes, search.conflicts)
    picks = list(numbers(3 * 100, 60))
    triples = [sorted(set(picks[k : k + 3])) for k in range(0, 300, 3)]
    search = ClauseSearch(30, *flat(triples), *flat([]), limit=20)
    search.run(1 << 20)
    yield from (search.count, search.nodes, search.conflicts)


def search_engine() -> Iterator[int]:
    """Run the engine of all step-by-step puzzles on a graph."""
    from unriddle.core.search import engine

    n = 500
    ends, weights = list(numbers(3 * n, n)), list(numbers(3 * n, 9))
    rules = engine.Graph(
        np.arange(0, 3 * n + 1, 3, dtype=np.int32),
        np.array(ends, dtype=np.int32),
        (np.arange(n) == n - 1).astype(np.uint8),
        np.array(weights, dtype=np.int32),
    )
    root, goals = np.zeros(1, dtype=np.uint64), np.full((1, 1), n - 1, dtype=np.uint64)
    for method in (engine.DFS, engine.BFS, engine.BIDIRECTIONAL, engine.ASTAR, engine.IDA):
        search = engine.Search(rules, root, method, goals if method == engine.BIDIRECTIONAL else None)
        search.run(20_000)
        yield from (search.status, search.nodes, search.generated, search.cost, digest_number(search.path()))


def objects() -> Iterator[int]:
    """Run the solvers of user-written puzzles on a weighted graph of Python objects."""
    from unriddle.core.search import objects

    n = 500
    ends, costs = list(numbers(3 * n, n)), list(numbers(3 * n, 9))
    arcs = [dict(zip(ends[k : k + 3], costs[k : k + 3], strict=True)) for k in range(0, 3 * n, 3)]
    kind = objects.Kind(
        arcs.__getitem__,
        lambda vertex: vertex == n - 1,
        cost=lambda vertex, other: arcs[vertex][other],
        retract=lambda vertex: [other for other in range(n) if vertex in arcs[other]],
    )
    for method in range(objects.ALL_PATHS + 1):
        search = objects.Search(0, kind, method, [n - 1] if method == objects.BIDIRECTIONAL else ())
        search.run(20_000)
        yield from (search.nodes, search.generated, search.depth, search.kept, *(search.found or ()))


def graph() -> Iterator[int]:
    """Paths, distances, components and the longest shortest paths of a graph."""
    from unriddle.core.search import graph, graph_paths

    n = 300
    pairs = zip(numbers(2 * n, n), list(numbers(2 * n + 7, n))[7:], strict=True)
    edges = sorted({edge for a, b in pairs if a != b for edge in ((a, b), (b, a))})
    indptr = np.searchsorted([a for a, _ in edges], np.arange(n + 1)).astype(np.int64)
    found = graph.Graph(indptr, np.array([b for _, b in edges], dtype=np.int32))
    finder = graph.PathFinder(found)
    for target in (1, 50, 299):
        yield from (len(finder.path(0, target) or ()), finder.nodes, finder.generated)
    costs = np.array(list(numbers(len(edges), 5)), dtype=np.float64) + 1
    for weights in (None, costs):
        search = graph_paths.ShortestPaths(
            found, np.array([0, 3], dtype=np.int32), np.array([120], dtype=np.int32), weights
        )
        search.run(1 << 40)
        yield from (int(search.distance), search.nodes, search.count(2) or 0)
    yield digest_number(graph.distances(found, np.array([0], dtype=np.int32)))
    yield digest_number(graph.components(found))
    simple = graph_paths.SimplePaths(found, 0, np.array([120], dtype=np.int32))
    simple.run(5000, 1 << 40)
    yield from (simple.nodes, simple.paths, simple.deepest)
    pairs_search = graph.EccentricPairs(found)
    pairs_search.run(1 << 40)
    yield from (pairs_search.diameter, pairs_search.nodes, *(v for pair in pairs_search.pairs for v in pair))


PARTS: dict[str, Callable[[], Iterable[int]]] = {
    "topology": topology,
    "trie": trie,
    "clauses": clauses,
    "search_engine": search_engine,
    "objects": objects,
    "graph": graph,
}
"""Name of a part -> function that yields the counts of its searches."""
