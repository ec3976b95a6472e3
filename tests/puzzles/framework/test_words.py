"""Words that benchmark cases share."""

import pytest

from unriddle import Lexicon
from unriddle.puzzles.framework import words


@pytest.fixture
def few(monkeypatch):
    """A list of few words in place of the embedded one."""
    lexicon = Lexicon(["a", "tea", "teas", "to"])
    monkeypatch.setattr(words, "english", lambda: lexicon)
    for kept in (words.word_set, words.prefixes):
        kept.cache_clear()
    yield
    for kept in (words.word_set, words.prefixes):
        kept.cache_clear()


def test_the_embedded_list_and_its_levels():
    assert words.english() is Lexicon.load("english")
    assert words.english(10) is Lexicon.load("english", level=10)
    assert len(words.english(10)) < len(words.english())


@pytest.mark.usefixtures("few")
def test_words_that_count_on_a_board():
    assert words.word_set() == {"tea", "teas"}


@pytest.mark.usefixtures("few")
def test_prefixes_are_proper_but_may_be_words():
    assert words.prefixes() == {"", "t", "te", "tea"}
