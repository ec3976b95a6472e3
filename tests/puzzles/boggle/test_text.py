"""Boards from text, arrays, rows and files; and what is refused."""

import gzip
import io
import os
import threading
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from unriddle import Boggle, PuzzleError


def tiles(board):
    return [board.tile(cell) for cell in range(board.rows * board.cols)]


@pytest.mark.parametrize(
    ("source", "shape", "expected"),
    [
        ("perslatgsineters", (4, 4), list("perslatgsineters")),
        ("PERS/LATG", (2, 4), list("perslatg")),
        ("pers\nlatg\n", (2, 4), list("perslatg")),
        ("pers\r\nlatg\r\n\r\n", (2, 4), list("perslatg")),
        ("pers/latg/", (2, 4), list("perslatg")),
        ("\ufeffab/cd", (2, 2), list("abcd")),
        ("  ab\n  cd  ", (2, 2), list("abcd")),
        ("Qu R S", (1, 3), ["qu", "r", "s"]),
        ("Qu R\nAn Th", (2, 2), ["qu", "r", "an", "th"]),
        ("Qu R/An Th", (2, 2), ["qu", "r", "an", "th"]),
        ("P E R S L A T G S I N E T E R S", (4, 4), list("perslatgsineters")),
        ("a", (1, 1), ["a"]),
        ("abc", (1, 3), list("abc")),
        ("a/b/c", (3, 1), list("abc")),
        ("a.b/#?*", (2, 3), ["a", "", "b", "", "?", "?"]),
        ("cafe\u0301", (2, 2), ["c", "a", "f", "é"]),
        ("ΛΟΓΟΣς", (1, 6), list("λογοσσ")),
        (["ab", "cd"], (2, 2), list("abcd")),
        ([["Qu", "r"], ["s", "."]], (2, 2), ["qu", "r", "s", ""]),
        ([["a", "b", "c", "d"]], (1, 4), list("abcd")),
        (["abcd"], (1, 4), list("abcd")),
        (np.array([["a", "b", "c", "d"]]), (1, 4), list("abcd")),
        (np.array([["a", "Qu"], ["c", "?"]]), (2, 2), ["a", "qu", "c", "?"]),
        (np.array([b"a", b"b"]), (1, 2), ["a", "b"]),
        (np.array([[0, 25], [1, 2]]), (2, 2), ["a", "z", "b", "c"]),
        (np.arange(16), (4, 4), list("abcdefghijklmnop")),
    ],
)
def test_forms_of_a_board(source, shape, expected):
    board = Boggle.parse(source)
    assert (board.shape, tiles(board)) == (shape, expected)
    if "" not in expected and all(len(tile) == 1 for tile in expected):
        assert tiles(Boggle.parse(str(board), shape=shape)) == expected


def test_shape_and_qu():
    assert Boggle.parse("abcdef", shape="2x3").shape == (2, 3)
    assert Boggle.parse("abcd", shape=(1, 4)).shape == (1, 4)
    assert tiles(Boggle.parse("qabq", qu=True)) == ["qu", "a", "b", "qu"]
    assert tiles(Boggle.parse("q qu a b", qu=True)) == ["qu", "qu", "a", "b"]
    assert str(Boggle.parse("q a b .", qu=True)) == "Qu A\nB  ."


@pytest.mark.parametrize(
    "clean", [np.array([[0, 1, 2], [3, 4, 5]], dtype=np.uint8), np.arange(6).reshape(2, 3) * 3]
)
def test_arrays_in_any_layout_give_the_same_board(clean):
    expected = Boggle.parse(clean)
    frozen = clean.copy()
    frozen.flags.writeable = False
    for array in (
        np.asfortranarray(clean),
        clean.astype(">i4"),
        clean.astype(np.int64),
        np.repeat(clean, 2, axis=1)[:, ::2],
        clean[::-1][::-1],
        frozen,
        np.ma.array(clean),
    ):
        assert Boggle.parse(array) == expected
    assert Boggle.parse(clean.ravel(), shape=(2, 3)) == expected


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("", "empty board"),
        ("  \n ", "empty board"),
        ("abc/de", "row of 2 tiles, expected 3"),
        ("abc\nde\n", "2: row of 2 tiles, expected 3"),
        ("ab//cd", "empty row"),
        ("/ab", "empty row"),
        ("ab\n\ncd", "3: a row after an empty line"),
        ("ab1d", "1:3: '1' is no tile, expected a letter"),
        ("ab/c!", "1:5: '!' is no tile"),
        ("ab\nc\x1b", r"2:2: '\\x1b' is no tile"),
        ("A B\nC 7x", "2:3: '7x' is no tile"),
        ("a" * 17 + " b", "is no tile"),
        (np.zeros((2, 2)), "dtype float64"),
        (np.zeros((2, 2), dtype=bool), "dtype bool"),
        (np.zeros((2, 2, 2), dtype=int), "3 dimensions"),
        (np.zeros((0, 2), dtype=int), "empty array"),
        (np.array([[0, 26]]), "code 26 at row 1, column 2"),
        (np.array([[0, -1]]), "code -1 at row 1, column 2"),
        (np.ma.array([[0, 1]], mask=[[0, 1]]), "masked"),
        (np.array([["a", 3]], dtype=object), "not text"),
        (np.array([["a", "!"]]), "is no tile"),
        (np.array([b"\xff"]), "not ASCII"),
        (b"abcd", "type bytes"),
        (7, "type int"),
        (None, "type NoneType"),
        ([], "empty board"),
        (["ab", 3], "row of type int"),
        (["ab", ""], "empty row"),
    ],
)
def test_what_is_no_board_is_refused(source, message):
    with pytest.raises(PuzzleError, match=message):
        Boggle.parse(source)


@pytest.mark.parametrize(
    "shape", ["", "x", "4x", "-1x4", "0x4", "4x4x4", "4.5", (1, 2, 3), (4,), [], 2.5, True, "99999x99999"]
)
def test_what_is_no_shape_is_refused(shape):
    with pytest.raises(PuzzleError, match="shape"):
        Boggle.random(shape)


def test_a_board_is_not_changed_with_its_array():
    array = np.zeros((2, 2), dtype=np.uint8)
    board = Boggle.parse(array)
    array[:] = 200
    assert tiles(board) == ["a"] * 4


def test_large_texts(tmp_path: Path):
    path = tmp_path / "b.txt"
    path.write_bytes(b"ab" * 500_000)
    assert Boggle.load(path).shape == (1000, 1000)
    path.write_bytes(b"." * ((1 << 24) + 1))
    with pytest.raises(PuzzleError, match="bytes of other text"):
        Boggle.load(path)
    with path.open("wb") as stream:
        stream.truncate(1 << 30)
    with pytest.raises(PuzzleError, match="1,073,741,824 bytes, expected at most 268,435,456"):
        Boggle.load(path)


def test_shape_must_fit():
    with pytest.raises(PuzzleError, match="4 tiles, expected 6 for 2x3"):
        Boggle.parse("abcd", shape="2x3")
    with pytest.raises(PuzzleError, match="board of 2x2, expected 1x4"):
        Boggle.parse("ab/cd", shape="1x4")


def test_files(tmp_path: Path):
    text = "abc\ndef\n"
    plain, packed, array = tmp_path / "b.txt", tmp_path / "b.gz", tmp_path / "b.npy"
    plain.write_text(text)
    packed.write_bytes(gzip.compress(text.encode()))
    np.save(array, np.arange(6).reshape(2, 3))
    expected = Boggle.parse("abc/def")
    for path in (plain, packed, array):
        assert Boggle.load(path) == expected
        assert Boggle.parse(path) == expected
    (tmp_path / "q.txt").write_text("qa\nbc\n")
    assert tiles(Boggle.load(tmp_path / "q.txt", qu=True)) == ["qu", "a", "b", "c"]


def _npy(array, allow_pickle=False):
    stream = io.BytesIO()
    np.save(stream, array, allow_pickle=allow_pickle)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty"),
        (b"\n\n", "empty board"),
        (b"ab\ncde\n", "b.txt:2: row of 3 tiles, expected 2"),
        (b"ab\nc\0\n", "b.txt:2: NUL byte"),
        (b"\xff\xfea\0b\0", "UTF-16"),
        (b"ab\nc\xe9\n", "b.txt:2: byte 0xe9 is not UTF-8"),
        (b"\x1f\x8bxx", "damaged gzip"),
        (_npy(np.zeros((2, 2))), "dtype float64"),
        (_npy(np.zeros((2, 2), dtype=int))[:-3], "damaged .npy"),
        (_npy(np.array([{}]), allow_pickle=True), "damaged .npy"),
        (bytes(range(1, 256)), "not UTF-8|no tile"),
    ],
)
def test_files_that_are_no_boards_are_refused(content, message, tmp_path: Path):
    path = tmp_path / "b.txt"
    path.write_bytes(content)
    with pytest.raises(PuzzleError, match=message):
        Boggle.load(path)


def test_a_missing_file_and_a_folder(tmp_path: Path):
    with pytest.raises(PuzzleError, match="no such file"):
        Boggle.load(tmp_path / "none.txt")
    with pytest.raises(PuzzleError, match="is a folder"):
        Boggle.load(tmp_path)


@given(st.text(max_size=30))
def test_any_text_is_a_board_or_refused(text):
    try:
        board = Boggle.parse(text)
    except PuzzleError as error:
        assert str(error).isprintable()
    else:
        assert board.rows * board.cols >= 1


@pytest.mark.parametrize("form", ["txt", "npy"])
def test_a_pipe_is_read_once_and_whole(form, tmp_path):
    """A named pipe was opened twice: it hung, or lost its beginning."""
    rows = ["teaxrs" * 2] * 7
    path = str(tmp_path / "pipe")
    os.mkfifo(path)
    if form == "npy":
        buffer = io.BytesIO()
        np.save(buffer, np.array([[ord(ch) - 97 for ch in row] for row in rows], dtype=np.uint8))
        data = buffer.getvalue()
    else:
        data = "\n".join(rows).encode()
    writer = threading.Thread(target=lambda: Path(path).write_bytes(data))
    writer.start()
    board = Boggle.load(path)
    writer.join()
    assert board == Boggle.parse(rows)


def test_a_board_from_a_file_of_an_array_does_not_change_with_the_file(tmp_path):
    path = tmp_path / "board.npy"
    np.save(path, np.zeros((30, 30), dtype=np.uint8))
    board = Boggle.load(path)
    path.write_bytes(b"")  # a mapped one would end the interpreter
    assert board.tile(5) == "a" and board.solve(["aaa"]).words == ["aaa"]


HEADED = "4 4\nA  T  E  E\nA  P  Y  O\nT  I  Qu U\nE  D  S  E\n"


def test_a_first_line_may_say_the_shape(tmp_path):
    (tmp_path / "board4x4.txt").write_text(HEADED)
    board = Boggle.load(tmp_path / "board4x4.txt")
    assert board == Boggle.parse(HEADED) == Boggle.parse("\n" + HEADED.replace("\n", "\r\n"), shape="4x4")
    assert str(board).split() == HEADED.split()[2:]
    assert Boggle.parse("3 1\nA\nB\nC").shape == (3, 1) and Boggle.parse("2 3\nABCDEF").shape == (2, 3)


@pytest.mark.parametrize(
    ("text", "shape", "reason"),
    [
        (HEADED, "4x5", "x:1: shape 4x5, expected 4x4 as its first line says"),
        (HEADED.replace("4 4", "3 4"), None, "x: board of 4x4, expected 3x4"),
        ("\n0 4\nABCD", None, "x:2: .*rows"),
        ("4 4\n", None, "x: empty board"),
        ("4 4 4\nABCD", None, "x:1:1: '4' is no tile"),
    ],
)
def test_a_first_line_that_is_wrong(text, shape, reason):
    with pytest.raises(PuzzleError, match=reason):
        Boggle.parse(text, shape=shape, file="x")
