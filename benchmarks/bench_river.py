"""River crossings: all plans counted, and the bridge with its costs."""

import os

import pytest

from unriddle import RiverPuzzle
from unriddle.search import find_path

QUICK = bool(os.environ.get("UNRIDDLE_BENCH_QUICK"))


def bench_count_plans(run, case):
    puzzle = RiverPuzzle.farmer() if QUICK else RiverPuzzle.missionaries(5, 3)
    run(
        case(
            "river, plans counted",
            "kernel",
            "kernel",
            puzzle.count,
            answer=lambda count: [str(count)],
            facts=lambda count: {"plans": str(count)},
        )
    )


@pytest.mark.parametrize("role", ["kernel", "general"])
def bench_bridge(run, case, role):
    puzzle = RiverPuzzle.bridge([1, 2, 5, 10] if QUICK else [1, 2, 5, 10, 12, 17, 24, 30])
    assert len(puzzle.graph)
    run(
        case(
            f"river, bridge of {4 if QUICK else 8}",
            "kernel" if role == "kernel" else "plain Python",
            role,
            puzzle.solve if role == "kernel" else (lambda: find_path(puzzle, "astar")),
            answer=lambda result: [float(result.cost)],
            nodes=lambda result: result.stats.nodes,
        )
    )
