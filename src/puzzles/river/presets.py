"""Passengers and rules of well-known and of random river crossings."""

from __future__ import annotations

import random
from collections.abc import Iterable

from ...base import PuzzleError
from .rules import Passenger, Rule

__all__ = ["KINDS", "couples", "farmer", "missionaries", "random_party", "walkers"]

Party = tuple[list[Passenger], list[Rule]]
NAMES = ("farmer", "goat", "wolf", "cabbage", "monk", "prince", "knight", "duke")
KINDS = range(3, len(NAMES) + 1)
"""Possible numbers of kinds of random passengers."""
USUAL = (4, 6)
"""Their range by default: of few kinds there are few puzzles."""


def farmer() -> Party:
    """Return the farmer with wolf, goat and cabbage."""
    items = [Passenger("farmer", rows=True), *map(Passenger, ("goat", "cabbage", "wolf"))]
    pairs = (("wolf", "goat"), ("goat", "cabbage"))
    return items, [Rule("together", one, two, ("farmer",)) for one, two in pairs]


def missionaries(n: int) -> Party:
    """Return n missionaries and n cannibals."""
    kinds = [Passenger("missionary", n, rows=True), Passenger("cannibal", n, rows=True)]
    return kinds, [Rule("outnumber", "cannibal", "missionary")]


def couples(n: int) -> Party:
    """Return n couples; no woman may be with another man unless her husband is there."""
    if isinstance(n, bool) or not isinstance(n, int) or not 1 <= n <= 12:
        raise PuzzleError(f"{n!r:.40} couples, expected 1 to 12")
    numbers = range(1, n + 1)
    people = [
        Passenger(f"{who}{k}", rows=True, symbol=f"{mark}{k}")
        for k in numbers
        for who, mark in (("husband", "H"), ("wife", "W"))
    ]
    rules = [
        Rule("together", f"wife{a}", f"husband{b}", (f"husband{a}",))
        for a in numbers
        for b in numbers
        if a != b
    ]
    return people, rules


def walkers(times: Iterable[float]) -> list[Passenger]:
    """Return people who walk over a bridge, each with a time."""
    if isinstance(times, str) or not isinstance(times, Iterable):
        raise PuzzleError(f"times {times!r:.40}, expected numbers above 0")
    found = [Passenger(f"walker{k}", rows=True, time=pace, symbol=f"w{k}") for k, pace in enumerate(times, 1)]
    if not all(walker.time for walker in found):
        raise PuzzleError("time 0 of a walker, expected a number above 0")
    return found


def random_party(rng: random.Random, kinds: int | None = None) -> tuple[Party, int]:
    """Return random passengers and rules, which may have no plan, and a capacity of two or three."""
    names = rng.sample(NAMES, rng.randint(*USUAL) if kinds is None else kinds)
    people = [
        Passenger(name, rng.choice((1, 1, 2, 3)), rows=k == 0 or rng.random() < 0.3)
        for k, name in enumerate(names)
    ]
    rules = dict.fromkeys(_random_rule(rng, names) for _ in range(rng.randint(1, len(names))))
    return (people, list(rules)), rng.randint(2, 3)


def _random_rule(rng: random.Random, names: list[str]) -> Rule:
    first, second, guard = rng.sample(names, 3)
    if rng.random() < 0.3:
        return Rule("outnumber", first, second)
    return Rule("together", first, second, (guard,))
