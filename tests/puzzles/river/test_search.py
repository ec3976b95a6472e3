import time

import pytest

from unriddle import Limits, Passenger, RiverPuzzle, Rule, Status
from unriddle.puzzles.river.search import estimates


def test_limits_are_exact():
    puzzle = RiverPuzzle.missionaries(3)
    whole = max(puzzle.solve().stats.nodes, len(puzzle.graph))
    for fresh in (False, True):
        for nodes in (0, 1, len(puzzle.graph) - 1):
            asked = RiverPuzzle.missionaries(3) if fresh else puzzle
            result = asked.solve(limits=Limits(nodes=nodes))
            assert (result.status, result.stats.nodes) == (Status.LIMIT, nodes)
        asked = RiverPuzzle.missionaries(3) if fresh else puzzle
        assert asked.solve(limits=Limits(nodes=whole)).length == 11
    count = RiverPuzzle.couples(4, 3).count(limits=Limits(nodes=1000))
    assert (count.status, count.stats.nodes, count.complete) == (Status.LIMIT, 1000, False)
    some = RiverPuzzle.couples(4, 3).count(limit=7)
    assert some == 7 and not some.complete


@pytest.mark.parametrize("method", [None, "bfs", "astar"])
def test_building_the_graph_is_within_the_limits(method):
    puzzle = RiverPuzzle.couples(12, 4)
    start = time.perf_counter()
    result = puzzle.solve(method=method, limits=Limits(seconds=0.2))
    assert (result.status, result.solution) == (Status.LIMIT, None)
    assert puzzle.solve(method=method, limits=Limits(memory=10_000_000)).status is Status.LIMIT
    assert puzzle.count(limits=Limits(seconds=0.1)).status is Status.LIMIT
    assert puzzle.count_best(limits=Limits(seconds=0.1)).status is Status.LIMIT
    listed = puzzle.solutions(limits=Limits(memory=10_000_000))
    assert list(listed) == [] and listed.status is Status.LIMIT and not listed.complete
    assert time.perf_counter() - start < 10


def test_memory_says_the_same_whether_the_graph_is_there_or_not():
    puzzle = RiverPuzzle.couples(3)
    need = puzzle.world.bytes_of(len(puzzle.graph.indices))
    for fresh in (False, True):
        for memory, status in ((need - 1, Status.LIMIT), (need, Status.SOLVED)):
            asked = RiverPuzzle.couples(3) if fresh else puzzle
            assert asked.solve(limits=Limits(memory=memory)).status is status


@pytest.mark.parametrize("method", [None, "dfs", "astar"])
def test_ctrl_c(method):
    def interrupt(_):
        raise KeyboardInterrupt

    result = RiverPuzzle.couples(3).solve(method=method, progress=interrupt)
    assert (result.status, result.interrupted, result.solution) == (Status.LIMIT, True, None)
    count = RiverPuzzle.couples(3).count_best(progress=interrupt)
    assert (count.status, count.interrupted) == (Status.LIMIT, True)
    with pytest.raises(KeyboardInterrupt):
        next(RiverPuzzle.couples(3).best_solutions(progress=interrupt))


def test_nothing_is_walked_where_the_goal_is_out_of_reach():
    puzzle = RiverPuzzle.missionaries(8, 3)
    assert puzzle.count() == 0 and puzzle.count().stats.nodes == 0
    assert list(puzzle.solutions()) == []


def test_bounds_of_all_states_at_once_are_those_of_each():
    puzzles = [
        RiverPuzzle.missionaries(3),
        RiverPuzzle.couples(2, 3),
        RiverPuzzle.bridge([1, 2, 5, 10]),
        RiverPuzzle([Passenger("a", 3, rows=True)], 1),
        RiverPuzzle(
            [Passenger("a", 2, rows=True, time=3), Passenger("b", 2)], 2, [Rule("together", "a", "b")]
        ),
    ]
    for puzzle in puzzles:
        bounds = estimates(puzzle, puzzle.graph)
        for code, bound in zip(puzzle.graph.states.tolist(), bounds.tolist(), strict=True):
            assert bound == puzzle._at(puzzle.world.standing_of(code)).heuristic()
