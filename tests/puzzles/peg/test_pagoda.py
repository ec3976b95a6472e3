"""Pagoda functions by linear programming: they rule out nothing from which the goal is reached."""

from hypothesis import given
from hypothesis import strategies as st
from some_boards import peg_boards

from reference.search import peg as game
from unriddle import GridPegSolitairePuzzle
from unriddle.puzzles.peg.pagoda import PagodaProgram, holds, sharpest


def total(weights, position):
    return sum(weight for hole, weight in enumerate(weights) if position >> hole & 1)


@given(board=peg_boards(9), data=st.data())
def test_what_is_ruled_out_does_not_reach_the_goal(board, data):
    goal = data.draw(st.integers(1, board.whole))
    symmetries = board.keeping([goal])
    everything = list(range(1, board.whole + 1))
    for weights in sharpest(board, symmetries, [goal], everything, 16, 4):
        assert holds(board, weights)
        assert all(weights[a] + weights[b] >= weights[c] for a, b, c in board.jumps)
        for position in everything:
            if total(weights, position) < total(weights, goal):
                reached = {x for layer in game.layers(position, board.jumps, symmetries[:1]) for x in layer}
                assert goal not in reached


@given(board=peg_boards(9), data=st.data())
def test_the_least_is_no_more_than_that_of_functions_made_by_chance(board, data):
    goal = data.draw(st.integers(1, board.whole))
    position = data.draw(st.integers(1, board.whole))
    pagodas = game.Pagodas(game.PegBoard(len(board.holes), board.jumps, board.symmetries[:1]), [goal])
    program = PagodaProgram(board)
    direction = [(position >> h & 1) - (goal >> h & 1) for h in range(len(board.holes))]
    weights = program.least(direction)
    if weights is not None:
        best = sum(w * d for w, d in zip(weights, direction, strict=True)) / max(1, *map(abs, weights))
        made = pagodas.make(1)
        if made is not None:
            assert best <= sum(w * d for w, d in zip(made[0], direction, strict=True)) + 1e-9


def test_a_corner_peg_cannot_be_won_in_the_middle():
    """Conway's function of the English board: 1 in every other hole of the middle lines, -1 in corners."""
    board = GridPegSolitairePuzzle.named("english").board
    middle = 1 << board.number[3, 3]
    corners = sum(1 << board.number[hole] for hole in ((0, 2), (0, 4), (6, 2), (6, 4)))
    beside = 1 << board.number[1, 2] | 1 << board.number[3, 3]
    [weights] = sharpest(board, board.symmetries, [middle], [corners | beside], 1, 1)
    assert holds(board, weights)
    assert total(weights, corners | beside) < total(weights, middle)
