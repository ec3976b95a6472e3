"""Gogens by the million: one solution each, and what counts as the same."""

import pytest

from unriddle import Gogen, Lexicon, PuzzleError
from unriddle.puzzles.gogen.factory import GogenFactory

LISTED = """bad cab dab bed ace fab deaf face bead cafe decaf chafe beach badge caged fig big dig hid bide
hide chide gibe had aid bag gab fed beg fib abide cadge hedge ideaf fichd gihf ahbg"""
WORDS = Lexicon(LISTED.split())


def factory(**options):
    return GogenFactory("puzzles", options, WORDS)


def test_one_solution_and_counts():
    made = [one for one in factory(shape="3x3", givens="4").many(range(8)) if one is not None]
    assert made
    for one in made:
        puzzle = Gogen.parse(one.text, **one.rules)
        assert puzzle.count(2) == 1 and puzzle.check(one.solution.split("/"))
        assert one.measures == (len(puzzle.words), 4, puzzle.solve().stats.guesses) and one.size == "3x3"


def test_turns_and_mirrors_are_the_same():
    def form(text):
        return factory().form(Gogen.parse(text), None)

    assert form("AB/C.: ADC") == form("CA/.B: ADC") == form("BA/.C: ADC")
    assert form("AB/C.: ADC") != form("AB/.C: ADC") and form("AB/C.: ADC") != form("AB/C.: BAD")


@pytest.mark.parametrize("options", [{"shape": "9x9"}, {"shape": "x"}, {"givens": "0"}, {"givens": "26"}])
def test_wrong_options(options):
    with pytest.raises(PuzzleError, match="expected"):
        factory(**options)
