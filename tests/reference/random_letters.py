"""Plain-Python twin of `core.random_letters`: same names, same answers."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

__all__ = ["draw_letters"]

ALL = (1 << 64) - 1


def draw_letters(state: Sequence[int], letters: Sequence[int], out: MutableSequence[int]) -> None:
    """Write a letter to each place of an array.

    Examples
    --------
    >>> out = [0] * 6
    >>> draw_letters([1, 2, 3, 4], [value % 26 for value in range(1 << 16)], out)
    >>> out
    [7, 0, 0, 0, 8, 0]
    """
    a, b, c, counter = map(int, state)
    for place in range(len(out)):
        if place % 4 == 0:
            drawn = (a + b + counter) & ALL
            counter = (counter + 1) & ALL
            a, b, c = b ^ b >> 11, (c + (c << 3)) & ALL, ((c << 24 & ALL | c >> 40) + drawn) & ALL
        out[place] = letters[drawn & 0xFFFF]
        drawn >>= 16
