"""Whether a goal can be reached, from both ends: as all positions say."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from some_boards import peg_boards

from reference.search import peg as game
from unriddle import GridPegSolitairePuzzle, Status
from unriddle.puzzles.peg import beam
from unriddle.puzzles.peg.reachability import OutOfMemory
from unriddle.puzzles.peg.solvability import decide
from unriddle.search.run_loop import Stages


def decided(board, position, goal, memory=1 << 30, at_once=1 << 30):
    found = {}
    stages = Stages(decide(board, position, goal, memory, found))
    while stages.run(at_once):
        pass
    return found[goal]


@settings(max_examples=30, deadline=None)
@given(peg_boards(), st.data())
def test_against_all_positions(board, data):
    position = data.draw(st.integers(1, board.whole))
    identity = board.symmetries[:1]
    layers = game.layers(position, board.jumps, identity)
    for pegs in range(1, position.bit_count()):
        depth = position.bit_count() - pegs
        reached = layers[depth] if depth < len(layers) else set()
        draw = st.integers(1, board.whole - 1).filter(lambda goal, pegs=pegs: goal.bit_count() == pegs)
        for goal in (*sorted(reached)[:3], data.draw(draw)):
            assert decided(board, position, goal, at_once=3) == (goal in reached)


@settings(max_examples=60, deadline=None)
@given(st.integers(3, (1 << 12) - 1).filter(lambda position: position.bit_count() > 1))
def test_a_beam_that_despairs_decides(position):
    puzzle = GridPegSolitairePuzzle(
        [["*" if position >> 4 * r + c & 1 else "." for c in range(4)] for r in range(3)]
    )
    expected = puzzle.solve().status
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(beam, "FIRST_WIDTH", 1)
        patch.setattr(beam, "DESPAIR", 1)
        assert puzzle.solve().status is expected


def test_goals_of_the_diamond():
    """The tip opposite takes 25 s, one of the sides minutes: neither can be reached (docs/peg.md)."""
    puzzle = GridPegSolitairePuzzle.named("diamond", vacancy=(0, 4))
    board = puzzle.board
    for hole in ((2, 4), (5, 4)):
        assert not decided(board, puzzle.position, 1 << board.number[hole])
    near = puzzle
    for _ in range(12):
        near = near.extensions()[0]
    assert decided(board, puzzle.position, near.position)
    with pytest.raises(OutOfMemory):
        decided(board, puzzle.position, 1 << board.number[8, 4], memory=1 << 20)


def test_no_memory_leaves_a_goal_open():
    puzzle = GridPegSolitairePuzzle.named("diamond", vacancy=(0, 4))
    goal = 1 << puzzle.board.number[8, 4]
    search = beam.Beam(puzzle.board, puzzle.position, [goal], 1 << 20)
    search._decided = {}
    search._deciding = Stages(search._plan(search._decided))
    while search._deciding is not None:
        search._decide(1 << 30)
    assert search.goals == [goal] and search.status is Status.LIMIT
