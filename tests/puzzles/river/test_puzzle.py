import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unriddle import Passenger, PuzzleError, RiverPuzzle, Rule, Status
from unriddle.search import find_path, path_of, solutions

METHODS = ("dfs", "bfs", "bidirectional", "astar", "ida")


def test_the_farmer():
    puzzle = RiverPuzzle.farmer()
    first = list(puzzle.solutions())
    again = list(puzzle.solutions())
    assert first == again and len(set(first)) == 2
    assert puzzle.count() == puzzle.count_best() == 2
    states = [list(map(str, puzzle.replay(plan))) for plan in first]
    assert {(path[0], path[-1], len(path)) for path in states} == {("FGCW|", "|FGCW", 8)}
    assert len(puzzle.graph) == 10
    assert all(puzzle.check(plan) for plan in first)
    assert len(list(solutions(puzzle))) == 2


@pytest.mark.parametrize(
    ("n", "boat", "length", "plans"), [(3, 2, 11, 4), (5, 4, 7, 43), (10, 4, 17, 361), (4, 2, 0, 0)]
)
def test_missionaries(n, boat, length, plans):
    puzzle = RiverPuzzle.missionaries(n, boat)
    result = puzzle.solve()
    assert result.status is (Status.SOLVED if plans else Status.NO_SOLUTION)
    assert (result.length, puzzle.count_best().found) == (length, plans)
    listed = list(puzzle.best_solutions())
    assert len(set(listed)) == len(listed) == plans
    assert all(puzzle.check(plan) for plan in listed)


@pytest.mark.parametrize(
    ("n", "boat", "length", "plans"), [(2, 2, 5, 8), (3, 2, 11, 486), (7, 4, 11, 2_860_256_000)]
)
def test_couples(n, boat, length, plans):
    puzzle = RiverPuzzle.couples(n, boat)
    result = puzzle.solve()
    assert (result.length, int(puzzle.count_best())) == (length, plans)
    assert puzzle.check(result)
    assert sum(1 for _ in puzzle.best_solutions(10)) == min(plans, 10)


def test_bridge_and_torch():
    puzzle = RiverPuzzle.bridge([1, 2, 5, 10])
    result = puzzle.solve()
    assert (result.cost, result.length, int(puzzle.count_best())) == (17, 5, 2)
    assert puzzle.check(result)
    assert RiverPuzzle.bridge([1, 2, 5, 10], 3).solve().cost < 17
    assert RiverPuzzle.bridge([0.5, 1.5]).solve().cost == 1.5
    with pytest.raises(PuzzleError, match="whole numbers"):
        RiverPuzzle.bridge([0.5, 1.5]).solve(method="astar")


PUZZLES = {
    "farmer": RiverPuzzle.farmer,
    "missionaries": lambda: RiverPuzzle.missionaries(3),
    "none": lambda: RiverPuzzle.missionaries(4),
    "bridge": lambda: RiverPuzzle.bridge([1, 2, 5, 10]),
    "couples": lambda: RiverPuzzle.couples(2),
}


@pytest.mark.parametrize("name", PUZZLES)
@pytest.mark.parametrize("method", METHODS)
def test_every_method_on_both_engines(name, method):
    puzzle = PUZZLES[name]()
    compiled, plain = puzzle.solve(method=method), find_path(puzzle, method)
    assert compiled.status is plain.status
    assert compiled.path == tuple(map(str, plain.path))
    assert compiled.cost == plain.cost
    best = puzzle.solve()
    assert compiled.status is best.status
    if method in ("astar", "ida"):
        assert compiled.cost == best.cost
    if compiled.path:
        assert puzzle.check(compiled)


@st.composite
def puzzles(draw):
    n = draw(st.integers(1, 3))
    people = [Passenger(name, draw(st.integers(1, 2)), draw(st.booleans())) for name in "abc"[:n]]
    if not any(p.rows for p in people):
        people[0] = Passenger("a", people[0].count, True)
    names = st.sampled_from([p.name for p in people])
    rule = st.one_of(
        st.builds(Rule, st.just("outnumber"), names, names),
        st.builds(Rule, st.just("together"), names, names, st.lists(names, max_size=1).map(tuple)),
    )
    return RiverPuzzle(people, draw(st.integers(1, 3)), draw(st.lists(rule, max_size=2)))


@settings(max_examples=60)
@given(puzzles())
def test_both_engines_agree_on_any_puzzle(puzzle):
    result, plain = puzzle.solve(), find_path(puzzle, "bfs")
    assert (result.status, result.cost) == (plain.status, plain.cost)
    if result.path:
        assert puzzle.check(result)
    if int(puzzle.count(200)) < 200:  # there may be millions
        listed = [tuple(map(str, path_of(node))) for node in solutions(puzzle)]
        assert puzzle.count() == len(listed)
        found = [tuple(map(str, puzzle.replay(plan))) for plan in puzzle.solutions()]
        assert sorted(found) == sorted(listed)
    else:
        assert sum(1 for _ in puzzle.solutions(200)) == 200
    assert RiverPuzzle.parse(puzzle.text()) == puzzle
    for state in puzzle.extensions():
        assert RiverPuzzle.parse(state.text().replace("\n", ";")) == state
        same, plain = state.solve(), find_path(state, "bfs")
        assert (same.status, same.cost) == (plain.status, plain.cost)


def peaceful(bank):
    return not (bank["goat"] and (bank["wolf"] or bank["cabbage"]) and not bank["farmer"])


def test_rules_as_a_function():
    def safe(bank):
        return not (bank["goat"] and (bank["wolf"] or bank["cabbage"]) and not bank["farmer"])

    puzzle = RiverPuzzle(RiverPuzzle.farmer().passengers, 2, safe)
    assert puzzle.count() == 2
    for verb in (puzzle.text, puzzle.to_dict):
        with pytest.raises(PuzzleError, match="no text form"):
            verb()
    assert puzzle.format() == str(puzzle) == "FGCW|"
    with pytest.raises((pickle.PicklingError, AttributeError)):
        pickle.dumps(puzzle)  # a function within a function
    named = RiverPuzzle(puzzle.passengers, 2, peaceful)
    assert pickle.loads(pickle.dumps(named)) == named
    assert pickle.loads(pickle.dumps(named.solve())).solution == named.solve().solution


def test_wrong_arguments():
    rower = Passenger("a", rows=True)
    for make, reason in (
        (lambda: RiverPuzzle([rower], 0), "capacity"),
        (lambda: RiverPuzzle([rower], True and 1.5), "capacity"),
        (lambda: RiverPuzzle([rower], 1, [Rule("near", "a", "a")]), "rule='near'"),
        (lambda: RiverPuzzle.couples(0), "couples"),
        (lambda: RiverPuzzle.couples(13), "couples"),
        (lambda: RiverPuzzle.missionaries(0), "0 of missionary"),
        (lambda: RiverPuzzle.bridge([1, 0]), "time 0"),
        (lambda: RiverPuzzle.bridge([-1]), "time -1"),
        (lambda: Passenger("two words"), "one word"),
        (lambda: RiverPuzzle.farmer().solve(method="best"), "method='best'"),
    ):
        with pytest.raises(PuzzleError, match=reason):
            make()


def test_what_the_constructor_refuses():
    rower, dog = Passenger("a", rows=True), Passenger("dog")
    for make, reason in (
        (lambda: RiverPuzzle("boat 1", 1), "expected Passenger objects"),
        (lambda: RiverPuzzle([5], 1), "expected a Passenger"),
        (lambda: RiverPuzzle([rower], True), "capacity"),
        (lambda: RiverPuzzle([rower], 1, [5]), "expected a Rule"),
        (lambda: RiverPuzzle([rower], 1, 5), "rules 5, expected Rule objects"),
        (lambda: RiverPuzzle([rower], 1, [Rule("together", "a", "b")]), "names 'b', expected a passenger"),
        (lambda: RiverPuzzle([Passenger("a", time=1), rower], 1), "named twice"),
        (lambda: RiverPuzzle([Passenger("b", time=1), rower], 1), "a load that takes no time"),
        (lambda: RiverPuzzle([rower], 1, left=5), "left=5"),
        (lambda: RiverPuzzle([rower], 1, left=[2]), "how many stand on the left"),
        (lambda: RiverPuzzle([rower], 1, left=[0]), "nobody stands where the boat lies"),
        (lambda: RiverPuzzle([rower], 1, boat_left=0), "True or False"),
        (lambda: RiverPuzzle([rower, dog], 2, [Rule("together", "a", "dog")], boat_left=False), "nobody"),
        (
            lambda: RiverPuzzle(
                [rower, dog, Passenger("c")], 2, [Rule("together", "a", "dog")], left=[1, 1, 0]
            ),
            "the rules forbid the state",
        ),
        (
            lambda: RiverPuzzle([Passenger(f"p{k}", rows=True) for k in range(24)], 12),
            "more than 65,536 loads",
        ),
        (lambda: RiverPuzzle([Passenger("p", 100_000, rows=True)], 80_000), "more than 65,536 loads"),
    ):
        with pytest.raises(PuzzleError, match=reason):
            make()


def test_from_any_state_on():
    farmer = RiverPuzzle.farmer()
    plan = farmer.solve().solution
    for done, state in enumerate(farmer.replay(plan)):
        result = state.solve()
        assert result.solution == plan[done:] or result.length == len(plan) - done
        assert state.check(result) and RiverPuzzle.from_dict(state.to_dict()) == state
        assert pickle.loads(pickle.dumps(state)).solve().solution == result.solution
    goal = farmer.goals()[0]
    assert goal.is_solved() and goal.solve().solution == () and goal.check(()) and not farmer.check(())
    assert goal.count() == 1 and list(goal.solutions()) == [()]
    text = "boat 2 right; passenger m x3 rows; passenger c x3 rows; never more c than m; left 3 1"
    assert RiverPuzzle.parse(text).solve().length == 10


def test_states_out_of_reach_of_everyone_on_the_left():
    four = RiverPuzzle.missionaries(4)
    assert four.solve().status is Status.NO_SOLUTION and four.count() == 0 and four.count_best() == 0
    goal = four.goals()[0]
    assert goal.solve().solution == () and goal.solve(method="bfs").solution == ()
    near = goal.extensions()[0]
    for method in (None, *METHODS):
        assert near.check(near.solve(method=method))
    stuck = RiverPuzzle(four.passengers, 2, four.bank_rules, boat_left=False, left=[4, 3])
    assert stuck.solve().status is stuck.count().status is Status.NO_SOLUTION
    assert stuck.solve(method="bfs").status is Status.NO_SOLUTION


def test_states_share_what_is_made_once():
    puzzle = RiverPuzzle.couples(3)
    child = puzzle.extensions()[0]
    assert child.solve().status is Status.SOLVED
    assert child.graph is puzzle.graph
    assert "world" not in puzzle.__getstate__()


def test_times_too_large_for_the_engine():
    with pytest.raises(PuzzleError, match="times of"):
        RiverPuzzle.bridge([1 << 30, 1]).solve(method="astar")
    assert RiverPuzzle.bridge([1 << 30, 1]).solve().cost == 1 << 30
