"""Digests of whole files, made by a thread of their own."""

import gc
import hashlib
import threading

import pytest

from unriddle.base import PuzzleError
from unriddle.batch import datasets
from unriddle.batch.datasets import FileDigests


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.setattr(datasets, "HASHED", 10)
    found = []
    for size in (0, 1, 10, 995):
        found.append(tmp_path / f"{size}.bin")
        found[-1].write_bytes(bytes(n % 251 for n in range(size)))
    return found


def test_digests_are_those_of_the_files_in_their_order(files):
    wanted = [hashlib.sha256(file.read_bytes()).digest() for file in files]
    made = FileDigests([str(file) for file in files])
    assert made.wait() == wanted and made.wait() == wanted


def test_progress_is_told_while_they_are_waited_for(files, monkeypatch):
    monkeypatch.setattr(datasets, "WAIT", 0.001)
    go, seen = threading.Event(), []
    opened = datasets.open_stream

    def slowly(*args, **options):
        go.wait(10)
        return opened(*args, **options)

    monkeypatch.setattr(datasets, "open_stream", slowly)

    def look(count):
        seen.append(count)
        go.set()

    FileDigests([str(file) for file in files]).wait(look)
    assert seen[0] == 0 and all(0 <= count <= 1006 for count in seen)


def test_what_went_wrong_is_told_where_they_are_waited_for(files):
    files[1].unlink()
    made = FileDigests([str(file) for file in files])
    with pytest.raises(PuzzleError, match="no such file"):
        made.wait()


def test_the_thread_ends_with_the_object(files, monkeypatch):
    started, go = threading.Event(), threading.Event()
    opened = datasets.open_stream

    def slowly(*args, **options):
        started.set()
        go.wait(10)
        return opened(*args, **options)

    monkeypatch.setattr(datasets, "open_stream", slowly)
    made = FileDigests([str(file) for file in files])
    making = made._making
    assert started.wait(10)
    del made
    gc.collect()
    go.set()
    assert making.done.wait(10) and making.stop.is_set() and making.seen == 0
