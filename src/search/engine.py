"""Runs the compiled engine of all step-by-step puzzles."""

from __future__ import annotations

import time
from collections.abc import Callable

from ..base import Limits, SearchStats, Status
from ..core.search.engine import EXHAUSTED, SOLVED, Search
from .run_loop import Outcome, drive

__all__ = ["run_engine"]

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
        What a `Result` needs: LIMIT where a limit or Ctrl-C came before the end, and where memory was out.

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
