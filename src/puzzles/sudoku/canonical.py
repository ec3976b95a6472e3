"""Sudokus up to symmetry: relabelling, rows and columns within bands and stacks, these, and transposition.

Of 9 × 9 there are 3,359,232 × 9! symmetries (E. Russell, F. Jarvis, 2006); a puzzle with clues has one or two
frames of its rarest kind, which a kernel follows (`core.assign.sudoku_forms`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ...core.assign.sudoku_forms import forms as least_texts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .layout import Layout

__all__ = ["forms", "scrambled", "turned_forms"]


def forms(solved: NDArray[np.uint8], clues: NDArray[np.bool_], layout: Layout) -> list[bytes]:
    """Return the canonical form of puzzles: equal where a symmetry takes one into the other, and only there.

    Where a variant adds something, the symmetries are the turns and mirrorings that leave it as it is, and
    relabelling.

    Parameters
    ----------
    solved : uint8 array of shape (k, n, n)
        The solutions, values from 1.
    clues : bool array of shape (k, n, n)
        The cells that are given.
    layout : Layout
        What they keep to.

    Examples
    --------
    >>> from unriddle.puzzles.sudoku.layout import boxed
    >>> grid = np.array([[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]], dtype=np.uint8)
    >>> whole = np.ones((1, 4, 4), dtype=np.bool_)
    >>> forms(grid[None], whole, boxed((2, 2))) == forms(grid.T[None, ::-1], whole, boxed((2, 2)))
    True
    """
    if not layout.plain and not layout.latin:
        return _turned_forms(solved, clues, layout)
    box = layout.box or (1, layout.n)
    values, given = (np.ascontiguousarray(table, np.uint8) for table in (solved - 1, clues))
    return [text.tobytes() for text in least_texts(values, given, *box)]


def turned_forms(
    solved: NDArray[np.uint8], clues: NDArray[np.bool_], regions: Sequence[int]
) -> Iterator[tuple[list[int], list[int]]]:
    """Yield a grid with regions of its own in each of its eight views: cells relabelled, and regions.

    Examples
    --------
    >>> grid = np.array([[1, 2], [2, 1]], dtype=np.uint8)
    >>> min(turned_forms(grid, grid > 1, [0, 0, 1, 1]))
    ([0, 3, 3, 0], [0, 0, 1, 1])
    """
    n = len(solved)
    tables = solved, clues, np.array(regions).reshape(n, n)
    for k in range(8):
        values, given, parts = (
            np.rot90(table.T if k & 4 else table, k & 3).ravel().tolist() for table in tables
        )
        symbols, numbers = dict[int, int](), dict[int, int]()
        cells = [
            2 * symbols.setdefault(value, len(symbols)) + mark
            for value, mark in zip(values, given, strict=True)
        ]
        yield cells, [numbers.setdefault(part, len(numbers)) for part in parts]


def _turned_forms(solved: NDArray[np.uint8], clues: NDArray[np.bool_], layout: Layout) -> list[bytes]:
    """Return the least of the texts that turns, mirrorings and relabelling give."""
    n, found = layout.n, []
    turns = [np.array(turn) for turn in layout.turns]
    for values, given in zip(solved.reshape(-1, n * n), clues.reshape(-1, n * n), strict=True):
        texts = []
        for turn in turns:
            cells, marks = values[turn], given[turn]
            if layout.alike:
                order = list(dict.fromkeys(cells.tolist()))
                rank = np.zeros(n + 1, dtype=np.uint8)
                rank[order] = np.arange(len(order))
                cells = rank[cells]
            texts.append((2 * cells + marks).astype(np.uint8).tobytes())
        found.append(min(texts))
    return found


def scrambled(grid: NDArray[Any], box: tuple[int, int], chance: Any) -> NDArray[Any]:
    """Return a grid after a random symmetry; 0 stays 0.

    Examples
    --------
    >>> import random
    >>> scrambled(np.zeros((4, 4), dtype=np.uint8), (2, 2), random.Random(1)).sum().item()
    0
    """
    n = len(grid)
    symbols = [0, *chance.sample(range(1, n + 1), n)]
    orders = []
    for size in box:
        groups = chance.sample(range(n // size), n // size)
        orders.append([group * size + k for group in groups for k in chance.sample(range(size), size)])
    found: NDArray[Any] = np.array(symbols, dtype=grid.dtype)[grid[np.ix_(orders[0], orders[1])]]
    return found.T if box[0] == box[1] and chance.random() < 0.5 else found
