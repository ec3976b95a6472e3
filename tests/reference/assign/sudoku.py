"""Twin of `unriddle.core.assign.sudoku`: plain backtracking, the cell with the fewest candidates first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .sudoku_propagate import Rules, boxed

__all__ = ["Search", "boxed", "count", "solutions"]


def solutions(puzzle: Sequence[int], rules: Rules) -> Iterator[list[int]]:
    """Yield every solution.

    Parameters
    ----------
    puzzle : sequence of n * n int
        Row-major cells, 1 to n, 0 is empty.
    rules : Rules
        What a solution has to keep to.

    Examples
    --------
    >>> sum(1 for _ in solutions([1, 2, 3, 4] + [0] * 12, boxed(2, 2)))
    12
    """
    grid = list(puzzle)
    for cell, value in enumerate(grid):
        if value:
            grid[cell] = 0
            if value not in rules.candidates(grid, cell):
                return
            grid[cell] = value
    if not rules.broken(grid):
        yield from _fill(grid, rules)


def _fill(grid: list[int], rules: Rules) -> Iterator[list[int]]:
    options = {cell: rules.candidates(grid, cell) for cell, value in enumerate(grid) if not value}
    if not options:
        yield list(grid)
        return
    cell = min(options, key=lambda c: len(options[c]))
    for value in options[cell]:
        grid[cell] = value
        if not rules.broken(grid):
            yield from _fill(grid, rules)
    grid[cell] = 0


def count(puzzle: Sequence[int], rules: Rules, limit: int) -> int:
    """Return the number of solutions, at most `limit`.

    Examples
    --------
    >>> count([0] * 16, boxed(2, 2), 1000)
    288
    """
    found = 0
    for _ in solutions(puzzle, rules):
        found += 1
        if found == limit:
            break
    return found


class Search:
    """A search for the solutions of one Sudoku: each is a node. `weights` change the kernel's order alone.

    Examples
    --------
    >>> search = Search([0] * 16, boxed(2, 2), limit=1000)
    >>> search.run(10**6), search.count, len(search.take())
    (False, 288, 288)
    """

    def __init__(
        self,
        puzzle: Sequence[int],
        rules: Rules,
        limit: int = 2,
        weights: Sequence[float] | None = None,
    ) -> None:
        self.rules, self.limit = rules, limit
        self.restart(puzzle)

    def restart(self, puzzle: Sequence[int]) -> None:
        """Take up another puzzle of the same size."""
        self.count, self.found, self.finished = 0, list[list[int]](), False
        self._solutions = solutions([int(value) for value in puzzle], self.rules)

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
