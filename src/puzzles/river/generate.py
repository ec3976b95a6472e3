"""Random river crossings that have a solution."""

from __future__ import annotations

import random
from typing import Any

from ...base import PuzzleError, Status
from ..framework.arguments import as_int, check_seed
from .rules import Passenger, Rule

__all__ = ["FEWEST", "KINDS", "random_river", "some_river"]

NAMES = ("farmer", "goat", "wolf", "cabbage", "monk", "prince", "knight", "duke")
KINDS = range(3, len(NAMES) + 1)
"""How many kinds of passengers there can be."""
USUAL = (4, 6)
"""Fewest and most kinds where none are asked for: of few there are few puzzles."""
FEWEST = 5
"""Crossings that a plan needs at least, so that there is something to think about."""
TRIES = 2000
"""Random puzzles that are looked at; with one boat for two or three every second is good."""


def random_river(kind: Any, seed: int | None, boats: Any = None, passengers: int | None = None) -> Any:
    """Return a puzzle of class `kind` with random passengers and rules that has a plan, and no short one.

    Without `boats` there is one for two or three, without `passengers` four to six kinds of them.

    Examples
    --------
    >>> from unriddle import RiverPuzzle
    >>> from unriddle.puzzles.river.generate import FEWEST, random_river
    >>> random_river(RiverPuzzle, 1).solve().length >= FEWEST
    True
    """
    rng = random.Random(check_seed(seed))
    if passengers is not None and as_int(passengers) not in KINDS:
        raise PuzzleError(f"passengers={passengers!r:.40}, expected {KINDS[0]} to {KINDS[-1]} kinds")
    for _ in range(TRIES):
        puzzle = _drawn(kind, rng, boats, passengers)
        result = puzzle.solve()
        if result.status is Status.SOLVED and result.length >= FEWEST:
            return puzzle
    raise PuzzleError(f"no plan of {FEWEST} crossings with these boats, expected fewer or other ones")


def some_river(kind: Any, seed: int, boats: Any = None, passengers: int | None = None) -> Any:
    """Return a puzzle of class `kind` with random passengers and rules, which may have no plan.

    Examples
    --------
    >>> from unriddle import RiverPuzzle
    >>> from unriddle.puzzles.river.generate import some_river
    >>> some_river(RiverPuzzle, 1) == some_river(RiverPuzzle, 1)
    True
    """
    return _drawn(kind, random.Random(seed), boats, passengers)


def _drawn(kind: Any, rng: random.Random, boats: Any, passengers: int | None) -> Any:
    names = rng.sample(NAMES, rng.randint(*USUAL) if passengers is None else passengers)
    people = [
        Passenger(name, rng.choice((1, 1, 2, 3)), rows=k == 0 or rng.random() < 0.3)
        for k, name in enumerate(names)
    ]
    rules = dict.fromkeys(_rule(rng, names) for _ in range(rng.randint(1, len(names))))
    room = rng.randint(2, 3)
    return kind(people, room if boats is None else boats, rules)


def _rule(rng: random.Random, names: list[str]) -> Rule:
    first, second, guard = rng.sample(names, 3)
    if rng.random() < 0.3:
        return Rule("outnumber", first, second)
    return Rule("together", first, second, (guard,))
