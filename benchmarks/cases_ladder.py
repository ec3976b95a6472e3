"""Word ladders among the 5,757 words of Knuth's Stanford GraphBase."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from benchmarks.case import Case
from benchmarks.suites.ladder import queries
from unriddle import WordGraph, WordLadderPuzzle

from .data import known, rows

PAIRS = {
    ("chaos", "order"): (12, 37),
    ("nodes", "graph"): (9, 2),
    ("words", "graph"): (7, 3),
    ("black", "white"): (7, 9),
    ("amigo", "signs"): (29, 3),
}
"""Steps of a shortest ladder, and how many there are."""


@cache
def knuth(data: Path) -> WordGraph:
    """Return the graph of the words."""
    graph = WordGraph(rows(data, "sgb_words.txt"))
    assert graph.n_edges == 14_135
    return graph


def cases(quick: bool, data: Path | None) -> list[Case]:
    """Return the cases."""
    return [_known_pairs(data), _random_pairs(data)]


def _known_pairs(data: Path | None) -> Case:
    def prepare() -> Callable[[], list[tuple[int | None, int]]]:
        assert data is not None
        puzzles = [WordLadderPuzzle(*pair, knuth(data)) for pair in PAIRS]
        return lambda: [(puzzle.solve().length, int(puzzle.count())) for puzzle in puzzles]

    return Case(
        suite="ladder",
        group="ladder, all shortest of known pairs",
        name="kernel",
        role="kernel",
        item="query",
        prepare=prepare,
        answer=list,
        **known(data, len(PAIRS), list(PAIRS.values())),
    )


def _random_pairs(data: Path | None) -> Case:
    def make() -> list[WordLadderPuzzle]:
        assert data is not None
        graph = knuth(data)
        words = random.Random(1).sample(list(graph), 41)
        return [WordLadderPuzzle(a, b, graph) for a, b in pairwise(words)]

    common: dict[str, Any] = {
        "suite": "ladder",
        "group": "ladder, shortest between random words of Knuth's list",
        "item": "query",
    }
    return queries(make, **common, **known(data, 40))
