"""Word ladders by the million: as long as wished, each pair once."""

import pickle

import pytest

from unriddle import Lexicon, PuzzleError, WordLadderPuzzle
from unriddle.puzzles.ladder.records import LadderFactory, LadderRecords

WORDS = Lexicon(["cost", "cast", "case", "cave", "save", "cat"])


def test_records_share_a_graph_and_take_options():
    batch = LadderRecords("solutions", {"insert-delete": True}, WORDS)
    puzzles = [batch.parse("cost save"), batch.parse("CAT,save -> cast")]
    assert puzzles[0].graph is puzzles[1].graph
    statuses, solutions, _ = batch.solve(puzzles)
    assert statuses == ["SOLVED", "SOLVED"]
    assert solutions == ["cost -> cast -> case -> cave -> save", "cat -> cast"]
    again = pickle.loads(pickle.dumps(batch))
    assert again.solve([again.parse("cost save")])[1] == solutions[:1]


MADE_OF = Lexicon(["cost", "cast", "case", "cave", "save", "care", "core", "bore", "zzz", "at", "it"])


def factory(**options):
    return LadderFactory("puzzles", options, MADE_OF)


def test_ladders_are_as_long_as_wished():
    made = [one for one in factory(least=3, most="4").many(range(60)) if one is not None]
    assert made
    for one in made:
        puzzle = WordLadderPuzzle.parse(one.text, words=MADE_OF)
        assert 3 <= one.measures[0] <= 4 and puzzle.solve().length == one.measures[0]
        assert len(one.solution.split()) == one.measures[0] + 1


def test_both_ways_are_the_same():
    forms = {one.form for one in factory(least=1).many(range(300))}
    assert b"cost save" in forms and b"save cost" not in forms and b"at it" in forms
    assert not any(b"zzz" in form for form in forms)


def test_words_of_some_letters():
    assert {one.form for one in factory(letters="2", least=1).many(range(20))} == {b"at it"}


@pytest.mark.parametrize("options", [{"letters": "x"}, {"letters": "9"}, {"least": 5, "most": "3"}])
def test_wrong_options(options):
    with pytest.raises(PuzzleError, match="expected"):
        factory(**options)
