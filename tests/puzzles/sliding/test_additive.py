import os
import random
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from unriddle import Limits, MNPuzzle, PuzzleError, Status, build_tables
from unriddle.core.search.reference.sliding import manhattan
from unriddle.lexicon import cache
from unriddle.puzzles.sliding import additive, solving
from unriddle.puzzles.sliding.deepening import Deepening, prefixes

KORF = (
    ("14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3", 57),
    ("13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6", 55),
    ("14 7 8 2 13 11 10 4 9 12 5 0 3 6 1 15", 59),
)
"""R. E. Korf (1985), instances 1 to 3, with optimal lengths."""


def walked(rows, cols, steps, seed):
    """A configuration some random steps from a goal with the blank first."""
    puzzle, rng = MNPuzzle.from_cells(range(rows * cols), (rows, cols), blank_first=True), random.Random(seed)
    for _ in range(steps):
        puzzle = rng.choice(puzzle.extensions())
    return puzzle


@pytest.fixture
def _fresh(tmp_path, monkeypatch):
    """A cache folder of its own, and nothing kept in the process."""
    monkeypatch.setenv("UNRIDDLE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(additive, "_ARRAYS", {})


@pytest.mark.parametrize(
    ("tables", "n_cells", "sizes"), [("6-6-6-6", 25, (6, 6, 6, 6)), ("7-8", 16, (7, 8)), ("3", 4, (3,))]
)
def test_sizes_are_read(tables, n_cells, sizes):
    assert additive.sizes_of(tables, n_cells) == sizes


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
    groups = additive.groups_of(frame, None, None)
    patterns = additive.patterns_of(5, 5, frame.blank, groups)
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
    sizes = [max(map(len, additive.groups_of(frame, None, memory))) for memory in (None, 1 << 28, 1 << 25)]
    assert sizes == [6, 5, 4]
    assert additive.groups_of(frame, None, 1000) == ()


@pytest.mark.usefixtures("_fresh")
@pytest.mark.parametrize("threads", [1, 2])
def test_korfs_boards_by_large_tables(threads):
    for text, length in KORF:
        puzzle = MNPuzzle.parse(text, goal="blank-first")
        result = puzzle.solve(tables="6-6-3", threads=threads)
        assert (result.status, result.length, result.lower_bound) == (Status.SOLVED, length, length)
        assert result.optimal and puzzle.check(result)


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
        making = additive.Making(frame, additive.groups_of(frame, tables, None))
        assert making.ready  # from the process, or from the cache
        low = manhattan(tuple(frame.start.tolist()), cols, frame.blank)
        assert low <= max(making.tables().bounds(frame.start)) <= result.length <= 60
        assert result.optimal and puzzle.check(result)


@pytest.mark.usefixtures("_fresh")
def test_subtrees_and_threads_have_the_answer_of_the_whole(monkeypatch):
    puzzle = MNPuzzle.parse(KORF[0][0], goal="blank-first")
    frame = solving.frame_of(puzzle)
    making = additive.Making(frame, additive.groups_of(frame, "5-5-5", None))
    while making.run():
        pass
    monkeypatch.setattr("unriddle.puzzles.sliding.deepening.ALONE", 2000)
    found = []
    for threads in (1, 2, 3):
        search = Deepening(frame, making.tables(), threads)
        while search.run(5000):
            pass
        search.close()
        assert search.bound == len(search.blanks) - 1 == KORF[0][1]
        found.append(search.blanks)
    assert found[0] == found[1] == found[2]


def test_prefixes_reach_each_configuration_once():
    frame = solving.frame_of(MNPuzzle.random(3, seed=2))
    ways = prefixes(frame, 100)
    assert len(ways) >= 100 and len({len(way) for way in ways}) == 1
    ends = set()
    for way in ways:
        cells = frame.start.tolist()
        for here, there in pairwise(way):
            assert cells[here] == frame.blank and abs(here - there) in (1, 3)
            cells[here], cells[there] = cells[there], cells[here]
        ends.add(tuple(cells))
    assert len(ends) == len(ways)


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
    monkeypatch.setattr(additive, "_ARRAYS", {})
    assert build_tables("3x4", "4-4-3").made == 0
    files = sorted(path.name for path in Path(first.folder).glob("sliding-*"))
    assert len(files) == 3
    path = Path(first.folder) / files[0]
    damaged = bytearray(path.read_bytes())
    damaged[2000:2008] = bytes(8)
    path.write_bytes(damaged)
    monkeypatch.setattr(additive, "_ARRAYS", {})
    assert build_tables("3x4", "4-4-3").made == 1
    monkeypatch.setattr(additive, "_ARRAYS", {})
    monkeypatch.setenv("UNRIDDLE_CACHE", "off")
    away = build_tables("3x4", "4-4-3")
    assert away.made == 3 and away.folder is None and away.status is Status.SOLVED
    assert MNPuzzle.random("3x4", seed=1).solve(tables="4-4-3").optimal


@pytest.mark.usefixtures("_fresh")
def test_another_array_under_the_name_of_a_table_is_not_taken():
    frame = solving.frame_of(MNPuzzle.random(3, seed=1))
    making = additive.Making(frame, additive.groups_of(frame, "4-4", None))
    for key in making.keys:
        cache.store(key.name, {"table": np.zeros(3, dtype=np.uint8)})
    again = additive.Making(frame, additive.groups_of(frame, "4-4", None))
    assert again.missing == list(again.keys)


@pytest.mark.usefixtures("_fresh")
def test_the_default_takes_tables_that_are_there(monkeypatch):
    puzzle, limits = MNPuzzle.random(5, seed=4), Limits(nodes=200_000)
    plain = puzzle.solve(limits=limits)
    assert plain.blanks == puzzle.solve(method="beam", limits=limits).blanks
    monkeypatch.setattr(additive, "PARTITIONS", {})
    whole = additive.groups_of
    monkeypatch.setattr(solving, "groups_of", lambda frame, tables, memory: whole(frame, "4-4-4-4-4-4", None))
    assert puzzle.solve(limits=limits).lower_bound == plain.lower_bound  # none is there yet
    build_tables("5x5", "4-4-4-4-4-4")
    better, shown = puzzle.solve(limits=limits), []
    assert better.lower_bound > plain.lower_bound
    again = puzzle.solve(limits=limits, improved=shown.append)
    lengths = [result.length for result in shown]
    assert lengths == sorted(lengths, reverse=True) and lengths[-1] == again.length
    assert all(puzzle.check(result) and result.lower_bound <= result.length for result in shown)


def test_each_better_solution_is_told_without_tables_as_well():
    shown = []
    result = MNPuzzle.random(6, seed=1).solve(limits=Limits(nodes=300_000), improved=shown.append)
    assert [each.length for each in shown][-1] == result.length
    assert len(shown) > 1 and shown[0].length > shown[-1].length


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
