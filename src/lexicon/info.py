"""What a lexicon holds, in numbers; a module of its own because few programs ask."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..repr_html import Shown

__all__ = ["LexiconInfo"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LexiconInfo(Shown):
    """What `Lexicon.info` tells."""

    name: str
    """Name of the embedded list, or the file."""
    words: int
    """Distinct words."""
    letters: int
    """Letters of all words together."""
    alphabet: str
    """The letters in the order of their codes."""
    shortest: int
    """Letters of the shortest word."""
    longest: int
    """Letters of the longest word."""
    nodes: int
    """Trie nodes: prefixes of the words, the empty one and the words themselves included."""
    bytes: int
    """Memory of the trie's nodes."""
    skipped: int
    """Lines left out because they are no word."""
    duplicates: int
    """Words that came more than once, in whatever case."""
    left_out: Mapping[str, int]
    """Of those the number by reason, for a list read with `fold`, `language` or `alphabet`."""
    digest: str
    """32 hexadecimal digits that stand for alphabet and words."""
