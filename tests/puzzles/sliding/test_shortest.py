import pytest

from unriddle import Limits, MNPuzzle, Status

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
