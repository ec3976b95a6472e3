"""Runs a search within limits and says how it ended."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from ..base import Limits, PuzzleError, SearchStats, Status
from ..core.search.objects import Refused, Search
from .adapters import States
from .results import SearchResult, chain

__all__ = ["Clock", "Progress"]

Progress = Callable[[int], None]
SLICE, SHOWN = 0.05, 0.1
"""Seconds that a search runs on its own, and between two calls of `progress`."""
MANY = 1000
"""Nodes of a slice from which on the garbage collector waits for the end of the next: a tenth of the time."""
FEWEST, GROWN, SHORT = 20_000, 2, 200_000
"""All garbage is collected at twice so many states kept, then at twice as many, while few objects are old."""


class Clock:
    """Runs a search in slices; the search itself looks at the limits after each node."""

    def __init__(
        self, states: States, search: Search, limits: Limits | None, progress: Progress | None
    ) -> None:
        limits = limits or Limits()
        self.states, self.search, self.progress = states, search, progress
        self.start = self.shown = time.perf_counter()
        self.fast = False
        self.collected = FEWEST  # kept when all garbage was collected last
        self.most_nodes = sys.maxsize if limits.nodes is None else limits.nodes
        self.most_seconds = float("inf") if limits.seconds is None else limits.seconds
        self.most_kept = float("inf")
        if limits.memory is not None:
            self.most_kept = limits.memory / states.size

    def goes_on(self) -> bool:
        """Run the search for a slice; say whether work remains.

        Raises
        ------
        PuzzleError
            What the puzzle gave cannot be searched.
        """
        now = time.perf_counter()
        if self.progress is not None and now - self.shown >= SHOWN:
            self.shown = now
            self.progress(self.search.nodes)
        seconds = min(SLICE, self.start + self.most_seconds - now)
        before, paused = self.search.nodes, self.fast and gc.isenabled()
        if paused:
            gc.disable()
        try:
            return self.search.run(self.most_nodes - before, seconds, self.most_kept)
        except Refused as error:
            raise PuzzleError(str(error)) from None
        finally:
            if paused:
                self.collect()
                gc.enable()
            self.fast = self.search.nodes - before >= MANY

    def collect(self) -> None:
        """Collect the garbage of a slice; all of it only while that is quick.

        The collector looks through all that the search keeps, which grows without end.
        """
        kept = self.search.kept
        if kept >= GROWN * self.collected:
            few = len(gc.get_objects(2)) < SHORT  # of this process, whoever made them: 20 ms or so
            self.collected = kept if few else sys.maxsize
            if few:
                gc.collect()
                return
        gc.collect(1)

    def reached(self) -> bool:
        """Say whether a limit is reached."""
        return (
            self.search.nodes >= self.most_nodes
            or time.perf_counter() - self.start >= self.most_seconds
            or self.search.kept > self.most_kept
        )

    def result(self, status: Status, path: list[Any] | None, interrupted: bool = False) -> SearchResult:
        """Return how the search ended, by now."""
        search = self.search
        steps = [] if path is None else list(pairwise(path))
        stats = SearchStats(
            nodes=search.nodes,
            generated=search.generated,
            pruned=search.pruned,
            depth=search.depth,
            seconds=time.perf_counter() - self.start,
            path_length=len(steps),
        )
        return SearchResult(
            status=status,
            stats=stats,
            interrupted=interrupted,
            node=None if path is None else chain(path),
            cost=sum(self.states.step_cost(state, other) for state, other in steps),
        )
