"""Many Gogens at once: arrays out, threads."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ...base import Limits, PuzzleError, SearchStats, Status
from ...core.assign import gogen as kernel
from ...search.run_loop import Outcome, drive
from ..framework.arguments import check_limit, check_limits, check_puzzles
from ..framework.nulls import NullMany, asks_null, nulled
from ..framework.result_sequence import STATUSES, ProgressCounter, ResultSequence, Stop, in_slices, watch
from .result import GogenResult

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...typing import PuzzlesLike
    from .puzzle import Gogen

__all__ = ["GogenMany", "solve_many"]

ALL = 1 << 62
TOGETHER, BRIEF = 64, 500
"""Puzzles that one call of the kernel takes, and the nodes each of them has; hard ones go on one by one."""


class GogenMany(ResultSequence[GogenResult]):
    """What `solve_many` returns: arrays, one entry a puzzle; a `GogenResult` is made when it is asked for.

    Attributes
    ----------
    puzzles : tuple of Gogen
    statuses : uint8 array
        Places in `unriddle.puzzles.framework.result_sequence.STATUSES`.
    solutions : int8 array of shape (puzzles, cells)
        Number of the letter, -1 for any free letter; all -2 where there is no solution.
    counts : int64 array
        Solutions found, at most `limit`.
    nodes : int64 array
        Nodes visited.

    Examples
    --------
    >>> from unriddle import Gogen
    >>> from unriddle.puzzles.gogen import solve_many
    >>> many = solve_many([Gogen.parse("AB/C.: ADC"), Gogen.parse("A./..: AA")])
    >>> [result.status.value for result in many], many[1].reason
    (['UNIQUE', 'NO_SOLUTION'], 'AA doubles A, and no cell is its own neighbour')
    """

    def __init__(
        self,
        puzzles: Sequence[Gogen],
        solutions: NDArray[np.int8],
        counts: NDArray[np.int64],
        nodes: NDArray[np.int64],
        limit: int,
    ) -> None:
        self.puzzles, self.solutions, self.nodes, self._limit = tuple(puzzles), solutions, nodes, limit
        self.statuses = np.minimum(counts, 2).astype(np.uint8)
        if limit == 1:
            self.statuses[counts == 1] = STATUSES.index(Status.SOLVED)
        self.statuses[counts < 0] = STATUSES.index(Status.LIMIT)
        self.counts = np.where(counts < 0, -1 - counts, counts)

    def __len__(self) -> int:
        return len(self.puzzles)

    def item(self, index: int) -> GogenResult:
        """Return one result; of its statistics, the nodes are known."""
        puzzle, codes, count = self.puzzles[index], self.solutions[index], int(self.counts[index])
        status = STATUSES[self.statuses[index]]
        return GogenResult(
            status=status,
            stats=SearchStats(nodes=int(self.nodes[index])),
            puzzle=puzzle,
            solution=puzzle.filled(codes) if count else None,
            grid=puzzle.letters(codes) if count else None,
            count=count,
            complete=count < self._limit and status is not Status.LIMIT,
            reason=puzzle.reason_against(),
        )

    def columns(self) -> Mapping[str, Any]:
        """Return status, solution as text ("" where there is none), count and nodes."""
        found = zip(self.puzzles, self.solutions, self.counts.tolist(), strict=True)
        return {
            "status": [str(STATUSES[place]) for place in self.statuses.tolist()],
            "solution": ["/".join(puzzle.filled(codes)) if count else "" for puzzle, codes, count in found],
            "count": self.counts,
            "nodes": self.nodes,
        }


def solve_many(
    puzzles: PuzzlesLike[Gogen],
    *,
    limit: int | None = 2,
    limits: Limits | None = None,
    threads: int = 0,
    progress: Callable[[int], None] | None = None,
    stop: Stop | None = None,
    errors: str = "raise",
) -> GogenMany:
    """Solve many puzzles of one size, on several threads.

    Parameters
    ----------
    puzzles : iterable of Gogen
        Of one size.
    limit : int
        Stop a puzzle after that many solutions; 2 proves uniqueness, None counts all (counts beyond 2**62 are
        given as that).
    limits : Limits, optional
        Nodes and seconds a puzzle; one that needs more has status LIMIT.
    threads : int
        Threads; 0 takes all cores.
    progress : callable, optional
        Called with the number of puzzles done.
    stop : callable, optional
        Asked from time to time, in every thread; where it says True, KeyboardInterrupt ends the work.
    errors : str, optional
        ``"raise"``, or ``"null"``: a puzzle that cannot be read has no result; see `NullMany`.

    Raises
    ------
    PuzzleError
        Puzzles of different sizes.

    Examples
    --------
    >>> from unriddle import Gogen
    >>> from unriddle.puzzles.gogen import solve_many
    >>> many = solve_many([Gogen.parse("AB/C.: ADC")] * 3)
    >>> many.counts.tolist(), many.solutions[0].tolist()
    ([1, 1, 1], [0, 1, 2, 3])
    """
    from .puzzle import Gogen

    if asks_null(errors):

        def solve(taken: Any) -> GogenMany:
            how: dict[str, Any] = {"limit": limit, "limits": limits, "threads": threads}
            return solve_many(taken, progress=progress, stop=stop, **how)

        nulls: Any = NullMany(*nulled(solve, puzzles, "puzzles", lambda one: check_puzzles([one], Gogen)))
        return nulls  # type: ignore[no-any-return]
    boards = check_puzzles(puzzles, Gogen)
    most, bounds = check_limit(limit), check_limits(limits) or Limits()
    shape = (boards[0].rows, boards[0].cols) if boards else (0, 0)
    for k, board in enumerate(boards):
        if (board.rows, board.cols) != shape:
            expected = f"expected {shape[0]} × {shape[1]} cells as before: one size a call"
            raise PuzzleError(f"{board!r:.60}, {expected}", file="puzzles", index=k)
    work = _Work(boards, shape, ALL if most is None else min(most, ALL), bounds, progress)
    in_slices(work.solve, len(boards), threads, stop)
    return GogenMany(boards, work.solutions, work.counts_of_boards(), work.nodes, work.limit)


class _Work:
    """Boards as arrays, and what was found so far."""

    def __init__(
        self,
        boards: Sequence[Gogen],
        shape: tuple[int, int],
        limit: int,
        limits: Limits,
        progress: Callable[[int], None] | None,
    ) -> None:
        n, cells = len(boards), shape[0] * shape[1]
        self.boards, self.shape, self.limit, self.limits = boards, shape, limit, limits
        pairs = [board.arrays() for board in boards]
        self.givens = np.array([givens for givens, _ in pairs], dtype=np.int8).reshape(n, cells)
        self.links = np.array([links for _, links in pairs], dtype=np.uint64).reshape(n, cells)
        self.solutions = np.empty((n, cells), dtype=np.int8)
        self.counts, self.nodes = np.empty(n, dtype=np.int64), np.empty(n, dtype=np.int64)
        self.counter = ProgressCounter(progress)

    def solve(self, part: slice, stopped: Stop) -> None:
        """Solve some boards: all of them briefly, then those that need more one by one."""
        most = self.limits.nodes
        together = self.limits.seconds is None and most != 0
        brief = BRIEF if most is None else min(most, BRIEF)
        for first in range(part.start, part.stop, TOGETHER):
            if stopped():
                raise KeyboardInterrupt
            some = slice(first, min(first + TOGETHER, part.stop))
            left = np.arange(some.start, some.stop)
            if together:
                kernel.solve_batch(
                    *self.shape,
                    self.givens[some],
                    self.links[some],
                    self.solutions[some],
                    self.counts[some],
                    self.nodes[some],
                    self.limit,
                    brief,
                )
                left = left[self.counts[some] < 0] if brief != most else left[:0]
            for k in left.tolist():
                self._alone(k, stopped)
            self.counter.add(some.stop - some.start)

    def _alone(self, k: int, stopped: Stop) -> None:
        search = kernel.GogenSearch(*self.shape, self.givens[k], self.links[k], self.limit)
        outcome = drive(search.run, self.limits, nodes=lambda: search.nodes, progress=watch(stopped))
        if outcome is Outcome.INTERRUPTED:
            raise KeyboardInterrupt
        self.counts[k] = search.count if outcome is Outcome.FINISHED else -1 - search.count
        self.nodes[k] = search.nodes
        self.solutions[k] = -2 if search.first is None else search.first

    def counts_of_boards(self) -> NDArray[np.int64]:
        """Return the solutions found, letters that nothing binds counted; -1 - found where a limit came."""
        free = ((self.givens < 0) & (self.links == 0)).sum(axis=1).tolist()
        counts = self.counts.tolist()
        for k, board in enumerate(self.boards):
            if board.reason_against():
                counts[k], self.nodes[k], self.solutions[k] = 0, 0, -2
            elif free[k] > 1:
                found = -1 - counts[k] if counts[k] < 0 else counts[k]
                whole = min(found * math.factorial(free[k]), self.limit)
                counts[k] = -1 - whole if counts[k] < 0 else whole
        return np.array(counts, dtype=np.int64)
