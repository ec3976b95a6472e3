"""Sudoku variants made from seeds and proven unique: one group of each kind."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

from benchmarks.case import Case, each, visited
from benchmarks.suites.sudoku import batch
from unriddle import SudokuPuzzle

from . import sat

KINDS: dict[str, tuple[int, dict[str, Any]]] = {
    "diagonal": (9, {"variants": "diagonal"}),
    "windoku": (9, {"variants": "windoku"}),
    "jigsaw": (9, {"regions": "random"}),
    "anti-knight": (9, {"variants": "anti-knight"}),
    "anti-king": (9, {"variants": "anti-king"}),
    "nonconsecutive": (9, {"variants": "nonconsecutive"}),
    "disjoint": (9, {"variants": "disjoint"}),
    "even and odd": (9, {"even": "r1c1 r2c5 r9c9 r4c4 r6c1", "odd": "r1c2 r5c5 r8c8 r3c9"}),
    "consecutive": (9, {"relations": "r1c1~r1c2 r3c3~r4c3 r5c5~r5c6 r9c8~r9c9 r7c2~r8c2"}),
    "groups": (9, {"groups": "r1c1 r2c4 r3c7 r5c5 r8c8; r9c1 r6c2 r4c9; r2c9 r3c1 r7c4 r8c5 r5c8"}),
    "latin": (9, {"variants": "latin"}),
    "futoshiki": (
        6,
        {"variants": "latin", "relations": "r1c1<r1c2<r1c3 r3c3>r4c3>r4c4 r5c1<r6c1 r6c6>r6c5 r2c5<r2c6"},
    ),
}
"""Kind -> rows, and what is asked of the generator."""


@cache
def puzzles(kind: str, count: int) -> list[SudokuPuzzle]:
    """Return the first puzzles of a fixed sequence."""
    n, rules = KINDS[kind]
    return [SudokuPuzzle.generate(n, seed=seed, **rules) for seed in range(count)]


def cases(quick: bool, data: Path | None) -> list[Case]:
    """Return the cases by kind."""
    made = []
    for kind, (_, rules) in KINDS.items():
        count = 5 if quick else 100
        common: dict[str, Any] = {
            "suite": "sudoku_variants",
            "group": f"sudoku variant {kind}",
            "item": "puzzle",
        }
        one_layout = rules.get("regions") != "random"
        if one_layout:
            many = batch("kernel, batch", partial(puzzles, kind, count), items=count, guesses=True, **common)
            made.append(many)
        made.append(_one_by_one(kind, count, **common))
        few = 1 if quick else 10
        made += [
            sat.peer(peer, partial(puzzles, kind, few), _read, items=few, **common) for peer in sat.PEERS
        ]
    return made


def _read(puzzle: SudokuPuzzle, values: list[int]) -> list[int]:
    return [value + 1 for value in values]


def _one_by_one(kind: str, count: int, **common: Any) -> Case:
    def answer(results: Any) -> list[Any]:
        return [
            result.solution.array().ravel().tolist() if result.count == 1 else result.count
            for result in results
        ]

    prepare: Callable[[], Any] = each(partial(puzzles, kind, count))
    return Case(
        name="kernel, one puzzle a call",
        role="kernel",
        prepare=prepare,
        answer=answer,
        nodes=visited,
        items=count,
        **common,
    )
