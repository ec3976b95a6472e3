"""Searches of the signature that go from position to position."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .numbers import digest_number, numbers

__all__ = [
    "graph",
    "ladder",
    "peg",
    "peg_layers",
    "peg_winning",
    "river",
    "search_engine",
    "sliding",
    "table",
]


def search_engine() -> Iterator[int]:
    """The engine of all step-by-step puzzles, on a graph."""
    from ...core import search_engine as engine

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


def sliding() -> Iterator[int]:
    """Sliding puzzles by every method."""
    from ...base import Limits
    from ...puzzles.sliding import MNPuzzle

    for method in ("patterns", "ida", "bfs", "bidirectional", "astar", "dfs"):
        for size in ((2, 4), (3, 3)):
            result = MNPuzzle.random(*size, seed=6).solve(method)
            yield from (result.stats.nodes, result.stats.generated, *result.blanks)
    for seed in range(3):
        result = MNPuzzle.random(4, 4, seed=seed).solve(limits=Limits(nodes=100_000))
        yield from (result.stats.nodes, result.lower_bound)
    for size in ((5, 5), (6, 3)):
        result = MNPuzzle.random(*size, seed=1).solve("beam", limits=Limits(nodes=20_000))
        yield from (result.stats.generated, result.lower_bound, *result.blanks)


def table() -> Iterator[int]:
    """All positions of a small sliding puzzle by distance."""
    from ...core.sliding_table import SlidingTable

    table = SlidingTable(2, 4, 3)
    table.run(1 << 40)
    yield from table.depth_counts


def peg() -> Iterator[int]:
    """Peg solitaire: solutions by every method, their number, the fewest moves."""
    from ...base import Limits
    from ...puzzles.peg import GridPegSolitairePuzzle

    for name in ("english", "wiegleb", "triangle15"):
        result = GridPegSolitairePuzzle.named(name).solve(limits=Limits(nodes=20_000))
        yield from (result.stats.nodes, result.stats.generated, result.moves, *map(ord, str(result)))
    small = GridPegSolitairePuzzle.random("english", pegs=9, seed=4, goal=(3, 3))
    for method in ("dfs", "bfs", "bidirectional", "astar", "ida"):
        result = small.solve(method)
        yield from (result.stats.nodes, result.length)
    triangle = GridPegSolitairePuzzle.named("triangle15")
    yield from (
        triangle.count_solutions(),
        triangle.fewest_moves().moves,
        triangle.fewest_moves().stats.nodes,
    )


def peg_layers() -> Iterator[int]:
    """Peg solitaire: positions by layer, kept as positions and as numbers."""
    from ...base import Limits
    from ...puzzles.peg import GridPegSolitairePuzzle

    english = GridPegSolitairePuzzle.named("english", goal=(3, 3))
    yield from english.count_positions(limits=Limits(nodes=20_000)).counts
    middle = GridPegSolitairePuzzle.random("english", pegs=15, seed=2, goal=(3, 3))
    for memory in (1 << 31, 1 << 22):
        found = middle.solvable_positions(limits=Limits(memory=memory))
        yield from (found.stats.nodes, *found.counts)


def peg_winning() -> Iterator[int]:
    """Peg solitaire: what can still be won."""
    from ...puzzles.peg import GridPegSolitairePuzzle

    for seed in range(4):
        puzzle = GridPegSolitairePuzzle.random("english", pegs=16, seed=seed)
        after = puzzle.extensions()[0]
        yield from (len(puzzle.winning_jumps()), after.is_winnable())


def graph() -> Iterator[int]:
    """Paths, distances, components and the longest shortest paths of a graph."""
    from ...core import graph, graph_paths

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


def ladder() -> Iterator[int]:
    """Word ladders."""
    from ...puzzles.ladder import WordGraph, WordLadderPuzzle

    letters = "abcd"
    words = {"".join(letters[k >> 2 * i & 3] for i in range(5)) for k in numbers(400, 1 << 10)}
    shorter = {word[:4] for word in sorted(words)[::7]}
    for insert_delete in (False, True):
        listed = WordGraph(words | shorter, insert_delete=insert_delete)
        yield from (digest_number(array) for array in listed.graph())
        for last in sorted(words)[5::60]:
            result = WordLadderPuzzle(sorted(words)[0], last, listed).solve()
            yield from (result.stats.nodes, len(result.path), *map(ord, "".join(result.path)))


def river() -> Iterator[int]:
    """River crossings."""
    from ...puzzles.river import RiverPuzzle

    for puzzle in (
        RiverPuzzle.farmer(),
        RiverPuzzle.missionaries(3),
        RiverPuzzle.missionaries(10, 4),
        RiverPuzzle.couples(3),
        RiverPuzzle.bridge([1, 2, 5, 10]),
    ):
        result = puzzle.solve()
        yield from (result.length, result.stats.nodes, puzzle.count_best(), len(puzzle.graph))
    yield RiverPuzzle.farmer().count()
