"""Clues at places that are given: reads the places, and turns full grids about until they are enough."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...base import PuzzleError
from .text import EMPTY

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..common.chance import Chance

__all__ = ["places_of", "scrambled"]


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
    symbols = [symbol for symbol in mask if symbol != "/" and not symbol.isspace()]
    if len(symbols) != n * n:
        raise PuzzleError(f"a mask of {len(symbols)} cells, expected {n * n}: '.' where no clue stands")
    return np.array([symbol not in EMPTY for symbol in symbols])


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
    >>> from unriddle.puzzles.common.chance import Chance
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
