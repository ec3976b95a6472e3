"""Rows of Parquet and Feather, batch by batch: one Parquet file by its own reader, others by pyarrow.dataset.

The reader of one file decodes the same rows for half the time and memory: the scanner of a dataset reads
ahead, and importing it imports pandas.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol

from ..io.places import file_system, is_address

__all__ = ["Reader", "reader_of"]

ROWS = 1 << 16  # decoded at a time
BUFFER = 1 << 20  # bytes of a file read at a time


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


def reader_of(files: Sequence[str], form: str) -> Reader:
    """Return what reads files of one form, ``parquet`` or ``feather``."""
    alone = len(files) == 1 and not is_address(files[0]) and not _parts_of(files[0])
    if alone and form == "parquet":
        return ParquetRows(files[0])
    return DatasetRows(files, form)


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


class DatasetRows:
    """Files of either form, any number of them, wherever they are."""

    def __init__(self, files: Sequence[str], form: str) -> None:
        self._files, self._form = files, form
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
        return ds.dataset(files, format=self._form, **options)

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
