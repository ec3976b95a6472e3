"""Limits looked at between two nodes, and how a search ended."""

import gc
from types import SimpleNamespace

import pytest

from unriddle import Limits, Status
from unriddle.search import clock
from unriddle.search.adapters import States
from unriddle.search.clock import MANY, Clock
from unriddle.search.example import Count


def watched(limits=None, progress=None, run=None):
    """A clock over a search that is set by hand."""
    search = SimpleNamespace(nodes=0, generated=0, pruned=0, depth=0, kept=1, run=run)
    return Clock(States.of(Count(1)), search, limits, progress)


@pytest.fixture
def now(monkeypatch):
    """A clock that is set by hand."""
    hands = [100.0]
    monkeypatch.setattr(clock.time, "perf_counter", lambda: hands[0])
    return hands


def test_nothing_is_reached_without_limits(now):
    watch = watched()
    now[0] += 1e9
    watch.search.nodes = watch.search.kept = 1 << 60
    assert not watch.reached()


def test_each_limit_is_reached_for_itself(now):
    watch = watched(Limits(nodes=5))
    watch.search.nodes = 4
    assert not watch.reached()
    watch.search.nodes = 5
    assert watch.reached()
    watch = watched(Limits(seconds=2))
    now[0] += 1.99
    assert not watch.reached()
    now[0] += 0.02
    assert watch.reached()
    room = 10 * States.of(Count(1)).size
    watch = watched(Limits(memory=room))
    watch.search.kept = 10
    assert not watch.reached()
    watch.search.kept = 11
    assert watch.reached()


def test_progress_ten_times_a_second(now):
    shown = []
    watch = watched(None, shown.append, lambda *given: True)
    for step in range(1, 31):
        now[0] = 100 + step * 0.03125
        watch.search.nodes = step
        watch.goes_on()
    assert shown == [4, 8, 12, 16, 20, 24, 28]


def test_a_result_counts_what_was_done(now):
    watch = watched()
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


def test_slices_end_at_the_limits(now):
    given = []
    watch = watched(Limits(nodes=5, seconds=0.01, memory=2000), run=lambda *limits: given.append(limits))
    watch.search.nodes = 2
    watch.goes_on()
    [(nodes, seconds, kept)] = given
    assert nodes == 3 and seconds == pytest.approx(0.01) and kept == pytest.approx(2000 / watch.states.size)


def test_what_is_kept_is_not_collected_again_and_again(monkeypatch, now):
    seen = []

    def collect(generation=2):
        seen.append((watch.search.kept, generation))

    def run(*limits):
        watch.search.nodes += MANY
        watch.search.kept += MANY
        return True

    monkeypatch.setattr(clock.gc, "collect", collect)
    monkeypatch.setattr(clock.gc, "get_objects", lambda generation: range(watch.search.kept))
    watch = watched(run=run)
    for _ in range(3000):
        watch.goes_on()
    assert [kept for kept, generation in seen if generation == 2] == [40_001, 81_001, 163_001]
    assert len(seen) == 2999 and {generation for _, generation in seen} == {1, 2}


def test_the_garbage_collector_waits_for_fast_slices_alone():
    seen = []

    def run(*limits):
        seen.append(gc.isenabled())
        watch.search.nodes += next(done)
        return True

    done = iter([MANY, MANY - 1, 5, MANY, 1])
    watch = watched(run=run)
    for _ in range(4):
        watch.goes_on()
        assert gc.isenabled()
    assert seen == [True, False, True, True]
    gc.disable()
    try:
        watch.goes_on()
        assert not gc.isenabled()
    finally:
        gc.enable()
