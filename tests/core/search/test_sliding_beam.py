import random
from bisect import bisect_left

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from some_boards import is_path, sliding_boards, tiles

from reference.search import sliding_beam as twin
from reference.search.sliding import manhattan
from reference.search.sliding_table import distances
from unriddle.core.search import sliding_beam


def test_the_kernel_is_compiled():
    assert sliding_beam.__file__.endswith((".so", ".pyd"))


@given(sliding_boards())
def test_linear_conflicts_are_those_of_the_twin(board):
    rows, cols, blank, cells = board
    found = sliding_beam.linear_conflicts(rows, cols, blank, tiles(cells))
    assert found == twin.linear_conflicts(rows, cols, blank, cells)


@given(st.permutations(range(64)))
def test_a_line_of_64_cells_has_conflicts(cells):
    # Twice those that are not on a longest rising run, which patience sorting finds.
    for rows, cols in ((1, 64), (64, 1)):
        piles = []
        for tile in cells:
            if tile != 63:
                place = bisect_left(piles, tile)
                piles[place : place + 1] = [tile]
        assert sliding_beam.linear_conflicts(rows, cols, 63, tiles(cells)) == 2 * (63 - len(piles))


@settings(max_examples=20, deadline=None)
@given(sliding_boards(most_side=5, most_steps=200))
def test_the_beam_finds_paths_and_bounds(board):
    rows, cols, blank, cells = board
    search = sliding_beam.SlidingBeam(rows, cols, blank, tiles(cells))
    for _ in range(300):
        if not search.run(50):
            break
    assert search.best >= search.lower
    path = search.path_cells().tolist()
    assert len(path) == search.best + 1 and is_path(path, cells, cols, blank)
    assert search.lower == manhattan(cells, cols, blank) + twin.linear_conflicts(rows, cols, blank, cells)


def test_a_wide_beam_is_optimal():
    rng = random.Random(1)
    distance = distances(2, 3, 5)
    for cells in rng.sample(sorted(distance), 30):
        search = sliding_beam.SlidingBeam(2, 3, 5, tiles(cells), 8 << 20)
        search.run(100_000)
        assert search.best == distance[cells] == twin.beam(cells, 3, 5, 400, 30)
        plain = twin.SlidingBeam(2, 3, 5, cells)
        assert not plain.run(100_000) and plain.done
        assert (search.lower, search.best) == (plain.lower, plain.best)
        assert is_path(plain.path_cells(), cells, 3, 5)


def test_wrong_arguments_are_refused():
    for wrong in (tiles(range(8)), tiles([0] * 9)):
        with pytest.raises(ValueError, match="every cell once"):
            sliding_beam.SlidingBeam(3, 3, 8, wrong)
    with pytest.raises(ValueError, match="no cell 9"):
        sliding_beam.SlidingBeam(3, 3, 9, tiles(range(9)))
    with pytest.raises(ValueError, match="at most 8x8"):
        sliding_beam.SlidingBeam(9, 1, 0, tiles(range(9)))
    wrapped = 1431655768  # 3 * wrapped is 8 in 32 bits
    for rows, cols in ((3, wrapped), (1 << 16, 1 << 16), (0, 8), (-2, -4)):
        with pytest.raises(ValueError, match="fit the board"):
            sliding_beam.linear_conflicts(rows, cols, 0, tiles(range(8)))
