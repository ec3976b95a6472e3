import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from some_boards import is_path, shuffled, sliding_boards, tiles

from reference.search import sliding_ida as twin
from reference.search.sliding import expand
from reference.search.sliding_table import distances
from unriddle.core.search import sliding_ida


def test_the_kernel_is_compiled():
    assert sliding_ida.__file__.endswith((".so", ".pyd"))


@given(sliding_boards(most_side=4, most_steps=30), st.integers(1, 500))
def test_plain_ida_counts_as_the_twin_does(board, slice_):
    rows, cols, blank, cells = board
    tables = sliding_ida.PatternTables(rows, cols, blank, [])
    search = sliding_ida.SlidingIda(tables, tiles(cells))
    while search.run(slice_):
        pass
    assert (search.depth, search.nodes) == twin.ida_star(cells, cols, blank)
    assert is_path(search.path_cells().tolist(), cells, cols, blank)


@pytest.mark.parametrize(
    ("rows", "cols", "blank", "groups"),
    [
        (2, 3, 5, [(0, 1), (2, 3, 4)]),
        (3, 2, 0, [(1, 2, 3, 4, 5)]),
        (3, 3, 4, [(0, 1, 2), (3, 5), (6, 7, 8)]),
        (2, 4, 2, [(0, 1), (3, 4), (5, 6, 7)]),
    ],
)
def test_pattern_databases_are_those_of_the_twin(rows, cols, blank, groups):
    tables = sliding_ida.PatternTables(rows, cols, blank, groups)
    while tables.run(17):
        pass
    for number, group in enumerate(groups):
        extras = twin.pattern_extras(rows, cols, blank, group)
        assert {places: tables.extra(number, places) for places in extras} == extras


@cache
def sample(blank):
    """Two hundred 3×3 configurations with their distances."""
    true = distances(3, 3, blank)
    return {cells: true[cells] for cells in random.Random(blank).sample(sorted(true), 200)}


@settings(max_examples=10, deadline=None)
@given(st.sampled_from([0, 1, 4]), st.integers(0, 1 << 30), st.booleans())
def test_patterns_keep_lengths_optimal(blank, seed, mirrored):
    true = sample(blank)
    cells = random.Random(seed).choice(list(true))
    groups = [[c for c in range(9) if c != blank][k::2] for k in range(2)]
    tables = sliding_ida.PatternTables(3, 3, blank, groups)
    tables.run(1 << 40)
    turn = tiles([0, 3, 6, 1, 4, 7, 2, 5, 8])
    mirror = turn if mirrored and turn[blank] == blank else None
    search = sliding_ida.SlidingIda(tables, tiles(cells), mirror)
    assert not search.run(1 << 40)
    assert search.depth == true[cells] >= search.first_bound
    assert is_path(search.path_cells().tolist(), cells, 3, blank)


@cache
def both_tables(rows, cols, blank, groups):
    """The tables of the kernel, the tables of the twin."""
    found = [module.PatternTables(rows, cols, blank, groups) for module in (sliding_ida, twin)]
    for tables in found:
        while tables.run(100):
            pass
    return found


@settings(max_examples=30)
@given(sliding_boards(most_side=3, most_steps=12), st.data())
def test_searches_take_the_steps_of_the_twin(board, data):
    rows, cols, blank, cells = board
    order = data.draw(st.permutations(range(4)))
    others = [c for c in range(rows * cols) if c != blank]
    thirds = tuple(tuple(others[k : k + 3]) for k in range(0, len(others), 3))
    groups = data.draw(st.sampled_from([(), thirds]))
    mirror = None
    if rows == cols and blank % cols == blank // cols and data.draw(st.booleans()):
        mirror = tiles([c % cols * cols + c // cols for c in range(rows * cols)])
    found = []
    for module, tables in zip((sliding_ida, twin), both_tables(rows, cols, blank, groups), strict=True):
        search = module.SlidingIda(tables, tiles(cells), mirror, order)
        seen = [search.first_bound]
        for _ in range(3):
            while search.run(5):
                pass
            seen.append((search.status, search.bound, search.depth, search.nodes, list(search.path_cells())))
            search.go_on()
        found.append(seen)
        assert (tables.n_patterns, tables.n_tiles) == (len(groups), rows * cols - 1)
    assert found[0] == found[1]
    kernel, plain = both_tables(rows, cols, blank, groups)
    assert (kernel.n_entries, kernel.nbytes) == (plain.n_entries, plain.nbytes)


def test_all_shortest_solutions_are_found():
    cells = shuffled(3, 3, 8, 60, random.Random(3))
    tables = sliding_ida.PatternTables(3, 3, 8, [[0, 1, 2, 3], [4, 5, 6, 7]])
    tables.run(1 << 40)
    search = sliding_ida.SlidingIda(tables, tiles(cells))
    found = set()
    while True:
        search.run(1 << 40)
        if search.status == sliding_ida.EXHAUSTED:
            break
        path = tuple(search.path_cells().tolist())
        assert is_path(path, cells, 3, 8)
        found.add(path)
        search.go_on()
    distance = distances(3, 3, 8)
    ways = {tuple(range(9)): 1}
    for other in sorted(distance, key=distance.get):
        if distance[other]:
            nearer = [x for x in expand(other, 3, 8) if distance[x] == distance[other] - 1]
            ways[other] = sum(ways[x] for x in nearer)
    assert len(found) == ways[cells] and {len(path) - 1 for path in found} == {distance[cells]}


def test_wrong_arguments_are_refused():
    cells = tiles(range(9))
    tables = sliding_ida.PatternTables(3, 3, 8, [[0, 1, 2, 3], [4, 5, 6, 7]])
    with pytest.raises(ValueError, match="not built"):
        sliding_ida.SlidingIda(tables, cells)
    with pytest.raises(ValueError, match="no such table"):
        tables.extra(0, [0, 1, 2, 3])
    plain = sliding_ida.PatternTables(3, 3, 8, [])
    for wrong in (tiles(range(8)), tiles([0] * 9)):
        with pytest.raises(ValueError, match="every cell once"):
            sliding_ida.SlidingIda(plain, wrong)
    with pytest.raises(ValueError, match="symmetry"):
        sliding_ida.SlidingIda(plain, cells, cells[::-1].copy())
    with pytest.raises(ValueError, match="order"):
        sliding_ida.SlidingIda(plain, cells, None, (0, 0, 1, 2))
    for groups in ([[0, 1]], [[0, 1, 2, 3], [4, 5, 6, 6]], [list(range(7)), [7]], [[], list(range(8))]):
        with pytest.raises(ValueError, match="pattern"):
            sliding_ida.PatternTables(3, 3, 8, groups)
    for rows, cols in ((5, 5), (3, 1431655768)):  # the latter is 8 cells in 32 bits
        with pytest.raises(ValueError, match="at most 16"):
            sliding_ida.PatternTables(rows, cols, 0, [])
    with pytest.raises(TypeError):
        sliding_ida.SlidingIda(None, cells)
