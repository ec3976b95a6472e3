"""The run of a search that fills cells, and the general solvers beside it."""

import time

import pytest

from unriddle import Gogen, Limits, PuzzleError, Status, SudokuPuzzle
from unriddle.puzzles.common.assigning import ALL, METHODS, Assigned, by_steps, search_limit


class Finding:
    """A search that visits a node a solution, and ends after `most`."""

    guesses, propagations = 3, 5

    def __init__(self, most):
        self.most, self.count = most, 0

    @property
    def nodes(self):
        return self.count

    @property
    def exhausted(self):
        return self.count == self.most

    def run(self, budget):
        self.count = min(self.most, self.count + budget)
        return not self.exhausted


class Measured:
    """As much of a puzzle as a run of its search needs."""

    _run = Assigned._run

    def _measures(self, search, found):
        return {"path_length": 7 if found else 0, "generated": 11}


def run(search, limit=None, limits=None, *, times=1, progress=None):
    return Measured()._run((search, times), limit, limits, progress, time.perf_counter())


@pytest.mark.parametrize(
    ("most", "limit", "status", "count", "complete"),
    [
        (0, None, Status.NO_SOLUTION, 0, True),
        (1, None, Status.UNIQUE, 1, True),
        (1, 2, Status.UNIQUE, 1, True),
        (2, 2, Status.MULTIPLE, 2, True),
        (9, None, Status.MULTIPLE, 9, True),
        (9, 2, Status.MULTIPLE, 2, False),  # more than asked for: not all of them are told
    ],
)
def test_how_a_run_ends(most, limit, status, count, complete):
    found = run(Finding(most), limit)
    stats = found.pop("stats")
    assert found == {"status": status, "count": count, "complete": complete, "interrupted": False}
    assert (stats.guesses, stats.propagations, stats.generated) == (3, 5, 11)
    assert (stats.nodes, stats.path_length) == (most, 7 if most else 0)


def test_where_it_is_known_that_there_is_none():
    found = Measured()._run(None, 5, Limits(nodes=0), None, time.perf_counter())
    assert (found["status"], found["count"], found["complete"]) == (Status.NO_SOLUTION, 0, True)


def test_a_solution_that_stands_for_several():
    found = run(Finding(1), 10, times=4)
    assert (found["count"], found["complete"], found["status"]) == (4, True, Status.MULTIPLE)
    fewer = run(Finding(1), 3, times=4)
    assert (fewer["count"], fewer["complete"]) == (3, False)


@pytest.mark.parametrize(
    ("limit", "times", "asked"), [(None, 7, ALL), (1, 1, 1), (5, 2, 3), (1 << 70, 1, ALL)]
)
def test_how_many_a_search_is_to_find(limit, times, asked):
    assert search_limit(limit, times) == asked


def test_a_limit_keeps_what_was_found():
    found = run(Finding(9), None, Limits(nodes=4))
    assert (found["status"], found["count"], found["complete"]) == (Status.LIMIT, 4, False)
    assert found["stats"].nodes == 4

    def interrupt(_):
        raise KeyboardInterrupt

    stopped = run(Finding(1 << 50), progress=interrupt)
    assert stopped["interrupted"] and stopped["status"] is Status.LIMIT


PUZZLES = [
    Gogen.parse("AB/C.: ADC"),
    Gogen(["A.B"], ["AB"], alphabet="ABC"),
    SudokuPuzzle.parse("1234............"),
    SudokuPuzzle.from_array([[1, 2, 3, 0], [0, 0, 0, 4], [0] * 4, [0] * 4]),
]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("puzzle", PUZZLES, ids=str)
def test_the_general_solvers_agree_with_the_kernel(puzzle, method):
    steps, kernel = puzzle.solve(method=method), puzzle.solve(limit=1)
    assert (steps.status is Status.NO_SOLUTION) == (kernel.status is Status.NO_SOLUTION)
    assert steps.stats.nodes >= 1 or kernel.status is Status.NO_SOLUTION
    for result in (steps, kernel):
        assert result.count == (result.solution is not None)
        assert result.solution is None or puzzle.check(result.solution)
    if puzzle.count() == 1:
        assert steps.solution == kernel.solution
    with pytest.raises(PuzzleError, match="method='magic', expected one of dfs, bfs"):
        puzzle.solve(method="magic")
    with pytest.raises(PuzzleError, match="expected a whole number from 1 up or None"):
        puzzle.solve(limit=0)
    assert puzzle.solve(method=method, limits=Limits(nodes=0)).status is Status.LIMIT


@pytest.mark.parametrize("method", METHODS)
def test_by_steps_ends_at_the_first_solution(method):
    for puzzle, limits, status in (
        (PUZZLES[0], None, Status.SOLVED),
        (PUZZLES[3], None, Status.NO_SOLUTION),
        (PUZZLES[2], Limits(nodes=1), Status.LIMIT),
    ):
        found, last = by_steps(puzzle, method, limits)
        assert (found["status"], found["complete"]) == (status, status is Status.NO_SOLUTION)
        assert found["count"] == (status is Status.SOLVED)
        assert last is None if status is not Status.SOLVED else last.is_solved()
