"""Any puzzle joins with a small class: parse, solve, columns."""

import json
import sys
import types

import numpy as np
import pytest

from unriddle.base import PuzzleError
from unriddle.batch import run_batch
from unriddle.puzzles import registry
from unriddle.puzzles.framework.batch_records import Batch, Column, Option
from unriddle.puzzles.framework.spec import Spec


class Sums(Batch):
    WHAT = ("sum", "terms")
    OPTIONS = (Option("base", "the base of the numbers", 10),)

    @property
    def columns(self):
        return (Column("sum", "int"), Column("terms", "texts"))[: 1 + self.WHAT.index(self.what)]

    def parse(self, record):
        try:
            if isinstance(record, np.ndarray):
                return record.tolist()
            return [int(word, self.options["base"]) for word in record.split("+")]
        except ValueError:
            raise PuzzleError("expected a sum such as 1+2") from None

    def solve(self, puzzles):
        columns = [
            np.array([sum(numbers) for numbers in puzzles]),
            [list(map(str, numbers)) for numbers in puzzles],
        ]
        return columns[: len(self.columns)]


@pytest.fixture(autouse=True)
def _sums(monkeypatch):
    home = types.ModuleType("sums_puzzle")
    home.Sums = Sums
    monkeypatch.setitem(sys.modules, "sums_puzzle", home)
    spec = Spec(name="sums", home="sums_puzzle", summary="sums of numbers", records=":Sums")
    monkeypatch.setattr(registry, "built_in", lambda: (spec,))


def rows(path):
    return [
        json.loads(line) for part in sorted(path.glob("part-*")) for line in part.read_text().splitlines()
    ]


def test_lines(tmp_path):
    source = tmp_path / "sums.txt"
    source.write_text("1+2\nx\n10+11\n")
    summary = run_batch("sums", source, tmp_path / "out", options={"base": 2}, what="terms", part_size=2)
    assert (summary.answered, summary.rejected) == (1, 2)
    assert rows(tmp_path / "out") == [{"line": 3, "sum": 5, "terms": ["2", "3"]}]
    rejects = [json.loads(line) for line in (tmp_path / "out" / "_rejects.ndjson").read_text().splitlines()]
    assert [(row["line"], row["reason"]) for row in rejects] == [
        (n, "expected a sum such as 1+2") for n in (1, 2)
    ]


def test_rows_of_an_array(tmp_path):
    np.save(tmp_path / "sums.npy", np.arange(6).reshape(3, 2))
    run_batch("sums", tmp_path / "sums.npy", tmp_path / "out")
    assert rows(tmp_path / "out") == [{"line": 1, "sum": 1}, {"line": 2, "sum": 5}, {"line": 3, "sum": 9}]


def test_npy_needs_a_width(tmp_path):
    (tmp_path / "sums.txt").write_text("1+2\n")
    with pytest.raises(PuzzleError, match="terms of any length"):
        run_batch("sums", tmp_path / "sums.txt", tmp_path / "out", what="terms", form="npy")


def test_the_command_line_takes_its_options(tmp_path, capsys):
    from unriddle.cli import main

    source = tmp_path / "sums.txt"
    source.write_text("1+2\n10+11\n")
    assert main(["batch", "sums", str(source), "-o", str(tmp_path / "out"), "--base", "3"]) == 0
    assert [row["sum"] for row in rows(tmp_path / "out")] == [3, 7]
    assert main(["batch", "sums", str(source), "-o", "x", "--lexicon", "y"]) == 2
    assert "unrecognized arguments" in capsys.readouterr().err
