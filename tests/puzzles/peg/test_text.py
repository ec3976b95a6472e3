import pytest

from unriddle import PuzzleError
from unriddle.puzzles.peg.text import read_goal, read_rows, rows_of


def test_rows():
    assert read_rows("* *\n\n /. / * . *") == ["**#", ".##", "*.*"]
    assert read_rows("*", width=3) == ["*##"]
    assert rows_of([["*", "."], "#*"], "board") == (("*", "."), ("#", "*"))


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("**\n* o", r"^f:2:3: character 'o', expected"),
        ("**/*.x", r"^f:1:6: character 'x'"),
        ("*" * 70_000, "^f:1: a board too large"),
        (b"*", "expected text"),
    ],
)
def test_wrong_rows(text, error):
    with pytest.raises(PuzzleError, match=error):
        read_rows(text, "f")


def test_goals():
    assert read_goal("D4", 7) == read_goal((3, 3), 7) == read_goal([3, 3], 7) == (3, 3)
    assert read_goal(None, 1) is read_goal(" Any ", 1) is None
    assert read_goal("*/.", 2) == (("*", "#"), (".", "#")) == read_goal(["*#", ".#"], 2)
    for wrong in ("x", "d4 d5", 5, (1, 2, 3), (True, 1), (1, 1.5)):
        with pytest.raises(PuzzleError, match="expected"):
            read_goal(wrong, 3)
