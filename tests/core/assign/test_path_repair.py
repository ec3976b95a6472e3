from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unriddle.core import topology
from unriddle.core.assign import numbrix, path_clauses, path_repair
from unriddle.core.assign.reference import numbrix as paths_twin
from unriddle.core.assign.reference import path_clauses as clauses_twin
from unriddle.core.assign.reference import path_repair as twin
from unriddle.core.reference import topology as plain


def narrowed(near, clues):
    """Return the cells of each number that a walk from clue to clue can use."""
    last = sum(clue >= 0 for clue in clues)
    home = {clue - 1: cell for cell, clue in enumerate(clues) if clue > 0}
    free = {cell for cell, clue in enumerate(clues) if clue == 0}
    domains = [{home[k]} if k in home else set(free) for k in range(last)]
    for ks in (range(1, last), range(last - 2, -1, -1)):
        step = -1 if ks.step == 1 else 1
        for k in ks:
            domains[k] &= {other for cell in domains[k + step] for other in near[cell]}
    return [sorted(cells) for cells in domains]


def bitboards(domains, n_cells):
    bits = np.zeros((len(domains), (n_cells + 63) // 64), np.uint64)
    for k, cells in enumerate(domains):
        for cell in cells:
            bits[k, cell >> 6] |= np.uint64(1 << (cell & 63))
    return bits


@st.composite
def boards(draw):
    rows, cols = draw(st.sampled_from([(1, 1), (1, 4), (2, 3), (3, 3), (4, 5), (9, 8)]))
    table = topology.neighbours(
        rows, cols, draw(st.sampled_from([plain.KING, plain.ROOK])), draw(st.booleans())
    )
    n = rows * cols
    near = [[other for other in row if other < n] for row in table.tolist()]
    snake = [r * cols + (c if r % 2 == 0 else cols - 1 - c) for r in range(rows) for c in range(cols)]
    clues = [0] * n
    for number in draw(st.sets(st.integers(1, n), max_size=6)):
        clues[snake[number - 1]] = number
    return table, near, clues


@settings(max_examples=150, deadline=None)
@given(boards(), st.integers(1, 1 << 64).map(lambda seed: seed & (1 << 64) - 1 or 1))
def test_moves_equal_the_twin(board, seed):
    table, near, clues = board
    domains = narrowed(near, clues)
    fast = path_repair.PathRepair(table, bitboards(domains, len(near)), seed)
    slow = twin.PathRepair(near, domains, seed)
    for _ in range(6):
        assert fast.run(150) == slow.run(150)
        assert (fast.moves, fast.faults) == (slow.moves, -1 if slow.dead else len(slow.holes))
        if fast.faults < 0:
            break
        numbers = fast.numbers.tolist()
        assert all(k + 1 == numbers[cell] or len(slow.on[cell]) > 1 for k, cell in enumerate(slow.at))
        if fast.faults == 0:
            assert sorted(numbers) == list(range(1, len(near) + 1))
            assert all(b in near[a] for a, b in pairwise(slow.at))
            fast.shake(5)
            slow.shake(5)


@settings(max_examples=60, deadline=None)
@given(boards(), st.booleans())
def test_clauses_equal_the_twin(board, bar):
    table, near, clues = board
    domains = narrowed(near, clues)
    found = (
        [np.array(grid, np.int32) for grid in paths_twin.paths(near, clues)][:1]
        if len(near) < 7 and bar
        else []
    )
    pairs, lits, starts, groups, group_starts = path_clauses.clauses_of(
        table, bitboards(domains, len(near)), found
    )
    names = [tuple(pair) for pair in pairs.tolist()]
    assert names == [(k, cell) for k, cells in enumerate(domains) for cell in cells]
    clauses = [
        frozenset((names[lit >> 1], lit & 1 == 0) for lit in lits[a:b].tolist()) for a, b in pairwise(starts)
    ]
    sets = [frozenset(names[v] for v in groups[a:b].tolist()) for a, b in pairwise(group_starts) if a < b]
    expected_clauses, expected_sets = clauses_twin.clauses_of(
        near, domains, [grid.tolist() for grid in found]
    )
    assert sorted(map(sorted, clauses)) == sorted(map(sorted, expected_clauses))
    assert sorted(map(sorted, sets)) == sorted(map(sorted, filter(None, expected_sets)))


@pytest.mark.parametrize("budget", [1, 7, 1 << 20])
def test_a_sparse_hidato_is_mended(budget):
    rows = cols = 12
    table = topology.neighbours(rows, cols, plain.KING, False)
    clues = np.zeros(rows * cols, np.int32)
    for number in range(1, 145, 10):
        row, col = divmod(number - 1, cols)
        clues[row * cols + (cols - 1 - col if row % 2 else col)] = number
    search = numbrix.PathSearch(table, clues, 2, False, 1)
    while search.run(budget) and search.nodes < 1 << 20:
        pass
    assert search.count == 2 and search.learnt == 0
    first, last = search.first, search.solution
    assert not np.array_equal(first, last)
    for grid in (first, last):
        at = np.argsort(grid)
        assert all(at[k + 1] in table[at[k]] for k in range(len(at) - 1))
        assert (grid[clues > 0] == clues[clues > 0]).all()
    again = numbrix.PathSearch(table, clues, 2, False, 1)
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
