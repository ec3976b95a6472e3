"""What a board of word placement is: cells, slots, letters. Every part of the folder asks here."""

from __future__ import annotations

import re
from collections.abc import Sequence
from operator import eq
from typing import Any, NamedTuple

__all__ = ["EMPTY", "FORBIDDEN", "Slot", "find_slots", "fold", "fold_all", "is_open", "run_length"]

FORBIDDEN, EMPTY = "0", "1"
_RUN = re.compile("[^0]{2,}")


class Slot(NamedTuple):
    """A maximal run of two or more open cells; rows and columns count from 0.

    Examples
    --------
    >>> Slot(0, 1, True, 4).label
    'R1C2DV'
    """

    row: int
    col: int
    vertical: bool
    length: int

    @property
    def label(self) -> str:
        """The slot as a move names it, counting from 1."""
        return f"R{self.row + 1}C{self.col + 1}D{'V' if self.vertical else 'H'}"

    def indices(self, width: int) -> range:
        """The indices of its cells, row by row, on a board of so many columns."""
        start, step = self.row * width + self.col, width if self.vertical else 1
        return range(start, start + self.length * step, step)

    def cells(self) -> list[tuple[int, int]]:
        """The (row, column) of its cells in order."""
        if self.vertical:
            return [(row, self.col) for row in range(self.row, self.row + self.length)]
        return [(self.row, col) for col in range(self.col, self.col + self.length)]

    def text(self, rows: Sequence[Sequence[Any]]) -> str:
        """What stands in its cells on a board."""
        return "".join(str(rows[row][col]) for row, col in self.cells())


def is_open(entry: object) -> bool:
    """Say whether an entry of a board is no forbidden cell: 1, or a letter.

    Examples
    --------
    >>> is_open(0), is_open(1), is_open("T")
    (False, True, True)
    """
    return entry != 0 and entry != FORBIDDEN


def run_length(board: Sequence[Sequence[object]], row: int, col: int, drow: int, dcol: int) -> int:
    """Count the open cells from a cell on, itself included, in steps of (drow, dcol).

    Examples
    --------
    >>> run_length([[1, "T", 0]], 0, 0, 0, 1), run_length([[1, 1, 1]], 0, 0, 0, -1)
    (2, 1)
    """
    count = 0
    while 0 <= row < len(board) and 0 <= col < len(board[row]) and is_open(board[row][col]):
        row, col, count = row + drow, col + dcol, count + 1
    return count


def find_slots(rows: Sequence[str]) -> list[Slot]:
    """Return the slots of a board given as strings: those across row by row, then those down.

    Examples
    --------
    >>> [slot.label for slot in find_slots(["111", "010", "010", "010"])]
    ['R1C1DH', 'R1C2DV']
    """
    slots = [
        Slot(row, found.start(), False, found.end() - found.start())
        for row, line in enumerate(rows)
        for found in _RUN.finditer(line)
    ]
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    slots += [
        Slot(found.start(), col, True, found.end() - found.start())
        for col, line in enumerate(columns)
        for found in _RUN.finditer(line)
    ]
    return slots


def fold(text: str) -> str:
    """Return `text` in upper case, letter by letter, so that its length stays.

    Examples
    --------
    >>> fold("straße")
    'STRAßE'
    """
    upper = text.upper()
    if len(upper) == len(text):
        return upper
    return "".join(ch.upper() if len(ch.upper()) == 1 else ch for ch in text)


def fold_all(words: Sequence[str]) -> list[str]:
    """Return each word folded; one call of `upper` for all of them where no length changes.

    Examples
    --------
    >>> fold_all(["ab", "straße"])
    ['AB', 'STRAßE']
    """
    upper = "\n".join(words).upper().split("\n")
    if len(upper) == len(words) and all(map(eq, map(len, upper), map(len, words))):
        return upper
    return list(map(fold, words))
