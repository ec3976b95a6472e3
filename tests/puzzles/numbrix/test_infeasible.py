"""Why a board has no solution, seen before any search."""

import pytest

from unriddle import Hidato, Numbrix, Status


@pytest.mark.parametrize(
    ("cls", "text", "said"),
    [
        (Numbrix, "1 . . . 3", "1 at row 1, column 1 and 3 at row 1, column 5 are 4 steps apart, 2 by their"),
        (Hidato, "1 . . / . . . / . . 2", "are 2 steps apart, 1 by their numbers"),
        (Numbrix, ". 1 . / . . . / . . .", "1 stands on the wrong colour"),
        (Numbrix, "1 . . / . . 5 / . . .", "1 and 5 clash"),
        (Numbrix, "# . # / . . . / # . #", "1 light and 4 dark cells"),
        (Hidato, ". # . / . # .", "the holes part the board"),
    ],
)
def test_reasons_against(cls, text, said):
    puzzle = cls.parse(text)
    result = puzzle.solve()
    assert result.status is Status.NO_SOLUTION and result.complete and said in result.reason
    assert puzzle.count() == 0 and list(puzzle.solutions()) == []
    assert puzzle.steps()[-1].kind == "contradiction"
