"""River crossings with several boats or an island."""

import pickle
import time
import tracemalloc
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.search.river import fleet_graph
from unriddle import Boat, Crossing, Island, Limits, Passenger, PuzzleError, RiverPuzzle, Rule, Status
from unriddle.puzzles.river.graph import StateGraphBuilder
from unriddle.puzzles.river.multi_boat import FleetGraph
from unriddle.puzzles.river.search import estimates
from unriddle.svg import Ink


def shortest(graph):
    """Crossings of a shortest plan in a plain graph and the number of such plans; None and 0 without one."""
    steps, ways, best = {}, {}, None
    for state in graph:
        steps.setdefault(state, 0)
        ways.setdefault(state, 1)
        for other, _ in graph[state]:
            if steps.setdefault(other, steps[state] + 1) == steps[state] + 1:
                ways[other] = ways.get(other, 0) + ways[state]
    across = [state for state in graph if not any(map(any, state[0][:-1]))]
    best = min((steps[state] for state in across), default=None)
    return best, sum(ways[state] for state in across if steps[state] == best)


def plain_loads(puzzle):
    """The loads of a puzzle from the definition: (kind of boat, who is in it), in the order of its world."""
    people, found = puzzle.passengers, []
    for kind, boat in enumerate(puzzle.world.kinds):
        for load in product(*(range(p.count, -1, -1) for p in people)):
            if not 1 <= sum(load) <= boat.capacity:
                continue
            aboard = {p.name: n for p, n in zip(people, load, strict=True)}
            if not any(aboard[p.name] for p in people if p.rows and p.name in (boat.rowers or aboard)):
                continue
            if boat.weight is not None and sum(p.weight * aboard[p.name] for p in people) > boat.weight:
                continue
            if all(rule.allows(aboard) for rule in puzzle.bank_rules if rule.aboard):
                found.append((kind, load))
    return sorted(found, key=lambda pair: sum(pair[1]))


def plainly(puzzle):
    """Plain graph of a puzzle from where it begins."""
    places, lying = puzzle.standing
    start = places, tuple(zip(puzzle.world.kind_of, lying, strict=True))
    between = puzzle.island is not None and puzzle.island.between
    return fleet_graph(start, plain_loads(puzzle), puzzle.world.is_safe, between)


@pytest.mark.parametrize("between", [False, True])
@pytest.mark.parametrize("make", [RiverPuzzle.couples, RiverPuzzle.missionaries])
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_plans_are_those_of_a_plain_search(make, n, between):
    puzzle = make(n, island=Island(between=between))
    graph = plainly(puzzle)
    length, ways = shortest(graph)
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
    people = [Passenger("a", 2, rows=True, time=2), Passenger("b", 2, rows=True, time=5)]
    for capacity in (1, 2, 3):
        for island in (Island(), Island(True)):
            for puzzle in (
                RiverPuzzle(people, capacity, island=island),
                RiverPuzzle.missionaries(2, capacity, island=island),
            ):
                codes = puzzle.graph.states.tolist()
                states = [puzzle._at(puzzle.world.standing_of(code)) for code in codes]
                assert estimates(puzzle.world, puzzle.graph).tolist() == [
                    state.heuristic() for state in states
                ]
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
        ("boat 1; passenger a rows; island 1 1", "one number per passenger"),
        ("boat 1; passenger a rows; island 2", "one number per passenger"),
        ("boat 1; passenger a rows; island 1", "the boat is where no passenger is"),
        ("boat 1; passenger a rows; island 1; left 1", "no more than there are"),
        ("boat 1 island; passenger a rows", "a boat is at an island; add a statement: island"),
        ("boat 1 island; passenger a rows; island", "the boat is where no passenger is"),
        (
            "boat 1 island; passenger a rows; passenger b; never a with b; island 1 1; left 0 0",
            "rules forbid",
        ),
        ("boat 2; passenger a x4096 rows; island", "more than 4,096 different banks with an island"),
        ("boat 2; boat 2 rowers; passenger a rows", "boat CAPACITY .weight W. .rowers"),
        ("boat 2 rowers b; passenger a rows", "boat for 'b', which is not a passenger; passengers: a"),
        ("boat 2 rowers b; passenger a rows; passenger b", "b at the oars of a boat"),
        ("boat 2 rowers a rowers a; passenger a rows", "'boat 2 rowers a rowers a' is not clear; write boat"),
        ("boat 2; boat 0; passenger a rows", "boat for 0"),
        ("boat 2; boat 2 island; passenger a rows", "a boat is at an island; add a statement: island"),
        ("boat 2 right; boat 2 right; passenger a rows", "the boat is where no passenger is"),
        ("boat 2; " * 9 + "passenger a rows", "expected 1 to 8 Boat objects"),
        (
            "".join(f"boat {k} ;" for k in range(1, 9)) + "passenger a x999999 rows",
            "different banks with 8 boats",
        ),
        ("boat 2; boat 3; island; passenger a x4096 rows", "different banks with an island and 2 boats"),
    ],
)
def test_wrong_fleets_are_one_clear_line(text, reason):
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
        (lambda: RiverPuzzle.couples(1, island=Island(counts=("a", "b"))), "one number per passenger"),
        (lambda: Boat(True), "boat for True"),
        (lambda: Boat(2, weight=0), "a boat for weight 0"),
        (lambda: Boat(2, rowers="ab"), "rowers 'ab' of a boat"),
        (lambda: Boat(2, rowers=(1,)), "of a boat, expected a tuple of names"),
        (lambda: Boat(2, place="far"), "place of a boat='far'"),
        (lambda: RiverPuzzle.couples(2, [2, 2]), "expected 1 to 8 Boat objects"),
        (lambda: RiverPuzzle.couples(2, []), "expected 1 to 8 Boat objects"),
        (lambda: RiverPuzzle.couples(2, "2"), "boat for '2'"),
        (
            lambda: RiverPuzzle.couples(2, Boat(2, place="island")),
            "a boat is at an island, but there is no island",
        ),
        (lambda: RiverPuzzle([Passenger("a", rows=True)], [Boat(1)], boat_left=False), "in the boats alone"),
        (lambda: RiverPuzzle([Passenger("a", rows=True)], Boat(1), most_weight=5), "in the boats alone"),
        (
            lambda: RiverPuzzle.random(seed=1, capacity=Boat(1)),
            "no puzzle of at least 5 crossings was found; use other boats",
        ),
    ],
)
def test_wrong_fleets_in_python(make, reason):
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


@pytest.mark.timed
@pytest.mark.parametrize("island", [None, Island()], ids=["two banks", "island"])
@pytest.mark.parametrize("verb", ["solve", "count", "count_best"])
def test_a_limit_of_time_holds_while_the_graph_is_built(verb, island):
    puzzle = open_river(60 if island else 1500, 8 if island else 60, island)
    start = time.process_time()
    found = getattr(puzzle, verb)(limits=Limits(seconds=0.2))
    assert time.process_time() - start < 0.2 + 5  # the graph would take much longer
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
    building = StateGraphBuilder(world)
    while building.run(1 << 20):
        pass
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < world.bytes_of(len(world.graph.indices))
    assert not StateGraphBuilder(world, Limits(nodes=1)).full


def test_a_limit_of_nodes_is_exact():
    puzzle = RiverPuzzle.couples(4, island=Island())
    result = puzzle.solve(limits=Limits(nodes=100))
    assert (result.status, result.stats.nodes) == (Status.LIMIT, 100)
    assert puzzle.solve().length == 16
    result = puzzle.solve(limits=Limits(nodes=100))
    assert (result.status, result.stats.nodes) == (Status.LIMIT, 100)


# Several boats


def every_plan(graph, start):
    """The number of plans of a plain graph that repeat no state."""
    found, stack = 0, [(start, iter(graph[start]))]
    on_path = {start}
    while stack:
        state, edges = stack[-1]
        other = next((other for other, _ in edges if other not in on_path), None)
        if other is None:
            on_path.discard(state)
            stack.pop()
        elif not any(map(any, other[0][:-1])):
            found += 1
        else:
            on_path.add(other)
            stack.append((other, iter(graph[other])))
    return found


@st.composite
def fleets(draw):
    """A puzzle with some boats, perhaps an island, weights, rowers, rules, people and boats anywhere."""
    names, few = "abc"[: draw(st.integers(2, 3))], st.integers(1, 2)
    people = [
        Passenger(name, draw(few), rows=k == 0 or draw(st.booleans()), weight=draw(few))
        for k, name in enumerate(names)
    ]
    rowers = st.sets(st.sampled_from([p.name for p in people if p.rows]))
    island = draw(st.none() | st.builds(Island, st.booleans()))
    places = ["left", "right"] if island is None else ["left", "island", "right"]
    boat = st.builds(Boat, st.integers(1, 3), st.none() | st.integers(2, 4), rowers, st.sampled_from(places))
    boats = draw(st.lists(boat, min_size=1, max_size=3))
    pairs = st.tuples(st.sampled_from(names), st.sampled_from(names)).filter(lambda pair: pair[0] != pair[1])
    rule = st.builds(
        lambda kind, pair, guards, aboard: Rule(kind, *pair, guards if kind == "together" else (), aboard),
        st.sampled_from(["together", "outnumber"]),
        pairs,
        st.lists(st.sampled_from(names), max_size=1).map(tuple),
        st.booleans(),
    )
    rules = draw(st.lists(rule, max_size=2))
    left = [draw(st.integers(0, p.count)) for p in people]
    try:
        return RiverPuzzle(people, boats, rules, left=left, island=island)
    except PuzzleError:
        return RiverPuzzle(people, [Boat(2), *boats], left=None, island=island)


@settings(deadline=None, max_examples=20)
@given(fleets())
def test_any_fleet_crosses_as_in_a_plain_search(puzzle):
    graph = plainly(puzzle)
    length, ways = shortest(graph)
    result = puzzle.solve()
    assert int(puzzle.count_best()) == ways
    if len(puzzle.boats) > 1 or puzzle.island is not None:  # else the graph begins with everyone on the left
        assert len(puzzle.graph) == len(graph)
    if length is None:
        assert result.status is Status.NO_SOLUTION
    else:
        assert result.length == length and puzzle.check(result) and puzzle.heuristic() <= length
        assert [str(state) for state in puzzle.replay(result)] == list(result.path)
    for method in RiverPuzzle.METHODS:
        found = puzzle.solve(method=method, limits=Limits(nodes=100_000) if method == "ida" else None)
        if method == "ida" and found.status is Status.LIMIT:  # it comes back to states on other ways
            continue
        assert found.status is result.status
        assert found.solution is None or puzzle.check(found)
        assert method == "dfs" or found.length == result.length
    again = RiverPuzzle.parse(puzzle.text())
    assert again == puzzle == RiverPuzzle.from_dict(puzzle.to_dict()) == pickle.loads(pickle.dumps(puzzle))
    assert hash(again) == hash(puzzle) and again.solve().length == result.length
    if len(graph) <= 12:
        plans = list(puzzle.solutions())
        start = next(iter(graph))
        expected = 1 if not any(map(any, start[0][:-1])) else every_plan(graph, start)
        assert len(plans) == puzzle.count() == len(set(plans)) == expected
        assert all(map(puzzle.check, plans))


@settings(deadline=None, max_examples=12)
@given(fleets())
def test_estimates_of_fleets_are_lower_bounds(puzzle):
    states = [puzzle._at(puzzle.world.standing_of(code)) for code in puzzle.graph.states.tolist()]
    assert estimates(puzzle.world, puzzle.graph).tolist() == [state.heuristic() for state in states]
    for state in states[:200]:
        for other in state.extensions():
            assert state.heuristic() <= 1 + other.heuristic()
        assert state.world.code_of(state.standing) in puzzle.graph.states


@pytest.mark.parametrize("rooms", [(2, 2), (3, 3), (2, 2, 2), (4, 4, 4), (2,), (5,)])
@pytest.mark.parametrize("n", [2, 5, 11])
def test_without_rules_the_trips_can_be_counted(n, rooms):
    """With L boats for c: n / c trips where all can go at once; else each trip back costs a place."""
    room, boats = rooms[0], len(rooms)
    trips = -(-n // room)
    if trips > boats:
        trips = 2 * -(-(n - boats) // (room - 1)) - boats
    puzzle = RiverPuzzle([Passenger("a", n, rows=True)], [Boat(room)] * boats)
    assert puzzle.solve().length == trips == puzzle.heuristic()


@pytest.mark.parametrize(
    ("n", "rooms", "trips"),
    [
        (3, (2, 2), 6),
        (4, (2, 2), 10),
        (5, (2, 2), None),
        (4, (2, 3), 6),
        (4, (3, 3), 6),
        (4, (2, 2, 2), 7),
        (5, (2, 3), 8),
        (6, (2, 3), 12),
        (6, (3, 3), 10),
        (7, (3, 3), None),
    ],
)
def test_couples_with_boats(n, rooms, trips):
    boats = list(map(Boat, rooms))
    for make in (RiverPuzzle.couples, RiverPuzzle.missionaries):
        puzzle = make(n, boats)
        result = puzzle.solve()
        assert (result.length or None) == trips
        assert trips is None or puzzle.check(result)
        if make is RiverPuzzle.missionaries or n < 5:
            assert (trips, int(puzzle.count_best())) == shortest(plainly(puzzle))


def test_four_couples_cross_with_two_boats():
    # One boat for two does not bring them across (Pressman and Singmaster, 1989).
    puzzle = RiverPuzzle.couples(4, [Boat(2), Boat(2)])
    result = puzzle.solve()
    assert RiverPuzzle.couples(4, [Boat(2)]).solve().status is Status.NO_SOLUTION
    assert puzzle.text().startswith("boat 2\nboat 2\n")
    assert all(trip.boat == 0 and trip.to == "" for trip in result.crossings)


def test_one_boat_given_as_such_is_the_same_puzzle():
    people = [Passenger("a", 2, rows=True, weight=50), Passenger("b", weight=10)]
    for one, two in (
        (RiverPuzzle(people, 2), RiverPuzzle(people, [Boat(2)])),
        (RiverPuzzle(people, 2, most_weight=70), RiverPuzzle(people, Boat(2, weight=70))),
        (
            RiverPuzzle(people, 2, boat_left=False, left=[1, 1]),
            RiverPuzzle(people, Boat(2, place="right"), left=[1, 1]),
        ),
        (
            RiverPuzzle(people, 2, island=Island(counts=(1, 0), boat=True)),
            RiverPuzzle(people, Boat(2, place="island"), island=Island(counts=(1, 0))),
        ),
    ):
        assert one == two and one.solve().crossings == two.solve().crossings and one.text() == two.text()
        assert repr(one) == repr(two) and one.boats == two.boats and one.island == two.island


def test_boats_that_differ_are_told_apart():
    text = (
        "boat 1; boat 3 rowers captain right; passenger captain rows; passenger sailor rows; passenger dog x2"
    )
    puzzle = RiverPuzzle.parse(text + "; left 1 1 2")
    assert str(puzzle) == "CSDD*1|*2" and puzzle.boats[1] == Boat(3, rowers=("captain",), place="right")
    result = puzzle.solve()  # the captain fetches the large boat, which alone carries dogs
    assert puzzle.check(result) and [trip.boat for trip in result.crossings].count(1) == 1
    assert [str(trip) for trip in result.crossings[:2]] == ["captain, boat 1 ->", "<- captain, boat 2"]
    before, first, *rest = result.crossings
    for wrong in (
        Crossing(load=first.load, forward=False, boat=1),
        Crossing(load=first.load, forward=False),
        Crossing(load=first.load, forward=False, boat=3),
        Crossing(load=first.load, forward=False, boat="2"),
        Crossing(load=first.load, forward=False, boat=2, origin="right"),
        Crossing(load=first.load, forward=True, boat=2),
    ):
        assert not puzzle.check([before, wrong, *rest])
    drawn = puzzle.to_svg(result)
    assert drawn.count(f'fill="{Ink.WOOD}"/>') == 2 * len(result.path)
    assert "captain goes back, in boat 2" in drawn
    assert puzzle.graph_dot().count("*2") > 0


def test_crossings_to_an_island_say_where_they_begin():
    puzzle = RiverPuzzle([Passenger("m", 3, rows=True)], [Boat(1), Boat(2)], island=Island(True))
    result = puzzle.solve()
    assert puzzle.check(result)
    assert {trip.origin for trip in result.crossings} <= {"left", "island", "right"} - {""}
    assert str(result.crossings[0]).startswith("left -> island: m")
    assert not puzzle.check([replace(trip, origin="") for trip in result.crossings])


def test_alike_boats_are_one_state_wherever_they_lie():
    people = [Passenger("a", 2, rows=True)]
    there, here = (
        RiverPuzzle(people, [Boat(1, place=one), Boat(1, place=two)], left=[1])
        for one, two in (("left", "right"), ("right", "left"))
    )
    assert there == here and str(here) == "A*|A*"
    assert [str(state) for state in here.extensions()] == ["|AA**", "AA**|"]
    assert len(here.goals()) == 2 and all(goal.is_solved() for goal in here.goals())
    assert all(goal.solve().length == 0 and goal.check(()) for goal in here.goals())


def test_random_puzzles_with_boats():
    boats = [Boat(2), Boat(2, place="right")]
    puzzle = RiverPuzzle.random(seed=4, capacity=boats)
    assert puzzle == RiverPuzzle.random(seed=4, capacity=boats)
    assert puzzle.solve().length >= 5 and len(puzzle.boats) == 2


def test_walkers_with_two_torches():
    # Each crossing one after the other: nobody has to come back for a torch that lies there.
    puzzle = RiverPuzzle.bridge([1, 2, 5, 10], [Boat(2), Boat(2)])
    assert puzzle.solve().cost == 12 == puzzle.solve(method="astar").cost
    # 2 and 1 over, and 10 and 5: 2 + 10.


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
    fleet = tuple(data.draw(st.lists(st.integers(1, 2), min_size=1, max_size=2)))
    between, island = data.draw(st.booleans()), data.draw(st.booleans())
    places = 3 if island else 2
    banks = int(np.prod([m + 1 for m in most]))
    everything = [digits(index, most) for index in range(1, banks)]
    boats = st.integers(0, len(fleet) - 1)
    pairs = st.tuples(boats, st.sampled_from(everything))
    loads = data.draw(st.lists(pairs, min_size=1, max_size=5, unique=True))
    safe = np.array(data.draw(st.lists(st.integers(0, 1), min_size=banks, max_size=banks)), dtype=np.uint8)
    table = {digits(index, most): bool(safe[index]) for index in range(banks)}
    contents = banks * int(np.prod([n + 1 for n in fleet]))
    start = data.draw(st.integers(0, contents - 1))

    def named(code):
        """Who and which boats are where, from a number."""
        here = [code // contents**k % contents for k in range(places - 1)]
        here.append(contents - 1 - sum(here))
        people = tuple(digits(content % banks, most) for content in here)
        lying = [digits(content // banks, fleet) for content in here]
        return people, tuple(
            (kind, place)
            for kind in range(len(fleet))
            for place, there in enumerate(lying)
            for _ in range(there[kind])
        )

    expected = fleet_graph(named(start), loads, table.__getitem__, between and island)
    given_loads = np.array([(*load, *(k == kind for k in range(len(fleet)))) for kind, load in loads])
    settings_of = {
        "places": places,
        "between": between and island,
        "start": start,
    }
    graph = FleetGraph((*most, *fleet), given_loads, safe, **settings_of)
    step, before = data.draw(st.sampled_from([1, 2, 7, 1000])), 0
    while graph.run(step):
        assert before < graph.nodes <= before + step
        before = graph.nodes
    indptr, indices, by_load, states = graph.tables()
    assert graph.n_edges == len(indices) == indptr[-1] and graph.nodes == graph.n_states == len(states)
    names = list(map(named, states.tolist()))
    assert names == list(expected)
    for v, name in enumerate(names):
        edges = range(indptr[v], indptr[v + 1])
        assert [(names[indices[e]], int(by_load[e])) for e in edges] == expected[name]
    limited = FleetGraph((*most, *fleet), given_loads, safe, graph.n_edges - 1, **settings_of)
    assert not limited.run(1 << 20) and limited.overflow
