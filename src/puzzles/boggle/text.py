"""Boards of letter tiles: text or arrays in, tile numbers out; everything about them is checked here."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isqrt
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from ...base import PuzzleError
from ...lexicon.normalise import fold
from ...textio import GZIP_MAGIC, decode, printable, read_bytes, source_name
from ..common.checks import check_shape, is_masked
from .heading import check_heading, heading_of
from .mapped import own

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...typing import BoardLike, ShapeLike

__all__ = [
    "HOLE",
    "MOST_CELLS",
    "WILDCARD",
    "LetterBoard",
    "board_from",
    "board_rows",
    "board_size",
    "board_text",
    "read_board",
    "row_shape",
    "with_qu",
]

HOLE, WILDCARD = "", "?"
"""Tiles that are no letters: a cell that no path enters; any one letter."""
MOST_CELLS = 1 << 28
MOST_TILES = 255  # different tiles of a board
MOST_BYTES = 1 << 28  # of a text file: 16,000 x 16,000 letters
MOST_SLOW_BYTES = 1 << 24  # of a text that is not rows of the letters a to z
ROWS_AT_A_TIME = 1 << 22  # cells that are counted together
LONGEST_TILE = 16
ROW_END = "/"
_HOLES, _WILDCARDS = ".#", "?*"
_EXPECTED = "expected a letter, . for a hole or ? for any letter"
_NUMBERS = bytes(range(26))
NPY_MAGIC = b"\x93NUMPY"


@dataclass(frozen=True, eq=False)
class LetterBoard:
    """A board of tiles.

    Attributes
    ----------
    tiles : uint8 array of shape (rows, cols)
        Number of each cell's tile (read-only).
    names : tuple of str
        The tiles: their letters folded to small ones, "" for a hole, "?" for a wildcard.
    """

    tiles: NDArray[np.uint8]
    names: tuple[str, ...]

    @property
    def rows(self) -> int:
        """Number of rows."""
        return int(self.tiles.shape[0])

    @property
    def cols(self) -> int:
        """Number of columns."""
        return int(self.tiles.shape[1])


def board_size(shape: ShapeLike) -> tuple[int, int]:
    """Return rows and columns of a board from what says so, as `check_shape` does.

    Raises
    ------
    PuzzleError
        No shape; more than 2**28 cells.

    Examples
    --------
    >>> board_size("4x5"), board_size(4), board_size((2, 3))
    ((4, 5), (4, 4), (2, 3))
    """
    rows, cols = check_shape(shape)
    if rows * cols > MOST_CELLS:
        raise PuzzleError(f"shape {rows}x{cols} has {rows * cols:,} cells, expected at most {MOST_CELLS:,}")
    return rows, cols


def board_from(
    source: BoardLike,
    *,
    shape: ShapeLike | None = None,
    qu: bool = False,
    file: str | None = None,
    alphabet: str | None = None,
) -> LetterBoard:
    """Return the board that text, an array or nested sequences describe.

    Parameters
    ----------
    source : str, array or sequence
        As for `Boggle.parse`.
    shape : optional
        As for `board_size`.
    qu : bool
        A lone q is Qu.
    file : str, optional
        What errors call the source.
    alphabet : str, optional
        Letters that the numbers of an array stand for; a-z by default.

    Raises
    ------
    PuzzleError
        With line and column where the source is text.
    """
    wanted = None if shape is None else board_size(shape)
    if isinstance(source, str):
        board = (None if " " in source else _from_letters(source, wanted)) or _from_text(source, wanted, file)
    elif isinstance(source, np.ndarray):
        board = _from_array(own(source), wanted, file or "<array>", alphabet or "abcdefghijklmnopqrstuvwxyz")
    elif isinstance(source, Sequence) and not isinstance(source, (bytes, bytearray)):
        board = _from_rows(source, wanted, file)
    else:
        raise PuzzleError(
            f"board of type {type(source).__name__}, expected text, an array or rows", file=file
        )
    return with_qu(board) if qu else board


def read_board(
    source: str | os.PathLike[str], *, shape: ShapeLike | None = None, qu: bool = False
) -> LetterBoard:
    """Read a board from a text file (plain or gzip), a ``.npy`` file, or standard input for ``-``.

    Raises
    ------
    PuzzleError
        As `board_from`; a file that cannot be read, is binary, not UTF-8, or too large.
    """
    name = source_name(source)
    if _is_npy(source):
        return board_from(_copy_of_npy(source, name), shape=shape, qu=qu, file=name)
    raw = read_bytes(source, limit=MOST_BYTES)
    if raw.startswith(NPY_MAGIC):
        import io

        return board_from(_load_npy(io.BytesIO(raw), name), shape=shape, qu=qu, file=name)
    if raw.startswith(GZIP_MAGIC):
        raise PuzzleError("gzip in gzip, expected text", file=name)
    if raw.isascii():
        fast = _from_plain_bytes(raw, None if shape is None else board_size(shape))
        if fast is not None:
            return with_qu(fast) if qu else fast
    text = decode(raw, name)
    if len(raw) > MOST_SLOW_BYTES:
        expected = f"rows of the letters a to z, one after another, or at most {MOST_SLOW_BYTES:,} bytes"
        raise PuzzleError(f"{len(raw):,} bytes of other text, expected {expected}", file=name)
    return board_from(text, shape=shape, qu=qu, file=name)


def _is_npy(source: str | os.PathLike[str]) -> bool:
    """Say whether a plain file is an array; what a pipe holds is told by its bytes when they are read."""
    try:
        if not os.path.isfile(source):  # noqa: PTH113 (pathlib costs start-up time)
            return False
        with open(source, "rb") as stream:  # noqa: PTH123 (pathlib costs start-up time)
            return stream.read(len(NPY_MAGIC)) == NPY_MAGIC
    except (OSError, ValueError):
        return False  # the reader of texts says what is wrong


def _load_npy(source: Any, name: str, mmap_mode: Literal["r"] | None = None) -> NDArray[Any]:
    try:
        array: NDArray[Any] = np.load(source, mmap_mode=mmap_mode, allow_pickle=False)
    except Exception as reason:  # what the parsers of a damaged header raise, tokenize.TokenError too
        first = printable((str(reason).splitlines() or [type(reason).__name__])[0][:100])
        raise PuzzleError(f"damaged .npy file: {first}", file=name) from None
    return array


def _copy_of_npy(source: str | os.PathLike[str], name: str) -> NDArray[Any]:
    """Return an array that no later change of its file reaches: a mapped one would crash where it shrinks."""
    mapped: Any = _load_npy(source, name, mmap_mode="r")
    if mapped.size > MOST_CELLS or mapped.dtype.hasobject:
        return mapped  # type: ignore[no-any-return]  # refused by its shape or dtype, and never read
    cells = np.fromfile(source, dtype=mapped.dtype, count=mapped.size, offset=mapped.offset)
    if cells.size != mapped.size:
        raise PuzzleError("has changed while it was read, expected it as it was", file=name)
    return cells.reshape(mapped.shape, order="C" if mapped.flags.c_contiguous else "F")


def board_text(board: LetterBoard) -> str:
    """Return the text that `board_from` reads back, with the board's shape: rows of letters, or of tiles.

    Examples
    --------
    >>> board_text(board_from("Te/.?")), board_text(board_from("Qu R/S T"))
    ('te\\n.?', 'qu r\\ns t')
    """
    names = [name or "." for name in board.names]
    between = "" if max(map(len, names)) == 1 else " "
    return "\n".join(between.join([names[number] for number in row]) for row in board.tiles.tolist())


def board_rows(board: LetterBoard) -> str:
    """Return the board as it is shown: tiles in columns, as Qu and A, ``.`` for a hole.

    Examples
    --------
    >>> print(board_rows(board_from("Qu R/S .")))
    Qu R
    S  .
    """
    shown = [name.capitalize() if name else "." for name in board.names]
    width = max(map(len, shown))
    rows = (" ".join(shown[number].ljust(width) for number in row) for row in board.tiles.tolist())
    return "\n".join(row.rstrip() for row in rows)


def with_qu(board: LetterBoard) -> LetterBoard:
    """Return the board with Qu for each lone q."""
    if "q" not in board.names:
        return board
    return _make(board.tiles, tuple("qu" if name == "q" else name for name in board.names))


def _make(tiles: NDArray[np.uint8], names: tuple[str, ...]) -> LetterBoard:
    """Merge equal tiles, drop unused ones, put them in order."""
    flat = tiles.reshape(-1)
    used = np.zeros(256, dtype=bool)
    for start in range(0, flat.size, ROWS_AT_A_TIME):  # bincount makes 8 bytes of each cell
        used[: len(names)] |= np.bincount(flat[start : start + ROWS_AT_A_TIME], minlength=len(names)) > 0
    kept = sorted({name for name, count in zip(names, used.tolist(), strict=False) if count})
    if tuple(kept) != names:
        numbers = {name: number for number, name in enumerate(kept)}
        table = np.array([numbers.get(name, 0) for name in names], dtype=np.uint8)
        tiles = table[tiles]
        tiles.flags.writeable = False
    if tiles.flags.writeable or not tiles.flags.c_contiguous:  # else it is nobody's to change
        tiles = tiles.copy()
        tiles.flags.writeable = False
    return LetterBoard(tiles, tuple(kept))


def row_shape(count: int) -> tuple[int, int]:
    """Return the shape that tiles in a single row make: a square if they can, else that row.

    Examples
    --------
    >>> row_shape(16), row_shape(29)
    ((4, 4), (1, 29))
    """
    side = isqrt(count)
    return (side, side) if side * side == count else (1, count)


def _shape_of(
    count: int, wanted: tuple[int, int] | None, file: str | None, line: int | None
) -> tuple[int, int]:
    """Return the shape of tiles given in one row: the one asked for, a square, or that row."""
    if wanted is not None:
        if wanted[0] * wanted[1] != count:
            raise PuzzleError(
                f"{count} tiles, expected {wanted[0] * wanted[1]} for {wanted[0]}x{wanted[1]}",
                file=file,
                line=line,
            )
        return wanted
    return row_shape(count)


def _from_plain_bytes(raw: bytes, wanted: tuple[int, int] | None) -> LetterBoard | None:
    """Return the board of rows of ASCII letters of one length, None where the bytes are anything else."""
    body = raw.removesuffix(b"\n")
    cols = body.find(b"\n")
    if cols < 0:
        rows = np.frombuffer(body, dtype=np.uint8).reshape(1, -1)
        shape = wanted or row_shape(len(body))
    elif cols < 2 or (len(body) + 1) % (cols + 1):
        return None
    else:
        rows = np.frombuffer(raw if raw.endswith(b"\n") else raw + b"\n", dtype=np.uint8).reshape(
            -1, cols + 1
        )
        if (rows[:, cols] != 10).any():
            return None
        rows = rows[:, :cols]
        shape = rows.shape
    if wanted not in (None, shape) or shape[0] * shape[1] != rows.size or not rows.size:
        return None
    letters: NDArray[np.uint8] = (rows | np.uint8(0x20)).reshape(shape)
    if letters.min() < 97 or letters.max() > 122 or rows.min() < 65:
        return None
    letters -= np.uint8(97)
    return _make(letters, tuple("abcdefghijklmnopqrstuvwxyz"))


def _from_letters(text: str, wanted: tuple[int, int] | None) -> LetterBoard | None:
    """Return the board of rows of the letters a to z of one length, None where the text is anything else."""
    rows = text.rstrip("\n").replace("\n", ROW_END).split(ROW_END)
    cols, letters = len(rows[0]), "".join(rows).lower()
    if not (letters.isascii() and letters.isalpha()) or any(len(row) != cols for row in rows):
        return None
    shape = (len(rows), cols) if len(rows) > 1 else wanted or row_shape(cols)
    if wanted not in (None, shape) or shape[0] * shape[1] != len(letters):
        return None
    names = "".join(sorted(set(letters)))
    codes = letters.encode().translate(bytes.maketrans(names.encode(), _NUMBERS[: len(names)]))
    return LetterBoard(np.frombuffer(codes, dtype=np.uint8).reshape(shape), tuple(names))  # read-only


def _from_text(text: str, wanted: tuple[int, int] | None, file: str | None) -> LetterBoard:
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\ufeff", "")
    text, wanted = _without_heading(text, wanted, file)
    rows: list[list[str]] = []
    places: list[int] = []
    spaced = any(len(row.split()) > 1 for line in text.split("\n") for row in line.split(ROW_END))
    if not spaced and wanted is not None:  # one tile a row: of several letters where that makes the shape
        spaced = len(text.replace(ROW_END, " ").split()) == wanted[0] * wanted[1]
    ended = False
    for number, line in enumerate(text.rstrip("\n \t").split("\n"), 1):
        if not line.strip():
            ended = bool(rows)
            continue
        if ended:
            raise PuzzleError("a row after an empty line, expected one board", file=file, line=number)
        start = 0
        parts = line.rstrip().removesuffix(ROW_END).split(ROW_END)
        for part in parts:
            row = _tiles_of_row(part, spaced, file, number, start)
            if not row:
                raise PuzzleError("empty row, expected tiles", file=file, line=number)
            rows.append(row)
            places.append(number)
            start += len(part) + 1
    if not rows:
        raise PuzzleError("empty board, expected rows of letters", file=file)
    return _from_tile_rows(rows, places, wanted, file)


def _without_heading(
    text: str, wanted: tuple[int, int] | None, file: str | None
) -> tuple[str, tuple[int, int] | None]:
    """Return a board without a first line ``4 5``, which is left empty, and the rows and columns it says."""
    place = len(text) - len(text.lstrip("\n \t"))
    line = text[place:].split("\n", 1)[0]
    numbers, number = heading_of(line), text.count("\n", 0, place) + 1
    if numbers is None:
        return text, wanted
    try:
        said = board_size(numbers)
    except PuzzleError as error:
        raise PuzzleError(error.reason, file=file, line=number) from None
    check_heading(said, wanted, file, number)
    return text[:place] + text[place + len(line) :], said


def _tiles_of_row(part: str, spaced: bool, file: str | None, line: int, start: int) -> list[str]:
    if spaced:
        tiles, at = [], 0
        for token in part.split():
            at = part.index(token, at)
            tiles.append(_tile(token, file, line, start + at + 1))
            at += len(token)
        return tiles
    part, lead = part.strip(), len(part) - len(part.lstrip())
    if part.isascii() and part.isalpha():
        return list(part.lower())
    return [_tile(token, file, line, start + lead + at + 1) for at, token in _characters(part)]


def _characters(text: str) -> list[tuple[int, str]]:
    """Return the characters of a text with their places, accents kept with their letters."""
    import unicodedata

    starts = [i for i, ch in enumerate(text) if not (i and unicodedata.combining(ch))]
    return [(a, text[a:b]) for a, b in pairwise([*starts, len(text)])]


def _tile(token: str, file: str | None, line: int | None, column: int | None) -> str:
    """Return a tile in the form that LetterBoard.names has."""
    if len(token) == 1:
        if token in _HOLES:
            return HOLE
        if token in _WILDCARDS:
            return WILDCARD
    letters = fold(token)
    if letters.isalpha() and len(letters) <= LONGEST_TILE:
        return letters
    wrong = f"'{printable(token[:20])}' is no tile"
    raise PuzzleError(f"{wrong}, {_EXPECTED}", file=file, line=line, column=column)


def _from_rows(source: Sequence[Any], wanted: tuple[int, int] | None, file: str | None) -> LetterBoard:
    """Return the board of a list of rows: each a text or a sequence of tiles."""
    rows: list[list[str]] = []
    for number, row in enumerate(source, 1):
        if isinstance(row, str):
            spaced = len(row.split()) > 1
            rows.append(_tiles_of_row(row, spaced, file, number, 0))
        elif isinstance(row, Sequence) and all(isinstance(tile, str) for tile in row):
            rows.append([_tile(tile, file, number, column) for column, tile in enumerate(row, 1)])
        else:
            raise PuzzleError(
                f"row of type {type(row).__name__}, expected text or tiles", file=file, line=number
            )
        if not rows[-1]:
            raise PuzzleError("empty row, expected tiles", file=file, line=number)
    if not rows:
        raise PuzzleError("empty board, expected rows of letters", file=file)
    explicit = (len(rows), len(rows[0])) if wanted is None else wanted
    return _from_tile_rows(rows, list(range(1, len(rows) + 1)), explicit, file)


def _from_tile_rows(
    rows: list[list[str]], places: list[int], wanted: tuple[int, int] | None, file: str | None
) -> LetterBoard:
    cols = len(rows[0])
    for row, place in zip(rows, places, strict=True):
        if len(row) != cols:
            raise PuzzleError(
                f"row of {len(row)} tiles, expected {cols} as in the first", file=file, line=place
            )
    names = sorted({tile for row in rows for tile in row})
    if len(names) > MOST_TILES:
        raise PuzzleError(f"{len(names)} different tiles, expected at most {MOST_TILES}", file=file)
    shape = (len(rows), cols)
    if len(rows) == 1:
        shape = _shape_of(cols, wanted, file, places[0])
    elif wanted is not None and wanted != shape:
        raise PuzzleError(f"board of {shape[0]}x{shape[1]}, expected {wanted[0]}x{wanted[1]}", file=file)
    numbers = {name: number for number, name in enumerate(names)}
    codes = bytes([numbers[tile] for row in rows for tile in row])
    return LetterBoard(np.frombuffer(codes, dtype=np.uint8).reshape(shape), tuple(names))  # read-only


def _from_array(array: NDArray[Any], wanted: tuple[int, int] | None, file: str, alphabet: str) -> LetterBoard:
    if is_masked(array):
        raise PuzzleError("a masked array, expected one without masked cells", file=file)
    array = np.asarray(array)
    if array.ndim not in (1, 2):
        raise PuzzleError(f"array of {array.ndim} dimensions, expected 1 or 2", file=file)
    if not array.size:
        raise PuzzleError("empty array, expected cells", file=file)
    if array.size > MOST_CELLS:
        raise PuzzleError(f"{array.size:,} cells, expected at most {MOST_CELLS:,}", file=file)
    if array.dtype.kind in "US" or array.dtype == object:
        return _from_string_array(array, wanted, file)
    if array.dtype.kind not in "iu":
        raise PuzzleError(
            f"array of dtype {array.dtype}, expected letter codes (integers) or strings", file=file
        )
    low, high = int(array.min()), int(array.max())
    if low < 0 or high >= len(alphabet):
        wrong = low if low < 0 else high
        row, col = (int(i) for i in np.argwhere(np.atleast_2d(array) == wrong)[0])
        raise PuzzleError(
            f"code {wrong} at row {row + 1}, column {col + 1}, expected 0 to {len(alphabet) - 1}", file=file
        )
    shape: tuple[int, ...] = array.shape
    if array.ndim == 1 or (wanted is not None and wanted != shape):
        shape = _shape_of(array.size, wanted, file, None)
    return _make(array.reshape(shape).astype(np.uint8, copy=False), tuple(alphabet))


def _from_string_array(array: NDArray[Any], wanted: tuple[int, int] | None, file: str) -> LetterBoard:
    if array.dtype.kind == "S":
        try:
            array = np.char.decode(array, "ascii")
        except UnicodeDecodeError:
            raise PuzzleError("bytes that are not ASCII, expected letters", file=file) from None
    if array.dtype == object and not all(isinstance(tile, str) for tile in array.flat):
        raise PuzzleError("an array of objects that are not text, expected tiles", file=file)
    values, inverse = np.unique(np.atleast_2d(array).astype(str), return_inverse=True)
    if len(values) > MOST_TILES:
        raise PuzzleError(f"{len(values)} different tiles, expected at most {MOST_TILES}", file=file)
    names = tuple(_tile(str(value).strip() or " ", file, None, None) for value in values)
    shape: tuple[int, ...] = np.atleast_2d(array).shape
    if array.ndim == 1 or (wanted is not None and wanted != shape):
        shape = _shape_of(array.size, wanted, file, None)
    return _make(np.asarray(inverse).reshape(shape).astype(np.uint8), names)
