"""Seeds of words by a greedy hitting set, held to the twin."""

import numpy as np
import pytest
import twins
from hypothesis import given
from hypothesis import strategies as st

WALKS = [1.0, 8.0, 56.0, 368.0, 2336.0, 14576.0, 89928.0]
FIXED = [2e-4] * 5 + [3e-4, 4e-4]


def arguments(words, chances=(0.4, 0.3, 0.2, 0.1), walks=WALKS, fixed=FIXED):
    """Return what a side is called with."""
    codes = np.full(
        (len(words), max(map(len, words), default=1)), 255, dtype=np.uint8
    )  # no letter behind a word
    for row, word in zip(codes, words, strict=True):
        row[: len(word)] = word
    lengths = np.array([len(word) for word in words], dtype=np.int64)
    return codes, lengths, np.array(chances, float), np.array(walks, float), np.array(fixed, float)


def chosen(side, *given_):
    """Return what a side chooses: where a seed begins, its letters, whether it is read backwards."""
    found = twins.module(side, "walk.seed_choice").chosen_seeds(*given_)
    return list(zip(*(np.asarray(each).tolist() for each in found), strict=True))


words_of = st.lists(st.lists(st.integers(0, 3), min_size=1, max_size=12).map(tuple), max_size=30)


@given(words_of, st.lists(st.sampled_from([0.01, 0.2, 0.5]), min_size=4, max_size=4))
def test_seeds_equal_the_twin(words, chances):
    given_ = arguments(words, chances)
    assert chosen("kernel", *given_) == chosen("twin", *given_)


def test_many_words_equal_the_twin():
    chance = np.random.default_rng(3)
    words = [tuple(chance.integers(0, 4, chance.integers(1, 16)).tolist()) for _ in range(400)]
    given_ = arguments(words)
    assert chosen("kernel", *given_) == chosen("twin", *given_)


def test_a_seed_lies_in_its_word(side):
    words = [(0, 1), (2,), (3, 2, 1), (0, 1, 2, 3), (3, 2, 1, 0, 0)]
    for word, (first, size, reverse) in zip(words, chosen_by(side, words), strict=True):
        assert 0 <= first <= len(word) - size
        assert size == len(word) if len(word) < 3 else 3 <= size <= 7
        seed = word[first : first + size]
        assert reverse == (seed[::-1] > seed)


def chosen_by(side, words):
    """Return what the side of a fixture chooses."""
    found = side("walk.seed_choice").chosen_seeds(*arguments(words, [0.25] * 4))
    return list(zip(*(np.asarray(each).tolist() for each in found), strict=True))


def test_what_most_words_have_is_taken(side):
    # 0 1 2 is in four words, read either way; what each has to itself costs less and covers one.
    words = [(0, 1, 2, 3), (3, 2, 1, 0), (3, 3, 0, 1, 2), (2, 1, 0, 3, 3)]
    found = chosen_by(side, words)
    seeds = {
        min(word[a : a + n], word[a : a + n][::-1]) for word, (a, n, _) in zip(words, found, strict=True)
    }
    assert seeds == {(0, 1, 2)} and [back for *_, back in found].count(True) == 2


def test_of_two_places_in_a_word_the_first(side):
    assert chosen_by(side, [(0, 1, 2, 0, 1, 2, 0, 1, 2), (0, 1, 2)])[0][0] == 0


def test_no_words(side):
    assert chosen_by(side, []) == []


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"lengths": np.array([9])}, "word 0: 9 letters, expected 1 to 3"),
        ({"lengths": np.array([0])}, "word 0: 0 letters, expected 1 to 3"),
        ({"lengths": np.array([1, 1])}, "1 rows of codes, expected 2"),
        ({"codes": np.array([[0, 9, 1]], np.uint8)}, "word 0: a letter 9, expected below 4"),
        ({"chances": np.array([1.0, 0.0])}, "chances: expected at most 32, all above 0"),
        ({"chances": np.ones(33)}, "chances: expected at most 32, all above 0"),
        ({"walks": np.ones(6)}, "walks or fixed of the wrong shape, expected 7 numbers"),
    ],
)
def test_what_is_refused(change, message):
    names = "codes", "lengths", "chances", "walks", "fixed"
    given_ = {**dict(zip(names, arguments([(0, 1, 2)]), strict=True)), **change}
    with pytest.raises(ValueError, match=message):
        twins.module("kernel", "walk.seed_choice").chosen_seeds(**given_)
