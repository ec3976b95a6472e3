"""Clues at places that are given: reads the places, and turns full grids about until they are enough."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...base import PuzzleError
from ...io.grid_text import Row, Symbols, read_grid

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..framework.generator import Chance

__all__ = ["places_of", "scrambled"]

MASK = Symbols(apart=False, square=True, marks=".*-", comment="", one="mask")
NO_CLUE = frozenset([".", "0", "*", "_", "-", ""])


def places_of(mask: object, n: int) -> NDArray[np.bool_]:
    """Return which of n × n cells have a clue: those with a symbol that does not stand for an empty cell.

    Raises
    ------
    PuzzleError
        No text, or not a symbol for each cell.

    Examples
    --------
    >>> places_of("#./.#", 2).tolist()
    [True, False, False, True]
    """
    if not isinstance(mask, str):
        raise PuzzleError(f"mask={mask!r:.40}, expected text with a symbol for each cell, '.' for no clue")

    def convert(rows: list[Row], size: object) -> list[bool]:
        cells = [cell for row in rows for cell in row.cells]
        if len(cells) != n * n or any(len(row.cells) not in (n, n * n) for row in rows):
            raise rows[0].error(f"a mask of {len(cells)} cells, expected {n * n}: '.' where no clue stands")
        return [cell not in NO_CLUE for cell in cells]

    return np.array(read_grid(mask, convert, MASK))


def scrambled(
    grids: NDArray[np.uint8], box: tuple[int, int], chance: Chance, rows: NDArray[np.intp] | None = None
) -> NDArray[np.uint8]:
    """Return grids with bands, stacks, and rows and columns within them, in an order of each one's own.

    Parameters
    ----------
    grids : uint8 array of shape (grids, n, n)
    box : (int, int)
        Rows and columns of a box.
    chance : Chance
        Random numbers of a seed for each grid, or of the seeds `rows`.

    Examples
    --------
    >>> from unriddle.puzzles.framework.generator import Chance
    >>> grid = np.array([[[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]]], dtype=np.uint8)
    >>> scrambled(grid, (2, 2), Chance([1]))[0].tolist()
    [[1, 2, 3, 4], [3, 4, 1, 2], [4, 3, 2, 1], [2, 1, 4, 3]]
    """
    down, right = (_order(size, grids.shape[1] // size, chance, rows) for size in box)
    turned: NDArray[np.uint8] = grids[np.arange(len(grids))[:, None, None], down[:, :, None], right[:, None]]
    return turned


def _order(size: int, bands: int, chance: Chance, rows: NDArray[np.intp] | None) -> NDArray[np.intp]:
    """Return an order of lines in bands of so many, for each seed."""
    first = chance.orders(bands, rows) * size
    within = [chance.orders(size, rows) for _ in range(bands)]
    return (first[:, :, None] + np.stack(within, axis=1)).reshape(len(first), -1)
