import time
from math import factorial

import pytest

from unriddle import Limits, MNPuzzle, PuzzleError, Status, depth_table
from unriddle.puzzles.sliding import tables as sliding_tables


def test_memory_limit_takes_smaller_tables():
    puzzle = MNPuzzle.random(4, seed=12)
    sliding_tables._TABLES.clear()
    small = puzzle.solve(limits=Limits(memory=1 << 19, nodes=20_000_000))
    assert sum(tables.nbytes for tables in sliding_tables._TABLES.values()) <= 1 << 19
    assert small.status is Status.LIMIT or small.length == puzzle.solve().length
    none = puzzle.solve(method="bfs", limits=Limits(memory=100_000))
    assert none.status is Status.LIMIT and none.length is None
    assert (
        MNPuzzle.random("3x4", seed=1).solve(method="table", limits=Limits(memory=1000)).status
        is Status.LIMIT
    )


def test_depth_tables():
    assert depth_table(2).counts == (1, 2, 2, 2, 2, 2, 1)
    deepest = {(2, 3): 21, (2, 4): 36, (3, 3): 31, (2, 5): 55, (4, 2): 36}
    for size, depth in deepest.items():
        assert depth_table(size).depth == depth
    with pytest.raises(PuzzleError, match="at most 12"):
        depth_table(4)
    with pytest.raises(PuzzleError, match="expected 2x2 to 8x8"):
        depth_table("1x9")


def test_depth_tables_stop_at_limits():
    whole = depth_table("2x4")
    assert (whole.status, whole.complete, whole.total) == (Status.SOLVED, True, factorial(8) // 2)
    for nodes in (0, 1, 1000, whole.total - 1):
        part = depth_table("2x4", limits=Limits(nodes=nodes))
        assert (part.status, part.interrupted, part.stats.nodes) == (Status.LIMIT, False, nodes)
        assert part.counts == whole.counts[: len(part.counts)] and part.total < whole.total
    assert depth_table("2x4", limits=Limits(nodes=whole.total)) == whole
    assert depth_table("3x4", limits=Limits(seconds=0.05)).status is Status.LIMIT
    assert depth_table("3x4", limits=Limits(memory=1 << 20)).counts == ()

    def interrupt(_):
        raise KeyboardInterrupt

    stopped = depth_table("3x4", progress=interrupt)
    assert (stopped.status, stopped.interrupted, stopped.complete) == (Status.LIMIT, True, False)


def test_a_limit_of_nodes_has_the_same_end_whether_the_table_is_kept_or_not():
    puzzle = MNPuzzle.random("2x4", seed=3)
    states = factorial(8) // 2
    sliding_tables._WHOLE.clear()
    for _ in range(2):
        result = puzzle.solve(method="table", limits=Limits(nodes=states - 1))
        assert (result.status, result.stats.nodes) == (Status.LIMIT, states - 1)
        assert puzzle.solve(method="table", limits=Limits(nodes=states)).status is Status.SOLVED


def test_time_is_a_limit_while_tables_are_built():
    puzzle = MNPuzzle.random("2x8", seed=3)
    for limits in (Limits(seconds=0.01), Limits(seconds=0), Limits(nodes=0)):
        sliding_tables._TABLES.clear()
        start = time.perf_counter()
        result = puzzle.solve(limits=limits)
        assert (result.status, result.stats.nodes, result.solution) == (Status.LIMIT, 0, None)
        solutions = puzzle.solutions(limits=limits)
        assert (list(solutions), solutions.status) == ([], Status.LIMIT)
        assert time.perf_counter() - start < 0.5 and not sliding_tables._TABLES

    def interrupt(_):
        raise KeyboardInterrupt

    assert puzzle.solve(progress=interrupt).interrupted and not sliding_tables._TABLES
