"""What the twins of searches that list solutions share: the next ones, as many a call as asked for."""

from __future__ import annotations

from collections.abc import Iterator

__all__ = ["ListedSearch"]

Solution = tuple[int, ...]


class ListedSearch:
    """A search that takes its solutions from an iterator: each is a node.

    Examples
    --------
    >>> search = ListedSearch(iter([(0,), (1,)]), limit=9)
    >>> search.run(1), search.solution, search.run(9), search.solution, search.count, search.exhausted
    (True, (0,), False, (1,), 2, True)
    """

    def __init__(self, found: Iterator[Solution], limit: int = 2, stop_each: bool = False) -> None:
        self.limit, self.stop_each, self.count, self.fresh, self.exhausted = limit, stop_each, 0, False, False
        self.first: Solution | None = None
        self.solution: Solution | None = None
        self._found = found

    def run(self, budget: int) -> bool:
        """Look for at most `budget` solutions; return whether work remains."""
        self.fresh = False
        while budget > 0 and not self.exhausted and self.count < self.limit:
            budget -= 1
            solution = next(self._found, None)
            if solution is None:
                self.exhausted = True
                break
            self.solution, self.first = solution, solution if self.first is None else self.first
            self.count, self.fresh = self.count + 1, True
            if self.stop_each:
                break
        return not self.exhausted and self.count < self.limit
