"""How many threads to use."""

from __future__ import annotations

import os

from ...base import PuzzleError

__all__ = ["workers_for"]


def workers_for(threads: int) -> int:
    """Return how many threads `threads` asks for; 0 is as many as this process may use cores.

    Raises
    ------
    PuzzleError
        No whole number from 0 up.

    Examples
    --------
    >>> workers_for(3), workers_for(0) >= 1
    (3, True)
    """
    if isinstance(threads, bool) or not isinstance(threads, int) or threads < 0:
        raise PuzzleError(f"threads {threads!r:.40}, expected a whole number from 0 up")
    if threads:
        return threads
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
