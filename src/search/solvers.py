"""Solvers for any `Puzzle` by name of the method, and all solutions."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from ..base import Limits, PuzzleError, PuzzleNode, SearchStats, Status
from ..core.search.objects import Refused, Search
from .adapters import Cycles, States
from .costs import total
from .results import Report, SearchResult, chain
from .trace import Trace

Progress = Callable[[int], None]
SLICE, SHOWN = 0.05, 0.1
"""Seconds of a slice, and between two calls of `progress`."""
MANY = 1000
"""Nodes of a slice from which on the garbage collector is paused in the next: a tenth of the time."""
FEWEST, GROWN, SHORT = 20_000, 2, 200_000
"""States kept at which all garbage is collected first; the factor until the next time, while fewer than
`SHORT` objects are old."""


class Clock:
    """Runs a search in slices within limits, which the search itself tests after each node."""

    def __init__(
        self,
        states: States,
        search: Search,
        limits: Limits | None,
        progress: Progress | None,
        trace: Trace | None = None,
    ) -> None:
        limits, self.trace = limits or Limits(), trace
        self.states, self.search, self.progress = states, search, progress
        self.start = self.shown = time.perf_counter()
        self.fast = False
        self.collected = FEWEST  # states kept when all garbage was collected last
        self.most_nodes = sys.maxsize if limits.nodes is None else limits.nodes
        self.most_seconds = float("inf") if limits.seconds is None else limits.seconds
        self.most_kept = float("inf")
        if limits.memory is not None:
            self.most_kept = limits.memory / states.size

    def run_slice(self) -> bool:
        """Run the search for a slice; return whether work remains."""
        now = time.perf_counter()
        if self.progress is not None and now - self.shown >= SHOWN:
            self.shown = now
            self.progress(self.search.nodes)
        seconds = min(SLICE, self.start + self.most_seconds - now)
        before, paused = self.search.nodes, self.fast and gc.isenabled()
        if paused:
            gc.disable()
        try:
            return self.search.run(self.most_nodes - before, seconds, self.most_kept)
        except Refused as error:
            raise PuzzleError(str(error)) from None
        finally:
            if paused:
                self.collect()
                gc.enable()
            self.fast = self.search.nodes - before >= MANY

    def collect(self) -> None:
        """Collect the garbage of a slice; all garbage only while that is quick."""
        kept = self.search.kept
        if kept >= GROWN * self.collected:
            few = len(gc.get_objects(2)) < SHORT  # of this process: about 20 ms
            self.collected = kept if few else sys.maxsize
            if few:
                gc.collect()
                return
        gc.collect(1)

    def reached(self) -> bool:
        """Return whether a limit is reached."""
        return (
            self.search.nodes >= self.most_nodes
            or time.perf_counter() - self.start >= self.most_seconds
            or self.search.kept > self.most_kept
        )

    def result(self, status: Status, path: list[Any] | None, interrupted: bool = False) -> SearchResult:
        """Return the result of the search so far."""
        search = self.search
        steps = [] if path is None else list(pairwise(path))
        stats = SearchStats(
            nodes=search.nodes,
            generated=search.generated,
            pruned=search.pruned,
            depth=search.depth,
            seconds=time.perf_counter() - self.start,
            path_length=len(steps),
        )
        return SearchResult(
            status=status,
            stats=stats,
            interrupted=interrupted,
            node=None if path is None else chain(path),
            cost=total(self.states.step_cost(state, other) for state, other in steps),
            frontier=max(0, search.kept - search.nodes),
            trace=self.trace,
        )


def find_path(
    puzzle: Any,
    method: str = "bfs",
    *,
    goals: Sequence[Any] | None = None,
    cycles: Cycles = "path",
    limits: Limits | int | None = None,
    progress: Progress | None = None,
    trace: bool = False,
    **bounds: float | None,
) -> SearchResult:
    """Search a path from a configuration to a solved one.

    Parameters
    ----------
    puzzle : Puzzle, or dict, class or object of raw states
        Where to start. Raw states are given as ``start`` with functions ``successors``, ``is_goal``, and
        optionally ``heuristic``, ``step_cost``, ``fail_fast``, ``predecessors``, ``goals``; `path` holds the
        states.
    method : str
        ``dfs``, ``bfs``, ``bidirectional``, ``astar`` or ``ida``, in any case; also ``A*``,
        ``depth-first`` and the like.
    goals : list of Puzzle, optional
        For ``bidirectional``: the solved configurations; those of ``puzzle.goals()`` by default.
    cycles : {"path", "parent"}
        For ``ida``: whether a path may not return to any of its configurations, or only not to the one
        before. The second is the textbook's; it counts more nodes and never ends on a puzzle with cycles
        that has no solution.
    limits : Limits or int, optional
        A number is that of nodes. `nodes` is exact. `memory` bounds the number of configurations kept times
        the size of the first one, an estimate.
    progress : callable, optional
        Called with the nodes visited, ten times a second.
    trace : bool, optional
        Whether the result keeps what was met, for `tree_svg`; slower, and configurations stay in memory.
    max_nodes, max_seconds, max_memory : optional
        Limits by name.

    Returns
    -------
    SearchResult
        SOLVED with the path, NO_SOLUTION when every configuration in reach was tried, or LIMIT.
        Ctrl-C also gives LIMIT, with `interrupted` set.

    Raises
    ------
    PuzzleError
        Unknown method; no goals for ``bidirectional``; a negative cost or estimate; states that
        cannot be hashed.

    Notes
    -----
    A configuration is released when its extensions have been made; those of the path are made again at the
    end, which calls `extensions` once more for each of its steps. Costs and estimates are 64-bit floats.
    Nodes are configurations visited; for ``ida`` those whose bound was computed, the first one once.
    With n configurations in reach: ``dfs``, ``bfs``, ``bidirectional`` O(n) steps and memory,
    ``astar`` O(n log n); ``ida`` memory as deep as the path. Paths of ``bfs`` and
    ``bidirectional`` have the fewest steps, those of ``astar`` and ``ida`` the least cost, if
    `heuristic` never overestimates. R. E. Korf, "Depth-first iterative-deepening", Artificial
    Intelligence 27 (1985), for ``ida``.

    Examples
    --------
    >>> from unriddle.search import find_path
    >>> from unriddle.search.example import CountToTen
    >>> result = find_path(CountToTen(1), "astar")
    >>> result.status.value, [step.n for step in result.path], result.stats.path_length
    ('SOLVED', [1, 2, 4, 5, 10], 4)
    """
    states = States.of(puzzle)
    kept = Trace(states.start) if trace else None
    if kept is not None:
        states = States.of(puzzle, kept.watch)
    search = states.search(method, goals, cycles)
    clock = Clock(states, search, bounded(limits, bounds), progress, kept)
    try:
        while not clock.reached():
            if not clock.run_slice():
                status = Status.NO_SOLUTION if search.found is None else Status.SOLVED
                return clock.result(status, search.found)
    except KeyboardInterrupt:
        return clock.result(Status.LIMIT, None, interrupted=True)
    return clock.result(Status.LIMIT, None)


def bounded(limits: Limits | int | None, bounds: Mapping[str, Any]) -> Limits:
    """Return limits from those given as an object, as a number of nodes, and by name."""
    for name in bounds:
        if name not in ("max_nodes", "max_seconds", "max_memory"):
            known = "max_nodes, max_seconds, max_memory"
            raise TypeError(f"unexpected keyword argument {name!r}; limits by name are {known}")
    if isinstance(limits, int):
        limits = Limits(nodes=limits)
    if limits is not None and not isinstance(limits, Limits):
        raise PuzzleError(f"limits={limits!r:.40}, expected Limits(seconds=…, nodes=…, memory=…) or None")
    return replace(limits or Limits(), **{name[4:]: value for name, value in bounds.items()})


def _node(result: SearchResult, report: Report | None) -> PuzzleNode | None:
    if report is not None:
        report(result)
    elif result.interrupted:
        raise KeyboardInterrupt
    return result.node


def depth_first_solve(
    puzzle: Any,
    *,
    limits: Limits | None = None,
    progress: Progress | None = None,
    report: Report | None = None,
) -> PuzzleNode | None:
    """Return the first node of a path to a solution, searched depth-first, or None.

    Each configuration is visited once, its extensions in their order.

    Parameters
    ----------
    puzzle : Puzzle
        Where to start.
    limits, progress
        As for `find_path`.
    report : callable, optional
        Called with the `SearchResult`, which distinguishes "no solution" from "limit" and holds the
        statistics. Ctrl-C then also ends in a report; without one it is raised.

    Examples
    --------
    >>> from unriddle.search import depth_first_solve, path_of
    >>> from unriddle.search.example import CountToTen
    >>> reports = []
    >>> first = depth_first_solve(CountToTen(1), report=reports.append)
    >>> [puzzle.n for puzzle in path_of(first)], reports[0].stats.nodes
    ([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 10)
    """
    return _node(find_path(puzzle, "dfs", limits=limits, progress=progress), report)


def breadth_first_solve(
    puzzle: Any,
    *,
    limits: Limits | None = None,
    progress: Progress | None = None,
    report: Report | None = None,
) -> PuzzleNode | None:
    """Return the first node of a path of the fewest steps to a solution, or None.

    Parameters
    ----------
    puzzle, limits, progress, report
        As for `depth_first_solve`.

    Examples
    --------
    >>> from unriddle.search import breadth_first_solve, path_of
    >>> from unriddle.search.example import CountToTen
    >>> [puzzle.n for puzzle in path_of(breadth_first_solve(CountToTen(1)))]
    [1, 2, 4, 5, 10]
    """
    return _node(find_path(puzzle, "bfs", limits=limits, progress=progress), report)


def bidirectional_solve(
    puzzle: Any,
    goals: Sequence[Any] | None = None,
    *,
    limits: Limits | None = None,
    progress: Progress | None = None,
    report: Report | None = None,
) -> PuzzleNode | None:
    """Return the first node of a path of the fewest steps, searched from both ends, or None.

    Parameters
    ----------
    puzzle, limits, progress, report
        As for `depth_first_solve`.
    goals : list of Puzzle, optional
        The solved configurations; those of ``puzzle.goals()`` by default. The search from them follows
        ``predecessors()``, by default the extensions.

    Examples
    --------
    >>> from unriddle.search import bidirectional_solve, path_of
    >>> from unriddle.search.example import CountToTen
    >>> [puzzle.n for puzzle in path_of(bidirectional_solve(CountToTen(1), [CountToTen(10)]))]
    [1, 2, 4, 5, 10]
    """
    return _node(find_path(puzzle, "bidirectional", goals=goals, limits=limits, progress=progress), report)


def astar_solve(
    puzzle: Any,
    *,
    limits: Limits | None = None,
    progress: Progress | None = None,
    report: Report | None = None,
) -> PuzzleNode | None:
    """Return the first node of a path of least cost, searched by A*, or None.

    Needs a `heuristic` that never overestimates; it may be inconsistent.

    Parameters
    ----------
    puzzle, limits, progress, report
        As for `depth_first_solve`.

    Examples
    --------
    >>> from unriddle.search import astar_solve, path_of
    >>> from unriddle.search.example import CountToTen
    >>> [puzzle.n for puzzle in path_of(astar_solve(CountToTen(1)))]
    [1, 2, 4, 5, 10]
    """
    return _node(find_path(puzzle, "astar", limits=limits, progress=progress), report)


def ida_star_solve(
    puzzle: Any,
    *,
    cycles: Cycles = "path",
    limits: Limits | None = None,
    progress: Progress | None = None,
    report: Report | None = None,
) -> PuzzleNode | None:
    """Return the first node of a path of least cost, searched by iterative deepening A*, or None.

    Parameters
    ----------
    puzzle, limits, progress, report
        As for `depth_first_solve`.
    cycles : {"path", "parent"}
        As for `find_path`.

    Examples
    --------
    >>> from unriddle.search import ida_star_solve, path_of
    >>> from unriddle.search.example import CountToTen
    >>> [puzzle.n for puzzle in path_of(ida_star_solve(CountToTen(1)))]
    [1, 2, 4, 5, 10]
    """
    return _node(find_path(puzzle, "ida", cycles=cycles, limits=limits, progress=progress), report)


def solutions(
    puzzle: Any,
    *,
    limits: Limits | None = None,
    progress: Progress | None = None,
    report: Report | None = None,
) -> Iterator[PuzzleNode]:
    """Yield the first node of every solution path, each path once, depth-first.

    A path repeats no configuration and ends at the first solved one.

    Parameters
    ----------
    puzzle, limits, progress
        As for `depth_first_solve`. Time spent by the caller between two paths counts.
    report : callable, optional
        Called at the end with a `SearchResult` without a path: SOLVED (all paths were yielded, at least
        one), NO_SOLUTION or LIMIT.

    Examples
    --------
    >>> from unriddle.search import path_of, solutions
    >>> from unriddle.search.example import CountToTen
    >>> [[puzzle.n for puzzle in path_of(first)] for first in solutions(CountToTen(4))]
    [[4, 5, 6, 7, 8, 9, 10], [4, 5, 10], [4, 8, 9, 10]]
    """
    states = States.of(puzzle)
    search = states.every_path()
    clock = Clock(states, search, limits, progress)
    status, interrupted = Status.NO_SOLUTION, False
    try:
        remains = True
        while remains:
            if clock.reached():
                status = Status.LIMIT
                break
            remains = clock.run_slice()
            if path := search.take():
                status = Status.SOLVED
                yield chain(path)
    except KeyboardInterrupt:
        if report is None:
            raise
        status, interrupted = Status.LIMIT, True
    if report is not None:
        report(clock.result(status, None, interrupted))
