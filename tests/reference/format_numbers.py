"""Plain-Python twin of `core.format_numbers`: same names, same answers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

__all__ = ["row_lines"]

Texts = tuple[Sequence[int], Sequence[int]]


def row_lines(literals: tuple[bytes, ...], columns: tuple[Sequence[int] | Texts, ...]) -> bytes:
    r"""Return lines of whole numbers and texts with bytes before, between and behind them.

    Examples
    --------
    >>> row_lines((b"<", b",", b">\n"), ([1, -20], (b"teaat", [0, 3, 5])))
    b'<1,tea>\n<-20,at>\n'
    """

    def texts(column: Sequence[int] | Texts) -> list[bytes]:
        if isinstance(column, tuple):
            data, offsets = column
            return [bytes(data[start:end]) for start, end in pairwise(offsets)]
        return [str(int(value)).encode() for value in column]

    def line(row: tuple[bytes, ...]) -> bytes:
        return literals[0] + b"".join(map(bytes.__add__, row, literals[1:]))

    return b"".join(map(line, zip(*map(texts, columns), strict=True)))
