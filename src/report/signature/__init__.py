"""One number over a fixed set of searches: the same on every machine, compiler and build.

It changes only when a search is meant to change; ``python tools/record_signature.py`` then writes `recorded`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from typing import Final

from . import fillings, moves, walks
from .recorded import RECORDED

__all__ = ["KERNELS", "PARTS", "RECORDED", "part", "signature"]

PARTS: Final[dict[str, Callable[[], Iterable[int]]]] = {
    "topology": walks.topology,
    "trie": walks.trie,
    "boggle": walks.boggle,
    "tiles": walks.tiles,
    "every_path": walks.every_path,
    "neighbours": walks.neighbours,
    "bounds": walks.bounds,
    "path_count": walks.path_count,
    "sudoku": fillings.sudoku,
    "sudoku9": fillings.sudoku9,
    "gogen": fillings.gogen,
    "numbrix": fillings.numbrix,
    "number_paths": fillings.number_paths,
    "clauses": fillings.clauses,
    "placement": fillings.placement,
    "search_engine": moves.search_engine,
    "sliding": moves.sliding,
    "table": moves.table,
    "peg": moves.peg,
    "peg_layers": moves.peg_layers,
    "peg_winning": moves.peg_winning,
    "graph": moves.graph,
    "ladder": moves.ladder,
    "river": moves.river,
}
"""Name of a part -> function that yields the counts of its searches."""

KERNELS: Final[dict[str, str]] = {
    "board_bound": "bounds",
    "domains": "placement",
    "exhaustive": "every_path",
    "gogen": "gogen",
    "graph": "graph",
    "graph_paths": "graph",
    "ladder": "ladder",
    "large_walk": "boggle",
    "learning": "clauses",
    "neighbour_scores": "neighbours",
    "numbrix": "numbrix",
    "path_clauses": "number_paths",
    "path_count": "path_count",
    "path_repair": "number_paths",
    "peg": "peg",
    "peg_numbered": "peg_layers",
    "peg_plans": "peg",
    "peg_search": "peg",
    "placement": "placement",
    "river": "river",
    "search_engine": "search_engine",
    "sliding": "sliding",
    "sliding_beam": "sliding",
    "sliding_ida": "sliding",
    "sliding_table": "table",
    "small_walk": "boggle",
    "sudoku": "sudoku",
    "sudoku9": "sudoku9",
    "tile_walk": "tiles",
    "topology": "topology",
    "trie": "trie",
    "word_paths": "tiles",
}
"""Name of a kernel of the core -> a part that runs it."""


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
