import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from some_boards import array, both_boards, peg_boards

from reference.search import peg as game
from reference.search import peg_numbered as twin
from unriddle.core import dispatch
from unriddle.core.search import peg, peg_numbered, peg_search
from unriddle.puzzles.peg.boards import board_of
from unriddle.puzzles.peg.pagoda import sharpest


def test_the_kernel_is_compiled():
    assert peg_numbered.__file__.endswith((".so", ".pyd"))


@pytest.mark.parametrize("simd", dispatch.PATHS)
@given(board=peg_boards(), data=st.data())
def test_numbered_layers_equal_the_twin(simd, board, data):
    start = data.draw(st.integers(1, board.whole))
    symmetries = board.keeping([start])
    if data.draw(st.booleans()):
        symmetries = symmetries[:1]
    keep = data.draw(st.booleans())
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("UNRIDDLE_SIMD", simd)
        layers = peg_numbered.PegNumbered(board.core(symmetries), array(start), keep)
    expected = game.layers(start, board.jumps, symmetries)
    for number, layer in enumerate(expected):
        assert layers.n_layers == number + 1
        assert sorted(layers.last().tolist()) == sorted(layer)
        while layers.run(1):
            pass
    assert layers.size() == 0
    assert layers.nodes == sum(map(len, expected))


@pytest.mark.parametrize("simd", dispatch.PATHS)
@given(board=peg_boards(8), data=st.data())
def test_pruned_layers_are_those_of_the_twin(simd, board, data):
    start = data.draw(st.integers(1, board.whole))
    goal = 1 << data.draw(st.integers(0, len(board.holes) - 1))
    assume(goal != board.whole)
    everything = list(range(1, board.whole + 1))
    kept = board.keeping([start], [goal])
    weights = sharpest(board, kept, [goal], everything, 8, 5)
    found = []
    for module, pegs, core in zip((peg_numbered, twin), (peg, game), both_boards(board, kept), strict=True):
        pagodas = pegs.Pagodas(core, array(goal))
        for function in weights:
            pagodas.add(np.array(function, dtype=np.int8))
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("UNRIDDLE_SIMD", simd)
            layers = module.PegNumbered(core, array(start), True)
        behind = module.PegNumbered(core, array(board.whole ^ goal), True)
        layers.prune(pagodas)
        seen = []
        for _ in range(start.bit_count() - 2):
            while layers.run(2):
                pass
            seen.append((sorted(layers.last()), layers.nodes, layers.generated))
        if seen:
            layers.meet(behind, 0)
            while layers.meeting(2):
                pass
            while layers.back(2):
                pass
            seen.append((layers.met, layers.kept_sizes(), [sorted(x) for x in layers.kept_layers()]))
            symmetries = board.keeping([start], [goal])
            ways = game.solvable(start, [goal], board.jumps, symmetries)
            assert seen[-1][2] == [sorted(layer) for layer in ways[:-1]] or not layers.met
            assert bool(layers.met) == bool(ways)
        found.append(seen)
    assert found[0] == found[1]


def test_pruning_needs_the_same_board():
    board = board_of(((True, True, True),))
    layers = peg_numbered.PegNumbered(board.core(board.symmetries[:1]), array(0b011))
    with pytest.raises(ValueError, match="same board"):
        layers.prune(peg.Pagodas(board.core(), array(0b010)))


@given(peg_boards(8), st.data())
def test_ways_back_are_those_of_the_twin(board, data):
    start = data.draw(st.integers(1, board.whole))
    goal = 1 << data.draw(st.integers(0, len(board.holes) - 1))
    assume(goal != board.whole)
    boards = both_boards(board, board.keeping([start], [goal]))
    assert peg_numbered.number_bits(boards[0]) == twin.number_bits(boards[1])
    assert peg_numbered.MOST_BITS == twin.MOST_BITS
    found = []
    for module, core in zip((peg_numbered, twin), boards, strict=True):
        layers = module.PegNumbered(core, array(start), True)
        behind = module.PegNumbered(core, array(board.whole ^ goal), True)
        seen = []
        for number in range(start.bit_count() - 1):
            search = layers if number % 2 else behind
            while search.run(2):
                pass
            seen.append((sorted(search.last()), search.size(), search.n_layers))
        if seen:
            layers.meet(behind, behind.n_layers - 1)
            while layers.meeting(2):
                pass
            seen.append(layers.met)
            while layers.back(2):
                pass
            seen.append([sorted(layer) for layer in layers.kept_layers()])
        seen.append((layers.nodes, layers.generated, layers.status))
        found.append(seen)
    assert found[0] == found[1]


@given(peg_boards(), st.data())
def test_membership_equals_the_twin(board, data):
    start = data.draw(st.integers(1, board.whole))
    core = board.core(board.keeping([start]))
    expected = game.layers(start, board.jumps, board.keeping([start]))
    kinds = (
        peg_search.PegLayers(core, array(start), None, True),
        peg_numbered.PegNumbered(core, array(start), gather=True),
    )
    for layers in kinds:
        while layers.n_layers < len(expected):
            layers.run(1 << 40)
        for number, layer in enumerate(expected):
            pegs = start.bit_count() - number
            asked = [x for x in range(1, board.whole + 1) if x.bit_count() == pegs]
            found = layers.among(number, array(*asked)).tolist()
            least = [game.canonical(x, board.keeping([start])) for x in asked]
            assert found == [x in layer for x in least]


@pytest.mark.parametrize("simd", dispatch.PATHS)
def test_numbered_layers_meet_as_the_others_do(simd, monkeypatch):
    monkeypatch.setenv("UNRIDDLE_SIMD", simd)
    board = board_of(tuple(tuple(2 <= r <= 4 or 2 <= c <= 4 for c in range(7)) for r in range(7)))
    start = board.whole ^ 1 << board.number[3, 3]
    core = board.core(board.keeping([start]))
    assert core.n_symmetries == 8
    assert peg_numbered.number_bits(core) == 28
    kinds = (
        peg_search.PegLayers(core, array(start), None, True),
        peg_numbered.PegNumbered(core, array(start), True),
    )
    ahead = peg_search.PegLayers(core, array(start))
    while ahead.n_layers < 9:
        ahead.run(1 << 40)
    goal = ahead.last().min()
    kept = []
    for layers in kinds:
        more = [None] if layers is kinds[0] else []
        other = type(layers)(core, array(board.whole ^ int(goal)), *more, True)
        while layers.n_layers < 5:
            layers.run(50)
        while other.n_layers < 4:
            other.run(50)
        layers.meet(other, 3)
        while layers.meeting(100):
            pass
        assert layers.met > 0
        while layers.back(3):
            pass
        kept.append((layers.met, [sorted(layer.tolist()) for layer in layers.kept_layers()], layers.nodes))
    assert kept[0] == kept[1]


def test_wrong_arguments_are_refused():
    board = board_of(((True, True, True),)).core()
    for starts in (array(8), array(0), array(), array(3, 2)):
        with pytest.raises(ValueError, match=r"pegs on the board|no start|class"):
            peg_numbered.PegNumbered(board, starts)
    with pytest.raises(ValueError, match="leads out"):
        peg_numbered.PegNumbered(board, array(1))
    numbered = peg_numbered.PegNumbered(board, array(0b111))
    with pytest.raises(ValueError, match="kept"):
        numbered.meet(numbered, 0)
    with pytest.raises(ValueError, match="meet"):
        numbered.meeting(1)
    with pytest.raises(ValueError, match="meet"):
        numbered.back(1)
    numbered = peg_numbered.PegNumbered(board, array(0b111), True)
    with pytest.raises(ValueError, match="layer 1"):
        numbered.meet(numbered, 1)
    for kept in (numbered, peg_numbered.PegNumbered(board, array(0b111), gather=True)):
        with pytest.raises(ValueError, match="layer 1"):
            kept.among(1, array(3))
    with pytest.raises(ValueError, match="one of them"):
        peg_numbered.PegNumbered(board, array(0b111), True, gather=True)
    square = board_of(tuple(tuple(True for _ in range(6)) for _ in range(6))).core()
    with pytest.raises(ValueError, match="bits"):
        peg_numbered.PegNumbered(square, array(1))


def test_memory_is_bounded():
    board = board_of(tuple(tuple(True for _ in range(6)) for _ in range(5)))
    start = board.whole ^ 1
    numbered = peg_numbered.PegNumbered(board.core(board.keeping([start])), array(start), True, 10_000_000)
    while not numbered.status and numbered.size():
        numbered.run(1 << 40)
    assert numbered.status == peg_search.OUT_OF_MEMORY
