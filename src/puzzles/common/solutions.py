"""Solutions one by one from a resumable search of the core."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, Protocol, TypeVar

from ...base import Limits, Status
from ...running import Outcome, drive

__all__ = ["NOTHING", "Search", "Solutions", "status_of"]

T = TypeVar("T")


def status_of(found: int, complete: bool, finished: bool, limit: int | None) -> Status:
    """Return the status of a search for at most `limit` solutions.

    Parameters
    ----------
    found : int
        Solutions found.
    complete : bool
        Whether there are no others.
    finished : bool
        Whether no limit and no interrupt came first.
    limit : int, optional
        Solutions asked for.

    Examples
    --------
    >>> status_of(1, True, True, 2), status_of(1, False, True, 1)
    (<Status.UNIQUE: 'UNIQUE'>, <Status.SOLVED: 'SOLVED'>)
    """
    if not finished:
        return Status.LIMIT
    if found == 0:
        return Status.NO_SOLUTION
    if found > 1:
        return Status.MULTIPLE
    return Status.UNIQUE if complete else Status.SOLVED


class Search(Protocol):
    """What a search of the core offers: it stops at each solution."""

    @property
    def nodes(self) -> int:
        """Nodes visited."""

    @property
    def guesses(self) -> int:
        """Choices that were not forced."""

    @property
    def fresh(self) -> bool:
        """Whether the last run stopped at a solution."""

    @property
    def solution(self) -> Any:
        """The last solution found."""

    def run(self, budget: int) -> bool:
        """Visit at most `budget` nodes; return whether work remains."""


class _Nothing:
    """A search that is known to find nothing."""

    nodes = guesses = propagations = count = 0
    fresh = False
    exhausted = True
    first = solution = None

    def run(self, budget: int) -> bool:
        """Return whether work remains: none."""
        return False


NOTHING = _Nothing()


class Solutions(Iterator[T], Generic[T]):
    """An iterator over solutions that knows how far it came.

    Parameters
    ----------
    search : Search, optional
        A search that stops at each solution; None where there is none.
    decode : callable
        Makes the solutions meant by one solution of the search.
    limit : int, optional
        Stop after that many.
    limits : Limits, optional
        Bounds of the search.

    Examples
    --------
    >>> nothing = Solutions(None, lambda found: [])
    >>> list(nothing), nothing.status
    ([], <Status.NO_SOLUTION: 'NO_SOLUTION'>)
    """

    def __init__(
        self,
        search: Search | None,
        decode: Callable[[Any], Iterable[T]],
        limit: int | None = None,
        limits: Limits | None = None,
    ) -> None:
        self.count = 0
        """Solutions yielded so far."""
        self.complete = False
        """Whether there are no others."""
        self.interrupted = False
        """Whether Ctrl-C ended the search."""
        self._stopped = False
        self._search, self._decode, self._limit, self._limits = search, decode, limit, limits
        self._all = self._iterate()

    def _iterate(self) -> Iterator[T]:
        search = self._search
        remains = search is not None
        start = time.perf_counter()
        while remains and search is not None:
            limits = self._limits
            if limits is not None and limits.seconds is not None:
                left = max(0.0, limits.seconds - (time.perf_counter() - start))
                limits = Limits(seconds=left, nodes=limits.nodes)

            def run(budget: int) -> bool:
                nonlocal remains
                remains = search.run(budget)
                return remains and not search.fresh

            outcome = drive(run, limits, nodes=lambda: search.nodes)
            if outcome is not Outcome.FINISHED:
                self._stopped, self.interrupted = True, outcome is Outcome.INTERRUPTED
                return
            if search.fresh:
                yield from self._decode(search.solution)
        self.complete = True

    def __next__(self) -> T:
        if self._limit is not None and self.count >= self._limit:
            raise StopIteration
        solution = next(self._all)
        self.count += 1
        return solution

    def interrupt(self) -> None:
        """Note that Ctrl-C came between two solutions: the status is LIMIT from then on."""
        self._stopped = self.interrupted = True

    @property
    def nodes(self) -> int:
        """Nodes visited so far."""
        return 0 if self._search is None else self._search.nodes

    @property
    def guesses(self) -> int:
        """Choices so far that were not forced."""
        return 0 if self._search is None else self._search.guesses

    @property
    def status(self) -> Status:
        """What is known so far."""
        if self._stopped:
            return Status.LIMIT
        if self.count > 1:
            return Status.MULTIPLE
        if self.complete:
            return Status.UNIQUE if self.count else Status.NO_SOLUTION
        return Status.SOLVED if self.count else Status.LIMIT
