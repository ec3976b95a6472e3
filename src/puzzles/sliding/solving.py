"""Runs each way to solve a sliding puzzle."""

from __future__ import annotations

import time
from collections.abc import Callable
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


@dataclass(frozen=True, slots=True)
class _Run:
    """What a search has come to."""

    status: Status
    outcome: Outcome = Outcome.FINISHED
    blanks: tuple[int, ...] = ()
    lower: int | None = None
    optimal: bool = False
    nodes: int = 0
    generated: int = 0
    pruned: int = 0
    depth: int = 0


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
        return _result(puzzle, start, _Run(Status.NO_SOLUTION))
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
        outcome,
        source.blanks,
        lower=puzzle.heuristic() if search is None else search.bound,
        optimal=True,
        nodes=source.nodes,
        generated=source.generated,
        depth=0 if search is None else search.depth,
    )
    return _result(puzzle, start, run)


def _table(puzzle: MNPuzzle, limits: Limits | None, progress: Progress | None) -> SlidingResult:
    start = time.perf_counter()
    frame = frame_of(puzzle)
    table, outcome, nodes = whole_table(puzzle.rows, puzzle.cols, frame.blank, limits, progress)
    blanks: tuple[int, ...] = ()
    if table is not None and table.ready:
        blanks = tuple(frame.back(table.walk(frame.start)))
    run = _Run(
        Status.SOLVED if blanks else Status.LIMIT,
        outcome,
        blanks,
        lower=len(blanks) - 1 if blanks else puzzle.heuristic(),
        optimal=True,
        nodes=len(blanks) or nodes,
        depth=max(0, len(blanks) - 1),
    )
    return _result(puzzle, start, run)


def _beam(puzzle: MNPuzzle, limits: Limits | None, progress: Progress | None) -> SlidingResult:
    from ...core.search.sliding_beam import SlidingBeam

    start = time.perf_counter()
    memory = BEAM_MEMORY if limits is None or limits.memory is None else limits.memory
    search = SlidingBeam(puzzle.rows, puzzle.cols, puzzle.goal_cell, puzzle.cells(), memory)
    if limits is None or (limits.seconds is None and limits.nodes is None):
        limits = Limits(nodes=BEAM_NODES)
    outcome = drive(search.run, limits, nodes=lambda: search.nodes, progress=progress)
    run = _Run(
        Status.SOLVED if search.best >= 0 else Status.LIMIT,
        outcome,
        tuple(search.path_cells().tolist()) if search.best >= 0 else (),
        lower=search.lower,
        optimal=search.best == search.lower,
        nodes=search.nodes,
        generated=search.generated,
        depth=search.depth,
    )
    return _result(puzzle, start, run)


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
    )
    blanks = tuple(np.nonzero(rules.unpack(found.states) == puzzle.goal_cell)[1].tolist())
    optimal = bool(blanks) and method != "dfs"
    run = _Run(
        found.status,
        Outcome.INTERRUPTED if found.interrupted else Outcome.FINISHED,
        blanks,
        lower=len(blanks) - 1 if optimal else puzzle.heuristic(),
        optimal=optimal,
        nodes=found.stats.nodes,
        generated=found.stats.generated,
        pruned=found.stats.pruned,
        depth=found.stats.depth,
    )
    return _result(puzzle, start, run)


def _result(puzzle: MNPuzzle, start: float, run: _Run) -> SlidingResult:
    """Return a result; Ctrl-C makes it LIMIT, with the solution known by then."""
    interrupted = run.outcome is Outcome.INTERRUPTED
    return SlidingResult(
        status=Status.LIMIT if interrupted else run.status,
        stats=SearchStats(
            nodes=run.nodes,
            generated=run.generated,
            pruned=run.pruned,
            depth=run.depth,
            seconds=time.perf_counter() - start,
            path_length=max(0, len(run.blanks) - 1),
        ),
        interrupted=interrupted,
        puzzle=puzzle,
        blanks=run.blanks,
        optimal=bool(run.blanks) and run.optimal,
        lower_bound=puzzle.heuristic() if run.lower is None else run.lower,
    )
