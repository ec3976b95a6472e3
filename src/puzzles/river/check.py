"""Plans taken at their word: each crossing made by hand, the rules asked after each; no search."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .graph import Standing
from .rules import Crossing

if TYPE_CHECKING:
    from .puzzle import RiverPuzzle

__all__ = ["followed", "is_plan"]


def is_plan(puzzle: RiverPuzzle, answer: object) -> bool:
    """Say whether crossings bring everyone across by the rules, from the state of a puzzle on."""
    if not isinstance(answer, (tuple, list)):
        return False
    state = None
    for state in followed(puzzle, answer):
        if state is None:
            return False
    return state is not None and not any(map(any, state[0][:-1]))


def followed(puzzle: RiverPuzzle, crossings: Any) -> Iterator[Standing | None]:
    """Yield the states on the way, the first one too: who is at each place, and at which the boat is.

    None, and no more, where a crossing cannot be made.
    """
    first, boat = puzzle.standing
    places = [dict(zip(puzzle.names, counts, strict=True)) for counts in first]
    rules = puzzle.bank_rules
    yield first, boat
    for trip in crossings:
        there = _leads_to(puzzle, trip, boat)
        if there is None or not _can_leave(puzzle, trip, places[boat]) or not _afloat(puzzle, trip):
            yield None
            return
        for name in trip.load:
            places[boat][name] -= 1
            places[there][name] += 1
        boat = there
        for bank in places:
            if not (rules(dict(bank)) if callable(rules) else all(rule.allows(bank) for rule in rules)):
                yield None
                return
        yield tuple(tuple(bank.values()) for bank in places), boat


def _leads_to(puzzle: RiverPuzzle, trip: object, boat: int) -> int | None:
    """Return the place that a crossing leads to; None where it does not lead from the boat to another."""
    if not isinstance(trip, Crossing):
        return None
    if puzzle.island is None:
        return 1 - boat if trip.to == "" and trip.forward == (boat == 0) else None
    there = {"left": 0, "island": 1, "right": 2}.get(trip.to) if isinstance(trip.to, str) else None
    if there is None or there == boat or trip.forward != (there > boat):
        return None
    return None if puzzle.island.between and 1 not in (boat, there) else there


def _can_leave(puzzle: RiverPuzzle, trip: Crossing, here: dict[str, int]) -> bool:
    """Say whether a boat with that load can leave a place."""
    if not isinstance(trip.load, (tuple, list)) or len(trip.load) > puzzle.capacity:
        return False
    if not all(isinstance(name, str) for name in trip.load):
        return False
    rowers = {p.name for p in puzzle.passengers if p.rows}
    return bool(rowers & set(trip.load)) and all(
        here.get(name, 0) >= trip.load.count(name) for name in trip.load
    )


def _afloat(puzzle: RiverPuzzle, trip: Crossing) -> bool:
    """Say whether the boat bears a load, and the rules that hold aboard allow it."""
    weights = {p.name: p.weight for p in puzzle.passengers}
    if puzzle.most_weight is not None and sum(weights[name] for name in trip.load) > puzzle.most_weight:
        return False
    aboard = {name: trip.load.count(name) for name in puzzle.names}
    rules = () if callable(puzzle.bank_rules) else puzzle.bank_rules
    return all(rule.allows(aboard) for rule in rules if rule.aboard)
