"""What solving a Sudoku, a Gogen, a number path and a word placement have in common: the run, its statistics.

The compiled engine is the quickest way (``method=None``); `METHODS` are the general solvers, one cell a step.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any, TypeVar

from ...base import Limits, Puzzle, SearchStats, Status
from ...running import Outcome, drive
from ...search import find_path
from .solutions import status_of

__all__ = ["METHODS", "Run", "by_steps", "run_search"]

METHODS = ("dfs", "bfs")
"""Ways beside the compiled engine: `search.depth_first_solve`, `search.breadth_first_solve`."""

P = TypeVar("P", bound=Puzzle)
Progress = Callable[[int], None]


@dataclass(slots=True)
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
        With `run`, `nodes`, `guesses`, `propagations`, `count` (solutions found), `exhausted` (whether there
        are no others) and `first` (the first solution, None before one is found).
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
    outcome = drive(search.run, limits, nodes=lambda: search.nodes, progress=progress)
    finished = outcome is Outcome.FINISHED
    found = search.count * times
    complete = finished and search.exhausted and (limit is None or found <= limit)
    stats = SearchStats(
        nodes=search.nodes,
        guesses=search.guesses,
        propagations=search.propagations,
        seconds=perf_counter() - start,
        path_length=length() if found else 0,
        **({name: value() for name, value in more.items()} if more else {}),
    )
    return Run(
        status_of(found, complete, finished, limit),
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
