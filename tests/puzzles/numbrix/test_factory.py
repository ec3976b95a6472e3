"""Numbrix and Hidato by the million: one solution each, and what counts as the same board."""

import numpy as np
import pytest

from reference.assign.numbrix import PathSearch as Twin
from unriddle import Hidato, Numbrix, PuzzleError
from unriddle.puzzles.framework.generator import derived
from unriddle.puzzles.numbrix.factory import HidatoFactory, NumbrixFactory

SEEDS = [derived(0, number) for number in range(1, 7)]


@pytest.mark.parametrize("kind, factory", [(Numbrix, NumbrixFactory), (Hidato, HidatoFactory)])
def test_one_solution_by_the_plain_search(kind, factory):
    for made in factory("puzzles", {"shape": "3x4"}).many(SEEDS):
        puzzle = kind.parse(made.text, **made.rules)
        grid = np.array([[cell or 0 for cell in row] for row in puzzle.grid], dtype=np.int32)
        search = Twin(puzzle.table(), grid.ravel(), 3)
        while search.run(1 << 12):
            pass
        assert search.count == 1 and puzzle.check(kind.parse(made.solution).grid)


def form(text, **rules):
    factory = NumbrixFactory("puzzles", rules)
    return factory.form(Numbrix.parse(text, **rules), None)


def test_turns_mirrors_and_counting_backwards():
    one = form("1 . ./. . ./. 8 9")
    assert one == form(". . 1/. . ./9 8 .") == form("1 . ./. . 8/. . 9") == form("9 . ./. . ./. 2 1")
    assert one != form("1 . ./. . ./8 . 9") and one != form("1 . ./. . ./. . 9")
    assert form("1 . ./. . .") == form("1 ./. ./. .") != form(". 1 ./. . .")


def test_a_torus_may_be_shifted():
    assert form("1 . ./. 5 ./. . .", wrap=True) == form(". . ./. 1 ./. . 5", wrap=True)
    assert form("1 . ./. 5 ./. . .") != form(". . ./. 1 ./. . 5")


def test_wishes():
    made = NumbrixFactory("puzzles", {"shape": "5x5", "clues": "12", "ends": True}).many(SEEDS)
    there = [one for one in made if one is not None]
    assert there and all(one.measures[0] == 12 for one in there)
    assert all({"1", "25"} <= set(one.text.replace("/", " ").split()) for one in there)


@pytest.mark.parametrize(
    "options, said",
    [
        ({"shape": "0x3"}, "shape"),
        ({"shape": "60x3"}, "at most 50"),
        ({"clues": "1", "ends": True}, "--clues"),
    ],
)
def test_wrong_options(options, said):
    with pytest.raises(PuzzleError, match=said):
        NumbrixFactory("puzzles", options)
