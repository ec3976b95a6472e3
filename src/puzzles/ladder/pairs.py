"""Pairs of words of a list, of which there may be millions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, overload

import numpy as np

from ...repr_html import Shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["WordPairs"]

SHOWN = 20


class WordPairs(Shown, Sequence[tuple[str, str]]):
    """Pairs of words in rising order, as a sequence; a pair is made when it is asked for.

    Parameters
    ----------
    words : sequence of str
        The list.
    places : int32 array of shape (n, 2)
        Of each pair the places of its words in the list, in any order of the pairs.

    Notes
    -----
    8 bytes a pair. They are sorted when first asked for: O(n log n) time, and 24 bytes a pair meanwhile.

    Examples
    --------
    >>> pairs = WordPairs(("cat", "dog", "owl"), np.array([[1, 2], [0, 1]], np.int32))
    >>> pairs, len(pairs), pairs[-1], ("cat", "dog") in pairs
    ((('cat', 'dog'), ('dog', 'owl')), 2, ('dog', 'owl'), True)
    """

    def __init__(self, words: Sequence[str], places: NDArray[np.int32]) -> None:
        self._words, self._places = words, places

    @cached_property
    def _sorted(self) -> NDArray[np.int32]:
        return self._places[np.lexsort((self._places[:, 1], self._places[:, 0]))]

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, index: int) -> tuple[str, str]: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[tuple[str, str], ...]: ...

    def __getitem__(self, index: int | slice) -> tuple[str, str] | tuple[tuple[str, str], ...]:
        if isinstance(index, slice):
            return tuple(self._made(self._sorted[index]))
        first, second = self._sorted[index].tolist()
        return self._words[first], self._words[second]

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return self._made(self._sorted)

    def _made(self, places: NDArray[np.int32]) -> Iterator[tuple[str, str]]:
        of = self._words.__getitem__
        return zip(map(of, places[:, 0].tolist()), map(of, places[:, 1].tolist()), strict=True)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (WordPairs, tuple, list)):
            return NotImplemented
        return len(self) == len(other) and all(mine == its for mine, its in zip(self, other, strict=True))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        if len(self) <= SHOWN:
            return repr(tuple(self))
        return f"<WordPairs of {len(self):,}: {', '.join(map(repr, self[:SHOWN]))}, …>"
