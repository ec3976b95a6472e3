"""Surveys of rolls: held to boards that are solved one by one, to known odds, and as values."""

import _thread
import json

import numpy as np
import pytest

from unriddle import Boggle, Lexicon, Limits, PuzzleError, Scoring, Status, boggle
from unriddle.puzzles.boggle.dice.dice import dice_of
from unriddle.puzzles.boggle.parse import LetterBoard
from unriddle.puzzles.boggle.rules import Rules
from unriddle.puzzles.boggle.surveys.count import Tallier, ranked
from unriddle.puzzles.boggle.surveys.result import Survey
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
        ({"dice": "AB CD"}, "2 dice do not fill a square board; pass shape='1x2' or '2x1'"),
        ({"boards": 0}, "boards=0, expected a whole number from 1"),
        ({"sample": -1}, "sample=-1, expected a whole number from 0"),
        ({"shard": (3, 2)}, "shard 3/2, expected i/N"),
        ({"shard": "1/2"}, "pair of whole numbers"),
        ({"seed": -1}, "seed"),
        ({"limits": 5}, "limits=5"),
        ({"threads": -1}, "threads"),
        ({"scoring": {"multipliers": ["2W"] * 16}}, "no multipliers"),
    ],
)
def test_what_is_wrong(options, expected):
    with pytest.raises(PuzzleError, match=expected):
        survey(options.pop("dice", "1987"), WORDS, **{"boards": 10, **options})


TALLIED = Lexicon(["tea", "eat", "quit", "in", "one", "thin", "rates", "nth", "he", "quiet", "another"])


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
    tallier = Tallier((3, 4), kind.names, TALLIED, rules)
    tally = tallier.tally(tiles)
    numbers, counts = tallier.numbers(tiles)
    ends = np.cumsum(counts)
    for k, row in enumerate(tiles):
        result = Boggle(LetterBoard(row.reshape(3, 4), kind.names), rules=rules).solve(TALLIED)
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
    tallier = Tallier((4, 4), ("a", "e"), TALLIED, Rules())
    with pytest.raises(KeyboardInterrupt):
        tallier.tally(np.zeros((3, 16), dtype=np.uint8), lambda: True)
    with pytest.raises(PuzzleError, match="multipliers"):
        Tallier((1, 2), ("a",), TALLIED, Rules(scoring=Scoring(multipliers=["2W", ""])))


FEW = ["tea", "eat", "rates"]


def made(seed=1, **options):
    return survey("1987", FEW, boards=9000, seed=seed, **options)


def test_json_and_back():
    for found in (
        made(scoring=Scoring({3: 2}, letter_values={"t": 3}), qu=True),
        survey([["an", "t"], ["e", "a"], ["q", ""], ["s", "i"]], FEW, boards=100, seed=1),
        made(shard=(2, 3)),
    ):
        again = Survey.from_dict(json.loads(json.dumps(found.to_dict())))
        assert again.to_dict() == found.to_dict() and again.job == found.job
        assert (again.words, again.word_counts) == (found.words, found.word_counts)


def test_parts_of_other_surveys_are_refused():
    part = made(shard=(1, 2))
    for other, expected in (
        (made(seed=2, shard=(2, 2)), "seed 2, not 1"),
        (made(min_length=2, shard=(2, 2)), "rules"),
        (survey("1976", FEW, boards=9000, seed=1), "dice 1976, not 1987"),
        (survey("1987", ["tea"], boards=9000, seed=1), "the list of words"),
        (part, "boards in common"),
        (5, "expected a Survey"),
    ):
        with pytest.raises(PuzzleError, match=expected):
            part.merge(other)
    assert part.merge() is part


def test_what_is_no_survey():
    right = made().to_dict()
    for wrong in (
        None,
        [],
        {},
        {**right, "survey": 2},
        {**right, "boards": 5},
        {**right, "done": "x"},
        {**right, "done": "1"},
        {**right, "sampled": 1},
        {**right, "dice": "moon"},
        {**right, "words": {"first": 0, "counts": [1]}},
        {**right, "word_counts": [1]},
        {**right, "seed": -1},
        {**right, "rules": {"moon": 1}},
    ):
        with pytest.raises(PuzzleError, match="expected what to_dict of a survey returned"):
            Survey.from_dict(wrong)


def test_words_by_frequency():
    found = made()
    words = found.frequent(2)
    assert [word for word, _ in words] == list(found.word_counts)[:2]
    assert words[0][1].value == max(found.word_counts.values()) / found.sampled
    for wrong in (-1, "x", 1.5):
        with pytest.raises(PuzzleError, match="most="):
            found.frequent(wrong)
    assert repr(found).startswith("<Survey SOLVED: 9,000 boards")


def test_words_are_ranked_by_count_and_then_by_letters():
    counts = {"tea": 3, "tee": 5, "eta": 1, "ate": 3}
    assert list(ranked(counts).items()) == [("tee", 5), ("ate", 3), ("tea", 3), ("eta", 1)]
