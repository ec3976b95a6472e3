"""One number over a fixed set of searches: the same on every machine, compiler and build.

It changes only when a search is meant to change; ``python tools/record_signature.py`` then writes `recorded`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from typing import Final

from . import boggle, gogen, ladder, numbrix, paths, peg, placement, river, shared, sliding, sudoku
from .recorded import RECORDED

__all__ = ["KERNELS", "PARTS", "RECORDED", "THREADED", "part", "signature"]

MODULES = (boggle, gogen, ladder, numbrix, paths, peg, placement, river, sliding, sudoku)

SHARED: Final[dict[str, str]] = {
    "assign.learning": "clauses",
    "search.engine": "search_engine",
    "search.objects": "objects",
    "topology": "topology",
    "trie": "trie",
}
"""Kernel that puzzles share -> the part that runs it."""


def _parts() -> dict[str, Callable[..., Iterable[int]]]:
    found: dict[str, Callable[..., Iterable[int]]] = dict(shared.PARTS)
    for module in MODULES:
        found |= module.PARTS
    recorded = [name for name in RECORDED if name in found]  # the order that the one number goes by
    return {name: found[name] for name in dict.fromkeys([*recorded, *found])}


PARTS: Final[dict[str, Callable[..., Iterable[int]]]] = _parts()
"""Name of a part -> function that yields the counts of its searches."""

THREADED: Final[frozenset[str]] = frozenset(
    name for module in MODULES for name in getattr(module, "THREADED", ())
)
"""Parts whose searches take a number of threads."""

KERNELS: Final[dict[str, str]] = {
    **SHARED,
    **{kernel: part for module in MODULES for kernel, part in module.KERNELS.items()},
}
"""Name of a kernel below `unriddle.core` -> a part that runs it."""


def part(name: str, threads: int = 1) -> str:
    """Return the signature of one part: 16 hexadecimal digits, the same for any number of threads.

    Examples
    --------
    >>> part("topology") == RECORDED["topology"]
    True
    >>> part("gogen", threads=2) == RECORDED["gogen"]
    True
    """
    searches = PARTS[name](threads) if name in THREADED else PARTS[name]()
    counts = ",".join(str(int(count)) for count in searches)
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
