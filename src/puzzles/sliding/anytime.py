"""Anytime search: beams from both ends and IDA* improve a solution until it is proven shortest."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...core.search.sliding_beam import SlidingBeam
from ...core.search.sliding_near import AdditiveBeam
from ...search.threads import threads_of
from ..framework.solutions import SearchProxy
from .ida_star import Deepening
from .state import SlidingState
from .tables import Cells, TurnedBoard, symmetries

if TYPE_CHECKING:
    from ...core.search.sliding_additive import AdditiveTables

FIRST = 20_000
"""Nodes of the beams alone, to find any solution."""
SHARE = 3
"""Nodes in all per node of the beams, which takes four times as long: two thirds of the time are theirs."""
LEAST_MARK, MARK = 6, 1 << 16
"""Nodes between two tests of the end: 2**6, doubled up to some milliseconds."""
LEAST_WIDTH, WIDER = 24, 4
WEIGHTS = ((1, 1), (2, 3), (1, 2), (2, 1))
"""Of the beams of one width: each misses other solutions."""
MEMBER_BYTES = 1200
"""Of a beam per member of a layer: steps, visited states, and some hundred links back."""


class PlainBeam(SearchProxy):
    """A beam search without pattern databases, on a board of any size."""

    def __init__(self, puzzle: SlidingState, memory: int) -> None:
        super().__init__(SlidingBeam(puzzle.rows, puzzle.cols, puzzle.goal_cell, puzzle.cells(), memory))

    @property
    def bound(self) -> int:
        """Lower bound of the length."""
        return int(self.search.lower)

    @property
    def length(self) -> int | None:
        """Steps of the best solution so far."""
        return None if self.search.best < 0 else int(self.search.best)

    @property
    def blanks(self) -> tuple[int, ...]:
        """Cells of the blank on the shortest path so far."""
        return () if self.search.best < 0 else tuple(self.search.path_cells().tolist())

    def close(self) -> None:
        """Release the threads: there are none."""


class Beams:
    """Beam searches from one configuration to another: some of each width, then wider ones up to a memory."""

    def __init__(self, tables: AdditiveTables, start: Cells, goal: Cells, memory: int) -> None:
        self._tables, self._start, self._goal = tables, start, goal
        self._widest = memory // MEMBER_BYTES
        self._width, self._number = min(LEAST_WIDTH, self._widest), 0
        self._beam: AdditiveBeam | None = None
        self._nodes = self._generated = 0  # of the beams before
        self.path: Cells | None = None
        """Cells of the blank on the shortest path so far."""
        self.found_at = 0
        """Nodes after which it was found."""
        self.done = self._width == 0

    @property
    def nodes(self) -> int:
        """Configurations visited."""
        return self._nodes + (0 if self._beam is None else self._beam.nodes)

    @property
    def generated(self) -> int:
        """Successors made."""
        return self._generated + (0 if self._beam is None else self._beam.generated)

    @property
    def depth(self) -> int:
        """Steps of the present layer."""
        return 0 if self._beam is None else self._beam.depth

    def run(self, budget: int) -> None:
        """Visit `budget` configurations, fewer at the end of the search."""
        end = self.nodes + budget
        while not self.done and self.nodes < end:
            if self._beam is None:
                self._beam = self._next_beam()
            if not self._beam.run(end - self.nodes):
                self._end_beam(self._beam)

    def _next_beam(self) -> AdditiveBeam:
        most = {} if self.path is None else {"most": len(self.path) - 1}
        weights = WEIGHTS[self._number]
        return AdditiveBeam(self._tables, self._start, self._width, self._goal, weights=weights, **most)

    def _end_beam(self, beam: AdditiveBeam) -> None:
        if beam.best >= 0:
            self.path, self.found_at = beam.path_cells(), self.nodes
        self._nodes, self._generated, self._beam = self.nodes, self.generated, None
        self._number += 1
        if self._number == len(WEIGHTS):
            self.done = self._width == self._widest
            self._width, self._number = min(WIDER * self._width, self._widest), 0


def from_the_goal(frame: TurnedBoard) -> tuple[Cells, Cells, Cells]:
    """Return the problem from the goal to a configuration, for the tables of the goal, and its inverse turn.

    Tiles are renamed by the cells where they lie after the blank has moved to the blank of the tables, by the
    shortest path that a turn of the board allows.
    """
    rows, cols, home, cells = frame.rows, frame.cols, frame.blank, frame.start
    here = int((cells == home).argmax())

    def far(cell: int) -> int:
        return abs(cell // cols - home // cols) + abs(cell % cols - home % cols)

    turn = min(symmetries(rows, cols), key=lambda turn: far(int(turn[here])))
    goal = np.empty_like(cells)
    goal[turn] = cells
    near, here = goal.copy(), int(turn[here])
    while here != home:
        steps = [here + step for step in (-cols, cols) if 0 <= here + step < rows * cols]
        steps += [here + step for step in (-1, 1) if (here + step) // cols == here // cols]
        there = min(steps, key=far)
        near[here], near[there] = near[there], near[here]
        here = there
    names = np.empty_like(cells)
    names[near] = np.arange(rows * cols, dtype=np.uint8)
    start = np.empty_like(cells)
    start[turn] = names
    return start, names[goal], np.argsort(turn).astype(np.uint8)


class Anytime:
    """Runs beams from both ends, which find solutions, and IDA*, which raises the lower bound.

    The nodes of the beams depend only on the nodes in all, so the same limit of nodes gives the same solution
    on any number of threads; the proof by IDA* may come a little earlier or later.
    """

    def __init__(self, frame: TurnedBoard, tables: AdditiveTables, memory: int, threads: int) -> None:
        self.frame = frame
        there, back_goal, self._back = from_the_goal(frame)
        goal = np.arange(frame.rows * frame.cols, dtype=np.uint8)
        self._forth = Beams(tables, frame.start, goal, memory // 2)
        self._from_goal = Beams(tables, there, back_goal, memory // 2)
        self.deepening = Deepening(frame, tables, threads)
        self._pool = threads_of(2) if threads > 1 else None
        self._clock = 0  # the nodes that were allowed so far

    @property
    def nodes(self) -> int:
        """Configurations visited by the beams, and those whose bound was computed."""
        return self._forth.nodes + self._from_goal.nodes + self.deepening.nodes

    @property
    def generated(self) -> int:
        """Successors made."""
        return self._forth.generated + self._from_goal.generated + self.deepening.generated

    @property
    def depth(self) -> int:
        """Steps of the present layer."""
        return max(self._forth.depth, self._from_goal.depth)

    @property
    def length(self) -> int | None:
        """Steps of the best solution so far."""
        blanks = self.blanks
        return len(blanks) - 1 if blanks else None

    @property
    def bound(self) -> int:
        """Lower bound of the length."""
        return self.deepening.bound

    @property
    def blanks(self) -> tuple[int, ...]:
        """Cells of the blank on the shortest path so far; of several, the one found first."""
        found: list[tuple[int, int, tuple[int, ...]]] = []
        for beams in (self._forth, self._from_goal):
            if beams.path is not None:
                way = beams.path if beams is self._forth else self._back[beams.path[::-1]]
                at = _nodes_at(2 * beams.found_at) - 2 * beams.found_at
                found.append((len(way), at, tuple(self.frame.back(way))))
        if self.deepening.blanks:
            found.append((len(self.deepening.blanks), self.deepening.nodes, self.deepening.blanks))
        return min(found)[2] if found else ()

    def close(self) -> None:
        """Release the threads."""
        if self._pool is not None:
            self._pool.shutdown()
        self.deepening.close()

    def run(self, budget: int) -> bool:
        """Visit at most `budget` nodes; return whether no solution is proven shortest yet.

        That is tested after fixed numbers of nodes, so the end does not depend on the slices.
        """
        while budget > 0:
            mark = _next_mark(self._clock)
            part = min(budget, mark - self._clock)
            self._spend(part)
            self._clock += part
            budget -= part
            if self._clock == mark and (self.deepening.blanks or self.length == self.bound):
                return False
        return True

    def _spend(self, budget: int) -> None:
        """Divide nodes among the beams and IDA*; the share of a search that has ended is not visited."""
        clock = self._clock + budget
        share = _share(clock)
        work = ((self._forth, share // 2), (self._from_goal, share - share // 2))
        if self._pool is None:
            for beams, nodes in work:
                beams.run(nodes - beams.nodes)
        else:
            for run in [self._pool.submit(beams.run, nodes - beams.nodes) for beams, nodes in work]:
                run.result()
        deepening, most = self.deepening, clock - self._forth.nodes - self._from_goal.nodes
        while deepening.nodes < most and deepening.run(most - deepening.nodes):
            pass


def _next_mark(clock: int) -> int:
    """Return the number of nodes at which the end is tested next."""
    return max(1 << LEAST_MARK, 1 << clock.bit_length()) if clock < MARK else (clock // MARK + 1) * MARK


def _share(nodes: int) -> int:
    """Return the nodes of the beams for a number of nodes in all."""
    return min(nodes, FIRST) + max(0, nodes - FIRST) // SHARE


def _nodes_at(nodes: int) -> int:
    """Return the nodes in all for a number of nodes of the beams."""
    return min(nodes, FIRST) + max(0, nodes - FIRST) * SHARE
