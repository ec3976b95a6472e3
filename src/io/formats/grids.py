"""Convert between the text of a square grid, as its puzzle writes it, and numbers: 0 is empty."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from math import isqrt
from typing import Any

from ...base import PuzzleError
from .format import PuzzleText

DIGITS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
"""Names of regions."""
LEAST = 4
"""Fewest rows: smaller grids are no formats' puzzles."""

Numbers = list[int]


def made_of(numbers: Sequence[int], n: int, **rules: Any) -> PuzzleText:
    """Return the text of a grid of numbers with its rules; those that are None or empty are left out.

    Examples
    --------
    >>> made_of([1, 0, 0, 0] * 4, 4, even="").text
    '1...1...1...1...'
    """
    if not LEAST <= n <= len(DIGITS):
        raise PuzzleError(f"a grid of {n}×{n}, expected from {LEAST}×{LEAST} to {len(DIGITS)}×{len(DIGITS)}")
    if len(numbers) != n * n:
        raise PuzzleError(f"{len(numbers):,} cells, but a grid of {n}×{n} has {n * n:,}")
    wrong = next((value for value in numbers if not 0 <= value <= n), None)
    if wrong is not None:
        raise PuzzleError(f"{wrong} in a cell, expected 1 to {n}")
    signs = "." + DIGITS
    found = {name: value for name, value in rules.items() if value}
    if n > 9:
        found["symbols"] = DIGITS[:n]
    return PuzzleText("".join(signs[value] for value in numbers), found)


def numbers_of(puzzle: PuzzleText, *known: str) -> tuple[Numbers, int]:
    """Return the numbers of a grid and its rows; a rule that is not known is an error.

    Examples
    --------
    >>> numbers_of(PuzzleText("1..." * 4))
    ([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0], 4)
    """
    check_rules(puzzle, known)
    text, symbols = puzzle.text, puzzle.rules.get("symbols")
    cells = [cell for cell in text.split() if cell != "/"] if " " in text else list(text.replace("/", ""))
    n = isqrt(len(cells))
    if not LEAST <= n <= len(DIGITS):
        raise PuzzleError(f"a grid of {n}×{n} has no such format; expected at least {LEAST}×{LEAST}")
    codes = {symbol: k for k, symbol in enumerate(symbols or DIGITS[:n], 1)}
    return [codes.get(cell, 0) for cell in cells], n


def nine_of(puzzle: PuzzleText) -> Numbers:
    """Return the numbers of a 9×9 grid without further rules."""
    numbers, n = numbers_of(puzzle)
    if n != 9:
        raise PuzzleError(f"a grid of {n}×{n}, but this format holds 9×9")
    return numbers


def check_rules(puzzle: PuzzleText, known: Iterable[str]) -> None:
    """Raise where a puzzle has a rule that a format cannot say."""
    said = [name for name, value in puzzle.rules.items() if value is not None]
    unsaid = [name for name in said if name not in {*known, "symbols", "strict"}]
    if unsaid:
        raise PuzzleError(f"this format has no {' and no '.join(unsaid)}; choose another")


def usual_box(n: int) -> tuple[int, int]:
    """Return rows and columns of the usual boxes: as square as can be, broader than high.

    Examples
    --------
    >>> usual_box(9), usual_box(6), usual_box(7)
    ((3, 3), (2, 3), (1, 7))
    """
    rows = next(k for k in range(isqrt(n), 0, -1) if n % k == 0)
    return rows, n // rows


def box_regions(box: Sequence[int], n: int) -> Numbers:
    """Return the number of the box of each cell.

    Examples
    --------
    >>> box_regions((2, 2), 4)[:8]
    [0, 0, 1, 1, 0, 0, 1, 1]
    """
    rows, cols = box
    return [r // rows * rows + c // cols for r in range(n) for c in range(n)]


def boxes_as_rules(regions: Sequence[Any], n: int) -> dict[str, Any]:
    """Return the rules that say which cells make a box: nothing for squares, a box, or regions as letters."""
    order: dict[Any, int] = {}
    found = [order.setdefault(region, len(order)) for region in regions]
    counts = [found.count(k) for k in range(len(order))]
    if len(order) != n or set(counts) != {n}:
        raise PuzzleError(f"a region of {next(k for k in [*counts, 0] if k != n)} cells, expected {n}")
    for rows in range(1, n + 1):
        if n % rows == 0 and found == box_regions((rows, n // rows), n):
            if rows == 1 or rows == n:  # rows or columns again
                return {"variants": ["latin"]}
            return {} if rows * rows == n else {"box": [rows, n // rows]}
    letters = [LETTERS[k] for k in found]
    return {"regions": ["".join(letters[k : k + n]) for k in range(0, n * n, n)]}


def regions_as_numbers(puzzle: PuzzleText, n: int) -> Numbers:
    """Return the number of the box or region of each cell of a puzzle."""
    rules = puzzle.rules
    if "regions" in rules:
        order: dict[str, int] = {}
        return [order.setdefault(letter, len(order)) for letter in "".join(rules["regions"])]
    return box_regions(rules["box"] if "box" in rules else (isqrt(n), isqrt(n)), n)


def closed_regions(n: int, joined: Iterable[tuple[int, int]]) -> Numbers:
    """Return the number of the region of each cell, where pairs of neighbours are in one region.

    Examples
    --------
    >>> closed_regions(2, [(0, 1)])
    [0, 0, 2, 3]
    """
    root = list(range(n * n))

    def find(cell: int) -> int:
        while root[cell] != cell:
            root[cell] = cell = root[root[cell]]
        return cell

    for first, second in joined:
        one, other = sorted((find(first), find(second)))
        root[other] = one
    return [find(cell) for cell in range(n * n)]


def cells_in(text: Any, n: int) -> list[int]:
    """Return the numbers of cells such as ``R1C1``, in any case.

    Examples
    --------
    >>> cells_in("r1c2 R4C3", 4)
    [1, 14]
    """
    found = [(int(row), int(col)) for row, col in re.findall(r"[rR](\d{1,3})[cC](\d{1,3})", str(text))]
    if not found or not all(1 <= row <= n and 1 <= col <= n for row, col in found):
        raise PuzzleError(f"{text!r:.40} as a cell, expected R1C1 to R{n}C{n}")
    return [(row - 1) * n + col - 1 for row, col in found]


def cell_names(cells: Iterable[int], n: int) -> str:
    """Return cells as the rules of a puzzle name them.

    Examples
    --------
    >>> cell_names([1, 14], 4)
    'r1c2 r4c3'
    """
    return " ".join(f"r{cell // n + 1}c{cell % n + 1}" for cell in cells)
