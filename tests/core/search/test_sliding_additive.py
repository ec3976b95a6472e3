import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from some_boards import is_path, shuffled, tiles
from some_tables import BOARDS, both_tables

from reference.search import sliding_additive as twin
from reference.search.sliding_table import distances
from unriddle.core.search import sliding_additive as kernel


@settings(max_examples=60)
@given(st.sampled_from(sorted(BOARDS)), st.integers(0, 40), st.integers(0, 1 << 30), st.integers(1, 300))
def test_the_search_is_that_of_the_twin(name, steps, seed, slice_):
    rows, cols, blank, _, _ = BOARDS[name]
    cells = shuffled(rows, cols, blank, steps, random.Random(seed))
    tables, plain_tables = both_tables(name)
    assert tables.bounds(tiles(cells)) == plain_tables.bounds(cells)
    order = random.Random(seed).sample(range(4), 4)
    search = kernel.AdditiveIda(tables, tiles(cells), order)
    plain = twin.AdditiveIda(plain_tables, cells, order)
    before = 0
    while search.run(slice_):
        assert search.nodes - before <= slice_
        before = search.nodes
    plain.run(1 << 40)
    assert search.status == plain.status == kernel.SOLVED
    assert search.path_cells().tolist() == plain.path_cells()
    assert (search.nodes, search.bound, search.depth) == (plain.nodes, plain.bound, plain.depth)
    assert search.first_bound == plain.first_bound
    assert is_path(plain.path_cells(), cells, cols, blank)


@settings(max_examples=40)
@given(st.sampled_from(sorted(BOARDS)), st.integers(0, 1 << 30), st.integers(0, 4), st.integers(0, 3))
def test_below_a_path_as_the_twin(name, seed, length, more):
    rows, cols, blank, _, _ = BOARDS[name]
    rng = random.Random(seed)
    cells = shuffled(rows, cols, blank, 30, rng)
    tables, plain_tables = both_tables(name)
    search, plain = kernel.AdditiveIda(tables, tiles(cells)), twin.AdditiveIda(plain_tables, cells)
    search.run(50)  # and is given up; what its last step took up is counted with what comes next
    search.enter([cells.index(blank)], search.first_bound)
    search.run(1 << 40)
    path = [cells.index(blank)]
    for _ in range(length):
        here = path[-1]
        near = [c for c in (here - cols, here + cols) if 0 <= c < rows * cols]
        near += [c for c in (here - 1, here + 1) if 0 <= c < rows * cols and c // cols == here // cols]
        path.append(rng.choice([c for c in near if c not in path[-2:-1]]))
    for _ in range(2):  # again after the first
        search.enter(path, search.first_bound + 2 * more)
        plain.enter(path, plain.first_bound + 2 * more)
        before, plain_before = search.nodes, plain.nodes
        while search.run(7):
            pass
        plain.run(1 << 40)
        assert (search.status, search.nodes - before) == (plain.status, plain.nodes - plain_before)
        if search.status == kernel.SOLVED:
            assert search.path_cells().tolist() == plain.path_cells()
        else:
            assert (search.exceeded, search.nearest) == (plain.exceeded, plain.nearest)


def test_lengths_are_optimal_and_all_of_them_are_found():
    true = distances(3, 3, 0)
    tables, _ = both_tables("3x3")
    for cells in random.Random(5).sample(sorted(true), 40):
        search = kernel.AdditiveIda(tables, tiles(cells))
        assert not search.run(1 << 40)
        assert search.depth == true[cells] >= search.first_bound
    hardest = max(true, key=lambda cells: (true[cells], cells))
    search, found = kernel.AdditiveIda(tables, tiles(hardest)), set()
    while True:
        while search.run(1000):
            pass
        if search.status == kernel.EXHAUSTED:
            break
        found.add(tuple(search.path_cells().tolist()))
        search.go_on()
    assert all(is_path(path, hardest, 3, 0) and len(path) == true[hardest] + 1 for path in found)
    assert len(found) == shortest_paths(true, hardest)


def shortest_paths(true, cells):
    """Count the shortest solutions by the distances of all configurations."""
    from reference.search.sliding import expand

    if true[cells] == 0:
        return 1
    return sum(shortest_paths(true, other) for other in expand(cells, 3, 0) if true[other] == true[cells] - 1)


def test_arguments_are_checked():
    rows, cols, blank, groups, mirror = BOARDS["3x3"]
    same = tuple(range(9))
    small = np.zeros(252, dtype=np.uint8)
    large = np.zeros(7560, dtype=np.uint8)
    fine = [(groups[0], same, small), (groups[1], same, large)]
    tables = kernel.AdditiveTables(rows, cols, blank, fine, mirror)
    assert (tables.n_patterns, tables.n_images, tables.n_views) == (2, 2, 4)
    for arguments in (
        (5, 6, 0, fine),
        (3, 3, 9, fine),
        (3, 3, 1, fine),
        (3, 3, 0, []),
        (3, 3, 0, fine[:1]),
        (3, 3, 0, [(groups[0], same[:8], small), fine[1]]),
        (3, 3, 0, [fine[0], (groups[1], same, small)]),
        (3, 3, 0, fine, (1, 0, 2, 3, 4, 5, 6, 7, 8)),
    ):
        with pytest.raises(ValueError, match=r"expected|no cell|hold|table"):
            kernel.AdditiveTables(*arguments)
    for start, order in (([0, 0], (0, 1, 2, 3)), (same, (0, 1, 2, 2))):
        with pytest.raises(ValueError, match="must hold"):
            kernel.AdditiveIda(tables, tiles(start), order)
    with pytest.raises(ValueError, match="must hold"):
        tables.bounds(tiles([0] * 9))
    search = kernel.AdditiveIda(tables, tiles((1, 0, 2, 3, 4, 5, 6, 7, 8)))
    for path in ([], [0], [1, 5], [1, 0, 1]):
        with pytest.raises(ValueError, match="path from the start"):
            search.enter(path, 10)
