"""Words of a lexicon from their letter codes: many at once, and those asked for again kept."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, cast

import numpy as np

from .table import offsets_of, pack

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Strings"]

FEW = 1 << 12
"""Words asked for at a time that are kept."""
KEPT = 1 << 20
"""Words of a lexicon of which some are kept."""


class Strings:
    """The words of a lexicon by their numbers.

    Parameters
    ----------
    alphabet : str
        The letter of each code.
    codes : uint8 array
        Letter codes of all words, one word after another.
    offsets : int64 array of shape (n + 1,)
        Word i is ``codes[offsets[i]:offsets[i + 1]]``.

    Examples
    --------
    >>> Strings("abc", np.array([0, 1, 2], np.uint8), np.array([0, 2, 3])).decode([1, 0])
    ['c', 'ab']
    """

    def __init__(self, alphabet: str, codes: NDArray[np.uint8], offsets: NDArray[np.int64]) -> None:
        self.codes, self.offsets = codes, offsets
        self._points = np.array([ord(letter) for letter in alphabet], dtype="<u4")

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def decode(self, numbers: Iterable[int] | NDArray[np.integer]) -> list[str]:
        """Return the words of many numbers; see `Lexicon.decode`."""
        if (
            isinstance(numbers, range)
            and numbers.step == 1
            and 0 <= numbers.start < numbers.stop <= len(self)
        ):
            offsets = self.offsets[numbers.start : numbers.stop + 1]
            return self._cut(self.codes[offsets[0] : offsets[-1]], offsets - offsets[0])
        chosen = numbers if isinstance(numbers, np.ndarray) else np.array(list(numbers), dtype=np.int64)
        if not chosen.size:
            return []
        few = chosen.size <= FEW and len(self) <= KEPT and chosen.ndim == 1
        try:
            if few and chosen.dtype.kind == "u":  # no number is below 0: one above the last shows itself
                return self._known_or_made(chosen.tolist())
        except IndexError:
            pass  # said below
        if int(chosen.min()) < 0 or int(chosen.max()) >= len(self):
            raise IndexError(f"words {chosen.min()} to {chosen.max()}, expected 0 to {len(self) - 1}")
        chosen = chosen.astype(np.int64, copy=False)
        return self._known_or_made(chosen.tolist()) if few else self._made(chosen)

    def _known_or_made(self, numbers: list[int]) -> list[str]:
        """Return the words of numbers from 0 up, those that are not known yet made at once."""
        known = self._known
        words = [known[number] for number in numbers]
        if None in words:
            missing = [number for number in numbers if known[number] is None]
            for number, word in zip(missing, self._made(np.array(missing, dtype=np.int64)), strict=True):
                known[number] = word
            words = [known[number] for number in numbers]
        return cast("list[str]", words)

    def _made(self, numbers: NDArray[np.int64]) -> list[str]:
        codes, lengths = pack(self.codes, self.offsets, numbers)
        return self._cut(codes, offsets_of(lengths))

    @cached_property
    def _known(self) -> list[str | None]:
        return [None] * len(self)

    def _cut(self, codes: NDArray[np.uint8], offsets: NDArray[np.int64]) -> list[str]:
        text = self._points[codes].tobytes().decode("utf-32-le")
        return [text[start:end] for start, end in pairwise(offsets.tolist())]
