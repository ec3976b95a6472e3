import pytest
from grid_forms import APART, BLANK, TOGETHER
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from unriddle import MNPuzzle, PuzzleError
from unriddle.puzzles.sliding.parse import in_numbers, plain_rows, read_start, written_in_numbers


def test_text_forms():
    expected = MNPuzzle.parse("1 2 3\n4 5 6\n7 0 8")
    for text in (
        "1 2 3 4 5 6 7 0 8",
        "1 2 3/4 5 6/7 0 8",
        "1, 2, 3\r\n4 5 6\r\n\r\n7 0 8\n",
        "\t1 2 3\n4 5 6\n7 0 8",
    ):
        assert MNPuzzle.parse(text) == expected
    first = MNPuzzle.parse("1 2 3 / 4 5 6 / 7 0 8", goal="blank-first")
    assert first.to_grid == (("0", "1", "2"), ("3", "4", "5"), ("6", "7", "8"))
    words = MNPuzzle.parse("a b / _ c", goal="a b / c *")
    assert words.solve().moves == ("c",) and words.to_grid[1] == ("c", "_")
    assert MNPuzzle.parse("a b / x *", goal="a b / * x", blank="x").solve().length == 1


@pytest.mark.parametrize(
    ("text", "goal", "words"),
    [
        ("", None, "is empty"),
        ("\n \n", None, "is empty"),
        ("1 2 3 / 4 5", None, "row 2 has 2 cells, but the first row has 3"),
        ("1 2 2 0", None, "'2' is given twice"),
        ("1 0 0 3", None, "'0' is given twice"),
        ("1 _ 0 3", None, "several symbols can be the blank"),
        ("1 2 3 4", None, "no blank"),
        ("1 2 5 0", None, "tile '5', expected 1 to 3"),
        ("1 2 x 0", None, "tile 'x', expected 1 to 3"),
        ("1 2 3 0", "1 2 4 0", "tile '3' is not in the goal"),
        ("1 2 3 0", "1 2 3 / 4 5 0", "expected 2x2"),
        ("1 2 3 0", "1 2 3 4", "no blank"),
        ("1 2 3 0", "1 1 3 0", "goal:1:3: '1' is given twice"),
        ("1 2 3 0", "", "is empty"),
        ("1 2 3 4 0", None, "5 tiles do not make a square; put / between rows"),
        ("3 3\n1 2 3 4\n5 6 7 0", None, "2x4 tiles, but the size is 3x3"),
        ("1,2,3\n4,,5\n6,7,0", None, "a blank cell, but '0' is the blank"),
        ("1,,3\n4,,5\n6,7,8", None, "a blank cell is given twice"),
        ("1 2 3 0 4 5 / 6", None, "row 2 has 1 cell, but the first row has 6"),
        ("0", None, "expected 2x2 to 8x8"),
        ("1 2 3 4 5 6 7 8 0 / 9 10 11 12 13 14 15 16 17", None, "expected 2x2 to 8x8"),
        (" ".join(map(str, range(100))), None, "more than 64 tiles"),
        ("1 2 \x1b[2J 0", None, "printable"),
        ("1 2 " + "9" * 50 + " 0", None, "at most 16"),
    ],
)
def test_wrong_text_is_one_clear_line(text, goal, words):
    with pytest.raises(PuzzleError, match=words) as caught:
        MNPuzzle.parse(text, goal=goal, file="board.txt")
    assert "\n" not in str(caught.value) and str(caught.value).isprintable()


def test_errors_have_a_place():
    with pytest.raises(PuzzleError, match=r"^board\.txt:2:3: '2' is given twice"):
        MNPuzzle.parse("1 2\n0 2", file="board.txt")


EIGHT = MNPuzzle.parse("8 6 7\n2 5 4\n3 0 1")


@pytest.mark.parametrize(
    "text",
    [
        "867/254/301",
        "867\n254\n301\n",
        "867254301",
        "867 254 301",
        "867,254,301",
        "3\n8 6 7\n2 5 4\n3 0 1",
        "3 3\n8 6 7\n2 5 4\n3 0 1",
        "3x3\n867\n254\n301",
        "3\n8 6 7 2 5 4 3 0 1",
        "# from a book\n8 6 7\n# the middle\n2 5 4\n3 0 1 # the last",
        "8,6,7\n2,5,4\n3,,1",
        "8;6;7\n2;5;4\n3;0;1",
        "[[8, 6, 7], [2, 5, 4], [3, 0, 1]]",
        "[[8, 6, 7], [2, 5, 4], [3, null, 1]]",
        "[8, 6, 7, 2, 5, 4, 3, 0, 1]",
        "8 6 7\n2 5 4\n3   1",
        "+---+---+---+\n| 8 | 6 | 7 |\n| 2 | 5 | 4 |\n| 3 |   | 1 |\n+---+---+---+",
        "┌───┐\n│867│\n│254│\n│3 1│\n└───┘",
        "Puzzle 1:\n8 6 7\n2 5 4\n3 0 1",
    ],
)
def test_one_board_in_many_forms(text):
    assert MNPuzzle.parse(text) == EIGHT
    assert MNPuzzle.parse("8 6 7\n2 5 4\n3 0 1", goal="123/456/780") == EIGHT
    if "#" not in text:
        assert MNPuzzle.parse("1 2 3/4 5 6/7 8 0", goal=text).to_grid == EIGHT.from_grid


@pytest.mark.parametrize("sign", ["_", "*", "."])
def test_signs_of_the_blank(sign):
    puzzle = MNPuzzle.parse(f"1 2 3/4 {sign} 5/6 7 8")
    assert puzzle.blank == sign and MNPuzzle.parse(f"123/4{sign}5/678") == puzzle
    assert MNPuzzle.parse("a,b\n,c", goal="ab/c_").blank == "_"


def test_fifteen_tiles():
    rows = [[str(4 * r + c + 1) for c in range(4)] for r in range(4)]
    rows[3][3] = "0"
    solved = MNPuzzle.parse("\n".join(map(" ".join, rows)))
    rows[3][3] = ""
    drawn = "\n".join(" ".join(cell.rjust(2) for cell in row).rstrip() for row in rows)
    for text in (drawn, APART["Unicode frame"](rows), f"4 4\n{drawn}", APART["JSON"](rows)):
        assert MNPuzzle.parse(text) == solved


def test_many_boards_are_refused():
    for text in ("867254301\n123456780", "8 6 7\n2 5 4\n3 0 1\n\n1 2 3\n4 5 6\n7 8 0"):
        with pytest.raises(PuzzleError, match="2 boards, expected one; use --lines or batch"):
            MNPuzzle.parse(text)
    with pytest.raises(
        PuzzleError, match=r"as 4×2 .* or as 3×2 .*; put the rows and columns above the board"
    ):
        MNPuzzle.parse("3 2\na b\nc d\n0 e", goal="3 2\na b\nc d\n e 0")
    assert MNPuzzle.parse("3 2\na b\nc d\n0 e", goal="a b c d e 0").rows == 3


@st.composite
def boards(draw):
    """Return the rows of a board of numbers."""
    n_rows, n_cols = draw(st.integers(2, 5)), draw(st.integers(2, 5))
    cells = draw(st.permutations(range(n_rows * n_cols)))
    return [[str(cell) for cell in cells[k : k + n_cols]] for k in range(0, n_rows * n_cols, n_cols)]


@pytest.mark.parametrize("form", APART)
@settings(max_examples=25)
@given(rows=boards(), note=st.sampled_from(["", "# a comment\n", "Grid 7\n"]))
def test_boards_in_every_form(form, rows, note):
    text = APART[form](rows)
    if note and not text.startswith(("[", "(", "{", "np", "\ufeff")):
        text = note + text + "\n\n"
    assert MNPuzzle.parse(text).from_grid == tuple(map(tuple, rows))


@pytest.mark.parametrize(
    "form", sorted(set(BLANK) - {"tabs", "commas", "commas and spaces", "semicolons", "bars"})
)
@settings(max_examples=25)
@given(rows=boards())
def test_boards_with_a_blank_cell_in_every_form(form, rows):
    blank = [[cell if cell != "0" else "" for cell in row] for row in rows]
    assert MNPuzzle.parse(APART[form](blank)).from_grid == tuple(map(tuple, rows))


@pytest.mark.parametrize("form", TOGETHER)
@settings(max_examples=25, suppress_health_check=[HealthCheck.filter_too_much])
@given(rows=boards())
def test_boards_run_together(form, rows):
    assume(len(rows) * len(rows[0]) <= 10)
    assert MNPuzzle.parse(TOGETHER[form](rows)).from_grid == tuple(map(tuple, rows))


PARTS = st.sampled_from(
    [*"0123 /\n\t_*#|,", " ", "\n", " 2", "1 ", "4 5", " 0", "10", "2 2\n", "x", "1 2 3\n", "0 3/"]
)


@settings(max_examples=200)
@example("3 2/1 0/4 5/6 7")
@given(st.lists(PARTS, max_size=10).map("".join))
def test_plain_boards_are_read_as_all_are(text):
    plain = plain_rows(text)
    if plain is not None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("unriddle.puzzles.sliding.parse.plain_rows", lambda text: None)
            assert read_start(text, None, None, None)[0] == plain


@given(boards())
def test_text_is_read_back(rows):
    puzzle = MNPuzzle.parse("/".join(map(" ".join, rows)), goal="blank-first")
    assert MNPuzzle.parse(puzzle.text(), **puzzle.rules()) == puzzle
    assert MNPuzzle.parse(puzzle.text().replace("\n", " / "), **puzzle.rules()) == puzzle


def test_numbers():
    assert [in_numbers(text) for text in ("7", "-7", "x7", "*")] == [7, -7, "x7", "*"]
    assert written_in_numbers([1, "*"]) and not written_in_numbers(["1", "*"])
    for wrong in (
        ["a b"],
        ["a/b"],
        ["a,b"],
        ["a|b"],
        ["#a"],
        ['"a"'],
        ["１"],
        [""],
        ["x" * 17],
        [(1,)],
        [1, "2"],
        [True],
        [1.0],
        ["\x1b"],
    ):
        with pytest.raises(PuzzleError, match="cannot be written"):
            written_in_numbers(wrong)


def test_the_only_symbol_that_is_no_number_is_the_blank():
    for text in ("2 3 4 1 5 x 7 6 8", "2 3 4/1 5 X/7 6 8", "234\n15b\n768"):
        puzzle = MNPuzzle.parse(text)
        assert puzzle.blank in ("x", "X", "b") and MNPuzzle.parse(puzzle.text()) == puzzle
    for text in ("2 3 4/1 5 x/7 6 y", "2 3 4/1 5 x/7 6 9"):
        with pytest.raises(PuzzleError):
            MNPuzzle.parse(text)


def test_numbers_of_two_digits():
    rows = "01 02 03 04\n05 06 07 08\n09 10 11 12\n13 14 15 00"
    assert MNPuzzle.parse(rows) == MNPuzzle.parse("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0")
    assert MNPuzzle.parse("03 01\n02 __".replace("__", "00")) == MNPuzzle.parse("3 1/2 0")
