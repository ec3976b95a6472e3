"""Text and grids of sliding puzzles: read once, refused with their place."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Sequence
from typing import Final

from ...base import PuzzleError
from ...textio import text_lines
from ..common.checks import check_text

__all__ = [
    "BLANKS",
    "Grid",
    "Symbol",
    "blank_of",
    "check_size",
    "each_once",
    "flat",
    "goal_rows",
    "grid_of",
    "in_numbers",
    "name_of",
    "parse_rows",
    "written_in_numbers",
]

BLANKS: Final = ("*", "0", "_")
SMALLEST, LARGEST = 2, 8
MOST_SYMBOL = 16

Symbol = Hashable
Grid = tuple[tuple[Symbol, ...], ...]


def name_of(symbol: Symbol) -> str:
    """Return how an error quotes a symbol."""
    text = str(symbol)
    return repr(text if len(text) <= MOST_SYMBOL else text[:MOST_SYMBOL] + "…")


def check_size(rows: int, cols: int, file: str | None = None) -> None:
    """Refuse boards that are too small or too large."""
    if not (SMALLEST <= rows <= LARGEST and SMALLEST <= cols <= LARGEST):
        raise PuzzleError(f"board of {rows}x{cols}, expected 2x2 to 8x8", file=file)


def flat(grid: Grid) -> list[Symbol]:
    """Return the symbols row by row."""
    return [symbol for row in grid for symbol in row]


def grid_of(rows: Sequence[Sequence[Symbol]], what: str) -> Grid:
    """Return rows as tuples, or refuse them."""
    try:
        grid = tuple(tuple(row) for row in rows)
    except TypeError:
        raise PuzzleError(
            f"{what} is not made of rows, expected a sequence of sequences of symbols"
        ) from None
    check_size(len(grid), len(grid[0]) if grid else 0)
    for row in grid:
        if len(row) != len(grid[0]):
            raise PuzzleError(f"{what}: row of {len(row)} tiles, expected {len(grid[0])}")
        for symbol in row:
            try:
                hash(symbol)
            except TypeError:
                raise PuzzleError(
                    f"{what}: a symbol of type {type(symbol).__name__}, expected text or numbers"
                ) from None
    return grid


def each_once(
    symbols: Sequence[Symbol],
    what: str,
    file: str | None = None,
    places: Sequence[tuple[str, int, int]] | None = None,
) -> None:
    """Refuse a symbol that is there twice; `places` are (symbol, line, column)."""
    if len(set(symbols)) == len(symbols):
        return
    seen = set()
    for number, symbol in enumerate(symbols):
        if symbol in seen:
            line, column = places[number][1:] if places else (None, None)
            raise PuzzleError(
                f"{name_of(symbol)} twice in {what}, expected each tile and the blank once",
                file=file,
                line=line,
                column=column,
            )
        seen.add(symbol)


def blank_of(symbols: Sequence[Symbol], blank: Symbol, file: str | None = None) -> Symbol:
    """Return the symbol of the blank: the one asked for, or the only one of the usual signs."""
    if blank is not None:
        if blank not in symbols:
            raise PuzzleError(f"no blank {name_of(blank)}, expected it once", file=file)
        return blank
    found = [symbol for symbol in symbols if symbol in BLANKS or (type(symbol) is int and symbol == 0)]
    if not found:
        raise PuzzleError("no blank, expected one of 0, _ and *", file=file)
    if len(found) > 1:
        names = " and ".join(name_of(symbol) for symbol in found)
        raise PuzzleError(f"more than one blank ({names}), expected one, or blank=… to say which", file=file)
    return found[0]


def parse_rows(
    text: str, file: str | None, what: str, cols: int | None = None
) -> list[list[tuple[str, int, int]]]:
    """Return rows of (symbol, line, column), all of one length."""
    rows: list[list[tuple[str, int, int]]] = []
    total = 0
    for line, content in text_lines(check_text(text, file=file)):
        for row in _rows_of_line(content, line, file):
            rows.append(row)
            total += len(row)
        if total > LARGEST * LARGEST:
            raise PuzzleError(
                f"more than {LARGEST * LARGEST} tiles, expected at most 8x8", file=file, line=line
            )
    if not rows:
        raise PuzzleError(f"no tiles in {what}, expected rows of symbols separated by spaces", file=file)
    if len(rows) == 1:
        rows = _folded(rows[0], cols, file)
    for row in rows:
        if len(row) != len(rows[0]):
            raise PuzzleError(f"row of {len(row)} tiles, expected {len(rows[0])}", file=file, line=row[0][1])
    check_size(len(rows), len(rows[0]), file)
    return rows


def _rows_of_line(content: str, line: int, file: str | None) -> Iterator[list[tuple[str, int, int]]]:
    """Yield the rows of a line, apart by ``/``, that are not empty."""
    column = 0
    for part in content.replace(",", " ").split("/"):
        row = []
        place = column
        for symbol in part.split():
            place = content.index(symbol, place)
            if len(symbol) > MOST_SYMBOL or not symbol.isprintable():
                raise PuzzleError(
                    f"symbol {name_of(symbol)}, expected at most {MOST_SYMBOL} printable characters",
                    file=file,
                    line=line,
                    column=place + 1,
                )
            row.append((symbol, line, place + 1))
            place += len(symbol)
        column += len(part) + 1
        if row:
            yield row


def _folded(
    row: list[tuple[str, int, int]], cols: int | None, file: str | None
) -> list[list[tuple[str, int, int]]]:
    """Return the rows of a board that is all on one line: a square, where nothing says how wide it is."""
    width = cols or round(len(row) ** 0.5)
    if width == 0 or len(row) % width or (cols is None and width * width != len(row)):
        raise PuzzleError(
            f"{len(row)} tiles on one line, expected a square number, or rows divided by / or lines",
            file=file,
            line=row[0][1],
        )
    return [row[k : k + width] for k in range(0, len(row), width)]


def goal_rows(
    goal: str | None, start: Sequence[Sequence[tuple[str, int, int]]], blank: str, file: str | None
) -> list[list[str]]:
    """Return the rows of a goal: ``blank-last``, which None is, ``blank-first``, or a configuration as text.

    Parameters
    ----------
    goal : str, optional
        Its blank may be another of the usual signs.
    start : rows of (symbol, line, column)
        The configuration.
    blank : str
        Its blank.
    file : str, optional
        Named in errors of the configuration.
    """
    rows, cols = len(start), len(start[0])
    if goal is not None:
        check_text(goal, file="goal")
    if goal is None or goal in ("blank-last", "blank-first"):
        numbers = [str(number) for number in range(1, rows * cols)]
        for symbol, line, column in (place for row in start for place in row):
            if symbol != blank and symbol not in numbers:
                raise PuzzleError(
                    f"tile {name_of(symbol)}, expected 1 to {rows * cols - 1} where no goal is given",
                    file=file,
                    line=line,
                    column=column,
                )
        whole = [blank, *numbers] if goal == "blank-first" else [*numbers, blank]
        return [whole[row * cols : (row + 1) * cols] for row in range(rows)]
    target = [[symbol for symbol, _, _ in row] for row in parse_rows(goal, "goal", "the goal", cols)]
    present = {symbol for row in target for symbol in row}
    each_once([symbol for row in target for symbol in row], "the goal", "goal")
    if blank in present:
        return target
    signs = [symbol for symbol in BLANKS if symbol in present]
    if not signs:
        raise PuzzleError(f"the goal has no blank, expected {name_of(blank)}", file="goal")
    return [[blank if symbol == signs[0] else symbol for symbol in row] for row in target]


_NUMBER = re.compile(r"-?[0-9]+")
_WORD = re.compile(r"[^\s/,]{1,16}")


def in_numbers(symbol: str) -> Symbol:
    """Return a symbol as a whole number where it is one.

    Examples
    --------
    >>> in_numbers("12"), in_numbers("*")
    (12, '*')
    """
    return int(symbol) if _NUMBER.fullmatch(symbol) else symbol


def written_in_numbers(symbols: Sequence[Symbol]) -> bool:
    """Say whether symbols as text have to be read by `in_numbers`.

    Raises
    ------
    PuzzleError
        One of them cannot be written as text and read back.

    Examples
    --------
    >>> written_in_numbers(["1", "*"]), written_in_numbers([1, "*"])
    (False, True)
    """
    numbers = any(type(symbol) is int for symbol in symbols)
    for symbol in symbols:
        text = str(symbol)
        if (
            type(symbol) not in (str, int)
            or not text.isprintable()
            or not _WORD.fullmatch(text)
            or (in_numbers(text) if numbers else text) != symbol
        ):
            raise PuzzleError(
                f"symbol {name_of(symbol)} cannot be written, expected words without / and comma, or numbers"
            )
    return numbers
