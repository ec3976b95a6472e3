"""Records of puzzles: a text and its rules, in whatever form they come."""

import pytest

from unriddle import Numbrix, PuzzleError, Sudoku
from unriddle.puzzles.framework.arguments import Record, alike, answer_in, puzzle_of, record_of, rules_in


@pytest.mark.parametrize("value", [None, "", {}, "{}"])
def test_no_rules(value):
    assert rules_in(value) == {}


@pytest.mark.parametrize("value", [5, [], "x", "[1]", "[" * 5000, b"{}"])
def test_what_is_no_rules(value):
    with pytest.raises(PuzzleError, match="expected a JSON object"):
        rules_in(value)


def test_rules_that_were_read_are_nobody_else_s():
    rules_in('{"wrap": true}')["wrap"] = False
    assert rules_in('{"wrap": true}') == {"wrap": True}


def test_forms_of_a_record():
    puzzle = Numbrix.parse("1 . 3", wrap=True)
    for values in (puzzle.to_dict(), {"puzzle": "1 . 3", "rules": {"wrap": True}}):
        assert puzzle_of(Numbrix, record_of(values, Numbrix), 0, {}) == puzzle
    assert record_of({"text": "1 ."}) == "1 ."
    with pytest.raises(PuzzleError, match="no text under puzzle or text"):
        record_of({"number": 1})


def test_records_that_say_the_same():
    same = [Record("1 .", {"wrap": True})] * 2
    assert alike(same) == (["1 .", "1 ."], {"wrap": True})
    for other in ([], ["1 ."], [*same, Record("1 .", {})], [*same, "1 ."]):
        assert alike(other) is None


def test_an_answer_in_a_record():
    assert answer_in({"answer": 1, "solution": 2}) == 1
    with pytest.raises(PuzzleError, match="no answer or solution"):
        answer_in({})


def test_rules_of_a_caller_are_held_against_the_record():
    record = Record("1 . 3", {"wrap": True})
    assert puzzle_of(Numbrix, record, 0, {"wrap": True}).wrap
    for wrong in ({"wrap": False}, {"topology": "hex"}, {"topology": "nonsense"}):
        with pytest.raises(PuzzleError, match=r"puzzles\[4\]: the record has the rules .* which contradict"):
            puzzle_of(Numbrix, record, 4, wrong)


def test_sudokus_with_the_same_rules_are_judged_together():
    rows = [{"puzzle": "." * 36, "rules": '{"box": [2, 3]}', "solution": "123456" * 6}] * 3
    assert Sudoku.check_many(rows).statuses.tolist() == [1, 1, 1]
    mixed = [*rows, {"puzzle": "1...............", "solution": ""}]
    assert Sudoku.check_many(mixed).statuses.tolist() == [1, 1, 1, 2]
