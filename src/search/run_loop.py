"""Run a resumable search of the core in slices, with limits, Ctrl-C and progress between them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from time import perf_counter
from typing import Protocol

from ..base import Limits

__all__ = ["FINISHED", "FIRST_SLICE", "TRIAL", "Outcome", "Resumable", "Stages", "drive", "finish"]

LAST_SLICE, LONGEST = 1 << 40, 0.02
FIRST_SLICE = 1
"""Nodes of a first slice: one node of some searches takes 30 ms."""
QUICK = 32
"""Factor of the next slice after one that took almost no time."""
TRIAL = 4096
"""Nodes of a first slice where one takes at most microseconds."""


class Outcome(Enum):
    """The outcome of a run."""

    FINISHED = "finished"
    LIMIT = "limit"
    INTERRUPTED = "interrupted"


FINISHED = Outcome.FINISHED
"""The usual outcome: looking a member up in its class takes as long as a call."""


def drive(
    run: Callable[[int], bool],
    limits: Limits | None = None,
    *,
    nodes: Callable[[], int],
    progress: Callable[[int], None] | None = None,
    first: int = FIRST_SLICE,
) -> Outcome:
    """Call `run` until its work is done, a limit is reached or Ctrl-C is pressed.

    Parameters
    ----------
    run : callable
        ``run(budget)`` visits at most `budget` nodes and returns whether work remains.
    limits : Limits, optional
        `nodes` is exact; `seconds` holds to about 20 ms. `memory` is left to the caller.
    nodes : callable
        Nodes visited so far.
    progress : callable, optional
        Called with the nodes visited, every slice.
    first : int
        Nodes of the first slice: `TRIAL` where a node takes microseconds at most.

    Notes
    -----
    A slice takes about 20 ms, so Ctrl-C is answered at once and costs nothing measurable. The size of the
    next slice depends on the nodes visited, not allowed: tables that are built first visit nothing.

    Examples
    --------
    >>> done = [0]
    >>> def run(budget):
    ...     done[0] += min(budget, 10 - done[0])
    ...     return done[0] < 10
    >>> drive(run, Limits(nodes=7), nodes=lambda: done[0]), done
    (<Outcome.LIMIT: 'limit'>, [7])
    >>> drive(run, nodes=lambda: done[0]), done
    (<Outcome.FINISHED: 'finished'>, [10])
    """
    if limits is None and progress is None:  # most searches end in their first slice
        try:
            if not run(first):
                return FINISHED
        except KeyboardInterrupt:
            return Outcome.INTERRUPTED
    most = limits.nodes if limits is not None else None
    seconds = limits.seconds if limits is not None else None
    start = now = perf_counter()
    size, counted = first, 0
    try:
        while True:
            budget = size if most is None else min(size, most - nodes())
            if budget <= 0 or (seconds is not None and now - start >= seconds):
                return Outcome.LIMIT
            remains = run(budget)
            if progress is not None:
                progress(nodes())
            if not remains:
                return Outcome.FINISHED
            before, now = now, perf_counter()
            if size >= QUICK:  # of a smaller slice it does not matter
                earlier, counted = counted, nodes()
                size = min(size, max(1, counted - earlier))
            size = _next_size(size, now - before)
    except KeyboardInterrupt:
        return Outcome.INTERRUPTED


def _next_size(size: int, took: float) -> int:
    """Return the nodes of the next slice: one may take 1 ns or, in some searches, 30 ms."""
    if took > LONGEST:
        return max(1, int(size * LONGEST / took))
    if took > LONGEST / 2 or size >= LAST_SLICE:
        return size
    return size * (QUICK if took < LONGEST / (2 * QUICK) else 2)


def finish(
    run: Callable[[int], bool],
    *,
    nodes: Callable[[], int],
    progress: Callable[[int], None] | None = None,
) -> None:
    """Call `run` until its work is done; Ctrl-C raises KeyboardInterrupt.

    For work without limits; what takes limits calls `drive` and reports the outcome.

    Examples
    --------
    >>> done = [0]
    >>> def run(budget):
    ...     done[0] += min(budget, 10 - done[0])
    ...     return done[0] < 10
    >>> finish(run, nodes=lambda: done[0]); done
    [10]
    """
    if drive(run, nodes=nodes, progress=progress) is Outcome.INTERRUPTED:
        raise KeyboardInterrupt


class Resumable(Protocol):
    """A search of the core."""

    @property
    def nodes(self) -> int:
        """Nodes visited so far."""

    def run(self, budget: int) -> bool:
        """Visit at most `budget` nodes; return whether work remains."""


class Stages:
    """Runs searches one after the other as one, so that limits hold for all of them together.

    A slice ends after the first nodes of a search, which may take longer than those of the one before, and
    where a search continues without visiting a node. `plan` yields a search and its method to run, and
    continues when that is done.

    Examples
    --------
    >>> class Count:
    ...     nodes = 0
    ...     def run(self, budget):
    ...         self.nodes += min(budget, 6000 - self.nodes)
    ...         return self.nodes < 6000
    >>> stages = Stages((search, search.run) for search in (Count(), Count()))
    >>> [(stages.run(8000), stages.nodes) for _ in range(3)]
    [(True, 4096), (True, 10096), (False, 12000)]
    """

    def __init__(self, plan: Iterator[tuple[Resumable, Callable[[int], bool]]]) -> None:
        self.nodes = 0
        self._plan = plan
        self._stage: tuple[Resumable, Callable[[int], bool]] | None = None
        self._begun = False

    def run(self, budget: int) -> bool:
        """Visit at most `budget` nodes; return whether work remains."""
        while True:
            if self._stage is None:
                self._stage, self._begun = next(self._plan, None), False
                if self._stage is None:
                    return False
            if budget <= 0:
                return True
            (search, run), begins = self._stage, not self._begun
            before = search.nodes
            if not run(min(budget, TRIAL) if begins else budget):
                self._stage = None
            visited = search.nodes - before
            self.nodes += visited
            budget -= visited
            self._begun = True
            if (begins or not visited) and self._stage is not None:
                return True
