"""Stores: a file is whole or not there, on a disk and behind an address; runs into either are the same."""

import errno
import itertools
import os
import threading
from pathlib import Path

import pytest

import unriddle as ur
from unriddle.base import PuzzleError
from unriddle.batch import run_batch
from unriddle.io.stores import Disk, Far, store_of

WORDS = ["tea", "eat", "rate", "teas"]


@pytest.fixture(params=["disk", "memory", "file"])
def place(request, tmp_path):
    """A folder that is not there yet."""
    if request.param == "disk":
        yield str(tmp_path / "out")
        return
    fsspec = pytest.importorskip("fsspec")
    if request.param == "file":
        yield f"file://{tmp_path}/out"
        return
    root = f"/stores-{os.urandom(4).hex()}"
    fsspec.filesystem("memory").makedirs(root)
    yield f"memory:/{root}/out"
    fsspec.filesystem("memory").rm(root, recursive=True)


def test_files_and_folders(place):
    store = store_of(place)
    assert isinstance(store, Far if "://" in place else Disk) and not store.is_folder(place)
    for folder in (place, f"{place}/.parts"):
        store.make_folder(folder)
        store.make_folder(folder)
    with store.new_file(f"{place}/x", f"{place}/.parts") as stream:
        stream.write(b"teas")
    assert store.is_folder(place) and store.read(f"{place}/x") == b"teas"
    size, digest = store.digest(f"{place}/x")
    assert size == 4 and digest == __import__("hashlib").sha256(b"teas").hexdigest()
    with store.new_file(f"{place}/x", f"{place}/.parts") as stream:
        stream.write(b"rate")
    assert store.read(f"{place}/x") == b"rate" and "x" in store.names(place)
    for call in (store.read, store.digest):
        with pytest.raises(FileNotFoundError):
            call(f"{place}/none")
    with pytest.raises((FileExistsError, NotADirectoryError)):
        store.make_folder(f"{place}/x")
    store.remove(f"{place}/x")
    assert "x" not in store.names(place)
    store.remove_tree(f"{place}/.parts")
    assert store.names(place) == set()


def test_a_file_that_was_not_finished_is_not_there(place):
    store = store_of(place)
    store.make_folder(place)
    with pytest.raises(RuntimeError), store.new_file(f"{place}/x", place) as stream:
        stream.write(b"half")
        raise RuntimeError
    assert store.names(place) == set()
    if isinstance(store, Disk):
        with pytest.raises(OSError, match="No space") as error, store.new_file(f"{place}/x", place) as stream:
            raise OSError(errno.ENOSPC, "No space left on device")
        assert error.value.filename == f"{place}/x"


def tree(place):
    """Return all files below a folder."""
    store = store_of(place)
    return {name: store.read(f"{place}/{name}") for name in store.names(place) if name != ".parts"}


@pytest.mark.parametrize("form", ["ndjson", "parquet"])
def test_runs_into_any_store_are_the_same(place, tmp_path, form, monkeypatch):
    if form == "parquet":
        pytest.importorskip("pyarrow")
    (tmp_path / "in.txt").write_text("teas\nrate\n1\n" * 5)
    options = {"lexicon": ur.Lexicon(WORDS), "part_size": 4, "form": form, "threads": 1}
    run_batch("boggle", tmp_path / "in.txt", tmp_path / "near", **options)
    from unriddle.batch.folder import Folder

    finish, order, two = Folder.finish, itertools.count(), threading.Barrier(2)

    def interrupted(self, *arguments):  # by several workers at once
        if next(order) >= 2:
            raise KeyboardInterrupt
        receipt = finish(self, *arguments)
        two.wait(60)  # both are whole before a third is begun
        return receipt

    with monkeypatch.context() as patch:
        patch.setattr(Folder, "finish", interrupted)
        with pytest.raises(KeyboardInterrupt):
            run_batch("boggle", tmp_path / "in.txt", place, **options)
    with pytest.raises(PuzzleError, match="holds a run already"):
        run_batch("boggle", tmp_path / "in.txt", place, **options)
    summary = run_batch("boggle", tmp_path / "in.txt", place, resume=True, **options)
    assert (summary.records, summary.rejected, summary.kept) == (15, 5, 2) and summary.complete
    side = ".run" if form == "parquet" else ""
    assert tree(place) == tree(str(tmp_path / "near")) and len(tree(place)) >= 4
    assert tree(place + side) == tree(str(tmp_path / "near") + side)
    again = run_batch("boggle", tmp_path / "in.txt", place, resume=True, **options)
    assert (again.fresh, again.kept) == (0, 4)


def test_a_torn_part_behind_an_address_is_made_again(place, tmp_path):
    (tmp_path / "in.txt").write_text("teas\nrate\n" * 4)
    options = {"lexicon": ur.Lexicon(WORDS), "part_size": 4, "threads": 1}
    run_batch("boggle", tmp_path / "in.txt", place, **options)
    whole, store = tree(place), store_of(place)
    with store.new_file(f"{place}/part-00000001.ndjson", place) as stream:
        stream.write(whole["part-00000001.ndjson"][:-3])
    summary = run_batch("boggle", tmp_path / "in.txt", place, resume=True, **options)
    assert tree(place) == whole and summary.fresh > 0


def test_a_folder_of_an_earlier_version_is_one_line(tmp_path):
    (tmp_path / "in.txt").write_text("teas\n")
    (tmp_path / "out" / ".parts").mkdir(parents=True)
    (tmp_path / "out" / "manifest.json").write_text("{}")
    for resume in (False, True):
        with pytest.raises(
            PuzzleError, match=r"holds a run of an earlier version \(manifest.json\); use a new"
        ):
            run_batch(
                "boggle", tmp_path / "in.txt", tmp_path / "out", lexicon=ur.Lexicon(WORDS), resume=resume
            )
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [".parts", "manifest.json"]


def test_a_refused_folder_leaves_nothing_beside(tmp_path):
    pytest.importorskip("pyarrow")
    (tmp_path / "in.txt").write_text("teas\n")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine.txt").write_text("x")
    with pytest.raises(PuzzleError, match="is not empty and has no earlier run"):
        run_batch("boggle", tmp_path / "in.txt", tmp_path / "out", lexicon=ur.Lexicon(WORDS), form="parquet")
    assert not Path(f"{tmp_path}/out.run").exists()


def test_folders_on_two_disks_are_refused(tmp_path, monkeypatch):
    store = Disk()
    store.same_disk(str(tmp_path), str(tmp_path))
    if not Path("/dev/shm").is_dir() or Path("/dev/shm").stat().st_dev == tmp_path.stat().st_dev:
        pytest.skip("one disk alone")
    with pytest.raises(PuzzleError, match="is a disk; name a folder on it"):
        store.same_disk(str(tmp_path), "/dev/shm")
