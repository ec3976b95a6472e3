from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unriddle.core import topology
from unriddle.core.assign import path_making
from unriddle.core.assign.reference import path_making as twin


def snake(rows, cols):
    order = np.arange(rows * cols, dtype=np.int32).reshape(rows, cols)
    order[1::2] = order[1::2, ::-1]
    return order.ravel().copy()


def test_the_kernel_is_compiled():
    assert path_making.__file__.endswith((".so", ".pyd"))


@settings(max_examples=150, deadline=None)
@given(
    st.integers(1, 6),
    st.integers(1, 6),
    st.sampled_from([topology.KING, topology.ROOK]),
    st.booleans(),
    st.integers(0, 60),
    st.integers(0, 2**64 - 1),
)
def test_paths_equal_the_twin_and_go_through_all_cells(rows, cols, steps, wrap, moves, seed):
    table = topology.neighbours(rows, cols, steps, wrap)
    path = snake(rows, cols)
    slow = path.tolist()
    assert path_making.backbite(table, path, moves, seed) == twin.backbite(table.tolist(), slow, moves, seed)
    assert path.tolist() == slow and sorted(slow) == list(range(rows * cols))
    assert all(b in table[a] for a, b in pairwise(slow))


def test_moves_in_two_calls_are_those_of_one():
    table = topology.neighbours(7, 5, topology.ROOK)
    once, twice = snake(7, 5), snake(7, 5)
    last = path_making.backbite(table, once, 90, 5)
    assert path_making.backbite(table, twice, 50, path_making.backbite(table, twice, 40, 5)) == last
    assert (once == twice).all()


def test_all_paths_of_a_small_board_come_up():
    # 3x3, rook: 20 Hamiltonian paths, each in two directions (OEIS A096969 at 3: 40)
    table = topology.neighbours(3, 3, topology.ROOK)
    found = Counter()
    for seed in range(4000):
        path = snake(3, 3)
        path_making.backbite(table, path, 180, seed)
        found[tuple(path.tolist())] += 1
    assert len(found) == 40 and min(found.values()) > 20


def test_what_is_no_path_is_refused():
    table = topology.neighbours(2, 2, topology.ROOK)
    for wrong in ([0, 1, 2], [0, 1, 2, 2], [0, 1, 2, 4], [0, 1, 2, -1]):
        with pytest.raises(ValueError, match="expected"):
            path_making.backbite(table, np.array(wrong, np.int32), 5, 1)
    bad = table.copy()
    bad[0, 0] = 9
    with pytest.raises(ValueError, match="neighbour 9"):
        path_making.backbite(bad, snake(2, 2), 5, 1)


def test_no_board_and_the_longest():
    path_making.backbite(np.zeros((0, 8), np.int32), np.zeros(0, np.int32), 5, 1)
    table, path = topology.neighbours(50, 40, topology.KING), snake(50, 40)
    path_making.backbite(table, path, 5000, 1)
    assert sorted(path.tolist()) == list(range(2000))
    assert all(b in table[a] for a, b in pairwise(path.tolist()))
