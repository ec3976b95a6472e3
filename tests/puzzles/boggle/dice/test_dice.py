"""Random boards: dice, letter frequencies, seeds."""

import numpy as np
import pytest

import unriddle as ur
from unriddle.puzzles.boggle.dice.dice import DICE, dice_of, faces_of


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


def test_own_dice():
    text = dice_of("aaeegn abbjoq EIO###")
    assert str(text) == "AAEEGN ABBJOQ EIO###" and text.tiles[1][5] == "qu" and text.tiles[2][3] == ""
    assert dice_of(text.given).tiles == dice_of(text.tiles).tiles == text.tiles
    lists = dice_of([["q", "st"], ["É", ""]])
    assert lists.tiles == [["q", "st"], ["é", ""]] and dice_of(lists.given).tiles == lists.tiles
    assert dice_of(["AB"]).given == [["a", "b"]]
    for wrong in (["AB", "ABC"], [["a1"]], [""], [[5]], ["A"] * 65, ["A" * 65], [5], "AB A?"):
        with pytest.raises(ur.PuzzleError, match="expected"):
            dice_of(wrong)


@pytest.mark.parametrize(
    "name, cells", [("1987", 16), ("big", 25), ("superbig", 36), ("1976", 9), ("english", 9)]
)
def test_rolls(name, cells):
    dice = dice_of(name)
    rolled = dice.rolls(4000, cells, np.random.default_rng(3))
    assert rolled.shape == (4000, cells) and rolled.dtype == np.uint8
    shares = np.bincount(rolled.ravel(), minlength=len(dice.names)) / rolled.size
    if dice.faces is not None:
        right = np.bincount(dice.faces.ravel(), minlength=len(dice.names)) / dice.faces.size
    else:
        right = np.diff(dice.weights, prepend=0) / dice.weights[-1]
    assert np.abs(shares - right).max() < 0.01
    if dice.each_once(cells):
        for row in rolled[:50]:
            assert _can_be_rolled([dice.names[tile] for tile in row], dice.tiles)
        once = dice.rolls(4000, cells, np.random.default_rng(3), once=False)
        assert not all(_can_be_rolled([dice.names[tile] for tile in row], dice.tiles) for row in once[:50])


def test_each_order_of_the_dice_comes_as_often():
    rolled = dice_of("AA BB CC").rolls(60_000, 3, np.random.default_rng(5))
    counts = np.bincount(rolled @ [9, 3, 1], minlength=27)
    assert np.count_nonzero(counts) == 6 and abs(counts[counts > 0] - 10_000).max() < 500
