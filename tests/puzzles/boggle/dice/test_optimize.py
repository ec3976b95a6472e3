"""Dice that meet a target."""

import _thread

import numpy as np
import pytest

from unriddle import Boggle, Lexicon, Limits, PuzzleError, Status
from unriddle.puzzles.boggle.dice.optimize import Target, design, target_of
from unriddle.puzzles.boggle.surveys.count import Tally
from unriddle.puzzles.boggle.surveys.survey import survey

WORDS = Lexicon(["tea", "eat", "ate", "seat", "east", "sat", "set", "rat", "tar", "art", "ear", "era", "are"])


def test_a_target_is_met_on_other_rolls():
    found = design(WORDS, cells=9, target={"words": 4, "dead": 0.1}, seed=1)
    assert found.status is Status.SOLVED and found.changes > 0
    again = survey(str(found), WORDS, boards=100_000, seed=77)
    assert abs(again.words.quantile(0.5).value - 4) <= 0.5 and again.dead.value < 0.102
    assert found.judged.n == 262_144 and found.judged.job.shape == (3, 3)
    assert len(found.dice.tiles) == 9 and all(len(die) == 6 for die in found.dice.tiles)
    assert Boggle.random(3, dice=found.dice, seed=1) == Boggle.random(3, dice=str(found), seed=1)
    assert found._repr_svg_().startswith("<svg") and "Design SOLVED" in repr(found)


def test_the_same_seed_gives_the_same_dice():
    first, again, other = (
        str(design(WORDS, target={"words": 2}, tries=30, seed=seed, threads=1 + seed)) for seed in (1, 1, 2)
    )
    assert first == again != other


def test_dice_that_meet_it_already_stay():
    start = ["TTTTTT", "EEEEEE", "AAAAAA", "XXXXXX"]
    found = design(WORDS, cells=4, target={"words": 3}, start=start, seed=1)
    assert found.changes == found.stats.generated == 0 and str(found) == " ".join(start) == str(found.start)


def test_limits_and_ctrl_c_keep_the_nearest_so_far():
    few = design(WORDS, target={"words": 20}, seed=1, limits=Limits(nodes=5000))
    assert (
        few.status is Status.LIMIT and few.stats.nodes <= 5000 and few.judged.n == 0 and not few.interrupted
    )
    late = design(WORDS, target={"words": 20}, seed=1, limits=Limits(seconds=0.05))
    assert late.status is Status.LIMIT
    given_up = design(WORDS, target={"longest": 15}, tries=5, seed=1)
    assert given_up.status is Status.LIMIT and given_up.stats.generated == 5 and given_up.judged.complete
    pressed = []

    def press(_):
        if not pressed:
            pressed.append(True)
            _thread.interrupt_main()

    stopped = design(WORDS, target={"longest": 15}, seed=1, progress=press)
    assert stopped.interrupted and stopped.status is Status.LIMIT and len(stopped.dice.tiles) == 16


@pytest.mark.parametrize(
    "options, expected",
    [
        ({}, "no target"),
        ({"target": 5}, "expected Target"),
        ({"target": {"words": 5}, "cells": 15}, "cells=15, expected a square"),
        ({"target": {"words": 5}, "cells": "x"}, "expected rows and columns"),
        ({"target": {"words": 5}, "start": "AB CD"}, "2 dice to begin with for 16 cells"),
        ({"target": {"words": 5}, "start": "uniform"}, "0 dice to begin with"),
        ({"target": {"words": 5}, "tries": -1}, "tries=-1"),
        ({"target": {"words": 5}, "seed": "x"}, "seed"),
        ({"target": {"words": 5}, "limits": 3}, "limits=3"),
        ({"target": {"words": 5}, "threads": -1}, "threads"),
    ],
)
def test_what_is_wrong(options, expected):
    with pytest.raises(PuzzleError, match=expected):
        design(WORDS, **options)


def tally(words):
    array = np.array(words, dtype=np.int64)
    return Tally(array, 2 * array, array // 10)


def test_how_far_rolls_are_from_a_target():
    target = Target(words=100)
    near, far = (target.loss(tally(np.full(1000, value))) for value in (100, 150))
    assert near == (0.0, True) and far[0] > 0.3 and not far[1]
    assert Target(score=200, longest=10).loss(tally(np.full(100, 100))) == (0.0, True)
    dead = Target(dead=0.1, few=5)
    assert dead.loss(tally([9] * 100)) == (0.0, True)
    losses = [dead.loss(tally([4] * hits + [9] * (100 - hits))) for hits in (2, 15, 60)]
    assert losses[0][1] and not losses[1][1] and losses[0][0] < losses[1][0] < losses[2][0]


def test_a_median_of_nothing_has_a_way_up():
    target = Target(words=3)
    assert target.loss(tally([0] * 90 + [3] * 10))[0] > target.loss(tally([0] * 80 + [3] * 20))[0]


def test_what_meets_a_target():
    judged = survey("1987", ["tea", "eat"], boards=5000, seed=1)
    assert judged.words.quantile(0.5).value == 0
    share = judged.dead.value
    assert Target(words=0.4, dead=share).met(judged)
    assert not Target(words=1).met(judged) and not Target(dead=share - 0.001).met(judged)


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"words": -1},
        {"dead": 1.1},
        {"words": "x"},
        {"words": True},
        {"words": 1, "few": 0},
        {"words": float("nan")},
    ],
)
def test_what_is_no_target(wrong):
    with pytest.raises(PuzzleError, match="target"):
        Target(**wrong)


def test_targets_by_name():
    assert target_of({"words": 9, "few": 3}) == Target(words=9, few=3) == target_of(Target(words=9, few=3))
    assert str(Target(words=9, dead=0.5, few=3)) == "words=9, dead=0.5, few=3"
    for wrong in (5, {"moon": 1}, "words"):
        with pytest.raises(PuzzleError, match="expected Target"):
            target_of(wrong)
