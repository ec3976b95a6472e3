"""How hard a Sudoku is for a person: its steps by technique, counted by a kernel where it has room."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from ...core.assign.sudoku_grading import Grader
from ...core.assign.sudoku_steps import Reasoner
from ..framework.steps import Difficulty, Rating, rate_all, rate_counts
from .steps import LEVELS, PATTERNS, RULES, Board, next_step

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .layout import Layout

__all__ = ["graded", "rated"]

ORDER = list(Difficulty)
KINDS = list(LEVELS)
GUESS = KINDS.index("guess")
BEFORE_CHAINS = KINDS.index("forcing chain") - 1
"""The hardest technique but those whose grade is that of a guess."""


@lru_cache(maxsize=64)
def _waiting(layout: Layout) -> list[Grader]:
    """Return the kernels of a layout that no thread has."""
    return []


@lru_cache(maxsize=64)
def _allowed(layout: Layout) -> NDArray[np.uint64]:
    return np.array(layout.allowed, dtype=np.uint64)


def _counted(
    cells: Sequence[int], layout: Layout, solution: Sequence[int] | None, most: int
) -> NDArray[np.int64] | None:
    """Return the steps by technique as `Grader.steps` does, None where it does not take the layout."""
    known = None if solution is None else np.frombuffer(bytes(solution), dtype=np.uint8)[None]
    counts = _counted_all(np.frombuffer(bytes(cells), dtype=np.uint8)[None], layout, known, most)
    return None if counts is None else counts[0]


def _counted_all(
    cells: NDArray[np.uint8], layout: Layout, solutions: NDArray[np.uint8] | None, most: int
) -> NDArray[np.int64] | None:
    """Return the steps of many grids, a row each."""
    if layout.between:
        return None
    waiting = _waiting(layout)
    try:
        grader = waiting.pop()
    except IndexError:
        try:
            grader = Grader(*layout.reasoning)
        except ValueError:  # more cells or symbols than it has room for
            return None
    counts = np.zeros((len(cells), len(KINDS)), dtype=np.int64)
    allowed = _allowed(layout)
    for k in range(len(cells)):
        grader.steps(cells[k], allowed, None if solutions is None else solutions[k], most, counts[k])
    waiting.append(grader)
    return counts


def rated(
    cells: Sequence[int], layout: Layout, solution: Callable[[], Sequence[int] | None]
) -> Rating | None:
    """Return the rating of the steps that `explained` gives, None where they are not counted by the kernel.

    `solution` is called where a guess is needed.

    Examples
    --------
    >>> from unriddle.puzzles.sudoku.layout import boxed
    >>> grid = [1, 2, 3, 0, 3, 4, 0, 2, 2, 1, 4, 3, 4, 3, 2, 1]
    >>> rated(grid, boxed((2, 2)), lambda: None)
    Rating(difficulty=<Difficulty.EASY: 'easy'>, hardest='naked single', score=2)
    """
    counts = _counted(cells, layout, None, len(KINDS))
    if counts is not None and counts[GUESS] and (known := solution()) is not None:
        counts = _counted(cells, layout, known, len(KINDS))
    return None if counts is None else rate_counts(dict(zip(KINDS, counts.tolist(), strict=True)), LEVELS)


def rated_all(
    cells: NDArray[np.uint8], layout: Layout, solutions: NDArray[np.uint8]
) -> list[tuple[str, str, int]] | None:
    """Return difficulty, hardest technique and score of many puzzles, as `rated` does.

    Parameters
    ----------
    cells, solutions : uint8 arrays of shape (n, cells)

    Examples
    --------
    >>> from unriddle.puzzles.sudoku.layout import boxed
    >>> whole = np.array([[1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]], dtype=np.uint8)
    >>> rated_all(np.where(whole == 1, 0, whole).astype(np.uint8), boxed((2, 2)), whole)
    [('easy', 'naked single', 4)]
    """
    counts = _counted_all(cells, layout, solutions, len(KINDS))
    return None if counts is None else rate_all(counts, LEVELS)


def graded(
    cells: Sequence[int],
    layout: Layout,
    alphabet: Sequence[str],
    most: Difficulty = Difficulty.EXPERT,
) -> Difficulty | None:
    """Return the grade of the steps alone, None where it is above `most`; steps end where it is known.

    Examples
    --------
    >>> from unriddle.puzzles.sudoku.layout import boxed
    >>> grid = [1, 2, 3, 0, 3, 4, 0, 2, 2, 1, 4, 3, 4, 3, 2, 1]
    >>> graded(grid, boxed((2, 2)), "1234").value
    'easy'
    """
    allowed = ORDER.index(most)
    last = max(k for k, kind in enumerate(KINDS) if ORDER.index(LEVELS[kind]) <= allowed)
    counts = _counted(cells, layout, None, min(last, BEFORE_CHAINS))
    if counts is None:
        return _graded_by_rules(cells, layout, alphabet, allowed)
    found = np.flatnonzero(counts)
    hardest = ORDER.index(LEVELS[KINDS[int(found[-1])]]) if found.size else 0
    return ORDER[hardest] if hardest <= allowed else None


def _graded_by_rules(
    cells: Sequence[int], layout: Layout, alphabet: Sequence[str], allowed: int
) -> Difficulty | None:
    """Return what `graded` does: simple rules at once by a kernel, where nothing stands between cells.

    What they lead to does not depend on their order.
    """
    hardest = 0
    board = Board(cells, layout, alphabet)
    reasoner = None if layout.between else Reasoner(*layout.reasoning)
    while not all(board.filled):
        if reasoner is not None:
            found = board.reduce(reasoner, min(allowed, 1))
            hardest = len(ORDER) - 1 if found < 0 else max(hardest, found)
            if found >= 0 and all(board.filled):
                break
            if allowed == 0:
                return None
        if hardest < len(ORDER) - 1:
            step = next_step(board, RULES if reasoner is None else PATTERNS, None)
            hardest = max(hardest, ORDER.index(LEVELS[step.kind]))
        if hardest > allowed:
            return None
        if hardest == len(ORDER) - 1:
            break
    return ORDER[hardest]
