"""Verdicts, and many of them."""

import numpy as np
import pytest

from unriddle import Numbrix, PuzzleError
from unriddle.puzzles.framework.check import (
    JUDGEMENTS,
    Judgement,
    Verdict,
    VerdictMany,
    as_list,
    cell_name,
    empty_cells,
    pairs_of,
)


def test_a_verdict_is_true_where_it_is_right():
    assert Verdict(status=Judgement.RIGHT) and not Verdict(status=Judgement.WRONG, reason="no")
    assert str(Verdict(status=Judgement.WRONG, reason="no")) == "WRONG: no"
    assert [str(one) for one in JUDGEMENTS] == [
        "RIGHT",
        "WRONG",
        "INCOMPLETE",
        "NOT_OF_THIS_PUZZLE",
        "UNDECIDED",
    ]


def test_many_ask_only_for_what_is_not_right():
    asked = []

    def of(k):
        asked.append(k)
        return Verdict(status=Judgement.WRONG, reason=f"number {k}")

    many = VerdictMany(np.array([0, 1, 0], dtype=np.uint8), of)
    assert [bool(one) for one in many] == [True, False, True] and asked == [1]
    assert many.right == 2 and many[-2].reason == "number 1" and len(many[:2]) == 2
    assert many.counts()[Judgement.RIGHT] == 2 and many.counts()[Judgement.INCOMPLETE] == 0


def test_both_sides_are_of_one_length():
    assert pairs_of(Numbrix, "1 .", ["a", "b"]) == (("1 .", "1 ."), ["a", "b"])
    with pytest.raises(PuzzleError, match="2 answers to 1 puzzle; give one answer to each"):
        pairs_of(Numbrix, ["1 ."], ["a", "b"])
    assert as_list(iter("ab"), "answers") == ["a", "b"]
    with pytest.raises(PuzzleError, match="expected answers"):
        as_list("ab", "answers")


def test_columns_of_other_libraries_are_judged():
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame({"puzzle": ["1 . / . 3"] * 2, "answer": ["1 2 / 4 3", "1 2 / 3 3"]})
    many = Numbrix.check_many(frame["puzzle"], frame["answer"])
    assert many.statuses.tolist() == [0, 1] and many.to_polars().shape == (2, 2)


def test_a_puzzle_is_parsed_once_where_it_comes_again():
    parsed = []

    class Counted(Numbrix):
        @classmethod
        def parse(cls, text, **rules):
            parsed.append(text)
            return super().parse(text, **rules)

    Counted.check_many(["1 . / . 3"] * 50, ["1 2 / 4 3"] * 50, threads=1)
    assert len(parsed) == 1


def test_names_of_cells():
    assert cell_name((2, 0)) == "row 3, column 1"
    assert empty_cells([(2, 0)]).places == ((2, 0),) and empty_cells([]).status is Judgement.INCOMPLETE
