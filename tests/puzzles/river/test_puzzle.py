"""River crossings: the class, its states, rules, results, drawings and the player's questions."""

import pickle
from dataclasses import replace
from itertools import pairwise, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unriddle import Crossing, Passenger, PuzzleError, RiverPuzzle, Rule, Status
from unriddle.puzzles.framework.generator import branching
from unriddle.puzzles.river import Island
from unriddle.puzzles.river.draw import trip_text
from unriddle.puzzles.river.factory import RiverFactory
from unriddle.puzzles.river.parse import read_crossing
from unriddle.puzzles.river.puzzle import FEWEST
from unriddle.puzzles.river.state import RiverState
from unriddle.search import find_path, path_of, solutions
from unriddle.svg import Ink

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
    assert RiverPuzzle.bridge([0.5, 1.5]).solve(method="astar").cost == 1.5
    with pytest.raises(PuzzleError, match=r"units of 3.*e-16 in all, expected less than 2\*\*30"):
        RiverPuzzle.bridge([0.3333333333333333, 1.5]).solve(method="astar")


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
        (lambda: RiverPuzzle("boat 1", 1), "expected statements alone"),
        (lambda: RiverPuzzle([5], 1), "expected a Passenger"),
        (lambda: RiverPuzzle([rower], True), "capacity"),
        (lambda: RiverPuzzle([rower], 1, [5]), "expected a Rule"),
        (lambda: RiverPuzzle([rower], 1, 5), "rules 5, expected Rule objects"),
        (lambda: RiverPuzzle([rower], 1, [Rule("together", "a", "b")]), "names 'b', expected a passenger"),
        (lambda: RiverPuzzle([Passenger("a", time=1), rower], 1), "named twice"),
        (
            lambda: RiverPuzzle([Passenger("b", time=1), rower], 1),
            "a load takes no time; give a time to each passenger who rows",
        ),
        (lambda: RiverPuzzle([rower], 1, left=5), "left=5"),
        (lambda: RiverPuzzle([rower], 1, left=[2]), "one number per passenger"),
        (lambda: RiverPuzzle([rower], 1, left=[0]), "the boat is where no passenger is"),
        (lambda: RiverPuzzle([rower], 1, boat_left=0), "True or False"),
        (
            lambda: RiverPuzzle([rower, dog], 2, [Rule("together", "a", "dog")], boat_left=False),
            "the boat is where",
        ),
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


FARMER = RiverPuzzle.farmer()


def test_crossings_lead_on_and_back():
    assert isinstance(FARMER, RiverState) and [str(state) for state in FARMER.extensions()] == ["CW|FG"]
    (after,) = FARMER.extensions()
    assert type(after) is RiverPuzzle and FARMER in after.extensions() and not after.boat_left
    assert [str(goal) for goal in FARMER.goals()] == ["|FGCW"] and FARMER.goals()[0].is_solved()


@pytest.mark.parametrize(
    "puzzle", [FARMER, RiverPuzzle.missionaries(3), RiverPuzzle.bridge([1, 2, 5, 10]), RiverPuzzle.couples(3)]
)
def test_the_heuristic_is_a_lower_bound_on_the_way(puzzle):
    best = puzzle.solve()
    states = puzzle.replay(best.crossings)
    costs = [a.step_cost(b) for a, b in pairwise(states)]
    assert sum(costs) == best.cost
    for k, state in enumerate(states):
        assert state.heuristic() <= sum(costs[k:])
    path = find_path(puzzle, "astar").path
    assert sum(a.step_cost(b) for a, b in pairwise(path)) == best.cost


def test_a_state_is_named_and_stays_itself():
    late = RiverPuzzle([Passenger("monk", 2, rows=True)], 2, left=[1], boat_left=False)
    assert str(late) == late.format() == "M|M*"
    assert pickle.loads(pickle.dumps(late)) == late != RiverPuzzle(late.passengers, 2)
    assert late.load_text(0) == "M"
    assert [str(state) for state in late.extensions()] == ["MM*|"]


@pytest.mark.parametrize(
    ("left", "boat_left", "said"),
    [
        ([1, 1], True, "one number per passenger"),
        ([3], True, "one number per passenger"),
        (7, True, "one number per passenger"),
        ([1], 1, "True or False"),
        ([0], True, "the boat is where no passenger is"),
    ],
)
def test_states_that_are_none(left, boat_left, said):
    with pytest.raises(PuzzleError, match=said):
        RiverPuzzle([Passenger("monk", 2, rows=True)], 2, left=left, boat_left=boat_left)
    with pytest.raises(PuzzleError, match="the rules forbid"):
        RiverPuzzle(FARMER.passengers, 2, FARMER.bank_rules, left=[0, 1, 1, 0], boat_left=False)


def test_wrong_passengers_and_rules():
    for make, reason in (
        (lambda: Passenger("a;b"), "one word without # and ;"),
        (lambda: Passenger("a#b"), "one word without"),
        (lambda: Passenger(5), "one word"),
        (lambda: Passenger("a", True), "True of a"),
        (lambda: Passenger("a", rows=1), "rows=1 of a"),
        (lambda: Passenger("a", time=True), "time True"),
        (lambda: Passenger("a", symbol="#"), "symbol '#'"),
        (lambda: Passenger("a", symbol=5), "symbol 5"),
        (lambda: Rule("nearby", "a", "b"), "rule='nearby'"),
        (lambda: Rule("together", "a", "b", "guard"), "guards 'guard'"),
        (lambda: Rule("outnumber", "a", "b", ("c",)), "expected none"),
    ):
        with pytest.raises(PuzzleError, match=reason):
            make()


def test_they_are_compared_and_shown():
    assert Rule("together", "a", "b", ["c"]) == Rule("together", "a", "b", ("c",))
    assert len({Rule("together", "a", "b", ["c"]), Rule("together", "a", "b", ("c",))}) == 1
    assert str(Rule("outnumber", "a", "b")) == "never more a than b"
    assert (
        str(Passenger("monk", 2, rows=True, time=1.5, symbol="m"))
        == "passenger monk x2 rows time 1.5 symbol m"
    )
    assert str(Crossing(load=("a", "b"), forward=False)) == "<- a b"


@pytest.mark.parametrize(
    ("rule", "bank", "safe"),
    [
        (Rule("together", "a", "b", ("c",)), {"a": 1, "b": 1, "c": 0}, False),
        (Rule("together", "a", "b", ("c",)), {"a": 1, "b": 1, "c": 1}, True),
        (Rule("together", "a", "a"), {"a": 1}, False),
        (Rule("outnumber", "a", "b"), {"a": 2, "b": 1}, False),
        (Rule("outnumber", "a", "b"), {"a": 2, "b": 0}, True),
        (Rule("outnumber", "a", "b"), {"a": 2, "b": 2}, True),
    ],
)
def test_banks(rule, bank, safe):
    assert rule.allows(bank) is safe


def test_who_crosses():
    assert RiverPuzzle.farmer().names == ("farmer", "goat", "cabbage", "wolf")
    assert [p.count for p in RiverPuzzle.missionaries(5).passengers] == [5, 5]
    assert len(RiverPuzzle.couples(12).bank_rules) == 12 * 11
    assert [p.time for p in RiverPuzzle.bridge([1, 2.5]).passengers] == [1, 2.5]


def test_wrong_numbers():
    for make, reason in (
        (lambda: RiverPuzzle.couples(True), "True couples, expected 1 to 12"),
        (lambda: RiverPuzzle.couples("x"), "'x' couples"),
        (lambda: RiverPuzzle.missionaries("x"), "'x' of missionary"),
        (lambda: RiverPuzzle.bridge(5), "times 5, expected numbers"),
        (lambda: RiverPuzzle.bridge("12"), "times '12', expected numbers"),
        (lambda: RiverPuzzle.bridge([1, 0]), "time 0 of a walker"),
        (lambda: RiverPuzzle.bridge([]), "there are no passengers"),
    ):
        with pytest.raises(PuzzleError, match=reason):
            make()


FAMILY = """
boat 2
passenger father rows symbol F
passenger mother rows symbol M
passenger son x2
passenger daughter x2
passenger policeman rows
passenger thief
never father with daughter unless mother also aboard
never mother with son unless father also aboard
never thief with father+mother+son+daughter unless policeman also aboard
"""


def test_the_japanese_family_crosses_in_17():
    puzzle = RiverPuzzle.parse(FAMILY)
    result = puzzle.solve()
    assert result.length == 17 and puzzle.check(result)
    assert puzzle == RiverPuzzle.parse(puzzle.text())


@pytest.mark.parametrize("aboard", [False, True])
@pytest.mark.parametrize(
    ("couples", "boat", "trips"),
    # I. Pressman and D. Singmaster, "The jealous husbands" and "The missionaries and cannibals",
    # The Mathematical Gazette 73 (1989): 2n - 3 from six couples on.
    [(2, 2, 5), (3, 2, 11), (4, 2, None), (4, 3, 9), (5, 3, 11), (6, 3, None), (6, 4, 9), (7, 4, 11)],
)
def test_jealous_husbands(couples, boat, trips, aboard):
    usual = RiverPuzzle.couples(couples)
    strict = [Rule(r.kind, r.first, r.second, r.guards, aboard) for r in usual.bank_rules]
    result = RiverPuzzle(usual.passengers, boat, strict).solve()
    if trips is None:
        assert result.status is Status.NO_SOLUTION
    else:
        assert result.length == trips


def test_one_cannibal_rows():
    # Three missionaries, three cannibals of whom one rows: 13 crossings.
    puzzle = RiverPuzzle.parse(
        "boat 2; passenger missionary x3 rows; passenger cannibal x2; passenger chief rows symbol c;"
        "never more cannibal+chief than missionary also aboard"
    )
    result = puzzle.solve()
    assert result.length == 13 and puzzle.check(result)


def test_loads_by_weight():
    # A boat that bears 100 kg, two adults of 100, two children of 50: four trips an adult, one at the end.
    puzzle = RiverPuzzle.parse(
        "boat 4 weight 100; passenger adult x2 rows weight 100; passenger child x2 rows weight 50"
    )
    result = puzzle.solve()
    assert result.length == 9 and puzzle.check(result)
    assert all(trip.load.count("child") == 2 or len(trip.load) == 1 for trip in result.solution)
    assert puzzle.text().splitlines()[0] == "boat 4 weight 100"
    assert RiverPuzzle.parse(puzzle.text()) == puzzle != RiverPuzzle(puzzle.passengers, 4)
    for method in ("bfs", "astar", "ida", "bidirectional"):
        assert puzzle.solve(method=method).length == 9
    heavier = RiverPuzzle(puzzle.passengers, 4, most_weight=99.5)
    assert heavier.solve().status is Status.NO_SOLUTION
    assert not heavier.check(result)


def test_rules_aboard_are_judged_by_the_verifier():
    people = [Passenger("man", rows=True), Passenger("boy", rows=True), Passenger("dog")]
    free = RiverPuzzle(people, 3)
    plan = free.solve()
    assert plan.length == 1 and not RiverPuzzle(people, 3, [Rule("together", "dog", "boy", (), True)]).check(
        plan
    )


def test_bridge_and_torch_presets():
    assert RiverPuzzle.bridge([1, 2, 5, 10]).solve().cost == 17


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("boat 2 weight; passenger a rows", "boat CAPACITY .weight W."),
        ("boat 2 weight x; passenger a rows", "weight 'x', expected a number"),
        ("boat 2 weight 0; passenger a rows", "expected a number above 0"),
        ("boat 2; passenger a rows weight -1", "weight -1.0 of a"),
        ("boat 2 weight 9; passenger a rows weight 10", "weight and rules let nobody who rows take the boat"),
        ("boat 2; passenger a+b rows", "a name without"),
        ("boat 2; passenger a rows; never more a+b than a", "rule for 'b'"),
        ("boat 2; passenger a rows; passenger b; never a with b also", "also aboard"),
    ],
)
def test_wrong_statements_are_one_clear_line(text, words):
    with pytest.raises(PuzzleError, match=words) as caught:
        RiverPuzzle.parse(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("priests", "chiefs", "trips"), [(3, 1, 13), (2, 1, 13), (1, 1, 13), (3, 3, 11), (3, 0, None)]
)
def test_missionaries_of_whom_few_row_in_python(priests, chiefs, trips):
    """All row: 11 crossings. One cannibal rows: 13, the classic. No cannibal: no way."""
    people = [
        Passenger("priest", priests, rows=True, symbol="P"),
        *([Passenger("missionary", 3 - priests, symbol="m")] if priests < 3 else []),
        *([Passenger("chief", chiefs, rows=True, symbol="C")] if chiefs else []),
        *([Passenger("cannibal", 3 - chiefs, symbol="c")] if chiefs < 3 else []),
    ]
    names = [person.name for person in people]
    eaters = "+".join(name for name in names if name in ("chief", "cannibal"))
    eaten = "+".join(name for name in names if name in ("priest", "missionary"))
    puzzle = RiverPuzzle(people, 2, [Rule("outnumber", eaters, eaten, (), True)])
    assert puzzle == RiverPuzzle.parse(puzzle.text())
    for method in ("bfs", "astar", "ida", "bidirectional"):
        result = puzzle.solve(method=method)
        if trips is None:
            assert result.status is Status.NO_SOLUTION
        else:
            assert result.length == trips and puzzle.check(result)


@pytest.mark.parametrize(
    ("couples", "wives", "trips"), [(2, 0, 5), (2, 1, 5), (3, 0, None), (3, 1, 13), (3, 3, 11), (4, 1, None)]
)
def test_couples_of_whom_few_wives_row_in_python(couples, wives, trips):
    """Three couples: 11 crossings where all row, 13 where one wife does.

    A plan of couples is one of missionaries and cannibals, husbands for missionaries. With one rower among
    the cannibals that takes 13, so it takes 13 here at least.
    """
    usual = RiverPuzzle.couples(couples)
    rowers = {f"wife{k}" for k in range(1, wives + 1)}
    few = [replace(p, rows=p.name in rowers or p.name.startswith("husband")) for p in usual.passengers]
    puzzle = RiverPuzzle(few, 2, usual.bank_rules)
    result = puzzle.solve()
    if trips is None:
        assert result.status is Status.NO_SOLUTION
    else:
        assert result.length == trips and puzzle.check(result)
        assert all(any(name in rowers or name[0] == "h" for name in trip.load) for trip in result.solution)


def test_a_plan_and_none():
    puzzle = RiverPuzzle.bridge([1, 2, 5])
    result = puzzle.solve()
    assert result.solution == result.crossings and result.length == 3 and result.cost == 8
    assert [trip.time for trip in result.crossings] == [2, 1, 5]
    assert result.path == tuple(map(str, puzzle.replay(result)))
    assert str(result) == puzzle.format(result.solution)
    again = pickle.loads(pickle.dumps(result))
    assert (again.puzzle, again.solution, str(again)) == (puzzle, result.solution, str(result))
    none = RiverPuzzle.missionaries(4).solve()
    assert (none.solution, none.path, str(none)) == (None, (), "NO_SOLUTION")
    assert none.status is Status.NO_SOLUTION


def test_a_state_a_plan_and_none():
    puzzle = RiverPuzzle.farmer()
    boats = f'fill="{Ink.WOOD}"/>'
    assert puzzle.to_svg().count(boats) == 1
    for name in ("farmer", "wolf", "goat", "cabbage"):
        assert puzzle.to_svg().count(f">{name}</text>") == 1
    result = puzzle.solve()
    assert result._repr_svg_() == puzzle.to_svg(result) == puzzle.to_svg(result.solution)
    assert puzzle.to_svg(result).count(boats) == 8
    assert "farmer and goat cross" in puzzle.to_svg(result)
    none = RiverPuzzle.missionaries(4).solve()
    assert none._repr_svg_().count(boats) == 1
    assert RiverPuzzle.couples(12, 4)._repr_svg_().startswith("<svg")  # no graph is built for it


def test_a_page_shows_each_crossing_between_its_states():
    puzzle = RiverPuzzle.missionaries(3)
    result = puzzle.solve()
    shown = puzzle.view(result)
    assert [frame.says for frame in shown.frames] == ["the start", *map(trip_text, result.crossings)]
    widths = {frame.svg.split('width="')[1].split('"')[0] for frame in shown.frames}
    assert len(widths) == 1


def test_drawings_tell_kinds_apart():
    puzzle = RiverPuzzle.missionaries(3, 3)
    text = puzzle.graph_dot()
    for kind in ("state", "solution", "goal", "invalid", "duplicate", "step"):
        assert f'class="{kind}"' in text
    assert text.count('class="goal"') == 1
    assert puzzle.graph_svg().count("<rect") == text.count("fillcolor=")
    with pytest.raises(PuzzleError, match="to draw"):
        RiverPuzzle.couples(7, 4).graph_dot()


def test_a_crossing_is_read_as_it_is_printed():
    puzzles = [FARMER, RiverPuzzle.missionaries(2), RiverPuzzle.missionaries(3, island=Island())]
    puzzles.append(RiverPuzzle.parse("boat 1; boat 2; passenger adult rows; passenger child x2 rows; island"))
    for puzzle in puzzles:
        plan = puzzle.solve().solution
        assert plan and puzzle.judge(puzzle.format(plan)) and puzzle.judge(list(map(str, plan)))
        for trip in plan:
            found = read_crossing(str(trip))
            assert (found.load, found.forward, found.to, found.origin, found.boat) == (
                (trip.load, trip.forward, trip.to, trip.origin, trip.boat)
            )
    with pytest.raises(PuzzleError, match="expected a crossing such as"):
        read_crossing("farmer")


@pytest.mark.parametrize(
    "answer, said, places",
    [
        ("farmer goat ->; <- farmer", "INCOMPLETE: not everyone is across at the end", ()),
        ("farmer goat ->; <- goat", "WRONG: crossing 2, <- goat, cannot be made", (1,)),
        ("farmer wolf ->", "WRONG: crossing 1, farmer wolf ->, cannot be made", (0,)),
        ("FGCW|", "NOT_OF_THIS_PUZZLE: 'FGCW|', expected crossings such as: farmer goat ->", ()),
        (5, "NOT_OF_THIS_PUZZLE: 5, expected crossings", ()),
    ],
)
def test_answers(answer, said, places):
    verdict = FARMER.judge(answer)
    assert (str(verdict), verdict.places) == (said, places)


def test_the_next_crossing():
    step = FARMER.hint("farmer goat ->")
    assert str(step) == "crossing: <- farmer: the first of 6 crossings to the goal, and no path is shorter"
    assert FARMER.hint("farmer wolf ->").kind == "mistake"
    assert FARMER.hint(FARMER.replay(FARMER.solve())[2]).kind == "crossing"
    assert RiverPuzzle.missionaries(4).hint().kind == "contradiction"
    with pytest.raises(PuzzleError, match="expected one of the same puzzle"):
        FARMER.hint(RiverPuzzle.missionaries(2))


def test_check_is_strict():
    puzzle = RiverPuzzle.farmer()
    good = puzzle.solve().crossings
    assert puzzle.check(good)
    for bad in (
        (),
        good[:-1],
        good[1:],
        (*good, good[0]),
        (good[2], *good[1:]),
        (good[0], good[0], *good[1:]),
    ):
        assert not puzzle.check(bad)


def test_nonsense_is_no_plan():
    puzzle = RiverPuzzle.missionaries(1)
    both = ("missionary", "cannibal")
    assert puzzle.check([Crossing(load=both, forward=True)])
    for load, forward in (
        (both, False),
        (("missionary",), True),
        ((*both, "missionary"), True),
        (("missionary", "missionary"), True),
        (("missionary", "dog"), True),
        ((), True),
        ("missionary", True),
        (None, True),
        ((["missionary"],), True),
    ):
        assert puzzle.check([Crossing(load=load, forward=forward)]) is False
    for wrong in ([5], [None], "x", {}, both):
        assert puzzle.check(wrong) is False
        with pytest.raises(PuzzleError, match="expected"):
            puzzle.replay(wrong if wrong else 5)


TEXT = "boat 2; passenger {0} rows; passenger {1}; passenger {2}; passenger {3}; "
RULES = "never {1} with {2} unless {0}; never {3} with {2} unless {0}"


def form(*names, rules=RULES):
    puzzle = RiverPuzzle.parse((TEXT + rules).format(*names))
    return RiverFactory("puzzles", {}).form(puzzle, None)


def test_plans_are_as_long_as_wished():
    made = [one for one in RiverFactory("puzzles", {"least": 7}).many(range(200)) if one is not None]
    assert made
    for one in made[:9]:
        result = RiverPuzzle.parse(one.text).solve()
        assert result.length == one.measures[0] >= 7


def test_names_do_not_matter():
    one = form("farmer", "wolf", "goat", "cabbage")
    assert one == form("monk", "fox", "goose", "beans") == form("farmer", "cabbage", "goat", "wolf")
    turned = "never {2} with {1} unless {0}; never {2} with {3} unless {0}"
    assert one == form("farmer", "wolf", "goat", "cabbage", rules=turned)
    assert one != form("farmer", "wolf", "goat", "cabbage", rules="never {1} with {2} unless {0}")
    assert one != form("farmer", "goat", "wolf", "cabbage", rules=RULES.replace("{0}; n", "{3}; n"))


def by_all_names(puzzle):
    """The least text of a puzzle under all orders of its passengers."""
    people, forms = puzzle.passengers, []
    for order in permutations(range(len(people))):
        names = {people[old].name: new for new, old in enumerate(order)}
        rules = []
        for rule in puzzle.bank_rules:
            ends = [names[rule.first], names[rule.second]]
            ends = sorted(ends) if rule.kind == "together" else ends
            rules.append((rule.kind, ends, sorted(map(names.get, rule.guards)), rule.aboard))
        facts = [(people[old].count, people[old].rows) for old in order]
        forms.append(repr((facts, sorted(rules), [boat.capacity for boat in puzzle.boats])))
    return min(forms)


@pytest.mark.parametrize("kinds", [3, 4])
def test_forms_are_equal_where_some_names_make_puzzles_equal(kinds):
    factory = RiverFactory("puzzles", {"passengers": kinds})
    puzzles = [factory.draw(seed) for seed in range(120)]
    assert {len(puzzle.passengers) for puzzle in puzzles} == {kinds}
    pairs = {(factory.form(puzzle, None), by_all_names(puzzle)) for puzzle in puzzles}
    assert len({form for form, _ in pairs}) == len({text for _, text in pairs}) == len(pairs)
    assert kinds > 3 or len(pairs) < len(puzzles)  # some are equal


@pytest.mark.parametrize("seed", range(6))
def test_branching_is_that_of_the_states(seed):
    puzzle = RiverPuzzle.random(seed=seed)
    result = puzzle.solve()
    _, branching_said = RiverFactory("puzzles", {}).measures(puzzle, result)
    assert branching_said == branching(puzzle.followed(result.solution))


@pytest.mark.parametrize(
    "options", [{"passengers": 2}, {"passengers": "9"}, {"capacity": "x"}, {"capacity": "0"}, {"least": 0}]
)
def test_wrong_options(options):
    with pytest.raises(PuzzleError, match="expected"):
        RiverFactory("puzzles", options)


@pytest.mark.parametrize("seed", range(6))
def test_random_puzzles_have_a_plan_worth_a_thought(seed):
    puzzle = RiverPuzzle.random(seed=seed)
    result = puzzle.solve()
    assert result.length >= FEWEST and puzzle.check(result)
    assert RiverPuzzle.parse(puzzle.text()) == puzzle == RiverPuzzle.random(seed=seed)


def test_kinds_of_passengers_may_be_asked_for():
    for kinds in (3, 8):
        assert len(RiverPuzzle.random(seed=1, passengers=kinds).passengers) == kinds
    for kinds in (2, 9, True, "4"):
        with pytest.raises(PuzzleError, match="expected 3 to 8 kinds"):
            RiverPuzzle.random(passengers=kinds)
