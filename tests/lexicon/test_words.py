"""The words of a lexicon as a sequence."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from unriddle import Lexicon

SMALL = ["quit", "quiz", "quiet", "tea", "team", "at", "a", "zoo"]


def test_words_is_a_sequence() -> None:
    lexicon = Lexicon(SMALL)
    words, plain = lexicon.words, sorted(SMALL)
    assert words[2] == plain[2]
    assert words[-1] == "zoo"
    for part in (slice(1, 4), slice(None, None, -1), slice(5, 2), slice(0, 100), slice(None, None, 2)):
        assert words[part] == plain[part]
    assert words.index("TEA") == plain.index("tea")
    assert (words.count("tea"), words.count("coffee")) == (1, 0)
    assert words.info == lexicon.info
    with pytest.raises(ValueError, match="not in the lexicon"):
        words.index("coffee")
    for number in (len(words), -len(words) - 1):
        with pytest.raises(IndexError):
            words[number]
    for numbers in ([-1], [0, len(words)], np.array([len(words)], np.uint32)):
        with pytest.raises(IndexError):
            lexicon.decode(numbers)
    assert lexicon.decode([]) == []
    assert 3 not in words
    assert None not in lexicon
    assert "" not in lexicon
    assert repr(words) == "<8 words: 'a', 'at', 'quiet', …>"


@given(st.lists(st.text("ab", min_size=1, max_size=4), min_size=1), st.integers(-9, 9), st.integers(-9, 9))
def test_a_word_is_looked_for_between_two_places(listed: list[str], start: int, stop: int) -> None:
    words, plain = Lexicon(listed).words, sorted(set(listed))
    for word in plain:
        try:
            place = plain.index(word, start, stop)
        except ValueError:
            with pytest.raises(ValueError, match="not in the lexicon"):
                words.index(word, start, stop)
        else:
            assert words.index(word, start, stop) == place


def test_equal_to_lists_and_to_words_of_an_equal_lexicon() -> None:
    words = Lexicon(["b", "a"]).words
    assert words == ["a", "b"] == words and words == ("a", "b") and words == Lexicon(["a", "b"]).words
    assert words != ["a"] and words != ["a", "c"] and words != "ab" and words != Lexicon(["a"]).words
    with pytest.raises(TypeError, match="unhashable"):
        hash(words)
    assert repr(words) == "<2 words: 'a', 'b'>"
