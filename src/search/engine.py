"""Run the compiled state-space engine."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from ..base import Limits, PuzzleError, SearchStats, Status
from ..core.search import engine
from ..core.search.engine import EXHAUSTED, SOLVED, Search
from .adapters import METHODS
from .costs import in_units
from .run_loop import Outcome, drive

Progress = Callable[[int], None]


def run_engine(
    search: Search,
    *,
    limits: Limits | None = None,
    progress: Progress | None = None,
    start: float | None = None,
) -> tuple[Status, SearchStats, bool]:
    """Run a search of the compiled engine within limits.

    Parameters
    ----------
    search : unriddle.core.search.engine.Search
        The search; its path is there afterwards.
    limits : Limits, optional
        `nodes` and `seconds`; `memory` is given to the search when it is made.
    progress : callable, optional
        Called with the nodes visited, about fifty times a second.
    start : float, optional
        The `time.perf_counter` from which the seconds count; now by default.

    Returns
    -------
    status, stats, interrupted
        What a `Result` needs: LIMIT where a limit or Ctrl-C came before the end, or memory was used up.

    Examples
    --------
    >>> import numpy as np
    >>> from unriddle.core.search import engine
    >>> triangle = engine.Graph(np.array([0, 1, 2, 3], np.int32), np.array([1, 2, 0], np.int32),
    ...                         np.array([0, 0, 1], np.uint8))
    >>> search = engine.Search(triangle, np.array([0], np.uint64), engine.BFS)
    >>> run_engine(search)[0].value, search.path().tolist()
    ('SOLVED', [[0], [1], [2]])
    """
    if start is None:
        start = time.perf_counter()
    outcome = drive(search.run, limits, nodes=lambda: search.nodes, progress=progress)
    stats = SearchStats(
        nodes=search.nodes,
        generated=search.generated,
        pruned=search.pruned,
        depth=search.depth,
        seconds=time.perf_counter() - start,
        path_length=search.path_length,
    )
    if outcome is Outcome.INTERRUPTED:
        return Status.LIMIT, stats, True
    if search.status == SOLVED:
        return Status.SOLVED, stats, False
    return Status.NO_SOLUTION if search.status == EXHAUSTED else Status.LIMIT, stats, False


MEMORY = 1 << 31
"""Bytes that a search may take where `Limits` names none."""


def memory_of(limits: Limits | None, usual: int = MEMORY) -> int:
    """Return the bytes that a search may take."""
    return limits.memory if limits is not None and limits.memory is not None else usual


@dataclass(slots=True)
class EngineResult:
    """The outcome of a run of the engine."""

    status: Status
    stats: SearchStats
    interrupted: bool
    states: NDArray[np.uint64]
    """The path, one row of words per state; no rows without one. Ctrl-C may come when it was just found."""


def search_states(
    rules: engine.Successors,
    start: NDArray[np.uint64],
    method: str,
    *,
    goals: Sequence[int] | NDArray[np.uint64],
    limits: Limits | None = None,
    progress: Callable[[int], None] | None = None,
    parent_only: bool = False,
    since: float | None = None,
) -> EngineResult:
    """Search from a state, given by its words, with one of `METHODS`.

    The goals are the solved states, where they are known. With `parent_only` depth-first methods compare a
    state with its parent alone. Seconds count `since` a time of `time.perf_counter`, by default now.
    """
    if method not in METHODS:
        raise PuzzleError(f"method={method!r:.40}, expected one of {', '.join(METHODS)}")
    ends = np.asarray(goals, dtype=np.uint64)
    search = engine.Search(
        rules,
        np.ascontiguousarray(start, dtype=np.uint64),
        METHODS.index(method),
        ends.reshape(-1, start.size),
        memory_of(limits),
        parent_only=parent_only,
    )
    status, stats, interrupted = run_engine(search, limits=limits, progress=progress, start=since)
    return EngineResult(status, stats, interrupted, search.path())


def whole_costs(
    what: str, costs: NDArray[np.float64] | None, ends: NDArray[np.int32], n: int
) -> tuple[NDArray[np.int32] | None, Fraction]:
    """Return the costs of the arcs of a graph of n vertices as whole numbers, and how many units make 1.

    More than the engine holds, summed along a path, is a PuzzleError.
    """
    if costs is None:
        return None, Fraction(1)
    costs, unit = in_units(costs, 1)
    dearest = np.zeros(n)
    np.maximum.at(dearest, ends, costs)
    if dearest.sum() >= 1 << 30:
        units = "" if unit == 1 else f" units of {float(1 / unit):g}"
        raise PuzzleError(
            f"{what} of {dearest.sum():g}{units} in all, expected less than 2**30 where a method is named"
        )
    return costs.astype(np.int32), unit
