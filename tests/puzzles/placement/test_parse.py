"""Words and boards in every form, and what is no such text."""

import numpy as np
import pytest
from grid_forms import APART, BLANK, TOGETHER
from hypothesis import given, settings
from hypothesis import strategies as st

from unriddle import PuzzleError, WordPlacement
from unriddle.io.formats.crosswords import NO_MARKS, Marks
from unriddle.puzzles.placement.parse import _read_board, board_rows, filled_rows, marked_rows, read_puzzle
from unriddle.puzzles.placement.rules import board_text

SMALL = "GTU\nTECH\n\n111\n010\n010\n010\n"
SOLUTION = ("GTU", "#E#", "#C#", "#H#")


@pytest.mark.parametrize(
    "text",
    [
        SMALL,
        SMALL.rstrip(),
        SMALL.replace("\n", "\r\n"),
        SMALL + "\n\n",
        "\n" + SMALL,
        "  GTU \n TECH\n \n\n 111\n010 \n010\n010",
        "gtu\nTech\n\n111\n010\n010\n010",
        "GTU,TECH;111/010/010/010",
        " GTU , TECH ; 111/010/010/010\n",
        "GTU,TECH\n\n111/010\n 010/ 010",
        "GTU\nTECH;111\n010\n010/010\n",
    ],
)
def test_forms_of_text(text):
    puzzle = WordPlacement.parse(text)
    assert puzzle.shape == (4, 3) and len(puzzle.slots) == 2
    assert [row.upper() for row in puzzle.solve().solution.rows] == list(SOLUTION)


@pytest.mark.parametrize(
    "board",
    [
        ["111", "010", "010", "010"],
        "111/010/010/010",
        "111\n010\n010\n010\n",
        [[1, 1, 1], [0, 1, 0], [0, 1, 0], [0, 1, 0]],
        [["1", "1", "1"], "010", (0, 1, 0), [0, "E", 0]],
        np.array([[1, 1, 1], [0, 1, 0], [0, 1, 0], [0, 1, 0]]),
        np.array([[1, 1, 1], [0, 1, 0], [0, 1, 0], [0, 1, 0]], np.uint8),
    ],
)
def test_forms_of_boards(board):
    if isinstance(board, list) and board[3] == [0, "E", 0]:
        board[3] = [0, "H", 0]
    assert WordPlacement(["GTU", "TECH"], board).solve().solution.rows == SOLUTION


@pytest.mark.parametrize(
    "text, reason",
    [
        ("", "no words"),
        ("\n\n", "no words"),
        ("GTU\nTECH\n111\n010\n", "p:3: row '111' is among the words; put an empty line before the board"),
        ("GTU\nTECH", "no board; put an empty line"),
        ("\n111\n", "p:2: row '111' is among the words"),
        ("GTU\n\n111\n01\n", "p:4: row 2 has 2 cells, but the first row has 3"),
        ("GTU\n\n1!1\n", "p:3:2: character '!' on the board; use . (open), # (forbidden) or a letter"),
        ("GTU\n\n121\n", "p:3:2: character '2'"),
        ("G U\n\n111\n", "p:1: word 'G U' with the character ' '"),
        ("G-U\n\n111\n", "character '-'"),
        ("G\x1b[2J\n\n111\n", r"word 'G\\x1b[2J' with the character '\x1b'"),
        ("GTU\n\n111\n\n222\n", "p:5:1: character '2'"),
        ("GTU;", "no board"),
        (";", "no words"),
        (" GTU,TECH;111/ 01!", "p:1:18: character '!'"),
        (" GTU,TECH; 1!1/ 010", "p:1:13: character '!'"),
        ("GTU\n\n  1!1", "p:3:4: character '!'"),
        (
            "GTU\n\n..-\n##.\n",
            "p:3:3: it is unclear whether '.' or '-' is an open cell",
        ),
        ("GTU\n\n| A |   | . |\n| A | # | . |\n", "whether ' ' or '.' is an open cell"),
        ("GTU\n\n1,,0\n1,1,1\n", "whether '1' or ' ' is an open cell"),
        ("GTU\n\n|  |██|\n|  |  |\n", "p:4: row 2 has 0 cells, but the first row has 2"),
        ("GTU\n\n# abc\n1111\n", "p:3: cells unevenly apart"),
        ("GTU\n\nAB\n A\n", "row 2 has 1 cell, but the first row has 2"),
        ("GTU\n\n#.\n.#\n\n#.\n..\n", "can be read as 2 boards of 2×2 or as one 4×2 board"),
    ],
)
def test_text_that_cannot_be_read_says_where(text, reason):
    with pytest.raises(PuzzleError) as error:
        WordPlacement.parse(text, file="p")
    assert reason in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "words, board, reason",
    [
        ([7], ["11"], "word 7, expected text"),
        ([""], ["11"], "empty word"),
        (["AB"], [], "no board"),
        (["AB"], [""], "is empty"),
        (["AB"], ["..", ".-"], r"'\.' or '-' is an open cell"),
        (["AB"], [7], "row 7"),
        (["AB"], 7, "board 7, expected rows"),
        (None, ["11"], "words=None, expected a list of words"),
        (["AB"], ["11", "1!"], r"^row 2, column 2: character"),
        (["AB"], [[1, 2]], "character '2'"),
        (["AB"], [[1, -1]], "entry '-1'"),
        (["AB"], [[1, None]], "entry 'None'"),
        (["AB"], ["1" * 1001], "more than 1000"),
        (["AB"], ["1"] * 1001, "more than 1000"),
    ],
)
def test_values_that_cannot_be_read(words, board, reason):
    with pytest.raises(PuzzleError, match=reason):
        WordPlacement(words, board)


def boards():
    def of_size(size):
        row = st.text("10AZé", min_size=size[1], max_size=size[1])
        return st.lists(row, min_size=size[0], max_size=size[0])

    return st.tuples(st.integers(2, 6), st.integers(2, 6)).flatmap(of_size)


@pytest.mark.parametrize("form", APART | TOGETHER)
@settings(deadline=None, max_examples=12)
@given(board=boards(), marks=st.sampled_from(["10", ".#", "-0", "_■", "?█"]))
def test_boards_in_any_form(form, board, marks):
    table = str.maketrans("10", marks)
    write = (APART | TOGETHER)[form]
    text = write([list(row.translate(table)) for row in board])
    if "-" in marks and any(set(row) <= set("1") for row in board):
        return  # a row of dashes is a line of a frame as well
    assert board_rows(text) == tuple(board)
    filled = [row.replace("1", "E") for row in board]
    assert filled_rows(write([list(row.translate(table)) for row in filled])) == filled
    if ";" not in text:
        puzzle = WordPlacement.parse(f"GTU\n\n{text}")
        assert puzzle.board == tuple(board) == WordPlacement(["GTU"], puzzle.board).board


@given(st.data(), boards(), st.integers(0, 3))
def test_bars_of_a_drawn_frame(data, board, indent):
    """A frame with a wall between all cells, or between none, is a table."""
    inner = [(r, c, down) for r, row in enumerate(board) for c in range(len(row)) for down in (0, 1)]
    inner = [(r, c, bool(down)) for r, c, down in inner if (r if down else c)]
    bars = data.draw(st.frozensets(st.sampled_from(inner), max_size=len(inner) - 1))
    opened = [(r, c) for r, row in enumerate(board) for c, entry in enumerate(row) if entry != "0"]
    several = st.dictionaries(st.sampled_from(opened), st.sampled_from(["ING", "ÉTÉ"]), max_size=2)
    rebus = data.draw(several) if opened else {}
    rows = [list(row) for row in board]
    for (r, c), letters in rebus.items():
        rows[r][c] = letters[0]
    marks = Marks(bars, rebus)
    rows = ["".join(row) for row in rows]
    text = board_text(rows, marks)
    found = marked_rows("\n".join(" " * indent + line for line in text.split("\n")))
    assert found == (tuple(rows), marks)
    every = board_text(rows, Marks(frozenset(inner)))
    assert marked_rows(every) == (tuple(rows), NO_MARKS)


@pytest.mark.parametrize("text", ["+-----+\n| ABC |\n+-----+", "+---+\n|ABC|\n+---+\n|DEF|\n+---+"])
def test_letters_in_a_table_are_cells_of_their_own(text):
    assert marked_rows(text) == (board_rows(text), NO_MARKS) and len(board_rows(text)[0]) == 3


@pytest.mark.parametrize(
    "text",
    [
        "+---+---+\n| A   B |\n+  +---+\n| C   D |\n+---+---+",
        "+---+---+\n| A   B |\n+   +---+\n| C  D |\n+---+---+",
        "+---+---+\n| A   2B|\n+   +---+\n| C   D |\n+---+---+",
    ],
)
def test_an_uneven_frame_with_bars_is_refused(text):
    with pytest.raises(PuzzleError, match="a frame with bars is uneven"):
        marked_rows(text)


@pytest.mark.parametrize("form", BLANK)
def test_a_blank_cell_of_a_frame_is_open(form):
    board = [["#", "", "A"], ["B", "", "#"]]
    assert board_rows(APART[form](board)) == ("01A", "B10")


@settings(deadline=None, max_examples=40)
@given(board=boards(), between=st.sampled_from(["\n", "/", "\n  "]))
def test_plain_text_is_what_the_reader_makes_of_it(board, between):
    text = f"GTU\n\n{between.join(board)}"
    assert read_puzzle(text, None)[1] == _read_board(between.join(board), None, None) == tuple(board)


@pytest.mark.parametrize(
    ("board", "options", "rows"),
    [
        (". . #/# A .", {}, ("110", "0A1")),
        ("11 01", {}, ("11", "01")),
        ([". . #", "# A ."], {}, ("110", "0A1")),
        (["..#", "#A."], {}, ("110", "0A1")),
        ([[".", "#"], ["-", "."]], {"empty": "."}, ("10", "01")),
        ("-.-/---", {"empty": "-"}, ("101", "111")),
        ("| A |   | . |\n|   | . | A |", {"empty": " "}, ("A10", "10A")),
        ("Ａ．＃/＃．．", {}, ("A10", "011")),
    ],
)
def test_marks(board, options, rows):
    assert WordPlacement(["GTU"], board, **options).board == rows
    if isinstance(board, str):
        assert WordPlacement.parse(f"# a comment\nGTU;{board}", **options).board == rows


def test_answers_in_other_forms_are_right():
    puzzle = WordPlacement.parse(SMALL)
    for answer in (
        "G T U/# E #/# C #/# H #",
        "GTU #E# #C# #H#",
        "GTU,■E■,■C■,■H■",
        '["GTU","#E#","#C#","#H#"]',
    ):
        assert puzzle.check(answer) and puzzle.judge(answer).status == "RIGHT"


def test_reading_files(tmp_path):
    path = tmp_path / "p.txt"
    path.write_bytes(b"\xef\xbb\xbf" + SMALL.encode())
    assert WordPlacement.load(path).solve().solution.rows == SOLUTION
    path.write_bytes(SMALL.encode("utf-16"))
    with pytest.raises(PuzzleError, match="UTF-16"):
        WordPlacement.load(path)
    with pytest.raises(PuzzleError, match="no such file"):
        WordPlacement.load(tmp_path / "none")
    with pytest.raises(PuzzleError, match="expected text"):
        WordPlacement.parse(b"x")


@pytest.mark.parametrize("between", ["\n", "\n# another\n", "\n\n"])
def test_several_puzzles_are_counted(between):
    several = between.join(["GTU,TECH;111/010/010/010"] * 3)
    said = r"^line [234]: 3 puzzles, expected one; use --lines or batch for many"
    with pytest.raises(PuzzleError, match=said) as caught:
        WordPlacement.parse(several)
    assert caught.value.line == 1 + between.count("\n")


@pytest.mark.parametrize("board", [["00", "11"], ["0"], ["1A", "00"]])
def test_a_puzzle_without_words_is_read_back(board):
    puzzle = WordPlacement([], board)
    assert WordPlacement.parse(puzzle.text(), **puzzle.rules()) == puzzle
    assert WordPlacement.parse(";" + "/".join(board)) == WordPlacement.from_dict(puzzle.to_dict()) == puzzle


def test_semicolons_between_words_or_cells():
    with pytest.raises(
        PuzzleError, match=r"^line 1: several ; in a puzzle; put commas between words and one ;"
    ):
        WordPlacement.parse("CAT;DOG;...")
    for text in ("CAT\n\n.;.;.\n#;.;.", "CAT\n\n...\n#.."):
        assert WordPlacement.parse(text) == WordPlacement.parse("CAT;.../#..")


@pytest.mark.parametrize("text", ["CAT\n\n---\n___", "CAT;---/...", "CAT\n\n...\n---"])
def test_a_row_of_dashes_is_no_frame(text):
    with pytest.raises(PuzzleError, match=r"it is unclear whether .* is an open cell"):
        WordPlacement.parse(text)
    assert WordPlacement.parse("CAT;---/#--").board == ("111", "011")
    assert WordPlacement.parse("CAT\n\nxxx\n---").board == ("xxx", "111")
