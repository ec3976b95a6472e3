"""The 15-puzzle for minutes: Korf's boards with their known lengths, Manhattan distance alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from unriddle import Limits, MNPuzzle
from unriddle.puzzles.common.cases import Case, each, visited
from unriddle.puzzles.sliding.cases import shortest

from .data import known, rows


def cases(quick: bool, data: Path | None) -> list[Case]:
    """Return the cases."""
    lines = [[int(field) for field in line.split()] for line in rows(data, "korf_15_puzzle.txt")]
    lines = lines[: 1 if quick else 30]
    korf = shortest(
        "kernel",
        lambda: [MNPuzzle.from_cells(line[4:], 4, blank_first=True) for line in lines],
        suite="sliding",
        group=f"sliding 4x4, {len(lines) or 30} of Korf's boards",
        item="puzzle",
        **known(data, len(lines), [line[1] for line in lines]),
    )
    return [korf, _manhattan(quick)]


def _manhattan(quick: bool) -> Case:
    """Return iterative deepening on the two random boards that look nearest."""
    limits = Limits(nodes=100_000 if quick else 200_000_000)

    def make() -> list[MNPuzzle]:
        boards = [MNPuzzle.random(4, seed=seed) for seed in range(1, 3 if quick else 11)]
        return sorted(boards, key=MNPuzzle.heuristic)[:2]

    def solve(board: MNPuzzle) -> Any:
        return board.solve(method="ida", limits=limits)

    prepare: Callable[[], Callable[[], Any]] = each(make, solve)
    return Case(
        suite="sliding",
        group="sliding 4x4, random boards, ida",
        name="kernel",
        role="kernel",
        item="puzzle",
        items=2,
        prepare=prepare,
        answer=lambda results: [result.stats.nodes for result in results],
        nodes=visited,
    )
