"""Searches one enormous board with any number of threads, which tell each other what they found."""

from __future__ import annotations

import threading
import time
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...core.walk.boggle_large import LargeTables, LargeWalk
from ...search.run_loop import Outcome, drive
from ...search.threads import threads_of, workers_for

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

    from numpy.typing import NDArray

    from .solver import Bounds

__all__ = ["Field", "walk_large"]

ROUNDS = 10  # times that the threads tell each other what they found; the first come sooner
SLICE = 1 << 17  # paths between two looks at the stop flag, some milliseconds
ROWS_A_THREAD = 64


class Field(NamedTuple):
    """A large board as its kernel takes it.

    Attributes
    ----------
    tables : LargeTables
        The words.
    letters : uint32 array
        One bit a cell, in a border; see `unriddle.core.walk.boggle_large.padded_letters`.
    shape : pair of int
        Rows and columns.
    kind : int
        Number of the topology.
    wrap : bool
    """

    tables: LargeTables
    letters: NDArray[np.uint32]
    shape: tuple[int, int]
    kind: int
    wrap: bool

    def walk(self) -> LargeWalk:
        """Return a search of the whole board."""
        return LargeWalk(self.tables, self.letters, *self.shape, self.kind, self.wrap)

    def idle_walk(self) -> LargeWalk:
        """Return a search that waits for the rows it is to begin on."""
        return LargeWalk(self.tables, self.letters, *self.shape, self.kind, self.wrap, 0, 0)


def walk_large(field: Field, bounds: Bounds) -> tuple[list[LargeWalk], Outcome]:
    """Search a board for all words of a lexicon.

    The rows are dealt out in rounds, a band to each thread. After a round every thread strikes what the
    others found, in the order of the threads, so words and counts depend on the number of threads and
    nothing else; the words not even on that.

    Returns
    -------
    (list of LargeWalk, Outcome)
        The searches; what they found together is on the board.
    """
    most = field.shape[0] // ROWS_A_THREAD
    workers = min(workers_for(bounds.threads), most) if most > 1 else 1  # to ask for the cores takes time
    if workers == 1:
        walk = field.walk()
        return [walk], drive(walk.run, bounds.limits, nodes=lambda: walk.nodes, progress=bounds.progress)
    team = _Team(bounds)
    pool = threads_of(workers)
    try:
        team.walks += pool.map(lambda _: field.idle_walk(), range(workers))
        return team.walks, team.run(pool, field.shape[0])
    except KeyboardInterrupt:
        return team.walks or [field.idle_walk()], Outcome.INTERRUPTED
    finally:
        team.stop.set()
        pool.shutdown(wait=True, cancel_futures=True)


class _Team:
    """Searches of one board, a thread each."""

    def __init__(self, bounds: Bounds) -> None:
        self.walks: list[LargeWalk] = []
        self.stop = threading.Event()
        self.progress = bounds.progress
        seconds = None if bounds.limits is None else bounds.limits.seconds
        self.deadline = float("inf") if seconds is None else time.perf_counter() + seconds
        self.news: list[tuple[LargeWalk, int, int]] = []  # who found what in the round before

    def work(self, walk: LargeWalk, first: int, end: int) -> None:
        """Take up what the others found, then the rows from `first` to `end` - 1."""
        for other, before, now in self.news:
            if other is not walk:
                walk.strike(other, before, now)
        walk.continue_rows(first, end)
        while walk.run(SLICE) and not self.stop.is_set():
            pass

    def run(self, pool: ThreadPoolExecutor, rows: int) -> Outcome:
        """Walk all rows, round by round."""
        from concurrent.futures import wait

        n = len(self.walks)
        ends = np.rint(np.linspace(0, 1, ROUNDS + 1) ** 1.5 * rows)
        bounds = [int(b) for a, z in pairwise(ends) for b in np.linspace(a, z, n + 1)[:-1]] + [rows]
        known = [0] * n  # words of each that the others know of
        for start in range(0, len(bounds) - 1, n):
            if time.perf_counter() >= self.deadline:
                return Outcome.LIMIT
            running = [
                pool.submit(self.work, walk, bounds[start + i], bounds[start + i + 1])
                for i, walk in enumerate(self.walks)
            ]
            while wait(running, timeout=0.02).not_done:
                if self.progress is not None:
                    self.progress(sum(walk.nodes for walk in self.walks))
                if time.perf_counter() >= self.deadline:
                    self.stop.set()
            for future in running:
                future.result()
            if self.stop.is_set():
                return Outcome.LIMIT
            found = [walk.n_found for walk in self.walks]
            self.news = list(zip(self.walks, known, found, strict=True))
            known = found
        return Outcome.FINISHED
