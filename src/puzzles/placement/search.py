"""Searches of a compiled puzzle: for a filled board and how many there are, or for one after the other."""

from __future__ import annotations

from ..framework.solutions import CollectedSolutions, SearchProxy
from .encode import Compiled
from .result import WordFilling

__all__ = ["Counted", "Fillings"]


class Counted(SearchProxy):
    """A search that keeps the first filled board and counts the others, up to `limit`."""

    __slots__ = ("_compiled", "_limit", "first")

    def __init__(self, compiled: Compiled, limit: int) -> None:
        self.search = search = compiled.search()
        search.most_solutions = 1
        self.first: WordFilling | None = None
        self._compiled, self._limit = compiled, limit

    @property
    def count(self) -> int:
        """Filled boards found."""
        return self.search.solutions  # type: ignore[no-any-return]

    @property
    def exhausted(self) -> bool:
        """Whether there are no others."""
        return self.search.exhausted  # type: ignore[no-any-return]

    def run(self, budget: int) -> bool:
        """Visit at most `budget` nodes; return whether work remains."""
        search = self.search
        remains = search.run(budget)
        if self.first is None and search.solutions:
            self.first = self._compiled.filling(search.solution.tolist())
            search.most_solutions = self._limit
            return self._limit > 1 and not search.exhausted
        return remains  # type: ignore[no-any-return]


class Fillings(CollectedSolutions[WordFilling]):
    """A `Source` of the filled boards of a compiled puzzle."""

    def __init__(self, compiled: Compiled) -> None:
        super().__init__(compiled.search())
        self._compiled = compiled

    def run(self, budget: int) -> bool:
        """Visit at most `budget` nodes, up to the next solution; return whether work remains."""
        search, before = self.search, self.search.solutions
        search.most_solutions = before + 1
        search.run(budget)
        if search.solutions > before:
            self.ready.append(self._compiled.filling(search.solution.tolist()))
        return not search.exhausted
