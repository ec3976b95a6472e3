"""River crossings with an island, against a search written down plainly and what the literature says."""

import pickle
import time
import tracemalloc
from collections import deque

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unriddle import Crossing, Island, Limits, Passenger, PuzzleError, RiverPuzzle, Status
from unriddle.puzzles.river.graph import Building
from unriddle.puzzles.river.island import IslandGraph

PLACES = ("left", "island", "right")


def moves(state, most, loads, safe, between):
    """States one crossing away, each with its load: in the order of loads, then of places."""
    places, boat = state
    found = []
    for number, load in enumerate(loads):
        for there in range(3):
            if there == boat or (between and abs(there - boat) == 2):
                continue
            after = [list(place) for place in places]
            for kind, n in enumerate(load):
                after[boat][kind] -= n
                after[there][kind] += n
            if min(after[boat]) >= 0 and all(safe(tuple(place)) for place in after):
                found.append(((tuple(map(tuple, after)), there), number))
    return found


def plain_graph(most, loads, safe, between):
    """All states that can be reached from everyone on the left, in order of arrival, with their moves."""
    nobody = (0,) * len(most)
    start = ((tuple(most), nobody, nobody), 0)
    graph, queue = {start: None}, deque([start])
    while queue:
        state = queue.popleft()
        graph[state] = moves(state, most, loads, safe, between)
        for other, _ in graph[state]:
            if other not in graph:
                graph[other] = None
                queue.append(other)
    return graph


def shortest(graph, most):
    """Crossings of a shortest plan in a plain graph and the number of such plans; None and 0 without one."""
    steps, ways = {}, {}
    for state in graph:
        steps.setdefault(state, 0)
        ways.setdefault(state, 1)
        for other, _ in graph[state]:
            if steps.setdefault(other, steps[state] + 1) == steps[state] + 1:
                ways[other] = ways.get(other, 0) + ways[state]
    for state in graph:
        if state[0][2] == tuple(most):
            return steps[state], ways[state]
    return None, 0


def digits(index, most):
    found = []
    for m in most:
        found.append(index % (m + 1))
        index //= m + 1
    return tuple(found)


@settings(deadline=None)
@given(st.data())
def test_the_graph_is_that_of_a_plain_search(data):
    most = tuple(data.draw(st.lists(st.integers(1, 3), min_size=1, max_size=3)))
    between = data.draw(st.booleans())
    banks = int(np.prod([m + 1 for m in most]))
    everything = [digits(index, most) for index in range(1, banks)]
    loads = data.draw(st.lists(st.sampled_from(everything), min_size=1, max_size=5, unique=True))
    safe = np.array(data.draw(st.lists(st.integers(0, 1), min_size=banks, max_size=banks)), dtype=np.uint8)
    table = {digits(index, most): bool(safe[index]) for index in range(banks)}
    expected = plain_graph(most, loads, table.__getitem__, between)
    step = data.draw(st.sampled_from([1, 2, 7, 1000]))
    graph = IslandGraph(most, np.array(loads), safe, between=between)
    before = 0
    while graph.run(step):
        assert before < graph.nodes <= before + step
        before = graph.nodes
    indptr, indices, by_load, states = graph.tables()
    assert graph.n_edges == len(indices) == indptr[-1] and graph.nodes == graph.n_states == len(states)

    def named(code):
        left, island = digits(code // 3 % banks, most), digits(code // 3 // banks, most)
        return (left, island, tuple(m - a - b for m, a, b in zip(most, left, island, strict=True))), code % 3

    names = list(map(named, states.tolist()))
    assert names == list(expected)
    for v, name in enumerate(names):
        edges = range(indptr[v], indptr[v + 1])
        assert [(names[indices[e]], int(by_load[e])) for e in edges] == expected[name]
    limited = IslandGraph(most, np.array(loads), safe, graph.n_edges - 1, between=between)
    assert not limited.run(1 << 20) and limited.overflow


@pytest.mark.parametrize("between", [False, True])
@pytest.mark.parametrize("make", [RiverPuzzle.couples, RiverPuzzle.missionaries])
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_plans_are_those_of_a_plain_search(make, n, between):
    puzzle = make(n, island=Island(between=between))
    world = puzzle.world
    graph = plain_graph(world.counts, world.loads.tolist(), world.is_safe, between)
    length, ways = shortest(graph, world.counts)
    result = puzzle.solve()
    assert (result.length, puzzle.count_best(), len(puzzle.graph)) == (length, ways, len(graph))
    assert puzzle.check(result)


# I. Pressman and D. Singmaster, "The jealous husbands" and "The missionaries and cannibals", The Mathematical
# Gazette 73 (1989): a boat for two and an island.


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6])
def test_an_island_between_the_banks_takes_8n_less_6(n):
    for make in (RiverPuzzle.couples, RiverPuzzle.missionaries):
        puzzle = make(n, island=Island(between=True))
        result = puzzle.solve()
        assert result.length == 8 * n - 6 and puzzle.check(result)
        assert all(
            "island" in (a.to, b.to) for a, b in zip(result.crossings, result.crossings[1:], strict=False)
        )


@pytest.mark.parametrize(("n", "length"), [(3, 11), (4, 16), (5, 21), (6, 25)])
def test_couples_with_an_island(n, length):
    puzzle = RiverPuzzle.couples(n, island=Island())
    result = puzzle.solve()
    assert result.length == length and puzzle.check(result)  # 4n + 1 from five couples on


@pytest.mark.parametrize("n", [3, 4, 5, 6])
def test_missionaries_with_an_island(n):
    result = RiverPuzzle.missionaries(n, island=Island()).solve()
    assert result.length == 4 * n - 1


def test_four_couples_need_it():
    assert RiverPuzzle.couples(4).solve().status is Status.NO_SOLUTION
    with_times = [
        Passenger(p.name, rows=True, time=2, symbol=p.symbol) for p in RiverPuzzle.couples(4).passengers
    ]
    timed = RiverPuzzle(with_times, 2, RiverPuzzle.couples(4).bank_rules, island=Island())
    for method in (None, "astar", "ida"):
        assert timed.solve(method=method).cost == 32


@pytest.mark.parametrize("between", [False, True])
def test_every_state_on_the_way_is_a_puzzle(between):
    puzzle = RiverPuzzle.couples(3, island=Island(between=between))
    best = puzzle.solve()
    states = puzzle.replay(best)
    assert [str(state) for state in states] == list(best.path)
    assert states[-1].is_solved() and states[-1] == puzzle.goals()[0]
    for k, state in enumerate(states[:-1]):
        again = RiverPuzzle.parse(state.text())
        assert again == state == pickle.loads(pickle.dumps(state)) == RiverPuzzle.from_dict(state.to_dict())
        assert state.world.standing_of(state.world.code_of(state.standing)) == state.standing
        assert states[k + 1] in state.extensions() and state in states[k + 1].extensions()
        assert again.solve().length == best.length - k >= state.heuristic() > 0


@pytest.mark.parametrize("method", RiverPuzzle.METHODS)
def test_methods_agree(method):
    for puzzle in (RiverPuzzle.missionaries(3, island=Island(True)), RiverPuzzle.couples(3, island=Island())):
        result = puzzle.solve(method=method)
        assert puzzle.check(result)
        assert method == "dfs" or result.length == puzzle.solve().length


def test_estimates_are_the_heuristic():
    from unriddle.puzzles.river.search import estimates

    people = [Passenger("a", 2, rows=True, time=2), Passenger("b", 2, rows=True, time=5)]
    for capacity in (1, 2, 3):
        for island in (Island(), Island(True)):
            for puzzle in (
                RiverPuzzle(people, capacity, island=island),
                RiverPuzzle.missionaries(2, capacity, island=island),
            ):
                codes = puzzle.graph.states.tolist()
                states = [puzzle._at(puzzle.world.standing_of(code)) for code in codes]
                assert estimates(puzzle, puzzle.graph).tolist() == [state.heuristic() for state in states]
                for state in states:
                    for other in state.extensions():
                        assert state.heuristic() <= state.step_cost(other) + other.heuristic()


def test_who_stands_elsewhere_at_first():
    text = "boat 2 island; passenger man rows; passenger dog; passenger cat; never dog with cat unless man"
    puzzle = RiverPuzzle.parse(f"{text}; island between 1 1 0")
    assert str(puzzle) == "C|MD|" and puzzle.island == Island(True, (1, 1, 0), boat=True)
    result = puzzle.solve()
    assert puzzle.check(result) and result.length == 5  # the cat in two, the dog in one, the man back twice
    far = RiverPuzzle.parse(f"{text.replace('2 island', '2 right')}; island; left 0 1 0")
    assert str(far) == "D||MC" and far.solve().length == 2
    people = [Passenger("m", 2, rows=True)]
    assert (
        RiverPuzzle(people, 2, island=Island())
        != RiverPuzzle(people, 2)
        != RiverPuzzle(people, 2, island=Island(True))
    )


def test_the_verifier_reads_where_each_crossing_leads():
    puzzle = RiverPuzzle([Passenger("m", 2, rows=True)], 2, island=Island(True))
    both = ("m", "m")
    good = [Crossing(load=both, forward=True, to="island"), Crossing(load=both, forward=True, to="right")]
    assert puzzle.check(good)
    direct = [Crossing(load=both, forward=True, to="right")]
    assert not puzzle.check(direct)
    assert RiverPuzzle(puzzle.passengers, 2, island=Island()).check(direct)
    for to, forward in (
        ("", True),
        ("left", True),
        ("island", False),
        ("isle", True),
        (["island"], True),
        (1, True),
    ):
        assert not puzzle.check([Crossing(load=both, forward=forward, to=to), good[1]])
    assert not RiverPuzzle(puzzle.passengers, 2).check(direct)
    assert not puzzle.check(good[:1])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("boat 1; passenger a rows; island; island", "expected once: island"),
        ("boat 1; passenger a rows; island above", "expected once: island"),
        ("boat 1; passenger a rows; island 1 1", "for each of 1 passengers how many stand there"),
        ("boat 1; passenger a rows; island 2", "for each of 1 passengers how many stand there"),
        ("boat 1; passenger a rows; island 1", "nobody stands where the boat lies"),
        ("boat 1; passenger a rows; island 1; left 1", "no more than there are"),
        ("boat 1 island; passenger a rows", "expected a statement: island"),
        ("boat 1 island; passenger a rows; island", "nobody stands where the boat lies"),
        (
            "boat 1 island; passenger a rows; passenger b; never a with b; island 1 1; left 0 0",
            "rules forbid",
        ),
        ("boat 2; passenger a x4096 rows; island", "more than 4,096 different banks with an island"),
    ],
)
def test_wrong_islands_are_one_clear_line(text, reason):
    with pytest.raises(PuzzleError, match=reason) as caught:
        RiverPuzzle.parse(text, file="x.txt")
    assert str(caught.value).startswith("x.txt:") and "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda: Island(between=1), "between=1 of an island, expected True or False"),
        (lambda: Island(boat="x"), "boat='x'"),
        (lambda: Island(counts="12"), "counts='12'"),
        (lambda: Island(counts=5), "counts=5"),
        (lambda: RiverPuzzle.couples(2, island=True), "island=True, expected an Island"),
        (lambda: RiverPuzzle.couples(1, island=Island(counts=("a", "b"))), "for each of 2 passengers"),
    ],
)
def test_wrong_islands_in_python(make, reason):
    with pytest.raises(PuzzleError, match=reason):
        make()


def test_drawings_show_three_places():
    puzzle = RiverPuzzle.missionaries(2, island=Island(True))
    result = puzzle.solve()
    assert puzzle.to_svg(result).count("<rect") == 1 + 3 * len(result.path)
    text = puzzle.graph_dot()
    assert 'class="goal"' in text and 'class="invalid"' in text and "||MMCC*" in text


def open_river(n, capacity, island):
    """Two kinds who go as they like: many states."""
    people = [Passenger(name, n, rows=True) for name in ("a", "b")]
    return RiverPuzzle(people, capacity, island=island)


@pytest.mark.parametrize("island", [None, Island()], ids=["two banks", "island"])
@pytest.mark.parametrize("verb", ["solve", "count", "count_best"])
def test_a_limit_of_time_holds_while_the_graph_is_built(verb, island):
    puzzle = open_river(60 if island else 1500, 8 if island else 60, island)
    start = time.process_time()
    found = getattr(puzzle, verb)(limits=Limits(seconds=0.2))
    assert time.process_time() - start < 0.2 + 0.25
    assert puzzle.world.graph is None
    if verb == "solve":
        assert found.status is Status.LIMIT and found.stats.nodes > 0
    else:
        assert not found.complete and found.found == 0


@pytest.mark.parametrize("island", [None, Island()], ids=["two banks", "island"])
def test_a_limit_of_memory_holds_while_the_graph_is_built(island):
    puzzle = open_river(20 if island else 300, 6 if island else 40, island)
    room = 64 << 20
    assert len(puzzle.world.loads)
    tracemalloc.start()
    result = puzzle.solve(limits=Limits(memory=room))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert result.status is Status.LIMIT and result.stats.nodes > 0 and puzzle.world.graph is None
    assert peak < room
    assert puzzle.solve(limits=Limits(memory=1000)).status is Status.LIMIT


def test_what_building_takes_is_foreseen():
    puzzle = RiverPuzzle.couples(5, island=Island())
    world = puzzle.world
    assert len(world.loads)
    tracemalloc.start()
    building = Building(world)
    while building.run(1 << 20):
        pass
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < world.bytes_of(len(world.graph.indices))
    assert not Building(world, Limits(nodes=1)).full


def test_a_limit_of_nodes_is_exact():
    puzzle = RiverPuzzle.couples(4, island=Island())
    result = puzzle.solve(limits=Limits(nodes=100))
    assert (result.status, result.stats.nodes) == (Status.LIMIT, 100)
    assert puzzle.solve().length == 16
    result = puzzle.solve(limits=Limits(nodes=100))
    assert (result.status, result.stats.nodes) == (Status.LIMIT, 100)
