"""Which die shows which cell: held to all ways of giving dice to cells."""

from itertools import permutations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from unriddle.puzzles.boggle.dice.dice import dice_of
from unriddle.puzzles.boggle.dice.matching import Matching, can_show

FOUR = st.lists(st.text("ABCDE", min_size=3, max_size=3), min_size=4, max_size=4)


def shown(dice, tiles):
    """Say by trying all orders of the dice whether they can show some tiles."""
    faces = [set(die) for die in dice.faces.tolist()]
    return any(
        all(tile in die for tile, die in zip(tiles, order, strict=False))
        for order in permutations(faces, len(tiles))
    )


@settings(max_examples=60)
@given(own=FOUR, draw=st.lists(st.integers(0, 4), min_size=1, max_size=4))
def test_what_dice_can_show(own, draw):
    dice = dice_of(own)
    tiles = [tile % len(dice.names) for tile in draw]
    assert can_show(dice, tiles) == shown(dice, tiles)


@settings(max_examples=60)
@given(own=FOUR, seed=st.integers(0, 1000))
def test_what_a_cell_could_show_instead(own, seed):
    dice = dice_of(own)
    tiles = dice.rolls(1, 4, np.random.default_rng(seed))[0].tolist()
    matching = Matching(dice)
    assert all(matching.add(cell, tile) for cell, tile in enumerate(tiles))
    choices = matching.choices()
    for cell in range(4):
        for tile in range(len(dice.names)):
            changed = [*tiles[:cell], tile, *tiles[cell + 1 :]]
            assert choices[cell, tile] == shown(dice, changed), (tiles, cell, tile)


def test_a_cell_is_emptied():
    matching = Matching(dice_of("AB AC"), [1, 0])
    assert matching.add(0, 0) and matching.die_of == {0: 1}
    assert matching.add(1, 2) and matching.die_of == {0: 0, 1: 1}
    assert not matching.add(2, 0)
    matching.remove(1)
    assert matching.add(2, 0) and sorted(matching.die_of) == [0, 2]


def test_letters_without_dice_can_be_shown():
    assert can_show(dice_of("uniform"), [25] * 16) and not can_show(dice_of("1987", 16), [23] * 2)
