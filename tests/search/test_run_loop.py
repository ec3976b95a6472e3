"""How searches are run in slices, on a clock that stands still but for the nodes."""

import pytest

from unriddle import Limits
from unriddle.search import run_loop
from unriddle.search.run_loop import TRIAL, Outcome, Stages, drive


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
