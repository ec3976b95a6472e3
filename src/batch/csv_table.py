"""CSV: where records and cells begin and end, by whole arrays; cells are text and stay as they are."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Places = tuple[NDArray[np.int64], NDArray[np.int64]]

DELIMITERS = ",\t;|"
QUOTE, NEWLINE, RETURN = 34, 10, 13


def header_cells(head: str, delimiter: str) -> list[str]:
    """Return the cells of a header."""
    try:
        return next(csv.reader(io.StringIO(head, newline=""), delimiter=delimiter), [])
    except csv.Error:  # a cell that is too long for a name
        return [head]


def cell_text(cell: bytes) -> bytes:
    r"""Return the text of a cell as it stands in a file.

    Examples
    --------
    >>> cell_text(b'"an ""a"" or b"'), cell_text(b'5" disk')
    (b'an "a" or b', b'5" disk')
    """
    return cell[1:-1].replace(b'""', b'"') if cell[:1] == b'"' else cell


@dataclass(frozen=True, slots=True)
class Cells:
    """Records of a piece of a file, and some of their cells."""

    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    columns: list[Places]
    """The cells of each column that was asked for; of wrong records they are empty."""
    faults: dict[int, str]
    """What is wrong with a record, by its place."""


class CsvForm:
    """The records of a CSV file below its header.

    A quote opens a cell only where the cell begins. It is closed by the next one that is not doubled, which
    must end the cell; else the record ends with its line, and is wrong. Empty lines are no records.
    """

    def __init__(self, delimiter: str, width: int) -> None:
        self.width, self._mark = width, ord(delimiter)
        mark = re.escape(delimiter.encode())
        begins = rb"(?:\A|(?<=[\n%s]))" % mark
        whole = rb'"[^"]*(?:""[^"]*)*"(?=[\r\n%s]|\Z)' % mark
        self._cell = re.compile(begins + rb"(?:(%s)|\"[^\n]*)" % whole)
        self._cell_or_more = re.compile(begins + rb'(?:(%s|"[^"]*(?:""[^"]*)*\Z)|"[^\n]*)' % whole)

    def _bare(self, data: bytes, ended: bool = True) -> tuple[NDArray[np.uint8], list[int]]:
        """Return bytes of which what stands in quotes is masked, and where a quoted cell is wrong."""
        flat = np.frombuffer(data, np.uint8)
        quotes = np.flatnonzero(flat == QUOTE)
        if not quotes.size:
            return flat, []
        opening, closing = quotes[::2], quotes[1::2]
        if opening.size == closing.size or not ended:
            before, after = flat[np.maximum(opening - 1, 0)], flat[np.minimum(closing + 1, flat.size - 1)]
            opens = (before == self._mark) | (before == NEWLINE) | (before == QUOTE) | (opening == 0)
            closes = (after == self._mark) | (after == NEWLINE) | (after == RETURN) | (after == QUOTE)
            if opens.all() and (closes | (closing == flat.size - 1)).all():
                # As it should be: what is in quotes lies behind an odd number of them.
                steps = np.zeros(flat.size, dtype=np.int8)
                steps[opening], steps[closing] = 1, -1
                return np.where(np.cumsum(steps, dtype=np.int8), np.uint8(QUOTE), flat), []
        wrong: list[int] = []

        def masked(cell: re.Match[bytes]) -> bytes:
            if cell[1] is None:
                wrong.append(cell.start())
            return b'"' * len(cell[0])

        hidden = (self._cell if ended else self._cell_or_more).sub(masked, data)
        return np.frombuffer(hidden, np.uint8), wrong

    def records(self, data: bytes, ended: bool) -> tuple[Places, int, bool]:
        r"""Return where whole records begin and end, where the next one begins, and False: no array ends.

        Examples
        --------
        >>> (starts, ends), stop, _ = CsvForm(",", 2).records(b'1,"a\nb"\r\n\n2,c\n3', False)
        >>> starts.tolist(), ends.tolist(), stop
        ([0, 10], [7, 13], 14)
        """
        bare, _ = self._bare(data, ended)
        flat = np.frombuffer(data, np.uint8)
        stop = len(data) if ended else bare.tobytes().rfind(b"\n") + 1
        return self._lines(flat, bare, ended), stop, False

    @staticmethod
    def _lines(flat: NDArray[np.uint8], bare: NDArray[np.uint8], ended: bool) -> Places:
        ends = np.flatnonzero(bare == NEWLINE)
        if ended and flat.size and (not ends.size or ends[-1] != flat.size - 1):
            ends = np.append(ends, flat.size)
        starts = np.concatenate([np.zeros(min(1, ends.size), np.int64), ends[:-1] + 1])
        ends = ends - ((ends > starts) & (flat[np.maximum(ends - 1, 0)] == RETURN))
        there = ends > starts
        return (starts, ends) if there.all() else (starts[there], ends[there])

    def cells(self, data: bytes, columns: Sequence[int]) -> Cells:
        r"""Return the records of whole bytes, and their cells in some columns.

        Examples
        --------
        >>> found = CsvForm(",", 2).cells(b"1,tea\n2\n3,at\n", [1])
        >>> [each.tolist() for each in found.columns[0]], found.faults
        ([[2, 0, 10], [5, 0, 12]], {1: '1 cell, but the header has 2'})
        """
        flat = np.frombuffer(data, np.uint8)
        bare, wrong = self._bare(data)
        starts, ends = self._lines(flat, bare, True)
        marks = np.flatnonzero(bare == self._mark)
        faults: dict[int, str] = {}
        good: slice | NDArray[np.bool_] = slice(None)
        between = self.width - 1
        alike = marks.size == starts.size * between
        table = marks.reshape(starts.size, between) if alike else marks[:0].reshape(0, between)
        if not alike or (between and not ((table[:, 0] >= starts) & (table[:, -1] < ends)).all()):
            first = np.searchsorted(marks, starts)
            found = np.searchsorted(marks, ends) - first + 1
            good = right = found == self.width
            for place in np.flatnonzero(~right).tolist():
                many = int(found[place])
                faults[place] = f"{many} cell{'s' * (many != 1)}, but the header has {self.width}"
            table = marks[first[right][:, None] + np.arange(between)]
        for place in (np.searchsorted(starts, wrong, side="right") - 1).tolist():
            faults[place] = "a cell begins with a quote that does not end it"
        places = []
        for column in columns:
            low, high = np.zeros_like(starts), np.zeros_like(ends)
            low[good] = table[:, column - 1] + 1 if column else starts[good]
            high[good] = table[:, column] if column < between else ends[good]
            if wrong:
                low[list(faults)] = high[list(faults)] = 0
            places.append((low, high))
        return Cells(starts, ends, places, faults)

    @staticmethod
    def texts(
        data: bytes, low: NDArray[np.int64], high: NDArray[np.int64]
    ) -> tuple[NDArray[np.uint8], Places]:
        """Return a buffer, and where the texts of cells begin and end in it: without their quotes."""
        flat = np.frombuffer(data, np.uint8)
        quoted = np.zeros(low.size, dtype=bool)
        quoted[high > low] = flat[low[high > low]] == QUOTE
        if not quoted.any():
            return flat, (low, high)
        low, high = low + quoted, high - quoted
        more: list[bytes] = []
        at = flat.size
        if b'""' in data:
            for place in np.flatnonzero(quoted & (high > low)).tolist():
                cell = data[low[place] : high[place]]
                if b'""' in cell:
                    more.append(cell.replace(b'""', b'"'))
                    low[place], high[place] = at, at + len(more[-1])
                    at += len(more[-1])
        return np.frombuffer(data + b"".join(more), np.uint8) if more else flat, (low, high)
