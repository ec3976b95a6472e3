"""Dice to a target: met on rolls that the search has not seen, the same for the same seed."""

import _thread

import pytest

from unriddle import Boggle, Lexicon, Limits, PuzzleError, Status
from unriddle.puzzles.boggle.dice.optimize import design
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
