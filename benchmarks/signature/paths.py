"""Searches of the signature: path counting."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

__all__ = ["KERNELS", "PARTS"]


def path_count() -> Iterator[int]:
    """Self-avoiding paths of boards."""
    from unriddle.puzzles.paths.puzzle import count_paths

    for rows, cols, kind in ((3, 4, "king"), (4, 5, "rook"), (3, 5, "hex")):
        result = count_paths((rows, cols), topology=kind)
        yield from (int(result), result.stats.nodes)


PARTS: dict[str, Callable[[], Iterable[int]]] = {"path_count": path_count}
"""Name of a part -> function that yields the counts of its searches."""

KERNELS = {
    "walk.path_count": "path_count",
}
"""Kernel -> a part that runs it."""
