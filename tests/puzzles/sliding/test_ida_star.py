from itertools import pairwise

import pytest

from unriddle import Limits, MNPuzzle, Status
from unriddle.puzzles.sliding import pattern_database, solving
from unriddle.puzzles.sliding.ida_star import Deepening, prefixes

KORF = (
    ("14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3", 57),
    ("13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6", 55),
    ("14 7 8 2 13 11 10 4 9 12 5 0 3 6 1 15", 59),
)
"""R. E. Korf (1985), instances 1 to 3, with optimal lengths."""


@pytest.mark.usefixtures("_fresh")
@pytest.mark.parametrize("threads", [1, 2])
def test_korfs_boards_by_large_tables(threads):
    for text, length in KORF:
        puzzle = MNPuzzle.parse(text, goal="blank-first")
        result = puzzle.solve(tables="6-6-3", threads=threads)
        assert (result.status, result.length, result.lower_bound) == (Status.SOLVED, length, length)
        assert result.optimal and puzzle.check(result)


@pytest.mark.usefixtures("_fresh")
def test_subtrees_and_threads_have_the_answer_of_the_whole(monkeypatch):
    puzzle = MNPuzzle.parse(KORF[0][0], goal="blank-first")
    frame = solving.frame_of(puzzle)
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


@pytest.mark.usefixtures("_fresh")
def test_the_last_nodes_of_a_budget_go_to_threads_that_have_work(monkeypatch):
    frame = solving.frame_of(MNPuzzle.parse(KORF[0][0], goal="blank-first"))
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
    for left in (20, 34, 46):
        near = steps[-1 - left]
        proven = near.solve(method="patterns", tables="4-4-4-4-4-4", threads=1)
        assert proven.optimal and near.check(proven) and proven.lower_bound == proven.length <= left
        assert proven.length == near.solve(method="ida").length
    # A search that a limit ends has proven that there is no shorter solution than its bound.
    begun = puzzle.solve(method="patterns", tables="4-4-4-4-4-4", threads=1, limits=Limits(nodes=200_000))
    assert begun.status is Status.LIMIT and puzzle.heuristic() < begun.lower_bound <= length
