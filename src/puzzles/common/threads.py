"""How many threads to use."""

from __future__ import annotations

import os

from ...base import PuzzleError
from .checks import whole_number

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
    number = whole_number(threads)
    if number is None or number < 0:
        raise PuzzleError(f"threads {threads!r:.40}, expected a whole number from 0 up")
    if number:
        return number
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
