"""Plain-Python twin of `core.assign.sudoku_forms`: same names, same answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product

__all__ = ["forms"]

MULTIPLIER, WORD = 0x9E3779B97F4A7C15, (1 << 64) - 1

Table = Sequence[Sequence[int]]
Known = tuple[list[int], list[int], list[int]]
"""Rows, columns and symbols, in the order in which they became known."""


def _mixed(value: int) -> int:
    """Return a number whose sums tell collections of values apart, as a rule."""
    value = (value + 1) * MULTIPLIER & WORD
    value ^= value >> 29
    value = value * MULTIPLIER & WORD
    return value ^ value >> 29


class _View:
    """A grid, or its transposed one: what stands where, and which cells are clues."""

    def __init__(self, values: Table, given: Table, box: tuple[int, int]) -> None:
        self.values, self.given, self.box, self.n = values, given, box, len(values)
        self.columns = list(zip(*values, strict=True))

    def kinds(self) -> Iterator[tuple[int, tuple[int, int, int]]]:
        """Yield of two rows of a band and a column a number that no symmetry changes, and these."""
        band = self.box[0]
        in_row = [sum(map(bool, row)) for row in self.given]
        in_column = [sum(map(bool, column)) for column in zip(*self.given, strict=True)]
        for first, second in product(range(self.n), repeat=2):
            if first == second or (band > 1 and first // band != second // band):
                continue
            lengths = self._cycles(first, second)
            in_band = sum(in_row[first // band * band :][:band])
            total = sum(map(_mixed, lengths)) & WORD
            kind = _mixed(total ^ _mixed(in_row[first] * 64 + in_row[second])) ^ _mixed(in_band + 1000)
            for column, length in enumerate(lengths):
                own = length * 4 + bool(self.given[first][column]) * 2 + bool(self.given[second][column])
                yield _mixed(kind ^ _mixed(own * 64 + in_column[column])), (first, second, column)

    def _cycles(self, first: int, second: int) -> list[int]:
        """Return of each column how long its cycle from one row to the other is."""
        onward = [self.values[second].index(value) for value in self.values[first]]
        lengths = []
        for column in range(self.n):
            at, length = onward[column], 1
            while at != column:
                at, length = onward[at], length + 1
            lengths.append(length)
        return lengths

    def texts(self, known: Known) -> Iterator[list[int]]:
        """Yield the texts of what follows; of a grid within the grid all next rows are tried."""
        self._follow(known)
        rows, cols, symbols = known
        if min(map(len, known)) < self.n:
            for row in sorted(set(range(self.n)) - set(rows)):
                yield from self.texts(([*rows, row], [*cols], [*symbols]))
            return
        bands, stacks = [row // self.box[0] for row in rows], [col // self.box[1] for col in cols]
        orders = [list(dict.fromkeys(groups)) for groups in (bands, stacks)]
        ranks = [orders[0].index(band) for band in bands] + [orders[1].index(stack) for stack in stacks]
        yield ranks + [
            2 * symbols.index(self.values[row][col]) + bool(self.given[row][col])
            for row, col in product(rows, cols)
        ]

    def _follow(self, known: Known) -> None:
        """Find all that follows from what is known, in an order that the grid alone decides."""
        rows, cols, symbols = known
        before = -1
        while before < sum(map(len, known)):
            before = sum(map(len, known))
            for k, j in product(range(self.n), repeat=2):
                if k < len(rows) and j < len(cols):
                    _add(symbols, self.values[rows[k]][cols[j]])
                if k < len(rows) and j < len(symbols):
                    _add(cols, self.values[rows[k]].index(symbols[j]))
                if k < len(cols) and j < len(symbols):
                    _add(rows, self.columns[cols[k]].index(symbols[j]))


def _add(known: list[int], item: int) -> None:
    if item not in known:
        known.append(item)


def forms(
    values: Sequence[Table], given: Sequence[Table], box_rows: int, box_cols: int, transposed: bool
) -> list[list[int]]:
    """Return the canonical form of full grids with clues.

    Examples
    --------
    >>> grid = [[0, 1], [1, 0]]
    >>> forms([grid], [grid], 1, 2, True)
    [[0, 1, 0, 0, 1, 2, 2, 1]]
    """
    found = []
    for grid, clues in zip(values, given, strict=True):
        views = [_View(grid, clues, (box_rows, box_cols))]
        if transposed:
            turned, marks = (list(zip(*table, strict=True)) for table in (grid, clues))
            views.append(_View(turned, marks, (box_rows, box_cols)))
        frames = [(kind, view, frame) for view in views for kind, frame in view.kinds()]
        often = Counter(kind for kind, _, _ in frames)
        rarest = min(often, key=lambda kind: (often[kind], kind))
        chosen = ((view, frame) for kind, view, frame in frames if kind == rarest)
        texts = (text for view, (a, b, column) in chosen for text in view.texts(([a, b], [column], [])))
        found.append(min(texts))
    return found
