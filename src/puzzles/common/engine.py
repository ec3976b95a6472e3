"""Runs the compiled engine of all step-by-step puzzles: methods by name, limits, outcome."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...base import Limits, PuzzleError, Status
from ...core.search import engine as search_engine
from ...running import Outcome, drive
from ...search import METHODS, status_of

__all__ = ["EngineRun", "run_engine"]

MEMORY = 1 << 31
"""Bytes that a search may take where `Limits` names none."""


@dataclass(frozen=True, slots=True)
class EngineRun:
    """How a run of the engine ended."""

    status: Status
    outcome: Outcome
    states: NDArray[np.uint64]
    """The path, a row a state; no rows without one."""
    nodes: int
    generated: int
    pruned: int
    depth: int


def run_engine(
    rules: search_engine.Successors,
    root: int,
    method: str,
    *,
    goals: list[int],
    limits: Limits | None = None,
    progress: Callable[[int], None] | None = None,
) -> EngineRun:
    """Search from a state of one word with the method of that name.

    Raises
    ------
    PuzzleError
        No method has that name.
    """
    if method not in METHODS:
        raise PuzzleError(f"method {method!r}, expected one of {', '.join(METHODS)}")
    memory = limits.memory if limits is not None and limits.memory is not None else MEMORY
    search = search_engine.Search(
        rules,
        np.array([root], dtype=np.uint64),
        METHODS.index(method),
        np.array(goals, dtype=np.uint64).reshape(-1, 1),
        memory,
    )
    outcome = drive(search.run, limits, nodes=lambda: search.nodes, progress=progress)
    status = status_of(search)
    states = search.path() if status is Status.SOLVED else np.empty((0, 1), dtype=np.uint64)
    return EngineRun(status, outcome, states, search.nodes, search.generated, search.pruned, search.depth)
