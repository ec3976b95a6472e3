import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from unriddle.base import PuzzleError
from unriddle.puzzles import gogen
from unriddle.puzzles.gogen import Gogen
from unriddle.puzzles.gogen.text import as_written

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
        ("M.G.D\n....\nW.L.Y\n.....\nS.J.B", WORDS, "a row of 4 cells, expected 5", 2, 4),
        ("MGDWLYSJB", "11\n" + "\n".join(WORDS), "says 11 words and has 12", 1, 1),
        ("MGDWLYSJB", "\n".join(WORDS), "expected the number of words first", 1, 1),
        ("MGDWLYSJB", "2\nMAN\nMÄN", "'Ä' in the word 'MÄN'", 3, 2),
        ("MGDWLYSJB", "1\n  ZOO", "'Z' in the word 'ZOO', expected A to Y", 2, 3),
        ("MGDWLYSJB", "", "no words", None, None),
        ("", WORDS, "no letters", None, None),
        ("MGDWLYSJB", None, "no words, expected them after", None, None),
    ],
)
def test_wrong_input(text, words, said, line, column):
    with pytest.raises(PuzzleError, match=said) as caught:
        Gogen.parse(text, words)
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize("alphabet", ["AB|C", "AB+C", "AB=C", "AB\u2500C", "AB:C", "AB/C", "AB C", 5, "ABCC"])
def test_wrong_alphabets(alphabet):
    with pytest.raises(PuzzleError, match="expected"):
        Gogen(["..", ".."], [], alphabet=alphabet)


@pytest.mark.parametrize("shape", ["x", 1.5, -1, (1, 9), True, [], (1, 2, 3)])
def test_wrong_sizes(shape):
    with pytest.raises(PuzzleError, match="expected"):
        Gogen.parse("....: 0", shape=shape)
    with pytest.raises(PuzzleError, match="expected"):
        Gogen.generate(shape, seed=1)


PIECES = st.sampled_from(
    [*"ABCDE.a/ :1?,;|+9", "AB/C.: 1 ADC", "AB/CD: 2 AD AD", "A./..: 0", "\n", "12", "É"]
)


@settings(max_examples=300)
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
