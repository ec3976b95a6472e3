"""Positions of peg solitaire: pegs, goals, one jump a step."""

import pytest

from unriddle import GridPegSolitairePuzzle, PuzzleError
from unriddle.puzzles.peg.state import PegState

ROW = GridPegSolitairePuzzle.parse("**.*")


def test_jumps_lead_on_and_back():
    (after,) = ROW.extensions()
    assert isinstance(ROW, PegState) and type(after) is GridPegSolitairePuzzle and str(after) == "..**"
    assert ROW in after.predecessors() and after.marker == [[".", ".", "*", "*"]]
    assert ROW.heuristic() == 2 and after.heuristic() == 1 and not after.is_solved()
    assert [str(goal) for goal in ROW.goals()] == ["*...", ".*..", "..*.", "...*"]
    assert all(goal.is_solved() and goal.heuristic() == 0 for goal in ROW.goals())


def test_goals_that_can_still_be_reached():
    english = GridPegSolitairePuzzle.named("english", goal="d4")
    assert english.possible_goals() == list(english.targets) and not english.fail_fast()
    assert GridPegSolitairePuzzle.named("english", goal=(3, 2)).fail_fast()  # another class of positions
    few = GridPegSolitairePuzzle.parse("*..", goal="**.")
    assert few.possible_goals() == [] and few.fail_fast()


@pytest.mark.parametrize(
    ("goal", "said"),
    [((0, 2), "the row and column of a hole"), ("*#*.", "another shape"), ("....", "a goal without pegs")],
)
def test_goals_that_do_not_fit(goal, said):
    rows = "**#*" if goal == (0, 2) else "**.*"
    with pytest.raises(PuzzleError, match=said):
        GridPegSolitairePuzzle([rows], goal=goal)


def test_boards_that_are_none():
    with pytest.raises(PuzzleError, match="a board without pegs"):
        GridPegSolitairePuzzle(["..."])
    with pytest.raises(PuzzleError, match="expected one of the marker set"):
        GridPegSolitairePuzzle(["**."], {"*"})
    with pytest.raises(PuzzleError, match="did you mean triangular"):
        GridPegSolitairePuzzle(["**."], jumps="triangle")
