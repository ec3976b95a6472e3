"""The notation of cells: ``r1c1``, ``A1``, or (row, column) from 0; ``r1c1-r4c4`` is a straight line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from ....base import PuzzleError
from ...framework.arguments import as_int

Cells = tuple[int, ...]

CELL = re.compile(r"[rR](\d{1,2})[cC](\d{1,2})\Z")
SHEET = re.compile(r"([A-Za-z])(\d{1,2})\Z")
"""A column as a letter and a row as a number, as in a spreadsheet."""
DASH = re.compile(r"\s*-\s*")


def cell_sign(cell: int, n: int) -> str:
    """Return a cell of an n × n grid as ``r1c1``."""
    return f"r{cell // n + 1}c{cell % n + 1}"


def signs(cells: Iterable[int], n: int) -> str:
    """Return cells as ``r1c1 r1c2``."""
    return " ".join(cell_sign(cell, n) for cell in cells)


@lru_cache(maxsize=64)
def _signed(n: int) -> dict[str, int]:
    """Return the cells of an n × n grid by `cell_sign`: nearly all that are read are written so."""
    return {cell_sign(cell, n): cell for cell in range(n * n)}


def cell_of(value: Any, n: int, what: str) -> int:
    """Return the number of a cell, from ``r1c1`` or ``A1``, or from (row, column) counted from 0."""
    row = col = -1
    if isinstance(value, str):
        if match := CELL.match(value):
            row, col = int(match[1]) - 1, int(match[2]) - 1
        elif match := SHEET.match(value):
            row, col = int(match[2]) - 1, ord(match[1].upper()) - ord("A")
    elif isinstance(value, (list, tuple)) and len(value) == 2:
        row, col = (-1 if (k := as_int(part)) is None else k for part in value)
    if not (0 <= row < n and 0 <= col < n):
        raise PuzzleError(f"{value!r:.40} in {what}, expected a cell from r1c1 to r{n}c{n}")
    return n * row + col


def listed(value: Any, what: str, expected: str) -> Iterable[Any]:
    """Return what is no text and no mapping, but can be iterated over."""
    if not isinstance(value, Iterable) or isinstance(value, (str, Mapping)):
        raise PuzzleError(f"{what}={value!r:.40}, expected {expected}")
    return value


def path_of(value: Any, n: int, what: str) -> Cells:
    """Return the numbers of some cells as they come, each once.

    Examples
    --------
    >>> path_of("r1c1-r3c3 r3c2", 4, "thermometers")
    (0, 5, 10, 9)
    """
    if isinstance(value, str):
        value = (DASH.sub("-", value) if "-" in value else value).replace(",", " ").split()
        found = [_signed(n).get(one, -1) for one in value]
    else:
        value, found = listed(value, what, "cells such as r1c1 r2c3"), [-1]
    if -1 in found:
        found = [cell for one in value for cell in _straight(one, n, what)]
    if len(set(found)) != len(found):
        twice = next(cell for cell in found if found.count(cell) > 1)
        raise PuzzleError(f"{cell_sign(twice, n)} is twice in {what}")
    return tuple(found)


def _straight(value: Any, n: int, what: str) -> Iterator[int]:
    """Yield a cell, or the cells from one to another along a row, a column or a diagonal."""
    ends = value.split("-") if isinstance(value, str) else [value]
    if len(ends) != 2:
        yield cell_of(value, n, what)
        return
    (row, col), (last_row, last_col) = (divmod(cell_of(end, n, what), n) for end in ends)
    down, right = last_row - row, last_col - col
    if down and right and abs(down) != abs(right):
        raise PuzzleError(f"{value!r:.40} in {what}, expected a row, a column or a diagonal")
    steps = max(abs(down), abs(right))
    for k in range(steps + 1):
        yield n * (row + k * _sign(down)) + col + k * _sign(right)


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)
