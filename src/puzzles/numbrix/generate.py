"""Makes Numbrix and Hidato boards: a random path, and as few clues as leave it the only one."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np

from ...base import PuzzleError
from ...core.assign.numbrix import PathSearch
from ...core.assign.path_making import PathThinner, backbite
from ...core.topology import neighbours
from ...io.text import pluralize
from ...search.run_loop import TRIAL
from ..framework.arguments import check_bool, check_seed, check_shape, check_whole
from ..framework.steps import Meter
from .parse import MAX_SIDE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...typing import ShapeLike

ATTEMPTS, LARGE = 20, 400
MOVES, SLICE = 20, 20_000_000
"""Moves that make a path random, a cell; cells that are moved between two looks for Ctrl-C."""
PATIENCE, DEMANDED = 60, 4_000
"""Nodes that the proof for a clue may take: what takes more stays; where a number of clues is demanded."""
MOST_NODES = 1 << 20
"""Nodes of the search for a first path where rows are none."""
HURRY = 100_000
"""Nodes that the proof for a clue may take, times cells, on large boards: what takes more stays."""


def _path(rows: int, cols: int, table: NDArray[np.int32], seed: int, meter: Meter) -> NDArray[np.int32]:
    """Return the cells of a random path through the whole board."""
    n = rows * cols
    order = np.arange(n, dtype=np.int32).reshape(rows, cols)
    order[1::2] = order[1::2, ::-1]
    path = order.ravel()
    if not (table[path[:-1]] == path[1:, None]).any(axis=1).all():  # a knight does not go along rows
        path = _first_path(rows, cols, table, meter)
    left, at_once = MOVES * n, max(1, SLICE // n)
    while left > 0:
        meter.spend(0)
        seed = backbite(table, path, min(left, at_once), seed)
        left -= at_once
    return path


def _first_path(rows: int, cols: int, table: NDArray[np.int32], meter: Meter) -> NDArray[np.int32]:
    """Return the cells of any path through the whole board."""
    search = PathSearch(table, np.zeros(rows * cols, dtype=np.int32), 1)
    meter.run(search, MOST_NODES)
    if search.first is None:
        raise PuzzleError(f"no path through all cells of {rows}x{cols} was found; use another shape")
    return np.argsort(search.first).astype(np.int32)


def make(
    shape: ShapeLike,
    steps: int,
    *,
    seed: int | None,
    wrap: bool,
    clues: int | None,
    ends: bool,
    meter: Meter,
) -> NDArray[np.int32]:
    """Return the clues of a board with one solution; see `Numbrix.generate`."""
    rows, cols = check_shape(shape)
    if max(rows, cols) > MAX_SIDE:
        raise PuzzleError(f"{rows} rows of {cols} cells, expected at most {MAX_SIDE} of each")
    n = rows * cols
    ends = check_bool("ends", ends)
    least = min(n, 2) if ends else 0
    if clues is not None:
        check_whole("clues", clues, least, n)
    chance = random.Random(check_seed(seed))
    table = neighbours(rows, cols, steps, check_bool("wrap", wrap))
    fewest = n
    target = clues if clues is not None else n // 4 if n > LARGE else 0
    patience = DEMANDED if clues else PATIENCE if n <= LARGE else HURRY // n
    for _ in range(ATTEMPTS):
        path = _path(rows, cols, table, chance.getrandbits(64), meter)
        grid = np.empty(n, dtype=np.int32)
        grid[path] = np.arange(1, n + 1)
        grid = _thin(grid, table, target, ends, chance, patience, meter)
        left = int(np.count_nonzero(grid))
        fewest = min(fewest, left)
        if clues is None or left == clues:
            return grid.reshape(rows, cols)
    wanted = pluralize(target, "clue")
    raise PuzzleError(f"no board with {wanted} was found in {ATTEMPTS} attempts; {fewest} are possible")


def _thin(
    grid: NDArray[np.int32],
    table: NDArray[np.int32],
    clues: int,
    ends: bool,
    chance: random.Random,
    patience: int,
    meter: Meter,
) -> NDArray[np.int32]:
    """Return the numbers without those that the rest needs not, down to `clues` of them."""
    n = len(grid)
    cells = [cell for cell in range(n) if not (ends and grid[cell] in (1, n))]
    chance.shuffle(cells)
    order = np.array(cells, dtype=np.int32)
    thinner = PathThinner(table, grid, order, clues, patience, max(1, n // 8), n > LARGE)
    meter.run(thinner, first=TRIAL)
    return thinner.numbers
