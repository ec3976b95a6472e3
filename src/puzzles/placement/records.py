"""Batches of fill-ins."""

from __future__ import annotations

from typing import Any, ClassVar

from ..framework.batch_records import Option, SolveRecords
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

    KIND: ClassVar[type[WordPlacement]] = WordPlacement
    OPTIONS = (
        *SolveRecords.OPTIONS,
        Option("reuse", "a word may be used any number of times", False),
        Option("spare", "words may be left over", False),
    )

    def rules(self) -> dict[str, Any]:
        """Return whether words may be used again, and whether all have to be used."""
        return {"reuse": self.options["reuse"], "exact": not self.options["spare"]}
