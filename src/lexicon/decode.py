"""Words of a lexicon from their letter codes, as many at once as are asked for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from ..core.decode_words import Spelling

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Strings"]


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
        self._spelling, self._count = Spelling(alphabet, codes, offsets), len(offsets) - 1

    def __len__(self) -> int:
        return self._count

    def decode(self, numbers: Iterable[int] | NDArray[np.integer]) -> list[str]:
        """Return the words of many numbers; see `Lexicon.decode`."""
        if isinstance(numbers, np.ndarray):
            chosen = numbers
        elif isinstance(numbers, range):
            chosen = np.arange(numbers.start, numbers.stop, numbers.step)
        else:
            chosen = np.array(list(numbers), dtype=np.int64)
        if chosen.dtype != np.uint32:
            if chosen.size and (int(chosen.min()) < 0 or int(chosen.max()) >= len(self)):
                raise IndexError(f"words {chosen.min()} to {chosen.max()}, expected 0 to {len(self) - 1}")
            chosen = chosen.astype(np.uint32)
        return self._spelling.decode(np.ascontiguousarray(chosen))
