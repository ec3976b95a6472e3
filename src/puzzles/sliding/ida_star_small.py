"""All shortest solutions by IDA*, to 16 cells and, with large pattern databases, to 25."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...base import Limits
from ...core.search.sliding_additive import AdditiveIda
from ...core.search.sliding_ida import SOLVED, SlidingIda
from .pattern_database import Making, even_groups, groups_of
from .state import ways
from .tables import TurnedBoard, keep_tables, pattern_tables

STATES = 1 << 14
"""States of the tables visited at a time."""
SMALL = 4
"""Tiles of groups whose tables take no time."""
NEAR_NODES = 1_000_000
"""Nodes of a search with these, before larger tables are built."""

Stage = tuple[Callable[[], bool], Callable[[], SlidingIda | AdditiveIda]]
"""Builds tables a part at a time, and returns whether they are incomplete; begins a search with them."""


class Shortest:
    """A `AnswerSource` of all shortest solutions of a board of at most 25 cells that has one.

    To 16 cells pattern databases, smaller where memory is limited, improve the Manhattan distance, unless
    `patterns` is False. On larger boards without their large pattern databases, small ones serve for a
    million nodes. Then the large ones are built, and the search begins again and skips what was found: no
    bound changes the order of solutions. States of tables are no nodes, as tables stay for the process.
    """

    def __init__(self, frame: TurnedBoard, limits: Limits | None, patterns: bool = True) -> None:
        self.frame = frame
        memory = None if limits is None else limits.memory
        small = frame.rows * frame.cols <= 16
        self._stages = [_small(frame, patterns, memory)] if small else _large(frame, memory)
        self.full = not self._stages
        """Whether memory does not suffice for any tables."""
        self.search: SlidingIda | AdditiveIda | None = None
        self.blanks: tuple[int, ...] = ()
        """Cells of the blank on the path found last."""
        self._before = self._passed = self._count = 0  # nodes and solutions of the search before; solutions
        self._found: list[str] = []

    @property
    def nodes(self) -> int:
        """Configurations whose bound was computed."""
        return self._before + (0 if self.search is None else self.search.nodes)

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
        if self.full:
            return False
        build, begin = self._stages[0]
        if build():
            return True
        search = self.search
        if search is None:
            self.search = search = begin()
        if search.status == SOLVED:
            search.go_on()
        last = len(self._stages) == 1
        remains = search.run(budget if last else min(budget, NEAR_NODES - search.nodes))
        if search.status == SOLVED:
            self._count += 1
            if self._count > self._passed:
                self.blanks = tuple(self.frame.back(search.path_cells()))
                self._found.append(ways(self.blanks, self.frame.cols))
            return True
        if remains and not last and search.nodes >= NEAR_NODES:
            self._before, self._passed, self._count = search.nodes, self._count, 0
            self.search = None
            self._stages.pop(0)
        return remains

    def take(self) -> Sequence[str]:
        """Return the solutions found since the last call."""
        found, self._found = self._found, []
        return found


def _small(frame: TurnedBoard, patterns: bool, memory: int | None) -> Stage:
    """Return the stage of a board of at most 16 cells."""
    tables, key = pattern_tables(frame, patterns, memory)

    def build() -> bool:
        if not tables.ready:
            tables.run(STATES)
            return True
        return False

    def begin() -> SlidingIda:
        keep_tables(key, tables)
        return SlidingIda(tables, frame.start, frame.mirror)

    return build, begin


def _with_tables(making: Making) -> Stage:
    return making.run, lambda: AdditiveIda(making.tables(), making.frame.start)


def _large(frame: TurnedBoard, memory: int | None) -> list[Stage]:
    """Return the stages of a board of 17 to 25 cells; none where memory does not suffice for any tables."""
    groups, small = groups_of(frame, None, memory), even_groups(frame, SMALL)
    makings = [Making(frame, groups)] if groups else []
    if groups not in ((), small) and not makings[0].ready:
        makings.insert(0, Making(frame, small))
    return list(map(_with_tables, makings))
