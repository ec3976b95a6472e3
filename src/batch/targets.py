"""What a run writes, by the name of its target: a folder of parts or one file, and in which form."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from ..base import PuzzleError
from ..io.places import is_folder
from ..io.text import printable

if TYPE_CHECKING:
    from ..puzzles.framework.batch_records import Batch
    from .sources import Source

__all__ = ["check_form", "target_of"]

ENDINGS = {"ndjson": "ndjson", "jsonl": "ndjson", "csv": "csv", "npy": "npy", "parquet": "parquet"}
"""Ending of a name of one file -> the form in which it is written."""
OTHER_FILES = frozenset(
    ("arrow", "bz2", "db", "feather", "gz", "json", "npz", "pkl", "pq", "tsv", "txt", "xlsx", "zip", "zst")
)
"""Endings of names of files that are not written: a folder of that name is meant by none."""


def target_of(out: str, form: str | None) -> tuple[str, bool]:
    """Return the form of what a run writes, and whether it is one file: a name with an ending of `ENDINGS`.

    A name that ends in ``/``, or is a folder already, is a folder, whatever its ending.

    Raises
    ------
    PuzzleError
        An ending of another form than `form`, or of files that are not written; standard output.

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
        if form not in (None, ENDINGS[ending]):
            wrong = f"the name is of a {ENDINGS[ending]} file, and --format is {form}; change one of them"
            raise PuzzleError(wrong, file=shown)
        return ENDINGS[ending], True
    return form or "ndjson", False


def check_form(form: str, batch: Batch, source: Source) -> None:
    """Refuse a form that cannot hold the columns before anything is read or made."""
    if form == "parquet":
        from .parquet import pyarrow

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
