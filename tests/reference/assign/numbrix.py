"""Twin of `unriddle.core.assign.numbrix`: walk from the first number to the last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .listed import ListedSearch

__all__ = ["PathSearch", "count", "paths"]


def paths(table: Sequence[Sequence[int]], clues: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield each way to number the cells so that successive numbers are neighbours.

    This is also the way it is usually taught: put the next number on each free neighbour of the last one,
    turn back where a clue says otherwise.

    Parameters
    ----------
    table : sequence of sequence of int
        Neighbours of each cell.
    clues : sequence of int
        Number of each cell from 1, 0 where unknown, -1 where a hole.

    Examples
    --------
    >>> list(paths([[1], [0, 2], [1]], [0, 0, 1]))
    [(3, 2, 1)]
    """
    last = sum(clue >= 0 for clue in clues)
    home = {clue: cell for cell, clue in enumerate(clues) if clue > 0}
    grid = [-1 if clue < 0 else 0 for clue in clues]

    def put(number: int, choices: Sequence[int]) -> Iterator[tuple[int, ...]]:
        if number > last:
            yield tuple(grid)
            return
        for cell in choices:
            if grid[cell] == 0 and home.get(number, cell) == cell and clues[cell] in (0, number):
                grid[cell] = number
                yield from put(number + 1, table[cell])
                grid[cell] = 0

    yield from put(1, range(len(clues)))


def count(table: Sequence[Sequence[int]], clues: Sequence[int]) -> int:
    """Return the number of solutions.

    Examples
    --------
    >>> count([[1, 2], [0, 3], [0, 3], [1, 2]], [1, 0, 0, 0])
    2
    """
    return sum(1 for _ in paths(table, clues))


class PathSearch(ListedSearch):
    """A search for all paths that visit every cell once and stand on the clues in order: each is a node.

    `table` is as the kernel's: unused places hold the number of cells. `starts` is non-zero where the first
    number may stand; `patience` and `sweeps` are the kernel's alone.

    Examples
    --------
    >>> search = PathSearch([[1, 3], [0, 2], [1, 3]], [0, 0, 1])
    >>> search.run(10), search.count, search.solution
    (False, 1, (3, 2, 1))
    """

    def __init__(
        self,
        table: Sequence[Sequence[int]],
        clues: Sequence[int],
        limit: int = 2,
        stop_each: bool = False,
        patience: int = 0,
        starts: Sequence[int] | None = None,
        sweeps: object = None,
    ) -> None:
        near = [[int(other) for other in row if other < len(clues)] for row in table]
        found = (
            path
            for path in paths(near, [int(clue) for clue in clues])
            if starts is None or starts[path.index(1)]
        )
        super().__init__(found, limit, stop_each)
