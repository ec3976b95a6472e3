from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.assign import path_making as twin
from unriddle.core import topology
from unriddle.core.assign import path_making
from unriddle.core.assign.numbrix import PathSearch


def snake(rows, cols):
    order = np.arange(rows * cols, dtype=np.int32).reshape(rows, cols)
    order[1::2] = order[1::2, ::-1]
    return order.ravel().copy()


def test_the_kernel_is_compiled():
    assert path_making.__file__.endswith((".so", ".pyd"))


@settings(max_examples=60, deadline=None)
@given(
    st.integers(1, 6),
    st.integers(1, 6),
    st.sampled_from([topology.KING, topology.ROOK, topology.HEX]),
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


def random_path(table, rows, cols, seed):
    """Return the numbers of a random path, by cell."""
    path = snake(rows, cols)
    path_making.backbite(table, path, 30 * rows * cols, seed)
    numbers = np.empty(rows * cols, np.int32)
    numbers[path] = np.arange(1, rows * cols + 1)
    return numbers


def thinned(module, *args, **options):
    thinner = module.PathThinner(*args, **options)
    while thinner.run(7):
        pass
    return list(thinner.numbers), thinner.left


@settings(max_examples=120, deadline=None)
@given(
    st.sampled_from([(1, 1), (1, 4), (2, 2), (2, 3), (3, 3), (3, 4), (4, 4)]),
    st.sampled_from([topology.KING, topology.ROOK, topology.HEX]),
    st.booleans(),
    st.integers(0, 1 << 20),
    st.integers(0, 5),
    st.integers(1, 5),
    st.booleans(),
)
def test_what_is_taken_away_equals_the_twin(shape, steps, wrap, seed, least, at_once, doubling):
    table = topology.neighbours(*shape, steps, wrap)
    numbers = random_path(table, *shape, seed)
    cells = np.random.default_rng(seed).permutation(len(numbers)).astype(np.int32)[: 3 + seed % 14]
    slow = thinned(twin, table.tolist(), numbers.tolist(), cells.tolist(), least)
    fast = thinned(
        path_making, table, numbers, cells, least, patience=1 << 20, at_once=at_once, doubling=doubling
    )
    assert fast == slow
    search = PathSearch(table, np.array(fast[0], np.int32), 2)
    assert not search.run(1 << 20) and search.count == 1


def test_holes_and_two_words_of_cells():
    # 5 x 16 cells with a wall between two halves, which a step over its only gate joins
    table = topology.neighbours(5, 16, topology.ROOK)
    numbers = np.full((5, 16), -1, np.int32)
    columns = np.arange(5 * 16).reshape(5, 16).T
    columns[1:6:2], columns[8:13:2] = columns[1:6:2, ::-1].copy(), columns[8:13:2, ::-1].copy()
    path = [*columns[:6].ravel().tolist(), 6, *columns[7:13].ravel().tolist()]
    numbers.ravel()[path] = np.arange(1, len(path) + 1)
    cells = np.array(path, np.int32)
    found, count = thinned(path_making, table, numbers.ravel(), cells, patience=1 << 20)
    assert found.count(-1) == 80 - len(path) and sum(number > 0 for number in found) == count < 30
    search = PathSearch(table, np.array(found, np.int32), 2)
    assert not search.run(1 << 22) and search.count == 1


def test_little_patience_leaves_more_numbers_and_one_path():
    table = topology.neighbours(9, 9, topology.ROOK)
    counts = []
    for patience in (1, 20, 2000):
        left = []
        for seed in range(5):
            numbers = random_path(table, 9, 9, seed)
            cells = np.random.default_rng(seed).permutation(81).astype(np.int32)
            found, count = thinned(path_making, table, numbers, cells, patience=patience, at_once=10)
            search = PathSearch(table, np.array(found, np.int32), 2)
            assert not search.run(1 << 24) and search.count == 1
            left.append(count)
        counts.append(sum(left))
    assert counts[0] > counts[1] > counts[2]


def test_a_board_in_the_middle_of_a_proof_has_all_that_was_not_taken():
    table = topology.neighbours(9, 9, topology.ROOK)
    numbers = random_path(table, 9, 9, 1)
    thinner = path_making.PathThinner(table, numbers, np.arange(81, dtype=np.int32), at_once=8)
    while thinner.run(1):
        assert np.count_nonzero(thinner.numbers) == thinner.left
    assert thinner.nodes > 81 and not thinner.run(5)


def test_thinning_what_is_no_path_is_refused():
    table = topology.neighbours(2, 2, topology.ROOK)
    for numbers, cells in (
        ([1, 2, 3, 4], [0]),  # 2 and 3 are no neighbours
        ([1, 2, 0, 3], [0]),
        ([1, 2, 4, 4], [0]),
        ([1, 2, 4, 3], [4]),
        ([1, 2, 4, 3], [-1]),
        ([1, 2, 4, 3], [0, 0]),
        ([1, 2, -1, -1], [2]),
    ):
        for module, array in ((path_making, lambda x: np.array(x, np.int32)), (twin, list)):
            with pytest.raises(ValueError, match=r"expected|no path|twice"):
                module.PathThinner(
                    table if module is path_making else table.tolist(), array(numbers), array(cells)
                )
    with pytest.raises(RuntimeError, match="once"):
        thinner = path_making.PathThinner(table, np.array([1, 2, 4, 3], np.int32), np.array([0], np.int32))
        thinner.__init__(table, np.array([1, 2, 4, 3], np.int32), np.array([0], np.int32))
