"""Twin of `unriddle.core.search.sliding_table`: breadth-first search from the goal."""

from __future__ import annotations

from .engine import levels
from .sliding import expand

__all__ = ["distances"]


def distances(rows: int, cols: int, blank: int) -> dict[tuple[int, ...], int]:
    """Return the optimal distance of every configuration in reach of the goal.

    Examples
    --------
    >>> max(distances(2, 2, 3).values())
    6
    """
    found = levels(lambda cells: expand(cells, cols, blank), tuple(range(rows * cols)))
    return {cells: steps for steps, level in enumerate(found) for cells in level}
