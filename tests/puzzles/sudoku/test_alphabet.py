"""Which symbols a grid has: in one way, or refused with both ways."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from unriddle import PuzzleError, SudokuPuzzle
from unriddle.puzzles.sudoku.alphabet import EMPTY, plain_cells
from unriddle.puzzles.sudoku.parse import parse_cells, parse_grid

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SIXTEEN = np.array([[(4 * (r % 4) + r // 4 + c) % 16 for c in range(16)] for r in range(16)])
TWENTY_FIVE = np.array([[(5 * (r % 5) + r // 5 + c) % 25 for c in range(25)] for r in range(25)])


def written(grid, symbols, empty=".", between=""):
    return "\n".join(
        between.join(empty if (r + 2 * c) % 3 == 0 else symbols[value] for c, value in enumerate(row))
        for r, row in enumerate(grid.tolist())
    )


def values(grid):
    rows, cols = np.indices(grid.shape)
    return np.where((rows + 2 * cols) % 3 == 0, 0, grid + 1).tolist()


@pytest.mark.parametrize(
    ("grid", "symbols", "empty", "between", "first", "last"),
    [
        (SIXTEEN, LETTERS, ".", "", "A", "P"),
        (SIXTEEN, LETTERS.lower(), "0", " ", "A", "P"),
        (SIXTEEN, LETTERS, "x", "", "A", "P"),
        (SIXTEEN, "123456789ABCDEFG", ".", "", "1", "G"),
        (SIXTEEN, "123456789abcdefg", "0", "", "1", "G"),
        (SIXTEEN, "0123456789ABCDEF", ".", "", "0", "F"),
        (SIXTEEN, "0123456789abcdef", "", ",", "0", "F"),
        (SIXTEEN, [f"{k:02}" for k in range(1, 17)], "00", " ", "1", "16"),
        (SIXTEEN, [f"{k:02}" for k in range(1, 17)], "--", " ", "1", "16"),
        (SIXTEEN, [str(k) for k in range(1, 17)], ".", "\t", "1", "16"),
        (SIXTEEN, [str(k) for k in range(1, 17)], "0", ",", "1", "16"),
        (SIXTEEN, [str(k) for k in range(16)], ".", " ", "0", "15"),
        (SIXTEEN, [str(k) for k in range(16)], "", ";", "0", "15"),
        (TWENTY_FIVE, LETTERS, ".", "", "A", "Y"),
        (TWENTY_FIVE, LETTERS, "x", "", "A", "Y"),
        (TWENTY_FIVE, "123456789ABCDEFGHIJKLMNOP", "X", "", "1", "P"),
    ],
)
def test_symbols_that_one_choice_explains(grid, symbols, empty, between, first, last):
    puzzle = SudokuPuzzle.parse(written(grid, symbols, empty, between))
    assert (puzzle.alphabet[0], puzzle.alphabet[-1]) == (first, last)
    assert puzzle.array().tolist() == values(grid)
    assert SudokuPuzzle.parse(puzzle.text(), **puzzle.rules()) == puzzle


def test_zero_is_a_symbol_where_another_mark_is_empty():
    four = SudokuPuzzle.parse("0 . 2 3/2 3 0 1/1 0 3 2/3 2 1 0")
    assert four.alphabet == tuple("0123") and four.solve().rows == ["0123", "2301", "1032", "3210"]
    line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    nine = line.translate(str.maketrans("123456789", "012345678"))
    assert SudokuPuzzle.parse(nine).alphabet == tuple("012345678")
    assert SudokuPuzzle.parse(nine).array().tolist() == SudokuPuzzle.parse(line).array().tolist()
    assert SudokuPuzzle.parse(nine.replace(".", "?")) == SudokuPuzzle.parse(nine)
    # With the last of 1 to n, 0 can only be empty.
    assert SudokuPuzzle.parse(line.replace(".", "0", 20)) == SudokuPuzzle.parse(line)


@pytest.mark.parametrize(
    "text",
    [
        "0 . 2 3/. 3 . 1/1 . 3 2/3 2 1 .",  # one 0 says little
        "0 . . ./. . . 1/. . . ./. 2 . .",
        "0 0 2 3/. 3 . 1/1 . 3 2/3 2 1 .",  # as a symbol it clashes
        "0 1 2 3/2 3 0 1/1 0 3 2/3 2 1 0",  # a whole grid, or a puzzle without any 4
        "A" + "." * 255,  # the tenth symbol, or the first
        "ABCDEFG" + "0" * 249,
        written(TWENTY_FIVE, LETTERS, "X"),
    ],
)
def test_symbols_that_two_choices_explain_are_refused(text):
    with pytest.raises(PuzzleError, match=r"can be .* or .*; name the symbols: symbols=… \(--symbols\)"):
        SudokuPuzzle.parse(text)


def test_named_symbols_decide():
    text = "0 . 2 3/. 3 . 1/1 . 3 2/3 2 1 ."
    assert SudokuPuzzle.parse(text, symbols="0123").clues == 11
    assert SudokuPuzzle.parse(text, symbols="1234").clues == 10
    assert SudokuPuzzle.parse(text.replace("0", "\uff10"), symbols="\uff10\uff11\uff12\uff13").clues == 11
    assert SudokuPuzzle.parse(text + "\nsymbols: 0, 1, 2, 3").clues == 11
    assert SudokuPuzzle.parse("A" + "." * 255, symbols=LETTERS[:16]).array()[0, 0] == 1
    lettered = SudokuPuzzle.parse("A" + "." * 255, symbols="123456789ABCDEFG")
    assert lettered.array()[0, 0] == 10
    assert SudokuPuzzle.parse(lettered.text(), **lettered.rules()) == lettered


@pytest.mark.parametrize("mark", [*EMPTY, "-1", ""])
def test_marks_of_an_empty_cell(mark):
    cells = ["1", "2", "3", "4", *[mark] * 12]
    text = "\n".join(",".join(cells[k : k + 4]) for k in range(0, 16, 4))
    assert SudokuPuzzle.parse(text) == SudokuPuzzle.parse("1234............")


@given(st.lists(st.text("01234.*_?-xX5", min_size=16, max_size=16), min_size=1, max_size=5))
def test_plain_lines_are_read_as_the_reader_reads_them(lines):
    cells, plain = plain_cells(np.frombuffer("".join(lines).encode(), np.uint8).reshape(-1, 16), 4)
    for line, found, usual in zip(lines, cells, plain, strict=True):
        if usual:
            assert parse_grid(f"{line}\n", strict=False).cells == found.tobytes()
            assert parse_cells(f"{line}\n", 4, tuple("1234")) == found.tobytes()
