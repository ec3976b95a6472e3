"""The compiled engine run within limits."""

import numpy as np
import pytest

from unriddle import Limits, Status
from unriddle.core.search import engine
from unriddle.search.engine import run_engine

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
