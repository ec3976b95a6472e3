"""What solving a Numbrix or Hidato returns."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from ...base import Result, record

if TYPE_CHECKING:
    from .puzzle import Numbrix

__all__ = ["Grid", "PathResult"]

Grid = tuple[tuple[int, ...], ...]
"""Rows of numbers, -1 where a hole."""


@record
class PathResult(Result):
    """What `solve` of a Numbrix or Hidato found.

    Examples
    --------
    >>> from unriddle import Numbrix
    >>> result = Numbrix.parse("1 . / 4 .").solve()
    >>> result.status.value, result.solution, result.path
    ('UNIQUE', ((1, 2), (4, 3)), ((0, 0), (0, 1), (1, 1), (1, 0)))
    """

    puzzle: Numbrix = field(repr=False, compare=False)
    """What was solved."""
    solution: Grid | None
    """Rows of numbers of the first solution, -1 where a hole."""
    count: int
    """Solutions found, at most the limit; exact where `complete`."""
    complete: bool
    """Whether every solution has been counted."""
    reason: str = ""
    """Why there is no solution, where that was clear before any search."""
    learnt: int = 0
    """Conflicts that the search learnt from; 0 for all but hard boards."""

    @property
    def path(self) -> tuple[tuple[int, int], ...]:
        """Row and column of each number in order; empty without a solution."""
        places = {number: (r, c) for r, row in enumerate(self.solution or ()) for c, number in enumerate(row)}
        return tuple(places[number] for number in range(1, max(places, default=0) + 1))

    def __str__(self) -> str:
        if self.solution is None:
            return self.reason or self.status.value
        return "\n".join(" ".join("#" if v < 0 else str(v) for v in row) for row in self.solution)

    def _repr_svg_(self) -> str:
        return self.puzzle.to_svg(self.solution)
