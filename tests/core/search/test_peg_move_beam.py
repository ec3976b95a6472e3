import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from some_boards import peg_boards

from reference.search import peg as game
from reference.search import peg_move_beam as twin
from unriddle.core.search import peg_move_beam
from unriddle.core.search.peg_plans import PegFewest
from unriddle.puzzles.peg import GridPegSolitairePuzzle
from unriddle.puzzles.peg.boards import board_of
from unriddle.puzzles.peg.merson_bound import regions_apart


def test_the_kernel_is_compiled():
    assert peg_move_beam.__file__.endswith((".so", ".pyd"))


def run(module, core, start, width, regions, weights):
    """Return a beam at its end, after slices of one position."""
    beam = module.PegMoveBeam(core, start, width, regions, weights)
    while beam.run(1):
        pass
    return beam


@given(peg_boards(12), st.integers(1, 5), st.data())
def test_the_beam_equals_the_twin(board, width, data):
    start = data.draw(st.integers(1, board.whole))
    regions = np.array(regions_apart(board, start), dtype=np.uint64)
    plain = game.PegBoard(len(board.holes), board.jumps, board.symmetries)
    fast = run(peg_move_beam, board.core(), start, width, regions, board.weights)
    slow = run(twin, plain, start, width, regions, board.weights)
    assert [sorted(layer.tolist()) for layer in fast.layers] == [sorted(layer) for layer in slow.layers]
    assert fast.nodes == slow.nodes


@given(peg_boards(7), st.data())
def test_a_beam_that_leaves_nothing_out_finds_the_fewest_moves(board, data):
    start = data.draw(st.integers(1, board.whole))
    goals = [1 << h for h in range(len(board.holes))]
    beam = run(peg_move_beam, board.core(), start, 1 << 12, np.array([], dtype=np.uint64), board.weights)
    least = game.fewest_moves(start, goals, board.jumps)
    assert (len(beam.layers) == start.bit_count()) == (least is not None)
    if least is not None:
        search = PegFewest(board.core(), beam.layers)
        while search.run(100):
            pass
        assert search.path(start)[1] == least


def test_what_does_not_fit_ends_the_beam_with_a_whole_layer():
    puzzle = GridPegSolitairePuzzle.named("english")
    none = np.array([], dtype=np.uint64)
    beam = peg_move_beam.PegMoveBeam(
        puzzle.board.core(), puzzle.position, 1 << 20, none, puzzle.board.weights, most_bytes=1 << 20
    )
    assert not beam.run(1 << 20)
    assert 5 < len(beam.layers) < 31
    assert not beam.run(1 << 20)


def test_wrong_arguments_are_refused():
    shape = board_of(((True, True, True),))
    none = np.array([], dtype=np.uint64)
    for start, width, weights in ((3, 0, shape.weights), (0, 1, shape.weights), (3, 1, shape.weights[:2])):
        with pytest.raises(ValueError, match="width"):
            peg_move_beam.PegMoveBeam(shape.core(), start, width, none, weights)
        with pytest.raises(ValueError, match="width"):
            twin.PegMoveBeam(
                game.PegBoard(3, shape.jumps, shape.symmetries), start, width, [], weights.tolist()
            )
