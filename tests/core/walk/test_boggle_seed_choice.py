"""Seeds of words by a greedy hitting set, held to the twin."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
import twins
from hypothesis import given
from hypothesis import strategies as st

WALKS = [1.0, 8.0, 56.0, 368.0, 2336.0, 14576.0, 89928.0]
FIXED = [2e-4] * 5 + [3e-4, 4e-4]


def arguments(words, chances=(0.4, 0.3, 0.2, 0.1), walks=WALKS, fixed=FIXED, weights=None):
    """Return what a side is called with."""
    codes = np.full(
        (len(words), max(map(len, words), default=1)), 255, dtype=np.uint8
    )  # no letter behind a word
    for row, word in zip(codes, words, strict=True):
        row[: len(word)] = word
    lengths = np.array([len(word) for word in words], dtype=np.int64)
    weights = np.ones(len(words)) if weights is None else weights
    return (
        codes,
        lengths,
        np.array(weights, np.uint32),
        np.array(chances, float),
        np.array(walks, float),
        np.array(fixed, float),
    )


def chosen(side, *given_):
    """Return the numbers of the seeds that a side chooses, and what each word has."""
    found = twins.module(side, "walk.boggle_seed_choice").SeedChoice(*given_).choose()
    return [np.asarray(each).tolist() for each in found]


words_of = st.lists(st.lists(st.integers(0, 3), min_size=1, max_size=12).map(tuple), max_size=30)


@given(words_of, st.lists(st.sampled_from([0.01, 0.2, 0.5]), min_size=4, max_size=4), st.data())
def test_seeds_equal_the_twin(words, chances, data):
    weight = st.sampled_from([1, 2, 900])
    given_ = arguments(words, chances, weights=[data.draw(weight) for _ in words])
    assert chosen("kernel", *given_) == chosen("twin", *given_)


def test_many_words_equal_the_twin():
    chance = np.random.default_rng(3)
    words = [tuple(chance.integers(0, 4, chance.integers(1, 16)).tolist()) for _ in range(400)]
    given_ = arguments(words, weights=chance.integers(1, 1000, 400))
    assert chosen("kernel", *given_) == chosen("twin", *given_)


def test_sizes_may_be_sorted_by_threads_in_any_order():
    chance = np.random.default_rng(4)
    words = [tuple(chance.integers(0, 4, chance.integers(1, 16)).tolist()) for _ in range(3000)]
    given_ = arguments(words, weights=chance.integers(1, 1000, 3000))
    kernel = twins.module("kernel", "walk.boggle_seed_choice")
    choice = kernel.SeedChoice(*given_)
    with ThreadPoolExecutor(3) as pool:
        list(pool.map(choice.sort, [*range(kernel.LONGEST, 0, -1), 3]))
    assert [np.asarray(each).tolist() for each in choice.choose()] == chosen("kernel", *given_)


def test_seeds_are_chosen_once():
    choice = twins.module("kernel", "walk.boggle_seed_choice").SeedChoice(*arguments([(0, 1, 2)]))
    for size in (0, 8, -1):
        with pytest.raises(ValueError, match=f"size {size}, expected 1 to 7"):
            choice.sort(size)
    choice.choose()
    choice.sort(3)
    with pytest.raises(ValueError, match="seeds are chosen already"):
        choice.choose()


def test_a_number_has_the_letters_of_its_seed(side):
    words = [(0, 1, 2, 3, 3, 1), (3, 2, 1, 0), (2,), (1, 0)]
    numbers, seeds, first, reverse = (
        np.asarray(each).tolist()
        for each in side("walk.boggle_seed_choice").SeedChoice(*arguments(words)).choose()
    )
    for word, seed, at, back in zip(words, seeds, first, reverse, strict=True):
        size = numbers[seed] >> 35
        letters = tuple(numbers[seed] >> 5 * k & 31 for k in range(size))
        assert (letters[::-1] if back else letters) == word[at : at + size]


def test_a_seed_lies_in_its_word(side):
    words = [(0, 1), (2,), (3, 2, 1), (0, 1, 2, 3), (3, 2, 1, 0, 0)]
    for word, (first, size, reverse) in zip(words, chosen_by(side, words), strict=True):
        assert 0 <= first <= len(word) - size
        assert size == len(word) if len(word) < 3 else 3 <= size <= 7
        seed = word[first : first + size]
        assert reverse == (seed[::-1] > seed)


def chosen_by(side, words, weights=None):
    """Return where the seed of each word begins, its letters, and whether it is read backwards."""
    given_ = arguments(words, [0.25] * 4, weights=weights)
    numbers, seeds, first, reverse = map(
        np.asarray, side("walk.boggle_seed_choice").SeedChoice(*given_).choose()
    )
    assert numbers.tolist() == sorted(set(numbers.tolist())) and len(set(seeds.tolist())) == len(numbers)
    return [
        (at, int(numbers[seed]) >> 35, back)
        for at, seed, back in zip(first.tolist(), seeds.tolist(), reverse.tolist(), strict=True)
    ]


def test_what_most_words_have_is_taken(side):
    # 0 1 2 is in four words, read either way; what each has to itself costs less and covers one.
    words = [(0, 1, 2, 3), (3, 2, 1, 0), (3, 3, 0, 1, 2), (2, 1, 0, 3, 3)]
    found = chosen_by(side, words)
    seeds = {
        min(word[a : a + n], word[a : a + n][::-1]) for word, (a, n, _) in zip(words, found, strict=True)
    }
    assert seeds == {(0, 1, 2)} and [back for *_, back in found].count(True) == 2


def test_words_that_weigh_more_have_the_better_seed(side):
    # 0 1 2 and 1 2 3 are as good; the words beside the first decide which of them it has.
    words = [(0, 1, 2, 3), (0, 1, 2), (1, 2, 3), (1, 2, 3)]
    for weights, size, begins in (([1, 9, 1, 1], 3, 0), ([1, 1, 1, 1], 3, 1)):
        assert chosen_by(side, words, weights)[0][:2] == (begins, size)


def rates(side, words, walks=WALKS, growth=6.0):
    """Return the paths a cell of some words."""
    codes, lengths, _, chances, *_ = arguments(words)
    found = twins.module(side, "walk.boggle_seed_choice").path_rates(
        codes, lengths, chances, np.array(walks), growth
    )
    return np.asarray(found).tolist()


@given(words_of, st.lists(st.sampled_from([1.0, 8.0, 4.5]), min_size=1, max_size=8))
def test_rates_equal_the_twin(words, walks):
    assert rates("kernel", words, walks) == rates("twin", words, walks)


def test_a_letter_more_has_the_paths_of_its_growth():
    for which in ("kernel", "twin"):
        assert rates(which, [(3,), (3, 3), (3, 3, 3)], [1.0, 8.0], 5.0) == pytest.approx([0.1, 0.08, 0.04])


def test_of_two_places_in_a_word_the_first(side):
    assert chosen_by(side, [(0, 1, 2, 0, 1, 2, 0, 1, 2), (0, 1, 2)])[0][0] == 0


def test_no_words(side):
    assert chosen_by(side, []) == []


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"lengths": np.array([9])}, "word 0: 9 letters, expected 1 to 3"),
        ({"lengths": np.array([0])}, "word 0: 0 letters, expected 1 to 3"),
        ({"weights": np.array([0], np.uint32)}, "word 0: a weight of 0, expected 1 at least"),
        ({"weights": np.array([1, 1], np.uint32)}, "2 weights, expected 1"),
        ({"lengths": np.array([1, 1])}, "1 rows of codes, expected 2"),
        ({"codes": np.array([[0, 9, 1]], np.uint8)}, "word 0: a letter 9, expected below 4"),
        ({"chances": np.array([1.0, 0.0])}, "chances: expected at most 32, all above 0"),
        ({"chances": np.ones(33)}, "chances: expected at most 32, all above 0"),
        ({"walks": np.ones(6)}, "walks or fixed of the wrong shape, expected 7 numbers"),
    ],
)
def test_what_is_refused(change, message):
    names = "codes", "lengths", "weights", "chances", "walks", "fixed"
    given_ = {**dict(zip(names, arguments([(0, 1, 2)]), strict=True)), **change}
    with pytest.raises(ValueError, match=message):
        twins.module("kernel", "walk.boggle_seed_choice").SeedChoice(**given_)
