"""Runs a resumable search of the core in slices: limits, Ctrl-C and progress have their turn between them."""

from __future__ import annotations

import time
from collections.abc import Callable
from enum import Enum

from .base import Limits

__all__ = ["Outcome", "drive"]

FIRST_SLICE, LAST_SLICE, LONGEST = 1 << 12, 1 << 40, 0.02


class Outcome(Enum):
    """How a run ended."""

    FINISHED = "finished"
    LIMIT = "limit"
    INTERRUPTED = "interrupted"


def drive(
    run: Callable[[int], bool],
    limits: Limits | None = None,
    *,
    nodes: Callable[[], int],
    progress: Callable[[int], None] | None = None,
) -> Outcome:
    """Call `run` until its work is done, a limit is reached or Ctrl-C comes.

    Parameters
    ----------
    run : callable
        ``run(budget)`` visits at most `budget` nodes and returns whether work remains.
    limits : Limits, optional
        `nodes` is kept exactly; `seconds` to about 20 ms. `memory` is the caller's affair.
    nodes : callable
        Nodes visited so far.
    progress : callable, optional
        Called with the nodes visited, every slice.

    Notes
    -----
    A slice is made as long as 20 ms, so Ctrl-C is answered at once and costs nothing measurable.

    Examples
    --------
    >>> done = [0]
    >>> def run(budget):
    ...     done[0] += min(budget, 10 - done[0])
    ...     return done[0] < 10
    >>> drive(run, Limits(nodes=7), nodes=lambda: done[0]), done
    (<Outcome.LIMIT: 'limit'>, [7])
    >>> drive(run, nodes=lambda: done[0]), done
    (<Outcome.FINISHED: 'finished'>, [10])
    """
    most = limits.nodes if limits is not None else None
    seconds = limits.seconds if limits is not None else None
    start = now = time.perf_counter()
    size = FIRST_SLICE
    try:
        while True:
            budget = size if most is None else min(size, most - nodes())
            if budget <= 0 or (seconds is not None and now - start >= seconds):
                return Outcome.LIMIT
            remains = run(budget)
            if progress is not None:
                progress(nodes())
            if not remains:
                return Outcome.FINISHED
            before, now = now, time.perf_counter()
            if now - before < LONGEST / 2 and size < LAST_SLICE:
                size *= 2
            elif now - before > LONGEST and size > 1:
                size //= 2
    except KeyboardInterrupt:
        return Outcome.INTERRUPTED
