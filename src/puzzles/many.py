"""Many puzzles at once: slices of them on threads that run the kernels without the GIL."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

__all__ = ["cores", "in_slices"]


def cores() -> int:
    """Return how many cores this process may use.

    Examples
    --------
    >>> cores() >= 1
    True
    """
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def in_slices(work: Callable[[slice], None], n: int, threads: int = 0) -> None:
    """Call `work` on slices that make up range(n), on `threads` threads; 0 takes all cores.

    Examples
    --------
    >>> done = []
    >>> in_slices(done.append, 3, threads=1)
    >>> done
    [slice(0, 3, None)]
    """
    workers = threads or cores()
    if workers == 1 or n < 2:
        work(slice(0, n))
        return
    size = max(1, -(-n // (workers * 4)))
    with ThreadPoolExecutor(workers) as pool:
        for _ in pool.map(work, [slice(k, min(k + size, n)) for k in range(0, n, size)]):
            pass
