"""Read the text of Sudoku grids, and the rules below them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from math import isqrt
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

import numpy as np

from ...base import PuzzleError
from ...io.grid_text import Row, clean_text, is_comment, read_grid, read_grids
from ..framework.arguments import RuleError, check_bool, check_text
from .alphabet import (
    MARKS,
    NEITHER,
    SIGN,
    SYMBOLS,
    byte_codes,
    check_symbols,
    decode,
    default_alphabet,
)
from .layout import Layout, boxed
from .variants import MAX_N, Variant, layout_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "Grid",
    "array_cells",
    "cut_rules",
    "filled_grid",
    "parse_cells",
    "parse_grid",
    "parse_grids",
    "puzzle_lines",
]

FIELD = re.compile(r"[^\s,;:]+")
MOST_CHARACTERS = 1 << 19
HODOKU = re.compile(r"^:[^:\n]*:[^:\n]*:([^:\n]{16,}):.*$", re.MULTILINE)
"""A line of HoDoKu's library; + precedes a number that is no given one."""
RULE = re.compile(
    r"^[ \t]*(symbols|box|regions?|variants?|groups?|even|odd|relations?)[ \t]*:",
    re.MULTILINE | re.IGNORECASE,
)


_new = tuple.__new__


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


def parse_grid(
    text: str,
    *,
    symbols: Iterable[str] | None = None,
    box: Any = None,
    strict: bool = True,
    file: str | None = None,
    **variant: Unpack[Variant],
) -> Grid:
    r"""Read one grid in any form that `read_grid` knows.

    Below the grid may stand ``symbols:``, ``box:`` and what a `Variant` has, such as ``regions:``, each with
    its value on that line and those below; what the call gives comes first.

    Raises
    ------
    PuzzleError
        With line and column: no cells, rows of wrong length, unknown or too many symbols, a text that can be
        read in two ways; clues that clash, unless `strict` is False.

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
    check_bool("strict", strict)
    if len(check_text(text, file=file)) > MOST_CHARACTERS:
        reason = f"{len(text):,} characters, expected one grid of at most {MAX_N} × {MAX_N}"
        raise PuzzleError(reason, file=file)
    reading = _Reading.of(text, {**variant, "box": box, "symbols": symbols}, file, strict)
    return reading.grid(read_grid(reading.text, reading.convert, SYMBOLS, describe=_name, file=file))


def parse_grids(
    text: str,
    *,
    symbols: Iterable[str] | None = None,
    box: Any = None,
    file: str | None = None,
    **variant: Unpack[Variant],
) -> list[tuple[int, Grid]]:
    r"""Read all grids of a text, each with its first line; the rules below them hold for all.

    Examples
    --------
    >>> text = "Grid 01\n12..\n....\n....\n....\nGrid 02\n....\n....\n....\n...4\n"
    >>> [(line, grid.cells.count(0)) for line, grid in parse_grids(text)]
    [(2, 14), (7, 15)]
    """
    reading = _Reading.of(text, {**variant, "box": box, "symbols": symbols}, file, strict=True)
    found = read_grids(reading.text, reading.convert, SYMBOLS, describe=_name, file=file)
    return [(line, reading.grid(one)) for line, one in found]


def parse_cells(text: str, n: int, alphabet: tuple[str, ...]) -> bytes:
    r"""Read the cells of a grid of known size and symbols; they may clash.

    Examples
    --------
    >>> parse_cells("11 21", 2, ("1", "2"))
    b'\x01\x01\x02\x01'
    """
    if len(text) == n * n and text.isascii() and alphabet == default_alphabet(n):
        cells = text.encode().translate(byte_codes(n))
        if NEITHER not in cells:
            return cells
    reading = _Reading(text, {}, alphabet, {}, None, n=n)
    return read_grid(text, reading.convert, SYMBOLS, describe=_name).cells


@dataclass(frozen=True, slots=True)
class _Found:
    """A grid as it was read; no layout where a rule is wrong, or none is asked for."""

    n: int
    layout: Layout | None
    alphabet: tuple[str, ...]
    cells: bytes


def _name(found: _Found) -> str:
    return f"{found.n}×{found.n}, {found.alphabet[0]} to {found.alphabet[-1]}"


@dataclass(frozen=True, slots=True)
class _Reading:
    """How the grids of a text are read: what stands below them, what the call gives."""

    text: str
    rules: dict[str, Any]
    symbols: tuple[str, ...] | None
    below: dict[str, Any]
    file: str | None
    strict: bool = False
    n: int | None = None

    @classmethod
    def of(cls, text: str, given: dict[str, Any], file: str | None, strict: bool) -> _Reading:
        """Return how a text is read with what a call gives, which comes before what the text says."""
        given = {name: value for name, value in given.items() if value is not None}
        if text.lstrip().startswith(":"):
            text = HODOKU.sub(lambda found: found[1].replace("+", ""), text)
        text, below = cut_rules(text, file)
        rules = {**below, **given}
        named = rules.pop("symbols", None)
        if isinstance(named, str):
            named = clean_text(named)
        known = None if named is None else check_symbols(named, None, file)
        return cls(
            text, rules, known, {name: below[name] for name in below.keys() - given.keys()}, file, strict
        )

    def layout(self, n: int, box: tuple[int, int] | None) -> Layout:
        """Return what a grid has to keep to; an error names the rule below the text."""
        rules = {"box": box, **self.rules} if box is not None else dict(self.rules)
        try:
            return layout_of(n, rules.pop("box", None), file=self.file, **rules)
        except RuleError as error:
            if error.file in self.below:
                raise PuzzleError(f"{error.file}: {error.reason}", file=self.file) from None
            raise

    def fits(self, n: int) -> bool:
        """Return whether there are grids with n rows."""
        if self.n is not None:
            return n == self.n
        try:
            self.layout(n, None)
        except PuzzleError:
            return False
        return True

    def convert(self, rows: list[Row], size: tuple[int, int] | None) -> _Found:
        """Return the grid of rows of cells."""
        n, places, cells = self._cut(rows)
        box = None
        if size is not None and size != (n, n):
            if size[0] * size[1] != n or self.rules:
                raise PuzzleError(f"a grid of {n}×{n}, but the first line says {size[0]}×{size[1]}")
            box = size
        layout = None
        with suppress(RuleError):  # which is said when the grid is known
            layout = self.layout(n, box) if self.n is None else None
        alphabet, values = decode(
            cells, n, self.symbols, lambda reason, k: places[k][0].error(reason, places[k][1])
        )
        if layout is not None and self.strict:
            _check_clash(layout, alphabet, values, places)
        return _Found(n, layout, alphabet, values)

    def _cut(self, rows: list[Row]) -> tuple[int, list[tuple[Row, int]], list[str]]:
        """Return the rows of a grid, and its cells with their places: of candidates n marks are a cell."""
        places = [(row, k) for row in rows for k in range(len(row.cells))]
        cells = [cell for row in rows for cell in row.cells]
        count, widths = len(cells), {len(row.cells) for row in rows}
        listed = len(rows) == 1 or (widths == {1} and all(len(cell) < 3 for cell in cells))
        n, least = isqrt(count) if listed else len(rows), 4 if self.n is None and not self.rules else 1
        square = n * n == count and n >= least and (listed or widths == {n})
        m = round(count ** (1 / 3))
        if m**3 == count > 1 and len(widths) == 1 and self.fits(m) and not (square and self.fits(n)):
            order = _marks_of(m, len(rows))
            if order is not None:
                cells = ["".join(cells[k] or "." for k in order[at : at + m]) for at in range(0, count, m)]
                return m, [places[k] for k in order[::m]], cells
        if square and n <= MAX_N and self.n in (None, n) and (n > 3 or self.fits(n)):
            return n, places, cells
        raise self._shape_error(rows, count, least)

    def _shape_error(self, rows: list[Row], count: int, least: int) -> PuzzleError:
        """Return the error of rows that are no grid."""
        n = len(rows) if len(rows) > 1 else round(count**0.5)
        n = self.n or max(least, n)
        if n > MAX_N:
            return rows[0].error(f"{count:,} cells, but a Sudoku has at most {MAX_N}×{MAX_N}")
        if len(rows) > 1:
            row = next((row for row in rows if len(row.cells) != n), rows[0])
            if len(rows) == n and any(len(row.cells) == n for row in rows):
                return row.error(f"a row of {_counted(len(row.cells), 'cell')}, but a {n}×{n} Sudoku has {n}")
            if self.n is None and count != n * n:
                reason = f"{len(rows)} rows, the first of {_counted(len(rows[0].cells), 'cell')}"
                return rows[-1].error(f"{reason}, but a Sudoku has as many rows as columns")
        return rows[0].error(f"{_counted(count, 'cell')}, but a {n}×{n} Sudoku has {n * n}")

    def grid(self, found: _Found) -> Grid:
        """Return the grid that was read; RuleError where a rule is wrong."""
        layout = found.layout or self.layout(found.n, None)
        return Grid(found.n, layout, found.alphabet, found.cells)


def _check_clash(
    layout: Layout, alphabet: tuple[str, ...], cells: bytes, places: list[tuple[Row, int]]
) -> None:
    """Raise PuzzleError where clues clash."""
    clash = layout.clash(cells)
    if clash is None:
        return
    first, second, expected = clash
    n, (row, k) = layout.n, places[second]
    one, other = (alphabet[cells[cell] - 1] for cell in (first, second))
    at = f"row {second // n + 1}, column {second % n + 1}"
    if first != second:
        at = f"row {first // n + 1}, column {first % n + 1} and " + (
            f"at {at}" if one == other else f"{other!r} at {at}"
        )
    raise row.error(f"clues clash: {one!r} stands at {at}, expected {expected}", k)


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


@lru_cache(maxsize=8)
def _marks_of(n: int, rows: int) -> list[int] | None:
    """Return the order of n * n * n marks of candidates by cells: those of a cell in a line, or in a box."""
    if rows in (1, n, n * n):
        return list(range(n**3))
    side = isqrt(n)
    if side * side != n or rows != n * side:
        return None
    marks = np.arange(n**3).reshape(n, side, n, side)
    found: list[int] = marks.transpose(0, 2, 1, 3).ravel().tolist()
    return found


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
    zeros = text.count("0")
    if zeros and (zeros == n or zeros != cells.count(0)):  # 0 may be a symbol
        return None
    return None if NEITHER in cells else Grid(n, boxed((isqrt(n), isqrt(n))), default_alphabet(n), cells)


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
    r"""Return (line number, line) of a text with one plain puzzle a line, None where it may be another form.

    `force` takes any text as lines. A heading is left out.

    Examples
    --------
    >>> puzzle_lines("# two\n" + "." * 16 + ":288\n" + "1" + "." * 15)
    [(2, '................'), (3, '1...............')]
    >>> puzzle_lines("1...\n....\n....\n....") is None
    True
    """
    text, _ = cut_rules(clean_text(text), None)
    lines = [(k, line) for k, line in enumerate(text.split("\n"), 1) if not is_comment(line, SYMBOLS)]
    fields = [(k, found.group()) for k, line in lines if (found := FIELD.search(line))]
    plain = [_is_plain(found) for _, found in fields[:50]]
    if len(plain) > 1 and plain[1] and not plain[0]:
        fields, plain = fields[1:], plain[1:]  # the heading of a table
    if force:
        return fields or None
    if len(fields) < 2 or not (plain[0] and plain[1]):
        return None
    lengths = {len(found.removesuffix("/")) for _, found in fields}
    if lengths == {len(fields)} and len(fields) <= MAX_N:
        return None  # a square
    return fields


def _is_plain(found: str) -> bool:
    """Return whether a field is the cells of a grid, run together or in rows apart by ``/``."""
    found = found.replace("/", "")
    n = isqrt(len(found))
    return (
        n >= 4
        and n * n == len(found)
        and not SIGN.sub("", found.replace("*", "."))
        and not MARKS.isdisjoint(found)
    )
