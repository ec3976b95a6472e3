"""Boards that are made: the verbs of `Boggle`."""

import pytest

from unriddle import Boggle, PuzzleError
from unriddle.puzzles.boggle.rules import Rules


class Own(Boggle):
    """A class of one's own."""


def test_random_boards_of_any_class_and_dice():
    rules = Rules(wrap=True, min_length=4)
    board = Own.random("2x2", dice=["TX", "TX", "TX", "TX"], seed=1, rules=rules)
    assert isinstance(board, Own) and board.board_rules == rules
    assert {board.tile(cell) for cell in range(4)} <= {"t", "x"}
    assert Boggle.random(3, dice="uniform", seed=17, qu=True).check("q") is False


def test_boards_to_order():
    board = Boggle.generate("3x3", ["tea"], contains="tea", seed=1)
    assert board.check("tea")
    with pytest.raises(PuzzleError, match="expected rows and columns"):
        Boggle.generate("x")
    with pytest.raises(TypeError, match="unexpected keyword"):
        Boggle.generate(3, ["tea"], moon=1)
