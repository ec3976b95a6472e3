"""Words by pattern, against a definition in seven lines."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unriddle import Lexicon, PuzzleError
from unriddle.lexicon import patterns

SMALL = ["quit", "quiz", "quiet", "tea", "team", "at", "a", "zoo"]


def like(word: str, pattern: str) -> bool:
    if not pattern:
        return not word
    if pattern[0] == "*":
        return like(word, pattern[1:]) or (bool(word) and like(word[1:], pattern))
    return bool(word) and pattern[0] in ("?", word[0]) and like(word[1:], pattern[1:])


@settings(deadline=None)
@given(st.lists(st.text("ab", min_size=1, max_size=6), min_size=1), st.text("ab?**", min_size=1, max_size=7))
def test_patterns(words: list[str], pattern: str) -> None:
    expected = [word for word in sorted(set(words)) if like(word, pattern)]
    assert list(Lexicon(words).match(pattern)) == expected


@pytest.mark.parametrize("pattern", ["", "a1", "a b", "a\n", "a" * 1001, "[a]", "a\0"])
def test_patterns_that_are_none(pattern: str) -> None:
    with pytest.raises(PuzzleError, match="expected"):
        Lexicon(SMALL).match(pattern)


def test_pattern_with_many_stars_ends() -> None:
    assert list(Lexicon(["a" * 250]).match("*a" * 100 + "*b")) == []


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("", "empty pattern, expected letters, ? and *"),
        ("t3a", "pattern with '3', expected letters, ? and *"),
        ("a" * 1001, "pattern of 1,001 characters, expected at most 1,000"),
    ],
)
def test_what_is_wrong_is_said_before_any_word_is_asked_for(pattern: str, message: str) -> None:
    with pytest.raises(PuzzleError, match=f"^{re.escape(message)}$"):
        Lexicon(SMALL).match(pattern)


def test_long_lists_are_looked_through_piece_by_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    lexicon = Lexicon(SMALL)
    for chunk in (1, 2, 3, 100):
        monkeypatch.setattr(patterns, "CHUNK", chunk)
        assert list(lexicon.match("QUI*")) == ["quiet", "quit", "quiz"]
        assert list(lexicon.match("?")) == ["a"] and list(lexicon.match("*z*")) == ["quiz", "zoo"]
