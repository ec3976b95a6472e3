"""The first line of a board file that says its size."""

import pytest

from unriddle import PuzzleError
from unriddle.puzzles.boggle.heading import check_heading, heading_of


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("4 4", (4, 4)),
        ("  2\t15 ", (2, 15)),
        ("0 3", (0, 3)),
        ("4", None),
        ("4 4 4", None),
        ("t e", None),
        ("4 x", None),
        ("4 ²", None),
        ("-1 4", None),
        ("", None),
    ],
)
def test_what_is_a_heading(line, said):
    assert heading_of(line) == said


def test_another_shape_than_was_asked_for():
    check_heading((2, 3), None, "x", 1)
    check_heading((2, 3), (2, 3), "x", 1)
    with pytest.raises(PuzzleError, match="x:1: shape 3x2, expected 2x3 as its first line says"):
        check_heading((2, 3), (3, 2), "x", 1)
