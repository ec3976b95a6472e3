"""What is said of answers to Sudokus."""

import pytest

from unriddle import SudokuPuzzle
from unriddle.puzzles.framework.check import Judgement

PUZZLE = SudokuPuzzle.parse("12../..../..../...1")


@pytest.mark.parametrize(
    "answer, said, places",
    [
        ("1234/3412/2143/4321", "RIGHT", ()),
        ([[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]], "RIGHT", ()),
        ("1234/3412/2143/432.", "INCOMPLETE: row 4, column 4 is empty", ((3, 3),)),
        ("1234/3412/2143/4322", "NOT_OF_THIS_PUZZLE: row 4, column 4 is 2, given 1", ((3, 3),)),
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
