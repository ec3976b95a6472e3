"""What solving a Sudoku, a Gogen and a number path have in common: the method, the run, its statistics."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any, TypeVar

from ...base import Limits, Puzzle, PuzzleError, SearchStats, Status
from ...running import Outcome, drive
from ...search import find_path
from .solutions import Search, status_of

__all__ = ["METHODS", "Run", "by_steps", "check_wish", "run_search"]

METHODS = ("kernel", "dfs", "bfs")
"""The compiled engine, or one cell a step: `search.depth_first_solve` or `search.breadth_first_solve`."""

P = TypeVar("P", bound=Puzzle)
Progress = Callable[[int], None]


def check_wish(method: str, limit: int | None) -> None:
    """Raise PuzzleError unless the arguments of `solve` are a method and a number of solutions.

    Examples
    --------
    >>> check_wish("kernel", 2)
    """
    if method not in METHODS:
        raise PuzzleError(f"method {method!r:.40}, expected one of {', '.join(METHODS)}")
    if limit is not None and limit < 1:
        raise PuzzleError(f"limit={limit!r}, expected a number from 1 up or None")


@dataclass(frozen=True, slots=True)
class Run:
    """How a run ended."""

    status: Status
    stats: SearchStats
    interrupted: bool
    count: int
    complete: bool

    @property
    def common(self) -> dict[str, Any]:
        """What every result has."""
        return {"status": self.status, "stats": self.stats, "interrupted": self.interrupted}


def run_search(
    search: Any,
    limit: int | None,
    limits: Limits | None,
    progress: Progress | None,
    *,
    start: float,
    times: int = 1,
    length: Callable[[], int],
    **more: Any,
) -> Run:
    """Run a search of the core within limits.

    Parameters
    ----------
    search : Search
        With `count`, `exhausted`, `first`, `propagations`.
    limit : int, optional
        Solutions asked for.
    start : float
        When the work began.
    times : int
        Solutions that each one of the search stands for.
    length : callable
        Steps of the path to the first solution, asked where there is one.
    more
        Further statistics, each as a callable.
    """
    runner: Search = search
    outcome = drive(runner.run, limits, nodes=lambda: runner.nodes, progress=progress)
    found = search.count * times
    complete = search.exhausted and (limit is None or found <= limit)
    stats = SearchStats(
        nodes=search.nodes,
        guesses=search.guesses,
        propagations=search.propagations,
        seconds=perf_counter() - start,
        path_length=length() if search.first is not None else 0,
        **{name: value() for name, value in more.items()},
    )
    return Run(
        status_of(found, complete, outcome is Outcome.FINISHED, limit),
        stats,
        outcome is Outcome.INTERRUPTED,
        found if limit is None else min(found, limit),
        complete,
    )


def by_steps(
    puzzle: P, method: str, limits: Limits | None, progress: Progress | None = None
) -> tuple[Run, P | None]:
    """Return how the general solvers fare, one cell a step, and the solved configuration.

    They stop at the first solution: the status is SOLVED, NO_SOLUTION or LIMIT.
    """
    result = find_path(puzzle, method, limits=limits, progress=progress)
    last: Any = result.path[-1] if result.status is Status.SOLVED else None
    run = Run(
        result.status,
        result.stats,
        result.interrupted,
        int(last is not None),
        result.status is Status.NO_SOLUTION,
    )
    return run, last
