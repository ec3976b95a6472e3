"""Best paths, listed and counted."""

import numpy as np
import pytest

from unriddle import Status
from unriddle.core.search.graph import Graph
from unriddle.core.search.graph_paths import ShortestPaths
from unriddle.puzzles.framework.best_paths import BestPaths, best_count
from unriddle.puzzles.framework.solutions import Solutions
from unriddle.search.run_loop import Outcome, drive


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
    search = ladder_of_squares(n)
    outcome = drive(search.run, nodes=lambda: search.nodes)
    assert best_count(search, outcome) == 2**n
    one = best_count(search, outcome, limit=1)
    assert (one == 1, one.complete, one.status) == (True, False, Status.SOLVED)


def test_a_count_beyond_a_word():
    search = ladder_of_squares(100)
    assert best_count(search, drive(search.run, nodes=lambda: search.nodes)) == 2**100


def test_a_limit_is_a_status():
    for outcome in (Outcome.LIMIT, Outcome.INTERRUPTED):
        count = best_count(None, outcome)
        assert (count.status, count.interrupted) == (Status.LIMIT, outcome is Outcome.INTERRUPTED)
    nothing = best_count(None, Outcome.FINISHED)
    assert nothing == 0 and nothing.complete and nothing.status is Status.NO_SOLUTION
