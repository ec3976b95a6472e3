"""Files that are written as a whole: one function writes them all."""

import ast
import os
import stat
import sys
from pathlib import Path

import pytest

import unriddle
from unriddle import PuzzleError
from unriddle.io.atomic import check_new_file, new_file, write_whole

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="modes, links and pipes of POSIX")
SOURCE = Path(unriddle.__file__).parent


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def names(path):
    return sorted(entry.name for entry in path.iterdir())


def test_a_name_that_is_taken_is_left_alone(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "urandom", lambda count: bytes(count))
    other, target = tmp_path / "other", tmp_path / "x"
    other.write_text("kept")
    (tmp_path / f"x.{'00' * 8}.tmp").symlink_to(other)
    with pytest.raises(PuzzleError, match="x: cannot be written: File exists"):
        write_whole(str(target), "new")
    assert other.read_text() == "kept" and not target.exists()


def test_names_of_temporary_files_are_not_the_same_twice(tmp_path):
    names = set()
    for _ in range(2):
        with new_file(str(tmp_path / "x")) as stream:
            names.add(stream.name)
    assert len(names) == 2 and all(str(os.getpid()) not in Path(name).suffixes for name in names)


@POSIX
def test_the_mode_of_a_file_is_kept_and_the_umask_respected(tmp_path):
    before = os.umask(0o027)
    try:
        write_whole(str(tmp_path / "new"), "x")
    finally:
        os.umask(before)
    assert mode(tmp_path / "new") == 0o640
    for kept in (0o600, 0o444, 0o664):
        (tmp_path / "new").chmod(kept)
        write_whole(str(tmp_path / "new"), b"y")
        assert mode(tmp_path / "new") == kept
    with new_file(str(tmp_path / "new"), mode=0o600):
        pass
    assert mode(tmp_path / "new") == 0o600


@POSIX
def test_a_link_is_followed(tmp_path):
    (tmp_path / "folder").mkdir()
    link, target = tmp_path / "link", tmp_path / "folder" / "file"
    link.symlink_to("folder/file")
    for content in ("one", "two"):  # there, and not there yet
        write_whole(str(link), content)
        assert link.is_symlink() and target.read_text() == content
    assert names(tmp_path) == ["folder", "link"]
    assert names(tmp_path / "folder") == ["file"]


@POSIX
def test_what_is_no_file_is_not_replaced(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path, reason in ((tmp_path / "pipe", "is no regular file"), (tmp_path, "Is a directory")):
        with pytest.raises(PuzzleError, match=f"cannot be written: {reason}"):
            write_whole(str(path), "x")
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)


def test_a_check_leaves_nothing(tmp_path):
    path = tmp_path / "x"
    check_new_file(str(path))
    assert names(tmp_path) == []
    path.write_text("kept")
    check_new_file(str(path))
    assert names(tmp_path) == ["x"] and path.read_text() == "kept"
    write_whole(str(tmp_path / ("é" * 120)), "as long as names can be, nearly")


WRITERS = {"replace", "rename", "mkstemp", "write_text", "write_bytes", "open"}
"""Names of functions that write files."""


def test_no_other_function_writes_files():
    devices = {("console.py", "wb"), ("cli/__init__.py", "w")}  # what is there and is no file
    found = set()
    for path in SOURCE.rglob("*.py"):
        name = path.relative_to(SOURCE).as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or name == "io/atomic.py":
                continue
            if getattr(node.func, "attr", getattr(node.func, "id", "")) not in WRITERS:
                continue
            called = ast.unparse(node.func)
            assert called not in ("os.replace", "os.rename", "tempfile.mkstemp"), name
            assert called.rpartition(".")[2] not in ("write_text", "write_bytes"), name
            modes = [each.value for each in node.args[1:2] if isinstance(each, ast.Constant)]
            if called == "open" and modes and {*"wax+"} & {*str(modes[0])}:
                found.add((name, modes[0]))
    assert found == devices
