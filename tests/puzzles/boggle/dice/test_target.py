"""What dice are to do."""

import numpy as np
import pytest

from unriddle import PuzzleError
from unriddle.puzzles.boggle.dice.target import Target, target_of
from unriddle.puzzles.boggle.surveys.count import Tally
from unriddle.puzzles.boggle.surveys.survey import survey


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
