"""Plain-Python twin of `core.digests`: same names, same answers."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from itertools import pairwise

__all__ = ["digests", "seeds"]

SEED_BITS = 62


def digests(data: Sequence[int], offsets: Sequence[int], length: int) -> list[list[int]]:
    """Return the digest of each of some texts.

    Examples
    --------
    >>> digests(b"teaat", [0, 3, 5], 4)
    [[31, 184, 166, 38], [7, 215, 163, 111]]
    """
    texts = (bytes(data[start:end]) for start, end in pairwise(offsets))
    return [list(blake2b(text, digest_size=length).digest()) for text in texts]


def seeds(seed: int, numbers: Sequence[int], attempts: Sequence[int]) -> list[int]:
    """Return a seed for each of some attempts, derived from that of the run.

    Examples
    --------
    >>> seeds(0, [1, 2], [0, 3])
    [1373090100307707604, 3555497295488877884]
    """
    texts = (b"%d/%d/%d" % (seed, *pair) for pair in zip(numbers, attempts, strict=True))
    found = (int.from_bytes(blake2b(text, digest_size=8).digest(), "little") for text in texts)
    return [value >> (64 - SEED_BITS) for value in found]
