"""Plain-Python twin of `core.spelling`: same names, same answers."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["Spelling"]


class Spelling:
    """The words of a list by their numbers.

    Examples
    --------
    >>> Spelling("abc", [0, 1, 2], [0, 2, 3]).decode([1, 0])
    ['c', 'ab']
    """

    def __init__(self, alphabet: str, codes: Sequence[int], offsets: Sequence[int]) -> None:
        self.alphabet, self.codes, self.offsets = alphabet, codes, offsets

    def decode(self, numbers: Sequence[int]) -> list[str]:
        """Return the words of some numbers."""
        spelled = (self.codes[self.offsets[number] : self.offsets[number + 1]] for number in numbers)
        return ["".join(self.alphabet[code] for code in word) for word in spelled]
