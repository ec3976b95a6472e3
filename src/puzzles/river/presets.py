"""Passengers and rules of the well-known river crossings."""

from __future__ import annotations

from collections.abc import Iterable

from ...base import PuzzleError
from .rules import Passenger, Rule

__all__ = ["couples", "farmer", "missionaries", "walkers"]

Party = tuple[list[Passenger], list[Rule]]


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
    """Return n couples; no woman may be with another man unless her husband is there.

    Examples
    --------
    >>> [len(part) for part in couples(3)]
    [6, 6]
    """
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
    """Return those who walk over a bridge, each with a time."""
    if isinstance(times, str) or not isinstance(times, Iterable):
        raise PuzzleError(f"times {times!r:.40}, expected numbers above 0")
    found = [Passenger(f"walker{k}", rows=True, time=pace, symbol=f"w{k}") for k, pace in enumerate(times, 1)]
    if not all(walker.time for walker in found):
        raise PuzzleError("time 0 of a walker, expected a number above 0")
    return found
