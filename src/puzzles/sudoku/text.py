"""Sudoku grids as people write and paste them: text to cells and back."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from math import isqrt
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

import numpy as np

from ...base import PuzzleError
from ...textio import text_lines
from ..common.checks import RuleError, check_switch, check_text
from .layout import Layout, boxed
from .options import MAX_N, Variant, layout_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "EMPTY",
    "NEITHER",
    "Grid",
    "array_cells",
    "byte_codes",
    "check_symbols",
    "cut_rules",
    "default_alphabet",
    "filled_grid",
    "order_symbols",
    "parse_cells",
    "parse_grid",
    "puzzle_lines",
]

EMPTY = ".0*_"
"""What an empty cell may be written as; 0 only where it is no symbol."""
DIGITS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
HEX = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
BORDER = "|+=¦\u2500-\u257f\\-"  # as in a set of a regular expression: also the box-drawing characters
PIECE = re.compile(f"[^\\s/{BORDER}]+")
FIELD = re.compile(r"[^\s,;:]+")
RULE = re.compile(
    r"^[ \t]*(symbols|box|regions?|variants?|groups?|even|odd|relations?)[ \t]*:",
    re.MULTILINE | re.IGNORECASE,
)


_new = tuple.__new__
NEITHER = 255
"""The code of what is no cell."""


@lru_cache(maxsize=MAX_N)
def byte_codes(n: int) -> bytes:
    """Return what each byte means as a cell of an n × n grid with the usual symbols, in either case.

    Examples
    --------
    >>> [byte_codes(16)[ord(sign)] for sign in ".0*19AaGgZ"]
    [0, 0, 0, 1, 9, 10, 10, 16, 16, 255]
    """
    codes = dict.fromkeys(EMPTY, 0)
    for value, symbol in enumerate(default_alphabet(n), 1):
        codes[symbol] = codes[symbol.lower()] = value
    return bytes(codes.get(chr(code), NEITHER) for code in range(256))


class Grid(NamedTuple):
    """A grid: size, what it has to keep to, symbols in order, cells (0 is empty, k the k-th symbol)."""

    n: int
    layout: Layout
    alphabet: tuple[str, ...]
    cells: bytes


def filled_grid(grid: Grid, cells: bytes) -> Grid:
    """Return a grid with other cells: ``grid._replace(cells=cells)`` in a fifth of the time."""
    n, layout, alphabet, _ = grid
    return _new(Grid, (n, layout, alphabet, cells))


@lru_cache(maxsize=MAX_N)
def default_alphabet(n: int) -> tuple[str, ...]:
    """Return the usual symbols of an n × n grid: 1 to 9, then A to Z; 0 to 9 and A to Z for 36.

    Examples
    --------
    >>> "".join(default_alphabet(16))
    '123456789ABCDEFG'
    """
    return tuple((DIGITS if n <= len(DIGITS) else HEX)[:n])


def order_symbols(symbols: Iterable[str]) -> tuple[str, ...]:
    """Put symbols in order: as usual where they are the usual ones, numbers by size, else by code.

    Examples
    --------
    >>> order_symbols({"10", "9", "B"}), order_symbols("CAB")
    (('10', '9', 'B'), ('A', 'B', 'C'))
    """
    known = set(symbols)
    if known == set(default_alphabet(len(known))):
        return default_alphabet(len(known))
    if all(symbol.isascii() and symbol.isdigit() for symbol in known):
        return tuple(sorted(known, key=lambda symbol: (int(symbol), symbol)))
    return tuple(sorted(known))


def check_symbols(symbols: Iterable[str], n: int | None, file: str | None = None) -> tuple[str, ...]:
    """Return the symbols of a grid, n where that is known, which `parse_grid` has to be able to read.

    Examples
    --------
    >>> check_symbols("ABCD", 4)
    ('A', 'B', 'C', 'D')
    >>> check_symbols("AB|D", 4)  # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
        ...
    unriddle.base.PuzzleError: '|' as a symbol, expected letters, digits and the like
    """
    try:
        known = tuple(symbols)
    except TypeError:
        raise PuzzleError(f"symbols={symbols!r:.40}, expected strings", file=file) from None
    for symbol in known:
        readable = isinstance(symbol, str) and PIECE.fullmatch(symbol) and symbol.isprintable()
        if not readable or symbol == "*" or symbol.startswith("#"):
            raise PuzzleError(f"{symbol!r:.40} as a symbol, expected letters, digits and the like", file=file)
    if n is not None and (len(set(known)) != n or len(known) != n):
        raise PuzzleError(
            f"{len(set(known))} different symbols, expected {n} for a grid of {n} × {n}", file=file
        )
    return known


def _pieces(text: str) -> list[list[tuple[int, int, str]]]:
    """Return the rows as (line, column, piece of text), without borders, comments and empty lines."""
    rows = []
    for number, line in text_lines(text):
        if line.lstrip().startswith("#"):
            continue
        start = 0
        for part in line.split("/"):
            row = [(number, start + match.start() + 1, match.group()) for match in PIECE.finditer(part)]
            start += len(part) + 1
            if row:
                rows.append(row)
    return rows


def _split(
    rows: list[list[tuple[int, int, str]]], symbols: tuple[str, ...] | None
) -> list[list[tuple[int, int, str]]]:
    """Cut pieces into cells: numbers where a row has as many pieces as there are rows, else characters.

    Where symbols of several characters are named, each piece is a cell.
    """
    pieces = [piece for row in rows for _, _, piece in row]
    if symbols is not None and max(map(len, symbols), default=0) > 1:
        return rows
    side = isqrt(len(pieces))
    if (
        any(len(piece) > 1 for piece in pieces)
        and all(
            (piece.isascii() and piece.isdigit() and len(piece) <= 2) or piece in EMPTY for piece in pieces
        )
        and side * side == len(pieces) >= 16
        and all(len(row) == (len(pieces) if len(rows) == 1 else len(rows)) for row in rows)
    ):
        return rows
    return [
        [(line, column + k, ch) for line, column, piece in row for k, ch in enumerate(piece)] for row in rows
    ]


def parse_grid(
    text: str,
    *,
    symbols: Iterable[str] | None = None,
    box: Any = None,
    strict: bool = True,
    file: str | None = None,
    **variant: Unpack[Variant],
) -> Grid:
    r"""Read one grid: a line of n * n characters, or n rows, spaced or not, with or without drawn boxes.

    Below the grid may stand ``symbols:``, ``box:`` and what a `Variant` has, such as ``regions:``, each with
    its value on that line and those below; what the call gives comes first.

    Raises
    ------
    PuzzleError
        With line and column: no cells, rows of wrong length, unknown or too many symbols; clues that clash,
        unless `strict` is False.

    Examples
    --------
    >>> parse_grid("1 2 | . .\n. . | . .\n----+----\n. . | . .\n. . | . 4").cells
    b'\x01\x02\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x04'
    >>> parse_grid("12../..../..../....\nvariants: diagonal").layout.variants
    ('diagonal',)
    """
    if box is None and symbols is None and not variant and strict is True and type(text) is str:
        plain = _plain_line(text)
        if plain is not None and plain.layout.clash(plain.cells) is None:
            return plain
    most = 4 * MAX_N * MAX_N * 8
    if len(check_text(text, file=file)) > most:
        raise PuzzleError(
            f"{len(text):,} characters, expected one grid of at most {MAX_N} × {MAX_N}", file=file
        )
    given: dict[str, Any] = {**variant, "box": box, "symbols": symbols}
    given = {name: value for name, value in given.items() if value is not None}
    check_switch("strict", strict)
    plain = None if given or strict else _plain_line(text)
    if plain is not None:
        return plain
    text, said = cut_rules(text, file)
    given = {**said, **given}
    named = given.pop("symbols", None)
    known = None if named is None else check_symbols(named, None, file)
    rows = _split(_pieces(text), known)
    n = _side(rows, file, 1 if given.keys() - {"symbols"} else 4)
    cells = [cell for row in rows for cell in row]
    try:
        layout = layout_of(n, given.pop("box", None), file=file, **given)
    except RuleError as error:
        if error.file in said and variant.get(error.file) is None:
            raise PuzzleError(f"{error.file}: {error.reason}", file=file) from None
        raise
    alphabet, values = _encode(cells, n, known, file)
    grid = Grid(n, layout, alphabet, values)
    if strict:
        _check_clash(grid, cells, file)
    return grid


def _check_clash(grid: Grid, cells: list[tuple[int, int, str]], file: str | None) -> None:
    """Raise PuzzleError where clues clash; `cells` says where each stands in the text."""
    clash = grid.layout.clash(grid.cells)
    if clash is None:
        return
    first, second, expected = clash
    line, column, symbol = cells[second]
    n, other = grid.n, cells[first][2]
    at = f"row {second // n + 1}, column {second % n + 1}"
    if first != second:
        at = f"row {first // n + 1}, column {first % n + 1} and " + (
            f"at {at}" if other == symbol else f"{symbol!r} at {at}"
        )
    raise PuzzleError(
        f"clues clash: {other!r} stands at {at}, expected {expected}", file=file, line=line, column=column
    )


def cut_rules(text: str, file: str | None) -> tuple[str, dict[str, Any]]:
    r"""Return the text of the grids, and the rules that stand below them by name.

    Examples
    --------
    >>> cut_rules("12../..../..../....\nodd: r1c1\n", None)
    ('12../..../..../....\n', {'odd': 'r1c1'})
    """
    first = RULE.search(text)
    if first is None:
        return text, {}
    found: dict[str, Any] = {}
    places = [*RULE.finditer(text)]
    for k, match in enumerate(places):
        name = match[1].lower()
        name = {"variant": "variants", "group": "groups", "region": "regions", "relation": "relations"}.get(
            name, name
        )
        end = places[k + 1].start() if k + 1 < len(places) else len(text)
        value = "\n".join(
            line for line in text[match.end() : end].splitlines() if not line.lstrip().startswith("#")
        )
        if name in found and name != "groups":
            line = text.count("\n", 0, match.start(1)) + 1
            raise PuzzleError(f"a second {name}:, expected each rule once", file=file, line=line)
        found[name] = f"{found[name]};{value}" if name in found else value.strip()
    return text[: first.start()], found


def _plain_line(text: str) -> Grid | None:
    """Return what is read at once: a line of 16 or 81 digits and marks of empty cells."""
    if len(text) not in (16, 81) or not text.isascii():
        return None
    n = isqrt(len(text))
    cells = text.encode().translate(byte_codes(n))
    return None if NEITHER in cells else Grid(n, boxed((isqrt(n), isqrt(n))), default_alphabet(n), cells)


def _side(rows: list[list[tuple[int, int, str]]], file: str | None, least: int) -> int:
    """Return how many rows and columns a grid of such rows has; one row is all `least`² cells or more."""
    if not rows:
        raise PuzzleError("no cells, expected a grid: symbols, and . 0 or * for an empty cell", file=file)
    if len(rows) == 1:
        size = len(rows[0])
        n = isqrt(size)
        if n * n != size or n < least:
            raise PuzzleError(
                f"{size} cells, expected a square number from {least * least} to {MAX_N * MAX_N} "
                "(81 for 9 × 9)",
                file=file,
                line=rows[0][0][0],
            )
        return n
    n = len(rows)
    lengths = [len(row) for row in rows]
    if n not in lengths:
        raise PuzzleError(
            f"{n} rows, the first of {lengths[0]} cells, expected as many rows as cells in a row",
            file=file,
            line=rows[-1][-1][0],
        )
    for row in rows:
        if len(row) != n:
            raise PuzzleError(
                f"row of {len(row)} cells, expected {n}", file=file, line=row[0][0], column=row[-1][1]
            )
    return n


def _encode(
    cells: list[tuple[int, int, str]], n: int, symbols: Iterable[str] | None, file: str | None
) -> tuple[tuple[str, ...], bytes]:
    """Find out which symbols are meant, and return them with the cells as numbers."""
    found: dict[str, tuple[int, int, str]] = {}
    for cell in cells:
        found.setdefault(cell[2], cell)
    if symbols is not None:
        alphabet = check_symbols(symbols, n, file)
    else:
        alphabet = _guess_alphabet(found, n, file)
    codes = {symbol: k for k, symbol in enumerate(alphabet, 1)}
    folded = {symbol.lower(): k for symbol, k in codes.items()} | {
        symbol.upper(): k for symbol, k in codes.items()
    }
    if len(folded) >= len(codes) and len({s.lower() for s in codes}) == len(codes):
        codes = folded | codes
    for mark in EMPTY:
        codes.setdefault(mark, 0)
    try:
        return alphabet, bytes([codes[symbol] for _, _, symbol in cells])
    except KeyError:
        line, column, symbol = next(found[s] for s in found if s not in codes)
        shown = f"{alphabet[0]} to {alphabet[-1]}"
        raise PuzzleError(
            f"unknown symbol {symbol!r}, expected {shown}, or . 0 * for an empty cell",
            file=file,
            line=line,
            column=column,
        ) from None


def _guess_alphabet(found: dict[str, tuple[int, int, str]], n: int, file: str | None) -> tuple[str, ...]:
    usual = default_alphabet(n)
    used = [symbol for symbol in found if symbol not in EMPTY]
    if any(len(symbol) > 1 for symbol in used):
        return tuple(str(k) for k in range(1, n + 1))
    if "0" in found and n > 9 and any(mark in found for mark in ".*_"):
        counted = tuple(HEX[:n])
        if {symbol.upper() for symbol in used} <= set(counted):
            return counted
    if any(symbol.upper() in usual for symbol in used) or not used:
        return usual
    for count, symbol in enumerate(used, 1):
        line, column, _ = found[symbol]
        if count > n or not symbol.isprintable() or symbol == "#":
            reason = f"too many symbols: {symbol!r} is number {n + 1}, expected {n}"
            if count <= n:
                reason = f"unknown symbol {symbol!r}, expected {usual[0]} to {usual[-1]}, or . 0 * for none"
            raise PuzzleError(reason, file=file, line=line, column=column)
    if len(used) < n:
        line, column, symbol = found[used[0]]
        raise PuzzleError(
            f"unknown symbol {symbol!r}, expected {usual[0]} to {usual[-1]}, or all {n} symbols named",
            file=file,
            line=line,
            column=column,
        )
    return order_symbols(used)


def parse_cells(text: str, n: int, alphabet: tuple[str, ...]) -> bytes:
    r"""Read the cells of a grid of known size and symbols; they may clash.

    Examples
    --------
    >>> parse_cells("11 21", 2, ("1", "2"))
    b'\x01\x01\x02\x01'
    """
    cells = [cell for row in _split(_pieces(text), alphabet) for cell in row]
    if len(cells) != n * n:
        raise PuzzleError(f"{len(cells)} cells, expected {n * n}")
    return _encode(cells, n, alphabet, None)[1]


def array_cells(array: NDArray[Any], n: int) -> bytes:
    """Return the cells of an array of numbers of shape (n, n) or (n * n,); they may clash.

    Examples
    --------
    >>> array_cells(np.array([[1, 2], [0, 0]]), 2)
    b'\\x01\\x02\\x00\\x00'
    """
    if array.shape not in ((n, n), (n * n,)) or array.dtype.kind not in "iu" or not array.size:
        raise PuzzleError(f"array of {array.dtype} and shape {array.shape}, expected n × n whole numbers")
    if array.min() < 0 or array.max() > n:
        raise PuzzleError(f"a cell of {array.min() if array.min() < 0 else array.max()}, expected 0 to {n}")
    return array.astype(np.uint8).tobytes()


def puzzle_lines(text: str, force: bool = False) -> list[tuple[int, str]] | None:
    r"""Return (line number, puzzle) of a text with one puzzle a line, or None where it is one grid.

    `force` takes any text as lines. What follows a puzzle after a space, comma, semicolon or colon is left
    out, and so is a heading.

    Examples
    --------
    >>> puzzle_lines("# two\n" + "." * 16 + ":288\n" + "1" + "." * 15)
    [(2, '................'), (3, '1...............')]
    >>> puzzle_lines("1...\n....\n....\n....") is None
    True
    """
    text, _ = cut_rules(text, None)
    lines = [(k, line) for k, line in text_lines(text) if line.strip() and not line.lstrip().startswith("#")]
    fields = [(k, match.group()) for k, line in lines if (match := FIELD.search(line))]
    if len(fields) > 1 and not _is_cells(fields[0][1]) and _is_cells(fields[1][1]):
        fields = fields[1:]  # the heading of a table
    if force:
        return fields or None
    if not fields or not _is_cells(fields[0][1]):
        return None
    if len(fields) == len(fields[0][1]) and len({len(puzzle) for _, puzzle in fields}) == 1:
        return None  # a square
    return fields


def _is_cells(field: str) -> bool:
    field = field.replace("/", "")
    n = isqrt(len(field))
    return (
        n >= 4 and n * n == len(field) and not PIECE.sub("", field) and any(mark in field for mark in EMPTY)
    )
