"""Looks at the limits of a search and says how it ended."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from itertools import pairwise

from ..base import Limits, Puzzle, SearchStats, Status
from .results import SearchResult, chain
from .steps import Steps

__all__ = ["Clock", "Progress"]

Progress = Callable[[int], None]


class Clock:
    """Looks at the limits between two nodes."""

    def __init__(self, search: Steps, limits: Limits | None, progress: Progress | None) -> None:
        limits = limits or Limits()
        self.search, self.progress = search, progress
        self.start = self.shown = time.perf_counter()
        self.most_nodes = float("inf") if limits.nodes is None else limits.nodes
        self.most_seconds = float("inf") if limits.seconds is None else limits.seconds
        self.most_kept = float("inf")
        if limits.memory is not None:
            self.most_kept = limits.memory / size_of(search.root)

    def reached(self) -> bool:
        """Say whether a limit is reached; show progress ten times a second."""
        now = time.perf_counter()
        if self.progress is not None and now - self.shown >= 0.1:
            self.shown = now
            self.progress(self.search.nodes)
        return (
            self.search.nodes >= self.most_nodes
            or now - self.start >= self.most_seconds
            or self.search.kept > self.most_kept
        )

    def result(self, status: Status, path: list[Puzzle] | None, interrupted: bool = False) -> SearchResult:
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
            cost=sum(puzzle.step_cost(other) for puzzle, other in steps),
        )


def size_of(puzzle: Puzzle) -> int:
    """Return the bytes of one configuration as the memory limit counts them, its table entry included."""
    values = list(getattr(puzzle, "__dict__", {}).values())
    return 200 + sum(sys.getsizeof(item) for item in (puzzle, puzzle.configuration(), *values))
