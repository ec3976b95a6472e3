"""Dice: sets, rolls, matching, letter frequencies."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import unriddle as ur
from unriddle import Lexicon, PuzzleError
from unriddle.puzzles.boggle import RandomBoard
from unriddle.puzzles.boggle.best_board.board_space import space_of
from unriddle.puzzles.boggle.best_board.restrictions import DiceMoves, dice_for_space
from unriddle.puzzles.boggle.dice.dice import DICE, apportion, dice_for_board, dice_of, faces_of
from unriddle.puzzles.boggle.dice.matching import Matching, can_show
from unriddle.puzzles.boggle.rules import Rules


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
    with pytest.raises(ur.PuzzleError, match="no dice are called 'x'; use 1976"):
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
        with pytest.raises(ur.PuzzleError, match=r"expected|or faces such as"):
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
        ({"a": 1}, 0, "dice=0, expected a whole number"),
        ({"a": 1}, "x", "dice='x'"),
    ],
)
def test_wrong_weights(weights, count, message):
    with pytest.raises(ur.PuzzleError, match=message):
        ur.boggle.dice_from(weights, count)


FOUR = st.lists(st.text("ABCDE", min_size=3, max_size=3), min_size=4, max_size=4)


def shown(dice, tiles):
    """Say by trying all orders of the dice whether they can show some tiles."""
    faces = [set(die) for die in dice.faces.tolist()]
    return any(
        all(tile in die for tile, die in zip(tiles, order, strict=False))
        for order in permutations(faces, len(tiles))
    )


@settings(max_examples=25)
@given(own=FOUR, draw=st.lists(st.integers(0, 4), min_size=1, max_size=4))
def test_what_dice_can_show(own, draw):
    dice = dice_of(own)
    tiles = [tile % len(dice.names) for tile in draw]
    assert can_show(dice, tiles) == shown(dice, tiles)


@settings(max_examples=25)
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
    with pytest.raises(PuzzleError, match="the dice have q and Qu"):
        dice_for_space([["q", "qu"], ["b", "c"]], 2, WORDS, False)


def test_random_boards_that_are_none():
    for options, reason in [({"dice": "superbig"}, "tiles of several letters"), ({"dice": "x"}, "no dice")]:
        with pytest.raises(PuzzleError, match=reason):
            RandomBoard("4x4", **options)
    with pytest.raises(PuzzleError, match="shape"):
        RandomBoard("4x0")
    assert RandomBoard(4).seed != RandomBoard(4).seed
    assert repr(RandomBoard(4, seed=1)) == "RandomBoard('4x4', dice='1987', seed=1)"
