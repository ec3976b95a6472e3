import pytest
from grid_forms import APART, TOGETHER
from hypothesis import given, settings
from hypothesis import strategies as st

from unriddle import GridPegSolitairePuzzle, PuzzleError
from unriddle.io.grid_text import read_grid
from unriddle.puzzles.peg.parse import SYMBOLS, Meaning, _Reading, read_goal, read_rows, rows_of

ENGLISH = ["##***##", "##***##", "*******", "***.***", "*******", "##***##", "##***##"]


def boards(marks="*.#"):
    def of_size(size):
        row = st.text(marks, min_size=size[1], max_size=size[1])
        return st.lists(row, min_size=size[0], max_size=size[0])

    return st.tuples(st.integers(2, 6), st.integers(2, 6)).flatmap(of_size)


def test_rows():
    assert read_rows("* *\n\n. / * . *") == ["**#", ".##", "*.*"]
    assert read_rows("*", width=3) == ["*##"]
    assert rows_of([["*", "."], "#*"], "board") == (("*", "."), ("#", "*"))
    assert rows_of("o_/_o", "board") == rows_of(["o_", "_o"], "board") == (("*", "."), (".", "*"))


@pytest.mark.parametrize("form", APART | TOGETHER)
@pytest.mark.parametrize("marks", ["*.#", "●○#", "10#", "x_#", "X.#", "o-#", "o.#", "O_#"])
@settings(max_examples=8)
@given(board=boards().filter(lambda rows: "*" in "".join(rows)))
def test_boards_in_any_form(form, marks, board):
    text = (APART | TOGETHER)[form]([[marks["*.#".index(mark)] for mark in row] for row in board])
    if "-" in marks and any(set(row) <= set(".") for row in board):
        return  # a row of dashes is a line of a frame as well
    if form == "rows by spaces" and "." not in "".join(board):
        return  # a space can be an empty hole
    assert read_rows(text) == board


@given(board=boards(), between=st.sampled_from(["\n", "/", "/\n"]))
def test_plain_text_is_what_the_reader_makes_of_it(board, between):
    text = between.join(board)
    assert read_rows(text) == read_grid(text, _Reading(text, False, Meaning()).rows, SYMBOLS) == board


@pytest.mark.parametrize("apart", [1, 2, 3])
@pytest.mark.parametrize(("empty", "indent"), [(".", ""), (" ", ""), (" ", "    "), ("_", "\u00a0")])
def test_a_drawn_cross_is_read_by_its_columns(apart, empty, indent):
    drawn = [row.replace("#", " ").replace(".", empty).replace("*", "o") for row in ENGLISH]
    lines = [indent + (" " * (apart - 1)).join(row).rstrip() for row in drawn]
    assert read_rows("\n".join(lines)) == ENGLISH
    goal = [line.replace("o", "_") for line in lines]
    goal[3] = goal[3].replace("_", "o", 1)
    if empty != " ":
        assert read_goal("\n".join(goal).replace(".", "_"), 7)[3] == tuple("*......")


def test_a_drawn_triangle_needs_its_jumps():
    text = "    o\n   o o\n  o   o\n o o o o"
    with pytest.raises(PuzzleError, match=r"pass jumps='triangular' \(--jumps triangular\), or write"):
        GridPegSolitairePuzzle.parse(text)
    assert str(GridPegSolitairePuzzle.parse(text, jumps="triangular")) == "*###\n**##\n*.*#\n****"


@pytest.mark.parametrize(
    ("text", "options", "rows"),
    [
        ("x o x .", {"peg": "x", "empty": "o"}, "*.*#"),
        ("*o*", {"peg": "o"}, ".*."),
        ("*o*", {"peg": "*"}, "*.*"),
        ("0 0 .", {"peg": "0"}, "**."),
        ("0*0", {"empty": "0"}, ".*."),
        ("-o.o", {"empty": "."}, "#*.*"),
        ("[[-1, 1, 0], [0, 1, 1]]", {}, "#*./.**"),
        ("oo o", {}, "**.*"),
        ("*** .*. *.*", {}, "***/.*./*.*"),
        ("3 3\n1 0 1\n1 1 0\n1 1 1", {}, "*.*/**./***"),
    ],
)
def test_marks(text, options, rows):
    assert GridPegSolitairePuzzle.parse(text, **options).text() == rows.replace("/", "\n")


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("*o", r"\* or o is a peg; pass peg='\*' or peg='o'"),
        ("Xo", r"X or o is a peg"),
        ("oO_", r"o or O is a peg"),
        ("●1", r"● or 1 is a peg"),
        ("000", r"0 can be a peg or an empty hole; pass peg='0' or empty='0'"),
        ("0.0", r"0 can be a peg or an empty hole"),
        ("o._", r"\. or _ is an empty hole; pass empty='\.' or empty='_'"),
        ("o. o/oooo", r"\. or a space is an empty hole"),
        ("1 0 .", r"0 or \. is an empty hole"),
        ("-1 -1 1 0", r"is an empty hole"),
        ("ooo ooo", "spaces can end rows, be empty holes or be none"),
        ("*** ..", "spaces can end rows"),
        ("ooo/oo /o o", "a blank cell at the end of a row can be an empty hole or unused"),
        ("| o | o | |\n| o | o | o |", "a blank cell at the end"),
        ("**\n**\n\n..\n**", "2 boards of 2×2 or as one 4×2 board"),
    ],
)
def test_what_can_be_read_in_two_ways_is_refused(text, error):
    with pytest.raises(PuzzleError, match=error):
        GridPegSolitairePuzzle.parse(text)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("**\n* a", r"^f:2:3: character 'a', expected"),
        ("**/*.q", r"^f:1:6: character 'q'"),
        ("*" * 70_000, "^f: a board too large"),
        (b"*", "expected text"),
        ("", "^f: is empty"),
    ],
)
def test_wrong_rows(text, error):
    with pytest.raises(PuzzleError, match=error):
        read_rows(text, "f")


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"peg": "x"}, "peg='x', but no x is on the board"),
        ({"peg": "oo"}, "peg='oo', expected one mark"),
        ({"empty": 0}, "empty=0, expected one mark"),
        ({"peg": "o", "empty": "o"}, "use two marks"),
    ],
)
def test_wrong_options(options, error):
    with pytest.raises(PuzzleError, match=error):
        GridPegSolitairePuzzle.parse("oo_", **options)


def test_goals():
    assert read_goal("D4", 7) == read_goal((3, 3), 7) == read_goal([3, 3], 7) == (3, 3)
    assert read_goal(None, 1) is read_goal(" Any ", 1) is None
    assert read_goal("*/.", 2) == (("*", "#"), (".", "#")) == read_goal(["*#", ".#"], 2)
    assert read_goal("o_/_○".replace("○", "_"), 2) == (("*", "."), (".", "."))
    for wrong in ("q", "d4 d5", 5, (1, 2, 3), (True, 1), (1, 1.5), "xo"):
        with pytest.raises(PuzzleError, match="expected"):
            read_goal(wrong, 3)


def test_a_goal_is_read_by_the_options_of_its_board():
    puzzle = GridPegSolitairePuzzle.parse("xxo", goal="oox", peg="x")
    assert puzzle.goal == ((".", ".", "*"),) and puzzle == GridPegSolitairePuzzle.parse("**.", goal="..*")
