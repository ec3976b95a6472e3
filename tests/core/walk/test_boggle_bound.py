"""Bounds of classes of boards and their search, held to the twin that makes every board."""

import threading
import time

import numpy as np
import pytest
import twins
from hypothesis import given, settings
from hypothesis import strategies as st
from walk_cases import KINDS, POINTS, table_of

from unriddle.core import topology
from unriddle.core.walk.boggle_bound import MAX_CELLS, MAX_LETTERS, BoardTree


def search_of(
    words,
    n_letters,
    rows,
    cols,
    kind=0,
    wrap=False,
    order=None,
    least=None,
    side="kernel",
    worth=None,
    **room,
):
    n = rows * cols
    table = table_of(words, n_letters, side)
    return twins.module(side, "walk.boggle_bound").BoardTree(
        table,
        topology.adjacency_masks(rows, cols, kind, wrap),
        POINTS[table.lengths] if worth is None else worth[table.numbers],
        np.arange(n, dtype=np.int32) if order is None else np.array(order, dtype=np.int32),
        np.arange(n_letters, dtype=np.uint8)[::-1].copy(),
        np.zeros(n, dtype=np.uint32) if least is None else least,
        **room,
    )


def bits_of(sets):
    return np.array([sum(1 << letter for letter in letters) for letters in sets], dtype=np.uint32)


@st.composite
def cases(draw, most=3):
    n_letters = draw(st.sampled_from([1, 3, 5, 31]))
    rows, cols = draw(
        st.sampled_from([(1, 1), (1, 4), (2, 2), (2, 3), (3, 2), (3, 3), (16, 1), (4, 5), (1, 25)])
    )
    n = rows * cols
    letters = st.sampled_from([*range(min(n_letters, 4)), n_letters - 1])
    most = most if n < 5 else 2
    open_cells = draw(st.sets(st.integers(0, n - 1), max_size=9)) if n > 16 else range(n)
    sets = [draw(st.sets(letters, max_size=most if cell in open_cells else 1)) for cell in range(n)]
    words = draw(st.lists(st.lists(letters, min_size=1, max_size=5).map(tuple), min_size=1, max_size=15))
    order = draw(st.permutations(range(n)))
    least = np.zeros(n, dtype=np.uint32)
    for place, cell in enumerate(order):
        for other in draw(st.sets(st.sampled_from(order[:place]), max_size=2)) if place else ():
            least[cell] |= np.uint32(1 << other)
    return (words, n_letters, rows, cols, draw(KINDS), draw(st.booleans()), order, least), sets


def boards_of(search, sets, at_least, budget):
    """Return all boards of a search, taken in portions; no run bounds more classes than its budget."""
    search.start(bits_of(sets), at_least)
    found, remains = [], True
    while remains:
        before = getattr(search, "nodes", 0)
        remains = search.run(budget, found)
        assert getattr(search, "nodes", 0) - before <= budget
    assert not search.run(budget, found)
    assert len(found) == len(set(found))
    return set(found)


def few(sets):
    """Whether the twin can make every board."""
    return np.prod([max(len(letters), 1) for letters in sets]) <= 600


@settings(max_examples=80)
@given(case=cases(), at_least=st.integers(1, 40), budget=st.sampled_from([1, 3, 1 << 62]))
def test_bounds_and_boards_equal_the_twin(case, at_least, budget):
    arguments, sets = case
    kernel, twin = (search_of(*arguments, side=side) for side in twins.SIDES)
    limit = twin.bound(bits_of(sets))
    assert kernel.bound(bits_of(sets)) == limit
    found = boards_of(kernel, sets, at_least, budget)
    assert (kernel.full, kernel.root) == (False, limit)
    if few(sets):
        assert found == boards_of(twin, sets, at_least, budget)
    assert not found or limit >= at_least


@pytest.mark.parametrize("seed", [0])
def test_a_thousand_random_classes_equal_the_twin(seed):
    rng = np.random.default_rng(seed)
    met = 0
    for _ in range(1000):
        n_letters = int(rng.integers(1, 6))
        rows, cols = [(1, 2), (1, 3), (2, 2), (3, 1), (1, 4), (2, 3)][rng.integers(6)]
        n = rows * cols
        lengths = rng.integers(1, 5, rng.integers(1, 14))
        words = sorted({tuple(rng.integers(0, n_letters, length).tolist()) for length in lengths})
        sets = [
            set(rng.integers(0, n_letters, rng.integers(0, 4 if n < 5 else 3)).tolist()) for _ in range(n)
        ]
        order = rng.permutation(n)
        least = np.zeros(n, dtype=np.uint32)
        for place, cell in enumerate(order):
            for other in order[:place][rng.random(place) < 0.3]:
                least[cell] |= np.uint32(1 << int(other))
        worth = rng.integers(0, 9, len(words)).astype(np.int32)  # by letters, say
        case = (words, n_letters, rows, cols, int(rng.integers(3)), bool(rng.integers(2)), order, least)
        kernel, twin = (search_of(*case, side=side, worth=worth) for side in twins.SIDES)
        limit = twin.bound(bits_of(sets))
        assert kernel.bound(bits_of(sets)) == limit, (case, sets, worth)
        at_least = int(rng.integers(1, max(limit, 1) + 2))
        found = boards_of(kernel, sets, at_least, int(rng.integers(1, 50)))
        assert found == boards_of(twin, sets, at_least, 1 << 30), (case, sets, worth, at_least)
        met += bool(found)
    assert met > 100


def divided(search, order, sets, at_least):
    """Return the boards of a class and how often it was divided, cell after cell, because it did not fit."""
    found = boards_of(search, sets, at_least, 1 << 30)
    if not search.full:
        return found, 0
    cell = next((cell for cell in order if len(sets[cell]) > 1), None)
    if cell is None:  # one board, for another to score
        return {bytes(min(letters, default=255) for letters in sets)}, 1
    found, times = set(), 1
    for letter in sets[cell]:
        part, more = divided(
            search, order, [{letter} if c == cell else x for c, x in enumerate(sets)], at_least
        )
        found, times = found | part, times + more
    return found, times


def scores_of(boards, arguments):
    """Return the boards with their scores by the twin: a class of one board has no more."""
    twin = search_of(*arguments, side="twin")
    return {board: twin.bound(bits_of([{x} if x < 255 else set() for x in board])) for board in boards}


@settings(max_examples=60)
@given(
    case=cases(),
    at_least=st.integers(1, 30),
    room=st.integers(1024, 4096),
    capacity=st.sampled_from([40, 1 << 12]),
)
def test_a_class_that_does_not_fit_is_told(case, at_least, room, capacity):
    arguments, sets = case
    search = search_of(*arguments, capacity=capacity, room=room)
    found, _ = divided(search, arguments[6], sets, at_least)
    whole = boards_of(search_of(*arguments), sets, at_least, 1 << 30)
    exact = {board for board, score in scores_of(whole, arguments).items() if score >= at_least}
    assert exact == {board for board, score in scores_of(found, arguments).items() if score >= at_least}


@pytest.mark.parametrize("seed", [1])
def test_many_words_in_little_room(seed):
    rng = np.random.default_rng(seed)
    words = {tuple(rng.integers(0, 6, rng.integers(2, 6)).tolist()) for _ in range(120)}
    sets = [set(rng.choice(6, 3, replace=False).tolist()) for _ in range(9)]
    order, least = rng.permutation(9).tolist(), np.zeros(9, dtype=np.uint32)
    least[order[3:]] = 1 << order[0]
    arguments = (sorted(words), 6, 3, 3, 0, False, order, least)
    whole = search_of(*arguments)
    sample = [[{rng.choice(sorted(letters))} for letters in sets] for _ in range(2000)]
    at_least = max(sorted(whole.bound(bits_of(board)) for board in sample)[-5], 1)
    expected = boards_of(whole, sets, at_least, 1 << 30)
    some = scores_of(sorted(expected)[::10], arguments)  # the twin takes its time
    exact = {board for board, score in some.items() if score >= at_least}
    times = []
    for room in (1024, 1500, 2000, 3000, 4096, 1 << 14, 1 << 18):
        found, divisions = divided(search_of(*arguments, room=room), order, sets, at_least)
        assert exact <= found <= expected
        times.append(divisions)
    assert times[0] > times[-1] == 0
    assert len(expected) > 3


@pytest.mark.parametrize("name", twins.SIDES)
def test_order_of_letters_is_kept(name):
    least = np.array([0, 1], dtype=np.uint32)
    search = search_of([(0, 1), (1, 0)], 2, 1, 2, least=least, side=name)
    assert boards_of(search, [{0, 1}, {0, 1}], 3, 1) == {bytes([1, 0])}
    assert search.bound(bits_of([{0}, {1}])) == 0  # no board is in order
    assert boards_of(search, [{0}, {1}], 1, 1) == set()


@pytest.mark.parametrize("name", twins.SIDES)
def test_a_word_counts_once_on_a_single_board(name):
    search = search_of([(0, 1)], 2, 2, 2, side=name)
    assert search.bound(bits_of([{0}, {0}, {1}, {1}])) == POINTS[2]
    assert boards_of(search, [{0}, {0}, {1}, {1}], int(POINTS[2]), 1) == {bytes([0, 0, 1, 1])}
    assert search.bound(bits_of([{0, 1}] * 4)) > POINTS[2]


def test_a_class_with_too_many_terms_is_told():
    words = [(0, 1), (1, 0), (1, 1)]
    search = search_of(words, 2, 2, 2, capacity=5)
    every = np.full(4, 3, dtype=np.uint32)
    assert search.bound(every) == -1
    assert boards_of(search, [{0, 1}] * 4, 1, 9) == set() and search.full
    assert search.bound(np.array([1, 2, 0, 0], dtype=np.uint32)) == 2 * POINTS[2]
    assert not search.full


def test_keys_of_more_than_64_bits_do_not_fit():
    search = search_of([tuple(range(31))], 31, 4, 4)
    fifteen, thirty = set(range(15)), set(range(30))  # 4 and 5 bits
    assert search.bound(bits_of([fifteen] * 16)) == 0 and not search.full
    assert search.bound(bits_of([thirty, *[fifteen] * 15])) == -1 and search.full
    assert boards_of(search, [set(range(31))] * 13 + [{0}] * 3, 1, 9) == set() and search.full
    assert search.bound(bits_of([thirty] * 12 + [fifteen] + [{1}] * 3)) == 0 and not search.full


@pytest.mark.parametrize(("letters", "cells"), [(1, 25), (3, 25), (5, 21)])
def test_letters_that_no_word_has_take_no_bits(letters, cells):
    word = tuple(range(letters))
    every = set(range(31))
    search, twin = (search_of([word], 31, 1, cells, side=side) for side in twins.SIDES)
    assert search.bound(bits_of([every] * cells)) > 0 and not search.full
    sets = [every] * 2 + [{0}] * (cells - 2)
    assert boards_of(search, sets, int(POINTS[letters]), 99) == boards_of(
        twin, sets, int(POINTS[letters]), 99
    )
    assert search.bound(bits_of(sets)) == twin.bound(bits_of(sets))


def test_all_64_bits_and_cells_without_any():
    # 21 cells of three bits and one bit for a cell of one letter that words have; the first decided has none.
    words = [(0, 1, 2), (4, 3, 2, 1, 0), (5, 0)]
    sets = [{7, 8}] + [{0, 1, 2, 3}] * 21 + [{5, 9}, {6, 7}, {8}]
    for order in (range(25), range(24, -1, -1), [22, 0, *range(1, 22), 23, 24]):
        found = [
            search_of(words, 10, 1, 25, order=list(order), side=side).bound(bits_of(sets))
            for side in twins.SIDES
        ]
        assert found[0] == found[1] > 0


@pytest.mark.parametrize("wait", [0.0, 0.01, 0.3])
def test_another_thread_stops_the_work_at_once(wait):
    words = [(a, b, c, d) for a in range(6) for b in range(6) for c in range(6) for d in range(6)]
    search = search_of(words, 6, 4, 4, capacity=1 << 23, room=1 << 26)
    found, more = [], []

    def work():
        search.start(bits_of([set(range(4))] * 16), 1)
        while search.run(1 << 40, found):
            pass
        more.append(search.full)

    thread = threading.Thread(target=work)
    thread.start()
    time.sleep(wait)
    search.stop()
    start = time.perf_counter()
    thread.join(5)
    assert time.perf_counter() - start < 4
    assert more == [False] and search.stopped
    assert not search.run(9, found)


def test_wrong_arguments_are_refused():
    table, adjacency = table_of([(0, 1)], 2), topology.adjacency_masks(1, 2)
    order, rank, least = (
        np.arange(2, dtype=np.int32),
        np.arange(2, dtype=np.uint8),
        np.zeros(2, dtype=np.uint32),
    )
    values = np.array([3], dtype=np.int32)
    good = [table, adjacency, values, order, rank, least]
    for at in range(6):
        with pytest.raises(TypeError):
            BoardTree(*[None if i == at else value for i, value in enumerate(good)])
    with pytest.raises(TypeError, match="expected WordTable"):
        BoardTree(table.trie, *good[1:])
    for at, value, reason in [
        (0, table_of([(0, 31)], 32), f"at most {MAX_LETTERS}"),
        (1, np.zeros(MAX_CELLS + 1, dtype=np.uint64), f"{MAX_CELLS + 1} cells"),
        (1, np.zeros(0, dtype=np.uint64), "0 cells"),
        (1, adjacency << np.uint64(1), "below 2"),
        (2, np.array([3, 3], dtype=np.int32), "expected 1 from 0 up"),
        (2, -values, "expected 1 from 0 up"),
        (3, order[:1], "wrong shape"),
        (3, np.zeros(2, dtype=np.int32), "each cell once"),
        (4, rank[:1], "wrong shape"),
        (4, np.zeros(2, dtype=np.uint8), "each place once"),
        (5, np.array([1, 0], dtype=np.uint32), "other cells"),
        (5, np.array([0, 4], dtype=np.uint32), "other cells"),
    ]:
        with pytest.raises(ValueError, match=reason):
            BoardTree(*[value if i == at else other for i, other in enumerate(good)])
    for capacity, room, reason in [(0, 1024, "capacity"), (1, 1023, "room"), (1, (1 << 29) + 1, "room")]:
        with pytest.raises(ValueError, match=reason):
            BoardTree(*good, capacity=capacity, room=room)
    search = BoardTree(*good)
    assert not search.run(1, []) and search.root == 0
    with pytest.raises(ValueError, match="1 sets"):
        search.bound(np.zeros(1, dtype=np.uint32))
    for at_least in (0, 1 << 28):
        with pytest.raises(ValueError, match="at_least"):
            search.start(np.zeros(2, dtype=np.uint32), at_least)
    with pytest.raises(TypeError):
        search.run(1, None)
