"""Symbols of Sudokus: which ones a grid has, and which of its cells are empty."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from string import ascii_uppercase
from typing import TYPE_CHECKING

import numpy as np

from ...base import PuzzleError
from ...io.grid_text import Symbols
from .variants import MAX_N

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "EMPTY",
    "MARKS",
    "NEITHER",
    "SIGN",
    "SYMBOLS",
    "byte_codes",
    "check_symbols",
    "decode",
    "default_alphabet",
    "is_lettered",
    "order_symbols",
    "plain_cells",
]

SYMBOLS = Symbols(
    square=True,
    marks=".*-",
    trailing=True,
    one="grid",
    cure="name the symbols: symbols=… (--symbols)",
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


@lru_cache(maxsize=MAX_N)
def byte_codes(n: int) -> bytes:
    """Return what each byte means as a cell of an n × n grid with the usual symbols, in either case.

    Examples
    --------
    >>> [byte_codes(16)[ord(sign)] for sign in ".0*19AaGgZ"]
    [0, 0, 0, 1, 9, 10, 10, 16, 16, 255]
    """
    codes = {mark: 0 for mark in EMPTY if mark.isascii()}
    for value, symbol in enumerate(default_alphabet(n), 1):
        codes[symbol] = codes[symbol.lower()] = value
    return bytes(codes.get(chr(code), NEITHER) for code in range(256))


def plain_cells(raw: NDArray[np.uint8], n: int) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """Return the cells of lines of n * n bytes, and which lines can be read in this one way.

    Parameters
    ----------
    raw : uint8 array of shape (lines, n * n)
    n : int

    Examples
    --------
    >>> lines = np.frombuffer(b"12..............0.231...........", dtype=np.uint8).reshape(2, 16)
    >>> plain_cells(lines, 4)[1].tolist()
    [True, False]
    """
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
    """Return whether a grid with the usual symbols shows letters alone, which could be A to Z from the first.

    Examples
    --------
    >>> is_lettered(16, bytes([10] + [0] * 255)), is_lettered(16, bytes([9, 10] + [0] * 254))
    (True, False)
    """
    return n > USUAL and any(cells) and not any(0 < value <= USUAL for value in cells)


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
    >>> check_symbols("ABCD", 4), check_symbols("0, 1, 10", None)
    (('A', 'B', 'C', 'D'), ('0', '1', '10'))
    >>> check_symbols("AB|D", 4)  # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
        ...
    unriddle.base.PuzzleError: '|' as a symbol, expected letters, digits and the like
    """
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
            f"{len(set(known))} different symbols, expected {n} for a grid of {n} × {n}", file=file
        )
    return known


Fail = Callable[[str, int], PuzzleError]


def decode(
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
    one, other = (
        ("x", "X") if small and not any(cell.isupper() for cell in cells if cell != "X") else ("X", "x")
    )
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
        codes |= {symbol.lower(): k for symbol, k in codes.items()} | {
            symbol.upper(): k for symbol, k in codes.items()
        }
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
    """Return the cells of a grid of candidates: those with one are given.

    Candidates stand in rising order, or each at its own place with marks between.
    """
    codes, found = _codes(alphabet), bytearray()
    seen = [set[int]() for _ in range(n)]
    for k, cell in enumerate(cells):
        values = [codes.get(ch, NEITHER) for ch in cell]
        kept = [value for value in values if value]
        placed = len(values) == n and all(value in (0, at) for at, value in enumerate(values, 1))
        whole = placed or len(kept) == len(values)
        if len(cell) > 1 and not (kept and whole and kept == sorted(set(kept)) and NEITHER not in kept):
            if n > 9:
                raise _unknown(cell, alphabet, k, fail)
            raise fail(f"{cell!r:.40} is neither a symbol nor a set of candidates in rising order", k)
        if NEITHER in kept:
            raise _unknown(cell, alphabet, k, fail)
        seen[k // n].update(kept)
        found.append(kept[0] if len(kept) == 1 else 0)
    if n > 9 and any(len(row) < n for row in seen):  # else a slip in a grid of numbers would be candidates
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
