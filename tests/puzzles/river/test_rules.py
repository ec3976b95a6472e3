import pytest

from unriddle import Crossing, Passenger, PuzzleError, Rule


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
