import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference import topology as twin
from unriddle.core import topology

boards = st.tuples(
    st.integers(1, 6),
    st.integers(1, 7),
    st.sampled_from([twin.KING, twin.ROOK, twin.HEX, twin.KNIGHT]),
    st.booleans(),
)


@given(boards, st.data())
def test_neighbours_equal_the_twin(board, data):
    rows, cols, kind, wrap = board
    blocked = data.draw(st.none() | st.lists(st.integers(0, 1), min_size=rows * cols, max_size=rows * cols))
    array = None if blocked is None else np.array(blocked, dtype=np.uint8)
    table = topology.neighbours(rows, cols, kind, wrap, array)
    assert [[c for c in row if c < rows * cols] for row in table.tolist()] == twin.neighbours(
        rows, cols, kind, wrap, blocked
    )
    masks = topology.adjacency_masks(rows, cols, kind, wrap, array)
    assert masks.tolist() == twin.adjacency_masks(rows, cols, kind, wrap, blocked)


@pytest.mark.parametrize("kind", [twin.KING, twin.ROOK, twin.HEX, twin.KNIGHT])
@pytest.mark.parametrize("wrap", [False, True])
def test_neighbours_are_mutual(kind, wrap):
    table = twin.neighbours(3, 5, kind, wrap)
    assert all(cell in table[other] for cell, row in enumerate(table) for other in row)


def test_more_than_64_cells_have_no_bitboards():
    with pytest.raises(ValueError, match="at most 64"):
        topology.adjacency_masks(5, 13)
