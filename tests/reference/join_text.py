"""Plain-Python twin of `core.join_text`: same names, same answers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

__all__ = ["joined"]


def joined(
    data: Sequence[int],
    offsets: Sequence[int],
    numbers: Sequence[int],
    starts: Sequence[int],
    ends: Sequence[int],
    between: bytes,
) -> tuple[list[int], list[int]]:
    """Return texts, each of some words with the same bytes between them.

    Examples
    --------
    >>> texts, places = joined(b"teaat", [0, 3, 5], [1, 0, 0], [0, 2], [2, 3], b" ")
    >>> bytes(texts), places
    (b'at teatea', [0, 6, 9])
    """
    words = [bytes(data[offsets[k] : offsets[k + 1]]) for k in numbers]
    texts = [between.join(words[start:end]) for start, end in zip(starts, ends, strict=True)]
    return list(b"".join(texts)), [0, *accumulate(map(len, texts))]
