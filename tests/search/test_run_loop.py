"""The run loop, the compiled engine in it, and threads."""

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from unriddle import Limits, PuzzleError, Status
from unriddle.core.search import engine
from unriddle.puzzles.framework.result_sequence import in_slices
from unriddle.search import run_loop
from unriddle.search.engine import MEMORY, METHODS, memory_of, run_engine, search_states, whole_costs
from unriddle.search.run_loop import TRIAL, Outcome, Stages, drive
from unriddle.search.threads import wait_interruptibly, workers_for


@pytest.mark.parametrize("cost", (1e-9, 1e-6, 3e-4, 3e-2))
def test_slices_are_short_whatever_a_node_costs(monkeypatch, cost):
    now, slices = [0.0], []
    monkeypatch.setattr(run_loop, "perf_counter", lambda: now[0])
    done = [0]

    def run(budget):
        slices.append(budget * cost)
        now[0] += budget * cost
        done[0] += budget
        return True

    assert drive(run, Limits(seconds=1), nodes=lambda: done[0]) is Outcome.LIMIT
    assert now[0] <= 1.05 and max(slices) <= max(cost, 2 * run_loop.LONGEST)
    assert len(slices) <= 200


def test_work_that_visits_nothing_makes_no_slice_longer(monkeypatch):
    """Tables are made slice by slice, however quickly; the search after them starts with few nodes."""
    now, done, tables, slices = [0.0], [0], [5000], []
    monkeypatch.setattr(run_loop, "perf_counter", lambda: now[0])

    def run(budget):
        if tables[0]:
            tables[0] -= 1
            now[0] += 1e-5
            return True
        slices.append(budget)
        now[0] += budget * 1e-6
        done[0] += budget
        return True

    assert drive(run, Limits(seconds=1), nodes=lambda: done[0]) is Outcome.LIMIT
    assert slices[0] <= run_loop.QUICK and max(slices) * 1e-6 <= 2 * run_loop.LONGEST


class Counted:
    def __init__(self, n):
        self.n, self.nodes, self.budgets = n, 0, []

    def run(self, budget):
        self.budgets.append(budget)
        self.nodes += min(budget, self.n - self.nodes)
        return self.nodes < self.n


@pytest.mark.parametrize("sizes", [(), (1,), (5, 7), (TRIAL, 1), (3 * TRIAL, 2, 2 * TRIAL + 1)])
@pytest.mark.parametrize("first", [1, TRIAL, 1 << 30])
def test_searches_one_after_the_other_visit_what_they_would_alone(sizes, first):
    searches = [Counted(n) for n in sizes]
    for nodes in (None, sum(sizes) + 1, sum(sizes)):
        for search in searches:
            search.nodes, search.budgets = 0, []
        stages = Stages((search, search.run) for search in searches)
        limits = None if nodes is None else Limits(nodes=nodes)
        outcome = drive(stages.run, limits, nodes=lambda stages=stages: stages.nodes, first=first)
        assert outcome is (Outcome.LIMIT if nodes == 0 else Outcome.FINISHED)
        assert stages.nodes == sum(sizes) and [search.nodes for search in searches] == list(sizes)
        assert all(search.budgets[0] <= TRIAL for search in searches)
    if sum(sizes) > 1:
        stages = Stages((search, search.run) for search in [Counted(n) for n in sizes])
        limits = Limits(nodes=sum(sizes) - 1)
        assert drive(stages.run, limits, nodes=lambda: stages.nodes, first=first) is Outcome.LIMIT
        assert stages.nodes == sum(sizes) - 1


def test_a_stage_that_visits_nothing_is_stopped_as_well(monkeypatch):
    """Where two layers meet nothing is new: millions of positions were looked at in one slice."""
    now, calls = [0.0], [0]
    monkeypatch.setattr(run_loop, "perf_counter", lambda: now[0])

    class Meeting:
        nodes = 0

        def run(self, budget):
            now[0] += 0.005
            calls[0] += 1
            return calls[0] < 1000

    search, told = Meeting(), []
    stages = Stages(iter([(search, search.run)]))
    outcome = drive(stages.run, Limits(seconds=0.1), nodes=lambda: stages.nodes, progress=told.append)
    assert outcome is Outcome.LIMIT and now[0] <= 0.12 and len(told) == calls[0]
    assert drive(stages.run, nodes=lambda: stages.nodes) is Outcome.FINISHED and calls[0] == 1000


N = 50


def search(goal=True, method=engine.BFS, **options):
    """From 0 along a line to its end, which may be no goal."""
    starts = np.minimum(np.arange(N + 1), N - 1).astype(np.int32)
    goals = np.zeros(N, dtype=np.uint8)
    goals[-1] = goal
    rules = engine.Graph(starts, np.arange(1, N, dtype=np.int32), goals)
    return engine.Search(rules, np.zeros(1, dtype=np.uint64), method, **options)


def test_a_path_and_its_statistics():
    line = search()
    status, stats, interrupted = run_engine(line)
    assert (status, interrupted) == (Status.SOLVED, False)
    assert line.path()[:, 0].tolist() == list(range(N))
    assert (stats.path_length, stats.depth, stats.nodes) == (N - 1, line.depth, line.nodes)
    assert stats.generated == line.generated >= N - 1 and stats.seconds > 0


def test_no_way_a_limit_and_no_memory():
    assert run_engine(search(goal=False))[0] is Status.NO_SOLUTION
    status, stats, interrupted = run_engine(search(), limits=Limits(nodes=7))
    assert (status, stats.nodes, stats.path_length, interrupted) == (Status.LIMIT, 7, 0, False)
    assert run_engine(search(), limits=Limits(seconds=0))[0] is Status.LIMIT
    assert run_engine(search(most_bytes=0))[0] is Status.LIMIT


@pytest.mark.parametrize("goal", [True, False])
def test_ctrl_c_is_no_answer_whatever_was_found_by_then(goal):
    def interrupt(nodes):
        raise KeyboardInterrupt

    status, _, interrupted = run_engine(search(goal), progress=interrupt)
    assert (status, interrupted) == (Status.LIMIT, True)


def line(n=N):
    """A path graph, both ways along it; the last vertex is the goal."""
    ends = [[v for v in (here - 1, here + 1) if 0 <= v < n] for here in range(n)]
    starts = np.cumsum([0, *map(len, ends)]).astype(np.int32)
    goals = (np.arange(n) == n - 1).astype(np.uint8)
    return engine.Graph(starts, np.array([v for row in ends for v in row], dtype=np.int32), goals)


def searched(method, start=0, goals=(N - 1,), **options):
    return search_states(line(), np.array([start], dtype=np.uint64), method, goals=list(goals), **options)


@pytest.mark.parametrize("method", METHODS)
def test_every_method_finds_the_one_way(method):
    found = searched(method)
    assert found.status is Status.SOLVED and not found.interrupted
    assert found.states.tolist() == [[vertex] for vertex in range(N)]
    assert found.stats.path_length == N - 1 and found.stats.nodes >= 1
    assert searched(method, start=N - 1).states.tolist() == [[N - 1]]


@pytest.mark.parametrize("method", METHODS)
def test_a_limit_leaves_no_path(method):
    found = searched(method, limits=Limits(nodes=3))
    assert (found.status, found.stats.nodes, len(found.states)) == (Status.LIMIT, 3, 0)
    with_no_memory = searched(method, limits=Limits(memory=0))
    assert with_no_memory.status in (Status.LIMIT, Status.SOLVED)
    assert (with_no_memory.status is Status.LIMIT) == (not len(with_no_memory.states))


def test_ctrl_c_is_told_from_a_limit():
    def interrupt(_):
        raise KeyboardInterrupt

    found = searched("bfs", progress=interrupt)
    assert found.interrupted and found.status is Status.LIMIT


def test_from_both_sides_any_goal_will_do():
    assert len(searched("bidirectional", start=10, goals=(0, 12)).states) == 3


@pytest.mark.parametrize("method", ["best", "", None, 1])
def test_an_unknown_method(method):
    if method is None:
        return
    with pytest.raises(PuzzleError) as error:
        searched(method)
    assert str(error.value) == f"method={method!r}, expected one of {', '.join(METHODS)}"


def test_memory_is_that_of_the_limits_or_the_usual():
    assert memory_of(None) == memory_of(Limits(nodes=1)) == MEMORY
    assert memory_of(None, 5) == 5 and memory_of(Limits(memory=0), 5) == 0


@given(st.lists(st.integers(0, 1000), max_size=20))
def test_whole_costs_stay_what_they_are(costs):
    ends = np.arange(len(costs), dtype=np.int32)
    found, unit = whole_costs("times", np.array(costs, dtype=np.float64) + 1, ends, len(costs))
    assert (found - 1).tolist() == costs and found.dtype == np.int32 and unit == 1


def test_costs_that_the_engine_cannot_hold():
    ends = np.array([1, 1, 0], dtype=np.int32)
    assert whole_costs("times", None, ends, 2) == (None, 1)
    most = "expected less than 2**30 where a method is named"
    for costs, message in (
        ([1.0, 2.0**29, 2.0**29], f"times of 1.07374e+09 in all, {most}"),
        ([1.0, 2.5, 1e-9], f"times of 2.5e+09 units of 1e-09 in all, {most}"),
    ):
        with pytest.raises(PuzzleError) as error:
            whole_costs("times", np.array(costs), ends, 2)
        assert str(error.value) == message
    # A path enters each vertex at most once: of the arcs into one, the dearest counts.
    assert whole_costs("times", np.array([2.0**29, 2.0**29, 1.0]), ends, 2)[1] == 1
    found, unit = whole_costs("times", np.array([1.0, 2.5, 0.25]), ends, 2)
    assert (found.tolist(), unit) == ([4, 10, 1], 4)


@pytest.mark.parametrize("threads", [1, 3, 1000, np.int64(2)])
def test_what_is_asked_for(threads):
    assert workers_for(threads) == threads


def test_none_named_is_as_many_as_the_process_may_use(monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0, 2, 5}, raising=False)
    assert workers_for(0) == 3
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: 7)
    assert workers_for(0) == 7
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert workers_for(0) == 1


@pytest.mark.parametrize("threads", [-1, True, 1.0, "2", None, []])
def test_what_is_no_number_of_threads(threads):
    with pytest.raises(PuzzleError) as error:
        workers_for(threads)
    assert str(error.value) == f"threads={threads!r}, expected a whole number from 0 up"


RESTARTED = """
import os, signal, threading
from concurrent.futures import ThreadPoolExecutor
from unriddle.search.threads import wait_interruptibly

signal.signal(signal.SIGINT, signal.default_int_handler)
signal.siginterrupt(signal.SIGINT, False)
over = threading.Event()
with ThreadPoolExecutor(1) as pool:
    future = pool.submit(over.wait, 30)
    threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
    try:
        wait_interruptibly(future)
    except KeyboardInterrupt:
        print("interrupted", future.done())
    over.set()
"""


@pytest.mark.skipif(os.name != "posix", reason="signals of Unix")
def test_ctrl_c_is_answered_where_signals_restart_what_they_interrupt():
    """Other packages set the action of a signal so that a wait without an end continues."""
    done = subprocess.run([sys.executable, "-c", RESTARTED], capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == ("interrupted False\n", "")


def test_what_work_raises_is_raised():
    def late():
        raise TimeoutError("of the work")

    with ThreadPoolExecutor(1) as pool:
        assert wait_interruptibly(pool.submit(int, "7")) == 7
        with pytest.raises(TimeoutError, match="of the work"):
            wait_interruptibly(pool.submit(late))


def test_ctrl_c_while_work_is_handed_out_ends_what_runs(monkeypatch):
    submit, ended = ThreadPoolExecutor.submit, []

    def interrupted(self, *arguments):
        if ended:
            raise KeyboardInterrupt
        ended.append(None)
        return submit(self, *arguments)

    def work(part, stopped):
        until = time.monotonic() + 20
        while not stopped() and time.monotonic() < until:
            time.sleep(0.001)
        ended[0] = stopped()

    monkeypatch.setattr(ThreadPoolExecutor, "submit", interrupted)
    with pytest.raises(KeyboardInterrupt):
        in_slices(work, 8, threads=2)
    assert ended == [True]
