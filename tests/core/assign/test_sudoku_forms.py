"""Canonical forms of full grids: kernel and twin write the same."""

import numpy as np
import pytest
import twins
from hypothesis import given, settings
from hypothesis import strategies as st

BOXES = [(1, 2), (1, 5), (1, 6), (1, 8), (2, 2), (2, 3), (3, 2), (2, 4), (3, 3)]


def full(box, chance):
    """Return a full grid with each value in each row, column and box: a symmetry of the usual one."""
    n, (rows, cols) = box[0] * box[1], box
    line = [(cols * (r % rows) + r // rows) % n for r in range(n)]
    values = (np.array(line)[:, None] + np.arange(n)) % n
    if n == 8 and rows == 1 and chance.random() < 0.5:
        values = np.arange(8)[:, None] ^ np.arange(8)  # with grids within the grid
    groups = (size * chance.permutation(n // size)[:, None] + chance.permutation(size) for size in box)
    return chance.permutation(n)[values][np.ix_(*(group.ravel() for group in groups))].astype(np.uint8)


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(BOXES), st.integers(0, 1 << 30), st.sampled_from([0.0, 0.3, 0.8, 1.0]))
def test_forms_equal_those_of_the_twin(box, seed, share):
    chance = np.random.default_rng(seed)
    values = np.stack([full(box, chance) for _ in range(2)])
    clues = (chance.random(values.shape) < share).astype(np.uint8)
    kernel, twin = (twins.module(side, "assign.sudoku_forms").forms for side in ("kernel", "twin"))
    transposed = box[0] in (1, box[1]) and seed % 2 == 1
    expected = twin(values.tolist(), clues.tolist(), *box, transposed)
    assert kernel(values, clues, *box, transposed).tolist() == expected


def test_what_is_refused():
    forms = twins.module("kernel", "assign.sudoku_forms").forms
    grid = np.array([[[0, 1], [1, 0]]], np.uint8)
    with pytest.raises(ValueError, match="boxes of 2 by 2, expected 2 cells"):
        forms(grid, grid, 2, 2, True)
    with pytest.raises(ValueError, match=r"clues of shape \(1, 2, 1\), expected squares of 2 to 64 rows"):
        forms(grid, grid[:, :, :1].copy(), 1, 2, True)
    with pytest.raises(ValueError, match="grid 1 has not each value in each row and column"):
        forms(np.stack([grid[0], 0 * grid[0]]), np.zeros((2, 2, 2), np.uint8), 1, 2, True)
    with pytest.raises(ValueError, match="grid 0 has not each value"):
        forms(grid + np.uint8(1), grid, 1, 2, True)
    six = np.zeros((0, 6, 6), np.uint8)
    with pytest.raises(ValueError, match="boxes of 2 by 3 are others after transposition"):
        forms(six, six, 2, 3, True)
    assert forms(grid[:0], grid[:0], 1, 2, False).shape == (0, 8)
