"""Runs each way to solve a sliding puzzle."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ...base import Limits, PuzzleError, SearchStats, Status
from ...running import Outcome, drive
from .result import SlidingResult
from .tables import Frame, whole_table

if TYPE_CHECKING:
    from .puzzle import MNPuzzle

__all__ = ["frame_of", "solve"]

Progress = Callable[[int], None]

BEAM_NODES = 1_000_000
"""Nodes of the beam where neither time nor nodes are limited: about a second."""
BEAM_MEMORY = 1 << 29


@dataclass(slots=True)
class _Run:
    """What a search has come to."""

    status: Status
    stats: SearchStats
    interrupted: bool = False
    blanks: tuple[int, ...] = ()
    lower: int | None = None
    optimal: bool = False


def frame_of(puzzle: MNPuzzle, turned: bool = True) -> Frame:
    """Return a puzzle as the tables take it."""
    return Frame(puzzle.rows, puzzle.cols, puzzle.cells(), puzzle.goal_cell, turned)


def solve(
    puzzle: MNPuzzle,
    method: str | None,
    optimal: bool | None,
    limits: Limits | None,
    progress: Progress | None,
) -> SlidingResult:
    """Return a solution; see `MNPuzzle.solve`."""
    n_cells = puzzle.rows * puzzle.cols
    if method is None:
        method = "patterns" if n_cells <= 16 else "ida" if optimal else "beam"
    if optimal and method in ("dfs", "beam"):
        raise PuzzleError(f"method {method} does not prove solutions shortest, expected another")
    if method == "patterns" and n_cells > 16:
        raise PuzzleError(f"{n_cells} cells, expected at most 16 for pattern databases")
    if method == "table" and n_cells > 12:
        raise PuzzleError(f"{n_cells} cells, expected at most 12 for a table of all configurations")
    start = time.perf_counter()
    if puzzle.fail_fast():
        return _result(puzzle, _Run(Status.NO_SOLUTION, _stats(start)))
    if method == "patterns" or (method == "ida" and n_cells <= 16):
        return _ida(puzzle, method == "patterns", limits, progress)
    if method == "table":
        return _table(puzzle, limits, progress)
    if method == "beam":
        return _beam(puzzle, limits, progress)
    return _engine(puzzle, method, limits, progress)


def _ida(puzzle: MNPuzzle, patterns: bool, limits: Limits | None, progress: Progress | None) -> SlidingResult:
    from .shortest import Shortest

    start = time.perf_counter()
    source = Shortest(frame_of(puzzle, turned=patterns), patterns, limits)
    outcome = drive(
        lambda budget: source.run(budget) and not source.blanks,
        limits,
        nodes=lambda: source.nodes,
        progress=progress,
    )
    search = source.search
    run = _Run(
        Status.SOLVED if source.blanks else Status.LIMIT,
        _stats(
            start,
            source.blanks,
            nodes=source.nodes,
            generated=source.generated,
            depth=0 if search is None else search.depth,
        ),
        outcome is Outcome.INTERRUPTED,
        source.blanks,
        lower=puzzle.heuristic() if search is None else search.bound,
        optimal=True,
    )
    return _result(puzzle, run)


def _table(puzzle: MNPuzzle, limits: Limits | None, progress: Progress | None) -> SlidingResult:
    start = time.perf_counter()
    frame = frame_of(puzzle)
    table, outcome, nodes = whole_table(puzzle.rows, puzzle.cols, frame.blank, limits, progress)
    blanks: tuple[int, ...] = ()
    if table is not None and table.ready:
        blanks = tuple(frame.back(table.walk(frame.start)))
    run = _Run(
        Status.SOLVED if blanks else Status.LIMIT,
        _stats(start, blanks, nodes=len(blanks) or nodes, depth=max(0, len(blanks) - 1)),
        outcome is Outcome.INTERRUPTED,
        blanks,
        lower=len(blanks) - 1 if blanks else puzzle.heuristic(),
        optimal=True,
    )
    return _result(puzzle, run)


def _beam(puzzle: MNPuzzle, limits: Limits | None, progress: Progress | None) -> SlidingResult:
    from ...core.search.sliding_beam import SlidingBeam

    start = time.perf_counter()
    memory = BEAM_MEMORY if limits is None or limits.memory is None else limits.memory
    search = SlidingBeam(puzzle.rows, puzzle.cols, puzzle.goal_cell, puzzle.cells(), memory)
    if limits is None or (limits.seconds is None and limits.nodes is None):
        limits = Limits(nodes=BEAM_NODES)
    outcome = drive(search.run, limits, nodes=lambda: search.nodes, progress=progress)
    blanks = tuple(search.path_cells().tolist()) if search.best >= 0 else ()
    run = _Run(
        Status.SOLVED if search.best >= 0 else Status.LIMIT,
        _stats(start, blanks, nodes=search.nodes, generated=search.generated, depth=search.depth),
        outcome is Outcome.INTERRUPTED,
        blanks,
        lower=search.lower,
        optimal=search.best == search.lower,
    )
    return _result(puzzle, run)


def _engine(puzzle: MNPuzzle, method: str, limits: Limits | None, progress: Progress | None) -> SlidingResult:
    from ...core.search.sliding import Sliding
    from ..common.engine import search_states

    start = time.perf_counter()
    rules = Sliding(puzzle.rows, puzzle.cols, puzzle.goal_cell)
    found = search_states(
        rules,
        rules.pack(puzzle.cells()),
        method,
        goals=rules.pack(np.arange(puzzle.rows * puzzle.cols, dtype=np.uint8)),
        limits=limits,
        progress=progress,
        parent_only=True,
        since=start,
    )
    blanks = tuple((rules.unpack(found.states) == puzzle.goal_cell).nonzero()[1].tolist())
    optimal = bool(blanks) and method != "dfs"
    run = _Run(
        found.status,
        found.stats,
        found.interrupted,
        blanks,
        lower=len(blanks) - 1 if optimal else puzzle.heuristic(),
        optimal=optimal,
    )
    return _result(puzzle, run)


def _stats(start: float, blanks: Sequence[int] = (), **counts: int) -> SearchStats:
    """Return what a search did since `start`."""
    seconds = time.perf_counter() - start
    return SearchStats(seconds=seconds, path_length=max(0, len(blanks) - 1), **counts)


def _result(puzzle: MNPuzzle, run: _Run) -> SlidingResult:
    """Return a result; Ctrl-C makes it LIMIT, with the solution known by then."""
    return SlidingResult(
        status=Status.LIMIT if run.interrupted else run.status,
        stats=run.stats,
        interrupted=run.interrupted,
        puzzle=puzzle,
        blanks=run.blanks,
        optimal=bool(run.blanks) and run.optimal,
        lower_bound=puzzle.heuristic() if run.lower is None else run.lower,
    )
