"""Symbols, forms of text, and what is written is read back."""

import json

import numpy as np
import pytest
from grid_forms import APART, BLANK, TOGETHER, full_width
from hypothesis import given, settings
from hypothesis import strategies as st

from unriddle import PuzzleError, SudokuPuzzle
from unriddle.puzzles.sudoku.layout import boxed
from unriddle.puzzles.sudoku.parse import (
    EMPTY,
    Grid,
    default_alphabet,
    format_grid,
    grid_text,
    parse_cells,
    parse_grid,
    parse_grids,
    plain_cells,
    puzzle_lines,
    signs_of,
)

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
    with pytest.raises(PuzzleError, match=r"can be .* or .*; pass symbols=…"):
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


@settings(max_examples=30)
@given(st.lists(st.text("01234.*_?-xX5", min_size=16, max_size=16), min_size=1, max_size=5))
def test_plain_lines_are_read_as_the_reader_reads_them(lines):
    cells, plain = plain_cells(np.frombuffer("".join(lines).encode(), np.uint8).reshape(-1, 16), 4)
    for line, found, usual in zip(lines, cells, plain, strict=True):
        if usual:
            assert parse_grid(f"{line}\n", strict=False).cells == found.tobytes()
            assert parse_cells(f"{line}\n", 4, tuple("1234")) == found.tobytes()


ALPHABETS = [
    (2, (1, 2), ("1", "2")),
    (4, (2, 2), ("A", "B", "C", "D")),
    (4, (2, 2), ("α", "β", "γ", "δ")),
    (6, (2, 3), default_alphabet(6)),
    (9, (3, 3), default_alphabet(9)),
    (16, (4, 4), default_alphabet(16)),
    (16, (4, 4), tuple(map(str, range(1, 17)))),
    (4, (2, 2), (".", "1", "2", "3")),
]


def test_a_row_that_is_a_number_is_refused():
    with pytest.raises(PuzzleError, match=r"5\], expected text"):
        SudokuPuzzle.parse([[1, 2], 5])


@pytest.mark.parametrize(("n", "box", "alphabet"), ALPHABETS)
def test_signs_and_lines_are_those_of_the_cells(n, box, alphabet):
    cells = bytes((3 * k) % (n + 1) for k in range(n * n))
    grid, signs = Grid(n, boxed(box), alphabet, cells), (".", *alphabet)
    assert list(signs_of(grid)) == [signs[value] for value in cells]
    assert list(signs_of(grid, "*")) == [("*", *alphabet)[value] for value in cells]
    assert parse_grid(grid_text(grid), {"symbols": alphabet, "box": box}, strict=False) == grid
    rows = format_grid(grid, "rows").split("\n")
    assert [row.split() for row in rows] == [list(signs_of(grid)[n * r : n * r + n]) for r in range(n)]
    drawn = [line for line in format_grid(grid).split("\n") if not line.startswith("-")]
    assert [line.replace("|", " ").split() for line in drawn] == [row.split() for row in rows]
    assert format_grid(grid, "line").split() == ["".join(signs_of(grid))] or max(map(len, alphabet)) > 1


def test_an_unknown_style_is_refused():
    with pytest.raises(PuzzleError, match="expected grid, rows or line"):
        format_grid(Grid(2, boxed((1, 2)), ("1", "2"), bytes(4)), "table")


LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ROWS = [LINE[k : k + 9] for k in range(0, 81, 9)]
PUZZLE = SudokuPuzzle.parse(LINE)
HEX = "0123456789ABCDEF"


def framed(bar, rule):
    lines = []
    for k, row in enumerate(ROWS):
        if k % 3 == 0:
            lines.append(rule)
        lines.append(bar + bar.join(f" {' '.join(row[c : c + 3])} " for c in (0, 3, 6)) + bar)
    return "\n".join([*lines, rule])


@pytest.mark.parametrize(
    "text",
    [
        LINE,
        LINE.replace(".", "0"),
        LINE.replace(".", "*"),
        LINE.replace(".", "_"),
        LINE + "\n",
        " ".join(LINE),
        "\n".join(ROWS),
        "\r\n".join(ROWS),
        "\r".join(ROWS),
        "\n\n".join(ROWS),
        "# a comment\n" + "\n".join(ROWS),
        "\n".join(" ".join(row) for row in ROWS),
        "\n".join("\t".join(row) for row in ROWS),
        "\n".join("|".join((row[:3], row[3:6], row[6:])) for row in ROWS),
        framed("|", "+-------+-------+-------+"),
        framed("|", "-------------------------"),
        framed("\u2502", "\u251c\u2500\u2500\u253c\u2500\u2500\u2524"),
        framed("\u2551", "\u2560\u2550\u2550\u256c\u2550\u2550\u2563"),
        framed("|", "========"),
        PUZZLE.format(),
        PUZZLE.format(style="rows"),
        PUZZLE.format(style="line"),
        str(PUZZLE),
    ],
)
def test_forms_of_one_grid(text):
    assert SudokuPuzzle.parse(text) == PUZZLE


def test_other_symbols():
    assert SudokuPuzzle.parse("AB.. ..A. .... DC..".replace(" ", "\n")).alphabet == tuple("ABCD")
    assert SudokuPuzzle.parse("A.........." + "." * 5, symbols="ABCD").alphabet == tuple("ABCD")
    assert SudokuPuzzle.parse("♠♥♦♣" + "." * 12).alphabet == tuple(sorted("♠♥♦♣"))
    lower = SudokuPuzzle.parse("1" * 1 + "." * 100 + "g" + "." * 154)
    assert lower.array().ravel()[101] == 16
    cased = SudokuPuzzle.parse("aAbB" + "." * 12, symbols="aAbB")
    assert cased.array()[0].tolist() == [1, 2, 3, 4]


def test_sixteen_hexadecimal_digits():
    grid = SudokuPuzzle.parse("0F" + "." * 254)
    assert grid.alphabet == tuple(HEX)
    assert grid.array()[0, :2].tolist() == [1, 16]
    zero_is_empty = SudokuPuzzle.parse("1G" + "0" * 254)
    assert zero_is_empty.alphabet == tuple("123456789ABCDEFG")
    assert SudokuPuzzle.parse("0" * 256).clues == 0
    assert SudokuPuzzle.parse("0" * 256, symbols=HEX[:0] or None).n == 16


def test_numbers_as_symbols():
    rows = [[(4 * (r % 4) + r // 4 + c) % 16 + 1 for c in range(16)] for r in range(16)]
    text = "\n".join(" ".join(map(str, row)) for row in rows)
    grid = SudokuPuzzle.parse(text)
    assert grid.array().tolist() == rows
    assert grid.is_solved()
    assert SudokuPuzzle.parse(" ".join(text.split())) == grid
    assert SudokuPuzzle.parse(grid.format()) == grid
    assert SudokuPuzzle.parse(grid.format(style="line")) == grid
    assert grid.rows[0].startswith("1 2 3")
    assert SudokuPuzzle.parse(text.replace("16", ".").replace("10", "_")).clues == 224


def test_the_largest_grid():
    grid = SudokuPuzzle.parse("0Z" + "." * 1294)
    assert grid.n == 36
    assert grid.array()[0, :2].tolist() == [1, 36]
    assert SudokuPuzzle.parse(grid.format()) == grid


def test_boxes_that_are_no_squares():
    six = "123456" + "." * 30
    assert SudokuPuzzle.parse(six, box=(2, 3)).box == (2, 3)
    assert "- + -" not in SudokuPuzzle.parse(six, box=(3, 2)).format()
    assert SudokuPuzzle.parse(six, box=(2, 3)) != SudokuPuzzle.parse(six, box=(3, 2))
    assert SudokuPuzzle.parse(six, box=(2, 3)).format().split("\n")[:3] == [
        "1 2 3 | 4 5 6",
        ". . . | . . .",
        "------+------",
    ]


@pytest.mark.parametrize(
    ("text", "options", "line", "column", "message"),
    [
        ("", {}, None, None, "is empty"),
        ("# only a comment\n\n", {}, None, None, "is empty"),
        ("+---+", {}, 1, None, "no grid"),
        ("." * 80, {}, 1, None, "80 cells, but a 9×9 Sudoku has 81"),
        ("." * 4, {}, 1, None, "4 cells, but a 4×4 Sudoku has 16"),
        (
            "\n".join([*ROWS[:4], ROWS[4] + ".", *ROWS[5:]]),
            {},
            5,
            None,
            "but a 9×9 Sudoku has 9 per row",
        ),
        ("\n".join(ROWS[:8]), {}, 8, None, "8 rows, the first with 9 cells, but"),
        (LINE[:80] + "y", {}, 1, 81, "unknown symbol 'y', expected 1 to 9"),
        ("\n".join([*ROWS[:8], "....8..7\x1b"]), {}, 9, 9, "unknown symbol"),
        ("5.5" + "." * 78, {}, 1, 3, "clues clash: '5' is at row 1, column 1 and at row 1, column 3"),
        ("\n".join(["1........", *["........."] * 7, "1........"]), {}, 9, 1, "once in a column"),
        ("1...." + "1" + "." * 10, {}, 1, 6, "once in a box"),
        ("ABCDEFGHIJ" + "." * 71, {}, 1, 10, "too many symbols: 'J' is number 10, expected 9"),
        ("♠♥♦" + "." * 13, {}, 1, 1, "unknown symbol '♠'"),
        (LINE, {"symbols": "12345678"}, None, None, "has 8 different symbols, but a 9×9 grid needs 9"),
        (LINE, {"symbols": "112345678"}, None, None, "has 8 different symbols, but a 9×9 grid needs 9"),
        ("." * 36, {}, None, None, "6 is not a square; pass box=RxC"),
        ("." * 36, {"box": (2, 2)}, None, None, "boxes of 2 × 2 cells, expected 6"),
        ("." * 49 * 49, {}, 1, None, "2,401 cells, but a Sudoku has at most 36×36"),
        ("." * 10**6, {}, None, None, "expected one grid"),
    ],
)
def test_wrong_grids(text, options, line, column, message):
    with pytest.raises(PuzzleError, match=message) as caught:
        SudokuPuzzle.parse(text, file="grid.txt", **options)
    assert caught.value.file == ("box" if "box" in options else "grid.txt")
    assert (caught.value.line, caught.value.column) == (line, column)


@settings(max_examples=30)
@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text):
    try:
        grid = SudokuPuzzle.parse(text)
    except PuzzleError as error:
        assert str(error)
    else:
        assert SudokuPuzzle.parse(grid.format(style="line"), symbols=grid.alphabet) == grid


@settings(max_examples=30)
@given(st.text(alphabet="12345679 .0*|\n-#", max_size=150))
def test_any_text_of_the_usual_characters_is_read_or_refused(text):
    try:
        grid = SudokuPuzzle.parse(text)
    except PuzzleError as error:
        assert str(error)
    else:
        assert SudokuPuzzle.parse(grid.format()) == grid


def test_lines_of_puzzles():
    assert puzzle_lines(LINE) is None
    assert puzzle_lines(f"{LINE}:1:{LINE}\n\n# note\n{LINE},x") == [(1, LINE), (4, LINE)]
    assert puzzle_lines(f"quizzes,solutions\n{LINE},{LINE}\n{LINE},{LINE}\n") == [(2, LINE), (3, LINE)]
    assert puzzle_lines("\n".join(["." * 16] * 16)) is None
    assert len(puzzle_lines("\n".join(["." * 16] * 15))) == 15
    assert len(puzzle_lines("\n".join(["." * 16] * 16), force=True)) == 16
    assert puzzle_lines("\n".join(ROWS)) is None
    assert puzzle_lines("hello world") is None
    assert puzzle_lines("") is None


def test_rows_on_one_line():
    assert SudokuPuzzle.parse("/".join(ROWS)) == PUZZLE == SudokuPuzzle.parse(" / ".join(ROWS) + "\n")
    assert puzzle_lines("12../..../..../...1\n1.../..../..../....\n") is not None
    with pytest.raises(PuzzleError, match="but a 9×9 Sudoku has 9 per row") as caught:
        SudokuPuzzle.parse("/".join([*ROWS[:8], "." * 10]))
    assert (caught.value.line, caught.value.column) == (1, None)


@pytest.mark.parametrize("box", ["2x3", "2×3", (2, 3), [2, 3]])
def test_every_form_of_a_box(box):
    assert SudokuPuzzle.parse("." * 36, box=box).box == (2, 3)
    assert SudokuPuzzle.parse("." * 16, box=2).box == (2, 2)


def test_a_sign_of_comments_is_no_symbol_of_a_grid():
    with pytest.raises(PuzzleError, match="'#'"):  # it could not be read back, with its symbols named
        SudokuPuzzle.parse("AB#****D********")


def test_rules_below_a_grid_are_said_once():
    with pytest.raises(PuzzleError, match=r"x\.txt:6: even: is given twice"):
        SudokuPuzzle.parse("....\n....\n....\n....\neven: r1c1\neven: r1c2", file="x.txt")
    two = SudokuPuzzle.parse("....\n....\n....\n....\ngroup: r1c1 r2c3\ngroups: r1c2 r2c4")
    assert len(two.layout.groups) == 2
    assert SudokuPuzzle.parse("." * 16 + "\nodd: r1c1", even="r1c2").rules() == {
        "even": "r1c2",
        "odd": "r1c1",
    }


def test_a_grid_of_one_cell_is_read_back():
    for puzzle in (SudokuPuzzle.from_array([[0]]), SudokuPuzzle.parse("1", box="1x1")):
        assert puzzle.rules() == {"box": [1, 1]}
        assert SudokuPuzzle.parse(puzzle.text(), **puzzle.rules()) == puzzle


# Every form of a text

SHAPES = {4: None, 6: "2x3", 9: None, 12: "3x4"}


@st.composite
def grids(draw, symbols=None):
    """Return rows of cells, "." where empty, with some 1 to n, and how many rows there are."""
    n = draw(st.sampled_from([*SHAPES]))
    signs = [".", "1", *(symbols(n) if symbols else "23456789ABC"[: n - 1])]
    row = st.lists(st.sampled_from(signs), min_size=n, max_size=n)
    rows = draw(st.lists(row, min_size=n, max_size=n))
    rows[0][0] = "1"
    return n, rows


def read(text, n):
    return SudokuPuzzle.parse(text, box=SHAPES[n], strict=False)


def cells_of(rows):
    return [[0 if cell == "." else int(cell, 36) for cell in row] for row in rows]


@pytest.mark.parametrize("form", [*APART, *TOGETHER])
@settings(max_examples=30)
@given(found=grids())
def test_every_form_is_read(form, found):
    n, rows = found
    assert read({**APART, **TOGETHER}[form](rows), n).array().tolist() == cells_of(rows)


@pytest.mark.parametrize("form", APART)
@settings(max_examples=30)
@given(found=grids(lambda n: [f"{k:02}" for k in range(1, n + 1)]))
def test_numbers_of_two_digits_in_every_form(form, found):
    n, rows = found
    rows = [[cell if cell == "." else f"{int(cell):02}" for cell in row] for row in rows]
    expected = [[0 if cell == "." else int(cell) for cell in row] for row in rows]
    assert read(APART[form](rows), n).array().tolist() == expected


@pytest.mark.parametrize("form", BLANK)
@settings(max_examples=30)
@given(found=grids())
def test_blank_cells_in_every_form(form, found):
    n, rows = found
    rows = [["1", *row[1:-1], "1"] for row in rows]  # else a separator may end the row
    blank = [["" if cell == "." else cell for cell in row] for row in rows]
    assert read(APART[form](blank), n).array().tolist() == cells_of(rows)


def drawn(top, between, bottom):
    lines = [f"|{row[:3]}|{row[3:6]}|{row[6:]}|" for row in ROWS]
    return "\n".join([top, *lines[:3], between, *lines[3:6], between, *lines[6:], bottom])


@pytest.mark.parametrize("mark", ".0_?x -")
@pytest.mark.parametrize(
    "rules",
    [
        ("*-----------*", "|---+---+---|", "*-----------*"),
        (".---.---.---.", ":---+---+---:", "'---'---'---'"),
        ("+---+---+---+", "+---+---+---+", "+---+---+---+"),
        ("-" * 13, "-" * 13, "-" * 13),
        ("┌───┬───┬───┐", "├───┼───┼───┤", "└───┴───┴───┘"),
    ],
)
def test_frames(rules, mark):
    top, between, bottom = rules
    text = drawn("T", "M", "B").replace(".", mark)
    text = text.replace("T", top).replace("M", between).replace("B", bottom)
    assert SudokuPuzzle.parse(text) == PUZZLE


@pytest.mark.parametrize(
    "text",
    [
        "#A nobody\n[Puzzle]\n" + "\n".join(ROWS) + "\n[State]\n" + "\n".join(ROWS).replace(".", "1"),
        json.dumps([[int(cell) if cell != "." else 0 for cell in row] for row in ROWS]),
        json.dumps([[int(cell) if cell != "." else None for cell in row] for row in ROWS]),
        "\n".join(json.dumps([int(cell) if cell != "." else 0 for cell in row]) + "," for row in ROWS),
        json.dumps(ROWS),
        json.dumps(LINE),
        ",".join(LINE).replace(".", ""),
        full_width(LINE.replace(".", "0")),
        "\n".join(LINE),
        "9\n" + "\n".join(ROWS),
        "3 3\n" + "\n".join(ROWS),
        "\n".join(" ".join("0" + cell for cell in row) for row in ROWS).replace("0.", "00"),
        f"{LINE} # easy",
        f"{LINE}; easy, 30 clues",
        f"{LINE},{LINE.replace('.', '1')}",
        "\n".join(ROWS).replace(".", " "),
    ],
)
def test_other_forms_of_one_grid(text):
    assert SudokuPuzzle.parse(text) == PUZZLE


def candidates(puzzle):
    left = [
        [value] if value else sorted(puzzle.layout.values_left(puzzle._grid.cells, cell))
        for cell, value in enumerate(puzzle._grid.cells)
    ]
    rows = [left[k : k + puzzle.n] for k in range(0, len(left), puzzle.n)]
    given = "".join(str(values[0]) if len(values) == 1 else "." for values in left)
    return rows, SudokuPuzzle.parse(given)


def test_candidates():
    rows, expected = candidates(PUZZLE)
    words = [["".join(map(str, values)).ljust(6) for values in row] for row in rows]
    assert SudokuPuzzle.parse("\n".join(" ".join(row) for row in words)) == expected
    assert SudokuPuzzle.parse("\n".join(",".join(row) for row in words)) == expected
    rule = f"*{'-' * 23}+{'-' * 22}+{'-' * 23}*"
    lines = ["| " + " | ".join(" ".join(row[k : k + 3]) for k in (0, 3, 6)) + " |" for row in words]
    framed = "\n".join([rule, *lines[:3], rule, *lines[3:6], rule, *lines[6:], rule])
    assert SudokuPuzzle.parse(framed) == expected
    marks = "".join(str(k) if k in values else "." for row in rows for values in row for k in range(1, 10))
    for text in (marks, marks.replace(".", "0"), "\n".join(marks[k : k + 81] for k in range(0, 729, 81))):
        assert SudokuPuzzle.parse(text) == expected
    boxes = [
        [str(3 * i + j + 1) if 3 * i + j + 1 in values else "." for values in row for j in range(3)]
        for row in rows
        for i in range(3)
    ]
    assert SudokuPuzzle.parse("\n".join(map("".join, boxes))) == expected


@pytest.mark.parametrize(
    ("cell", "message"),
    [("21", "'21' is neither a symbol nor a set of candidates"), ("122", "'122' is neither")],
)
def test_candidates_stand_in_rising_order(cell, message):
    rows = [["1", cell, "34", "34"], *[["1234"] * 4] * 3]
    with pytest.raises(PuzzleError, match=message) as caught:
        SudokuPuzzle.parse("\n".join(map(" ".join, rows)))
    assert (caught.value.line, caught.value.column) == (1, 3)


def test_a_slip_in_numbers_makes_no_candidates():
    rows = [[str((4 * (r % 4) + r // 4 + c) % 16 + 1) for c in range(16)] for r in range(16)]
    rows = [["." if cell in ("10", "11") else cell for cell in row] for row in rows]
    rows[1][1] = "17"
    with pytest.raises(PuzzleError, match="unknown symbol"):
        SudokuPuzzle.parse("\n".join(map(" ".join, rows)))


# Files of many grids


@pytest.mark.parametrize(
    "text",
    [
        "".join(f"Grid {k:02}\n" + "\n".join(ROWS).replace(".", "0") + "\n" for k in range(1, 51)),
        ("\n".join(ROWS) + "\n\n") * 50,
        (LINE + "\n") * 50,
        (drawn("*-----------*", "|---+---+---|", "*-----------*") + "\n\n") * 50,
    ],
)
def test_many_grids(text):
    found = parse_grids(text)
    assert len(found) == 50 and {SudokuPuzzle._of(grid) for _, grid in found} == {PUZZLE}
    with pytest.raises(PuzzleError, match="50 grids, expected one; use --lines or batch") as caught:
        SudokuPuzzle.parse(text)
    assert caught.value.line == found[1][0]


def test_as_many_lines_as_cells_are_many_grids():
    assert len(parse_grids((LINE + "\n") * 81)) == 81
    assert len(parse_grids((LINE + "\n") * 9)) == 9
    assert len(parse_grids("12..\n....\n....\n...1\n\n" * 4)) == 4


def test_lines_of_the_library_of_hodoku():
    line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    for text in (f":0000:x:{line}:::", f":0100:1,2:{line[:2]}+4{line[3:]}:111 211::r1c1:"):
        assert SudokuPuzzle.parse(text).text()[3:] == line[3:]


def test_a_slash_behind_the_last_row_of_a_square():
    text = "\n".join(["1" + "." * 15, *["." * 16] * 15])
    assert puzzle_lines(text) is None and puzzle_lines(text + "/") is None
