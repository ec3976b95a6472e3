"""Runs each way to solve a sliding puzzle."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Generic, TypeVar

import numpy as np

from ...base import Limits, PuzzleError, SearchStats, Status
from ...core.search.sliding import Sliding
from ...search.engine import search_states
from ...search.run_loop import Outcome, drive
from ...search.threads import workers_for
from .ida_star_small import Shortest
from .pattern_database import MOST_CELLS, Making, groups_of
from .result import SlidingResult
from .tables import Frame, whole_table

if TYPE_CHECKING:
    from .anytime import Anytime
    from .ida_star import Deepening
    from .puzzle import MNPuzzle

__all__ = ["Wanted", "frame_of", "solve"]

Progress = Callable[[int], None]
Search = TypeVar("Search", "Anytime", "Deepening")

BEAM_NODES = 1_000_000
"""Nodes of the beam where neither time nor nodes are limited: about a second."""
ANYTIME_NODES = 280_000_000
"""The same with pattern databases: a third of the beams, the rest of iterative deepening; 20 seconds."""
NEAR_NODES = 1_000_000
"""Nodes of a search without tables, before they are made."""
BEAM_MEMORY = 1 << 29


@dataclass(slots=True)
class Wanted:
    """How a puzzle is to be solved; see `MNPuzzle.solve`."""

    method: str | None = None
    optimal: bool | None = None
    tables: str | None = None
    threads: int = 0
    limits: Limits | None = None
    progress: Progress | None = None
    improved: Callable[[SlidingResult], None] | None = None


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


def solve(puzzle: MNPuzzle, wanted: Wanted) -> SlidingResult:
    """Return a solution; see `MNPuzzle.solve`."""
    method = _method(puzzle, wanted)
    if type(wanted.threads) is not int or wanted.threads < 0:
        workers_for(wanted.threads)  # which says what is wrong; to ask it for the cores takes time
    n_cells = puzzle.rows * puzzle.cols
    limits, progress = wanted.limits, wanted.progress
    start = time.perf_counter()
    if puzzle.fail_fast():
        return _result(puzzle, _Run(Status.NO_SOLUTION, _stats(start)))
    if method == "patterns" and (n_cells > 16 or wanted.tables is not None):
        return _near(puzzle, wanted) if wanted.method is None else _additive(puzzle, wanted)
    if method == "patterns" or (method == "ida" and n_cells <= 16):
        return _ida(puzzle, method == "patterns", limits, progress)
    if method == "table":
        return _table(puzzle, limits, progress)
    if method == "beam":
        return _beam(puzzle, wanted)
    return _engine(puzzle, method, limits, progress)


def _method(puzzle: MNPuzzle, wanted: Wanted) -> str:
    """Return the method that is asked for, or the usual one; refuse what it cannot do."""
    method, optimal, n_cells = wanted.method, wanted.optimal, puzzle.rows * puzzle.cols
    if method is None and (n_cells <= 16 or (n_cells <= MOST_CELLS and optimal)):
        method = "patterns"
    elif method is None:
        method = "ida" if optimal else "beam"
    if optimal and method in ("dfs", "beam"):
        raise PuzzleError(f"method {method} does not prove solutions shortest, expected another")
    if method == "patterns" and n_cells > MOST_CELLS:
        raise PuzzleError(f"{n_cells} cells, expected at most {MOST_CELLS} for pattern databases")
    if method == "table" and n_cells > 12:
        raise PuzzleError(f"{n_cells} cells, expected at most 12 for a table of all configurations")
    if wanted.tables is not None:
        if method not in ("patterns", "beam"):
            raise PuzzleError(f"tables are for the methods patterns and beam, not for {method}")
        groups_of(frame_of(puzzle), wanted.tables, None)
    return method


def _making(puzzle: MNPuzzle, wanted: Wanted) -> Making | None:
    """Return the tables of a puzzle, there or still to be made; None where there is no memory for them."""
    frame, memory = frame_of(puzzle), None if wanted.limits is None else wanted.limits.memory
    groups = groups_of(frame, wanted.tables, memory)
    making = Making(frame, groups) if groups else None
    return None if making is None or (memory is not None and making.peak > memory) else making


def _additive(puzzle: MNPuzzle, wanted: Wanted) -> SlidingResult:
    """Search for a shortest solution with large pattern databases, made first where they are missing."""
    from .ida_star import Deepening

    start = time.perf_counter()
    making = _making(puzzle, wanted)
    if making is None:
        return _result(puzzle, _Run(Status.LIMIT, _stats(start)))
    source = _Made(making, lambda: Deepening(making.frame, making.tables(), workers_for(wanted.threads)))
    outcome = source.drive(wanted)
    search = source.search
    blanks = () if search is None else search.blanks
    run = _Run(
        Status.SOLVED if blanks else Status.LIMIT,
        _stats(
            start,
            blanks,
            nodes=source.nodes,
            generated=max(0, source.nodes - 1),
            depth=0 if search is None else search.depth,
        ),
        outcome is Outcome.INTERRUPTED,
        blanks,
        lower=None if search is None else search.bound,
        optimal=True,
    )
    return _result(puzzle, run)


def _near(puzzle: MNPuzzle, wanted: Wanted) -> SlidingResult:
    """Search for a shortest solution: for a near one without tables, if those would have to be made."""
    making = _making(puzzle, wanted)
    if making is not None and making.ready:
        return _additive(puzzle, wanted)
    limits = wanted.limits or Limits()
    if making is None or (limits.nodes is not None and limits.nodes <= NEAR_NODES):
        return _engine(puzzle, "ida", limits, wanted.progress)
    near = _engine(puzzle, "ida", replace(limits, nodes=NEAR_NODES), wanted.progress)
    spent = near.stats
    out_of_time = limits.seconds is not None and spent.seconds >= limits.seconds
    if near.status is not Status.LIMIT or near.interrupted or spent.nodes < NEAR_NODES or out_of_time:
        return near
    rest = Limits(
        seconds=None if limits.seconds is None else limits.seconds - spent.seconds,
        nodes=None if limits.nodes is None else limits.nodes - spent.nodes,
        memory=limits.memory,
    )
    found = _additive(puzzle, replace(wanted, limits=rest))
    stats = replace(
        found.stats,
        nodes=found.stats.nodes + spent.nodes,
        generated=found.stats.generated + spent.generated,
        seconds=found.stats.seconds + spent.seconds,
    )
    return replace(found, stats=stats)


class _Made(Generic[Search]):
    """A search that its tables are made for first, as one run."""

    def __init__(self, making: Making, search: Callable[[], Search]) -> None:
        self.making = making
        self.search: Search | None = None
        self._search: Callable[[], Search] = search

    @property
    def nodes(self) -> int:
        """Nodes of the search; states of the tables are none."""
        return 0 if self.search is None else self.search.nodes

    def run(self, budget: int) -> bool:
        """Visit at most `budget` nodes; return whether work remains."""
        if self.making.run():
            return True
        if self.search is None:
            self.search = self._search()
        return self.search.run(budget)

    def drive(self, wanted: Wanted, after: Callable[[], None] | None = None) -> Outcome:
        """Run until the work is done or a limit is reached; the progress is first that of the tables."""
        progress = wanted.progress

        def watch(nodes: int) -> None:
            if progress is not None:
                progress(self.making.states if self.search is None else nodes)
            if after is not None:
                after()

        watched = progress is not None or after is not None
        try:
            return drive(
                self.run, wanted.limits, nodes=lambda: self.nodes, progress=watch if watched else None
            )
        finally:
            if self.search is not None:
                self.search.close()


def _ida(puzzle: MNPuzzle, patterns: bool, limits: Limits | None, progress: Progress | None) -> SlidingResult:
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


def _beam(puzzle: MNPuzzle, wanted: Wanted) -> SlidingResult:
    """Search for good solutions: with large pattern databases where they are asked for or already there."""
    if wanted.tables is not None or (wanted.method is None and puzzle.rows * puzzle.cols <= MOST_CELLS):
        making = _making(puzzle, wanted)
        if making is not None and (making.ready or wanted.tables is not None):
            return _anytime(puzzle, making, wanted)
        if wanted.tables is not None:
            return _result(puzzle, _Run(Status.LIMIT, _stats(time.perf_counter())))
    return _plain_beam(puzzle, wanted)


def _limits(wanted: Wanted, nodes: int) -> Limits:
    """Return the limits of a search that has no end of its own, and may have so many nodes by default."""
    limits = wanted.limits
    if limits is None or (limits.seconds is None and limits.nodes is None):
        return Limits(nodes=nodes, memory=None if limits is None else limits.memory)
    return limits


def _memory(wanted: Wanted) -> int:
    """Return the bytes of a beam."""
    return BEAM_MEMORY if wanted.limits is None or wanted.limits.memory is None else wanted.limits.memory


def _anytime(puzzle: MNPuzzle, making: Making, wanted: Wanted) -> SlidingResult:
    from .anytime import Anytime

    start = time.perf_counter()
    memory = max(1, _memory(wanted) - (making.nbytes if wanted.limits and wanted.limits.memory else 0))
    source = _Made(
        making, lambda: Anytime(making.frame, making.tables(), memory, workers_for(wanted.threads))
    )

    def found(outcome: Outcome) -> SlidingResult:
        search = source.search
        blanks = () if search is None else search.blanks
        run = _Run(
            Status.SOLVED if blanks else Status.LIMIT,
            _stats(
                start,
                blanks,
                nodes=source.nodes,
                generated=0 if search is None else search.generated,
                depth=0 if search is None else search.depth,
            ),
            outcome is Outcome.INTERRUPTED,
            blanks,
            lower=None if search is None else search.lower,
            optimal=search is not None and search.length == search.lower,
        )
        return _result(puzzle, run)

    better = _Better(wanted, lambda: None if source.search is None else source.search.length, found)
    bounded = replace(wanted, limits=_limits(wanted, ANYTIME_NODES))
    return found(source.drive(bounded, better if wanted.improved is not None else None))


class _Better:
    """Tells of each better solution when it is called, between two slices of a search."""

    def __init__(
        self, wanted: Wanted, length: Callable[[], int | None], found: Callable[[Outcome], SlidingResult]
    ) -> None:
        self._improved, self._length, self._found = wanted.improved, length, found
        self._told: int | None = None

    def __call__(self) -> None:
        length = self._length()
        if length is not None and length != self._told and self._improved is not None:
            self._told = length
            self._improved(self._found(Outcome.FINISHED))


def _plain_beam(puzzle: MNPuzzle, wanted: Wanted) -> SlidingResult:
    from ...core.search.sliding_beam import SlidingBeam

    start = time.perf_counter()
    search = SlidingBeam(puzzle.rows, puzzle.cols, puzzle.goal_cell, puzzle.cells(), _memory(wanted))

    def found(outcome: Outcome) -> SlidingResult:
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

    better = _Better(wanted, lambda: search.best if search.best >= 0 else None, found)

    def watch(nodes: int) -> None:
        if wanted.progress is not None:
            wanted.progress(nodes)
        better()

    watched = wanted.progress is not None or wanted.improved is not None
    return found(
        drive(
            search.run,
            _limits(wanted, BEAM_NODES),
            nodes=lambda: search.nodes,
            progress=watch if watched else None,
        )
    )


def _engine(puzzle: MNPuzzle, method: str, limits: Limits | None, progress: Progress | None) -> SlidingResult:
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
