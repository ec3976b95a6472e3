"""Shortest solutions by iterative deepening: the tables first, then the search, as one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...core.search import sliding_ida as core
from .result import ways
from .tables import Frame, keep_tables, pattern_tables

if TYPE_CHECKING:
    from ...base import Limits

__all__ = ["Shortest"]

STATES = 1 << 14
"""States of the tables that are taken up at a time."""


class Shortest:
    """A source of all shortest solutions.

    Parameters
    ----------
    frame : Frame
        The configuration. It has a solution.
    patterns : bool
        Whether pattern databases help the Manhattan distance.
    limits : Limits, optional
        `memory` bounds the tables, which are smaller then.

    Notes
    -----
    Nodes are configurations; the states of the tables are none, because tables stay for the process, and the
    same search would count them or not. Time is taken all the same.
    """

    def __init__(self, frame: Frame, patterns: bool, limits: Limits | None) -> None:
        self.frame = frame
        self.tables, self._key = pattern_tables(frame, patterns, None if limits is None else limits.memory)
        self.search: core.SlidingIda | None = None
        self.blanks: tuple[int, ...] = ()
        """Cells of the blank on the way found last."""
        self._found: list[tuple[int, ...]] = []

    @property
    def nodes(self) -> int:
        """Configurations whose bound was computed."""
        return 0 if self.search is None else self.search.nodes

    @property
    def generated(self) -> int:
        """Configurations made: all nodes but the first."""
        return max(0, self.nodes - 1)

    def run(self, budget: int) -> bool:
        """Visit at most `budget` nodes, stopping at a solution; return whether work remains."""
        search = self.search
        if search is None:
            if not self.tables.ready:
                self.tables.run(STATES)
                return True
            keep_tables(self._key, self.tables)
            self.search = search = core.SlidingIda(self.tables, self.frame.start, self.frame.mirror)
        if search.status == core.SOLVED:
            search.go_on()
        remains = search.run(budget)
        if search.status == core.SOLVED:
            self.blanks = tuple(self.frame.back(search.path_cells()))
            self._found.append(self.blanks)
            return True
        return remains

    def take(self) -> Sequence[str]:
        """Return the solutions found since the last call."""
        found, self._found = self._found, []
        return [ways(blanks, self.frame.cols) for blanks in found]
