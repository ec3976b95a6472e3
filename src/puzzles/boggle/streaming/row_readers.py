"""Read the rows of an enormous board some at a time: from a file, a pipe, an array or random letters."""

from __future__ import annotations

import os
import stat
import unicodedata
from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from operator import itemgetter
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from ....arrow import array_of
from ....base import PuzzleError
from ....core.random_letters import draw_letters
from ....io.grid_text import size_of
from ....io.npy import read_header
from ....io.places import is_address
from ....io.streams import NPY_MAGIC, Stream, again, magic_of, open_stream
from ....io.text import decode, pluralize, printable, source_name, uneven
from ....lexicon.normalise import fold
from ..dice.dice import RandomBoard
from ..kernel_cache import NEITHER, NO_LETTER, letter_table
from ..parse import unchanged
from ..parse_many import wrong_codes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Codes = NDArray[np.uint8]

LONGEST_LINE = 1 << 27
SKIPPED = 1 << 22  # bytes that are read at a time to be skipped
NEWLINE = 10
MOST_FILES = 16  # whose starts of lines are kept
LONGEST_HEADING = 64
HOLES = b".#"
EXPECTED = "expected a letter, or . for a hole"
A_TO_Z = "abcdefghijklmnopqrstuvwxyz"
SEEDED_CELLS = 1 << 18  # of a random board that one seed makes
DRAWS = 1 << 16  # values of what is drawn for a cell


class RowSource(ABC):
    """The rows of a board from the first to the last, as letter codes of a lexicon."""

    rows: int | None
    """Number of rows; None where only the end shows it."""
    cols: int
    qu: bool = False
    """Whether the code of q stands for Qu."""
    waits: bool = False
    """Whether a read may wait, as on a pipe."""
    about: dict[str, Any]
    """Identifies the board, as JSON values: a checkpoint of another board is refused."""
    _row = 0

    @abstractmethod
    def read(self, count: int) -> Codes:
        """Return the next rows, fewer than `count` at the end: codes, `NO_LETTER` for a hole."""

    @abstractmethod
    def skip(self, count: int) -> None:
        """Skip the next rows."""

    def _left(self, count: int) -> int:
        """Return how many of the next rows there are."""
        return count if self.rows is None else max(min(count, self.rows - self._row), 0)


class RandomRows(RowSource):
    """The rows of a `RandomBoard`: 16 random bits of SFC64 choose the letter of a cell."""

    def __init__(self, board: RandomBoard, alphabet: str) -> None:
        self.rows, self.cols = board.shape
        weights = board.weights()
        self.qu = "qu" in weights
        self.about = {"random": f"{self.rows}x{self.cols}", "dice": board.dice, "seed": board.seed}
        tiles = np.array([_code(tile[:1], alphabet) for tile in weights], dtype=np.uint8)
        bounds = np.cumsum(list(weights.values()))
        ends = np.rint(bounds / bounds[-1] * DRAWS).astype(np.int64)
        self._letters = np.repeat(tiles, np.diff(ends, prepend=0))
        self._seed, self._block = board.seed, -1
        self._drawn = np.empty((max(1, SEEDED_CELLS // self.cols), self.cols), np.uint8)

    def read(self, count: int) -> Codes:
        """Draw the next rows."""
        parts, end = [self._drawn[:0]], self._row + self._left(count)
        while self._row < end:
            block, first = divmod(self._row, len(self._drawn))
            if block != self._block:
                self._draw(block)
            parts.append(self._drawn[first : first + end - self._row].copy())
            self._row += len(parts[-1])
        return parts[1] if len(parts) == 2 else np.concatenate(parts)

    def skip(self, count: int) -> None:
        """Skip the next rows without drawing them."""
        self._row += count

    def _draw(self, block: int) -> None:
        """Draw the rows that share a seed."""
        generator = np.random.SFC64(np.random.SeedSequence((self._seed, block)))
        draw_letters(generator.state["state"]["state"], self._letters, self._drawn.reshape(-1))
        self._block = block


class TileRows(RowSource):
    """The rows of a board in memory: numbers of tiles, and the code of each number."""

    def __init__(self, tiles: Codes, codes: Codes, *, qu: bool) -> None:
        self.rows, self.cols = tiles.shape
        self.qu, self.about = qu, {}
        self._tiles, self._codes = tiles, codes

    def read(self, count: int) -> Codes:
        """Return the codes of the next rows."""
        first = self._row
        self._row += self._left(count)
        return self._codes[self._tiles[first : self._row]]

    def skip(self, count: int) -> None:
        """Skip the next rows."""
        self._row += count


class CodeRows(RowSource):
    """The rows of numbers: an array, a ``.npy`` file, or raw bytes.

    A file is read in order and not mapped: one that shrinks is an error. With `raw` the bytes may be letters
    too, and nothing may follow the last row.
    """

    def __init__(
        self,
        cells: NDArray[Any] | Stream,
        shape: tuple[int, ...],
        dtype: np.dtype[Any],
        table: Codes,
        name: str,
        *,
        raw: bool = False,
    ) -> None:
        if len(shape) != 2 or min(shape) < 1:
            raise PuzzleError(f"array of shape {shape}, expected (rows, cols)", file=name)
        if dtype.kind not in "iu":
            raise PuzzleError(f"array of dtype {dtype}, expected letter codes (integers)", file=name)
        self.rows, self.cols = shape
        self.about = {"array": list(shape)}
        self._cells, self._dtype, self._table, self._name, self._raw = cells, dtype, table, name, raw
        self._row_bytes = shape[1] * dtype.itemsize
        self._letters = int((table != NEITHER).sum()) - 1

    def read(self, count: int) -> Codes:
        """Return the codes of the next rows."""
        count = self._left(count)
        part = self._part(count)
        wrong = self._table[part] == NEITHER if self._raw else wrong_codes(part, self._letters)
        if wrong is not None and wrong.any():
            row, col = (int(at) for at in np.argwhere(wrong)[0])
            what, expected = f"code {part[row, col]}", f"expected 0 to {self._letters - 1}, or 255 for a hole"
            if self._raw:
                what, expected = f"byte 0x{part[row, col]:02x}", EXPECTED
            where = f"at row {self._row + row + 1}, column {col + 1}"
            raise PuzzleError(f"{what} {where}, {expected}", file=self._name)
        self._row += count
        if self._raw and self._row == self.rows and cast("Stream", self._cells).read(1):
            expected = f"expected {self.rows * self.cols:,} bytes for {self.rows}x{self.cols}"
            raise PuzzleError(f"more bytes than the shape says, {expected}", file=self._name)
        codes: Codes = self._table[part.astype(np.uint8, copy=False)]
        return codes

    def skip(self, count: int) -> None:
        """Skip the next rows: by a seek, where the file has one."""
        count = self._left(count)
        self._row += count
        if isinstance(self._cells, np.ndarray):
            return
        size = count * self._row_bytes
        if self._cells.seekable():
            self._cells.seek(size, os.SEEK_CUR)
            return
        while size > 0 and (data := self._cells.read(min(size, SKIPPED))):
            size -= len(data)

    def _part(self, count: int) -> NDArray[Any]:
        """Return the next rows as they are."""
        if isinstance(self._cells, np.ndarray):
            return self._cells[self._row : self._row + count]
        size = self._row_bytes
        raw = self._cells.read(count * size)
        if len(raw) < count * size:
            wrong = f"ends in row {self._row + len(raw) // size + 1}, expected {self.rows:,} rows"
            raise PuzzleError(wrong, file=self._name)
        return np.frombuffer(raw, dtype=self._dtype).reshape(count, self.cols)


class TextRows(RowSource):
    """Rows of text, a line each, all as long as the first; a first line ``4 5`` gives rows and columns.

    Lines of ASCII letters and holes are read many at a time; those with other letters, or with spaces
    between the tiles, one by one. With spaces a tile may be Qu, and none is a lone q: a code is one tile.

    Rows are skipped by counting ends of lines, since letters beyond ASCII have several bytes. `starts` lists
    some rows and where they begin, known from earlier readers of the file; this one adds to it.
    """

    def __init__(
        self,
        stream: Stream,
        shape: tuple[int, int] | None,
        alphabet: str,
        name: str,
        starts: list[tuple[int, int]],
    ) -> None:
        self._stream, self._name, self._starts = stream, name, starts
        self._above = 0  # lines before the first row
        head = self._line(1).removeprefix(b"\xef\xbb\xbf")
        said = size_of(head.decode("ascii", "replace")) if len(head) < LONGEST_HEADING else None
        if said is not None:
            if shape not in (None, said):
                reason = f"shape {shape[0]}x{shape[1]}, but the first line says {said[0]}x{said[1]}"
                raise PuzzleError(reason, file=name, line=1)
            if 0 in said:
                raise PuzzleError(f"{said[0]}x{said[1]} cells, expected rows and columns", file=name, line=1)
            shape, self._above = said, 1
            head = self._line(2)
        self._alphabet, self._table = alphabet, _letter_bytes(alphabet)
        self._end = b"\r\n" if head.endswith(b"\r\n") else b"\n"
        self.qu = len(head.split()) > 1
        self._fixed = head.isascii() and not self.qu
        self.cols = len(self._tiles(head, self._above + 1))
        self.rows = None if shape is None else shape[0]
        if shape is not None and shape[1] != self.cols:
            reason = f"row 1 has {pluralize(self.cols, 'cell')}, but the size is {shape[0]}x{shape[1]}"
            raise PuzzleError(reason, file=name, line=self._above + 1)
        self._put_back(head)

    def read(self, count: int) -> Codes:
        """Return the codes of the next rows."""
        count = self._left(count)
        codes = self._lines(count) if self._fixed else None
        if codes is None:
            codes = self._one_by_one(count)
        self._row += len(codes)
        if len(codes) < count:
            if self.rows is not None:
                raise PuzzleError(f"{self._row:,} rows, expected {self.rows:,}", file=self._name)
            self.rows = self._row
        elif self._row == self.rows and self._has_more():
            line = self._above + self._row + 1
            raise PuzzleError(f"more rows, expected {self.rows:,}", file=self._name, line=line)
        return codes

    def skip(self, count: int) -> None:
        """Skip the next rows."""
        row, tail, seekable = self._row + self._left(count), b"", self._stream.seekable()
        place = bisect_right(self._starts, row, key=itemgetter(0)) - 1
        if seekable and place >= 0 and self._row < self._starts[place][0] <= row:
            self._row, offset = self._starts[place]
            self._stream.seek(offset)
        while self._row < row:
            data = self._stream.read(SKIPPED)
            ends = data.count(b"\n")
            if not data:
                self._row += bool(tail.strip())
                return
            if self._row + ends >= row:
                lines = np.flatnonzero(np.frombuffer(data, np.uint8) == NEWLINE)
                self._put_back(data[int(lines[row - self._row - 1]) + 1 :])
                ends = row - self._row
            self._row += ends
            tail = data[data.rfind(b"\n") + 1 :]
            known = self._starts[-1][0] if self._starts else 0
            if seekable and ends and known < self._row < row:
                self._starts.append((self._row, self._stream.tell() - len(tail)))

    def _put_back(self, data: bytes) -> None:
        """Have some bytes read again."""
        if self._stream.seekable():
            self._stream.seek(-len(data), os.SEEK_CUR)
        else:
            self._stream = again(data, self._stream)

    def _has_more(self) -> bool:
        return any(part.strip() for part in iter(lambda: self._stream.read(SKIPPED), b""))

    def _line(self, number: int) -> bytes:
        """Return the next line with its end."""
        line = self._stream.readline(LONGEST_LINE)
        if len(line) == LONGEST_LINE and not line.endswith(b"\n"):
            wrong = f"more than {LONGEST_LINE:,} bytes in a line, expected fewer cells"
            raise PuzzleError(wrong, file=self._name, line=number)
        return line

    def _lines(self, count: int) -> Codes | None:
        """Return rows that are ASCII and as wide as they should be; None where some are not."""
        step = self.cols + len(self._end)
        read = raw = self._stream.read(count * step)
        if len(raw) < count * step:  # the end: a last line may lack its end, and empty ones may follow
            body = raw.rstrip()
            raw = body + self._end if body else b""
        if len(raw) % step == 0:
            lines = np.frombuffer(raw, dtype=np.uint8).reshape(-1, step)
            codes = self._table[lines[:, : self.cols]]
            if (lines[:, self.cols :] == np.frombuffer(self._end, np.uint8)).all() and NEITHER not in codes:
                return codes
        self._put_back(read)
        self._fixed = False
        return None

    def _one_by_one(self, count: int) -> Codes:
        """Return rows line by line, or report which is wrong."""
        rows: list[list[int]] = []
        while len(rows) < count:
            number = self._above + self._row + len(rows) + 1
            line = self._line(number)
            if not line.strip():
                if self._has_more():
                    raise PuzzleError("is empty; write a row of tiles", file=self._name, line=number)
                break
            tiles = self._tiles(line, number)
            if len(tiles) != self.cols:
                reason = uneven(number - self._above, len(tiles), self.cols)
                raise PuzzleError(reason, file=self._name, line=number)
            rows.append(tiles)
        return np.array(rows, dtype=np.uint8).reshape(len(rows), self.cols)

    def _tiles(self, line: bytes, number: int) -> list[int]:
        """Return the codes of a line of text."""
        try:
            text = decode(line.rstrip(), self._name)
        except PuzzleError as error:
            raise PuzzleError(error.reason, file=self._name, line=number) from None
        if text.isascii() and text.isalpha() and not self.qu:
            known: list[int] = self._table[np.frombuffer(text.encode(), np.uint8)].tolist()
            return known
        text = unicodedata.normalize("NFC", text)
        if not text:
            raise PuzzleError("is empty; write rows of letters", file=self._name)
        codes = []
        for place, tile in enumerate(text.split() if self.qu else text, 1):
            letter = fold(tile)
            if self.qu and letter == "q":
                wrong = f"tile {place} is q alone, expected Qu among tiles with spaces between them"
                raise PuzzleError(wrong, file=self._name, line=number)
            letter = "q" if self.qu and letter == "qu" else letter
            if tile not in ".#" and not (len(letter) == 1 and letter.isalpha()):
                wrong = f"'{printable(tile[:40])}' is no tile, {EXPECTED}{', or Qu' if self.qu else ''}"
                column = None if self.qu else place
                raise PuzzleError(wrong, file=self._name, line=number, column=column)
            codes.append(_code(letter, self._alphabet))
        return codes


class CyclicRows(RowSource):
    """Rows of a source in order; of a torus the first `again` ones come again after the last.

    Rows from `last` on are not read. `ahead` rows are read at once: where the source ends in these, their
    number is known.

    Examples
    --------
    >>> with open_rows(np.array([[0, 1], [2, 0], [1, 1]]), "abc") as source:
    ...     rows = CyclicRows(source, 2, None)
    ...     rows.read(2).tolist(), rows.read(9).tolist()
    ([[0, 1], [2, 0]], [[1, 1], [0, 1], [2, 0]])
    """

    def __init__(self, source: RowSource, again: int, last: int | None, ahead: int = 0) -> None:
        self.cols, self.qu, self.waits, self.about = source.cols, source.qu, source.waits, source.about
        self._source, self._again, self._last, self._place = source, again, last, 0
        self._ahead = source.read(ahead) if ahead else np.empty((0, self.cols), np.uint8)
        if len(self._ahead) < ahead:
            source.rows = len(self._ahead)
        self._first = self._ahead[:0]

    @property
    def rows(self) -> int | None:  # type: ignore[override]
        """Number of rows of the source; None where only the end shows it."""
        return self._source.rows

    def read(self, count: int) -> Codes:
        """Return the next rows."""
        if self._last is not None:
            count = max(min(count, self._last - self._row), 0)
        self._row += count
        part, self._ahead = self._ahead[:count], self._ahead[count:]
        if len(part) < count:
            more = self._source.read(count - len(part))
            part = np.concatenate([part, more]) if len(part) else more
        if len(self._first) < self._again and len(part):
            self._first = np.concatenate([self._first, part[: self._again - len(self._first)]])
        missing = count - len(part)
        if not missing or not self._again:
            return part
        places = np.arange(self._place, min(self._place + missing, self._again))
        self._place += len(places)
        return np.concatenate([part, self._first[places % len(self._first)]])

    def skip(self, count: int) -> None:
        """Skip the next rows; those that come again are read."""
        count -= len(self.read(min(count, max(self._again, len(self._ahead)))))
        self._source.skip(count)
        self._row += count


@contextmanager
def open_rows(
    source: str | os.PathLike[str] | NDArray[Any] | RandomBoard,
    alphabet: str,
    *,
    shape: tuple[int, int] | None = None,
    raw: bool = False,
    letters: str = A_TO_Z,
) -> Iterator[RowSource]:
    """Open the rows of a board: a source of `stream`, whose letters are codes in `alphabet`, others holes.

    Rows and columns are checked, or given where the source does not have them; `letters` are those that the
    numbers of an array or of raw bytes stand for. PuzzleError where it cannot be read or has another shape.
    """
    if raw and shape is None:
        raise PuzzleError("raw bytes need rows and columns; pass shape=RxC")
    made: RowSource
    if not isinstance(source, (str, os.PathLike, RandomBoard)):
        source = array_of(source)
    with ExitStack() as stack:
        if isinstance(source, RandomBoard):
            made, name = RandomRows(source, alphabet), "random board"
        elif isinstance(source, np.ndarray):
            stack.enter_context(unchanged(source))
            name, table = "array", _number_table(letters, alphabet)
            made = CodeRows(source, source.shape, source.dtype, table, name)
        elif isinstance(source, (str, os.PathLike)):
            path = os.fspath(source)
            name, stream = source_name(path), stack.enter_context(open_stream(path))
            mark = _mark_of(path)
            if raw and shape is not None:
                bytes_, numbers = _letter_bytes(alphabet), _number_table(letters[:32], alphabet)
                table = np.where(bytes_ == NEITHER, numbers, bytes_)
                made = CodeRows(stream, shape, np.dtype(np.uint8), table, name, raw=True)
            elif magic_of(stream).startswith(NPY_MAGIC):
                size, fortran, dtype = read_header(stream, name)
                if fortran and len(size) == 2 and min(size) > 0:
                    raise PuzzleError("is an array in Fortran order; save it in C order", file=name)
                made = CodeRows(stream, size, dtype, _number_table(letters, alphabet), name)
            else:
                made = TextRows(stream, shape, alphabet, name, _starts_of(path, mark))
            made.about, made.waits = {"file": name, **mark}, not mark
        else:
            expected = "expected a path, an array of two dimensions, or RandomBoard(…)"
            raise PuzzleError(f"rows of type {type(source).__name__}, {expected}")
        if shape is not None and (made.rows, made.cols) != shape:
            wrong = f"board of {made.rows}x{made.cols}, expected {shape[0]}x{shape[1]}"
            raise PuzzleError(wrong, file=name)
        yield made


def _mark_of(path: str) -> dict[str, int]:
    """Return size and time of change of a file on a disk; nothing for pipes and addresses."""
    if path == "-" or is_address(path):
        return {}
    known = os.stat(path)  # noqa: PTH116 (pathlib costs start-up time)
    return {"bytes": known.st_size, "changed": known.st_mtime_ns} if stat.S_ISREG(known.st_mode) else {}


_starts: dict[tuple[str, int, int], list[tuple[int, int]]] = {}


def _starts_of(path: str, mark: dict[str, int]) -> list[tuple[int, int]]:
    """Return the rows of a text whose starts are known to this process; none for pipes and addresses."""
    if not mark:
        return []
    if len(_starts) >= MOST_FILES:
        _starts.clear()
    return _starts.setdefault((os.path.abspath(path), mark["bytes"], mark["changed"]), [])  # noqa: PTH100


def _code(letter: str, alphabet: str) -> int:
    return alphabet.find(letter) if letter and letter in alphabet else NO_LETTER


def _letter_bytes(alphabet: str) -> Codes:
    """Return the code of each byte of a text: `NEITHER` of what is no letter and no hole."""
    table = np.frombuffer(letter_table(alphabet), dtype=np.uint8).copy()
    table[list(HOLES)] = NO_LETTER
    return table


def _number_table(letters: str, alphabet: str) -> Codes:
    """Return the code of each number of an array; 255 is a hole."""
    table = np.full(256, NEITHER, dtype=np.uint8)
    table[: len(letters)] = [_code(letter, alphabet) for letter in letters]
    table[NO_LETTER] = NO_LETTER
    return table
