"""Numbers as text, held to the twin."""

import numpy as np
import pytest
import twins
from hypothesis import example, given
from hypothesis import strategies as st

EDGES = [
    sign * (10**k + step)
    for k in range(19)
    for step in (-1, 0, 1)
    for sign in (1, -1)
    if 10**k + step < 2**63
]
whole = st.integers(-(2**63), 2**63 - 1) | st.sampled_from(EDGES)


def made(side, literals, rows):
    """Return what a side writes."""
    columns = tuple(np.array(column, dtype=np.int64) for column in zip(*rows, strict=True))
    return twins.module(side, "format_numbers").row_lines(tuple(literals), columns)


@given(
    st.integers(1, 3).flatmap(
        lambda n: st.tuples(
            st.lists(st.binary(max_size=12), min_size=n + 1, max_size=n + 1),
            st.lists(st.tuples(*[whole] * n), min_size=1, max_size=40),
        )
    )
)
@example(([b"", b"\n"], [(-(2**63),), (2**63 - 1,), (0,)]))
def test_lines_equal_the_twin(case):
    assert made("kernel", *case) == made("twin", *case)


def test_every_number_of_digits():
    rows = [(value,) for value in [0, *EDGES]]
    assert made("kernel", [b"", b" "], rows).split() == [str(value).encode() for (value,) in rows]


def texts_of(texts):
    """Return texts as one array, and where each begins."""
    offsets = np.cumsum([0, *map(len, texts)]).astype(np.int64)
    return np.frombuffer(b"".join(texts), dtype=np.uint8), offsets


@given(st.lists(st.tuples(st.binary(max_size=20), whole, st.binary(max_size=3)), min_size=1, max_size=20))
def test_texts_between_numbers(rows):
    first, numbers, last = zip(*rows, strict=True)
    columns = texts_of(first), np.array(numbers, dtype=np.int64), texts_of(last)
    kernel, twin = (twins.module(side, "format_numbers").row_lines for side in ("kernel", "twin"))
    assert kernel((b"<", b",", b"", b">\n"), columns) == twin((b"<", b",", b"", b">\n"), columns)


def test_no_rows(side):
    assert side("format_numbers").row_lines((b"<", b">"), (np.empty(0, np.int64),)) == b""


def test_what_is_refused():
    lines, one = twins.module("kernel", "format_numbers").row_lines, np.array([1, 2])
    with pytest.raises(ValueError, match="1 literals, expected 2"):
        lines((b"",), (one,))
    with pytest.raises(ValueError, match="column 1: 1 rows, expected 2"):
        lines((b"", b"", b""), (one, one[:1]))
    data, offsets = texts_of([b"tea", b"at"])
    with pytest.raises(ValueError, match="column 0: offsets beyond its 4 bytes"):
        lines((b"", b""), ((data[:4], offsets),))
    with pytest.raises(ValueError, match="column 0: text 0 ends before it begins"):
        lines((b"", b""), ((data, np.array([1, 0, 5])),))
    with pytest.raises(ValueError, match="column 1: 2 rows, expected 1"):
        lines((b"", b"", b""), (one[:1], (data, offsets)))
    with pytest.raises(TypeError):
        lines(("a", "b"), (one,))


@given(st.lists(st.tuples(st.integers(-(2**63), 2**63 - 40) | st.integers(-30, 120), st.integers(1, 30))))
def test_numbers_that_rise_by_one(runs):
    numbers = [start + step for start, length in runs for step in range(length)]
    rows = [(number, -number if number > -(2**63) else 0) for number in numbers]
    if rows:
        literals = [b"a" * 15, b"b" * 16, b"c" * 33]
        assert made("kernel", literals, rows) == made("twin", literals, rows)
