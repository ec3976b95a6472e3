"""Searches of the signature: sliding puzzles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

__all__ = ["KERNELS", "PARTS"]


def sliding() -> Iterator[int]:
    """Sliding puzzles by every method."""
    from unriddle.base import Limits
    from unriddle.puzzles.sliding.puzzle import MNPuzzle

    for method in ("patterns", "ida", "bfs", "bidirectional", "astar", "dfs"):
        for size in ((2, 4), (3, 3)):
            result = MNPuzzle.random(size, seed=6).solve(method=method)
            yield from (result.stats.nodes, result.stats.generated, *result.blanks)
    for seed in range(3):
        result = MNPuzzle.random(4, seed=seed).solve(limits=Limits(nodes=100_000))
        yield from (result.stats.nodes, result.lower_bound)
    for size in ((5, 5), (6, 3)):
        result = MNPuzzle.random(size, seed=1).solve(method="beam", limits=Limits(nodes=20_000))
        yield from (result.stats.generated, result.lower_bound, *result.blanks)


def table() -> Iterator[int]:
    """All positions of a small sliding puzzle by distance."""
    from unriddle.core.search.sliding_table import SlidingTable

    table = SlidingTable(2, 4, 3)
    table.run(1 << 40)
    yield from table.depth_counts


PARTS: dict[str, Callable[[], Iterable[int]]] = {"sliding": sliding, "table": table}
"""Name of a part -> function that yields the counts of its searches."""

KERNELS = {
    "search.sliding": "sliding",
    "search.sliding_additive": "sliding",
    "search.sliding_beam": "sliding",
    "search.sliding_ida": "sliding",
    "search.sliding_near": "sliding",
    "search.sliding_pattern": "sliding",
    "search.sliding_table": "table",
}
"""Kernel -> a part that runs it."""
