"""Read puzzles and answers from files, in step and in bounded memory."""

from __future__ import annotations

import argparse
import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..arrow import TextSlices
from ..base import PuzzleError
from ..batch.json_table import object_of
from ..batch.likely import BOM, HEAD, likely_in, table_form
from ..batch.text_tables import TextTableSource
from ..io.grid_text import Symbols
from ..io.text import pluralize, printable
from ..puzzles.framework.arguments import (
    ANSWER_KEYS,
    PUZZLE_KEYS,
    RESULT_KEYS,
    RULES,
    TABLE_NAMES,
    Record,
    flat,
    record_of,
    rules_in,
)
from ..puzzles.framework.batch_records import ArrayRecords, Records, TextRecords
from ..puzzles.framework.command import is_file, read_puzzle

PART = 1 << 14
VERIFIER = "verifier"
"""The column and the key of the name of the puzzle that judges a record."""
JSON_MARKS = frozenset(b'{["')


@dataclass(frozen=True, slots=True)
class Side:
    """Some puzzles, or some answers, in order: values, the number of the first from 1, the source's name."""

    values: Any
    first: int
    name: str


class _Reader:
    """Records of a source, taken as many at a time as the other side gives."""

    NUMBERED = False
    """Whether what is taken at a time are neighbouring lines, so that each is known by its number."""

    def __init__(self, source: str, column: str | None, keys: Sequence[str], symbols: Symbols | None) -> None:
        from ..batch.sources import is_stream

        # A stream is read once: its first record decides what it holds, and it has no columns of CSV.
        objects = not is_stream(source) and is_json(source)
        named = None if column is None or is_stream(source) or objects else column
        self._source = (
            TextTableSource([source], printable(source), PART, None) if objects else self._open(source, named)
        )
        self._source.symbols = symbols
        self._unused: list[int] = []
        self.skipped = 0
        """Lines without a record before those that were taken last."""
        self.name = self._source.name
        self._must_be_json = column is not None and named is None
        self._keys = (column,) if column is not None and named is None else tuple(keys)
        self._records = self._parts()
        self._rest: Records | None = None
        self._kept: list[Any] | None = None
        self._at = 0
        self.json: bool | None = None
        self.done = 0

    def _open(self, source: str, column: str | None) -> Any:
        from ..batch.sources import open_source

        return open_source(source, PART, column=column)

    def _parts(self) -> Iterator[tuple[Records, list[Any] | None]]:
        """Yield records, and the values of the columns kept with them."""
        source = self._source
        if source.column is not None:  # rows: what is decoded is not held
            in_order = isinstance(source, TextTableSource)
            for span, data in source.stream() if in_order else source.parts(source.scan().spans):
                self._look(span.first, source.faults(data))
                kept = [column.to_pylist() for column in source.kept(data)]
                yield source.decode(span, data), list(zip(*kept, strict=True)) if kept else None
            return
        for span, data in source.stream():
            yield source.decode(span, data), None

    def _look(self, first: int, faults: Mapping[int, tuple[str, str]]) -> None:
        """Take note of rows that cannot be read: they have no answer."""

    def _load(self) -> bool:
        """Have records at hand; return whether there are more."""
        if self._rest is None or self._at >= len(self._rest):
            self._rest, self._kept = next(self._records, (None, None))
            self._at = 0
            self._unused = [] if self._rest is None else self._without(self._rest)
        return self._rest is not None

    def _without(self, records: Records) -> list[int]:
        """Return the places of comments, rising; a blank line is no answer."""
        places: list[int] = self._source.unused(records).tolist()
        return [place for place in places if isinstance(records, TextRecords) and records.line(place).strip()]

    def take(self, count: int) -> tuple[list[Records], list[Any]]:
        """Return at most `count` records, in one or several pieces, and the values kept with them."""
        found: list[Records] = []
        kept: list[Any] = []
        while count > 0 and self._load():
            assert self._rest is not None
            gap = bisect_left(self._unused, self._at)
            end = self._unused[gap] if gap < len(self._unused) else len(self._rest)
            if end == self._at:
                if found and self.NUMBERED:
                    break
                self._at += 1
                self.skipped += 1
                continue
            stop = min(end, self._at + count)
            found.append(self._rest.chunk(self._at, stop))
            kept += self._kept[self._at : stop] if self._kept is not None else ()
            count -= stop - self._at
            self._at = stop
        return found, kept

    def values(self, count: int) -> Any:
        """Return at most `count` records: `TextSlices`, rows of an array, or the values of lines of JSON."""
        found, kept = self.take(count)
        if not found:
            return ()
        if self.json is None:
            self.json = _begins_json(found[0])
            if self._must_be_json and not self.json:
                raise PuzzleError("has no lines of JSON; a column of CSV needs a file", file=self.name)
        if self.json:
            return [self._decoded(line) for records in found for line in _texts(records)]
        texts = [one for one in found if isinstance(one, TextRecords)]
        values: Any = np.concatenate([one.data for one in found]) if not texts else None
        if texts:
            one = TextRecords.joined(texts)
            values = TextSlices(one.data, one.starts, one.ends)
        return self._with(values, kept) if kept else values

    def _with(self, values: Any, kept: list[Any]) -> Any:
        """Return values with those of the columns kept."""
        return values

    def _decoded(self, line: str) -> Any:
        self.done += 1
        if not line.strip():
            return None
        try:
            value = object_of(line, self._keys)
        except PuzzleError as error:
            raise PuzzleError(error.reason, file=self.name, line=self.done, column=error.column) from None
        if not isinstance(value, dict):
            return value
        value = dict(flat(value))
        for key in self._keys:
            if key in value:
                found = self._held(value, key)
                return Numbered(value["line"], found) if type(value.get("line")) is int else found
        raise no_key(self._keys, value, self.name, self.done)

    def _held(self, values: dict[str, Any], key: str) -> Any:
        """Return what an object of JSON holds."""
        return values[key]


class Puzzles(_Reader):
    """Puzzles of a source, with the rules in its columns."""

    NUMBERED = True

    def __init__(
        self, source: str, column: str | None, puzzle: str, kind: Any, rules: Mapping[str, Any]
    ) -> None:
        self._puzzle, self._kind = puzzle, kind
        self._likely = likely_in(puzzle, kind, rules)
        self._faults: dict[int, str] = {}
        self._taken = 0
        super().__init__(source, column, puzzle_keys(puzzle), getattr(kind, "SYMBOLS", None))

    def _open(self, source: str, column: str | None) -> Any:
        from ..batch.sources import open_source

        found = open_source(source, PART, column=column, likely=self._likely)
        names = getattr(found, "names", ())
        kept = [name for name in (RULES, VERIFIER) if name in names]
        return open_source(source, PART, column=found.column, keep=kept) if kept else found

    def _look(self, first: int, faults: Mapping[int, tuple[str, str]]) -> None:
        self._faults |= {first + place: reason for place, (reason, _) in faults.items()}

    def take(self, count: int) -> tuple[list[Records], list[Any]]:
        """Return at most `count` records; one that cannot be read is an error."""
        found, kept = super().take(count)
        first = self._taken + self.skipped + 1
        self._taken += sum(map(len, found))
        for line in sorted(self._faults):
            if first <= line <= self._taken + self.skipped:
                raise PuzzleError(self._faults[line], file=self.name, line=line)
        return found, kept

    def _without(self, records: Records) -> list[int]:
        """Return the places of blank lines and comments, rising."""
        places: list[int] = self._source.unused(records).tolist()
        return places

    def _with(self, values: Any, kept: list[Any]) -> Any:
        """Return texts as they are where no record says a rule, else records."""
        names = [column.name for column in self._source.kept_columns]
        said = [dict(zip(names, row, strict=True)) for row in kept]
        first = self.done + 1
        self.done += len(kept)
        if not isinstance(values, TextSlices):
            return values  # rows of numbers
        for line, row in enumerate(said, first):
            _verified(row, self._puzzle, self.name, line)
        if RULES not in names:
            return values
        try:
            rules = [rules_in(row[RULES]) for row in said]
        except PuzzleError as error:
            raise PuzzleError(error.reason, file=self.name) from None
        return [Record(text, own) for text, own in zip(values, rules, strict=True)]

    def _held(self, values: dict[str, Any], key: str) -> Any:
        return recorded(values, key, self._puzzle, self._kind, self.name, self.done)


def puzzle_keys(puzzle: str) -> tuple[str, ...]:
    """Return the keys under which a puzzle may stand in JSON, the first ones first."""
    return (*PUZZLE_KEYS, *sorted((TABLE_NAMES | {puzzle}) - set(PUZZLE_KEYS)))


def no_key(keys: Sequence[str], value: Mapping[str, Any], name: str, line: int) -> PuzzleError:
    """Return the error of an object that has none of some keys."""
    said = " or ".join(keys[:2])
    known = printable(", ".join(map(str, value)))[:200]
    option = "" if len(keys) == 1 else "; choose one with --column"
    return PuzzleError(f"no key {printable(said)}; the keys are {known}{option}", file=name, line=line)


def recorded(values: dict[str, Any], key: str, puzzle: str, kind: Any, name: str, line: int) -> Any:
    """Return what an object of JSON holds of a puzzle: a `Record` where it says rules, else a value."""
    _verified(values, puzzle, name, line)
    try:
        whole = values[key] == kind.__name__ and isinstance(values.get("text"), str)
        if whole or (RULES in values and isinstance(values[key], str)):
            return record_of(values if whole else {**values, PUZZLE_KEYS[0]: values[key]}, kind)
    except PuzzleError as error:
        raise PuzzleError(error.reason, file=name, line=line) from None
    return values[key]


def _verified(values: dict[str, Any], puzzle: str, name: str, line: int) -> None:
    said = values.get(VERIFIER)
    if said is not None and said != puzzle:
        wrong = f"this record is of {printable(str(said))!r:.40}, not of {puzzle}"
        raise PuzzleError(wrong, file=name, line=line)


@dataclass(frozen=True, slots=True)
class Numbered:
    """An answer with the number of its puzzle, from 1."""

    line: int
    value: Any


class Pairs:
    """Puzzles and answers in step; `puzzles` is None where all answers are to one puzzle."""

    def __init__(self, puzzles: _Reader | None, answers: _Reader) -> None:
        self._puzzles, self._answers = puzzles, answers
        self._done = 0
        self._held: list[Numbered] = []
        self._numbered = False

    def take(self, count: int) -> tuple[Side | None, Side] | None:
        """Return at most `count` puzzles and their answers; None at the end.

        More answers than puzzles, or fewer, are a PuzzleError; so are numbered answers out of order.
        """
        if self._puzzles is None:
            answers = self._plain(self._answers.values(count))
            if not len(answers):
                return None
            self._done += len(answers)
            return None, Side(answers, self._done - len(answers) + 1, self._answers.name)
        asked = self._puzzles.values(count)
        first = self._done + self._puzzles.skipped + 1
        if len(asked):
            asked = self._plain(asked) if isinstance(asked, list) else asked
        answers = self._for(first, len(asked))
        if len(answers) != len(asked):
            raise self._uneven(first, len(asked), len(answers))
        if not len(asked):
            if self._held or len(self._answers.values(1)):
                raise self._uneven(first, 0, 1)
            return None
        self._done += len(asked)
        return Side(asked, first, self._puzzles.name), Side(answers, first, self._answers.name)

    @staticmethod
    def _plain(values: Any) -> Any:
        if isinstance(values, list):
            return [value.value if isinstance(value, Numbered) else value for value in values]
        return values

    def _for(self, first: int, count: int) -> Any:
        """Return the answers to `count` puzzles from `first` on; of numbered ones some may be missing."""
        if not self._numbered:
            found = self._answers.values(count)
            if not isinstance(found, list) or not any(isinstance(value, Numbered) for value in found):
                return found
            self._numbered = True
            self._hold(found)
        while count and (not self._held or self._held[-1].line < first + count - 1):
            more = self._answers.values(count)
            if not len(more):
                break
            self._hold(more)
        known = {answer.line: answer.value for answer in self._held if answer.line < first + count}
        self._held = [answer for answer in self._held if answer.line >= first + count]
        return [known.get(line) for line in range(first, first + count)]

    def _hold(self, found: Any) -> None:
        for answer in found:
            last = self._held[-1].line if self._held else self._done
            if not isinstance(answer, Numbered) or answer.line <= last:
                said = answer.line if isinstance(answer, Numbered) else "no number"
                raise PuzzleError(
                    f"line {said} after line {last}; answers must be in the order of their lines",
                    file=self._answers.name,
                )
            self._held.append(answer)

    def _uneven(self, first: int, asked: int, answered: int) -> PuzzleError:
        puzzles = self._puzzles.name if self._puzzles is not None else ""
        if answered > asked:
            return PuzzleError(
                f"more answers than {puzzles} has puzzles ({first + asked - 1:,})",
                file=self._answers.name,
            )
        return PuzzleError(
            f"only {pluralize(first + answered - 1, 'answer')}; {puzzles} has more puzzles",
            file=self._answers.name,
        )


class _Given:
    """One answer from the command line."""

    name = "answer"

    def __init__(self, answer: str) -> None:
        self._left = [answer]

    def values(self, count: int) -> Any:
        """Return the answer, the first time."""
        found, self._left = self._left[:count], self._left[count:]
        return found


def open_answers(args: argparse.Namespace, kind: Any, rules: dict[str, Any]) -> tuple[Any, Pairs]:
    """Return the one puzzle of all answers, None where each has its own, and what reads both sides."""
    given, inline = args.given, not is_file(args.puzzles)
    if given is None and (args.answers is None or inline):
        raise PuzzleError("no answers; give ANSWERS, or name their column in PUZZLES with --answers")
    if given == "-" == args.puzzles:
        raise PuzzleError("puzzles and answers cannot both be read from standard input")
    keys = RESULT_KEYS if args.answers is None else (args.answers,)
    symbols = getattr(kind, "SYMBOLS", None)
    answers: Any
    if given is None:
        answers = _Reader(args.puzzles, args.answers, keys, symbols)
    elif is_file(given):
        answers = _Reader(given, args.answers or _answer_column(given), keys, symbols)
    else:
        answers = _Given(given)
    if inline:
        return read_puzzle(kind, args.puzzles, **rules), Pairs(None, answers)
    return None, Pairs(Puzzles(args.puzzles, args.column, args.puzzle, kind, rules), answers)


def _answer_column(source: str) -> str | None:
    """Return the column of answers by the header of a CSV file; None of other files."""
    from ..batch.csv_table import DELIMITERS, header_cells
    from ..batch.sources import is_stream
    from ..io.streams import open_stream

    if not re.search(r"\.(csv|tsv)(\.\w+)?$", source, re.IGNORECASE) or is_stream(source):
        return None
    with open_stream(source) as stream:
        head = stream.read(HEAD).removeprefix(BOM).decode("utf-8", "replace")
    first = head.lstrip().split("\n")[0].rstrip("\r")
    names = max((header_cells(first, mark) for mark in DELIMITERS), key=len)
    return next((name for name in names if name.casefold().removesuffix("s") in ANSWER_KEYS), None)


def is_table(source: str) -> bool:
    """Return whether a file has columns: Parquet or Feather."""
    from ..batch.sources import is_stream
    from ..io.streams import ARROW_MAGIC, PARQUET_MAGIC, magic_of, open_stream

    if is_stream(source):
        return False
    with open_stream(source, unpack=False) as stream:
        return magic_of(stream).startswith((PARQUET_MAGIC, ARROW_MAGIC))


def read_head(source: str) -> str:
    """Return the beginning of a text file."""
    from ..io.streams import open_stream

    with open_stream(source) as stream:
        return stream.read(HEAD).decode("utf-8", "replace")


def is_json(source: str) -> bool:
    """Return whether a file begins like lines of JSON objects, or an array of them."""
    from ..io.streams import open_stream

    with open_stream(source) as stream:
        return table_form(bytes(stream.peek(HEAD)[:HEAD])) != "csv"  # type: ignore[attr-defined]


def _begins_json(records: Records) -> bool:
    if isinstance(records, ArrayRecords) or not len(records):
        return False
    start, end = int(records.starts[0]), int(records.ends[0])
    return bytes(records.data[start:end]).lstrip()[:1] in {bytes([mark]) for mark in JSON_MARKS}


def _texts(records: Records) -> Iterator[str]:
    if isinstance(records, TextRecords):
        yield from TextSlices(records.data, records.starts, records.ends)
