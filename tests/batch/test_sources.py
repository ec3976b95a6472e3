"""Inputs of every form give the same records, cut into the same parts."""

import gzip
import io
import os
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from unriddle import Boggle
from unriddle.base import PuzzleError
from unriddle.batch import sources
from unriddle.batch.sources import open_source
from unriddle.puzzles.framework.batch_records import ArrayRecords

LINES = ["tear", "st/ar", "", "é", "a" * 300, "quit"]


def read_all(source):
    """Return (texts of all records, sizes of the parts), read part by part and in one stream."""
    index = source.scan()
    streamed = list(source.stream()) if not isinstance(source, _dataset()) else None
    texts, counts = [], []
    for place, span in enumerate(index.spans):
        assert span.number == place and span.first == 1 + sum(counts)
        records = source.records(span) if source.seekable else source.decode(*streamed[place])
        if streamed is not None:
            other = source.decode(*streamed[place])
            assert streamed[place][0] == span and len(other) == len(records)
        assert len(records) == span.count
        texts += [records.shown(i) for i in range(len(records))]
        counts.append(span.count)
    assert index.records == sum(counts)
    return texts, counts, index.digest


def _dataset():
    try:
        from unriddle.batch.datasets import DatasetSource
    except ImportError:
        return ()
    return DatasetSource


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("last", [True, False])
@pytest.mark.parametrize("size", [1, 2, 5, 100])
def test_lines(tmp_path, end, last, size):
    path = tmp_path / "x.txt"
    path.write_bytes((end.join(LINES) + end * last).encode())
    texts, counts, _ = read_all(open_source(str(path), size))
    assert texts == [line[:80] for line in LINES]
    assert counts == [min(size, 6 - start) for start in range(0, 6, size)]


@given(st.lists(st.text("ab", max_size=6), min_size=1, max_size=30), st.integers(1, 40), st.booleans())
def test_cutting_does_not_depend_on_the_blocks(lines, most, last):
    text = "\n".join(lines).encode() + b"\n" * last
    kept = sources.BLOCK, sources.MOST_BYTES
    try:
        cuts = []
        for block in (1, 7, 1 << 20):
            sources.BLOCK, sources.MOST_BYTES = block, 24
            cuts.append(list(sources._cut_lines(io.BytesIO(text), most, "x")))
    finally:
        sources.BLOCK, sources.MOST_BYTES = kept
    assert cuts[0] == cuts[1] == cuts[2]
    assert b"".join(data for _, data in cuts[0]) == text
    assert sum(count for count, _ in cuts[0]) == len(text.splitlines())
    assert all(count <= most and len(data) <= 24 for count, data in cuts[0])


def test_a_byte_order_mark_is_no_letter(tmp_path):
    path = tmp_path / "x.txt"
    path.write_bytes(b"\xef\xbb\xbftear\nstar\n")
    assert read_all(open_source(str(path), 10))[0] == ["tear", "star"]


def test_packed_files_are_the_same_input(tmp_path):
    plain, packed = tmp_path / "x.txt", tmp_path / "x"
    plain.write_text("\n".join(LINES))
    packed.write_bytes(gzip.compress(plain.read_bytes()[:9]) + gzip.compress(plain.read_bytes()[9:]))
    assert read_all(open_source(str(packed), 4)) == read_all(open_source(str(plain), 4))
    assert not open_source(str(packed), 4).seekable


def test_zstandard(tmp_path):
    zstandard = pytest.importorskip("zstandard")
    plain, packed = tmp_path / "x.txt", tmp_path / "x.zst"
    plain.write_text("\n".join(LINES))
    packer = zstandard.ZstdCompressor()
    packed.write_bytes(packer.compress(plain.read_bytes()[:9]) + packer.compress(plain.read_bytes()[9:]))
    assert read_all(open_source(str(packed), 4)) == read_all(open_source(str(plain), 4))
    packed.write_bytes(packer.compress(np.random.default_rng(1).bytes(99))[:50])
    with pytest.raises(PuzzleError, match="damaged Zstandard"):
        open_source(str(packed), 4).scan()


def test_fixed_width(tmp_path):
    path = tmp_path / "x.txt"
    for tail, texts in ((b"", []), (b"\n", []), (b"\r\n", []), (b"abc", ["abc"]), (b"zz\n", ["zz\n"])):
        path.write_bytes(b"tearstarquit" + tail)
        assert read_all(open_source(str(path), 2, width=4))[0] == ["tear", "star", "quit", *texts]


@pytest.mark.parametrize("dtype", [np.uint8, np.int64, ">i4"])
@pytest.mark.parametrize("shape", [(11, 4), (11, 2, 2)])
def test_arrays(tmp_path, dtype, shape):
    array = np.arange(44).reshape(shape).astype(dtype)
    path = tmp_path / "x.npy"
    np.save(path, array)
    packed = tmp_path / "x.npy.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    source = open_source(str(path), 4)
    rows = [source.records(span) for span in source.scan().spans]
    assert all(isinstance(part, ArrayRecords) for part in rows)
    assert np.array_equal(np.concatenate([part.data for part in rows]), array)
    assert read_all(open_source(str(packed), 4)) == read_all(source)


@pytest.mark.parametrize("array", [np.array(["tear", "st", "é"]), np.array([b"tear", b"st", b"e"])])
def test_arrays_of_texts(tmp_path, array):
    path = tmp_path / "x.npy"
    np.save(path, array)
    expected = [text if isinstance(text, str) else text.decode() for text in array.tolist()]
    assert read_all(open_source(str(path), 2))[0] == expected


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (np.zeros((3, 4)), "dtype float64"),
        (np.zeros(3, dtype=[("a", "i4")]), "dtype"),
        (np.zeros((0, 4), np.uint8), "shape"),
        (np.array(5), "shape"),
        (np.asfortranarray(np.zeros((3, 4), np.uint8)), "Fortran"),
        (np.array([["a", "b"]]), "one text a record"),
    ],
)
def test_arrays_that_are_no_records(tmp_path, array, message):
    path = tmp_path / "x.npy"
    np.save(path, array)
    with pytest.raises(PuzzleError, match=message):
        open_source(str(path), 4)


@pytest.mark.parametrize(
    "change", [lambda raw: raw[:-1], lambda raw: raw + b"x", lambda raw: raw[:40], lambda raw: raw[:7]]
)
def test_torn_arrays(tmp_path, change):
    path = tmp_path / "x.npy"
    np.save(path, np.zeros((3, 4), np.uint8))
    path.write_bytes(change(path.read_bytes()))
    with pytest.raises(PuzzleError):
        open_source(str(path), 4).scan()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty"),
        (b"\xff\xfea\0", "UTF-16"),
        (b"\x1f\x8bjunkjunk", "damaged gzip"),
        (b"PAR1junk", "Parquet"),
    ],
)
def test_files_that_are_no_records(tmp_path, content, message):
    path = tmp_path / "x"
    path.write_bytes(content)
    with pytest.raises((PuzzleError, ImportError), match=message):
        open_source(str(path), 4).scan()


def test_endless_lines_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(sources, "MOST_BYTES", 100)
    path = tmp_path / "x"
    path.write_bytes(b"a\n" + b"b" * 101 + b"\n")
    with pytest.raises(PuzzleError, match="x:2: line of more than 100 bytes"):
        open_source(str(path), 4).scan()


def test_folders_and_missing_files(tmp_path):
    with pytest.raises(PuzzleError, match="is a folder"):
        open_source(str(tmp_path), 4)
    with pytest.raises(PuzzleError, match="no such file"):
        open_source(str(tmp_path / "x"), 4)


def test_standard_input_is_read_once(monkeypatch):
    raw = io.BufferedReader(io.BytesIO(gzip.compress(b"tear\nstar\n")))
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=raw))
    source = open_source("-", 1)
    assert source.once and not source.seekable
    assert [data for _, data in source.stream()] == [b"tear\n", b"star\n"]


@pytest.mark.parametrize("first", [1, 2, 5])
@pytest.mark.parametrize("form", ["txt", "txt.gz", "npy", "npy.gz"])
def test_a_pipe_may_give_its_first_bytes_one_by_one(form, first, tmp_path):
    """The form is told by the first bytes; how many of them come at once changes nothing."""
    buffer = io.BytesIO()
    np.save(buffer, np.arange(12, dtype=np.uint8).reshape(3, 4))
    data = buffer.getvalue() if form.startswith("npy") else b"tear\nstar\nquit\n"
    if form.endswith(".gz"):  # a member of its own for the first byte unpacks to one byte
        data = gzip.compress(data[:1]) + gzip.compress(data[1:])
    path = str(tmp_path / "pipe")
    os.mkfifo(path)

    def write():
        with Path(path).open("wb", buffering=0) as stream:
            stream.write(data[:first])
            time.sleep(0.05)
            stream.write(data[first:])

    writer = threading.Thread(target=write)
    writer.start()
    source = open_source(path, 100)
    [(span, part)] = list(source.stream())
    writer.join()
    records = source.decode(span, part)
    assert len(records) == 3
    shown = [records.shown(k) for k in range(3)]
    assert shown == (["0 1 2 3", "4 5 6 7", "8 9 10 11"] if "npy" in form else ["tear", "star", "quit"])


def test_a_damaged_header_is_one_line_whatever_its_parser_raises(tmp_path):
    buffer = io.BytesIO()
    np.save(buffer, np.arange(16, dtype=np.uint8).reshape(4, 4))
    good, path = buffer.getvalue(), tmp_path / "x.npy"
    deep = b"(" * 5000
    heads = [
        good[:k] + bytes([good[k] ^ flip]) + good[k + 1 :]
        for k in range(6, 128)
        for flip in (0x55, 0x01, 0x80)
    ]
    heads.append(b"\x93NUMPY\x01\x00" + len(deep).to_bytes(2, "little") + deep)
    for data in heads:
        path.write_bytes(data)
        for read in (lambda: open_source(str(path), 10), lambda: Boggle.load(path)):
            try:
                read()
            except PuzzleError as error:
                assert "\n" not in str(error)


def test_a_parquet_file_with_a_name_that_is_no_text(tmp_path):
    pa = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "x.parquet"
    parquet.write_table(pa.table({"board": ["tea"]}), path, store_schema=False)
    path.write_bytes(path.read_bytes().replace(b"board", b"bo\x9erd"))
    with pytest.raises(PuzzleError, match="damaged Parquet file: ") as error:
        open_source(str(path), 10)
    assert str(error.value).isprintable()


def test_texts_of_npy_with_a_character_beyond_unicode_are_one_line(tmp_path):
    for order in "<>":
        texts = np.array(["tea", "eat"], f"{order}U3")
        texts.view(f"{order}u4")[1] = 0x110000
        path = tmp_path / "x.npy"
        np.save(path, texts)
        source = open_source(str(path), 5)
        with pytest.raises(PuzzleError, match=r"x\.npy: character 0x110000 in a text, expected Unicode"):
            [source.records(span) for span in source.scan().spans]


@given(st.lists(st.text("ab\r", max_size=3), min_size=1, max_size=6), st.booleans(), st.integers(1, 7))
def test_lines_are_those_of_the_definition(lines, ended, most):
    data = ("\n".join(lines) + "\n" * ended).encode()
    if not data:
        return
    count = data.count(b"\n") + (not data.endswith(b"\n"))
    starts, ends = sources._lines_of(np.frombuffer(data, np.uint8), count)
    texts = [data[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]
    assert texts == [text.removesuffix(b"\r") for text in data.split(b"\n")[:count]]
    for first in range(len(data)):
        whole = data[first:].split(b"\n")[:-1][:most]
        size = sum(len(text) + 1 for text in whole)
        assert sources._whole_lines(data, first, most) == (len(whole), first + size)


@pytest.mark.parametrize("lines", [0, 1, 2, 3, 7])
def test_digests_made_ahead_are_those_of_the_parts(tmp_path, lines):
    file = tmp_path / "in.txt"
    file.write_bytes(b"\xef\xbb\xbf" + b"tear\n" * lines)
    source = open_source(str(file), 2)
    assert list(source.stream(2)) == list(source.stream(1)) == list(source.stream())


def test_the_first_record_is_looked_at_before_a_later_error(tmp_path, monkeypatch):
    file = tmp_path / "in.txt"
    file.write_bytes(b"tear\n" * 4 + b"x" * 40)
    monkeypatch.setattr(sources, "MOST_BYTES", 20)
    source = open_source(str(file), 2)
    with pytest.raises(PuzzleError, match="line of more than 20 bytes"):
        source.scan()

    def refuse(record):
        raise PuzzleError(f"no {record}")

    source.check_first = refuse
    with pytest.raises(PuzzleError, match="no tear"):
        source.scan()
