"""IDA* with large pattern databases, in subtrees on several threads."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np

from ...core.search.sliding_additive import SOLVED, AdditiveIda
from ...search.threads import threads_of
from .tables import TurnedBoard

if TYPE_CHECKING:
    from ...core.search.sliding_additive import AdditiveTables

ALONE = 1 << 20
"""Nodes of the search as a whole, before it is divided into subtrees."""
SUBTREES = 4000


class _Worker:
    """A search that takes one subtree after the other."""

    def __init__(self, search: AdditiveIda) -> None:
        self.search = search
        self.subtree = -1


class Deepening:
    """Iterative deepening A* from a configuration that has a solution to the goal.

    After the first million nodes each bound is searched in some thousand subtrees, first those that came
    nearest to the goal under the bound before (A. Reinefeld, T. A. Marsland, "Enhanced iterative-deepening
    search", IEEE Transactions on Pattern Analysis and Machine Intelligence 16, 1994). The solution is that of
    the first subtree that has one: the same for any number of threads. Nodes are the same up to the last
    bound.
    """

    def __init__(self, frame: TurnedBoard, tables: AdditiveTables, threads: int) -> None:
        self.frame, self.tables, self.threads = frame, tables, threads
        self.blanks: tuple[int, ...] = ()
        """Cells of the blank on the shortest path, once it is found."""
        self._whole: AdditiveIda | None = AdditiveIda(tables, frame.start)
        self.bound = self._whole.bound
        """Lower bound of the length."""
        self._workers: list[_Worker] = []
        self._prefixes: list[tuple[int, ...]] = []
        self._order: list[int] = []
        self._nearest: list[int] = []
        self._next = 0
        self._exceeded = 0
        self._found: tuple[int, list[int]] | None = None  # place in the order, cells of the blank
        self._lock = Lock()
        self._pool: ThreadPoolExecutor | None = None

    @property
    def nodes(self) -> int:
        """Configurations whose bound was computed."""
        whole = 0 if self._whole is None else self._whole.nodes
        return whole + sum(worker.search.nodes for worker in self._workers)

    @property
    def generated(self) -> int:
        """Successors made: all nodes but the first."""
        return max(0, self.nodes - 1)

    @property
    def depth(self) -> int:
        """Steps of the present path."""
        searches = [worker.search for worker in self._workers] if self._whole is None else [self._whole]
        return max((search.depth for search in searches), default=0)

    def close(self) -> None:
        """Release the threads."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    def run(self, budget: int) -> bool:
        """Visit at most `budget` nodes; return whether no solution is found yet."""
        if budget <= 0 or self.blanks:
            return not self.blanks
        if self._whole is not None:
            return self._run_whole(self._whole, budget)
        self._share(budget)
        if self._next == len(self._order) and all(worker.subtree < 0 for worker in self._workers):
            self._end_bound()
        return not self.blanks

    def _run_whole(self, search: AdditiveIda, budget: int) -> bool:
        search.run(min(budget, ALONE - search.nodes))
        self.bound = search.bound
        if search.status == SOLVED:
            self._solved(search.path_cells().tolist())
        elif search.nodes >= ALONE:
            self._whole = None
            self._prefixes = prefixes(self.frame, SUBTREES)
            self._order = list(range(len(self._prefixes)))
            self._nearest = [0] * len(self._prefixes)
            others = [AdditiveIda(self.tables, self.frame.start) for _ in range(self.threads - 1)]
            self._workers = [_Worker(each) for each in (search, *others)]
            self._begin_bound(search.bound)
        return not self.blanks

    def _begin_bound(self, bound: int) -> None:
        self.bound, self._next, self._exceeded, self._found = bound, 0, 1 << 30, None

    def _end_bound(self) -> None:
        """Finish a bound: keep the solution, or begin the next bound."""
        if self._found is not None:
            self._solved(self._found[1])
            return
        self._order.sort(key=lambda subtree: (self._nearest[subtree], subtree))
        self._begin_bound(self._exceeded)

    def _solved(self, cells: list[int]) -> None:
        self.blanks = tuple(self.frame.back(np.array(cells, dtype=np.uint8)))
        self.close()

    def _share(self, budget: int) -> None:
        """Divide `budget` nodes among the workers that have work."""
        left = self._next < len(self._order)
        busy = [worker for worker in self._workers if left or worker.subtree >= 0]
        if len(busy) == 1:
            self._work(busy[0], budget)
            return
        if self._pool is None:
            self._pool = threads_of(len(self._workers))
        n = len(busy)
        parts = [(budget + k) // n for k in range(n)]
        runs = [self._pool.submit(self._work, worker, part) for worker, part in zip(busy, parts, strict=True)]
        for run in runs:
            run.result()

    def _work(self, worker: _Worker, budget: int) -> None:
        """Search subtrees until the budget is spent or none is left."""
        search = worker.search
        end = search.nodes + budget
        while search.nodes < end:
            if worker.subtree < 0 and not self._take(worker):
                return
            if self._found is not None and self._found[0] < worker.subtree:
                worker.subtree = -1
                continue
            if not search.run(end - search.nodes):
                self._finish(worker)

    def _take(self, worker: _Worker) -> bool:
        """Assign the next subtree to a worker; return whether there is one."""
        with self._lock:
            if self._next == len(self._order) or self._found is not None:
                self._next = len(self._order)
                return False
            worker.subtree = self._next
            self._next += 1
        worker.search.enter(self._prefixes[self._order[worker.subtree]], self.bound)
        return True

    def _finish(self, worker: _Worker) -> None:
        """Record the outcome of a subtree."""
        search, place = worker.search, worker.subtree
        worker.subtree = -1
        with self._lock:
            self._nearest[self._order[place]] = search.nearest
            self._exceeded = min(self._exceeded, search.exceeded)
            if search.status == SOLVED and (self._found is None or place < self._found[0]):
                self._found = place, search.path_cells().tolist()


def prefixes(frame: TurnedBoard, least: int) -> list[tuple[int, ...]]:
    """Return paths of the blank of one length, one per configuration at that distance: at least `least`."""
    rows, cols = frame.rows, frame.cols
    here = int((frame.start == frame.blank).argmax())
    level: dict[tuple[int, ...], tuple[int, ...]] = {tuple(frame.start.tolist()): (here,)}
    before: set[tuple[int, ...]] = set()
    while 0 < len(level) < least:
        later: dict[tuple[int, ...], tuple[int, ...]] = {}
        for cells, path in level.items():
            here = path[-1]
            for there in (here - cols, here - 1, here + 1, here + cols):
                if not 0 <= there < rows * cols or (
                    there // cols != here // cols and there % cols != here % cols
                ):
                    continue
                moved = list(cells)
                moved[here], moved[there] = cells[there], cells[here]
                other = tuple(moved)
                if other not in before:
                    later.setdefault(other, (*path, there))
        before, level = set(level), later
    return list(level.values())
