"""Grids in every form that people write, read as the same rows of cells."""

import pytest
from grid_forms import APART, BLANK, TOGETHER
from hypothesis import given
from hypothesis import strategies as st

from unriddle import PuzzleError
from unriddle.io.grid_text import Symbols, read_grid, read_grids

NUMBERS = Symbols(together=False, folds=False)
LETTERS = Symbols(apart=False)


def numbers(rows, size):
    if any(cell in list("23456") for row in rows for cell in row.cells):
        raise rows[0].error("a size, no cell")
    return rectangle(rows, size)


def rectangle(rows, size):
    if len(rows) == 1 or not rows[0].cells:
        raise rows[0].error("one row is no board")
    width = len(rows[0].cells)
    for row in rows:
        if len(row.cells) != width:
            raise row.error(f"row of {len(row.cells)} cells, expected {width}")
        for k, cell in enumerate(row.cells):
            if not (cell.isalnum() or cell in ("", ".")):
                raise row.error(f"{cell!r} is no cell", k)
    if size not in (None, (len(rows), width)):
        raise PuzzleError(f"{len(rows)}x{width}, expected {size}")
    return [row.cells for row in rows]


def square(rows, size):
    cells = [cell for row in rows for cell in row.cells]
    side = int(len(cells) ** 0.5)
    if side * side != len(cells) or len(rows) not in (1, side):
        raise rows[0].error(f"{len(cells)} cells are no square")
    return rectangle(
        [
            rows[0]._replace(cells=cells[k : k + side], columns=range(side))
            for k in range(0, len(cells), side)
        ],
        size,
    )


def grids(cells):
    def of_size(size):
        row = st.lists(cells, min_size=size[1], max_size=size[1])
        return st.lists(row, min_size=size[0], max_size=size[0])

    return st.tuples(st.integers(2, 5), st.integers(2, 5)).flatmap(of_size)


@pytest.mark.parametrize("form", APART)
@given(rows=grids(st.integers(10, 99).map(str)))
def test_cells_apart(form, rows):
    assert read_grid(APART[form](rows), numbers, NUMBERS) == rows


@pytest.mark.parametrize("form", TOGETHER)
@given(rows=grids(st.sampled_from("ABCDEFGHIJKLMNOP.")))
def test_cells_run_together(form, rows):
    assert read_grid(TOGETHER[form](rows), rectangle, LETTERS) == rows


@pytest.mark.parametrize("form", BLANK)
@given(rows=grids(st.sampled_from(["1", "12", ""])))
def test_nothing_between_separators_is_a_cell(form, rows):
    if form in ("tabs", "commas", "commas and spaces", "semicolons", "bars") or not any(map(any, rows)):
        rows = [["7", *row, "7"] for row in rows]  # else a separator ends the row, or it is no text at all
    assert read_grid(APART[form](rows), numbers, NUMBERS) == rows


@pytest.mark.parametrize(
    "text",
    [
        "*-----------*\n|12.|...|\n|---+---|\n|...|..4|\n|...|...|\n|...|...|\n|.1.|...|\n*-----------*",
        ".---.---.\n|12.|...|\n:---+---:\n|...|..4|\n|...|...|\n|...|...|\n|.1.|...|\n'---'---'",
        "12.|...\n---+---\n...|..4\n...|...\n...|...\n.1.|...",
        "# a comment\n12. ...\n... ..4\n# another\n... ...\n... ...\n.1. ...",
        "[Puzzle]\n12....\n.....4\n......\n......\n.1....\n[State]\n12....",
    ],
)
def test_frames_comments_and_sections_are_no_cells(text):
    wanted = ["12....", ".....4", "......", "......", ".1...."]
    assert read_grid(text, rectangle, LETTERS) == list(map(list, wanted))


def test_spaces_are_blank_cells_where_columns_say_so():
    text = "53  7\n6  195\n 98\n8   6\n4  8 3\n7   2"
    found = read_grid(text, rectangle, Symbols(square=True, apart=False))
    assert ["".join(cell or "." for cell in row) for row in found] == [
        "53..7.", "6..195", ".98...", "8...6.", "4..8.3", "7...2.",
    ]  # fmt: skip


def test_a_frame_keeps_the_columns_of_blank_cells():
    rule = "+-----+-----+"
    text = f"{rule}\n| 5   | 7   |\n|     |   1 |\n{rule}\n|   8 |     |\n| 4   |   2 |\n{rule}"
    found = read_grid(text, square, LETTERS)
    assert found == [["5", "", "7", ""], ["", "", "", "1"], ["", "8", "", ""], ["4", "", "", "2"]]


def test_two_readings_are_refused_with_both():
    both = Symbols(cure="pass shape=RxC")
    with pytest.raises(PuzzleError, match=r"can be read as 2x2 .* or as 2x4 .*; pass shape=RxC"):
        read_grid("ab cd/ef gh", rectangle, both, describe=lambda rows: f"{len(rows)}x{len(rows[0])}")


def test_many_grids():
    text = "Grid 01\nab\ncd\n\nGrid 02\nef\ngh\n"
    assert [line for line, _ in read_grids(text, square, LETTERS)] == [2, 6]
    assert len(read_grids("ab\ncd\n\nef\ngh\n", square, LETTERS)) == 2
    assert len(read_grids("abcdefghi\njklmnopqr\n", square, LETTERS)) == 2
    with pytest.raises(PuzzleError, match=r"2 boards, expected one; use --lines or batch"):
        read_grid("abcdefghi\njklmnopqr\n", square, LETTERS)


def test_an_error_names_line_and_column():
    with pytest.raises(PuzzleError, match=r"^x:2:3: '!' is no cell"):
        read_grid("a b\nc !", rectangle, LETTERS, file="x")
    with pytest.raises(PuzzleError, match="is empty"):
        read_grid(" \n# nothing\n", rectangle, LETTERS)


def test_text_behind_a_puzzle_of_one_line():
    assert read_grid("abcd 12", square, LETTERS) == [["a", "b"], ["c", "d"]]
    trailing = Symbols(apart=False, trailing=True)
    assert read_grid("abcd ; easy one", square, trailing) == [["a", "b"], ["c", "d"]]


def test_rows_by_columns():
    columns = Symbols(apart=False, folds=False, columns=True)
    text = "  a b\n  c d\ne f   g"
    assert read_grid(text, lambda rows, size: [row.cells for row in rows], columns) == [
        ["", "a", "b", ""], ["", "c", "d", ""], ["e", "f", "", "g"],
    ]  # fmt: skip
    assert read_grid(" a b\n c d", rectangle, columns) == [["a", "b"], ["c", "d"]]


def test_a_space_on_both_sides_of_each_slash_is_no_cell():
    columns = Symbols(apart=False, folds=False, columns=True)
    for text in ("a b / c d", "ab / cd /", "ab/cd"):
        assert read_grid(text, rectangle, columns) == [["a", "b"], ["c", "d"]]
    assert read_grid(" a/b ", lambda rows, size: [row.cells for row in rows], columns) == [
        ["", "a"],
        ["b", ""],
    ]


def test_lines_of_white_space_are_rows_where_they_are_as_long():
    blank = Symbols(apart=False)
    wanted = [["a", "", "b"], ["", "", ""], ["", "c", "d"]]
    for text in ("a\t\tb\n\t\t\n\tc\td", "a,,b\n,,\n,c,d", "# 1\r\na\t\tb\r\n\t\t\r\n\tc\td\r\n"):
        assert read_grid(text, rectangle, blank) == wanted
    for text in ("ab\ncd\n  \nef\n", "a b\nc d\n   \ne f"):
        with pytest.raises(
            PuzzleError, match=r"^line 3: a line of spaces can be a row of blank cells, or none"
        ):
            read_grid(
                text, lambda rows, size: [row.cells for row in rows], Symbols(columns=True, apart=False)
            )
    assert read_grid("  ab\n  \n  cd\n  ", rectangle, blank) == [["a", "b"], ["c", "d"]]


def test_lines_of_white_space_in_squares():
    squares = Symbols(square=True, apart=False)
    wanted = [["a", "", "b"], ["", "", ""], ["", "c", "d"]]
    for text in ("a b\n   \n cd", "a\t\tb\n\t\t\n\tc\td", "a   b\n     \n  c d"):
        assert read_grid(text, square, squares) == wanted
    assert read_grid("a\tb\n\t\nc\td", square, squares) == [["a", "b"], ["c", "d"]]
    assert len(read_grids("a\tb\nc\td\n\t\ne\tf\ng\th", square, squares)) == 2
    assert len(read_grids("ab\ncd\n  \nef\ngh", square, squares)) == 2


def test_a_line_of_dashes_is_a_row_where_it_has_the_columns_of_one():
    dashes = Symbols(apart=False, marks=".-")

    def read(rows, size):
        plain = [row._replace(cells=["." if cell == "-" else cell for cell in row.cells]) for row in rows]
        return rectangle(plain, size)

    assert read_grid("a b c\n- - -\nd e f", read, dashes)[1] == [".", ".", "."]
    assert read_grid("abc\n---", read, dashes)[1] == [".", ".", "."]
    for text in ("a b\n---\nc d", "a|b\n-+-\nc|d", "a | b\n------\nc | d"):
        assert read_grid(text, read, dashes) == [["a", "b"], ["c", "d"]]


def test_a_first_row_of_digits_is_no_size_beyond_the_text():
    with pytest.raises(PuzzleError, match=r"^line 1: row of 3 cells, expected 4"):
        read_grid("1234/567/ABC", rectangle, Symbols(apart=False))


def test_a_heading_may_have_a_number_sign():
    assert len(read_grids("Puzzle #1\nab\ncd\nPuzzle #2\nef\ngh", square, LETTERS)) == 2


GRID = [["1", ".", "7"], [".", "8", "."], ["9", ".", "."]]


@pytest.mark.parametrize(
    "text",
    [
        "int[][] board = {\n  {1, 0, 7},\n  {0, 8, 0},\n  {9, 0, 0}\n};",
        "const int grid[3][3] = {{1,0,7},{0,8,0},{9,0,0}};",
        "int[][] b = new int[][] {{1,0,7},{0,8,0},{9,0,0}};",
        "const board = [[1,0,7],[0,8,0],[9,0,0]];",
        'Input: board = [["1","0","7"],["0","8","0"],["9","0","0"]], word = "ABC"',
        "np.array([[1, 0, 7], [0, 8, 0], [9, 0, 0]], dtype=np.int8)",
        "[1 0 7; 0 8 0; 9 0 0]",
        "A = [\n1, 0, 7;\n0, 8, 0;\n9, 0, 0];",
        "[[1. 0. 7.]\n [0. 8. 0.]\n [9. 0. 0.]]",
        "[[1.0, NaN, 7.0], [null, 8.0, NaN], [9, 0, 0.0]]",
        "1.0,,7.0\n,8.0,\n9.0,,",
        "```text\n107\n080\n900\n```",
        "[code]\n107\n080\n900\n[/code]",
        'grid = """\n107\n080\n900\n"""',
        "> 1 0 7\n> 0 8 0\n> 9 0 0",
    ],
)
def test_grids_of_programs_and_forums(text):
    empty = {"0": ".", "": "."}

    def read(rows, size):
        known = [row._replace(cells=[empty.get(cell, cell) for cell in row.cells]) for row in rows]
        return rectangle(known, size)

    assert read_grid(text, read, LETTERS) == GRID


def test_slashes_in_text_behind_a_puzzle():
    trailing = Symbols(apart=False, trailing=True, square=True)
    wanted = read_grid("abcdefghijklmnop", square, trailing)
    for text in ("abcdefghijklmnop ED=1.2/1.2/1.3", "abcdefghijklmnop // easy"):
        assert read_grid(text, square, trailing) == wanted
