"""Searches of the signature: Numbrix and Hidato."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from .numbers import differing, digest_number

__all__ = ["KERNELS", "PARTS", "THREADED"]


def numbrix(threads: int = 1) -> Iterator[int]:
    """Paths of numbers."""
    from unriddle.puzzles.numbrix.puzzle import Hidato, Numbrix

    boards = [Numbrix.generate((6, 5), seed=seed) for seed in range(3)]
    boards += [Hidato.generate(5, seed=seed) for seed in range(3)]
    for board in (*boards, Numbrix([[0] * 4] * 4), Hidato([[0] * 3] * 3)):
        result = board.solve(limit=1000)
        yield from (result.count, result.stats.nodes, result.stats.guesses)
        yield digest_number(np.array(result.solution or [], dtype=np.int64))

    def many(threads: int) -> NDArray[np.int64]:
        found = Numbrix.solve_many(boards[:3] * 4, threads=threads)
        return np.array([ord(ch) for text in found.columns()["solution"] for ch in text])

    yield from differing(many, threads)


def number_paths() -> Iterator[int]:
    """Yield the two ways that sparse boards of numbers are finished: bending walks, and clauses."""
    from unriddle.core import topology
    from unriddle.core.assign.path_clauses import clauses_of
    from unriddle.core.assign.path_repair import PathRepair

    table = topology.neighbours(6, 6, topology.ROOK, False)
    domain = np.full((36, 1), (1 << 36) - 1, dtype=np.uint64)
    domain[0], domain[35] = 1, 1 << 35 | 1 << 5
    yield from map(digest_number, clauses_of(table, domain, []))
    repair = PathRepair(table, domain)
    for _ in range(5):
        repair.run(2000)
        yield from (repair.faults, repair.moves, digest_number(repair.numbers))
        repair.shake(3)


PARTS: dict[str, Callable[[], Iterable[int]]] = {"numbrix": numbrix, "number_paths": number_paths}
"""Name of a part -> function that yields the counts of its searches."""

THREADED = ("numbrix",)
"""Parts that take a number of threads."""

KERNELS = {
    "assign.numbrix": "numbrix",
    "assign.path_making": "numbrix",
    "assign.path_clauses": "number_paths",
    "assign.path_repair": "number_paths",
}
"""Kernel -> a part that runs it."""
