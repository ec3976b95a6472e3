"""Runs the searches for a solution of peg solitaire: any one, and one of the fewest moves."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from ...base import Limits, SearchStats, Status
from ...core.search.peg_search import PegRules
from ...search.engine import memory_of, search_states
from ...search.run_loop import Outcome, drive
from .beam import Beam
from .fewest_moves import Fewest
from .reachability import run_plan
from .result import PegResult

if TYPE_CHECKING:
    from .puzzle import GridPegSolitairePuzzle

__all__ = ["fewest_moves", "solve"]

Progress = Callable[[int], None]


@dataclass(slots=True)
class _Run:
    """What a search has come to: the positions of a way, and what has counted its work."""

    status: Status
    path: Sequence[int] | None = None
    interrupted: bool = False
    search: Any = None
    optimal: bool = False
    lower: int = 0


def solve(
    puzzle: GridPegSolitairePuzzle, method: str | None, limits: Limits | None, progress: Progress | None
) -> PegResult:
    """Return a first solution; see `GridPegSolitairePuzzle.solve`."""
    start = time.perf_counter()
    goals = puzzle.possible_goals()
    if not goals:
        return _result(puzzle, start, _Run(Status.NO_SOLUTION))
    if method is not None:
        rules = PegRules(puzzle.board.core(), np.array(goals, dtype=np.uint64))
        begin = np.array([puzzle.position], dtype=np.uint64)
        run = search_states(rules, begin, method, goals=goals, limits=limits, progress=progress)
        path = [int(state[0]) for state in run.states] or None
        return _result(puzzle, start, _Run(run.status, path, run.interrupted, run.stats))
    search = Beam(puzzle.board, puzzle.position, goals, memory_of(limits))
    outcome = drive(search.run, limits, nodes=lambda: search.nodes, progress=progress)
    found = _Run(search.status, search.path, outcome is Outcome.INTERRUPTED, search)
    return _result(puzzle, start, found)


def fewest_moves(
    puzzle: GridPegSolitairePuzzle, limits: Limits | None, progress: Progress | None
) -> PegResult:
    """Return a solution of the fewest moves; see `GridPegSolitairePuzzle.fewest_moves`."""
    start = time.perf_counter()
    search = Fewest(puzzle.board, puzzle.position, puzzle.possible_goals(), memory_of(limits))
    outcome, nodes = run_plan(search.plan(), limits, progress)
    found = _Run(
        search.status,
        search.path,
        outcome is Outcome.INTERRUPTED and not search.decided,
        SearchStats(nodes=nodes),
        search.decided and search.path is not None,
        search.lower,
    )
    return _result(puzzle, start, found)


def _result(puzzle: GridPegSolitairePuzzle, start: float, run: _Run) -> PegResult:
    """Return a result; Ctrl-C makes it LIMIT, with the solution known by then."""
    jumps = None
    if run.path is not None:
        by_flip = puzzle.board.by_flip
        jumps = tuple(by_flip[a ^ b, a & ~b] for a, b in pairwise(run.path))
    length = len(jumps or ())
    counts = {name: getattr(run.search, name, 0) for name in ("nodes", "generated", "pruned")}
    return PegResult(
        status=Status.LIMIT if run.interrupted else run.status,
        interrupted=run.interrupted,
        stats=SearchStats(
            **counts,
            depth=max(getattr(run.search, "depth", 0), length),
            path_length=length,
            seconds=time.perf_counter() - start,
        ),
        puzzle=puzzle,
        solution=jumps,
        optimal=run.optimal,
        lower_bound=run.lower,
    )
