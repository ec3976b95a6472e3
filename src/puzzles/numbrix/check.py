"""Check a filled board of numbers, and what is wrong with it; shares no code with the solver."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain, pairwise, product
from operator import index
from typing import Any

from ..framework.arguments import distance
from ..framework.check import Judgement, Verdict, cell_name, empty_cells
from .parse import HOLE, NumberBoard

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
def adjacent(topology: str, wrap: bool, rows: int, cols: int) -> tuple[frozenset[int], ...]:
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


def solves(board: NumberBoard, solution: Any) -> bool:
    """Return whether rows of numbers solve a board; see `Numbrix.check`."""
    try:
        shown = [[HOLE if value == "#" else index(value) for value in row] for row in solution]
    except (TypeError, ValueError):
        return False
    if [len(row) for row in shown] != [board.cols] * board.rows:
        return False
    cells = list(chain.from_iterable(shown))
    for clue, value in zip(chain.from_iterable(board.grid), cells, strict=True):
        if clue != value and (clue or value == HOLE):
            return False
    at = {value: cell for cell, value in enumerate(cells) if value != HOLE}
    path = [at[number] for number in range(1, board.n_numbers + 1) if number in at]
    if not len(path) == len(at) == board.n_numbers:
        return False
    near = adjacent(board.topology, board.wrap, board.rows, board.cols)
    return all(b in near[a] for a, b in pairwise(path))


def verdict_of(board: NumberBoard, answer: list[list[int]]) -> Verdict:
    """Return what is wrong: what is given changed, a number twice or apart from the next, empty cells."""

    def verdict(status: Judgement, reason: str, *places: tuple[int, int]) -> Verdict:
        return Verdict(status=status, reason=reason, places=places)

    cells = [((r, c), value) for r, row in enumerate(answer) for c, value in enumerate(row)]
    for (place, value), clue in zip(cells, chain.from_iterable(board.grid), strict=True):
        reason = ""
        if (clue == HOLE) != (value == HOLE):
            reason = f"{cell_name(place)} is {'no ' * (value != HOLE)}hole"
        elif clue > 0 and value not in (0, clue):
            reason = f"{cell_name(place)} is {value}, but the clue there is {clue}"
        if reason:
            return verdict(Judgement.NOT_OF_THIS_PUZZLE, reason, place)
    at: dict[int, tuple[int, int]] = {}
    for place, value in cells:
        if value > board.n_numbers or value < HOLE:
            reason = f"{cell_name(place)} is {value}, expected 1 to {board.n_numbers}"
            return verdict(Judgement.WRONG, reason, place)
        if value > 0 and at.setdefault(value, place) != place:
            return verdict(Judgement.WRONG, f"{value} stands twice", place, at[value])
    near = adjacent(board.topology, board.wrap, board.rows, board.cols)
    for number, place in sorted(at.items()):
        after = at.get(number + 1)
        if (
            after is not None
            and after[0] * board.cols + after[1] not in near[place[0] * board.cols + place[1]]
        ):
            return verdict(Judgement.WRONG, f"{number} and {number + 1} are no neighbours", place, after)
    return empty_cells([place for place, value in cells if value == 0])
