"""Benchmark cases of word placement: what is timed is right."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.suites import placement as cases
from reference.assign.placement import fillings


@pytest.mark.parametrize(("side", "slots"), [(0, 10), (9, 24)])
def test_a_puzzle_has_the_slots_it_is_named_for(side, slots):
    puzzle = cases.puzzle_of(side)
    assert len(puzzle.slots) == len(puzzle.words) == slots
    assert puzzle.check(puzzle.solve())


def test_a_grid_is_symmetric_and_has_no_short_slots():
    rows = cases._grid(9, 24, 2)
    assert rows == [row[::-1] for row in rows[::-1]]
    lines = rows + ["".join(line) for line in zip(*rows, strict=True)]
    assert all(len(part) > 2 for line in lines for part in line.split("0") if part)


def test_the_answers_of_a_group_agree(answers_of):
    assert answers_of("placement")["placement criss-cross of 10 words/kernel"] == [True]


GRIDS = [
    [[(0, 0), (0, 1)], [(0, 0), (1, 0)]],
    [[(0, 0), (0, 1), (0, 2)], [(0, 0), (1, 0)], [(0, 2), (1, 2)]],
    [[(0, 0), (0, 1)], [(2, 0), (2, 1)]],
]


@given(st.sampled_from(GRIDS), st.lists(st.text("ab", min_size=2, max_size=3), min_size=1, max_size=6))
def test_fillings_are_those_of_the_twin(slots, words):
    cells = sorted({cell for slot in slots for cell in slot})
    numbered = [[cells.index(cell) for cell in slot] for slot in slots]
    kinds = sorted(set(words))
    often = [words.count(word) for word in kinds]
    codes = [tuple(ord(letter) - ord("a") for letter in word) for word in kinds]
    expected = sum(1 for _ in fillings(numbered, codes, [0] * len(kinds), often, [3] * len(cells)))
    count, nodes = cases._by_fewest_words(slots, words)
    assert count == expected and nodes >= 1


def test_each_word_is_used_once():
    slots = [[(row, 0), (row, 1)] for row in range(3)]
    for kinds in combinations(["aa", "ab", "bb"], 2):
        assert cases._by_fewest_words(slots, kinds)[0] == 0
    assert cases._by_fewest_words(slots, ["aa", "ab", "bb"])[0] == 6
    assert cases._by_fewest_words(slots, ["aa", "aa", "bb"])[0] == 3
