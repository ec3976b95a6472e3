"""Large pattern databases, IDA* and the anytime search with them."""

import os
import random
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from reference.search.sliding import manhattan
from unriddle import Limits, MNPuzzle, PuzzleError, Status, build_tables
from unriddle.lexicon import cache
from unriddle.puzzles.sliding import ida_star_small, pattern_database, solver
from unriddle.puzzles.sliding.anytime import Anytime, Beams, from_the_goal
from unriddle.puzzles.sliding.ida_star import Deepening, prefixes
from unriddle.puzzles.sliding.state import ways


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
        ("6-6-6", 5, "24 tiles in total"),
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
    frame = MNPuzzle.random(5, seed=1).frame()
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
    frame = MNPuzzle.random(5, seed=1).frame()
    sizes = [
        max(map(len, pattern_database.groups_of(frame, None, memory))) for memory in (None, 1 << 28, 1 << 25)
    ]
    assert sizes == [6, 5, 4]
    assert pattern_database.groups_of(frame, None, 1000) == ()


@pytest.mark.usefixtures("_shared")
@pytest.mark.parametrize(("rows", "cols"), [(3, 3), (2, 4), (4, 2), (3, 4), (2, 6)])
def test_lengths_are_those_of_the_table_of_all(rows, cols):
    for seed in range(2):
        puzzle = MNPuzzle.random((rows, cols), seed=seed)
        tables = {9: "4-4", 8: "4-3", 12: "4-4-3"}[rows * cols]
        true = puzzle.solve(method="table" if rows * cols < 12 else "patterns").length
        assert puzzle.solve(tables=tables).length == true
        result = puzzle.solve(method="beam", tables=tables, limits=Limits(nodes=5_000_000))
        assert result.length == true == result.lower_bound and result.optimal and puzzle.check(result)


@pytest.mark.usefixtures("_shared")
def test_bounds_are_above_manhattan_and_below_the_length():
    for rows, cols, tables in ((5, 5, "4-4-4-4-4-4"), (4, 5, "4-4-4-4-3"), (3, 7, "4-4-4-4-4")):
        puzzle = walked(rows, cols, 60, seed=rows)
        result = puzzle.solve(method="patterns", tables=tables)
        frame = puzzle.frame()
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
    for nodes in (1, 1000, (1 << 20) + 777):
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
        if count > 1_500_000:
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
    frame = MNPuzzle.random(3, seed=1).frame()
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


KORF = (
    ("14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3", 57),
    ("13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6", 55),
    ("14 7 8 2 13 11 10 4 9 12 5 0 3 6 1 15", 59),
)


@pytest.mark.usefixtures("_shared")
def test_korfs_boards_by_large_tables():
    for threads, (text, length) in zip((1, 2, 2), KORF, strict=True):
        puzzle = MNPuzzle.parse(text, goal="blank-first")
        result = puzzle.solve(tables="5-5-5", threads=threads)
        assert (result.status, result.length, result.lower_bound) == (Status.SOLVED, length, length)
        assert result.optimal and puzzle.check(result)


@pytest.mark.usefixtures("_shared")
def test_subtrees_and_threads_have_the_answer_of_the_whole(monkeypatch):
    puzzle = MNPuzzle.parse(KORF[0][0], goal="blank-first")
    frame = puzzle.frame()
    making = pattern_database.Making(frame, pattern_database.groups_of(frame, "5-5-5", None))
    while making.run():
        pass
    monkeypatch.setattr("unriddle.puzzles.sliding.ida_star.ALONE", 2000)
    found = []
    for threads in (1, 2, 3):
        search = Deepening(frame, making.tables(), threads)
        while search.run(5000):
            pass
        search.close()
        assert search.bound == len(search.blanks) - 1 == KORF[0][1]
        found.append(search.blanks)
    assert found[0] == found[1] == found[2]


@pytest.mark.usefixtures("_shared")
def test_the_last_nodes_of_a_budget_go_to_threads_that_have_work(monkeypatch):
    frame = MNPuzzle.parse(KORF[0][0], goal="blank-first").frame()
    making = pattern_database.Making(frame, pattern_database.groups_of(frame, "5-5-5", None))
    while making.run():
        pass
    monkeypatch.setattr("unriddle.puzzles.sliding.ida_star.ALONE", 200)
    monkeypatch.setattr("unriddle.puzzles.sliding.ida_star.SUBTREES", 4)
    search, most, turns = Deepening(frame, making.tables(), 2), 0, 0
    while not search.blanks:
        most, turns = most + 301, 0
        while search.nodes < most and search.run(most - search.nodes):
            turns += 1
            assert turns < 1000, "nodes are left, and none is visited"
    search.close()
    assert search.bound == len(search.blanks) - 1 == KORF[0][1]


def test_prefixes_reach_each_configuration_once():
    frame = MNPuzzle.random(3, seed=2).frame()
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


def korf_24(data):
    """R. E. Korf and A. Felner (2002): 25 of their 24-puzzles, number -> optimal length and board."""
    rows = [line.split() for line in (data / "korf_24_puzzle.txt").read_text().splitlines() if line[0] != "#"]
    return {
        int(row[0]): (int(row[1]), MNPuzzle.from_cells(map(int, row[3:]), 5, blank_first=True))
        for row in rows
    }


@pytest.mark.usefixtures("_fresh")
def test_published_lengths_of_24_puzzles_lie_between_the_bounds(data):
    boards = korf_24(data)
    assert len(boards) == 25
    for length, puzzle in boards.values():
        assert puzzle.heuristic() <= length and (puzzle.heuristic() - length) % 2 == 0
        found = puzzle.solve(limits=Limits(nodes=30_000))
        assert found.status is Status.SOLVED and puzzle.check(found)
        assert found.lower_bound <= length <= found.length
        assert (found.length - length) % 2 == 0


@pytest.mark.usefixtures("_fresh")
def test_boards_near_the_goal_of_a_24_puzzle_are_proven_by_tables_as_without(data):
    length, puzzle = korf_24(data)[40]
    assert length == 82
    found = puzzle.solve(limits=Limits(nodes=30_000))
    steps = puzzle.replay(found)
    for left in (20, 40):
        near = steps[-1 - left]
        proven = near.solve(method="patterns", tables="4-4-4-4-4-4", threads=1)
        assert proven.optimal and near.check(proven) and proven.lower_bound == proven.length <= left
        assert proven.length == near.solve(method="ida").length
    # A search that a limit ends has proven that there is no shorter solution than its bound.
    begun = puzzle.solve(method="patterns", tables="4-4-4-4-4-4", threads=1, limits=Limits(nodes=100_000))
    assert begun.status is Status.LIMIT and puzzle.heuristic() < begun.lower_bound <= length


def _tables(frame, sizes):
    making = pattern_database.Making(frame, pattern_database.groups_of(frame, sizes, None))
    while making.run():
        pass
    return making.tables()


@pytest.mark.usefixtures("_shared")
@pytest.mark.parametrize(("shape", "sizes"), [("3x3", "4-4"), ("2x4", "4-3"), ("5x5", "3-3-3-3-3-3-3-3")])
def test_from_the_goal_it_is_as_far(shape, sizes):
    for seed in range(6):
        puzzle = MNPuzzle.random(shape, seed=seed)
        frame = puzzle.frame()
        tables = _tables(frame, sizes)
        start, goal, back = from_the_goal(frame)
        assert sorted(start.tolist()) == sorted(goal.tolist()) == list(range(puzzle.rows * puzzle.cols))
        beams = Beams(tables, start, goal, 1 << 24)
        while beams.path is None:
            beams.run(1000)
        blanks = frame.back(back[beams.path[::-1]])
        assert puzzle.check(ways(tuple(blanks), puzzle.cols))
        if shape != "5x5":
            while not beams.done:
                beams.run(1000)
            assert len(beams.path) - 1 == puzzle.solve(method="astar").length


@pytest.mark.usefixtures("_shared")
def test_the_same_nodes_have_the_same_answer():
    frame = MNPuzzle.random(5, seed=3).frame()
    tables = _tables(frame, "3-3-3-3-3-3-3-3")
    found, rng = set(), np.random.default_rng(1)
    for threads in (1, 1, 2, 3):
        search = Anytime(frame, tables, 1 << 26, threads)
        while search.nodes < 400_000:
            search.run(min(int(rng.integers(1, 50_000)), 400_000 - search.nodes))
        search.close()
        assert search.nodes == 400_000 and search.bound <= search.length == len(search.blanks) - 1
        found.add(search.blanks)
    assert len(found) == 1


@pytest.mark.usefixtures("_shared")
def test_what_is_proven_is_the_end():
    for seed in range(4):
        puzzle = MNPuzzle.random(3, seed=seed)
        frame = puzzle.frame()
        search = Anytime(frame, _tables(frame, "4-4"), 1 << 24, 1)
        while search.run(500):
            pass
        search.close()
        assert search.length == search.bound == puzzle.solve().length
        # Without memory for beams iterative deepening is left.
        alone = Anytime(frame, _tables(frame, "4-4"), 100, 2)
        while alone.run(500):
            pass
        alone.close()
        assert alone.length == search.length


@pytest.mark.usefixtures("_shared")
def test_it_ends_after_the_same_nodes_however_it_is_sliced():
    for seed in range(4):
        frame = MNPuzzle.random(3, seed=seed).frame()
        tables, ends, rng = _tables(frame, "4-4"), set(), np.random.default_rng(seed)
        for longest in (1, 1000, 1 << 20):
            search = Anytime(frame, tables, 1 << 24, 1)
            while search.run(int(rng.integers(1, longest, endpoint=True))):
                pass
            ends.add((search.nodes, search.generated, search.blanks))
            search.close()
        assert len(ends) == 1


@pytest.mark.usefixtures("_fresh")
def test_the_default_takes_tables_that_are_there(monkeypatch):
    puzzle, limits = MNPuzzle.random(5, seed=4), Limits(nodes=200_000)
    plain = puzzle.solve(limits=limits)
    assert plain.blanks == puzzle.solve(method="beam", limits=limits).blanks
    monkeypatch.setattr(pattern_database, "PARTITIONS", {})
    whole = pattern_database.groups_of
    monkeypatch.setattr(solver, "groups_of", lambda frame, tables, memory: whole(frame, "4-4-4-4-4-4", None))
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
def test_searches_of_4x4_boards_take_large_tables_that_were_built_before(monkeypatch):
    monkeypatch.setattr(pattern_database, "FOUR", "4-4-4-3")
    monkeypatch.setattr(ida_star_small, "LOAD_NODES", 1000)
    monkeypatch.setattr(ida_star_small, "_searched", [0])
    puzzle = walked(4, 4, 120, 3)
    plain, ways_of = puzzle.solve(), list(puzzle.solutions())
    assert plain.stats.nodes > 1000 and not pattern_database._ARRAYS
    build_tables("4x4", "4-4-4-3")
    monkeypatch.setattr(pattern_database, "_ARRAYS", {})
    found = []
    for searched, loaded in ((0, False), (0, True), (1000, False)):
        ida_star_small._searched[0] = searched
        if not loaded:
            pattern_database._ARRAYS.clear()
        found.append(puzzle.solve())
        assert (found[-1].blanks, found[-1].lower_bound) == (plain.blanks, plain.lower_bound)
        assert len(pattern_database._ARRAYS) > 0
    whole = puzzle.solve(tables="4-4-4-3", threads=1).stats.nodes
    assert [result.stats.nodes for result in found] == [whole + 1000, whole, whole]
    for loaded in (True, False):
        if not loaded:
            pattern_database._ARRAYS.clear()
        ida_star_small._searched[0] = 0
        assert list(puzzle.solutions()) == ways_of
    # Too large for the memory allowed, and not for a plain search.
    small = puzzle.solve(limits=Limits(memory=10 << 20))
    assert small.blanks == plain.blanks and small.stats.nodes == plain.stats.nodes
    assert puzzle.solve(method="ida").stats.nodes > plain.stats.nodes
    assert puzzle.solve(limits=Limits(nodes=1 << 40)).stats.nodes == plain.stats.nodes  # the same everywhere
