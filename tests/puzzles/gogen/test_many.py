"""Many Gogens at once."""

import numpy as np
import pytest

from unriddle import Gogen, Limits, PuzzleError, Status
from unriddle.puzzles.gogen import many as gogen

HARD = Gogen(["....."] * 5, ["ABCDEFGHIJKLM", "NOPQRSTUVWXY"])
EASY = Gogen.parse("AB/C.: ADC")


def test_hard_ones_go_on_alone():
    full = gogen.solve_many([HARD], limit=3000, threads=1)
    assert full.nodes[0] > gogen.BRIEF and full.counts.tolist() == [3000]
    assert HARD.solve(limit=3000).stats.nodes == full.nodes[0]
    limits = Limits(nodes=int(full.nodes[0]) - 1)
    short = gogen.solve_many([HARD], limit=3000, threads=1, limits=limits)
    assert short[0].status is Status.LIMIT and short.nodes[0] == full.nodes[0] - 1
    assert gogen.solve_many([EASY] * 3, threads=2).counts.tolist() == [1] * 3


@pytest.mark.parametrize("limits", [Limits(nodes=0), Limits(seconds=0), Limits(nodes=3)])
def test_limits_of_each_puzzle(limits):
    many = gogen.solve_many([HARD] * 3, limits=limits, limit=10**6)
    assert [result.status for result in many] == [Status.LIMIT] * 3
    assert not any(result.complete for result in many)
    timed = gogen.solve_many([EASY], limits=Limits(seconds=60))
    assert timed[0].status is Status.UNIQUE and timed[0].complete


def test_items_are_those_of_solve():
    puzzles = [
        Gogen.parse(text) for text in ("A./..: AB", "AB/..: ABA", "AB/..: AAB", "AB/C.: 0", "AB/CD: 0")
    ]
    for limit in (1, 2, 5, None):
        many = Gogen.solve_many(puzzles, limit=limit, threads=2)
        for puzzle, result in zip(puzzles, many, strict=True):
            one = puzzle.solve(limit=limit)
            assert (result.count, result.solution, result.grid) == (one.count, one.solution, one.grid)
            assert result.reason == one.reason and result.puzzle == puzzle
            assert limit == 1 or result.status is one.status
        assert (
            many.columns()["solution"][1] == "" and many.columns()["count"].tolist() == many.counts.tolist()
        )
    assert Gogen.solve_many([Gogen(["." * 5] * 5, [])], limit=None).counts.tolist() == [1 << 62]


def test_progress_counts_the_puzzles():
    told = []
    gogen.solve_many([EASY] * 300, threads=2, progress=told.append)
    assert told[-1] == 300 and sorted(told) == told


def test_puzzles_of_one_size():
    assert len(gogen.solve_many([])) == 0 and gogen.solve_many([]).solutions.shape == (0, 0)
    for other, expected in ((HARD, "2 × 2 cells as before: one size a call"), (None, "Gogen")):
        with pytest.raises(PuzzleError, match=rf"^puzzles\[1\]: .*, expected {expected}"):
            gogen.solve_many([EASY, other])
    assert gogen.solve_many(iter([EASY])).solutions.dtype == np.int8
