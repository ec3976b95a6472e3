"""An input cut into parts: what a part is, and what every source of records does."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..base import PuzzleError
from ..puzzles.framework.batch_records import LINE, Records

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..io.grid_text import Symbols
    from ..puzzles.framework.batch_records import Column

MOST_BYTES = 1 << 24  # of a part, and of one record
BLOCK = 1 << 20
FIRST = 1000  # records that are looked at for one that can be read


@dataclass(frozen=True, slots=True)
class Span:
    """A part of the input."""

    number: int
    first: int
    """Number of its first record, from 1: the line, in a text of lines."""
    count: int
    offset: int
    """Bytes of the unpacked input before it, as `size` are those in it; rows in files of columns."""
    size: int
    digest: str = ""
    """SHA-256 of its bytes, "" where they are not known yet: what is read later must be the same."""

    def check(self, data: bytes, name: str) -> None:
        """Raise PuzzleError unless bytes are those that were there when the input was measured."""
        if self.digest and hashlib.sha256(data).hexdigest() != self.digest:
            raise PuzzleError("was modified while it was read", file=name)


@dataclass(frozen=True, slots=True)
class Index:
    """The parts of an input, and a digest of its (unpacked) content: of the digests of its parts."""

    digest: str
    records: int
    spans: tuple[Span, ...]


class RecordSource(ABC):
    """An input: its parts in order, or one part again."""

    seekable = True
    """Whether `records` may be asked for a part alone; else they come in order from `stream`."""
    once = False
    """Whether the input can be read only once: standard input or a pipe."""
    name = ""
    """How errors call it."""
    files: Sequence[str] = ()
    """What is read, where it is files."""
    column: str | None = None
    """The column of the records, where the input has columns."""
    kept_columns: Sequence[Column] = ()
    """What `kept` returns."""
    number: Column = LINE
    """The column that tells records apart."""
    step = 0
    """Records that are answered at a time; 0 is as many as suit their bytes."""
    symbols: Symbols | None = None
    """Symbols of a puzzle's lines, which distinguish blank lines and comments from records."""
    check_first: Callable[[Any], bool] | None = None
    """Called with the first records until it has seen enough; may raise PuzzleError."""

    @abstractmethod
    def scan(self, progress: Callable[[int], None] | None = None) -> Index:
        """Return the parts of the whole input; `progress` is called with bytes seen."""

    def parts(self, spans: Sequence[Span]) -> Iterator[tuple[Span, Any]]:
        """Yield parts of a `seekable` input with what `decode` takes, or None where `read` is as good."""
        for span in spans:
            yield span, None

    @abstractmethod
    def read(self, span: Span) -> Any:
        """Return a part as `decode` takes it: bytes, or rows of a table."""

    def see(self, records: Records) -> None:
        """Have the first records looked at: up to one that can be read."""
        unused = frozenset(self.unused(records).tolist())
        for place in [place for place in range(len(records)) if place not in unused][:FIRST]:
            try:
                record = records[place]
            except PuzzleError:  # it is rejected in its turn
                continue
            try:
                if self.check_first is None or self.check_first(record):
                    return
            except PuzzleError as error:
                raise PuzzleError(error.reason, file=self.name, line=place + 1) from None

    def unused(self, records: Records) -> NDArray[np.int64]:
        """Return the places of lines that hold no record."""
        return np.empty(0, np.int64)

    def records(self, span: Span) -> Records:
        """Return the records of a part."""
        return self.decode(span, self.read(span))

    def kept(self, data: Any) -> Sequence[Any]:
        """Return the columns of a part that are carried into the output."""
        return ()

    def stored_rules(self, data: Any) -> Sequence[Any] | None:
        """Return the rules stored with the records of a part, None where none do."""
        return None

    def faults(self, data: Any) -> Mapping[int, tuple[str, str]]:
        """Return reason and beginning of each record of a part that cannot be read, by its place."""
        return {}

    def stream(self) -> Iterator[tuple[Span, Any]]:
        """Yield the parts in order with what `decode` takes."""
        raise NotImplementedError

    @abstractmethod
    def decode(self, span: Span, data: Any) -> Records:
        """Return the records of a part that was read."""
