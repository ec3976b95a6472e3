"""Where files are: paths, patterns, folders, addresses."""

import os

import pytest

from unriddle import Lexicon, MissingExtraError
from unriddle.base import PuzzleError
from unriddle.batch.sources import open_source
from unriddle.io.places import file_mark, file_system, files_of, is_address, is_folder, open_file
from unriddle.puzzles import boggle


@pytest.fixture
def far():
    """A place in memory that fsspec reaches."""
    fsspec = pytest.importorskip("fsspec")
    system = fsspec.filesystem("memory")
    root = f"/test-{os.urandom(4).hex()}"
    system.makedirs(root)
    yield f"memory:/{root}"
    system.rm(root, recursive=True)


def put(address, data):
    system, inner = file_system(address)
    system.pipe_file(inner, data)


def test_what_is_an_address():
    for path in ("s3://bucket/x", "memory://x", "gs://a", "simplecache::s3://a/b"):
        assert is_address(path)
    for path in ("-", "a/b", "/a/b", "c://x", "a b://c", "://x", "x:/y"):
        assert not is_address(path)


def test_files_of_a_disk(tmp_path):
    for name in ("a.txt", "b.txt", "sub/c.txt", "_manifest.json", ".x", "_sub/d.txt", ".parts/e"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)
    assert [os.path.relpath(path, tmp_path) for path in files_of([str(tmp_path)])] == [
        "a.txt",
        "b.txt",
        "sub/c.txt",
    ]
    assert files_of([str(tmp_path / "?.txt")]) == [str(tmp_path / "a.txt"), str(tmp_path / "b.txt")]
    assert files_of([str(tmp_path / "**" / "c.*")]) == [str(tmp_path / "sub" / "c.txt")]
    (tmp_path / "[x].txt").write_text("a name like a pattern")
    assert files_of([str(tmp_path / "[x].txt")]) == [str(tmp_path / "[x].txt")]
    assert files_of(["none", "-"]) == ["none", "-"]
    assert is_folder(str(tmp_path)) and not is_folder(str(tmp_path / "a.txt")) and not is_folder("a\0b")
    mark = file_mark(str(tmp_path / "a.txt"))
    (tmp_path / "a.txt").write_text("other")
    assert file_mark(str(tmp_path / "a.txt")) != mark


def test_files_behind_an_address(far):
    for name in ("a.txt", "sub/b.txt", "_x.txt", ".parts/c"):
        put(f"{far}/{name}", b"teas\n")
    assert files_of([far]) == [f"{far}/a.txt", f"{far}/sub/b.txt"] and is_folder(far)
    found = files_of([f"{far}/*.txt"])
    assert [path.rpartition("/")[2] for path in found] == ["_x.txt", "a.txt"] and all(map(is_address, found))
    with open_file(f"{far}/a.txt") as stream:
        stream.seek(2)
        assert stream.read() == b"as\n"
    mark = file_mark(f"{far}/a.txt")
    put(f"{far}/a.txt", b"rates\n")
    assert file_mark(f"{far}/a.txt") != mark
    with pytest.raises(PuzzleError, match="no file matches"):
        files_of([f"{far}/*.none"])


@pytest.mark.parametrize("end", ["txt", "txt.gz", "npy", "parquet", "csv"])
def test_inputs_behind_an_address(far, tmp_path, end):
    import gzip

    import numpy as np

    near = tmp_path / f"x.{end}"
    if end == "npy":
        np.save(near, np.zeros((5, 4), dtype=np.uint8))
    elif end == "parquet":
        pa = pytest.importorskip("pyarrow")
        pytest.importorskip("pyarrow.parquet").write_table(
            pa.table({"board": ["teas", "rate", "quit"]}), near
        )
    elif end == "csv":
        pytest.importorskip("pyarrow")
        near.write_text("id,board\n1,teas\n2,rate\n")
    else:
        data = b"teas\nrate\nquit\n"
        near.write_bytes(gzip.compress(data) if end.endswith("gz") else data)
    put(f"{far}/x.{end}", near.read_bytes())
    column = "board" if end == "csv" else None
    sources = [open_source(place, 2, column=column) for place in (str(near), f"{far}/x.{end}")]
    indices = [source.scan() for source in sources]
    assert indices[0] == indices[1] and indices[0].records >= 2
    if sources[0].seekable:
        shown = [[source.records(span).shown(0) for span in indices[0].spans] for source in sources]
        assert shown[0] == shown[1]


def test_addresses_that_are_none(far, monkeypatch):
    with pytest.raises(PuzzleError, match="no such file"):
        open_source(f"{far}/none.txt", 2)
    with pytest.raises(PuzzleError, match="nonsense"):
        open_source("nonsense://x/y", 2)
    monkeypatch.setitem(__import__("sys").modules, "fsspec.core", None)
    with pytest.raises(MissingExtraError, match=r"pip install fsspec"):
        open_source(f"{far}/x.txt", 2)


@pytest.mark.parametrize("name", ["a\0b", "a\ud800b", "a" * 300])
def test_a_name_that_no_file_can_have_is_no_file(name):
    with pytest.raises(OSError):
        open_file(name)
    with pytest.raises(PuzzleError, match="cannot be read") as caught:
        boggle.stream(name, lexicon=Lexicon(["tea"]))
    assert str(caught.value).isprintable()
