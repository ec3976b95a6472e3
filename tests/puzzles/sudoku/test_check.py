"""Answers judged one by one and as arrays."""

import random

import numpy as np
import pytest

from unriddle import PuzzleError, SudokuPuzzle
from unriddle.puzzles.framework.check import JUDGEMENTS, Judgement
from unriddle.puzzles.sudoku.check import faults
from unriddle.puzzles.sudoku.layout import boxed
from unriddle.puzzles.sudoku.parse import Grid
from unriddle.puzzles.sudoku.puzzle import BLOCK


def test_every_kind_of_fault_has_its_words():
    one = Grid(2, boxed((1, 2)), ("1", "2"), bytes([1, 0, 0, 0]))
    assert faults(one, bytes([1, 2, 2, 1])) == []
    assert faults(one, bytes([2, 1, 1, 2])) == ["row 1, column 1 is 2, but the clue there is 1"]
    found = faults(one._replace(cells=bytes(4)), bytes([1, 2, 0, 2]))
    assert found[0] == "row 2, column 1 is empty"
    assert {"row 2 has 1 0 times", "column 2 has 2 2 times", "column 1 has 2 0 times"} <= set(found)
    assert any(fault.startswith("box ") for fault in found)


PUZZLE = SudokuPuzzle.parse("12../..../..../...1")


@pytest.mark.parametrize(
    "answer, said, places",
    [
        ("1234/3412/2143/4321", "RIGHT", ()),
        ([[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]], "RIGHT", ()),
        ("1234/3412/2143/432.", "INCOMPLETE: row 4, column 4 is empty", ((3, 3),)),
        (
            "1234/3412/2143/4322",
            "NOT_OF_THIS_PUZZLE: row 4, column 4 is 2, but the clue there is 1",
            ((3, 3),),
        ),
        ("12.1/..../..../...1", "WRONG: row 1 has 1 twice", ((0, 3), (0, 0), (3, 3))),
        ("12../..../..../.1.1", "WRONG: row 4 has 1 twice", ((3, 1), (3, 3))),
        ("12../.1../..../...1", "WRONG: box 1 has 1 twice", ((1, 1), (0, 0))),
        ("123/341/214", "NOT_OF_THIS_PUZZLE: 9 cells, but a 4×4 Sudoku has 16", ()),
    ],
)
def test_answers(answer, said, places):
    verdict = PUZZLE.judge(answer)
    assert (str(verdict), verdict.places) == (said, places)


def test_a_grid_of_another_kind():
    six, other = (SudokuPuzzle.from_array([[0] * 6] * 6, box=box) for box in ("2x3", "3x2"))
    assert str(six.judge(other)) == "NOT_OF_THIS_PUZZLE: boxes of 3 × 2, expected boxes of 2 × 3"
    letters = SudokuPuzzle(4, "*" * 16, "ABCD")
    verdict = SudokuPuzzle(4, "*" * 16, "1234").judge(letters)
    assert str(verdict) == "NOT_OF_THIS_PUZZLE: symbols A B C D, expected 1 2 3 4"


def test_a_state_may_clash():
    state = PUZZLE.read_state("121./..../..../...1")
    assert str(PUZZLE.hint(state)).startswith("mistake: row 1, column 3 is 1")
    assert PUZZLE.judge(state).status is Judgement.WRONG


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
            SudokuPuzzle.check_many(["1234............", wrong], ["1234341221434321"] * 2)
