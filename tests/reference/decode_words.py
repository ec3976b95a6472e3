"""Plain-Python twin of `core.decode_words`: same names, same answers."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["Spelling", "letter_rows"]


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


def letter_rows(data: Sequence[int], starts: Sequence[int], ends: Sequence[int]) -> list[list[int]] | None:
    """Return the codes of texts of one length that are all ASCII letters, else None.

    Examples
    --------
    >>> letter_rows(b"tea\\nEat", [0, 4], [3, 7])
    [[19, 4, 0], [4, 0, 19]]
    """
    texts = [bytes(data[start:end]) for start, end in zip(starts, ends, strict=True)]
    alike = len({len(text) for text in texts}) == 1
    if not alike or not all(text.isalpha() for text in texts):
        return None
    return [[byte - ord("a") for byte in text.lower()] for text in texts]
