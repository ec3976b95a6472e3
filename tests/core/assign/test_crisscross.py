"""Words on a sheet: the kernel and its twin put them at the same places."""

import random

import numpy as np
import pytest
import twins
from hypothesis import given, settings
from hypothesis import strategies as st


def table(words):
    letters = np.array([ord(letter) - ord("a") for word in words for letter in word], dtype=np.int32)
    return np.minimum(letters, letters.size - 1), np.cumsum([len(word) for word in words], dtype=np.int64)


def laid(sheet, n, seed, rounds):
    """Lay words wherever `best` says; return all that can be seen of each round."""
    rng, seen = random.Random(seed), []
    for _ in range(rounds):
        sheet.clear()
        for word in range(n):
            place = sheet.best(word, rng.random) if sheet.laid else (0, 0, bool(seed & 1))
            if place is None or (not sheet.laid and not fits(sheet, word, place)):
                seen.append(None)
            elif sheet.laid and sheet.laid[-1][0] != word:
                sheet.put(word, *place)
        seen += [sheet.laid, sheet.crossings, sheet.box, rng.random()]
    return seen


def fits(sheet, word, place):
    try:
        sheet.put(word, *place)
    except ValueError:
        return False
    return True


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.text("abcdefgh", min_size=1, max_size=7), min_size=1, max_size=12),
    st.integers(1, 12),
    st.integers(1, 12),
    st.integers(0, 99),
)
def test_the_sheet_of_the_kernel_is_that_of_the_twin(words, rows, cols, seed):
    made = [
        laid(module.Sheet(*table(words), rows, cols), len(words), seed, 2)
        for module in twins.pair("assign.crisscross")
    ]
    assert made[0] == made[1]


def test_the_best_place_crosses_most_and_grows_least(side):
    sheet = side("assign.crisscross").Sheet(*table(["abcd", "bxb", "dc", "axxd"]), 9, 9)
    sheet.put(0, 0, 0, False)
    assert sheet.best(1, lambda: 0.5) == (0, 1, True)  # as good as (-2, 1): the first counts
    chances = iter([0.1, 0.9])
    assert sheet.best(1, lambda: next(chances)) == (-2, 1, True)
    sheet.put(1, 0, 1, True)
    assert (sheet.laid, sheet.crossings, sheet.box) == ([(0, 0, 0, False), (1, 0, 1, True)], 1, (0, 0, 3, 4))
    assert sheet.best(2, lambda: 0.0) == (0, 3, True)  # down from the d; beside it the c is no neighbour
    sheet.clear()
    assert (sheet.laid, sheet.crossings, sheet.box) == ([], 0, (0, 0, 0, 0))
    assert sheet.best(1, lambda: 0.0) is None


def test_a_word_stands_within_the_box_and_crosses_another(side):
    module = side("assign.crisscross")
    sheet = module.Sheet(*table(["abc", "cab", "cab", "ddd"]), 1, 5)
    with pytest.raises(ValueError, match="first word at 0, 1"):
        sheet.put(0, 0, 1, False)
    with pytest.raises(ValueError, match="no place for word 0"):
        sheet.put(0, 0, 0, True)
    sheet.put(0, 0, 0, False)
    assert sheet.best(1, lambda: 0.0) is None and sheet.best(3, lambda: 0.0) is None
    for word, row, col, vertical in (
        (1, 0, 2, False),
        (3, 0, 0, True),
        (1, 900, 900, False),
        (1, -9, 0, False),
    ):
        with pytest.raises(ValueError, match=f"no place for word {word} at"):
            sheet.put(word, row, col, vertical)
    sheet = module.Sheet(*table(["abc", "ddd"]), 9, 9)
    sheet.put(0, 0, 0, False)
    with pytest.raises(ValueError, match="no place for word 1 at 2, 0"):
        sheet.put(1, 2, 0, False)  # crosses none
    for word in (-1, 2):
        with pytest.raises(ValueError, match="expected 0 to 1"):
            sheet.best(word, lambda: 0.0)


@pytest.mark.parametrize(
    "letters, ends, rows, said",
    [
        ([], [], 1, "no room"),
        ([0, 1], [1], 1, "no room"),
        ([0, 1], [2], 0, "no room"),
        ([0, 1], [0, 2], 1, "word 0 has no letter"),
        ([0, 2], [2], 1, "letter 2, expected 0 to 1"),
        ([-1], [1], 1, "letter -1, expected 0 to 0"),
    ],
)
def test_what_are_no_words(side, letters, ends, rows, said):
    with pytest.raises(ValueError, match=said):
        side("assign.crisscross").Sheet(np.array(letters, np.int32), np.array(ends, np.int64), rows, 5)


def test_an_error_of_the_chance_is_told(side):
    sheet = side("assign.crisscross").Sheet(*table(["ab", "ba"]), 9, 9)
    sheet.put(0, 0, 0, False)
    with pytest.raises(ZeroDivisionError):
        sheet.best(1, lambda: 1 / 0)
