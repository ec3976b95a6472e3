"""Batch records of every puzzle that is solved one record at a time."""

import numpy as np
import pytest

from unriddle import Lexicon, PuzzleError
from unriddle.puzzles import registry
from unriddle.puzzles.framework.batch_records import ArrayRecords, TextRecords

CASES = {
    "numbrix": ("1 . 3/. . ./. . 9", "UNIQUE", "1 2 3/6 5 4/7 8 9"),
    "hidato": (". . 9/. 5 ./1 . .", "MULTIPLE", None),
    "gogen": ("AB/C.: ADC", "UNIQUE", "AB/CD"),
    "placement": ("GTU,TECH;111/010/010/010", "UNIQUE", "GTU/#E#/#C#/#H#"),
    "sliding": ("1 2 3/4 0 5/7 8 6", "SOLVED", "LU"),
    "peg": ("**.", "SOLVED", "a1-c1"),
    "ladder": ("cost save", "SOLVED", "cost -> cast -> case -> cave -> save"),
    "river": ("boat 1; passenger rower rows", "SOLVED", "R|/|R  rower ->"),
}
WORDS = Lexicon(["cost", "cast", "case", "cave", "save"])


def records(*texts):
    ends = np.cumsum([len(text) for text in texts])
    data = np.frombuffer("".join(texts).encode(), dtype=np.uint8)
    return TextRecords(data, ends - [len(text) for text in texts], ends)


@pytest.mark.parametrize("name", CASES)
def test_good_and_bad_records(name):
    text, status, solution = CASES[name]
    kind = registry.batch(name)
    batch = kind("solutions", {}, WORDS if kind.USES_LEXICON else None)
    answers = batch.answer(records(text, "!", text))
    assert answers.kept.tolist() == [0, 2]
    assert [place for place, _ in answers.rejected] == [1]
    statuses, solutions, nodes = answers.columns
    assert list(statuses) == [status] * 2
    assert nodes.dtype == np.int64 and nodes.min() >= 0
    assert solutions[0] == solutions[1]
    assert solution in (None, solutions[0])
    assert [column.name for column in batch.columns] == ["status", "solution", "nodes"]
    short = kind("status", {}, WORDS if kind.USES_LEXICON else None)
    assert len(short.answer(records(text)).columns) == len(short.columns) == 1


@pytest.mark.parametrize("name", CASES)
def test_arrays_and_wrong_options_are_refused(name):
    kind = registry.batch(name)
    lexicon = WORDS if kind.USES_LEXICON else None
    answers = kind("solutions", {}, lexicon).answer(ArrayRecords(np.zeros((1, 4), dtype=np.uint8)))
    assert "a row of numbers instead of text" in answers.rejected[0][1]
    with pytest.raises(PuzzleError, match="max-nodes"):
        kind("solutions", {"max-nodes": -1}, lexicon)
    with pytest.raises(PuzzleError, match="expected solutions, status"):
        kind("words", {}, lexicon)


def test_a_record_that_meets_its_limits_is_rejected_and_the_others_are_answered():
    hard, easy = "14 15 8 12/10 11 9 13/2 6 5 1/3 7 4 0", "1 2 3/4 0 5/7 8 6"
    batch = registry.batch("sliding")("solutions", {"max-nodes": 5})
    answers = batch.answer(records(easy, hard, easy))
    assert answers.kept.tolist() == [0, 2] and list(answers.columns[0]) == ["SOLVED"] * 2
    assert answers.rejected == [(1, "limit reached after 5 nodes")]
    assert registry.batch("sliding")("solutions", {}).limits.nodes == 10_000_000
    assert registry.batch("sliding")("solutions", {"max-nodes": 0}).limits is None
    for wrong in ({"max-nodes": -1}, {"max-nodes": "x"}, {"max-seconds": "x"}, {"max-seconds": 0}):
        with pytest.raises(PuzzleError, match="--max-"):
            registry.batch("sliding")("solutions", wrong)
