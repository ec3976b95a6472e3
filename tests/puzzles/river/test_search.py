"""The state graph of river crossings, and the searches in it."""

import random
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference.search.river import state_graph
from unriddle import Boat, Limits, Passenger, PuzzleError, RiverPuzzle, Rule, Status
from unriddle.puzzles.river.graph import LEAST_BANKS, StateGraphBuilder, World
from unriddle.puzzles.river.search import estimates


@given(
    st.lists(st.tuples(st.integers(1, 3), st.booleans()), min_size=1, max_size=6).filter(
        lambda kinds: any(rows for _, rows in kinds)
    ),
    st.integers(1, 7),
)
def test_loads(kinds, capacity):
    people = [Passenger(f"p{k}", count, rows=rows) for k, (count, rows) in enumerate(kinds)]
    world = World(people, [Boat(capacity)], ())
    rowers = [p.rows for p in people]
    loads = list(map(tuple, world.loads.tolist()))
    assert len(set(loads)) == len(loads) == world._n_loads(world.kinds[0])
    assert sorted(loads, key=lambda load: (sum(load), [-n for n in load])) == loads
    for load in loads:
        assert 1 <= sum(load) <= capacity
        assert any(n and p.rows for n, p in zip(load, people, strict=True))
    places = min(capacity, sum(world.counts))
    assert np.array_equal(world._fillings(places, rowers), world._small_fillings(places, rowers))


def test_the_graph_is_that_of_the_twin():
    for puzzle in (RiverPuzzle.couples(3), RiverPuzzle.missionaries(3), RiverPuzzle.random(seed=1)):
        world = puzzle.world
        twin = state_graph(puzzle.left, list(map(tuple, world.loads.tolist())), world.is_safe)
        known = [(world.left_of(code >> 1), code & 1) for code in puzzle.graph.states.tolist()]
        assert known == list(twin)


def test_banks_are_judged_in_slices():
    puzzle = RiverPuzzle.couples(7, 2)
    building = StateGraphBuilder(puzzle.world)
    slices = 1
    while building.run(1):
        slices += 1
    assert puzzle.world.n_banks == 4 * LEAST_BANKS < slices * LEAST_BANKS
    assert building.nodes == len(puzzle.graph) and not building.full
    assert np.array_equal(puzzle.graph.states, RiverPuzzle.couples(7, 2).graph.states)


def test_indices_and_mirrors():
    world = RiverPuzzle.missionaries(3, 2).world
    for index in range(world.n_banks):
        assert world.index(world.left_of(index)) == index
        assert world.judge(index, index + 1)[0] == world.is_safe(world.left_of(index))
    puzzle = RiverPuzzle.missionaries(3)
    graph, there = puzzle.graph, world.mirrored(puzzle.graph)
    assert sorted(graph.states.tolist()) == sorted(there.states.tolist())
    assert there.states[there.goals] == graph.states[graph.goals] == 1


def test_a_graph_too_large():
    free = RiverPuzzle([Passenger(f"p{k}", rows=True) for k in range(20)], 6)
    building = StateGraphBuilder(free.world, max_edges=1000)
    while building.run(10):
        pass
    assert building.full and free.world.graph is None
    with pytest.raises(PuzzleError, match="more than 5,000 crossings to draw"):
        free.graph_dot()


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
        bounds = estimates(puzzle.world, puzzle.graph)
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
