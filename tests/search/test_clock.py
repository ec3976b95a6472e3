"""Limits looked at between two nodes, and how a search ended."""

import pytest

from unriddle import Limits, Status
from unriddle.search import clock
from unriddle.search.clock import Clock, size_of
from unriddle.search.example import Count
from unriddle.search.steps import Steps


@pytest.fixture
def now(monkeypatch):
    """A clock that is set by hand."""
    hands = [100.0]
    monkeypatch.setattr(clock.time, "perf_counter", lambda: hands[0])
    return hands


def test_nothing_is_reached_without_limits(now):
    watch = Clock(Steps(Count(1)), None, None)
    now[0] += 1e9
    watch.search.nodes = watch.search.kept = 1 << 60
    assert not watch.reached()


def test_each_limit_is_reached_for_itself(now):
    watch = Clock(Steps(Count(1)), Limits(nodes=5), None)
    watch.search.nodes = 4
    assert not watch.reached()
    watch.search.nodes = 5
    assert watch.reached()
    watch = Clock(Steps(Count(1)), Limits(seconds=2), None)
    now[0] += 1.99
    assert not watch.reached()
    now[0] += 0.02
    assert watch.reached()
    room = 10 * size_of(Count(1))
    watch = Clock(Steps(Count(1)), Limits(memory=room), None)
    watch.search.kept = 10
    assert not watch.reached()
    watch.search.kept = 11
    assert watch.reached()


def test_progress_ten_times_a_second(now):
    shown = []
    watch = Clock(Steps(Count(1)), None, shown.append)
    for step in range(1, 31):
        now[0] = 100 + step * 0.03125
        watch.search.nodes = step
        watch.reached()
    assert shown == [4, 8, 12, 16, 20, 24, 28]


def test_a_result_counts_what_was_done(now):
    watch = Clock(Steps(Count(4)), None, None)
    search = watch.search
    search.nodes, search.generated, search.pruned, search.depth = 9, 8, 7, 6
    now[0] += 0.5
    found = watch.result(Status.SOLVED, [Count(4), Count(5), Count(10)])
    assert (found.path, found.cost, found.status) == ([Count(4), Count(5), Count(10)], 2, Status.SOLVED)
    stats = found.stats
    assert (stats.nodes, stats.generated, stats.pruned, stats.depth) == (9, 8, 7, 6)
    assert (stats.seconds, stats.path_length) == (0.5, 2)
    none = watch.result(Status.LIMIT, None, interrupted=True)
    assert (none.node, none.cost, none.stats.path_length, none.interrupted) == (None, 0, 0, True)


def test_a_larger_configuration_takes_more():
    class Wide(Count):
        def __init__(self, n):
            super().__init__(n)
            self.row = b"x" * 1000

    assert 200 < size_of(Count(1)) < size_of(Wide(1)) - 1000
