"""Many Gogens at once: arrays out, threads."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ...base import Limits, PuzzleError, Status
from ...core.assign import gogen as kernel
from ...running import Outcome, drive
from ..common.many import Stop, in_slices, watch

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .puzzle import Gogen

__all__ = ["GogenMany", "solve_many"]


@dataclass(frozen=True, slots=True, kw_only=True)
class GogenMany:
    """What `solve_many` returns: arrays, one entry a puzzle."""

    statuses: tuple[Status, ...]
    solutions: NDArray[np.int8]
    """(puzzles, cells): number of the letter, -1 for any free letter; all -2 where there is no solution."""
    counts: NDArray[np.int64]
    """Solutions found, at most `limit`."""
    nodes: NDArray[np.int64]
    """Nodes visited."""


TOGETHER, BRIEF = 64, 500
"""Puzzles that one call of the kernel takes, and the nodes each of them has; hard ones go on one by one."""


def solve_many(
    puzzles: Iterable[Gogen], *, limit: int = 2, threads: int = 0, budget: int = 0, stop: Stop | None = None
) -> GogenMany:
    """Solve many puzzles of one size, on several threads.

    Parameters
    ----------
    puzzles : iterable of Gogen
        Of one size.
    limit : int
        Stop a puzzle after that many solutions; 2 proves uniqueness.
    threads : int
        Threads; 0 takes all cores.
    budget : int
        Nodes a puzzle, 0 for no bound; a puzzle that needs more has status LIMIT.
    stop : callable, optional
        Asked from time to time, in every thread; where it says True, KeyboardInterrupt ends the work.

    Examples
    --------
    >>> from unriddle import Gogen
    >>> many = solve_many([Gogen.parse("AB/C.: ADC")] * 3)
    >>> many.counts.tolist(), many.solutions[0].tolist()
    ([1, 1, 1], [0, 1, 2, 3])
    """
    boards = list(puzzles)
    if limit < 1 or threads < 0 or budget < 0:
        raise PuzzleError(f"limit={limit}, threads={threads}, budget={budget}, expected 1, 0 and 0 or more")
    if not boards:
        return GogenMany(
            statuses=(),
            solutions=np.empty((0, 0), np.int8),
            counts=np.empty(0, np.int64),
            nodes=np.empty(0, np.int64),
        )
    rows, cols = boards[0].rows, boards[0].cols
    if any((board.rows, board.cols) != (rows, cols) for board in boards):
        raise PuzzleError("puzzles of different sizes, expected one size a call")
    pairs = [board.arrays() for board in boards]
    givens, links = np.stack([pair[0] for pair in pairs]), np.stack([pair[1] for pair in pairs])
    n = len(boards)
    solutions = np.empty((n, rows * cols), dtype=np.int8)
    counts, nodes = np.empty(n, dtype=np.int64), np.empty(n, dtype=np.int64)

    def alone(k: int, stopped: Stop) -> None:
        search = kernel.GogenSearch(rows, cols, givens[k], links[k], limit)
        outcome = drive(
            search.run, Limits(nodes=budget or None), nodes=lambda: search.nodes, progress=watch(stopped)
        )
        if outcome is Outcome.INTERRUPTED:
            raise KeyboardInterrupt
        counts[k] = search.count if outcome is Outcome.FINISHED else -1 - search.count
        nodes[k] = search.nodes
        solutions[k] = -2 if search.first is None else search.first

    def work(part: slice, stopped: Stop) -> None:
        brief = min(budget or BRIEF, BRIEF)
        for first in range(part.start, part.stop, TOGETHER):
            if stopped():
                raise KeyboardInterrupt
            some = slice(first, min(first + TOGETHER, part.stop))
            kernel.solve_batch(
                rows,
                cols,
                givens[some],
                links[some],
                solutions[some],
                counts[some],
                nodes[some],
                limit,
                brief,
            )
            for k in (first + np.flatnonzero(counts[some] < 0)).tolist() if brief != budget else ():
                alone(k, stopped)

    in_slices(work, n, threads, stop)
    free = ((givens < 0) & (links == 0)).sum(axis=1).tolist()
    statuses = []
    for k, board in enumerate(boards):
        if board.reason_against():
            counts[k], nodes[k], solutions[k] = 0, 0, -2
        found = int(counts[k])
        short = found < 0
        found = -1 - found if short else found
        counts[k] = min(found * math.factorial(free[k]), limit)
        if short:
            statuses.append(Status.LIMIT)
        elif counts[k] == 0:
            statuses.append(Status.NO_SOLUTION)
        elif counts[k] == 1:
            statuses.append(Status.UNIQUE if limit > 1 else Status.SOLVED)
        else:
            statuses.append(Status.MULTIPLE)
    return GogenMany(statuses=tuple(statuses), solutions=solutions, counts=counts, nodes=nodes)
