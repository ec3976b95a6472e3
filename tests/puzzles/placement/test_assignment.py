"""The functions of the original specification: every numbered case at every border."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unriddle import PuzzleError
from unriddle.puzzles import placement as wp

SMALL = (["GTU", "TECH"], ["111", "010", "010", "010"])
LARGE = (
    ["ANSWER", "DESK", "DONE", "GLUE", "LEARN", "STUDY", "TAPE", "TEACH", "TEST", "WORK"],
    [
        *("001111100", "000010000", "000011111", "000010010", "010010010", "011111010"),
        *("010000000", "111101000", "000101000", "000101000", "001111000"),
    ],
)
SOLVED = [
    "00TEACH00",
    "0000N0000",
    "0000STUDY",
    "0000W00O0",
    "0G00E00N0",
    "0LEARN0E0",
    "0U0000000",
    "TEST0W000",
    "000A0O000",
    "000P0R000",
    "00DESK000",
]


def made(rows):
    board = list(rows)
    wp.create_board(board)
    return board


def small():
    return made(SMALL[1]), list(SMALL[0])


def test_the_functions_have_the_names_parameters_and_defaults_of_the_specification():
    import inspect

    expected = {
        "read_file": "(filename='test_puzzle.txt')",
        "check_consistency": "(board)",
        "create_board": "(board)",
        "identifier": "(words)",
        "print_board": "(board)",
        "print_board_w_c": "(board)",
        "print_wordlist": "(words, wstatus)",
        "check_entries": "(coordinates, wordno, board, words)",
        "check_location": "(board, words, coordinates, wordno, direction='H')",
        "check_word_fits": "(board, words, coordinates, wordno, direction='H')",
        "clear_board": "(board, wstatus)",
        "decompose_command": "(str1)",
        "word_it": "(board, words, wstatus, coordinates, wordno, direction)",
        "copy_board": "(board)",
        "track_move": "(mvn, trackboard, coordinates, wordno, direction, board, wstatus)",
        "check_solved": "(board)",
        "solve_board": "(board, words)",
        "word_puzzle": "()",
    }
    for name, parameters in expected.items():
        signature = inspect.signature(getattr(wp, name))
        bare = [p.replace(annotation=p.empty) for p in signature.parameters.values()]
        assert str(signature.replace(parameters=bare, return_annotation=signature.empty)) == parameters, name


def test_the_first_session(tmp_path, capsys, monkeypatch):
    """The example of the specification, line by line; its layout to the letter."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "test_puzzle1.txt").write_text("GTU\nTECH\n\n111\n010\n01\n010")
    (tmp_path / "test_puzzle.txt").write_text("GTU\nTECH\n\n111\n010\n010\n010")
    words, board = wp.read_file("test_puzzle1.txt")
    assert (words, board) == (["GTU", "TECH"], ["111", "010", "01", "010"])
    assert wp.check_consistency(board) is False
    words, board = wp.read_file()
    assert (words, board) == (["GTU", "TECH"], ["111", "010", "010", "010"])
    assert wp.check_consistency(board) is True
    kept = board
    assert wp.create_board(board) is None
    assert board is kept and board == [[1, 1, 1], [0, 1, 0], [0, 1, 0], [0, 1, 0]]
    capsys.readouterr()
    assert wp.print_board(board) is None
    assert capsys.readouterr().out == "\n+   +\n+   +\n+   +\n"
    assert wp.print_board_w_c(board) is None
    assert capsys.readouterr().out == "   C1 C2 C3\nR1\nR2 +     +\nR3 +     +\nR4 +     +\n"
    wstatus = wp.identifier(words)
    assert wstatus == [False, False]
    assert wp.print_wordlist(words, wstatus) is None
    assert capsys.readouterr().out == (
        "Word List            Status\nW1 GTU               NOT USED\nW2 TECH              NOT USED\n"
    )
    assert wp.check_solved(board) is False
    assert wp.decompose_command("w1r2c3dk") == (0, 1, [2, 3], "H")
    assert wp.check_entries([2, 3], 1, board, words) == (True, True)
    assert wp.check_location(board, words, [2, 3], 1, "H") == (False, 1)
    assert capsys.readouterr().out == "#Coordinate does not point a valid cell!\n"
    assert wp.decompose_command("W1r1c1") == (-1, None, None, None)
    assert wp.decompose_command("W2DHR1C1") == (0, 2, [1, 1], "H")
    assert wp.check_location(board, words, [1, 1], 2, "H") == (False, 4)
    assert capsys.readouterr().out == "#Word exceeds the board!\n"
    assert wp.decompose_command("dVW2R1C2") == (0, 2, [1, 2], "V")
    assert wp.check_entries([1, 2], 2, board, words) == (True, True)
    assert wp.check_location(board, words, [1, 2], 2, "V") == (True, 0)
    assert wp.check_word_fits(board, words, [1, 2], 2, "V") == (True, 0)
    assert wp.word_it(board, words, wstatus, [1, 2], 2, "V") is True
    assert capsys.readouterr().out == ""
    wp.print_board_w_c(board)
    assert capsys.readouterr().out == "   C1 C2 C3\nR1    T\nR2 +  E  +\nR3 +  C  +\nR4 +  H  +\n"
    wp.print_wordlist(words, wstatus)
    assert capsys.readouterr().out.endswith("W1 GTU               NOT USED\nW2 TECH              USED\n")
    trackmoves = []
    first = ([1, 2], 2, "V", [[1, "T", 1], [0, "E", 0], [0, "C", 0], [0, "H", 0]], [False, True])
    assert wp.track_move(0, trackmoves, [1, 2], 2, "V", board, wstatus) == 1
    assert trackmoves == [first]
    assert wp.check_solved(board) is False
    copyofboard = wp.copy_board(board)
    assert wp.decompose_command("W1R1C1Dh") == (0, 1, [1, 1], "H")
    assert wp.word_it(board, words, wstatus, [1, 1], 1, "H") is True
    assert wstatus == [True, True]
    second = (
        [1, 1],
        1,
        "H",
        [["G", "T", "U"], [0, "E", 0], [0, "C", 0], [0, "H", 0]],
        [True, True],
    )
    assert wp.track_move(1, trackmoves, [1, 1], 1, "H", board, wstatus) == 2
    assert trackmoves == [first, second]
    assert wp.check_solved(board) is True
    assert copyofboard[0] == [1, "T", 1]
    wp.print_board(board)
    assert capsys.readouterr().out == "G T U\n+ E +\n+ C +\n+ H +\n"
    rows = [id(row) for row in board]
    assert wp.clear_board(board, wstatus) is None
    assert board == [[1, 1, 1], [0, 1, 0], [0, 1, 0], [0, 1, 0]] and wstatus == [False, False]
    assert wp.solve_board(board, words) is True
    assert capsys.readouterr().out == "Found the solution 1\n"
    assert board == [["G", "T", "U"], [0, "E", 0], [0, "C", 0], [0, "H", 0]]
    assert [id(row) for row in board] == rows, "the board is changed in place"


def test_the_second_board(capsys):
    board = made(LARGE[1])
    assert wp.solve_board(board, LARGE[0]) is True
    assert ["".join(map(str, row)) for row in board] == SOLVED
    assert capsys.readouterr().out.startswith("Found the solution ")
    wp.print_board_w_c(board)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "    C1 C2 C3 C4 C5 C6 C7 C8 C9"
    assert lines[1] == "R1  +  +  T  E  A  C  H  +  +"
    assert lines[11] == "R11 +  +  D  E  S  K  +  +  +"
    wp.print_wordlist(LARGE[0], [True] + [False] * 9)
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == "W1  ANSWER           USED" and lines[10] == "W10 WORK             NOT USED"


# read_file


@pytest.mark.parametrize(
    "text, words, board",
    [
        ("GTU\r\nTECH\r\n\r\n111\r\n010\r\n", ["GTU", "TECH"], ["111", "010"]),
        ("\ufeffGTU\n\n111\n\n\n", ["GTU"], ["111"]),
        ("  GTU \n \n 111 \n", ["GTU"], ["111"]),
        ("GTU\nTECH\n", ["GTU", "TECH"], []),
        ("\n\nGTU\n\n\n111\n", ["GTU"], ["111"]),
        ("gtu\nÉTÉ\n\n1x1\n", ["gtu", "ÉTÉ"], ["1x1"]),
    ],
)
def test_read_file_takes_what_editors_write(tmp_path, text, words, board):
    path = tmp_path / "p.txt"
    path.write_bytes(text.encode())
    assert wp.read_file(str(path)) == (words, board)


@pytest.mark.parametrize("content", [None, b"", b"\xff\xfeG\0", b"G\0TU\n", b"\xff\n"])
def test_read_file_says_in_a_line_what_it_cannot_read(tmp_path, content):
    path = tmp_path / "p.txt"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(PuzzleError, match=r"p\.txt"):
        wp.read_file(str(path))
    with pytest.raises(PuzzleError, match="folder"):
        wp.read_file(str(tmp_path))


# check_location. Two boards whose width and height differ, with free and blocked ends on every side.

#        c1 c2 c3 c4 c5 c6
WIDE = ["111011", "001001", "101110"]
TALL = ["".join(column) for column in zip(*WIDE, strict=True)]
BY_LENGTH = ["A", "AB", "ABC", "ABCD", "ABCDE", "ABCDEFG"]  # word n has n letters, the last seven

WIDE_CASES = [
    # row, column, word, horizontal
    (1, 4, 2, 1),  # forbidden
    (2, 1, 3, 1),  # forbidden at the left border
    (3, 6, 2, 1),  # forbidden in the corner
    (1, 1, 3, 0),  # fits the run at the upper left corner
    (1, 5, 2, 0),  # fits up to the right border
    (3, 3, 3, 0),  # fits on the last row
    (1, 2, 2, 3),  # the cell to the left is open
    (1, 6, 1, 3),  # the same at the right border
    (3, 4, 6, 3),  # 3 comes before 4
    (1, 1, 6, 4),  # leaves the board
    (1, 5, 3, 4),  # leaves it from the right border
    (3, 3, 5, 4),  # leaves it on the last row
    (1, 1, 4, 5),  # a forbidden cell is in the way
    (1, 1, 5, 5),  # in the middle of the word
    (3, 1, 2, 5),  # a run of one
    (3, 3, 4, 5),  # up to the border
    (1, 1, 1, 6),  # the cell after the last letter is open
    (1, 1, 2, 6),
    (1, 5, 1, 6),
    (3, 3, 2, 6),
    (2, 3, 1, 0),  # one letter in a run of one
    (2, 6, 1, 0),  # the same at the right border
    (3, 1, 1, 0),  # at the lower left corner
    (2, 6, 2, 4),  # and off the board
]


@pytest.mark.parametrize("row, col, wordno, problem", WIDE_CASES)
def test_check_location_horizontally(row, col, wordno, problem, capsys):
    board = made(WIDE)
    before = wp.copy_board(board)
    assert wp.check_location(board, BY_LENGTH, [row, col], wordno) == (problem == 0, problem)
    assert wp.check_location(board, BY_LENGTH, [row, col], wordno, "H") == (problem == 0, problem)
    assert board == before
    assert capsys.readouterr().out.count("#") == 2 * (problem != 0)


@pytest.mark.parametrize("row, col, wordno, problem", WIDE_CASES)
def test_check_location_vertically_is_the_mirror_image(row, col, wordno, problem):
    mirrored = {0: 0, 1: 1, 3: 2, 4: 7, 5: 8, 6: 9}[problem]
    for direction in "Vv":
        assert wp.check_location(made(TALL), BY_LENGTH, [col, row], wordno, direction) == (
            mirrored == 0,
            mirrored,
        )


@pytest.mark.parametrize(
    "coordinates, wordno, direction, problem, text",
    [
        ([1, 2], 1, "V", 9, "Word does not fit to the space vertically!"),  # three letters in a run of four
        ([2, 2], 2, "V", 2, "Coordinate does not start form a valid cell!"),
        ([1, 2], 1, "H", 3, "Coordinate does not start form a valid cell!"),
        ([2, 3], 1, "V", 1, "Coordinate does not point a valid cell!"),
        ([1, 1], 2, "V", 7, None),
    ],
)
def test_check_location_on_the_board_of_the_session(coordinates, wordno, direction, problem, text, capsys):
    board, words = small()
    if problem == 7:  # one open cell at the lower border
        board, words = made(["000", "000", "010"]), ["GTU", "TECH"]
        coordinates, text = [3, 2], "Word exceeds the board!"
    assert wp.check_location(board, words, coordinates, wordno, direction) == (False, problem)
    assert capsys.readouterr().out == f"#{text}\n"


@st.composite
def places(draw):
    rows, cols = draw(st.integers(1, 5)), draw(st.integers(1, 6))
    board = draw(
        st.lists(
            st.lists(st.sampled_from([0, 1, 1, "A"]), min_size=cols, max_size=cols),
            min_size=rows,
            max_size=rows,
        )
    )
    return board, [draw(st.integers(1, rows)), draw(st.integers(1, cols))], draw(st.integers(1, 6))


@settings(deadline=None, max_examples=40)
@given(places(), st.sampled_from("HV"))
def test_check_location_agrees_with_its_definition(place, direction):
    """The six questions asked one after another, cell by cell, with a border of None."""
    board, (row, col), wordno = place

    def cell(k):
        r, c = (row - 1 + k, col - 1) if direction == "V" else (row - 1, col - 1 + k)
        return board[r][c] if 0 <= r < len(board) and 0 <= c < len(board[0]) else None

    length = len(BY_LENGTH[wordno - 1])
    after = [cell(k) for k in range(length)]
    if cell(0) == 0:
        expected = 1
    elif cell(-1) not in (0, None):
        expected = 2 if direction == "V" else 3
    elif None in after:
        expected = 7 if direction == "V" else 4
    elif 0 in after:
        expected = 8 if direction == "V" else 5
    elif cell(length) not in (0, None):
        expected = 9 if direction == "V" else 6
    else:
        expected = 0
    assert wp.check_location(board, BY_LENGTH, [row, col], wordno, direction) == (expected == 0, expected)


def test_letters_on_the_board_count_as_open():
    board = made(["111", "010"])
    board[0] = ["G", "T", "U"]
    assert wp.check_location(board, ["GTU", "TO"], [1, 1], 1) == (True, 0)
    assert wp.check_location(board, ["GTU", "TO"], [2, 2], 2, "V") == (False, 2)


# check_entries, check_word_fits, wrong arguments everywhere


@pytest.mark.parametrize(
    "coordinates, inside",
    [
        ([1, 1], True),
        ([4, 3], True),
        ([3, 4], False),
        ([5, 3], False),
        ([4, 0], False),
        ([0, 3], False),
        ([-1, 1], False),
        ([1], False),
        ([1, 1, 1], False),
        ([], False),
        (None, False),
        (["1", "1"], False),
        ([1.0, 1], False),
        ([True, True], False),
    ],
)
def test_check_entries_coordinates(coordinates, inside):
    board, words = small()
    assert wp.check_entries(coordinates, 1, board, words) == (inside, True)


@pytest.mark.parametrize(
    "wordno, listed", [(1, True), (2, True), (3, False), (0, False), (-1, False), (None, False), ("1", False)]
)
def test_check_entries_word_number(wordno, listed):
    board, words = small()
    assert wp.check_entries([4, 3], wordno, board, words) == (True, listed)
    assert wp.check_entries([np.int64(4), np.int64(3)], wordno, board, words) == (True, listed)


@pytest.mark.parametrize(
    "coordinates, wordno", [([9, 1], 1), ([1, 9], 1), (None, 1), ([1, 1], 9), ([1, 1], None)]
)
def test_wrong_entries_are_answered_not_raised(coordinates, wordno, capsys):
    board, words = small()
    assert wp.check_location(board, words, coordinates, wordno) == (False, 1)
    assert wp.check_word_fits(board, words, coordinates, wordno) == (False, 1)
    assert wp.check_word_fits(board, words, coordinates, wordno, "V") == (False, 2)
    capsys.readouterr()
    wstatus = [False, False]
    assert wp.word_it(board, words, wstatus, coordinates, wordno, "H") is False
    assert capsys.readouterr().out in (
        "#Coordinate does not point a cell of the board!\n",
        "#Word number is not in the word list!\n",
    )
    assert (board, wstatus) == (small()[0], [False, False])


def test_check_word_fits(capsys):
    board = [["A", 1, "C"], [1, 0, 1]]
    words = ["ABC", "ABD", "AX", "abc", "CD", "ABCD"]
    assert wp.check_word_fits(board, words, [1, 1], 1) == (True, 0)
    assert wp.check_word_fits(board, words, [1, 1], 4, "H") == (True, 0)
    assert wp.check_word_fits(board, words, [1, 1], 3, "V") == (True, 0)
    assert wp.check_word_fits(board, words, [1, 3], 5, "v") == (True, 0)
    assert capsys.readouterr().out == ""
    assert wp.check_word_fits(board, words, [1, 1], 2) == (False, 1)
    assert capsys.readouterr().out == "#Word does not fit to the space!\n"
    assert wp.check_word_fits(board, words, [1, 3], 3, "V") == (False, 2)
    assert wp.check_word_fits(board, words, [2, 1], 3) == (False, 1)
    assert wp.check_word_fits(board, words, [1, 1], 6) == (False, 1)
    assert wp.check_word_fits(board, words, [1, 1], 6, "V") == (False, 2)


# decompose_command


@pytest.mark.parametrize(
    "command, expected",
    [
        ("W1R2C4DV", (0, 1, [2, 4], "V")),
        ("w1r2c4dv", (0, 1, [2, 4], "V")),
        (" R2W1C4DV", (0, 1, [2, 4], "V")),
        ("dVr2C4W1", (0, 1, [2, 4], "V")),
        ("C4W1DvR2 ", (0, 1, [2, 4], "V")),
        ("W12R18C10DH", (0, 12, [18, 10], "H")),
        ("W120R100C007DX", (0, 120, [100, 7], "H")),
        ("DWW1R1C1", (0, 1, [1, 1], "H")),
        ("W1R1C1DC", (0, 1, [1, 1], "H")),
        ("W1R1C1D9", (0, 1, [1, 1], "H")),
        ("W0R0C0DV", (0, 0, [0, 0], "V")),
    ],
)
def test_moves_in_any_order_and_case(command, expected):
    assert wp.decompose_command(command) == expected


@pytest.mark.parametrize(
    "command",
    [
        *("", " ", "W1R1C1", "W1R1DV", "W1C1DV", "R1C1DV", "WR1C1DV", "W1RC1DV", "W1R1CDV", "W1R1C1D"),
        *("W1W1R1C1DV", "W1R1R2C1DV", "W1R1C1C1DV", "W1R1C1DVDV", "DW1R1C1", "W1R1C1DVX", "XW1R1C1DV"),
        *("q", "cb", "W-1R1C1DV", "W1.5R1C1DV", "W1 R1 C1 DV", "W1R1C1DVER", "W١R1C1DV", "W²R1C1DV"),
        *("W1R1C1DV\x00", "1R1C1DV", None, 7, "W" + "9" * 5000 + "R1C1DV"),
    ],
)
def test_what_is_no_move(command):
    assert wp.decompose_command(command) == (-1, None, None, None)


@settings(deadline=None, max_examples=40)
@given(st.permutations(["W3", "R14", "C159", "DV"]), st.data())
def test_any_order_and_case(parts, data):
    text = "".join(ch.lower() if data.draw(st.booleans()) else ch for ch in "".join(parts))
    assert wp.decompose_command(text) == (0, 3, [14, 159], "V")


@settings(deadline=None, max_examples=40)
@given(st.text(alphabet="WRCDVHwrcdvh0123456789 ", max_size=14))
def test_any_text_is_answered(text):
    flag, wordno, coordinates, direction = wp.decompose_command(text)
    assert (flag, wordno) == (-1, None) or (flag == 0 and len(coordinates) == 2 and direction in "HV")


# word_it, clear_board, copy_board, check_solved, check_consistency, create_board


def test_word_it_says_why_not(capsys):
    board, words = small()
    wstatus = wp.identifier(words)
    cases = [
        ([2, 1], 1, "H", "#Coordinate does not point a valid cell!\n"),
        ([1, 2], 1, "H", "#Coordinate does not start form a valid cell!\n"),
        ([1, 1], 2, "H", "#Word exceeds the board!\n"),
        ([1, 2], 1, "V", "#Word does not fit to the space vertically!\n"),
    ]
    for coordinates, wordno, direction, text in cases:
        assert wp.word_it(board, words, wstatus, coordinates, wordno, direction) is False
        assert capsys.readouterr().out == text
    assert board == small()[0] and wstatus == [False, False]
    board[0][1] = "X"
    assert wp.word_it(board, words, wstatus, [1, 1], 1, "H") is False
    assert capsys.readouterr().out == "#Word does not fit to the space!\n"
    board[0][1] = 1
    assert wp.word_it(board, words, wstatus, [1, 1], 1, "H") is True
    assert wp.word_it(board, words, wstatus, [1, 1], 1, "H") is False
    assert capsys.readouterr().out == "#Word is already used!\n"
    assert board[0] == ["G", "T", "U"] and wstatus == [True, False]


def test_copies_share_nothing():
    board, words = small()
    copy = wp.copy_board(board)
    track, wstatus, coordinates = [], [False, False], [1, 1]
    assert wp.track_move(4, track, coordinates, 1, "H", board, wstatus) == 5
    wp.word_it(board, words, wstatus, [1, 1], 1, "H")
    coordinates[0] = 7
    assert copy == small()[0]
    assert track == [([1, 1], 1, "H", copy, [False, False])]


def test_check_solved_asks_for_empty_cells_alone():
    assert wp.check_solved([["X", "Y"], [0, "Z"]]) is True
    assert wp.check_solved([["X", 1]]) is False
    assert wp.check_solved([[0, 0]]) is True


def test_create_board_keeps_given_letters_and_may_be_called_twice():
    board = ["1d0", "01é"]
    wp.create_board(board)
    wp.create_board(board)
    assert board == [[1, "d", 0], [0, 1, "é"]]


def test_check_consistency_takes_lists_too():
    assert wp.check_consistency([[1, 1], [0, 1]]) is True
    assert wp.check_consistency([[1, 1], [0]]) is False


# solve_board


def test_solve_board_keeps_letters_on_the_board(capsys):
    words = ["AB", "AC"]
    board = [[1, 1], [1, 0]]
    assert wp.solve_board(board, words) is True
    board = [[1, "c"], [1, 0]]
    assert wp.solve_board(board, words) is True
    assert board == [["A", "C"], ["B", 0]]


@pytest.mark.parametrize(
    "board, words",
    [
        ([[1, 1, 1], [0, 1, 0]], ["GTU"]),  # two slots, one word
        ([[1, 1, 1]], ["GTU", "TECH"]),  # one slot, two words
        ([[1, 1, 1]], ["TECH"]),  # a word longer than any slot
        ([["X", 1, 1]], ["GTU"]),  # a letter in the way
        ([[1, 1], [1]], ["AB", "AC"]),  # ragged
        ([["?", 1]], ["AB"]),
        ([[2, 1]], ["AB"]),
        ([[1, 1]], ["A-"]),
        ([[1, 1]], [""]),
        ([[1, 1]], []),
        ([], ["AB"]),
        ([[1, 0, 1, 1]], ["AB"]),  # a cell that is in no slot
    ],
)
def test_solve_board_without_solution_leaves_the_board(board, words, capsys):
    before = wp.copy_board(board)
    assert wp.solve_board(board, words) is False
    assert board == before
    assert len(capsys.readouterr().out.splitlines()) == 1


def test_two_digit_columns_stay_in_line(capsys):
    wp.print_board_w_c([[1] * 11 + ["Z"]])
    header, row = capsys.readouterr().out.splitlines()
    assert header.index("C12") == row.index("Z") and header.index("C2 ") == 7


def test_what_could_steer_a_terminal_is_escaped(capsys):
    wp.print_board([["\x1b", 1, 0]])
    wp.print_wordlist(["A\x1b"], [True])
    out = capsys.readouterr().out
    assert "\x1b" not in out and out.startswith("\\x1b   +\n")
