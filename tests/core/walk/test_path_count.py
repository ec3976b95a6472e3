import doctest

import numpy as np
import pytest
import twins
from hypothesis import given, settings
from hypothesis import strategies as st

from reference import topology as plain
from unriddle.core.topology import HEX, KING, ROOK, neighbours
from unriddle.core.walk import path_count
from unriddle.core.walk.path_count import MAX_SLOTS, PathCounter, slot_count

SMALL = [(r, c) for r in range(1, 8) for c in range(1, 8) if r * c <= 12]


def counter_of(rows, cols, topology=KING, wrap=False, **options):
    order = np.arange(rows * cols, dtype=np.int32)
    return PathCounter(neighbours(rows, cols, topology, wrap), order, **options)


def counted(counter, budget=1 << 30):
    while counter.run(budget):
        pass
    return counter


@st.composite
def boards(draw):
    """A table, its plain form, and an order of the cells that are no holes."""
    rows, cols = draw(st.sampled_from(SMALL))
    kind, wrap = draw(st.sampled_from([KING, ROOK, HEX])), draw(st.booleans())
    holes = draw(
        st.lists(st.integers(0, 3).map(lambda n: n == 0), min_size=rows * cols, max_size=rows * cols)
    )
    if kind == KING and rows * cols > 9:  # keeps the plain walk short
        holes[: rows * cols - 9] = [True] * (rows * cols - 9)
    blocked = np.array(holes, dtype=np.uint8)
    order = draw(st.permutations([cell for cell in range(rows * cols) if not holes[cell]]))
    return neighbours(rows, cols, kind, wrap, blocked), plain.neighbours(rows, cols, kind, wrap, holes), order


@pytest.mark.parametrize("name", ["slot_count", "PathCounter"])
def test_the_examples_of_the_docstrings(name):
    kernel = getattr(path_count, name)
    examples = doctest.DocTestParser().get_doctest(kernel.__doc__, {name: kernel}, name, None, 0)
    assert doctest.DocTestRunner().run(examples) == (0, len(examples.examples))
    assert examples.examples


@settings(max_examples=60)
@given(boards(), st.booleans(), st.integers(1, 300))
def test_counts_equal_the_twin(board, rooted, budget):
    table, plainly, order = board
    expected = counted(twins.module("twin", "walk.path_count").PathCounter(plainly, order, rooted=rooted))
    places = np.array(order, dtype=np.int32)
    apart = counted(PathCounter(table, places, by_length=True, rooted=rooted), budget)
    assert apart.finished
    assert apart.by_length() == expected.by_length()
    assert apart.count() == counted(PathCounter(table, places, rooted=rooted)).count() == expected.count()


@given(boards())
def test_frontiers_equal_the_twin(board):
    table, plainly, order = board
    twin = twins.module("twin", "walk.path_count")
    assert slot_count(table, np.array(order, dtype=np.int32)) == twin.slot_count(plainly, order)


# Paths of n×n boards, each direction for itself, single cells included.
KING_PATHS = {1: 1, 2: 64, 3: 10305, 4: 12029640, 5: 115066382913, 6: 9913814758253424}  # OEIS A236690
KING_PATHS |= {7: 7908201732771623795865, 8: 59973177127583169531861733624}
ROOK_PATHS = {1: 1, 2: 28, 3: 653, 4: 28512, 5: 3060417, 6: 873239772, 7: 687430009069}  # OEIS A236753
ROOK_PATHS |= {8: 1532025110398168, 9: 9829526954625359697, 10: 183563561823425961932572}
TWO_ROWS_KING = [
    1,
    30,
    235,
    1448,
    7909,
    40674,
    202719,
    994268,
    4837337,
]  # OEIS A339750: undirected, no single cells


@pytest.mark.parametrize("n", [n for n in KING_PATHS if n < 8])
def test_published_counts_with_eight_neighbours(n):
    assert counted(counter_of(n, n)).count() == KING_PATHS[n]


@pytest.mark.parametrize("n", ROOK_PATHS)
def test_published_counts_with_four_neighbours(n):
    assert counted(counter_of(n, n, ROOK)).count() == ROOK_PATHS[n]


def test_published_counts_of_two_rows():
    counts = [counted(counter_of(n, 2)).count() for n in range(1, 10)]
    assert counts == [2 * paths + 2 * n for n, paths in enumerate(TWO_ROWS_KING, 1)]


@pytest.mark.parametrize(("n", "paths"), [(2, 28), (3, 9081), (4, 1450832)])
def test_known_counts_of_the_torus(n, paths):
    assert counted(counter_of(n, n, ROOK, True)).count() == paths
    assert n * n * counted(counter_of(n, n, ROOK, True, rooted=True)).count() == paths


@pytest.mark.parametrize(("rows", "cols", "paths"), [(2, 3, 476), (3, 4, 193924)])
def test_oblong_boards(rows, cols, paths):
    assert counted(counter_of(rows, cols)).count() == counted(counter_of(cols, rows)).count() == paths


@pytest.mark.parametrize("n", [1, 2, 3, 100, 3000])
def test_rows_and_rings_of_cells(n):
    """A row has one path for every pair of cells; a ring of three or more has two for each of two cells."""
    assert counted(counter_of(1, n)).count() == n * n
    ring = n * n if n < 3 else n + 2 * n * (n - 1)
    assert counted(counter_of(1, n, ROOK, True)).count() == ring


def test_counts_wider_than_two_limbs():
    """2×n boards obey a linear recurrence; carried through 60 words without loss."""
    counts = [counted(counter_of(n, 2)).count() for n in range(1, 30)]
    directed = [(count - 2 * n) // 2 for n, count in enumerate(counts, 1)]
    # (1 - x)^2 (1 - 2x)^2 (1 - 4x - 4x^2), the denominator of the generating function
    denominator = [1]
    for factor in ([1, -1], [1, -1], [1, -2], [1, -2], [1, -4, -4]):
        wider = [0] * (len(denominator) + len(factor) - 1)
        for i, a in enumerate(denominator):
            for j, b in enumerate(factor):
                wider[i + j] += a * b
        denominator = wider
    while len(directed) < 1800:
        directed.append(-sum(c * directed[-k] for k, c in enumerate(denominator) if k))
    assert directed[-1].bit_length() > 60 * 64
    assert counted(counter_of(1800, 2)).count() == 2 * directed[-1] + 3600


def test_every_orientation_and_order_agrees():
    table = neighbours(3, 4, HEX)
    rng = np.random.default_rng(7)
    orders = [np.arange(12), np.arange(12).reshape(3, 4).T.ravel(), *(rng.permutation(12) for _ in range(4))]
    counters = [counted(PathCounter(table, order.astype(np.int32), by_length=True)) for order in orders]
    assert len({tuple(counter.by_length()) for counter in counters}) == 1
    assert len({counter.slots for counter in counters}) > 1


def star(arms):
    """Pairs of cells that touch nothing else, all first halves before all second ones: a slot for each."""
    n = 2 * arms
    table = np.full((n, 1), n, dtype=np.int32)
    for cell in range(arms):
        table[cell, 0], table[arms + cell, 0] = arms + cell, cell
    return table, np.arange(n, dtype=np.int32)


@pytest.mark.parametrize("arms", [14, 15, 30, 31, 40])
def test_keys_of_every_width(arms):
    table, order = star(arms)
    assert slot_count(table, order)[0] == arms + 1
    counter = counted(PathCounter(table, order, by_length=True))
    assert counter.by_length()[:3] == [0, 2 * arms, 2 * arms]
    assert counter.count() == 4 * arms


@pytest.mark.parametrize("arms", [5, 9, 13, 22, 45])
def test_a_board_whose_slots_lie_anywhere_in_a_key(arms):
    """A 4×4 board between the halves of a star: its paths and the star's, none of both."""
    pairs, _ = star(arms)
    n = 16 + 2 * arms
    table = np.full((n, 8), n, dtype=np.int32)
    board = neighbours(4, 4)
    table[:16] = np.where(board < 16, board, n)
    table[16:, 0] = pairs[:, 0] + 16
    order = np.array([*range(16, 16 + arms), *range(16), *range(16 + arms, n)], dtype=np.int32)
    counter = counted(PathCounter(table, order))
    assert counter.slots >= arms + 6
    assert counter.count() == KING_PATHS[4] + 4 * arms


def test_a_frontier_too_wide_is_refused():
    table, order = star(MAX_SLOTS + 1)
    assert slot_count(table, order)[0] == MAX_SLOTS + 1
    with pytest.raises(ValueError, match="more than 62"):
        PathCounter(table, order)


def test_runs_in_slices_count_the_same_nodes():
    whole = counted(counter_of(5, 5))
    sliced = counter_of(5, 5)
    for budget in (1, 1, 7, 1000, 3):
        before = sliced.nodes
        assert sliced.run(budget)
        assert sliced.nodes - before == budget
    counted(sliced, 311)
    assert (sliced.nodes, sliced.peak, sliced.count()) == (whole.nodes, whole.peak, whole.count())
    assert sliced.run(10) is False and sliced.nodes == whole.nodes


def test_a_larger_index_is_filled_in_slices():
    counter, pauses = counter_of(7, 7), 0
    before = -1
    while counter.run(97):
        pauses += counter.nodes == before
        before = counter.nodes
    assert pauses
    assert counter.count() == KING_PATHS[7]


def test_memory_is_bounded():
    counter = counted(counter_of(7, 7, memory=300_000))
    assert counter.exhausted and not counter.finished
    assert counter.memory_used <= 300_000
    assert counter.run(10) is False
    assert 49 < counter.count() < KING_PATHS[7]
    nothing = counted(counter_of(3, 3, memory=0))
    assert nothing.exhausted and nothing.count() == 9
    assert counted(counter_of(7, 7, memory=1 << 22)).count() == KING_PATHS[7]


@pytest.mark.parametrize("order", [[0, 0], [4], [-1]])
def test_orders_that_are_none(order):
    with pytest.raises(ValueError, match="expected each cell at most once"):
        PathCounter(neighbours(2, 2), np.array(order, dtype=np.int32))
    with pytest.raises(ValueError, match="expected each cell at most once"):
        slot_count(neighbours(2, 2), np.array(order, dtype=np.int32))


def test_no_cells_no_paths():
    empty = PathCounter(neighbours(2, 2), np.zeros(0, dtype=np.int32), rooted=True)
    assert empty.finished and empty.run(1) is False and empty.count() == 0


def test_wrong_arguments():
    with pytest.raises(ValueError, match="at most 8"):
        PathCounter(np.zeros((2, 9), dtype=np.int32), np.arange(2, dtype=np.int32))
    with pytest.raises(TypeError):
        PathCounter(None, np.arange(2, dtype=np.int32))
    with pytest.raises(ValueError, match="without by_length"):
        counter_of(2, 2).by_length()
