"""Sliding boards by the million: solvable, with a shortest solution, and what counts as the same."""

import pytest

from unriddle import MNPuzzle, PuzzleError
from unriddle.puzzles.sliding.factory import SlidingFactory


def test_shortest_solutions_of_3x3():
    for one in SlidingFactory("puzzles", {"shape": "3x3"}).many(range(8)):
        puzzle = MNPuzzle.parse(one.text, **one.rules)
        assert puzzle.solve(method="bfs").length == one.measures[0] == len(one.solution)


def test_scrambled_boards_are_near_the_goal():
    made = SlidingFactory("puzzles", {"shape": "4x5", "scramble": "12", "least": 2}).many(range(8))
    assert all(one is None or 2 <= one.measures[0] <= 12 for one in made) and any(made)


def form(text):
    return SlidingFactory("puzzles", {"shape": "3x3"}).form(MNPuzzle.parse(text), None)


def test_a_board_and_its_transposition():
    assert form("1 2 3/4 5 0/7 8 6") == form("1 2 3/4 5 6/7 0 8") != form("1 2 3/4 0 5/7 8 6")


@pytest.mark.parametrize("text", ["1 2 3/0 8 4/7 6 5", "8 6 7/2 5 4/3 0 1"])
def test_transpositions_take_as_many_moves(text):
    rows = [row.split() for row in text.split("/")]
    name = {str(3 * r + c + 1): str(3 * c + r + 1) for r in range(3) for c in range(3)} | {"0": "0"}
    other = "/".join(" ".join(name[rows[r][c]] for r in range(3)) for c in range(3))
    assert form(text) == form(other)
    assert MNPuzzle.parse(text).solve().length == MNPuzzle.parse(other).solve().length


@pytest.mark.parametrize("options", [{"shape": "x"}, {"scramble": "0"}, {"least": 0}])
def test_wrong_options(options):
    with pytest.raises(PuzzleError, match="expected"):
        SlidingFactory("puzzles", options)
