"""Check plans of river crossings step by step, without the solver."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from .rules import Boat, Crossing, Passenger, Rule, Rules, Standing

__all__ = ["Setting", "followed", "is_plan"]


@dataclass(frozen=True, slots=True)
class Setting:
    """A river crossing as plain data, apart from its state."""

    passengers: tuple[Passenger, ...]
    boats: tuple[Boat, ...]
    rules: Rules
    between: bool | None
    """Whether the island lies in the way; None without an island."""


def is_plan(setting: Setting, standing: Standing, answer: object) -> bool:
    """Return whether crossings from a state bring everyone across by the rules."""
    if not isinstance(answer, (tuple, list)):
        return False
    state = None
    for state in followed(setting, standing, answer):
        if state is None:
            return False
    return state is not None and not any(map(any, state[0][:-1]))


def followed(setting: Setting, standing: Standing, crossings: Any) -> Iterator[Standing | None]:
    """Yield the states on the way, the given one first; None, and no more, for an illegal crossing."""
    first, lying = standing
    places = [{p.name: n for p, n in zip(setting.passengers, counts, strict=True)} for counts in first]
    rules = setting.rules
    fleet = [boat.ashore() for boat in setting.boats]
    differ = list(dict.fromkeys(fleet))
    boats = [[differ.index(boat), place] for boat, place in zip(fleet, lying, strict=True)]
    aboard = () if callable(rules) else tuple(rule for rule in rules if rule.aboard)
    crews = [_crew(setting, boat, aboard) for boat in differ]
    yield first, lying
    for trip in crossings:
        leads = _leads(setting.between, trip, [place for _, place in boats])
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
    """Return whether the rules allow a bank."""
    if callable(rules):
        return bool(rules(dict(bank)))
    for rule in rules:  # noqa: SIM110 (a loop takes half as long)
        if not rule.allows(bank):
            return False
    return True


def _leads(between: bool | None, trip: object, lying: list[int]) -> tuple[int, int] | None:
    """Return the places that a crossing leads from and to; None where it names none, or cannot lead there."""
    if not isinstance(trip, Crossing) or trip.forward not in (True, False):
        return None
    if between is None:
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
    return None if between and 1 not in (here, there) else (here, there)


def _kind(trip: Crossing, differ: int) -> int:
    """Return the number of the kind of boat that makes a crossing; -1 where that is ambiguous."""
    if differ == 1:
        return 0 if trip.boat == 0 else -1
    return trip.boat - 1 if isinstance(trip.boat, int) and trip.boat > 0 else -1


class _Crew(NamedTuple):
    """The loads of a boat: capacity, rowers, most weight, weights, rules that hold aboard."""

    capacity: int
    rowers: frozenset[str]
    bears: int | float | None
    weights: dict[str, Any]
    rules: tuple[Rule, ...]


def _crew(setting: Setting, boat: Boat, rules: tuple[Rule, ...]) -> _Crew:
    weights = {p.name: p.weight for p in setting.passengers}
    rowers = {p.name for p in setting.passengers if p.rows} & set(boat.rowers or weights)
    return _Crew(boat.capacity, frozenset(rowers), boat.weight, weights, rules)


def _can_board(crew: _Crew, trip: Crossing, here: dict[str, int]) -> bool:
    """Return whether a boat can leave a place with a load: people, rower, weight, rules aboard."""
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
