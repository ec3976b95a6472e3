"""Reads boards of numbers, plain, with the lines of a drawn box, or as arrays; writes them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...base import PuzzleError
from ...textio import text_lines
from ..common.checks import check_text

if TYPE_CHECKING:
    from .result import Grid

__all__ = [
    "HOLE",
    "MAX_SIDE",
    "Board",
    "Cell",
    "cells_of",
    "column_ends",
    "plain_board",
    "plain_rows",
    "read_grid",
    "spot",
    "validate",
    "write_grid",
]

MAX_SIDE = 50
HOLE = -1
EMPTY, HOLES = frozenset("._?0"), frozenset(("#", "x", "X", "-1"))
UPRIGHT = "|│┃║"
TOKEN = re.compile(r"[^\s,]+")
RULE = re.compile(r"[\s+=|─-╿-]*[+=─-╿-]{2}[\s+=|─-╿-]*")


PLAIN = {".": 0, "#": HOLE} | {str(number): number for number in range(MAX_SIDE * MAX_SIDE + 1)}


class Cell(NamedTuple):
    """A clue (0 none, -1 a hole) and where it was read."""

    value: int
    line: int | None = None
    column: int | None = None


class Board(NamedTuple):
    """A board that holds: rows of numbers, row and column of each one given, how many numbers there are."""

    grid: Grid
    places: dict[int, tuple[int, int]]
    n_numbers: int


def spot(place: tuple[int, int]) -> str:
    """Return how a cell is named.

    Examples
    --------
    >>> spot((0, 2))
    'row 1, column 3'
    """
    return f"row {place[0] + 1}, column {place[1] + 1}"


def plain_rows(text: str) -> list[list[int]] | None:
    """Return the rows of a text of numbers, ``.`` and ``#`` apart by spaces, as nearly all are; else None.

    Examples
    --------
    >>> plain_rows("1 . 3/# 5 ."), plain_rows("| 1 |")
    ([[1, 0, 3], [-1, 5, 0]], None)
    """
    if not isinstance(text, str) or "\r" in text:  # which ends a line too
        return None
    try:
        rows = [[PLAIN[token] for token in row.split()] for row in text.replace("/", "\n").split("\n")]
    except KeyError:  # it has to be looked at
        return None
    rows = [row for row in rows if row]
    return rows if 0 < len(rows) <= MAX_SIDE and max(map(len, rows)) <= MAX_SIDE else None


def plain_board(text: str) -> Board | None:
    """Return what `validate` does of a text that `plain_rows` reads; None for others, and where it is wrong.

    Examples
    --------
    >>> plain_board("1 ./# 2").grid, plain_board("1 1")
    (((1, 0), (-1, 2)), None)
    """
    rows = plain_rows(text)
    if rows is None or len(set(map(len, rows))) > 1:
        return None
    n = sum(len(row) - row.count(HOLE) for row in rows)
    given = [(value, (r, c)) for r, row in enumerate(rows) for c, value in enumerate(row) if value > 0]
    places = dict(given)
    if not n or len(places) < len(given) or (places and max(places) > n):
        return None
    return Board(tuple(map(tuple, rows)), places, n)


def read_grid(text: str, file: str | None) -> list[list[Cell]]:
    """Return the rows of cells of a text."""
    rows: list[list[Cell]] = []
    for number, line in text_lines(check_text(text, file=file)):
        for part in re.finditer(r"[^/]+", line):
            if RULE.fullmatch(part.group()):
                continue
            row = list(_cells(part.group(), number, part.start(), file))
            if not row:
                continue
            rows.append(row)
            if len(rows) > MAX_SIDE or len(row) > MAX_SIDE:
                raise PuzzleError(
                    f"more than {MAX_SIDE} rows or columns, expected at most {MAX_SIDE}",
                    file=file,
                    line=number,
                )
    if not rows:
        raise PuzzleError("no cells, expected a board", file=file)
    return rows


def _cells(text: str, line: int, offset: int, file: str | None) -> Iterator[Cell]:
    for mark in UPRIGHT[1:]:
        text = text.replace(mark, "|")
    if "|" not in text:
        for token in TOKEN.finditer(text):
            yield _cell(token, line, offset, file)
        return
    parts = list(re.finditer(r"[^|]*", text))
    parts = [part for part in parts if part.start() < len(text) or part.group()]
    for k, part in enumerate(parts):
        found = list(TOKEN.finditer(part.group()))
        if not found and part.group() and 0 < k < len(parts) - (not text.rstrip().endswith("|")):
            yield Cell(0, line, offset + part.start() + 1)
        for token in found:
            yield _cell(token, line, offset + part.start(), file)


def _cell(token: re.Match[str], line: int, offset: int, file: str | None) -> Cell:
    column = offset + token.start() + 1
    value = _value(token.group())
    if value is None:
        raise PuzzleError(_unknown(token.group()), file=file, line=line, column=column)
    return Cell(value, line, column)


def _value(token: str) -> int | None:
    """Return the clue that a symbol stands for; None where it is none."""
    if token == ".":
        return 0
    if token.isascii() and token.isdigit() and len(token) < 10:
        return int(token)
    if token in HOLES:
        return HOLE
    return 0 if token[0] in EMPTY and len(set(token)) == 1 else None


def _unknown(token: object) -> str:
    shown = repr(token[:20]) if isinstance(token, str) else f"{token!r:.40}"
    return f"{shown}, expected a number, '.' for empty or '#' for a hole"


def cells_of(grid: Any) -> list[list[Cell]]:
    """Return the rows of cells of an array of whole numbers, or of rows of numbers and texts.

    Examples
    --------
    >>> [[cell.value for cell in row] for row in cells_of([["1", " ", 3], [".", "#", 0]])]
    [[1, 0, 3], [0, -1, 0]]
    """
    try:
        array = np.asarray(grid)
    except ValueError:
        raise PuzzleError("rows of different lengths, expected a rectangle") from None
    if array.ndim != 2 or array.dtype.kind not in "iuUO":
        raise PuzzleError(f"an array of shape {array.shape} and type {array.dtype}, expected rows of int")
    if max(array.shape) > MAX_SIDE:
        raise PuzzleError(
            f"{array.shape[0]} rows of {array.shape[1]} cells, expected at most {MAX_SIDE} of each"
        )
    if array.dtype.kind in "iu":
        return [[Cell(value) for value in row] for row in array.tolist()]
    return [
        [Cell(_entry(value, (r, c))) for c, value in enumerate(row)] for r, row in enumerate(array.tolist())
    ]


def _entry(entry: object, place: tuple[int, int]) -> int:
    known = isinstance(entry, (str, int)) and not isinstance(entry, bool)
    value = _value(str(entry).strip() or ".") if known else None
    if value is None:
        raise PuzzleError(f"{spot(place)}: {_unknown(entry)}")
    return value


def validate(cells: list[list[Cell]], file: str | None) -> Board:
    """Return the board of some cells.

    Raises
    ------
    PuzzleError
        Rows of several lengths, no cell, a number out of range or given twice.
    """
    cols = len(cells[0]) if cells else 0
    if cols == 0:
        raise PuzzleError("no cells, expected a board", file=file)
    for row in cells:
        if len(row) != cols:
            last = row[-1] if row else Cell(0)
            raise PuzzleError(
                f"a row of {len(row)} cells, expected {cols}", file=file, line=last.line, column=last.column
            )
    n = sum(cell.value != HOLE for row in cells for cell in row)
    if n == 0:
        raise PuzzleError("holes only, expected at least one cell", file=file)
    places: dict[int, tuple[int, int]] = {}
    for r, row in enumerate(cells):
        for c, cell in enumerate(row):
            wrong = ""
            if not HOLE <= cell.value <= n:
                wrong = f"{cell.value} at {spot((r, c))}, expected 1 to {n}"
            elif cell.value in places:
                wrong = (
                    f"{cell.value} is given twice, at {spot(places[cell.value])} and at {spot((r, c))},"
                    " expected each number once"
                )
            if wrong:
                raise PuzzleError(wrong, file=file, line=cell.line, column=cell.column)
            if cell.value > 0:
                places[cell.value] = (r, c)
    return Board(tuple(tuple(cell.value for cell in row) for row in cells), places, n)


def _pitch(most: int, hexagons: bool) -> int:
    """Return the characters from a column to the next; of hexagons even, as half of it is between rows."""
    pitch = len(str(most)) + 1
    return pitch + pitch % 2 if hexagons else pitch


def column_ends(cols: int, most: int, *, hexagons: bool = False) -> list[int]:
    """Return where the last digit of each column stands in the first row that `write_grid` writes.

    Examples
    --------
    >>> column_ends(3, 25), column_ends(3, 25, hexagons=True)
    ([1, 4, 7], [1, 5, 9])
    """
    return [col * _pitch(most, hexagons) + len(str(most)) - 1 for col in range(cols)]


def write_grid(grid: Sequence[Sequence[int]], most: int, *, box: bool = False, hexagons: bool = False) -> str:
    """Return rows of numbers up to `most` as text, with or without the lines of a box.

    A box of hexagons would be none: with `box` each row is set half a cell to the right of the one above.

    Examples
    --------
    >>> print(write_grid([[1, 0, -1]], 2, box=True))
    +---+---+---+
    | 1 | . | # |
    +---+---+---+
    >>> print(write_grid([[1, 0], [4, 3]], 4, box=True, hexagons=True))
    1 .
     4 3
    """
    width = len(str(most))
    rows = [[{0: ".", HOLE: "#"}.get(v, str(v)).rjust(width) for v in row] for row in grid]
    if box and hexagons:
        pitch = _pitch(most, hexagons)
        gap = " " * (pitch - width)
        return "\n".join(" " * (r * pitch // 2) + gap.join(row) for r, row in enumerate(rows))
    if not box:
        return "\n".join(" ".join(row) for row in rows)
    line = "+" + f"{'-' * (width + 2)}+" * len(grid[0])
    return "\n".join([line, *(f"| {' | '.join(row)} |\n{line}" for row in rows)])
