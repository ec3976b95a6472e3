"""Words along the lines of cells, held to the twin."""

import itertools

import numpy as np
import pytest
import twins
from hypothesis import given, settings
from hypothesis import strategies as st

from unriddle.core.trie import Trie
from unriddle.core.walk.word_squares import SquareWalk

SHAPES = {
    "single": [[0, 1, 2], [1, 3, 4], [2, 4, 5]],
    "double": [[0, 1], [2, 3], [0, 2], [1, 3]],
    "cube": [[0, 1], [1, 2], [2, 3]],
    "lengths": [[0, 1, 2], [0, 3], [2, 4, 5], [6]],
    "apart": [[0, 1], [2, 3]],
    "one": [[0]],
}


def flat(slots):
    offsets = np.cumsum([0, *map(len, slots)])
    return np.array([cell for slot in slots for cell in slot], np.int32), offsets


def compiled(side, words, n_letters):
    codes = np.array([letter for word in words for letter in word], np.uint8)
    offsets = np.cumsum([0, *map(len, words)])
    return twins.module(side, "trie").Trie.build(codes, offsets, n_letters)


def found(side, words, n_letters, slots, budget, **options):
    """Return the solutions that a side finds, stopped at each, and that it counts as many in one go."""
    make = twins.module(side, "walk.word_squares").SquareWalk
    trie = compiled(side, words, n_letters)
    walk, every = make(trie, *flat(slots), **options), []
    while not walk.exhausted:
        walk.most_solutions, before = walk.solutions + 1, walk.nodes
        walk.run(budget)
        assert walk.nodes - before <= budget
        if walk.solutions == walk.most_solutions:
            every.append(tuple(map(int, walk.solution)))
    whole = make(trie, *flat(slots), **options)
    while whole.run(budget):
        pass
    assert whole.exhausted and whole.solutions == len(every)
    return every


@settings(max_examples=100, deadline=None)
@given(
    st.sampled_from(sorted(SHAPES)),
    st.sampled_from([3, 32, 33, 63]),
    st.booleans(),
    st.sampled_from([None, 0, 7]),
    st.sampled_from([1, 5, 1000]),
    st.data(),
)
def test_squares_equal_the_twin(shape, n_letters, distinct, seed, budget, data):
    slots = SHAPES[shape]
    letter = st.integers(n_letters - 3, n_letters - 1)
    word = st.sampled_from(sorted({*map(len, slots)})).flatmap(lambda n: st.tuples(*[letter] * n))
    words = sorted(data.draw(st.sets(word, max_size=14)))
    arguments = (words, n_letters, slots, budget)
    kernel = found("kernel", *arguments, distinct=distinct, seed=seed)
    assert sorted(kernel) == sorted(found("twin", *arguments, distinct=distinct))
    if seed is None:  # in the order of the letters of the cells
        cells = [
            {c: x for slot, k in zip(slots, one, strict=True) for c, x in zip(slot, words[k], strict=True)}
            for one in kernel
        ]
        spelled = [[grid[cell] for cell in sorted(grid)] for grid in cells]
        assert spelled == sorted(spelled)


def test_nodes_are_letters_that_fit():
    words = [(0, 0), (0, 1), (1, 1)]
    walk = SquareWalk(compiled("kernel", words, 2), *flat(SHAPES["double"]), False)
    assert (walk.solution.tolist(), walk.nodes, walk.deepest) == ([-1] * 4, 0, 0)
    assert not walk.run(1000)
    grids = [
        grid
        for grid in itertools.product((0, 1), repeat=4)
        if all(tuple(grid[cell] for cell in slot) in words for slot in SHAPES["double"])
    ]
    assert (walk.solutions, walk.deepest) == (len(grids), 4)
    assert walk.nodes == sum(len({grid[:n] for grid in grids}) for n in range(1, 5))


def test_another_seed_is_another_order():
    words = list(itertools.product(range(4), repeat=3))
    first = set()
    for seed in (1, 2, 3, 1 << 64, -1):
        walk = SquareWalk(compiled("kernel", words, 4), *flat(SHAPES["single"]), True, seed)
        walk.most_solutions = 1
        assert not walk.run(10**6) and not walk.exhausted and walk.solutions == 1
        first.add(tuple(walk.solution.tolist()))
    assert len(first) > 2


def test_no_words_and_no_slots(side):
    make = side("walk.word_squares").SquareWalk
    none = side("trie").Trie.build(np.empty(0, np.uint8), np.zeros(1, np.int64), 1)
    walk = make(none, *flat(SHAPES["single"]))
    assert not walk.run(10) and walk.exhausted and walk.solutions == 0
    walk = make(none, np.empty(0, np.int32), np.zeros(1, np.int64))
    while walk.run(10):
        pass
    assert walk.solutions == 1 and walk.exhausted


@pytest.mark.parametrize(
    ("cells", "offsets", "message"),
    [
        ([0, 1], [0, 3], "offsets do not span the cells"),
        ([0, 1], [], "offsets do not span the cells"),
        ([0, 1], [0, 1, 1, 2], "a slot without a cell"),
        ([1, 0], [0, 2], "the cells of a slot, expected to rise"),
        ([0, 0], [0, 2], "the cells of a slot, expected to rise"),
        ([-1, 0], [0, 2], "the cells of a slot, expected to rise"),
        ([0, 2], [0, 2], "cells up to 2, expected each in a slot"),
    ],
)
def test_wrong_slots_are_refused(cells, offsets, message):
    trie = Trie.build(np.zeros(1, np.uint8), np.array([0, 1]), 1)
    with pytest.raises(ValueError, match=message):
        SquareWalk(trie, np.array(cells, np.int32), np.array(offsets, np.int64))
