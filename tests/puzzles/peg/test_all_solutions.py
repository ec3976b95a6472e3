from math import prod

import pytest

from unriddle import GridPegSolitairePuzzle, Limits, Status


@pytest.mark.parametrize("text", ["***./****/*.**", "**.*", "*..*", "***/*.*", ".***/****/****", "*"])
def test_all_solutions_are_listed_once(text):
    puzzle = GridPegSolitairePuzzle.parse(text)
    solutions = puzzle.solutions()
    found = list(solutions)
    assert len(set(found)) == len(found) == puzzle.count() and all(map(puzzle.check, found))
    assert solutions.complete and solutions.status is puzzle.count().status


def test_the_last_solution_is_known_to_be_the_last():
    only = GridPegSolitairePuzzle.parse("**.*").solutions(1)
    assert len(list(only)) == 1 and only.complete and only.status is Status.UNIQUE
    some = GridPegSolitairePuzzle.named("triangle15").solutions(1)
    assert len(list(some)) == 1 and not some.complete and some.status is Status.SOLVED


def test_limits_hold_from_the_first_position_to_the_last():
    puzzle = GridPegSolitairePuzzle.named("triangle15")
    ways = puzzle.solvable_positions().stats.nodes
    for nodes in (0, 1, ways - 1, ways, ways + 14, ways + 500):
        solutions = puzzle.solutions(limits=Limits(nodes=nodes))
        found = list(solutions)
        assert solutions.status is Status.LIMIT and solutions.stats.nodes == nodes
        assert bool(found) == (nodes >= ways + 14) and all(map(puzzle.check, found))
    for limits in (Limits(memory=1000), Limits(seconds=0)):
        solutions = GridPegSolitairePuzzle.named("english").solutions(limits=limits)
        assert (list(solutions), solutions.status) == ([], Status.LIMIT)


def test_solutions_of_a_board_with_very_many():
    puzzle = GridPegSolitairePuzzle.named("english", goal=(3, 3))
    found = list(puzzle.solutions(20))
    assert len(set(found)) == 20 and all(map(puzzle.check, found))
    assert prod(len(jumps) for jumps in found) == 31**20
