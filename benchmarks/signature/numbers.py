"""Numbers that look random and digests of arrays: the same on every machine."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator

import numpy as np

__all__ = ["differing", "digest_number", "numbers", "syllables"]


def digest_number(array: np.ndarray[tuple[int, ...], np.dtype[np.generic]]) -> int:
    """Return a number that stands for the content of an array.

    Examples
    --------
    >>> digest_number(np.zeros(3)) == digest_number(np.zeros(3)[::-1])
    True
    """
    return int.from_bytes(hashlib.sha256(np.ascontiguousarray(array).tobytes()).digest()[:8], "big")


def differing(
    search: Callable[[int], np.ndarray[tuple[int, ...], np.dtype[np.generic]]], threads: int
) -> Iterator[int]:
    """Yield a digest of what a search finds on `threads` threads where one finds something else.

    Examples
    --------
    >>> list(differing(lambda threads: np.zeros(3), 2)), len(list(differing(np.zeros, 2)))
    ([], 1)
    """
    if threads > 1 and (found := digest_number(search(threads))) != digest_number(search(1)):
        yield found


def numbers(count: int, below: int) -> Iterator[int]:
    """Yield numbers of a linear congruential generator.

    Examples
    --------
    >>> list(numbers(3, 10))
    [5, 3, 7]
    """
    state = 1
    for _ in range(count):
        state = (state * 1664525 + 1013904223) % 2**32
        yield (state >> 8) % below


def syllables() -> Iterator[str]:
    """Yield made-up words: the embedded list may change without a search changing.

    Examples
    --------
    >>> next(syllables())
    'bat'
    """
    for first in "bcdfghlmnprst":
        for second in ("a", "e", "i", "o", "ar", "en", "in", "or"):
            for third in ("", "s", "ed", "er", "al", "ing", "ate"):
                yield first + second + "tnsr"[len(third)] + third
