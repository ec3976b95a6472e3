"""Records in a column of CSV, or under a key of JSON: text as it stands, with no guess at types."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ..base import PuzzleError, printable
from ..io.places import open_file
from ..io.streams import ZSTD_MAGIC, Stream, magic_of, open_stream
from ..io.text import GZIP_MAGIC
from ..puzzles.framework.arguments import RULES
from ..puzzles.framework.batch_records import NO_VALUE, ArrayRecords, Records, TextRecords
from .csv_table import DELIMITERS, CsvForm, header_cells
from .json_table import JsonForm, is_utf8, keys_of, value_text
from .kept_columns import Kept, Raw
from .likely import BOM, HEAD, table_form
from .parts import BLOCK, MOST_BYTES, Index, RecordSource, Span

if TYPE_CHECKING:
    from numpy.typing import NDArray

FIRST = 1000
"""Objects of JSON whose keys are looked at before any is answered."""


def _folder_values(file: str) -> dict[str, str]:
    """Return the columns that the names of folders say, such as ``level=hard``."""
    parts = [part.partition("=") for part in file.split("/")[:-1] if "=" in part]
    return {name: value for name, _, value in parts}


@dataclass(frozen=True, slots=True)
class _File:
    """A file of a table: how its records are read, and where they begin."""

    name: str
    form: CsvForm | JsonForm
    head: bytes
    names: tuple[str, ...]
    first_line: int


@dataclass(frozen=True, slots=True)
class _Piece:
    """Whole records of one file that belong to a part."""

    file: int
    offset: int
    size: int
    count: int


class TextTableSource(RecordSource):
    """Records of one or several files of CSV or JSON, in one column or under one key.

    Without a column each object of JSON is a record as it stands.
    """

    def __init__(
        self, files: Sequence[str], name: str, part_size: int, column: str | None, keep: Sequence[str] = ()
    ) -> None:
        self.files, self.name, self.part_size = tuple(files), name, part_size
        self.column, self.keep = column, tuple(keep)
        if len(set(self.keep)) != len(self.keep):
            raise PuzzleError(f"--keep {','.join(self.keep)!r:.60}, expected each column once")
        self.item_shape: tuple[int, ...] | None = None
        """Shape of the lists of numbers that are the records, None where they are texts."""
        self.seekable = True
        self._files: list[_File] = []
        for file in files:
            with open_stream(file) as stream:
                self._files.append(self._opened(file, stream))
            with open_stream(file, unpack=False) as stream:
                self.seekable &= not magic_of(stream).startswith((GZIP_MAGIC, ZSTD_MAGIC))
        self.form = self._files[0].form
        for opened in self._files:
            if type(opened.form) is not type(self.form):
                kinds = ("JSON", "CSV") if isinstance(opened.form, JsonForm) else ("CSV", "JSON")
                raise PuzzleError(
                    f"{kinds[0]} among several files of {kinds[1]}", file=printable(opened.name)
                )
        self.names = self._files[0].names
        """The columns that there are."""
        self.kept_columns = tuple(Kept(name, "value") for name in self.keep)
        self._pieces: list[list[_Piece]] = []

    # What there is

    def _opened(self, file: str, stream: Stream) -> _File:
        """Read what stands before the records of a file."""
        shown, more = printable(file), tuple(_folder_values(file))
        peeked = bytes(stream.peek(HEAD)[:HEAD])  # type: ignore[attr-defined]
        if not peeked:
            raise PuzzleError("is empty, expected records", file=shown)
        kind = table_form(peeked)
        head = stream.read(len(BOM)) if peeked.startswith(BOM) else b""
        if kind == "csv":
            line = b"\n"
            while line and not line.strip():
                line = stream.readline(HEAD)
                while line.count(b'"') % 2 and len(line) < HEAD and (rest := stream.readline(HEAD)):
                    line += rest
                head += line
            names, delimiter = self._header(line, shown)
            self._must_have(names, more, shown)
            return _File(file, CsvForm(delimiter, len(names)), head, (*names, *more), head.count(b"\n"))
        space = len(peeked) - len(peeked.removeprefix(BOM).lstrip()) - len(head)
        head += stream.read(space + (kind == "array"))
        wanted = () if self.column is None else tuple(dict.fromkeys((self.column, *self.keep, RULES)))
        form = JsonForm(wanted, array=kind == "array")
        names = self._first(form, stream, shown)
        self._must_have(names, more, shown)
        return _File(file, form, head, (*names, *more), head.count(b"\n"))

    def _first(self, form: JsonForm, stream: Stream, shown: str) -> list[str]:
        """Look at the first objects of a file: return their keys; see whether its records are lists."""
        data = b""
        while True:
            block = stream.read(BLOCK)
            data += block
            (starts, ends), *_ = form.records(data, not block)
            if starts.size or not block:
                break
            if len(data) > MOST_BYTES:
                raise PuzzleError(f"record of more than {MOST_BYTES:,} bytes", file=shown)
        found: dict[str, None] = {}
        for start, end in zip(starts[:FIRST].tolist(), ends[:FIRST].tolist(), strict=True):
            record = data[start:end]
            found |= dict.fromkeys(keys_of(record))
            if self.column in found and not self._files and self.item_shape is None and not start:
                value = form.values(record, (np.zeros(1, np.int64), np.array([len(record)])))[0][0][0]
                numbers = None if value is None else _numbers(value)
                self.item_shape = None if numbers is None else numbers.shape
        if not found:
            raise PuzzleError("no JSON object, expected one a line", file=shown, line=1)
        return list(found)

    def _header(self, line: bytes, shown: str) -> tuple[list[str], str]:
        """Return the columns that a header names, and its delimiter: that of the column asked for."""
        try:
            text = line.decode().rstrip("\r\n")
        except UnicodeDecodeError as reason:
            wrong = f"byte 0x{line[reason.start]:02x} is not UTF-8, expected UTF-8 text"
            raise PuzzleError(wrong, file=shown, line=1, column=reason.start + 1) from None
        found = [(header_cells(text, mark), mark) for mark in DELIMITERS]
        fitting = [each for each in found if self.column in each[0]]
        return fitting[0] if fitting else max(found, key=lambda each: len(each[0]))

    def _must_have(self, names: Sequence[str], more: Sequence[str], shown: str) -> None:
        """Refuse columns that are not there, or there twice; `more` are those of folders' names."""
        known = printable(", ".join([*names, *more]))[:200]
        for name in (self.column, *self.keep):
            if name is not None and names.count(name) + (name in more and name != self.column) != 1:
                wrong = "is there twice" if name in names else "does not exist"
                raise PuzzleError(
                    f"column {printable(name)!r:.40} {wrong}; the columns are {known}", file=shown
                )

    # Parts

    def _blocks(self) -> Iterator[tuple[int, int, bytes, NDArray[np.int64]]]:
        """Yield file, offset, and bytes of whole records with the places where each of them ends."""
        for number, file in enumerate(self._files):
            with open_stream(file.name) as stream:
                if stream.read(len(file.head)) != file.head:
                    raise PuzzleError("the file was modified while being read", file=printable(file.name))
                offset, pending, ended, closed, line = len(file.head), b"", False, False, file.first_line + 1
                while not ended:
                    block = stream.read(BLOCK)
                    ended = not block
                    pending += block
                    if closed and pending.strip():
                        raise PuzzleError("text behind the array", file=printable(file.name), line=line)
                    (_, ends), stop, closes = file.form.records(pending, ended)
                    closed = closed or closes
                    if isinstance(file.form, JsonForm) and file.form.array and ended and not closed:
                        raise PuzzleError("the array of JSON is not closed", file=printable(file.name))
                    if ends.size:
                        yield number, offset, pending[:stop], np.append(ends[:-1], stop)
                    if len(pending) - stop > MOST_BYTES:
                        wrong = f"record of more than {MOST_BYTES:,} bytes; is a quote not closed?"
                        raise PuzzleError(wrong, file=printable(file.name), line=line)
                    line += pending.count(b"\n", 0, stop)
                    offset, pending = offset + stop, pending[stop:]

    def _cut(self) -> Iterator[tuple[list[_Piece], list[bytes]]]:
        """Yield the parts: whole records of as many files as it takes, and their bytes."""
        pieces: list[_Piece] = []
        found: list[bytes] = []
        left, room = self.part_size, MOST_BYTES
        for file, offset, data, ends in self._blocks():
            at = done = 0
            while done < ends.size:
                fit = int(np.searchsorted(ends, at + room, side="right")) - done
                count = min(left, fit)
                if not count and pieces:
                    yield pieces, found
                    pieces, found, left, room = [], [], self.part_size, MOST_BYTES
                    continue
                count = max(count, 1)
                stop = int(ends[done + count - 1])
                pieces.append(_Piece(file, offset + at, stop - at, count))
                found.append(data[at:stop])
                left, room, at, done = left - count, room - (stop - at), stop, done + count
        if pieces:
            yield pieces, found

    def stream(self) -> Iterator[tuple[Span, Any]]:
        """Yield the parts in order with their rows."""
        first, offset = 1, 0
        for number, (pieces, found) in enumerate(self._cut()):
            count, size = sum(piece.count for piece in pieces), sum(map(len, found))
            digest = hashlib.sha256()
            for data in found:
                digest.update(data)
            rows = _Rows(self, [(piece.file, data) for piece, data in zip(pieces, found, strict=True)])
            if number == len(self._pieces):
                self._pieces.append(pieces)
            span = Span(number, first, count, offset, size, digest.hexdigest())
            if number == 0 and self.check_first is not None:
                self.see(rows.records)
            yield span, rows
            first, offset = first + count, offset + size

    def scan(self, progress: Callable[[int], None] | None = None) -> Index:
        """Return the parts and the digest, in one pass."""
        spans: list[Span] = []
        digest = hashlib.sha256((self.column or "").encode("utf-8", "surrogatepass") + b"\0")
        for file in self._files:
            digest.update(hashlib.sha256(file.head).digest())
            digest.update(json.dumps(_folder_values(file.name)).encode())
        for span, _ in self.stream():
            digest.update(span.digest.encode())
            spans.append(span)
            if progress is not None:
                progress(span.offset + span.size)
        if not spans:
            raise PuzzleError("is empty, expected records", file=self.name)
        return Index(digest.hexdigest(), sum(span.count for span in spans), tuple(spans))

    def read(self, span: Span) -> _Rows:
        """Return the rows of a part."""
        found = []
        for piece in self._pieces[span.number]:
            with open_file(self._files[piece.file].name) as stream:
                stream.seek(piece.offset)
                found.append((piece.file, stream.read(piece.size)))
        span.check(b"".join(data for _, data in found), self.name)
        return _Rows(self, found)

    def decode(self, span: Span, data: Any) -> Records:
        """Return the records of a part."""
        found: Records = data.records
        return found

    def kept(self, data: Any) -> Sequence[Raw]:
        """Return the columns that are carried into the output."""
        return [data.raw(name) for name in self.keep]

    def stored_rules(self, data: Any) -> Sequence[Any] | None:
        """Return the rules that the records of a part bring with them, None where none do."""
        if (
            self.column is None
            or self.column == RULES
            or (RULES not in self.names and isinstance(self.form, CsvForm))
        ):
            return None
        found = data.raw(RULES)
        return found.to_pylist() if any(found.values) else None

    def faults(self, data: Any) -> Mapping[int, tuple[str, str]]:
        """Return what is wrong with records that cannot be read, and their beginnings, by their places."""
        found: Mapping[int, tuple[str, str]] = data.faults
        return found


class _Rows:
    """The records of a part, read when they are asked for: by the thread that answers them."""

    def __init__(self, source: TextTableSource, pieces: Sequence[tuple[int, bytes]]) -> None:
        self._source, self._pieces = source, pieces

    @cached_property
    def _parsed(self) -> tuple[Records, dict[str, list[bytes | None]], dict[int, tuple[str, str]]]:
        source = self._source
        names = dict.fromkeys((source.column, *source.keep, RULES))
        parts: list[Records] = []
        values: dict[str, list[bytes | None]] = {name: [] for name in names if name is not None}
        faults: dict[int, tuple[str, str]] = {}
        first = 0
        for number, data in self._pieces:
            file = source._files[number]
            read = self._csv if isinstance(file.form, CsvForm) else self._json
            found, starts, ends, wrong = read(file, data, values)
            for place, reason in wrong.items():
                shown = data[starts[place] : min(ends[place], starts[place] + 80)].decode("utf-8", "replace")
                faults[first + place] = reason, shown
            parts.append(found)
            first += len(starts)
        if source.item_shape is None:
            records: Records = TextRecords.joined([each for each in parts if isinstance(each, TextRecords)])
        else:
            records = ArrayRecords(np.concatenate([each.data for each in parts]))
        return records, values, faults

    def _csv(
        self, file: _File, data: bytes, values: dict[str, list[bytes | None]]
    ) -> tuple[Records, NDArray[np.int64], NDArray[np.int64], dict[int, str]]:
        """Return the records of bytes of CSV, where their rows begin and end, and what is wrong with some."""
        form: Any = file.form
        own = file.names[: form.width]
        asked = [name for name in values if name in own]
        cells = form.cells(data, [own.index(name) for name in asked])
        constant = _folder_values(file.name)
        for name, (low, high) in zip(asked, cells.columns, strict=True):
            if name in self._source.keep or name == RULES:
                found = [data[start:end] for start, end in zip(low.tolist(), high.tolist(), strict=True)]
                if not is_utf8(b"".join(found)):
                    for place in (place for place, cell in enumerate(found) if not is_utf8(cell)):
                        cells.faults.setdefault(place, f"cell of {name} is not UTF-8, expected UTF-8 text")
                values[name] += found
        for name in values.keys() - set(asked):
            values[name] += [constant[name].encode() if name in constant else b""] * cells.starts.size
        flat, (low, high) = form.texts(data, *cells.columns[asked.index(self._source.column or "")])
        return TextRecords(flat, low, high), cells.starts, cells.ends, cells.faults

    def _json(
        self, file: _File, data: bytes, values: dict[str, list[bytes | None]]
    ) -> tuple[Records, NDArray[np.int64], NDArray[np.int64], dict[int, str]]:
        """Return the records of JSON, where their objects begin and end, and what is wrong with some."""
        form: Any = file.form
        places, *_ = form.records(data, True)
        if self._source.column is None:
            return TextRecords(np.frombuffer(data, np.uint8), *places), *places, {}
        columns, faults = form.values(data, places)
        constant = _folder_values(file.name)
        for name, column in zip(form.wanted, columns, strict=True):
            if name in constant:
                column = [json.dumps(constant[name]).encode()] * len(column)
            values[name] += column
        found = columns[0]
        shape = self._source.item_shape
        records = _texts_of(found, faults) if shape is None else _arrays_of(found, shape, faults)
        return records, *places, faults

    @property
    def records(self) -> Records:
        """The records; those that cannot be read have no value."""
        return self._parsed[0]

    @property
    def faults(self) -> dict[int, tuple[str, str]]:
        """Reason and beginning of each record that cannot be read, by its place."""
        return self._parsed[2]

    def raw(self, name: str) -> Raw:
        """Return the values of a column as they stand in the file."""
        return Raw(self._parsed[1][name], "json" if isinstance(self._source.form, JsonForm) else "csv")


def _texts_of(values: Sequence[bytes | None], faults: dict[int, str]) -> TextRecords:
    """Return strings of JSON as records; a list is the text of one, as a puzzle may be written."""
    sizes = np.array([0 if value is None else len(value) for value in values], dtype=np.int64)
    data = b"".join(value for value in values if value is not None)
    flat = np.frombuffer(data, np.uint8)
    ends = np.cumsum(sizes)
    starts = ends - sizes
    if sizes.all() and b"\\" not in data and (flat[starts] == ord('"')).all():
        return TextRecords(flat, starts + 1, ends - 1)
    texts: list[bytes] = []
    missing = np.zeros(len(values), dtype=bool)
    for place, value in enumerate(values):
        texts.append(b"")
        if value in (None, b"null"):
            missing[place] = True
        elif value[:1] in b'"[':
            texts[-1] = value_text(value).encode("utf-8", "surrogatepass")
        else:
            faults[place] = f"{printable(value.decode())[:40]} is not text; write the puzzle in quotes"
    sizes = np.array(list(map(len, texts)), dtype=np.int64)
    ends = np.cumsum(sizes)
    return TextRecords(
        np.frombuffer(b"".join(texts), np.uint8),
        np.where(missing, NO_VALUE, ends - sizes),
        np.where(missing, NO_VALUE, ends),
    )


def _arrays_of(
    values: Sequence[bytes | None], shape: tuple[int, ...], faults: dict[int, str]
) -> ArrayRecords:
    """Return lists of numbers of one shape as records."""
    rows = np.zeros((len(values), *shape), dtype=np.int64)
    said = "x".join(map(str, shape))
    for place, value in enumerate(values):
        found = None if value is None else _numbers(value)
        if found is not None and found.shape == shape:
            rows[place] = found
        elif place not in faults:
            what = (
                "no list of whole numbers" if found is None else "x".join(map(str, found.shape)) + " numbers"
            )
            faults[place] = f"{what}, but the first record has {said}"
    return ArrayRecords(rows)


def _numbers(value: bytes) -> NDArray[np.int64] | None:
    """Return a list of whole numbers, or of lists of them; None where a value is none."""
    if value[:1] != b"[":
        return None
    try:
        found = np.array(json.loads(value))
    except (ValueError, OverflowError):
        return None
    return found.astype(np.int64) if found.dtype.kind == "i" and found.size else None
