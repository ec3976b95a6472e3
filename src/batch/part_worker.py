"""The work on one part: read its records, answer them, write the part file and its receipt."""

from __future__ import annotations

import io
import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

from ..base import PuzzleError
from ..puzzles.framework.batch_records import Answers, contrary, own_rules
from .folder import Folder, Receipt
from .parquet import TableWriter
from .parts import RecordSource, Span
from .targets import LINES
from .writers import open_table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..puzzles.framework.batch_records import Batch

MOST_RECORDS = 8192  # answered at a time; between two of them a run can be stopped
MOST_BYTES = 1 << 21
AT_ONCE = 0.05  # seconds for which records are answered at a time where answers are numbers
Task = Callable[[], Any]


def _at_once(task: Task) -> Any:
    return task()


class Stopped(Exception):
    """The run was stopped in the middle of a part."""


@dataclass(frozen=True)
class Work:
    """All that is needed to do any part of a run; shared by threads."""

    folder: Folder
    source: RecordSource
    batch: Batch
    stop: threading.Event
    answering: Callable[[Task], Any] = _at_once
    """Calls what answers records, in a thread that does nothing else: others read and write meanwhile."""

    def __post_init__(self) -> None:
        # A record that takes long is given up as well.
        self.batch.stop = self.stop.is_set  # type: ignore[method-assign]

    def do(self, span: Span, data: Any = None, progress: Callable[[int], None] | None = None) -> Receipt:
        """Do a part and return its receipt.

        `data` is what the source gave with it; else it is read. `progress` is called with the number of
        records just done.
        """
        data = self.source.read(span) if data is None else data
        records, kept = self.source.decode(span, data), self.source.kept(data)
        if len(records) != span.count:  # an answer that is left out must not go unseen
            wrong = f"part {span.number} has {len(records):,} records, but {span.count:,} were counted"
            raise PuzzleError(wrong, file=self.source.name)
        rules, faults = self.source.stored_rules(data), self.source.faults(data)
        most = max(1, MOST_BYTES * span.count // max(span.size, 1))
        step = self.source.step or min(MOST_RECORDS, most)
        file = self.folder.new_file(self.folder.name(span.number))
        with file as stream, self._table(stream) as table:
            written = _Written(table, kept, self.source.number.name, span.first, step, faults)
            pieces = self.answering(lambda: self._pieces(records, rules, written, most, progress))
            for start, chunk, answers in pieces:
                written.write(start, chunk, answers)
        keys = b"".join(written.keys)
        count = span.count - written.unused
        return self.folder.finish(span.number, count, written.rejects, span.digest or None, keys)

    def _pieces(
        self,
        records: Any,
        rules: Sequence[Any] | None,
        written: _Written,
        most: int,
        progress: Callable[[int], None] | None,
    ) -> list[tuple[int, Any, Answers]]:
        """Answer the records of a part, a bounded number at a time; return what is to be written yet.

        That is all of it where answers are numbers, which take little room; else it is written meanwhile.
        """
        numbers = all(column.number for column in self.batch.columns)
        left: list[tuple[int, Any, Answers]] = []
        start, steps = 0, 1
        while start < len(records):
            if self.stop.is_set():
                raise Stopped
            began = time.perf_counter()
            chunk = records.chunk(start, min(start + steps * written.step, len(records)))
            wrong = [
                (place, reason) for place, reason in written.wrong if start <= place < start + len(chunk)
            ]
            wrong = [(place - start, reason) for place, reason in wrong]
            unused = self.source.unused(chunk)
            written.unused += unused.size
            chunk_rules = None if rules is None else rules[start : start + len(chunk)]
            answers = self._answers(chunk, chunk_rules, wrong, unused)
            if numbers:
                left.append((start, chunk, answers))
                seconds = max(time.perf_counter() - began, 1e-9)
                steps = max(1, min(int(steps * AT_ONCE / seconds), most // written.step))
            else:
                written.write(start, chunk, answers)
            if progress is not None:
                progress(len(chunk))
            start += len(chunk)
        return left

    def rewrite_records(self, span: Span, data: Any, places: NDArray[np.intp], keys: NDArray[Any]) -> Receipt:
        """Make some records of a part again, leave its other lines and keys, and return its receipt.

        The whole part is done where records are no lines of their own, or some have none.
        """
        name = self.folder.name(span.number)
        before = self.folder.store.read(self.folder.inside(name)).split(b"\n")
        if self.folder.form not in LINES or len(before) != span.count + 1:
            return self.do(span, data)
        answers = self._answers(self.source.decode(span, data).take(places))
        if answers.rejected or answers.keys is None:
            return self.do(span, data)
        lines = io.BytesIO()
        with self._table(lines) as table:
            table.write([places + span.first, *answers.columns])
            text = lines.getvalue()
        for place, line in zip(places.tolist(), text.split(b"\n"), strict=False):
            before[place] = line
        keys = keys.copy()
        keys[places] = answers.keys
        with self.folder.new_file(name) as stream:
            stream.write(b"\n".join(before))
        return self.folder.finish(span.number, span.count, [], span.digest or None, keys.tobytes())

    @cached_property
    def _plain(self) -> Mapping[str, Any]:
        return own_rules(self.batch)

    def _answers(
        self,
        records: Any,
        rules: Sequence[Any] | None = None,
        faults: Sequence[tuple[int, str]] = (),
        unused: NDArray[np.int64] | None = None,
    ) -> Answers:
        """Return the answers to some records; one that says other rules than it is read by is rejected.

        `faults` are places and reasons of those that could not be read; `unused` lines have none.
        """
        wrong = list(faults)
        if rules is not None:
            known = {place for place, _ in faults}
            found = contrary(self.batch, records, rules, self._plain)
            wrong += [(place, reason) for place, reason in found if place not in known]
        left = [place for place, _ in wrong] + ([] if unused is None else unused.tolist())
        if not left:
            return self.batch.answer(records)
        places = np.delete(np.arange(len(records)), left)
        if not places.size:
            return Answers(places, [()] * len(self.batch.columns), sorted(wrong))
        answers = self.batch.answer(records.take(places))
        rejected = [(int(places[place]), reason) for place, reason in answers.rejected]
        return Answers(places[answers.kept], answers.columns, sorted(wrong + rejected))

    @contextmanager
    def _table(self, stream: BinaryIO) -> Iterator[TableWriter]:
        """Yield what writes rows; it is closed at the end, and let go where the part is given up."""
        columns = (self.source.number, *self.source.kept_columns, *self.batch.columns)
        table = open_table(self.folder.form, stream, columns, self.folder.about)
        try:
            yield table
            table.close()
        except BaseException:
            table.abandon()
            raise


class _Written:
    """What is written of a part: its rows, a number of records at a time, and their side files."""

    def __init__(
        self,
        table: TableWriter,
        kept: Sequence[Any],
        name: str,
        first: int,
        step: int,
        faults: Mapping[int, tuple[str, str]],
    ) -> None:
        self.table, self.kept, self.name, self.first, self.step = table, kept, name, first, step
        self.faults = faults
        self.wrong = sorted((place, reason) for place, (reason, _) in faults.items())
        self.unused = 0  # lines without a record
        self.rejects: list[bytes] = []
        self.keys: list[bytes] = []

    def write(self, start: int, chunk: Any, answers: Answers) -> None:
        """Take the answers to some records, the first of which stands at a place of the part."""
        first = self.first + start
        # Whatever is answered at a time, which goes by the clock: numbers are cut where a step ends.
        for at in range(0, len(chunk), self.step):
            size = min(self.step, len(chunk) - at)
            rows = slice(*np.searchsorted(answers.kept, (at, at + size)).tolist())
            places = answers.kept[rows]
            if places.size:
                carried = [_rows(column, start + at, size, places - at) for column in self.kept]
                whole = size == len(chunk)
                columns = answers.columns if whole else [column[rows] for column in answers.columns]
                self.table.write([places + first, *carried, *columns])
        if answers.keys is not None:
            self.keys.append(answers.keys.tobytes())
        self.rejects.extend(
            _reject(self.name, first + place, reason, self._shown(chunk, start, place))
            for place, reason in answers.rejected
        )

    def _shown(self, chunk: Any, start: int, place: int) -> str:
        """Return the beginning of a record that was rejected."""
        fault = self.faults.get(start + place)
        return str(chunk.shown(place)) if fault is None else fault[1]


def _rows(column: Any, start: int, size: int, places: NDArray[np.int64]) -> Any:
    """Return the values of a column of the input for the records that were answered."""
    values = column.slice(start, size)
    return values if places.size == size else values.take(places)


def _reject(name: str, number: int, reason: str, record: str) -> bytes:
    row = {name: number, "reason": reason, "record": record}
    return json.dumps(row, ensure_ascii=True, separators=(",", ":")).encode() + b"\n"
