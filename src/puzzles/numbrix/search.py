"""Search a board: why it has no solution before any search, neighbours, and orders of cells for learning."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain, pairwise
from typing import TYPE_CHECKING

import numpy as np

from ...core.assign.numbrix import PathSearch
from ...core.topology import neighbours
from ..framework.arguments import WITH_KNIGHT
from ..framework.check import cell_name
from .check import board_distance
from .parse import HOLE, NumberBoard

if TYPE_CHECKING:
    from numpy.typing import NDArray


@lru_cache(maxsize=64)
def _whole_table(rows: int, cols: int, steps: int, wrap: bool) -> NDArray[np.int32]:
    """Return the neighbours on a board without holes; shared, so not to be written to."""
    table = neighbours(rows, cols, steps, wrap)
    table.flags.writeable = False
    return table


def table_of(board: NumberBoard) -> NDArray[np.int32]:
    """Return the neighbours of each cell, as the kernel takes them."""
    kind = WITH_KNIGHT[board.topology]
    if board.n_numbers == board.rows * board.cols:
        return _whole_table(board.rows, board.cols, kind, board.wrap)
    blocked = (np.array(board.grid, dtype=np.int32).reshape(-1) < 0).astype(np.uint8)
    return neighbours(board.rows, board.cols, kind, board.wrap, blocked)


def arrays_of(board: NumberBoard) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return what the kernel takes: the table of neighbours and the clues of all cells (both int32)."""
    clues = np.fromiter(chain.from_iterable(board.grid), np.int32, board.rows * board.cols)
    return table_of(board), clues


def search_of(board: NumberBoard, limit: int, stop_each: bool = False) -> PathSearch:
    """Return a search for at most `limit` solutions."""
    starts = None
    if not board.places and two_coloured(board):
        light, dark = colours(board)
        if light != dark:  # the first number stands on the colour that there is more of
            colour = np.add.outer(np.arange(board.rows), np.arange(board.cols)) % 2
            starts = (colour.reshape(-1) == (light < dark)).astype(np.uint8)
    orders = sweeps(board.rows, board.cols, board.topology, board.wrap)
    return PathSearch(*arrays_of(board), limit, stop_each, starts=starts, sweeps=orders)


# Why there is no solution


def too_far(board: NumberBoard) -> str:
    """Return which two numbers that stand are too far apart; else ""."""
    for (a, at_a), (b, at_b) in pairwise(sorted(board.places.items())):
        steps = board_distance(board.topology, board.wrap, board.rows, board.cols, at_a, at_b)
        if steps > b - a:
            far = f"{steps} steps apart, but their numbers differ by {b - a}"
            return f"{a} at {cell_name(at_a)} and {b} at {cell_name(at_b)} are {far}"
    return ""


def two_coloured(board: NumberBoard) -> bool:
    """Return whether each step changes the colour of a chessboard."""
    if board.topology == "knight":
        return not board.wrap or (board.rows % 2 == 0 and board.cols % 2 == 0)
    odd = (board.rows > 2 and board.rows % 2 == 1) or (board.cols > 2 and board.cols % 2 == 1)
    return board.topology == "rook" and not (board.wrap and odd)


def colours(board: NumberBoard) -> tuple[int, int]:
    """Return how many cells are light (as the upper left) and dark."""
    if board.n_numbers == board.rows * board.cols:
        light = (board.n_numbers + 1) // 2
    else:
        cells = ((r + c, v) for r, row in enumerate(board.grid) for c, v in enumerate(row))
        light = sum(v != HOLE and way % 2 == 0 for way, v in cells)
    return light, board.n_numbers - light


def wrong_colour(board: NumberBoard) -> str:
    """Return which numbers stand on colours that do not fit; else ""."""
    if not two_coloured(board):
        return ""
    light, dark = colours(board)
    if abs(light - dark) > 1:
        return f"{light} light and {dark} dark cells, and each step changes the colour"
    odd_on_light: dict[bool, int] = {}  # whether odd numbers stand on light cells -> one that says so
    for number, (r, c) in board.places.items():
        odd_on_light.setdefault((r + c + number) % 2 == 1, number)
    if len(odd_on_light) == 2:
        a, b = sorted(odd_on_light.values())
        return f"{a} and {b} clash: each step changes the colour of the chessboard"
    for on_light, number in odd_on_light.items():
        if light != dark and on_light != (light > dark):
            return f"{number} stands on the wrong colour: there are {light} light and {dark} dark cells"
    return ""


def apart(board: NumberBoard) -> str:
    """Return that holes part the board; else ""."""
    if board.n_numbers == board.rows * board.cols:
        return ""
    table = table_of(board).tolist()
    flat = [v for row in board.grid for v in row]
    seen = {next(cell for cell, v in enumerate(flat) if v != HOLE)}
    queue = list(seen)
    for cell in queue:
        new = [other for other in table[cell] if other < len(flat) and other not in seen]
        seen.update(new)
        queue += new
    return "" if len(seen) == board.n_numbers else "the holes part the board"


# Orders of cells for a search that learns: lines that move from one edge to the other


def _from_cut(n: int, cut: int) -> NDArray[np.int32]:
    """Return the ranks of n places in a ring: on both sides of a cut in turns, to the place opposite."""
    place = (np.arange(n) - cut) % n
    return np.minimum(2 * place, 2 * (n - 1 - place) + 1).astype(np.int32)


@lru_cache(maxsize=64)
def sweeps(rows: int, cols: int, topology: str, wrap: bool) -> NDArray[np.int32]:
    """Return orders of the cells, as ranks: int32 of shape (orders, cells), not to be written to.

    On a board with edges a line leaves each corner, the diagonals where cells are squares. Where they are
    hexagons the short diagonals do, and in between lines that lean by one cell in two. On a torus there is no
    corner: rows or columns, from a cut to both sides.
    """
    down, right = np.divmod(np.arange(rows * cols, dtype=np.int32), cols)
    up, left = rows - 1 - down, cols - 1 - right
    if wrap:
        found = [_from_cut(rows, 0)[down], _from_cut(cols, 0)[right]]
        found += [_from_cut(rows, rows // 2)[down], _from_cut(cols, cols // 2)[right]]
    elif topology == "hex":
        found = [down + right, 2 * down + right, up + left, 2 * up + left, 2 * right + down, 2 * left + up]
    else:
        found = [down + right, up + left, down + left, up + right]
    orders = np.ascontiguousarray(found, dtype=np.int32)
    orders.flags.writeable = False
    return orders
