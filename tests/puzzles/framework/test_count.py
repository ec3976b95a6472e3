"""A number that knows whether it is the whole."""

import operator
import pickle
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from unriddle import PuzzleError, SearchStats, Status
from unriddle.puzzles.framework.count import Count, count_of

STATS = SearchStats()


def whole(found):
    return count_of(found, complete=True, stats=STATS)


def part(found):
    return count_of(found, complete=False, stats=STATS, stopped=True)


@pytest.mark.parametrize(
    ("found", "complete", "status"),
    [
        (0, True, Status.NO_SOLUTION),
        (1, True, Status.UNIQUE),
        (1, False, Status.SOLVED),  # one was asked for
        (2, False, Status.MULTIPLE),
        (2, True, Status.MULTIPLE),
    ],
)
def test_the_status_of_a_count(found, complete, status):
    count = count_of(found, complete=complete, stats=STATS)
    assert (count.status, count.found, count.complete, count.interrupted) == (status, found, complete, False)


@pytest.mark.parametrize("found", [0, 1, 12_345])
@pytest.mark.parametrize(
    "how", [{"stopped": True}, {"interrupted": True}, {"stopped": True, "interrupted": True}]
)
def test_what_was_stopped_is_no_number(found, how):
    count = count_of(found, complete=False, stats=STATS, **how)
    assert count.status is Status.LIMIT and count.interrupted is how.get("interrupted", False)
    assert (
        str(count) == f"at least {found:,}" and repr(count) == f"<Count at least {found:,}, stopped: LIMIT>"
    )
    message = f"at least {found:,} were counted, expected a count that came to its end (see Count.found)"
    for use in (int, operator.index, lambda count: count > 0, lambda count: f"{count:,}", range):
        with pytest.raises(PuzzleError) as error:
            use(count)
        assert str(error.value) == message
    assert count != found and found != count and count == part(found)
    assert bool(count) is (found > 0) and f"{count}" == str(count)


@given(st.integers(0, 1 << 70), st.integers(0, 1 << 70))
def test_a_whole_count_is_a_number(a, b):
    for relate in (operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne):
        assert relate(whole(a), b) is relate(a, b)
        assert relate(a, whole(b)) is relate(a, b)
        assert relate(whole(a), whole(b)) is relate(a, b)
    assert hash(whole(a)) == hash(a) and int(whole(a)) == a and bool(whole(a)) is bool(a)
    assert f"{whole(a):,}" == f"{a:,}" and str(whole(a)) == str(a)


def test_a_count_up_to_a_limit_is_the_number_but_not_the_same_count():
    some, every = count_of(2, complete=False, stats=STATS), whole(2)
    assert some == 2 == every and some != every
    assert repr(some) == "<Count 2, stopped: MULTIPLE>" and repr(every) == "<Count 2: MULTIPLE>"
    assert [10, 20, 30][every] == 30


def test_other_things_are_not_equal_to_a_count():
    for other in ("1", None, [1], 1j):
        assert whole(1) != other
        for relate in (operator.lt, operator.le, operator.gt, operator.ge):
            with pytest.raises(TypeError, match="not supported"):
                relate(whole(1), other)


@pytest.mark.parametrize("other", [0.5, 1.0, 1.5, np.int64(1), np.float32(1.5), Fraction(3, 2), float("inf")])
def test_a_count_beside_numbers_that_are_no_int(other):
    for relate in (operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne):
        assert relate(whole(1), other) == relate(1, other) and relate(other, whole(1)) == relate(other, 1)


def test_a_count_is_pickled():
    again = pickle.loads(pickle.dumps(part(7)))
    assert isinstance(again, Count) and again == part(7)
