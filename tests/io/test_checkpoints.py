"""Files that long work goes on from."""

import os
import sys

import pytest

from unriddle import PuzzleError
from unriddle.io import checkpoints
from unriddle.io.atomic import write_whole
from unriddle.io.checkpoints import Saver, checked, lines_of, value_of


def test_each_change_of_a_line_is_seen():
    line = checked({"rows": 3, "words": [1, 2]})
    assert value_of(line) == {"rows": 3, "words": [1, 2]}
    for place in range(len(line)):
        changed = line[:place] + ("0" if line[place] != "0" else "1") + line[place + 1 :]
        assert value_of(changed) == {}
    assert all(value_of(line[:length]) == {} for length in range(len(line)))
    assert value_of("[" * 10_000) == {}


def test_a_file_is_whole_or_as_it_was(tmp_path, monkeypatch):
    path = tmp_path / "state.json"
    write_whole(str(path), "one\n")
    assert list(lines_of(str(path))) == ["one", ""]

    def full(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(PuzzleError, match=r"state\.json: cannot be written: No space left on device"):
        write_whole(str(path), "two\n")
    assert [name.name for name in tmp_path.iterdir()] == ["state.json"] and path.read_text() == "one\n"


def test_a_file_that_cannot_be_read_is_one_line(tmp_path):
    with pytest.raises(PuzzleError, match="cannot be read: Is a directory"):
        next(lines_of(str(tmp_path)))


def test_a_checkpoint_is_written_now_and_then_and_at_once(monkeypatch):
    written = []
    save = Saver(lambda: written.append(1))
    save.now_and_then()
    assert not written
    save()
    assert len(written) == 1
    monkeypatch.setattr(checkpoints, "SAVE_EVERY", 0.0)
    monkeypatch.setattr(checkpoints, "SAVE_SHARE", 0)
    save.now_and_then()
    assert len(written) == 2


@pytest.mark.skipif(sys.platform == "win32", reason="no pipes with a name")
def test_what_is_no_checkpoint_is_refused_without_being_read(tmp_path, monkeypatch):
    monkeypatch.setattr(checkpoints, "LONGEST_LINE", 1000)
    sparse = tmp_path / "sparse.json"
    with sparse.open("wb") as stream:
        stream.truncate(1 << 40)
    with pytest.raises(PuzzleError, match=r"sparse\.json: a line of more than 1,000 bytes"):
        next(lines_of(str(sparse)))
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", "/dev/zero"):
        with pytest.raises(PuzzleError, match="cannot be read: is no regular file"):
            next(lines_of(str(path)))
    with pytest.raises(PuzzleError, match="cannot be read: embedded null byte"):
        next(lines_of("a\0b"))
