"""Cells, sets of cells and relations of cells as people write them: ``r1c1 r2c3``, ``r1c1<r1c2``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from ...base import PuzzleError
from ...io.grid_text import Row, Symbols, read_grid
from ..framework.arguments import as_int

__all__ = [
    "SIGNS",
    "Relation",
    "cell_sign",
    "cells_of",
    "groups_of",
    "keeps",
    "regions_of",
    "regions_rows",
    "relations_of",
    "relations_text",
]

CELL = re.compile(r"[rR](\d{1,2})[cC](\d{1,2})\Z")
SIGNS = {
    "<": "the first is less than the second",
    ">": "the first is greater than the second",
    "~": "they are consecutive",
    ":": "one is twice the other",
}
"""Sign between two cells -> what it says of their numbers."""
PARTS = re.compile(r"\s*([<>~:])\s*")
REGIONS = Symbols(square=True, blank=False, one="grid of regions")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"


class Relation(NamedTuple):
    """What two cells have to be to each other; ``>`` is written the other way round."""

    first: int
    sign: str
    second: int


def keeps(sign: str, first: int, second: int) -> bool:
    """Say whether two numbers are to each other as a sign says.

    Examples
    --------
    >>> keeps("<", 1, 2), keeps("~", 3, 2), keeps(":", 2, 4), keeps(":", 2, 3)
    (True, True, True, False)
    """
    if sign == "<":
        return first < second
    if sign == "~":
        return abs(first - second) == 1
    return first == 2 * second or second == 2 * first


def cell_sign(cell: int, n: int) -> str:
    """Return a cell of an n × n grid as ``r1c1``.

    Examples
    --------
    >>> cell_sign(10, 9)
    'r2c2'
    """
    return f"r{cell // n + 1}c{cell % n + 1}"


def _cell(value: Any, n: int, what: str) -> int:
    """Return the number of a cell, from ``r1c1`` or from (row, column) counted from 0."""
    if isinstance(value, str):
        match = CELL.match(value)
        row, col = (int(match[1]) - 1, int(match[2]) - 1) if match else (-1, -1)
    elif isinstance(value, (list, tuple)) and len(value) == 2:
        row, col = (-1 if (k := as_int(part)) is None else k for part in value)
    else:
        row = col = -1
    if not (0 <= row < n and 0 <= col < n):
        raise PuzzleError(f"{value!r:.40} in {what}, expected a cell from r1c1 to r{n}c{n}")
    return n * row + col


def cells_of(value: Any, n: int, what: str) -> tuple[int, ...]:
    """Return the numbers of some cells, in rising order, from ``"r1c1 r1c2"`` or (row, column) pairs.

    Raises
    ------
    PuzzleError
        No cells of an n × n grid, or one twice.

    Examples
    --------
    >>> cells_of("r1c1, r2c3", 4, "even"), cells_of([(0, 0), (1, 2)], 4, "even")
    ((0, 6), (0, 6))
    """
    if value is None:
        return ()
    if isinstance(value, str):
        value = value.replace(",", " ").split()
    if not isinstance(value, Iterable) or isinstance(value, Mapping):
        raise PuzzleError(f"{what}={value!r:.40}, expected cells such as r1c1 r2c3")
    found = [_cell(one, n, what) for one in value]
    if len(set(found)) != len(found):
        twice = next(cell for cell in found if found.count(cell) > 1)
        raise PuzzleError(f"{cell_sign(twice, n)} stands twice in {what}, expected each cell once")
    return tuple(sorted(found))


def groups_of(value: Any, n: int) -> tuple[tuple[int, ...], ...]:
    """Return sets of 2 to n cells without a symbol twice: texts apart by ``;`` or ``/``, or lists of cells.

    Examples
    --------
    >>> groups_of("r1c1 r2c2; r1c2 r2c1", 4), groups_of([[(0, 0), (1, 1)]], 4)
    (((0, 5), (1, 4)), ((0, 5),))
    """
    if value is None:
        return ()
    if isinstance(value, str):
        value = [part for part in re.split("[;/]", value) if part.strip()]
    if not isinstance(value, Iterable) or isinstance(value, Mapping):
        raise PuzzleError(f"groups={value!r:.40}, expected sets of cells such as r1c1 r2c3")
    found = []
    for k, part in enumerate(value, 1):
        cells = cells_of(part, n, f"group {k}")
        if not 2 <= len(cells) <= n:
            raise PuzzleError(f"group {k} of {len(cells)} cells, expected from 2 to {n}")
        found.append(cells)
    return tuple(sorted(set(found)))


def relations_of(value: Any, n: int) -> tuple[Relation, ...]:
    """Return relations of cells from a text such as ``"r1c1<r1c2<r1c3 r2c1~r2c2"``, or a list of such.

    Raises
    ------
    PuzzleError
        No relation, or of a cell to itself.

    Examples
    --------
    >>> relations_of("r1c2 > r1c1 ~ r2c1", 4)
    (Relation(first=0, sign='<', second=1), Relation(first=0, sign='~', second=4))
    """
    if value is None:
        return ()
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, Iterable) or isinstance(texts, Mapping):
        raise PuzzleError(f"relations={value!r:.40}, expected such as r1c1<r1c2")
    found: set[Relation] = set()
    for text in texts:
        if not isinstance(text, str):
            raise PuzzleError(f"{text!r:.40} in relations, expected such as r1c1<r1c2")
        for chain in PARTS.sub(r"\1", text.replace(",", " ").replace(";", " ")).split():
            found.update(_chain(chain, n))
    return tuple(sorted(found))


def _chain(text: str, n: int) -> Iterable[Relation]:
    """Yield the relations of ``cell sign cell sign cell …``."""
    parts = PARTS.split(text)
    if len(parts) < 3:
        raise PuzzleError(
            f"{text!r:.40} in relations, expected two cells with one of {' '.join(SIGNS)} between"
        )
    cells = [_cell(part, n, "relations") for part in parts[::2]]
    for (first, second), sign in zip(pairwise(cells), parts[1::2], strict=True):
        if first == second:
            raise PuzzleError(f"{text!r:.40} in relations, expected two different cells")
        if sign == ">":
            yield Relation(second, "<", first)
        elif sign == "<":
            yield Relation(first, sign, second)
        else:
            yield Relation(min(first, second), sign, max(first, second))


def relations_text(relations: Sequence[Relation], n: int) -> str:
    """Return relations as `relations_of` reads them.

    Examples
    --------
    >>> relations_text(relations_of("r1c2>r1c1", 4), 4)
    'r1c1<r1c2'
    """
    return " ".join(f"{cell_sign(a, n)}{sign}{cell_sign(b, n)}" for a, sign, b in relations)


def regions_of(value: Any, n: int) -> tuple[int, ...]:
    """Return the region of each cell, numbered as they come: from n * n letters, or rows, or numbers.

    Raises
    ------
    PuzzleError
        Not n regions of n cells each.

    Examples
    --------
    >>> regions_of("AAAB/ACBB/CCBD/CDDD", 4)
    (0, 0, 0, 1, 0, 2, 1, 1, 2, 2, 1, 3, 2, 3, 3, 3)
    """
    if isinstance(value, str):
        value = read_grid(value, lambda rows, size: _region_signs(rows, n), REGIONS)
    if not isinstance(value, Iterable) or isinstance(value, Mapping):
        raise PuzzleError(f"regions={value!r:.40}, expected a letter for each cell")
    signs: list[Any] = []
    for part in value:
        signs += (
            re.sub(r"[\s|,]", "", part)
            if isinstance(part, str)
            else list(part)
            if isinstance(part, Iterable)
            else [part]
        )
    if len(signs) != n * n:
        raise PuzzleError(f"regions of {len(signs)} cells, expected {n * n}: a letter for each cell")
    number: dict[Any, int] = {}
    try:
        found = tuple(number.setdefault(sign, len(number)) for sign in signs)
    except TypeError:
        raise PuzzleError(f"regions={value!r:.40}, expected a letter for each cell") from None
    for sign, k in number.items():
        if found.count(k) != n:
            raise PuzzleError(f"region {sign} has {found.count(k)} cells, expected {n}")
    return found


def _region_signs(rows: list[Row], n: int) -> list[list[str]]:
    """Return the rows of regions of a text."""
    count = sum(len(row.cells) for row in rows)
    if count != n * n or (len(rows) > 1 and any(len(row.cells) != n for row in rows)):
        raise rows[0].error(f"regions of {count} cells, expected {n * n}: a letter for each cell")
    return [row.cells for row in rows]


def regions_rows(regions: Sequence[int], n: int) -> list[str]:
    """Return the rows of regions as letters.

    Examples
    --------
    >>> regions_rows(regions_of("xxyy" * 2 + "zzvv" * 2, 4), 4)
    ['AABB', 'AABB', 'CCDD', 'CCDD']
    """
    letters = [LETTERS[k] for k in regions]
    return ["".join(letters[k : k + n]) for k in range(0, n * n, n)]
