"""Values frozen: equal where Python says that they are equal, and hashed alike."""

import math
from array import array
from collections import Counter, OrderedDict, deque

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from unriddle.hash_keys import LARGE, Freezer, Unfrozen, frozen

ATOMS = st.one_of(st.integers(-3, 3), st.floats(-1, 1), st.booleans(), st.text("ab", max_size=2), st.none())
VALUES = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.text("ab", max_size=1), inner, max_size=2),
        st.sets(ATOMS, max_size=3),
        st.lists(inner, max_size=2).map(deque),
    ),
    max_leaves=6,
)


@given(VALUES, VALUES)
def test_equal_values_are_frozen_alike_and_others_are_not(one, other):
    for freeze in (frozen, Freezer()):
        assert one != other or freeze(one) == freeze(other)
        if repr(freeze(one)) == repr(freeze(other)):
            assert hash(freeze(one)) == hash(freeze(other))


PAIRS = [
    (np.array([1, "x"], dtype=object), np.array([2, "x"], dtype=object)),
    (np.array([[1, [2]]], dtype=object), np.array([[1, [3]]], dtype=object)),
    (np.array([0.0, 1.0]), np.array([0.5, 1.0])),
    (np.array([0j]), np.array([1j])),
    (np.array(["a", "bb"]), np.array(["a", "b"])),
    (np.array([1, 2, 3, 4]), np.array([[1, 2], [3, 4]])),
    (np.array([(1, 2.0)], dtype="i4,f8"), np.array([(1, 3.0)], dtype="i4,f8")),
    (np.ma.masked_array([1, 2], [0, 1]), np.ma.masked_array([1, 2], [0, 0])),
    (array("i", [1, 2]), array("i", [2, 1])),
    (deque([1, [2]]), deque([1, [3]])),
    (bytearray(b"ab"), bytearray(b"ac")),
    (memoryview(array("i", [1])), memoryview(array("i", [2]))),
    ({1: [2]}, {1: [3]}),
    ({1: 2}, {(1, 2)}),
    (Counter("ab"), Counter("aab")),
]


@pytest.mark.parametrize("one, other", PAIRS, ids=lambda value: type(value).__name__)
def test_each_kind_of_value_is_told_apart_by_what_is_in_it(one, other):
    import copy

    same = memoryview(array("i", [1])) if isinstance(one, memoryview) else copy.deepcopy(one)
    assert frozen(one) == frozen(same) and hash(frozen(one)) == hash(frozen(same))
    assert frozen(one) != frozen(other)


def test_numbers_are_equal_as_python_says():
    assert frozen(np.array([-0.0, 1])) == frozen(np.array([0.0, 1]))
    assert frozen(np.array([complex(-0.0, -0.0)])) == frozen(np.array([0j]))
    assert frozen([-0.0]) == frozen([0.0]) and frozen(array("d", [-0.0])) == frozen(array("i", [0]))
    assert frozen(np.int64(3)) == 3 and frozen(np.float64(-0.0)) == 0
    nan = math.nan
    assert frozen([nan]) == frozen([nan]) and frozen([nan]) != frozen([float("inf") - float("inf")])
    assert frozen(np.array([nan, 1])) == frozen(np.array([-nan, 1]))  # an empty cell, as a stand-in
    assert frozen(np.array([-0.0])).__class__ is tuple
    given_array = np.array([-0.0, nan])
    frozen(given_array)
    assert math.copysign(1, given_array[0]) == -1  # what was given stays as it is


def test_a_list_and_a_tuple_are_one_and_ordered_dicts_are_dicts():
    assert frozen([1, [2]]) == frozen((1, (2,))) == frozen(deque([1, [2]]))
    assert frozen(OrderedDict(a=[1])) == frozen({"a": [1]})


@pytest.mark.parametrize("freeze", [frozen, Freezer()])
def test_what_holds_itself_or_cannot_be_hashed_is_said(freeze):
    ring: list = [1]
    ring.append(ring)
    tree: dict = {}
    tree["x"] = [tree]
    for value in (ring, tree, deque([ring])):
        with pytest.raises(Unfrozen, match="holds itself"):
            freeze(value)

    class Odd:
        __hash__ = None

    with pytest.raises(Unfrozen, match="is of type Odd, which cannot be hashed"):
        freeze([[Odd()]])


def test_what_is_shared_is_frozen_once_and_noticed_when_it_grows():
    freezer = Freezer()
    for value in (
        {*range(LARGE)},
        list(range(LARGE)),
        {k: [k] for k in range(LARGE)},
        deque([[k] for k in range(LARGE)]),
    ):
        form = freezer(value)
        assert freezer(value) is form and form == frozen(value) and hash(form) == hash(frozen(value))
        if isinstance(value, dict):
            value[-1] = [1]
        else:
            (value.add if isinstance(value, set) else value.append)(-1)
        assert freezer(value) != form and freezer(value) == frozen(value)
    small = [[1], 2]
    before = freezer(small)
    small[0][0] = 5
    assert freezer(small) != before  # what is small is looked at each time


def test_only_so_many_large_values_are_held():
    freezer = Freezer()
    for k in range(200):
        freezer([*range(LARGE), k])
    assert len(freezer.kept) == 64
