"""Letters drawn at random, held to the twin and to NumPy's generator."""

import numpy as np
import pytest
import twins
from hypothesis import given
from hypothesis import strategies as st

WORD = st.integers(0, 2**64 - 1)
LETTERS = (np.arange(1 << 16) * 31 >> 16).astype(np.uint8)


def drawn(side, state, count):
    """Return so many letters of the kernel or of its twin."""
    out = np.zeros(count, dtype=np.uint8)
    twins.module(side, "random_letters").draw_letters(np.array(state, dtype=np.uint64), LETTERS, out)
    return out.tolist()


@given(st.tuples(WORD, WORD, WORD, WORD), st.integers(0, 30))
def test_letters_equal_the_twin(state, count):
    assert drawn("kernel", state, count) == drawn("twin", state, count)


@pytest.mark.parametrize("count", [1, 4, 1001])
def test_letters_are_those_of_numpy(count):
    generator = np.random.SFC64(7)
    state = generator.state["state"]["state"]
    bits = generator.random_raw((count + 3) // 4).astype("<u8").view("<u2")[:count]
    assert drawn("kernel", state, count) == LETTERS[bits].tolist()


def test_shapes_are_checked():
    draw, out = twins.module("kernel", "random_letters").draw_letters, np.zeros(3, np.uint8)
    for state, letters in ((3, 1 << 16), (4, 255)):
        with pytest.raises(ValueError, match=f"{state} words and {letters} letters"):
            draw(np.zeros(state, np.uint64), np.zeros(letters, np.uint8), out)
