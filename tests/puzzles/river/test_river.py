import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unriddle import Limits, Passenger, PuzzleError, RiverPuzzle, Rule, Status
from unriddle.search import find_path, path_of, solutions

METHODS = ("dfs", "bfs", "bidirectional", "astar", "ida")


def test_the_farmer():
    puzzle = RiverPuzzle.farmer()
    first = list(puzzle.solutions())
    again = list(puzzle.solutions())
    assert [r.path for r in first] == [r.path for r in again]
    assert len(first) == puzzle.count() == puzzle.count() == puzzle.count_best() == 2
    assert {(r.path[0], r.path[-1], r.length) for r in first} == {("FGCW|", "|FGCW", 7)}
    assert first[0].path != first[1].path
    assert len(puzzle.graph) == 10
    assert all(puzzle.check(result) for result in first)
    assert len(list(solutions(puzzle))) == 2


@pytest.mark.parametrize(
    ("n", "boat", "length", "plans"), [(3, 2, 11, 4), (5, 4, 7, 43), (10, 4, 17, 361), (4, 2, 0, 0)]
)
def test_missionaries(n, boat, length, plans):
    puzzle = RiverPuzzle.missionaries(n, boat)
    result = puzzle.solve()
    assert result.status is (Status.SOLVED if plans else Status.NO_SOLUTION)
    assert (result.length, puzzle.count_best()) == (length, plans)
    listed = list(puzzle.best_plans())
    assert len({plan.path for plan in listed}) == plans
    assert all(puzzle.check(plan) for plan in listed)


@pytest.mark.parametrize(
    ("n", "boat", "length", "plans"), [(2, 2, 5, 8), (3, 2, 11, 486), (7, 4, 11, 2_860_256_000)]
)
def test_couples(n, boat, length, plans):
    puzzle = RiverPuzzle.couples(n, boat)
    result = puzzle.solve()
    assert (result.length, puzzle.count_best()) == (length, plans)
    assert puzzle.check(result)
    assert sum(1 for _ in puzzle.best_plans(10)) == min(plans, 10)


def test_bridge_and_torch():
    puzzle = RiverPuzzle.bridge([1, 2, 5, 10])
    result = puzzle.solve()
    assert (result.cost, result.length, puzzle.count_best()) == (17, 5, 2)
    assert puzzle.check(result)
    assert RiverPuzzle.bridge([1, 2, 5, 10], 3).solve().cost < 17
    assert RiverPuzzle.bridge([0.5, 1.5]).solve().cost == 1.5
    with pytest.raises(PuzzleError, match="whole numbers"):
        RiverPuzzle.bridge([0.5, 1.5]).solve("astar")


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
    compiled, plain = puzzle.solve(method), find_path(puzzle, method)
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
    if puzzle.count(200) < 200:  # there may be millions
        listed = [tuple(map(str, path_of(node))) for node in solutions(puzzle)]
        assert puzzle.count() == len(listed)
        assert sorted(r.path for r in puzzle.solutions()) == sorted(listed)
    else:
        assert sum(1 for _ in puzzle.solutions(200)) == 200
    again = RiverPuzzle.parse(puzzle.format())
    assert again.configuration() == puzzle.configuration()


def test_rules_as_a_function():
    def safe(bank):
        return not (bank["goat"] and (bank["wolf"] or bank["cabbage"]) and not bank["farmer"])

    puzzle = RiverPuzzle(RiverPuzzle.farmer().passengers, 2, safe)
    assert puzzle.count() == 2
    with pytest.raises(PuzzleError, match="no text form"):
        puzzle.format()


def test_text_form():
    text = (
        "# three and three\n\nboat 2 # small\npassenger m x3 rows\npassenger c x3 rows symbol k\n"
        "never more c than m\n"
    )
    puzzle = RiverPuzzle.parse(text)
    assert str(puzzle) == "MMMkkk*|"
    assert puzzle.count_best() == 4


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", None, "no boat"),
        ("boat 2", None, "nobody to bring across"),
        ("boat 0", 1, "boat for 0"),
        ("boat two", 1, "boat CAPACITY"),
        ("boat 2\nboat 2", 2, "second boat"),
        ("boat 2\npassenger", 2, "passenger NAME"),
        ("boat 2\npassenger a b", 2, "'b'"),
        ("boat 2\npassenger a x0 rows", 2, "0 of a"),
        ("boat 2\npassenger a time soon", 2, "'soon'"),
        ("boat 2\npassenger a time nan", 2, "time nan"),
        ("boat 2\npassenger a rows rows", 2, "twice"),
        ("boat 2\npassenger a x2 x3", 2, "twice"),
        ("boat 2\npassenger a symbol |", 2, "symbol"),
        ("boat 2\npassenger a\npassenger a", 3, "named twice"),
        ("boat 2\npassenger a", None, "nobody can row"),
        ("boat 2\npassenger a rows\nnever a with b", 3, "'b'"),
        ("boat 2\npassenger a rows\nnever a", 3, "expected: never"),
        ("boat 2\npassenger a rows\nnever a with a unless", 3, "expected: never"),
        ("ship 2", 1, "'ship'"),
        ("boat 2\npassenger a x999999999", 2, "999999999"),
        ("boat 2\n" + "".join(f"passenger p{k} x15 rows\n" for k in range(7)), None, "different banks"),
        ("boat 12\n" + "".join(f"passenger p{k} x2 rows\n" for k in range(14)), None, "loads|banks"),
    ],
)
def test_wrong_text_is_one_clear_line(text, line, reason):
    with pytest.raises(PuzzleError, match=reason) as caught:
        RiverPuzzle.parse(text, file="x.txt").solve()
    if line is not None:
        assert (caught.value.file, caught.value.line) == ("x.txt", line)


def test_wrong_arguments():
    rower = Passenger("a", rows=True)
    for make, reason in (
        (lambda: RiverPuzzle([rower], 0), "capacity"),
        (lambda: RiverPuzzle([rower], True and 1.5), "capacity"),
        (lambda: RiverPuzzle([rower], 1, [Rule("near", "a", "a")]), "rule 'near'"),
        (lambda: RiverPuzzle.couples(0), "couples"),
        (lambda: RiverPuzzle.couples(13), "couples"),
        (lambda: RiverPuzzle.missionaries(0), "0 of missionary"),
        (lambda: RiverPuzzle.bridge([1, 0]), "time 0"),
        (lambda: RiverPuzzle.bridge([-1]), "time -1"),
        (lambda: Passenger("two words"), "one word"),
        (lambda: RiverPuzzle.farmer().solve("best"), "method 'best'"),
    ):
        with pytest.raises(PuzzleError, match=reason):
            make()


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


def test_limits_are_exact():
    puzzle = RiverPuzzle.missionaries(3)
    whole = puzzle.solve().stats.nodes
    for nodes in (0, 1, whole - 1):
        result = puzzle.solve(limits=Limits(nodes=nodes))
        assert (result.status, result.stats.nodes) == (Status.LIMIT, nodes)
    assert puzzle.solve(limits=Limits(nodes=whole)).length == 11
    with pytest.raises(PuzzleError, match="limit"):
        RiverPuzzle.couples(4, 3).count(limits=Limits(nodes=1000))
    assert RiverPuzzle.couples(4, 3).count(limit=7) == 7


def test_drawings_tell_kinds_apart():
    puzzle = RiverPuzzle.missionaries(3, 3)
    text = puzzle.graph_dot()
    for kind in ("state", "solution", "goal", "invalid", "duplicate", "step"):
        assert f'class="{kind}"' in text
    assert text.count('class="goal"') == 1
    assert puzzle.graph_svg().count("<rect") == text.count("fillcolor=")
    with pytest.raises(PuzzleError, match="to draw"):
        RiverPuzzle.couples(7, 4).graph_dot()
