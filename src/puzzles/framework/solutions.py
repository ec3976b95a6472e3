"""Solutions one by one from a resumable search, and how many there are: one iterator for all puzzles."""

from __future__ import annotations

import operator
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from numbers import Real
from typing import Any, Generic, Protocol, TypeVar

from ...answers import Saved
from ...base import Limits, PuzzleError, Result, SearchStats, Status
from ...core.search.graph_paths import ShortestPaths
from ...repr_html import Shown
from ...search.run_loop import Outcome, drive
from .arguments import check_limit, check_limits

__all__ = ["AnswerSource", "CollectedSolutions", "Count", "ResumableSource", "SearchProxy", "Solutions"]

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
Progress = Callable[[int], None]
_UNIQUE = Status.UNIQUE  # looked up once: it is what most puzzles are


def status_of(found: int, complete: bool, stopped: bool) -> Status:
    """Return the status of a search that found some solutions: all if `complete`, LIMIT if `stopped`."""
    if stopped:
        return Status.LIMIT
    if found == 0:
        return Status.NO_SOLUTION
    if found > 1:
        return Status.MULTIPLE
    return _UNIQUE if complete else Status.SOLVED


def _comparison(compare: Callable[[Any, Any], bool]) -> Callable[[Count, Any], Any]:
    """Return the method of `Count` that compares with a number or another count."""

    def method(self: Count, other: Any) -> Any:
        if not isinstance(other, (Real, Count)):
            return NotImplemented
        return compare(int(self), int(other) if isinstance(other, Count) else other)

    return method


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Count(Saved, Result):
    """What `count` of a puzzle returns: a number that knows whether it is the whole.

    It is equal to a whole number, and can be used as one, where the count came to its end; where a limit or
    Ctrl-C came first, ``int()`` is an error and `found` is how many were counted by then.

    Examples
    --------
    >>> from unriddle import RiverPuzzle
    >>> count = RiverPuzzle.missionaries(3, 3).count()
    >>> count == 94, count > 90, int(count), count.status.value, str(count)
    (True, True, 94, 'MULTIPLE', '94')
    """

    found: int
    """Solutions counted."""
    complete: bool
    """Whether there are no others; False where the number asked for, a limit or Ctrl-C ended the count."""

    def __int__(self) -> int:
        if self.status is Status.LIMIT:
            raise PuzzleError(f"{self} were counted, expected a count that came to its end (see Count.found)")
        return self.found

    __index__ = __int__

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Count):
            return (self.found, self.complete, self.status) == (other.found, other.complete, other.status)
        if isinstance(other, Real):
            return self.status is not Status.LIMIT and self.found == other
        return NotImplemented

    __lt__, __le__, __gt__, __ge__ = map(_comparison, (operator.lt, operator.le, operator.gt, operator.ge))

    def __hash__(self) -> int:
        return hash(self.found)

    def __bool__(self) -> bool:
        return self.found > 0

    def __str__(self) -> str:
        return f"at least {self.found:,}" if self.status is Status.LIMIT else str(self.found)

    def __repr__(self) -> str:
        return f"<Count {self}{'' if self.complete else ', stopped'}: {self.status}>"

    def __format__(self, form: str) -> str:
        return format(int(self), form) if form else str(self)


def count_of(
    found: int, *, complete: bool, stats: SearchStats, stopped: bool = False, interrupted: bool = False
) -> Count:
    """Return the count of a search: `stopped` by a limit, or `interrupted` by Ctrl-C."""
    status = status_of(found, complete, stopped or interrupted)
    return Count(status=status, stats=stats, interrupted=interrupted, found=found, complete=complete)


class AnswerSource(Protocol[T_co]):
    """A search that is run in slices and asked for the solutions that it found.

    It may have `guesses`, `propagations`, `generated` and `pruned` as well, for the statistics; and `full`,
    which is true where its memory is used up: no work remains then, and the status is LIMIT.
    """

    @property
    def nodes(self) -> int:
        """Nodes visited so far."""
        ...

    def run(self, budget: int) -> bool:
        """Visit at most `budget` nodes, stopping soon after a solution; return whether work remains."""
        ...

    def take(self) -> Sequence[T_co]:
        """Return the solutions found since the last call, in order."""
        ...


class _Nothing:
    """A search that is known to find nothing."""

    nodes = count = 0
    exhausted = True

    def run(self, budget: int) -> bool:
        """Return that no work remains."""
        return False

    def take(self) -> Sequence[Any]:
        """Return no solutions."""
        return ()


NOTHING = _Nothing()


class SearchProxy:
    """A search around another one, whose attributes it has: counters above all."""

    __slots__ = ("search",)

    def __init__(self, search: Any) -> None:
        self.search = search
        """The inner search."""

    @property
    def nodes(self) -> int:
        """Nodes visited so far."""
        return int(self.search.nodes)

    def __getattr__(self, name: str) -> Any:
        return getattr(object.__getattribute__(self, "search"), name)


class CollectedSolutions(SearchProxy, Generic[T]):
    """A `AnswerSource` around a search; a subclass gives `run`, which puts what it finds into `ready`."""

    def __init__(self, search: Any) -> None:
        super().__init__(search)
        self.ready: list[T] = []
        """Solutions found since the last call of `take`."""

    def take(self) -> Sequence[T]:
        """Return the solutions found since the last call."""
        found, self.ready = self.ready, []
        return found


class ResumableSource(SearchProxy, Generic[T]):
    """A `AnswerSource` from a search of the core that stops at each solution.

    Parameters
    ----------
    search
        Has `run` and `nodes`; after a run, `fresh` is whether it stopped at a solution, `solution` that one.
    decode : callable
        Makes the solutions that one solution of the search stands for: a sequence that may be long, and is
        then best an iterator. Each after the first is a node, so that a limit of nodes ends the list.
    """

    AT_A_TIME = 256

    def __init__(self, search: Any, decode: Callable[[Any], Iterable[T]]) -> None:
        super().__init__(search)
        self._decode = decode
        self._ready: Iterator[T] = iter(())
        self._more = self._first = False
        self._room = self._listed = 0

    @property
    def nodes(self) -> int:
        """Nodes visited so far."""
        return super().nodes + self._listed

    def run(self, budget: int) -> bool:
        """Visit at most `budget` nodes; return whether work remains."""
        if self._more:  # one solution of the search may stand for very many
            self._room = min(budget, self.AT_A_TIME)
            return True
        before = self.search.nodes
        remains: bool = self.search.run(budget)
        if self.search.fresh:
            self._ready, self._more = iter(self._decode(self.search.solution)), True
            left = budget - (self.search.nodes - before)
            self._first, self._room = True, max(1, min(1 + left, self.AT_A_TIME))
        return remains or self._more

    def take(self) -> Sequence[T]:
        """Return some solutions."""
        found = list(islice(self._ready, self._room))
        self._listed += len(found) - (self._first and len(found) > 0)
        self._more = self._more and len(found) == self._room
        self._first = False
        return found


class Solutions(Shown, Iterator[T], Generic[T], show=("found", "complete", "status", "stats")):
    """An iterator over solutions that knows how far it came.

    Iterating ends where all solutions are found, where `limit` of them are, or where a limit of the search
    comes first: `status` is which. Ctrl-C is a KeyboardInterrupt; what was found before has been yielded.

    Parameters
    ----------
    source : AnswerSource, optional
        A search; None where it is known that there is no solution.
    limit : int, optional
        Stop after that many.
    limits : Limits, optional
        Bounds of the search; the time between two solutions, when nobody asks for one, does not count.
    progress : callable, optional
        Called with the nodes visited from time to time.

    Examples
    --------
    >>> nothing = Solutions(None)
    >>> list(nothing), nothing.status
    ([], <Status.NO_SOLUTION: 'NO_SOLUTION'>)
    """

    def __init__(
        self,
        source: AnswerSource[T] | None,
        limit: int | None = None,
        limits: Limits | None = None,
        progress: Progress | None = None,
    ) -> None:
        self.found = 0
        """Solutions yielded so far."""
        self.interrupted = False
        """Whether Ctrl-C ended the search."""
        self._limit, self._limits = check_limit(limit), check_limits(limits)
        self._source, self._progress = source, progress
        self._remains = source is not None
        self._stopped = False
        self._seconds = 0.0
        self._ready: list[T] = []  # found and not yet asked for, the next one last

    def __next__(self) -> T:
        if self._limit is not None and self.found >= self._limit:
            raise StopIteration
        while not self._ready:
            if not self._remains or self._stopped:
                raise StopIteration
            self._search()
        self.found += 1
        return self._ready.pop()

    def _search(self) -> None:
        """Search until there are solutions to yield, or an end."""
        source = self._source
        assert source is not None

        def run(budget: int) -> bool:
            self._remains = source.run(budget)
            self._ready = list(source.take())
            return self._remains and not self._ready

        limits, start = self._limits, time.perf_counter()
        if limits is not None and limits.seconds is not None:
            limits = replace(limits, seconds=max(0.0, limits.seconds - self._seconds))
        outcome = drive(run, limits, nodes=lambda: source.nodes, progress=self._progress)
        self._seconds += time.perf_counter() - start
        self._ready.reverse()
        if outcome is Outcome.INTERRUPTED:
            self.interrupt()
            raise KeyboardInterrupt
        self._stopped = outcome is Outcome.LIMIT or bool(getattr(source, "full", False))

    def interrupt(self) -> None:
        """Note that Ctrl-C came between two solutions: the status is LIMIT from then on."""
        self._stopped = self.interrupted = True

    def to_count(self) -> Count:
        """Count the solutions that are left; Ctrl-C ends the count."""
        try:
            for _ in self:
                pass
        except KeyboardInterrupt:
            self.interrupt()
        return count_of(
            self.found,
            complete=self.complete,
            stats=self.stats,
            stopped=not self.complete and (self._limit is None or self.found < self._limit),
            interrupted=self.interrupted,
        )

    @property
    def complete(self) -> bool:
        """Whether all solutions have been yielded."""
        return not (self._remains or self._stopped or self._ready)

    @property
    def stats(self) -> SearchStats:
        """What the search has done so far."""
        source = self._source
        names = ("nodes", "guesses", "propagations", "generated", "pruned")
        return SearchStats(seconds=self._seconds, **{name: int(getattr(source, name, 0)) for name in names})

    @property
    def status(self) -> Status:
        """What is known so far."""
        if self._stopped and not self._ready:
            return Status.LIMIT
        if not self.found and not self.complete:
            return Status.LIMIT
        return status_of(self.found, self.complete, False)


class BestPaths(CollectedSolutions[T]):
    """A `AnswerSource` of all shortest (or cheapest) paths of a graph: searched once, then listed.

    `decode` makes a solution of the vertices of a path.

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
        self._ahead = 1  # doubles, so that one path costs one

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


class SearchAfterBuild:
    """A `AnswerSource` that builds a graph in slices, then runs a search in it, within the same limits.

    The builder has `run`, `nodes`, and `full` where memory does not suffice; it is None where the graph is
    built. The counters are those of the builder, then those of the search: a limit of nodes holds for each.
    """

    def __init__(self, builder: Any, make: Callable[[], Any]) -> None:
        self._builder, self._make = builder, make
        self.search: Any = make() if builder is None else None
        """The search; None until the graph is built."""

    @property
    def nodes(self) -> int:
        """Nodes visited."""
        return int((self._builder if self.search is None else self.search).nodes)

    @property
    def generated(self) -> int:
        """Steps that the search has looked at."""
        return int(getattr(self.search, "generated", 0))

    @property
    def full(self) -> bool:
        """Whether memory does not suffice for the graph."""
        return self._builder is not None and bool(self._builder.full)

    def run(self, budget: int) -> bool:
        """Visit at most `budget` nodes; return whether work remains."""
        if self.search is not None:
            return bool(self.search.run(budget))
        if self._builder.run(budget) or self.full:
            return not self.full
        self.search = self._make()
        return True

    def take(self) -> Sequence[Any]:
        """Return the solutions found since the last call."""
        return () if self.search is None else self.search.take()

    def drive(self, limits: Limits | None, progress: Progress | None) -> Outcome:
        """Run to the end or a limit; too little memory is one."""
        outcome = drive(self.run, limits, nodes=lambda: self.nodes, progress=progress)
        return Outcome.LIMIT if self.full else outcome

    def count_best(self, limit: int | None, limits: Limits | None, progress: Progress | None) -> Count:
        """Return how many best paths a `ShortestPaths` finds, at most `limit`: each step is added up once."""
        start = time.perf_counter()
        outcome, search = self.drive(limits, progress), self.search
        seconds, nodes, generated = time.perf_counter() - start, getattr(search, "nodes", 0), self.generated
        stats = SearchStats(nodes=nodes, generated=generated, seconds=seconds)
        if outcome is not Outcome.FINISHED:
            interrupted = outcome is Outcome.INTERRUPTED
            return count_of(0, complete=False, stats=stats, stopped=True, interrupted=interrupted)
        limbs = 1
        while (total := search.count(limbs)) is None:
            limbs *= 2
        found = total if limit is None else min(total, limit)
        return count_of(found, complete=found == total, stats=stats)
