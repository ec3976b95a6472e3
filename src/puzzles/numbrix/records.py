"""Batches of Numbrix and Hidato boards."""

from __future__ import annotations

from typing import Any, ClassVar

from ..common.records import Option, SolveRecords, text_of
from .puzzle import Hidato, Numbrix

__all__ = ["HidatoRecords", "NumbrixRecords"]


class NumbrixRecords(SolveRecords):
    """Numbrix boards, the rows apart by ``/``.

    Examples
    --------
    >>> batch = NumbrixRecords("solutions", {})
    >>> batch.solve([batch.parse("1 . 3/. . ./. . 9")])[1]
    ['1 2 3/6 5 4/7 8 9']
    """

    PUZZLE: ClassVar[type[Numbrix]] = Numbrix
    OPTIONS = (*SolveRecords.OPTIONS, Option("wrap", "opposite edges touch (a torus)", False))

    def parse(self, record: Any) -> Numbrix:
        """Read a board."""
        return self.PUZZLE.parse(text_of(record), wrap=self.options["wrap"])

    def line(self, puzzle: Numbrix, result: Any) -> str:
        """Return the numbers with the rows apart by ``/``, # for a hole."""
        rows = result.solution or ()
        return "/".join(" ".join("#" if number < 0 else str(number) for number in row) for row in rows)


class HidatoRecords(NumbrixRecords):
    """Hidatos: as Numbrix with king's steps."""

    PUZZLE = Hidato
