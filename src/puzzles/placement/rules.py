"""Cells, slots and letters of boards of word placement."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from operator import eq
from typing import Any, NamedTuple

from ...io.formats.crosswords import NO_MARKS, Bar, Cell, Marks

FORBIDDEN, EMPTY = "0", "1"
_RUN = re.compile("[^0]{2,}")


class Slot(NamedTuple):
    """A maximal run of two or more open cells without a bar; rows and columns count from 0."""

    row: int
    col: int
    vertical: bool
    length: int

    @property
    def label(self) -> str:
        """The slot as a move names it, counting from 1."""
        return f"R{self.row + 1}C{self.col + 1}D{'V' if self.vertical else 'H'}"

    def indices(self, width: int) -> range:
        """Return the indices of its cells, row by row, on a board of `width` columns."""
        start, step = self.row * width + self.col, width if self.vertical else 1
        return range(start, start + self.length * step, step)

    def cells(self) -> list[tuple[int, int]]:
        """Return the (row, column) of its cells in order."""
        if self.vertical:
            return [(row, self.col) for row in range(self.row, self.row + self.length)]
        return [(self.row, col) for col in range(self.col, self.col + self.length)]

    def text(self, rows: Sequence[Sequence[Any]], rebus: Mapping[Cell, str] = NO_MARKS.rebus) -> str:
        """Return the entries of its cells on a board; `rebus` are the letters of cells that hold several."""
        return "".join(rebus.get((row, col)) or str(rows[row][col]) for row, col in self.cells())

    def parts(self, bars: Collection[Bar]) -> Iterator[Slot]:
        """Yield the slots that bars between its cells leave of it."""
        cells = self.cells()
        ends = [k for k, (row, col) in enumerate(cells) if k and (row, col, self.vertical) in bars]
        for start, end in pairwise([0, *ends, len(cells)]):
            if end - start > 1:
                yield Slot(*cells[start], self.vertical, end - start)


class PlacementTask(NamedTuple):
    """What is solved and checked: words, a board as rows of 0, 1 and letters, and how words may be used."""

    words: tuple[str, ...]
    board: tuple[str, ...]
    reuse: bool = False
    exact: bool = True


def is_open(entry: object) -> bool:
    """Return whether an entry of a board is no forbidden cell: 1, or a letter."""
    return entry != 0 and entry != FORBIDDEN


def run_length(board: Sequence[Sequence[object]], row: int, col: int, drow: int, dcol: int) -> int:
    """Count the open cells from a cell on, itself included, in steps of (drow, dcol)."""
    count = 0
    while 0 <= row < len(board) and 0 <= col < len(board[row]) and is_open(board[row][col]):
        row, col, count = row + drow, col + dcol, count + 1
    return count


def find_slots(rows: Sequence[str], bars: Collection[Bar] = ()) -> list[Slot]:
    """Return the slots of a board given as strings: those across row by row, then those down."""
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
    return [part for slot in slots for part in slot.parts(bars)] if bars else slots


def places_of(
    rows: Sequence[str], slots: Sequence[Slot], rebus: Mapping[Cell, str]
) -> tuple[str, list[Sequence[int]]]:
    """Return the letters of a board in a text, and the places in it of the letters of each slot.

    Behind the cells, row by row, are the letters of those that hold several, which a word spells out.
    """
    text, width = "".join(rows), len(rows[0]) if rows else 0
    places: list[Sequence[int]] = [slot.indices(width) for slot in slots]
    if rebus:
        several = {}
        for (row, col), letters in rebus.items():
            several[row * width + col] = range(len(text), len(text) + len(letters))
            text += letters
        places = [[at for cell in cells for at in several.get(cell, (cell,))] for cells in places]
    return text, places


def board_text(rows: Sequence[str], marks: Marks) -> str:
    """Return a board as text: its rows, or a frame where there are bars or several letters in a cell."""
    if not marks.needed:
        return "\n".join(rows)
    wide, cols = max(map(len, marks.rebus.values()), default=1), len(rows[0])
    lines = []
    for r, row in enumerate(rows):
        above = ("-" if not r or (r, c, True) in marks.bars else " " for c in range(cols))
        lines.append(f"+{'+'.join(mark * (wide + 2) for mark in above)}+")
        before = ("|" if not c or (r, c, False) in marks.bars else " " for c in range(cols))
        cells = (marks.rebus.get((r, c), entry).ljust(wide) for c, entry in enumerate(row))
        lines.append("".join(f"{mark} {cell} " for mark, cell in zip(before, cells, strict=True)) + "|")
    return "\n".join([*lines, f"+{'+'.join(['-' * (wide + 2)] * cols)}+"])


def fold(text: str) -> str:
    """Return `text` in upper case, letter by letter, so that its length stays."""
    upper = text.upper()
    if len(upper) == len(text):
        return upper
    return "".join(ch.upper() if len(ch.upper()) == 1 else ch for ch in text)


def fold_all(words: Sequence[str]) -> list[str]:
    """Return each word folded; one call of `upper` for all of them where no length changes."""
    upper = "\n".join(words).upper().split("\n")
    if len(upper) == len(words) and all(map(eq, map(len, upper), map(len, words))):
        return upper
    return list(map(fold, words))
