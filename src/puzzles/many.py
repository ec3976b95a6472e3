"""Many puzzles at once: slices of them on threads that run the kernels without the GIL."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from .threads import workers_for

__all__ = ["in_slices"]


def in_slices(work: Callable[[slice], None], n: int, threads: int = 0) -> None:
    """Call `work` on slices that make up range(n), on `threads` threads; 0 takes all cores.

    Examples
    --------
    >>> done = []
    >>> in_slices(done.append, 3, threads=1)
    >>> done
    [slice(0, 3, None)]
    """
    workers = workers_for(threads)
    if workers == 1 or n < 2:
        work(slice(0, n))
        return
    size = max(1, -(-n // (workers * 4)))
    with ThreadPoolExecutor(workers) as pool:
        for _ in pool.map(work, [slice(k, min(k + size, n)) for k in range(0, n, size)]):
            pass
