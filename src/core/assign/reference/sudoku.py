"""Twin of `unriddle.core.assign.sudoku`: plain backtracking, the cell with the fewest candidates first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

__all__ = ["Search", "candidates", "clashes", "count", "solutions"]


def candidates(grid: Sequence[int], box_rows: int, box_cols: int, cell: int) -> list[int]:
    """Return the values that no filled cell of the same row, column or box has.

    Examples
    --------
    >>> candidates([1, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 3, 0, 0, 0, 0], 2, 2, 3)
    [4]
    """
    n = box_rows * box_cols
    row, col = divmod(cell, n)
    taken = set()
    for other in range(n * n):
        r, c = divmod(other, n)
        if r == row or c == col or (r // box_rows == row // box_rows and c // box_cols == col // box_cols):
            taken.add(grid[other])
    return [value for value in range(1, n + 1) if value not in taken]


def clashes(cells: Sequence[int], box_rows: int, box_cols: int) -> bool:
    """Say whether some row, column or box has a value twice.

    Examples
    --------
    >>> clashes([1, 0, 0, 1] + [0] * 12, 2, 2), clashes([1, 0, 0, 2] + [0] * 12, 2, 2)
    (True, False)
    """
    without = list(cells)
    for cell, value in enumerate(cells):
        without[cell] = 0
        if value and value not in candidates(without, box_rows, box_cols, cell):
            return True
        without[cell] = value
    return False


def solutions(puzzle: Sequence[int], box_rows: int, box_cols: int) -> Iterator[list[int]]:
    """Yield every solution.

    Parameters
    ----------
    puzzle : sequence of n * n int
        Row-major cells, 1 to n, 0 is empty.
    box_rows, box_cols : int
        Height and width of a box; n is their product.

    Examples
    --------
    >>> sum(1 for _ in solutions([1, 2, 3, 4] + [0] * 12, 2, 2))
    12
    """
    grid = list(puzzle)
    for cell, value in enumerate(grid):
        if value:
            grid[cell] = 0
            if value not in candidates(grid, box_rows, box_cols, cell):
                return
            grid[cell] = value
    yield from _fill(grid, box_rows, box_cols)


def _fill(grid: list[int], box_rows: int, box_cols: int) -> Iterator[list[int]]:
    options = {
        cell: candidates(grid, box_rows, box_cols, cell) for cell, value in enumerate(grid) if not value
    }
    if not options:
        yield list(grid)
        return
    cell = min(options, key=lambda c: len(options[c]))
    for value in options[cell]:
        grid[cell] = value
        yield from _fill(grid, box_rows, box_cols)
    grid[cell] = 0


def count(puzzle: Sequence[int], box_rows: int, box_cols: int, limit: int) -> int:
    """Return the number of solutions, at most `limit`.

    Examples
    --------
    >>> count([0] * 16, 2, 2, 1000)
    288
    """
    found = 0
    for _ in solutions(puzzle, box_rows, box_cols):
        found += 1
        if found == limit:
            break
    return found


class Search:
    """A search for the solutions of one Sudoku: each is a node. `weights` change the kernel's order alone.

    Examples
    --------
    >>> search = Search([0] * 16, 2, 2, limit=1000)
    >>> search.run(10**6), search.count, len(search.take())
    (False, 288, 288)
    """

    def __init__(
        self,
        puzzle: Sequence[int],
        box_rows: int,
        box_cols: int,
        limit: int = 2,
        weights: Sequence[float] | None = None,
    ) -> None:
        self.shape, self.limit = (box_rows, box_cols), limit
        self.restart(puzzle)

    def restart(self, puzzle: Sequence[int]) -> None:
        """Take up another puzzle of the same size."""
        self.count, self.found, self.finished = 0, list[list[int]](), False
        self._solutions = solutions([int(value) for value in puzzle], *self.shape)

    def run(self, budget: int) -> bool:
        """Look for at most `budget` solutions; return whether work remains."""
        while budget > 0 and not self.finished:
            budget -= 1
            solution = next(self._solutions, None)
            if solution is not None:
                self.count += 1
                self.found.append(solution)
            self.finished = solution is None or self.count == self.limit
        return not self.finished

    def take(self) -> list[list[int]]:
        """Return the solutions found since the last call."""
        taken, self.found = self.found, []
        return taken
