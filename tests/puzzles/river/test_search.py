import random
import time

import pytest

from unriddle import Limits, Passenger, PuzzleError, RiverPuzzle, Rule, Status
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


def test_all_methods_agree_where_the_goal_breaks_a_rule():
    """Found by fuzzing: out of a goal that breaks a rule crossings lead, but none into it."""
    text = "boat 2 right; passenger m x5 rows; passenger c x6 rows; never more c than m; left 0 1"
    for method in (None, *RiverPuzzle.METHODS):
        assert RiverPuzzle.parse(text).solve(method=method).status is Status.NO_SOLUTION


def test_random_rules_have_the_same_fewest_crossings_from_one_end_and_from_both():
    chance = random.Random(4)
    lengths = []
    for _ in range(300):
        m, c = chance.randint(1, 4), chance.randint(1, 4)
        text = f"boat {chance.randint(1, 3)}; passenger m x{m} rows; passenger c x{c} rows; "
        text += f"never more c than m; left {chance.randint(0, m)} {chance.randint(0, c)}"
        try:
            puzzle = RiverPuzzle.parse(text)
        except PuzzleError:  # the rules forbid the start, or nobody is there to row
            continue
        one, both = (puzzle.solve(method=method) for method in ("bfs", "bidirectional"))
        assert one.status is both.status
        if one.solution is not None:
            assert len(one.solution) == len(both.solution) and puzzle.check(both.solution)
        lengths.append(len(one.solution or ()))
    assert 20 < sum(map(bool, lengths)) < len(lengths)
