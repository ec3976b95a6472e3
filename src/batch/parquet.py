"""Results as row groups of Parquet files; needs extra ``parquet``."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

from ..base import import_extra
from ..puzzles.framework.batch_records import LINE, Lists, Texts
from .kept_columns import Raw

if TYPE_CHECKING:
    from ..puzzles.framework.batch_records import Column

GROUP = 1 << 16  # rows of a row group, fewer where they take
GROUP_BYTES = 1 << 22


def pyarrow(what: str = "Parquet files") -> Any:
    """Return the module pyarrow, with what its functions import when threads call them; `what` needs it."""
    for module in ("pyarrow.compute", "pyarrow.parquet", "pyarrow"):
        found = import_extra(module, what, "parquet")
    return found


def _leaf(column: Column) -> str:
    """Return what Parquet calls the values of a column."""
    return column.name + ".list.element" * {"texts": 1, "paths": 2}.get(column.kind, 0)


def _writer(stream: BinaryIO, schema: Any, leaves: Sequence[str]) -> Any:
    """Return a writer; numbers that rise are differences, as a dictionary would cost more than all else."""
    return pyarrow().parquet.ParquetWriter(
        stream,
        schema,
        compression="zstd",
        use_dictionary=[leaf for leaf in leaves if leaf != LINE.name],
        column_encoding={LINE.name: "DELTA_BINARY_PACKED"} if LINE.name in leaves else None,
    )


def join_groups(parts: Iterable[bytes], stream: BinaryIO) -> None:
    """Write the row groups of files with one schema as one file, one group in memory at a time."""
    pa, writer = pyarrow(), None
    for part in parts:
        file = pa.parquet.ParquetFile(pa.BufferReader(part))
        if writer is None:
            leaves = [file.schema.column(k).path for k in range(len(file.schema))]
            writer = _writer(stream, file.schema_arrow, leaves)
        for group in range(file.num_row_groups):
            writer.write_table(file.read_row_group(group))
    if writer is not None:
        writer.close()


class TableWriter:
    """What writes rows to a stream: pieces of columns, then the end."""

    def __init__(self, stream: BinaryIO, columns: Sequence[Column]) -> None:
        self._stream, self._columns = stream, columns

    def write(self, values: Sequence[Any]) -> None:
        """Write a piece: its columns."""
        raise NotImplementedError

    def close(self) -> None:
        """Write what stands at the end."""

    def abandon(self) -> None:
        """Let go of the stream: what was written is not used."""


class ParquetTable(TableWriter):
    """Writes results as a Parquet file, pieces together as row groups.

    Its schema says under ``unriddle`` what the run was, as JSON: version, puzzle, what was asked, options,
    digest of the lexicon.
    """

    def __init__(
        self, stream: BinaryIO, columns: Sequence[Column], about: Mapping[str, Any] | None = None
    ) -> None:
        pa = self._pa = pyarrow()
        types = {
            "int": pa.int64(),
            "float": pa.float64(),
            "text": pa.string(),
            "texts": pa.list_(pa.string()),
            "paths": pa.list_(pa.list_(pa.int32())),
            "value": pa.string(),  # of CSV and JSON
        }
        fields = [(column.name, getattr(column, "type", None) or types[column.kind]) for column in columns]
        said = json.dumps(about, ensure_ascii=True, sort_keys=True) if about else None
        self._schema = pa.schema(fields, {"unriddle": said} if said else None)
        self._held: list[Any] = []
        self._writer = _writer(stream, self._schema, [_leaf(column) for column in columns])

    def write(self, values: Sequence[Any]) -> None:
        """Write a piece: its columns."""
        arrays = [self._array(column, field.type) for column, field in zip(values, self._schema, strict=True)]
        self._held.append(self._pa.Table.from_arrays(arrays, schema=self._schema))
        rows, size = (sum(each) for each in zip(*((len(t), t.nbytes) for t in self._held), strict=True))
        if rows >= GROUP or size >= GROUP_BYTES:
            self._write_group()

    def _write_group(self) -> None:
        if self._held:
            self._writer.write_table(self._pa.concat_tables(self._held))
            self._held.clear()

    def _array(self, column: Any, kind: Any) -> Any:
        pa = self._pa
        if isinstance(column, (pa.Array, pa.ChunkedArray)):
            return column
        if isinstance(column, Raw):
            return self._raw(column)
        # Not pa.array where it can be helped, which imports pandas to see whether an array is one of its.
        numbers = isinstance(column, np.ndarray) and kind in (pa.int32(), pa.int64(), pa.float64())
        if numbers and np.can_cast(column.dtype, kind.to_pandas_dtype()):  # the rest is pa.array's to refuse
            values = np.ascontiguousarray(column, dtype=kind.to_pandas_dtype())
            return pa.Array.from_buffers(kind, len(column), [None, pa.py_buffer(values)])
        if isinstance(column, Texts):
            ends, data = column.offsets.astype(np.int32), np.ascontiguousarray(column.data)
            return pa.Array.from_buffers(kind, len(column), [None, pa.py_buffer(ends), pa.py_buffer(data)])
        if not isinstance(column, Lists):
            return pa.array(column, kind)
        texts = pa.array(column.table.texts[column.numbers].tolist(), pa.string())
        offsets = self._array(column.offsets.astype(np.int32), pa.int32())
        return pa.ListArray.from_arrays(offsets, texts)

    def _raw(self, column: Raw) -> Any:
        """Return texts of CSV or JSON as strings; what is missing, or null in JSON, is null."""
        missing = [value is None or (column.form == "json" and value == b"null") for value in column.values]
        texts = [
            "" if gone or text is None else text for gone, text in zip(missing, column.texts(), strict=True)
        ]
        found = self._array(Texts.of(texts), self._pa.string())
        if not any(missing):
            return found
        valid = np.packbits(~np.array(missing), bitorder="little")
        buffers = [self._pa.py_buffer(valid), *found.buffers()[1:]]
        return self._pa.Array.from_buffers(self._pa.string(), len(texts), buffers)

    def close(self) -> None:
        """Write what is held, and the end of the file."""
        self._write_group()
        self._writer.close()

    def abandon(self) -> None:
        """End the writer, which would else do so when its stream is closed already."""
        with suppress(Exception):
            self._writer.close()
        self._writer.is_open = False
