"""Domains before any word is tried, and taken back after it: `domains` is seen through `placement`."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.assign import domains as twin
from reference.assign import placement as fillings_twin
from unriddle.core.assign import placement

SQUARE = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8]]


def kernel(slots, words, least, most, allowed):
    return placement.PlacementSearch(
        np.array([cell for slot in slots for cell in slot], np.int32),
        np.cumsum([0, *map(len, slots)]).astype(np.int64),
        np.array([letter for word in words for letter in word], np.uint8),
        np.cumsum([0, *map(len, words)]).astype(np.int64),
        np.array(least, np.int32),
        np.array(most, np.int32),
        np.array(allowed, np.uint64),
        3,
    )


@st.composite
def problems(draw):
    slots = draw(st.lists(st.sampled_from(SQUARE), unique_by=tuple, max_size=6))
    words = st.lists(st.integers(0, 2), min_size=3, max_size=3).map(tuple)
    chosen = sorted(draw(st.sets(words, max_size=9)))
    most = [draw(st.integers(0, 3)) for _ in chosen]
    least = [draw(st.integers(0, min(count, 2))) for count in most]
    return slots, chosen, least, most, [draw(st.sampled_from([7, 7, 7, 7, 3, 5, 1])) for _ in range(9)]


@settings(max_examples=120, deadline=None)
@given(problems())
def test_domains_equal_those_of_the_twin(problem):
    search = kernel(*problem)
    search.run(1)
    expected = twin.narrowed(*problem)
    if expected is None:
        assert search.exhausted and search.solutions == 0
    else:
        assert [set(search.candidates(slot).tolist()) for slot in range(len(problem[0]))] == expected


@settings(max_examples=80, deadline=None)
@given(problems())
def test_no_filling_is_lost(problem):
    domains = twin.narrowed(*problem)
    for filling in fillings_twin.fillings(*problem):
        assert all(word in domain for word, domain in zip(filling, domains, strict=True))


def test_a_word_that_needs_every_slot_left_gets_them():
    slots, words = [[0, 1, 2], [3, 4, 5]], [(0, 0, 0), (1, 1, 1), (2, 2, 2)]
    search = kernel(slots, words, [0, 2, 0], [2, 2, 2], [7] * 9)
    search.run(1)
    assert search.candidates(0).tolist() == search.candidates(1).tolist() == [1]
    assert search.nodes == 1 and search.solutions == 1


def test_what_is_taken_back_is_as_before():
    """Words are tried and taken back many times: all fillings are found, each once."""
    words = [(a, b, c) for a in range(3) for b in range(3) for c in range(3)]
    search = kernel(SQUARE, words, [0] * 27, [6] * 27, [7] * 9)
    while search.run(1000):
        pass
    assert search.solutions == 3**9
