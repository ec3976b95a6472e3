"""Rules of Sudoku and its variants as relations of two cells, and a plain search; no part of the package."""

import re
from functools import cache
from itertools import product
from operator import gt, lt
from typing import NamedTuple

STARS = {
    "asterisk": {(1, 4), (2, 2), (2, 6), (4, 1), (4, 4), (4, 7), (6, 2), (6, 6), (7, 4)},
    "girandola": {(0, 0), (0, 8), (1, 4), (4, 1), (4, 4), (4, 7), (7, 4), (8, 0), (8, 8)},
    "centre-dot": set(product((1, 4, 7), repeat=2)),
}
APART = {"anti-knight": [1, 2], "anti-king": [1, 1]}
SIGNS = {"<": lt, ">": gt, "~": lambda x, y: abs(x - y) == 1, ":": lambda x, y: 2 * min(x, y) == max(x, y)}
VARIANTS = ("diagonal", "windoku", "disjoint", *STARS, *APART, "nonconsecutive")
BOXES = [(n, (down, n // down)) for n in range(1, 7) for down in range(1, n + 1) if n % down == 0]
BOXES += [*((n, None) for n in range(1, 7)), *[(4, (2, 2))] * 3, (9, (3, 3))]
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


def rules_of(kind):
    """Return the keywords of the package for a kind."""
    rules = {"box": kind.box, "variants": " ".join(kind.names), "regions": kind.regions}
    rules |= {"groups": kind.groups, "even": kind.even, "odd": kind.odd, "relations": kind.marks}
    return {name: value for name, value in rules.items() if value}


def defined(kind):
    """Say whether the field knows each variant of a kind for its size and boxes."""
    height, width = kind.box or (0, 1)
    known = {"windoku": height == width > 1, "disjoint": height > 0, "centre-dot": kind.box == (3, 3)}
    return all(known.get(name, name not in STARS or kind.n == 9) for name in kind.names)


def places(text):
    """Return the cells of a text such as ``r1c1 r2c2``."""
    return [(int(row) - 1, int(col) - 1) for row, col in (part[1:].split("c") for part in text.split())]


def keys_of(kind):
    """Return functions of row and column: cells of one value, False apart, hold different numbers."""
    keys = [lambda r, c: (r,), lambda r, c: (0, c)]
    if kind.box is not None:
        height, width = kind.box
        keys.append(lambda r, c: (r // height, c // width))
        if "disjoint" in kind.names:
            keys.append(lambda r, c: (r % height, c % width))
        if "windoku" in kind.names:
            step = height + 1
            keys.append(lambda r, c: r % step > 0 < c % step and (r // step, c // step))
    if kind.regions:
        keys.append(lambda r, c: kind.regions.split("/")[r][c])
    if "diagonal" in kind.names:
        keys += [lambda r, c: r == c, lambda r, c: r + c == kind.n - 1]
    marked = [STARS[name] for name in STARS if name in kind.names] + list(map(places, kind.groups.split(";")))
    return keys + [lambda r, c, cells=cells: (r, c) in cells for cells in marked]


@cache
def numbers_beside(n, differ, apart, marks):
    """Return for each number of a cell those that another one may hold."""
    kept = lambda v, w: all(SIGNS[sign](*((v, w) if first else (w, v))) for sign, first in marks)  # noqa: E731
    may = lambda v, w: kept(v, w) and not (differ and v == w) and not (apart and abs(v - w) == 1)  # noqa: E731
    return {v: {w for w in range(1, n + 1) if may(v, w)} for v in range(1, n + 1)}


class Reference:
    """The rules of a kind for each two cells, its solutions, and which grids are right."""

    def __init__(self, kind):
        n, keys, marks = kind.n, keys_of(kind), {}
        for chain in kind.marks.split():
            ends, signs = places(" ".join(re.split("[<>~:]", chain))), re.findall("[<>~:]", chain)
            for a, sign, b in zip(ends, signs, ends[1:], strict=False):
                marks[a, b] = (*marks.get((a, b), ()), (sign, True))
                marks[b, a] = (*marks.get((b, a), ()), (sign, False))
        cells = list(product(range(n), repeat=2))
        values = [[key(*cell) for key in keys] for cell in cells]
        self.tables = [[] for _ in cells]
        for (a, (r, c)), (b, (s, d)) in product(enumerate(cells), repeat=2):
            steps, between = sorted((abs(r - s), abs(c - d))), marks.get((cells[a], cells[b]), ())
            differ = any(one and one == other for one, other in zip(values[a], values[b], strict=True))
            differ = differ or any(steps == APART[name] for name in APART if name in kind.names)
            apart = steps == [0, 1] and "nonconsecutive" in kind.names and "~" not in dict(between)
            if a != b and (differ or apart or between):
                self.tables[a].append((b, numbers_beside(n, differ, apart, between)))
        self.first = [set(range(1, n + 1)) for _ in cells]
        for parity, text in enumerate((kind.even, kind.odd)):
            for row, col in places(text):
                self.first[n * row + col] = {v for v in range(1, n + 1) if v % 2 == parity}

    def right(self, grid):
        """Say whether a full grid keeps to every rule."""
        return all(
            value in self.first[cell] and all(grid[other] in may[value] for other, may in self.tables[cell])
            for cell, value in enumerate(grid)
        )

    def solutions(self, clues):
        """Yield the solutions of a grid, 0 where it is empty; fill the cell with the fewest numbers first."""
        left = [{clue} & own if clue else own for clue, own in zip(clues, self.first, strict=True)]
        stack = [(left, frozenset(range(len(left))))]
        while stack:
            left, open_cells = stack.pop()
            if not open_cells:
                yield tuple(min(own) for own in left)
                continue
            cell = min(open_cells, key=lambda k: len(left[k]))
            for value in left[cell]:
                after = list(left)
                after[cell] = {value}
                for other, may in self.tables[cell]:
                    after[other] = after[other] & may[value]
                if all(after):
                    stack.append((after, open_cells - {cell}))
