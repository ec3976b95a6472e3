"""Boards of any tiles, held to the twin."""

import numpy as np
import pytest
import twins
from hypothesis import given, settings
from hypothesis import strategies as st
from walk_cases import tiled, trie_of, with_choices, words_of

from unriddle.core.walk.boggle_tiles import TileWalk


def searched(side, n_letters, arguments, words, budget, others=None):
    """Return the words that a side finds, and its counts; no run takes up more than its budget."""
    ordered, trie = trie_of(words, n_letters, side)
    search = twins.module(side, "walk.boggle_tiles").TileWalk(trie, *arguments, others=others)
    before, remains = 0, True
    while remains:
        remains = search.run(budget)
        assert side == "twin" or search.nodes - before <= budget
        before = search.nodes
    found = {ordered[trie.order[place]] for place in search.found_places()}
    return found, search.nodes, search.moves


@settings(max_examples=100)
@given(board=tiled(), budget=st.sampled_from([1, 5, 1 << 30]), data=st.data())
def test_words_equal_the_twin(board, budget, data):
    n_letters, arguments = board
    words = data.draw(words_of(n_letters, 30, 6))
    found = searched("kernel", n_letters, arguments, words, budget)
    assert found == searched("twin", n_letters, arguments, words, budget)


@settings(max_examples=100)
@given(board=tiled(), budget=st.sampled_from([1, 5, 1 << 30]), data=st.data())
def test_words_on_tiles_with_a_choice_equal_the_twin(board, budget, data):
    arguments, others = data.draw(with_choices(board[1]))
    words = data.draw(words_of(board[0], 30, 6))
    found = searched("kernel", board[0], arguments, words, budget, others)
    assert found == searched("twin", board[0], arguments, words, budget, others)


@settings(max_examples=100)
@given(board=tiled(), budget=st.sampled_from([1, 5, 1 << 30]), min_length=st.integers(1, 4), data=st.data())
def test_paths_through_cells_equal_the_twin(board, budget, min_length, data):
    n_letters, (arguments, others) = board[0], data.draw(with_choices(board[1]))
    words = data.draw(words_of(n_letters, 30, 6))
    counted = []
    for side in twins.SIDES:
        uses = np.zeros(arguments[0] * arguments[1], dtype=np.int64)
        module = twins.module(side, "walk.boggle_tiles")
        trie = trie_of(words, n_letters, side)[1]
        search = module.TileWalk(trie, *arguments, uses, min_length, others)
        while search.run(budget):
            pass
        counted.append((search.paths, uses.tolist()))
    assert counted[0] == counted[1]


def test_every_path_through_each_cell_is_counted():
    """AB twice over on ABA: the middle is used by both, and a word of one letter is too short to count."""
    uses = np.zeros(3, dtype=np.int64)
    letters = np.array([[0], [1]], dtype=np.uint8)
    trie = trie_of([(0,), (0, 1)], 2)[1]
    search = TileWalk(trie, 1, 3, 0, False, np.array([0, 1, 0], dtype=np.uint8), letters, -1, uses, 2)
    assert not search.run(100)
    assert (search.paths, uses.tolist()) == (2, [1, 2, 1])


def test_wrong_arguments_are_refused():
    trie, tiles = trie_of([(0, 1)], 2)[1], np.zeros(6, dtype=np.uint8)
    with pytest.raises(ValueError, match="letter 2"):
        TileWalk(trie, 2, 3, 0, False, tiles, np.array([[2]], dtype=np.uint8))
    with pytest.raises(ValueError, match="tile 0"):
        TileWalk(trie, 2, 3, 0, False, tiles, np.zeros((0, 1), dtype=np.uint8))
    with pytest.raises(ValueError, match="expected 4"):
        TileWalk(trie, 2, 2, 0, False, tiles, np.zeros((1, 1), dtype=np.uint8))
    with pytest.raises(ValueError, match="uses of 3 cells, expected 6"):
        letters = np.zeros((1, 1), dtype=np.uint8)
        TileWalk(trie, 2, 3, 0, False, tiles, letters, uses=np.zeros(3, dtype=np.int64))
    for others in ([-1, -1], [0], [1]):
        with pytest.raises(ValueError, match="row"):
            TileWalk(trie, 2, 3, 0, False, tiles, letters, others=np.array(others, dtype=np.int32))
    with pytest.raises(TypeError):
        TileWalk(None, 2, 3, 0, False, tiles, np.zeros((1, 1), dtype=np.uint8))
