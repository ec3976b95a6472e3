import pytest

from reference.search import peg as twin
from unriddle import GridPegSolitairePuzzle, Limits
from unriddle.puzzles.peg.reachability import OutOfMemory, Ways, run_plan
from unriddle.search.run_loop import Outcome


def ways_of(puzzle, memory=1 << 30):
    return Ways(puzzle.board, puzzle.position, puzzle.possible_goals(), memory)


@pytest.mark.parametrize("text", [".***/****/****", "**.*", "*", "***./****/.***"])
def test_layers_are_those_of_the_twin(text):
    puzzle = GridPegSolitairePuzzle.parse(text)
    ways = ways_of(puzzle)
    outcome, nodes = run_plan(ways.plan(), None, None)
    assert outcome is Outcome.FINISHED and nodes >= sum(map(len, ways.layers)) - len(ways.layers[-1:])
    if ways.layers:
        symmetries = puzzle.board.keeping([puzzle.position], ways.goals)
        goals = list(puzzle.targets)
        expected = twin.solvable(puzzle.position, goals, puzzle.board.jumps, symmetries)
        assert [set(layer.tolist()) for layer in ways.layers] == expected
    else:
        assert puzzle.count() == 0


def test_memory_of_both_sides_is_held_together():
    puzzle = GridPegSolitairePuzzle.random("english", pegs=16, seed=3, goal="d1")
    with pytest.raises(OutOfMemory):
        for _, run in ways_of(puzzle, 1 << 14).plan():
            while run(1 << 30):
                pass
    assert run_plan(ways_of(puzzle, 1 << 14).plan(), None, None)[0] is Outcome.LIMIT
    assert run_plan(ways_of(puzzle).plan(), Limits(nodes=3), None) == (Outcome.LIMIT, 3)
