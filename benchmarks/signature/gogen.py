"""Searches of the signature: Gogen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from .numbers import digest_number, syllables

__all__ = ["KERNELS", "PARTS", "THREADED"]


def gogen(threads: int = 1) -> Iterator[int]:
    """Letters that words bind."""
    from unriddle.lexicon import Lexicon
    from unriddle.puzzles.gogen.factory import GogenFactory
    from unriddle.puzzles.gogen.puzzle import Gogen, solve_many

    made = [Gogen.generate(5, seed=seed, words=syllables(), givens=15) for seed in range(3)]
    bare = Gogen(["...", "...", "..."], ["ABCF", "DEHG", "FIH"], alphabet="ABCDEFGHI")
    for puzzle in (*made, bare):
        result = puzzle.solve(limit=200)
        yield from (result.count, result.stats.nodes, result.stats.guesses, *map(ord, str(result.grid)))
    factory = GogenFactory("puzzles", {"givens": 15}, Lexicon(syllables()))
    yield from (one.nodes for one in factory.many(range(40)) if one is not None)
    many = solve_many(made, threads=threads)
    yield from (digest_number(many.solutions), digest_number(many.counts), digest_number(many.nodes))


PARTS: dict[str, Callable[[], Iterable[int]]] = {"gogen": gogen}
"""Name of a part -> function that yields the counts of its searches."""

THREADED = ("gogen",)
"""Parts that take a number of threads."""

KERNELS = {
    "assign.gogen": "gogen",
    "assign.gogen_making": "gogen",
}
"""Kernel -> a part that runs it."""
