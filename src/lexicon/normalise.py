"""What a letter is, and which letters are the same: one place for lists, boards and patterns."""

from __future__ import annotations

import unicodedata

A_TO_Z = "abcdefghijklmnopqrstuvwxyz"
MAX_LENGTH, MAX_LETTERS = 254, 63
"""Letters of a word, and of an alphabet, at most."""


def fold(text: str) -> str:
    """Return `text` in small letters, composed; one letter stays one letter."""
    if text.isascii():
        return text.lower()
    text = unicodedata.normalize("NFC", text)
    table = {ord(ch): _fold_one(ch) for ch in set(text)}
    return unicodedata.normalize("NFC", text.translate(table))


def _fold_one(ch: str) -> str:
    if ch == "İ":
        return "i"
    for small in (ch.casefold(), ch.lower()):
        if len(small) == 1:
            return small
    return ch
