"""The words that the benchmark cases of several puzzles share, made once a process."""

from __future__ import annotations

from functools import cache

from unriddle.lexicon import Lexicon

__all__ = ["english", "prefixes", "word_set"]


def english(level: int | None = None) -> Lexicon:
    """Return the embedded list, or the part of it up to a level of rarity."""
    return Lexicon.load("english") if level is None else Lexicon.load("english", level=level)


@cache
def word_set() -> frozenset[str]:
    """Return the words of three letters or more."""
    return frozenset(word for word in english() if len(word) >= 3)


@cache
def prefixes() -> frozenset[str]:
    """Return the proper prefixes of those words."""
    begun: set[str] = set()
    for word in word_set():
        for end in range(len(word) - 1, -1, -1):
            if word[:end] in begun:  # and with it all that are shorter
                break
            begun.add(word[:end])
    return frozenset(begun)
