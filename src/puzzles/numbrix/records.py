"""Batches of Numbrix and Hidato boards."""

from __future__ import annotations

from typing import Any, ClassVar

from ..framework.arguments import WITH_KNIGHT
from ..framework.batch_records import Option, SolveRecords
from .puzzle import Hidato, Numbrix

NEIGHBOURS = "choose the neighbours of a cell: king 8, rook 4, hex 6, or a knight's moves"
"""Help of ``--topology``."""


def steps_options(kind: type[Numbrix]) -> tuple[Option, ...]:
    """Return the options that say which cells are neighbours."""
    return (
        Option("topology", NEIGHBOURS, kind.topology, tuple(WITH_KNIGHT)),
        Option("wrap", "join opposite edges (a torus)", False),
    )


EMPTY = Option(
    "empty", "read these marks, such as 0, as empty cells and other marks as holes", metavar="MARKS"
)
CLUES = Option("clues", "give N numbers as clues (default: as few as the search finds)")
ENDS = Option("ends", "give the first and the last number as clues", False)


class NumbrixRecords(SolveRecords):
    """Numbrix boards, the rows apart by ``/``."""

    KIND: ClassVar[type[Numbrix]] = Numbrix
    OPTIONS = (*SolveRecords.OPTIONS, *steps_options(KIND), EMPTY)

    def rules(self) -> dict[str, Any]:
        """Return how numbers step, whether boards wrap and how they mark empty cells."""
        return {name: self.options[name] for name in ("topology", "wrap", "empty")}

    def shape_of(self, puzzle: Numbrix) -> tuple[int, int]:
        """Return rows and columns."""
        return len(puzzle.grid), len(puzzle.grid[0])

    def line(self, puzzle: Numbrix, result: Any) -> str:
        """Return the numbers with the rows apart by ``/``, # for a hole."""
        return "" if result.solution is None else str(result).replace("\n", "/")


class HidatoRecords(NumbrixRecords):
    """Hidatos: as Numbrix with king's steps."""

    KIND = Hidato
    OPTIONS = (*SolveRecords.OPTIONS, *steps_options(KIND), EMPTY)
