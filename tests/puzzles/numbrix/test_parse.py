"""Boards of numbers in all their forms."""

import re
from itertools import combinations

import numpy as np
import pytest
from grid_forms import APART, BLANK, TOGETHER
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from unriddle import Hidato, Numbrix, PuzzleError
from unriddle.cli import main
from unriddle.io.grid_text import read_grid
from unriddle.puzzles.numbrix.parse import SYMBOLS, board_of, described, plain_board, plain_rows


@pytest.mark.parametrize(
    "text",
    [
        "1 . #\n4 . 6",
        "1 _ X / 4 _ 6",
        "1, ., x\n4, ., 6\n",
        "+---+---+---+\n| 1 |   | # |\n+---+---+---+\n| 4 |   | 6 |\n+---+---+---+",
        "┌───┬───┬───┐\n│ 1 │ . │ # │\n├───┼───┼───┤\n│ 4 │ . │ 6 │\n└───┴───┴───┘",
        "\n  1 . -1\n\n  4 . 6\n",
        "[[1, 0, -1], [4, 0, 6]]",
        '[["1", null, "#"], [4, null, 6]]',
        "1,,#\n4,,6",
        "1\t\t#\n4\t\t6",
        "1;;#/4;;6",
        "2 3\n1 . #\n4 . 6",
        "1 __ #\n4 __ 6",
        "1.#\n4.6",
        "1|.|■\n-+-+-\n4|.|6",
        "1 · #\n4 · 6",
        "1 - #\n4 - 6",
        "+---+---+---+\n| 1 | - | # |\n+---+---+---+\n| 4 | - | 6 |\n+---+---+---+",
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
        ("1 . ./. 5", "row 2 has 2 cells, but the first row has 3; write a hole as #", 1, None),
        ("1,2,.\n4,5", "2 cells, but the first row has 3", 2, None),
        ("1 . a", "'a', expected a number", 1, 5),
        ("1 . 99999999999999", "expected a number", 1, 5),
        ("1 . -2", "'-2', expected a number", 1, 5),
        ("12 34", "12 at row 1, column 1, expected 1 to 2", 1, 1),
        ("12", "12 at row 1, column 1, expected 1 to 1", 1, 1),
        ("1.3", "'1.3', expected a number|not separated", 1, None),
        ("", "is empty", None, None),
        ("# #", "the board has only holes", None, None),
        (". " * 51, "1 row of 51 cells, expected at most 50", 1, None),
        (".\n" * 51, "51 rows of 1 cell, expected at most 50", 51, None),
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
    with pytest.raises(PuzzleError, match=r"expected|cell"):
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
        (b"1 2", "expected text, rows or an array"),
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


ROSETTA = """\
__ 33 35 __ __ .. .. ..
__ __ 24 22 __ .. .. ..
__ __ __ 21 __ __ .. ..
__ 26 __ 13 40 11 .. ..
27 __ __ __  9 __  1 ..
.. .. __ __ 18 __ __ ..
.. .. .. .. __  7 __ __
.. .. .. .. .. ..  5 __"""


@pytest.mark.parametrize(
    "text",
    [
        ROSETTA.replace("..", " #"),
        ROSETTA.replace("..", "  "),  # only columns say where cells are missing
        "\n".join(line.rstrip() for line in ROSETTA.replace("..", "  ").split("\n")),
        "\n".join(f"    {line.rstrip()}" for line in ROSETTA.replace("..", "  ").split("\n")),
        ROSETTA.replace("__", " .").replace("..", "  "),
    ],
)
def test_rows_that_lack_cells_have_holes_there(text):
    board = Hidato.parse(text)
    assert board.n_numbers == 40 and board.grid[0] == (0, 33, 35, 0, 0, -1, -1, -1)
    assert board.grid[7] == (-1,) * 6 + (5, 0)
    assert board.solve().status.value == "UNIQUE"


@pytest.mark.parametrize(
    ("text", "grid"),
    [
        ("1 . .\n. 5", ((1, 0, 0), (0, 5, -1))),
        ("1 . . 4\n. .", ((1, 0, 0, 4), (0, 0, -1, -1))),
        ("    1  .\n .  .  .\n .", ((-1, 1, 0), (0, 0, 0), (0, -1, -1))),
        ("1  7\n.     .\n.  .  .", ((1, 7, -1), (0, -1, 0), (0, 0, 0))),
        ("+---+---+\n| 1 |   |\n+---+---+---+\n    |   | 4 |\n    +---+---+", ((1, 0, -1), (-1, 0, 4))),
        ("    ┌───┐\n    │ 1 │\n┌───┼───┤\n│ 3 │   │\n└───┴───┘", ((-1, 1), (3, 0))),
    ],
)
def test_rows_that_lack_cells(text, grid):
    assert Numbrix.parse(text).grid == grid


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1 .\n  . 4", "2×3 with 2 holes .* or as 2×2 .*; put the rows and columns above the board"),
        ("1 . .\n    . . .\n    . . 9", "3×5 with 6 holes .* or as 3×3"),
        ("3 2\n1 .\n. .\n. 6", "4×2 .* or as 3×2 "),
        ("1 2 3\n8   4\n7 6 5", "holes or empty cells: write holes as # and empty cells as ."),
        ("1 .  .\n.   .\n. . 9", "2 cells, but the first row has 3"),
        ("  1 .\n . . .\n. . 9", "but the first row has 2"),
        ("1 . 3\n . . .\n  . . 9", 'hexagons do: pass topology="hex"'),
        ("1 .\n. 4\n\n1 .\n. 3", "2 boards, expected one; use --lines or batch"),
        ("Grid 01\n1 .\n. 4\nGrid 02\n1 .\n. 3", "2 boards, expected one"),
        ("1 .\n. 3\n\n2 .\n. 4", "2 boards of 2×2 or as one 4×2 board"),
    ],
)
def test_two_readings_are_refused(text, said):
    with pytest.raises(PuzzleError, match=said):
        Numbrix.parse(text)


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("2 2\n1 .\n  . 4", (2, 2)),
        ("2x3\n1 .\n  . 4", (2, 3)),
        ("3 3\n1 . .\n    . . .\n    . . 9", (3, 3)),
        ("3x5\n1 . .\n    . . .\n    . . 9", (3, 5)),
        ("4 2\n3 2\n1 .\n. .\n. 6", (4, 2)),
    ],
)
def test_the_size_above_decides(text, shape):
    board = Numbrix.parse(text)
    assert (board.rows, board.cols) == shape


def test_an_option_says_which_topology():
    text = "1 . 3\n . . .\n  . . 9"
    assert Hidato.parse(text, topology="hex").grid == Hidato.parse(text, topology="king").grid
    assert Hidato.parse("1 2 3\n8   4\n7 6 5", empty=" ").grid[1] == (8, 0, 4)


@pytest.mark.parametrize(("one", "other"), [*combinations("._?0*-", 2), (" ", "."), ("0", "__"), ("x", "?")])
@pytest.mark.parametrize("between", ["/", "\n"])
def test_two_marks_for_empty_cells(one, other, between):
    text = f"1,{one},{other}{between}{other},{one},4"
    if one == "x":
        assert Numbrix.parse(text.replace("4", "3")).grid == ((1, -1, 0), (0, -1, 3))
    else:
        with pytest.raises(PuzzleError, match=rf'empty="{re.escape(one[0])}".*empty="{re.escape(other[0])}"'):
            Numbrix.parse(text)
    assert Numbrix.parse(text, empty=one).grid == ((1, 0, -1), (-1, 0, 4))
    assert Numbrix.parse(text, empty=one + other[0]).grid == ((1, 0, 0), (0, 0, 4))


@pytest.mark.parametrize("empty", ["", "1", 0, "0x1"])
def test_marks_that_are_none(empty):
    with pytest.raises(PuzzleError, match="is no text of marks"):
        Numbrix.parse("1 .", empty=empty)


def test_two_marks_on_the_command_line(capsys):
    assert main(["numbrix", "1 0 ./. 0 4"]) == 2
    assert "--empty 0" in capsys.readouterr().err
    assert main(["numbrix", "1 0 ./# 0 4", "--empty", "0", "--plain"]) == 0
    assert capsys.readouterr().out.startswith("1 2 #\n# 3 4\n")


@st.composite
def boards(draw):
    """Return rows and columns, some numbers, some holes; 0 where empty."""
    n_rows, n_cols = draw(st.integers(2, 5)), draw(st.integers(2, 5))
    n = n_rows * n_cols
    holes = draw(st.sets(st.integers(1, n - 1), max_size=3))
    numbers = draw(st.permutations(range(1, n - len(holes) + 1)))
    given = draw(st.lists(st.booleans(), min_size=n, max_size=n))
    left = iter(numbers)
    cells = [-1 if k in holes else next(left) if given[k] else 0 for k in range(n)]
    grid = tuple(tuple(cells[k : k + n_cols]) for k in range(0, n, n_cols))
    assume(any(value == 0 for value in cells) and not (n_cols == 2 and grid[0] == (n_rows - 1, 2)))
    return grid


def texts(grid, empty, hole="#"):
    return [[{0: empty, -1: hole}.get(value, str(value)) for value in row] for row in grid]


@pytest.mark.parametrize("form", APART)
@settings(max_examples=30)
@given(grid=boards(), marks=st.sampled_from([".#", "_x", "?#", "0X", "*#", "·■"]), note=st.booleans())
def test_boards_in_every_form(form, grid, marks, note):
    assume(form != "size" or len(grid[0]) > 2)
    text = APART[form](texts(grid, *marks))
    if note and not text.startswith(("[", "(", "{", "np", "\ufeff")):
        text = f"Grid 7\n{text}\n\n"
    assert Numbrix.parse(text).grid == grid


@pytest.mark.parametrize("form", BLANK)
@settings(max_examples=30)
@given(grid=boards())
def test_boards_with_blank_cells_in_every_form(form, grid):
    if form in ("tabs", "commas", "commas and spaces", "semicolons", "bars"):
        grid = tuple((-1, *row, -1) for row in grid)  # else a separator ends the row
    assert Numbrix.parse(APART[form](texts(grid, ""))).grid == grid


@pytest.mark.parametrize("form", sorted(set(TOGETHER) - {"rows by spaces", "rows by commas"}))
@settings(max_examples=30)
@given(grid=boards())
def test_boards_run_together(form, grid):
    grid = tuple(tuple(value if value < 10 else 0 for value in row) for row in grid)
    assert Numbrix.parse(TOGETHER[form](texts(grid, "."))).grid == grid


@settings(max_examples=30)
@given(grid=boards(), topology=st.sampled_from(["rook", "king", "hex"]))
def test_text_is_read_back(grid, topology):
    board = Numbrix(grid, topology=topology)
    for text in (board.text(), str(board)):
        assert Numbrix.parse(text, topology=topology) == board


def test_a_first_row_that_looks_like_a_size_is_below_the_size():
    board = Numbrix([[3, 2], [1, 0], [0, 0], [0, 6]])
    assert board.text() == "4 2\n3 2\n1 .\n. .\n. 6"
    assert Numbrix.parse(board.text()) == Numbrix.parse(board.text().replace("\n", "/")) == board


PARTS = st.sampled_from(
    [
        *"123456789./ \n\r\t#",
        " ",
        " ",
        " . ",
        ".\n",
        "  ",
        "0",
        "12",
        "-1",
        ",",
        "|",
        "x",
        "--",
        "\x0b",
        "٣",
        "_",
    ]
)


@settings(max_examples=100)
@given(st.lists(PARTS, max_size=14).map("".join))
def test_plain_boards_are_read_as_all_are(text):
    try:
        board = read_grid(text, board_of(None, None), SYMBOLS, describe=described)
    except PuzzleError:
        assert plain_board(text) is None
        return
    assert plain_board(text) in (None, board)
    assert plain_rows(text) in (None, list(map(list, board.grid)))


def test_what_generate_writes_is_plain():
    for text in ("1 . 3/# 5 .", "1  .\n.  4\n".replace("  ", " "), "1", Numbrix([[0] * 5] * 4).text()):
        assert plain_board(text) == read_grid(text, board_of(None, None), SYMBOLS)
