"""Runs from files: the same bytes whatever happens on the way, and no folder but the run's own."""

import json
import os
import random
import threading
import time
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pytest

import unriddle as ur
from unriddle.base import PuzzleError
from unriddle.batch import Interrupted, run_batch
from unriddle.batch.folder import Folder

WORDS = ["tea", "eat", "rate", "quit", "tear", "star", "teas", "east", "seat", "rest"]


@pytest.fixture(scope="module")
def lexicon():
    return ur.Lexicon(WORDS)


@pytest.fixture(scope="module")
def boards(tmp_path_factory):
    path = tmp_path_factory.mktemp("boards") / "boards.txt"
    rng = random.Random(1)
    lines = ["".join(rng.choices("aeiqrstu", k=9)) for _ in range(500)]
    lines[7], lines[250], lines[499] = "1", "12", "q\x1b[2J"
    path.write_text("\n".join(lines) + "\n")
    return path


@pytest.fixture
def run(boards, lexicon, tmp_path):
    def call(out="out", source=boards, **options):
        settings = {"lexicon": lexicon, "part_size": 40, "threads": 1} | options
        return run_batch("boggle", source, tmp_path / out, **settings)

    return call


def tree(path):
    return {
        str(file.relative_to(path)): file.read_bytes() for file in Path(path).rglob("*") if file.is_file()
    }


def test_answers_and_rejects(run, boards, lexicon, tmp_path):
    summary = run(what="words")
    assert (summary.records, summary.answered, summary.rejected) == (500, 497, 3)
    assert (summary.parts, summary.kept, summary.complete) == (13, 0, True)
    files = tree(tmp_path / "out")
    assert sorted(files) == [
        "_manifest.json",
        "_rejects.ndjson",
        *(f"part-{i:08d}.ndjson" for i in range(13)),
    ]
    rows = [json.loads(line) for name in sorted(files) if name[0] == "p" for line in files[name].splitlines()]
    lines = boards.read_text().split("\n")
    assert [row["line"] for row in rows] == [i for i in range(1, 501) if i not in (8, 251, 500)]
    for row in rows[::20]:
        result = ur.Boggle.parse(lines[row["line"] - 1]).solve(lexicon)
        assert (row["words"], row["score"]) == (result.words, result.score)
    rejects = [json.loads(line) for line in files["_rejects.ndjson"].splitlines()]
    assert [(row["line"], row["record"]) for row in rejects] == [(8, "1"), (251, "12"), (500, "q\x1b[2J")]
    assert rejects[1]["reason"].startswith("column 1: '1' is not a letter")
    manifest = json.loads(files["_manifest.json"])
    assert manifest["status"] == "complete" and manifest["job"]["lexicon"] == lexicon.digest
    assert (manifest["records"], manifest["rejected"]) == (500, 3)


def test_blank_lines_and_comments_hold_no_puzzle(tmp_path):
    grid = "12.." + "." * 12
    (tmp_path / "lines").write_text(f"# easy\n{grid}\n\n \n{grid} # unique\n", encoding="utf-8")
    summary = run_batch("sudoku", tmp_path / "lines", tmp_path / "out", threads=1, part_size=2)
    assert (summary.records, summary.answered, summary.rejected) == (2, 2, 0)
    rows = [
        json.loads(line)
        for path in sorted((tmp_path / "out").glob("part*"))
        for line in path.read_bytes().splitlines()
    ]
    assert [row["line"] for row in rows] == [2, 5]


@pytest.mark.parametrize("form", ["ndjson", "csv", "npy", "parquet"])
@pytest.mark.parametrize("what", ["score", "words", "paths"])
def test_the_same_bytes_for_any_number_of_threads(run, tmp_path, form, what):
    if form == "parquet":
        pytest.importorskip("pyarrow")
    run("one", form=form, what=what)
    run("three", form=form, what=what, threads=3)
    assert tree(tmp_path / "one") == tree(tmp_path / "three")


def test_shards_in_one_folder_and_in_many(run, tmp_path):
    run("whole")
    for i in (2, 3, 1):
        summary = run("shared", shard=(i, 3))
        assert summary.complete == (i == 1) and summary.parts == (5 if i == 1 else 4)
        run(f"own{i}", shard=(i, 3))
    whole = tree(tmp_path / "whole")
    assert tree(tmp_path / "shared") == whole
    parts = {
        name: data for i in (1, 2, 3) for name, data in tree(tmp_path / f"own{i}").items() if name[0] == "p"
    }
    assert parts == {name: data for name, data in whole.items() if name[0] == "p"}
    with pytest.raises(PuzzleError, match="continue with --resume"):
        run("own1", shard=(1, 3))
    assert run("own1", shard=(1, 3), resume=True).kept == 5


def stopped_in(monkeypatch, parts):
    """Make a run fail once so many parts are done, as a full disk does."""
    finish, left = Folder.finish, [parts]

    def full(self, *arguments):
        left[0] -= 1
        if left[0] < 0:
            raise OSError(28, "No space left on device")
        return finish(self, *arguments)

    monkeypatch.setattr(Folder, "finish", full)


@pytest.mark.parametrize("threads", [1, 3])
def test_going_on_after_a_failure(run, tmp_path, monkeypatch, threads):
    run("whole")
    with monkeypatch.context() as patch:
        stopped_in(patch, 5)
        with pytest.raises(OSError, match="No space left"):
            run(threads=threads)
    names = set(tree(tmp_path / "out"))
    assert not any(name.endswith(".tmp") for name in names)
    with pytest.raises(PuzzleError, match="holds a run already"):
        run()
    summary = run(resume=True, threads=threads)
    assert summary.kept == 5 and summary.fresh == summary.records - 5 * 40
    assert tree(tmp_path / "out") == tree(tmp_path / "whole")
    again = run(resume=True)
    assert again.kept == again.parts == 13 and again.fresh == 0 and again.rejected == 3
    assert tree(tmp_path / "out") == tree(tmp_path / "whole")


def test_failing_before_any_part_leaves_nothing(run, tmp_path, monkeypatch):
    stopped_in(monkeypatch, 0)
    with pytest.raises(OSError, match="No space left"):
        run()
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"what": "words"}, "what score, not words"),
        ({"form": "csv"}, "format ndjson, not csv"),
        ({"options": {"wrap": True}}, "wrap False, not True"),
        ({"part_size": 41}, "part size 40, not 41"),
        ({"lexicon": ur.Lexicon(["tea"])}, "another lexicon"),
        ({"source": "other"}, "another input"),
    ],
)
def test_going_on_with_something_else_is_refused(run, boards, tmp_path, monkeypatch, change, message):
    if "source" in change:
        change = {"source": tmp_path / "other.txt"}
        change["source"].write_text(boards.read_text()[:-2] + "\n")
    with monkeypatch.context() as patch:
        stopped_in(patch, 3)
        with pytest.raises(OSError, match="No space left"):
            run()
    before = tree(tmp_path / "out")
    with pytest.raises(PuzzleError, match=message):
        run(resume=True, **change)
    assert tree(tmp_path / "out") == before
    (tmp_path / "out" / "_manifest.json").write_bytes(b"")  # even then the receipts tell
    with pytest.raises(PuzzleError, match="another input"):
        run(resume=True, **change)


def test_any_file_of_a_complete_run_may_be_damaged(run, tmp_path):
    run("whole")
    whole = tree(tmp_path / "whole")
    run()
    for name in ("_manifest.json", "_rejects.ndjson", "part-00000000.ndjson", "part-00000012.ndjson"):
        data = whole[name] or b"x"
        for damaged in (b"", data[: len(data) // 2], data[:-1], data[:-1] + b"\0", data + b"\0"):
            (tmp_path / "out" / name).write_bytes(damaged)
            run(resume=True)
            assert tree(tmp_path / "out") == whole


def test_foreign_folders_are_left_alone(run, tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "thesis.txt").write_text("mine")
    for resume in (False, True):
        with pytest.raises(PuzzleError, match="is not empty and has no earlier run"):
            run(resume=resume)
    assert tree(tmp_path / "out") == {"thesis.txt": b"mine"}
    with pytest.raises(PuzzleError, match="is a file"):
        run("out/thesis.txt")
    assert run("new/folder", resume=True).complete


@pytest.mark.skipif(os.name != "posix", reason="locks of Unix")
def test_two_runs_in_one_folder(run, tmp_path):
    run("out", shard=(1, 2))
    import fcntl

    descriptor = os.open(tmp_path / "out", os.O_RDONLY)
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    try:
        with pytest.raises(PuzzleError, match="another run is at work here"):
            run(resume=True)
    finally:
        os.close(descriptor)
    run(resume=True)


@pytest.mark.skipif(os.name != "posix", reason="locks of Unix")
def test_a_lock_on_a_folder_that_another_run_has_made_anew_is_none(run, tmp_path, monkeypatch):
    import fcntl

    flock, out = fcntl.flock, tmp_path / "out"

    def late(descriptor, operation):
        out.rmdir()
        out.mkdir()
        flock(descriptor, operation)

    with monkeypatch.context() as patch:
        patch.setattr(fcntl, "flock", late)
        with pytest.raises(PuzzleError, match="another run is at work here"):
            run()
    assert list(out.iterdir()) == []
    run()


def standard_input(monkeypatch, data):
    import io

    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BufferedReader(io.BytesIO(data))))


def test_standard_input(run, boards, tmp_path, monkeypatch):
    raw = boards.read_bytes()
    run("whole")
    parts = {name: data for name, data in tree(tmp_path / "whole").items() if name != "_manifest.json"}
    standard_input(monkeypatch, raw)
    run("stream", source="-", threads=2)
    stream = tree(tmp_path / "stream")
    assert {name: data for name, data in stream.items() if name != "_manifest.json"} == parts
    with monkeypatch.context() as patch:
        stopped_in(patch, 4)
        standard_input(monkeypatch, raw)
        with pytest.raises(OSError, match="No space left"):
            run(source="-")
    for other in (raw[:5] + b"x" + raw[6:], raw[:100]):
        standard_input(monkeypatch, other)
        with pytest.raises(PuzzleError, match="another input"):
            run(source="-", resume=True)
    for kept in (4, 13):
        standard_input(monkeypatch, raw)
        assert run(source="-", resume=True).kept == kept
        assert tree(tmp_path / "out") == stream
    standard_input(monkeypatch, raw + b"tear\n" * 50)
    with pytest.raises(PuzzleError, match="another input"):
        run(source="-", resume=True)
    standard_input(monkeypatch, b"")
    with pytest.raises(PuzzleError, match="is empty"):
        run("empty", source="-")
    assert not (tmp_path / "empty").exists()


def test_packed_input_in_shards(run, boards, tmp_path):
    import gzip

    packed = tmp_path / "boards.gz"
    packed.write_bytes(gzip.compress(boards.read_bytes()))
    run("whole")
    for i in (1, 2):
        run(source=packed, shard=(i, 2), threads=2)
    assert tree(tmp_path / "out") == tree(tmp_path / "whole")


def test_progress(run):
    seen = []
    run(progress=seen.append)
    assert seen and seen[-1].stage == "solve" and seen[-1].total == 500
    assert all(a.done <= b.done for a, b in pairwise(seen))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"threads": -1}, "threads=-1"),
        ({"shard": (3, 2)}, "shard 3/2"),
        ({"part_size": 0}, "part size 0"),
        ({"form": "xml"}, "format 'xml'"),
        ({"what": "all"}, "--what 'all'"),
        ({"width": 0}, "width 0"),
        ({"column": "x"}, "column 'x' does not exist; the columns are"),
        ({"source": "missing"}, "no such file"),
        ({"options": {"shape": "5x"}}, "shape"),
    ],
)
def test_wrong_options_leave_no_folder(run, tmp_path, options, message):
    if "column" in options:
        pytest.importorskip("pyarrow")
    with pytest.raises(PuzzleError, match=message):
        run(**options)
    assert not (tmp_path / "out").exists()


def test_unknown_puzzles():
    with pytest.raises(PuzzleError, match="no puzzle is called 'chess'"):
        run_batch("chess", "x", "y")


def test_many_threads_leave_no_thread_behind(run):
    before = threading.active_count()
    run(threads=4)
    assert threading.active_count() == before


def test_an_interruption_of_the_last_merge_keeps_all_parts(run, tmp_path, monkeypatch):
    whole = run("whole") and tree(tmp_path / "whole")

    def interrupted(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Folder, "finalise", interrupted)
        with pytest.raises(Interrupted) as stop:
            run()
    assert (stop.value.done, stop.value.stopped) == (13, True)
    assert run(resume=True).kept == 13
    assert tree(tmp_path / "out") == whole


@pytest.mark.parametrize("threads", [1, 2])
def test_as_many_threads_answer_as_asked_for_and_go_on_while_files_reach_the_disk(run, threads, monkeypatch):
    from unriddle.puzzles.boggle.records import BoggleRecords

    answer, lock = BoggleRecords.answer, threading.Lock()
    now = {"answering": 0, "flushing": 0}
    most = {"answering": 0, "both": 0}

    def at(what, work):
        with lock:
            now[what] += 1
            most["answering"] = max(most["answering"], now["answering"])
            most["both"] = max(most["both"], min(now["answering"], now["flushing"]))
        try:
            return work()
        finally:
            with lock:
                now[what] -= 1

    def slow(self, records):
        return at("answering", lambda: (time.sleep(0.005), answer(self, records))[1])

    monkeypatch.setattr(BoggleRecords, "answer", slow)
    monkeypatch.setattr(os, "fsync", lambda descriptor: at("flushing", lambda: time.sleep(0.002)))
    assert run(threads=threads).answered == 497
    assert most == {"answering": threads, "both": most["both"]} and most["both"] >= 1
