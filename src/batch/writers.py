"""How results are written: NDJSON, CSV, ``.npy``, Parquet; the same bytes for the same results."""

from __future__ import annotations

import io
import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from json.encoder import encode_basestring
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

from ..base import PuzzleError
from ..core.format_numbers import row_lines
from ..core.join_text import joined
from ..io.formats.training import QA, entry_of
from ..io.npy import write_header
from ..puzzles.framework.batch_records import Column, Lists, Texts
from ..puzzles.registry import spec
from .csv_table import cell_text
from .json_table import only_json
from .kept_columns import Kept, Raw
from .parquet import ParquetTable, TableWriter

if TYPE_CHECKING:
    from numpy.typing import NDArray

CSV_MARKS, QUOTE = re.compile(r'[,"\r\n]'), '"'
FORMULA = re.compile(r"[=+\-@\t\r](?!(?<=[-+])(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$)")
FORMATS = ("ndjson", "csv", "npy", "parquet")


def open_table(
    form: str, stream: BinaryIO, columns: Sequence[Column], about: Mapping[str, Any] | None = None
) -> TableWriter:
    """Return what writes `columns` to a stream in a form of `FORMATS`; `about` is said where it can be."""
    if form == "parquet":
        return ParquetTable(stream, columns, about)
    if form == QA:
        return _Qa(stream, columns, (about or {})["puzzle"])
    kinds: dict[str, type[TableWriter]] = {"ndjson": _Ndjson, "csv": _Csv, "npy": _Npy}
    return kinds[form](stream, columns)


def lines_of(literals: Sequence[bytes], columns: Sequence[NDArray[Any] | Texts]) -> bytes:
    r"""Return lines of whole numbers and texts with `literals` before, between and after them.

    Examples
    --------
    >>> lines_of([b"<", b",", b">\n"], [np.array([1, 20]), np.array([-3, 0])])
    b'<1,-3>\n<20,0>\n'
    """

    def plain(column: NDArray[Any] | Texts) -> Any:
        # Of numbers without a sign some may be too large for the kernel.
        if isinstance(column, np.ndarray) and column.dtype == np.uint64:
            column = Texts.of(list(map(str, column.tolist())))
        if isinstance(column, Texts):
            return column.data, column.offsets
        return np.ascontiguousarray(column, dtype=np.int64)

    return row_lines(tuple(literals), tuple(map(plain, columns)))


def _whole(column: Column, value: Any) -> NDArray[np.integer] | None:
    """Return the values of a column as an array of whole numbers; None where some are none."""
    if isinstance(value, Raw):
        return None
    if column.kind == "value" and not value.null_count and column.dtype is not None:
        value = value.to_numpy()
        value = value.astype(np.int64) if value.dtype.kind in "iu" and value.dtype != np.uint64 else value
    return value if isinstance(value, np.ndarray) and value.dtype.kind in "iu" else None


def _json_value(value: Any) -> Any:
    """Return what JSON has no word for as text, or null where it is no number."""
    if isinstance(value, bytes):
        return value.decode("utf-8", "backslashreplace")
    return str(value)


def _json_of(column: Any) -> Iterator[str]:
    """Return the JSON of the values of a column of the input; null where a number is NaN or infinite."""
    dump = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=_json_value).encode
    values = column.to_pylist()
    if _has_floats(column.type):
        values = map(_finite, values)
    return map(dump, values)


def _has_floats(kind: Any) -> bool:
    """Return whether a type of pyarrow holds floats at any depth; of a type that is not known, yes."""
    said = str(kind)
    return any(name in said for name in ("float", "double", "union", "extension"))


def _finite(value: Any) -> Any:
    """Return a value with null for numbers that JSON does not have, at any depth."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: _finite(each) for key, each in value.items()}
    return list(map(_finite, value)) if isinstance(value, (list, tuple)) else value


def _json_texts(values: Any) -> list[str]:
    """Return the JSON of texts, or of lists of them."""
    try:
        return list(map(encode_basestring, values))
    except TypeError:  # a list, or no text
        return list(map(json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode, values))


def _texts(values: Any) -> Texts | None:
    """Return strings in one array, None where some are none."""
    try:
        return Texts.of(values)
    except TypeError:
        return None


def _same(values: Sequence[str]) -> bool:
    """Say whether there are values, all equal."""
    return len(values) > 0 and values[0] == values[-1] and len(set(values)) == 1


def _plain(texts: Texts) -> bool:
    """Say whether texts stand in JSON as they are: ASCII in which nothing is escaped."""
    data = texts.data
    return not (data.size and (data.min() < 32 or data.max() > 127 or ((data == 34) | (data == 92)).any()))


def _joined(lists: Lists) -> Texts:
    """Return the JSON of lists, without brackets."""
    words, ends = lists.table.json, np.ascontiguousarray(lists.offsets, dtype=np.int64)
    numbers = np.ascontiguousarray(lists.numbers, dtype=np.int32)
    return Texts(*joined(words.data, words.offsets, numbers, ends[:-1], ends[1:], b","))


def _texts_of(cells: Raw) -> Texts:
    """Return the texts of cells of CSV."""
    texts = [b"" if cell is None else cell_text(cell) for cell in cells.values]
    return Texts.cut(b"".join(texts), list(map(len, texts)))


def _members(key: bytes, values: Sequence[bytes | None]) -> Texts:
    """Return members of JSON objects: nothing where there is no value; see `only_json`."""
    shown = [b"" if value is None else key + value for value in values]
    data = b"".join(shown)
    if b"NaN" in data or b"Infinity" in data or b"\n" in data or b"\r" in data:
        shown = [b"" if value is None else key + only_json(value) for value in values]
        data = b"".join(shown).replace(b"\n", b" ").replace(b"\r", b" ")
    return Texts.cut(data, list(map(len, shown)))


class _Ndjson(TableWriter):
    """One JSON object a line."""

    def __init__(self, stream: BinaryIO, columns: Sequence[Column]) -> None:
        super().__init__(stream, columns)
        names = [json.dumps(column.name, ensure_ascii=False).encode() for column in columns]
        self._keys = [(b"," if place else b"{") + name + b":" for place, name in enumerate(names)]

    def write(self, values: Sequence[Any]) -> None:
        """Write a piece: its columns."""
        literals: list[bytes] = [b""]
        columns: list[NDArray[Any] | Texts] = []
        for key, column, value in zip(self._keys, self._columns, values, strict=True):
            if isinstance(value, Raw) and value.form == "json":  # with their keys: one may be missing
                columns.append(_members(key, value.values))
                literals.append(b"")
                continue
            literals[-1] += key
            shown, before, after = self._shown(column, value)
            if isinstance(shown, bytes):  # in all rows the same
                literals[-1] += shown
                continue
            literals[-1] += before
            columns.append(shown)
            literals.append(after)
        literals[-1] += b"}\n"
        if columns:
            self._stream.write(lines_of(literals, columns))
        else:
            self._stream.write(literals[0] * len(values[0]))

    def _shown(self, column: Column, value: Any) -> tuple[NDArray[Any] | Texts | bytes, bytes, bytes]:
        """Return a column's values for `lines_of`, and what is around each; bytes stand for all rows."""
        whole = _whole(column, value)
        if whole is not None:
            return whole, b"", b""
        if isinstance(value, Raw):
            value = _texts_of(value)
            if not _plain(value):
                return Texts.of(_json_texts(value)), b"", b""
        if isinstance(value, Texts) and _plain(value):
            return value, b'"', b'"'
        if isinstance(value, Lists):
            return _joined(value), b"[", b"]"
        if column.number:
            shown = list(map(str, value.tolist()))
        elif column.kind == "value":
            shown = list(_json_of(value))
        else:
            texts = _texts(value) if column.kind == "text" else None
            if texts is not None and not _same(value) and _plain(texts):
                return texts, b'"', b'"'
            shown = _json_texts(value)
        if _same(shown):
            return shown[0].encode("utf-8", "backslashreplace"), b"", b""
        return Texts.of(shown, "backslashreplace"), b"", b""


class _Qa(TableWriter):
    """One JSON object a line: question, answer and metadata of a puzzle that was made."""

    def __init__(self, stream: BinaryIO, columns: Sequence[Column], puzzle: str) -> None:
        super().__init__(stream, columns)
        found = spec(puzzle)
        self._puzzle, self._task = puzzle, found.question or f"Solve this puzzle: {found.summary}."

    def write(self, values: Sequence[Any]) -> None:
        """Write a piece: its columns."""
        encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
        names = [column.name for column in self._columns]
        for row in zip(*(v.tolist() if isinstance(v, np.ndarray) else v for v in values), strict=True):
            entry = entry_of(self._puzzle, self._task, dict(zip(names, row, strict=True)))
            self._stream.write(encode(entry).encode("utf-8", "backslashreplace") + b"\n")


class _Csv(TableWriter):
    """A heading, then a row a line; lists have spaces between their items, paths semicolons."""

    def __init__(self, stream: BinaryIO, columns: Sequence[Column]) -> None:
        super().__init__(stream, columns)
        names = _quoted([column.name for column in columns])
        stream.write(b",".join(text.encode("utf-8", "backslashreplace") for text in names) + b"\n")

    def write(self, values: Sequence[Any]) -> None:
        """Write a piece: its columns."""
        cells = list(map(_cells, self._columns, values))
        for place, (column, texts) in enumerate(zip(self._columns, cells, strict=True)):
            if isinstance(column, Kept) and column.quote_formulas and isinstance(texts, Texts):
                cells[place] = Texts.of(list(map(_no_formula, texts)), "backslashreplace")
        self._stream.write(lines_of([b"", *[b","] * (len(values) - 1), b"\n"], cells))


def _cells(column: Column, value: Any) -> NDArray[Any] | Texts:
    """Return the cells of a column of CSV."""
    whole = _whole(column, value)
    if whole is not None:
        return whole
    if isinstance(value, Raw) and value.form == "csv":  # as they stood: with the quotes that they had
        cells = [b"" if cell is None else cell for cell in value.values]
        if any(mark in cell for cell in (b"".join(cells),) for mark in (b",", b"\r")):
            cells = [
                b'"%s"' % cell if cell[:1] != b'"' and (b"," in cell or b"\r" in cell) else cell
                for cell in cells
            ]
        return Texts.cut(b"".join(cells), list(map(len, cells)))
    if isinstance(value, Raw):
        texts = value.texts()
        shown = _quoted(["" if text is None else text for text in texts])
        shown = ['""' if text == "" else cell for text, cell in zip(texts, shown, strict=True)]
    elif column.number:
        shown = list(map(str, value.tolist()))
    elif column.kind == "value":
        shown = _quoted([_csv_value(each) for each in value.to_pylist()])
    elif column.kind == "texts":
        shown = _quoted([" ".join(each) for each in value])
    elif column.kind == "paths":
        shown = [";".join([" ".join(map(str, path)) for path in paths]) for paths in value]
    else:
        shown = _quoted(list(value))
    return Texts.of(shown, "backslashreplace")


def _quoted(texts: list[str]) -> list[str]:
    """Return texts as cells of CSV: those with a comma, a quote or a line end in quotes."""
    if not CSV_MARKS.search("".join(texts)):
        return texts
    return [f'"{text.replace(QUOTE, QUOTE * 2)}"' if CSV_MARKS.search(text) else text for text in texts]


def _no_formula(cell: str) -> str:
    """Return a cell with ``'`` before what a spreadsheet would take for a formula; numbers stay.

    Examples
    --------
    >>> print(*map(_no_formula, ("=1+1", '"@x,y"', "-5.0", "-a", "tea")))
    '=1+1 "'@x,y" -5.0 '-a tea
    """
    quote, inside = cell[: cell[:1] == QUOTE], cell.strip(QUOTE)
    return f"{quote}'{cell[len(quote) :]}" if FORMULA.match(inside) else cell


def _csv_value(value: Any) -> str:
    if isinstance(value, bytes):
        return value.decode("utf-8", "backslashreplace")
    if isinstance(value, (list, dict)):
        return json.dumps(_finite(value), ensure_ascii=False, default=_json_value)
    return "" if value is None else str(value)


class _Npy(TableWriter):
    """A structured array; with lists a row for each of their items, the other columns repeated."""

    def __init__(self, stream: BinaryIO, columns: Sequence[Column]) -> None:
        super().__init__(stream, columns)
        self._rows = 0
        fields: list[Any] = []
        for column in columns:
            if isinstance(column, Kept) and column.dtype is not None:
                fields.append((column.name, column.dtype.str))
                continue
            if not column.number and not column.width:
                raise PuzzleError(
                    f"texts of any length in column {column.name}, expected another --format than npy"
                )
            name = column.name.removesuffix("s") if column.kind in ("texts", "paths") else column.name
            if column.kind == "paths":
                fields.append((name, "<i4", (column.width,)))
            else:
                fields.append((name, {"int": "<i8", "float": "<f8"}.get(column.kind, f"<U{column.width}")))
        self._dtype = np.dtype(fields)
        write_header(stream, self._dtype, 0)

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
            elif isinstance(column, Kept):
                rows[field] = self._kept(column, value, times)
            elif column.kind == "paths":
                rows[field] = -1
                for row, path in enumerate(path for paths in value for path in paths):
                    rows[field][row, : len(path)] = path
            else:
                rows[field] = value if times is None else np.repeat(np.asarray(value), times)
        self._rows += len(rows)
        self._stream.write(rows.tobytes())

    @staticmethod
    def _kept(column: Kept, value: Any, times: NDArray[np.int64] | None) -> Any:
        if value.null_count:
            raise PuzzleError(f"no value in column {column.name}, expected another --format than npy")
        numbers = value.to_numpy()
        return numbers if times is None else np.repeat(numbers, times)

    def close(self) -> None:
        """Write the number of rows into the head."""
        self._stream.seek(0)
        write_header(self._stream, self._dtype, self._rows)
        self._stream.seek(0, io.SEEK_END)


def _sizes(lists: Any) -> NDArray[np.int64]:
    if isinstance(lists, Lists):
        return np.diff(lists.offsets)
    return np.array([len(items) for items in lists], dtype=np.int64)
