"""Text files: read whole, or refused in one line."""

import gzip

import pytest

from unriddle import PuzzleError
from unriddle.io.text import decode, pluralize, read_text, source_name, text_lines


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"", "is empty"),
        ("tea".encode("utf-16"), "UTF-16"),
        (b"a\nb\0", ":2: NUL byte"),
        (b"a\n\xff", ":2: byte 0xff is not UTF-8"),
        (b"\x89PNG\r\n\x1a\n", "PNG"),
        (b"\x1f\x8bnothing", "damaged gzip"),
        (b"x" * 101, "101 bytes, expected at most 100"),
    ],
)
def test_what_is_no_text_is_one_line(raw, message, tmp_path):
    path = tmp_path / "board.txt"
    path.write_bytes(raw)
    with pytest.raises(PuzzleError, match=message) as caught:
        read_text(path, limit=100)
    assert str(caught.value).startswith(str(path)) and "\n" not in str(caught.value)


def test_plain_and_gzip(tmp_path):
    path = tmp_path / "board"
    for raw in (b"\xef\xbb\xbftea\r\nrat", gzip.compress(b"tea\r\nrat")):
        path.write_bytes(raw)
        assert list(text_lines(read_text(path))) == [(1, "tea"), (2, "rat")]
    assert decode(b"tea", "x") == "tea" and source_name("-") == "standard input"


def test_what_is_no_file(tmp_path):
    with pytest.raises(PuzzleError, match="no such file"):
        read_text(tmp_path / "nothing")
    with pytest.raises(PuzzleError, match="folder"):
        read_text(tmp_path)


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "0 words"), (1, "1 word"), (-1, "-1 words"), (11, "11 words"), (1001, "1,001 words")],
)
def test_one_alone_is_singular(number, text):
    assert pluralize(number, "word") == text
