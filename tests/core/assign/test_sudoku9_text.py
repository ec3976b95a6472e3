"""Lines of 81 characters: the kernel and its twin, side by side."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference.assign import sudoku9_text as plain
from unriddle.core.assign import sudoku9_text

ROWS = st.lists(st.integers(0, 9), min_size=81, max_size=81)
ZEROS = st.text("0123456789", min_size=81, max_size=81).filter(lambda line: line.count("0") != 9)
LINES = ZEROS | st.text(".*_123456789", min_size=81, max_size=81)
PLACES = st.integers(0, 80)
OTHERS = st.one_of(
    st.text(min_size=81, max_size=81),
    st.text("1.", max_size=90),
    st.builds(
        lambda line, k, sign: line[:k] + sign + line[k + 1 :], LINES, st.integers(0, 80), st.characters()
    ),
)


@given(st.lists(LINES, max_size=5))
def test_lines_are_read(lines):
    assert sudoku9_text.read(lines).tolist() == plain.read(lines)


@given(st.lists(st.one_of(LINES, OTHERS), max_size=3))
def test_what_is_no_line_is_seen(lines):
    found, expected = sudoku9_text.read(lines), plain.read(lines)
    assert (None if found is None else found.tolist()) == expected


@given(
    st.lists(st.tuples(st.lists(st.integers(0, 9), min_size=81, max_size=81), st.integers(-1, 2)), max_size=5)
)
def test_lines_are_written(grids):
    cells = np.array([row for row, _ in grids], dtype=np.uint8).reshape(len(grids), 81)
    counts = np.array([count for _, count in grids], dtype=np.int64)
    assert sudoku9_text.write(cells, counts) == plain.write(cells.tolist(), counts.tolist())


def test_what_does_not_fit_is_refused():
    assert sudoku9_text.read([b"1" * 81]) is None
    with pytest.raises(ValueError, match="a row of 81 cells"):
        sudoku9_text.write(np.zeros((1, 80), np.uint8), np.zeros(1, np.int64))
    with pytest.raises(ValueError, match="a row of 81 cells"):
        sudoku9_text.write(np.zeros((1, 81), np.uint8), np.zeros(2, np.int64))
