"""States of a river crossing: what they are called, what leads on, what they cost."""

import pickle
from itertools import pairwise

import pytest

from unriddle import Passenger, PuzzleError, RiverPuzzle
from unriddle.puzzles.river.state import RiverState
from unriddle.search import find_path

FARMER = RiverPuzzle.farmer()


def test_crossings_lead_on_and_back():
    assert isinstance(FARMER, RiverState) and [str(state) for state in FARMER.extensions()] == ["CW|FG"]
    (after,) = FARMER.extensions()
    assert type(after) is RiverPuzzle and FARMER in after.extensions() and not after.boat_left
    assert [str(goal) for goal in FARMER.goals()] == ["|FGCW"] and FARMER.goals()[0].is_solved()


@pytest.mark.parametrize(
    "puzzle", [FARMER, RiverPuzzle.missionaries(3), RiverPuzzle.bridge([1, 2, 5, 10]), RiverPuzzle.couples(3)]
)
def test_the_heuristic_is_a_lower_bound_on_the_way(puzzle):
    best = puzzle.solve()
    states = puzzle.replay(best.crossings)
    costs = [a.step_cost(b) for a, b in pairwise(states)]
    assert sum(costs) == best.cost
    for k, state in enumerate(states):
        assert state.heuristic() <= sum(costs[k:])
    path = find_path(puzzle, "astar").path
    assert sum(a.step_cost(b) for a, b in pairwise(path)) == best.cost


def test_a_state_is_named_and_stays_itself():
    late = RiverPuzzle([Passenger("monk", 2, rows=True)], 2, left=[1], boat_left=False)
    assert str(late) == late.state_text() == "M|M*" and late.state_text([2], True) == "MM*|"
    assert pickle.loads(pickle.dumps(late)) == late != RiverPuzzle(late.passengers, 2)
    assert late.state_name(0) == "MM*|"
    assert late.load_text(0) == "M"
    assert [str(state) for state in late.extensions()] == ["MM*|"]


@pytest.mark.parametrize(
    ("left", "boat_left", "said"),
    [
        ([1, 1], True, "for each of 1 passengers"),
        ([3], True, "for each of 1 passengers"),
        (7, True, "for each of 1 passengers"),
        ([1], 1, "True or False"),
        ([0], True, "nobody stands where the boat lies"),
    ],
)
def test_states_that_are_none(left, boat_left, said):
    with pytest.raises(PuzzleError, match=said):
        RiverPuzzle([Passenger("monk", 2, rows=True)], 2, left=left, boat_left=boat_left)
    with pytest.raises(PuzzleError, match="the rules forbid"):
        RiverPuzzle(FARMER.passengers, 2, FARMER.bank_rules, left=[0, 1, 1, 0], boat_left=False)
