"""The text form of word ladders: the words at both ends."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from ...base import PuzzleError
from ...io.grid_text import Symbols, clean_text, is_comment
from ...io.text import pluralize, printable

SYMBOLS = Symbols(one="ladder")
LETTERS = "use only words of N letters (default: of any length)"
"""Help of ``--letters``."""
End = str | Collection[str]
_ARROW = re.compile(r"\s*[-=]+>\s*|\s+-+\s+")


def read_ends(text: str) -> tuple[End, End]:
    """Return the words at both ends of ``FROM TO``, ``FROM,TO`` or ``FROM -> TO``, each one or several."""
    if not isinstance(text, str):
        raise PuzzleError(f"{text!r:.40}, expected text: FROM TO")
    lines = clean_text(text).replace("→", "->").split("\n")
    text = "\n".join(line for line in lines if not is_comment(line, SYMBOLS))
    text = _ARROW.sub(" -> ", text)
    ends = text.split("->") if "->" in text else text.split()
    if "->" not in text and len(words := text.replace(",", " ").split()) == 2:  # hit, cog
        ends = words
    if len(ends) != 2:
        raise PuzzleError(f"{pluralize(len(ends), 'word')}, expected two: FROM TO")
    return _end(ends[0]), _end(ends[1])


def _end(text: str) -> End:
    if "," not in text and len(words := text.split()) == 1:
        return words[0]
    words = [word.strip() for word in text.split(",")]
    for word in words:
        if not word or word.split() != [word]:
            raise PuzzleError(
                f"{printable(text.strip())!r:.40}, expected a word, or several separated by commas"
            )
    return words[0] if len(words) == 1 else words


def said(words: End) -> str:
    """Return an end as it is shown."""
    return words if isinstance(words, str) else ",".join(sorted(words))


def writable(word: str) -> bool:
    """Return whether a word can stand in the text of a ladder."""
    cleaned = clean_text(word)
    return cleaned == word and word.split() == [word] and not word.startswith("#") and _is_free(word)


def _is_free(text: str) -> bool:
    return "," not in text and "→" not in text and _ARROW.search(text) is None


def all_writable(words: Sequence[str]) -> list[bool]:
    """Say the same of many words."""
    joined = " ".join(words)
    if (
        "#" not in joined
        and _is_free(joined)
        and clean_text(joined) == joined
        and joined.split() == list(words)
    ):
        return [True] * len(words)
    return list(map(writable, words))


def written(from_word: End, to_word: End) -> str:
    """Return the text that `read_ends` reads back."""
    for end in (from_word, to_word):
        for word in [end] if isinstance(end, str) else end:
            if not writable(word):
                raise PuzzleError(f"{word!r:.40} has no text form; use a word without blanks and commas")
    return f"{said(from_word)} -> {said(to_word)}"
