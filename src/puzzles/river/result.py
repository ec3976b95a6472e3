"""Results of river crossings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from ...answers import PuzzleResult
from ...base import Status, record
from .rules import Crossing
from .state import RiverState


def plan_text(path: Sequence[str], crossings: Sequence[Crossing]) -> str:
    """Format a plan: the states, each with the crossing that leads there."""
    width = max(map(len, path))
    rows = [f"{state:{width}}  {crossing}" for state, crossing in zip(path[1:], crossings, strict=True)]
    return "\n".join([path[0], *rows])


def loads_of(puzzle: RiverState, crossings: Sequence[Crossing]) -> list[Any]:
    """Return the load of each crossing; with an island or several boats also its places and boat."""
    if puzzle.island is None and len(puzzle.boats) == 1:
        return [list(trip.load) for trip in crossings]
    return [
        {
            "load": list(trip.load),
            **({"from": trip.origin} if trip.origin else {}),
            "to": trip.to or ("right" if trip.forward else "left"),
            **({"boat": trip.boat} if trip.boat else {}),
        }
        for trip in crossings
    ]


@record
class RiverResult(PuzzleResult):
    """A plan that brings all across, or that there is none.

    Examples
    --------
    >>> from unriddle import RiverPuzzle
    >>> result = RiverPuzzle.farmer().solve()
    >>> result.length, result.path[0], result.path[-1]
    (7, 'FGCW|', '|FGCW')
    """

    ANSWER: ClassVar[str] = "crossings"
    KEYS: ClassVar[tuple[str, ...]] = ("moves", "path", "cost")
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
    def moves(self) -> list[Any]:
        """Who is in the boat on each crossing; see `loads_of`."""
        return loads_of(self.puzzle, self.crossings)

    @property
    def length(self) -> int:
        """Number of crossings; 0 as well without a plan."""
        return len(self.crossings)

    def __str__(self) -> str:
        return plan_text(self.path, self.crossings) if self.path else str(self.status)
