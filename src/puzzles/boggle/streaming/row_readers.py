"""Where the rows of an enormous board come from, some at a time: a file, a pipe, an array, dice."""

from __future__ import annotations

import os
import stat
import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from ....base import PuzzleError
from ....core.random_letters import draw_letters
from ....io.grid_text import size_of
from ....io.places import is_address
from ....io.streams import NPY_MAGIC, Stream, magic_of, open_stream
from ....io.text import decode, printable, source_name
from ....lexicon.normalise import fold
from ..dice.random_board import RandomBoard
from ..kernel_cache import NO_LETTER
from ..parse import unchanged
from ..parse_many import NEITHER, wrong_codes

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["ArrayRows", "NpyRows", "RandomRows", "RawRows", "RowSource", "TextRows", "open_rows"]

MOST_COLS = 1 << 25
SKIPPED = 1 << 22  # bytes that are read at a time to be left out
LONGEST_HEADING = 64
HOLES = b".#"
EXPECTED = "expected a letter, or . for a hole"
A_TO_Z = "abcdefghijklmnopqrstuvwxyz"
SEEDED_CELLS = 1 << 18  # of a random board that one seed makes
DRAWS = 1 << 16  # values of what is drawn for a cell


class RowSource(ABC):
    """The rows of a board from the first to the last, as letter codes of a lexicon.

    Attributes
    ----------
    cols : int
        Cells of a row.
    rows : int or None
        Number of rows; None where that is known at the end alone.
    qu : bool
        Whether the code of q stands for Qu.
    waits : bool
        Whether rows may be long in coming, as from a pipe.
    about : dict
        What tells this board from others, as JSON values: a checkpoint must not go on with another.
    """

    cols: int
    rows: int | None
    qu: bool = False
    waits: bool = False
    about: dict[str, Any]

    @abstractmethod
    def read(self, count: int) -> NDArray[np.uint8]:
        """Return the next rows, fewer than `count` at the end: codes, `NO_LETTER` for a hole.

        Raises
        ------
        PuzzleError
            What is no letter and no hole, rows of other lengths, damage: with its place.
        """

    def skip(self, count: int) -> None:
        """Leave out the next rows."""
        step = max(1, SKIPPED // self.cols)
        while count > 0 and len(self.read(min(step, count))):
            count -= step


class RandomRows(RowSource):
    """The rows of a `RandomBoard`: 16 random bits a cell, of SFC64, choose its letter."""

    def __init__(self, board: RandomBoard, alphabet: str) -> None:
        self.rows, self.cols = board.shape
        weights = board.weights()
        self.qu = "qu" in weights
        self.about = {"random": f"{self.rows}x{self.cols}", "dice": board.dice, "seed": board.seed}
        tiles = np.array([_code(tile[:1], alphabet) for tile in weights], dtype=np.uint8)
        bounds = np.cumsum(list(weights.values()))
        ends = np.rint(bounds / bounds[-1] * DRAWS).astype(np.int64)
        self._letters = np.repeat(tiles, np.diff(ends, prepend=0))
        self._seed, self._row = board.seed, 0
        self._block_rows = max(1, SEEDED_CELLS // self.cols)
        self._block, self._drawn = -1, np.empty((0, self.cols), np.uint8)

    def read(self, count: int) -> NDArray[np.uint8]:
        """Draw the next rows."""
        assert self.rows is not None
        end = min(self._row + count, self.rows)
        out = np.empty((max(end - self._row, 0), self.cols), dtype=np.uint8)
        done = 0
        while self._row < end:
            block, first = divmod(self._row, self._block_rows)
            count = min(self._block_rows - first, end - self._row)
            if count == self._block_rows:  # the whole block: kept in no other place
                self._draw(block, out[done : done + count])
            else:
                if block != self._block:
                    self._drawn, self._block = np.empty((self._block_rows, self.cols), np.uint8), block
                    self._draw(block, self._drawn)
                out[done : done + count] = self._drawn[first : first + count]
            done, self._row = done + count, self._row + count
        return out

    def skip(self, count: int) -> None:
        """Leave out the next rows: nothing is drawn."""
        self._row += count

    def _draw(self, block: int, rows: NDArray[np.uint8]) -> None:
        """Draw the rows of a block."""
        generator = np.random.SFC64(np.random.SeedSequence((self._seed, block)))
        draw_letters(generator.state["state"]["state"], self._letters, rows.reshape(-1))


class ArrayRows(RowSource):
    """The rows of an array of codes, which may be mapped from a file."""

    def __init__(self, array: NDArray[Any], table: NDArray[np.uint8], name: str = "<array>") -> None:
        _check_array(array.shape, array.dtype, name)
        self.rows, self.cols = array.shape
        self.about = {"array": [self.rows, self.cols]}
        self._array, self._table, self._name, self._row = array, table, name, 0

    def read(self, count: int) -> NDArray[np.uint8]:
        """Return the codes of the next rows."""
        part = self._array[self._row : self._row + count]
        codes = _translated(part, self._table, self._row, self._name)
        self._row += len(part)
        return codes

    def skip(self, count: int) -> None:
        """Leave out the next rows."""
        self._row += count


class NpyRows(RowSource):
    """The rows of a ``.npy`` file, read in order and not mapped: a file that shrinks is an error."""

    def __init__(self, stream: Stream, table: NDArray[np.uint8], name: str) -> None:
        shape, fortran, self._dtype = _npy_head(stream, name)
        _check_array(shape, self._dtype, name)
        if fortran:
            raise PuzzleError("an array in Fortran order, expected rows one after another", file=name)
        self.rows, self.cols = shape
        self._stream, self._table, self._name, self._row = stream, table, name, 0

    def read(self, count: int) -> NDArray[np.uint8]:
        """Return the codes of the next rows."""
        assert self.rows is not None
        count = max(min(count, self.rows - self._row), 0)
        wanted = count * self.cols * self._dtype.itemsize
        raw = self._stream.read(wanted)
        if len(raw) < wanted:
            row = self._row + len(raw) // (self.cols * self._dtype.itemsize)
            raise PuzzleError(f"ends in row {row + 1}, expected {self.rows:,} rows", file=self._name)
        part = np.frombuffer(raw, dtype=self._dtype).reshape(count, self.cols)
        codes = _translated(part, self._table, self._row, self._name)
        self._row += count
        return codes

    def skip(self, count: int) -> None:
        """Leave out the next rows."""
        assert self.rows is not None
        count = max(min(count, self.rows - self._row), 0)
        _skip_bytes(self._stream, count * self.cols * self._dtype.itemsize)
        self._row += count


class RawRows(RowSource):
    """Rows of bytes one after another without ends of lines: letters, holes, or codes from 0."""

    def __init__(self, stream: Stream, shape: tuple[int, int], table: NDArray[np.uint8], name: str) -> None:
        self.rows, self.cols = shape
        self._stream, self._name, self._row = stream, name, 0
        self._table = table

    def read(self, count: int) -> NDArray[np.uint8]:
        """Return the codes of the next rows."""
        assert self.rows is not None
        count = max(min(count, self.rows - self._row), 0)
        raw = self._stream.read(count * self.cols)
        if len(raw) < count * self.cols:
            row = self._row + len(raw) // self.cols
            raise PuzzleError(f"ends in row {row + 1}, expected {self.rows:,} rows", file=self._name)
        codes = self._table[np.frombuffer(raw, dtype=np.uint8)].reshape(count, self.cols)
        if (codes == NEITHER).any():
            row, col = (int(at) for at in np.argwhere(codes == NEITHER)[0])
            byte = raw[row * self.cols + col]
            where = f"row {self._row + row + 1}, column {col + 1}"
            raise PuzzleError(f"byte 0x{byte:02x} at {where}, {EXPECTED}", file=self._name)
        self._row += count
        if self._row == self.rows and self._stream.read(1):
            expected = f"expected {self.rows * self.cols:,} bytes for {self.rows}x{self.cols}"
            raise PuzzleError(f"more bytes than the shape says, {expected}", file=self._name)
        return codes

    def skip(self, count: int) -> None:
        """Leave out the next rows."""
        assert self.rows is not None
        count = max(min(count, self.rows - self._row), 0)
        _skip_bytes(self._stream, count * self.cols)
        self._row += count


class TextRows(RowSource):
    """Rows of text, a line each, all as long as the first; a first line ``4 5`` says rows and columns.

    Lines of ASCII letters and holes are taken many at a time; those with other letters, or with spaces
    between the tiles, one by one. With spaces a tile may be Qu; none is q alone then: a code is one tile.
    """

    def __init__(self, stream: Stream, shape: tuple[int, int] | None, alphabet: str, name: str) -> None:
        head = stream.readline(MOST_COLS + 3).removeprefix(b"\xef\xbb\xbf")
        self._stream, self._name, self._row = stream, name, 0
        self._above = 0  # lines before the first row
        said = size_of(head.decode("ascii", "replace")) if len(head) < LONGEST_HEADING else None
        if said is not None:
            if shape not in (None, said):
                reason = f"shape {shape[0]}x{shape[1]}, but the first line says {said[0]}x{said[1]}"
                raise PuzzleError(reason, file=name, line=1)
            shape, self._above = said, 1
            if 0 in said:
                raise PuzzleError(f"{said[0]}x{said[1]} cells, expected rows and columns", file=name, line=1)
            head = stream.readline(MOST_COLS + 3)
        self._alphabet, self._table = alphabet, _letter_bytes(alphabet)
        self._head = head
        self._end = b"\r\n" if head.endswith(b"\r\n") else b"\n"
        self._spaced = len(head.split()) > 1
        self.qu = self._spaced
        self._fixed = head.isascii() and not self._spaced
        self.cols = len(self._tiles(head, self._above + 1))
        self.rows = None if shape is None else shape[0]
        if shape is not None and shape[1] != self.cols:
            reason = f"row of {self.cols} tiles, expected {shape[1]}"
            raise PuzzleError(reason, file=name, line=self._above + 1)

    def read(self, count: int) -> NDArray[np.uint8]:
        """Return the codes of the next rows."""
        if self.rows is not None:
            count = max(min(count, self.rows - self._row), 0)
        codes = self._lines(count) if self._fixed else None
        if codes is None:
            codes = self._one_by_one(count)
        self._row += len(codes)
        if len(codes) < count:
            if self.rows is not None:
                raise PuzzleError(f"{self._row:,} rows, expected {self.rows:,}", file=self._name)
            self.rows = self._row
        elif self._row == self.rows and (self._head + self._stream.read(SKIPPED)).strip():
            line = self._above + self._row + 1
            raise PuzzleError(f"more rows, expected {self.rows:,}", file=self._name, line=line)
        return codes

    def skip(self, count: int) -> None:
        """Leave out the next rows: by a step in the file, where the lines are all as long as the first."""
        step = self.cols + len(self._end)
        far = count * step - len(self._head)
        if self._fixed and far > 0 and self._stream.seekable():
            here = self._stream.tell()
            self._stream.seek(far - len(self._end), os.SEEK_CUR)
            if self._stream.read(len(self._end)) == self._end:
                self._head, self._row = b"", self._row + count
                return
            self._stream.seek(here)  # read them, and say what is wrong
        super().skip(count)

    def _lines(self, count: int) -> NDArray[np.uint8] | None:
        """Return rows that are ASCII and as wide as they should be; None where some are not."""
        step = self.cols + len(self._end)
        raw = self._head + self._stream.read(max(count * step - len(self._head), 0))
        self._head = b""
        if len(raw) < count * step:  # the end: a last line may lack its end, and empty ones may follow
            body = raw.rstrip(b" \t\r\n")
            raw = body + self._end if body else b""
        if len(raw) % step == 0:
            lines = np.frombuffer(raw, dtype=np.uint8).reshape(-1, step)
            codes = self._table[lines[:, : self.cols]]
            if (lines[:, self.cols :] == np.frombuffer(self._end, np.uint8)).all() and NEITHER not in codes:
                return codes
        self._head, self._fixed = raw, False
        return None

    def _one_by_one(self, count: int) -> NDArray[np.uint8]:
        """Return rows line by line, or say which is wrong."""
        rows: list[list[int]] = []
        while len(rows) < count:
            if self._head:
                line, end, self._head = self._head.partition(b"\n")
                if not end:  # the line was cut where a piece ended
                    line += self._stream.readline(MOST_COLS + 3)
            else:
                line = self._stream.readline(MOST_COLS + 3)
            if not line and not self._head:
                break
            number = self._above + self._row + len(rows) + 1
            if not line.strip():
                if (self._head + self._stream.read(SKIPPED)).strip():
                    raise PuzzleError("an empty line, expected a row of tiles", file=self._name, line=number)
                self._head = b""
                break
            tiles = self._tiles(line, number)
            if len(tiles) != self.cols:
                reason = f"row of {len(tiles)} tiles, expected {self.cols} as in the first"
                raise PuzzleError(reason, file=self._name, line=number)
            rows.append(tiles)
        return np.array(rows, dtype=np.uint8).reshape(len(rows), self.cols)

    def _tiles(self, line: bytes, number: int) -> list[int]:
        """Return the codes of a line of text."""
        try:
            text = decode(line.rstrip(b"\r\n"), self._name)
        except PuzzleError as error:
            raise PuzzleError(error.reason, file=self._name, line=number) from None
        if self._spaced:
            return self._spaced_tiles(text, number)
        if text.isascii() and text.isalpha():
            known: list[int] = self._table[np.frombuffer(text.encode(), np.uint8)].tolist()
            return known
        text = unicodedata.normalize("NFC", text)
        if not text:
            raise PuzzleError("is empty, expected rows of letters", file=self._name)
        codes = []
        for column, tile in enumerate(text, 1):
            letter = fold(tile)
            if tile not in ".#" and not (len(letter) == 1 and letter.isalpha()):
                wrong = f"'{printable(tile)}' is no tile"
                raise PuzzleError(f"{wrong}, {EXPECTED}", file=self._name, line=number, column=column)
            codes.append(_code(letter, self._alphabet))
        return codes

    def _spaced_tiles(self, text: str, number: int) -> list[int]:
        """Return the codes of tiles with spaces between them."""
        codes = []
        for place, tile in enumerate(unicodedata.normalize("NFC", text).split(), 1):
            letter = fold(tile)
            if letter == "q":
                wrong = f"tile {place} is q alone, expected Qu among tiles with spaces between them"
                raise PuzzleError(wrong, file=self._name, line=number)
            letter = "q" if letter == "qu" else letter
            if tile not in ".#" and not (len(letter) == 1 and letter.isalpha()):
                wrong = f"'{printable(tile[:40])}' is no tile, {EXPECTED}, or Qu"
                raise PuzzleError(wrong, file=self._name, line=number)
            codes.append(_code(letter, self._alphabet))
        return codes


@contextmanager
def open_rows(
    source: str | os.PathLike[str] | NDArray[Any] | RandomBoard,
    alphabet: str,
    *,
    shape: tuple[int, int] | None = None,
    raw: bool = False,
    letters: str = A_TO_Z,
) -> Iterator[RowSource]:
    """Open the rows of a board.

    Parameters
    ----------
    source : str, os.PathLike, array or RandomBoard
        A file (text, ``.npy``, bytes; plain, gzip or Zstandard), an address of fsspec, ``-`` for standard
        input; an array of two dimensions; a random board.
    alphabet : str
        Letters by their codes in the lexicon: other letters are holes.
    shape : pair of int, optional
        Rows and columns, where the source does not say them or to check them.
    raw : bool, optional
        The source is bytes without ends of lines: letters, holes, or numbers of `letters`.
    letters : str, optional
        Letters that the numbers of an array or of raw bytes stand for.

    Raises
    ------
    PuzzleError
        A source that is none, cannot be read, or has another shape.

    Examples
    --------
    >>> with open_rows(np.array([[0, 1], [2, 0]]), "ac") as rows:
    ...     rows.read(5).tolist()
    [[0, 255], [1, 0]]
    """
    if raw and shape is None:
        raise PuzzleError("raw bytes without a shape, expected its rows and columns")
    if isinstance(source, RandomBoard):
        made: RowSource = RandomRows(source, alphabet)
        yield _of_shape(made, shape, "<random board>")
    elif isinstance(source, np.ndarray):
        with unchanged(source):
            yield _of_shape(ArrayRows(source, _number_table(letters, alphabet)), shape, "<array>")
    elif isinstance(source, (str, os.PathLike)):
        path = os.fspath(source)
        name = source_name(path)
        with open_stream(path) as stream:
            if raw and shape is not None:
                made = RawRows(stream, shape, _raw_table(letters, alphabet), name)
            elif magic_of(stream).startswith(NPY_MAGIC):
                made = NpyRows(stream, _number_table(letters, alphabet), name)
            else:
                made = TextRows(stream, shape, alphabet, name)
            mark = _mark_of(path)
            made.about, made.waits = {"file": name, **mark}, not mark
            yield _of_shape(made, shape, name)
    else:
        expected = "expected a path, an array of two dimensions, or RandomBoard(…)"
        raise PuzzleError(f"rows of type {type(source).__name__}, {expected}")


def _of_shape(made: RowSource, shape: tuple[int, int] | None, name: str) -> RowSource:
    if shape is not None and (made.rows, made.cols) != shape:
        expected = f"expected {shape[0]}x{shape[1]}"
        raise PuzzleError(f"board of {made.rows}x{made.cols}, {expected}", file=name)
    return made


def _mark_of(path: str) -> dict[str, int]:
    """Return what tells that a file on a disk was changed; nothing for pipes and addresses."""
    if path == "-" or is_address(path):
        return {}
    known = os.stat(path)  # noqa: PTH116 (pathlib costs start-up time)
    return {"bytes": known.st_size, "changed": known.st_mtime_ns} if stat.S_ISREG(known.st_mode) else {}


def _code(letter: str, alphabet: str) -> int:
    return alphabet.find(letter) if letter and letter in alphabet else NO_LETTER


def _letter_bytes(alphabet: str) -> NDArray[np.uint8]:
    """Return the code of each byte of a text: `NEITHER` of what is no letter and no hole."""
    table = np.full(256, NEITHER, dtype=np.uint8)
    for letter in A_TO_Z:
        table[[ord(letter), ord(letter.upper())]] = _code(letter, alphabet)
    table[list(HOLES)] = NO_LETTER
    return table


def _number_table(letters: str, alphabet: str) -> NDArray[np.uint8]:
    """Return the code of each number of an array; 255 is a hole."""
    table = np.full(256, NEITHER, dtype=np.uint8)
    table[: len(letters)] = [_code(letter, alphabet) for letter in letters]
    table[NO_LETTER] = NO_LETTER
    return table


def _raw_table(letters: str, alphabet: str) -> NDArray[np.uint8]:
    numbers, table = _number_table(letters[:32], alphabet), _letter_bytes(alphabet)
    return np.where(table == NEITHER, numbers, table)


def _translated(part: NDArray[Any], table: NDArray[np.uint8], first_row: int, name: str) -> NDArray[np.uint8]:
    """Return numbers of letters as codes."""
    known = int((table != NEITHER).sum()) - 1
    wrong = wrong_codes(part, known)
    if wrong is not None:
        row, col = (int(at) for at in np.argwhere(wrong)[0])
        where = f"row {first_row + row + 1}, column {col + 1}"
        expected = f"expected 0 to {known - 1}, or {NO_LETTER} for a hole"
        raise PuzzleError(f"code {part[row, col]} at {where}, {expected}", file=name)
    codes: NDArray[np.uint8] = table[part.astype(np.uint8, copy=False)]
    return codes


def _check_array(shape: tuple[int, ...], dtype: np.dtype[Any], name: str) -> None:
    if len(shape) != 2 or min(shape) < 1:
        raise PuzzleError(f"array of shape {shape}, expected (rows, cols)", file=name)
    if dtype.kind not in "iu":
        raise PuzzleError(f"array of dtype {dtype}, expected letter codes (integers)", file=name)


def _npy_head(stream: Stream, name: str) -> tuple[tuple[int, ...], bool, np.dtype[Any]]:
    from numpy.lib import format as npy

    try:
        version = npy.read_magic(stream)
        read = npy.read_array_header_1_0 if version == (1, 0) else npy.read_array_header_2_0
        shape, fortran, dtype = read(stream)
    except Exception as reason:  # what the parsers of a damaged header raise, tokenize.TokenError too
        first = printable((str(reason).splitlines() or [type(reason).__name__])[0][:100])
        raise PuzzleError(f"damaged .npy file: {first}", file=name) from None
    return shape, fortran, dtype


def _skip_bytes(stream: Stream, count: int) -> None:
    """Move on in a stream: by a step where it can, else by reading."""
    if stream.seekable():
        stream.seek(count, os.SEEK_CUR)
        return
    while count > 0 and (data := stream.read(min(count, SKIPPED))):
        count -= len(data)
