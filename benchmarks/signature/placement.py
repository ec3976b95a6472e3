"""Searches of the signature: word placement."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator

from .numbers import syllables

__all__ = ["KERNELS", "PARTS"]


def placement() -> Iterator[int]:
    """Words in slots."""
    from unriddle.puzzles.placement import WordPlacement

    words = sorted({word.upper() for word in syllables() if len(word) in (4, 5)})
    for board in (("11111", "10101", "11111"), ("1111", "1011", "1111"), ("11111", "01010", "11111")):
        puzzle = WordPlacement(words[:60], board, exact=False)
        yield int(puzzle.count(200))
        result = puzzle.solve()
        yield from (result.stats.nodes, result.stats.guesses, sum(map(ord, str(result.solution))))


def layouts() -> Iterator[int]:
    """Words laid out so that they cross."""
    from unriddle.puzzles.placement.layouts import layout

    words = [word.upper() for word in syllables() if len(word) in (4, 5, 6)]
    for seed in range(8):
        made = layout(words[seed * 9 :: 17][:30], shape=(12, 14), seed=seed, tries=3)
        yield from (len(made.left_out), *made.puzzle.shape, sum(map(ord, str(made.solution))))


def squares() -> Iterator[int]:
    """Word squares and cubes."""
    from unriddle.puzzles.placement.squares import WordSquares

    words = ["".join(word) for n in (3, 4) for word in itertools.product("ABCD", repeat=n)][::3]
    for kind, n in (("single", 3), ("double", 3), ("cube", 3), ("single", 4), ("cube", 4)):
        puzzle = WordSquares(n, words, kind=kind)
        count = puzzle.count(100_000)
        yield from (int(count), count.stats.nodes)
        for seed in range(3):
            result = puzzle.solve(seed=seed)
            yield from (result.stats.nodes, sum(map(ord, str(result.solution))))


PARTS: dict[str, Callable[[], Iterable[int]]] = {
    "placement": placement,
    "squares": squares,
    "layouts": layouts,
}
"""Name of a part -> function that yields the counts of its searches."""

KERNELS = {
    "assign.domains": "placement",
    "assign.crisscross": "layouts",
    "assign.placement": "placement",
    "walk.word_squares": "squares",
}
"""Kernel -> a part that runs it."""
