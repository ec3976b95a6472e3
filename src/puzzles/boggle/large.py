"""Searches one enormous board with any number of threads, which tell each other what they found."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from ...base import Limits
from ...core.walk.large_walk import LargeTables, LargeWalk
from ...running import Outcome, drive
from ..common.threads import workers_for

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

    from numpy.typing import NDArray

__all__ = ["walk_large"]

ROUNDS = 10  # times that the threads tell each other what they found; the first come sooner
SLICE = 1 << 17  # paths between two looks at the stop flag, some milliseconds


def walk_large(
    tables: LargeTables,
    letters: NDArray[np.uint32],
    shape: tuple[int, int],
    kind: int,
    wrap: bool,
    limits: Limits | None,
    progress: Callable[[int], None] | None,
    threads: int,
) -> tuple[list[LargeWalk], Outcome]:
    """Search a board for all words of a lexicon.

    The rows are dealt out in rounds, a band to each thread. After a round every thread strikes what the
    others found, in the order of the threads, so words and counts depend on the number of threads and
    nothing else; the words not even on that.

    Returns
    -------
    (list of LargeWalk, Outcome)
        The searches; what they found together is on the board.
    """
    rows, cols = shape
    workers = min(workers_for(threads), max(rows // 64, 1))
    if workers == 1:
        walk = LargeWalk(tables, letters, rows, cols, kind, wrap)
        return [walk], drive(walk.run, limits, nodes=lambda: walk.nodes, progress=progress)
    stop = threading.Event()
    ends = np.rint(np.linspace(0, 1, ROUNDS + 1) ** 1.5 * rows)
    bounds = [int(b) for a, z in pairwise(ends) for b in np.linspace(a, z, workers + 1)[:-1]] + [rows]

    def make(_: int) -> LargeWalk:
        return LargeWalk(tables, letters, rows, cols, kind, wrap, 0, 0)

    def work(walk: LargeWalk, first: int, end: int, news: list[tuple[LargeWalk, int, int]]) -> None:
        for other, before, now in news:
            if other is not walk:
                walk.strike(other, before, now)
        walk.continue_rows(first, end)
        while walk.run(SLICE) and not stop.is_set():
            pass

    from concurrent.futures import ThreadPoolExecutor

    pool = ThreadPoolExecutor(workers)
    walks: list[LargeWalk] = []
    try:
        walks += pool.map(make, range(workers))
        return walks, _rounds(pool, work, walks, bounds, stop, limits, progress)
    except KeyboardInterrupt:
        return walks or [make(0)], Outcome.INTERRUPTED
    finally:
        stop.set()
        pool.shutdown(wait=True, cancel_futures=True)


def _rounds(
    pool: ThreadPoolExecutor,
    work: Callable[[LargeWalk, int, int, list[tuple[LargeWalk, int, int]]], None],
    walks: list[LargeWalk],
    bounds: list[int],
    stop: threading.Event,
    limits: Limits | None,
    progress: Callable[[int], None] | None,
) -> Outcome:
    from concurrent.futures import wait

    seconds = limits.seconds if limits is not None else None
    deadline = None if seconds is None else time.perf_counter() + seconds
    known = [0] * len(walks)  # words of each that the others know of
    news: list[tuple[LargeWalk, int, int]] = []
    for start in range(0, len(bounds) - 1, len(walks)):
        if deadline is not None and time.perf_counter() >= deadline:
            return Outcome.LIMIT
        running = [
            pool.submit(work, walk, bounds[start + i], bounds[start + i + 1], news)
            for i, walk in enumerate(walks)
        ]
        while wait(running, timeout=0.02).not_done:
            if progress is not None:
                progress(sum(walk.nodes for walk in walks))
            if deadline is not None and time.perf_counter() >= deadline:
                stop.set()
        for future in running:
            future.result()
        if stop.is_set():
            return Outcome.LIMIT
        found = [walk.n_found for walk in walks]
        news = list(zip(walks, known, found, strict=True))
        known = found
    return Outcome.FINISHED
