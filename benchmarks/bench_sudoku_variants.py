"""Sudoku variants made from seeds and proven unique: one group of each kind."""

from functools import cache

import pytest

from benchmarks import sat
from benchmarks.bench_sudoku import digits, read
from benchmarks.shared import answers_of, pick, visited
from unriddle.puzzles.sudoku import SudokuPuzzle, solve_many

KINDS = {
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
    "killer": (9, {"cages": "random"}),
    "lines": (9, {"thermometers": "r2c2-r6c2", "whispers": "r8c8-r8c4", "renban": "r2c8-r5c8"}),
    "futoshiki": (
        6,
        {"variants": "latin", "relations": "r1c1<r1c2<r1c3 r3c3>r4c3>r4c4 r5c1<r6c1 r6c6>r6c5 r2c5<r2c6"},
    ),
}
"""Kind -> side, and what is asked of the generator."""
kinds = pytest.mark.parametrize("kind", KINDS)
COUNT = pick(100, 5)


@cache
def puzzles(kind, count):
    side, rules = KINDS[kind]
    return [SudokuPuzzle.generate(side, seed=seed, **rules) for seed in range(count)]


def group_of(kind):
    return f"Solve Sudokus of the kind {kind}"


@pytest.mark.parametrize(
    "kind", [kind for kind in KINDS if kind not in ("jigsaw", "killer")]
)  # of one layout
def test_variant_by_batch(measure, kind):
    made = puzzles(kind, COUNT)
    measure(
        lambda: solve_many(made, threads=1),
        digits,
        unit="puzzle",
        group=group_of(kind),
        way="kernel, batch",
        nodes=lambda found: int(found.nodes),
        guesses=lambda found: int(found.guesses.sum()),
    )


@kinds
def test_variant_by_one_puzzle_a_call(measure, kind):
    made = puzzles(kind, COUNT)
    measure(
        lambda: [puzzle.solve() for puzzle in made],
        answers_of,
        unit="puzzle",
        group=group_of(kind),
        nodes=visited,
    )


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "killer"])  # sums are no clauses
@sat.peers
def test_variant_by_clauses(measure, kind, peer):
    sat.measure_peer(measure, peer, puzzles(kind, pick(10, 1)), read, group=group_of(kind))
