"""Boards of letter codes that dice can show."""

import numpy as np
import pytest

from unriddle import Lexicon, PuzzleError
from unriddle.puzzles.boggle.best_board.board_space import space_of
from unriddle.puzzles.boggle.dice.dice import dice_of
from unriddle.puzzles.boggle.dice.matching import can_show
from unriddle.puzzles.boggle.dice.moves import DiceMoves, dice_for_space
from unriddle.puzzles.boggle.rules import Rules

WORDS = Lexicon(["tea", "quiz", "rates"])


def test_changes_keep_a_board_one_that_the_dice_show():
    dice, qu = dice_for_space("1987", 16, WORDS, False)
    space = space_of("4x4", WORDS, Rules(qu=qu))
    moves = DiceMoves(dice, space)
    codes = moves.rolls(3, np.random.default_rng(1))
    assert qu and codes.shape == (3, 16)
    for board in codes:
        choices = moves.choices(board)
        for cell in range(16):
            for code, name in enumerate(space.names):
                changed = board.copy()
                changed[cell] = code
                tiles = [space.names[letter] for letter in changed.tolist()]
                known = set(tiles) <= set(dice.names)
                shown = known and can_show(dice, [dice.names.index(tile) for tile in tiles])
                assert choices[cell, code] == shown, (cell, name)
    with pytest.raises(PuzzleError, match="a board that the dice show"):
        moves.choices(np.zeros(16, dtype=np.uint8) + np.uint8(25))


def test_faces_that_are_worth_nothing_are_left_out():
    space = space_of("1x2", WORDS, Rules())
    moves = DiceMoves(dice_of([["t", "", "é"], ["a", "e", "a"]]), space)
    rolled = {
        tuple(space.names[code] for code in row)
        for row in moves.rolls(200, np.random.default_rng(1)).tolist()
    }
    assert rolled == {("t", "a"), ("a", "t"), ("t", "e"), ("e", "t")}


@pytest.mark.parametrize(
    "dice, expected",
    [
        ("uniform", "0 dice for 4 cells, expected a set of 4"),
        ("1987", "16 dice for 4 cells"),
        ("AB CD EF ##", "die 4 has no letter of the words"),
        ([["a", "an"], ["b", "c"], ["d", "e"], ["f", "g"]], "tiles of one letter, or Qu"),
    ],
)
def test_what_cannot_be_searched(dice, expected):
    with pytest.raises(PuzzleError, match=expected):
        DiceMoves(dice_of(dice, 4), space_of("2x2", WORDS, Rules()))


def test_q_and_qu():
    own = [["q", "a"], ["b", "c"]]
    assert dice_for_space(own, 2, WORDS, False)[1] is False
    dice, qu = dice_for_space(own, 2, WORDS, True)
    assert qu and dice.names[-1] == "qu"
    assert dice_for_space("AQ BC", 2, WORDS, False)[1] is True
    with pytest.raises(PuzzleError, match="dice with q and Qu"):
        dice_for_space([["q", "qu"], ["b", "c"]], 2, WORDS, False)
