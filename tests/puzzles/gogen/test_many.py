"""Many puzzles: the kernel's numbers, arrays, batch records."""

import numpy as np
import pytest

from unriddle import Gogen, Limits, PuzzleError, Status
from unriddle.puzzles.framework.batch_records import TextRecords
from unriddle.puzzles.gogen import puzzle as gogen
from unriddle.puzzles.gogen.many import BRIEF, coded, trace
from unriddle.puzzles.gogen.records import GogenRecords


def test_arrays_are_read_only_and_symmetric():
    givens, links = coded("B..A", ["ABD", "DA"], "ABCD")
    assert givens.tolist() == [3, 0, -1, -1]
    assert [[int(links[a]) >> b & 1 for b in range(4)] for a in range(4)] == [
        [int(int(links[b]) >> a & 1) for b in range(4)] for a in range(4)
    ]
    with pytest.raises(ValueError, match="read-only"):
        links[0] = 1
    assert coded("....", ["AAB"], "ABCD")[1].tolist() == [2, 1, 0, 0]


def test_the_states_on_the_way():
    puzzle = Gogen.parse("A.../..../..../....", ["ABCDEFGHIJKLMNOP"])
    result = puzzle.solve(limit=1)
    states = trace((4, 4), puzzle.arrays(), puzzle.alphabet, list(result.choices))
    assert len(states) == len(result.choices) + 1 and states[-1] == "".join(result.solution)
    filled = [sum(ch != "." for ch in state) for state in states]
    assert filled == sorted(filled)


HARD = Gogen(["....."] * 5, ["ABCDEFGHIJKLM", "NOPQRSTUVWXY"])
EASY = Gogen.parse("AB/C.: ADC")


def test_hard_ones_go_on_alone():
    full = gogen.solve_many([HARD], limit=3000, threads=1)
    assert full.nodes[0] > BRIEF and full.counts.tolist() == [3000]
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


def answers(text, **options):
    data = np.frombuffer(text.encode(), np.uint8)
    return GogenRecords("solutions", options).answer(TextRecords(data, np.array([0]), np.array([len(data)])))


def test_a_record_and_its_options():
    assert answers("AB/C.: ADC").columns[1] == ["AB/CD"]
    assert answers("AB/..: ABA").columns[0] == ["NO_SOLUTION"]
    assert answers("AB/..: ABA", revisit=True).columns[0] == ["MULTIPLE"]
    assert answers("nonsense").rejected[0][1].endswith("no words; put them after an empty line or a colon")
    assert answers(".....", **{"max-nodes": 3}).kept.tolist() == []
    with pytest.raises(PuzzleError, match="expected a whole number from 0 up"):
        GogenRecords("solutions", {"max-nodes": -1})
