"""Batches of Gogens."""

from __future__ import annotations

from typing import Any, ClassVar

from ..framework.batch_records import Option, SolveRecords
from .puzzle import Gogen


class GogenRecords(SolveRecords):
    """Gogens: the grid, a colon and the words, ``AB/C.: ADC``."""

    KIND: ClassVar[Any] = Gogen
    OPTIONS = (*SolveRecords.OPTIONS, Option("revisit", "let a word use a cell twice", False))

    def rules(self) -> dict[str, Any]:
        """Return what `parse` of the puzzle takes in addition to the text."""
        return {"revisit": self.options["revisit"]}

    def line(self, puzzle: Gogen, result: Any) -> str:
        """Return the rows apart by ``/``."""
        return "/".join(result.solution or ())
