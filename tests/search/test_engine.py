"""The compiled engine run within limits."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from unriddle import Limits, PuzzleError, Status
from unriddle.core.search import engine
from unriddle.search.engine import MEMORY, METHODS, memory_of, run_engine, search_states, whole_costs

N = 50


def search(goal=True, method=engine.BFS, **options):
    """From 0 along a line to its end, which may be no goal."""
    starts = np.minimum(np.arange(N + 1), N - 1).astype(np.int32)
    goals = np.zeros(N, dtype=np.uint8)
    goals[-1] = goal
    rules = engine.Graph(starts, np.arange(1, N, dtype=np.int32), goals)
    return engine.Search(rules, np.zeros(1, dtype=np.uint64), method, **options)


def test_a_path_and_its_statistics():
    line = search()
    status, stats, interrupted = run_engine(line)
    assert (status, interrupted) == (Status.SOLVED, False)
    assert line.path()[:, 0].tolist() == list(range(N))
    assert (stats.path_length, stats.depth, stats.nodes) == (N - 1, line.depth, line.nodes)
    assert stats.generated == line.generated >= N - 1 and stats.seconds > 0


def test_no_way_a_limit_and_no_memory():
    assert run_engine(search(goal=False))[0] is Status.NO_SOLUTION
    status, stats, interrupted = run_engine(search(), limits=Limits(nodes=7))
    assert (status, stats.nodes, stats.path_length, interrupted) == (Status.LIMIT, 7, 0, False)
    assert run_engine(search(), limits=Limits(seconds=0))[0] is Status.LIMIT
    assert run_engine(search(most_bytes=0))[0] is Status.LIMIT


@pytest.mark.parametrize("goal", [True, False])
def test_ctrl_c_is_no_answer_whatever_was_found_by_then(goal):
    def interrupt(nodes):
        raise KeyboardInterrupt

    status, _, interrupted = run_engine(search(goal), progress=interrupt)
    assert (status, interrupted) == (Status.LIMIT, True)


def line(n=N):
    """A path graph, both ways along it; the last vertex is the goal."""
    ends = [[v for v in (here - 1, here + 1) if 0 <= v < n] for here in range(n)]
    starts = np.cumsum([0, *map(len, ends)]).astype(np.int32)
    goals = (np.arange(n) == n - 1).astype(np.uint8)
    return engine.Graph(starts, np.array([v for row in ends for v in row], dtype=np.int32), goals)


def searched(method, start=0, goals=(N - 1,), **options):
    return search_states(line(), np.array([start], dtype=np.uint64), method, goals=list(goals), **options)


@pytest.mark.parametrize("method", METHODS)
def test_every_method_finds_the_one_way(method):
    found = searched(method)
    assert found.status is Status.SOLVED and not found.interrupted
    assert found.states.tolist() == [[vertex] for vertex in range(N)]
    assert found.stats.path_length == N - 1 and found.stats.nodes >= 1
    assert searched(method, start=N - 1).states.tolist() == [[N - 1]]


@pytest.mark.parametrize("method", METHODS)
def test_a_limit_leaves_no_path(method):
    found = searched(method, limits=Limits(nodes=3))
    assert (found.status, found.stats.nodes, len(found.states)) == (Status.LIMIT, 3, 0)
    with_no_memory = searched(method, limits=Limits(memory=0))
    assert with_no_memory.status in (Status.LIMIT, Status.SOLVED)
    assert (with_no_memory.status is Status.LIMIT) == (not len(with_no_memory.states))


def test_ctrl_c_is_told_from_a_limit():
    def interrupt(_):
        raise KeyboardInterrupt

    found = searched("bfs", progress=interrupt)
    assert found.interrupted and found.status is Status.LIMIT


def test_from_both_sides_any_goal_will_do():
    assert len(searched("bidirectional", start=10, goals=(0, 12)).states) == 3


@pytest.mark.parametrize("method", ["best", "", None, 1])
def test_an_unknown_method(method):
    if method is None:
        return
    with pytest.raises(PuzzleError) as error:
        searched(method)
    assert str(error.value) == f"method={method!r}, expected one of {', '.join(METHODS)}"


def test_memory_is_that_of_the_limits_or_the_usual():
    assert memory_of(None) == memory_of(Limits(nodes=1)) == MEMORY
    assert memory_of(None, 5) == 5 and memory_of(Limits(memory=0), 5) == 0


@given(st.lists(st.integers(0, 1000), max_size=20))
def test_whole_costs_stay_what_they_are(costs):
    ends = np.arange(len(costs), dtype=np.int32)
    found = whole_costs("times", np.array(costs, dtype=np.float64), ends, len(costs))
    assert found.tolist() == costs and found.dtype == np.int32


def test_costs_that_the_engine_cannot_hold():
    ends = np.array([1, 1, 0], dtype=np.int32)
    assert whole_costs("times", None, ends, 2) is None
    for costs, message in (
        ([1.0, 2.5, 0.0], "times with fractions, expected whole numbers where a method is named"),
        ([1.0, float("nan"), 0.0], "times with fractions, expected whole numbers where a method is named"),
        (
            [1.0, 2.0**29, 2.0**29],
            "times of 1.07374e+09 in all, expected less than 2**30 where a method is named",
        ),
        ([1.0, float("inf"), 0.0], "times of inf in all, expected less than 2**30 where a method is named"),
    ):
        with pytest.raises(PuzzleError) as error:
            whole_costs("times", np.array(costs), ends, 2)
        assert str(error.value) == message
    # A path enters each vertex at most once: of the arcs into one, the dearest counts.
    assert whole_costs("times", np.array([2.0**29, 2.0**29, 1.0]), ends, 2) is not None
