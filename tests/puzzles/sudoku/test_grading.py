"""How hard a Sudoku is: the kernel counts the steps that the explanation gives."""

import threading

import pytest

from unriddle import Difficulty, SudokuPuzzle
from unriddle.puzzles.framework.steps import rate
from unriddle.puzzles.sudoku import grading
from unriddle.puzzles.sudoku.grading import graded, rated

VARIANTS = [
    (9, {}),
    (9, {"variants": "diagonal"}),
    (9, {"variants": "windoku"}),
    (9, {"variants": "anti-knight"}),
    (7, {"regions": "random"}),
    (10, {"box": (2, 5)}),
]


@pytest.mark.parametrize("n, rules", VARIANTS)
def test_ratings_are_those_of_the_steps(n, rules):
    for seed in range(6 if rules else 20):
        puzzle = SudokuPuzzle.generate(n, seed=seed, **rules)
        expected = rate(puzzle.steps(), puzzle.levels)
        assert rated(puzzle._grid.cells, puzzle.layout, puzzle._values) == puzzle.rating() == expected
        assert puzzle.difficulty() == expected.difficulty
        for most in Difficulty:
            order = list(Difficulty)
            wanted = expected.difficulty if order.index(expected.difficulty) <= order.index(most) else None
            assert graded(puzzle._grid.cells, puzzle.layout, puzzle.alphabet, most) == wanted


def test_grids_without_a_solution_or_with_several():
    for text in ("11..............", "1234............", "." * 16, "12..............", "1234341221434321"):
        puzzle = SudokuPuzzle.parse(text, strict=False)
        assert puzzle.rating() == rate(puzzle.steps(), puzzle.levels)


@pytest.mark.parametrize(
    "rules", [{"n": 16, "clues": 150}, {"n": 4, "relations": "r1c1<r1c2"}, {"n": 12, "box": (3, 4)}]
)
def test_what_the_kernel_does_not_take(rules):
    puzzle = SudokuPuzzle.generate(seed=1, **rules)
    assert rated(puzzle._grid.cells, puzzle.layout, puzzle._values) is None
    rating = puzzle.rating()
    assert rating == rate(puzzle.steps(), puzzle.levels) and rating.difficulty == puzzle.difficulty()


def test_threads_do_not_share_a_kernel():
    puzzles = [SudokuPuzzle.generate(seed=seed) for seed in range(20)]
    expected = [puzzle.rating() for puzzle in puzzles]
    found = [[] for _ in range(4)]

    def work(k):
        found[k] += [puzzle.rating() for _ in range(10) for puzzle in puzzles]

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected * 10] * 4
    assert 0 < len(grading._waiting(puzzles[0].layout)) <= 5
