"""Boards from text, arrays, rows and files; and what is refused."""

import gzip
import io
import os
import threading
from pathlib import Path

import numpy as np
import pytest
from grid_forms import APART, BLANK, TOGETHER
from hypothesis import given, settings
from hypothesis import strategies as st

from unriddle import Boggle, PuzzleError
from unriddle.puzzles.boggle import parse as reader


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
        ("Qu R S T", (2, 2), ["qu", "r", "s", "t"]),
        ("Qu R\nAn Th", (2, 2), ["qu", "r", "an", "th"]),
        ("Qu R/An Th", (2, 2), ["qu", "r", "an", "th"]),
        ("P E R S L A T G S I N E T E R S", (4, 4), list("perslatgsineters")),
        ("a", (1, 1), ["a"]),
        ("a/b/c", (3, 1), list("abc")),
        ("a.b/#?*", (2, 3), ["a", "", "b", "", "?", "?"]),
        ("cafe\u0301", (2, 2), ["c", "a", "f", "é"]),
        ("ΛΟΓ/ΟΣς", (2, 3), list("λογοσσ")),
        (["ab", "cd"], (2, 2), list("abcd")),
        ([["Qu", "r"], ["s", "."]], (2, 2), ["qu", "r", "s", ""]),
        ([["a", "b", "c", "d"]], (1, 4), list("abcd")),
        (["abcd"], (1, 4), list("abcd")),
        (np.array([["a", "b", "c", "d"]]), (1, 4), list("abcd")),
        (np.array([["a", "Qu"], ["c", "?"]]), (2, 2), ["a", "qu", "c", "?"]),
        (np.array([[b"a", b"b"]]), (1, 2), ["a", "b"]),
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
        ("", "is empty"),
        ("  \n ", "is empty"),
        ("abc/de", "row 2 has 2 cells, but the first row has 3"),
        ("abc\nde\n", "line 2: row 2 has 2 cells, but the first row has 3"),
        ("ab//cd", "empty row"),
        ("/ab", "empty row"),
        ("12", "line 1, column 1: '1' is not a letter"),
        ("ab1d", r"line 1, column 3: '1' is not a letter; use letters, \. \(hole\) or \? \(wildcard\)"),
        ("ab/c!", "line 1, column 5: '!' is not a letter"),
        ("ab\nc\x1b", r"line 2, column 2: '\\x1b' is not a letter"),
        ("A B\nC 7x", "line 2, column 3: '7x' is not a letter"),
        ("a" * 17 + " b", "line 1, column 1: tile of 17 letters, expected at most 16"),
        ("(ab/c) d/e f", "'ab/c' is not a tile; a choice is between letters and qu"),
        ([["ab/c", "d"]], "'ab/c' is not a tile; a choice is between letters and qu"),
        ("pers/latg/sine/ters!", "line 1, column 20: '!' is not a letter"),
        (np.zeros((2, 2)), "dtype float64"),
        (np.zeros((2, 2), dtype=bool), "dtype bool"),
        (np.zeros((2, 2, 2), dtype=int), "3 dimensions"),
        (np.zeros((0, 2), dtype=int), "the array is empty"),
        (np.array([[0, 26]]), "code 26 at row 1, column 2"),
        (np.array([[0, -1]]), "code -1 at row 1, column 2"),
        (np.ma.array([[0, 1]], mask=[[0, 1]]), "masked"),
        (np.array([["a", 3]], dtype=object), "not text"),
        (np.array([["a", "!"]]), "'!' is not a letter"),
        (np.array([b"\xff"]), "not UTF-8"),
        (b"abcd", "type bytes"),
        (7, "type int"),
        (None, "type NoneType"),
        ([], "the board is empty"),
        (["ab", 3], "row 2 is 3, expected text or tiles"),
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
    with pytest.raises(PuzzleError, match="4 letters do not fill a 2x3 board, which has 6 cells"):
        Boggle.parse("abcd", shape="2x3")
    with pytest.raises(PuzzleError, match="a 2x2 board, but the shape is 1x4"):
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
        (b"\n\n", "b.txt: is empty"),
        (b"ab\ncde\n", "b.txt:2: row 2 has 3 cells, but the first row has 2"),
        (b"ab\nc\0\n", "b.txt:2: NUL byte"),
        (b"\xff\xfea\0b\0", "UTF-16"),
        (b"ab\nc\xe9\n", "b.txt:2: byte 0xe9 is not UTF-8"),
        (b"\x1f\x8bxx", "damaged gzip"),
        (_npy(np.zeros((2, 2))), "dtype float64"),
        (_npy(np.zeros((2, 2), dtype=int))[:-3], "damaged .npy"),
        (_npy(np.array([{}]), allow_pickle=True), "damaged .npy"),
        (bytes(range(1, 256)), "not UTF-8|not a letter"),
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


@settings(max_examples=60)
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
        (HEADED, "4x5", "x:2: shape 4x5, but the first line says 4x4"),
        (HEADED.replace("4 4", "3 4"), None, "x:2: a 4x4 board, but the shape is 3x4"),
        ("\n0 4\nABCD", None, r"x:3: shape=\(0, 4\), expected rows and columns from 1 up"),
        ("4 4\n", None, "x:1:1: '4' is not a letter"),
        ("4 4 4\nABCD", None, "x:1:1: '4' is not a letter"),
    ],
)
def test_a_first_line_that_is_wrong(text, shape, reason):
    with pytest.raises(PuzzleError, match=reason):
        Boggle.parse(text, shape=shape, file="x")


FORUM = "fxie/amlo/ewbx/astu"


@pytest.mark.parametrize(
    "text",
    [
        "fxie amlo ewbx astu",
        "FXIE  AMLO EWBX\tASTU ",
        "fxie,amlo,ewbx,astu",
        "fxie\namlo\newbx\nastu",
        "fxieamloewbxastu",
        "fxieamloewbxastu 3625",
        "fxieamloewbxastu;3625",
        "fxie/amlo/ewbx/astu 3625",
        "f,x,i,e\na,m,l,o\ne,w,b,x\na,s,t,u",
        "f,x,i,e,a,m,l,o,e,w,b,x,a,s,t,u",
        "f x i e a m l o e w b x a s t u",
        "4 4\nfxieamloewbxastu",
        "4x4\nfxie amlo ewbx astu",
        "4\nf x i e\na m l o\ne w b x\na s t u\n",
        '["fxie", "amlo", "ewbx", "astu"]',
        '"fxieamloewbxastu"',
        "+----+\n|fxie|\n|amlo|\n|ewbx|\n|astu|\n+----+",
        "fxie\n\namlo\n\newbx\n\nastu\n",
        "\uff26\uff38\uff29\uff25 amlo ewbx astu",
    ],
)
def test_a_board_as_people_write_it(text):
    board = Boggle.parse(text)
    assert board == Boggle.parse(FORUM) and board.shape == (4, 4)
    assert board.check("axle") and Boggle.check_many(text, ["axle"]).statuses.tolist() == [0]


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("tea ars", (2, 3)),
        ("abcdefgh ijklmnop", (2, 8)),
        ("pe rs la tg si ne te rs", (8, 2)),  # no faces of dice
        ("qu in th", (3, 2)),  # three tiles make no square
        ("Qu R S T A B C D E", (3, 3)),
        ("Qu R/S Th", (2, 2)),  # not 2x3, which its letters make as well
        ("Qu R S T/A Qu B C", (2, 4)),
        ("qu/in/th/er", (4, 2)),
        ("abcdefghi/jklmnopqr", (2, 9)),
        ('[["ing", "tion"], ["qu", "th"]]', (2, 2)),
    ],
)
def test_words_are_rows_or_tiles(text, shape):
    assert Boggle.parse(text).shape == shape


@pytest.mark.parametrize(
    ("text", "reason", "shapes"),
    [
        (
            "perslatgsineter",
            "15 letters do not fill a square board; pass shape='3x5', '5x3' or '1x15'",
            ("3x5", "1x15"),
        ),
        ("e" * 29, "29 letters do not fill a square board; pass shape='1x29' or '29x1'", ("1x29", "29x1")),
        ("p e r s l a", "6 letters do not fill a square board; pass shape='2x3', '3x2' or '1x6'", ("3x2",)),
        ("Qu R S", "3 tiles do not fill a square board; pass shape='1x3' or '3x1'", ("1x3",)),
        ("qu in th er", r"can be read as 2×2 \(.*\) or as 4×2 \(.*\); pass shape=RxC", ("2x2", "4x2")),
        ("ab cd/ef gh", r"can be read as 2×2 \(.*\) or as 2×4 \(.*\); pass shape=RxC", ("2x2", "2x4")),
        ("abc def\nghi jkl", r"can be read as 2×2 \(.*\) or as 2×6 \(.*\); pass shape=RxC", ("2x2", "2x6")),
        (
            "perslatgsineters\nperslatgsineters",
            "can be read as 2 boards of 4×4 or as one 2×16 board; pass shape=RxC, or use --lines or batch",
            ("2x16",),
        ),
        ("perslatg.\nsineters.", "can be read as 2 boards of 3×3 or as one 2×9 board; pass shape", ("2x9",)),
        ("pers/latg\nsine/ters", "can be read as 2 boards of 2×4 or as one 4×4 board; pass shape", ("4x4",)),
        ("fxie amlo ewbx ast", "words of 3 and 4 letters are not rows of a board; pass shape", ("2x2",)),
        ("perslatgsineters sine", "words of 4 and 16 letters are not rows of a board", ("1x2",)),
    ],
)
def test_what_can_be_read_in_two_ways_is_refused_and_a_shape_decides(text, reason, shapes, tmp_path):
    (tmp_path / "b.txt").write_text(text)
    for read in (Boggle, Boggle.parse, lambda _: Boggle.load(tmp_path / "b.txt")):
        with pytest.raises(PuzzleError, match=reason):
            read(text)
    for shape in shapes:
        rows, cols = map(int, shape.split("x"))
        assert (
            Boggle.parse(text, shape=shape).shape
            == Boggle.load(tmp_path / "b.txt", shape=shape).shape
            == (
                rows,
                cols,
            )
        )


def test_boards_of_a_file_are_not_one():
    with pytest.raises(PuzzleError, match=r"x:2: 2 boards, expected one; use --lines or batch for many"):
        Boggle.parse("perslatgsineters\nperslatgsineters", shape="4x4", file="x")
    with pytest.raises(PuzzleError, match="can be read as 2 boards of 4×4 or as one 8×4 board"):
        Boggle.parse(f"{FORUM}\n\n{FORUM}".replace("/", "\n"))


@pytest.mark.parametrize(("rows", "cols", "one"), [(30, 100, False), (30, 121, True), (16, 16, True)])
def test_long_lines_are_rows(rows, cols, one, tmp_path):
    path = tmp_path / "b.txt"
    for text in ("\n".join(["a" * cols] * rows), "\n".join(["." * cols] * rows)):
        path.write_text(text)
        for read in (Boggle.load, Boggle.parse):
            if one:
                assert read(path).shape == (rows, cols)
            else:
                with pytest.raises(PuzzleError, match=f"as {rows} boards of 10×10 or as one {rows}×{cols}"):
                    read(path)


PLAIN = st.sampled_from("abcdeéλzq")
LETTERS = st.sampled_from("abcdeéλzq.?")
TILES = st.sampled_from(["qu", "th", "ing", "a", "e", "é", ".", "?"])


def boards(tiles):
    def of_size(size):
        row = st.lists(tiles, min_size=size[1], max_size=size[1])
        return st.lists(row, min_size=size[0], max_size=size[0])

    return st.tuples(st.integers(2, 6), st.integers(2, 6)).flatmap(of_size)


def same(text, rows, **shape):
    board = Boggle.parse(text, **shape)
    wanted = ["" if tile in (".", "#", "") else tile for row in rows for tile in row]
    assert (board.shape, tiles(board)) == ((len(rows), len(rows[0])), wanted)


@settings(max_examples=15)
@pytest.mark.parametrize("form", APART)
@given(rows=boards(LETTERS))
def test_letters_apart(form, rows):
    same(APART[form](rows), rows)


@settings(max_examples=15)
@pytest.mark.parametrize("form", TOGETHER)
@given(rows=boards(PLAIN))
def test_letters_run_together(form, rows):
    if form == "rows by spaces" and len(rows[0]) == 2:
        rows = [["x", *row[1:]] for row in rows]  # else they may be the faces of dice
    if form.startswith("rows by") and len(rows[0]) == 2 and len(rows) == 4:
        rows = [["x", *row[1:]] for row in rows]
    same(TOGETHER[form](rows), rows)


@settings(max_examples=15)
@pytest.mark.parametrize("form", APART)
@given(rows=boards(TILES))
def test_tiles_apart(form, rows):
    rows = [["th", "a", *rows[0][2:]], *rows[1:]]
    same(APART[form](rows), rows)


@settings(max_examples=15)
@pytest.mark.parametrize("form", BLANK)
@given(rows=boards(st.sampled_from(["a", "b", "qu", ""])))
def test_a_blank_cell_is_a_hole(form, rows):
    rows = [["x", *row, "y"] for row in rows]
    same(APART[form](rows), rows)


@settings(max_examples=30)
@given(
    st.tuples(st.integers(1, 18), st.integers(1, 18)).flatmap(
        lambda size: st.tuples(
            st.just(size),
            st.one_of(
                st.lists(kind, min_size=size[0] * size[1], max_size=size[0] * size[1])
                for kind in (LETTERS, TILES, st.sampled_from(["qu", "th"]), st.sampled_from(["tion", "e"]))
            ),
        )
    )
)
def test_text_is_read_back(made):
    (rows, cols), cells = made
    board = Boggle.parse([cells[start : start + cols] for start in range(0, rows * cols, cols)])
    assert Boggle.parse(board.text()) == board == Boggle.parse(board.text(), shape=board.shape)


@pytest.mark.parametrize(
    "shape", [(1, 5), (5, 1), (1, 16), (2, 16), (3, 9), (100, 16), (9, 9), (16, 16), (2, 100)]
)
def test_text_of_any_shape_is_read_back(shape):
    letters = np.random.default_rng(1).integers(0, 26, shape)
    for cells in (letters, np.where(letters < 3, ".", "e"), np.where(letters < 3, "qu", "e")):
        board = Boggle.parse(cells)
        assert board.shape == shape and Boggle.parse(board.text()) == board


@settings(max_examples=60)
@given(
    st.lists(st.sampled_from(["a", "b", "c", " ", "/", "\n", "qu ", "ing "]), max_size=24).map("".join),
    st.sampled_from([None, (2, 2), (2, 3), (1, 4), (4, 4), (2, 9)]),
)
def test_the_fast_path_reads_as_the_reader_does(text, shape):
    def read(by):
        try:
            return by(text, shape)
        except PuzzleError as error:
            return error.reason

    fast = read(reader._from_letters) or read(reader._from_tiles)
    slow = read(reader._from_text)
    if isinstance(fast, reader.LetterBoard):
        assert reader.board_text(fast) == reader.board_text(slow) and fast.tiles.shape == slow.tiles.shape
    elif fast is not None:
        assert fast == slow
