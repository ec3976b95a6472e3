"""Batches of fill-ins."""

from __future__ import annotations

from typing import Any

from ..common.records import SolveRecords, text_of
from .puzzle import WordPlacement

__all__ = ["PlacementRecords"]


class PlacementRecords(SolveRecords):
    """Fill-ins: the words, a semicolon and the rows, ``GTU,TECH;111/010/010/010``.

    Examples
    --------
    >>> batch = PlacementRecords("solutions", {})
    >>> batch.solve([batch.parse("GTU,TECH;111/010/010/010")])[1]
    ['GTU/#E#/#C#/#H#']
    """

    def parse(self, record: Any) -> WordPlacement:
        """Read a puzzle."""
        return WordPlacement.parse(text_of(record))

    def line(self, puzzle: WordPlacement, result: Any) -> str:
        """Return the rows apart by ``/``."""
        return "" if result.solution is None else "/".join(result.solution.rows)
