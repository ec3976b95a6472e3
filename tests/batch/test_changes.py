"""Input that is changed during a run, and papers of a run that were: never an answer of other bytes."""

import gzip
import os
import subprocess
import sys

import numpy as np
import pytest

import unriddle as ur
from unriddle.base import PuzzleError
from unriddle.batch import datasets, run_batch, sources
from unriddle.batch.folder import Folder

CHANGED = r"was modified while it was read"
WORDS = ["tea", "tear", "ate"]


def tree(path):
    return {str(file.relative_to(path)): file.read_bytes() for file in path.rglob("*") if file.is_file()}


@pytest.fixture
def run(tmp_path):
    words = ur.Lexicon(WORDS)

    def call(source, out="out", **options):
        return run_batch("boggle", source, tmp_path / out, lexicon=words, part_size=4, **options)

    return call


@pytest.mark.parametrize("form", ["txt", "txt.gz", "npy", "parquet"])
def test_input_that_is_rewritten_during_a_run_is_never_taken_for_the_old_one(form, tmp_path, monkeypatch):
    """The bytes of each part are those that were measured; what is done stays, and the run can go on."""
    if form == "parquet":
        pa = pytest.importorskip("pyarrow")
        import pyarrow.parquet

    def write(letters):
        path = tmp_path / f"in.{form}"
        boards = [letters] * 12
        if form == "npy":
            np.save(path, np.array([[ord(ch) - 97 for ch in board] for board in boards], dtype=np.uint8))
        elif form == "parquet":
            pyarrow.parquet.write_table(pa.table({"board": boards}), path)
        elif form == "txt.gz":
            path.write_bytes(gzip.compress("".join(f"{board}\n" for board in boards).encode(), mtime=0))
        else:
            path.write_text("".join(f"{board}\n" for board in boards))
        return path

    source = write("teas")
    words = ur.Lexicon(WORDS)
    whole = run_batch("boggle", source, tmp_path / "whole", lexicon=words, part_size=4)
    measure = sources.ByteSource.scan if form != "parquet" else datasets.DatasetSource.scan

    def scan(self, progress=None):
        index = measure(self, progress)
        write("rate")
        return index

    kind = sources.ByteSource if form != "parquet" else datasets.DatasetSource
    monkeypatch.setattr(kind, "scan", scan)
    with pytest.raises(PuzzleError, match=CHANGED):
        run_batch("boggle", source, tmp_path / "out", lexicon=words, part_size=4)
    monkeypatch.undo()
    write("teas")
    again = run_batch("boggle", source, tmp_path / "out", lexicon=words, part_size=4, resume=True)
    assert again.records == whole.records == 12
    for part in (tmp_path / "whole").glob("part-*"):
        assert (tmp_path / "out" / part.name).read_bytes() == part.read_bytes()


def npy(letters, dtype):
    import io

    stream = io.BytesIO()
    np.save(stream, np.array([[ord(ch) - 97 for ch in letters]] * 12, dtype=dtype))
    return stream.getvalue()


def test_a_packed_head_that_changes_is_seen(run, tmp_path, monkeypatch):
    """The same bytes of records under another head are other records."""
    source = tmp_path / "in.npy.gz"
    plain = npy("teas", np.uint16)
    source.write_bytes(gzip.compress(plain))
    swapped = plain.replace(b"<u2", b">u2")
    assert len(swapped) == len(plain) and swapped != plain
    scan = sources.ByteSource.scan

    def scanned(self, progress=None):
        index = scan(self, progress)
        source.write_bytes(gzip.compress(swapped))
        return index

    monkeypatch.setattr(sources.ByteSource, "scan", scanned)
    with pytest.raises(PuzzleError, match=CHANGED):
        run(source)


def test_an_input_that_becomes_a_text_before_it_is_measured_is_read_as_one(run, tmp_path, monkeypatch):
    text, source = tmp_path / "in.txt", tmp_path / "in.npy"
    text.write_text("rate\n" * 12)
    run(text, "whole")
    source.write_bytes(npy("teas", np.uint8))
    scan = sources.ByteSource.scan

    def late(self, progress=None):
        source.write_bytes(text.read_bytes())
        return scan(self, progress)

    monkeypatch.setattr(sources.ByteSource, "scan", late)
    run(source)
    assert tree(tmp_path / "out") == tree(tmp_path / "whole")


def parquet_of(path, boards):
    pa = pytest.importorskip("pyarrow")
    import pyarrow.parquet

    pyarrow.parquet.write_table(pa.table({"board": boards}), path)


def test_rows_that_come_before_a_parquet_file_is_measured_are_not_left_out(run, tmp_path, monkeypatch):
    source = tmp_path / "in.parquet"
    parquet_of(source, ["teas"] * 6)
    scan = datasets.DatasetSource.scan

    def late(self, progress=None):
        parquet_of(source, ["teas"] * 12)
        return scan(self, progress)

    monkeypatch.setattr(datasets.DatasetSource, "scan", late)
    with pytest.raises(PuzzleError, match=CHANGED):
        run(source)
    assert not (tmp_path / "out").exists()
    monkeypatch.undo()
    assert run(source).records == 12


CUT_OFF = """
import os, sys
from unriddle.batch import datasets
from unriddle.cli import main
rows = datasets.DatasetSource._rows

def cut_off(self, *arguments):
    os.truncate(self.files[0], 4096)
    yield from rows(self, *arguments)

datasets.DatasetSource._rows = cut_off
sys.exit(main(sys.argv[1:]))
"""


def test_a_parquet_file_that_is_cut_off_while_it_is_read_ends_the_run_and_not_the_process(tmp_path):
    source = tmp_path / "in.parquet"
    rng = np.random.default_rng(1)
    parquet_of(source, ["".join(map(chr, row)) for row in rng.integers(97, 123, (20_000, 16)).tolist()])
    assert source.stat().st_size > 1 << 16
    command = ["batch", "boggle", str(source), "-o", str(tmp_path / "out")]
    environment = os.environ | {"UNRIDDLE_CACHE": "off"}
    done = subprocess.run(
        [sys.executable, "-c", CUT_OFF, *command], capture_output=True, text=True, env=environment
    )
    assert done.returncode == 2, done.stderr
    assert done.stderr == f"{source}: was modified while it was read\n"


@pytest.mark.parametrize("form", ["txt", "parquet"])
@pytest.mark.parametrize("copied", [False, True])
def test_a_receipt_counts_for_its_own_part_alone(run, tmp_path, monkeypatch, form, copied):
    source = tmp_path / f"in.{form}"
    boards = ["teas"] * 4 + ["rate"] * 4 + ["1"] + ["teas"] * 3
    if form == "txt":
        source.write_text("".join(f"{board}\n" for board in boards))
    else:
        parquet_of(source, boards)
    run(source, "whole")

    def interrupted(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Folder, "finalise", interrupted)
        with pytest.raises(KeyboardInterrupt):
            run(source)
    one, other = (tmp_path / "out" / ".parts" / f"{part:08d}.json" for part in (0, 2))
    first, second = one.read_bytes(), other.read_bytes()
    one.write_bytes(second)
    if copied:
        (tmp_path / "out" / "part-00000000.ndjson").unlink()
    else:
        other.write_bytes(first)
    run(source, resume=True)
    assert tree(tmp_path / "out") == tree(tmp_path / "whole")
