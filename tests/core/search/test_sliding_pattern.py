import itertools
import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.search import sliding_pattern as twin
from reference.search.sliding_table import distances
from unriddle.core.search import sliding_pattern as kernel


def both(rows, cols, blank, tiles, slice_=1 << 20):
    """The table of the kernel, the table of the twin."""
    found = [module.PatternTable(rows, cols, blank, tiles) for module in (kernel, twin)]
    for table in found:
        while table.run(slice_):
            pass
    return found


@pytest.mark.parametrize(
    ("rows", "cols", "blank", "tiles", "slice_"),
    [
        (2, 3, 5, (0, 1), 1),
        (2, 3, 5, (4, 2, 3), 7),
        (3, 2, 0, (1, 2, 3, 4, 5), 100),
        (3, 3, 4, (8, 0, 2, 1), 1 << 20),
        (2, 4, 2, (5, 6, 7), 1 << 20),
        (2, 5, 9, (0, 7), 1 << 20),
    ],
)
def test_a_table_is_that_of_the_twin(rows, cols, blank, tiles, slice_):
    table, plain = both(rows, cols, blank, tiles, slice_)
    assert table.table.tolist() == plain.table
    assert (table.n_entries, table.n_placements) == (plain.n_entries, plain.n_placements)
    assert table.nbytes == plain.nbytes and table.n_states >= plain.n_states


@settings(max_examples=25)
@given(st.data())
def test_any_table_is_that_of_the_twin(data):
    rows, cols = data.draw(st.integers(1, 4)), data.draw(st.integers(2, 4))
    n_cells = rows * cols
    if n_cells > 9:
        rows, cols, n_cells = 2, 4, 8
    blank = data.draw(st.integers(0, n_cells - 1))
    others = [cell for cell in range(n_cells) if cell != blank]
    tiles = data.draw(st.permutations(others))[: data.draw(st.integers(1, min(4, n_cells - 1)))]
    table, plain = both(rows, cols, blank, tiles)
    assert table.table.tolist() == plain.table


def test_all_tiles_but_none_are_the_distances():
    # With every tile in the pattern the blank has one place, and the table holds optimal lengths.
    table = kernel.PatternTable(3, 3, 0, range(1, 9))
    assert not table.run(1 << 40)
    assert table.n_entries == math.factorial(9) // 2
    true = distances(3, 3, 0)
    for cells in random.Random(2).sample(sorted(true), 500):
        at = [cells.index(tile) for tile in range(1, 9)]
        alone = sum(abs(a // 3 - t // 3) + abs(a % 3 - t % 3) for t, a in enumerate(at, 1))
        assert alone + table.extra(at) == true[cells]


@given(st.integers(1, 6), st.integers(0, 1 << 30))
def test_placements_are_numbered_in_lexicographic_order(n_cells, seed):
    n_tiles = 1 + seed % n_cells
    for number, cells in enumerate(itertools.permutations(range(n_cells), n_tiles)):
        assert kernel.placement_of(n_cells, cells) == twin.placement_of(n_cells, cells) == number
    assert kernel.n_placements(n_cells, n_tiles) == number + 1


def test_what_published_tables_hold():
    assert kernel.n_placements(25, 6) == 127_512_000
    assert (kernel.n_placements(16, 7), kernel.n_placements(16, 8)) == (57_657_600, 518_918_400)


@pytest.mark.parametrize("module", [kernel, twin])
def test_arguments_are_checked(module):
    for n_cells, cells in ((4, [0, 0]), (4, [4]), (26, [0]), (4, []), (9, list(range(9)))):
        with pytest.raises(ValueError, match="expected"):
            module.placement_of(n_cells, cells)
    table = module.PatternTable(2, 2, 3, [0, 1])
    with pytest.raises(ValueError, match="not built"):
        _ = table.table
    with pytest.raises(ValueError, match="not built"):
        table.extra([0, 1])
    assert not table.run(1000)
    with pytest.raises(ValueError, match="one cell expected"):
        table.extra([0])


def test_the_kernel_refuses_what_it_cannot_hold():
    for rows, cols, blank, tiles in (
        (5, 6, 0, (1,)),
        (2, 2, 4, (0,)),
        (2, 2, 3, (3,)),
        (2, 2, 3, (0, 0)),
        (2, 2, 3, (4,)),
        (5, 5, 0, range(1, 9)),
    ):
        with pytest.raises(ValueError, match=r"expected|no cell"):
            kernel.PatternTable(rows, cols, blank, tiles)
