"""How searches are run in slices, on a clock that stands still but for the nodes."""

import pytest

from unriddle import Limits, running
from unriddle.running import Outcome, drive


@pytest.mark.parametrize("cost", (1e-9, 1e-6, 3e-4, 3e-2))
def test_slices_are_short_whatever_a_node_costs(monkeypatch, cost):
    now, slices = [0.0], []
    monkeypatch.setattr(running, "perf_counter", lambda: now[0])
    done = [0]

    def run(budget):
        slices.append(budget * cost)
        now[0] += budget * cost
        done[0] += budget
        return True

    assert drive(run, Limits(seconds=1), nodes=lambda: done[0]) is Outcome.LIMIT
    assert now[0] <= 1.05 and max(slices) <= max(cost, 2 * running.LONGEST)
    assert len(slices) <= 200


def test_work_that_visits_nothing_makes_no_slice_longer(monkeypatch):
    """Tables are made slice by slice, however quickly; the search after them starts with few nodes."""
    now, done, tables, slices = [0.0], [0], [5000], []
    monkeypatch.setattr(running, "perf_counter", lambda: now[0])

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
    assert slices[0] <= running.QUICK and max(slices) * 1e-6 <= 2 * running.LONGEST
