import pytest

from unriddle import PuzzleError, RiverPuzzle
from unriddle.puzzles.river.generate import FEWEST


@pytest.mark.parametrize("seed", range(12))
def test_random_puzzles_have_a_plan_worth_a_thought(seed):
    puzzle = RiverPuzzle.random(seed=seed)
    result = puzzle.solve()
    assert result.length >= FEWEST and puzzle.check(result)
    assert RiverPuzzle.parse(puzzle.text()) == puzzle == RiverPuzzle.random(seed=seed)


def test_kinds_of_passengers_may_be_asked_for():
    for kinds in (3, 8):
        assert len(RiverPuzzle.random(seed=1, passengers=kinds).passengers) == kinds
    for kinds in (2, 9, True, "4"):
        with pytest.raises(PuzzleError, match="expected 3 to 8 kinds"):
            RiverPuzzle.random(passengers=kinds)
