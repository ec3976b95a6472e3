"""The tree that words grow along, held to the twin."""

import numpy as np
import pytest
import twins
from hypothesis import given
from hypothesis import strategies as st


def arguments(words, centres, chances=(0.4, 0.3, 0.2, 0.1)):
    """Return what a side is called with: a root for each letter that is a centre."""
    codes = np.full((len(words), max(map(len, words), default=1)), 255, dtype=np.uint8)
    for row, word in zip(codes, words, strict=True):
        row[: len(word)] = word
    letters = [word[centre] for word, centre in zip(words, centres, strict=True)]
    roots = np.array([sorted(set(letters)).index(letter) for letter in letters], dtype=np.int64)
    lengths = np.array([len(word) for word in words], dtype=np.int64)
    return codes, lengths, np.array(centres, np.int64), roots, np.array(chances, float)


def tree(side, *given_):
    """Return what a side makes."""
    sides, words = twins.module(side, "walk.boggle_seed_tree").seed_tree(*given_)
    return np.asarray(sides).tolist(), np.asarray(words).tolist()


words_of = st.lists(
    st.lists(st.integers(0, 3), min_size=1, max_size=9).map(tuple), max_size=30, unique=True
).flatmap(lambda words: st.tuples(st.just(words), st.tuples(*(st.integers(0, len(w) - 1) for w in words))))


@given(words_of, st.lists(st.sampled_from([0.01, 0.2, 0.5]), min_size=4, max_size=4))
def test_trees_equal_the_twin(pair, chances):
    words, centres = pair
    around = {(word[centre::-1], word[centre:]) for word, centre in zip(words, centres, strict=True)}
    assert len(around) == len(words)
    given_ = arguments(words, centres, chances)
    assert tree("kernel", *given_) == tree("twin", *given_)


def test_many_words_equal_the_twin():
    chance = np.random.default_rng(3)
    words = [tuple(chance.integers(0, 4, chance.integers(1, 20)).tolist()) for _ in range(900)]
    words = sorted(set(words))
    given_ = arguments(words, [int(chance.integers(len(word))) for word in words])
    assert tree("kernel", *given_) == tree("twin", *given_)


def test_each_way_down_spells_a_word(side):
    words, centres = [(0, 1, 2), (3, 1), (1,), (2, 1, 2, 3, 0)], [1, 1, 0, 1]
    sides, ends = (
        np.asarray(each).tolist()
        for each in side("walk.boggle_seed_tree").seed_tree(*arguments(words, centres))
    )
    spelled = {}

    def go(node, letters):
        if ends[node] >= 0:
            spelled[ends[node]] = letters
        for which, (leads, _, child) in enumerate(sides[node]):
            for letter in range(4):
                if leads >> letter & 1:
                    go(child, (*letters, letter) if which == 0 else (letter, *letters))
                    child += 1

    go(0, (1,))
    assert spelled == dict(enumerate(words))


def test_the_letter_that_few_cells_have_is_taken(side):
    words, centres = [(0, 1, 2), (3, 1, 2)], [1, 1]  # 2 at the end of both, or letters of their own before
    for chances, at_the_end in (((0.2, 0.2, 0.2, 0.2), True), ((0.01, 0.2, 0.2, 0.01), False)):
        sides, _ = side("walk.boggle_seed_tree").seed_tree(*arguments(words, centres, chances))
        assert [int(leads) for leads, _, _ in sides[0]] == ([0b100, 0] if at_the_end else [0, 0b1001])


def test_no_words(side):
    sides, ends = side("walk.boggle_seed_tree").seed_tree(*arguments([], []))
    assert len(sides) == len(ends) == 0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"lengths": np.array([9, 1])}, "word 0: 9 letters, expected 1 to 3"),
        ({"lengths": np.array([1])}, "codes, centres or roots of the wrong shape, expected 1 of each"),
        ({"centres": np.array([3, 0])}, "word 0: centre 3, root 0"),
        ({"centres": np.array([0, -1])}, "word 1: centre -1, root 1"),
        ({"roots": np.array([0, 2])}, "word 1: centre 0, root 2"),
        ({"codes": np.array([[0, 9, 1], [1, 1, 1]], np.uint8)}, "word 0: a letter 9, expected below 4"),
        ({"chances": np.array([1.0, 0.0])}, "chances: expected at most 31, all above 0"),
        ({"chances": np.ones(32)}, "chances: expected at most 31, all above 0"),
    ],
)
def test_what_is_refused(change, message):
    names = "codes", "lengths", "centres", "roots", "chances"
    given_ = {**dict(zip(names, arguments([(0, 1, 2), (1,)], [0, 0]), strict=True)), **change}
    with pytest.raises(ValueError, match=message):
        twins.module("kernel", "walk.boggle_seed_tree").seed_tree(**given_)


def test_equal_words_are_refused():
    with pytest.raises(ValueError, match="words that are equal around their centres"):
        twins.module("kernel", "walk.boggle_seed_tree").seed_tree(*arguments([(0, 1), (0, 1)], [0, 0]))
