"""Positions of peg solitaire by the million: each can be won, and what counts as the same."""

import pytest

from unriddle import GridPegSolitairePuzzle, PuzzleError
from unriddle.puzzles.peg.factory import PegFactory


@pytest.mark.parametrize("board", ["english", "triangle15"])
def test_positions_that_can_be_won(board):
    for one in PegFactory("puzzles", {"board": board, "pegs": 5}).many(range(6)):
        puzzle = GridPegSolitairePuzzle.parse(one.text, **one.rules)
        assert puzzle.is_winnable() and one.text.count("*") == 5
        moves = len(one.solution.split())
        assert one.measures[:3] == (5, moves, len(puzzle.extensions()))


def test_symmetries_of_the_board():
    factory = PegFactory("puzzles", {"pegs": 2})
    name = "##...##/##...##/......./.......", ".......", "##...##/##...##"

    def form(rows):
        return factory.form(GridPegSolitairePuzzle("/".join(rows).split("/")), None)

    one = form(["##**.##/##...##", name[1], name[1], name[1], name[2]])
    assert one == form(["##.**##/##...##", name[1], name[1], name[1], name[2]])
    assert one == form(["##...##/##...##", name[1], name[1], name[1], "##...##/##**.##"])
    assert one != form(["##*.*##/##...##", name[1], name[1], name[1], name[2]])


@pytest.mark.parametrize("options", [{"board": "moon"}, {"pegs": 0}])
def test_wrong_options(options):
    with pytest.raises(PuzzleError, match="expected"):
        PegFactory("puzzles", options)
