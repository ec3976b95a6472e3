import pickle
import re

import pytest

from unriddle import GridPegSolitairePuzzle, Jump, PuzzleError, Status
from unriddle.puzzles.peg.boards import NAMED, Board, board_of
from unriddle.puzzles.peg.jumps import hole_name, hole_of


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
        assert "class of positions" in result.reason and "rule of three" in result.reason


def test_the_vacancies_of_the_european_board():
    """Sixteen of 37 are solvable, by the rule of three: the others have no goal of their class."""
    every = [
        GridPegSolitairePuzzle.named("european", vacancy=hole)
        for hole in GridPegSolitairePuzzle.named("european").board.holes
    ]
    solved = [puzzle.solve() for puzzle in every]
    assert sum(result.status is Status.SOLVED for result in solved) == 16
    for puzzle, result in zip(every, solved, strict=True):
        assert (result.status is Status.SOLVED) == (not puzzle.reason_against()) == puzzle.check(result)
        assert result.solution is not None or result.stats.nodes == 0


def test_a_reason_is_true():
    puzzle = GridPegSolitairePuzzle.named("english", goal="d5")
    reason = puzzle.solve().reason
    names = re.search(r"pegs in ([a-z0-9 ]+): 14, in the goal 1; no jump makes even odd", reason)[1].split()
    kept = sum(1 << puzzle.board.number[hole_of(name)] for name in names)
    assert all((line & kept).bit_count() % 2 == 0 for line, _ in puzzle.board.by_flip)
    assert (puzzle.position & kept).bit_count() == 14 and (puzzle.targets[0] & kept).bit_count() == 1
    few = GridPegSolitairePuzzle.parse("*...", goal="**..").solve()
    assert few.reason == "1 pegs here and 2 in the goal, and a jump takes one away"
    searched = GridPegSolitairePuzzle.parse("*.*.*.*").solve()
    assert searched.status is Status.NO_SOLUTION


@pytest.mark.parametrize("name", NAMED)
def test_vacancy(name):
    usual = GridPegSolitairePuzzle.named(name)
    hole = next(hole for hole in usual.board.holes if not usual.position >> usual.board.number[hole] & 1)
    assert GridPegSolitairePuzzle.named(name, vacancy=hole) == usual
    assert GridPegSolitairePuzzle.named(name, vacancy=hole_name(hole)) == usual
    last = GridPegSolitairePuzzle.named(name, vacancy=usual.board.holes[-1])
    assert last.position == last.board.whole >> 1 and last.board is usual.board


@pytest.mark.parametrize(
    "vacancy", [(0, 0), (9, 9), (-1, 3), "a1", "zz9", "d", 5, (1, 2, 3), (True, 3), "", []]
)
def test_a_wrong_vacancy(vacancy):
    with pytest.raises(
        PuzzleError, match=r"^vacancy .*, expected (a hole of the board english|row and column)"
    ):
        GridPegSolitairePuzzle.named("english", vacancy=vacancy)


@pytest.mark.parametrize("name", ["english", "wiegleb", "triangle15"])
def test_named_boards_are_solved(name):
    puzzle = GridPegSolitairePuzzle.named(name)
    result = puzzle.solve()
    assert result.status is Status.SOLVED
    assert puzzle.check(result)
