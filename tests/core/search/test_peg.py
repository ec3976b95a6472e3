import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from unriddle.core.search import peg, peg_numbered, peg_plans, peg_search
from unriddle.core.search.reference import peg as twin
from unriddle.puzzles.peg import GridPegSolitairePuzzle
from unriddle.puzzles.peg.boards import board_of
from unriddle.puzzles.peg.ways import Ways
from unriddle.running import Stages


def array(*positions):
    return np.array(positions, dtype=np.uint64)


@st.composite
def boards(draw, most=9):
    rows = draw(st.integers(1, 4))
    cols = draw(st.integers(1, 5))
    shape = draw(
        st.lists(st.lists(st.booleans(), min_size=cols, max_size=cols), min_size=rows, max_size=rows)
    )
    if not 1 <= sum(map(sum, shape)) <= most:
        shape = [[row < 2 and col < 4 for col in range(5)] for row in range(2)]
    return board_of(tuple(map(tuple, shape)), draw(st.sampled_from(["orthogonal", "diagonal", "triangular"])))


def some_position(draw, board):
    return draw(st.integers(1, board.whole))


def test_the_kernels_are_compiled():
    for kernel in (peg, peg_numbered, peg_plans, peg_search):
        assert kernel.__file__.endswith((".so", ".pyd"))


@given(boards(), st.data())
def test_layers_equal_the_twin(board, data):
    start = some_position(data.draw, board)
    symmetries = data.draw(st.sampled_from([board.symmetries, board.symmetries[:1]]))
    layers = peg_search.PegLayers(board.core(symmetries), array(start))
    expected = twin.layers(start, board.jumps, symmetries)
    for layer in expected:
        assert set(layers.last().tolist()) == layer
        everything = {
            sum(1 << s[h] for h in range(len(board.holes)) if x >> h & 1) for x in layer for s in symmetries
        }
        assert layers.orbits() == len(everything)
        while layers.run(1):
            pass
    assert layers.size() == 0


@pytest.mark.parametrize("simd", ["portable", "avx512"])
@given(board=boards(), data=st.data())
def test_numbered_layers_equal_the_twin(simd, board, data):
    start = some_position(data.draw, board)
    symmetries = board.keeping([start])
    if data.draw(st.booleans()):
        symmetries = symmetries[:1]
    keep = data.draw(st.booleans())
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("UNRIDDLE_SIMD", simd)
        layers = peg_numbered.PegNumbered(board.core(symmetries), array(start), keep)
    expected = twin.layers(start, board.jumps, symmetries)
    for number, layer in enumerate(expected):
        assert layers.n_layers == number + 1
        assert sorted(layers.last().tolist()) == sorted(layer)
        while layers.run(1):
            pass
    assert layers.size() == 0
    assert layers.nodes == sum(map(len, expected))


@given(boards(), st.data())
def test_membership_equals_the_twin(board, data):
    start = some_position(data.draw, board)
    core = board.core(board.keeping([start]))
    expected = twin.layers(start, board.jumps, board.keeping([start]))
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
            least = [twin.canonical(x, board.keeping([start])) for x in asked]
            assert found == [x in layer for x in least]


@pytest.mark.parametrize("simd", ["portable", "avx512"])
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
        found = layers.meet(other, 3)
        assert found > 0
        while layers.back(3):
            pass
        kept.append((found, [sorted(layer.tolist()) for layer in layers.kept_layers()], layers.nodes))
    assert kept[0] == kept[1]


@given(boards(7), st.data())
def test_solvable_positions_solutions_and_fewest_moves_equal_the_twin(board, data):
    start = some_position(data.draw, board)
    goals = [1 << h for h in range(len(board.holes))]
    puzzle = GridPegSolitairePuzzle(
        [["*" if hole else "#" for hole in row] for row in board.shape], jumps=board.kind
    )
    puzzle = puzzle._at(start)
    plans = twin.solutions(start, goals, board.jumps)
    ways = Ways(board, start, puzzle.possible_goals(), 1 << 30)
    assert not Stages(ways.plan()).run(1 << 60)
    core, layers = ways.core, ways.layers
    symmetries = board.keeping([start], puzzle.possible_goals()) if layers else board.symmetries
    if not plans:
        assert layers == []
    else:
        assert [set(layer.tolist()) for layer in layers] == twin.solvable(
            start, goals, board.jumps, symmetries
        )
        search = peg_plans.PegCount(core, layers, 1)
        while search.run(1):
            pass
        assert sum(map(search.ways_to, goals)) == len(plans)
        fewest = peg_plans.PegFewest(core, layers)
        while fewest.run(1):
            pass
        path, moves = fewest.path(start)
        assert moves == twin.fewest_moves(start, goals, board.jumps)
        assert len(path) == len(layers)
    assert puzzle.count() == len(plans)
    assert sum(1 for _ in puzzle.solutions()) == len(plans)
    assert puzzle.is_winnable() == bool(plans)


@given(boards(), st.data())
def test_what_a_pagoda_function_calls_dead_is_dead(board, data):
    start = some_position(data.draw, board)
    goals = [1 << h for h in data.draw(st.sets(st.integers(0, len(board.holes) - 1), min_size=1, max_size=2))]
    core = board.core(board.keeping(goals))
    pagodas = peg.Pagodas(core, array(*goals))
    everything = np.arange(1, board.whole + 1, dtype=np.uint64)
    pagodas.choose(everything, 32, 8)
    if pagodas.is_dead(start):
        assert not twin.solutions(start, goals, board.jumps)
    layers = peg_search.PegLayers(core, array(start), pagodas)
    free = peg_search.PegLayers(core, array(start))
    reached = []
    for search in (layers, free):
        alive = {start}
        while search.size():
            search.run(1 << 40)
            alive |= set(search.last().tolist())
        reached.append({goal for goal in goals if core.canonicals(array(goal))[0] in alive})
    if not pagodas.is_dead(start):
        assert reached[0] == reached[1]


def test_pagoda_functions_do_kill():
    board = board_of(((True, True, True),))
    pagodas = peg.Pagodas(board.core(board.keeping([0b100])), array(0b100))
    assert pagodas.choose(array(0b001)) == 1
    assert pagodas.is_dead(0b001)
    assert not pagodas.is_dead(0b011)


@given(boards(), st.data())
def test_a_beam_keeps_the_lightest(board, data):
    start = some_position(data.draw, board)
    core = board.core()
    beam = peg_search.PegLayers(core, array(start), None, True, width=1, weights=board.weights)
    beam.run(1 << 40)
    expected = twin.layers(start, board.jumps, board.symmetries)
    if len(expected) > 1:
        weights = board.weights.tolist()

        def weight(x):
            return sum(weights[h] for h in range(len(weights)) if x >> h & 1)

        assert beam.size() == 1
        assert weight(int(beam.last()[0])) == min(map(weight, expected[1]))
        assert beam.trimmed == (len(expected[1]) > 1)
        path = beam.path_to(int(beam.last()[0]), start)
        assert path[0] == start
        assert any(path[1] == other for _, other in twin.after(start, board.jumps))


@pytest.mark.parametrize("rows", ["***/***/***", "****/****", "*", "*****", "#*#/***/#*#"])
def test_symmetries_are_those_that_keep_the_jumps(rows):
    board = board_of(tuple(tuple(mark == "*" for mark in row) for row in rows.split("/")))
    n = len(board.holes)
    if n <= 6:
        jumps = {frozenset(((a, b), (b, c), (a, c))) for a, b, c in board.jumps}
        assert len(set(board.symmetries)) == len(board.symmetries)
        for s in board.symmetries:
            assert sorted(s) == list(range(n))
            moved = {frozenset(((s[a], s[b]), (s[b], s[c]), (s[a], s[c]))) for a, b, c in board.jumps}
            assert moved == jumps
    for s, t in itertools.product(board.symmetries, repeat=2):
        assert tuple(s[t[h]] for h in range(n)) in board.symmetries


def test_wrong_arguments_are_refused():
    board = board_of(((True, True, True),)).core()
    for n, jumps, symmetries in (
        (0, [], [[]]),
        (65, [], [list(range(65))]),
        (3, [[0, 1, 3]], [[0, 1, 2]]),
        (3, [[0, 1, 1]], [[0, 1, 2]]),
        (3, [], [[2, 1, 0]]),
        (3, [], [[0, 1, 2], [0, 0, 2]]),
        (3, [], [[0, 1, 2], [0, 1, 3]]),
        (3, [], np.zeros((0, 3))),
        (3, [[0, 1, 2]] * 513, [[0, 1, 2]]),
    ):
        with pytest.raises(ValueError, match=r"holes|jump|symmetr"):
            peg.PegBoard(n, np.array(jumps).reshape(-1, 3), np.array(symmetries))
    for places in ([0, 1], [0, 1, 1], [0, 1, 64], [-1, 0, 1]):
        with pytest.raises(ValueError, match="place"):
            peg.PegBoard(3, [], [[0, 1, 2]], places)
    with pytest.raises(ValueError, match="no goal"):
        peg.Pagodas(board, array())
    for goals in (array(), array(8), array(0), array(1, 3)):
        with pytest.raises(ValueError, match="goal"):
            peg_search.PegRules(board, goals)
    for starts in (array(8), array(0)):
        with pytest.raises(ValueError, match="pegs on the board"):
            peg_search.PegLayers(board, starts)
    with pytest.raises(ValueError, match="weight"):
        peg_search.PegLayers(board, array(3), width=1)
    layers = peg_search.PegLayers(board, array(3))
    with pytest.raises(ValueError, match="kept"):
        layers.meet(layers, 0)
    with pytest.raises(ValueError, match="kept"):
        layers.path_to(3, 3)
    with pytest.raises(ValueError, match="meet"):
        layers.back(1)
    for starts in (array(8), array(0), array(), array(3, 2)):
        with pytest.raises(ValueError, match=r"pegs on the board|no start|class"):
            peg_numbered.PegNumbered(board, starts)
    with pytest.raises(ValueError, match="leads out"):
        peg_numbered.PegNumbered(board, array(1))
    numbered = peg_numbered.PegNumbered(board, array(0b111))
    with pytest.raises(ValueError, match="begun"):
        numbered.__init__(board, array(0b111))
    with pytest.raises(ValueError, match="kept"):
        numbered.meet(numbered, 0)
    with pytest.raises(ValueError, match="meet"):
        numbered.back(1)
    numbered = peg_numbered.PegNumbered(board, array(0b111), True)
    with pytest.raises(ValueError, match="layer 1"):
        numbered.meet(numbered, 1)
    for kept in (numbered, layers, peg_numbered.PegNumbered(board, array(0b111), gather=True)):
        with pytest.raises(ValueError, match="layer 1"):
            kept.among(1, array(3))
    with pytest.raises(ValueError, match="one of them"):
        peg_numbered.PegNumbered(board, array(0b111), True, gather=True)
    square = board_of(tuple(tuple(True for _ in range(6)) for _ in range(6))).core()
    with pytest.raises(ValueError, match="bits"):
        peg_numbered.PegNumbered(square, array(1))
    bare = peg.PegBoard.__new__(peg.PegBoard)
    for make in (
        lambda: peg.Pagodas(bare, array(1)),
        lambda: peg_search.PegRules(bare, array(1)),
        lambda: peg_search.PegLayers(bare, array(1)),
        lambda: peg_numbered.PegNumbered(bare, array(1)),
        lambda: peg_numbered.number_bits(bare),
        lambda: peg_plans.PegCount(bare, [array(1)], 1),
        lambda: peg_plans.PegFewest(bare, [array(1)]),
    ):
        with pytest.raises(ValueError, match="no holes"):
            make()
    for kind, word in (
        (peg_search.PegLayers, "no board"),
        (peg_numbered.PegNumbered, "no board"),
        (peg_plans.PegCount, "no board"),
        (peg_plans.PegFewest, "no board"),
    ):
        with pytest.raises(ValueError, match=word):
            kind.__new__(kind).run(1)
    for layers_given, limbs in (([], 1), ([array(1)], 0)):
        with pytest.raises(ValueError, match="layers"):
            peg_plans.PegCount(board, layers_given, limbs)


def test_memory_is_bounded():
    board = board_of(tuple(tuple(True for _ in range(6)) for _ in range(6)))
    layers = peg_search.PegLayers(board.core(), array(board.whole ^ 1), None, True, 100_000)
    while not layers.status and layers.size():
        layers.run(1 << 40)
    assert layers.status == peg_search.OUT_OF_MEMORY
    board = board_of(tuple(tuple(True for _ in range(6)) for _ in range(5)))
    start = board.whole ^ 1
    numbered = peg_numbered.PegNumbered(board.core(board.keeping([start])), array(start), True, 10_000_000)
    while not numbered.status and numbered.size():
        numbered.run(1 << 40)
    assert numbered.status == peg_search.OUT_OF_MEMORY
