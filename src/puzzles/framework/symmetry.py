"""The forms of a board that its neighbours cannot tell: turned, mirrored, of a torus shifted too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["forms"]

Form = tuple[tuple[int, ...], "NDArray[np.int32]"]
"""Shape of a form, and the cells of the board in its order."""


def forms(rows: int, cols: int, topology: str, *, wrap: bool = False) -> Iterable[Form]:
    """Return shape and cells of each form of a board that its neighbours cannot tell.

    Examples
    --------
    >>> [(shape, cells.tolist()) for shape, cells in forms(1, 2, "hex")]
    [((1, 2), [0, 1]), ((2, 1), [0, 1]), ((1, 2), [1, 0]), ((2, 1), [1, 0])]
    >>> [sum(1 for _ in forms(3, 3, name, wrap=wrap)) for name in ("rook", "hex") for wrap in (False, True)]
    [8, 72, 4, 108]
    """
    return _shifts(rows, cols, topology) if wrap else _turns(rows, cols, topology)


@lru_cache(maxsize=16)
def _turns(rows: int, cols: int, topology: str) -> list[Form]:
    return [(turn.shape, turn.ravel()) for turn in _images(rows, cols, topology, False)]


def _shifts(rows: int, cols: int, topology: str) -> Iterator[Form]:
    """Yield those of a torus: too many to be kept."""
    return ((turn.shape, turn.ravel()) for turn in _images(rows, cols, topology, True))


def _images(rows: int, cols: int, topology: str, wrap: bool) -> Iterator[NDArray[np.int32]]:
    grid = np.arange(rows * cols, dtype=np.int32).reshape(rows, cols)
    return _leaning(grid, wrap) if topology == "hex" else _upright(grid, wrap)


def _upright(grid: NDArray[np.int32], wrap: bool) -> Iterator[NDArray[np.int32]]:
    """Yield a grid turned and mirrored, of a torus also shifted: all forms that its neighbours cannot tell.

    A grid that is no square is turned as well: its form then has another shape.
    """
    for rows in (grid, grid[:, ::-1]):
        for turn in range(4):
            form = np.rot90(rows, turn)
            for down in range(form.shape[0] if wrap else 1):
                for right in range(form.shape[1] if wrap else 1):
                    yield np.roll(form, (down, right), (0, 1)) if down or right else form


def _leaning(grid: NDArray[np.int32], wrap: bool) -> Iterator[NDArray[np.int32]]:
    """Yield a grid of hexagons turned and mirrored, of a torus also shifted; as `_upright` does.

    Rows lean to the right, so that half a turn and the mirror that makes rows of columns are all there is,
    unless the edges touch.
    """
    rows, cols = grid.shape
    turns = [grid, grid[::-1, ::-1]]
    if wrap and rows == cols:
        # A sixth of a turn: a step to the right becomes one down, a step down one down and to the left.
        row, col = np.indices(grid.shape)
        turns = [grid]
        while len(turns) < 6:
            turns.append(np.empty_like(grid))
            turns[-1][(row + col) % rows, -row % rows] = turns[-2]
    for turn in turns:
        for form in (turn, turn.T):
            for down in range(form.shape[0] if wrap else 1):
                for right in range(form.shape[1] if wrap else 1):
                    yield np.roll(form, (down, right), (0, 1)) if down or right else form
