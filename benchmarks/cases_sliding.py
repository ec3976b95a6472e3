"""The 15-puzzle and the 24-puzzle for minutes: known lengths; Manhattan distance alone; large tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from benchmarks.case import Case, each, visited
from benchmarks.suites.sliding import shortest
from unriddle import Limits, MNPuzzle, build_tables

from .data import known, rows

EIGHTY: Final = ("15 14 8 12 10 11 9 13 2 6 5 1 3 7 4 0", "15 11 13 12 14 10 8 9 7 2 5 1 3 6 4 0")
"""Two of the 17 boards of the 15-puzzle that take 80 steps, the most."""


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
    made = [korf, _manhattan(quick)]
    if not quick:
        made += [_proven(data, "3 of", (38, 40, 44), threads) for threads in (1, 2)]
        made += [_proven(data, "8 of", (22, 28, 30, 32, 36, 38, 40, 44), 2), _anytime(data), _eighty()]
    return made


def _instances(data: Path | None, numbers: Sequence[int] = ()) -> list[list[int]]:
    """Return Korf and Felner's 24-puzzles: number, optimal length, nodes, cells."""
    lines = [[int(field) for field in line.split()] for line in rows(data, "korf_24_puzzle.txt")]
    return [line for line in lines if not numbers or line[0] in numbers]


def _boards(lines: Sequence[Sequence[int]]) -> list[MNPuzzle]:
    """Return the boards; the tables are made before, and kept."""
    build_tables(5)
    return [MNPuzzle.from_cells(line[3:], 5, blank_first=True) for line in lines]


def _proven(data: Path | None, which: str, numbers: Sequence[int], threads: int) -> Case:
    """Return some of the 24-puzzles, proven: those that the tables are published to need least nodes for."""
    lines = _instances(data, numbers)

    def solve(board: MNPuzzle) -> Any:
        return board.solve(method="patterns", threads=threads)

    return Case(
        suite="sliding",
        group=f"sliding 5x5, {which} Korf and Felner's boards",
        name=f"kernel, {threads} threads",
        role="kernel",
        item="puzzle",
        prepare=each(lambda: _boards(lines), solve),
        answer=lambda results: [result.length for result in results],
        nodes=visited,
        params={"threads": threads},
        threads=threads,
        once=len(numbers) > 3,
        **known(data, len(numbers), [line[1] for line in lines]),
    )


def _anytime(data: Path | None) -> Case:
    """Return all 25 boards with ten seconds for each: how near to the optimum the solutions are."""
    lines = _instances(data)

    def wrong(results: Sequence[Any]) -> str:
        far = [
            f"number {line[0]}: {result.length} steps, the optimum is {line[1]}"
            for line, result in zip(lines, results, strict=True)
            if not result.lower_bound <= line[1] <= result.length
        ]
        return "; ".join(far)

    return Case(
        suite="sliding",
        group="sliding 5x5, 25 of Korf and Felner's boards, 10 s each",
        name="kernel, 2 threads",
        role="kernel",
        item="puzzle",
        prepare=each(lambda: _boards(lines), lambda board: board.solve(threads=2, limits=Limits(seconds=10))),
        answer=lambda results: [result.length for result in results],
        check=wrong,
        nodes=visited,
        facts=lambda results: {
            "moves": [result.length for result in results],
            "lower_bound": [result.lower_bound for result in results],
            "over_optimum": max(
                (result.length / line[1] for line, result in zip(lines, results, strict=True)), default=0
            ),
        },
        threads=2,
        once=True,
        **known(data, len(lines)),
    )


def _eighty() -> Case:
    """Return two 15-puzzles that are as far away as any."""

    def make() -> list[MNPuzzle]:
        build_tables(4, "7-8")
        return [MNPuzzle.parse(text, goal="blank-first") for text in EIGHTY]

    return Case(
        suite="sliding",
        group="sliding 4x4, two boards of 80 steps",
        name="kernel, tables of 7 and 8 tiles",
        role="kernel",
        item="puzzle",
        items=2,
        prepare=each(make, lambda board: board.solve(tables="7-8", threads=1)),
        answer=lambda results: [result.length for result in results],
        nodes=visited,
        expect=[80, 80],
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
