import pytest

from unriddle import RiverPuzzle
from unriddle.puzzles.river.generate import FEWEST


@pytest.mark.parametrize("seed", range(12))
def test_random_puzzles_have_a_plan_worth_a_thought(seed):
    puzzle = RiverPuzzle.random(seed=seed)
    result = puzzle.solve()
    assert result.length >= FEWEST and puzzle.check(result)
    assert RiverPuzzle.parse(puzzle.text()) == puzzle == RiverPuzzle.random(seed=seed)
