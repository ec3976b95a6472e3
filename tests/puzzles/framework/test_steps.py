"""Steps of reasoning, and how hard they are."""

import dataclasses
import itertools

import pytest

from unriddle.puzzles.framework.steps import Difficulty, Rating, Step, rate

LEVELS = {
    "single": Difficulty.EASY,
    "pair": Difficulty.MEDIUM,
    "chain": Difficulty.HARD,
    "guess": Difficulty.EXPERT,
}


def steps(*kinds):
    return [Step(kind=kind, text="…") for kind in kinds]


def test_a_step_is_a_line():
    step = Step(kind="single", text="5 fits nowhere else", cell=(0, 2), value=5)
    assert str(step) == "single: 5 fits nowhere else"
    assert (step.removed, step.cells) == ((), ())
    assert step == Step(kind="single", text="5 fits nowhere else", cell=(0, 2), value=5)
    assert len({step, dataclasses.replace(step, value=6)}) == 2
    with pytest.raises(dataclasses.FrozenInstanceError):
        step.value = 4


def test_levels_rise_in_the_order_of_their_names():
    assert list(Difficulty) == ["easy", "medium", "hard", "expert"]
    assert f"{Difficulty.HARD}" == "hard"


@pytest.mark.parametrize("length", [1, 2, 3])
def test_the_hardest_step_counts_wherever_it_stands(length):
    order = list(LEVELS)
    for kinds in itertools.product(LEVELS, repeat=length):
        assert rate(iter(steps(*kinds)), LEVELS).difficulty is LEVELS[max(kinds, key=order.index)]


def test_nothing_to_do_is_easy_and_an_unknown_technique_no_level():
    assert rate([], LEVELS).difficulty is Difficulty.EASY
    with pytest.raises(KeyError, match="swordfish"):
        rate(steps("single", "swordfish"), LEVELS)


def test_a_rating_is_the_hardest_step_and_the_sum_of_all():
    assert rate(steps("single", "chain", "pair", "single"), LEVELS) == Rating(
        difficulty=Difficulty.HARD, hardest="chain", score=1 + 3 + 2 + 1
    )
    assert rate([], LEVELS) == Rating(difficulty=Difficulty.EASY, hardest="", score=0)


def test_of_kinds_of_one_grade_the_later_one_is_the_hardest():
    levels = {"naked single": Difficulty.EASY, "hidden single": Difficulty.EASY}
    assert rate(steps("hidden single", "naked single"), levels).hardest == "hidden single"
