"""Searches of the signature: word ladders."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from .numbers import digest_number, numbers

__all__ = ["KERNELS", "PARTS"]


def ladder() -> Iterator[int]:
    """Word ladders."""
    from unriddle.puzzles.ladder.graph import WordGraph
    from unriddle.puzzles.ladder.puzzle import WordLadderPuzzle

    letters = "abcd"
    words = {"".join(letters[k >> 2 * i & 3] for i in range(5)) for k in numbers(400, 1 << 10)}
    shorter = {word[:4] for word in sorted(words)[::7]}
    for insert_delete in (False, True):
        listed = WordGraph(words | shorter, insert_delete=insert_delete)
        yield from (digest_number(array) for array in listed.graph())
        for last in sorted(words)[5::60]:
            result = WordLadderPuzzle(sorted(words)[0], last, listed).solve()
            yield from (result.stats.nodes, len(result.path), *map(ord, "".join(result.path)))


PARTS: dict[str, Callable[[], Iterable[int]]] = {"ladder": ladder}
"""Name of a part -> function that yields the counts of its searches."""

KERNELS = {
    "search.graph": "graph",
    "search.graph_paths": "graph",
    "search.ladder": "ladder",
}
"""Kernel -> a part that runs it."""
