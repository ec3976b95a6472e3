"""Count the boards of each word of a lexicon; words are decoded when they are asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ....lexicon import Lexicon

__all__ = ["WordCounts", "ranked"]


def ranked(counts: Mapping[str, int]) -> dict[str, int]:
    """Return counts of words, the greatest first, equal ones by the words.

    Examples
    --------
    >>> ranked({"b": 1, "c": 2, "a": 1})
    {'c': 2, 'a': 1, 'b': 1}
    """
    words = sorted(counts)
    words.sort(key=counts.__getitem__, reverse=True)  # equal ones stay in their order
    return {word: counts[word] for word in words}


class WordCounts(Mapping[str, int]):
    """Word -> number of boards, for words that are on any, the most frequent first.

    Made of int64 counts, one per word of the lexicon.

    Examples
    --------
    >>> from unriddle import Lexicon
    >>> found = WordCounts(Lexicon(["ape", "bee", "cat"]), np.array([1, 0, 2]))
    >>> found.most(1), dict(found), len(found)
    ([('cat', 2)], {'cat': 2, 'ape': 1}, 2)
    """

    def __init__(self, lexicon: Lexicon, counts: NDArray[np.int64]) -> None:
        self._lexicon, self._counts = lexicon, counts
        self._numbers = np.flatnonzero(counts)

    def most(self, number: int) -> list[tuple[str, int]]:
        """Return the most frequent words and their counts, equal ones by the words; O(words)."""
        found = self._counts[self._numbers]
        if number < found.size:  # and all that are as frequent as the last one
            least = np.partition(found, found.size - number)[found.size - number] if number else np.inf
            return list(ranked(self._of(self._numbers[found >= least])).items())[:number]
        return list(self._all.items())[:number]

    def _of(self, numbers: NDArray[np.int64]) -> dict[str, int]:
        return dict(zip(self._lexicon.decode(numbers), self._counts[numbers].tolist(), strict=True))

    @cached_property
    def _all(self) -> dict[str, int]:
        return ranked(self._of(self._numbers))

    def __getitem__(self, word: str) -> int:
        return self._all[word]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all)

    def __len__(self) -> int:
        return int(self._numbers.size)

    def __repr__(self) -> str:
        return repr(self._all)

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (self._all,)
