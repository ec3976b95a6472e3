"""Twin of `core.assign.sudoku9_text`: lines of 81 characters, cell by cell."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["read", "write"]

CODES = dict.fromkeys(".0*_", 0) | {str(digit): digit for digit in range(1, 10)}


def read(lines: list[str]) -> list[list[int]] | None:
    """Return the cells of lines of 81 digits and marks of empty cells (. * _, or 0), or None.

    Where 0 occurs with other marks, or nine times, it may be a symbol.

    Examples
    --------
    >>> read(["1.*_" + "9" * 77])[0][:6], read(["1.0" + "9" * 78])
    ([1, 0, 0, 0, 9, 9], None)
    """
    if any(not isinstance(line, str) or len(line) != 81 or set(line) - set(CODES) for line in lines):
        return None
    if any("0" in line and (line.count("0") == 9 or set(line) & set(".*_")) for line in lines):
        return None
    return [[CODES[sign] for sign in line] for line in lines]


def write(cells: Sequence[Sequence[int]], counts: Sequence[int]) -> list[str]:
    """Return the digits of each grid as a line of 81 characters, "" where its count is 0.

    Examples
    --------
    >>> write([[7] * 81, [0] * 81], [1, 0])[0][:3]
    '777'
    """
    return [
        "".join(" 123456789"[value] for value in row) if count else ""
        for row, count in zip(cells, counts, strict=True)
    ]
