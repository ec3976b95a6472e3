"""Words and boards in every form, and what is no such text."""

import numpy as np
import pytest

from unriddle import PuzzleError, WordPlacement

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
        ("GTU\nTECH\n111\n010\n", "p:3: row '111' among the words, expected an empty line"),
        ("GTU\nTECH", "no board, expected an empty line"),
        ("\n111\n", "p:2: row '111' among the words"),
        ("GTU\n\n111\n01\n", "p:4: row 2 of 2 cells, expected 3"),
        ("GTU\n\n1?1\n", "p:3:2: character '?' on the board, expected 0, 1 or a letter"),
        ("GTU\n\n121\n", "p:3:2: character '2'"),
        ("G U\n\n111\n", "p:1: word 'G U' with the character ' '"),
        ("G-U\n\n111\n", "character '-'"),
        ("G\x1b[2J\n\n111\n", r"word 'G\\x1b[2J' with the character '\x1b'"),
        ("GTU\n\n111\n\n222\n", "p:5:1: character '2'"),
        ("GTU;", "no board"),
        (";111", "no words"),
        ("GTU;1 1", "p:1:6: character ' '"),
        (" GTU,TECH;111/ 01?", "p:1:18: character '?'"),
        ("GTU\n\n  1?1", "p:3:4: character '?'"),
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
        (["AB"], [""], "no board"),
        (["AB"], [7], "row 7"),
        (["AB"], 7, "board 7, expected rows"),
        ("AB", ["11"], "words 'AB', expected a list of words"),
        (None, ["11"], "words None, expected a list of words"),
        (["AB"], ["11", "1?"], r"^row 2, column 2: character"),
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
