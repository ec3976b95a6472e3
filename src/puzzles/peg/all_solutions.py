"""All solutions of peg solitaire, listed or counted along the solvable positions."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ...base import Limits, SearchStats
from ...core.search.peg import PegBoard
from ...core.search.peg_plans import PegCount
from ...search.engine import memory_of
from ...search.run_loop import Outcome, Stages
from ..framework.solutions import Count, count_of
from .boards import Jump, PegGrid
from .reachability import OutOfMemory, Stage, Ways, run_plan, set_bytes

REMEMBERED = 1 << 16
"""Positions whose successors are cached."""

Successors = Callable[[int, int], list[int]]


def successors_of(ways: Ways) -> Successors:
    """Return a cached function: depth, position -> the solvable positions one jump on, in order of jumps."""
    layers = [np.sort(layer) for layer in ways.layers]
    # No closure over `ways`: a cache that its search holds would hold the search.
    return lru_cache(maxsize=REMEMBERED)(partial(_successors, ways.board, ways.core, layers))


def _successors(
    board: PegGrid, core: PegBoard, layers: list[NDArray[np.uint64]], depth: int, position: int
) -> list[int]:
    after, layer = board.after(position), layers[depth]
    keys = core.canonicals(np.array(after, dtype=np.uint64))
    places = np.minimum(np.searchsorted(layer, keys), len(layer) - 1)
    return [other for other, solvable in zip(after, layer[places] == keys, strict=True) if solvable]


class Walk:
    """A `AnswerSource` of all solutions: finds the solvable positions, then walks along them depth-first."""

    def __init__(self, board: PegGrid, position: int, goals: Sequence[int], memory: int) -> None:
        self.ways = Ways(board, position, goals, memory)
        self.full = False
        """Whether the search ran out of memory."""
        self._stages = Stages(self.ways.plan())
        self._successors: Successors | None = None
        self._path: list[int] = []
        self._open: list[list[int]] = []  # for each position of the path its successors, the next one last
        self._taken = 0
        self._found: list[tuple[Jump, ...]] = []

    @property
    def nodes(self) -> int:
        """Positions visited so far."""
        return self._stages.nodes + self._taken

    def run(self, budget: int) -> bool:
        """Visit at most `budget` positions, stopping at a solution; return whether work remains."""
        most = self.nodes + budget
        if self._successors is None:
            try:
                if self._stages.run(budget):
                    return True
                if 2 * sum(layer.nbytes for layer in self.ways.layers) > self.ways.memory:
                    raise OutOfMemory
            except OutOfMemory:
                self.full = True
                return False
            if not self.ways.layers:
                return False
            self._successors = successors_of(self.ways)
            self._open = [[self.ways.position]]
        while self._open and self.nodes < most:
            self._step(self._successors)
            while self._open and not self._open[-1]:
                self._open.pop()
                del self._path[len(self._open) - 1 :]
            if self._found:
                break
        return bool(self._open)

    def _step(self, successors: Successors) -> None:
        self._taken += 1
        self._path.append(self._open[-1].pop())
        if len(self._path) == len(self.ways.layers):
            self._found.append(self.ways.board.jumps_along(self._path))
            self._path.pop()
        else:
            self._open.append(successors(len(self._path), self._path[-1])[::-1])

    def take(self) -> Sequence[tuple[Jump, ...]]:
        """Return the solutions found since the last call."""
        found, self._found = self._found, []
        return found


def count_solutions(
    board: PegGrid,
    position: int,
    goals: Sequence[int],
    limit: int | None,
    *,
    limits: Limits | None,
    progress: Callable[[int], None] | None,
) -> Count:
    """Count the jump sequences to the goals, at most `limit`, by dynamic programming over the layers."""
    start = time.perf_counter()
    ways = Ways(board, position, goals, memory_of(limits))
    total = 0

    def plan() -> Iterator[Stage]:
        nonlocal total
        yield from ways.plan()
        limbs = 1
        while ways.layers:
            if _counting_bytes(list(map(len, ways.layers)), limbs) > ways.memory:
                raise OutOfMemory
            search = PegCount(ways.core, ways.layers, limbs)
            yield search, search.run
            if not search.overflow:
                total = sum(search.ways_to(goal) for goal in ways.goals)
                return
            limbs *= 2

    outcome, nodes = run_plan(plan(), limits, progress)
    complete = outcome is Outcome.FINISHED
    return count_of(
        total if limit is None else min(total, limit),
        complete=complete and (limit is None or total <= limit),
        stats=SearchStats(nodes=nodes, depth=len(ways.layers), seconds=time.perf_counter() - start),
        stopped=not complete,
        interrupted=outcome is Outcome.INTERRUPTED,
    )


def _counting_bytes(sizes: Sequence[int], limbs: int) -> int:
    """Return the bytes of layers of these sizes and of the two of them that are counted at a time."""
    tables = [set_bytes(size, 8 * limbs) for size in sizes]
    return 8 * sum(sizes) + max(map(sum, pairwise(tables)), default=tables[0])
