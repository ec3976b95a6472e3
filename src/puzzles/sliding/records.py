"""Batches of sliding puzzles."""

from __future__ import annotations

from typing import Any

from ...base import Status
from ..common.records import SolveRecords, text_of
from .puzzle import MNPuzzle

__all__ = ["SlidingRecords"]


class SlidingRecords(SolveRecords):
    """Sliding puzzles, the rows apart by ``/``; the solution is the way of each tile, U D L R.

    Examples
    --------
    >>> batch = SlidingRecords("solutions", {})
    >>> batch.solve([batch.parse("1 2 3/4 0 5/7 8 6")])[1]
    ['LU']
    """

    def parse(self, record: Any) -> MNPuzzle:
        """Read a puzzle."""
        return MNPuzzle.parse(text_of(record))

    def line(self, puzzle: MNPuzzle, result: Any) -> str:
        """Return the steps."""
        return "".join(result.directions or ()) if result.status is Status.SOLVED else ""
