"""Arrays of texts and of codes in any dtype, and what hands an array out, are taken as plain arrays are."""

import numpy as np
import pytest
from numpy.dtypes import StringDType

import unriddle as ur
from unriddle.arrow import array_of
from unriddle.puzzles import boggle, sudoku

LEXICON = ur.Lexicon(["teas", "seat", "rate", "tear"])
TEXTS = ["teas", "rate"]
CODES = np.array([[LEXICON.alphabet.index(letter) for letter in text] for text in TEXTS], np.uint8)
SUDOKU = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
GRID = np.array([int(digit) for digit in SUDOKU], np.uint8)


class Array:
    """An object with ``__array__`` alone."""

    def __init__(self, array):
        self._array = array

    def __array__(self, dtype=None, copy=None):
        return self._array


class Tensor:
    """An object with DLPack alone."""

    def __init__(self, array):
        self._array = array

    def __dlpack__(self, **options):
        return self._array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self._array.__dlpack_device__()


def texts_of(texts):
    """Return texts in every kind of array."""
    plain = np.array(texts)
    encoded = np.char.encode(plain, "utf-8")
    return [plain, plain.astype(object), plain.astype(StringDType()), encoded, Array(plain), Array(encoded)]


def codes_of(codes):
    """Return codes in every kind of array."""
    return [codes, Array(codes), Tensor(codes), memoryview(codes), codes.astype(np.int64)]


def test_many_boards():
    expected = boggle.score_many(TEXTS, LEXICON, shape="2x2").tolist()
    words = [result.words for result in boggle.solve_many(TEXTS, LEXICON, shape="2x2")]
    for boards in [*texts_of(TEXTS), *codes_of(CODES), *codes_of(CODES.reshape(2, 2, 2))]:
        assert boggle.score_many(boards, LEXICON, shape="2x2").tolist() == expected
        assert [result.words for result in boggle.solve_many(boards, LEXICON, shape="2x2")] == words


def test_a_board_and_its_rows():
    tiles = [list("te"), list("as")]
    for board in texts_of(tiles):
        assert ur.Boggle(board) == ur.Boggle("te/as")
    letters = np.array(
        [["abcdefghijklmnopqrstuvwxyz".index(tile) for tile in row] for row in tiles], np.uint8
    )
    for board in codes_of(letters):
        assert ur.Boggle(board) == ur.Boggle("te/as")
        assert boggle.stream(board, LEXICON).words == ["seat", "teas"]


def test_words():
    words = ["tea", "rate", "été"]
    for given in texts_of(words):
        assert list(ur.Lexicon(given)) == list(ur.Lexicon(words))


def test_many_sudokus():
    expected = sudoku.solve_many([SUDOKU] * 2).solutions.tolist()
    for puzzles in [*texts_of([SUDOKU] * 2), *codes_of(np.stack([GRID] * 2))]:
        assert sudoku.solve_many(puzzles).solutions.tolist() == expected


WORDS, SIX = ["tea", "sea", "sat", "eat", "eta"], np.array([[1, 2, 3], [4, 0, 6], [7, 5, 8]])
DOORS = {
    "graph": (lambda words: ur.ladder.WordGraph(words).words, WORDS),
    "ladder": (lambda words: ur.WordLadderPuzzle("tea", "eat", words).configuration(), WORDS),
    "fill": (lambda words: ur.placement.fill("...", words, seed=1).board, WORDS),
    "layout": (lambda words: str(ur.placement.layout(words, seed=1)), WORDS),
    "words to place": (lambda words: ur.WordPlacement(words, "...").words, ["tea"]),
    "board of placement": (lambda board: ur.WordPlacement(["tea"], board).board, [list("..."), list("#.#")]),
    "gogen": (lambda grid: ur.Gogen(grid, ["AB"]).grid, ["A.", ".B"]),
    "words of gogen": (lambda words: ur.Gogen(["A.", ".."], words).words, ["AB", "ADC"]),
    "peg": (lambda board: str(ur.GridPegSolitairePuzzle(board, {"*", ".", "#"})), [list("**."), list("#.#")]),
    "sliding": (lambda board: str(ur.MNPuzzle(board, [list("12"), list("3*")])), [list("1*"), list("32")]),
    "sudoku": (lambda cells: str(ur.SudokuPuzzle(4, cells, {"A", "B", "C", "D"})), list("A*****C**B*****D")),
    "dice": (lambda dice: str(ur.Boggle.random("2x2", dice=dice, seed=1)), ["aaaa", "bbbb", "cccc", "dddd"]),
}


@pytest.mark.parametrize("name", DOORS)
def test_texts_elsewhere(name):
    call, texts = DOORS[name]
    for given in texts_of(texts):
        assert call(given) == call(texts)


def test_numbers_elsewhere():
    for board in codes_of(SIX):
        assert str(ur.MNPuzzle(board, SIX.tolist())) == str(ur.MNPuzzle(SIX.tolist(), SIX.tolist()))
        with pytest.raises(ur.PuzzleError, match="expected rows and columns such as 4x5"):
            ur.count_paths(board)
    for board in codes_of(np.ones((1, 3), np.uint8)):
        assert ur.WordPlacement(["tea"], board) == ur.WordPlacement(["tea"], "...")


@pytest.mark.parametrize(
    "wrong",
    [
        np.array([b"\xff\xfe"]),
        np.array(["teas", None], StringDType(na_object=None)),
        memoryview(np.zeros((2, 2), np.complex128)),
        memoryview(np.zeros((2, 2), np.uint8)).cast("B"),
        Array(np.array(3)),
        Tensor(None),
    ],
)
def test_what_is_wrong_is_one_line(wrong):
    for call in (
        lambda: boggle.score_many(wrong, LEXICON),
        lambda: boggle.solve_many(wrong, LEXICON),
        lambda: sudoku.solve_many(wrong),
        lambda: ur.Lexicon(wrong, strict=True),
        lambda: boggle.stream(wrong, LEXICON),
    ):
        with pytest.raises(ur.PuzzleError) as found:
            call()
        assert "\n" not in str(found.value)


def test_other_values_are_as_they_are():
    for value in (["tea"], "tea", b"tea", 3, None, iter([]), {"tea": 1}, np.zeros(3)):
        assert array_of(value) is value
