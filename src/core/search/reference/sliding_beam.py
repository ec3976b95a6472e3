"""Twin of `unriddle.core.search.sliding_beam`: the bound by its definition, the beam by sorted sets."""

from __future__ import annotations

from itertools import combinations

from .sliding import expand, manhattan

__all__ = ["beam", "linear_conflicts"]


def linear_conflicts(rows: int, cols: int, blank: int, cells: tuple[int, ...]) -> int:
    """Return twice the fewest tiles that must leave their goal line for the others to be in order.

    Examples
    --------
    >>> linear_conflicts(2, 2, 3, (1, 0, 2, 3))
    2
    """
    lines = [[(cells[r * cols + c], c) for c in range(cols)] for r in range(rows)]
    columns = [[(cells[r * cols + c], r) for r in range(rows)] for c in range(cols)]
    total = 0
    for number, line in enumerate(lines):
        home = [tile % cols for tile, _ in line if tile != blank and tile // cols == number]
        total += 2 * _fewest_to_leave(home)
    for number, line in enumerate(columns):
        home = [tile // cols for tile, _ in line if tile != blank and tile % cols == number]
        total += 2 * _fewest_to_leave(home)
    return total


def _fewest_to_leave(places: list[int]) -> int:
    for leaving in range(len(places) + 1):
        for staying in combinations(places, len(places) - leaving):
            if list(staying) == sorted(staying):
                return leaving
    return len(places)


def beam(start: tuple[int, ...], cols: int, blank: int, width: int, depth: int) -> int | None:
    """Return the length of the solution that a beam of that width finds, None if it finds none.

    Examples
    --------
    >>> beam((0, 3, 2, 1), 2, 3, 4, 9)
    1
    """
    goal, rows = tuple(range(len(start))), len(start) // cols
    layer, seen = [start], {start}
    for steps in range(depth + 1):
        if goal in layer:
            return steps
        found = {other for cells in layer for other in expand(cells, cols, blank)} - seen
        seen |= found
        layer = sorted(
            found, key=lambda c: (manhattan(c, cols, blank) + linear_conflicts(rows, cols, blank, c), c)
        )[:width]
    return None
