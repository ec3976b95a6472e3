"""Read and write the text of Sudokus: symbols, grids in many forms, rules below them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from math import isqrt
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...arrow import array_of
from ...base import PuzzleError
from ...io.formats import read_format
from ...io.grid_text import GridRow, Symbols, clean_text, is_comment, read_grid, read_grids
from ...io.text import pluralize, uneven
from ..framework.arguments import RuleError, check_bool, check_text, uneven_rows
from ..framework.check import cell_name
from .constraints.clues import KINDS
from .layout import MAX_N, Layout, boxed, layout_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

SYMBOLS = Symbols(
    square=True,
    marks=".*-",
    trailing=True,
    one="grid",
    cure="pass symbols=…",
)
"""What the text of a Sudoku is made of."""
EMPTY = ".0*_?-xX\u00b7"
"""What an empty cell may be written as; 0 and x only where they are no symbols."""
WIDE = frozenset(".*_?-xX")
"""Marks that may be written twice where the others are numbers of two digits."""
MARKS = frozenset([*EMPTY, "", "-1"])
DIGITS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
HEX = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SIGN = re.compile(r"[^\s/|+=\u00a6\u2500-\u257f\-,;:\"'#*]+")
"""What a symbol is made of."""
USUAL = 9
"""Rows to which the symbols of a grid are digits alone."""
NEITHER = 255
"""The code of what is no cell."""
FIELD = re.compile(r"[^\s,;:]+")
MOST_CHARACTERS = 1 << 19
FORMATS = (
    "sdk", "sdm", "ss", "sdx", "hodoku", "opensudoku", "fpuzzles", "sudokupad", "puzzlink", "penpa", "tatham",
    "kaggle", "dimacs",
)  # fmt: skip
"""Formats of other programs that are read."""
HODOKU = re.compile(r"^:[^:\n]*:[^:\n]*:([^:\n]{16,}):.*$", re.MULTILINE)
"""A line of HoDoKu's library; + precedes a number that is no given one."""
RULE_NAMES = {"variant": "variants", "group": "groups", "region": "regions", "relation": "relations"}
RULE_NAMES |= {kind.one.replace(" ", "_"): name for name, kind in KINDS.items()}
"""One of a kind of rule -> the rule."""
RULE = re.compile(
    rf"^[ \t]*(symbols|box|even|odd|{'|'.join([*RULE_NAMES, *RULE_NAMES.values()])})[ \t]*:",
    re.MULTILINE | re.IGNORECASE,
)

NO_RULES: Mapping[str, Any] = {}

Fail = Callable[[str, int], PuzzleError]
"""Makes the error of a reason and the number of a cell."""


class Grid(NamedTuple):
    """A grid: size, rules, symbols in order, cells (0 is empty, k the k-th symbol)."""

    n: int
    layout: Layout
    alphabet: tuple[str, ...]
    cells: bytes


def filled_grid(grid: Grid, cells: bytes, _new: Callable[..., Grid] = tuple.__new__) -> Grid:
    """Return a grid with other cells: ``grid._replace(cells=cells)`` in a fifth of the time."""
    return _new(Grid, (grid.n, grid.layout, grid.alphabet, cells))


def unwrapped(value: Any) -> Any:
    """Return the `Grid` that a puzzle holds, anything else as it is."""
    return getattr(value, "_grid", value)


# Symbols


@lru_cache(maxsize=MAX_N)
def default_alphabet(n: int) -> tuple[str, ...]:
    """Return the usual symbols of an n × n grid: 1 to 9, then A to Z; 0 to 9 and A to Z for 36."""
    return tuple((DIGITS if n <= len(DIGITS) else HEX)[:n])


@lru_cache(maxsize=MAX_N)
def byte_codes(n: int) -> bytes:
    """Return what each byte means as a cell of an n × n grid with the usual symbols, in either case."""
    codes = {mark: 0 for mark in EMPTY if mark.isascii()}
    for value, symbol in enumerate(default_alphabet(n), 1):
        codes[symbol] = codes[symbol.lower()] = value
    return bytes(codes.get(chr(code), NEITHER) for code in range(256))


def plain_cells(raw: NDArray[np.uint8], n: int) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """Return the cells of lines, uint8 of shape (lines, n * n), and which can be read in this one way."""
    text = raw.tobytes()
    cells = np.frombuffer(text.translate(byte_codes(n)), dtype=np.uint8).reshape(raw.shape)
    plain = (cells != NEITHER).all(axis=1)
    if b"0" in text and "0" not in default_alphabet(n):
        zeros = (raw == ord("0")).sum(axis=1)
        plain &= (zeros == 0) | ((zeros == (cells == 0).sum(axis=1)) & (zeros != n))
    if n > USUAL:
        plain &= ((cells > 0) & (cells <= USUAL)).any(axis=1) | ~cells.any(axis=1)
    if "X" in default_alphabet(n):
        plain &= ~((raw | 32) == ord("x")).any(axis=1)
    return cells, plain


def is_lettered(n: int, cells: bytes) -> bool:
    """Return whether a grid with the usual symbols shows letters alone, which could be A to Z."""
    return n > USUAL and any(cells) and not any(0 < value <= USUAL for value in cells)


def order_symbols(symbols: Iterable[str]) -> tuple[str, ...]:
    """Put symbols in order: as usual where they are the usual ones, numbers by size, else by code."""
    known = set(symbols)
    if known == set(default_alphabet(len(known))):
        return default_alphabet(len(known))
    if all(symbol.isascii() and symbol.isdigit() for symbol in known):
        return tuple(sorted(known, key=lambda symbol: (int(symbol), symbol)))
    return tuple(sorted(known))


def check_symbols(symbols: Iterable[str], n: int | None, file: str | None = None) -> tuple[str, ...]:
    """Return the symbols of a grid, n where that is known, which `parse_grid` has to be able to read."""
    if isinstance(symbols, str) and re.search(r"[\s,]", symbols.strip()):
        symbols = re.split(r"[\s,]+", symbols.strip())
    try:
        known = tuple(symbols)
    except TypeError:
        raise PuzzleError(f"symbols={symbols!r:.40}, expected strings", file=file) from None
    for symbol in known:
        readable = isinstance(symbol, str) and SIGN.fullmatch(symbol) and symbol.isprintable()
        if not readable:
            raise PuzzleError(f"{symbol!r:.40} as a symbol, expected letters, digits and the like", file=file)
    if n is not None and (len(set(known)) != n or len(known) != n):
        raise PuzzleError(
            f"symbols={' '.join(known)!r:.80} has {pluralize(len(set(known)), 'different symbol')},"
            f" but a {n}×{n} grid needs {n}",
            file=file,
        )
    return known


def _decode(
    cells: list[str], n: int, symbols: tuple[str, ...] | None, fail: Fail
) -> tuple[tuple[str, ...], bytes]:
    """Return the symbols of a grid and its cells as numbers."""
    alphabet = None if symbols is None else check_symbols(symbols, n)
    cells = [cell[0] if cell[:1] in WIDE and cell == 2 * cell[0] else cell for cell in cells]
    broad = [k for k, cell in enumerate(cells) if len(cell) > 1]
    if alphabet is None and not broad:
        alphabet = _guess_alphabet(cells, n, fail)
    elif alphabet is None and all(cell in MARKS or _is_number(cell) for cell in cells):
        numbers = [cell if cell in MARKS and cell != "0" else str(int(cell)) for cell in cells]
        if all(cell in MARKS or int(cell) <= n for cell in numbers):
            used = {cell for cell in numbers if cell not in MARKS}
            zeros = [k for k, cell in enumerate(numbers) if cell == "0"]
            marked = any(cell in MARKS and cell != "0" for cell in numbers)
            start = 0 if _zero_is_symbol(n, used, zeros, (str(n), str(n - 1)), marked, fail) else 1
            cells, alphabet, broad = numbers, tuple(map(str, range(start, n + start))), []
    codes = _codes(alphabet or default_alphabet(n))
    if any(cell not in codes for cell in cells):
        alphabet = alphabet or default_alphabet(n)
        if broad and max(map(len, alphabet)) == 1:
            return alphabet, _single_candidates(cells, n, alphabet, fail)
        k = next(k for k, cell in enumerate(cells) if cell not in codes)
        raise _unknown(cells[k], alphabet, k, fail)
    if symbols is None and codes["X"]:
        _settle_x(codes, cells, n, fail)
    return alphabet or default_alphabet(n), bytes([codes[cell] for cell in cells])


def _settle_x(codes: dict[str, int], cells: list[str], n: int, fail: Fail) -> None:
    """Let x mean an empty cell where X is a symbol: in the other case than the letters, more than n times."""
    small = any(cell.islower() for cell in cells if cell != "x")
    small = small and not any(cell.isupper() for cell in cells if cell != "X")
    one, other = ("x", "X") if small else ("X", "x")
    if cells.count(other) > n:
        codes[other] = 0
    if cells.count(one) + (cells.count(other) if codes[other] else 0) > n:
        raise fail(f"{one!r} can be a symbol or an empty cell; {SYMBOLS.cure}", cells.index(one))


def _is_number(cell: str) -> bool:
    return cell.isascii() and cell.isdigit() and len(cell) < 3


def _codes(alphabet: tuple[str, ...]) -> dict[str, int]:
    """Return what each cell means: in either case where that is one symbol, with or without a zero before."""
    codes = {symbol: k for k, symbol in enumerate(alphabet, 1)}
    if len({symbol.lower() for symbol in codes}) == len(codes):
        for symbol, k in list(codes.items()):
            codes[symbol.lower()] = codes[symbol.upper()] = k
    for mark in MARKS:
        codes.setdefault(mark, 0)
    for digit in "0123456789":
        if digit in codes:
            codes.setdefault(f"0{digit}", codes[digit])
    return codes


def _unknown(cell: str, alphabet: tuple[str, ...], k: int, fail: Fail) -> PuzzleError:
    shown = f"{alphabet[0]} to {alphabet[-1]}"
    return fail(f"unknown symbol {cell!r:.40}, expected {shown}, or . 0 * for an empty cell", k)


def _single_candidates(cells: list[str], n: int, alphabet: tuple[str, ...], fail: Fail) -> bytes:
    """Return the cells of a grid of candidates, rising or each at its place: those with one are given."""
    codes, found = _codes(alphabet), bytearray()
    seen = [set[int]() for _ in range(n)]
    for k, cell in enumerate(cells):
        values = [codes.get(ch, NEITHER) for ch in cell]
        kept = [value for value in values if value]
        placed = len(values) == n and all(value in (0, at) for at, value in enumerate(values, 1))
        whole = placed or len(kept) == len(values)
        if len(cell) > 1 and not (kept and whole and kept == sorted(set(kept)) and NEITHER not in kept):
            if n > USUAL:
                raise _unknown(cell, alphabet, k, fail)
            raise fail(f"{cell!r:.40} is neither a symbol nor a set of candidates in rising order", k)
        if NEITHER in kept:
            raise _unknown(cell, alphabet, k, fail)
        seen[k // n].update(kept)
        found.append(kept[0] if len(kept) == 1 else 0)
    if n > USUAL and any(len(row) < n for row in seen):  # else a slip among numbers
        k = next(k for k, cell in enumerate(cells) if len(cell) > 1)
        raise _unknown(cells[k], tuple(map(str, range(1, n + 1))), k, fail)
    return bytes(found)


def _zero_is_symbol(
    n: int, used: set[str], zeros: list[int], last: tuple[str, str], marked: bool, fail: Fail
) -> bool:
    """Return whether 0 is a symbol where there are other marks of empty cells, too.

    `last` is the last symbol of those from 1, and of those from 0. A puzzle with one solution
    has all symbols but one, and a symbol stands once in each row and column.
    """
    if not zeros or last[0] in used:
        return False
    apart = len({k // n for k in zeros}) == len({k % n for k in zeros}) == len(zeros)
    if not marked and not (apart and len(zeros) == n and len(used) == n - 1):
        return False
    if marked and apart and len(zeros) > 1 and len(used) >= n - 2:
        return True
    raise fail(
        f"0 can be a symbol (0 to {last[1]}) or an empty cell (1 to {last[0]}); {SYMBOLS.cure}", zeros[0]
    )


def _guess_alphabet(cells: list[str], n: int, fail: Fail) -> tuple[str, ...]:
    """Return the symbols of a grid, each a character, where one choice is possible."""
    first: dict[str, int] = {}
    for k, cell in enumerate(cells):
        first.setdefault(cell, k)
    usual, letters = default_alphabet(n), tuple(ascii_uppercase[:n])
    used = [symbol for symbol in first if symbol not in MARKS]
    marked = first.keys() & MARKS - {"0"}
    if len(used) == n - 1 and len(marked) > 1 and len(marked & {"x", "X"}) == 1:
        used += marked & {"x", "X"}
    folded = {symbol.upper() for symbol in used}
    lettered = n <= len(ascii_uppercase) and folded <= set(letters) and len(folded) == len(used)
    if folded <= {*usual, "X"}:
        zeros, counted = [k for k, cell in enumerate(cells) if cell == "0"], tuple(HEX[:n])
        if n > USUAL and zeros and marked and folded <= set(counted) and counted[-1] in folded:
            return counted  # such as 0 to F
        if used and lettered:
            raise fail(
                f"{used[0]!r} can be one of 1 to {usual[-1]} or of A to {letters[-1]}; {SYMBOLS.cure}",
                first[used[0]],
            )
        if "0" in usual:
            return usual
        zero = _zero_is_symbol(n, folded, zeros, (usual[-1], counted[-1]), bool(marked), fail)
        return counted if zero else usual
    if used and lettered:
        return letters
    return _own_symbols(used, first, n, fail)


def _own_symbols(used: list[str], first: dict[str, int], n: int, fail: Fail) -> tuple[str, ...]:
    """Return symbols that are not the usual ones, where all of them occur; `first` has the cell of each."""
    usual = default_alphabet(n)
    if len(used) == n and not any(symbol in DIGITS[:USUAL] for symbol in used):
        strange = [symbol for symbol in used if not symbol.isprintable() or not SIGN.fullmatch(symbol)]
        if not strange:
            return order_symbols(used)
        raise _unknown(strange[0], usual, first[strange[0]], fail)
    if any(symbol.upper() in usual for symbol in used):
        symbol = next(symbol for symbol in used if symbol.upper() not in usual)
        raise _unknown(symbol, usual, first[symbol], fail)
    if len(used) > n:
        reason = f"too many symbols: {used[n]!r} is number {n + 1}, expected {n}"
        raise fail(reason, first[used[n]])
    reason = f"unknown symbol {used[0]!r}, expected {usual[0]} to {usual[-1]}, or all {n} symbols named"
    raise fail(reason, first[used[0]])


# Grids


def parse_grid(
    text: str, rules: Mapping[str, Any] = NO_RULES, *, strict: bool = True, file: str | None = None
) -> Grid:
    """Read one grid in any form, with the rules of a call; see `SudokuPuzzle.parse`."""
    if strict is True and type(text) is str and rules.get("symbols") is None:
        plain = _plain_line(text)
        if plain is not None:
            with suppress(PuzzleError):  # reported with its place below
                further = {name: value for name, value in rules.items() if value is not None}
                layout = layout_of(plain.n, **further) if further else plain.layout
                if layout.clash(plain.cells) is None:
                    return plain._replace(layout=layout)
    check_bool("strict", strict)
    if len(check_text(text, file=file)) > MOST_CHARACTERS:
        reason = f"{len(text):,} characters, expected one grid of at most {MAX_N} × {MAX_N}"
        raise PuzzleError(reason, file=file)
    reader = _Reader.of(text, rules, file, strict)
    return reader.grid(read_grid(reader.text, reader.convert, SYMBOLS, describe=_name, file=file))


def parse_grids(
    text: str, rules: Mapping[str, Any] = NO_RULES, *, file: str | None = None
) -> list[tuple[int, Grid]]:
    """Read all grids of a text, each with its first line; the rules below them hold for all."""
    reader = _Reader.of(text, rules, file, strict=True)
    found = read_grids(reader.text, reader.convert, SYMBOLS, describe=_name, file=file)
    return [(line, reader.grid(one)) for line, one in found]


def parse_cells(text: str, n: int, alphabet: tuple[str, ...]) -> bytes:
    """Read the cells of a grid of known size and symbols; they may clash."""
    if len(text) == n * n and text.isascii() and alphabet == default_alphabet(n):
        cells = text.encode().translate(byte_codes(n))
        if NEITHER not in cells:
            return cells
    reader = _Reader(text, {}, alphabet, frozenset(), None, n=n)
    return read_grid(text, reader.convert, SYMBOLS, describe=_name).cells


def array_cells(values: Any, n: int | None = None) -> tuple[int, bytes]:
    """Return the rows, n where that is known, and the cells of numbers of shape (n, n) or (n * n,)."""
    try:
        array = np.asarray(array_of(values))
    except PuzzleError:
        raise
    except ValueError:
        raise uneven_rows(values) from None
    n = isqrt(array.size) if n is None else n
    if array.shape not in ((n, n), (n * n,)) or array.dtype.kind not in "iu" or not array.size:
        raise PuzzleError(f"array of {array.dtype} and shape {array.shape}, expected n × n whole numbers")
    if array.min() < 0 or array.max() > n:
        wrong = int(np.flatnonzero((array < 0) | (array > n))[0])
        raise PuzzleError(f"{array.flat[wrong]} at {cell_name(divmod(wrong, n))}, expected 0 to {n}")
    return n, array.astype(np.uint8).tobytes()


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


def _name(grid: Grid) -> str:
    return f"{grid.n}×{grid.n}, {grid.alphabet[0]} to {grid.alphabet[-1]}"


@dataclass(frozen=True, slots=True)
class _Reader:
    """Read the grids of a text, with the rules below them and those of the call, which come first."""

    text: str
    rules: dict[str, Any]
    symbols: tuple[str, ...] | None
    below: frozenset[str]
    file: str | None
    strict: bool = False
    n: int | None = None

    @classmethod
    def of(cls, text: str, given: Mapping[str, Any], file: str | None, strict: bool) -> _Reader:
        """Return the reader of a text with the rules of a call."""
        given = {name: value for name, value in given.items() if value is not None}
        foreign = read_format(text, FORMATS, file)
        if foreign is not None:
            text, below = foreign
        else:
            if text.lstrip().startswith(":"):
                text = HODOKU.sub(lambda found: found[1].replace("+", ""), text)
            text, below = cut_rules(text, file)
        rules = {**below, **given}
        if "regions" not in rules and _has_walls(text):
            reason = "walls that are not those of boxes; name the regions: regions='AABB/…', or a line below"
            raise PuzzleError(reason, file=file)
        named = rules.pop("symbols", None)
        if isinstance(named, str):
            named = clean_text(named)
        known = None if named is None else check_symbols(named, None, file)
        return cls(text, rules, known, frozenset(below.keys() - given.keys()), file, strict)

    def layout(self, n: int, box: tuple[int, int] | None) -> Layout:
        """Return the rules of a grid with n rows; an error names the rule below the text."""
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

    def convert(self, rows: list[GridRow], size: tuple[int, int] | None) -> Grid:
        """Return the grid of rows of cells, without a layout where a rule is wrong or none is asked for."""
        n, places, cells = self._cut(rows)
        box = None
        if size is not None and size != (n, n):
            if size[0] * size[1] != n or self.rules:
                raise PuzzleError(f"a grid of {n}×{n}, but the first line says {size[0]}×{size[1]}")
            box = size
        layout: Any = None
        with suppress(RuleError):  # reported when the grid is known
            layout = self.layout(n, box) if self.n is None else None

        def fail(reason: str, k: int) -> PuzzleError:
            row, at = places[k]
            return row.error(reason, at)

        alphabet, values = _decode(cells, n, self.symbols, fail)
        clash = layout.clash(values) if layout is not None and self.strict else None
        if clash is not None:
            first, second, expected = clash
            if not (values[first] and values[second]):
                raise fail(f"clues clash: no numbers fit {expected}", second)
            one, other = (alphabet[values[cell] - 1] for cell in (first, second))
            at = cell_name(divmod(second, n))
            if first != second:
                at = f"at {at}" if one == other else f"{other!r} at {at}"
                at = f"{cell_name(divmod(first, n))} and {at}"
            raise fail(f"clues clash: {one!r} is at {at}, expected {expected}", second)
        return Grid(n, layout, alphabet, values)

    def _cut(self, rows: list[GridRow]) -> tuple[int, list[tuple[GridRow, int]], list[str]]:
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

    def _shape_error(self, rows: list[GridRow], count: int, least: int) -> PuzzleError:
        """Return the error of rows that are no grid."""
        n = len(rows) if len(rows) > 1 else round(count**0.5)
        n = self.n or max(least, n)
        if n > MAX_N:
            return rows[0].error(f"{count:,} cells, but a Sudoku has at most {MAX_N}×{MAX_N}")
        if len(rows) > 1:
            k = next((k for k, row in enumerate(rows) if len(row.cells) != n), 0)
            if len(rows) == n and any(len(row.cells) == n for row in rows):
                cells = pluralize(len(rows[k].cells), "cell")
                return rows[k].error(f"row {k + 1} has {cells}, but a {n}×{n} Sudoku has {n} per row")
            if self.n is None and len(rows[0].cells) != len(rows):
                reason = f"{len(rows)} rows, the first with {pluralize(len(rows[0].cells), 'cell')}"
                return rows[-1].error(f"{reason}, but a Sudoku has as many rows as columns")
            first = len(rows[0].cells)
            k = next((k for k, row in enumerate(rows) if len(row.cells) != first), 0)
            if k:
                return rows[k].error(uneven(k + 1, len(rows[k].cells), first))
        usual = " and a 9×9 Sudoku 81" if self.n is None and n < 9 else ""
        return rows[0].error(f"{pluralize(count, 'cell')}, but a {n}×{n} Sudoku has {n * n}{usual}")

    def grid(self, found: Grid) -> Grid:
        """Return the grid that was read with its layout; RuleError where a rule is wrong."""
        return found if found.layout else found._replace(layout=self.layout(found.n, None))


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
    """Return the text of the grids, and the rules that stand below them by name."""
    places = [*RULE.finditer(text)]
    if not places:
        return text, {}
    found: dict[str, Any] = {}
    for k, match in enumerate(places):
        name = RULE_NAMES.get(match[1].lower(), match[1].lower())
        end = places[k + 1].start() if k + 1 < len(places) else len(text)
        lines = text[match.end() : end].splitlines()
        value = "\n".join(line for line in lines if not line.lstrip().startswith("#"))
        if name in found and name not in ("groups", *KINDS):
            line = text.count("\n", 0, match.start(1)) + 1
            raise PuzzleError(f"{name}: is given twice", file=file, line=line)
        found[name] = f"{found[name]};{value}" if name in found else value.strip()
    return text[: places[0].start()], found


def _has_walls(text: str) -> bool:
    """Return whether regions that are no boxes are drawn, as `format_grid` draws them."""
    lines = [line.rstrip() for line in text.splitlines()]
    rows = [line for line in lines if "|" in line]
    rules = [line for line in lines if "+-" in line and not line.strip(" +-")]
    if not rows or not rules or any("---" in rule for rule in rules):
        return False
    if len({tuple(k for k, sign in enumerate(row) if sign == "|") for row in rows}) > 1:
        return True
    first, end = min(len(row) - len(row.lstrip()) for row in rows), max(map(len, rows))
    return any("  " in rule.strip() or rule[first] == " " or len(rule) < end for rule in rules)


def puzzle_lines(text: str, force: bool = False) -> list[tuple[int, str]] | None:
    """Return the numbered lines of a text with a plain puzzle per line; None where it may be another."""
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
    square = n >= 4 and n * n == len(found)
    return square and not SIGN.sub("", found.replace("*", ".")) and not MARKS.isdisjoint(found)


# Writing


@lru_cache(maxsize=32)
def _letters(alphabet: tuple[str, ...], empty: str) -> bytes | None:
    """Return what stands for each code, where that is one ASCII character."""
    signs = "".join((empty, *alphabet))
    return signs.encode().ljust(256) if signs.isascii() and len(signs) == len(alphabet) + 1 else None


def signs_of(grid: Grid, empty: str = ".") -> Sequence[str]:
    """Return the sign of each cell: a string where all are ASCII characters, else a list."""
    letters = _letters(grid.alphabet, empty)
    if letters is not None:
        return grid.cells.translate(letters).decode()
    signs = (empty, *grid.alphabet)
    return [signs[value] for value in grid.cells]


def format_grid(grid: Grid, style: str = "grid", empty: str = ".") -> str:
    """Draw a grid: `grid` with boxes, `rows` without, `line` in one line."""
    n, box = grid.n, grid.layout.box
    signs = signs_of(grid, empty)
    broad = 1 if isinstance(signs, str) else max(map(len, (empty, *grid.alphabet)))
    if style == "line":
        return (" " if broad > 1 else "").join(signs)
    rows: list[Sequence[str]] = [signs[k : k + n] for k in range(0, n * n, n)]
    if broad > 1:
        rows = [[sign.rjust(broad) for sign in row] for row in rows]
    if style == "rows" or (style == "grid" and box is None and grid.layout.regions is None):
        return "\n".join(" ".join(row) for row in rows)
    if style != "grid":
        raise PuzzleError(f"style {style!r}, expected grid, rows or line")
    if box is None:
        return _with_regions(rows, grid.layout.regions or (), broad)
    height, width = box
    rule = "-+-".join("-" * (width * (broad + 1) - 1) for _ in range(n // width))
    lines = []
    for r, row in enumerate(rows):
        if r and r % height == 0:
            lines.append(rule)
        lines.append(" | ".join(" ".join(row[c : c + width]) for c in range(0, n, width)))
    return "\n".join(lines)


def _with_regions(rows: Sequence[Sequence[str]], regions: Sequence[int], broad: int) -> str:
    """Return rows with lines between cells of different regions."""
    n = len(rows)
    lines = []
    for r, row in enumerate(rows):
        here = regions[n * r : n * r + n]
        above = regions[n * (r - 1) : n * r] if r else here
        if above != here:
            marks = [("-" if here[c] != above[c] else " ") * broad for c in range(n)]
            corners = [
                "+" if len({here[c], here[c + 1], above[c], above[c + 1]}) > 1 else " " for c in range(n - 1)
            ]
            drawn = "".join(mark + corner for mark, corner in zip(marks, [*corners, ""], strict=True))
            lines.append(drawn.rstrip())
        sides = ["|" if here[c] != here[c + 1] else " " for c in range(n - 1)]
        lines.append("".join(sign + side for sign, side in zip(row, [*sides, ""], strict=True)))
    return "\n".join(lines)


def grid_text(grid: Grid) -> str:
    """Return a grid on one line as `parse_grid` reads it: rows apart by ``/`` where a line would not do."""
    n = grid.n
    empty = next(mark for mark in ".*" if mark not in grid.alphabet)
    signs = signs_of(grid, empty)
    if max(map(len, grid.alphabet)) > 1:
        return " / ".join(" ".join(signs[k : k + n]) for k in range(0, n * n, n))
    line = "".join(signs)
    return line if n > 3 else "/".join(line[k : k + n] for k in range(0, n * n, n))
