"""Words on boards: there, by tiles that dice can show."""

import numpy as np

from unriddle.core.topology import neighbours
from unriddle.puzzles.boggle.check import Verifier
from unriddle.puzzles.boggle.dice.dice import dice_of
from unriddle.puzzles.boggle.dice.matching import can_show
from unriddle.puzzles.boggle.generation.word_placement import Placer, spellings
from unriddle.puzzles.boggle.parse import LetterBoard
from unriddle.puzzles.boggle.rules import Rules


def placer(rows, cols, dice, *words):
    table = neighbours(rows, cols, 0, False).tolist()
    near = [[cell for cell in row if cell < rows * cols] for row in table]
    return Placer(near, dice, [spellings(word, dice.names) for word in words])


def test_spellings():
    names = dice_of("superbig", 36).names
    ways = [[names[tile] for tile in way] for way in spellings("then", names)]
    assert ["th", "e", "n"] in ways[:2] and ["t", "he", "n"] in ways and ["t", "h", "e", "n"] in ways
    assert spellings("quiz", dice_of("uniform").names) == [(16, 20, 8, 25)]
    assert spellings("é", names) == [] and len(spellings("a" * 30, ("a", "aa", "aaa"))) == 64


def test_words_are_there_and_the_dice_can_show_them():
    dice = dice_of("1987")
    words = ("quartz", "zonal", "riddle")
    kind, placed = placer(4, 4, dice, *words), 0
    for seed in range(30):
        found = kind.place(np.random.default_rng(seed))
        if found is None:
            continue
        placed += 1
        tiles, free = found
        assert len(free) == tiles.count(-1)
        assert can_show(dice, [tile for tile in tiles if tile >= 0])
        assert dice.only(free).faces.shape == (len(free), 6)
        names = (*dice.names, "")
        board = np.array([len(dice.names) if tile < 0 else tile for tile in tiles], dtype=np.uint8)
        verifier = Verifier(LetterBoard(board.reshape(4, 4), names), Rules())
        assert all(verifier.path(word) for word in words)  # the one Z serves two of them
    assert placed > 8


def test_what_does_not_fit_is_given_up():
    dice = dice_of("AB AB AB AB AB AB")
    assert placer(1, 6, dice, "ababab").place(np.random.default_rng(1)) is not None
    assert placer(1, 6, dice, "abab", "bbb", "aaa").place(np.random.default_rng(1)) is None
    alternating = placer(7, 9, dice_of(["A"] * 32 + ["B"] * 31), "ba" * 31 + "b")  # on a path of all cells
    assert alternating.place(np.random.default_rng(1)) is None
