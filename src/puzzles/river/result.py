"""Results of river crossings."""

from __future__ import annotations

from collections.abc import Sequence

from ...base import Result, Status, record
from .rules import Crossing
from .state import RiverState


def plan_text(path: Sequence[str], crossings: Sequence[Crossing]) -> str:
    """Format a plan: the states, each with the crossing that leads there."""
    width = max(map(len, path))
    rows = [f"{state:{width}}  {crossing}" for state, crossing in zip(path[1:], crossings, strict=True)]
    return "\n".join([path[0], *rows])


@record
class RiverResult(Result):
    """A plan that brings all across, or that there is none.

    Examples
    --------
    >>> from unriddle import RiverPuzzle
    >>> result = RiverPuzzle.farmer().solve()
    >>> result.length, result.path[0], result.path[-1]
    (7, 'FGCW|', '|FGCW')
    """

    puzzle: RiverState
    """The puzzle that was solved, a `RiverPuzzle`."""
    path: tuple[str, ...] = ()
    """The states from the first to the last; empty without a plan."""
    crossings: tuple[Crossing, ...] = ()
    """The trips between them."""
    cost: float = 0
    """Total time; the number of crossings where nobody has a time."""

    @property
    def solution(self) -> tuple[Crossing, ...] | None:
        """The answer: `crossings`; None without a plan."""
        return self.crossings if self.status is Status.SOLVED else None

    @property
    def length(self) -> int:
        """Number of crossings; 0 as well without a plan."""
        return len(self.crossings)

    def __str__(self) -> str:
        return plan_text(self.path, self.crossings) if self.path else str(self.status)

    def _repr_svg_(self) -> str:
        return self.puzzle.to_svg(self.solution)
