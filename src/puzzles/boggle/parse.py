"""Read boards of letter tiles from text, arrays and files, and write them as text."""

from __future__ import annotations

import io
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import pairwise
from math import isqrt, prod
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

from ...arrow import array_of
from ...base import PuzzleError
from ...io.grid_text import LEAST_LINE, GridRow, Symbols, check_even, many_or_one, read_grid
from ...io.npy import read_header
from ...io.text import GZIP_MAGIC, decode, pluralize, printable, read_bytes, source_name
from ...lexicon.normalise import fold
from ..framework.arguments import check_shape, is_masked

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...typing import BoardLike, ShapeLike

    Shape = tuple[int, int]

HOLE, WILDCARD = "", "?"
"""Tiles that are no letters: a cell that no path enters; any one letter."""
EITHER = "/"
"""What stands between the readings of a tile with a choice."""
MOST_CELLS, MOST_DRAWN = 1 << 28, 10_000
MOST_TILES = 255  # different tiles of a board
MOST_BYTES = 1 << 28  # of a text file: 16,000 x 16,000 letters
MOST_SLOW_BYTES = 1 << 24  # of a text that is not rows of the letters a to z
MOST_LINE = 100  # letters of a line that can be a board of its own among others: 10 x 10
ROWS_AT_A_TIME = 1 << 22  # cells that are counted together
LONGEST_TILE = 16
ROW_END = "/"
_CHOICE = re.compile(r"\([^\W\d_]{1,16}(?:/[^\W\d_]{1,16}){1,40}\)")
"""A tile with a choice in a text, where / alone is the end of a row."""
_FIRST_MARK = 0xA000
"""A letter of a script without cases: from there on letters stand for tiles with a choice."""
_HOLES, _WILDCARDS = ".#", "?*"
_USABLE = "use letters, . (hole) or ? (wildcard)"
DIGRAPHS = frozenset(("an", "er", "he", "in", "qu", "th"))
"""Faces of printed dice that have two letters."""
LONGEST_FACE = 3
"""Letters of a tile that is known as one without a shape, because tiles of one letter are with it."""
SYMBOLS = Symbols(
    marks="".join((*_HOLES, *_WILDCARDS)),
    comment="",  # is a hole
    blank=False,  # a short row is an error, it does not end in holes
    most_line=MOST_LINE,
)
_A_TO_Z, _NUMBERS = ascii_lowercase.encode(), bytes(range(26))
NO_CHOICES: Mapping[str, str] = {}
NPY_MAGIC = b"\x93NUMPY"
MOST_COPIED = 1 << 28  # bytes of a memory-mapped array that are copied


@dataclass(frozen=True, eq=False)
class LetterBoard:
    """A board of tiles.

    Attributes
    ----------
    tiles : uint8 array of shape (rows, cols)
        Number of each cell's tile (read-only).
    names : tuple of str
        The tiles: their letters folded to small ones, "" for a hole, "?" for a wildcard, "e/i" for a tile
        that is one of these.
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

    def letters(self) -> list[str]:
        """Return the letters of each cell, row by row."""
        return [self.names[number] for number in self.tiles.ravel().tolist()]

    def grid(self, hole: str = ".") -> list[list[str]]:
        """Return the letters of each cell in rows, with a mark for holes."""
        return [[self.names[number] or hole for number in row] for row in self.tiles.tolist()]

    def tile(self, cell: int) -> str:
        """Return the letters of a cell: "" for a hole, "?" for a wildcard, "e/i" for a choice."""
        return self.names[int(self.tiles.flat[cell])]

    def spell(self, path: Iterable[int]) -> str:
        """Return the letters along a path of cells."""
        return "".join([_written(self.tile(cell)) for cell in path])

    def parts(self, path: Sequence[int], word: str) -> list[str]:
        """Return the letters that each cell of a path gives a word."""
        ends = [{0: 0}]
        for cell in path:
            before = ends[-1]
            ends.append(
                {
                    end + len(way): end
                    for end in before
                    for way in readings(self.tile(cell))
                    if way == WILDCARD or word.startswith(way, end)
                }
            )
        end, found = len(word), list[str]()
        for begins in reversed(ends[1:]):
            found.append(word[begins[end] : end])
            end = begins[end]
        return found[::-1]


def readings(tile: str) -> tuple[str, ...]:
    """Return the ways to read a tile: of one with a choice each of these, of a hole none."""
    return tuple(tile.split(EITHER)) if tile else ()


def _written(tile: str) -> str:
    """Return a tile as a text has it."""
    return f"({tile})" if EITHER in tile else tile


def tile_text(tile: str) -> str:
    """Return a tile as a board shows it: Qu, E/I."""
    return EITHER.join([way.capitalize() for way in tile.split(EITHER)])


def spelled(text: str) -> str:
    """Return a word as tiles spell it: folded, without white space around."""
    return fold(text.strip())


def board_size(shape: ShapeLike) -> tuple[int, int]:
    """Return rows and columns of a board from what says so, as `check_shape` does."""
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
    """Return the board that text, an array or nested sequences describe."""
    wanted = None if shape is None else board_size(shape)
    try:
        if not isinstance(source, (str, list)):
            source = array_of(source)
        if isinstance(source, str):
            fast = _from_letters(source, wanted) or (_from_tiles(source, wanted) if " " in source else None)
            board = fast or _from_text(source, wanted)
        elif isinstance(source, np.ndarray):
            board = _from_array(copy_if_mapped(source), wanted, alphabet or ascii_lowercase)
        elif isinstance(source, Sequence) and not isinstance(source, (bytes, bytearray)):
            board = _from_rows(source, wanted)
        elif isinstance(source, os.PathLike):
            file = source_name(source)
            return read_board(source, shape=shape, qu=qu)
        else:
            raise PuzzleError(f"board of type {type(source).__name__}, expected text, an array or rows")
    except PuzzleError as error:
        raise PuzzleError(error.reason, file=file, line=error.line, column=error.column) from None
    return with_qu(board) if qu else board


def read_board(
    source: str | os.PathLike[str], *, shape: ShapeLike | None = None, qu: bool = False
) -> LetterBoard:
    """Read a board from a text file (plain or gzip), a ``.npy`` file, or standard input for ``-``."""
    name = source_name(source)
    if _is_npy(source):
        with open(source, "rb") as stream:  # noqa: PTH123 (pathlib costs start-up time)
            return board_from(_read_npy(stream, name), shape=shape, qu=qu, file=name)
    raw = read_bytes(source, limit=MOST_BYTES)
    if raw.startswith(NPY_MAGIC):
        return board_from(_read_npy(io.BytesIO(raw), name), shape=shape, qu=qu, file=name)
    if raw.startswith(GZIP_MAGIC):
        raise PuzzleError("is packed twice", file=name)
    if b"\r" in raw:
        raw = raw.replace(b"\r\n", b"\n")
    text = decode(raw, name)
    if len(raw) <= MOST_SLOW_BYTES:
        return board_from(text, shape=shape, qu=qu, file=name)
    try:
        board = _from_letters(text, None if shape is None else board_size(shape))
    except PuzzleError as error:
        raise PuzzleError(error.reason, file=name) from None
    if board is None:
        expected = f"rows of the letters a to z, one after another, or at most {MOST_SLOW_BYTES:,} bytes"
        raise PuzzleError(f"{len(raw):,} bytes of other text, expected {expected}", file=name)
    return with_qu(board) if qu else board


def _is_npy(source: str | os.PathLike[str]) -> bool:
    """Return whether a plain file begins as an array; a pipe is not opened."""
    try:
        if not os.path.isfile(source):  # noqa: PTH113 (pathlib costs start-up time)
            return False
        with open(source, "rb") as stream:  # noqa: PTH123 (pathlib costs start-up time)
            return stream.read(len(NPY_MAGIC)) == NPY_MAGIC
    except (OSError, ValueError):
        return False  # the reader of texts says what is wrong


def _read_npy(stream: BinaryIO, name: str) -> NDArray[Any]:
    """Read an array into memory: a mapped one would crash where its file shrinks."""
    size = prod(read_header(stream, name)[0])
    if size > MOST_CELLS:
        raise PuzzleError(f"{size:,} cells, expected at most {MOST_CELLS:,}", file=name)
    stream.seek(0)
    try:
        array: NDArray[Any] = np.load(stream, allow_pickle=False)
    except Exception as reason:  # a damaged file raises many kinds
        first = printable((str(reason).splitlines() or [type(reason).__name__])[0][:100])
        raise PuzzleError(f"damaged .npy file: {first}", file=name) from None
    return array


def _mapped_file(array: Any) -> str | None:
    """Return the file that an array, or the base of a view, is mapped from; None without one."""
    while isinstance(array, np.ndarray):
        if isinstance(array, np.memmap) and array.filename is not None:
            return os.fspath(array.filename)
        array = array.base
    return None


def copy_if_mapped(boards: Any) -> Any:
    """Copy a memory-mapped array of at most 256 MiB, so that a change of its file does not reach it."""
    if _mapped_file(boards) is None or boards.nbytes > MOST_COPIED:
        return boards
    return np.array(boards, subok=False)


@contextmanager
def unchanged(boards: Any) -> Iterator[None]:
    """Raise PuzzleError if the file of a memory-mapped array is modified in the `with` block."""
    file = _mapped_file(boards)
    before = None if file is None else _file_mark(file)
    yield
    if file is not None and _file_mark(file) != before:
        raise PuzzleError("the file was modified while being read", file=printable(file))


def _file_mark(file: str) -> tuple[int, int] | None:
    try:
        known = os.stat(file)  # noqa: PTH116 (pathlib costs start-up time)
    except OSError:
        return None
    return known.st_size, known.st_mtime_ns


def board_text(board: LetterBoard) -> str:
    """Return the text that `board_from` reads back: rows of tiles, the size first where it is needed."""
    names = [_written(name) or "." for name in board.names]
    rows, cols = board.tiles.shape
    lengths = set(map(len, names))
    plain = max(lengths) == 1
    if plain:
        clear = rows > 1 or cols == 1
        clear &= rows == cols or not LEAST_LINE <= cols <= MOST_LINE or isqrt(cols) ** 2 != cols
    else:  # not all rows of as many letters
        clear = rows == cols > 1 and min(lengths) == 1 and max(lengths) <= LONGEST_FACE
    size = "" if clear else f"{rows} {cols}\n"
    between = "" if plain else " "
    return size + "\n".join(between.join([names[number] for number in row]) for row in board.tiles.tolist())


def board_rows(board: LetterBoard) -> str:
    """Return the board as it is shown: tiles in columns, as Qu, A and (E/I), ``.`` for a hole."""
    texts = [_written(tile_text(name)) or "." for name in board.names]
    width = max(map(len, texts))
    padded = [text.ljust(width) for text in texts]
    return "\n".join([" ".join([padded[number] for number in row]).rstrip() for row in board.tiles.tolist()])


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


def row_shape(count: int, what: str = "letters", *, file: str | None = None) -> tuple[int, int]:
    """Return the square that tiles in a single row make."""
    side = isqrt(count)
    if side * side == count:
        return side, side
    found = [(rows, count // rows) for rows in range(side, 1, -1) if count % rows == 0][:2]
    shapes = [shape for rows, cols in found for shape in (f"'{rows}x{cols}'", f"'{cols}x{rows}'")]
    cure = f"{', '.join(shapes)} or '1x{count}'" if shapes else f"'1x{count}' or '{count}x1'"
    raise PuzzleError(f"{count:,} {what} do not fill a square board; pass shape={cure}", file=file)


def _shape_of(count: int, wanted: Shape | None, what: str = "letter") -> Shape:
    """Return the shape of tiles given in one row: the one asked for, or a square."""
    if wanted is None:
        return row_shape(count, f"{what}s")
    rows, cols = wanted
    if rows * cols != count:
        wrong = f"{pluralize(count, what)} do not fill a {rows}x{cols} board, which has {rows * cols:,} cells"
        raise PuzzleError(wrong)
    return wanted


def _plain_shape(rows: int, cols: int, wanted: Shape | None) -> Shape | None:
    """Return the shape of lines of letters; None where it is not the one asked for."""
    if rows == 1:
        shape = wanted or row_shape(cols)
        return shape if shape[0] * shape[1] == cols else None
    side = isqrt(cols)
    if wanted is None and rows != cols and LEAST_LINE <= cols <= MOST_LINE and side * side == cols:
        many = f"{rows:,} boards of {side}×{side}"
        raise many_or_one([many, f"one {rows}×{cols} board"], SYMBOLS)
    return (rows, cols) if wanted in (None, (rows, cols)) else None


def _from_letters(text: str, wanted: Shape | None) -> LetterBoard | None:
    """Return the board of rows of the letters a to z of one length, None where the text is anything else."""
    rows = text.rstrip("\n").split("\n")
    lines = len(rows)
    if lines == 1:
        rows = rows[0].split(ROW_END)
    if " " in text:
        rows = _without_spaces(rows)
    cols, letters = len(rows[0]), "".join(rows).lower()
    if not (letters.isascii() and letters.isalpha()) or set(map(len, rows)) != {cols}:
        return None
    shape: Shape | None = len(rows), cols
    if len(rows) == 1 or lines > 1:
        shape = _plain_shape(len(rows), cols, wanted)
    elif wanted not in (None, shape):
        shape = None
    if shape is None:
        return None
    raw = letters.encode()
    names = _A_TO_Z.translate(None, _A_TO_Z.translate(None, raw))  # without those that are not on the board
    codes = raw.translate(bytes.maketrans(names, _NUMBERS[: len(names)]))
    tiles = np.frombuffer(codes, dtype=np.uint8).reshape(shape)  # read-only
    return LetterBoard(tiles, tuple(names.decode()))


def _without_spaces(rows: list[str]) -> list[str]:
    """Return rows of letters without the spaces between them, or one row's words that are rows.

    Other rows stay as they are, with their spaces.
    """
    words = " ".join(rows).split(" ")
    longest = max(map(len, words))
    if longest == 1:
        return [row.replace(" ", "") for row in rows]
    return words if len(rows) == 1 and longest > 2 else rows


def _from_tiles(text: str, wanted: Shape | None) -> LetterBoard | None:
    """Return the board of tiles such as Qu among those of one letter, None for any other text."""
    text = text.rstrip("\n").lower()
    if "/" in text and "\n" in text:  # it may be a board per line
        return None
    rows = [row.split() for row in text.replace("\n", ROW_END).split(ROW_END)]
    shape = len(rows), len(rows[0])
    names = {tile for row in rows for tile in row}
    lengths, letters = set(map(len, names)), "".join(names)
    if not (shape[0] > 1 < shape[1] < LEAST_LINE and {len(row) for row in rows} == {shape[1]}):
        return None
    if wanted not in (None, shape) or not (letters.isascii() and letters.isalpha()):
        return None
    few = len(lengths) > 1 == min(lengths) and max(lengths) <= LONGEST_FACE
    return _of_names(rows) if few else None


def _from_text(text: str, wanted: Shape | None, height: int | None = None) -> LetterBoard:
    """Return the board of a text; of one with as many rows as `height`, if that is given."""
    text, choices = _with_marks(text)
    convert = partial(_tiles_of, wanted=wanted, height=height, choices=choices)
    return _of_names(
        read_grid(text, convert, SYMBOLS, describe=lambda tiles: f"{len(tiles)}×{len(tiles[0])}")
    )


def _with_marks(text: str) -> tuple[str, dict[str, str]]:
    """Return a text with a letter that it does not have for each tile with a choice, and these tiles."""
    marks: dict[str, str] = {}
    if "(" in text:
        unused = (chr(code) for code in range(_FIRST_MARK, _FIRST_MARK + 1165) if chr(code) not in text)
        for choice in dict.fromkeys(_CHOICE.findall(text)):
            if len(marks) < MOST_TILES:
                marks[next(unused)] = choice
        for mark, choice in marks.items():
            text = text.replace(choice, mark)
    return text, {mark: _choice(choice[1:-1]) for mark, choice in marks.items()}


def _choice(text: str) -> str:
    """Return a tile with a choice, its readings in order."""
    ways = sorted({fold(way) for way in text.split(EITHER)})
    if not all(way.isalpha() and (len(way) == 1 or way == "qu") for way in ways):
        raise PuzzleError(f"'{printable(text[:20])}' is not a tile; a choice is between letters and qu")
    return EITHER.join(ways)


def _tiles_of(
    rows: list[GridRow],
    said: Shape | None,
    *,
    wanted: Shape | None,
    height: int | None,
    choices: Mapping[str, str] = NO_CHOICES,
) -> list[list[str]]:
    """Return the tiles of rows of cells."""
    if said is not None:
        wanted = _size_said(rows[0], said, wanted)
    for row in rows:
        if not row.cells:
            raise row.error("empty row")
    lengths = {len(cell) or 1 for row in rows for cell in row.cells}
    if wanted is None:
        _check_words(rows, lengths)
    _check_gaps(rows, lengths)
    table = _table_of(rows, choices)
    if wanted is None and rows[0].line is not None and len(lengths) > 1:
        _check_lengths(rows[0], lengths)
    rows_cols = len(rows), len(rows[0].cells)
    check_even(rows, "; write a hole as .")
    if height not in (None, len(rows)):
        raise PuzzleError(f"{pluralize(len(rows), 'row')} in a list of {height}")
    cols = rows_cols[1]
    try:
        if len(rows) == 1 and (height is None or wanted is not None):  # a single one that is not listed
            cols = _shape_of(cols, wanted, "letter" if lengths == {1} else "tile")[1]
        elif wanted not in (None, rows_cols):
            raise PuzzleError(f"a {len(rows)}x{cols} board, but the shape is {wanted[0]}x{wanted[1]}")
    except PuzzleError as error:
        near = lengths == {1} or min(rows_cols) > 1
        raise (rows[0].error(error.reason) if near else error) from None
    tiles = [table[cell] for row in rows for cell in row.cells]
    return [tiles[start : start + cols] for start in range(0, len(tiles), cols)]


def _size_said(row: GridRow, said: Shape, wanted: Shape | None) -> Shape:
    """Return the size that a line above the first row says."""
    try:
        size = board_size(said)
    except PuzzleError as error:
        raise row.error(error.reason) from None
    if wanted not in (None, size):
        raise row.error(f"shape {wanted[0]}x{wanted[1]}, but the first line says {size[0]}x{size[1]}")
    return size


def _check_words(rows: list[GridRow], lengths: set[int]) -> None:
    """Raise PuzzleError where cells of several letters are rows, of which there is another reading."""
    if lengths == {1}:
        return
    if all(len(row.cells) == 1 for row in rows):
        raise PuzzleError("one word per row; pass shape=RxC if each is a tile")
    if len(rows) == len(lengths) == 1 and not DIGRAPHS.issuperset(map(str.lower, rows[0].cells)):
        raise PuzzleError("words of one length; pass shape=RxC if each is a tile")


def _check_lengths(row: GridRow, lengths: set[int]) -> None:
    """Raise PuzzleError where words of different lengths look like rows that are not whole."""
    if min(lengths) > 1 or max(lengths) > LONGEST_FACE:
        *most, last = sorted(lengths)
        said = f"words of {', '.join(map(str, most))} and {last} letters"
        raise row.error(f"{said} are not rows of a board; pass shape=RxC if each is a tile")


def _check_gaps(rows: list[GridRow], lengths: set[int]) -> None:
    """Raise PuzzleError where letters are run together across words that are no rows: of other lengths."""
    if lengths != {1}:
        return
    runs: set[int] = set()
    cut = False
    for row in rows:
        columns, cells = row.columns, row.cells
        places = [0, len(cells)]
        if not isinstance(columns, range) and row.line is not None:
            ends = [int(column or 0) + len(cell) for column, cell in zip(columns, cells, strict=True)]
            places[1:1] = [k for k in range(1, len(cells)) if columns[k] != ends[k - 1]]
        runs.update(end - start for start, end in pairwise(places))
        cut |= len(places) > 2
    if cut and (len(runs) > 1 or (len(rows) == 1 and max(runs) > 1)):
        raise PuzzleError("letters with spaces between some of them are no row")


def _table_of(rows: list[GridRow], choices: Mapping[str, str]) -> dict[str, str]:
    """Return the tile of each cell."""
    table = {"": HOLE, **choices}
    for row in rows:
        for cell in dict.fromkeys(row.cells):  # in order: the first wrong one is named
            if cell in table:
                continue
            try:
                table[cell] = _tile(cell)
            except PuzzleError as error:
                raise row.error(error.reason, row.cells.index(cell)) from None
    return table


@lru_cache(maxsize=4096)
def _tile(token: str) -> str:
    """Return a tile in the form that LetterBoard.names has."""
    if len(token) == 1:
        if token in _HOLES:
            return HOLE
        if token in _WILDCARDS:
            return WILDCARD
    if EITHER in token[1:-1]:
        return _choice(token.removeprefix("(").removesuffix(")"))
    letters = fold(token)
    if letters.isalpha():
        if len(letters) <= LONGEST_TILE:
            return letters
        raise PuzzleError(f"tile of {len(letters)} letters, expected at most {LONGEST_TILE}")
    raise PuzzleError(f"'{printable(token[:20])}' is not a letter; {_USABLE}")


def _from_rows(source: Sequence[Any], wanted: Shape | None) -> LetterBoard:
    """Return the board of a list of rows: each a text or a sequence of tiles."""
    for number, row in enumerate(source, 1):
        if not isinstance(row, Sequence) or not all(isinstance(tile, str) for tile in row):
            raise PuzzleError(f"row {number} is {row!r:.40}, expected text or tiles")
        if not (row.strip() if isinstance(row, str) else row):
            raise PuzzleError("empty row", line=number)
    if not source:
        raise PuzzleError("the board is empty")
    shape = wanted or (len(source), len(source[0]))
    if all(isinstance(row, str) for row in source):
        text = "\n".join(source)
        return _from_letters(text, shape) or _from_text(text, wanted, len(source))
    rows = [GridRow(list(row), number, range(1, len(row) + 1)) for number, row in enumerate(source, 1)]
    return _of_names(_tiles_of(rows, None, wanted=shape, height=None))


def _of_names(tiles: list[list[str]]) -> LetterBoard:
    """Return the board of rows of tiles."""
    names = sorted({tile for row in tiles for tile in row})
    if len(names) > MOST_TILES:
        raise PuzzleError(f"{len(names)} different tiles, expected at most {MOST_TILES}")
    numbers = {name: number for number, name in enumerate(names)}
    codes = bytes([numbers[tile] for row in tiles for tile in row])
    shape = (len(tiles), len(tiles[0]))
    return LetterBoard(np.frombuffer(codes, dtype=np.uint8).reshape(shape), tuple(names))  # read-only


def _from_array(array: NDArray[Any], wanted: Shape | None, alphabet: str) -> LetterBoard:
    if is_masked(array):
        raise PuzzleError("the array has masked cells")
    array = np.asarray(array)
    if array.ndim not in (1, 2):
        raise PuzzleError(f"array of {array.ndim} dimensions, expected 1 or 2")
    if not array.size:
        raise PuzzleError("the array is empty")
    if array.size > MOST_CELLS:
        raise PuzzleError(f"{array.size:,} cells, expected at most {MOST_CELLS:,}")
    if array.dtype.kind in "US" or array.dtype == object:
        cells, names = _string_cells(array)
    elif array.dtype.kind in "iu":
        low, high = int(array.min()), int(array.max())
        if low < 0 or high >= len(alphabet):
            wrong = low if low < 0 else high
            row, col = (int(i) for i in np.argwhere(np.atleast_2d(array) == wrong)[0])
            expected = f"expected 0 to {len(alphabet) - 1}"
            raise PuzzleError(f"code {wrong} at row {row + 1}, column {col + 1}, {expected}")
        cells, names = array.astype(np.uint8, copy=False), tuple(alphabet)
    else:
        raise PuzzleError(f"array of dtype {array.dtype}, expected letter codes (integers) or strings")
    shape: tuple[int, ...] = array.shape
    if array.ndim == 1 or (wanted is not None and wanted != shape):
        shape = _shape_of(array.size, wanted, "tile")
    return _make(cells.reshape(shape), names)


def _string_cells(array: NDArray[Any]) -> tuple[NDArray[np.uint8], tuple[str, ...]]:
    """Return the number of each tile of an array of texts, and the tiles."""
    if array.dtype.kind == "S":
        try:
            array = np.char.decode(array, "ascii")
        except UnicodeDecodeError:
            raise PuzzleError("bytes that are not ASCII, expected letters") from None
    if array.dtype == object and not all(isinstance(tile, str) for tile in array.flat):
        raise PuzzleError("an array of objects that are not text, expected tiles")
    values, inverse = np.unique(array.astype(str), return_inverse=True)
    if len(values) > MOST_TILES:
        raise PuzzleError(f"{len(values)} different tiles, expected at most {MOST_TILES}")
    return inverse.astype(np.uint8), tuple(_tile(str(value).strip() or " ") for value in values)
