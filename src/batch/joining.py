"""Join the part files of a run to one file."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import TYPE_CHECKING, BinaryIO

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["join"]


def join(form: str, parts: Iterable[bytes], stream: BinaryIO) -> None:
    r"""Write the records of part files one after another as one file of the same form.

    Parameters
    ----------
    form : str
        ``ndjson``, ``csv``, ``npy`` or ``parquet``.
    parts : iterable of bytes
        The files, all with the same columns; one is in memory at a time.
    stream : file
        Can be sought in.

    Examples
    --------
    >>> stream = io.BytesIO()
    >>> join("csv", [b"line,score\n1,5\n", b"line,score\n2,7\n"], stream)
    >>> stream.getvalue()
    b'line,score\n1,5\n2,7\n'
    """
    {"ndjson": _lines, "csv": _csv, "npy": _npy, "parquet": _parquet}[form](parts, stream)


def _lines(parts: Iterable[bytes], stream: BinaryIO) -> None:
    for part in parts:
        stream.write(part)


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
            head = _npy_head(array.dtype, 0, stream)
        stream.write(array.tobytes())
        rows, dtype = rows + len(array), array.dtype
    if head:
        stream.seek(0)
        assert _npy_head(dtype, rows, stream) == head  # NumPy leaves room for any number of rows
        stream.seek(0, io.SEEK_END)


def _npy_head(dtype: np.dtype[np.void], rows: int, stream: BinaryIO) -> int:
    fields = {"descr": np.lib.format.dtype_to_descr(dtype), "fortran_order": False, "shape": (rows,)}
    np.lib.format.write_array_header_1_0(stream, fields)
    return stream.tell()


def _parquet(parts: Iterable[bytes], stream: BinaryIO) -> None:
    from .parquet import join_groups

    join_groups(parts, stream)
