"""Surveys of rolls: held to boards that are solved one by one, and to odds that are known."""

import _thread

import numpy as np
import pytest

from unriddle import Boggle, Lexicon, Limits, PuzzleError, Status, boggle
from unriddle.puzzles.boggle.dice.dice import dice_of
from unriddle.puzzles.boggle.parse import LetterBoard
from unriddle.puzzles.boggle.rules import Rules
from unriddle.puzzles.boggle.surveys.survey import rolled, survey

WORDS = Lexicon(["tea", "eat", "ate", "seat", "rates", "nine", "tin", "nit", "quit", "in", "heat"])
FIGURES = ("words", "score", "longest", "word_counts", "sampled", "done")


def figures(found):
    return [getattr(found, name) for name in FIGURES]


@pytest.mark.parametrize("dice, shape", [("1987", None), ("superbig", (2, 3)), ("AB CD EF TX AE IQ", "2x3")])
@pytest.mark.parametrize("rules", [Rules(), Rules(min_length=2, wrap=True)], ids=["usual", "torus"])
def test_figures_are_those_of_the_boards(dice, shape, rules):
    found = survey(dice, WORDS, shape=shape, boards=300, seed=4, sample=300, rules=rules)
    kind, (rows, cols) = dice_of(dice), found.job.shape
    results = [
        Boggle(LetterBoard(tiles.reshape(rows, cols), kind.names), rules=rules).solve(WORDS)
        for tiles in rolled(kind, 4, 0, (300, rows * cols))
    ]
    for name, values in (
        ("words", [result.count for result in results]),
        ("score", [result.score for result in results]),
        ("longest", [max(map(len, result.words), default=0) for result in results]),
    ):
        distribution = getattr(found, name)
        counts = np.bincount(values, minlength=distribution.most + 1)
        assert distribution.counts.tolist() == counts[distribution.least :].tolist(), name
    words = [word for result in results for word in result.words]
    assert found.word_counts == {word: words.count(word) for word in set(words)}
    assert found.sampled == found.n == 300 and found.status is Status.SOLVED and found.complete


def test_odds_that_are_known():
    """Two dice, a row: `at` is there where one shows a and the other t, 2 of 9 times each way."""
    found = survey(["AXT", "TYA"], ["at", "ta"], shape="1x2", boards=20_000, seed=2, min_length=2)
    both = found.words.share(least=2)  # of two cells, either way round
    assert both.low < 2 / 9 < both.high and found.words.share(least=1).value == both.value
    assert found.dead.value == pytest.approx(1 - both.value)
    assert [word for word, _ in found.frequent()] == ["at", "ta"]


def test_the_same_for_any_threads_and_shards():
    whole = survey("1987", WORDS, boards=20_001, seed=3, sample=5000, threads=1)
    assert figures(survey("1987", WORDS, boards=20_001, seed=3, sample=5000, threads=3)) == figures(whole)
    parts = [survey("1987", WORDS, boards=20_001, seed=3, sample=5000, shard=(k, 3)) for k in (1, 2, 3)]
    assert not parts[0].complete and parts[0].status is Status.SOLVED
    merged = parts[2].merge(parts[0], parts[1])
    assert figures(merged) == figures(whole) and merged.complete and merged.status is Status.SOLVED
    assert figures(survey("1987", WORDS, boards=20_001, seed=4, sample=5000)) != figures(whole)
    assert whole.sampled == 8192  # whole blocks


def test_limits_and_ctrl_c_keep_whole_blocks():
    found = survey("1987", WORDS, boards=10**7, seed=1, limits=Limits(nodes=9000), threads=2)
    assert found.status is Status.LIMIT and found.n == found.stats.nodes == 8192 and not found.interrupted
    late = survey("1987", WORDS, boards=10**9, seed=1, limits=Limits(seconds=0.05), threads=2)
    assert late.status is Status.LIMIT and late.n % 4096 == 0 and late.n < 10**9
    pressed = []  # once: another one would end what keeps the blocks

    def press(_):
        if not pressed:
            pressed.append(True)
            _thread.interrupt_main()

    stopped = survey("1987", WORDS, boards=10**9, seed=1, threads=2, progress=press)
    assert stopped.interrupted and stopped.status is Status.LIMIT and stopped.n % 4096 == 0 and stopped.n > 0
    assert stopped.score.n == stopped.longest.n == stopped.n == 4096 * stopped.done.bit_count()
    none = survey("1987", WORDS, boards=10**5, seed=1, limits=Limits(nodes=10))
    assert none.n == 0 and "nan" in str(none) and none.frequent() == []


def test_progress_and_qu():
    told = []
    boggle.survey("uniform", WORDS, boards=10_000, seed=1, progress=told.append, threads=1)
    assert told == [4096, 8192, 10_000]
    with_qu = survey("uniform", ["quit"], boards=4096, seed=1, qu=True, shape="3x3")
    assert with_qu.job.rules.qu and with_qu.words.most <= 1


@pytest.mark.parametrize(
    "options, expected",
    [
        ({"dice": "moon"}, "no dice are called"),
        ({"dice": "AB CD"}, "2 dice make no square, expected shape"),
        ({"boards": 0}, "boards=0, expected a whole number from 1"),
        ({"sample": -1}, "sample=-1, expected a whole number from 0"),
        ({"shard": (3, 2)}, "shard 3/2, expected i/N"),
        ({"shard": "1/2"}, "pair of whole numbers"),
        ({"seed": -1}, "seed"),
        ({"limits": 5}, "limits=5"),
        ({"threads": -1}, "threads"),
        ({"scoring": {"multipliers": ["2W"] * 16}}, "multipliers of cells"),
    ],
)
def test_what_is_wrong(options, expected):
    with pytest.raises(PuzzleError, match=expected):
        survey(options.pop("dice", "1987"), WORDS, **{"boards": 10, **options})
