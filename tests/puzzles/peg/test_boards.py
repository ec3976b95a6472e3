import pickle

import pytest

from unriddle import GridPegSolitairePuzzle, Jump, PuzzleError, Status
from unriddle.puzzles.peg.boards import NAMED, Board, board_of


def test_boards_are_equal_by_shape_and_jumps():
    shape = ((True, True, True), (False, True, True))
    one, other = board_of(shape), Board(shape, "orthogonal")
    assert one == other and hash(one) == hash(other) and one is board_of(shape)
    assert one != board_of(shape, "diagonal") and one != 5
    assert pickle.loads(pickle.dumps(other)) == one
    with pytest.raises(PuzzleError, match="did you mean diagonal"):
        board_of(shape, "diagonals")


@pytest.mark.parametrize("name", NAMED)
def test_jumps_and_flips(name):
    board = GridPegSolitairePuzzle.named(name).board
    assert len(board.by_flip) == len(board.flips) == len(board.jumps)
    for (a, b, c), jump in zip(board.jumps, board.flips, strict=True):
        before, after = 1 << a | 1 << b, 1 << c
        assert board.jumped(before, jump) == after and board.jumped(after, jump) is None
        assert jump == Jump(board.holes[a], board.holes[b], board.holes[c])
    assert board.jumped(board.whole, Jump((0, 0), (5, 5), (9, 9))) is None


def test_unsolvable_by_position_class():
    for name in ("european", "diamond"):
        result = GridPegSolitairePuzzle.named(name).solve()
        assert (result.status, result.stats.nodes) == (Status.NO_SOLUTION, 0)


@pytest.mark.parametrize("name", ["english", "wiegleb", "triangle15"])
def test_named_boards_are_solved(name):
    puzzle = GridPegSolitairePuzzle.named(name)
    result = puzzle.solve()
    assert result.status is Status.SOLVED
    assert puzzle.check(result)
