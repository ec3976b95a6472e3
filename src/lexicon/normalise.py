"""What a letter is, and which letters are the same: one place for lists, boards and patterns."""

from __future__ import annotations

import unicodedata

__all__ = ["fold"]


def fold(text: str) -> str:
    """Return `text` in small letters, composed; one letter stays one letter.

    Notes
    -----
    Composition is Unicode's NFC, so that é is one letter however it was typed. A letter goes to its
    case folding where that is one character (final ς to σ), else to its small form (ẞ to ß), else it
    stays; İ goes to i. O(n).

    Examples
    --------
    >>> fold("STRASSE"), fold("Straße"), fold("ΛΟΓΟΣ") == fold("λόγος".replace("ό", "ο"))
    ('strasse', 'straße', True)
    >>> fold("cafe\\u0301") == "café"
    True
    """
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
