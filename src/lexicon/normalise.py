"""What a letter is, and which letters are the same: one place for lists, boards and patterns."""

from __future__ import annotations

import re
import unicodedata

from ..base import PuzzleError

A_TO_Z = "abcdefghijklmnopqrstuvwxyz"
MAX_LENGTH, MAX_LETTERS = 254, 63
"""Letters of a word, and of an alphabet, at most."""
LONGEST_PATTERN = 1000
"""Characters of a pattern."""


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


def compile_pattern(pattern: str) -> tuple[re.Pattern[str], str]:
    """Return the expression for a line that matches as a whole, and the letters it begins with.

    In a pattern ``?`` is any letter, ``*`` any letters, other letters are themselves.
    """
    text = fold(pattern)
    wrong = next((ch for ch in text if not ch.isalpha() and ch not in "?*"), None)
    if wrong is not None or not text:
        what = "empty pattern" if wrong is None else f"pattern with {wrong!r}"
        raise PuzzleError(f"{what}, expected letters, ? and *")
    if len(text) > LONGEST_PATTERN:
        raise PuzzleError(f"pattern of {len(text):,} characters, expected at most {LONGEST_PATTERN:,}")
    pieces = [piece.replace("?", ".") for piece in re.split(r"\*+", text)]
    line = pieces[0]
    if len(pieces) > 1:
        # The first place where a piece between two stars fits is as good as any: no going back to it.
        line += "".join(f"(?>.*?{piece})" for piece in pieces[1:-1]) + ".*" + pieces[-1]
    return re.compile(f"^{line}$", re.MULTILINE), re.split(r"[?*]", text, maxsplit=1)[0]
