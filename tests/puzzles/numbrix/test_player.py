"""What is said of answers to Numbrix and Hidato boards."""

import pytest

from unriddle import Hidato, Numbrix

PUZZLE = Numbrix.parse("1 . 3/. . ./. . 9")


@pytest.mark.parametrize(
    "answer, said, places",
    [
        ("1 2 3/6 5 4/7 8 9", "RIGHT", ()),
        ("1 2 3 6 5 4 7 8 9", "RIGHT", ()),
        ([["1", 2, "3"], [6, 5, 4], [7, 8, 9]], "RIGHT", ()),
        ("1 2 3/6 5 4/7 . 9", "INCOMPLETE: row 3, column 2 is empty", ((2, 1),)),
        ([[1, 2, 3], [6, None, 4], [7, 8, 9]], "INCOMPLETE: row 2, column 2 is empty", ((1, 1),)),
        ("1 2 5/6 3 4/7 8 9", "NOT_OF_THIS_PUZZLE: row 1, column 3 is 5, given 3", ((0, 2),)),
        ("1 2 3/6 5 4/7 # 9", "NOT_OF_THIS_PUZZLE: row 3, column 2 is hole", ((2, 1),)),
        ("1 2 3/6 5 4/7 7 9", "WRONG: 7 stands twice", ((2, 1), (2, 0))),
        ("1 2 3/6 5 4/7 10 9", "WRONG: row 3, column 2 is 10, expected 1 to 9", ((2, 1),)),
        ("1 5 3/6 2 4/7 8 9", "WRONG: 1 and 2 are no neighbours", ((0, 0), (1, 1))),
        ("1 2/3 4", "NOT_OF_THIS_PUZZLE: another shape than 3 rows of 3 cells", ()),
    ],
)
def test_answers(answer, said, places):
    verdict = PUZZLE.judge(answer)
    assert (str(verdict), verdict.places) == (said, places)


def test_steps_of_a_king():
    assert Hidato.parse("1 . / . 4").judge("1 3 / 2 4") and not Numbrix.parse("1 . / . 4").judge("1 3 / 2 4")
