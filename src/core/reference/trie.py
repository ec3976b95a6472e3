"""Twin of `unriddle.core.trie`: a sorted list of words."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["Trie"]


class Trie:
    """A set of words over letter codes, numbered in the order of their codes.

    Examples
    --------
    >>> trie = Trie([(0,), (0, 1), (2,)])
    >>> trie.n_words, trie.n_nodes, trie.find((0, 1)), trie.find((1,))
    (3, 4, 1, -1)
    """

    def __init__(self, words: Iterable[tuple[int, ...]]) -> None:
        self.words = sorted(set(words))
        self.numbers = {word: number for number, word in enumerate(self.words)}
        self.prefixes = {word[:end] for word in self.words for end in range(len(word) + 1)} | {()}
        self.inner = {word[:end] for word in self.words for end in range(len(word))} | {()}

    @property
    def n_words(self) -> int:
        """Number of words."""
        return len(self.words)

    @property
    def n_nodes(self) -> int:
        """Prefixes of the words, the empty one and the words themselves included."""
        return len(self.prefixes)

    def find(self, codes: tuple[int, ...]) -> int:
        """Return the number of a word, -1 if it is none."""
        return self.numbers.get(tuple(codes), -1)
