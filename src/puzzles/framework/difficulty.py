"""Puzzles of a wished difficulty: made until one is, and eased where reasoning gets too hard."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import TypeVar

from ...base import PuzzleError
from .arguments import check_choice, check_seed
from .base import ExplainMixin
from .chance import derived
from .steps import Difficulty

__all__ = ["eased", "of_difficulty", "wanted_of"]

TRIES = 1000
"""Puzzles to make before giving up."""
Puzzle = TypeVar("Puzzle", bound=ExplainMixin)


def wanted_of(difficulty: object) -> Difficulty:
    """Return a difficulty by its name.

    Raises
    ------
    PuzzleError
        None has that name.

    Examples
    --------
    >>> wanted_of("hard").value
    'hard'
    """
    return Difficulty(check_choice("difficulty", difficulty, list(Difficulty)))


def eased(puzzle: Puzzle, wanted: Difficulty) -> Puzzle:
    """Return a puzzle that is no harder: where a harder step is due, what it finds is given as well.

    Parameters
    ----------
    puzzle : Reasoned
        With one solution; `ExplainMixin.given` says how a cell more is given, if at all.
    wanted : Difficulty

    Examples
    --------
    >>> from unriddle import Numbrix
    >>> hard = Numbrix.generate("5x5", seed=3)
    >>> hard.difficulty().value, eased(hard, Difficulty.EASY).difficulty().value
    ('expert', 'easy')
    """
    if type(puzzle).given is ExplainMixin.given:  # it gives no more
        return puzzle
    order = list(Difficulty)
    hard = {kind for kind, level in puzzle.levels.items() if order.index(level) > order.index(wanted)}
    solution = None
    while True:
        step = next((step for step in puzzle.reasoning() if step.kind in hard), None)
        if step is None:
            return puzzle
        if solution is None:
            solution = getattr(puzzle.solve(), "solution", None)
        if solution is None:
            return puzzle
        places = [step.cell] if step.cell is not None else step.cells
        cell = next(((r, c) for r, c in places if solution[r][c] == step.value), None)
        easier = None if cell is None else puzzle.given(cell, step.value)
        if easier is None:
            return puzzle
        puzzle = easier


def of_difficulty(
    make: Callable[[int], Puzzle], difficulty: object, seed: int | None, *, ease: bool = True
) -> Puzzle:
    """Return the first puzzle of a difficulty among those of seeds that are derived from `seed`.

    Parameters
    ----------
    make : callable
        Returns the puzzle of a seed.
    difficulty : str
    seed : int, optional
        Another one each time by default.
    ease : bool
        Give more where a puzzle is too hard; where not, it is dropped.

    Raises
    ------
    PuzzleError
        No such difficulty; no puzzle of it came up.
    """
    wanted = wanted_of(difficulty)
    chosen = check_seed(seed)
    start = secrets.randbits(62) if chosen is None else chosen
    for attempt in range(TRIES):
        puzzle = make(derived(start, 0, attempt))
        if ease:
            puzzle = eased(puzzle, wanted)
        if puzzle.difficulty() is wanted:
            return puzzle
    raise PuzzleError(f"no {wanted} puzzle in {TRIES:,} tries, expected wishes that more puzzles fulfil")
