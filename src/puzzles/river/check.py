"""Check plans of river crossings step by step, without the solver."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from .rules import Boat, Crossing, Passenger, Rule, Rules, Standing


class Setting(NamedTuple):
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
    states = list(followed(setting, standing, answer))
    return len(states) == len(answer) + 1 and not any(map(any, states[-1][0][:-1]))


def followed(setting: Setting, standing: Standing, crossings: Any) -> Iterator[Standing]:
    """Yield the states on the way, the given one first; none after an illegal crossing."""
    first, lying = standing
    places = [{p.name: n for p, n in zip(setting.passengers, counts, strict=True)} for counts in first]
    rules = setting.rules
    fleet = [boat.ashore() for boat in setting.boats]
    differ = list(dict.fromkeys(fleet))
    boats = [[differ.index(boat), place] for boat, place in zip(fleet, lying, strict=True)]
    aboard = () if callable(rules) else tuple(rule for rule in rules if rule.aboard)
    weights = {p.name: p.weight for p in setting.passengers}
    rowers = {p.name for p in setting.passengers if p.rows}
    crews = [rowers.intersection(boat.rowers or rowers) for boat in differ]
    yield first, lying
    for trip in crossings:
        leads = _leads(setting.between, trip, [place for _, place in boats])
        taken = [] if leads is None else [_kind(trip, len(differ)), leads[0]]
        if leads is None or taken not in boats:
            return
        here, there = leads
        boat, crew = differ[taken[0]], crews[taken[0]]
        if not _can_board(boat, trip.load, places[here], crew, weights, aboard):
            return
        for name in trip.load:
            places[here][name] -= 1
            places[there][name] += 1
        boats[boats.index(taken)][1] = there
        boats.sort()
        for bank in places:
            if not _safe(rules, bank):
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


def _can_board(
    boat: Boat,
    load: object,
    here: dict[str, int],
    rowers: set[str],
    weights: dict[str, float],
    aboard: tuple[Rule, ...],
) -> bool:
    """Return whether a boat can leave a place with a load: people, rower, weight, rules aboard."""
    if not isinstance(load, (tuple, list)) or len(load) > boat.capacity:
        return False
    for name in load:
        if not isinstance(name, str) or here.get(name, 0) < load.count(name):
            return False
    if rowers.isdisjoint(load):
        return False
    if boat.weight is not None and sum(weights[name] for name in load) > boat.weight:
        return False
    if not aboard:
        return True
    counts = {name: load.count(name) for name in weights}
    return all(rule.allows(counts) for rule in aboard)
