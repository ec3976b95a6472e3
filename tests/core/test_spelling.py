"""Words of letter codes: the kernel and its twin, side by side."""

import numpy as np
import pytest
import twins
from hypothesis import given
from hypothesis import strategies as st

from unriddle.core.spelling import Spelling


@st.composite
def lists(draw):
    alphabet = draw(st.sampled_from(["abc", "aéz", "aжz", "a\U0001f600z", "é", "\x00b"]))
    letters = st.text(st.sampled_from(alphabet), max_size=254)
    words = draw(st.lists(letters, min_size=1, max_size=6))
    return alphabet, words, draw(st.lists(st.integers(0, len(words) - 1), max_size=9))


def arrays(alphabet, words):
    codes = [alphabet.index(letter) for word in words for letter in word]
    return np.array(codes, np.uint8), np.cumsum([0, *map(len, words)], dtype=np.int64)


@given(lists())
def test_words_are_those_that_were_spelled(drawn):
    alphabet, words, numbers = drawn
    expected = [words[number] for number in numbers]
    for module in twins.pair("spelling"):
        found = module.Spelling(alphabet, *arrays(alphabet, words)).decode(np.array(numbers, np.uint32))
        assert found == expected
        # A text of another kind than its letters ask for would be equal to no other one.
        assert [hash(word) for word in found] == [hash(word) for word in expected]


def test_what_would_lie_beyond_the_arrays_is_refused():
    codes, offsets = arrays("ab", ["ab", "b"])
    with pytest.raises(IndexError, match="word 2, expected 0 to 1"):
        Spelling("ab", codes, offsets).decode(np.array([1, 2], np.uint32))
    for wrong in ([0, 2], [1, 2, 3], [0, 4, 3], []):
        with pytest.raises(ValueError, match=r"offsets|letters"):
            Spelling("ab", codes, np.array(wrong, np.int64))
    with pytest.raises(ValueError, match="at most 254"):
        Spelling("a", np.zeros(300, np.uint8), np.array([0, 300]))
    with pytest.raises(ValueError, match="at most 256"):
        Spelling("a" * 257, codes, offsets)
    assert Spelling("a", codes, offsets).decode(np.array([0], np.uint32)) == ["a\x00"]
