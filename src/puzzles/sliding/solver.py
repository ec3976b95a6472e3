"""Choose and run the search of a sliding puzzle."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ...base import Limits, PuzzleError, SearchStats, Status
from ...core.search.sliding import Sliding
from ...search.engine import search_states
from ...search.run_loop import Outcome, drive
from ...search.threads import workers_for
from .distance_table import whole_table
from .ida_star_small import Shortest
from .pattern_database import MOST_CELLS, Making, groups_of
from .result import SlidingResult
from .state import SlidingState

BEAM_NODES = 1_000_000
"""Nodes of the beam where neither time nor nodes are limited: about a second."""
ANYTIME_NODES = 280_000_000
"""The same with pattern databases: a third for the beams, the rest for IDA*; 20 seconds."""
NEAR_NODES = 1_000_000
"""Nodes of a search without tables, before they are built."""
BEAM_MEMORY = 1 << 29


@dataclass(frozen=True, slots=True)
class SlidingTask:
    """A puzzle and the arguments of `MNPuzzle.solve`."""

    puzzle: SlidingState
    method: str | None = None
    optimal: bool | None = None
    tables: str | None = None
    threads: int = 0
    limits: Limits | None = None
    progress: Callable[[int], None] | None = None
    improved: Callable[[SlidingResult], None] | None = None

    @property
    def n_cells(self) -> int:
        """Number of cells."""
        return self.puzzle.rows * self.puzzle.cols

    @property
    def memory(self) -> int | None:
        """Limit of bytes."""
        return None if self.limits is None else self.limits.memory

    def bounded(self, nodes: int) -> Limits:
        """Return the limits of a search that has no end of its own: by default a number of nodes."""
        limits = self.limits or Limits()
        if limits.seconds is None and limits.nodes is None:
            return Limits(nodes=nodes, memory=limits.memory)
        return limits

    def result(
        self, status: Status, stats: SearchStats, *, lower: int | None = None, **found: Any
    ) -> SlidingResult:
        """Return a result; without a lower bound of the length it is the Manhattan distance."""
        lower = self.puzzle.heuristic() if lower is None else lower
        return SlidingResult(status=status, stats=stats, puzzle=self.puzzle, lower_bound=lower, **found)


def solve(task: SlidingTask) -> SlidingResult:
    """Solve a puzzle by the method that is wanted, or the usual one."""
    method = _method(task)
    if type(task.threads) is not int or task.threads < 0:
        workers_for(task.threads)  # raises the error
    start = time.perf_counter()
    if task.puzzle.fail_fast():
        return task.result(Status.NO_SOLUTION, SearchStats(seconds=time.perf_counter() - start))
    if method == "patterns" and (task.n_cells > 16 or task.tables is not None):
        return _near(task) if task.method is None else _additive(task)
    if method == "patterns" or (method == "ida" and task.n_cells <= 16):
        return _ida(task, method == "patterns")
    if method == "table":
        return _table(task)
    return _beam(task) if method == "beam" else _engine(task, method, task.limits)


def _method(task: SlidingTask) -> str:
    """Return the method that is wanted, or the usual one; refuse what it cannot do."""
    method, optimal, n_cells = task.method, task.optimal, task.n_cells
    if method is None and (n_cells <= 16 or (n_cells <= MOST_CELLS and optimal)):
        method = "patterns"
    elif method is None:
        method = "ida" if optimal else "beam"
    if optimal and method in ("dfs", "beam"):
        raise PuzzleError(f"method {method} does not prove that a solution is shortest; use another")
    if method == "patterns" and n_cells > MOST_CELLS:
        raise PuzzleError(f"{n_cells} cells, expected at most {MOST_CELLS} for pattern databases")
    if method == "table" and n_cells > 12:
        raise PuzzleError(f"{n_cells} cells, expected at most 12 for a table of all configurations")
    if task.tables is not None:
        if method not in ("patterns", "beam"):
            raise PuzzleError(f"tables are for the methods patterns and beam, not for {method}")
        groups_of(task.puzzle.frame(), task.tables, None)
    return method


def _found(
    task: SlidingTask, start: float, outcome: Outcome, search: Any, optimal: bool = True
) -> SlidingResult:
    """Return the result of a search, None before it has begun; Ctrl-C makes it LIMIT."""
    seconds, interrupted = time.perf_counter() - start, outcome is Outcome.INTERRUPTED
    if search is None:
        return task.result(Status.LIMIT, SearchStats(seconds=seconds), interrupted=interrupted)
    blanks = search.blanks
    return task.result(
        Status.SOLVED if blanks and not interrupted else Status.LIMIT,
        SearchStats(
            nodes=search.nodes,
            generated=search.generated,
            depth=search.depth,
            seconds=seconds,
            path_length=max(0, len(blanks) - 1),
        ),
        interrupted=interrupted,
        blanks=blanks,
        lower=search.bound,
        optimal=bool(blanks) and optimal,
    )


class _WithTables:
    """A search whose tables are built first, as one run; the states of the tables are no nodes."""

    def __init__(self, making: Making | None, make: Callable[[], Any]) -> None:
        self.making, self.make = making, make
        self.search: Any = None

    @property
    def nodes(self) -> int:
        """Nodes of the search."""
        return 0 if self.search is None else int(self.search.nodes)

    def run(self, budget: int) -> bool:
        """Visit at most `budget` nodes; return whether work remains."""
        if self.making is not None and self.making.run():
            return True
        if self.search is None:
            self.search = self.make()
        return bool(self.search.run(budget))

    def drive(
        self,
        limits: Limits | None,
        progress: Callable[[int], None] | None,
        after: Callable[[], None] | None = None,
    ) -> Outcome:
        """Run to the end or a limit; progress counts first the states of the tables, then nodes."""

        def watch(nodes: int) -> None:
            if progress is not None:
                tables = self.making if self.search is None else None
                progress(nodes if tables is None else tables.states)
            if after is not None:
                after()

        watched = progress is not None or after is not None
        try:
            return drive(self.run, limits, nodes=lambda: self.nodes, progress=watch if watched else None)
        finally:
            if self.search is not None:
                self.search.close()


def _making(task: SlidingTask) -> Making | None:
    """Return the tables of a puzzle, complete or not; None where there is no memory for them."""
    frame, memory = task.puzzle.frame(), task.memory
    groups = groups_of(frame, task.tables, memory)
    making = Making(frame, groups) if groups else None
    return None if making is None or (memory is not None and making.peak > memory) else making


def _additive(task: SlidingTask) -> SlidingResult:
    """Search for a shortest solution by IDA* with large pattern databases."""
    from .ida_star import Deepening

    start, making = time.perf_counter(), _making(task)
    if making is None:
        return _found(task, start, Outcome.LIMIT, None)
    source = _WithTables(making, lambda: Deepening(making.frame, making.tables(), workers_for(task.threads)))
    return _found(task, start, source.drive(task.limits, task.progress), source.search)


def _near(task: SlidingTask) -> SlidingResult:
    """Search for a shortest solution: without tables first, if those would have to be built."""
    making = _making(task)
    if making is not None and making.ready:
        return _additive(task)
    limits = task.limits or Limits()
    if making is None or (limits.nodes is not None and limits.nodes <= NEAR_NODES):
        return _engine(task, "ida", limits)
    near = _engine(task, "ida", replace(limits, nodes=NEAR_NODES))
    spent = near.stats
    out_of_time = limits.seconds is not None and spent.seconds >= limits.seconds
    if near.status is not Status.LIMIT or near.interrupted or spent.nodes < NEAR_NODES or out_of_time:
        return near
    rest = Limits(
        seconds=None if limits.seconds is None else limits.seconds - spent.seconds,
        nodes=None if limits.nodes is None else limits.nodes - spent.nodes,
        memory=limits.memory,
    )
    return with_nodes_of(_additive(replace(task, limits=rest)), near)


def with_nodes_of(found: SlidingResult, before: SlidingResult) -> SlidingResult:
    """Return a result with the nodes and the time of the search before it added."""
    stats, spent = found.stats, before.stats
    stats = replace(
        stats,
        nodes=stats.nodes + spent.nodes,
        generated=stats.generated + spent.generated,
        seconds=stats.seconds + spent.seconds,
    )
    return replace(found, stats=stats)


def _ida(task: SlidingTask, patterns: bool) -> SlidingResult:
    """Search a board of at most 16 cells by IDA*."""
    start = time.perf_counter()
    source = Shortest(task.puzzle.frame(turned=patterns), task.limits, patterns)
    outcome = drive(
        lambda budget: source.run(budget) and not source.blanks,
        task.limits,
        nodes=lambda: source.nodes,
        progress=task.progress,
    )
    return _found(task, start, outcome, source)


def _table(task: SlidingTask) -> SlidingResult:
    """Walk down the table of all configurations."""
    start, frame = time.perf_counter(), task.puzzle.frame()
    table, outcome, nodes = whole_table(frame.rows, frame.cols, frame.blank, task.limits, task.progress)
    if table is None or not table.ready:
        found = _found(task, start, outcome, None)
        return replace(found, stats=replace(found.stats, nodes=nodes))
    blanks = tuple(frame.back(table.walk(frame.start)))
    steps = len(blanks) - 1
    stats = SearchStats(
        nodes=len(blanks), depth=steps, path_length=steps, seconds=time.perf_counter() - start
    )
    return task.result(Status.SOLVED, stats, blanks=blanks, lower=steps, optimal=True)


def _beam(task: SlidingTask) -> SlidingResult:
    """Improve solutions by beams: with large pattern databases where they are wanted or already there."""
    from .anytime import Anytime, PlainBeam

    start = time.perf_counter()
    usual = task.method is None and task.n_cells <= MOST_CELLS
    making = _making(task) if task.tables is not None or usual else None
    if task.tables is not None and making is None:
        return _found(task, start, Outcome.LIMIT, None)
    memory = BEAM_MEMORY if task.memory is None else task.memory
    if making is not None and (task.tables is not None or making.ready):
        frame, tables, nodes = making.frame, making.tables, ANYTIME_NODES
        memory = max(1, memory - (making.nbytes if task.memory else 0))
        source = _WithTables(making, lambda: Anytime(frame, tables(), memory, workers_for(task.threads)))
    else:
        puzzle, nodes = task.puzzle, BEAM_NODES
        source = _WithTables(None, lambda: PlainBeam(puzzle, memory))
    best: int | None = None

    def found(outcome: Outcome) -> SlidingResult:
        search = source.search
        return _found(task, start, outcome, search, search is not None and search.length == search.bound)

    def report() -> None:
        nonlocal best
        length = None if source.search is None else source.search.length
        if length is not None and length != best and task.improved is not None:
            best = length
            task.improved(found(Outcome.FINISHED))

    after = None if task.improved is None else report
    return found(source.drive(task.bounded(nodes), task.progress, after))


def _engine(task: SlidingTask, method: str, limits: Limits | None) -> SlidingResult:
    """Search with the state-space engine."""
    start = time.perf_counter()
    puzzle = task.puzzle
    rules = Sliding(puzzle.rows, puzzle.cols, puzzle.goal_cell)
    found = search_states(
        rules,
        rules.pack(puzzle.cells()),
        method,
        goals=rules.pack(np.arange(task.n_cells, dtype=np.uint8)),
        limits=limits,
        progress=task.progress,
        parent_only=True,
        since=start,
    )
    blanks = tuple((rules.unpack(found.states) == puzzle.goal_cell).nonzero()[1].tolist())
    optimal = bool(blanks) and method != "dfs"
    return task.result(
        Status.LIMIT if found.interrupted else found.status,
        found.stats,
        interrupted=found.interrupted,
        blanks=blanks,
        lower=len(blanks) - 1 if optimal else None,
        optimal=optimal,
    )
