"""Find what a run writes by the name of its target, and join part files to one file."""

from __future__ import annotations

import io
import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, BinaryIO

import numpy as np

from ..base import PuzzleError
from ..io.formats.training import QA
from ..io.npy import write_header
from ..io.places import is_folder
from ..io.text import printable
from .parquet import join_groups, pyarrow

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..puzzles.framework.batch_records import Batch
    from .parts import RecordSource

ENDINGS = {"ndjson": "ndjson", "jsonl": "ndjson", "csv": "csv", "npy": "npy", "parquet": "parquet"}
"""Ending of a name of one file -> the form in which it is written."""
LINES = ("ndjson", QA)
"""Forms of a record a line."""
OTHER_FILES = frozenset(
    ("arrow", "bz2", "db", "feather", "gz", "json", "npz", "pkl", "pq", "tsv", "txt", "xlsx", "zip", "zst")
)
"""Endings of names of files that are not written: a folder of that name is meant by none."""


def target_of(out: str, form: str | None) -> tuple[str, bool]:
    """Return the form of what a run writes, and whether it is one file: a name with an ending of `ENDINGS`.

    A name that ends in ``/``, or is a folder already, is a folder, whatever its ending. An ending of another
    form, or of files that are not written, is a PuzzleError, and so is standard output.

    Examples
    --------
    >>> target_of("out", None), target_of("out.jsonl", None), target_of("out.csv/", "csv")
    (('ndjson', False), ('ndjson', True), ('csv', False))
    """
    shown = printable(out)
    if out in ("", "-"):
        raise PuzzleError(f"{shown!r} cannot be written; name a folder or a file")
    _, dot, ending = out.lower().rpartition(".")
    ending = ending if dot else ""
    if ending in OTHER_FILES and not os.path.lexists(out):
        listed = ", ".join(f".{known}" for known in ENDINGS)
        wrong = f"a .{ending} file cannot be written; use {listed}, or {shown}/ for a folder"
        raise PuzzleError(wrong, file=shown)
    if ending in ENDINGS and not is_folder(out):
        if form == QA and ENDINGS[ending] in LINES:
            return form, True
        if form not in (None, ENDINGS[ending]):
            wrong = f"the name is of a {ENDINGS[ending]} file, and --format is {form}; change one of them"
            raise PuzzleError(wrong, file=shown)
        return ENDINGS[ending], True
    return form or "ndjson", False


def check_form(form: str, batch: Batch, source: RecordSource) -> None:
    """Refuse a form that cannot hold the columns before anything is read or made."""
    if form == "parquet":
        pa = pyarrow()
        if not all(column.number for column in (*source.kept_columns, *batch.columns)):
            pa.array([])  # imports pandas where it is installed, before threads do
    known = [source.number.name, *(column.name for column in batch.columns)]
    for column in source.kept_columns:
        if column.name in known:
            raise PuzzleError(f"--keep {column.name!r:.40} is a column of the results, expected another")
    columns = (*source.kept_columns, *batch.columns)
    fixed = (column.number or column.width or getattr(column, "dtype", None) for column in columns)
    wide = [column.name for column, known in zip(columns, fixed, strict=True) if not known]
    if form == "npy" and wide:
        raise PuzzleError(f"{wide[0]} of any length, expected another --format than npy")


def join(form: str, parts: Iterable[bytes], stream: BinaryIO) -> None:
    r"""Write the records of part files, one after another, as one file of the same form.

    All have the same columns; one is in memory at a time.

    Examples
    --------
    >>> stream = io.BytesIO()
    >>> join("csv", [b"line,score\n1,5\n", b"line,score\n2,7\n"], stream)
    >>> stream.getvalue()
    b'line,score\n1,5\n2,7\n'
    """
    if form in LINES:
        stream.writelines(parts)
    else:
        {"csv": _csv, "npy": _npy, "parquet": join_groups}[form](parts, stream)


def _csv(parts: Iterable[bytes], stream: BinaryIO) -> None:
    for number, part in enumerate(parts):
        stream.write(part[_heading(part) if number else 0 :])


def _heading(part: bytes) -> int:
    """Return the size of the heading of a CSV file; a quoted name may have line ends."""
    end = part.index(b"\n") + 1
    while part.count(b'"', 0, end) % 2:
        end = part.index(b"\n", end) + 1
    return end


def _npy(parts: Iterable[bytes], stream: BinaryIO) -> None:
    rows, head = 0, 0
    for part in parts:
        array: NDArray[np.void] = np.load(io.BytesIO(part))
        if not head:
            head = write_header(stream, array.dtype, 0)
        stream.write(array.tobytes())
        rows, dtype = rows + len(array), array.dtype
    if head:
        stream.seek(0)
        assert write_header(stream, dtype, rows) == head  # NumPy leaves room for any number of rows
        stream.seek(0, io.SEEK_END)
