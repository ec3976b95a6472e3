"""Many boards as they come in: codes, texts, mapped arrays."""

import os

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import unriddle as ur
from unriddle.puzzles.boggle import Rules, score_many, solve_many, stream
from unriddle.puzzles.boggle import parse as reader
from unriddle.puzzles.boggle.kernel_cache import NO_LETTER
from unriddle.puzzles.boggle.parse import board_from, unchanged
from unriddle.puzzles.boggle.parse import copy_if_mapped as own
from unriddle.puzzles.boggle.parse_many import boards_of, codes_of
from unriddle.puzzles.boggle.scoring import Scoring

LEXICON = ur.Lexicon(["quit", "tea", "eat", "zebra"])


LETTERS = LEXICON.alphabet


CODES = f"0 to {len(LETTERS) - 1} or 255 for a hole"


def read(boards, shape=None, **rules):
    return boards_of(boards, shape, LEXICON, Rules(**rules))


def tiles_of(board):
    return [board.names[number] for number in board.tiles.reshape(-1)]


def all_tiles(boards):
    return [tiles_of(boards.board(index, LETTERS)) for index in range(len(boards))]


@given(st.lists(st.text(LETTERS, min_size=6, max_size=6), min_size=1, max_size=5), st.booleans())
def test_texts_and_codes_are_the_same_boards(texts, qu):
    codes = np.array([[LETTERS.index(letter) for letter in text] for text in texts], dtype=np.uint8)
    one = [tiles_of(board_from(text, shape="2x3", qu=qu)) for text in texts]
    for form in (
        texts,
        tuple(text.upper() for text in texts),
        np.array(texts),
        np.array(texts, dtype=object),
        [f"{text[:3]}/{text[3:]}" for text in texts],
        [f"{text[:3]}\n{text[3:]}\n" for text in texts],
        codes,
        codes.reshape(-1, 2, 3),
        codes.astype(np.int64)[:, ::-1][:, ::-1],
    ):
        boards = read(form, "2x3", qu=qu)
        assert (boards.rows, boards.cols, len(boards)) == (2, 3, len(texts))
        assert all_tiles(boards) == one
        assert boards.codes.flags.c_contiguous and boards.codes.dtype == np.uint8


def test_a_hole_a_long_tile_and_a_wildcard():
    assert read(["t.ea"]).codes[0].tolist() == [
        LETTERS.index("t"),
        NO_LETTER,
        LETTERS.index("e"),
        LETTERS.index("a"),
    ]
    both = read(["Qu I/T A", "T E/A ."])
    assert both.qu and both.codes is not None and all_tiles(both)[0] == ["qu", "i", "t", "a"]
    for text in ("Qu I/T An", "t e/a ?", "Q Qu/I T"):
        single = read([text, "teai"])
        assert single.codes is None and len(single) == 2
        assert all_tiles(single) == [tiles_of(board_from(each)) for each in (text, "teai")]


def test_a_letter_that_no_word_has_is_a_hole():
    few = ur.Lexicon(["één", "tea"])
    for text in ("teax", "te/ax"):
        assert boards_of([text], None, few, Rules()).codes[0].tolist() == [*few.codes("tea"), NO_LETTER]


def test_q_is_qu_only_where_words_have_both():
    assert read(["qtea"], qu=True).qu and not read(["qtea"]).qu
    few = ur.Lexicon(["één", "qat"])
    assert not boards_of(["qtea"], None, few, Rules(qu=True)).qu
    assert not boards_of(np.zeros((1, 4), dtype=np.uint8), None, few, Rules(qu=True)).qu


def test_nothing_is_no_board():
    assert len(read([])) == 0 and len(read(np.empty((0, 4), dtype=np.uint8))) == 0


def test_codes_of_boards_of_letters():
    boards = [board_from(text) for text in ("teai", "t e/qu i")]
    codes, qu = codes_of(boards, LEXICON)
    assert qu and codes.tolist() == [[LETTERS.index(letter) for letter in text] for text in ("teai", "teqi")]
    assert codes_of([board_from("te?i")], LEXICON) is None


@pytest.mark.parametrize(
    ("boards", "message"),
    [
        (np.zeros((2, 4)), "boards: array of dtype float64, expected uint8 letter codes"),
        (np.zeros(4, dtype=np.uint8), "boards: array of shape (4,), expected (boards, cells)"),
        (np.zeros((2, 0), dtype=np.uint8), "boards: array of shape (2, 0), expected (boards, cells)"),
        (
            np.full((2, 4), len(LETTERS), dtype=np.uint8),
            f"boards[0]: code {len(LETTERS)} in cell 0, expected {CODES}",
        ),
        (
            np.array([[0, 0, 0, 0], [0, 0, -1, 0]]),
            f"boards[1]: code -1 in cell 2, expected {CODES}",
        ),
        (np.ma.array([[0, 1]], mask=[[0, 1]]), "boards: the array has masked cells"),
        ("abcd", "boards of type str, expected an array, or texts: a sequence, an iterator, a column"),
        (7, "boards of type int, expected an array, or texts: a sequence, an iterator, a column"),
        ({"abcd"}, "boards of type set, expected an array, or texts: a sequence, an iterator, a column"),
        (["abcd", 3], "boards[1]: int, expected str"),
        (["abcd", "abcdefghi"], "boards[1]: 3x3, expected 2x2 as the first"),
        (["abcd", ""], "boards[1]: is empty, expected letters"),
    ],
)
def test_what_are_no_boards_is_refused(boards, message):
    for call in (
        read,
        lambda boards: score_many(boards, LEXICON),
        lambda boards: solve_many(boards, LEXICON),
    ):
        with pytest.raises(ur.PuzzleError) as error:
            call(boards)
        assert str(error.value) == message


def test_a_wrong_character_is_found():
    with pytest.raises(ur.PuzzleError, match="'1' is not a letter"):
        read(["abcd", "ab1d"])


@pytest.mark.parametrize(
    ("boards", "shape", "message"),
    [
        (np.zeros((2, 16), dtype=np.uint8), "3x5", "boards: boards of 16 cells, expected 15 for 3x5"),
        (np.zeros((2, 2, 3), dtype=np.uint8), "3x2", "boards: boards of 2x3, expected (3, 2)"),
        (["teateatea"], "2x2", "boards: boards of 9 tiles, expected 4 for 2x2"),
    ],
)
def test_a_shape_that_does_not_fit(boards, shape, message):
    with pytest.raises(ur.PuzzleError) as error:
        read(boards, shape)
    assert str(error.value) == message


def test_multipliers_belong_to_one_board():
    with pytest.raises(ur.PuzzleError, match=r"^many boards have no multipliers$"):
        read(["teas"], scoring=Scoring(multipliers=["2W", "", "", ""]))


def test_other_layouts_give_the_same():
    clean = np.random.default_rng(3).integers(0, len(LETTERS), (50, 16)).astype(np.uint8)
    frozen = clean.copy()
    frozen.flags.writeable = False
    for array in (
        np.asfortranarray(clean),
        clean.astype(">i8"),
        np.repeat(clean, 2, axis=0)[::2],
        frozen,
        np.ma.array(clean),
        clean.reshape(50, 4, 4),
    ):
        assert (read(array).codes == clean).all()


def test_a_row_that_is_no_square_needs_a_shape():
    texts = ["tea" + "x" * 17] * 30
    for boards in (texts, iter(texts), [*texts, "tea."], np.array(texts), np.zeros((30, 20), dtype=np.uint8)):
        with pytest.raises(
            ur.PuzzleError, match=r"20 letters do not fill a square board; pass shape='4x5', '5x4'"
        ):
            score_many(boards, LEXICON)
    for shape in ("1x20", "4x5"):
        assert (read(texts, shape).rows, len(read(texts, shape))) == (int(shape[0]), 30)
    assert read(np.zeros((30, 1, 20), dtype=np.uint8)).rows == 1


LEXICON_MEMMAP_GUARD = ur.Lexicon(["tea", "eat", "rate", "tear", "aaa"])


TEAR = np.frombuffer(b"tear", dtype=np.uint8) - ord("a")


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "boards.npy"
    np.save(path, np.tile(TEAR, (100, 1)))
    return path


def rewrite(path):
    before = path.stat()
    np.save(path, np.zeros((100, 4), np.uint8))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns + 10**9))


@pytest.mark.parametrize(
    "view", [lambda a: a, lambda a: np.asarray(a), lambda a: a[:50], lambda a: a.reshape(50, 8)]
)
def test_what_is_mapped_is_copied_whatever_view_of_it_is_given(path, view):
    array = view(np.load(path, mmap_mode="r"))
    copied = own(array)
    assert type(copied) is np.ndarray and not np.shares_memory(copied, array) and (copied == array).all()
    plain = np.tile(TEAR, (3, 1))
    assert own(plain) is plain and own(["tear"]) == ["tear"] and np.shares_memory(own(plain[1:]), plain)


def test_a_board_of_a_mapped_array_is_its_own(path):
    array = np.load(path, mmap_mode="r+")
    board = ur.Boggle(np.load(path, mmap_mode="r")[:1].reshape(2, 2))
    many = solve_many(np.load(path, mmap_mode="r"), LEXICON_MEMMAP_GUARD)
    score = board.solve(LEXICON_MEMMAP_GUARD).score
    array[:] = 0
    array.flush()
    assert board.solve(LEXICON_MEMMAP_GUARD).score == score == 4
    os.truncate(path, 200)  # what still read it there would end the process
    assert board.solve(LEXICON_MEMMAP_GUARD).words == many[99].board.solve(LEXICON_MEMMAP_GUARD).words


@pytest.mark.parametrize("call", [score_many, solve_many])
def test_a_large_one_that_changes_meanwhile_is_an_error(path, call, monkeypatch):
    monkeypatch.setattr(reader, "MOST_COPIED", 10)
    array = np.load(path, mmap_mode="r")
    assert len(call(array, LEXICON_MEMMAP_GUARD)) == 100
    with pytest.raises(ur.PuzzleError, match=r"boards.npy: the file was modified while being read"):
        call(array, LEXICON_MEMMAP_GUARD, threads=1, progress=lambda done: rewrite(path))


def test_rows_that_change_meanwhile_are_an_error(path):
    array = np.load(path, mmap_mode="r")
    assert stream(array, LEXICON_MEMMAP_GUARD, threads=1).words
    with unchanged(array), unchanged(["tear"]):
        pass
    with pytest.raises(ur.PuzzleError, match="was modified"), unchanged(array):
        rewrite(path)
    path.unlink()
    with unchanged(array):
        pass
