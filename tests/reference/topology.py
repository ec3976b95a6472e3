"""Twin of `unriddle.core.topology`: what a neighbour is, said plainly."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["HEX", "KING", "KNIGHT", "ROOK", "adjacency_masks", "neighbours", "steps"]

KING, ROOK, HEX, KNIGHT = range(4)


def steps(topology: int) -> list[tuple[int, int]]:
    """Return the (row, column) steps of a topology.

    A hex board leans to the right like a sheet of graph paper pushed over: the neighbours of a cell
    are those of the king but for the upper left and the lower right.

    Examples
    --------
    >>> len(steps(KING)), len(steps(ROOK)), len(steps(HEX))
    (8, 4, 6)
    """
    king = [(dr, dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1) if (dr, dc) != (0, 0)]
    if topology == KNIGHT:
        far = (-2, -1, 1, 2)
        return [(dr, dc) for dr in far for dc in far if abs(dr) != abs(dc)]
    if topology == ROOK:
        return [(dr, dc) for dr, dc in king if dr == 0 or dc == 0]
    if topology == HEX:
        return [(dr, dc) for dr, dc in king if dr != dc]
    return king


def neighbours(
    rows: int, cols: int, topology: int = KING, wrap: bool = False, blocked: Sequence[int] | None = None
) -> list[list[int]]:
    """Return for each cell its neighbours in rising order, each once, holes left out.

    Examples
    --------
    >>> neighbours(1, 3)
    [[1], [0, 2], [1]]
    """
    table = []
    for cell in range(rows * cols):
        found = set()
        for dr, dc in steps(topology):
            row, col = cell // cols + dr, cell % cols + dc
            if wrap:
                row, col = row % rows, col % cols
            if 0 <= row < rows and 0 <= col < cols:
                found.add(row * cols + col)
        found.discard(cell)
        if blocked is not None:
            found = set() if blocked[cell] else {other for other in found if not blocked[other]}
        table.append(sorted(found))
    return table


def adjacency_masks(
    rows: int, cols: int, topology: int = KING, wrap: bool = False, blocked: Sequence[int] | None = None
) -> list[int]:
    """Return for each cell the bitboard of its neighbours.

    Examples
    --------
    >>> adjacency_masks(1, 3)
    [2, 5, 2]
    """
    return [sum(1 << other for other in row) for row in neighbours(rows, cols, topology, wrap, blocked)]
