"""Sudoku: find a solution and prove it the only one; beside the twins, the textbook way and SAT solvers.

The lists of known puzzles are used where UNRIDDLE_DATA names their folder, elsewhere generated ones.
Times in one group are for different numbers of puzzles: `extra_info` has the puzzles, and with them the rate.
"""

import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from unriddle import SudokuPuzzle
from unriddle.core import sudoku, sudoku9
from unriddle.core.reference import sudoku as plain
from unriddle.core.reference import sudoku9 as twin
from unriddle.puzzles.sudoku import generate, solve_many

QUICK = bool(os.environ.get("UNRIDDLE_BENCH_QUICK"))
LISTS = ("17_clue", "top1465", "many_solutions")
WIDTHS = sorted({sudoku9.lanes(most) for most in (1, 4, 8, 16)})
Benchmark = Callable[..., Any]
Array = Any


@cache
def lines(name: str) -> list[str]:
    """Return the puzzles of a list, few of them in a quick run."""
    folder = os.environ.get("UNRIDDLE_DATA")
    most = 20 if QUICK else 100_000
    if folder:
        path = Path(folder) / "data" if (Path(folder) / "data").is_dir() else Path(folder)
        text = (path / f"sudoku_{name}.txt").read_text().splitlines()
        return [line.replace(":", " ").split()[0] for line in text if line[0] != "#"][:most]
    size = {"16x16": 16, "25x25": 25}.get(name, 9)
    made = [generate(seed, size, effort=30) for seed in range(3 if size > 9 else 20 if QUICK else 500)]
    return [puzzle.format("line") for puzzle in made]


@cache
def cells(name: str) -> Array:
    """Return the puzzles of a list as numbers."""
    return np.stack([SudokuPuzzle.parse(line).array().ravel() for line in lines(name)])


def note(benchmark: Any, puzzles: int, **more: int) -> None:
    benchmark.extra_info.update(puzzles=puzzles, **more)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", LISTS)
def bench_9x9_kernel(benchmark: Any, name: str, width: int) -> None:
    benchmark.group = f"sudoku 9x9 {name}"
    puzzles = cells(name)

    def run() -> Any:
        search = sudoku9.Lanes(puzzles, 2, lanes=width)
        search.run(1 << 62)
        return search

    search = benchmark(run)
    note(benchmark, len(puzzles), nodes=search.nodes, guesses=int(search.guesses.sum()))
    assert (search.counts > 0).all()


@pytest.mark.parametrize("name", LISTS)
def bench_9x9_solve_many_of_strings(benchmark: Any, name: str) -> None:
    benchmark.group = f"sudoku 9x9 {name}"
    note(benchmark, len(lines(name)))
    assert (benchmark(solve_many, lines(name)).counts > 0).all()


@pytest.mark.parametrize("name", LISTS)
def bench_9x9_any_size_kernel(benchmark: Any, name: str) -> None:
    benchmark.group = f"sudoku 9x9 {name}"
    puzzles = cells(name)[:100]

    def run() -> int:
        nodes = 0
        for puzzle in puzzles:
            search = sudoku.Search(puzzle, 3, 3)
            search.run(1 << 40)
            nodes += search.nodes
        return nodes

    note(benchmark, len(puzzles), nodes=benchmark(run))


@pytest.mark.parametrize("name", LISTS)
def bench_9x9_twin(benchmark: Any, name: str) -> None:
    benchmark.group = f"sudoku 9x9 {name}"
    puzzles = cells(name)[: 2 if QUICK else 20].tolist()
    found = benchmark.pedantic(lambda: [twin.search(puzzle, 2) for puzzle in puzzles], rounds=1)
    note(benchmark, len(puzzles), nodes=sum(nodes for _, _, nodes in found))


@pytest.mark.parametrize("name", LISTS)
def bench_9x9_plain_twin(benchmark: Any, name: str) -> None:
    benchmark.group = f"sudoku 9x9 {name}"
    puzzles = [puzzle for puzzle in cells(name)[:6].tolist() if sum(map(bool, puzzle)) > 22][:1]
    if not puzzles:
        pytest.skip("plain backtracking takes minutes on these")
    benchmark.pedantic(lambda: [plain.count(puzzle, 3, 3, 2) for puzzle in puzzles], rounds=1)
    note(benchmark, len(puzzles))


@pytest.mark.parametrize("name", LISTS)
def bench_9x9_python_sat(benchmark: Any, name: str) -> None:
    solvers = pytest.importorskip("pysat.solvers")
    benchmark.group = f"sudoku 9x9 {name}"
    puzzles = cells(name)[: 2 if QUICK else 50].tolist()
    benchmark.pedantic(lambda: [_sat(solvers, puzzle, 3) for puzzle in puzzles], rounds=1 if QUICK else 3)
    note(benchmark, len(puzzles))


@pytest.mark.parametrize("name", LISTS)
def bench_9x9_cp_sat(benchmark: Any, name: str) -> None:
    model = pytest.importorskip("ortools.sat.python.cp_model")
    benchmark.group = f"sudoku 9x9 {name}"
    puzzles = cells(name)[: 2 if QUICK else 20].tolist()
    benchmark.pedantic(lambda: [_cp_sat(model, puzzle) for puzzle in puzzles], rounds=1)
    note(benchmark, len(puzzles))


@pytest.mark.parametrize("name", ["16x16", "25x25"])
def bench_large_kernel(benchmark: Any, name: str) -> None:
    benchmark.group = f"sudoku {name}"
    puzzles = cells(name)[:2] if QUICK else cells(name)
    batch = benchmark.pedantic(solve_many, (puzzles,), rounds=2 if name == "25x25" else 5)
    note(benchmark, len(puzzles), nodes=batch.nodes, guesses=int(batch.guesses.sum()))
    assert (batch.counts == 1).all()


@pytest.mark.parametrize("name", ["16x16", "25x25"])
def bench_large_python_sat(benchmark: Any, name: str) -> None:
    solvers = pytest.importorskip("pysat.solvers")
    benchmark.group = f"sudoku {name}"
    puzzles = cells(name)[:2].tolist() if QUICK else cells(name).tolist()
    side = 4 if name == "16x16" else 5
    benchmark.pedantic(lambda: [_sat(solvers, puzzle, side) for puzzle in puzzles], rounds=1)
    note(benchmark, len(puzzles))


def _sat(solvers: Any, puzzle: list[int], side: int) -> None:
    """Find a solution and prove it the only one with CaDiCaL, through clauses."""
    n = side * side

    def literal(cell: int, value: int) -> int:
        return cell * n + value

    units = [[r * n + c for c in range(n)] for r in range(n)] + [
        [r * n + c for r in range(n)] for c in range(n)
    ]
    units += [
        [(side * (b // side) + r) * n + side * (b % side) + c for r in range(side) for c in range(side)]
        for b in range(n)
    ]
    groups = [[literal(cell, v) for v in range(1, n + 1)] for cell in range(n * n)]
    groups += [[literal(cell, v) for cell in unit] for unit in units for v in range(1, n + 1)]
    with solvers.Cadical153() as solver:
        for group in groups:
            solver.add_clause(group)
            for k, first in enumerate(group):
                for second in group[:k]:
                    solver.add_clause([-first, -second])
        for cell, value in enumerate(puzzle):
            if value:
                solver.add_clause([literal(cell, value)])
        assert solver.solve()
        solver.add_clause([-lit for lit in solver.get_model() if lit > 0])
        solver.solve()


def _cp_sat(cp_model: Any, puzzle: list[int]) -> None:
    """Find a solution with CP-SAT (without a proof that it is the only one)."""
    model = cp_model.CpModel()
    grid = [model.new_int_var(value or 1, value or 9, str(k)) for k, value in enumerate(puzzle)]
    for unit in twin.UNITS:
        model.add_all_different([grid[cell] for cell in unit])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    assert solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE)


@pytest.mark.benchmark(group="sudoku fail_fast")
@pytest.mark.parametrize("prune", [True, False], ids=["with_fail_fast", "without"])
def bench_textbook_depth_first(benchmark: Any, prune: bool) -> None:
    """The general way of the textbook, one cell a step; what `fail_fast` saves is in the nodes."""
    line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    visited = [0]

    def depth_first() -> SudokuPuzzle | None:
        visited[0] = 0
        stack, seen = [SudokuPuzzle.parse(line)], set()
        while stack:
            puzzle = stack.pop()
            if puzzle in seen or (prune and puzzle.fail_fast()):
                continue
            seen.add(puzzle)
            visited[0] += 1
            if puzzle.is_solved():
                return puzzle
            stack += reversed(puzzle.extensions())
        return None

    assert benchmark.pedantic(depth_first, rounds=1 if QUICK else 3) is not None
    note(benchmark, 1, nodes=visited[0])


@pytest.mark.benchmark(group="sudoku fail_fast")
def bench_depth_first_compiled(benchmark: Any) -> None:
    puzzle = SudokuPuzzle.parse(
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    )
    note(benchmark, 1, nodes=benchmark(puzzle.solve).stats.nodes)


@pytest.mark.benchmark(group="sudoku generate")
@pytest.mark.parametrize("symmetry", ["none", "rotation"])
def bench_generate(benchmark: Any, symmetry: str) -> None:
    count = 3 if QUICK else 200
    made = benchmark.pedantic(
        lambda: [generate(seed, symmetry=symmetry) for seed in range(count)], rounds=1 if QUICK else 3
    )
    note(benchmark, count, clues=sum(puzzle.clues for puzzle in made) // count)
