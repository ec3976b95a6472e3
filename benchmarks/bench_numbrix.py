"""Numbrix and Hidato: the kernel, the puzzle's `solve`, the twin (which is the textbook way), learning.

Boards are made here with one seed; with UNRIDDLE_DATA set, all of numbrix.json and hidato.json are measured
too, and with ortools installed, CP-SAT on some of them (a Boolean for each number and cell).
"""

from __future__ import annotations

import json
import os
from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest

from unriddle.core.numbrix import PathSearch
from unriddle.core.reference import numbrix as twin
from unriddle.puzzles.numbrix import Hidato, Numbrix, solve_many

QUICK = bool(os.environ.get("UNRIDDLE_BENCH_QUICK"))
SIDE = 5 if QUICK else 9
CLASSES = {"numbrix": Numbrix, "hidato": Hidato}


@lru_cache
def made(name: str, side: int = SIDE, copies: int = 2 if QUICK else 20) -> list[Numbrix]:
    return [CLASSES[name].generate(seed, rows=side, cols=side) for seed in range(copies)]


def known(name: str) -> list[Numbrix]:
    folder = os.environ.get("UNRIDDLE_DATA")
    if not folder:
        pytest.skip("UNRIDDLE_DATA does not name the folder of known answers")
    path = Path(folder) / "data" if (Path(folder) / "data").is_dir() else Path(folder)
    return [CLASSES[name](board["grid"]) for board in json.loads((path / f"{name}.json").read_text())]


def boards(name: str, source: str) -> list[Numbrix]:
    return made(name) if source == "made" else known(name)


def run_kernel(pairs: list[tuple[np.ndarray, np.ndarray]]) -> int:
    nodes = 0
    for table, clues in pairs:
        search = PathSearch(table, clues, 2)
        while search.run(1 << 20):
            pass
        nodes += search.nodes
    return nodes


@pytest.mark.parametrize("source", ["made", "known"])
@pytest.mark.parametrize("name", CLASSES)
@pytest.mark.benchmark(group="numbrix")
def bench_kernel(benchmark, name, source):
    """All boards one after the other, uniqueness proven."""
    puzzles = boards(name, source)
    nodes = benchmark(run_kernel, [puzzle.arrays() for puzzle in puzzles])
    benchmark.extra_info.update(puzzles=len(puzzles), nodes=nodes)
    if benchmark.stats:
        benchmark.extra_info["ms"] = benchmark.stats.stats.min / len(puzzles) * 1e3


@pytest.mark.parametrize("source", ["made", "known"])
@pytest.mark.parametrize("name", CLASSES)
@pytest.mark.benchmark(group="numbrix")
def bench_solve(benchmark, name, source):
    """The same through the API, with result objects, on one thread."""
    puzzles = boards(name, source)
    results = benchmark(solve_many, puzzles, threads=1)
    benchmark.extra_info.update(puzzles=len(puzzles), nodes=sum(result.stats.nodes for result in results))
    if benchmark.stats:
        benchmark.extra_info["ms"] = benchmark.stats.stats.min / len(puzzles) * 1e3


@pytest.mark.parametrize("name", CLASSES)
@pytest.mark.benchmark(group="numbrix")
def bench_twin(benchmark, name):
    """The textbook way, on small boards."""
    pairs = []
    for puzzle in made(name, 4 if QUICK else 5, 2):
        table, clues = puzzle.arrays()
        n = len(clues)
        pairs.append(([[other for other in row if other < n] for row in table.tolist()], clues.tolist()))
    counts = benchmark.pedantic(lambda: [twin.count(*pair) for pair in pairs], rounds=1)
    assert counts == [1] * len(pairs)


def sparse(cls: type[Numbrix], side: int, gap: int) -> Numbrix:
    """Return a board with every gap-th number of a random path."""
    full = cls.generate(1, rows=side, cols=side, clues=side * side)
    return cls([[v if v % gap == 1 else 0 for v in row] for row in full.grid])


@pytest.mark.parametrize(
    ("name", "side", "gap"), [("numbrix", 15, 10), ("hidato", 15, 10), ("numbrix", 30, 10)]
)
@pytest.mark.benchmark(group="numbrix, every tenth number")
def bench_sparse(benchmark, name, side, gap):
    """Two solutions of a board that needs learning from conflicts."""
    puzzle = sparse(CLASSES[name], 6 if QUICK else side, gap)
    result = benchmark.pedantic(puzzle.solve, rounds=1 if QUICK else 3)
    benchmark.extra_info.update(nodes=result.stats.nodes, learnt=result.learnt, status=str(result.status))


@pytest.mark.parametrize("name", CLASSES)
@pytest.mark.benchmark(group="numbrix")
def bench_cp_sat(benchmark, name):
    """The peer: CP-SAT with a Boolean for each number and cell, asked for a second solution too."""
    cp_model = pytest.importorskip("ortools.sat.python.cp_model")
    puzzles = made(name)[:3]

    def solve(puzzle: Numbrix) -> int:
        table, clues = puzzle.arrays()
        n = len(clues)
        near = [[other for other in row if other < n] for row in table.tolist()]
        model = cp_model.CpModel()
        stands = [[model.NewBoolVar("") for _ in range(n)] for _ in range(n)]
        for k in range(n):
            model.AddExactlyOne(stands[k])
            model.AddExactlyOne(row[k] for row in stands)
        for cell, clue in enumerate(clues.tolist()):
            if clue > 0:
                model.Add(stands[clue - 1][cell] == 1)
            for k in range(n):
                if k + 1 < n:
                    model.AddBoolOr([stands[k][cell].Not(), *(stands[k + 1][other] for other in near[cell])])
                if k:
                    model.AddBoolOr([stands[k][cell].Not(), *(stands[k - 1][other] for other in near[cell])])
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        found = 0
        while found < 2 and solver.Solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            found += 1
            model.AddBoolOr(
                stands[k][c].Not() for k in range(n) for c in range(n) if solver.Value(stands[k][c])
            )
        return found

    counts = benchmark.pedantic(lambda: [solve(puzzle) for puzzle in puzzles], rounds=1)
    benchmark.extra_info["puzzles"] = len(puzzles)
    assert counts == [1] * len(puzzles)
