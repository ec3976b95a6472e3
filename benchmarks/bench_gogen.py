"""Gogen: the kernel in a batch, the puzzle's `solve`, the twin, the textbook way.

The puzzles are made here with one seed, so that the suite needs no files; with UNRIDDLE_DATA set, those
of the newspapers in gogen.json are measured too.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import numpy as np
import pytest

from unriddle.core import gogen as kernel
from unriddle.core.reference import gogen as twin
from unriddle.puzzles.gogen import Gogen, solve_many

QUICK = bool(os.environ.get("UNRIDDLE_BENCH_QUICK"))
COPIES = 2 if QUICK else 100
ORIGINAL = Gogen.parse(
    "MGDWLYSJB",
    ["ACQUIRE", "AXLE", "CUT", "DERV", "FIR", "JUST", "KEG", "MAN", "PILE", "PRY", "ROB", "WHAM"],
)


def newspapers() -> list[Gogen]:
    folder = os.environ.get("UNRIDDLE_DATA")
    if not folder:
        pytest.skip("UNRIDDLE_DATA does not name the folder of known answers")
    path = Path(folder) / "data" if (Path(folder) / "data").is_dir() else Path(folder)
    boards = json.loads((path / "gogen.json").read_text())
    return [
        Gogen(board["grid"], board["words"])
        for board in boards
        if len(set("".join(board["grid"]))) == sum(ch != "." for row in board["grid"] for ch in row) + 1
    ]


def arrays(puzzles: list[Gogen]) -> tuple[np.ndarray, ...]:
    pairs = [puzzle.arrays() for puzzle in puzzles] * COPIES
    givens, links = (np.stack([pair[k] for pair in pairs]) for k in (0, 1))
    n = len(pairs)
    return givens, links, np.empty((n, 25), np.int8), np.empty(n, np.int64), np.empty(n, np.int64)


@pytest.mark.parametrize("which", ["original", "newspapers"])
@pytest.mark.benchmark(group="gogen")
def bench_kernel_in_a_batch(benchmark, which):
    """One call for many puzzles, uniqueness proven; `us` is the time of one puzzle."""
    givens, links, solutions, counts, nodes = arrays([ORIGINAL] if which == "original" else newspapers())
    benchmark(kernel.solve_batch, 5, 5, givens, links, solutions, counts, nodes)
    benchmark.extra_info.update(puzzles=len(givens), nodes=int(nodes.sum()))
    if benchmark.stats:
        benchmark.extra_info["us"] = benchmark.stats.stats.min / len(givens) * 1e6
    assert counts.max() <= 2


@pytest.mark.benchmark(group="gogen")
def bench_solve_many(benchmark):
    """The same through Python objects, one thread."""
    puzzles = [ORIGINAL] * COPIES
    result = benchmark(solve_many, puzzles, threads=1)
    benchmark.extra_info.update(puzzles=COPIES, nodes=int(result.nodes.sum()))


@pytest.mark.benchmark(group="gogen")
def bench_solve(benchmark):
    """One puzzle with its result object."""
    result = benchmark(ORIGINAL.solve)
    benchmark.extra_info.update(puzzles=1, nodes=result.stats.nodes)


@pytest.mark.benchmark(group="gogen")
def bench_twin(benchmark):
    """The definition: linked letters side by side, letter by letter; with 22 letters given, it is slow."""
    solution = ORIGINAL.solve().solution
    grid = [row[:4] + "." if k % 2 else row for k, row in enumerate(solution)]
    givens, links = (array.tolist() for array in Gogen(grid, ORIGINAL.words).arrays())
    assert benchmark(twin.count, 5, 5, givens, links) == 1


@pytest.mark.benchmark(group="gogen")
def bench_textbook(benchmark):
    """Fill the first empty cell, trace all words anew, turn back where one has no way."""
    grid = ORIGINAL.solve().solution if QUICK else ORIGINAL.grid
    rows, nodes = benchmark.pedantic(
        twin.textbook, (grid, ORIGINAL.words, ORIGINAL.alphabet), rounds=1, iterations=1
    )
    benchmark.extra_info.update(puzzles=1, nodes=nodes)
    assert rows is not None


@pytest.mark.benchmark(group="gogen counting")
def bench_count_without_givens(benchmark):
    """All solutions of the original's words on an empty board."""
    words = ORIGINAL.words
    puzzle = Gogen(["....."] * 5, [*words, "GDEVYPOBF", "MNKHXLQS"] if QUICK else words)
    result = benchmark.pedantic(puzzle.solve, kwargs={"limit": None}, rounds=1 if QUICK else 5)
    benchmark.extra_info.update(count=result.count, nodes=result.stats.nodes)
