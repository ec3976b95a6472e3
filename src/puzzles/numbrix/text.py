"""Reads boards of numbers, plain or with the lines of a drawn box."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ...base import PuzzleError
from ...textio import text_lines

__all__ = ["Cell", "read_grid"]

EMPTY, HOLES = frozenset("._?0"), frozenset(("#", "x", "X", "-1"))
UPRIGHT = "|│┃║"
RULE = re.compile(r"[\s+=|─-╿-]*[+=─-╿-]{2}[\s+=|─-╿-]*")


class Cell(NamedTuple):
    """A clue (0 none, -1 a hole) and where it was read."""

    value: int
    line: int | None = None
    column: int | None = None


def read_grid(text: str, most: int, file: str | None) -> list[list[Cell]]:
    """Return the rows of cells of a text; at most `most` rows and columns."""
    rows: list[list[Cell]] = []
    for number, line in text_lines(text):
        for part in re.finditer(r"[^/]+", line):
            if RULE.fullmatch(part.group()):
                continue
            row = list(_cells(part.group(), number, part.start(), file))
            if not row:
                continue
            rows.append(row)
            if len(rows) > most or len(row) > most:
                raise PuzzleError(
                    f"more than {most} rows or columns, expected at most {most}", file=file, line=number
                )
    if not rows:
        raise PuzzleError("no cells, expected a board", file=file)
    return rows


def _cells(text: str, line: int, offset: int, file: str | None) -> Iterator[Cell]:
    for mark in UPRIGHT[1:]:
        text = text.replace(mark, "|")
    boxed = "|" in text
    parts = list(re.finditer(r"[^|]*", text))
    parts = [part for part in parts if part.start() < len(text) or part.group()]
    for k, part in enumerate(parts):
        found = list(re.finditer(r"[^\s,]+", part.group()))
        if boxed and not found and part.group() and 0 < k < len(parts) - (not text.rstrip().endswith("|")):
            yield Cell(0, line, offset + part.start() + 1)
        for token in found:
            yield _cell(token.group(), line, offset + part.start() + token.start() + 1, file)


def _cell(token: str, line: int, column: int, file: str | None) -> Cell:
    if token in HOLES:
        return Cell(-1, line, column)
    if set(token) <= EMPTY and (len(token) == 1 or len(set(token)) == 1):
        return Cell(0, line, column)
    if token.isascii() and token.isdigit() and len(token) < 10:
        return Cell(int(token), line, column)
    raise PuzzleError(
        f"{token[:20]!r}, expected a number, '.' for empty or '#' for a hole",
        file=file,
        line=line,
        column=column,
    )
