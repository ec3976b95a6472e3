from dataclasses import replace

import pytest

from unriddle import Passenger, PuzzleError, RiverPuzzle, Rule, Status
from unriddle.puzzles.river import presets


def test_who_crosses():
    assert [p.name for p in presets.farmer()[0]] == ["farmer", "goat", "cabbage", "wolf"]
    assert [p.count for p in presets.missionaries(5)[0]] == [5, 5]
    assert len(presets.couples(12)[1]) == 12 * 11
    assert [p.time for p in presets.walkers([1, 2.5])] == [1, 2.5]


def test_wrong_numbers():
    for make, reason in (
        (lambda: RiverPuzzle.couples(True), "True couples, expected 1 to 12"),
        (lambda: RiverPuzzle.couples("x"), "'x' couples"),
        (lambda: RiverPuzzle.missionaries("x"), "'x' of missionary"),
        (lambda: RiverPuzzle.bridge(5), "times 5, expected numbers"),
        (lambda: RiverPuzzle.bridge("12"), "times '12', expected numbers"),
        (lambda: RiverPuzzle.bridge([1, 0]), "time 0 of a walker"),
        (lambda: RiverPuzzle.bridge([]), "nobody to bring across"),
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
    people, rules = presets.couples(couples)
    strict = [Rule(r.kind, r.first, r.second, r.guards, aboard) for r in rules]
    result = RiverPuzzle(people, boat, strict).solve()
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


def test_bridge_and_torch():
    assert RiverPuzzle.bridge([1, 2, 5, 10]).solve().cost == 17


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("boat 2 weight; passenger a rows", "boat CAPACITY .weight W."),
        ("boat 2 weight x; passenger a rows", "weight 'x', expected a number"),
        ("boat 2 weight 0; passenger a rows", "expected a number above 0"),
        ("boat 2; passenger a rows weight -1", "weight -1.0 of a"),
        ("boat 2 weight 9; passenger a rows weight 10", "nobody who rows may take the boat"),
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
    people, rules = presets.couples(couples)
    rowers = {f"wife{k}" for k in range(1, wives + 1)}
    few = [replace(p, rows=p.name in rowers or p.name.startswith("husband")) for p in people]
    puzzle = RiverPuzzle(few, 2, rules)
    result = puzzle.solve()
    if trips is None:
        assert result.status is Status.NO_SOLUTION
    else:
        assert result.length == trips and puzzle.check(result)
        assert all(any(name in rowers or name[0] == "h" for name in trip.load) for trip in result.solution)
