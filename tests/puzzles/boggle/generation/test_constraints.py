"""What a board is to be like: ranges and words, as they may be written."""

import numpy as np
import pytest

from unriddle import PuzzleError
from unriddle.puzzles.boggle.generation.constraints import Constraints, Range, range_of, words_of


@pytest.mark.parametrize(
    "given, made",
    [
        (None, (None, None)),
        (7, (7, 7)),
        (np.int64(7), (7, 7)),
        ((60, 150), (60, 150)),
        ([None, 150], (None, 150)),
        ("60..150", (60, 150)),
        (" 60 .. ", (60, None)),
        ("..150", (None, 150)),
        ("-5..-2", (-5, -2)),
        ("7", (7, 7)),
    ],
)
def test_ranges(given, made):
    assert range_of("score", given) == Range(*made)
    assert range_of("score", str(Range(*made)) if any(made) else None) == Range(*made)


@pytest.mark.parametrize(
    "wrong", ["", "..", "a", "1.5", "1 2", "9" * 13, (1,), (1, "x"), (1, 2, 3), 1.5, True, {}, np.zeros(2)]
)
def test_what_is_no_range(wrong):
    with pytest.raises(PuzzleError, match=r"words=.*, expected a range such as 60\.\.150"):
        range_of("words", wrong)


def test_words():
    assert words_of("contains", "Tea,eat  tea", 3) == ("tea", "eat")
    assert words_of("contains", ["Élan"], 3) == ("élan",)
    for wrong in (["t1"], [""], ["a b"], [5], 5, b"tea", np.zeros(2)):
        with pytest.raises(PuzzleError, match="contains"):
            words_of("contains", wrong, 3)
    with pytest.raises(PuzzleError, match="more than 3 words"):
        words_of("contains", "a b c d", 3)


def test_wishes():
    wishes = Constraints(words="..9", score=(1, None), forbid="a b")
    assert str(wishes) == "words=..9, score=1.., forbid=2 words" and wishes.ranges
    assert not Constraints().ranges and str(Constraints()) == ""
    for wrong, expected in (
        ({"words": (9, 1)}, "lower number first"),
        ({"longest": "..-1"}, "from 0 up"),
        ({"tries": 0}, "tries"),
        ({"contains": "tea", "forbid": ["Tea"]}, "forbidden"),
    ):
        with pytest.raises(PuzzleError, match=expected):
            Constraints(**wrong)
