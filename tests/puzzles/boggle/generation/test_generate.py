"""Boards to order: as they are wished, of dice that can show them, the same for the same seed."""

import numpy as np
import pytest

from unriddle import Boggle, Lexicon, PuzzleError, boggle
from unriddle.puzzles.boggle import generate
from unriddle.puzzles.boggle.dice.dice import dice_of
from unriddle.puzzles.boggle.dice.matching import can_show
from unriddle.puzzles.boggle.generation.constraints import Constraints
from unriddle.puzzles.boggle.generation.generate import Maker
from unriddle.puzzles.boggle.parse import board_text
from unriddle.puzzles.boggle.rules import Rules

WORDS = Lexicon(["tea", "eat", "ate", "seat", "east", "teas", "rates", "stare", "nine", "tin", "nit", "inn"])


def tiles_of(board, dice):
    return [dice.names.index(board.tile(cell)) for cell in range(board.rows * board.cols)]


@pytest.mark.parametrize("seed", range(6))
def test_a_board_is_as_it_is_wished(seed):
    wished = {"words": (2, 5), "score": (2, None), "longest": "4..5", "contains": ["quiz"], "forbid": ["inn"]}
    board = generate(4, WORDS, seed=seed, **wished)
    result = board.solve(WORDS)
    assert 2 <= result.count <= 5 and result.score >= 2 and 4 <= max(map(len, result.words)) <= 5
    assert board.check("quiz") and not board.check("inn")
    assert can_show(dice_of("1987"), tiles_of(board, dice_of("1987")))
    assert (
        board
        == boggle.generate("4x4", WORDS, seed=seed, **wished)
        == Boggle.generate((4, 4), WORDS, seed=seed, **wished)
    )


def test_every_board_of_two_dice_comes_as_often():
    """Two dice of two faces on a row: eight rolls, of which those with the word `ab` or `ba` are wanted."""
    maker = Maker(
        (1, 2), Lexicon(["ab", "cd"]), dice_of("AC BD"), Rules(min_length=2), Constraints(words="1..")
    )
    found = [
        board_text(order.board).replace(" ", "").lower().strip() for order in maker.make(range(800)) if order
    ]
    counts = {text: found.count(text) for text in set(found)}
    assert set(counts) == {"12\nab", "12\nba", "12\ncd", "12\ndc"} and min(counts.values()) > 140


def test_rolls_of_words_that_fill_the_board():
    board = generate("2x3", ["tea"], dice="AB CD EF TX RY SZ", contains="tea, ear", seed=1)
    assert board.check("tea") and board.check("ear")
    dice = dice_of("AB CD EF TX RY SZ")
    assert can_show(dice, tiles_of(board, dice))
    full = generate("1x4", ["tea"], dice="TA EB AC SD", contains="teas", seed=3)
    assert full.text().replace(" ", "").strip().lower() in ("14\nteas", "14\nsaet")


def test_tiles_of_several_letters_and_cells_beyond_64():
    board = generate(6, WORDS, contains="another", seed=1)
    assert board.check("another") and can_show(
        dice_of("superbig", 36), tiles_of(board, dice_of("superbig", 36))
    )
    large = generate("9x9", WORDS, contains="stare", words="1..", seed=2)
    assert large.check("stare") and large.shape == (9, 9)
    torus = generate("3x3", WORDS, contains="tin", dice="english", seed=2, wrap=True, topology="hex")
    assert torus.check("tin") and torus.wrap
    assert generate("2x2", ["quit"], contains="quit", dice="uniform", qu=True, seed=1).check("quit")


@pytest.mark.parametrize(
    "wished, expected",
    [
        ({"words": "900.."}, "words=900.., expected 12 at most"),
        ({"longest": (6, None)}, "longest=6.., expected 5 at most"),
        ({"words": 0, "contains": "tea"}, "words=0 with tea, expected 1 or more"),
        ({"longest": "..3", "contains": "seat"}, "longest=..3 with seat, expected 4 or more"),
        ({"contains": "zizz"}, "dice 1987 cannot show 'zizz'"),
        ({"contains": "qat"}, "no tiles of dice 1987 spell 'qat'"),
        ({"contains": "a" * 20}, "on 16 cells, expected at most 16"),
        ({"contains": "stare", "forbid": "rat"}, "a board with 'stare' has 'rat', which is forbidden"),
        ({"contains": "tea", "forbid": "aet ae"}, "a board with 'tea' has 'ae'"),
        ({"words": 12, "score": 1}, "no board with words=12, score=1 in 20 tries"),
        ({"contains": "abcdefghij klmno prstuv", "dice": "uniform"}, "no board with contains"),
    ],
)
def test_what_cannot_be_is_one_line(wished, expected):
    with pytest.raises(PuzzleError, match=expected) as error:
        generate(4, WORDS, seed=1, tries=20, **wished)
    assert "\n" not in str(error.value)


def test_the_same_alone_and_among_others():
    maker = Maker((4, 4), WORDS, dice_of("1987"), Rules(), Constraints(words="2..", contains="nine"))
    together = maker.make([5, 6, 7, 8])
    alone = [maker.make([seed])[0] for seed in (5, 6, 7, 8)]
    assert [made and (board_text(made.board), made[1:]) for made in alone] == [
        made and (board_text(made.board), made[1:]) for made in together
    ]
    assert any(together)
    with pytest.raises(KeyboardInterrupt):
        maker.make([5], stop=lambda: True)


def test_seeds():
    assert generate(3, WORDS, seed=np.int64(4)) == generate(3, WORDS, seed=4)
    assert any(generate(3, WORDS) != generate(3, WORDS) for _ in range(5))
