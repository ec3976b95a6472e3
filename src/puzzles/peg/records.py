"""Batches of peg boards."""

from __future__ import annotations

from typing import Any

from ...base import Status
from ..common.records import SolveRecords, text_of
from .puzzle import GridPegSolitairePuzzle

__all__ = ["PegRecords"]


class PegRecords(SolveRecords):
    """Peg boards, the rows apart by ``/``; the solution is the jumps.

    Examples
    --------
    >>> batch = PegRecords("solutions", {})
    >>> batch.solve([batch.parse("**.")])[1]
    ['a1-c1']
    """

    def parse(self, record: Any) -> GridPegSolitairePuzzle:
        """Read a board."""
        return GridPegSolitairePuzzle.parse(text_of(record).replace("/", "\n"))

    def line(self, puzzle: GridPegSolitairePuzzle, result: Any) -> str:
        """Return the jumps, chained ones joined."""
        return str(result) if result.status is Status.SOLVED else ""
