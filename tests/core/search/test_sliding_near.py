import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from some_boards import is_path, shuffled, tiles
from some_tables import BOARDS, both_tables

from reference.search import sliding_near as twin
from reference.search.sliding import expand
from reference.search.sliding_table import distances
from unriddle.core.search import sliding_near as kernel


def test_the_kernel_is_compiled():
    assert kernel.__file__.endswith((".so", ".pyd"))


def _walked(cells, cols, blank, steps, rng):
    for _ in range(steps):
        cells = rng.choice(expand(cells, cols, blank))
    return cells


@pytest.mark.parametrize("name", sorted(BOARDS))
@pytest.mark.parametrize("width", [1, 3, 20, 100])
@pytest.mark.parametrize("weights", [(1, 1), (2, 3), (1, 0)])
def test_the_beam_is_that_of_the_twin(name, width, weights):
    rows, cols, blank, _, _ = BOARDS[name]
    tables, plain_tables = both_tables(name)
    for seed in range(6):
        rng = random.Random(seed)
        cells = tuple(shuffled(rows, cols, blank, 40, rng))
        # Every other one to another goal, every third with a bound.
        goal = _walked(tuple(range(rows * cols)), cols, blank, 5, rng) if seed % 2 else None
        most = {"most": 26} if seed % 3 == 0 else {}
        given_goal = None if goal is None else tiles(goal)
        search = kernel.AdditiveBeam(tables, tiles(cells), width, given_goal, weights=weights, **most)
        plain = twin.AdditiveBeam(plain_tables, cells, width, goal, weights=weights, **most)
        while search.run(7):
            pass
        plain.run(1 << 40)
        assert search.done and plain.done
        found = (search.best, search.nodes, search.generated, search.path_cells().tolist())
        assert found == (plain.best, plain.nodes, plain.generated, plain.path_cells())
        assert search.best < 26 or not most
        if search.best >= 0:
            end = list(cells)
            for here, there in zip(found[3], found[3][1:], strict=False):
                end[here], end[there] = end[there], end[here]
            assert tuple(end) == (goal or tuple(range(rows * cols))) and len(found[3]) == search.best + 1


@settings(max_examples=8)
@given(st.sampled_from(["3x3", "2x3"]), st.integers(0, 1 << 30), st.integers(1, 50))
def test_a_wide_beam_is_optimal_however_it_is_sliced(name, seed, slice_):
    rows, cols, blank, _, _ = BOARDS[name]
    cells = tuple(shuffled(rows, cols, blank, 40, random.Random(seed)))
    tables, _ = both_tables(name)
    search = kernel.AdditiveBeam(tables, tiles(cells), 30_000)
    whole = kernel.AdditiveBeam(tables, tiles(cells), 30_000)
    before = 0
    while search.run(slice_):
        assert search.nodes - before == slice_
        before = search.nodes
    whole.run(1 << 40)
    assert (whole.nodes, whole.generated) == (search.nodes, search.generated)
    assert search.best == distances(rows, cols, blank)[cells]
    assert search.path_cells().tolist() == whole.path_cells().tolist()
    assert is_path(search.path_cells().tolist(), cells, cols, blank)


def test_arguments_are_checked():
    tables, _ = both_tables("3x3")
    same = tiles(range(9))
    for start, width, goal, weights in (
        (tiles([0] * 9), 10, None, (1, 1)),
        (same, 10, tiles([0] * 9), (1, 1)),
        (same, 0, None, (1, 1)),
        (same, 10, None, (1, 10)),
        (same, 10, None, (-1, 1)),
    ):
        with pytest.raises(ValueError, match=r"must hold|expected"):
            kernel.AdditiveBeam(tables, start, width, goal, weights=weights)
    assert kernel.AdditiveBeam(tables, same, 10).best == 0
