"""Numbers with their nouns."""

import pytest

from unriddle.puzzles.framework.text import pluralize


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "0 words"), (1, "1 word"), (-1, "-1 words"), (11, "11 words"), (1001, "1,001 words")],
)
def test_one_alone_is_singular(number, text):
    assert pluralize(number, "word") == text
