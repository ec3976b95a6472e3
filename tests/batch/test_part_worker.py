"""The work on one part: its rows, its rejects, its receipt."""

import json
import threading
from dataclasses import replace

import numpy as np
import pytest

from unriddle.base import PuzzleError
from unriddle.batch import part_worker
from unriddle.batch.folder import Folder
from unriddle.batch.part_worker import Stopped, Work
from unriddle.batch.sources import open_source
from unriddle.puzzles.framework.batch_records import Batch, Column


class Sums(Batch):
    """The sum of numbers with + between."""

    WHAT = ("sum",)
    columns = (Column("sum", "int"),)

    def parse(self, record):
        try:
            return [int(word) for word in record.split("+")]
        except ValueError:
            raise PuzzleError("expected a sum such as 1+2") from None

    def solve(self, puzzles):
        return [np.array([sum(numbers) for numbers in puzzles])]


@pytest.fixture
def part(tmp_path):
    """Make the work of a file of lines, and its parts."""
    folders = []

    def make(text, part_size=100):
        (tmp_path / "in.txt").write_text(text, encoding="utf-8")
        source = open_source(str(tmp_path / "in.txt"), part_size)
        folder = Folder(str(tmp_path / "out"), "ndjson", {})
        folder.begin(resume=False, shared=False)
        folders.append(folder)
        return Work(folder, source, Sums("sum", {}), threading.Event()), source.scan().spans

    yield make
    for folder in folders:
        folder.close()


def rows(tmp_path, number=0):
    path = tmp_path / "out" / f"part-{number:08d}.ndjson"
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("most", [1, 2, 8192])
def test_rows_are_numbered_by_their_lines(part, tmp_path, most, monkeypatch):
    monkeypatch.setattr(part_worker, "MOST_RECORDS", most)
    monkeypatch.setattr(part_worker, "AT_ONCE", 0)
    job, spans = part("1+2\nx\n3\n4+5+6\n☃\n7\n", part_size=3)
    seen = []
    receipts = [job.do(span, progress=seen.append) for span in spans]
    assert rows(tmp_path) == [{"line": 1, "sum": 3}, {"line": 3, "sum": 3}]
    assert rows(tmp_path, 1) == [{"line": 4, "sum": 15}, {"line": 6, "sum": 7}]
    assert [(r.part, r.records, r.answered, r.rejected) for r in receipts] == [(0, 3, 2, 1), (1, 3, 2, 1)]
    assert sum(seen) == 6 and max(seen) <= most
    assert job.folder.finalise(2, None)
    rejects = [json.loads(line) for line in (tmp_path / "out" / "_rejects.ndjson").read_text().splitlines()]
    reason = "expected a sum such as 1+2"
    assert rejects == [
        {"line": 2, "reason": reason, "record": "x"},
        {"line": 5, "reason": reason, "record": "☃"},
    ]


def test_bytes_that_were_read_already_are_the_same_part(part, tmp_path):
    job, [span] = part("1+2\nx\n")
    read = job.do(span)
    given = job.do(span, b"1+2\nx\n")
    assert given == read and given.input == span.digest


def test_a_part_without_answers(part, tmp_path):
    job, [span] = part("x\ny\n")
    receipt = job.do(span)
    assert (receipt.answered, receipt.rejected, receipt.bytes) == (0, 2, 0) and rows(tmp_path) == []


def test_a_stopped_part_leaves_no_file(part, tmp_path, monkeypatch):
    monkeypatch.setattr(part_worker, "MOST_RECORDS", 1)
    job, [span] = part("1\n2\n3\n")
    assert job.batch.stop() is False
    with pytest.raises(Stopped):
        job.do(span, progress=lambda done: job.stop.set())
    assert job.batch.stop() is True  # a record that takes long is given up as well
    assert not list((tmp_path / "out").glob("part-*")) and not list((tmp_path / "out" / ".parts").iterdir())


def test_long_records_are_answered_in_small_pieces(part, monkeypatch):
    monkeypatch.setattr(part_worker, "MOST_BYTES", 100)
    job, [span] = part(("1+" * 24 + "1\n") * 10)
    seen = []
    job.do(span, progress=seen.append)
    assert seen == [2] * 5  # 50 bytes each


@pytest.mark.parametrize("numbers", [True, False])
def test_numbers_are_written_when_all_are_answered(part, tmp_path, numbers, monkeypatch):
    # What takes more room than numbers is not kept until then.
    monkeypatch.setattr(part_worker, "MOST_RECORDS", 2)
    monkeypatch.setattr(part_worker, "AT_ONCE", 0)
    job, [span] = part("1+2\nx\n3\n4\ny\n5\n")
    if not numbers:
        monkeypatch.setattr(Sums, "solve", lambda self, puzzles: [[str(sum(each)) for each in puzzles]])
        monkeypatch.setattr(Sums, "columns", (Column("sum", "text"),))
    left = []

    def answering(task):
        found = task()
        left.extend(start for start, _, _ in found)
        return found

    receipt = replace(job, answering=answering).do(span)
    assert left == ([0, 2, 4] if numbers else [])
    assert [(row["line"], int(row["sum"])) for row in rows(tmp_path)] == [(1, 3), (3, 3), (4, 4), (6, 5)]
    assert (receipt.answered, receipt.rejected) == (4, 2)


@pytest.mark.parametrize("form", ["npy", "parquet"])
@pytest.mark.parametrize("pace", [1e-4, 60])
def test_what_is_written_does_not_go_by_the_clock(tmp_path, monkeypatch, form, pace):
    monkeypatch.setattr(part_worker, "MOST_RECORDS", 2)
    (tmp_path / "in.txt").write_text("".join(f"{n}+1\n" if n % 5 else "x\n" for n in range(20)))
    source = open_source(str(tmp_path / "in.txt"), 100)
    [span] = source.scan().spans
    written, seen, pieces = {}, {}, {}
    for at_once in (0, pace):
        monkeypatch.setattr(part_worker, "AT_ONCE", at_once)
        folder = Folder(str(tmp_path / f"out{at_once}"), form, {})
        folder.begin(resume=False, shared=False)
        answered, sizes = [], []

        def answering(task, answered=answered):
            found = task()
            answered.extend(start for start, _, _ in found)
            return found

        job = Work(folder, source, Sums("sum", {}), threading.Event(), answering)
        job.do(span, progress=sizes.append)
        written[at_once] = (tmp_path / f"out{at_once}" / f"part-00000000.{form}").read_bytes()
        seen[at_once], pieces[at_once] = sizes, answered
        folder.close()
    assert written[0] == written[pace] and seen[0] == [2] * 10 and sum(seen[pace]) == 20
    if pace == 60:
        assert pieces[pace] == [0, 2]  # two to see how long they take, then all that there are
