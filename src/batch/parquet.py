"""Parquet files: records from a column, results as row groups; needs extra ``parquet``."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

from ..base import MissingExtraError, PuzzleError
from ..puzzles.common.records import ArrayRecords, Lists, Records, TextRecords
from ..textio import printable, source_name
from .sources import MOST_BYTES, Index, Source, Span
from .streams import open_stream

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..puzzles.common.records import Column

__all__ = ["ParquetSource", "ParquetTable", "pyarrow"]

ROWS = 8192  # read at a time


def pyarrow() -> Any:
    """Return the module pyarrow, with pyarrow.parquet loaded."""
    try:
        import pyarrow as pa
        import pyarrow.parquet
    except ImportError:
        raise MissingExtraError("Parquet files", "pyarrow", "parquet") from None
    return pa


class ParquetSource(Source):
    """Records in a column of texts, or of lists of whole numbers."""

    def __init__(self, source: str, part_size: int, column: str | None) -> None:
        self.source, self.name, self.part_size = source, source_name(source), part_size
        self._pa = pyarrow()
        try:
            self._found = self._file()  # all that is read is of this state
            file = self._pa.parquet.ParquetFile(source)
        except (self._pa.ArrowException, OSError, UnicodeDecodeError) as reason:  # of a name in the file
            raise self._damaged(reason) from None
        with file:
            schema = file.schema_arrow
            self.rows = file.metadata.num_rows
            groups = [file.metadata.row_group(i).num_rows for i in range(file.metadata.num_row_groups)]
        self._ends = np.cumsum(groups, dtype=np.int64)
        if not self.rows:
            raise PuzzleError("is empty, expected records", file=self.name)
        self.column = schema.names[0] if column is None else column
        if schema.names.count(self.column) != 1:
            names = printable(", ".join(schema.names))[:200]
            raise PuzzleError(
                f"no single column {self.column!r:.40}, expected one of {names}", file=self.name
            )
        self._check(schema.field(self.column).type)

    def _damaged(self, reason: Exception) -> PuzzleError:
        first = printable((str(reason).splitlines() or ["unreadable"])[0][:120])
        return PuzzleError(f"damaged Parquet file: {first}", file=self.name)

    def _check(self, kind: Any) -> None:
        types = self._pa.types
        if types.is_string(kind) or types.is_large_string(kind):
            return
        lists = types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind)
        if not lists or not types.is_integer(kind.value_type):
            raise PuzzleError(
                f"column {self.column!r:.40} of type {kind}, expected texts or lists of whole numbers",
                file=self.name,
            )

    def scan(self, progress: Callable[[int], None] | None = None) -> Index:
        """Return the parts, cut by rows, and the digest of the file."""
        digest, seen = hashlib.sha256(self.column.encode("utf-8", "surrogatepass") + b"\0"), 0
        with open_stream(self.source) as stream:
            while block := stream.read(1 << 20):
                digest.update(block)
                seen += len(block)
                if progress is not None:
                    progress(seen)
        self._unchanged()
        spans = tuple(
            Span(
                number,
                start + 1,
                min(self.part_size, self.rows - start),
                start,
                min(self.part_size, self.rows - start),
            )
            for number, start in enumerate(range(0, self.rows, self.part_size))
        )
        return Index(digest.hexdigest(), self.rows, spans)

    def _file(self) -> tuple[int, int]:
        """Return what tells that the file was written to: its size, and when that was."""
        found = os.stat(self.source)  # noqa: PTH116 (pathlib costs start-up time)
        return found.st_size, found.st_mtime_ns

    def records(self, span: Span) -> Records:
        """Return the records of a part; only the row groups that hold it are read."""
        try:
            records = self._records(span)
        except PuzzleError:
            self._unchanged()
            raise
        self._unchanged()
        return records

    def _unchanged(self) -> None:
        if self._file() != self._found:
            raise PuzzleError("has changed while it was read, expected it as it was", file=self.name)

    def _records(self, span: Span) -> Records:
        first = int(np.searchsorted(self._ends, span.offset, side="right"))
        last = int(np.searchsorted(self._ends, span.offset + span.size, side="left"))
        start = span.offset - (int(self._ends[first - 1]) if first else 0)
        try:
            # Not mapped: where a mapped file is cut off, a look at it ends the process.
            with self._pa.parquet.ParquetFile(self.source) as file:
                return self._decode(list(self._slices(file, range(first, last + 1), start, span.size)), span)
        except (self._pa.ArrowException, OSError, UnicodeDecodeError) as reason:
            raise self._damaged(reason) from None

    def _slices(self, file: Any, groups: range, skip: int, rows: int) -> Iterator[Any]:
        room = MOST_BYTES
        for batch in file.iter_batches(
            ROWS, row_groups=list(groups), columns=[self.column], use_threads=False
        ):
            values = batch.column(0)
            if skip >= len(values):
                skip -= len(values)
                continue
            values = values[skip : skip + rows]
            skip, rows, room = 0, rows - len(values), room - values.nbytes
            if room < 0:
                raise PuzzleError(
                    f"part of more than {MOST_BYTES:,} bytes, expected a smaller --part-size", file=self.name
                )
            yield values
            if not rows:
                return

    def _decode(self, slices: list[Any], span: Span) -> Records:
        values = self._pa.concat_arrays(slices)
        if len(values) != span.count:
            raise PuzzleError("has changed while it was read", file=self.name)
        types = self._pa.types
        if types.is_string(values.type) or types.is_large_string(values.type):
            values = values.cast(self._pa.large_string()).fill_null("")
            offsets = np.frombuffer(values.buffers()[1], dtype=np.int64)[values.offset :][: len(values) + 1]
            data = values.buffers()[2]
            flat = np.frombuffer(data if data is not None else b"", dtype=np.uint8)
            return TextRecords(flat, offsets[:-1], offsets[1:])
        texts = values.to_pylist()
        sizes = {-1 if row is None else len(row) for row in texts}
        if len(sizes) == 1 and -1 not in sizes and not any(None in row for row in texts):
            return ArrayRecords(np.array(texts))
        line = next(
            i for i, row in enumerate(texts) if row is None or len(row) != len(texts[0] or ()) or None in row
        )
        raise PuzzleError(
            "lists of different lengths or without a value, expected one length",
            file=self.name,
            line=span.first + line,
        )


class ParquetTable:
    """Writes results as a Parquet file, a row group for each piece."""

    def __init__(self, stream: BinaryIO, columns: Sequence[Column]) -> None:
        pa = self._pa = pyarrow()
        types = {
            "int": pa.int64(),
            "text": pa.string(),
            "texts": pa.list_(pa.string()),
            "paths": pa.list_(pa.list_(pa.int32())),
        }
        self._schema = pa.schema([(column.name, types[column.kind]) for column in columns])
        self._writer = pa.parquet.ParquetWriter(stream, self._schema, compression="zstd")

    def write(self, values: Sequence[Any]) -> None:
        """Write a piece: its columns."""
        arrays = [self._array(column, field.type) for column, field in zip(values, self._schema, strict=True)]
        self._writer.write_table(self._pa.Table.from_arrays(arrays, schema=self._schema))

    def _array(self, column: Any, kind: Any) -> Any:
        pa = self._pa
        if not isinstance(column, Lists):
            return pa.array(column, kind)
        texts = pa.array(column.table.texts[column.numbers].tolist(), pa.string())
        return pa.ListArray.from_arrays(pa.array(column.offsets.astype("<i4")), texts)

    def close(self) -> None:
        """Write the end of the file."""
        self._writer.close()
