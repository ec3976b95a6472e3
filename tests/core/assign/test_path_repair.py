from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from path_cases import bitboards, boards, narrowed

from reference import topology as plain
from reference.assign import path_repair as twin
from unriddle.core import topology
from unriddle.core.assign import numbrix, path_repair


@settings(max_examples=60, deadline=None)
@given(boards(), st.integers(1, 1 << 64).map(lambda seed: seed & (1 << 64) - 1 or 1))
def test_moves_equal_the_twin(board, seed):
    table, near, clues = board
    domain = bitboards(narrowed(near, clues), len(near))
    fast = path_repair.PathRepair(table, domain, seed)
    slow = twin.PathRepair(table.tolist(), domain.tolist(), seed)
    for _ in range(6):
        assert fast.run(150) == slow.run(150)
        assert (fast.moves, fast.faults) == (slow.moves, slow.faults)
        if fast.faults < 0:
            break
        numbers = fast.numbers.tolist()
        assert all(n == -1 or slow.at[n - 1] == cell for cell, n in enumerate(numbers))
        assert all((n == -1) == (m == -1) for n, m in zip(numbers, slow.numbers, strict=True))
        assert all(k + 1 == numbers[cell] or len(slow.on[cell]) > 1 for k, cell in enumerate(slow.at))
        if fast.faults == 0:
            assert sorted(numbers) == list(range(1, len(near) + 1))
            assert all(b in near[a] for a, b in pairwise(slow.at))
            fast.shake(5)
            slow.shake(5)


@pytest.mark.parametrize("swept", [False, True])
@pytest.mark.parametrize("budget", [1, 7, 1 << 20])
@pytest.mark.parametrize("gap", [10, 40])
def test_a_sparse_hidato_is_mended(budget, gap, swept):
    rows, cols = 12, 12
    orders = np.add.outer(np.arange(12), np.arange(12)).reshape(1, 144) if swept else None
    table = topology.neighbours(rows, cols, plain.KING, False)
    clues = np.zeros(rows * cols, np.int32)
    for number in range(1, 145, gap):
        row, col = divmod(number - 1, cols)
        clues[row * cols + (cols - 1 - col if row % 2 else col)] = number
    search = numbrix.PathSearch(table, clues, 2, False, 1, sweeps=orders)
    while search.run(budget) and search.nodes < 1 << 20:
        pass
    assert search.count == 2
    first, last = search.first, search.solution
    assert not np.array_equal(first, last)
    for grid in (first, last):
        at = np.argsort(grid)
        assert all(at[k + 1] in table[at[k]] for k in range(len(at) - 1))
        assert (grid[clues > 0] == clues[clues > 0]).all()
    again = numbrix.PathSearch(table, clues, 2, False, 1, sweeps=orders)
    while again.run(1 << 10):
        pass
    assert (again.nodes, again.guesses) == (search.nodes, search.guesses)  # however it is sliced
    assert np.array_equal(again.first, first)


@pytest.mark.parametrize(
    ("table", "domain"),
    [
        (np.zeros((2, 1), np.int32), np.ones((3, 1), np.uint64)),
        (np.zeros((2, 1), np.int32), np.ones((1, 2), np.uint64)),
        (np.full((2, 1), 3, np.int32), np.ones((2, 1), np.uint64)),
        (np.array([[2, 1], [0, 2]], np.int32), np.ones((2, 1), np.uint64)),
        (np.zeros((2, 1), np.int32), np.full((2, 1), 4, np.uint64)),
    ],
)
def test_wrong_arrays_are_refused(table, domain):
    with pytest.raises(ValueError, match=r"expected|unused|beyond"):
        path_repair.PathRepair(table, domain)


def test_a_board_without_a_walk():
    table = topology.neighbours(1, 3, plain.ROOK, False)
    search = path_repair.PathRepair(table, np.array([[1], [2], [2]], np.uint64))
    assert search.run(10) and search.faults == -1 and search.moves == 0
