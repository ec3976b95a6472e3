"""One number over a fixed set of searches: the same on every machine, compiler and build.

It changes only when a search is meant to change; then `RECORDED` changes with it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from typing import Final

import numpy as np

from ..base import Limits

__all__ = ["PARTS", "RECORDED", "part", "signature"]


def _bytes(array: np.ndarray[tuple[int, ...], np.dtype[np.generic]]) -> int:
    """Return a number that stands for the content of an array."""
    return int.from_bytes(hashlib.sha256(np.ascontiguousarray(array).tobytes()).digest()[:8], "big")


def _numbers(count: int, below: int) -> Iterator[int]:
    """Yield numbers that look random: a linear congruential generator, the same everywhere."""
    state = 1
    for _ in range(count):
        state = (state * 1664525 + 1013904223) % 2**32
        yield (state >> 8) % below


def _topology() -> Iterator[int]:
    from ..core import topology

    for kind in (topology.KING, topology.ROOK, topology.HEX):
        for wrap in (False, True):
            yield _bytes(topology.neighbours(5, 7, kind, wrap))
            yield _bytes(topology.adjacency_masks(3, 4, kind, wrap))


def _boggle() -> Iterator[int]:
    from ..lexicon import Lexicon
    from ..puzzles.boggle import Boggle

    words = Lexicon(["".join(letters) for letters in _syllables()])
    letters = "aeiorstnlbd"
    for size in (3, 4, 5, 9, 30):
        numbers = _numbers(size * size, len(letters))
        rows = ["".join(letters[next(numbers)] for _ in range(size)) for _ in range(size)]
        result = Boggle.parse("\n".join(rows)).solve(lexicon=words)
        yield from (result.stats.nodes, result.score, len(result.words))


def _syllables() -> Iterator[str]:
    """Yield made-up words: the embedded list may change without a search changing."""
    for first in "bcdfghlmnprst":
        for second in ("a", "e", "i", "o", "ar", "en", "in", "or"):
            for third in ("", "s", "ed", "er", "al", "ing", "ate"):
                yield first + second + "tnsr"[len(third)] + third


def _path_count() -> Iterator[int]:
    from ..puzzles.path_count import count_paths

    for rows, cols, kind in ((3, 4, "king"), (4, 5, "rook"), (3, 5, "hex")):
        result = count_paths(rows, cols, kind)
        yield from (result.count or 0, result.stats.nodes)


def _search_engine() -> Iterator[int]:
    from ..core import search_engine as engine

    n = 500
    ends, weights = list(_numbers(3 * n, n)), list(_numbers(3 * n, 9))
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
        yield from (search.status, search.nodes, search.generated, search.cost, _bytes(search.path()))


def _sliding() -> Iterator[int]:
    from ..core.sliding_table import SlidingTable
    from ..puzzles.sliding import MNPuzzle

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
    table = SlidingTable(2, 4, 3)
    table.run(1 << 40)
    yield from table.depth_counts


PARTS: Final[dict[str, Callable[[], Iterable[int]]]] = {
    "topology": _topology,
    "boggle": _boggle,
    "path_count": _path_count,
    "search_engine": _search_engine,
    "sliding": _sliding,
}
"""Name of a part -> function that yields the counts of its searches."""

RECORDED: Final[dict[str, str]] = {
    "topology": "99f92b60cdcb13fd",
    "boggle": "ceaaca9e08b0f883",
    "path_count": "8fd83b3aca73b6cb",
    "search_engine": "5f069441a69356bd",
    "sliding": "34bb4e7fc1953110",
}
"""Name of a part -> what it must be."""


def part(name: str) -> str:
    """Return the signature of one part: 16 hexadecimal digits.

    Examples
    --------
    >>> part("topology") == RECORDED["topology"]
    True
    """
    counts = ",".join(str(int(count)) for count in PARTS[name]())
    return hashlib.sha256(f"{name}:{counts}".encode()).hexdigest()[:16]


def signature(parts: Iterable[str] | None = None) -> str:
    """Return one number over all parts, or over digests of parts that are given.

    Examples
    --------
    >>> signature(RECORDED.values()) == signature(list(RECORDED.values()))
    True
    """
    digests = [part(name) for name in PARTS] if parts is None else list(parts)
    return hashlib.sha256(",".join(digests).encode()).hexdigest()[:16]
