"""Batches of Gogens."""

from __future__ import annotations

from typing import Any

from ..common.records import Option, SolveRecords, text_of
from .puzzle import Gogen

__all__ = ["GogenRecords"]


class GogenRecords(SolveRecords):
    """Gogens: the grid, a colon and the words, ``AB/C.: ADC``.

    Examples
    --------
    >>> batch = GogenRecords("solutions", {})
    >>> batch.solve([batch.parse("AB/C.: ADC")])[1]
    ['AB/CD']
    """

    OPTIONS = (*SolveRecords.OPTIONS, Option("revisit", "a word may come back to a cell", False))

    def parse(self, record: Any) -> Gogen:
        """Read a puzzle."""
        return Gogen.parse(text_of(record), revisit=self.options["revisit"])

    def line(self, puzzle: Gogen, result: Any) -> str:
        """Return the rows apart by ``/``."""
        return "/".join(result.solution or ())
