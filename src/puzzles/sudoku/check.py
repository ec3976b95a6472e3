"""Says whether a grid is a solution, from the rules alone: shares nothing with parser or solver."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .layout import Layout

__all__ = ["faults"]

At = tuple[int, int]
DIFFER: dict[str, Callable[[int, int], bool]] = {
    "anti-knight": lambda down, right: down * right == 2,
    "anti-king": lambda down, right: max(down, right) == 1,
}
"""Variant -> whether cells that lie so to each other, in rows and columns, differ."""
STARS = {
    "asterisk": (
        "......... / ....*.... / ..*...*.. / ......... / .*..*..*. / "
        "......... / ..*...*.. / ....*.... / ........."
    ),
    "girandola": (
        "*.......* / ....*.... / ......... / ......... / .*..*..*. / "
        "......... / ......... / ....*.... / *.......*"
    ),
    "centre-dot": (
        "......... / .*..*..*. / ......... / ......... / .*..*..*. / "
        "......... / ......... / .*..*..*. / ........."
    ),
}
"""Variant of 9 × 9 -> the nine cells that hold each symbol once."""


def faults(
    givens: Sequence[str], filled: Sequence[str], layout: Layout, alphabet: Sequence[str]
) -> list[str]:
    """Return everything that keeps `filled` from being a solution of `givens`; nothing where it is one.

    Parameters
    ----------
    givens, filled : sequence of n * n str
        Cells row by row, ``"*"`` where empty.
    layout : Layout
        Whose fields are read, not its tables.
    alphabet : sequence of n str
        The symbols.

    Examples
    --------
    >>> from unriddle.puzzles.sudoku.layout import boxed
    >>> faults("1*" "**", "12" "11", boxed((1, 2)), "12")
    ['row 2 has 1 2 times', 'column 1 has 1 2 times', 'box 2 has 1 2 times', ...
    """
    n = layout.n
    wrong = []
    for k, (given, symbol) in enumerate(zip(givens, filled, strict=True)):
        if symbol == "*":
            wrong.append(f"row {k // n + 1}, column {k % n + 1} is empty")
        elif given not in ("*", symbol):
            wrong.append(f"row {k // n + 1}, column {k % n + 1} is {symbol}, given {given}")
    for symbol in alphabet:
        places = [divmod(k, n) for k in range(n * n) if filled[k] == symbol]
        for what, numbers, count in _numbered(layout, places):
            wrong += [
                f"{what} {unit + 1} has {symbol} {numbers.count(unit)} times"
                for unit in range(count)
                if numbers.count(unit) != 1
            ]
    number = {symbol: k for k, symbol in enumerate(alphabet, 1)}
    return wrong + list(_against_variant([number.get(symbol, 0) for symbol in filled], layout))


def _numbered(layout: Layout, places: list[At]) -> Iterator[tuple[str, list[int], int]]:
    """Yield the units by kind: in which one each place is, from 0, and how many there are."""
    n = layout.n
    yield "row", [row for row, _ in places], n
    yield "column", [col for _, col in places], n
    if layout.box is not None:
        height, width = layout.box
        yield "box", [row // height * height + col // width for row, col in places], n
        if "disjoint" in layout.variants:
            yield "place", [row % height * width + col % width for row, col in places], n
        if "windoku" in layout.variants:
            down, across = n // (height + 1), n // (width + 1)
            inside = [
                (row - 1) // (height + 1) * across + (col - 1) // (width + 1)
                for row, col in places
                if row % (height + 1)
                and col % (width + 1)
                and row <= down * (height + 1)
                and col <= across * (width + 1)
            ]
            yield "window", inside, down * across
    if layout.regions is not None:
        yield "region", [layout.regions[n * row + col] for row, col in places], n
    if "diagonal" in layout.variants:
        yield "falling diagonal", [0 for row, col in places if row == col], 1
        yield "rising diagonal", [0 for row, col in places if row + col == n - 1], 1
    for name, picture in STARS.items():
        if name in layout.variants:
            marks = picture.replace(" ", "").replace("/", "")
            yield name, [0 for row, col in places if marks[n * row + col] == "*"], 1


def _against_variant(numbers: Sequence[int], layout: Layout) -> Iterator[str]:
    """Yield what a variant rules out; 0 is empty."""
    n = layout.n
    named = [f"row {k // n + 1}, column {k % n + 1}" for k in range(n * n)]
    of_pairs = layout.groups or not {*DIFFER, "nonconsecutive"}.isdisjoint(layout.variants)
    for k, number in enumerate(numbers):
        if number and ((k in layout.even and number % 2) or (k in layout.odd and not number % 2)):
            yield f"{named[k]} is number {number}, expected {'even' if number % 2 else 'odd'}"
        for other in range(k + 1, n * n) if of_pairs else ():
            down, right = other // n - k // n, abs(other % n - k % n)
            near = [name for name, lies in DIFFER.items() if name in layout.variants and lies(down, right)]
            near += [
                f"group {g}" for g, cells in enumerate(layout.groups, 1) if k in cells and other in cells
            ]
            if number and number == numbers[other]:
                yield from (f"{named[k]} and {named[other]} are the same ({name})" for name in near)
            marked = (k, "~", other) in layout.relations or (other, "~", k) in layout.relations
            beside = "nonconsecutive" in layout.variants and down + right == 1 and not marked
            if beside and number and numbers[other] and number - numbers[other] in (1, -1):
                yield f"{named[k]} and {named[other]} are consecutive"
    for first, sign, second in layout.relations:
        one, two = numbers[first], numbers[second]
        right_so = {"<": one < two, "~": one - two in (1, -1), ":": one == 2 * two or two == 2 * one}
        if one and two and not right_so[sign]:
            yield f"{named[first]} is number {one}, {named[second]} {two}, expected {sign} between them"
