"""Neighbours of a board, the search for the best board, bounds and proofs.

The neighbours are scored by the kernel, by `score_many` one by one, and by the twin; each answer is
checked before its time counts. With UNRIDDLE_DATA the lexicon is ENABLE2K, else the embedded list; with
UNRIDDLE_BENCH_QUICK=1 all runs are tiny.
"""

import os
import time
from pathlib import Path

import numpy as np
import pytest

import unriddle as ur
from unriddle.core.neighbour_scores import NeighbourScores
from unriddle.core.reference import board_bound as twin_bound
from unriddle.core.reference.neighbour_scores import neighbour_scores as twin
from unriddle.core.reference.topology import neighbours
from unriddle.puzzles.board_classes import space_of
from unriddle.puzzles.boggle import best, bound, prove, score_many

QUICK = bool(os.environ.get("UNRIDDLE_BENCH_QUICK"))
BOARDS = {
    "best 4x4": "perslatgsineters",
    "dice 4x4": 4,
    "uniform 4x4": (4, "uniform"),
    "best 5x5": "ligdrmanesietildsracsepes",
    "dice 5x5": 5,
    "uniform 5x5": (5, "uniform"),
}
SEEDS = 1 if QUICK else 10
PROOFS = [("2x2", 15)] if QUICK else [("2x2", 15), ("2x3", 80), ("3x3", 500)]


@pytest.fixture(scope="module")
def lexicon():
    data = os.environ.get("UNRIDDLE_DATA")
    if data:
        folder = Path(data) / "data" if (Path(data) / "data").is_dir() else Path(data)
        if (folder / "enable2k.txt").exists():
            return ur.Lexicon.load(folder / "enable2k.txt")
    return ur.Lexicon.load("english")


def codes_of(kind):
    if isinstance(kind, str):
        text = kind
    else:
        size, dice = kind if isinstance(kind, tuple) else (kind, None)
        board = ur.Boggle.random(size, dice=dice, seed=3)
        text = "".join(board.tile(cell)[0] for cell in range(size * size))
    return np.frombuffer(text.encode(), dtype=np.uint8) - np.uint8(97)


def space(codes, lexicon):
    size = int(len(codes) ** 0.5)
    return space_of((size, size), lexicon, topology="king", wrap=False, qu=True, min_length=3, scoring=None)


def one_by_one(codes):
    """Return all neighbours as boards: letters cell by cell, then swaps."""
    n, boards = len(codes), []
    for cell in range(n):
        for letter in range(26):
            boards.append(codes.copy())
            boards[-1][cell] = letter
    for a in range(n):
        for b in range(a):
            boards.append(codes.copy())
            boards[-1][[a, b]] = codes[[b, a]]
    return np.array(boards)


@pytest.mark.benchmark(group="neighbours")
@pytest.mark.parametrize("kind", list(BOARDS))
def bench_score_neighbours(benchmark, lexicon, kind):
    codes = codes_of(BOARDS[kind])
    shape, n = space(codes, lexicon), len(codes)
    kernel = NeighbourScores(shape.words, shape.adjacency, shape.points)
    letters, swaps = np.empty((n, 26), dtype=np.int64), np.empty((n, n), dtype=np.int64)
    assert kernel.run(codes, letters, swaps)
    expected = score_many(one_by_one(codes), lexicon, qu=True)
    assert letters.ravel().tolist() == expected[: n * 26].tolist()
    assert swaps[np.tril_indices(n, -1)].tolist() == expected[n * 26 :].tolist()
    benchmark.extra_info.update(paths=kernel.nodes, strings=kernel.strings)
    benchmark(kernel.run, codes, letters, swaps)


@pytest.mark.benchmark(group="neighbours")
@pytest.mark.parametrize("kind", list(BOARDS))
def bench_score_many(benchmark, lexicon, kind):
    codes = codes_of(BOARDS[kind])
    boards = one_by_one(codes)
    changed = boards[(boards != codes).any(axis=1)]
    benchmark.extra_info["boards"] = len(changed)
    benchmark(score_many, changed, lexicon, qu=True)


@pytest.mark.benchmark(group="neighbours")
def bench_twin(benchmark):
    words = {(0, 1, 2), (2, 1, 0), (1, 2, 2, 0)}
    table, board = neighbours(2, 2), [0, 1, 2, 2]
    benchmark.pedantic(twin, (table, board, words, list(range(9)), 3), rounds=1)


@pytest.mark.benchmark(group="best")
@pytest.mark.parametrize(
    ("shape", "target", "pool"), [("3x3", 545, 20), ("4x4", 3625, 50), ("4x4", 3625, 100)]
)
def bench_best(benchmark, lexicon, shape, target, pool):
    """Processor time to the proven optimum of ENABLE2K, over seeds."""
    if QUICK or len(lexicon) != 173_528:
        shape, target, pool = "2x2", None, 5
    seconds, reached, first = [], 0, 0

    def run():
        nonlocal reached, first
        for seed in range(SEEDS):
            start = time.process_time()
            found = best(shape, lexicon, qu=True, seed=seed, pool=pool, target=target, seconds=300)
            seconds.append(time.process_time() - start)
            reached += target is None or found.score == target
            first += found.rounds == 0

    benchmark.pedantic(run, rounds=1)
    benchmark.extra_info.update(
        median_cpu=float(np.median(seconds)), most_cpu=max(seconds), reached=reached, in_first_round=first
    )


@pytest.mark.benchmark(group="bound")
def bench_bound(benchmark, lexicon):
    cells = "aei rst dlmn/rst aei rst/dlmn rst aei"
    limit = benchmark(bound, cells, lexicon, qu=True)
    assert limit > 0


@pytest.mark.benchmark(group="bound")
def bench_bound_twin(benchmark):
    words = {(0, 1, 2), (2, 1, 0), (1, 2, 2, 0)}
    sets = [{0, 1}, {1, 2}, {0, 2}, {2}]

    def run():
        return twin_bound.bound(twin_bound.terms(neighbours(2, 2), sets, words, list(range(9)), range(4)))

    assert benchmark(run) > 0


@pytest.mark.benchmark(group="prove")
@pytest.mark.parametrize(("shape", "at_least"), PROOFS)
def bench_prove(benchmark, lexicon, shape, at_least):
    found = benchmark.pedantic(prove, (shape, at_least, lexicon), {"qu": True}, rounds=1)
    benchmark.extra_info.update(
        boards=len(found.boards), nodes=found.stats.nodes, terms=found.stats.generated
    )
    assert not found.remaining
    if shape == "3x3" and len(lexicon) == 173_528:
        assert len(found.boards) == 42
