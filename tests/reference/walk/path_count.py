"""Twin of `unriddle.core.walk.path_count`: every path walked, one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

__all__ = ["MAX_SLOTS", "PathCounter", "path_lengths", "slot_count"]

MAX_SLOTS = 62


def slot_count(neighbours: Sequence[Sequence[int]], order: Sequence[int]) -> tuple[int, int]:
    """Return the cells of the largest frontier, the new one included, and the sum over all frontiers.

    The frontier is what was taken in and has a neighbour still to come.

    Examples
    --------
    >>> from ..topology import neighbours
    >>> slot_count(neighbours(2, 3), range(6))
    (5, 13)
    """
    largest = total = 0
    for step in range(len(order)):
        before = [cell for cell in order[:step] if not {*neighbours[cell]}.isdisjoint(order[step:])]
        after = [cell for cell in order[: step + 1] if not {*neighbours[cell]}.isdisjoint(order[step + 1 :])]
        largest = max(largest, len(before) + 1)
        total += len(after)
    return min(largest, MAX_SLOTS + 1), total


def path_lengths(
    neighbours: Sequence[Sequence[int]], cells: Sequence[int], rooted: bool = False
) -> Iterator[int]:
    """Yield the number of cells of every self-avoiding path over `cells`, each direction for itself.

    Examples
    --------
    >>> list(path_lengths([[1], [0]], [0, 1]))
    [1, 2, 1, 2]
    """
    present = set(cells)

    def extend(path: tuple[int, ...]) -> Iterator[int]:
        yield len(path)
        for cell in neighbours[path[-1]]:
            if cell in present and cell not in path:
                yield from extend((*path, cell))

    for cell in cells[:1] if rooted else cells:
        yield from extend((cell,))


class PathCounter:
    """Counts the self-avoiding paths of a board by walking each; a node is a path, and no memory is needed.

    Examples
    --------
    >>> from ..topology import neighbours
    >>> counter = PathCounter(neighbours(3, 3), range(9))
    >>> counter.run(10000), counter.run(10000), counter.count()
    (True, False, 10305)
    """

    def __init__(
        self,
        neighbours: Sequence[Sequence[int]],
        order: Sequence[int],
        by_length: bool = False,
        rooted: bool = False,
        memory: int = 1 << 30,
    ) -> None:
        self.paths = path_lengths(neighbours, order, rooted)
        self.found = [0] * (len(order) + 1)
        self.nodes = 0
        self.finished = False

    def run(self, budget: int) -> bool:
        """Walk at most `budget` paths; return whether work remains."""
        for _ in range(budget):
            length = next(self.paths, 0)
            if not length:
                self.finished = True
                break
            self.found[length] += 1
            self.nodes += 1
        return not self.finished

    def by_length(self) -> list[int]:
        """Return the paths found so far by their number of cells, from 0 to all."""
        return list(self.found)

    def count(self) -> int:
        """Return the number of paths found so far."""
        return sum(self.found)
