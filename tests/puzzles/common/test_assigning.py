"""The run of a search that fills cells, and the general solvers beside it."""

import time

import pytest
from unriddle import Gogen, Limits, PuzzleError, Status, SudokuPuzzle
from unriddle.puzzles.common.assigning import METHODS, by_steps, run_search


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


def run(search, limit=None, limits=None, **options):
    options = {"length": lambda: 7, "start": time.perf_counter()} | options
    return run_search(search, limit, limits, options.pop("progress", None), **options)


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
    assert (found.status, found.count, found.complete, found.interrupted) == (status, count, complete, False)
    assert (found.stats.guesses, found.stats.propagations) == (3, 5)
    assert found.stats.path_length == (7 if most else 0)
    assert found.common == {"status": status, "stats": found.stats, "interrupted": False}


def test_a_solution_that_stands_for_several():
    found = run(Finding(1), 10, times=4)
    assert (found.count, found.complete, found.status) == (4, True, Status.MULTIPLE)
    assert run(Finding(1), 3, times=4).count == 3 and not run(Finding(1), 3, times=4).complete


def test_a_limit_keeps_what_was_found_and_further_statistics():
    found = run(Finding(9), None, Limits(nodes=4), generated=lambda: 11)
    assert (found.status, found.count, found.complete) == (Status.LIMIT, 4, False)
    assert (found.stats.nodes, found.stats.generated) == (4, 11)

    def interrupt(_):
        raise KeyboardInterrupt

    stopped = run(Finding(1 << 50), progress=interrupt)
    assert stopped.interrupted and stopped.status is Status.LIMIT


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
    found, last = by_steps(PUZZLES[0], method, None)
    assert (found.status, found.count, found.complete) == (Status.SOLVED, 1, False) and last.is_solved()
    found, last = by_steps(PUZZLES[3], method, None)
    assert (found.status, found.count, found.complete, last) == (Status.NO_SOLUTION, 0, True, None)
    found, last = by_steps(PUZZLES[2], method, Limits(nodes=1))
    assert (found.status, found.count, found.complete, last) == (Status.LIMIT, 0, False, None)
