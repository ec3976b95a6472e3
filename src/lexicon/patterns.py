"""Compile patterns of words: ``?`` is any letter, ``*`` any letters, other letters are themselves."""

from __future__ import annotations

import re

from ..base import PuzzleError
from .normalise import fold

LONGEST = 1000
"""Characters of a pattern."""


def compile_pattern(pattern: str) -> tuple[re.Pattern[str], str]:
    """Return the expression for a line that matches as a whole, and the letters it begins with."""
    text = fold(pattern)
    wrong = next((ch for ch in text if not ch.isalpha() and ch not in "?*"), None)
    if wrong is not None or not text:
        what = "empty pattern" if wrong is None else f"pattern with {wrong!r}"
        raise PuzzleError(f"{what}, expected letters, ? and *")
    if len(text) > LONGEST:
        raise PuzzleError(f"pattern of {len(text):,} characters, expected at most {LONGEST:,}")
    pieces = [piece.replace("?", ".") for piece in re.split(r"\*+", text)]
    line = pieces[0]
    if len(pieces) > 1:
        # The first place where a piece between two stars fits is as good as any: no going back to it.
        line += "".join(f"(?>.*?{piece})" for piece in pieces[1:-1]) + ".*" + pieces[-1]
    return re.compile(f"^{line}$", re.MULTILINE), re.split(r"[?*]", text, maxsplit=1)[0]
