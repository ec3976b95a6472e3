"""Plain-Python twin of `core.numerals`: same names, same answers."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["int_lines"]


def int_lines(literals: tuple[bytes, ...], columns: tuple[Sequence[int], ...]) -> bytes:
    r"""Return lines of whole numbers with texts before, between and behind them.

    Examples
    --------
    >>> int_lines((b"<", b",", b">\n"), ([1, 20], [-3, 0]))
    b'<1,-3>\n<20,0>\n'
    """

    def line(row: tuple[int, ...]) -> bytes:
        texts = [str(int(value)).encode() for value in row]
        return literals[0] + b"".join(map(bytes.__add__, texts, literals[1:]))

    return b"".join(map(line, zip(*columns, strict=True)))
