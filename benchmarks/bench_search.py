"""State-space search: the compiled engines beside plain Python, on sliding puzzles and graphs."""

import os
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from unriddle import Limits, MNPuzzle, depth_table, find_path
from unriddle.core import search_engine, sliding_ida, sliding_table
from unriddle.core.reference import sliding_ida as ida_twin
from unriddle.core.reference import sliding_table as table_twin
from unriddle.puzzles import sliding_tables as wrapper
from unriddle.search import METHODS, run_engine

QUICK = bool(os.environ.get("UNRIDDLE_BENCH_QUICK"))
Benchmark = Callable[..., Any]

EIGHT = MNPuzzle.random(2, 3, seed=1) if QUICK else MNPuzzle.parse("8 6 7 / 2 5 4 / 3 0 1")
"""In a full run one of the two 3×3 boards that are furthest away."""
SEEDS = range(1, 2 if QUICK else 21)
"""Random 4×4 boards."""


def _note(benchmark: Any, nodes: int, **more: Any) -> None:
    benchmark.extra_info.update(nodes=nodes, **more)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.benchmark(group="sliding 3x3")
def bench_eight_compiled(benchmark: Any, method: str) -> None:
    puzzle = EIGHT
    result = benchmark(puzzle.solve, method)
    _note(benchmark, result.stats.nodes, length=result.length)
    assert puzzle.check(result)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.benchmark(group="sliding 3x3")
def bench_eight_plain(benchmark: Any, method: str) -> None:
    puzzle = EIGHT
    result = benchmark.pedantic(find_path, (puzzle, method), {"cycles": "parent"}, rounds=1)
    _note(benchmark, result.stats.nodes, length=result.stats.path_length)
    assert result.stats.nodes == puzzle.solve(method).stats.nodes


@pytest.mark.parametrize("method", ["patterns", "ida"])
@pytest.mark.benchmark(group="sliding 4x4, optimal")
def bench_fifteen(benchmark: Any, method: str) -> None:
    """Random boards one after the other; the tables are built before."""
    boards = [MNPuzzle.random(4, 4, seed=seed) for seed in SEEDS]
    if method == "ida":  # a hundred times the nodes: the two easiest only
        boards = sorted(boards, key=MNPuzzle.heuristic)[:2]
    boards[0].solve()

    def solve() -> list[int]:
        return [
            board.solve(method, limits=Limits(nodes=100_000 if QUICK else 200_000_000)).stats.nodes
            for board in boards
        ]

    nodes = benchmark.pedantic(solve, rounds=1 if QUICK or method == "ida" else 5)
    _note(benchmark, sum(nodes), boards=len(boards))


@pytest.mark.benchmark(group="sliding 4x4, optimal")
def bench_fifteen_twin(benchmark: Any) -> None:
    puzzle = MNPuzzle.parse("1 2 3 4 / 5 0 6 8 / 9 10 7 11 / 13 14 15 12")
    cells = tuple(puzzle.cells().tolist())
    length, nodes = benchmark.pedantic(ida_twin.ida_star, (cells, 4, 15), rounds=1)
    _note(benchmark, nodes, length=length)


@pytest.mark.benchmark(group="sliding 4x4, pattern databases")
def bench_build_patterns(benchmark: Any) -> None:
    size = 2 if QUICK else 4
    groups = [[1], [2, 3]] if QUICK else [list(group) for group in wrapper.PATTERNS[0]]

    def build() -> int:
        tables = sliding_ida.PatternTables(size, size, 0, groups)
        tables.run(1 << 60)
        return tables.n_states

    _note(benchmark, benchmark.pedantic(build, rounds=3))


@pytest.mark.benchmark(group="sliding 4x4, pattern databases")
def bench_build_patterns_twin(benchmark: Any) -> None:
    size, group = (2, (1,)) if QUICK else (4, (1, 4))
    extras = benchmark.pedantic(ida_twin.pattern_extras, (size, size, 0, group), rounds=1)
    _note(benchmark, len(extras))


@pytest.mark.benchmark(group="sliding, whole space")
def bench_table(benchmark: Any) -> None:
    rows, cols = (2, 3) if QUICK else (3, 3)

    def build() -> int:
        table = sliding_table.SlidingTable(rows, cols, 0)
        table.run(1 << 60)
        return table.n_states

    _note(benchmark, benchmark(build))


@pytest.mark.benchmark(group="sliding, whole space")
def bench_table_twin(benchmark: Any) -> None:
    rows, cols = (2, 3) if QUICK else (3, 3)
    distances = benchmark.pedantic(table_twin.distances, (rows, cols, 0), rounds=1)
    _note(benchmark, len(distances))
    assert max(distances.values()) == len(depth_table(rows, cols)) - 1


@pytest.mark.parametrize("size", [5] if QUICK else [5, 6, 8])
@pytest.mark.benchmark(group="sliding, large")
def bench_beam(benchmark: Any, size: int) -> None:
    puzzle = MNPuzzle.random(size, size, seed=1)
    limits = Limits(nodes=5_000 if QUICK else 1_000_000)
    result = benchmark.pedantic(puzzle.solve, kwargs={"limits": limits}, rounds=1)
    _note(benchmark, result.stats.nodes, length=result.length, lower_bound=result.lower_bound)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.benchmark(group="engine, grid of vertices")
def bench_engine(benchmark: Any, method: str) -> None:
    """From corner to corner of a square lattice, through the general graph rules."""
    side = 12 if QUICK else 300 if method != "ida" else 12
    cell = np.arange(side * side, dtype=np.int32).reshape(side, side)
    near: list[list[int]] = [[] for _ in range(side * side)]
    for one, other in ((cell[:, :-1], cell[:, 1:]), (cell[:-1], cell[1:])):
        for a, b in zip(one.ravel().tolist(), other.ravel().tolist(), strict=True):
            near[a].append(b)
            near[b].append(a)
    starts = np.cumsum([0, *map(len, near)]).astype(np.int32)
    goals = np.zeros(side * side, dtype=np.uint8)
    goals[-1] = 1
    estimates = (2 * (side - 1) - cell // side - cell % side).ravel().astype(np.int32)
    ends = np.concatenate([np.array(row, dtype=np.int32) for row in near])
    rules = search_engine.Graph(starts, ends, goals, None, estimates)
    root, goal = np.zeros(1, dtype=np.uint64), np.array([[side * side - 1]], dtype=np.uint64)

    def solve() -> Any:
        search = search_engine.Search(
            rules, root, getattr(search_engine, method.upper()), goal if method == "bidirectional" else None
        )
        return run_engine(search)[1]

    stats = benchmark(solve)
    _note(benchmark, stats.nodes, length=stats.path_length)
