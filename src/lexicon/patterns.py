"""Words by pattern: ``?`` is any letter, ``*`` any letters, the rest stands for itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..base import PuzzleError
from .normalise import fold

if TYPE_CHECKING:
    from .lexicon import Lexicon

__all__ = ["match"]

LONGEST = 1000  # characters of a pattern
CHUNK = 1 << 15  # words looked through at a time


def match(lexicon: Lexicon, pattern: str) -> Iterator[str]:
    """Return an iterator over the words that match `pattern` as a whole; see `Lexicon.match`."""
    expression, first, last = _compile(lexicon, pattern)

    def search() -> Iterator[str]:
        for start in range(first, last, CHUNK):
            yield from expression.findall("\n".join(lexicon.words[start : min(start + CHUNK, last)]))

    return search()


def _compile(lexicon: Lexicon, pattern: str) -> tuple[re.Pattern[str], int, int]:
    """Return the expression for a line, and the range of the words that have the pattern's beginning."""
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
    first, last = lexicon.prefix_range(re.split(r"[?*]", text, maxsplit=1)[0])
    return re.compile(f"^{line}$", re.MULTILINE), first, last
