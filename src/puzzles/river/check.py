"""Plans taken at their word: each crossing made by hand, the rules asked after each; no search."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .rules import Crossing

if TYPE_CHECKING:
    from .puzzle import RiverPuzzle

__all__ = ["followed", "is_plan"]

State = tuple[tuple[int, ...], bool]


def is_plan(puzzle: RiverPuzzle, answer: object) -> bool:
    """Say whether crossings bring everyone across by the rules, from the state of a puzzle on."""
    if not isinstance(answer, (tuple, list)):
        return False
    state = None
    for state in followed(puzzle, answer):
        if state is None:
            return False
    return state is not None and not any(state[0])


def followed(puzzle: RiverPuzzle, crossings: Any) -> Iterator[State | None]:
    """Yield the states on the way, the first one too: who is on the left, and whether the boat is.

    None, and no more, where a crossing cannot be made.
    """
    left = dict(zip(puzzle.names, puzzle.left, strict=True))
    right = {p.name: p.count - left[p.name] for p in puzzle.passengers}
    boat_left, rules = puzzle.boat_left, puzzle.bank_rules
    rowers = {p.name for p in puzzle.passengers if p.rows}
    yield tuple(left.values()), boat_left
    for trip in crossings:
        here, there = (left, right) if boat_left else (right, left)
        if not _can_leave(trip, here, boat_left, puzzle.capacity, rowers) or not _afloat(puzzle, trip):
            yield None
            return
        for name in trip.load:
            here[name] -= 1
            there[name] += 1
        boat_left = not boat_left
        for bank in (left, right):
            if not (rules(dict(bank)) if callable(rules) else all(rule.allows(bank) for rule in rules)):
                yield None
                return
        yield tuple(left.values()), boat_left


def _can_leave(trip: object, here: dict[str, int], boat_left: bool, capacity: int, rowers: set[str]) -> bool:
    """Say whether a boat with that load can leave a bank."""
    if not isinstance(trip, Crossing) or not isinstance(trip.load, (tuple, list)):
        return False
    if not all(isinstance(name, str) for name in trip.load):
        return False
    if trip.forward != boat_left or len(trip.load) > capacity or not rowers & set(trip.load):
        return False
    return all(here.get(name, 0) >= trip.load.count(name) for name in trip.load)


def _afloat(puzzle: RiverPuzzle, trip: Crossing) -> bool:
    """Say whether the boat bears a load, and the rules that hold aboard allow it."""
    weights = {p.name: p.weight for p in puzzle.passengers}
    if puzzle.most_weight is not None and sum(weights[name] for name in trip.load) > puzzle.most_weight:
        return False
    aboard = {name: trip.load.count(name) for name in puzzle.names}
    rules = () if callable(puzzle.bank_rules) else puzzle.bank_rules
    return all(rule.allows(aboard) for rule in rules if rule.aboard)
