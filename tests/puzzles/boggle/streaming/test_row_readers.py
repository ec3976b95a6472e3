"""Rows of enormous boards: each source gives the rows of its board, however many are asked for at a time."""

import gzip
import io
import os
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unriddle import PuzzleError
from unriddle.puzzles.boggle import RandomBoard
from unriddle.puzzles.boggle.streaming.row_readers import A_TO_Z, CyclicRows, open_rows

TEXT = "teas\nq.#Z\nABCD\n"
CODES = [[19, 4, 0, 18], [16, 255, 255, 25], [0, 1, 2, 3]]


def all_rows(source, step, alphabet=A_TO_Z, **options):
    """Return the rows that come `step` at a time, and the number of rows then known."""
    with open_rows(source, alphabet, **options) as rows:
        parts = []
        while len(part := rows.read(step)):
            parts.append(part)
            if len(part) < step:
                break
        return np.concatenate(parts).tolist(), rows.rows


def sources(folder):
    """Yield the same board in every form."""
    array = np.array(CODES, dtype=np.uint8)
    files = {
        "board.txt": TEXT.encode(),
        "end.txt": TEXT.rstrip().encode(),
        "blank.txt": TEXT.encode() + b"\n \n",
        "windows.txt": TEXT.replace("\n", "\r\n").encode(),
        "mark.txt": b"\xef\xbb\xbf" + TEXT.encode(),
        "packed.txt.gz": gzip.compress(TEXT.encode()),
    }
    buffer = io.BytesIO()
    np.save(buffer, array)
    files["board.npy"] = buffer.getvalue()
    files["packed.npy.gz"] = gzip.compress(buffer.getvalue())
    for name, data in files.items():
        (folder / name).write_bytes(data)
        yield name, str(folder / name), {}
    for name, data in {"letters.bin": TEXT.replace("\n", "").encode(), "codes.bin": array.tobytes()}.items():
        (folder / name).write_bytes(data)
        yield name, folder / name, {"raw": True, "shape": (3, 4)}
    yield "array", array, {}
    yield "wide integers", array.astype(np.int64), {}


@pytest.mark.parametrize("step", [1, 2, 3, 100])
def test_every_form_of_a_board_gives_its_rows(tmp_path, step):
    for name, source, options in sources(tmp_path):
        assert all_rows(source, step, **options) == (CODES, 3), name


def test_rows_are_left_out(tmp_path):
    for name, source, options in sources(tmp_path):
        with open_rows(source, A_TO_Z, **options) as rows:
            rows.skip(1)
            assert rows.read(1).tolist() == CODES[1:2], name
            rows.skip(0)
            assert rows.read(5).tolist() == CODES[2:], name


def test_letters_that_no_word_has_are_holes():
    assert all_rows(np.array([[0, 1, 2]]), 1, alphabet="ac")[0] == [[0, 255, 1]]
    assert all_rows(np.array([[0, 1]]), 1, alphabet="ac", letters="ca")[0] == [[1, 0]]


def test_letters_beyond_a_to_z(tmp_path):
    path = tmp_path / "board.txt"
    path.write_text("téa\nars\nÉÉe\u0301\n", encoding="utf-8")
    assert all_rows(path, 2, alphabet="aerstzé")[0] == [[4, 6, 0], [0, 2, 3], [6, 6, 6]]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "is empty"),
        (b"\n", "is empty"),
        (b"abc\nab\n", r"board\.txt:2: row 2 has 2 cells, but the first row has 3"),
        (b"abc\nabcd\nabc\n", r"board\.txt:2: row 2 has 4 cells, but the first row has 3"),
        (b"abc\na1c\n", r"board\.txt:2:2: '1' is no tile, expected a letter, or \. for a hole"),
        (b"a b\nc dd\n", r"board\.txt:2: 'dd' is no tile, expected a letter, or \. for a hole, or Qu"),
        (b"ab\nc d\n", r"board\.txt:2:2: ' ' is no tile"),
        (b"a b\nc q\n", r"board\.txt:2: tile 2 is q alone, expected Qu"),
        (b"a?b\n", r"board\.txt:1:2: '\?' is no tile"),
        (b"abc\n\nabc\n", r"board\.txt:2: is empty; write a row of tiles"),
        (b"abc\n\xffbc\n", r"board\.txt:2: byte 0xff is not UTF-8"),
        (b"ab\0\n", r"board\.txt:1: NUL byte"),
        (gzip.compress(b"abc\nabc\n" * 999, mtime=0)[:-9], "damaged gzip file"),
        (b"\x93NUMPY\x01\x00\x10\x00" + b"(" * 16, "damaged .npy file"),
        (b"\x93NUMPY\x09\x00", "damaged .npy file"),
    ],
)
def test_rows_that_are_none_are_one_line(tmp_path, data, reason):
    path = tmp_path / "board.txt"
    path.write_bytes(data)
    with pytest.raises(PuzzleError, match=reason) as found:
        all_rows(path, 100)
    assert "\n" not in str(found.value)


def saved(array, **options):
    buffer = io.BytesIO()
    np.save(buffer, array, **options)
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("array", "reason"),
    [
        (np.array([[0, 26]], np.uint8), "code 26 at row 1, column 2, expected 0 to 25, or 255 for a hole"),
        (np.array([[0], [-1]], np.int8), "code -1 at row 2, column 1"),
        (np.array([["a"]]), "array of dtype <U1, expected letter codes"),
        (np.zeros((2, 2, 2), np.uint8), r"array of shape \(2, 2, 2\), expected \(rows, cols\)"),
        (np.zeros((0, 2), np.uint8), r"array of shape \(0, 2\)"),
    ],
)
def test_arrays_that_are_none(tmp_path, array, reason):
    path = tmp_path / "board.npy"
    path.write_bytes(saved(array))
    for source in (array, path):
        with pytest.raises(PuzzleError, match=reason):
            all_rows(source, 10)


def test_files_that_end_too_early(tmp_path):
    path = tmp_path / "board.npy"
    path.write_bytes(saved(np.zeros((3, 4), np.uint8))[:-5])
    with pytest.raises(PuzzleError, match=r"board\.npy: ends in row 2, expected 3 rows"):
        all_rows(path, 10)
    path.write_bytes(b"abcdefg")
    with pytest.raises(PuzzleError, match=r"ends in row 2, expected 2 rows"):
        all_rows(path, 10, raw=True, shape=(2, 4))
    path.write_bytes(b"abcd~fgh")
    with pytest.raises(PuzzleError, match=r"byte 0x7e at row 2, column 1"):
        all_rows(path, 10, raw=True, shape=(2, 4))
    path.write_bytes(saved(np.asfortranarray(np.zeros((3, 4), np.uint8))))
    with pytest.raises(PuzzleError, match="Fortran order"):
        all_rows(path, 10)


def test_an_array_of_a_negative_size(tmp_path):
    path = tmp_path / "board.npy"
    path.write_bytes(saved(np.zeros((3, 4), np.uint8)).replace(b"(3, 4), ", b"(-3, 4),"))
    with pytest.raises(PuzzleError, match=r"array of shape \(-3, 4\)"):
        all_rows(path, 10)


def test_a_shape_is_checked(tmp_path):
    path = tmp_path / "board.txt"
    path.write_text(TEXT)
    assert all_rows(path, 10, shape=(3, 4))[0] == CODES
    with pytest.raises(PuzzleError, match="row 1 has 4 cells, but the size is 4x3"):
        all_rows(path, 10, shape=(4, 3))
    with pytest.raises(PuzzleError, match="3 rows, expected 5"):
        all_rows(path, 10, shape=(5, 4))
    for step in (1, 2, 10):
        with pytest.raises(PuzzleError, match=r"board\.txt:3: more rows, expected 2"):
            all_rows(path, step, shape=(2, 4))
    path.write_bytes(b"abcdefgh\n")
    with pytest.raises(PuzzleError, match="more bytes than the shape says, expected 8 bytes for 2x4"):
        all_rows(path, 10, raw=True, shape=(2, 4))
    path.write_text(TEXT)
    with pytest.raises(PuzzleError, match="board of 1x2, expected 2x1"):
        all_rows(np.array([[0, 1]]), 1, shape=(2, 1))
    with pytest.raises(PuzzleError, match="raw bytes need rows and columns"):
        all_rows(path, 10, raw=True)
    with pytest.raises(PuzzleError, match="rows of type list, expected a path"):
        all_rows([[1]], 10)


def test_a_random_board_is_the_same_however_it_is_read():
    board = RandomBoard("700x1000", seed=7)
    whole = all_rows(board, 700)[0]
    assert all_rows(board, 13)[0] == whole and all_rows(RandomBoard("700x1000", seed=8), 700)[0] != whole
    with open_rows(board, A_TO_Z) as rows:
        rows.skip(523)
        assert rows.read(99).tolist() == whole[523:622] and rows.qu


@pytest.mark.parametrize("dice", ["1976", "1987", "big", "uniform", "english"])
def test_random_letters_come_as_often_as_they_should(dice):
    board = RandomBoard((500, 2000), dice=dice, seed=1)
    cells = np.array(all_rows(board, 500)[0], dtype=np.uint8)
    weights = board.weights()
    counts = np.bincount(cells.ravel(), minlength=26)
    for tile, weight in weights.items():
        share = weight / sum(weights.values())
        place = A_TO_Z.index(tile[0])
        assert abs(counts[place] / cells.size - share) < 5 * (share / cells.size) ** 0.5 + 2**-16
    assert counts.sum() == cells.size


@pytest.mark.parametrize("step", [1, 2, 3, 100])
@pytest.mark.parametrize("rows", [TEXT, "t e a s\nQu . # Z\nA B C D\n", "teas\r\nq.#Z\r\nABCD"])
def test_a_first_line_says_rows_and_columns(tmp_path, rows, step):
    path = tmp_path / "board.txt"
    path.write_bytes(b"3 4\n" + rows.encode())
    assert all_rows(path, step) == all_rows(path, step, shape=(3, 4)) == (CODES, 3)
    with open_rows(path, A_TO_Z) as found:
        assert (found.rows, found.cols) == (3, 4)
        found.skip(2)
        assert found.read(5).tolist() == CODES[2:]


@pytest.mark.parametrize(
    ("text", "shape", "reason"),
    [
        ("4 4\n" + TEXT, None, "board.txt: 3 rows, expected 4"),
        ("2 4\n" + TEXT, None, "board.txt:4: more rows, expected 2"),
        ("3 5\n" + TEXT, None, "board.txt:2: row 1 has 4 cells, but the size is 3x5"),
        ("0 4\n" + TEXT, None, "board.txt:1: 0x4 cells, expected rows and columns"),
        ("3 4\n" + TEXT, (4, 4), "board.txt:1: shape 4x4, but the first line says 3x4"),
        ("3 4\n", None, "board.txt: is empty"),
        ("3 4\nteas\nq1zz\nabcd\n", None, "board.txt:3:2: '1' is no tile"),
        ("1 2\nq i\n", None, "board.txt:2: tile 1 is q alone, expected Qu"),
        ("1 2\nt  e a\n", None, "board.txt:2: row 1 has 3 cells, but the size is 1x2"),
    ],
)
def test_a_first_line_that_is_wrong(tmp_path, text, shape, reason):
    path = tmp_path / "board.txt"
    path.write_text(text)
    with pytest.raises(PuzzleError) as error:
        all_rows(path, 100, shape=shape)
    assert reason in str(error.value)


CELLS = np.arange(60, dtype=np.uint8).reshape(20, 3) % 26


@settings(max_examples=60)
@given(
    counts=st.lists(st.integers(1, 7), min_size=1, max_size=5),
    again=st.integers(0, 4),
    last=st.none() | st.integers(1, 25),
    ahead=st.sampled_from([0, 3, 30]),
)
def test_rows_of_a_torus_come_again(counts, again, last, ahead):
    parts = []
    with open_rows(CELLS, A_TO_Z) as source:
        rows = CyclicRows(source, again, last, ahead)
        for count in counts * 26:
            parts.append(rows.read(count).copy())
            assert len(parts[-1]) <= count
    assert np.array_equal(np.concatenate(parts), np.concatenate([CELLS, CELLS[:again]])[:last])


@pytest.mark.parametrize("ahead", [0, 5])
def test_rows_that_come_again_are_kept_where_they_are_skipped(ahead):
    with open_rows(CELLS, A_TO_Z) as source:
        rows = CyclicRows(source, 2, None, ahead)
        rows.skip(19)
        assert rows.read(9).tolist() == [*CELLS[19:].tolist(), *CELLS[:2].tolist()]


def test_a_pipe_waits_and_a_file_does_not(tmp_path):
    path = tmp_path / "board.txt"
    path.write_text("abc\n")
    with open_rows(path, "abc") as source:
        assert not source.waits
    os.mkfifo(tmp_path / "pipe")
    writer = ThreadPoolExecutor(1)
    writer.submit((tmp_path / "pipe").write_text, "abc\n")
    with open_rows(tmp_path / "pipe", "abc") as source:
        assert source.waits
    writer.shutdown()
