"""Rules of Sudoku variants as relations of two cells, and a plain search; no part of the package."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from math import isqrt
from typing import Any, NamedTuple

Cell = tuple[int, int]
Numbers = tuple[int, ...]
STARS = {
    "asterisk": {(1, 4), (2, 2), (2, 6), (4, 1), (4, 4), (4, 7), (6, 2), (6, 6), (7, 4)},
    "girandola": {(0, 0), (0, 8), (1, 4), (4, 1), (4, 4), (4, 7), (7, 4), (8, 0), (8, 8)},
    "centre-dot": set(product((1, 4, 7), repeat=2)),
}
SIGNS = {
    "<": lambda x, y: x < y,
    ">": lambda x, y: x > y,
    "~": lambda x, y: abs(x - y) == 1,
    ":": lambda x, y: x == 2 * y or y == 2 * x,
}
VARIANTS = ("diagonal", "windoku", "disjoint", *STARS, "anti-knight", "anti-king", "nonconsecutive")
BOXES = [
    *((n, (down, n // down)) for n in range(1, 7) for down in range(1, n + 1) if n % down == 0),
    *((n, None) for n in range(1, 7)),
    *((n, (isqrt(n), isqrt(n))) for n in (4, 4, 4, 9)),
]
"""Sizes with their boxes, or without any."""


class Kind(NamedTuple):
    """What a grid keeps to; cells are written r1c1."""

    n: int
    box: tuple[int, int] | None = None
    names: tuple[str, ...] = ()
    regions: str = ""
    groups: str = ""
    even: str = ""
    odd: str = ""
    marks: str = ""


def rules_of(kind: Kind) -> dict[str, Any]:
    """Return the keywords of the package for a kind."""
    rules = {"box": kind.box, "variants": " ".join(kind.names), "regions": kind.regions}
    rules |= {"groups": kind.groups, "even": kind.even, "odd": kind.odd, "relations": kind.marks}
    return {name: value for name, value in rules.items() if value}


def defined(kind: Kind) -> bool:
    """Say whether the field knows each variant of a kind for its size and boxes."""
    square = kind.box is not None and kind.box[0] == kind.box[1] > 1
    known = {
        "windoku": square,
        "disjoint": kind.box is not None,
        "asterisk": kind.n == 9,
        "girandola": kind.n == 9,
        "centre-dot": kind.box == (3, 3),
    }
    return all(known.get(name, True) for name in kind.names)


def places(text: str) -> list[Cell]:
    """Return the cells of a text such as ``r1c1 r2c2``."""
    return [(int(row) - 1, int(col) - 1) for row, col in (part[1:].split("c") for part in text.split())]


def signs(text: str) -> Iterator[tuple[Cell, str, Cell]]:
    """Yield pairs of cells with the sign between, chains taken apart."""
    for chain in text.split():
        cells = places(" ".join(chain[k : k + 4] for k in range(0, len(chain), 5)))
        yield from zip(cells, chain[4::5], cells[1:], strict=False)


def differ(kind: Kind, a: Cell, b: Cell) -> bool:
    """Say whether two cells may not hold the same number."""
    (r, c), (s, d) = a, b
    down, right = abs(r - s), abs(c - d)
    if r == s or c == d:
        return True
    if kind.box is not None:
        height, width = kind.box
        if (r // height, c // width) == (s // height, d // width):
            return True
        if "disjoint" in kind.names and (r % height, c % width) == (s % height, d % width):
            return True
    rows, step = kind.regions.split("/"), isqrt(kind.n) + 1
    window = all(k % step for k in (r, c, s, d)) and (r // step, c // step) == (s // step, d // step)
    return (
        (kind.regions != "" and rows[r][c] == rows[s][d])
        or ("windoku" in kind.names and window)
        or ("diagonal" in kind.names and r == c and s == d)
        or ("diagonal" in kind.names and r + c == s + d == kind.n - 1)
        or ("anti-knight" in kind.names and {down, right} == {1, 2})
        or ("anti-king" in kind.names and down == right == 1)
        or any(a in STARS[name] and b in STARS[name] for name in STARS if name in kind.names)
        or any(a in places(group) and b in places(group) for group in kind.groups.split(";"))
    )


def table(kind: Kind, a: Cell, b: Cell) -> dict[int, set[int]] | None:
    """Return for each number of a cell those that another one may hold; None where any may."""
    marks = [(one == a, sign) for one, sign, two in signs(kind.marks) if {a, b} == {one, two}]
    apart = abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1 and "nonconsecutive" in kind.names
    apart = apart and all(sign != "~" for _, sign in marks)
    same_never = differ(kind, a, b)
    if not (marks or apart or same_never):
        return None

    return _numbers(kind.n, same_never, apart, tuple(marks))


@cache
def _numbers(
    n: int, same_never: bool, apart: bool, marks: tuple[tuple[bool, str], ...]
) -> dict[int, set[int]]:
    def may(v: int, w: int) -> bool:
        kept = all(SIGNS[sign](*((v, w) if first else (w, v))) for first, sign in marks)
        return kept and not (same_never and v == w) and not (apart and abs(v - w) == 1)

    return {v: {w for w in range(1, n + 1) if may(v, w)} for v in range(1, n + 1)}


class Reference:
    """The tables of a kind, its solutions, and which grids are right."""

    def __init__(self, kind: Kind) -> None:
        self.kind, n = kind, kind.n
        self.cells = list(product(range(n), repeat=2))
        self.tables = [
            [
                (place, may)
                for place, other in enumerate(self.cells)
                if other != cell and (may := table(kind, cell, other)) is not None
            ]
            for cell in self.cells
        ]
        self.first = [set(range(1, n + 1)) for _ in self.cells]
        for parity, text in enumerate((kind.even, kind.odd)):
            for row, col in places(text):
                self.first[n * row + col] = {v for v in range(1, n + 1) if v % 2 == parity}

    def right(self, grid: Sequence[int]) -> bool:
        """Say whether a full grid keeps to every rule."""
        return all(
            value in self.first[cell] and all(grid[other] in may[value] for other, may in self.tables[cell])
            for cell, value in enumerate(grid)
        )

    def solutions(self, clues: Sequence[int]) -> Iterator[Numbers]:
        """Yield the solutions of a grid, 0 where it is empty; fill the cell with the fewest numbers first."""
        left = [{clue} & own if clue else own for clue, own in zip(clues, self.first, strict=True)]
        yield from self._search(left, frozenset(range(len(left))))

    def _search(self, left: list[set[int]], open_cells: frozenset[int]) -> Iterator[Numbers]:
        if not open_cells:
            yield tuple(min(own) for own in left)
            return
        cell = min(open_cells, key=lambda k: len(left[k]))
        for value in sorted(left[cell]):
            after = list(left)
            after[cell] = {value}
            for other, may in self.tables[cell]:
                after[other] = after[other] & may[value]
                if not after[other]:
                    break
            else:
                yield from self._search(after, open_cells - {cell})
