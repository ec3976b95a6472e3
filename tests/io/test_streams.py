"""Byte streams, plain and packed: the same bytes, first bytes that can be looked at, one line for damage."""

import gzip
import io
import sys
from types import SimpleNamespace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from unriddle import MissingExtraError, PuzzleError
from unriddle.io import streams
from unriddle.io.streams import NPY_MAGIC, PARQUET_MAGIC, magic_of, open_stream
from unriddle.io.text import KINDS, read_bytes


class Drops(io.RawIOBase):
    """A pipe that gives at most so many bytes at once."""

    def __init__(self, data, most):
        self.data, self.most = data, most

    def readable(self):
        return True

    def readinto(self, buffer):
        piece = self.data[: min(self.most, len(buffer))]
        self.data = self.data[len(piece) :]
        buffer[: len(piece)] = piece
        return len(piece)


def refused(path, error=PuzzleError):
    with pytest.raises(error) as caught, open_stream(str(path)) as stream:
        stream.read()
    return str(caught.value)


def pack(form, data):
    """Return a file of two members, as tools that append leave it."""
    middle = len(data) // 2
    if form == "plain":
        return data
    if form == "zstd":
        packer = pytest.importorskip("zstandard").ZstdCompressor()
        return packer.compress(data[:middle]) + packer.compress(data[middle:])
    return gzip.compress(data[:middle]) + gzip.compress(data[middle:])


@pytest.mark.parametrize("form", ["plain", "gzip", "zstd"])
@pytest.mark.parametrize("size", [0, 1, 5, 6, 7, 100_000])
def test_packed_files_are_the_same_bytes(form, size, tmp_path):
    data = bytes(k * k % 251 for k in range(size))
    path = tmp_path / "x"  # the name says nothing
    path.write_bytes(pack(form, data))
    with open_stream(str(path)) as stream:
        assert data.startswith(magic_of(stream)) and len(magic_of(stream)) == min(size, 6)
        assert stream.read() == data and stream.read() == b"" and magic_of(stream) == b""


@given(st.binary(max_size=40), st.integers(1, 7), st.sampled_from([str, gzip.compress]))
def test_however_few_bytes_come_at_once(data, most, packed):
    assume(not data.startswith(tuple(KINDS)))
    raw = io.BufferedReader(Drops(data if packed is str else packed(data), most), 16)
    before, sys.stdin = sys.stdin, SimpleNamespace(buffer=raw)
    try:
        with open_stream("-") as stream:
            assert magic_of(stream) == data[:6] == magic_of(stream)
            assert stream.read(3) == data[:3] and stream.read() == data[3:]
    except PuzzleError:
        assert packed is str and data.startswith((b"\x1f\x8b", b"\x28\xb5\x2f\xfd"))  # it looked packed
    finally:
        sys.stdin = before


def test_forms_are_told_by_their_first_bytes(tmp_path):
    for magic in (NPY_MAGIC, PARQUET_MAGIC):
        path = tmp_path / "x"
        path.write_bytes(gzip.compress(magic + b"rest"))
        with open_stream(str(path)) as stream:
            assert magic_of(stream).startswith(magic)


def test_files_that_cannot_be_opened(tmp_path):
    assert refused(tmp_path / "x") == f"{tmp_path / 'x'}: no such file"
    assert refused(tmp_path) == f"{tmp_path}: is a folder; name a file"


@pytest.mark.parametrize("cut", [3, 15, -9, -1])
def test_torn_gzip(cut, tmp_path):
    path = tmp_path / "x"
    path.write_bytes(gzip.compress(b"tear\n" * 1000)[:cut])
    assert refused(path).startswith(f"{path}: damaged gzip file: ")
    assert "\n" not in refused(path)


def test_a_name_of_a_packed_file_that_is_not_packed(tmp_path):
    for ending, kind in (("gz", "gzip"), ("zst", "Zstandard")):
        path = tmp_path / f"x.{ending}"
        path.write_bytes(b"tear\n")
        assert refused(path) == f"{path}: is not a {kind} file"


def test_torn_zstandard(tmp_path):
    packer = pytest.importorskip("zstandard").ZstdCompressor()
    path = tmp_path / "x"
    whole = packer.compress(bytes(range(256)) * 4)
    for data in (whole[:50], whole + whole[:20], whole[:6] + b"\xff" * 60):
        path.write_bytes(data)
        assert refused(path).startswith(f"{path}: damaged Zstandard file: ")


def test_without_zstandard_there_is_one_line(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "zstandard", None)
    monkeypatch.setitem(sys.modules, "compression", None)
    path = tmp_path / "x.zst"
    path.write_bytes(streams.ZSTD_MAGIC + b"0123")
    assert refused(path, MissingExtraError) == ("Zstandard files need zstandard: pip install zstandard")


def test_errors_of_the_caller_are_not_those_of_the_stream(tmp_path):
    path = tmp_path / "x"
    path.write_bytes(b"tear\n")
    for error in (FileNotFoundError(2, "none", "other"), PermissionError(13, "no", "other")):
        with pytest.raises(type(error)) as caught, open_stream(str(path)):
            raise error
        assert caught.value is error


def test_standard_input_that_is_closed_is_one_line(monkeypatch):
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(PuzzleError, match="standard input: is closed"), open_stream("-"):
        pass


@pytest.mark.parametrize(
    "head, said",
    [
        (b"PK\x03\x04xl/workbook.xml", "is a ZIP archive, such as .zip, .xlsx or .docx; save a table as CSV"),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
            "is an old Office file, such as .xls or .doc; save a table as CSV",
        ),
        (b"\x89PNG\r\n\x1a\n\0\0", "is a PNG image"),
        (b"\xff\xd8\xff\xe0\0", "is a JPEG image"),
        (b"GIF89a", "is a GIF image"),
        (b"%PDF-1.7\n", "is a PDF document"),
        (b"SQLite format 3\0", "is an SQLite database"),
        (b"\xfd7zXZ\0", "is packed by xz"),
        (b"BZh9\0", "is packed by bzip2"),
        (b"x" * 257 + b"ustar", "is a tar archive; unpack it"),
    ],
)
def test_a_file_that_is_no_text_is_called_by_its_name(tmp_path, head, said):
    path = tmp_path / "boards.txt"
    for data in (head + b"\n" * 9, gzip.compress(head + b"\n" * 9)):
        path.write_bytes(data)
        with pytest.raises(PuzzleError) as error, open_stream(str(path)):
            pass
        assert str(error.value).startswith(f"{path}: {said}") and "\n" not in str(error.value)
        with pytest.raises(PuzzleError) as error:
            read_bytes(path, limit=1 << 20)
        assert str(error.value).startswith(f"{path}: {said}")
    for text in (b"BMW\n", b"ID3\n", b"BZhu\n", b"GIF\n"):
        path.write_bytes(text)
        with open_stream(str(path)) as stream:
            assert stream.read() == text
