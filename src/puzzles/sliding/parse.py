"""Read and write the text and the grids of sliding puzzles."""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from contextlib import suppress
from math import isqrt
from typing import Final, TypeVar

from ...arrow import lists_of
from ...base import PuzzleError
from ...io.formats import read_format
from ...io.grid_text import GridRow, Symbols, check_even, clean_text, read_grid
from ...io.text import pluralize, uneven
from ..framework.arguments import check_text

BLANKS: Final = ("*", "0", "_", ".")
NAMED: Final = ("blank-last", "blank-first")
FORMATS = ("fifteen",)
"""Formats of other programs that are read."""
SYMBOLS: Final = Symbols(marks=".*", cure="put the rows and columns above the board, such as 3 3")
SMALLEST, LARGEST = 2, 8
MOST_SYMBOL = 16

S = TypeVar("S")
Symbol = Hashable
Grid = tuple[tuple[Symbol, ...], ...]


def name_of(symbol: Symbol) -> str:
    """Return how an error quotes a symbol."""
    text = str(symbol)
    return repr(text if len(text) <= MOST_SYMBOL else text[:MOST_SYMBOL] + "…")


def check_size(rows: int, cols: int, what: str = "board of ") -> None:
    """Refuse boards that are too small or too large."""
    if not (SMALLEST <= rows <= LARGEST and SMALLEST <= cols <= LARGEST):
        raise PuzzleError(f"{what}{rows}x{cols}, expected 2x2 to 8x8")


def flat(grid: Sequence[Sequence[S]]) -> list[S]:
    """Return the symbols row by row."""
    return [symbol for row in grid for symbol in row]


def grid_of(rows: Sequence[Sequence[Symbol]], what: str) -> Grid:
    """Return rows as tuples, or refuse them."""
    try:
        grid = tuple(tuple(row) for row in lists_of(rows, name=what))
    except TypeError:
        raise PuzzleError(f"{what}={rows!r:.40}, expected text or rows of symbols") from None
    check_size(len(grid), len(grid[0]) if grid else 0)
    for number, row in enumerate(grid, 1):
        if len(row) != len(grid[0]):
            raise PuzzleError(uneven(number, len(row), len(grid[0])), file=what)
        for symbol in row:
            try:
                hash(symbol)
            except TypeError:
                raise PuzzleError(
                    f"{what}: a symbol of type {type(symbol).__name__}, expected text or numbers"
                ) from None
    return grid


def each_once(symbols: Sequence[Symbol], what: str) -> None:
    """Refuse a symbol that is there twice."""
    twice = [symbol for k, symbol in enumerate(symbols) if symbol in symbols[:k]]
    if twice:
        raise PuzzleError(f"{name_of(twice[0])} is twice in {what}")


def blank_of(symbols: Sequence[Symbol], blank: Symbol) -> Symbol:
    """Return the symbol of the blank: the one asked for, or the only one of the usual signs."""
    if blank is not None:
        if blank not in symbols:
            raise PuzzleError(f"the blank {name_of(blank)} is not on the board")
        return blank
    found = [symbol for symbol in symbols if symbol in BLANKS or (type(symbol) is int and symbol == 0)]
    if not found:
        raise PuzzleError("no blank; write it as 0, _ or *")
    if len(found) > 1:
        names = " and ".join(name_of(symbol) for symbol in found)
        raise PuzzleError(f"several symbols can be the blank ({names}); pass blank=… to choose one")
    return found[0]


def plain_rows(text: str) -> list[list[str]] | None:
    """Return the rows of a board of numbers in the plain form, 1, 2, … and one blank; None of other texts."""
    if not isinstance(text, str) or not text.isascii() or not text.replace("\n", " ").isprintable():
        return None
    lines = text.removesuffix("\n").split("\n")
    if len(lines) == 1:
        lines = text.rstrip().removesuffix("/").split("/")
    rows = [line.split() for line in lines]
    if len(rows) == 1:
        side = isqrt(len(rows[0]))
        if not rows[0] or side * side != len(rows[0]):
            return None
        rows = [rows[0][k : k + side] for k in range(0, side * side, side)]
    n_rows, n_cols = len(rows), len(rows[0]) if rows else 0
    if not (SMALLEST <= n_rows <= LARGEST and SMALLEST <= n_cols <= LARGEST):
        return None
    found = set().union(*rows)
    numbers = {str(number) for number in range(1, n_rows * n_cols)}
    whole = all(len(row) == n_cols for row in rows) and len(found) == n_rows * n_cols
    if not whole or not numbers < found or not found.issuperset(numbers) or found.isdisjoint(BLANKS):
        return None
    return None if rows[0] == [str(n_rows - 1), str(n_cols)] else rows  # a size?


def read_start(
    text: str, blank: str | None, goal: str | None, file: str | None
) -> tuple[list[list[str]], str]:
    """Return the rows of a configuration, and the symbol of its blank."""
    named = goal is None or goal in NAMED
    rows = plain_rows(text) if blank is None else None
    if rows is not None:
        return rows, next(sign for sign in BLANKS if any(sign in row for row in rows))
    text = check_text(text, file=file)
    foreign = read_format(text, FORMATS, file)
    text = text if foreign is None else foreign.text

    def convert(rows: list[GridRow], size: tuple[int, int] | None) -> tuple[list[list[str]], str]:
        found = _rows(_without_zeros(rows) if named else rows, size, None, blank)
        sign = str(blank_of(flat(found), blank or (_only_sign(flat(found)) if named else None)))
        if named:
            _check_numbers(_without_zeros(rows), sign)
        return found, sign

    def meeting(rows: list[GridRow], size: tuple[int, int] | None) -> tuple[list[list[str]], str]:
        start, sign = convert(rows, size)
        target = goal_rows(goal, start, sign)
        if sorted(flat(target)) != sorted(flat(start)):
            raise PuzzleError("other tiles than the goal has")
        return start, sign

    def shape(board: tuple[list[list[str]], str]) -> str:
        return f"{len(board[0])}×{len(board[0][0])}"

    if not named:
        with suppress(PuzzleError):  # else what is wrong is said by the configuration or the goal alone
            return read_grid(text, meeting, SYMBOLS, describe=shape, file=file)
    return read_grid(text, convert, SYMBOLS, describe=shape, file=file)


def _without_zeros(rows: list[GridRow]) -> list[GridRow]:
    """Return rows with 1 for 01, where all numbers have two digits."""
    numbers = [cell for row in rows for cell in row.cells if cell.isdecimal()]
    if not numbers or {*map(len, numbers)} != {2}:
        return rows
    return [
        row._replace(cells=[str(int(cell)) if cell.isdecimal() else cell for cell in row.cells])
        for row in rows
    ]


def _only_sign(symbols: Sequence[str]) -> str | None:
    """Return the blank where it is the only symbol that is no number, such as x; None where there is none."""
    others = [symbol for symbol in symbols if not symbol.isdecimal()]
    numbers = {str(number) for number in range(1, len(symbols))}
    if len(others) != 1 or not numbers.issubset(symbols) or _WORD.fullmatch(others[0]) is None:
        return None
    return others[0]


def _rows(
    rows: list[GridRow], size: tuple[int, int] | None, shape: tuple[int, int] | None, blank: str | None
) -> list[list[str]]:
    """Return the symbols of rows, each once and of a size that is allowed; a blank cell has a name."""
    n = sum(len(row.cells) for row in rows)
    if n > LARGEST * LARGEST:
        raise rows[-1].error(f"more than {LARGEST * LARGEST} tiles, expected at most 8x8")
    wanted = size or shape
    if len(rows) == 1:
        rows = _folded(rows[0], wanted)
    check_even(rows)
    found = (len(rows), len(rows[0].cells))
    if size is not None and size != found:
        raise rows[0].error(f"{found[0]}x{found[1]} tiles, but the size is {size[0]}x{size[1]}")
    try:
        check_size(*found)
    except PuzzleError as error:
        raise rows[0].error(error.reason) from None
    texts = [text for row in rows for text in row.cells]
    signs = [sign for sign in BLANKS if sign in texts] if blank is None else [blank]
    spare = "0" if all(text.isdigit() for text in texts if text) else "_"
    seen: set[str] = set()
    for row in rows:
        for k, text in enumerate(row.cells):
            if len(text) > MOST_SYMBOL or not text.isprintable():
                said = f"symbol {name_of(text)}, expected at most {MOST_SYMBOL} printable characters"
                raise row.error(said, k)
            if not text and signs:
                raise row.error(f"a blank cell, but {name_of(signs[0])} is the blank")
            if text in seen:
                said = name_of(text) if text else "a blank cell"
                raise row.error(f"{said} is given twice", k if text else None)
            seen.add(text)
    return [[text or spare for text in row.cells] for row in rows]


def _folded(row: GridRow, shape: tuple[int, int] | None) -> list[GridRow]:
    """Return the rows of a board that is all on one line: a square, where nothing says how wide it is."""
    n = len(row.cells)
    width = shape[1] if shape else isqrt(n)
    if width == 0 or n % width or (shape is None and width * width != n):
        raise row.error(
            f"{pluralize(n, 'tile')} do not make a square; put / between rows, or the rows"
            " and columns above, such as 2 3"
        )
    starts = range(0, n, width)
    return [GridRow(row.cells[k : k + width], row.line, row.columns[k : k + width]) for k in starts]


def _check_numbers(rows: list[GridRow], blank: str) -> None:
    """Refuse tiles that are not 1, 2, …"""
    n = sum(len(row.cells) for row in rows)
    numbers = {str(number) for number in range(1, n)}
    for row in rows:
        for k, text in enumerate(row.cells):
            if text not in ("", blank) and text not in numbers:
                raise row.error(
                    f"tile {name_of(text)}, expected 1 to {n - 1}, or pass goal=… for other tiles", k
                )


def goal_rows(goal: str | None, start: Sequence[Sequence[str]], blank: str) -> list[list[str]]:
    """Return the rows of a goal: ``blank-last`` (or None), ``blank-first``, or a configuration as text."""
    rows, cols = len(start), len(start[0])
    if goal is None or goal in NAMED:
        numbers = [str(number) for number in range(1, rows * cols)]
        whole = [blank, *numbers] if goal == "blank-first" else [*numbers, blank]
        return [whole[row * cols : (row + 1) * cols] for row in range(rows)]
    target = plain_rows(goal)
    if target is None or (len(target), len(target[0])) != (rows, cols):
        try:
            target = read_grid(
                check_text(goal, file="goal"),
                lambda found, size: _rows(found, size, (rows, cols), None),
                SYMBOLS,
                file="goal",
            )
        except PuzzleError:
            if not re.fullmatch(r"[a-zA-Z]+[-_ ]?[a-zA-Z]+", goal):
                raise
            wrong = f"{goal!r:.40}, expected blank-last, blank-first or rows of tiles"
            raise PuzzleError(wrong, file="goal") from None
    present = {symbol for row in target for symbol in row}
    if blank in present:
        return target
    signs = [symbol for symbol in BLANKS if symbol in present]
    if not signs:
        raise PuzzleError(f"the goal has no blank {name_of(blank)}", file="goal")
    return [[blank if symbol == signs[0] else symbol for symbol in row] for row in target]


def goal_of(start: Grid, goal: str | None, blank: Symbol) -> Grid:
    """Return the rows of a goal as of `goal_rows`, in the symbols of a configuration."""
    symbols = {str(symbol): symbol for symbol in flat(start)}
    texts = [[str(symbol) for symbol in row] for row in start]
    rows = goal_rows(goal, texts, str(blank_of(flat(start), blank)))
    return tuple(tuple(symbols.get(text, text) for text in row) for row in rows)


_NUMBER = re.compile(r"-?[0-9]+")
_WORD = re.compile(r"""-?[0-9]{1,15}|[^\s/,;|#:"'()\[\]{}=+-]{1,16}""")


def in_numbers(symbol: str) -> Symbol:
    """Return a symbol as a whole number where it is one."""
    return int(symbol) if _NUMBER.fullmatch(symbol) else symbol


def written_in_numbers(symbols: Sequence[Symbol]) -> bool:
    """Say whether symbols as text have to be read by `in_numbers`."""
    numbers = any(type(symbol) is int for symbol in symbols)
    for symbol in symbols:
        text = str(symbol)
        if (
            type(symbol) not in (str, int)
            or not text.isprintable()
            or not _WORD.fullmatch(text)
            or clean_text(text) != text
            or (in_numbers(text) if numbers else text) != symbol
        ):
            raise PuzzleError(
                f"symbol {name_of(symbol)} cannot be written, expected words of letters, or numbers"
            )
    return numbers
