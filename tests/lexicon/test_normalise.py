"""What a letter is, and which letters are the same."""

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unriddle.lexicon.normalise import fold


def test_fold_is_one_letter_for_one_and_settles() -> None:
    for point in range(sys.maxunicode + 1):
        ch = chr(point)
        once = fold(ch)
        assert fold(once) == once, hex(point)
        assert len(once) == len(unicodedata.normalize("NFC", ch)), hex(point)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("CAFÉ", "cafe\u0301"),
        ("ΛΌΓΟΣ", "λόγος"),
        ("STRAẞE", "straße"),
        ("ЁЖ", "е\u0308ж"),
        ("Å", "\u212b"),
        ("İ", "i"),
    ],
)
def test_fold_takes_as_the_same(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@given(st.text())
def test_a_text_is_folded_letter_by_letter_after_composition(text: str) -> None:
    folded = fold(text)
    assert fold(folded) == folded == fold(unicodedata.normalize("NFD", text))
    assert folded == unicodedata.normalize("NFC", "".join(map(fold, unicodedata.normalize("NFC", text))))


def test_final_sigma_and_dotted_i() -> None:
    assert fold("ΣΊΣΥΦΟΣ") == fold("σίσυφος") and "ς" not in fold("σίσυφος")
    assert fold("STRASSE") != fold("Straße")
