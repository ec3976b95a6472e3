"""Boards of numbers in all their forms."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from unriddle import Numbrix, PuzzleError
from unriddle.puzzles.numbrix.text import plain_board, plain_rows, read_grid, validate


@pytest.mark.parametrize(
    "text",
    [
        "1 . #\n4 0 6",
        "1 _ X / 4 ? 6",
        "1, ., x\n4, ., 6\n",
        "+---+---+---+\n| 1 |   | # |\n+---+---+---+\n| 4 |   | 6 |\n+---+---+---+",
        "┌───┬───┬───┐\n│ 1 │   │ # │\n├───┼───┼───┤\n│ 4 │ . │ 6 │\n└───┴───┴───┘",
        "\ufeff".strip("\ufeff") + "\n  1 . -1\n\n  4 . 6\n",
    ],
)
def test_forms_of_the_board(text):
    with pytest.raises(PuzzleError, match="6 at row 2, column 3, expected 1 to 5"):
        Numbrix.parse(text)
    assert Numbrix.parse(text.replace("6", "5")).grid == ((1, 0, -1), (4, 0, 5))


@pytest.mark.parametrize(
    ("text", "said", "line", "column"),
    [
        ("1 . .\n. 5 .\n. . 10", "10 at row 3, column 3, expected 1 to 9", 3, 5),
        ("1 . .\n. 1 .", "1 is given twice, at row 1, column 1 and at row 2, column 2", 2, 3),
        ("1 . .\n. 5", "a row of 2 cells, expected 3", 2, 3),
        ("1 . a", "'a', expected a number", 1, 5),
        ("1 . 99999999999999", "expected a number", 1, 5),
        ("1 . -2", "'-2', expected a number", 1, 5),
        ("", "no cells", None, None),
        ("# #", "holes only", None, None),
        (". " * 51, "more than 50", 1, None),
        (".\n" * 51, "more than 50", 51, None),
    ],
)
def test_wrong_text(text, said, line, column):
    with pytest.raises(PuzzleError, match=said) as caught:
        Numbrix.parse(text, file="board")
    assert (caught.value.file, caught.value.line, caught.value.column) == ("board", line, column)


@pytest.mark.parametrize(
    "grid", [[], [[]], [1], [[1.5]], [[0, 0], [0]], np.zeros((51, 2), int), [["a"]], [[2]], [[-2, 0]]]
)
def test_wrong_arrays(grid):
    with pytest.raises(PuzzleError, match=r"expected"):
        Numbrix(grid)


def test_rows_of_numbers_and_texts():
    rows = [["1", " ", "."], ["", 5, "?"], [0, "#", np.int64(8)]]
    assert Numbrix(rows).grid == ((1, 0, 0), (0, 5, 0), (0, -1, 8))
    assert Numbrix(np.array([["1", " "], [".", "4"]])) == Numbrix([[1, 0], [0, 4]])


@pytest.mark.parametrize(
    ("grid", "said"),
    [
        ([["1", "a"]], "row 1, column 2: 'a', expected a number, '.' for empty or '#' for a hole"),
        ([["1", None]], "row 1, column 2: None, expected a number"),
        ([["1"], ["1.5"]], "row 2, column 1: '1.5', expected a number"),
        ([[1, 10**30]], "row 1, column 2: 10000000000"),
        ([[True]], "type bool, expected rows of int"),
        ("1 2", "expected rows of int"),
    ],
)
def test_wrong_entries(grid, said):
    with pytest.raises(PuzzleError) as caught:
        Numbrix(grid)
    assert said in str(caught.value)


@pytest.mark.parametrize("text", [None, 5, b"1 2", ["1 2"]])
def test_what_is_no_text(text):
    with pytest.raises(PuzzleError, match="expected text"):
        Numbrix.parse(text)


def test_writing():
    puzzle = Numbrix.parse("1 . # / . . 5")
    assert str(puzzle).splitlines()[:2] == ["+---+---+---+", "| 1 | . | # |"]
    assert puzzle.text() == puzzle.format(box=False) == "1 . #\n. . 5"
    assert Numbrix([[0] * 5] * 2).text() == " .  .  .  .  .\n .  .  .  .  ."


PARTS = st.sampled_from([*"123456789./ \n\r\t#", " ", " ", "0", "12", "-1", ",", "|", "x", "--", "\x0b", "٣"])


@given(st.lists(PARTS, max_size=14).map("".join))
def test_plain_boards_are_read_as_all_are(text):
    try:
        cells = read_grid(text, None)
        board = validate(cells, None)
    except PuzzleError:
        assert plain_board(text) is None
        return
    assert plain_board(text) in (None, board)
    assert plain_rows(text) in (None, [[cell.value for cell in row] for row in cells])


def test_what_generate_writes_is_plain():
    for text in ("1 . 3/# 5 .", "1  .\n.  4\n", "1"):
        assert plain_board(text) == validate(read_grid(text, None), None)
