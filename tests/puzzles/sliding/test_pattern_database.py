import os
import random
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from reference.search.sliding import manhattan
from unriddle import Limits, MNPuzzle, PuzzleError, Status, build_tables
from unriddle.lexicon import cache
from unriddle.puzzles.sliding import pattern_database, solving


def walked(rows, cols, steps, seed):
    """A configuration some random steps from a goal with the blank first."""
    puzzle, rng = MNPuzzle.from_cells(range(rows * cols), (rows, cols), blank_first=True), random.Random(seed)
    for _ in range(steps):
        puzzle = rng.choice(puzzle.extensions())
    return puzzle


@pytest.mark.parametrize(
    ("tables", "n_cells", "sizes"), [("6-6-6-6", 25, (6, 6, 6, 6)), ("7-8", 16, (7, 8)), ("3", 4, (3,))]
)
def test_sizes_are_read(tables, n_cells, sizes):
    assert pattern_database.sizes_of(tables, n_cells) == sizes


@pytest.mark.parametrize(
    ("tables", "size", "message"),
    [
        ("6-6-6", 5, "24 in all"),
        ("12-12", 5, "such as 6-6-6-6"),
        ("", 4, "such as 6-6-6-6"),
        ("7--8", 4, "such as 6-6-6-6"),
        ("9-6", 4, "1 to 8 tiles"),
        ("8-8-8", 5, r"2\^30 placements"),
        ("5-5-5-5-5-5-5", 6, "at most 25"),
        (7, 4, "such as 6-6-6-6"),
    ],
)
def test_what_are_no_sizes_is_refused(tables, size, message):
    with pytest.raises(PuzzleError, match=message):
        MNPuzzle.random(size, seed=1).solve(method="patterns", tables=tables)
    with pytest.raises(PuzzleError, match=r"expected"):
        build_tables(size, tables)


def test_tables_are_for_two_methods_only():
    with pytest.raises(PuzzleError, match="not for astar"):
        MNPuzzle.random(3, seed=1).solve(method="astar", tables="4-4")
    with pytest.raises(PuzzleError, match="whole number"):
        MNPuzzle.random(3, seed=1).solve(tables="4-4", threads=-1)


def test_the_published_groups_of_the_24_puzzle_need_two_tables():
    frame = solving.frame_of(MNPuzzle.random(5, seed=1))
    groups = pattern_database.groups_of(frame, None, None)
    patterns = pattern_database.patterns_of(5, 5, frame.blank, groups)
    assert frame.blank == 0 and sorted(sum(groups, ())) == list(range(1, 25))
    assert len({pattern.key for pattern in patterns}) == 2
    for pattern in patterns:
        # A symmetry of the board that leads the group to the tiles of its table, one by one.
        assert tuple(pattern.turn[tile] for tile in pattern.tiles) == pattern.key.tiles
        grid = np.array(pattern.turn).reshape(5, 5)
        for one, other in pairwise(range(25)):
            if one // 5 == other // 5:
                a, b = divmod(int(grid.flat[one]), 5), divmod(int(grid.flat[other]), 5)
                assert abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1


def test_groups_are_smaller_where_memory_is_short():
    frame = solving.frame_of(MNPuzzle.random(5, seed=1))
    sizes = [
        max(map(len, pattern_database.groups_of(frame, None, memory))) for memory in (None, 1 << 28, 1 << 25)
    ]
    assert sizes == [6, 5, 4]
    assert pattern_database.groups_of(frame, None, 1000) == ()


@pytest.mark.usefixtures("_fresh")
@pytest.mark.parametrize(("rows", "cols"), [(3, 3), (2, 4), (4, 2), (3, 4), (2, 6)])
def test_lengths_are_those_of_the_table_of_all(rows, cols):
    for seed in range(4):
        puzzle = MNPuzzle.random((rows, cols), seed=seed)
        tables = {9: "4-4", 8: "4-3", 12: "4-4-3"}[rows * cols]
        true = puzzle.solve(method="table" if rows * cols < 12 else "patterns").length
        assert puzzle.solve(tables=tables).length == true
        result = puzzle.solve(method="beam", tables=tables, limits=Limits(nodes=5_000_000))
        assert result.length == true == result.lower_bound and result.optimal and puzzle.check(result)


@pytest.mark.usefixtures("_fresh")
def test_bounds_are_above_manhattan_and_below_the_length():
    for rows, cols, tables in ((5, 5, "4-4-4-4-4-4"), (4, 5, "4-4-4-4-3"), (3, 7, "4-4-4-4-4")):
        puzzle = walked(rows, cols, 60, seed=rows)
        result = puzzle.solve(method="patterns", tables=tables)
        frame = solving.frame_of(puzzle)
        making = pattern_database.Making(frame, pattern_database.groups_of(frame, tables, None))
        assert making.ready  # from the process, or from the cache
        low = manhattan(tuple(frame.start.tolist()), cols, frame.blank)
        assert low <= max(making.tables().bounds(frame.start)) <= result.length <= 60
        assert result.optimal and puzzle.check(result)


@pytest.mark.usefixtures("_fresh")
def test_limits_hold_while_tables_are_made_and_after():
    puzzle = MNPuzzle.random(5, seed=3)
    result = puzzle.solve(method="patterns", limits=Limits(seconds=0.1))
    assert result.status is Status.LIMIT and result.solution is None and result.stats.nodes == 0
    assert puzzle.heuristic() <= result.lower_bound
    assert (
        puzzle.solve(method="patterns", tables="6-6-6-6", limits=Limits(memory=1 << 20)).status
        is Status.LIMIT
    )
    assert puzzle.solve(method="beam", tables="6-6-6-6", limits=Limits(memory=1 << 20)).status is Status.LIMIT
    for nodes in (1, 2, 1000, 1 << 20, (1 << 20) + 777, 3_000_001):
        for threads in (1, 2):
            stopped = puzzle.solve(
                method="patterns", tables="4-4-4-4-4-4", limits=Limits(nodes=nodes), threads=threads
            )
            assert stopped.status is Status.LIMIT and stopped.stats.nodes == nodes
            assert stopped.lower_bound >= puzzle.heuristic()


@pytest.mark.usefixtures("_fresh")
def test_ctrl_c_keeps_what_is_known():
    puzzle = MNPuzzle.random(5, seed=3)

    def stop(count):
        raise KeyboardInterrupt

    result = puzzle.solve(method="patterns", progress=stop)
    assert result.interrupted and result.status is Status.LIMIT
    stopped = build_tables("5x5", progress=stop)
    assert stopped.interrupted and stopped.status is Status.LIMIT and stopped.made == 0
    build_tables("5x5", "4-4-4-4-4-4")
    calls = []

    def later(count):
        calls.append(count)
        if count > 3_000_000:
            raise KeyboardInterrupt

    result = puzzle.solve(method="patterns", tables="4-4-4-4-4-4", progress=later, threads=2)
    assert result.interrupted and calls == sorted(calls) and result.lower_bound > puzzle.heuristic()


@pytest.mark.usefixtures("_fresh")
def test_tables_are_kept_and_a_broken_file_is_made_anew(monkeypatch):
    first = build_tables("3x4", "4-4-3")
    assert first.status is Status.SOLVED and first.made == len(first.placements) == 3
    assert first.folder == os.environ["UNRIDDLE_CACHE"]
    assert build_tables("3x4", "4-4-3").made == 0
    monkeypatch.setattr(pattern_database, "_ARRAYS", {})
    assert build_tables("3x4", "4-4-3").made == 0
    files = sorted(path.name for path in Path(first.folder).glob("sliding-*"))
    assert len(files) == 3
    path = Path(first.folder) / files[0]
    damaged = bytearray(path.read_bytes())
    damaged[2000:2008] = bytes(8)
    path.write_bytes(damaged)
    monkeypatch.setattr(pattern_database, "_ARRAYS", {})
    assert build_tables("3x4", "4-4-3").made == 1
    monkeypatch.setattr(pattern_database, "_ARRAYS", {})
    monkeypatch.setenv("UNRIDDLE_CACHE", "off")
    away = build_tables("3x4", "4-4-3")
    assert away.made == 3 and away.folder is None and away.status is Status.SOLVED
    assert MNPuzzle.random("3x4", seed=1).solve(tables="4-4-3").optimal


@pytest.mark.usefixtures("_fresh")
def test_another_array_under_the_name_of_a_table_is_not_taken():
    frame = solving.frame_of(MNPuzzle.random(3, seed=1))
    making = pattern_database.Making(frame, pattern_database.groups_of(frame, "4-4", None))
    for key in making.keys:
        cache.store(key.name, {"table": np.zeros(3, dtype=np.uint8)})
    again = pattern_database.Making(frame, pattern_database.groups_of(frame, "4-4", None))
    assert again.missing == list(again.keys)


@pytest.mark.usefixtures("_fresh")
def test_optimal_needs_no_tables_for_a_near_board():
    puzzle = walked(5, 5, 12, seed=1)
    result = puzzle.solve(optimal=True)
    assert result.optimal and result.length == puzzle.solve(method="bfs").length
    assert not Path(os.environ["UNRIDDLE_CACHE"]).exists()
    far = MNPuzzle.random(5, seed=1)
    stopped = far.solve(optimal=True, limits=Limits(nodes=500))
    assert stopped.status is Status.LIMIT and stopped.stats.nodes == 500
    timed = far.solve(optimal=True, limits=Limits(seconds=1.5))
    assert timed.status is Status.LIMIT and timed.stats.nodes >= 1 and timed.solution is None
