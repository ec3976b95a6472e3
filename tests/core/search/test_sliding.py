import itertools
import random
from bisect import bisect_left
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unriddle.core.search import engine as search_engine
from unriddle.core.search import sliding, sliding_beam, sliding_ida, sliding_table
from unriddle.core.search.reference import sliding as twin
from unriddle.core.search.reference import sliding_beam as beam_twin
from unriddle.core.search.reference import sliding_ida as ida_twin
from unriddle.core.search.reference import sliding_table as table_twin

KERNELS = [sliding, sliding_beam, sliding_ida, sliding_table]


@pytest.mark.parametrize("kernel", KERNELS)
def test_the_kernel_is_compiled(kernel):
    assert kernel.__file__.endswith((".so", ".pyd"))


def shuffled(rows, cols, blank, steps, rng):
    """A configuration some random steps from the goal."""
    cells = tuple(range(rows * cols))
    for _ in range(steps):
        cells = rng.choice(twin.expand(cells, cols, blank))
    return cells


@st.composite
def boards(draw, most_side=8, most_steps=60):
    rows, cols = draw(st.integers(2, most_side)), draw(st.integers(2, most_side))
    blank = draw(st.integers(0, rows * cols - 1))
    steps, seed = draw(st.integers(0, most_steps)), draw(st.integers(0, 1 << 30))
    return rows, cols, blank, shuffled(rows, cols, blank, steps, random.Random(seed))


def array(cells):
    return np.array(cells, dtype=np.uint8)


def is_path(blanks, cells, cols, blank):
    cells = list(cells)
    for here, there in itertools.pairwise(blanks):
        assert cells[here] == blank
        assert {abs(here // cols - there // cols), abs(here % cols - there % cols)} == {0, 1}
        cells[here], cells[there] = cells[there], cells[here]
    return cells == list(range(len(cells)))


@given(boards())
def test_steps_are_those_of_the_twin(board):
    rows, cols, blank, cells = board
    rules = sliding.Sliding(rows, cols, blank)
    search = search_engine.Search(rules, rules.pack(array(cells)), search_engine.BFS, exhaust=True)
    search.run(1)
    states = [tuple(row) for row in rules.unpack(search.states()).tolist()]
    assert states == [cells, *twin.expand(cells, cols, blank)]


@given(boards(most_side=3, most_steps=20))
def test_engine_lengths_are_those_of_the_twin(board):
    rows, cols, blank, cells = board
    length, nodes = ida_twin.ida_star(cells, cols, blank)
    rules = sliding.Sliding(rows, cols, blank)
    goal = rules.pack(array(range(rows * cols))).reshape(1, -1)
    for method in ("BFS", "BIDIRECTIONAL", "ASTAR", "IDA"):
        code = getattr(search_engine, method)
        ends = goal if method == "BIDIRECTIONAL" else None
        search = search_engine.Search(rules, rules.pack(array(cells)), code, ends, parent_only=True)
        while search.run(1000):
            pass
        assert search.status == search_engine.SOLVED and search.cost == length
        if method == "IDA":
            assert search.nodes == nodes


@given(boards(most_side=4, most_steps=30), st.integers(1, 500))
def test_plain_ida_counts_as_the_twin_does(board, slice_):
    rows, cols, blank, cells = board
    tables = sliding_ida.PatternTables(rows, cols, blank, [])
    search = sliding_ida.SlidingIda(tables, array(cells))
    while search.run(slice_):
        pass
    assert (search.depth, search.nodes) == ida_twin.ida_star(cells, cols, blank)
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
        extras = ida_twin.pattern_extras(rows, cols, blank, group)
        assert {places: tables.extra(number, places) for places in extras} == extras


@cache
def sample(blank):
    """Two hundred 3×3 configurations with their distances."""
    distances = table_twin.distances(3, 3, blank)
    return {cells: distances[cells] for cells in random.Random(blank).sample(sorted(distances), 200)}


@settings(max_examples=30, deadline=None)
@given(st.sampled_from([0, 1, 4]), st.integers(0, 1 << 30), st.booleans())
def test_patterns_keep_lengths_optimal(blank, seed, mirrored):
    true = sample(blank)
    cells = random.Random(seed).choice(list(true))
    groups = [[c for c in range(9) if c != blank][k::2] for k in range(2)]
    tables = sliding_ida.PatternTables(3, 3, blank, groups)
    tables.run(1 << 40)
    turn = array([0, 3, 6, 1, 4, 7, 2, 5, 8])
    mirror = turn if mirrored and turn[blank] == blank else None
    search = sliding_ida.SlidingIda(tables, array(cells), mirror)
    assert not search.run(1 << 40)
    assert search.depth == true[cells] >= search.first_bound
    assert is_path(search.path_cells().tolist(), cells, 3, blank)


def test_all_shortest_solutions_are_found():
    cells = shuffled(3, 3, 8, 60, random.Random(3))
    tables = sliding_ida.PatternTables(3, 3, 8, [[0, 1, 2, 3], [4, 5, 6, 7]])
    tables.run(1 << 40)
    search = sliding_ida.SlidingIda(tables, array(cells))
    found = set()
    while True:
        search.run(1 << 40)
        if search.status == sliding_ida.EXHAUSTED:
            break
        path = tuple(search.path_cells().tolist())
        assert is_path(path, cells, 3, 8)
        found.add(path)
        search.go_on()
    distance = table_twin.distances(3, 3, 8)
    ways = {tuple(range(9)): 1}
    for other in sorted(distance, key=distance.get):
        if distance[other]:
            nearer = [x for x in twin.expand(other, 3, 8) if distance[x] == distance[other] - 1]
            ways[other] = sum(ways[x] for x in nearer)
    assert len(found) == ways[cells] and {len(path) - 1 for path in found} == {distance[cells]}


@pytest.mark.parametrize(
    ("rows", "cols", "blank"), [(2, 2, 3), (2, 3, 0), (2, 3, 1), (3, 2, 4), (2, 4, 6), (4, 2, 3)]
)
def test_tables_are_those_of_the_twin(rows, cols, blank):
    true = table_twin.distances(rows, cols, blank)
    table = sliding_table.SlidingTable(rows, cols, blank)
    while table.run(5):
        pass
    counts = [0] * (max(true.values()) + 1)
    for steps in true.values():
        counts[steps] += 1
    assert table.depth_counts == counts and table.n_states == len(true)
    starts = array(list(true))
    assert table.lengths(starts).tolist() == list(true.values())
    assert is_path(table.walk(starts[-1]).tolist(), starts[-1].tolist(), cols, blank)


def test_known_tables():
    counts = (
        "1 2 4 8 16 20 39 62 116 152 286 396 748 1024 1893 2512 4485 5638 9529 10878 16993 17110 23952 20224 "
        "24047 15578 14560 6274 3910 760 221 2"
    )
    for rows, cols, depth, states in ((3, 3, 31, 181_440), (2, 4, 36, 20_160), (2, 5, 55, 1_814_400)):
        table = sliding_table.SlidingTable(rows, cols, 0)
        table.run(1 << 40)
        assert (table.depth, sum(table.depth_counts)) == (depth, states)
        if (rows, cols) == (3, 3):
            assert table.depth_counts == [int(count) for count in counts.split()]


@given(boards())
def test_linear_conflicts_are_those_of_the_twin(board):
    rows, cols, blank, cells = board
    found = sliding_beam.linear_conflicts(rows, cols, blank, array(cells))
    assert found == beam_twin.linear_conflicts(rows, cols, blank, cells)


@given(st.permutations(range(64)))
def test_a_line_of_64_cells_has_conflicts(cells):
    # Twice those that are not on a longest rising run, which patience sorting finds.
    for rows, cols in ((1, 64), (64, 1)):
        piles = []
        for tile in cells:
            if tile != 63:
                place = bisect_left(piles, tile)
                piles[place : place + 1] = [tile]
        assert sliding_beam.linear_conflicts(rows, cols, 63, array(cells)) == 2 * (63 - len(piles))


@settings(max_examples=20, deadline=None)
@given(boards(most_side=5, most_steps=200))
def test_the_beam_finds_paths_and_bounds(board):
    rows, cols, blank, cells = board
    search = sliding_beam.SlidingBeam(rows, cols, blank, array(cells))
    for _ in range(300):
        if not search.run(50):
            break
    assert search.best >= search.lower
    path = search.path_cells().tolist()
    assert len(path) == search.best + 1 and is_path(path, cells, cols, blank)
    assert search.lower == twin.manhattan(cells, cols, blank) + beam_twin.linear_conflicts(
        rows, cols, blank, cells
    )


def test_a_wide_beam_is_optimal():
    rng = random.Random(1)
    distance = table_twin.distances(2, 3, 5)
    for cells in rng.sample(sorted(distance), 30):
        search = sliding_beam.SlidingBeam(2, 3, 5, array(cells), 8 << 20)
        search.run(100_000)
        assert search.best == distance[cells] == beam_twin.beam(cells, 3, 5, 400, 30)


def test_wrong_arguments_are_refused():
    cells = array(range(9))
    tables = sliding_ida.PatternTables(3, 3, 8, [[0, 1, 2, 3], [4, 5, 6, 7]])
    with pytest.raises(ValueError, match="not built"):
        sliding_ida.SlidingIda(tables, cells)
    with pytest.raises(ValueError, match="no such table"):
        tables.extra(0, [0, 1, 2, 3])
    plain = sliding_ida.PatternTables(3, 3, 8, [])
    for wrong in (array(range(8)), array([0] * 9)):
        with pytest.raises(ValueError, match="every cell once"):
            sliding_ida.SlidingIda(plain, wrong)
        with pytest.raises(ValueError, match="every cell once"):
            sliding_beam.SlidingBeam(3, 3, 8, wrong)
        with pytest.raises(ValueError, match="every cell once"):
            sliding.Sliding(3, 3, 8).pack(wrong)
    with pytest.raises(ValueError, match="symmetry"):
        sliding_ida.SlidingIda(plain, cells, cells[::-1].copy())
    with pytest.raises(ValueError, match="order"):
        sliding_ida.SlidingIda(plain, cells, None, (0, 0, 1, 2))
    for groups in ([[0, 1]], [[0, 1, 2, 3], [4, 5, 6, 6]], [list(range(7)), [7]], [[], list(range(8))]):
        with pytest.raises(ValueError, match="pattern"):
            sliding_ida.PatternTables(3, 3, 8, groups)
    for kernel in (sliding.Sliding, sliding_table.SlidingTable):
        with pytest.raises(ValueError, match="no cell 9"):
            kernel(3, 3, 9)
        with pytest.raises(ValueError, match="expected"):
            kernel(9, 9, 0)
    wrapped = 1431655768  # 3 * wrapped is 8 in 32 bits
    for make in (sliding.Sliding, sliding_table.SlidingTable):
        with pytest.raises(ValueError, match="expected"):
            make(3, wrapped, 0)
    with pytest.raises(ValueError, match="at most 16"):
        sliding_ida.PatternTables(3, wrapped, 0, [])
    for rows, cols in ((3, wrapped), (1 << 16, 1 << 16), (0, 8), (-2, -4)):
        with pytest.raises(ValueError, match="fit the board"):
            sliding_beam.linear_conflicts(rows, cols, 0, array(range(8)))
    with pytest.raises(ValueError, match="at most 16"):
        sliding_ida.PatternTables(5, 5, 0, [])
    table = sliding_table.SlidingTable(2, 2, 3)
    with pytest.raises(ValueError, match="not built"):
        table.walk(array(range(4)))
    table.run(100)
    with pytest.raises(ValueError, match="not in reach"):
        table.walk(array([1, 0, 2, 3]))
    with pytest.raises(TypeError):
        sliding_ida.SlidingIda(None, cells)
