"""Word ladders by the million: as long as wished, each pair once."""

import pickle

import numpy as np
import pytest

from unriddle import Lexicon, PuzzleError, WordLadderPuzzle
from unriddle.puzzles.framework.generator import Numbers
from unriddle.puzzles.ladder.graph import english
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


def test_records_of_the_embedded_list_share_its_graph():
    for lexicon in (None, Lexicon(), Lexicon.load("english")):
        assert LadderRecords("solutions", {}, lexicon).rules()["words"] is english()
    assert len(LadderRecords("solutions", {}, WORDS).rules()["words"]) == len(WORDS)


MADE_OF = Lexicon(["cost", "cast", "case", "cave", "save", "care", "core", "bore", "zzz", "at", "it"])


def factory(**options):
    return LadderFactory("puzzles", options, MADE_OF)


def made(n, **options):
    """Return the columns of the ladders of some numbers."""
    kind = factory(**options)
    answers = kind.answer(Numbers(np.arange(1, n + 1), np.zeros(n, np.int64)))
    return {column.name: list(values) for column, values in zip(kind.columns, answers.columns, strict=True)}


def test_ladders_are_as_long_as_wished():
    found = made(60, least=3, most="4")
    assert found["puzzle"]
    for text, solution, steps in zip(found["puzzle"], found["solution"], found["steps"], strict=True):
        puzzle = WordLadderPuzzle.parse(text, words=MADE_OF)
        assert 3 <= steps <= 4 and puzzle.solve().length == steps
        assert len(solution.split()) == steps + 1


def test_both_ways_are_the_same():
    found = made(300, least=1)
    ends = [frozenset(text.split(" -> ")) for text in found["puzzle"]]
    pairs = set(zip(ends, found["form"], strict=True))
    assert len(set(ends)) == len(set(found["form"])) == len(pairs) < len(set(found["puzzle"]))
    assert {"at", "it"} in ends and not any("zzz" in pair for pair in ends)


def test_words_of_some_letters():
    assert {frozenset(text.split(" -> ")) for text in made(20, letters="2", least=1)["puzzle"]} == {
        frozenset(("at", "it"))
    }


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"letters": "x"}, "expected"),
        ({"letters": "9"}, "the list has no word of 9 letters"),
        ({"least": 5, "most": "3"}, "--most 3 is less than --least 5"),
    ],
)
def test_wrong_options(options, reason):
    with pytest.raises(PuzzleError, match=reason):
        factory(**options)
