"""Bounds of classes of boards and their search, held to the twin that makes every board."""

import numpy as np
import pytest
import twins
from hypothesis import given, settings
from hypothesis import strategies as st
from walk_cases import KINDS, POINTS, table_of

from unriddle.core import topology
from unriddle.core.walk.board_bound import MAX_CELLS, MAX_LETTERS, BoardBound


def search_of(
    words, n_letters, rows, cols, kind=0, wrap=False, order=None, capacity=1 << 16, least=None, side="kernel"
):
    n = rows * cols
    return twins.module(side, "walk.board_bound").BoardBound(
        table_of(words, n_letters, side),
        topology.adjacency_masks(rows, cols, kind, wrap),
        POINTS,
        np.arange(n, dtype=np.int32) if order is None else np.array(order, dtype=np.int32),
        np.arange(n_letters, dtype=np.uint8),
        np.zeros(n, dtype=np.uint32) if least is None else least,
        capacity,
    )


def bits_of(sets):
    return np.array([sum(1 << letter for letter in letters) for letters in sets], dtype=np.uint32)


@st.composite
def cases(draw):
    n_letters = draw(st.sampled_from([1, 3, 5, 31]))
    rows, cols = draw(st.sampled_from([(1, 1), (1, 4), (2, 2), (2, 3), (3, 2), (3, 3), (12, 1)]))
    n, letters = rows * cols, st.integers(0, min(n_letters, 5) - 1)
    sets = [draw(st.sets(letters, max_size=3 if n < 5 else 2)) for _ in range(n)]
    words = draw(st.lists(st.lists(letters, min_size=1, max_size=5).map(tuple), min_size=1, max_size=15))
    return (
        rows,
        cols,
        draw(KINDS),
        draw(st.booleans()),
        n_letters,
        sets,
        words,
        draw(st.permutations(range(n))),
    )


def boards_of(search, sets, at_least, budget):
    """Return all boards of a search, taken in portions; no run bounds more classes than its budget."""
    assert search.start(bits_of(sets), at_least)
    found, remains = [], True
    while remains:
        before = getattr(search, "nodes", 0)
        remains = search.run(budget, found)
        assert getattr(search, "nodes", 0) - before <= budget
    assert not search.run(budget, found)
    assert len(found) == len(set(found))
    return set(found)


@settings(max_examples=80)
@given(case=cases(), at_least=st.integers(1, 40), budget=st.sampled_from([1, 3, 1 << 30]), data=st.data())
def test_bounds_and_boards_equal_the_twin(case, at_least, budget, data):
    rows, cols, kind, wrap, n_letters, sets, words, order = case
    least = np.zeros(rows * cols, dtype=np.uint32)
    for place, cell in enumerate(order):
        for other in data.draw(st.sets(st.sampled_from(order[:place]), max_size=2)) if place else ():
            least[cell] |= np.uint32(1 << other)
    kernel, twin = (
        search_of(words, n_letters, rows, cols, kind, wrap, order, least=least, side=side)
        for side in twins.SIDES
    )
    limit = twin.bound(bits_of(sets))
    assert kernel.bound(bits_of(sets)) == limit
    found = boards_of(kernel, sets, at_least, budget)
    if np.prod([max(len(letters), 1) for letters in sets]) <= 600:
        assert found == boards_of(twin, sets, at_least, budget)
    assert not found or limit >= at_least


@pytest.mark.parametrize("name", twins.SIDES)
def test_order_of_letters_is_kept(name):
    least = np.array([0, 1], dtype=np.uint32)
    search = search_of([(0, 1), (1, 0)], 2, 1, 2, least=least, side=name)
    assert boards_of(search, [{0, 1}, {0, 1}], 3, 1) == {bytes([0, 1])}


def test_a_class_with_too_many_terms_is_told():
    words = [(0, 1), (1, 0), (1, 1)]
    search = search_of(words, 2, 2, 2, capacity=5)
    every = np.full(4, 3, dtype=np.uint32)
    assert search.bound(every) == -1
    assert not search.start(every, 1)
    assert not search.run(9, [])
    assert search.bound(np.array([1, 2, 0, 0], dtype=np.uint32)) == 2 * POINTS[2]


def test_wrong_arguments_are_refused():
    table, adjacency = table_of([(0, 1)], 2), topology.adjacency_masks(1, 2)
    order, rank, least = (
        np.arange(2, dtype=np.int32),
        np.arange(2, dtype=np.uint8),
        np.zeros(2, dtype=np.uint32),
    )
    good = [table, adjacency, POINTS, order, rank, least]
    for at in range(6):
        with pytest.raises(TypeError):
            BoardBound(*[None if i == at else value for i, value in enumerate(good)])
    for at, value, reason in [
        (0, table_of([(0, 31)], 32), f"at most {MAX_LETTERS}"),
        (1, np.zeros(MAX_CELLS + 1, dtype=np.uint64), "13 cells"),
        (1, adjacency << np.uint64(1), "below 2"),
        (2, POINTS + np.int32(1), "256"),
        (2, -POINTS, "256"),
        (3, order[:1], "wrong shape"),
        (3, np.zeros(2, dtype=np.int32), "each cell once"),
        (4, rank[:1], "wrong shape"),
        (5, np.array([2, 0], dtype=np.uint32), "before it"),
    ]:
        with pytest.raises(ValueError, match=reason):
            BoardBound(*[value if i == at else other for i, other in enumerate(good)])
    with pytest.raises(ValueError, match="capacity"):
        BoardBound(*good, capacity=0)
    search = BoardBound(*good)
    with pytest.raises(ValueError, match="1 sets"):
        search.bound(np.zeros(1, dtype=np.uint32))
    with pytest.raises(TypeError):
        search.run(1, None)
