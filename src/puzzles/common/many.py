"""Many puzzles at once: slices of them on threads that run the kernels without the GIL."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from .threads import workers_for

__all__ = ["Stop", "in_slices", "watch"]

Stop = Callable[[], bool]
"""Says whether the work should end."""


def in_slices(
    work: Callable[[slice, Stop], None], n: int, threads: int = 0, stop: Stop | None = None, least: int = 1
) -> None:
    """Call `work` on slices that make up range(n), on `threads` threads; 0 takes all cores.

    Parameters
    ----------
    work : callable
        Called with a slice and a function that it has to ask several times in 0.1 s: where that says True, it
        raises KeyboardInterrupt.
    n, threads : int
    stop : callable, optional
        What the work asks; it also ends where Ctrl-C or an error has come in another thread.
    least : int
        Length below which slices are not worth a thread.

    Examples
    --------
    >>> done = []
    >>> in_slices(lambda part, stop: done.append((part, stop())), 3, threads=1)
    >>> done
    [(slice(0, 3, None), False)]
    """
    workers = workers_for(threads)
    over: list[bool] = []

    def stopped() -> bool:
        return bool(over) or (stop is not None and stop())

    size = max(least, -(-n // (workers * 4)), 1)
    if workers == 1 or n <= size:
        work(slice(0, n), stopped)
        return
    with ThreadPoolExecutor(workers) as pool:
        try:
            for _ in pool.map(lambda k: work(slice(k, min(k + size, n)), stopped), range(0, n, size)):
                pass
        except BaseException:
            over.append(True)
            raise


def watch(stopped: Stop) -> Callable[[int], None]:
    """Return a `progress` for `running.drive` that ends a search where `stopped` says so."""

    def progress(_: int) -> None:
        if stopped():
            raise KeyboardInterrupt

    return progress
