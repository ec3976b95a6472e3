import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference.search.river import state_graph
from unriddle import Boat, Passenger, PuzzleError, RiverPuzzle
from unriddle.puzzles.river.graph import LEAST_BANKS, Building, World


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
    building = Building(puzzle.world)
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
    building = Building(free.world, max_edges=1000)
    while building.run(10):
        pass
    assert building.full and free.world.graph is None
    with pytest.raises(PuzzleError, match="more than 5,000 crossings to draw"):
        free.graph_dot()
