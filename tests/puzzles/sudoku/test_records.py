"""Sudokus in batches: the same answers as one by one."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import unriddle as ur
from unriddle.base import PuzzleError
from unriddle.batch import run_batch
from unriddle.puzzles.framework.batch_records import ArrayRecords, TextRecords
from unriddle.puzzles.sudoku.records import SudokuRecords

LINES = [
    "12.. .... .... ...1".replace(" ", ""),
    "AB*D*D****D*D**A",
    "11..............",
    "1234............",
    "1.2.........3..4",
    "." * 81,
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "1" + "." * 35,
    "x",
    "é" * 8,
    "12345",
    "0.23230110323210",
    "0.23.3.11.32321.",
    "1?-x............",
    "12..............;easy",
    "1,2,,,,,,,,,,,,,,4",
]


def records_of(lines):
    texts = [line.encode() for line in lines]
    ends = np.cumsum([len(text) for text in texts], dtype=np.int64)
    starts = ends - np.array([len(text) for text in texts], dtype=np.int64)
    return TextRecords(np.frombuffer(b"".join(texts), dtype=np.uint8), starts, ends)


@given(st.lists(st.sampled_from(LINES) | st.text("1234.", min_size=16, max_size=16), max_size=20))
def test_same_as_one_by_one(lines):
    answers = SudokuRecords("solutions", {}).answer(records_of(lines))
    found = {int(place): row for place, *row in zip(answers.kept, *answers.columns, strict=True)}
    rejected = dict(answers.rejected)
    assert sorted([*found, *rejected]) == list(range(len(lines)))
    for place, line in enumerate(lines):
        try:
            puzzle = ur.SudokuPuzzle.parse(line)
        except PuzzleError:
            assert place in rejected
            continue
        status, solution, _ = found[place]
        count = puzzle.count(2)
        assert status == ["NO_SOLUTION", "UNIQUE", "MULTIPLE"][count]
        if count:
            solved = ur.SudokuPuzzle.parse(solution, symbols=puzzle.alphabet)
            assert puzzle.check(solved)
        else:
            assert solution == ""


def test_arrays_and_boxes():
    grids = np.zeros((3, 6, 6), dtype=np.int16)
    grids[0, 0, 0], grids[1, 0, 0] = 1, 7
    answers = SudokuRecords("status", {"box": "2x3", "limit": 1}).answer(ArrayRecords(grids))
    assert answers.kept.tolist() == [0, 2] and answers.columns == [["SOLVED", "SOLVED"]]
    assert answers.rejected[0][0] == 1
    answers = SudokuRecords("status", {"box": "2x3"}).answer(records_of(["." * 36, "." * 81]))
    assert answers.columns == [["MULTIPLE"]] and answers.rejected[0][0] == 1
    for options in ({"box": "2x"}, {"box": "2xa"}, {"limit": 0}):
        with pytest.raises(PuzzleError):
            SudokuRecords("status", options)


def test_from_a_file(data, tmp_path):
    lines = [
        line.split(":") for line in (data / "sudoku_17_clue.txt").read_text().splitlines() if line[0] != "#"
    ][:300]
    source = tmp_path / "sudokus.txt"
    source.write_text("".join(f"{puzzle}\n" for puzzle, *_ in lines))
    run_batch("sudoku", source, tmp_path / "out", threads=2, part_size=70)
    rows = [
        json.loads(line)
        for part in sorted((tmp_path / "out").glob("part-*"))
        for line in part.read_text().splitlines()
    ]
    assert [row["solution"] for row in rows] == [solution.strip() for *_, solution in lines]
    assert {row["status"] for row in rows} == {"UNIQUE"}


def test_a_record_that_meets_its_limits_is_rejected():
    records = records_of([LINES[-5], "." * 81, "." * 256])
    for options, reason in (
        ({"max-nodes": 2, "limit": 50}, "limit reached after 2 nodes"),
        ({"max-nodes": 2, "limit": 50, "max-seconds": 60}, "limit reached after 60 s or 2 nodes"),
    ):
        answers = SudokuRecords("solutions", options).answer(records)
        assert answers.kept.tolist() == [0] and answers.columns[0] == ["UNIQUE"]
        assert answers.rejected == [(1, reason), (2, reason)]
    for wrong in ({"max-nodes": -1}, {"max-seconds": "x"}):
        with pytest.raises(PuzzleError, match="expected a"):
            SudokuRecords("solutions", wrong)
