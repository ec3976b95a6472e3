"""The 15-puzzle and the 24-puzzle for minutes: known lengths; Manhattan distance alone; large tables."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from unriddle import Limits, MNPuzzle, build_tables
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
    return [korf, _manhattan(quick), *([] if quick else [_large(data, threads) for threads in (1, 2)])]


def _large(data: Path | None, threads: int) -> Case:
    """Return three of Korf and Felner's 24-puzzles, proven; the tables are made before, and kept."""
    lines = [[int(field) for field in line.split()] for line in rows(data, "korf_24_puzzle.txt")]
    lines = [line for line in lines if line[0] in (38, 40, 44)]

    def make() -> list[MNPuzzle]:
        build_tables(5)
        return [MNPuzzle.from_cells(line[3:], 5, blank_first=True) for line in lines]

    def solve(board: MNPuzzle) -> Any:
        return board.solve(method="patterns", threads=threads)

    return Case(
        suite="sliding",
        group="sliding 5x5, 3 of Korf and Felner's boards",
        name=f"kernel, {threads} threads",
        role="kernel",
        item="puzzle",
        prepare=each(make, solve),
        answer=lambda results: [result.length for result in results],
        nodes=visited,
        params={"threads": threads},
        threads=threads,
        **known(data, 3, [line[1] for line in lines]),
    )


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
