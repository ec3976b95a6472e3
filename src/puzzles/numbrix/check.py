"""Judges a filled board of numbers. Nothing here asks the solver or its tables."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain, pairwise, product
from operator import index
from typing import TYPE_CHECKING, Any

from ...base import Result
from ..framework.arguments import distance
from .parse import HOLE

if TYPE_CHECKING:
    from .puzzle import Numbrix

__all__ = ["beside", "board_distance", "solves"]

KNIGHT = tuple((down, right) for down, right in product((-2, -1, 1, 2), repeat=2) if abs(down) != abs(right))


def board_distance(
    topology: str, wrap: bool, rows: int, cols: int, a: tuple[int, int], b: tuple[int, int]
) -> int:
    """Return the steps from cell to cell on a board without holes."""
    if topology == "knight":
        return _moves(wrap, rows, cols, a, b)
    down, right = b[0] - a[0], b[1] - a[1]
    if not wrap:
        return distance(topology, down, right)
    # Of hexagons the way round that is shorter in one direction depends on that in the other.
    ways = product((down % rows, down % rows - rows), (right % cols, right % cols - cols))
    return min(distance(topology, *way) for way in ways)


def _moves(wrap: bool, rows: int, cols: int, a: tuple[int, int], b: tuple[int, int]) -> int:
    """Return the moves of a knight from cell to cell; the number of cells where it cannot get there."""
    seen, reached = {a}, {a}
    for moves in range(rows * cols):
        if b in reached:
            return moves
        reached = {cell for here in reached for cell in _jumps(wrap, rows, cols, here)} - seen
        seen |= reached
    return rows * cols


def _jumps(wrap: bool, rows: int, cols: int, cell: tuple[int, int]) -> set[tuple[int, int]]:
    """Return the cells that a knight can move to."""
    found = {(cell[0] + down, cell[1] + right) for down, right in KNIGHT}
    if wrap:
        return {(r % rows, c % cols) for r, c in found} - {cell}
    return {(r, c) for r, c in found if 0 <= r < rows and 0 <= c < cols}


@lru_cache(maxsize=64)
def beside(topology: str, wrap: bool, rows: int, cols: int) -> tuple[frozenset[int], ...]:
    """Return of each cell, row by row, those that are one step away."""
    found = []
    for r, c in product(range(rows), range(cols)):
        if topology == "knight":
            found.append(frozenset(row * cols + col for row, col in _jumps(wrap, rows, cols, (r, c))))
            continue
        around = {((r + dr) % rows, (c + dc) % cols) for dr, dc in product((-1, 0, 1), repeat=2)}
        near = [cell for cell in around if board_distance(topology, wrap, rows, cols, (r, c), cell) == 1]
        found.append(frozenset(row * cols + col for row, col in near))
    return tuple(found)


def solves(puzzle: Numbrix, solution: Any) -> bool:
    """Say whether rows of numbers or a result solve a puzzle; see `Numbrix.check`."""
    if isinstance(solution, Result):
        solution = getattr(solution, "solution", None)
    try:
        shown = [[HOLE if value == "#" else index(value) for value in row] for row in solution]
    except (TypeError, ValueError):
        return False
    if [len(row) for row in shown] != [puzzle.cols] * puzzle.rows:
        return False
    cells = list(chain.from_iterable(shown))
    for clue, value in zip(chain.from_iterable(puzzle.grid), cells, strict=True):
        if clue != value and (clue or value == HOLE):
            return False
    at = {value: cell for cell, value in enumerate(cells) if value != HOLE}
    way = [at[number] for number in range(1, puzzle.n_numbers + 1) if number in at]
    if not len(way) == len(at) == puzzle.n_numbers:
        return False
    near = beside(puzzle.topology, puzzle.wrap, puzzle.rows, puzzle.cols)
    return all(b in near[a] for a, b in pairwise(way))
