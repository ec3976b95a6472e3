"""Solutions from a source that is run in slices."""

import operator
import pickle
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from unriddle import Limits, PuzzleError, SearchStats, Status
from unriddle.core.search.graph import Graph
from unriddle.core.search.graph_paths import ShortestPaths
from unriddle.puzzles.framework.solutions import BestPaths, Count, SearchAfterBuild, Solutions, count_of


class Filling:
    """A source that has two solutions, and no memory for the rest."""

    nodes = 0
    full = False

    def run(self, budget):
        self.nodes += 1
        self.full = self.nodes > 2
        return not self.full

    def take(self):
        return [] if self.full else [self.nodes]


def test_used_up_memory_is_a_limit_and_a_part_is_not_the_whole():
    solutions = Solutions(Filling())
    assert list(solutions) == [1, 2]
    assert (solutions.status, solutions.complete, solutions.interrupted) == (Status.LIMIT, False, False)
    assert Solutions(Filling(), 2).status is Status.LIMIT


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


def ladder_of_squares(n):
    """A graph with 2**n shortest paths: n squares in a row, corner to corner."""
    rows = []
    for k in range(n):
        rows += [[3 * k + 1, 3 * k + 2], [3 * k + 3], [3 * k + 3]]
    rows.append([])
    indptr = np.cumsum([0, *map(len, rows)])
    graph = Graph(indptr, np.array([w for row in rows for w in row], dtype=np.int32))
    ends = (np.array([0], dtype=np.int32), np.array([3 * n], dtype=np.int32))
    return ShortestPaths(graph, *ends)


@pytest.mark.parametrize("n", [1, 3, 9])
def test_listed_and_counted(n):
    found = Solutions(BestPaths(ladder_of_squares(n), tuple))
    listed = list(found)
    assert len(set(listed)) == len(listed) == 2**n and listed == sorted(listed)
    assert found.complete and found.status is Status.MULTIPLE
    source = SearchAfterBuild(None, lambda: ladder_of_squares(n))
    assert source.count_best(None, None, None) == 2**n
    one = source.count_best(1, None, None)
    assert (one == 1, one.complete, one.status) == (True, False, Status.SOLVED)


def test_a_count_beyond_a_word():
    assert SearchAfterBuild(None, lambda: ladder_of_squares(100)).count_best(None, None, None) == 2**100


class Unbuilt:
    """Builds a graph without an end, or is interrupted."""

    nodes, full = 0, False

    def __init__(self, interrupted):
        self.interrupted = interrupted

    def run(self, budget):
        if self.interrupted:
            raise KeyboardInterrupt
        self.nodes += budget
        return True


@pytest.mark.parametrize("interrupted", [False, True])
def test_a_limit_is_a_status(interrupted):
    count = SearchAfterBuild(Unbuilt(interrupted), lambda: None).count_best(None, Limits(nodes=9), None)
    assert (count.status, count.interrupted, count.stats.nodes) == (Status.LIMIT, interrupted, 0)
