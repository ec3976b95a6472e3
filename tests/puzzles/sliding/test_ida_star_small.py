import random

import pytest

from unriddle import Limits, MNPuzzle, Status
from unriddle.puzzles.sliding import ida_star_small, pattern_database
from unriddle.puzzles.sliding.puzzle import WAYS

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
            for way in WAYS:
                there = each._beside(*WAYS[way])
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
@pytest.mark.parametrize("shape", ["3x6", "4x5", "5x5"])
def test_above_16_cells_they_are_those_of_a_search_from_both_ends(shape, monkeypatch):
    monkeypatch.setattr(
        ida_star_small, "groups_of", lambda frame, tables, memory: pattern_database.even_groups(frame, 3)
    )
    for seed, near in ((1, 1_000_000), (2, 300), (3, 100)):
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
