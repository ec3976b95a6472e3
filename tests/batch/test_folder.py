"""The folder of a run: every file whole or not there, and nothing believed that is not checked."""

import json
import os
import shutil
import sys
from pathlib import Path

import pytest

from unriddle.base import PuzzleError
from unriddle.batch.folder import MANIFEST, REJECTS, WORK, Folder, canonical, digest_of

JOB = {"puzzle": "sums", "input": {"digest": "ab"}, "options": {"base": 10}}
REJECT = b'{"line":2,"reason":"no sum","record":"x"}\n'


@pytest.fixture
def made(tmp_path):
    """Open the folder of a run; all are closed at the end."""
    opened = []

    def make(job=JOB, *, resume=False, shared=False):
        folder = Folder(str(tmp_path / "out"), "csv", job)
        opened.append(folder)
        try:
            return folder, folder.begin(resume=resume, shared=shared)
        except PuzzleError:
            folder.close()
            raise

    yield make
    for folder in opened:
        folder.close()


def do(folder, part, text=b"line,sum\n1,3\n", rejects=(REJECT,)):
    with folder.new_file(folder.name(part)) as stream:
        stream.write(text)
    return folder.finish(part, 1 + len(rejects), list(rejects), None)


def names(path):
    return {entry.name for entry in path.iterdir()}


def refused(call, *arguments, **options):
    with pytest.raises(PuzzleError) as error:
        call(*arguments, **options)
    return str(error.value)


def test_a_run_from_beginning_to_end(made, tmp_path):
    folder, done = made()
    out = tmp_path / "out"
    assert done == {} and not folder.complete and (out / WORK).is_dir()
    receipts = [do(folder, part) for part in (1, 0)]
    assert (receipts[0].part, receipts[0].records, receipts[0].answered, receipts[0].rejected) == (1, 2, 1, 1)
    assert receipts[0].digest == digest_of(b"line,sum\n1,3\n") and receipts[0].bytes == 13
    assert folder.finalise(3, "ab") is False  # part 2 is not done
    do(folder, 2, rejects=())
    assert folder.finalise(3, "ab") and folder.complete
    all_of_it = {"part-00000000.csv", "part-00000001.csv", "part-00000002.csv", MANIFEST, REJECTS}
    assert names(out) == all_of_it
    assert (out / REJECTS).read_bytes() == REJECT * 2
    manifest = json.loads((out / MANIFEST).read_text())
    assert (manifest["records"], manifest["answered"], manifest["rejected"]) == (5, 3, 2)
    assert manifest["job"] == JOB and manifest["status"] == "complete"
    folder.close()
    again, done = made(resume=True)
    assert sorted(done) == [0, 1, 2] and again.complete and names(out) == all_of_it


def test_a_part_counts_with_its_receipt_alone(made, tmp_path):
    folder, _ = made()
    do(folder, 0)
    do(folder, 1)
    with folder.new_file(folder.name(2)) as stream:
        stream.write(b"no receipt")
    (tmp_path / "out" / WORK / "x.tmp").write_bytes(b"left over")
    (tmp_path / "out" / "part-00000001.csv").write_bytes(b"line,sum\n1,4\n")  # other bytes, as many
    folder.close()
    _, done = made(resume=True)
    assert sorted(done) == [0]
    assert names(tmp_path / "out") == {WORK, MANIFEST, "part-00000000.csv"}
    assert not [name for name in names(tmp_path / "out" / WORK) if name.endswith(".tmp")]


@pytest.mark.parametrize("place", [0, 40, -70, -2])
def test_a_receipt_with_a_changed_byte_is_none(place, made, tmp_path):
    folder, _ = made()
    do(folder, 0)
    folder.close()
    path = tmp_path / "out" / WORK / "00000000.json"
    raw = bytearray(path.read_bytes())
    raw[place] ^= 1
    path.write_bytes(raw)
    assert made(resume=True)[1] == {}


def test_what_is_refused(made, tmp_path):
    out = tmp_path / "out"
    folder, _ = made()
    do(folder, 0)
    folder.close()
    assert refused(made) == f"{out}: holds a run already; use --resume, --overwrite or another name"
    for job, said in (
        ({**JOB, "puzzle": "other"}, "holds a run with puzzle sums, not other; use another folder"),
        ({**JOB, "options": {"base": 2}}, "holds a run with base 10, not 2; use another folder"),
        ({**JOB, "input": {"digest": "cd"}}, "holds a run with another input; use another folder"),
    ):
        assert refused(made, job, resume=True) == f"{out}: {said}, or --overwrite"
    (out / MANIFEST).unlink()
    assert refused(made, {**JOB, "puzzle": "other"}, resume=True) == (
        f"{out}: holds parts of a run with other options or another input"
    )


def test_folders_of_others_are_left_alone(made, tmp_path):
    out = tmp_path / "out"
    out.write_text("a file")
    assert refused(made) == f"{out}: is a file; name a folder"
    out.unlink()
    out.mkdir()
    (out / "letter.txt").write_text("dear")
    assert refused(made, resume=True) == (f"{out}: is not empty and has no earlier run; use another folder")
    assert (out / "letter.txt").read_text() == "dear"


@pytest.mark.skipif(os.name != "posix", reason="locks of Unix")
def test_one_run_at_a_time_unless_they_share(made, tmp_path):
    folder, _ = made()
    for shared in (False, True):
        assert refused(made, resume=True, shared=shared) == f"{tmp_path / 'out'}: another run is at work here"
    folder.close()
    one, _ = made(resume=True, shared=True)
    two, _ = made(shared=True)
    do(one, 0)
    do(two, 1)
    one.close()
    assert two.finalise(2, None) and one.complete


def test_a_file_that_fails_leaves_nothing(made, tmp_path):
    folder, _ = made()
    with pytest.raises(OSError, match="No space left") as error, folder.new_file("x.csv") as stream:
        stream.write(b"half")
        raise OSError(28, "No space left on device")
    assert error.value.filename == str(tmp_path / "out" / "x.csv")
    with pytest.raises(KeyboardInterrupt), folder.new_file("x.csv"):
        raise KeyboardInterrupt
    assert names(tmp_path / "out") == {WORK, MANIFEST} and not names(tmp_path / "out" / WORK)


@pytest.mark.parametrize("there", [True, False])
def test_a_run_that_failed_at_once_leaves_no_trace(there, made, tmp_path):
    if there:
        (tmp_path / "out").mkdir()
    folder, _ = made()
    with folder.new_file(folder.name(0)) as stream:
        stream.write(b"no receipt")
    folder.abandon()
    assert (tmp_path / "out").exists() is there and (not there or not names(tmp_path / "out"))


def test_a_run_with_a_part_is_not_abandoned(made, tmp_path):
    folder, _ = made()
    do(folder, 0)
    folder.abandon()
    assert (tmp_path / "out" / "part-00000000.csv").exists()


def test_equal_values_are_equal_bytes():
    assert canonical({"b": [1, "é"], "a": None}) == canonical({"a": None, "b": [1, "é"]})
    assert canonical({"b": [1, "é"], "a": None}) == b'{"a":null,"b":[1,"\\u00e9"]}'


@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="names of open files of Linux")  # noqa: PTH112
def test_a_file_is_on_the_disk_before_it_has_its_name(made, tmp_path, monkeypatch):
    folder, _ = made()
    done = []
    replace = os.replace
    monkeypatch.setattr(
        os, "fsync", lambda descriptor: done.append(str(Path(f"/proc/self/fd/{descriptor}").readlink()))
    )
    monkeypatch.setattr(os, "replace", lambda a, b: (done.append("rename"), replace(a, b)))
    with folder.new_file("x.csv") as stream:
        stream.write(b"text")
    assert len(done) == 3 and done[0].endswith(".tmp") and done[1:] == ["rename", str(tmp_path / "out")]


@pytest.mark.skipif(sys.platform == "win32", reason="links and pipes of POSIX")
@pytest.mark.parametrize("kind", ["link", "dangling link", "pipe"])
@pytest.mark.parametrize("place", [WORK, MANIFEST, REJECTS, "part-00000000.csv", f"{WORK}/00000000.json"])
def test_links_and_pipes_in_the_folder_of_a_run_are_refused(place, kind, made, tmp_path):
    folder, _ = made()
    do(folder, 0)
    folder.close()
    other = tmp_path / "other"
    other.mkdir()
    (other / "x.tmp").write_text("kept")
    entry = tmp_path / "out" / place
    shutil.rmtree(entry, ignore_errors=True)
    entry.unlink(missing_ok=True)
    if kind == "pipe":
        os.mkfifo(entry)
    else:
        entry.symlink_to(other if kind == "link" else tmp_path / "nothing")
    for options in ({"resume": True}, {"shared": True}):
        assert f"{place}: is a {'device or a pipe' if kind == 'pipe' else 'link'}" in refused(made, **options)
    folder = Folder(str(tmp_path / "out"), "csv", JOB)
    if place.startswith(f"{WORK}/"):  # removed with the folder that it is in
        folder.begin(resume=False, shared=False, overwrite=True)
        folder.close()
    else:
        assert "expected files and folders" in refused(
            folder.begin, resume=False, shared=False, overwrite=True
        )
    assert (other / "x.tmp").read_text() == "kept"


@pytest.mark.skipif(sys.platform == "win32", reason="links of POSIX")
def test_the_folder_of_a_run_may_be_a_link_where_the_user_names_it(tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    for name in ("out", "one.csv.run", "columns.run"):
        (tmp_path / name).symlink_to(other)
    folder = Folder(str(tmp_path / "out"), "csv", JOB)
    assert folder.begin(resume=False, shared=False) == {}
    folder.close()
    for name, form, one in (("one.csv", "csv", True), ("columns", "parquet", False)):
        folder = Folder(str(tmp_path / name), form, JOB, one=one)
        assert f"{name}.run: is a link; name the folder of a run" in refused(
            folder.check, resume=True, shared=False
        )


def test_files_of_a_run_are_read_to_a_limit(made, tmp_path):
    folder, _ = made()
    do(folder, 0)
    folder.close()
    for name, shown in ((MANIFEST, "1,073,741,824"), (f"{WORK}/00000000.json", "268,435,456")):
        path = tmp_path / "out" / name
        kept = path.read_bytes()
        with path.open("r+b") as stream:
            stream.truncate(1 << 40)
        assert f"bytes, expected at most {shown}" in refused(made, resume=True)
        path.write_bytes(kept)
    folder, done = made(resume=True)
    assert list(done) == [0]
    folder.close()
    os.truncate(tmp_path / "out" / "part-00000000.csv", 1 << 40)  # not read: it would take hours
    assert made(resume=True)[1] == {}


@pytest.mark.skipif(sys.platform == "win32", reason="links of POSIX")
def test_a_link_that_is_named_as_the_file_is_followed(tmp_path):
    (tmp_path / "inside").mkdir()
    (tmp_path / "inside" / "target.csv").write_text("old")
    link = tmp_path / "one.csv"
    link.symlink_to("inside/target.csv")
    folder = Folder(str(link), "csv", JOB, one=True)
    folder.begin(resume=False, shared=False, overwrite=True)
    do(folder, 0)
    assert folder.finalise(1, "ab")
    folder.close()
    assert link.is_symlink() and link.read_text() == "line,sum\n1,3\n"
    assert names(tmp_path / "inside") == {"target.csv", "target.csv.run"}
