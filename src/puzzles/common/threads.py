"""How many threads to use, and how to wait for them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, TypeVar

from ...base import PuzzleError
from .checks import whole_number

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor

__all__ = ["awaited", "pooled", "workers_for"]

T = TypeVar("T")
LOOK = 0.05
"""Seconds between two looks for Ctrl-C."""


def awaited(future: Future[T]) -> T:
    """Return the result of a future, or raise what it raised; Ctrl-C is answered meanwhile.

    A wait without an end is not broken off by a signal where another package (polars, for one) has set the
    signal's action to restart system calls: Ctrl-C would wait as long as the work.

    Examples
    --------
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> from unriddle.puzzles.common.threads import awaited
    >>> with ThreadPoolExecutor(1) as pool:
    ...     awaited(pool.submit(pow, 2, 10))
    1024
    """
    while not future.done():
        with suppress(TimeoutError):  # the work may raise one too: then it is done
            return future.result(LOOK)
    return future.result()


@contextmanager
def pooled(workers: int, stop: Callable[[], object]) -> Iterator[ThreadPoolExecutor]:
    """Hold threads; where an error or Ctrl-C ends the block, `stop` is called before they are waited for.

    Ctrl-C may come at any time, while work is handed out as well: a pool alone would then wait for all of it.

    Examples
    --------
    >>> from unriddle.puzzles.common.threads import awaited, pooled
    >>> over = []
    >>> with pooled(2, lambda: over.append(True)) as pool:
    ...     awaited(pool.submit(pow, 2, 10)), over
    (1024, [])
    """
    from concurrent.futures import ThreadPoolExecutor

    pool = ThreadPoolExecutor(workers)
    try:
        yield pool
    except BaseException:
        stop()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


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
