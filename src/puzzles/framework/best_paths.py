"""All best paths of a graph as solutions: searched once, then listed, or counted without a list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from ...base import SearchStats
from ...core.search.graph_paths import ShortestPaths
from ...search.run_loop import Outcome
from .count import Count, count_of
from .solutions import CollectedSolutions

__all__ = ["BestPaths", "best_count"]

T = TypeVar("T")


class BestPaths(CollectedSolutions[T]):
    """A `Source` of all shortest (or cheapest) paths.

    Parameters
    ----------
    search : ShortestPaths
        From where to where.
    decode : callable
        Makes a solution of the vertices of a path.

    Notes
    -----
    The paths that are made ahead double from 1 to 256: who wants one pays for one.

    Examples
    --------
    >>> import numpy as np
    >>> from unriddle.core.search.graph import Graph
    >>> ring = Graph(np.array([0, 2, 4, 6, 8]), np.array([1, 3, 0, 2, 1, 3, 0, 2], dtype=np.int32))
    >>> ends = [np.array([vertex], dtype=np.int32) for vertex in (0, 2)]
    >>> source = BestPaths(ShortestPaths(ring, *ends), tuple)
    >>> source.run(100), source.take(), source.run(100), source.take()
    (True, [(0, 1, 2)], False, [(0, 3, 2)])
    """

    MOST_AHEAD = 256

    def __init__(self, search: ShortestPaths, decode: Callable[[Sequence[int]], T]) -> None:
        super().__init__(search)
        self._decode = decode
        self._ahead = 1

    def run(self, budget: int) -> bool:
        """Visit at most `budget` vertices; once all are, list some paths; return whether work remains."""
        if not self.search.finished and self.search.run(budget):
            return True
        for _ in range(self._ahead):
            path = self.search.next_path()
            if path is None:
                return False
            self.ready.append(self._decode(path))
        self._ahead = min(2 * self._ahead, self.MOST_AHEAD)
        return True


def best_count(
    search: ShortestPaths | None, outcome: Outcome, *, limit: int | None = None, seconds: float = 0
) -> Count:
    """Return how many best paths there are, at most `limit`: each step is added up once, nothing is listed.

    Parameters
    ----------
    search : ShortestPaths, optional
        A search that has been run; None where it was not begun.
    outcome : Outcome
        How its run ended.
    limit : int, optional
        Most paths that are of interest.
    seconds : float
        For the statistics.
    """
    nodes, generated = (0, 0) if search is None else (search.nodes, search.generated)
    stats = SearchStats(nodes=nodes, generated=generated, seconds=seconds)
    if outcome is not Outcome.FINISHED:
        interrupted = outcome is Outcome.INTERRUPTED
        return count_of(0, complete=False, stats=stats, stopped=True, interrupted=interrupted)
    total: int | None = 0
    if search is not None:
        limbs = 1
        while (total := search.count(limbs)) is None:
            limbs *= 2
    assert total is not None
    found = total if limit is None else min(total, limit)
    return count_of(found, complete=found == total, stats=stats)
