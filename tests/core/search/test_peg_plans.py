import pytest
from hypothesis import given
from hypothesis import strategies as st
from some_boards import array, peg_boards

from reference.search import peg as game
from reference.search import peg_plans as twin
from unriddle.core.search import peg_plans
from unriddle.puzzles.peg import GridPegSolitairePuzzle
from unriddle.puzzles.peg.boards import board_of
from unriddle.puzzles.peg.reachability import Ways
from unriddle.search.run_loop import Stages, finish


def test_the_kernel_is_compiled():
    assert peg_plans.__file__.endswith((".so", ".pyd"))


@given(peg_boards(7), st.data())
def test_solvable_positions_solutions_and_fewest_moves_equal_the_twin(board, data):
    start = data.draw(st.integers(1, board.whole))
    goals = [1 << h for h in range(len(board.holes))]
    puzzle = GridPegSolitairePuzzle(
        [["*" if hole else "#" for hole in row] for row in board.shape], jumps=board.kind
    )
    puzzle = puzzle._at(start)
    plans = game.solutions(start, goals, board.jumps)
    ways = Ways(board, start, puzzle.possible_goals(), 1 << 30)
    stages = Stages(ways.plan())
    finish(stages.run, nodes=lambda: stages.nodes)
    core, layers = ways.core, ways.layers
    symmetries = board.keeping([start], puzzle.possible_goals()) if layers else board.symmetries
    if not plans:
        assert layers == []
    else:
        assert [set(layer.tolist()) for layer in layers] == game.solvable(
            start, goals, board.jumps, symmetries
        )
        plain = game.PegBoard(len(board.holes), board.jumps, symmetries)
        found = []
        for module, given_board in ((peg_plans, core), (twin, plain)):
            search = module.PegCount(given_board, layers, 1)
            while search.run(1):
                pass
            assert sum(map(search.ways_to, goals)) == len(plans)
            fewest = module.PegFewest(given_board, layers)
            while fewest.run(1):
                pass
            path, moves = fewest.path(start)
            assert moves == game.fewest_moves(start, goals, board.jumps)
            assert len(path) == len(layers)
            found.append((search.nodes, search.overflow, fewest.nodes, path))
        assert found[0] == found[1]
    assert puzzle.count() == len(plans)
    assert sum(1 for _ in puzzle.solutions()) == len(plans)
    assert puzzle.is_winnable() == bool(plans)


def test_wrong_arguments_are_refused():
    board = board_of(((True, True, True),)).core()
    for layers_given, limbs in (([], 1), ([array(1)], 0)):
        with pytest.raises(ValueError, match="layers"):
            peg_plans.PegCount(board, layers_given, limbs)
    with pytest.raises(ValueError, match="layers"):
        peg_plans.PegFewest(board, [])
    fewest = peg_plans.PegFewest(board, [array(0b011), array(0b100)])
    with pytest.raises(ValueError, match="finished run"):
        fewest.path(0b011)
    fewest.run(5)
    with pytest.raises(ValueError, match="first layer"):
        fewest.path(0b101)
    dead = peg_plans.PegFewest(board, [array(0b101), array(0b100)])
    dead.run(5)
    with pytest.raises(ValueError, match="no jump leads"):
        dead.path(0b101)


def test_layers_cannot_be_taken_away():
    board = board_of(((True, True, True),)).core()
    for kind in (peg_plans.PegCount, peg_plans.PegFewest):
        layers = [array(0b011), array(0b100)]
        search = kind(board, layers, *([1] if kind is peg_plans.PegCount else []))
        layers.clear()
        assert not search.run(5)
