"""What a puzzle offers for batches: options, columns, and an answer to some records at a time.

A puzzle that keeps the contract is solved from files by `SolveRecords` as it stands; one whose arrays are
quicker has a subclass of `Batch` in its folder, named by ``records`` in its spec.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np

from ...base import Limits, PuzzleError, Result, Status
from ...io.grid_text import Symbols, is_comment
from ...io.text import printable
from ...lexicon.arguments import FULL
from .arguments import other_rules, rules_in
from .result_sequence import watch

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...lexicon import Lexicon

__all__ = [
    "LINE", "Answers", "ArrayRecords", "Batch", "Column", "Lists", "Option", "Records", "SolveRecords",
    "TextRecords", "TextTable", "Texts", "declared",
]  # fmt: skip

Kind = Literal["int", "float", "text", "texts", "paths", "value"]


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a puzzle, as ``--name`` on the command line.

    A `default` of False makes a switch; an int makes a number, from `least` up; otherwise it is text.
    `metavar` stands for the value in the help of the command.
    """

    name: str
    help: str
    default: str | int | bool | None = None
    choices: tuple[str, ...] = ()
    least: int = 1
    metavar: str = "N"


def declared(kind: Any) -> tuple[Option, ...]:
    """Return the fields of a class made by `unriddle.options.options`, or like one, as options of a batch."""
    every: Any = fields(kind)
    return tuple(
        Option(
            each.name.replace("_", "-"),
            each.metadata["help"],
            each.default,
            each.metadata["choices"],
            metavar=each.metadata["metavar"] or "N",
        )
        for each in every
        if each.metadata
    )


@dataclass(frozen=True, slots=True)
class Column:
    """A column of results.

    Attributes
    ----------
    name : str
    kind : str
        ``int``; ``float``; ``text``; ``texts``, a list of texts; ``paths``, a list of lists of whole numbers;
        ``value``, a column that the input has.
    width : int
        Most characters of a text, or most numbers of a path; needed by ``.npy`` alone.
    """

    name: str
    kind: Kind
    width: int = 0

    @property
    def number(self) -> bool:
        """Whether its values are numbers, as an array."""
        return self.kind in ("int", "float")

    @property
    def dtype(self) -> np.dtype[Any] | None:
        """What holds its values in an array, None where they are no numbers."""
        return np.dtype(np.int64 if self.kind == "int" else np.float64) if self.number else None


ASCII = 127
NO_VALUE = -1
"""Where a record of `TextRecords` starts and ends that a column has no value for."""
NOT_THERE = (b"N/A", b"#N/A")
"""What spreadsheets write for a value that is missing; no puzzle is written so."""
LINE = Column("line", "int")
"""The first column of all results: the number of the record, from 1."""


@dataclass(frozen=True)
class TextRecords:
    """Records that are UTF-8 text: slices of one buffer.

    Attributes
    ----------
    data : uint8 array
    starts, ends : int64 arrays of shape (n,)
        Record i is ``data[starts[i]:ends[i]]``; both are `NO_VALUE` where a column has none.
    """

    data: NDArray[np.uint8]
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]

    def __len__(self) -> int:
        return self.starts.size

    def __getitem__(self, index: int) -> str:
        r"""Return a record as text.

        Raises
        ------
        PuzzleError
            No value, empty, a NUL byte or a carriage return in it, not UTF-8.
        """
        if self.starts[index] == NO_VALUE:
            raise PuzzleError("no value, expected text")
        raw = self.data[self.starts[index] : self.ends[index]].tobytes().replace(b"\r\n", b"\n")
        bare = raw.strip()
        if not bare:
            raise PuzzleError("empty record")
        if bare.upper() in NOT_THERE:
            raise PuzzleError(f"no value: {bare.decode()}")
        if b"\0" in raw or b"\r" in raw:
            which = "NUL byte" if b"\0" in raw else "carriage return"
            raise PuzzleError(f"{which} in a record, expected UTF-8 text")
        try:
            return raw.decode("utf-8")
        except UnicodeDecodeError as reason:
            wrong = f"byte 0x{raw[reason.start]:02x} is not UTF-8, expected UTF-8 text"
            raise PuzzleError(wrong, column=reason.start + 1) from None

    def chunk(self, start: int, stop: int) -> TextRecords:
        """Return the records from `start` to `stop` - 1."""
        return TextRecords(self.data, self.starts[start:stop], self.ends[start:stop])

    def take(self, places: NDArray[np.int64]) -> TextRecords:
        """Return the records at some places."""
        return TextRecords(self.data, self.starts[places], self.ends[places])

    @classmethod
    def joined(cls, parts: Sequence[TextRecords]) -> TextRecords:
        """Return the records of some buffers as those of one."""
        if len(parts) == 1:
            return parts[0]
        bases = np.repeat(np.cumsum([0, *(part.data.size for part in parts[:-1])]), list(map(len, parts)))
        starts, ends = (
            np.concatenate([getattr(part, name) for part in parts]) for name in ("starts", "ends")
        )
        there = starts != NO_VALUE
        data = np.concatenate([part.data for part in parts])
        return cls(data, np.where(there, starts + bases, NO_VALUE), np.where(there, ends + bases, NO_VALUE))

    def without_puzzle(self, symbols: Symbols) -> NDArray[np.int64]:
        r"""Return the places of blank lines and of comments.

        Examples
        --------
        >>> from unriddle.io.grid_text import Symbols
        >>> data = np.frombuffer(b"#1\n\ntea", dtype=np.uint8)
        >>> TextRecords(data, np.array([0, 3, 4]), np.array([2, 3, 7])).without_puzzle(Symbols()).tolist()
        [0, 1]
        """
        if not self.data.size:
            return np.arange(len(self))
        first = self.data[np.minimum(self.starts, self.data.size - 1)]
        odd = (self.starts == self.ends) | (first <= ord(" ")) | (first > ASCII)
        if symbols.comment:
            odd |= first == ord(symbols.comment)
        return np.array(
            [place for place in np.flatnonzero(odd).tolist() if is_comment(self.line(place), symbols)],
            np.int64,
        )

    def line(self, index: int) -> str:
        """Return a record as text, whatever its bytes are."""
        return self.data[self.starts[index] : self.ends[index]].tobytes().decode("utf-8", "replace")

    def shown(self, index: int) -> str:
        """Return the beginning of a record for a report, whatever its bytes are."""
        raw = self.data[self.starts[index] : min(self.ends[index], self.starts[index] + 80)].tobytes()
        return raw.decode("utf-8", "replace")


@dataclass(frozen=True)
class ArrayRecords:
    """Records that are rows of an array of numbers: of shape (n, ...)."""

    data: NDArray[Any]

    def __len__(self) -> int:
        return len(self.data)

    def __getitem__(self, index: int) -> NDArray[Any]:
        row: NDArray[Any] = self.data[index]
        return row

    def chunk(self, start: int, stop: int) -> ArrayRecords:
        """Return the records from `start` to `stop` - 1."""
        return ArrayRecords(self.data[start:stop])

    def take(self, places: NDArray[np.int64]) -> ArrayRecords:
        """Return the records at some places."""
        return ArrayRecords(self.data[places])

    def shown(self, index: int) -> str:
        """Return the beginning of a record for a report."""
        return " ".join(map(str, np.ravel(self.data[index])[:40].tolist()))


Records = TextRecords | ArrayRecords


@dataclass(frozen=True)
class Answers:
    """The answers to some records.

    Attributes
    ----------
    kept : int64 array
        The records that were answered, by their places from 0, rising.
    columns : sequence
        For each column of the batch its values for the records kept: an array of numbers for ``int`` and
        ``float``, else a sequence; for ``texts`` it may be `Lists`, for ``text`` `Texts`.
    rejected : sequence of (int, str)
        Place and reason of all other records, rising.
    keys : structured array, optional
        Of puzzles that are made: by what each is known from others, kept until the run is over.
    """

    kept: NDArray[np.int64]
    columns: Sequence[Any]
    rejected: Sequence[tuple[int, str]]
    keys: NDArray[Any] | None = None


class Batch(ABC):
    """How a puzzle is solved many times; one object serves any number of threads.

    A subclass says what it can give (`WHAT`, the first is the default), which options it takes, and
    makes columns; either it has `parse` and `solve`, or, where whole arrays are quicker, its own `answer`.

    Parameters
    ----------
    what : str
        One of `WHAT`.
    options : mapping
        A value for each of `OPTIONS`, by name; values that are missing are the defaults.
    lexicon : Lexicon, optional
        Given where `USES_LEXICON` is set.

    Raises
    ------
    PuzzleError
        An option with a wrong value.
    """

    KIND: ClassVar[Any] = None
    """The class of the puzzle; of records of a kind without one, none may say rules of its own."""
    WHAT: ClassVar[tuple[str, ...]] = ("solutions",)
    OPTIONS: ClassVar[tuple[Option, ...]] = ()
    USES_LEXICON: ClassVar[bool] = False
    LEVEL: ClassVar[int] = FULL
    """Of the embedded word list."""
    LEVELS: ClassVar[str] = ""
    """The default of ``--level`` in words, where it depends on other options."""
    bound: tuple[int, int] | None = None
    """Rows and columns of the first record, where they bind all others."""

    def __init__(self, what: str, options: Mapping[str, Any], lexicon: Lexicon | None = None) -> None:
        if what not in self.WHAT:
            raise PuzzleError(f"--what {what!r:.40}, expected {', '.join(self.WHAT)}")
        self.what = what
        self.options = {option.name: options.get(option.name, option.default) for option in self.OPTIONS}
        self.lexicon = lexicon

    def stop(self) -> bool:
        """Say whether the run is to end; who runs a batch puts its own function here.

        What takes long asks it several times in 0.1 s and raises KeyboardInterrupt where it says True.
        """
        return False

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "stop"}

    @property
    @abstractmethod
    def columns(self) -> tuple[Column, ...]:
        """The columns of results."""

    def shape_of(self, puzzle: Any) -> tuple[int, int] | None:
        """Return rows and columns of a puzzle where all of a batch have those of the first; else None."""
        return None

    def bind(self, record: Any) -> bool:
        """Take the shape of a record as that of all; return whether it could be read."""
        try:
            self.bound = self.shape_of(self._read(record))
        except PuzzleError:
            return False
        return True

    def _read(self, record: Any) -> Any:
        """Return the puzzle of a record, whatever its shape."""
        return self.parse(record)

    def same_shape(self, puzzle: Any) -> Any:
        """Return a puzzle of the shape that binds; one of another shape is refused."""
        found = None if self.bound is None else self.shape_of(puzzle)
        if found is not None and self.bound is not None and found != self.bound:
            first = "x".join(map(str, self.bound))
            raise PuzzleError(f"shape {'x'.join(map(str, found))}, but the first record has {first}")
        return puzzle

    def check_first(self, record: Any) -> str | None:
        """Return what is to be said of an input by its first record, None where that is nothing.

        Raises
        ------
        PuzzleError
            It says that the input is no record after another.
        """
        return None

    def rules(self) -> dict[str, Any]:
        """Return what `parse` of the puzzle takes in addition to the text."""
        return {}

    def parse(self, record: Any) -> Any:
        """Return the puzzle of a record: a text, or a row of an array; PuzzleError where it is none."""
        raise NotImplementedError

    def solve(self, puzzles: list[Any]) -> Sequence[Any]:
        """Return the columns of some puzzles that `parse` made."""
        raise NotImplementedError

    def answer(self, records: Records) -> Answers:
        """Return the answers to some records: some thousands, of numbers what takes some 50 ms."""
        kept: list[int] = []
        puzzles: list[Any] = []
        rejected: list[tuple[int, str]] = []
        for index, puzzle in self._parsed(records, rejected):
            kept.append(index)
            puzzles.append(puzzle)
        columns = self.solve(puzzles) if puzzles else [()] * len(self.columns)
        return Answers(np.array(kept, dtype=np.int64), columns, rejected)

    def _parsed(self, records: Records, rejected: list[tuple[int, str]]) -> Iterator[tuple[int, Any]]:
        for index in range(len(records)):
            try:
                puzzle = self.same_shape(self.parse(records[index]))
            except PuzzleError as error:
                rejected.append((index, reason_of(error)))
            else:
                yield index, puzzle


def reason_of(error: PuzzleError) -> str:
    """Return why a record was rejected, with the column where that is known."""
    return error.reason if error.column is None else f"column {error.column}: {error.reason}"


LONGEST = 4096  # characters of a solution, for .npy


MAX_NODES = 10_000_000


def limit_options(nodes: int) -> tuple[Option, ...]:
    """Return the options that limit a record, with the nodes that are the default."""
    what = "reject a record that needs more than N nodes; 0 is no limit"
    return (
        Option("max-nodes", what, nodes, least=0),
        Option(
            "max-seconds", "reject a record that takes longer than S seconds (default: no limit)", metavar="S"
        ),
    )


LIMIT_OPTIONS = limit_options(MAX_NODES)
"""The limits of a record: nodes by default, so that what is rejected is the same everywhere."""


def record_limits(options: Mapping[str, Any]) -> Limits | None:
    """Return the limits that `LIMIT_OPTIONS` say."""
    nodes, seconds = options["max-nodes"], options["max-seconds"]
    if isinstance(nodes, bool) or not isinstance(nodes, int) or nodes < 0:
        raise PuzzleError(f"--max-nodes {nodes!r:.40}, expected a whole number from 0 up")
    try:
        most = None if seconds is None else float(seconds)
    except (TypeError, ValueError):
        most = -1.0
    if most is not None and not 0 < most < float("inf"):
        raise PuzzleError(f"--max-seconds {seconds!r:.40}, expected a number of seconds above 0")
    return Limits(seconds=most, nodes=nodes or None) if nodes or most is not None else None


def limit_reason(nodes: int) -> str:
    """Return why a record that met its limits was rejected."""
    return f"limit reached after {nodes:,} nodes"


class SolveRecords(Batch):
    """Records that are solved one by one: their status, solution and nodes.

    A puzzle that keeps the contract needs no more than `KIND`.
    """

    WHAT = ("solutions", "status")
    OPTIONS: ClassVar[tuple[Option, ...]] = LIMIT_OPTIONS

    def __init__(self, what: str, options: Mapping[str, Any], lexicon: Lexicon | None = None) -> None:
        super().__init__(what, options, lexicon)
        self.limits = record_limits(self.options)

    @property
    def columns(self) -> tuple[Column, ...]:
        """The status, the solution on one line (empty where there is none), and the nodes visited."""
        columns = (Column("status", "text", 16), Column("solution", "text", LONGEST), Column("nodes", "int"))
        return columns if self.what == "solutions" else columns[:1]

    def answer(self, records: Records) -> Answers:
        """Return the answers to some records; one that meets its limits is rejected with that reason."""
        kept: list[int] = []
        solved: list[tuple[Any, Result]] = []
        rejected: list[tuple[int, str]] = []
        for index, puzzle in self._parsed(records, rejected):
            result = self._solved(puzzle)
            if result.status is Status.LIMIT:
                rejected.append((index, limit_reason(result.stats.nodes)))
            else:
                kept.append(index)
                solved.append((puzzle, result))
        return Answers(np.array(kept, dtype=np.int64), self._columns(solved), rejected)

    def solve(self, puzzles: list[Any]) -> Sequence[Any]:
        """Return the columns of some puzzles."""
        return self._columns([(puzzle, self._solved(puzzle)) for puzzle in puzzles])

    def shape_of(self, puzzle: Any) -> tuple[int, int] | None:
        """Return rows and columns of a puzzle that is a grid."""
        rows, cols = getattr(puzzle, "rows", None), getattr(puzzle, "cols", None)
        return (rows, cols) if type(rows) is int and type(cols) is int else None

    def _solved(self, puzzle: Any) -> Result:
        result = self.solve_one(puzzle)
        if result.interrupted or self.stop():
            raise KeyboardInterrupt  # a solver that keeps what it knows must not end as an answer here
        return result

    def _columns(self, solved: Sequence[tuple[Any, Result]]) -> Sequence[Any]:
        columns: list[Any] = [
            [str(result.status) for _, result in solved],
            [self.line(puzzle, result) for puzzle, result in solved],
            np.array([result.stats.nodes for _, result in solved], dtype=np.int64),
        ]
        return columns if self.what == "solutions" else columns[:1]

    def solve_one(self, puzzle: Any) -> Result:
        """Return the result of one puzzle."""
        result: Result = puzzle.solve(limits=self.limits, progress=watch(self.stop))
        return result

    def parse(self, record: Any) -> Any:
        """Read a puzzle."""
        return self.KIND.parse(text_of(record), **self.rules())

    def line(self, puzzle: Any, result: Any) -> str:
        """Return the solution on one line, rows apart by ``/``; empty where there is none."""
        solution = getattr(result, "solution", None)
        return "" if solution is None else str(puzzle.format(solution)).strip("\n").replace("\n", "/")


def text_of(record: Any) -> str:
    """Return a record that has to be a line of text."""
    if not isinstance(record, str):
        raise PuzzleError("a row of numbers instead of text")
    return record


class TextTable:
    """Texts that many lists are made of; what writers need of them is made once."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts: NDArray[np.str_] = np.array(texts, dtype=np.str_)

    @cached_property
    def json(self) -> Texts:
        """The texts as JSON."""
        encode = json.JSONEncoder(ensure_ascii=False).encode
        return Texts.of([encode(text) for text in self.texts.tolist()], "backslashreplace")


@dataclass(frozen=True, eq=False)
class Lists(Sequence[list[str]]):
    """Lists of texts from a table of texts, made when they are asked for; a quick value of ``texts``.

    Attributes
    ----------
    offsets : int64 array of shape (n + 1,)
    numbers : array of whole numbers
        List i has the texts ``numbers[offsets[i]:offsets[i + 1]]`` of the table.
    table : TextTable
        Shared by all lists of a batch.

    Examples
    --------
    >>> list(Lists(np.array([0, 2, 3]), np.array([1, 0, 1]), TextTable(["tea", "eat"])))
    [['eat', 'tea'], ['eat']]
    """

    offsets: NDArray[np.int64]
    numbers: NDArray[np.integer]
    table: TextTable

    def __len__(self) -> int:
        return self.offsets.size - 1

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        place = range(len(self))[index]
        texts: list[str] = self.table.texts[
            self.numbers[self.offsets[place] : self.offsets[place + 1]]
        ].tolist()
        return texts

    def __iter__(self) -> Iterator[list[str]]:
        texts = self.table.texts[self.numbers].tolist()
        return (texts[start:end] for start, end in pairwise(self.offsets.tolist()))


@dataclass(frozen=True, eq=False)
class Texts(Sequence[str]):
    """Texts in one array, made into strings when they are asked for; a quick value of ``text``.

    Attributes
    ----------
    data : uint8 array
        UTF-8, one text after the other.
    offsets : int64 array of shape (n + 1,)
        Text i is ``data[offsets[i]:offsets[i + 1]]``.

    Examples
    --------
    >>> texts = Texts.of(["tea", "", "eat"])
    >>> texts.offsets.tolist(), list(texts)
    ([0, 3, 3, 6], ['tea', '', 'eat'])
    """

    data: NDArray[np.uint8]
    offsets: NDArray[np.int64]

    @classmethod
    def of(cls, texts: Sequence[str], errors: str = "surrogatepass") -> Texts:
        """Return some strings as such texts; `errors` as `str.encode` takes it."""
        joined = "".join(texts)
        if joined.isascii():
            return cls.cut(joined.encode(), list(map(len, texts)))
        parts = [text.encode("utf-8", errors) for text in texts]
        return cls.cut(b"".join(parts), list(map(len, parts)))

    @classmethod
    def cut(cls, data: bytes, sizes: Sequence[int] | NDArray[np.integer]) -> Texts:
        """Return texts of a fixed number of bytes each, one after the other."""
        offsets = np.zeros(len(sizes) + 1, dtype=np.int64)
        np.cumsum(sizes, out=offsets[1:])
        return cls(np.frombuffer(data, dtype=np.uint8), offsets)

    def __len__(self) -> int:
        return self.offsets.size - 1

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        place = range(len(self))[index]
        return (
            self.data[self.offsets[place] : self.offsets[place + 1]]
            .tobytes()
            .decode("utf-8", "surrogatepass")
        )

    def __iter__(self) -> Iterator[str]:
        data, ends = self.data.tobytes(), pairwise(self.offsets.tolist())
        if data.isascii():
            text = data.decode()
            return (text[start:end] for start, end in ends)
        return (data[start:end].decode("utf-8", "surrogatepass") for start, end in ends)


def own_rules(batch: Batch) -> dict[str, Any]:
    """Return the rules of a batch as a record says them: those that differ from the usual ones."""
    usual = type(batch)(batch.WHAT[0], {}, batch.lexicon).rules()
    unsaid = getattr(batch.KIND, "UNSAID", ())
    own = {
        name: value
        for name, value in batch.rules().items()
        if name not in unsaid and usual.get(name) != value
    }
    found: dict[str, Any] = json.loads(json.dumps(own, default=repr))
    return found


def contrary(
    batch: Batch, records: Records, rules: Sequence[Any], plain: Mapping[str, Any]
) -> list[tuple[int, str]]:
    """Return place and reason of each record that says other rules than a batch reads it by.

    `rules` are those stored with each record, as `rules_in` takes them; `plain` is what `own_rules` returns
    of the batch.

    Notes
    -----
    Rules that are word for word those of the batch cost a look; others are compared by the puzzles that
    both make of the record.
    """
    found = []
    for place, value in enumerate(rules):
        try:
            own = rules_in(value)
            if own != plain:
                _compared(batch, records[place], own, plain)
        except PuzzleError as error:
            found.append((place, error.reason))
    return found


def _compared(batch: Batch, record: Any, own: Mapping[str, Any], plain: Mapping[str, Any]) -> None:
    """Raise PuzzleError where the rules of a record make another puzzle of it than those of a batch."""
    kind, rules = batch.KIND, batch.rules()
    asked = printable(json.dumps(plain, sort_keys=True, default=repr))[:120]
    wrong = other_rules(own, f"the rules of this batch, {asked}")
    if kind is None or not isinstance(record, str):
        raise PuzzleError(wrong)
    unsaid = {name: rules[name] for name in kind.UNSAID if name in rules and name not in own}
    try:
        puzzle = kind.parse(record, **unsaid, **own)
    except TypeError as error:  # a rule that `parse` does not take
        raise PuzzleError(f"{error}, expected rules of {kind.__name__}") from None
    try:
        same = kind.parse(record, **rules) == puzzle
    except PuzzleError:
        same = False
    if not same:
        raise PuzzleError(wrong)
