"""Words of a table joined into texts, held to the twin."""

import numpy as np
import pytest
import twins
from hypothesis import given
from hypothesis import strategies as st


def arguments(words, rows, between):
    """Return the arrays of some texts, each a list of words by number."""
    offsets = np.cumsum([0, *map(len, words)]).astype(np.int64)
    ends = np.cumsum([0, *map(len, rows)]).astype(np.int64)
    numbers = np.array([number for row in rows for number in row], dtype=np.int32)
    data = np.frombuffer(b"".join(words), dtype=np.uint8)
    return data, offsets, numbers, ends[:-1].copy(), ends[1:].copy(), between


@given(st.data())
def test_texts_equal_the_twin(data):
    words = data.draw(st.lists(st.binary(max_size=9), min_size=1, max_size=6))
    rows = data.draw(st.lists(st.lists(st.integers(0, len(words) - 1), max_size=5), max_size=8))
    case = arguments(words, rows, data.draw(st.binary(max_size=3)))
    kernel, twin = (twins.module(side, "join_text").joined for side in ("kernel", "twin"))
    assert tuple(map(list, kernel(*case))) == twin(*case)


def test_what_is_refused():
    joined = twins.module("kernel", "join_text").joined
    data, offsets, numbers, starts, ends, between = arguments([b"tea", b"at"], [[0, 1], [1]], b" ")
    with pytest.raises(IndexError, match="word 2, expected 0 to 1"):
        joined(data, offsets, numbers + np.int32(1), starts, ends, between)
    with pytest.raises(IndexError, match="text 1 of the words 3 to 4"):
        joined(data, offsets, numbers, starts + 1, ends + 1, between)
    with pytest.raises(ValueError, match="1 starts and 2 ends"):
        joined(data, offsets, numbers, starts[:1], ends, between)
    with pytest.raises(ValueError, match="offsets beyond 4 bytes"):
        joined(data[:4], offsets, numbers, starts, ends, between)
    with pytest.raises(ValueError, match="word 0 ends before it begins"):
        joined(data, np.array([1, 0, 5]), numbers, starts, ends, between)
