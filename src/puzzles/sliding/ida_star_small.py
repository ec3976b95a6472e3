"""All shortest solutions by IDA*, to 16 cells and, with large pattern databases, to 25."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...base import Limits
from ...core.search.sliding_additive import AdditiveIda
from ...core.search.sliding_ida import SOLVED, SlidingIda
from .pattern_database import Making, even_groups, groups_of, kept_tables
from .state import ways
from .tables import TurnedBoard, keep_tables, pattern_tables

STATES = 1 << 14
"""States of the tables visited at a time."""
SMALL = 4
"""Tiles of groups whose tables take no time."""
NEAR_NODES = 1_000_000
"""Nodes of a search with these, before larger tables are built."""
LOAD_NODES = 20_000_000
"""Nodes of boards of at most 16 cells that take as long as loading large tables."""

Stage = tuple[Callable[[], bool], Callable[[], SlidingIda | AdditiveIda]]
"""Builds tables a part at a time, and returns whether they are incomplete; begins a search with them."""
Later = Callable[[], Stage | None]
"""Returns what takes the place of the first stage when that took long, None where nothing does."""

_searched = [0]
"""Nodes of boards of at most 16 cells, of all searches since large tables were last looked for."""


class Shortest:
    """A `AnswerSource` of all shortest solutions of a board of at most 25 cells that has one.

    To 16 cells pattern databases, smaller where memory is limited, improve the Manhattan distance, unless
    `patterns` is False. Large ones of 4×4 that were built before are loaded when the searches of the process
    have taken as long as that takes; not with a limit of nodes, whose result is the same everywhere. On
    larger boards without their large pattern databases, small ones serve for a million nodes, then the large
    ones are built. The search begins again and skips what was found: no bound changes the order of solutions.
    States of tables are no nodes, as tables stay for the process.
    """

    def __init__(self, frame: TurnedBoard, limits: Limits | None, patterns: bool = True) -> None:
        self.frame = frame
        memory = None if limits is None else limits.memory
        kept = patterns and (limits is None or limits.nodes is None)
        small = frame.rows * frame.cols <= 16
        self._stage, self._later = _small(frame, patterns, memory, kept) if small else _large(frame, memory)
        self._near = max(0, LOAD_NODES - _searched[0]) if small else NEAR_NODES
        self._small = small
        self.full = self._stage is None
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
        if self._stage is None:
            return False
        build, begin = self._stage
        if build():
            return True
        search = self.search
        if search is None:
            self.search = search = begin()
        if search.status == SOLVED:
            search.go_on()
        before, near = search.nodes, self._later is not None
        remains = search.run(min(budget, self._near - before) if near else budget)
        if self._small:
            _searched[0] += search.nodes - before
        if search.status == SOLVED:
            self._count += 1
            if self._count > self._passed:
                self.blanks = tuple(self.frame.back(search.path_cells()))
                self._found.append(ways(self.blanks, self.frame.cols))
            return True
        if remains and self._later is not None and search.nodes >= self._near:
            stage, self._later = self._later(), None
            if stage is not None:
                self._before, self._passed, self._count = search.nodes, self._count, 0
                self.search, self._stage = None, stage
        return remains

    def take(self) -> Sequence[str]:
        """Return the solutions found since the last call."""
        found, self._found = self._found, []
        return found


def _small(frame: TurnedBoard, patterns: bool, memory: int | None, kept: bool) -> tuple[Stage, Later | None]:
    """Return the stages of a board of at most 16 cells; `kept`: with large tables that were built before."""
    making = kept_tables(frame, memory, loaded=True) if kept else None
    if making is not None:
        return _with_tables(making), None
    tables, key = pattern_tables(frame, patterns, memory)

    def build() -> bool:
        if not tables.ready:
            tables.run(STATES)
            return True
        return False

    def begin() -> SlidingIda:
        keep_tables(key, tables)
        return SlidingIda(tables, frame.start, frame.mirror)

    def later() -> Stage | None:
        _searched[0] = 0
        making = kept_tables(frame, memory, loaded=False)
        return None if making is None else _with_tables(making)

    return (build, begin), later if kept else None


def _with_tables(making: Making) -> Stage:
    return making.run, lambda: AdditiveIda(making.tables(), making.frame.start)


def _large(frame: TurnedBoard, memory: int | None) -> tuple[Stage | None, Later | None]:
    """Return the stages of a board of 17 to 25 cells; none where memory does not suffice for any tables."""
    groups, small = groups_of(frame, None, memory), even_groups(frame, SMALL)
    if not groups:
        return None, None
    making = Making(frame, groups)
    if groups == small or making.ready:
        return _with_tables(making), None
    return _with_tables(Making(frame, small)), lambda: _with_tables(making)
