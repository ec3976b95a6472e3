import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference import topology as plain
from reference.assign import numbrix as twin
from unriddle.core import topology
from unriddle.core.assign import numbrix

SHAPES = [(1, 1), (1, 5), (4, 1), (2, 2), (2, 4), (3, 2), (3, 3), (3, 4), (4, 3)]


@st.composite
def boards(draw):
    rows, cols = draw(st.sampled_from(SHAPES))
    n = rows * cols
    kind = draw(st.sampled_from([plain.ROOK, plain.KING, plain.HEX]))
    wrap = draw(st.booleans())
    holes = draw(st.sets(st.integers(0, n - 1), max_size=2))
    blocked = [int(cell in holes and n > 2) for cell in range(n)]
    table = plain.neighbours(rows, cols, kind, wrap, blocked)
    clues = [-1 if hole else 0 for hole in blocked]
    open_cells = [cell for cell, hole in enumerate(blocked) if not hole]
    hidden = next(
        twin.paths(table, [clue or 1 if cell == 0 else clue for cell, clue in enumerate(clues)]), None
    )
    least = 0 if n < 9 else 3 if kind == plain.ROOK else 5  # keeps the twin quick
    for cell in draw(st.lists(st.sampled_from(open_cells), unique=True, min_size=least, max_size=6)):
        number = draw(st.integers(1, len(open_cells)))
        if hidden is not None and draw(st.integers(0, 9)):
            number = hidden[cell]
        if number not in clues:
            clues[cell] = number
    array = topology.neighbours(rows, cols, kind, wrap, np.array(blocked, np.uint8))
    return array, table, clues


def enumerate_all(search, budget):
    found, remains = [], True
    while remains:
        before = search.nodes
        remains = search.run(budget)
        assert search.nodes - before <= budget
        if search.fresh:
            found.append(tuple(search.solution.tolist()))
    return found


@settings(max_examples=80, deadline=None)
@given(boards(), st.integers(1, 9), st.sampled_from([-1, 0, 1, 3]))
def test_all_paths_equal_the_twin(board, budget, patience):
    array, table, clues = board
    search = numbrix.PathSearch(array, np.array(clues, np.int32), 1 << 40, True, patience)
    found = enumerate_all(search, budget)
    assert sorted(found) == sorted(twin.paths(table, clues))
    assert search.exhausted and search.count == len(found)


@pytest.mark.parametrize(
    ("rows", "cols", "kind", "wrap", "total"),
    [
        # Directed Hamiltonian paths of grid graphs (https://oeis.org/A096969), of king's graphs (A158651).
        (2, 2, plain.ROOK, False, 8),
        (3, 3, plain.ROOK, False, 40),
        (4, 4, plain.ROOK, False, 552),
        (5, 5, plain.ROOK, False, 8648),
        (2, 2, plain.KING, False, 24),
        (3, 3, plain.KING, False, 784),
    ],
)
def test_empty_boards_are_counted(rows, cols, kind, wrap, total):
    table = topology.neighbours(rows, cols, kind, wrap)
    search = numbrix.PathSearch(table, np.zeros(rows * cols, np.int32), 1 << 40)
    while search.run(1 << 14):
        pass
    assert search.count == total


def every_tenth(rows, cols):
    """Return a board that snakes along the rows, with every tenth number given, turned into a harder one."""
    order = np.arange(rows * cols).reshape(rows, cols)
    order[1::2] = order[1::2, ::-1].copy()
    path = order.reshape(-1).copy()
    near = [[c for c in row if c < rows * cols] for row in plain.neighbours(rows, cols, plain.ROOK)]
    chance = np.random.default_rng(5)
    for _ in range(20 * rows * cols):
        path = path[::-1].copy() if chance.random() < 0.5 else path
        joint = int(np.flatnonzero(path == chance.choice(near[path[-1]]))[0])
        path[joint + 1 :] = path[:joint:-1].copy()
    clues = np.zeros(rows * cols, np.int32)
    clues[path[::10]] = np.arange(1, rows * cols + 1)[::10]
    return clues


def diagonals(rows, cols):
    """Return the ranks of diagonals from two corners."""
    down, right = np.divmod(np.arange(rows * cols), cols)
    return np.array([down + right, rows + cols - 2 - down - right], np.int32)


def test_a_sparse_board_is_handed_to_learning():
    table = topology.neighbours(18, 18, topology.ROOK)
    search = numbrix.PathSearch(table, every_tenth(18, 18), 2)
    while search.run(1 << 12):
        pass
    assert search.count == 2
    grid = search.first
    place = np.argsort(grid)
    rows, cols = np.divmod(place, 18)
    assert sorted(grid.tolist()) == list(range(1, 325))
    assert (abs(np.diff(rows)) + abs(np.diff(cols)) == 1).all()


def test_sweeps_take_less_than_activity_alone():
    table, learnt = topology.neighbours(30, 30, topology.ROOK), []
    for sweeps in (None, diagonals(30, 30)):
        search = numbrix.PathSearch(table, every_tenth(30, 30), 1, sweeps=sweeps)
        while search.run(1 << 12):
            pass
        assert search.count == 1
        learnt.append(search.learnt)
    assert 2 * learnt[1] < learnt[0]


def test_learning_leaves_out_what_was_found_before():
    # 6x6, first and last number on neighbouring cells: closed tours, counted with and without learning.
    table = topology.neighbours(6, 6, topology.ROOK)
    clues = np.zeros(36, np.int32)
    clues[0], clues[1] = 1, 36
    counts = []
    anywhere = np.random.default_rng(1).integers(0, 9, (3, 36), np.int32)
    for patience, sweeps in ((-1, diagonals(6, 6)), (10, None), (10, diagonals(6, 6)), (10, anywhere)):
        search = numbrix.PathSearch(table, clues, 1 << 40, patience=patience, sweeps=sweeps)
        while search.run(1 << 14):
            pass
        counts.append(search.count)
        assert (search.learnt > 0) == (patience > 0)
    assert counts == [1072] * 4  # https://oeis.org/A003763, each tour passes the corner once


@pytest.mark.parametrize("patience", [-1, 1])
@pytest.mark.parametrize("limit", [1, 2, 5, 551, 553])
def test_a_limit_is_no_proof_that_there_are_no_others(limit, patience):
    table = topology.neighbours(4, 4, topology.ROOK)
    search = numbrix.PathSearch(table, np.zeros(16, np.int32), limit, patience=patience)
    while search.run(1 << 14):
        pass
    assert (search.count, search.exhausted) == (min(limit, 552), limit > 552)


@pytest.mark.parametrize("shape", [(16,), (2, 15), (2, 4, 4)])
def test_sweeps_are_ranks_of_all_cells(shape):
    with pytest.raises(ValueError, match="expected ranks of 16 cells each"):
        table = topology.neighbours(4, 4, topology.ROOK)
        numbrix.PathSearch(table, np.zeros(16, np.int32), sweeps=np.zeros(shape, np.int32))


def test_nodes_are_the_same_for_each_budget():
    table = topology.neighbours(12, 12, topology.ROOK)
    counts = set()
    for budget in (1, 100, 1 << 20):
        search = numbrix.PathSearch(table, every_tenth(12, 12), 2)
        while search.run(budget):
            pass
        counts.add((search.nodes, search.guesses, search.count))
    assert len(counts) == 1


@pytest.mark.parametrize(
    "clues", [[5, 0, 0, 0], [-2, 0, 0, 0], [1, 1, 0, 0], [-1] * 4, [0] * 3, [1, -1, 4, 0]]
)
def test_clues_out_of_range_are_refused(clues):
    table = topology.neighbours(2, 2, topology.ROOK)
    with pytest.raises(ValueError, match=r"expected|twice|holes"):
        numbrix.PathSearch(table, np.array(clues, np.int32))


def test_a_table_out_of_range_is_refused():
    with pytest.raises(ValueError, match="neighbour"):
        numbrix.PathSearch(np.array([[1], [3]], np.int32), np.zeros(2, np.int32))
    with pytest.raises(ValueError, match="expected"):
        numbrix.PathSearch(np.zeros((5000, 1), np.int32), np.zeros(5000, np.int32))
