"""Rows of files of columns, batch by batch: one plain file by its own reader, others by pyarrow.dataset.

The readers of one file decode the same rows for half the time and memory: the scanner of a dataset reads
ahead, and importing it imports pandas.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol

import numpy as np

from ..base import PuzzleError
from ..files.places import file_system, is_address
from ..files.streams import open_stream
from ..puzzles.common.recorded import RULES

__all__ = ["Reader", "reader_of"]

ROWS = 1 << 16  # decoded at a time
BUFFER = 1 << 20  # bytes of a file read at a time
COUNTED = 1 << 17  # of which lines are counted: what is made of them stays in the cache, and in the heap
LINE = 1 << 24  # most bytes of a line of JSON
DELIMITERS = ",\t;|"
PACKED = (".br", ".bz2", ".gz", ".lz4", ".zst")
"""Endings of names by which pyarrow unpacks a file."""
BOM = b"\xef\xbb\xbf"


class Reader(Protocol):
    """Rows in units that can be read alone: row groups of Parquet, else whole files."""

    schema: Any
    """Of all columns that there are."""
    paths: list[str]
    """The file of each unit."""
    rows: list[int]
    """The rows of each unit."""

    def batches(self, unit: int, names: Sequence[str]) -> Iterator[Any]:
        """Yield the rows from a unit on as record batches of the columns of these names."""


def reader_of(files: Sequence[str], form: str, asked: str | None, name: str) -> Reader:
    """Return what reads files of one form.

    Parameters
    ----------
    files : sequence of str
    form : str
        ``parquet``, ``feather``, ``csv`` or ``json``.
    asked : str, optional
        The column of the records, where it is named.
    name : str
        How errors call the files.
    """
    alone = len(files) == 1 and not is_address(files[0]) and not _parts_of(files[0])
    if alone and form == "parquet":
        return ParquetRows(files[0])
    if alone and form == "csv" and not files[0].lower().endswith(PACKED):
        return CsvRows(files[0], asked or "")
    return DatasetRows(files, form, asked or "", name)


def _parts_of(file: str) -> list[str]:
    """Return the folders of a file whose names hold values of columns."""
    return [part for part in file.split("/")[:-1] if "=" in part]


class ParquetRows:
    """One Parquet file."""

    def __init__(self, file: str) -> None:
        with self._opened(file) as opened:
            self._metadata, self.schema = opened.metadata, opened.schema_arrow
        groups = range(self._metadata.num_row_groups)
        self.rows = [self._metadata.row_group(group).num_rows for group in groups]
        self.paths = [file] * len(groups)

    @staticmethod
    def _opened(file: str, metadata: Any = None) -> Any:
        import pyarrow.parquet as pq

        # Not mapped: where a mapped file is cut off, a look at it ends the process.
        return pq.ParquetFile(file, metadata=metadata, memory_map=False, buffer_size=BUFFER, pre_buffer=False)

    def batches(self, unit: int, names: Sequence[str]) -> Iterator[Any]:
        """Yield the rows from a row group on."""
        with self._opened(self.paths[unit], self._metadata) as opened:
            for group in range(unit, len(self.rows)):
                for batch in opened.iter_batches(ROWS, row_groups=[group], columns=names, use_threads=False):
                    yield batch.select(names)


class CsvRows:
    """One plain CSV file; the records are texts, whatever they look like."""

    def __init__(self, file: str, asked: str) -> None:
        self._file, self._options = file, csv_options(file, asked)
        with self._opened({}) as opened:
            self.schema = opened.schema
        count = _lines_in(file)
        if count is None:
            count = sum(len(batch) for batch in self.batches(0, [asked]))
        self.paths, self.rows = [file], [count]

    def _opened(self, convert: dict[str, Any]) -> Any:
        import pyarrow.csv as pc

        convert = {"column_types": self._options["column_types"]} | convert
        return pc.open_csv(
            self._file,
            read_options=pc.ReadOptions(use_threads=False, block_size=BUFFER),
            parse_options=self._options["parse_options"],
            convert_options=pc.ConvertOptions(**convert),
        )

    def batches(self, unit: int, names: Sequence[str]) -> Iterator[Any]:
        """Yield all rows."""
        types = {name: self.schema.field(name).type for name in names}
        with self._opened({"column_types": types, "include_columns": list(names)}) as opened:
            yield from opened


def csv_options(file: str, asked: str) -> dict[str, Any]:
    """Return how a CSV file is read: its delimiter, and the records as texts."""
    import pyarrow as pa
    import pyarrow.csv as pc

    with open_stream(file, unpack=False) as stream:
        head = stream.readline(1 << 16).decode("utf-8-sig", "replace")
    known = (next(csv.reader(io.StringIO(head), delimiter=mark), []) for mark in DELIMITERS)
    fitting = [mark for mark, names in zip(DELIMITERS, known, strict=True) if asked in names]
    return {
        "parse_options": pc.ParseOptions(delimiter=fitting[0] if fitting else ",", newlines_in_values=True),
        "column_types": {asked: pa.string()},
    }


def _lines_in(file: str) -> int | None:
    """Return how many rows a CSV file has below its heading; None where its line ends do not say it.

    They do where nothing is in quotes: rows are then the lines that are not empty.
    """
    count, last = 0, ord("\n")
    with open_stream(file, unpack=False) as stream:
        block = stream.read(COUNTED).removeprefix(BOM)
        while block:
            if b'"' in block or b"\r" in block:
                return None
            ends = np.frombuffer(block, np.uint8) == ord("\n")
            empty = int(np.count_nonzero(ends[1:] & ends[:-1])) + bool(ends[0] and last == ord("\n"))
            count += int(np.count_nonzero(ends)) - empty
            last = block[-1]
            block = stream.read(COUNTED)
    return count - (last == ord("\n"))


class DatasetRows:
    """Files of any form, any number of them, wherever they are."""

    def __init__(self, files: Sequence[str], form: str, asked: str, name: str) -> None:
        self._files, self._form, self._asked, self._name = files, form, asked, name
        self._data = self._dataset()
        self.schema = self._data.schema
        fragments = list(self._data.get_fragments())
        units = [
            (unit, file) for file, whole in zip(files, fragments, strict=True) for unit in self._split(whole)
        ]
        self._units, self.paths = [unit for unit, _ in units], [file for _, file in units]
        self.rows = [self._rows_in(unit) for unit in self._units]

    def _dataset(self) -> Any:
        import pyarrow.dataset as ds

        files, options = list(self._files), dict[str, Any]()
        if is_address(files[0]):
            system, _ = file_system(files[0])
            options["filesystem"] = system
            files = [file_system(file)[1] for file in files]
        if any(map(_parts_of, files)):
            options["partitioning"] = "hive"
        if self._form == "csv":
            import pyarrow.csv as pc

            found = csv_options(self._files[0], self._asked)
            convert = pc.ConvertOptions(column_types=found["column_types"])
            form = ds.CsvFileFormat(parse_options=found["parse_options"], convert_options=convert)
            return ds.dataset(files, format=form, **options)
        if self._form == "json":
            options["format"] = ds.JsonFileFormat(**self._json())
            return ds.dataset(files, schema=self._schema(ds.dataset(files, **options).schema), **options)
        return ds.dataset(files, format=self._form, **options)

    def _json(self) -> dict[str, Any]:
        """Return how a file of JSON lines is read."""
        import pyarrow.json as pj

        return {
            "read_options": pj.ReadOptions(use_threads=False, block_size=LINE),
            "parse_options": pj.ParseOptions(newlines_in_values=False),
        }

    def _schema(self, schema: Any) -> Any:
        """Return the types of JSON lines: a text is one, whatever it looks like; rules may come late."""
        import pyarrow as pa

        with open_stream(self._files[0]) as stream:
            head = stream.readline(LINE)
        try:
            first = json.loads(head)
        except (ValueError, RecursionError):
            raise PuzzleError("no JSON object, expected one a line", file=self._name, line=1) from None
        text = pa.string()
        for name in dict.fromkeys((self._asked, RULES)):
            place = schema.get_field_index(name)
            if place < 0 and name == RULES:
                schema = schema.append(pa.field(name, text))
            elif place >= 0 and isinstance(first.get(name), str):
                schema = schema.set(place, pa.field(name, text))
        return schema

    def _split(self, fragment: Any) -> Iterable[Any]:
        """Return what can be read alone: row groups, or the whole of a file."""
        return fragment.split_by_row_group() if self._form == "parquet" else (fragment,)

    def _rows_in(self, unit: Any) -> int:
        if self._form == "parquet":  # a part of a fragment counts the rows of all of it
            return sum(group.num_rows for group in unit.row_groups)
        return int(unit.count_rows())

    def batches(self, unit: int, names: Sequence[str]) -> Iterator[Any]:
        """Yield the rows from a unit on."""
        import pyarrow.dataset as ds

        options: dict[str, Any] = {}
        if self._form == "parquet":  # not mapped, as above
            options["fragment_scan_options"] = ds.ParquetFragmentScanOptions(
                use_buffered_stream=True, buffer_size=BUFFER, pre_buffer=False
            )
        for fragment in self._units[unit:]:
            yield from fragment.to_batches(
                schema=self._data.schema,
                columns=list(names),
                batch_size=ROWS,
                batch_readahead=1,
                fragment_readahead=1,
                use_threads=False,
                **options,
            )
