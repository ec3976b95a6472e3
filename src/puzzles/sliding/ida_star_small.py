"""All shortest solutions by IDA*, to 16 cells and, with large pattern databases, to 25."""

from __future__ import annotations

from collections.abc import Sequence

from ...base import Limits
from ...core.search import sliding_additive
from ...core.search import sliding_ida as core
from .pattern_database import Making, even_groups, groups_of
from .state import ways
from .tables import TurnedBoard, keep_tables, pattern_tables

__all__ = ["Shortest", "ShortestLarge", "shortest"]

STATES = 1 << 14
"""States of the tables visited at a time."""
SMALL = 4
"""Tiles of groups whose tables take no time."""
NEAR_NODES = 1_000_000
"""Nodes of a search with these, before larger tables are built."""


class Shortest:
    """A `AnswerSource` of all shortest solutions of a board of at most 16 cells that has one.

    With `patterns` pattern databases, smaller where memory is limited, improve the Manhattan distance. Their
    states are no nodes, as tables stay for the process.
    """

    def __init__(self, frame: TurnedBoard, patterns: bool, limits: Limits | None) -> None:
        self.frame = frame
        self.tables, self._key = pattern_tables(frame, patterns, None if limits is None else limits.memory)
        self.search: core.SlidingIda | None = None
        self.blanks: tuple[int, ...] = ()
        """Cells of the blank on the path found last."""
        self._found: list[tuple[int, ...]] = []

    @property
    def nodes(self) -> int:
        """Configurations whose bound was computed."""
        return 0 if self.search is None else self.search.nodes

    @property
    def generated(self) -> int:
        """Successors made: all nodes but the first."""
        return max(0, self.nodes - 1)

    @property
    def depth(self) -> int:
        """Steps of the present path."""
        return 0 if self.search is None else self.search.depth

    @property
    def bound(self) -> int | None:
        """Lower bound of the length; None before the search."""
        return None if self.search is None else self.search.bound

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


class ShortestLarge:
    """A `AnswerSource` of all shortest solutions of a board of 17 to 25 cells that has one.

    Where the large pattern databases are missing, small ones serve for a million nodes. Then the large ones
    are built, and the search begins again and skips what was found: no bound changes the order of solutions.
    """

    def __init__(self, frame: TurnedBoard, limits: Limits | None) -> None:
        self.frame = frame
        memory = None if limits is None else limits.memory
        groups = groups_of(frame, None, memory)
        self.full = not groups
        """Whether memory does not suffice for any tables."""
        self._stages = [Making(frame, groups)] if groups else []
        small = even_groups(frame, SMALL)
        if groups not in ((), small) and not self._stages[0].ready:
            self._stages.insert(0, Making(frame, small))
        self._search: sliding_additive.AdditiveIda | None = None
        self._before = self._passed = self._count = 0  # nodes and solutions of the search before; solutions
        self._found: list[str] = []

    @property
    def nodes(self) -> int:
        """Configurations whose bound was computed."""
        return self._before + (0 if self._search is None else self._search.nodes)

    @property
    def generated(self) -> int:
        """Successors made: all nodes but the first."""
        return max(0, self.nodes - 1)

    def run(self, budget: int) -> bool:
        """Visit at most `budget` nodes, stopping at a solution; return whether work remains."""
        if self.full or self._stages[0].run():
            return not self.full
        search = self._search
        if search is None:
            self._search = search = sliding_additive.AdditiveIda(self._stages[0].tables(), self.frame.start)
        if search.status == sliding_additive.SOLVED:
            search.go_on()
        last = len(self._stages) == 1
        remains = search.run(budget if last else min(budget, NEAR_NODES - search.nodes))
        if search.status == sliding_additive.SOLVED:
            self._count += 1
            if self._count > self._passed:
                self._found.append(ways(tuple(self.frame.back(search.path_cells())), self.frame.cols))
            return True
        if remains and not last and search.nodes >= NEAR_NODES:
            self._before, self._passed, self._count = search.nodes, self._count, 0
            self._search = None
            self._stages.pop(0)
        return remains

    def take(self) -> Sequence[str]:
        """Return the solutions found since the last call."""
        found, self._found = self._found, []
        return found


def shortest(frame: TurnedBoard, limits: Limits | None) -> Shortest | ShortestLarge:
    """Return the source of all shortest solutions of a board of at most 25 cells, which has one."""
    small = frame.rows * frame.cols <= 16
    return Shortest(frame, True, limits) if small else ShortestLarge(frame, limits)
