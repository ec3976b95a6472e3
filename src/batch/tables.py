"""How results are written: NDJSON, CSV, ``.npy``, Parquet; the same bytes for the same results."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, BinaryIO, Protocol

import numpy as np

from ..base import PuzzleError
from ..puzzles.common.records import Lists

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..puzzles.common.records import Column

__all__ = ["FORMATS", "Table", "int_lines", "open_table"]

FORMATS = ("ndjson", "csv", "npy", "parquet")


class Table(Protocol):
    """What writes rows to a stream: pieces of columns, then the end."""

    def write(self, values: Sequence[Any]) -> None:
        """Write a piece: its columns."""

    def close(self) -> None:
        """Write what stands at the end."""


def open_table(form: str, stream: BinaryIO, columns: Sequence[Column]) -> Table:
    """Return what writes `columns` to a stream in a form of `FORMATS`."""
    if form == "parquet":
        from .parquet import ParquetTable

        return ParquetTable(stream, columns)
    kinds: dict[str, type[_Ndjson] | type[_Csv] | type[_Npy]] = {"ndjson": _Ndjson, "csv": _Csv, "npy": _Npy}
    return kinds[form](stream, columns)


def int_lines(literals: Sequence[bytes], columns: Sequence[NDArray[np.int64]]) -> bytes:
    r"""Return lines of whole numbers with `literals` before, between and after them.

    Some tens of nanoseconds a line: all digits are made at once and those that lead with 0 left out.

    Examples
    --------
    >>> int_lines([b"<", b",", b">\n"], [np.array([1, 20]), np.array([-3, 0])])
    b'<1,-3>\n<20,0>\n'
    """
    n = columns[0].size
    if not n:
        return b""
    places = [_digits_of(column) for column in columns]
    width = sum(map(len, literals)) + sum(places)
    text, keep = np.empty((n, width), dtype=np.uint8), np.ones((n, width), dtype=bool)
    at = 0
    for literal, column, size in zip(literals, [*columns, None], [*places, 0], strict=True):
        text[:, at : at + len(literal)] = np.frombuffer(literal, dtype=np.uint8)
        at += len(literal)
        if column is None:
            continue
        rest = np.abs(column).astype(np.uint64)
        rest = rest.astype(np.uint32) if size <= 10 else rest
        for place in range(at + size - 1, at, -1):
            next_rest = rest // 10
            text[:, place] = rest - next_rest * 10
            keep[:, place] = True if place == at + size - 1 else rest != 0
            rest = next_rest
        text[:, at + 1 : at + size] += ord("0")
        text[:, at] = ord("-")
        keep[:, at] = column < 0
        at += size
    return text[keep].tobytes()


def _digits_of(column: NDArray[np.int64]) -> int:
    """Return the most digits of a column, one more for the sign."""
    return 1 + len(str(max(abs(int(column.max())), abs(int(column.min())))))


class _Ndjson:
    """One JSON object a line."""

    def __init__(self, stream: BinaryIO, columns: Sequence[Column]) -> None:
        self._stream, self._columns = stream, columns
        names = [json.dumps(column.name, ensure_ascii=False).encode() for column in columns]
        self._keys = [(b"," if place else b"{") + name + b":" for place, name in enumerate(names)]

    def write(self, values: Sequence[Any]) -> None:
        """Write a piece: its columns."""
        if all(column.kind == "int" for column in self._columns):
            self._stream.write(int_lines([*self._keys, b"}\n"], values))
            return
        dump = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
        keys = [key.decode() for key in self._keys]
        texts = [
            map(str, value.tolist())
            if column.kind == "int"
            else self._listed(value)
            if isinstance(value, Lists)
            else map(dump, value)
            for column, value in zip(self._columns, values, strict=True)
        ]
        lines = (
            "".join([part for pair in zip(keys, row, strict=True) for part in pair])
            for row in zip(*texts, strict=True)
        )
        self._stream.write("".join([f"{line}}}\n" for line in lines]).encode("utf-8", "backslashreplace"))

    def _listed(self, lists: Lists) -> Iterator[str]:
        """Return the JSON of lists."""
        texts = lists.table.json[lists.numbers].tolist()
        return (f"[{','.join(texts[start:end])}]" for start, end in pairwise(lists.offsets.tolist()))

    def close(self) -> None:
        """Nothing stands at the end."""


class _Csv:
    """A heading, then a row a line; lists have spaces between their items, paths semicolons."""

    def __init__(self, stream: BinaryIO, columns: Sequence[Column]) -> None:
        self._stream, self._columns = stream, columns
        self._write_rows([[column.name for column in columns]])

    def _write_rows(self, rows: Any) -> None:
        import csv

        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(rows)
        self._stream.write(text.getvalue().encode("utf-8", "backslashreplace"))

    def write(self, values: Sequence[Any]) -> None:
        """Write a piece: its columns."""
        if all(column.kind == "int" for column in self._columns):
            between = [b","] * (len(values) - 1)
            self._stream.write(int_lines([b"", *between, b"\n"], values))
            return
        shown: list[Any] = []
        for column, value in zip(self._columns, values, strict=True):
            if column.kind == "int":
                shown.append(value.tolist())
            elif column.kind == "texts":
                shown.append(map(" ".join, value))
            elif column.kind == "paths":
                shown.append(";".join([" ".join(map(str, path)) for path in paths]) for paths in value)
            else:
                shown.append(value)
        self._write_rows(zip(*shown, strict=True))

    def close(self) -> None:
        """Nothing stands at the end."""


class _Npy:
    """A structured array; with lists a row for each of their items, the other columns repeated."""

    def __init__(self, stream: BinaryIO, columns: Sequence[Column]) -> None:
        self._stream, self._columns, self._rows, self._size = stream, columns, 0, 0
        fields: list[Any] = []
        for column in columns:
            if column.kind != "int" and not column.width:
                raise PuzzleError(
                    f"texts of any length in column {column.name}, expected another --format than npy"
                )
            kinds = {"int": "<i8", "text": f"<U{column.width}", "texts": f"<U{column.width}"}
            if column.kind == "paths":
                fields.append((column.name.removesuffix("s"), "<i4", (column.width,)))
            else:
                fields.append(
                    (
                        column.name.removesuffix("s") if column.kind == "texts" else column.name,
                        kinds[column.kind],
                    )
                )
        self._dtype = np.dtype(fields)
        self._head()

    def _head(self) -> None:
        # Of the same length whatever the number of rows, so that it can be written again at the end.
        descr = np.lib.format.dtype_to_descr(self._dtype)
        text = f"{{'descr': {descr!r}, 'fortran_order': False, 'shape': ({self._rows},), }}"
        self._size = self._size or -(-(len(text) + 24 + 11) // 64) * 64
        head = text.ljust(self._size - 11).encode("latin-1") + b"\n"
        self._stream.write(b"\x93NUMPY\x01\x00" + len(head).to_bytes(2, "little") + head)

    def write(self, values: Sequence[Any]) -> None:
        """Write a piece: its columns."""
        lists = [
            value
            for column, value in zip(self._columns, values, strict=True)
            if column.kind in ("texts", "paths")
        ]
        times = _sizes(lists[0]) if lists else None
        rows = np.zeros(len(values[0]) if times is None else int(times.sum()), dtype=self._dtype)
        for field, column, value in zip(self._dtype.names or (), self._columns, values, strict=True):
            if column.kind == "texts":
                rows[field] = (
                    value.table.texts[value.numbers]
                    if isinstance(value, Lists)
                    else [item for items in value for item in items]
                )
            elif column.kind == "paths":
                rows[field] = -1
                for row, path in enumerate(path for paths in value for path in paths):
                    rows[field][row, : len(path)] = path
            else:
                rows[field] = value if times is None else np.repeat(np.asarray(value), times)
        self._rows += len(rows)
        self._stream.write(rows.tobytes())

    def close(self) -> None:
        """Write the number of rows into the head."""
        self._stream.seek(0)
        self._head()
        self._stream.seek(0, io.SEEK_END)


def _sizes(lists: Any) -> NDArray[np.int64]:
    if isinstance(lists, Lists):
        return np.diff(lists.offsets)
    return np.array([len(items) for items in lists], dtype=np.int64)
