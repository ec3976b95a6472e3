"""Twin of `unriddle.core.search.sliding`: a step swaps the blank with a neighbour."""

from __future__ import annotations

__all__ = ["expand", "manhattan"]


def expand(cells: tuple[int, ...], cols: int, blank: int) -> list[tuple[int, ...]]:
    """Return the configurations with the blank one cell further up, left, right, down.

    Examples
    --------
    >>> expand((0, 1, 2, 3), 2, 3)
    [(0, 3, 2, 1), (0, 1, 3, 2)]
    """
    here = cells.index(blank)
    found = []
    for down, right in ((-1, 0), (0, -1), (0, 1), (1, 0)):
        row, col = here // cols + down, here % cols + right
        if 0 <= row < len(cells) // cols and 0 <= col < cols:
            other = list(cells)
            there = row * cols + col
            other[here], other[there] = other[there], other[here]
            found.append(tuple(other))
    return found


def manhattan(cells: tuple[int, ...], cols: int, blank: int) -> int:
    """Return the sum of the tiles' distances to their goal cells, along rows and columns.

    Examples
    --------
    >>> manhattan((1, 0, 2, 3), 2, 3)
    2
    """
    return sum(
        abs(cell // cols - tile // cols) + abs(cell % cols - tile % cols)
        for cell, tile in enumerate(cells)
        if tile != blank
    )
