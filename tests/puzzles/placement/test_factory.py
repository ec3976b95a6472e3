"""Criss-crosses by the million: one way to fill each, and what counts as the same."""

import pytest

from unriddle import PuzzleError, WordPlacement
from unriddle.puzzles.placement.factory import PlacementFactory


def test_one_way_to_fill_each():
    for one in PlacementFactory("puzzles", {"words": 5}).many(range(3)):
        puzzle = WordPlacement.parse(one.text, **one.rules)
        assert puzzle.count(2) == 1 and puzzle.check(one.solution) and one.measures[0] == 5


def test_a_grid_and_its_mirror():
    def form(text):
        return PlacementFactory("puzzles", {}).form(WordPlacement.parse(text), None)

    assert form("GTU,TECH;111/010/010/010") == form("TECH,GTU;1000/1111/1000") != form("GTU;111")


@pytest.mark.parametrize("options", [{"words": 0}, {"words": 10**9}, {"shape": "x"}])
def test_wrong_options(options):
    with pytest.raises(PuzzleError, match="expected"):
        PlacementFactory("puzzles", options)
