"""Locks on folders: by flock, and by bytes of a file as on Windows, whose module is played here."""

import os
import sys
from types import SimpleNamespace

import pytest

from unriddle import PuzzleError
from unriddle.io import locks


def played(held):
    """Return what msvcrt does, with the bytes that are held in a dictionary of files."""

    def locking(descriptor, mode, count):
        file, first = os.fstat(descriptor).st_ino, os.lseek(descriptor, 0, os.SEEK_CUR)
        wanted = {(file, place) for place in range(first, first + count)}
        if mode == "free":
            assert all(held.pop(place) == descriptor for place in wanted)
        elif wanted & held.keys():
            raise PermissionError(13, "Permission denied")
        else:
            held.update(dict.fromkeys(wanted, descriptor))

    return SimpleNamespace(locking=locking, LK_NBLCK="take", LK_UNLCK="free")


@pytest.fixture(params=["FolderLock", "RangeLock"])
def lock(request, monkeypatch, tmp_path):
    if request.param == "FolderLock" and os.name != "posix":
        pytest.skip("locks of Unix")
    if request.param == "RangeLock":
        monkeypatch.setitem(sys.modules, "msvcrt", played({}))
        places = counter()
        monkeypatch.setattr(locks.os, "urandom", lambda count: places(locks.PLACES).to_bytes(count, "big"))
    folder = tmp_path / "out"
    folder.mkdir()
    return lambda shared: getattr(locks, request.param)(str(folder), shared)


def counter():
    places = iter(range(100))
    return lambda n: next(places)


def test_who_is_alone_keeps_all_others_out(lock):
    first = lock(False)
    for shared in (True, False):
        with pytest.raises(PuzzleError, match="out: another run is at work here"):
            lock(shared)
    first.alone()
    first.free()
    lock(False).free()


def test_who_shares_keeps_out_who_would_be_alone(lock):
    first, second = lock(True), lock(True)
    with pytest.raises(PuzzleError, match="another run is at work here"):
        lock(False)
    first.free()
    second.alone()
    with pytest.raises(PuzzleError, match="another run is at work here"):
        lock(True)
    second.free()
    lock(False).free()


def test_alone_waits_for_the_others(lock, monkeypatch):
    import threading

    first, second, order = lock(True), lock(True), []
    waiting = threading.Thread(target=lambda: (second.alone(), order.append("alone")))
    waiting.start()
    waiting.join(0.15)
    order.append("free")
    first.free()
    waiting.join()
    assert order == ["free", "alone"]
    second.free()


def test_nothing_is_left_beside_the_folder(lock, tmp_path):
    lock(False).free()
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_windows_takes_bytes(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "msvcrt", played({}))
    monkeypatch.setattr(locks.sys, "platform", "win32")
    made = locks.lock_folder(str(tmp_path / "out"), shared=True)
    assert isinstance(made, locks.RangeLock)
    made.free()
