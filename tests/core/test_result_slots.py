"""Fields of records that refuse to be changed: the kernel and its twin, side by side."""

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference import result_slots as plain
from unriddle.core import result_slots


@dataclass(frozen=True, slots=True)
class Pair:
    first: object
    second: object


@given(st.integers(), st.text())
def test_a_frozen_record_is_filled_as_by_its_constructor(first, second):
    for put in (result_slots.put, plain.put):
        pair = object.__new__(Pair)
        put(pair, ("first", "second"), (first, second))
        assert pair == Pair(first, second)


@pytest.mark.parametrize("put", [result_slots.put, plain.put])
def test_what_does_not_fit_is_refused(put):
    pair = object.__new__(Pair)
    with pytest.raises(AttributeError):
        put(pair, ("third",), (3,))
    with pytest.raises(ValueError, match=r"values|zip"):
        put(pair, ("first", "second"), (3,))
    with pytest.raises(TypeError):
        put(pair, (3,), (3,))
