"""The searches of sliding puzzles: limits, tables, IDA*, beams."""

import random
import time
from math import factorial

import pytest

from unriddle import Limits, MNPuzzle, PuzzleError, Status, depth_table
from unriddle.puzzles.sliding import distance_table, ida_star_small, pattern_database
from unriddle.puzzles.sliding import tables as sliding_tables
from unriddle.puzzles.sliding.state import DIRECTIONS


def interrupt(_):
    raise KeyboardInterrupt


@pytest.mark.parametrize("method", ["patterns", "ida", "bfs", "bidirectional", "astar", "dfs", "beam"])
def test_node_limits_are_exact(method):
    puzzle = MNPuzzle.random(4, seed=2)
    result = puzzle.solve(method=method, limits=Limits(nodes=100))
    assert result.stats.nodes == 100 and result.lower_bound >= puzzle.heuristic()
    if method != "beam":
        assert (result.status, result.length, result.solution) == (Status.LIMIT, None, None)


@pytest.mark.parametrize("method", MNPuzzle.METHODS)
def test_ctrl_c_is_limit_and_keeps_what_is_known(method):
    for puzzle in (MNPuzzle.random(3, seed=2), MNPuzzle.parse("1 2 3 / 4 5 6 / 7 0 8")):
        result = puzzle.solve(method=method, progress=interrupt)
        kept = method == "table" and result.status is Status.SOLVED  # by a table that another test had made
        assert kept or (result.status, result.interrupted) == (Status.LIMIT, True)
        assert result.solution is None or puzzle.check(result)


def test_large_boards_by_every_method_that_takes_them():
    puzzle = MNPuzzle.parse("1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 0 22 23 24")
    for method in (None, "ida", "bfs", "bidirectional", "astar", "beam"):
        result = puzzle.solve(method=method)
        assert (result.status, result.solution, result.optimal) == (Status.SOLVED, "LLL", True)


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
    deepest = {(2, 3): 21, (2, 4): 36, (3, 3): 31, (4, 2): 36}
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
    distance_table._TABLES.clear()
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
        assert time.perf_counter() - start < 5 and not sliding_tables._TABLES

    def interrupt(_):
        raise KeyboardInterrupt

    assert puzzle.solve(progress=interrupt).interrupted and not sliding_tables._TABLES


EIGHT = "8 6 7 / 2 5 4 / 3 0 1"


def test_every_shortest_solution_once():
    puzzle = MNPuzzle.parse(EIGHT)
    found = list(puzzle.solutions())
    assert len(found) == puzzle.count() == 40 == len(set(found))
    assert all(puzzle.check(ways) and len(ways) == 31 for ways in found)
    assert puzzle.count(7) == 7 and not puzzle.count(7).complete
    assert list(MNPuzzle.parse("2 1 / 3 0").solutions()) == []
    assert MNPuzzle.parse("1 2 / 3 0").count() == 1 and list(MNPuzzle.parse("1 2 / 3 0").solutions()) == [""]


def test_a_limit_is_a_status():
    solutions = MNPuzzle.random(4, seed=2).solutions(limits=Limits(nodes=10))
    assert (list(solutions), solutions.status, solutions.stats.nodes) == ([], Status.LIMIT, 10)
    count = MNPuzzle.random(4, seed=2).count(limits=Limits(nodes=10))
    assert (count.status, count.found, count.complete) == (Status.LIMIT, 0, False)


@pytest.mark.parametrize("shape", ["2x2", "2x3", "3x2"])
def test_they_are_those_of_a_search_of_all_ways(shape):
    for seed in range(4):
        puzzle = MNPuzzle.random(shape, seed=seed)
        ahead, seen = {puzzle: [""]}, {puzzle}
        while not any(board.is_solved() for board in ahead):
            level = {}
            for board, ways in ahead.items():
                for step in "ULDR":
                    try:
                        after = board.replay(step)[1]
                    except ValueError:
                        continue
                    if after not in seen:
                        level.setdefault(after, []).extend(way + step for way in ways)
            ahead = level
            seen.update(level)
        [ways] = [ways for board, ways in ahead.items() if board.is_solved()]
        assert sorted(puzzle.solutions()) == sorted(ways)


def _walked(shape, steps, seed):
    """A board so many steps of a walk from the goal."""
    rng, board = random.Random(seed), MNPuzzle.random(shape, seed=0)
    board = type(board)(board.to_grid, board.to_grid)
    for _ in range(steps):
        board = rng.choice(board.extensions())
    return board


def _ways_of(board):
    """All shortest solutions, by breadth-first search from both ends."""
    goal = type(board)(board.to_grid, board.to_grid)
    levels = []
    for start in (board, goal):
        level, seen, found = [start], {start: 0}, []
        while len(seen) < 3000:
            found.append(level)
            level = [other for each in level for other in each.extensions() if other not in seen]
            level = list(dict.fromkeys(level))
            seen.update(dict.fromkeys(level, len(found)))
        levels.append(seen)
    ahead, back = levels
    length = min(ahead[each] + back[each] for each in ahead.keys() & back.keys())
    paths = {board: [""]}
    for step in range(1, length + 1):
        later = {}
        for each, before in paths.items():
            for way in DIRECTIONS:
                there = each._neighbour(*DIRECTIONS[way])
                other = None if there is None else each._moved(there)
                # On the way: as far from the goal as steps are left, or so far off that it is not known yet.
                if other is not None and (
                    back.get(other, length - step) == length - step
                    and (other in back or ahead.get(other) == step)
                ):
                    later.setdefault(other, []).extend(path + way for path in before)
        paths = later
    return paths[goal]


@pytest.mark.usefixtures("_fresh")
@pytest.mark.parametrize("shape", ["3x6", "5x5"])
def test_above_16_cells_they_are_those_of_a_search_from_both_ends(shape, monkeypatch):
    monkeypatch.setattr(
        ida_star_small, "groups_of", lambda frame, tables, memory: pattern_database.even_groups(frame, 3)
    )
    for seed, near in ((1, 1_000_000), (2, 300)):
        monkeypatch.setattr(ida_star_small, "NEAR_NODES", near)
        board = _walked(shape, 28, seed)
        found = list(board.solutions())
        assert sorted(found) == sorted(_ways_of(board)) and board.count() == len(found)
        assert all(board.check(ways) for ways in found)


@pytest.mark.usefixtures("_fresh")
def test_limits_hold_above_16_cells():
    count = MNPuzzle.random(5, seed=1).count(limits=Limits(nodes=5000))
    assert (count.status, count.found, count.stats.nodes) == (Status.LIMIT, 0, 5000)
    count = MNPuzzle.random(5, seed=1).count(limits=Limits(memory=1 << 20))
    assert (count.status, count.found, count.stats.nodes) == (Status.LIMIT, 0, 0)
    # Little memory: small tables, no others.
    assert _walked("5x5", 20, 1).count(limits=Limits(memory=20 << 20)) >= 1
