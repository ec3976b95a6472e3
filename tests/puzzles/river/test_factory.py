"""River crossings by the million: each has a plan, and what counts as the same."""

import pytest

from unriddle import PuzzleError, RiverPuzzle
from unriddle.puzzles.river.factory import RiverFactory

TEXT = "boat 2; passenger {0} rows; passenger {1}; passenger {2}; passenger {3}; "
RULES = "never {1} with {2} unless {0}; never {3} with {2} unless {0}"


def form(*names, rules=RULES):
    puzzle = RiverPuzzle.parse((TEXT + rules).format(*names))
    return RiverFactory("puzzles", {}).form(puzzle, None)


def test_plans_are_as_long_as_wished():
    made = [one for one in RiverFactory("puzzles", {"least": 7}).many(range(400)) if one is not None]
    assert made
    for one in made[:9]:
        result = RiverPuzzle.parse(one.text).solve()
        assert result.length == one.measures[0] >= 7


def test_names_do_not_matter():
    one = form("farmer", "wolf", "goat", "cabbage")
    assert one == form("monk", "fox", "goose", "beans") == form("farmer", "cabbage", "goat", "wolf")
    turned = "never {2} with {1} unless {0}; never {2} with {3} unless {0}"
    assert one == form("farmer", "wolf", "goat", "cabbage", rules=turned)
    assert one != form("farmer", "wolf", "goat", "cabbage", rules="never {1} with {2} unless {0}")
    assert one != form("farmer", "goat", "wolf", "cabbage", rules=RULES.replace("{0}; n", "{3}; n"))


@pytest.mark.parametrize("options", [{"capacity": "x"}, {"capacity": "0"}, {"least": 0}])
def test_wrong_options(options):
    with pytest.raises(PuzzleError, match="expected"):
        RiverFactory("puzzles", options)
