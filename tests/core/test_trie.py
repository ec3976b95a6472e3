import pickle

import numpy as np
import pytest
import twins
from hypothesis import given
from hypothesis import strategies as st

from unriddle.core.trie import Trie


def build(words, n_letters, side="kernel"):
    ordered = sorted(set(words))
    codes = np.array([code for word in ordered for code in word], dtype=np.uint8)
    offsets = np.concatenate([[0], np.cumsum([len(word) for word in ordered])]).astype(np.int64)
    return twins.module(side, "trie").Trie.build(codes, offsets, n_letters)


sizes = st.sampled_from([1, 2, 26, 31, 32, 33, 63])
word_sets = sizes.flatmap(
    lambda n: st.tuples(
        st.just(n), st.lists(st.lists(st.integers(0, n - 1), min_size=1, max_size=6).map(tuple), max_size=40)
    )
)


@given(word_sets, st.lists(st.integers(0, 63), max_size=7).map(tuple))
def test_trie_equals_the_twin(sample, other):
    n_letters, words = sample
    trie, twin = build(words, n_letters), build(words, n_letters, "twin")
    assert (trie.n_words, trie.n_nodes) == (twin.n_words, twin.n_nodes)
    assert trie.nodes.shape[0] == len(twin.inner)
    for word in [*twin.words, other, *(word[:-1] for word in words)]:
        assert trie.find(bytes(word)) == twin.find(word)
    again = Trie.from_arrays(trie.arrays(), n_letters)
    assert again.n_nodes == trie.n_nodes
    assert all(bytes(word) in again for word in words)
    assert pickle.loads(pickle.dumps(trie)).find(bytes(other)) == twin.find(other)


def test_a_word_of_254_letters():
    word = tuple([0] * 254)
    trie = build([word, (0,)], 1)
    assert trie.find(bytes(word)) == 1
    assert trie.n_nodes == 255


@pytest.mark.parametrize(
    ("codes", "offsets", "n_letters", "message"),
    [
        ([0, 5], [0, 2], 5, "letter 5, expected less than 5"),
        ([1, 0], [0, 1, 2], 2, "does not come after"),
        ([0, 0], [0, 1, 2], 2, "does not come after"),
        ([0, 1, 0], [0, 2, 3], 2, "does not come after"),
        ([0], [0, 0, 1], 2, "has 0 letters"),
        ([0] * 255, [0, 255], 2, "has 255 letters"),
        ([0], [0, 2], 2, "do not span"),
        ([0], [0, 1], 64, "64 letters"),
        ([0], [0, 1], 0, "0 letters"),
    ],
)
def test_wrong_words_are_refused(codes, offsets, n_letters, message):
    with pytest.raises(ValueError, match=message):
        Trie.build(np.array(codes, dtype=np.uint8), np.array(offsets, dtype=np.int64), n_letters)


@pytest.mark.parametrize("place", range(4))
def test_damaged_arrays_are_refused(place):
    arrays = build([(0, 1), (2,)], 3).arrays()
    nodes = arrays["nodes"].copy()
    nodes[0, place] = 0xFFFFFFFF
    with pytest.raises(ValueError, match="points nowhere"):
        Trie.from_arrays({**arrays, "nodes": nodes}, 3)
    with pytest.raises(ValueError, match="expected"):
        Trie.from_arrays({**arrays, "nodes": nodes[:, :3].copy()}, 3)


def test_a_trie_cannot_be_made_from_nothing():
    with pytest.raises(TypeError):
        Trie(None, None, 3, 0)
    with pytest.raises(TypeError):
        Trie.__new__(Trie)
