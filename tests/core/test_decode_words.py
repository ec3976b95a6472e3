"""Words of letter codes: the kernel and its twin, side by side."""

import numpy as np
import pytest
import twins
from hypothesis import given
from hypothesis import strategies as st

from unriddle.core.decode_words import Spelling


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
    for module in twins.pair("decode_words"):
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


@given(
    st.lists(st.binary(max_size=40) | st.from_regex(rb"[A-Za-z]{5}|[a-z]{16}|[a-z]{17}", fullmatch=True)),
    st.integers(0, 20),
)
def test_codes_of_letters_equal_the_twin(texts, gap):
    data = np.frombuffer(b"".join(text + b"\n" * gap for text in texts), np.uint8)
    sizes = np.array([len(text) for text in texts], np.int64)
    starts = np.cumsum([0, *(sizes + gap)], dtype=np.int64)[: len(texts)]
    for first, last in [(0, len(texts)), *((k, k + 1) for k in range(len(texts)))]:
        some = data, starts[first:last], (starts + sizes)[first:last]
        kernel, twin = (module.letter_rows(*some) for module in twins.pair("decode_words"))
        assert (None if kernel is None else kernel.tolist()) == twin


@pytest.mark.parametrize("size", [1, 3, 15, 16, 17, 33])
@pytest.mark.parametrize("gap", [0, 1, 20])
def test_every_byte_of_rows_of_letters_is_looked_at(size, gap):
    rows = np.random.default_rng(size).integers(97, 123, (5, size + gap), dtype=np.uint8)
    starts = np.arange(5, dtype=np.int64) * (size + gap)
    letter_rows = twins.module("kernel", "decode_words").letter_rows
    assert np.array_equal(letter_rows(rows.ravel(), starts, starts + size), rows[:, :size] - 97)
    backwards = starts[::-1].copy()
    assert np.array_equal(letter_rows(rows.ravel(), backwards, backwards + size), rows[::-1, :size] - 97)
    for byte in sorted({*range(256)} - {*b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"}):
        wrong = rows.copy()
        wrong[byte % 5, byte % size] = byte
        assert letter_rows(wrong.ravel(), starts, starts + size) is None


def test_texts_that_are_not_there_are_refused():
    data = np.frombuffer(b"teaeat", np.uint8)
    letter_rows = twins.module("kernel", "decode_words").letter_rows
    for starts, ends in (([0, 4], [3, 7]), ([-3], [0]), ([4], [7])):
        with pytest.raises(IndexError, match="expected 0 to 6"):
            letter_rows(data, np.array(starts), np.array(ends))
    with pytest.raises(ValueError, match="1 starts and 2 ends"):
        letter_rows(data, np.array([0]), np.array([3, 6]))
    assert letter_rows(data, np.array([-1, -1]), np.array([-1, -1])) is None
