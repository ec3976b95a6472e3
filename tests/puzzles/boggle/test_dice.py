"""Random boards: dice, letter frequencies, seeds."""

import numpy as np
import pytest

import unriddle as ur
from unriddle.puzzles.boggle.dice import DICE, faces_of


def test_dice():
    assert {name: len(dice) for name, dice in DICE.items()} == {
        "1976": 16,
        "1987": 16,
        "big": 25,
        "superbig": 36,
    }
    assert all(len(die) == 6 for name in DICE for die in faces_of(name))
    board = ur.Boggle.random(6, dice="superbig", seed=5)
    assert board == ur.Boggle.random("6x6", seed=5)
    assert board != ur.Boggle.random("6x6", seed=6)
    assert ur.Boggle.random("3x7", dice="english", seed=1).shape == (3, 7)
    for seed in range(20):
        rolled = ur.Boggle.random(4, dice="1976", seed=seed)
        tiles = [rolled.tile(cell) for cell in range(16)]
        assert _can_be_rolled(tiles, faces_of("1976"))
    with pytest.raises(ur.PuzzleError, match="no dice are called 'x', expected 1976"):
        ur.Boggle.random(4, dice="x")
    with pytest.raises(ur.PuzzleError, match="seed"):
        ur.Boggle.random(4, seed=-1)


def _can_be_rolled(tiles, dice):
    """Match tiles and dice one to one."""
    taken = {}

    def place(tile, seen):
        for number, die in enumerate(dice):
            if tiles[tile] in die and number not in seen:
                seen.add(number)
                if number not in taken or place(taken[number], seen):
                    taken[number] = tile
                    return True
        return False

    return all(place(tile, set()) for tile in range(len(tiles)))


def test_letter_frequencies():
    board = ur.Boggle.random(300, dice="english", seed=1)
    letters = [board.tile(cell) for cell in range(90_000)]
    assert abs(letters.count("e") / 900 - 12.7) < 0.5
    uniform = ur.Boggle.random(300, dice="uniform", seed=1)
    counts = np.bincount(uniform.board.tiles.ravel(), minlength=26)
    assert counts.min() > 3000


@pytest.mark.parametrize("wrong", [[], {}, 5, b"big", np.array([1, 2]), "x" * 1000])
def test_what_is_no_name_of_dice(wrong):
    with pytest.raises(ur.PuzzleError, match="no dice are called") as error:
        ur.Boggle.random(dice=wrong, seed=1)
    assert len(str(error.value)) < 200
