"""What there is on many boards: held to boards that are solved one by one."""

import numpy as np
import pytest

from unriddle import Boggle, Lexicon, PuzzleError, Scoring
from unriddle.puzzles.boggle.dice.dice import dice_of
from unriddle.puzzles.boggle.parse import LetterBoard
from unriddle.puzzles.boggle.rules import Rules
from unriddle.puzzles.boggle.surveys.count import Tallier

WORDS = Lexicon(["tea", "eat", "quit", "in", "one", "thin", "rates", "nth", "he", "quiet", "another"])


@pytest.mark.parametrize("dice", ["1987", "superbig", "uniform", "EAT EAT INQ RTS OAE"])
@pytest.mark.parametrize(
    "rules",
    [
        Rules(),
        Rules(min_length=2, wrap=True),
        Rules(scoring=Scoring((0, 1, 2), letter_values={"t": 5, "q": -3}), topology="hex"),
    ],
    ids=["usual", "torus", "letters"],
)
def test_as_boards_that_are_solved(dice, rules):
    kind = dice_of(dice)
    tiles = kind.rolls(60, 12, np.random.default_rng(1))
    tallier = Tallier((3, 4), kind.names, WORDS, rules)
    tally = tallier.tally(tiles)
    numbers, counts = tallier.numbers(tiles)
    tallier.end()
    ends = np.cumsum(counts)
    for k, row in enumerate(tiles):
        result = Boggle(LetterBoard(row.reshape(3, 4), kind.names), rules=rules).solve(WORDS)
        longest = max(map(len, result.words), default=0)
        assert (result.count, result.score, longest) == tuple(int(column[k]) for column in tally)
        assert numbers[ends[k] - counts[k] : ends[k]].tolist() == result.numbers.tolist()
    assert tally.words.any() and tallier.moves >= tallier.nodes > 0


def test_boards_that_are_too_rich_for_the_kernel():
    words = Lexicon(["a" * length for length in range(1, 17)])
    tallier = Tallier((4, 4), ("a", "b"), words, Rules(min_length=1))
    rich = np.zeros((3, 16), dtype=np.uint8)
    rich[1] = 1
    tally = tallier.tally(rich)
    assert tally.words.tolist() == [16, 0, 16] and tally.longest.tolist() == [16, 0, 16]
    assert tallier.numbers(rich[:2])[1].tolist() == [16, 0]


def test_it_stops():
    tallier = Tallier((4, 4), ("a", "e"), WORDS, Rules())
    with pytest.raises(KeyboardInterrupt):
        tallier.tally(np.zeros((3, 16), dtype=np.uint8), lambda: True)
    with pytest.raises(PuzzleError, match="multipliers"):
        Tallier((1, 2), ("a",), WORDS, Rules(scoring=Scoring(multipliers=["2W", ""])))
