"""Why no words fill a grid."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unriddle import Status
from unriddle.puzzles.placement import best_fill, fill

WORDS = ["ABC", "ADG", "GEF", "CDF"]


@pytest.mark.parametrize(
    ("grid", "words", "reason"),
    [
        ("....", WORDS, "the list has no word of 4 letters, which row 1, column 1 across needs"),
        ("#.../#.##/#.##/#.##", WORDS, "the list has no word of 4 letters, which row 1, column 2 down needs"),
        ("..", [], "the list has no word of 2 letters, which row 1, column 1 across needs"),
        (
            "AB/##/..",
            ["AB"],
            "the list has no word of 2 letters but those that are given, which row 3, column 1 a",
        ),
        ("A.B/###/...", WORDS, "no word of the list fits row 1, column 1 across: A.B"),
        ("...#/##.#/##X#", WORDS, "no word of the list fits row 1, column 3 down: ..X"),
        ("a.z", WORDS, "no word of the list fits row 1, column 1 across: A.Z"),
        (".../###/.../###/...", WORDS[:2], "the list has 2 words of 3 letters for 3 slots of that length"),
        ("..#/#.#", ["AB", "CD"], "column 1 across and the words that cross it: .."),
        ("../..", ["AB", "BA", "AA", "CC"], "each slot has words, but not all slots at once"),
    ],
)
def test_the_reason_names_the_length_or_the_slot(grid, words, reason):
    result = fill(grid, words)
    assert result.status is Status.NO_SOLUTION
    assert reason in result.reason
    assert best_fill(grid, dict.fromkeys(words, 1.0)).reason == result.reason


@given(
    st.lists(st.text("AB", min_size=2, max_size=3), max_size=6, unique=True),
    st.lists(st.text(".#AB", min_size=3, max_size=3), min_size=1, max_size=3),
    st.booleans(),
)
def test_there_is_a_reason_for_each_grid_without_a_filling(words, grid, reuse):
    result = fill(grid, words, reuse=reuse)
    assert (result.reason == "") is (result.status is Status.SOLVED)
