"""The steps that `steps` prints against those that the kernel counts: one order of choice, two programs.

A sample by default; ``UNRIDDLE_BRUTE=20000`` compares as many puzzles.
"""

import os
import random
from collections import Counter

import numpy as np

from unriddle import Difficulty, SudokuPuzzle
from unriddle.core.assign.sudoku_grading import Grader
from unriddle.puzzles.framework.steps import rate_counts
from unriddle.puzzles.sudoku.steps import LEVELS

COUNT = int(os.environ.get("UNRIDDLE_BRUTE", 0)) or 75
KINDS = [
    (9, {}),
    (9, {"variants": "diagonal"}),
    (6, {"box": "2x3"}),
    (8, {"variants": "latin"}),
    (9, {"symmetry": "rotation"}),
    (9, {"variants": "disjoint"}),
    (8, {"box": "2x4"}),
    (7, {"regions": "random"}),
    (9, {"variants": "windoku"}),
    (10, {"box": "5x2", "clues": 36}),
    (4, {}),
    (9, {"variants": "girandola"}),
    (9, {"groups": "r1c1 r2c4 r3c7 r5c5 r8c8"}),
    (6, {"box": "3x2", "variants": "anti-knight"}),
    (9, {"even": "r1c1 r5c5", "odd": "r9c9"}),
]


def counted(grid, solution):
    """Return the steps of a grid by technique, as the kernel counts them."""
    counts, layout = np.zeros(len(LEVELS), np.int64), grid.layout
    cells, solved = (np.frombuffer(some, np.uint8) for some in (grid.cells, solution))
    Grader(*layout.reasoning).steps(cells, np.array(layout.allowed, np.uint64), solved, len(LEVELS), counts)
    return {kind: count for kind, count in zip(LEVELS, counts.tolist(), strict=True) if count}


def test_steps_and_the_kernel_take_the_same_steps():
    chance, grades = random.Random(7), Counter()
    for k in range(COUNT):
        size, rules = KINDS[k % len(KINDS)]
        puzzle = SudokuPuzzle.generate(size, seed=chance.randrange(1 << 40), **rules)
        counts = Counter(step.kind for step in puzzle.steps())
        assert counts == counted(puzzle._grid, puzzle.solve().solution._grid.cells), puzzle.to_dict()
        rating = puzzle.rating()
        assert rating == rate_counts(counts, LEVELS) and puzzle.difficulty() is rating.difficulty
        grades[rating.difficulty] += 1
    assert set(grades) == set(Difficulty)
    print(dict(grades))
