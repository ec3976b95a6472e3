"""Runs that make puzzles: the same bytes whatever happens on the way, and no two equal up to symmetry."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import unriddle as ur
from unriddle.base import PuzzleError
from unriddle.batch import run_generate
from unriddle.batch.folder import Folder
from unriddle.batch.generate import NumberSource
from unriddle.batch.part_worker import Work

SMALL = {"size": 4, "tries": 6}
"""Of 4 × 4 there are few puzzles up to symmetry: many are made anew, and some numbers get none."""


@pytest.fixture
def run(tmp_path):
    def call(out="out", n=60, **options):
        settings = {"options": SMALL, "part_size": 7, "threads": 1} | options
        return run_generate("sudoku", n, tmp_path / out, **settings)

    return call


def tree(path):
    return {
        str(file.relative_to(path)): file.read_bytes() for file in Path(path).rglob("*") if file.is_file()
    }


def rows_of(path):
    files = sorted(Path(path).glob("part-*.ndjson"))
    return [json.loads(line) for file in files for line in file.read_text().splitlines()]


def test_numbers_forms_and_rejects(run, tmp_path):
    summary = run()
    rows = rows_of(tmp_path / "out")
    rejects = [json.loads(line) for line in (tmp_path / "out/_rejects.ndjson").read_text().splitlines()]
    assert (summary.records, summary.answered, summary.rejected) == (60, len(rows), len(rejects))
    assert sorted([row["number"] for row in rows] + [row["number"] for row in rejects]) == list(range(1, 61))
    assert len({row["form"] for row in rows}) == len(rows) and 9 < len(rows) < 60
    assert rejects[0] == {
        "number": rejects[0]["number"],
        "reason": "no new puzzle with these options in 6 tries",
        "record": f"puzzle {rejects[0]['number']}",
    }
    for row in rows[::9]:
        puzzle = ur.Sudoku.parse(row["puzzle"], **json.loads(row["rules"]))
        assert puzzle.count(2) == 1 and puzzle.check(row["solution"])
    manifest = json.loads((tmp_path / "out/_manifest.json").read_text())
    assert manifest["status"] == "complete" and (manifest["job"]["seed"], manifest["job"]["puzzles"]) == (
        0,
        60,
    )


def test_the_puzzles_are_those_of_generate_many(run, tmp_path):
    run()
    many = ur.Sudoku.generate_many(60, seed=0, **SMALL)
    rows = rows_of(tmp_path / "out")
    assert [row["puzzle"] for row in rows] == many.columns()["puzzle"]
    assert [row["number"] for row in rows] == many.columns()["number"].tolist()


@pytest.mark.parametrize("form", ["ndjson", "csv", "parquet"])
def test_the_same_bytes_for_any_number_of_threads(run, tmp_path, form):
    if form == "parquet":
        pytest.importorskip("pyarrow")
    run("one", form=form)
    run("three", form=form, threads=3)
    assert tree(tmp_path / "one") == tree(tmp_path / "three")


def test_a_part_that_is_mended_is_that_made_whole(run, tmp_path, monkeypatch):
    settings = {"n": 20, "options": SMALL | {"tries": 400}, "part_size": 10}
    done, do = [], Work.do
    with monkeypatch.context() as patch:
        patch.setattr(Work, "do", lambda self, *part: done.append(part) or do(self, *part))
        summary = run("mended", **settings)
    assert summary.rejected == 0 and len(done) == 2, "each part is made once"
    monkeypatch.setattr(
        Work, "rewrite_records", lambda self, span, data, *rest: done.append(span) or do(self, span, data)
    )
    run("whole", **settings)
    assert tree(tmp_path / "mended") == tree(tmp_path / "whole") and len(done) > 2, "some are mended"


def test_shards_in_one_folder(run, tmp_path):
    run("whole")
    for i in (2, 3, 1):
        summary = run("shared", shard=(i, 3))
        assert summary.complete == (i == 1)
    assert tree(tmp_path / "shared") == tree(tmp_path / "whole")


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("left", [0, 4, 9, 12, 15])
def test_going_on_after_a_failure(run, tmp_path, monkeypatch, threads, left):
    """Also where it fails while puzzles are made anew: ten parts are made, then most of them again."""
    run("whole")
    finish, done = Folder.finish, [left]

    def full(self, *arguments):
        done[0] -= 1
        if done[0] < 0:
            raise OSError(28, "No space left on device")
        return finish(self, *arguments)

    with monkeypatch.context() as patch:
        patch.setattr(Folder, "finish", full)
        with pytest.raises(OSError, match="No space left"):
            run("again", threads=threads)
    run("again", threads=threads, resume=True)
    assert tree(tmp_path / "again") == tree(tmp_path / "whole")


def test_a_part_that_was_torn_is_made_again(run, tmp_path, monkeypatch):
    run("whole")
    with monkeypatch.context() as patch:
        patch.setattr("unriddle.batch.run.Folder.finalise", lambda *_: False)
        assert not run("torn").complete
    torn = tmp_path / "torn" / "part-00000003.ndjson"
    torn.write_bytes(torn.read_bytes()[:-9])
    run("torn", resume=True)
    assert tree(tmp_path / "torn") == tree(tmp_path / "whole")


@pytest.mark.skipif(os.name != "posix", reason="kill -9 needs POSIX")
def test_a_run_that_is_killed_goes_on_to_the_same_bytes(run, tmp_path):
    whole = run_generate("sudoku", 3000, tmp_path / "whole", part_size=250, threads=1)
    command = ["generate", "sudoku", "-n", "3000", "-o", str(tmp_path / "killed"), "--part-size", "250"]
    with subprocess.Popen([sys.executable, "-m", "unriddle", *command]) as process:
        for _ in range(600):
            receipts = list((tmp_path / "killed" / ".parts").glob("????????.json"))
            if len(receipts) >= 2 or process.poll() is not None:
                break
            time.sleep(0.02)
        process.send_signal(signal.SIGKILL)
    summary = run_generate("sudoku", 3000, tmp_path / "killed", part_size=250, resume=True)
    assert whole.complete and summary.complete and summary.kept >= 2
    assert tree(tmp_path / "killed") == tree(tmp_path / "whole")
    assert len({row["form"] for row in rows_of(tmp_path / "whole")}) == 3000


def test_a_complete_run_is_left_as_it_is(run, tmp_path):
    run()
    before = tree(tmp_path / "out")
    summary = run(resume=True)
    assert (summary.kept, summary.fresh, tree(tmp_path / "out")) == (summary.parts, 0, before)


@pytest.mark.parametrize(
    "options, said",
    [
        ({"seed": 5}, "holds a run with seed 0, not 5"),
        ({"n": 61}, "holds a run with puzzles 60, not 61"),
        ({"options": {"size": 6, "box": "2x3"}}, "holds a run with size 4, not 6"),
        ({"part_size": 8}, "holds a run with part size 7, not 8"),
    ],
)
def test_another_run_in_the_folder(run, options, said):
    run()
    with pytest.raises(PuzzleError, match=said):
        run(resume=True, **options)


@pytest.mark.parametrize(
    "options, said",
    [
        ({"n": 0}, "0 puzzles, expected a whole number from 1 up"),
        ({"seed": -1}, "seed=-1"),
        ({"form": "xml"}, "format 'xml', expected one of"),
        ({"form": "npy"}, "of any length, expected another --format than npy"),
        ({"shard": (3, 2)}, "shard 3/2"),
        ({"part_size": 0}, "part size 0"),
        ({"options": {"clues": 99}}, "clues=99"),
        ({"cluster": "local:2", "shard": (1, 2)}, "--cluster cannot be combined with --shard"),
    ],
)
def test_wrong_options_leave_no_folder(run, tmp_path, options, said):
    with pytest.raises(PuzzleError, match=said):
        run(**options)
    assert not (tmp_path / "out").exists()


def test_a_puzzle_that_there_is_not(tmp_path):
    with pytest.raises(PuzzleError, match="did you mean sudoku"):
        run_generate("sudko", 1, tmp_path / "out")
    with pytest.raises(PuzzleError, match="no puzzle is called 'count-paths'"):
        run_generate("count-paths", 1, tmp_path / "out")


def test_progress_and_parts(run):
    seen = []
    summary = run(n=50, progress=seen.append)
    assert summary.parts == 8 and all(0 <= step.done <= 50 == step.total for step in seen)
    spans = NumberSource(50, 13, 8).scan().spans
    assert [(span.first, span.count) for span in spans] == [(1, 13), (14, 13), (27, 13), (40, 11)]


@pytest.mark.filterwarnings("default")  # of Dask and what it runs on
def test_on_a_cluster(run, tmp_path):
    pytest.importorskip("distributed")
    run("whole")
    run("far", cluster="local:2")
    assert tree(tmp_path / "far") == tree(tmp_path / "whole")
