"""Dice with the letters of a word list."""

from collections import Counter

import pytest

import unriddle as ur
from unriddle.puzzles.boggle.dice.dice import DICE
from unriddle.puzzles.boggle.dice.letter_frequencies import apportion, dice_for_board


def test_faces_are_in_proportion_and_spread():
    lexicon = ur.Lexicon.load("english")
    for count in (16, 25, 36):
        dice = ur.boggle.dice_from(lexicon, count)
        assert len(dice) == count and {len(die) for die in dice} == {6}
        faces = Counter(face for die in dice for face in die)
        assert set(faces) == set(lexicon.alphabet)
        shares = lexicon.letter_frequencies()
        # Each letter has a face, so the frequent ones have a little less than their share.
        assert all(faces[letter] >= min(1, shares[letter]) for letter in faces)
        assert all(abs(faces[letter] - 6 * count * shares[letter]) < 2 for letter in faces)
        most = max(faces.values())
        assert max(Counter(die).most_common(1)[0][1] for die in dice) <= -(-most // count)
    assert dice == ur.boggle.dice_from(lexicon.letter_frequencies(), 36)
    assert len(dice_for_board(lexicon, "5x5")) == 25 and len(dice_for_board(lexicon, 100)) == 16


def test_sainte_lague_without_the_first_face():
    weights = {"a": 53.0, "b": 24.0, "c": 23.0}
    assert apportion(weights, 7) == {"a": 3, "b": 2, "c": 2}
    assert apportion({"a": 1.0, "b": 0.001, "c": 0}, 10) == {"a": 9, "b": 1}


def test_boards_of_dice_of_ones_own():
    nl = ur.Lexicon(["ijsje", "reünie", "zwaluw", "boekenkast"], language="nl")
    dice = ur.boggle.dice_from({letter: share for letter, share in nl.letter_frequencies().items() if share})
    board = ur.Boggle.random(4, dice=dice, seed=3)
    assert board == ur.Boggle.random(4, dice=dice, seed=3)
    assert {board.tile(cell) for cell in range(16)} <= set("".join(nl))
    named = [["qu" if face == "Q" else face for face in die] for die in DICE["1987"]]
    assert ur.Boggle.random(4, dice=named, seed=7) == ur.Boggle.random(4, dice="1987", seed=7)
    assert {ur.Boggle.random("3x5", dice=["AB", "CD"], seed=1).tile(cell) for cell in range(15)} == set(
        "abcd"
    )


@pytest.mark.parametrize(
    ("dice", "message"),
    [
        (["ABC", "AB"], "die 2 has 2 faces, expected 3 as the first"),
        ([["a", 1]], "'1' on a die, expected letters"),
        ([5], "no dice are called 5"),
        ([[]], "1 dice of 0 faces"),
        ([["a1"]], "'a1' on a die"),
        (["a"] * 2000, "2000 dice of 1 faces, expected at most 64"),
    ],
)
def test_wrong_dice(dice, message):
    with pytest.raises(ur.PuzzleError, match=message):
        ur.Boggle.random(4, dice=dice)


@pytest.mark.parametrize(
    ("weights", "count", "message"),
    [
        ({"a": -1.0}, 16, "weight -1.0 of a, expected a number from 0 up"),
        ({"a": float("nan")}, 16, "weight nan"),
        ({"a": 0}, 16, "0 tiles for 96 faces"),
        ({chr(0x4E00 + k): 1 for k in range(7)}, 1, "7 tiles for 6 faces"),
        ({"": 1}, 16, "tile ''"),
        ({"a": 1}, 0, "dice=0, expected how many"),
        ({"a": 1}, "x", "dice='x'"),
    ],
)
def test_wrong_weights(weights, count, message):
    with pytest.raises(ur.PuzzleError, match=message):
        ur.boggle.dice_from(weights, count)
