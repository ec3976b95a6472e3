"""Records in a column of Parquet or Feather files; extra ``parquet``."""

from __future__ import annotations

import hashlib
import threading
import weakref
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from ..arrow import TextSlices, read_column
from ..base import PuzzleError
from ..io.places import file_mark, file_system, is_address
from ..io.streams import ARROW_MAGIC, PARQUET_MAGIC, magic_of, open_stream
from ..io.text import printable
from ..puzzles.framework.arguments import RULES
from ..puzzles.framework.batch_records import NO_VALUE, ArrayRecords, Records, TextRecords
from ..search.threads import thread_of
from .kept_columns import Kept
from .parquet import pyarrow
from .parts import FIRST, MOST_BYTES, Index, RecordSource, Span

if TYPE_CHECKING:
    from numpy.typing import NDArray

ROWS = 1 << 16  # decoded at a time
BUFFER = 1 << 20  # bytes of a file read at a time
HASHED = 1 << 20  # bytes of a file read at a time for its digest
WAIT = 0.05  # seconds between two calls of progress
NAMES = {"parquet": "Parquet", "feather": "Feather"}
"""The forms of files of columns, by their names in pyarrow."""


def form_of(magic: bytes) -> str | None:
    """Return the form of files of columns that begin with `magic`, None where they are none."""
    if magic.startswith(PARQUET_MAGIC):
        return "parquet"
    return "feather" if magic.startswith(ARROW_MAGIC) else None


class DatasetSource(RecordSource):
    """Records in a column of texts, or of lists of whole numbers, of one or several files.

    Parts are rows, whatever file they stand in. Rows are decoded once where parts are asked for in order; a
    part out of order costs the rows before it in its row group (Parquet), or in its file.
    """

    _pa: Any = None
    _listed = False
    """Whether the records are lists."""
    _digests: FileDigests | None = None

    def __init__(
        self,
        files: Sequence[str],
        name: str,
        part_size: int,
        column: str | None,
        keep: Sequence[str] = (),
        likely: Collection[str] = (),
    ) -> None:
        self.files, self.name, self.part_size, self.keep = tuple(files), name, part_size, tuple(keep)
        self._asked, self._likely = column, frozenset(likely)
        self.item_size: int | None = None
        """Values of the first list, where the records are lists."""
        self._open(measured=True)
        self._lock = threading.Lock()
        self._place = _Place()

    def __getstate__(self) -> dict[str, Any]:
        mine = ("files", "name", "part_size", "keep", "_asked", "_likely", "item_size", "_found")
        return {name: self.__dict__[name] for name in mine}

    def __setstate__(self, state: dict[str, Any]) -> None:
        found = state.pop("_found")
        self.__dict__.update(state)
        self._open()
        self._lock, self._place = threading.Lock(), _Place()
        if self._found != found:
            raise self._changed()

    # What there is

    def _open(self, *, measured: bool = False) -> None:
        self.form = self._one_form()
        with self._damage():
            self._found = {file: file_mark(file) for file in self.files}  # all that is read is of this state
        if measured:
            self._digests = FileDigests(self.files)  # made while pyarrow is imported and rows are counted
        self._pa = pyarrow(f"{NAMES.get(self.form, self.form)} files")
        with self._damage():
            reader = self._reader = self._reading()
            self._paths, rows, schema = reader.paths, reader.rows, reader.schema
            names = self.names = tuple(schema.names)
            """The columns that there are."""
        if min(rows, default=0) < 0:
            raise PuzzleError(f"damaged Parquet file: a row group of {min(rows)} rows", file=self.name)
        self._ends = np.cumsum(rows, dtype=np.int64)
        self.rows = int(self._ends[-1]) if rows else 0
        if not self.rows:
            raise PuzzleError("is empty", file=self.name)
        known = [name for name in names if name.casefold() in self._likely]
        self.column: str = self._asked or (known[0] if len(known) == 1 else names[0])
        for name in (self.column, *self.keep):
            if names.count(name) != 1:
                said = printable(", ".join(names))[:200]
                wrong = "is there twice" if name in names else "does not exist"
                raise PuzzleError(f"column {name!r:.40} {wrong}; the columns are {said}", file=self.name)
        self._check(schema.field(self.column).type)
        self._has_rules = RULES in names and self.column != RULES and names.count(RULES) == 1
        """Whether a column tells by which rules records are read."""
        self.kept_columns = tuple(Kept(name, "value", 0, schema.field(name).type) for name in self.keep)
        if len(set(self.keep)) != len(self.keep):
            raise PuzzleError(f"--keep {','.join(self.keep)!r:.60}, expected each column once")

    def _one_form(self) -> str:
        """Return the form of the files, which must all be of one."""
        forms = []
        for file in self.files:
            with open_stream(file, unpack=False) as stream:
                forms.append(form_of(magic_of(stream)))
            if forms[-1] is None or forms[-1] != forms[0]:
                said, wanted = (NAMES.get(form or "", "text") for form in (forms[-1], forms[0]))
                raise PuzzleError(f"{said} among several files, expected {wanted}", file=printable(file))
        return forms[0] or ""

    def _reading(self) -> ParquetRows | DatasetRows:
        """Return what reads rows in units that can be read alone: row groups of Parquet, else whole files."""
        file, *others = self.files
        if self.form == "parquet" and not (others or is_address(file) or _parts_of(file)):
            return ParquetRows(file)
        return DatasetRows(self.files, self.form)

    @contextmanager
    def _damage(self) -> Iterator[None]:
        """Tell what pyarrow says of a file that it cannot read in one line."""
        try:
            yield
        except PuzzleError:
            raise
        except FileNotFoundError as reason:
            raise PuzzleError("no such file", file=printable(str(reason.filename or self.name))) from None
        except self._errors() as reason:
            first = (str(reason).splitlines() or ["unreadable"])[0]
            first = printable(first.rpartition("': ")[2][:160])  # the file is named already
            raise PuzzleError(f"damaged {NAMES[self.form]} file: {first}", file=self.name) from None

    def _errors(self) -> tuple[type[Exception], ...]:
        """Return what is raised of a file, by pyarrow too once it is imported; of a name in it, Unicode."""
        known: tuple[type[Exception], ...] = (OSError, UnicodeDecodeError)
        return known if self._pa is None else (*known, self._pa.ArrowException)

    def _check(self, kind: Any) -> None:
        types, inner = self._pa.types, kind
        if types.is_dictionary(inner):
            inner = inner.value_type
        texts = ("string", "large_string", "string_view", "binary", "large_binary", "binary_view")
        if any(getattr(types, f"is_{name}")(inner) for name in (*texts, "fixed_size_binary")):
            return
        lists = ("list", "large_list", "fixed_size_list", "list_view", "large_list_view")
        deep = False
        while any(getattr(types, f"is_{name}")(inner) for name in lists):
            inner, deep = inner.value_type, True
        self._listed = deep
        if not deep or not types.is_integer(inner):
            wrong = f"column {self.column!r:.40} of type {kind}, expected texts or lists of whole numbers"
            if self._asked is None:
                wrong += f"; choose with --column among {printable(', '.join(self.names))[:200]}"
            raise PuzzleError(wrong, file=self.name)

    # What is in it

    def scan(self, progress: Callable[[int], None] | None = None) -> Index:
        """Return the parts, cut by rows, and the digest of the files."""
        digest = hashlib.sha256(self.column.encode("utf-8", "surrogatepass") + b"\0")
        made = (self._digests or FileDigests(self.files)).wait(progress)
        for file, one in zip(self.files, made, strict=True):
            digest.update(one)
            digest.update("/".join(_parts_of(file)).encode("utf-8", "surrogatepass"))
            self._unchanged(file)
        if self._listed:
            first = self.read(Span(0, 1, min(self.rows, FIRST), 0, min(self.rows, FIRST)))
            lengths = (len(value) for value in first.column(self.column).to_pylist() if value is not None)
            self.item_size = next(lengths, None)
        if self.check_first is not None:
            self.see(self.records(Span(0, 1, min(self.rows, FIRST), 0, min(self.rows, FIRST))))
        starts = range(0, self.rows, self.part_size)
        sizes = [min(self.part_size, self.rows - start) for start in starts]
        spans = [
            Span(number, start + 1, size, start, size)
            for number, (start, size) in enumerate(zip(starts, sizes, strict=True))
        ]
        return Index(digest.hexdigest(), self.rows, tuple(spans))

    def _changed(self) -> PuzzleError:
        return PuzzleError("was modified while it was read", file=self.name)

    def _unchanged(self, file: str) -> None:
        with self._damage():
            if file_mark(file) != self._found[file]:
                raise self._changed()

    def parts(self, spans: Sequence[Span]) -> Iterator[tuple[Span, Any]]:
        """Yield parts with their rows, each row group decoded once."""
        for span in spans:
            yield span, self.read(span)

    def read(self, span: Span) -> Any:
        """Return the rows of a part: a table of the column and of those that are kept."""
        with self._lock:
            used: set[str] = set()
            try:
                with self._damage():
                    rows = list(self._rows(span, used))
            except PuzzleError:
                self._place = _Place()
                for file in self.files:
                    self._unchanged(file)
                raise
            for file in used:
                self._unchanged(file)
        if sum(len(batch) for batch in rows) != span.count:
            raise self._changed()
        return self._pa.Table.from_batches(rows)

    def _rows(self, span: Span, used: set[str]) -> Iterator[Any]:
        """Yield the rows of a part, from where the last one ended if that is not further away."""
        unit = int(np.searchsorted(self._ends, span.offset, side="right"))
        place = self._place
        if place.unit != unit or place.at > span.offset:
            start = int(self._ends[unit - 1]) if unit else 0
            place = self._place = _Place(self._batches(unit), start, unit)
        left, room = span.count, MOST_BYTES
        while left:
            if place.rest is None:
                place.rest = next(place.batches, None)
                if place.rest is None:
                    return
            used.add(self._paths[int(np.searchsorted(self._ends, place.at, side="right"))])
            batch = place.rest
            skip = min(span.offset + span.count - left - place.at, len(batch))
            found = batch.slice(skip, left)
            taken = skip + len(found)
            place.rest = batch.slice(taken) if taken < len(batch) else None
            place.at += taken
            place.unit = int(np.searchsorted(self._ends, place.at, side="right"))
            left -= len(found)
            room -= found.column(0).nbytes if len(found) else 0
            if room < 0:
                wrong = f"part of more than {MOST_BYTES:,} bytes, expected a smaller --part-size"
                raise PuzzleError(wrong, file=self.name)
            if len(found):
                yield found

    def _batches(self, unit: int) -> Iterator[Any]:
        names = list(dict.fromkeys((self.column, *self.keep, *([RULES] if self._has_rules else []))))
        yield from self._reader.batches(unit, names)

    def decode(self, span: Span, data: Any) -> Records:
        """Return the records that the rows of a part hold."""
        column = data.column(self.column)
        try:
            if self.item_size is not None:
                return ArrayRecords(self._lists(column)[0])
            found = read_column(column, empty=True)
        except PuzzleError as error:
            line = None if error.index is None else span.first + error.index
            raise PuzzleError(error.reason, file=self.name, line=line) from None
        if isinstance(found, TextSlices):
            starts, ends = found.starts, found.ends
            if column.null_count:
                missing = np.asarray(column.is_null())
                starts, ends = (np.where(missing, NO_VALUE, places) for places in (starts, ends))
            return TextRecords(found.data, starts, ends)
        return ArrayRecords(found)

    def _lists(self, column: Any) -> tuple[NDArray[Any], dict[int, tuple[str, str]]]:
        """Return lists of numbers as rows of an array, and what is wrong with those of another length."""
        try:
            return np.asarray(read_column(column)), {}
        except PuzzleError as error:
            values = column.to_pylist()
            wrong = {
                place: (self._other(value), "" if value is None else str(value)[:80])
                for place, value in enumerate(values)
                if value is None or len(value) != self.item_size
            }
            if not wrong:
                raise error
            if len(wrong) == len(values):
                return np.zeros((len(values), self.item_size or 1), dtype=np.int64), wrong
        good = np.ones(len(values), dtype=bool)
        good[list(wrong)] = False
        found = np.asarray(read_column(column.filter(self._pa.array(good.tolist()))))
        rows = np.zeros((len(values), *found.shape[1:]), dtype=found.dtype)
        rows[good] = found
        return rows, wrong

    def _other(self, value: Any) -> str:
        if value is None:
            return f"no value, expected a list of {self.item_size} values"
        return f"a list of {len(value)} values, but the first record has {self.item_size}"

    def faults(self, data: Any) -> Mapping[int, tuple[str, str]]:
        """Return what is wrong with lists of another length than the first, by their places."""
        if self.item_size is None:
            return {}
        try:
            return self._lists(data.column(self.column))[1]
        except PuzzleError:  # `decode` says so
            return {}

    def kept(self, data: Any) -> Sequence[Any]:
        """Return the columns that are carried into the output."""
        return [data.column(name) for name in self.keep]

    def stored_rules(self, data: Any) -> Sequence[Any] | None:
        """Return the rules stored with the records of a part, None where there is no such column."""
        if not self._has_rules:
            return None
        # Objects of a column all have the keys of each: those that a record leaves out are None.
        return [
            {name: each for name, each in value.items() if each is not None}
            if isinstance(value, dict)
            else value
            for value in data.column(RULES).to_pylist()
        ]


class _Place:
    """How far rows were decoded."""

    def __init__(self, batches: Iterator[Any] | None = None, at: int = 0, unit: int = -1) -> None:
        self.batches, self.at, self.unit = batches or iter(()), at, unit
        self.rest: Any = None


class FileDigests:
    """The SHA-256 digests of files, which a thread begins to make at once; it ends with this object."""

    def __init__(self, files: Sequence[str]) -> None:
        self._making = _Making(tuple(files))
        weakref.finalize(self, self._making.stop.set)
        thread_of(self._making.run).start()

    def wait(self, progress: Callable[[int], None] | None = None) -> list[bytes]:
        """Return the digests when they are made; `progress` is called with the bytes seen.

        What a file could not be read for is raised here.
        """
        making = self._making
        while not making.done.wait(WAIT):
            if progress is not None:
                progress(making.seen)
        if making.error is not None:
            raise making.error
        return making.digests


class _Making:
    """The state of the thread, which must not hold the object whose end it waits for."""

    def __init__(self, files: tuple[str, ...]) -> None:
        self.files, self.seen = files, 0
        self.digests: list[bytes] = []
        self.error: Exception | None = None
        self.stop, self.done = threading.Event(), threading.Event()

    def run(self) -> None:
        try:
            self.digests.extend(map(self._digest, self.files))
        except Exception as error:  # raised by `wait`
            self.error = error
        finally:
            self.done.set()

    def _digest(self, file: str) -> bytes:
        digest = hashlib.sha256()
        with open_stream(file, unpack=False) as stream:
            while not self.stop.is_set() and (block := stream.read(HASHED)):
                digest.update(block)
                self.seen += len(block)
        return digest.digest()


def _parts_of(file: str) -> list[str]:
    """Return the folders of a file whose names hold values of columns."""
    return [part for part in file.split("/")[:-1] if "=" in part]


class ParquetRows:
    """One Parquet file, by its own reader: `schema` of all columns, `paths` and `rows` of the row groups.

    It decodes the same rows for half the time and memory: the scanner of a dataset reads ahead, and importing
    it imports pandas.
    """

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
        import pyarrow.dataset as ds

        self._parquet, inner, options = form == "parquet", list(files), dict[str, Any]()
        if is_address(files[0]):
            options["filesystem"] = file_system(files[0])[0]
            inner = [file_system(file)[1] for file in files]
        if any(map(_parts_of, inner)):
            options["partitioning"] = "hive"
        self._data = ds.dataset(inner, format=form, **options)
        self.schema = self._data.schema
        self._units: list[Any] = []
        self.paths: list[str] = []
        for file, whole in zip(files, self._data.get_fragments(), strict=True):
            units = whole.split_by_row_group() if self._parquet else [whole]
            self._units += units
            self.paths += [file] * len(units)
        self.rows = [self._rows_in(unit) for unit in self._units]

    def _rows_in(self, unit: Any) -> int:
        if self._parquet:  # a part of a fragment counts the rows of all of it
            return sum(group.num_rows for group in unit.row_groups)
        return int(unit.count_rows())

    def batches(self, unit: int, names: Sequence[str]) -> Iterator[Any]:
        """Yield the rows from a unit on."""
        import pyarrow.dataset as ds

        options: dict[str, Any] = {}
        if self._parquet:  # not mapped, as above
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
