"""Read boards of numbers from text or arrays, and write them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from operator import index
from typing import Any, NamedTuple

import numpy as np

from ...arrow import array_of
from ...base import PuzzleError
from ...io.grid_text import GridRow, Symbols, check_even, read_grid
from ...io.text import pluralize, printable
from ..framework.arguments import RuleError, uneven_rows
from ..framework.check import cell_name

MAX_SIDE = 50
HOLE = -1
MISSING = "\n"
"""Text of a cell that a row lacks."""
MARKS = frozenset(" .·_?0*-□")
"""Marks of empty cells; a space is a cell with nothing in it."""
HOLES = frozenset(("#", "x", "X", "■", "█", "-1", MISSING))
SYMBOLS = Symbols(
    folds=False,
    marks=".-*'",
    comment="",
    missing=MISSING,
    cure="put the rows and columns above the board, such as 4 4",
)

PLAIN = {".": 0, "#": HOLE} | {str(number): number for number in range(MAX_SIDE * MAX_SIDE + 1)}


class Cell(NamedTuple):
    """A clue (0 none, -1 a hole) and where it was read."""

    value: int
    line: int | None = None
    column: int | None = None


Grid = tuple[tuple[int, ...], ...]
"""Rows of numbers, -1 where a hole."""


class NumberBoard(NamedTuple):
    """A board: rows of numbers, row and column of each one given, how many there are, and the rules."""

    grid: Grid
    places: dict[int, tuple[int, int]]
    n_numbers: int
    topology: str = "rook"
    wrap: bool = False

    @property
    def rows(self) -> int:
        """Rows."""
        return len(self.grid)

    @property
    def cols(self) -> int:
        """Columns."""
        return len(self.grid[0])


def plain_rows(text: str) -> list[list[int]] | None:
    """Return the rows of a text of numbers, ``.`` and ``#`` apart by spaces, as nearly all are; else None."""
    if not isinstance(text, str) or not text.isascii() or not text.replace("\n", " ").isprintable():
        return None
    lines = text.removesuffix("\n").split("\n")
    drawn = len(lines) > 1
    if not drawn:
        lines = lines[0].rstrip(" ").removesuffix("/").split("/")
    try:
        rows = [[PLAIN[token] for token in line.split()] for line in lines]
    except KeyError:  # the reader has to look at it
        return None
    n_cols = len(rows[0])
    if not 0 < n_cols <= MAX_SIDE or len(rows) > MAX_SIDE or any(len(row) != n_cols for row in rows):
        return None
    if drawn and ("  " in text or "\n " in text or text[0] == " "):
        # numbers aligned to the right, as `write_grid` writes them, or places without cells
        length = len(lines[0])
        pitch, rest = divmod(length + 1, n_cols)
        for line in lines:
            if (
                rest
                or len(line) != length
                or line[pitch - 1 :: pitch].strip()
                or " " in line[pitch - 2 :: pitch]
            ):
                return None
    dots = text.count(".")
    if dots and sum(row.count(0) for row in rows) != dots:  # 0 too is used
        return None
    if n_cols == 2 and len(rows) > 2 and rows[0] == [len(rows) - 1, 2]:  # a size?
        return None
    return rows


def plain_board(text: str) -> NumberBoard | None:
    """Return the board of a text that `plain_rows` reads; None for others, and where it is wrong."""
    rows = plain_rows(text)
    if rows is None:
        return None
    n = sum(len(row) - row.count(HOLE) for row in rows)
    given = [(value, (r, c)) for r, row in enumerate(rows) for c, value in enumerate(row) if value > 0]
    places = dict(given)
    if not n or len(places) < len(given) or (places and max(places) > n):
        return None
    return NumberBoard(tuple(map(tuple, rows)), places, n)


def read_rows(empty: str | None) -> Callable[[list[GridRow], Any], list[list[Cell]]]:
    """Return what makes cells of rows of texts, with `empty` cells of these marks."""
    if empty is not None and (
        not isinstance(empty, str) or not empty or not set("123456789").isdisjoint(empty)
    ):
        raise RuleError(f"{empty!r:.40} is no text of marks such as '0' or '._'", file="empty")

    marks = None if empty is None else frozenset(empty)
    return lambda rows, size: _cells(rows, size, marks)


def _cells(
    rows: list[GridRow], size: tuple[int, int] | None, marks: frozenset[str] | None
) -> list[list[Cell]]:
    """Return the cells of rows of texts; the one mark that they use is that of empty cells by default."""
    n_rows, n_cols = len(rows), len(rows[0].cells)
    check_even(rows, "; write a hole as #")
    if n_cols == 0:
        raise rows[0].error("there are no cells")
    if max(n_rows, n_cols) > MAX_SIDE:
        last = rows[min(n_rows - 1, MAX_SIDE)]
        found = f"{pluralize(n_rows, 'row')} of {pluralize(n_cols, 'cell')}"
        raise last.error(f"{found}, expected at most {MAX_SIDE} of each")
    if size is not None and (min(size) < 2 or size != (n_rows, n_cols)):
        size_ = f"{pluralize(n_rows, 'row')} of {pluralize(n_cols, 'cell')}"
        raise rows[0].error(f"{size_}, but the size is {size[0]}×{size[1]}")
    if marks is None:
        marks = _empty_marks(rows)
    elif " " in marks and not any("" in row.cells for row in rows):
        marks |= {MISSING}
    _check_gaps(rows)
    cells = []
    for row in rows:
        read = []
        for k, text in enumerate(row.cells):
            value = _value(text, marks)
            if value is None:
                cut = not {",", ";"}.isdisjoint(text) or (n_cols == 1 < len(text) and not text.isdigit())
                raise row.error(_unknown(text), None if cut else k)  # what is cut wrongly has no place
            read.append(Cell(value, row.line, row.columns[k]))
        cells.append(read)
    return cells


def _check_gaps(rows: list[GridRow]) -> None:
    """Refuse rows of which some cells are run together, or all of them where there is one row."""
    gaps = {
        b - a - len(text)
        for row in rows
        for (a, b), text in zip(pairwise(row.columns), row.cells, strict=False)
        if a is not None and b is not None
    }
    if 0 in gaps and (len(gaps) > 1 or len(rows) == 1):
        raise rows[0].error("cells are not separated; write a space between them")
    first = rows[0].cells[0]
    if len(rows[0].cells) == 1 < len(first) and _mark(first) in MARKS:
        raise rows[0].error(f"{first!r:.40} may be one cell or several, write a space between cells")


def board_of(empty: str | None, squares: bool | None) -> Callable[[list[GridRow], Any], NumberBoard]:
    """Return what makes a board of rows of texts; `squares` is None where nothing was said of hexagons."""
    read = read_rows(empty)

    def convert(rows: list[GridRow], size: tuple[int, int] | None) -> NumberBoard:
        board = validate(read(rows, size))
        if squares is None and _leans(rows):
            raise rows[0].error(
                "each row begins half a cell to the right of the one above, as hexagons do:"
                ' pass topology="hex" (--topology hex), or another topology for squares',
                0,
            )
        return board

    return convert


def _leans(rows: list[GridRow]) -> bool:
    """Return whether each row begins half a cell to the right of the one above."""
    starts = [row.columns[0] or 0 for row in rows]
    steps = {b - a for a, b in pairwise(starts)}
    pitch = {b - a for row in rows for a, b in pairwise(row.columns) if a and b}
    half = min(steps, default=0)
    return (
        len(rows) > 2
        and len({row.line for row in rows}) == len(rows)
        and steps == {half}
        and pitch == {2 * half}
    )


def described(board: NumberBoard) -> str:
    """Return the size of a board and its holes, to tell two readings apart."""
    rows, cols = len(board.grid), len(board.grid[0])
    holes = rows * cols - board.n_numbers
    return f"{rows}×{cols}" + (f" with {pluralize(holes, 'hole')}" if holes else "")


def _mark(text: str) -> str:
    """Return the mark of an empty cell, however often it is repeated: a space where nothing is written."""
    return text if len(set(text)) > 1 else text[:1] or " "


def _empty_marks(rows: list[GridRow]) -> frozenset[str]:
    """Return the one mark that empty cells have; PuzzleError where there are several, or it is not clear."""
    found: dict[str, PuzzleError] = {}
    for row in rows:
        for k, text in enumerate(row.cells):
            mark = _mark(text)
            if mark in MARKS and mark not in found:
                found[mark] = row.error("", k)
    if len(found) > 1:
        a, b = list(found)[:2]
        raise PuzzleError(
            f"{a!r} and {b!r} are both used: with {_decides(a)} {b!r} is a hole, with {_decides(b)} {a!r} is"
            f" a hole, with {_decides(a + b)} both are empty",
            line=found[b].line,
            column=found[b].column,
        )
    if not found and any(MISSING in row.cells for row in rows):
        raise rows[0].error(
            "places without cells may be holes or empty cells: write holes as # and empty cells as .", 0
        )
    return frozenset(found)


def _decides(marks: str) -> str:
    shown = f"'{marks}'" if " " in marks else marks
    return f'empty="{marks}" (--empty {shown})'


def _value(text: str, empty: frozenset[str]) -> int | None:
    """Return the clue that a cell's text stands for; None where it is none."""
    if text.isascii() and text.isdigit() and len(text) < 10 and text.strip("0"):
        return int(text)
    mark = _mark(text)
    if mark in empty:
        return 0
    return HOLE if text in HOLES or mark in MARKS else None


def _unknown(token: object) -> str:
    shown = repr(token[:20]) if isinstance(token, str) else f"{token!r:.40}"
    return f"{shown}, expected a number, '.' for empty or '#' for a hole"


def cells_of(grid: Any) -> list[list[Cell]]:
    """Return the rows of cells of an array of whole numbers, or of rows of numbers and texts."""
    try:
        array = np.asarray(array_of(grid))
    except PuzzleError:
        raise
    except ValueError:
        raise uneven_rows(grid) from None
    if not array.ndim:
        raise PuzzleError(f"puzzle={grid!r:.40}, expected text, rows or an array")
    if 0 in array.shape:
        raise PuzzleError("no cells, expected a board")
    if array.ndim != 2 or array.dtype.kind not in "iuUO":
        raise PuzzleError(f"an array of shape {array.shape} and type {array.dtype}, expected rows of int")
    if max(array.shape) > MAX_SIDE:
        raise PuzzleError(
            f"{array.shape[0]} rows of {array.shape[1]} cells, expected at most {MAX_SIDE} of each"
        )
    if array.dtype.kind in "iu":
        return [[Cell(value) for value in row] for row in array.tolist()]
    return [
        [Cell(_entry(value, (r, c))) for c, value in enumerate(row)] for r, row in enumerate(array.tolist())
    ]


def _entry(entry: object, place: tuple[int, int]) -> int:
    known = isinstance(entry, (str, int)) and not isinstance(entry, bool)
    value = _value(str(entry).strip(), MARKS) if known else None
    if value is None:
        raise PuzzleError(f"{cell_name(place)}: {_unknown(entry)}")
    return value


def validate(cells: list[list[Cell]]) -> NumberBoard:
    """Return the board of some cells; PuzzleError where a number is out of range or given twice."""
    n = sum(cell.value != HOLE for row in cells for cell in row)
    holes = sum(map(len, cells)) - n
    if n == 0:
        raise PuzzleError("the board has only holes")
    places: dict[int, tuple[int, int]] = {}
    for r, row in enumerate(cells):
        for c, cell in enumerate(row):
            wrong, here = "", cell_name((r, c))
            if not HOLE <= cell.value <= n:
                wrong = f"{cell.value} at {here}, expected 1 to {n}"
                wrong += f" on a board with {pluralize(holes, 'hole')}" if holes else ""
            elif cell.value in places:
                both = f"at {cell_name(places[cell.value])} and at {here}"
                wrong = f"{cell.value} is given twice, {both}"
            if wrong:
                raise PuzzleError(wrong, line=cell.line, column=cell.column)
            if cell.value > 0:
                places[cell.value] = (r, c)
    return NumberBoard(tuple(tuple(cell.value for cell in row) for row in cells), places, n)


def _pitch(most: int, hexagons: bool) -> int:
    """Return the characters from a column to the next; of hexagons even, as half of it is between rows."""
    pitch = len(str(most)) + 1
    return pitch + pitch % 2 if hexagons else pitch


def column_ends(cols: int, most: int, *, hexagons: bool = False) -> list[int]:
    """Return where the last digit of each column stands in the first row that `write_grid` writes."""
    return [col * _pitch(most, hexagons) + len(str(most)) - 1 for col in range(cols)]


def write_grid(grid: Sequence[Sequence[int]], most: int, *, box: bool = False, hexagons: bool = False) -> str:
    """Return rows of numbers up to `most` as text, with or without the lines of a box.

    A box of hexagons would be none: with `box` each row is set half a cell to the right of the one above.
    """
    width = len(str(most))
    rows = [[{0: ".", HOLE: "#"}.get(v, str(v)).rjust(width) for v in row] for row in grid]
    if box and hexagons:
        pitch = _pitch(most, hexagons)
        gap = " " * (pitch - width)
        return "\n".join(" " * (r * pitch // 2) + gap.join(row) for r, row in enumerate(rows))
    if not box:
        return "\n".join(" ".join(row) for row in rows)
    line = "+" + f"{'-' * (width + 2)}+" * len(grid[0])
    return "\n".join([line, *(f"| {' | '.join(row)} |\n{line}" for row in rows)])


def parse_answer(answer: Any, rows: int, cols: int) -> list[list[int]]:
    """Return the rows of an answer, 0 where it is empty, -1 for a hole: from a text, rows or numbers."""

    def folded(found: list[list[int]]) -> list[list[int]]:
        """Return rows of this shape; all cells may be in one row."""
        if len(found) == 1 and len(found[0]) == rows * cols:
            found = [found[0][k : k + cols] for k in range(0, len(found[0]), cols)]
        if [len(row) for row in found] != [cols] * rows:
            raise PuzzleError(f"not {rows} rows of {cols} cells")
        return found

    def number(value: Any) -> int:
        if isinstance(value, str):
            if value in HOLES:
                return HOLE
            return 0 if not value.strip() or set(value) <= MARKS else int(value)
        return 0 if value is None else index(value)

    if isinstance(answer, str):
        plain, read = plain_rows(answer), read_rows("".join(MARKS))
        if plain is None:
            return read_grid(
                answer,
                lambda found, size: folded([[cell.value for cell in row] for row in read(found, size)]),
                SYMBOLS,
            )
        return folded(plain)
    try:
        return folded([[number(value) for value in row] for row in answer])
    except (TypeError, ValueError):
        raise PuzzleError(f"{printable(repr(answer))[:40]}, expected rows of numbers") from None
