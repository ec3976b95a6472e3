"""Counts what peg solitaire has: solutions, positions in reach, positions on the ways to the goal."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from ...base import Limits, SearchStats, Status
from ...core.search.peg_plans import PegCount
from ...core.search.peg_search import PegLayers
from ...search.engine import memory_of
from ...search.run_loop import Outcome
from ..framework.solutions import Count, count_of
from .reachability import OutOfMemory, Stage, Ways, layers_from, run_plan, set_bytes
from .result import ReachableResult

if TYPE_CHECKING:
    from .puzzle import GridPegSolitairePuzzle

__all__ = ["count", "count_positions", "solvable_positions"]

Progress = Callable[[int], None]


def count(
    puzzle: GridPegSolitairePuzzle, limit: int | None, limits: Limits | None, progress: Progress | None
) -> Count:
    """Return the number of jump sequences to the goal, without listing them."""
    start = time.perf_counter()
    memory = memory_of(limits)
    ways = Ways(puzzle.board, puzzle.position, puzzle.possible_goals(), memory)
    total = 0

    def plan() -> Iterator[Stage]:
        nonlocal total
        yield from ways.plan()
        limbs = 1
        while ways.layers:
            if _counting_bytes(list(map(len, ways.layers)), limbs) > memory:
                raise OutOfMemory
            search = PegCount(ways.core, ways.layers, limbs)
            yield search, search.run
            if not search.overflow:
                total = sum(search.ways_to(goal) for goal in ways.goals)
                return
            limbs *= 2

    outcome, nodes = run_plan(plan(), limits, progress)
    whole = outcome is Outcome.FINISHED
    return count_of(
        total if limit is None else min(total, limit),
        complete=whole and (limit is None or total <= limit),
        stats=SearchStats(nodes=nodes, depth=len(ways.layers), seconds=time.perf_counter() - start),
        stopped=not whole,
        interrupted=outcome is Outcome.INTERRUPTED,
    )


def _counting_bytes(sizes: Sequence[int], limbs: int) -> int:
    """Return the bytes of layers of these sizes and of the two of them that are counted at a time."""
    tables = [set_bytes(size, 8 * limbs) for size in sizes]
    return 8 * sum(sizes) + max(map(sum, pairwise(tables)), default=tables[0])


def count_positions(
    puzzle: GridPegSolitairePuzzle, symmetry: bool, limits: Limits | None, progress: Progress | None
) -> ReachableResult:
    """Return the positions in reach by number of jumps; see `GridPegSolitairePuzzle.count_positions`."""
    start = time.perf_counter()
    memory, board, position = memory_of(limits), puzzle.board, puzzle.position
    kept = board.symmetries if symmetry else board.keeping([position])
    starts = np.array([position], dtype=np.uint64)
    core = board.core(kept)
    mine = board.position_class(position)
    if symmetry and all(board.position_class(board.moved(position, turn)) == mine for turn in kept):
        search = layers_from(core, starts, memory, position.bit_count(), keep=False)
    else:
        search = PegLayers(core, starts, most_bytes=memory)
    counts = [1]

    def plan() -> Iterator[Stage]:
        while True:
            yield search, search.run
            if search.status:
                raise OutOfMemory
            if not search.size():
                return
            counts.append(
                search.orbits() if isinstance(search, PegLayers) and not symmetry else search.size()
            )

    outcome, nodes = run_plan(plan(), limits, progress)
    stats = SearchStats(
        nodes=nodes,
        generated=search.generated,
        depth=len(counts) - 1,
        seconds=time.perf_counter() - start,
    )
    return _layers(counts, outcome, stats)


def solvable_positions(
    puzzle: GridPegSolitairePuzzle, limits: Limits | None, progress: Progress | None
) -> ReachableResult:
    """Return the positions on the ways to the goal; see `GridPegSolitairePuzzle.solvable_positions`."""
    start = time.perf_counter()
    ways = Ways(puzzle.board, puzzle.position, puzzle.possible_goals(), memory_of(limits))
    outcome, nodes = run_plan(ways.plan(positions=False), limits, progress)
    stats = SearchStats(nodes=nodes, depth=len(ways.sizes), seconds=time.perf_counter() - start)
    return _layers(ways.sizes, outcome, stats)


def _layers(counts: Sequence[int], outcome: Outcome, stats: SearchStats) -> ReachableResult:
    status = Status.SOLVED if counts else Status.NO_SOLUTION
    whole = outcome is Outcome.FINISHED
    return ReachableResult(
        status=status if whole else Status.LIMIT,
        interrupted=outcome is Outcome.INTERRUPTED,
        stats=stats,
        found=sum(counts),
        complete=whole,
        counts=tuple(counts),
    )
