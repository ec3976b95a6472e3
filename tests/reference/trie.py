"""Twin of `unriddle.core.trie`: a sorted list of words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

__all__ = ["MAX_LENGTH", "MAX_LETTERS", "Trie"]

MAX_LETTERS = 63
MAX_LENGTH = 254


class Trie:
    """A set of words over letter codes, numbered in the order of their codes; a word's place is its number.

    Examples
    --------
    >>> trie = Trie([(0,), (0, 1), (2,)])
    >>> trie.n_words, trie.n_nodes, trie.find((0, 1)), trie.find((1,))
    (3, 4, 1, -1)
    """

    def __init__(self, words: Iterable[Sequence[int]], n_letters: int = MAX_LETTERS) -> None:
        self.words = sorted({tuple(int(code) for code in word) for word in words})
        self.numbers = {word: number for number, word in enumerate(self.words)}
        self.prefixes = {word[:end] for word in self.words for end in range(len(word) + 1)} | {()}
        self.inner = {word[:end] for word in self.words for end in range(len(word))} | {()}
        self.order = list(range(len(self.words)))
        self.n_letters = n_letters

    @staticmethod
    def build(codes: Sequence[int], offsets: Sequence[int], n_letters: int) -> Trie:
        """Return the trie of words that lie one after another.

        Examples
        --------
        >>> Trie.build([0, 0, 1, 2], [0, 1, 3, 4], 3).words
        [(0,), (0, 1), (2,)]
        """
        return Trie([tuple(codes[start:end]) for start, end in pairwise(offsets)], n_letters)

    @staticmethod
    def from_arrays(arrays: Mapping[str, Any], n_letters: int) -> Trie:
        """Return the trie that `arrays` gave."""
        return Trie(arrays["nodes"], n_letters)

    def arrays(self) -> dict[str, Any]:
        """Return what makes the trie: the words, and their order."""
        return {"nodes": self.words, "order": self.order}

    @property
    def n_words(self) -> int:
        """Number of words."""
        return len(self.words)

    @property
    def n_nodes(self) -> int:
        """Prefixes of the words, the empty one and the words themselves included."""
        return len(self.prefixes)

    def find(self, codes: Sequence[int]) -> int:
        """Return the number of a word, -1 if it is none."""
        return self.numbers.get(tuple(codes), -1)
