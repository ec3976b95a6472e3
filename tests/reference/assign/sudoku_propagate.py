"""Twin of `unriddle.core.assign.sudoku_propagate`: what a grid has to keep to, as the rules say it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

__all__ = ["Rules", "boxed", "clashes"]


class Rules:
    """What the solutions of a grid of n × n cells have to keep to.

    Parameters
    ----------
    n : int
        Rows, columns and digits; cells are numbered row by row.
    units : sequence of sequence of int
        Sets of n cells that hold each digit once; the rows of the grid first.
    apart : sequence of (int, int)
        Cells that differ.
    allowed : sequence of int, optional
        By cell: bit d says that it may hold digit d, from 0.
    clauses, starts : sequence of int
        Literals of all clauses, one after the other, and where each begins: 2 * (cell * n + digit), and one
        more where the cell does not hold the digit.

    Examples
    --------
    >>> rules = Rules(2, [[0, 1], [2, 3], [0, 2], [1, 3]], apart=[(0, 3)])
    >>> rules.candidates([1, 0, 0, 0], 1), rules.candidates([1, 0, 0, 0], 3)
    ([2], [2])
    """

    def __init__(
        self,
        n: int,
        units: Sequence[Sequence[int]],
        apart: Sequence[Sequence[int]] = (),
        allowed: Sequence[int] | None = None,
        clauses: Sequence[int] = (),
        starts: Sequence[int] = (0,),
    ) -> None:
        self.n = n
        self.units = [list(map(int, unit)) for unit in units]
        self.allowed = [(1 << n) - 1] * (n * n) if allowed is None else list(map(int, allowed))
        self.clauses = [list(map(int, clauses[a:b])) for a, b in pairwise(starts)]
        self.differ = [
            {other for unit in self.units if cell in unit for other in unit}
            | {int(b) for a, b in apart if a == cell}
            | {int(a) for a, b in apart if b == cell}
            for cell in range(n * n)
        ]

    def candidates(self, grid: Sequence[int], cell: int) -> list[int]:
        """Return the values that a cell may have and that nothing that it has to differ from has."""
        taken = {grid[other] for other in self.differ[cell] if other != cell}
        return [
            value
            for value in range(1, self.n + 1)
            if self.allowed[cell] >> (value - 1) & 1 and value not in taken
        ]

    def broken(self, grid: Sequence[int]) -> bool:
        """Say whether some clause has no literal that holds or that an empty cell leaves open."""
        return any(not any(self._possible(grid, lit) for lit in clause) for clause in self.clauses)

    def _possible(self, grid: Sequence[int], lit: int) -> bool:
        cell, digit = divmod(lit >> 1, self.n)
        return not grid[cell] or (grid[cell] == digit + 1) != lit & 1


def boxed(box_rows: int, box_cols: int) -> Rules:
    """Return the rules of a grid with boxes: rows, columns and boxes hold each digit once.

    Examples
    --------
    >>> boxed(1, 2).units
    [[0, 1], [2, 3], [0, 2], [1, 3], [0, 1], [2, 3]]
    """
    n = box_rows * box_cols
    rows = [[n * row + col for col in range(n)] for row in range(n)]
    cols = [[n * row + col for row in range(n)] for col in range(n)]
    boxes = [
        [n * row + col for row in range(top, top + box_rows) for col in range(left, left + box_cols)]
        for top in range(0, n, box_rows)
        for left in range(0, n, box_cols)
    ]
    return Rules(n, rows + cols + boxes)


def clashes(cells: Sequence[int], box_rows: int, box_cols: int) -> bool:
    """Say whether some row, column or box has a value twice.

    Examples
    --------
    >>> clashes([1, 0, 0, 1] + [0] * 12, 2, 2), clashes([1, 0, 0, 2] + [0] * 12, 2, 2)
    (True, False)
    """
    for unit in boxed(box_rows, box_cols).units:
        values = [cells[cell] for cell in unit if cells[cell]]
        if len(values) != len(set(values)):
            return True
    return False
