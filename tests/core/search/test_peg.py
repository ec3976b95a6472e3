import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from some_boards import array, both_boards, peg_boards

from reference.search import peg as twin
from unriddle.core.search import peg, peg_search
from unriddle.puzzles.peg.boards import board_of


def test_the_kernel_is_compiled():
    assert peg.__file__.endswith((".so", ".pyd"))


@given(peg_boards(), st.data())
def test_least_images_are_those_of_the_twin(board, data):
    positions = data.draw(st.lists(st.integers(0, board.whole), max_size=20))
    kernel, plain = both_boards(board, board.symmetries)
    assert kernel.canonicals(array(*positions)).tolist() == plain.canonicals(positions)
    for name in ("n_holes", "n_jumps", "n_symmetries"):
        assert getattr(kernel, name) == getattr(plain, name)


@given(peg_boards(), st.data())
def test_pagoda_functions_are_those_of_the_twin(board, data):
    holes = st.sets(st.integers(0, len(board.holes) - 1), min_size=1, max_size=2)
    goals = [sum(1 << hole for hole in data.draw(holes)) for _ in range(data.draw(st.integers(1, 2)))]
    sample = data.draw(st.lists(st.integers(1, board.whole), max_size=30))
    kernel, plain = (
        module.Pagodas(core, array(*goals))
        for module, core in zip((peg, twin), both_boards(board, board.keeping(goals)), strict=True)
    )
    for tries, most in ((6, 2), (3, 1)):
        assert kernel.choose(array(*sample), tries, most) == plain.choose(sample, tries, most)
    assert kernel.n == plain.n
    for weights, _ in plain.functions:
        assert twin.pagoda_holds(weights.__getitem__, board.jumps)
    for position in data.draw(st.lists(st.integers(1, board.whole), max_size=30)):
        assert kernel.is_dead(position) == plain.is_dead(position)


@given(peg_boards(), st.data())
def test_what_a_pagoda_function_calls_dead_is_dead(board, data):
    start = data.draw(st.integers(1, board.whole))
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


@given(board=peg_boards(8), data=st.data())
def test_only_pagoda_functions_are_added(board, data):
    goal = data.draw(st.integers(1, board.whole))
    n = len(board.holes)
    weights = data.draw(st.lists(st.integers(-128, 127), min_size=n, max_size=n))
    if data.draw(st.booleans()):
        weights = [abs(weight) % 2 for weight in weights]
    kept = board.keeping([goal])
    added = []
    for module, core in zip((peg, twin), both_boards(board, kept), strict=True):
        pagodas = module.Pagodas(core, array(goal))
        try:
            pagodas.add(np.array(weights, dtype=np.int8))
        except ValueError as error:
            assert "expected" in str(error)
            added.append(None)
        else:
            added.append([pagodas.is_dead(position) for position in range(1, board.whole + 1)])
    assert added[0] == added[1]
    if added[0] is not None:
        assert all(weights[a] + weights[b] >= weights[c] for a, b, c in board.jumps)


def test_pagoda_functions_have_room():
    board = board_of(((True, True, True),))
    for module, core in zip((peg, twin), both_boards(board, board.symmetries[:1]), strict=True):
        pagodas = module.Pagodas(core, array(0b100))
        for _ in range(32):
            pagodas.add(np.array([1, 0, 1], dtype=np.int8))
        for weights in ([1, 0, 1], [1, 0]):
            with pytest.raises(ValueError, match="after"):
                pagodas.add(np.array(weights, dtype=np.int8))


def test_pagoda_functions_do_kill():
    board = board_of(((True, True, True),))
    pagodas = peg.Pagodas(board.core(board.keeping([0b100])), array(0b100))
    assert pagodas.choose(array(0b001)) == 1
    assert pagodas.is_dead(0b001)
    assert not pagodas.is_dead(0b011)


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
