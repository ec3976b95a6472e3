"""Which cells of a board are neighbours: the words for it that all puzzles share."""

from __future__ import annotations

from ...core.topology import HEX, KING, KNIGHT, ROOK

__all__ = ["TOPOLOGIES", "WITH_KNIGHT", "distance"]

TOPOLOGIES = {"king": KING, "rook": ROOK, "hex": HEX}
"""Name -> number of the core: 8 neighbours; 4; 6, each row set half a cell to the right of the one above."""
WITH_KNIGHT = {**TOPOLOGIES, "knight": KNIGHT}
"""The same, and the moves of a knight."""


def distance(topology: str, down: int, right: int) -> int:
    """Return the fewest steps that go so many rows down and so many cells to the right, without wrapping.

    Examples
    --------
    >>> [distance(name, 2, -1) for name in ("king", "rook", "hex")]
    [2, 3, 2]
    >>> distance("hex", 2, 1)
    3
    """
    # A row of hexagons further down is half a cell to the right: downwards and to the left is one step.
    if topology == "rook" or (topology == "hex" and down * right > 0):
        return abs(down) + abs(right)
    return max(abs(down), abs(right))
