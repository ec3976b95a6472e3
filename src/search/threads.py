"""Threads: how many, with all modules imported, and how to wait for them."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib import import_module
from operator import index
from typing import TYPE_CHECKING, TypeVar

from ..base import PuzzleError
from ..core.dispatch import import_kernels
from ..io.formats import known_formats

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor

T = TypeVar("T")
LOOK = 0.05
"""Seconds between two looks for Ctrl-C."""
NEEDED = (
    "difflib",
    "encodings.utf_32_le",
    "hashlib",
    "numpy.char",
    "numpy.lib.format",
    "numpy.ma",  # by np.unique
    "numpy.random",
    "unicodedata",
    "urllib.parse",
    "xml.etree.ElementTree",
)
"""Modules that a thread may import at their first use."""


@cache
def import_needed() -> None:
    """Import what threads need before they start: others may see a module half made while one imports it."""
    for name in NEEDED:
        import_module(name)
    known_formats()
    import_kernels()


def threads_of(workers: int) -> ThreadPoolExecutor:
    """Return a pool of threads that have all modules they need."""
    from concurrent.futures import ThreadPoolExecutor

    import_needed()
    return ThreadPoolExecutor(workers)


def thread_of(target: Callable[..., object], *args: object) -> threading.Thread:
    """Return a daemon thread, not started, that has all modules it needs."""
    import_needed()
    return threading.Thread(target=target, args=args, daemon=True)


def wait_interruptibly(future: Future[T]) -> T:
    """Return the result of a future, or raise its exception; Ctrl-C is answered meanwhile.

    An endless wait is not interrupted by a signal where another package, such as polars, has set the signal's
    action to restart system calls.
    """
    while not future.done():
        with suppress(TimeoutError):  # the work may raise one too: then it is done
            return future.result(LOOK)
    return future.result()


@contextmanager
def thread_pool(workers: int, stop: Callable[[], object]) -> Iterator[ThreadPoolExecutor]:
    """Provide a thread pool; an error or Ctrl-C in the block calls `stop` before waiting for the threads."""
    pool = threads_of(workers)
    try:
        yield pool
    except BaseException:
        stop()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def workers_for(threads: int) -> int:
    """Return the number of threads for an option `threads`; 0 is one per core that this process may use."""
    try:
        number = -1 if isinstance(threads, bool) else index(threads)
    except TypeError:
        number = -1
    if number < 0:
        raise PuzzleError(f"threads={threads!r:.40}, expected a whole number from 0 up")
    if number:
        return number
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
