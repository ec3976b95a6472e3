"""Searches of the signature: river crossings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

__all__ = ["KERNELS", "PARTS"]


def river() -> Iterator[int]:
    """River crossings."""
    from unriddle.puzzles.river.puzzle import RiverPuzzle

    for puzzle in (
        RiverPuzzle.farmer(),
        RiverPuzzle.missionaries(3),
        RiverPuzzle.missionaries(10, 4),
        RiverPuzzle.couples(3),
        RiverPuzzle.bridge([1, 2, 5, 10]),
    ):
        result = puzzle.solve()
        yield from (result.length, result.stats.nodes, int(puzzle.count_best()), len(puzzle.graph))
    yield int(RiverPuzzle.farmer().count())


PARTS: dict[str, Callable[[], Iterable[int]]] = {"river": river}
"""Name of a part -> function that yields the counts of its searches."""

KERNELS = {
    "search.river": "river",
}
"""Kernel -> a part that runs it."""
