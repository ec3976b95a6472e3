"""Numbers and words that are the same everywhere."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.signature.numbers import digest_number, numbers, syllables


def test_the_generator_is_that_of_numerical_recipes():
    states = [1015568748, 1586005467, 2165703038, 3027450565]  # x -> 1664525 x + 1013904223 mod 2**32, from 1
    assert list(numbers(4, 1 << 24)) == [state >> 8 for state in states]


@given(st.integers(0, 50), st.integers(1, 1000))
def test_fewer_numbers_are_the_first_of_more(count, below):
    longer = list(numbers(60, below))
    assert list(numbers(count, below)) == longer[:count]
    assert all(0 <= number < below for number in longer)


def test_a_digest_is_that_of_the_bytes():
    assert digest_number(np.array([], dtype=np.uint8)) == 0xE3B0C44298FC1C14  # SHA-256 of nothing
    assert digest_number(np.frombuffer(b"abc", dtype=np.uint8)) == 0xBA7816BF8F01CFEA  # FIPS 180-4


@pytest.mark.parametrize("dtype", [np.uint8, np.int32, np.float64])
def test_a_digest_does_not_depend_on_how_an_array_lies_in_memory(dtype):
    table = np.arange(12, dtype=dtype).reshape(3, 4)
    assert digest_number(table[:, ::2]) == digest_number(table[:, ::2].copy())
    assert digest_number(np.asfortranarray(table)) == digest_number(table)
    assert digest_number(table) != digest_number(table + table.dtype.type(1))


def test_made_up_words_differ_and_are_plain():
    words = list(syllables())
    assert len(words) == len(set(words)) == 13 * 8 * 7
    assert all(word.isascii() and word.isalpha() and word.islower() for word in words)
    assert {len(word) for word in words} == set(range(3, 8))
