import pytest
from grid_forms import APART, BLANK, TOGETHER
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from unriddle import Gogen
from unriddle.base import PuzzleError
from unriddle.puzzles import gogen
from unriddle.puzzles.gogen.parse import as_written

WORDS = ["ACQUIRE", "AXLE", "CUT", "DERV", "FIR", "JUST", "KEG", "MAN", "PILE", "PRY", "ROB", "WHAM"]
SOLUTION = ("MNGKD", "HAXEV", "WCLRY", "QUIPO", "STJFB")
ORIGINAL = Gogen.parse("MGDWLYSJB", WORDS)


@pytest.mark.parametrize(
    "text",
    [
        "MGDWLYSJB",
        "mgdwlysjb",
        "M.G.D.....W.L.Y.....S.J.B",
        "M.G.D/...../W.L.Y/...../S.J.B",
        "M . G . D\n. . . . .\nW _ L ? Y\n* * * * *\nS . J . B\n",
        "+-+-+-+-+-+\n|M|.|G|.|D|\n+-+-+-+-+-+\n|.|.|.|.|.|\n|W|.|L|.|Y|\n|.|.|.|.|.|\n|S|.|J|.|B|\n+-+-+-+-+-+",
    ],
)
def test_forms_of_the_grid(text):
    assert Gogen.parse(text, WORDS).grid == ORIGINAL.grid


def test_forms_of_the_words():
    text = "12\n" + "\n".join(WORDS)
    assert Gogen.parse("MGDWLYSJB", text) == ORIGINAL
    assert Gogen.parse(f"MGDWLYSJB\n\n{text}") == ORIGINAL
    assert Gogen.parse(f"MGDWLYSJB: {', '.join(WORDS).lower()}") == ORIGINAL
    assert gogen.parse_words("2 a b") == ["a", "b"]


@pytest.mark.parametrize(
    ("text", "words", "said", "line", "column"),
    [
        ("MGDWLYSJM", WORDS, "M is given twice, at row 1, column 1 and at row 5, column 5", 1, 9),
        ("MGDWLYSJZ", WORDS, "'Z' at row 5, column 5, expected A to Y", 1, 9),
        ("MGDWLY$JB", WORDS, r"'\$' at row 5, column 1", 1, 7),
        ("MGDWLYSJ", WORDS, "8 letters, expected 9", 1, 8),
        ("M.G.D\n....\nW.L.Y\n.....\nS.J.B", WORDS, "row 2 has 4 cells, but the first row has 5", 2, None),
        ("MGDWLYSJB", "11\n" + "\n".join(WORDS), "begins with 11, but has 12 words", 1, 1),
        ("MGDWLYSJB", "\n".join(WORDS), "expected the number of words first", 1, 1),
        ("MGDWLYSJB", "2\nMAN\nMÄN", "'Ä' in the word 'MÄN'", 3, 2),
        ("MGDWLYSJB", "1\n  ZOO", "'Z' in the word 'ZOO', expected A to Y", 2, 3),
        ("MGDWLYSJB", "", "no words", None, None),
        ("", WORDS, "is empty", None, None),
        ("MGDWLYSJB", None, "no words; put them after", None, None),
    ],
)
def test_wrong_input(text, words, said, line, column):
    with pytest.raises(PuzzleError, match=said) as caught:
        Gogen.parse(text, words)
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize("alphabet", ["AB|C", "AB+C", "AB=C", "AB\u2500C", "AB:C", "AB/C", "AB C", 5, "ABCC"])
def test_wrong_alphabets(alphabet):
    with pytest.raises(PuzzleError, match=r"expected|twice in the alphabet"):
        Gogen(["..", ".."], [], alphabet=alphabet)


@pytest.mark.parametrize("shape", ["x", 1.5, -1, (1, 9), True, [], (1, 2, 3)])
def test_wrong_sizes(shape):
    with pytest.raises(PuzzleError, match="expected"):
        Gogen.parse("....: 0", shape=shape)
    with pytest.raises(PuzzleError, match="expected"):
        Gogen.generate(shape, seed=1)


EMPTY_ROW = "|   |   |   |   |   |"
BOX = "\n".join(
    ["+---+---+---+---+---+"]
    + [
        f"{row}\n+---+---+---+---+---+"
        for row in (
            "| A |   | B |   | C |",
            EMPTY_ROW,
            "| D |   | E |   | F |",
            EMPTY_ROW,
            "| G |   | H |   | I |",
        )
    ]
)


@pytest.mark.parametrize(
    "text",
    [
        BOX,
        BOX.replace("A", "a"),
        BOX.translate(str.maketrans("+-|", "┼─│")),
        "A| |B| |C\n | | | | \nD| |E| |F\n | | | |\nG| |H| |I",
        "A,,B,,C\n,,,,\nD,,E,,F\n,,,,\nG,,H,,I",
        '[["A","","B","","C"],["","","","",""],["D","","E","","F"],["","","","",""],["G","","H","","I"]]',
        "A.B.C/...../D.E.F/...../G.H.I",
        "5 5\nA B C\nD E F\nG H I",
        "5x5\nABCDEFGHI",
        "# of today\nA_B_C\n_____\nD_E_F\n_____\nG_H_I",
    ],
)
@pytest.mark.parametrize("words", [["AXE", "BIG"], ["BADE"]])
def test_nine_letters_drawn_on_every_second_cell(text, words):
    wanted = ("A.B.C", ".....", "D.E.F", ".....", "G.H.I")
    assert Gogen.parse(text, words).grid == wanted
    if "\n\n" not in text:
        assert Gogen.parse(f"{text}\n\n{' '.join(words)}").grid == wanted


@pytest.mark.parametrize(
    "text", ["ABCDEFGHI", "ABC DEF GHI", "ABC/DEF/GHI", "A B C\nD E F\nG H I", "|A|B|C|\n|D|E|F|\n|G|H|I|"]
)
def test_nine_letters_that_fill_two_boards(text):
    with pytest.raises(
        PuzzleError, match=r"fill 3x3, or every second cell of 5x5; pass shape=3x3 .*or shape=5x5"
    ):
        Gogen.parse(text, ["BADE"])
    assert Gogen.parse(text, ["BADE"], shape=3).grid == ("ABC", "DEF", "GHI")
    large = ("A.B.C", ".....", "D.E.F", ".....", "G.H.I")
    assert Gogen.parse(text, ["BADE"], shape=5).grid == large
    assert Gogen.parse(text, ["BADE", "MAN"]).grid == large  # words with other letters tell
    assert Gogen.parse(text, ["BADE"], alphabet="ABCDEFGHI").rows == 3
    small = Gogen(["ABC", "DEF", "GHI"], ["BADE"])
    assert small.text() == "3 3/ABC/DEF/GHI: 1 BADE" and Gogen.parse(small.text()) == small


def test_a_row_of_another_length_is_named():
    with pytest.raises(PuzzleError, match=r"^row 2 has 1 cell, but the first row has 2$"):
        Gogen(["AB", "C"], ["ADC"])


@pytest.mark.parametrize("text", ["MGD/WLY/SJB", "M G D\nW L Y\nS J B", "MGD WLY SJB", "M,G,D,W,L,Y,S,J,B"])
def test_nine_other_letters_are_spread(text):
    assert Gogen.parse(text, WORDS).grid == ORIGINAL.grid


def test_cells_that_are_empty_are_not_spread():
    assert Gogen.parse("A.C......", ["BADE"]).grid == ("A.C", "...", "...")
    assert Gogen.parse("MG.WLYSJB", WORDS).grid == ("M.G..", ".....", "W.L.Y", ".....", "S.J.B")


@pytest.mark.parametrize(
    "text",
    [
        "# no 8\nM.G.D\n.....\nW.L.Y\n.....\nS.J.B\n\n# words\n12\n" + "\n".join(WORDS),
        "Grid:\nMGDWLYSJB\nWords: " + ", ".join(WORDS),
        "Gogen 8:\nM.G.D\n.....\nW.L.Y\n.....\nS.J.B\nWORDS:\n" + "\n".join(WORDS),
        "\ufeffMGDWLYSJB\r\n\r\n" + "\r\n".join(WORDS),
    ],
)
def test_grid_and_words_in_one_text(text):
    assert Gogen.parse(text) == ORIGINAL


def test_two_grids_are_refused():
    line = f"{ORIGINAL.text()}\n"
    with pytest.raises(
        PuzzleError, match="2 grids with words behind a colon, expected one; use --lines or batch"
    ):
        Gogen.parse(line * 2)
    with pytest.raises(PuzzleError, match="2 grids, expected one; use --lines or batch"):
        Gogen.parse("MGDWLYSJB\nMGDWLYSJB\n", WORDS)


@st.composite
def boards(draw):
    """Return the rows of a board with some letters, and no row of letters alone."""
    n_rows, n_cols = draw(st.integers(2, 6)), draw(st.integers(2, 6))
    n = n_rows * n_cols
    letters = draw(st.permutations(gogen.default_alphabet(n)))
    given = draw(st.lists(st.booleans(), min_size=n, max_size=n))
    cells = [letter if known else "" for letter, known in zip(letters, given, strict=True)]
    cells[draw(st.integers(0, n - 1))] = ""
    return [cells[k : k + n_cols] for k in range(0, n, n_cols)]


def read(text, rows):
    wanted = tuple("".join(cell or "." for cell in row) for row in rows)
    assert Gogen.parse(text, ["A"]).grid == wanted


def marked(rows, mark):
    return [[cell or mark for cell in row] for row in rows]


@pytest.mark.parametrize("form", APART)
@settings(max_examples=30)
@given(rows=boards(), mark=st.sampled_from("._?*"), note=st.sampled_from(["", "# a comment\n", "Grid 7\n"]))
def test_grids_in_every_form(form, rows, mark, note):
    text = APART[form](marked(rows, mark))
    read(text if text.startswith(("[", "(", "{", "np", "\ufeff")) else note + text + "\n\n", rows)


@pytest.mark.parametrize("form", TOGETHER)
@settings(max_examples=30)
@given(rows=boards(), mark=st.sampled_from("._?*"))
def test_grids_run_together(form, rows, mark):
    read(TOGETHER[form](marked(rows, mark)), rows)


@pytest.mark.parametrize("form", BLANK)
@settings(max_examples=25, suppress_health_check=[HealthCheck.filter_too_much])
@given(rows=boards())
def test_grids_with_blank_cells(form, rows):
    assume(any(map(any, rows)))
    if form == "bars":
        assume(any(row[0] for row in rows))  # else the first ones are a frame
    if form in ("tabs", "commas", "commas and spaces", "semicolons", "bars"):
        assume(all(row[-1] for row in rows))  # else a separator ends the row
    read(APART[form](rows), rows)


PIECES = st.sampled_from(
    [*"ABCDE.a/ :1?,;|+9", "AB/C.: 1 ADC", "AB/CD: 2 AD AD", "A./..: 0", "\n", "12", "É"]
)


@settings(max_examples=100)
@example("AB/C.: 1 ADC,A", "A")  # two things are wrong
@given(st.lists(PIECES, max_size=8).map("".join), st.sampled_from([None, "ABCD", "abcd", "AB12", "A"]))
def test_what_is_read_at_once_is_read_as_all_else(text, alphabet):
    def read():
        try:
            puzzle = Gogen.parse(text, alphabet=alphabet)
        except PuzzleError as error:
            return str(error)
        return puzzle.configuration()

    found = read()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("unriddle.puzzles.gogen.puzzle.as_written", lambda text, alphabet: None)
        assert read() == found


def test_what_is_written_is_read_at_once():
    puzzle = Gogen.generate(seed=1)
    assert as_written(puzzle.text(), None) == (puzzle.grid, puzzle.words, puzzle.alphabet)
    assert Gogen.parse(puzzle.text()) == puzzle


def test_an_empty_row_is_refused_in_one_line():
    with pytest.raises(PuzzleError, match="0 cells, but the first row has 1"):
        Gogen.parse("a\n/\nb: ab")
