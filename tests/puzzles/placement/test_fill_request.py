"""What `fill` is asked for."""

import pytest

from unriddle import PuzzleError
from unriddle.puzzles.placement.fill_request import compiled_of, theme_words, tiers, wanted


def test_words_that_have_to_stand_are_among_the_words():
    asked = wanted("ab/..", ["BC", "ABC"], theme=["ac", "bc"])
    assert asked.written == {"BC": "BC", "AB": "ab", "AC": "ac"}
    assert (asked.given, asked.theme, asked.reason) == ({"AB": 1}, {"AC": "ac", "BC": "bc"}, "")
    assert compiled_of(asked, asked.written).keys == ["BC", "AB", "AC"]


def test_words_that_have_to_stand_are_in_every_part_and_above_any_least_score():
    scores = {"AB": 9, "CD": 8, "EF": 7, "GH": 1, "IJ": 0}
    asked = wanted("../##/..", scores, theme=["IJ", "XY"], min_score=8)
    assert asked.written == {"AB": "AB", "CD": "CD", "IJ": "IJ", "XY": "XY"}
    assert asked.scores["XY"] == 9 and asked.scores["IJ"] == 0
    parts = list(tiers(asked, asked.written))
    assert all({"IJ", "XY"} <= set(words) for words, _ in parts) and parts[-1] == (asked.written, True)


def test_a_theme_is_checked():
    assert theme_words(iter(["ab"])) == {"AB": "ab"}
    for wrong in ("AB", 3, [4], ["A B"], [""]):
        with pytest.raises(PuzzleError, match="expected"):
            theme_words(wrong)
