"""What is said of plans of river crossings, and the next crossing."""

import pytest

from unriddle import PuzzleError, RiverPuzzle
from unriddle.puzzles.river import Island
from unriddle.puzzles.river.player import read_crossing

FARMER = RiverPuzzle.farmer()


def test_a_crossing_is_read_as_it_is_printed():
    puzzles = [FARMER, RiverPuzzle.missionaries(2), RiverPuzzle.missionaries(3, island=Island())]
    puzzles.append(RiverPuzzle.parse("boat 1; boat 2; passenger adult rows; passenger child x2 rows; island"))
    for puzzle in puzzles:
        plan = puzzle.solve().solution
        assert plan and puzzle.judge(puzzle.format(plan)) and puzzle.judge(list(map(str, plan)))
        for trip in plan:
            found = read_crossing(str(trip))
            assert (found.load, found.forward, found.to, found.origin, found.boat) == (
                (trip.load, trip.forward, trip.to, trip.origin, trip.boat)
            )
    with pytest.raises(PuzzleError, match="expected a crossing such as"):
        read_crossing("farmer")


@pytest.mark.parametrize(
    "answer, said, places",
    [
        ("farmer goat ->; <- farmer", "INCOMPLETE: not everyone is across at the end", ()),
        ("farmer goat ->; <- goat", "WRONG: crossing 2, <- goat, cannot be made", (1,)),
        ("farmer wolf ->", "WRONG: crossing 1, farmer wolf ->, cannot be made", (0,)),
        ("FGCW|", "NOT_OF_THIS_PUZZLE: 'FGCW|', expected crossings such as: farmer goat ->", ()),
        (5, "NOT_OF_THIS_PUZZLE: 5, expected crossings", ()),
    ],
)
def test_answers(answer, said, places):
    verdict = FARMER.judge(answer)
    assert (str(verdict), verdict.places) == (said, places)


def test_the_next_crossing():
    step = FARMER.hint("farmer goat ->")
    assert str(step) == "crossing: <- farmer: the first of 6 crossings to the goal, and no way is shorter"
    assert FARMER.hint("farmer wolf ->").kind == "mistake"
    assert FARMER.hint(FARMER.replay(FARMER.solve())[2]).kind == "crossing"
    assert RiverPuzzle.missionaries(4).hint().kind == "contradiction"
    with pytest.raises(PuzzleError, match="expected one of the same puzzle"):
        FARMER.hint(RiverPuzzle.missionaries(2))
