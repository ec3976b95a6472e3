"""Twin of `sliding_ida`: a pattern database is a search that counts some tiles' steps only."""

from __future__ import annotations

from .sliding import expand, manhattan

__all__ = ["ida_star", "pattern_extras"]


def pattern_extras(rows: int, cols: int, blank: int, group: tuple[int, ...]) -> dict[tuple[int, ...], int]:
    """Return for each placement of a group's tiles the steps they need beyond Manhattan distances.

    All other tiles are alike (-1), and their steps cost nothing.

    Examples
    --------
    >>> pattern_extras(2, 2, 3, (0,))[(3,)]
    0
    """
    start = tuple(c if c in group or c == blank else -1 for c in range(rows * cols))
    cost = {start: 0}
    level = [start]
    while level:  # steps of the group's tiles cost one, so levels are relaxed until they are stable
        later = []
        for cells in level:
            for other in expand(cells, cols, blank):
                moved = other[cells.index(blank)]
                reached = cost[cells] + (moved in group)
                if reached < cost.get(other, reached + 1):
                    cost[other] = reached
                    later.append(other)
        level = later
    extras: dict[tuple[int, ...], int] = {}
    for cells, steps in cost.items():
        places = tuple(cells.index(tile) for tile in group)
        alone = sum(
            abs(cell // cols - tile // cols) + abs(cell % cols - tile % cols)
            for cell, tile in zip(places, group, strict=True)
        )
        extras[places] = min(steps - alone, extras.get(places, steps))
    return extras


def ida_star(start: tuple[int, ...], cols: int, blank: int) -> tuple[int, int]:
    """Return (length, nodes) of iterative deepening A* with the Manhattan distance.

    Nodes are the configurations whose bound is computed, the start once. Never straight back.

    Examples
    --------
    >>> ida_star((0, 3, 2, 1), 2, 3)
    (1, 3)
    """
    nodes = 1
    goal = tuple(range(len(start)))

    def search(path: list[tuple[int, ...]], bound: int) -> tuple[bool, int]:
        nonlocal nodes
        if path[-1] == goal:
            return True, bound
        exceeded = 1 << 30
        for other in expand(path[-1], cols, blank):
            if len(path) > 1 and other == path[-2]:
                continue
            nodes += 1
            total = len(path) + manhattan(other, cols, blank)
            if total > bound:
                exceeded = min(exceeded, total)
                continue
            path.append(other)
            found, over = search(path, bound)
            if found:
                return True, over
            path.pop()
            exceeded = min(exceeded, over)
        return False, exceeded

    bound = manhattan(start, cols, blank)
    while True:
        path = [start]
        found, over = search(path, bound)
        if found:
            return len(path) - 1, nodes
        bound = over
