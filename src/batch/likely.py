"""Find the column of the records in a table whose column is not named."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..base import PuzzleError, printable
from ..io.streams import NPY_MAGIC, open_stream
from ..puzzles.framework.arguments import TABLE_NAMES
from .csv_table import DELIMITERS, header_cells
from .json_table import JsonForm, keys_of

BOM = b"\xef\xbb\xbf"
UTF16 = (b"\xff\xfe", b"\xfe\xff")
HEAD = 1 << 16
"""Most bytes of a header, and of what stands before the first record."""
LONGEST, MOST = 1 << 20, 1 << 24
"""Bytes of a file that are looked at, and of its first record of JSON."""
ARRAY = re.compile(rb"\[[ \t\r\n]*[{\]]")


def table_form(head: bytes) -> str:
    r"""Return the form of a text by its first bytes: ``json`` (lines), ``array`` (of JSON), else ``csv``.

    Examples
    --------
    >>> table_form(b'\xef\xbb\xbf\n{"a": 1}'), table_form(b'[\n {"a": 1}]'), table_form(b"id,board\n")
    ('json', 'array', 'csv')
    """
    head = head.removeprefix(BOM).lstrip()
    return "array" if ARRAY.match(head) else "json" if head.startswith(b"{") else "csv"


@dataclass(frozen=True, slots=True)
class Likely:
    """How the column of the records is found in a table."""

    names: frozenset[str]
    """What it may be called, in lower case."""
    shape: Callable[[str], object]
    """Returns the shape of a record that a text is, None where it is none."""


def likely_in(puzzle: str, kind: Any, rules: Mapping[str, Any]) -> Likely:
    """Return how the column of a puzzle is found in a table, whose records are read by some rules."""

    def shape(text: str) -> object:
        if kind is None:
            return None
        try:
            return getattr(kind.parse(text, **rules), "shape", ())
        except PuzzleError:
            return None

    return Likely(TABLE_NAMES | {puzzle}, shape)


def find_column(file: str, likely: Likely) -> str | None:
    """Return the column of the records of a table that names none; None where a file is no table.

    The first line is a header where it names a column as records are called, and is no record itself, or one
    of another shape than the cell below. No such column, or several of them, is a PuzzleError.
    """
    with open_stream(file) as stream:
        head = stream.read(LONGEST)
        kind = table_form(head)
        if kind != "csv" and len(head) == LONGEST:  # the first object may be long
            head += stream.read(MOST)
    if head.startswith((NPY_MAGIC, *UTF16)):
        return None
    body = head.removeprefix(BOM).lstrip()
    if kind != "csv":
        form = JsonForm((), array=kind == "array")
        body = body[1:] if kind == "array" else body
        (starts, ends), *_ = form.records(body, len(head) < LONGEST + MOST)
        keys = keys_of(body[starts[0] : ends[0]]) if starts.size else []
        return _one_of(keys, likely, file) if keys else None
    first, second, *_ = [
        *filter(None, map(str.strip, body.decode("utf-8", "replace").split("\n")[:3])),
        "",
        "",
    ]
    tables = [(header_cells(first, mark), header_cells(second, mark)) for mark in DELIMITERS]
    names, cells = max(tables, key=lambda table: len(table[0]))
    if not second or first.startswith("#"):
        return None
    found = [name for name in names if name.casefold() in likely.names]
    shape = likely.shape(first)
    if len(names) != len(cells) or not all(any(map(str.isalpha, name)) for name in names if name):
        return None
    if found:
        below = likely.shape(cells[names.index(found[0])])
        if shape is None or (below is not None and below != shape):
            return _one_of(names, likely, file)
        if len(names) == 1:
            said = f"{printable(file)}: the first line, {first!r:.40}, is read as a record"
            warnings.warn(f"{said}; if it is a header, pass --column {first}", UserWarning, stacklevel=2)
        return None
    if len(names) > 1 and shape is None and likely.shape(second) is None:
        return _one_of(names, likely, file)
    return None


def _one_of(names: Sequence[str], likely: Likely, file: str) -> str:
    """Return the one name that is likely."""
    found = [name for name in names if name.casefold() in likely.names]
    if len(found) != 1:
        known = printable(", ".join(names))[:200]
        wrong = (
            "several columns may hold the records"
            if found
            else "no column is called board, puzzle or the like"
        )
        raise PuzzleError(f"{wrong}; choose one with --column: {known}", file=printable(file))
    return found[0]
