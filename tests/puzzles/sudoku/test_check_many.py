"""Answers to many Sudokus: as arrays, and as one by one."""

import random

import numpy as np
import pytest

from unriddle import PuzzleError, SudokuPuzzle
from unriddle.puzzles.framework.check import JUDGEMENTS
from unriddle.puzzles.sudoku.check_many import BLOCK, check_many


def harmed(draw, text, symbols):
    """Return a grid with some cells changed, or cut."""
    cells = list(text)
    for _ in range(draw.choice((0, 1, 1, 2, 5))):
        cells[draw.randrange(len(cells))] = draw.choice(symbols)
    return "".join(cells)[: draw.choice((len(cells), len(cells), len(cells), len(cells) - 1))]


@pytest.mark.parametrize(
    "n, box, symbols", [(4, None, "1234.x"), (6, "2x3", "1234560 é"), (9, None, "123456789.")]
)
def test_arrays_say_what_one_by_one_says(n, box, symbols):
    draw = random.Random(n)
    rules = {} if box is None else {"box": box}
    grids = [SudokuPuzzle.generate(n, seed=seed, **rules) for seed in range(3)]
    puzzles, answers = [], []
    for _ in range(300):
        grid = draw.choice(grids)
        puzzles.append(grid.text())
        answers.append(harmed(draw, grid.solve().solution.text(), symbols))
    answers[7] = grids[0].solve().solution.format()  # with drawn boxes: judged by itself
    many = SudokuPuzzle.check_many(puzzles, answers, **rules)
    want = [SudokuPuzzle.parse(p, **rules).judge(a) for p, a in zip(puzzles, answers, strict=True)]
    assert list(many) == want
    assert [JUDGEMENTS[place] for place in many.statuses.tolist()] == [one.status for one in want]
    assert len({one.status for one in want}) == 4


def test_forms_of_both_sides():
    grid = SudokuPuzzle.parse("1234............")
    right, cells = "1234341221434321", np.array([[1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]])
    for puzzles in (grid, grid.text(), [grid], [grid.text()], np.array([grid.array().ravel()])):
        for answers in ([right], cells, cells.astype(np.uint8), [cells[0]], [grid.solve()]):
            if isinstance(puzzles, np.ndarray):
                many = SudokuPuzzle.check_many(puzzles, answers) if isinstance(answers, np.ndarray) else None
                assert many is None or many.right == 1
            else:
                assert SudokuPuzzle.check_many(puzzles, answers).right == 1, (puzzles, answers)


def test_more_than_a_block_and_threads():
    grid = SudokuPuzzle.parse("1234............")
    answers = ["1234341221434321", "1234341221434312"] * (5 * BLOCK)
    done = []
    many = SudokuPuzzle.check_many(grid, answers, threads=2, progress=done.append)
    assert many.statuses.tolist() == [0, 1] * (5 * BLOCK) and max(done) == len(answers)
    assert many[-1].reason == "column 3 has 1 twice"


def test_clues_that_clash_are_an_error_as_everywhere():
    for wrong in ("11" + "." * 14, "1y" + "." * 14, "1" * 15):
        with pytest.raises(PuzzleError, match=r"^puzzles\[1\]"):
            check_many(SudokuPuzzle, ["1234............", wrong], ["1234341221434321"] * 2)
