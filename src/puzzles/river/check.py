"""Plans taken at their word: each crossing made by hand, the rules asked after each; no search."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from .graph import Standing
from .rules import Boat, Crossing, Rule

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
    """Yield the states on the way, the first one too: who is at each place, and at which each boat is.

    None, and no more, where a crossing cannot be made.
    """
    first, lying = puzzle.standing
    places = [dict(zip(puzzle.names, counts, strict=True)) for counts in first]
    rules = puzzle.bank_rules
    fleet = [boat.ashore() for boat in puzzle.boats]
    differ = list(dict.fromkeys(fleet))
    boats = [[differ.index(boat), place] for boat, place in zip(fleet, lying, strict=True)]
    aboard = () if callable(rules) else tuple(rule for rule in rules if rule.aboard)
    crews = [_crew(puzzle, boat, aboard) for boat in differ]
    yield first, lying
    for trip in crossings:
        leads = _leads(puzzle, trip, [place for _, place in boats])
        taken = [] if leads is None else [_kind(trip, len(differ)), leads[0]]
        if leads is None or taken not in boats or not _can_board(crews[taken[0]], trip, places[leads[0]]):
            yield None
            return
        here, there = leads
        for name in trip.load:
            places[here][name] -= 1
            places[there][name] += 1
        boats[boats.index(taken)][1] = there
        boats.sort()
        for bank in places:
            if not _safe(rules, bank):
                yield None
                return
        yield tuple(tuple(bank.values()) for bank in places), tuple(place for _, place in boats)


def _safe(rules: Any, bank: dict[str, int]) -> bool:
    """Say whether a bank keeps the rules."""
    if callable(rules):
        return bool(rules(dict(bank)))
    for rule in rules:  # noqa: SIM110 (a loop takes half as long)
        if not rule.allows(bank):
            return False
    return True


def _leads(puzzle: RiverPuzzle, trip: object, lying: list[int]) -> tuple[int, int] | None:
    """Return the places that a crossing leads from and to; None where it says none, or cannot lead there."""
    if not isinstance(trip, Crossing) or trip.forward not in (True, False):
        return None
    if puzzle.island is None:
        said = (trip.to, trip.origin) == ("", "")
        return (0 if trip.forward else 1, 1 if trip.forward else 0) if said else None
    numbers = {"left": 0, "island": 1, "right": 2}
    there = numbers.get(trip.to) if isinstance(trip.to, str) else None
    if len(lying) == 1:
        here = lying[0] if trip.origin == "" else None
    else:
        here = numbers.get(trip.origin) if isinstance(trip.origin, str) else None
    if here is None or there is None or there == here or trip.forward != (there > here):
        return None
    return None if puzzle.island.between and 1 not in (here, there) else (here, there)


def _kind(trip: Crossing, differ: int) -> int:
    """Return which of the boats that differ makes a crossing; -1 where it does not say so."""
    if differ == 1:
        return 0 if trip.boat == 0 else -1
    return trip.boat - 1 if isinstance(trip.boat, int) and trip.boat > 0 else -1


class _Crew(NamedTuple):
    """What a boat can carry: how many, who rows, what it bears, what each weighs, rules that hold aboard."""

    capacity: int
    rowers: frozenset[str]
    bears: int | float | None
    weights: dict[str, Any]
    rules: tuple[Rule, ...]


def _crew(puzzle: RiverPuzzle, boat: Boat, rules: tuple[Rule, ...]) -> _Crew:
    rowers = {p.name for p in puzzle.passengers if p.rows} & set(boat.rowers or puzzle.names)
    weights = {p.name: p.weight for p in puzzle.passengers}
    return _Crew(boat.capacity, frozenset(rowers), boat.weight, weights, rules)


def _can_board(crew: _Crew, trip: Crossing, here: dict[str, int]) -> bool:
    """Say whether a boat can leave a place with that load: people, rower, weight, rules aboard."""
    load = trip.load
    if not isinstance(load, (tuple, list)) or len(load) > crew.capacity:
        return False
    for name in load:
        if not isinstance(name, str) or here.get(name, 0) < load.count(name):
            return False
    if crew.rowers.isdisjoint(load):
        return False
    if crew.bears is not None and sum(crew.weights[name] for name in load) > crew.bears:
        return False
    if not crew.rules:
        return True
    aboard = {name: load.count(name) for name in crew.weights}
    return all(rule.allows(aboard) for rule in crew.rules)
