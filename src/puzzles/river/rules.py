"""Who crosses a river, what is forbidden, and one trip of the boat."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ...base import PuzzleError
from ...io.text import printable
from ...repr_html import Shown
from ..framework.arguments import check_choice

__all__ = [
    "MAX_BANKS",
    "MAX_BOATS",
    "Boat",
    "Crossing",
    "Island",
    "Passenger",
    "Rule",
    "amount_text",
    "checked_boats",
    "checked_passengers",
    "checked_rules",
    "is_amount",
]

MAX_BANKS = 1 << 24
"""Most contents of a bank."""
MAX_BOATS = 8
KINDS = ("together", "outnumber")
PLACES = ("left", "island", "right")


@dataclass(frozen=True, slots=True)
class Passenger(Shown):
    """One who crosses, or several of a kind that cannot be told apart.

    Parameters
    ----------
    name : str
        One word.
    count : int
        How many.
    rows : bool
        Whether they can row: somebody in the boat must.
    time : float
        How long they take; a boat takes as long as its slowest. 0 where time plays no part.
    weight : float
        What one of them weighs, where the boat bears no more than so much.
    symbol : str
        How states show them; by default the first letter of the name as a capital.

    Examples
    --------
    >>> Passenger("farmer", rows=True).symbol
    'F'
    """

    name: str
    count: int = 1
    rows: bool = False
    time: float = 0
    symbol: str = ""
    weight: float = 0

    def __post_init__(self) -> None:
        # Puzzles are made by the thousand: what most passengers have is looked at in one go.
        words = type(self.name) is type(self.symbol) is str and self.name.isalnum() and self.symbol.isalnum()
        numbers = type(self.count) is type(self.time) is type(self.weight) is int
        numbers = numbers and self.count == 1 and self.time == self.weight == 0
        if not (words and numbers and type(self.rows) is bool):
            self._check()

    def _check(self) -> None:
        """Refuse what cannot be, and give a symbol to who has none."""
        if not _is_word(self.name):
            raise PuzzleError(f"passenger {self.name!r:.40}, expected one word without # and ;")
        if not _is_int(self.count) or not 1 <= self.count < MAX_BANKS:
            raise PuzzleError(
                f"{self.count!r:.40} of {printable(self.name)}, expected 1 to {MAX_BANKS - 1:,}"
            )
        if not isinstance(self.rows, bool):
            raise PuzzleError(f"rows={self.rows!r:.40} of {printable(self.name)}, expected True or False")
        if not is_amount(self.time):
            raise PuzzleError(
                f"time {self.time!r:.40} of {printable(self.name)}, expected a number from 0 up"
            )
        if not is_amount(self.weight):
            raise PuzzleError(
                f"weight {self.weight!r:.40} of {printable(self.name)}, expected a number from 0 up"
            )
        if self.symbol == "":
            object.__setattr__(self, "symbol", self.name[0].upper())
        if not _is_word(self.symbol) or (not self.symbol.isalnum() and set("|*") & set(self.symbol)):
            raise PuzzleError(f"symbol {self.symbol!r:.40} of {printable(self.name)}, expected letters")

    def __str__(self) -> str:
        """Return the statement that says so in the text form."""
        return (
            f"passenger {self.name}"
            + (f" x{self.count}" if self.count > 1 else "")
            + (" rows" if self.rows else "")
            + (f" time {amount_text(self.time)}" if self.time else "")
            + (f" weight {amount_text(self.weight)}" if self.weight else "")
            + (f" symbol {self.symbol}" if self.symbol != self.name[0].upper() else "")
        )


@dataclass(frozen=True, slots=True)
class Rule(Shown):
    """What may not be on a bank, or aboard either.

    Parameters
    ----------
    kind : {"together", "outnumber"}
        ``together``: `first` and `second` both there, and none of `guards`.
        ``outnumber``: `second` there, and more of `first` than of `second`.
    first, second : str
        Names of passengers; several with ``+`` between them count together.
    guards : tuple of str
        Who keeps the peace.
    aboard : bool
        Whether it holds in the boat as well.

    Examples
    --------
    >>> print(Rule("together", "wolf", "goat", ("farmer",)))
    never wolf with goat unless farmer
    """

    kind: str
    first: str
    second: str
    guards: tuple[str, ...] = ()
    aboard: bool = False

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            check_choice("rule", self.kind, KINDS)
        if isinstance(self.guards, str) or not isinstance(self.guards, (tuple, list, set, frozenset)):
            raise PuzzleError(f"guards {self.guards!r:.40}, expected a tuple of names")
        object.__setattr__(self, "guards", tuple(self.guards))
        if self.kind == "outnumber" and self.guards:
            raise PuzzleError(f"guards {self.guards!r:.40} of a rule 'outnumber', expected none")

    def __str__(self) -> str:
        """Return the statement that says so in the text form."""
        end = " also aboard" if self.aboard else ""
        if self.kind == "outnumber":
            return f"never more {self.first} than {self.second}{end}"
        unless = "".join(f" unless {name}" for name in self.guards)
        return f"never {self.first} with {self.second}{unless}{end}"

    @property
    def names(self) -> tuple[str, ...]:
        """All passengers that it names."""
        return (*self.first.split("+"), *self.second.split("+"), *self.guards)

    def allows(self, bank: Mapping[str, int]) -> bool:
        """Say whether a bank with so many of each is safe.

        Examples
        --------
        >>> Rule("outnumber", "cannibal", "missionary").allows({"cannibal": 2, "missionary": 1})
        False
        """
        first = _count(bank, self.first)
        second = first and _count(bank, self.second)
        if not second:
            return True
        if self.kind == "outnumber":
            return first <= second
        for name in self.guards:  # noqa: SIM110 (a loop takes half as long)
            if bank[name]:
                return True
        return False


def _count(bank: Mapping[str, int], side: str) -> int:
    """Return how many of a kind, or of several with + between, are on a bank."""
    return sum(bank[name] for name in side.split("+")) if "+" in side else bank[side]


@dataclass(frozen=True, slots=True)
class Island(Shown):
    """An island in the river: a third place, where the rules hold as on the banks.

    Parameters
    ----------
    between : bool
        Whether it lies in the way: no crossing leads from bank to bank.
    counts : tuple of int
        How many of each stand there, in the order of the passengers; by default nobody.
    boat : bool
        Whether the boat lies there.

    Examples
    --------
    >>> print(Island(between=True))
    island between
    """

    between: bool = False
    counts: tuple[int, ...] = ()
    boat: bool = False

    def __post_init__(self) -> None:
        for what, value in (("between", self.between), ("boat", self.boat)):
            if not isinstance(value, bool):
                raise PuzzleError(f"{what}={value!r:.40} of an island, expected True or False")
        if isinstance(self.counts, str) or not isinstance(self.counts, (tuple, list)):
            raise PuzzleError(f"counts={self.counts!r:.40} of an island, expected how many of each")
        object.__setattr__(self, "counts", tuple(self.counts))

    def __str__(self) -> str:
        """Return the statement that says so in the text form; where the boat lies is said of the boat."""
        standing = map(str, self.counts if any(self.counts) else ())
        return " ".join(["island", *(["between"] if self.between else []), *standing])


@dataclass(frozen=True, slots=True)
class Boat(Shown):
    """A boat, where there are several or not all who row can row it.

    Parameters
    ----------
    capacity : int
        Most in it.
    weight : float, optional
        What it bears.
    rowers : tuple of str
        Names of those who can row it; by default all who row.
    place : {"left", "right", "island"}
        Where it lies.

    Examples
    --------
    >>> print(Boat(3, weight=200, rowers=("father", "mother"), place="right"))
    boat 3 weight 200 rowers father+mother right
    """

    capacity: int
    weight: float | None = None
    rowers: tuple[str, ...] = ()
    place: str = "left"

    def __post_init__(self) -> None:
        if not _is_int(self.capacity) or not 1 <= self.capacity < MAX_BANKS:
            raise PuzzleError(f"boat for {self.capacity!r:.40}, expected a capacity from 1 up")
        if self.weight is not None and not (is_amount(self.weight) and self.weight > 0):
            raise PuzzleError(f"a boat for weight {self.weight!r:.40}, expected a number above 0")
        rowers = self.rowers
        if not isinstance(rowers, (tuple, list, set, frozenset)) or not all(map(_is_word, rowers)):
            raise PuzzleError(f"rowers {rowers!r:.40} of a boat, expected a tuple of names")
        object.__setattr__(self, "rowers", tuple(sorted(set(rowers))))
        check_choice("place of a boat", self.place, PLACES)

    def ashore(self) -> Boat:
        """Return the boat wherever it lies: equal for boats that are alike."""
        return self if self.place == "left" else replace(self, place="left")

    def __str__(self) -> str:
        """Return the statement that says so in the text form."""
        return (
            f"boat {self.capacity}"
            + (f" weight {amount_text(self.weight)}" if self.weight is not None else "")
            + (f" rowers {'+'.join(self.rowers)}" if self.rowers else "")
            + (f" {self.place}" if self.place != "left" else "")
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Crossing(Shown):
    """One trip of a boat.

    Examples
    --------
    >>> from unriddle import RiverPuzzle
    >>> print(RiverPuzzle.farmer().solve().crossings[0])
    farmer goat ->
    """

    load: tuple[str, ...]
    """Names of those in the boat, each as often as there are."""
    forward: bool
    """From the left bank towards the right."""
    time: float = 0.0
    """How long it takes; plays no part in `RiverPuzzle.check`."""
    to: str = ""
    """Where it leads, if there is an island: left, island or right."""
    origin: str = ""
    """Where it begins, if there are an island and several boats."""
    boat: int = 0
    """Which of the boats that differ, from 1 up; 0 where all are alike."""

    def __str__(self) -> str:
        names = " ".join(self.load) + (f", boat {self.boat}" if self.boat else "")
        if self.origin:
            way = f"{self.origin} -> {self.to}" if self.forward else f"{self.to} <- {self.origin}"
            return f"{way}: {names}"
        if self.to:
            return f"{names} -> {self.to}" if self.forward else f"{self.to} <- {names}"
        return f"{names} ->" if self.forward else f"<- {names}"


def checked_passengers(passengers: Iterable[Passenger]) -> tuple[Passenger, ...]:
    """Return the passengers, each of whom is named once."""
    if isinstance(passengers, str) or not isinstance(passengers, Iterable):
        raise PuzzleError(f"passengers {passengers!r:.40}, expected Passenger objects")
    found = tuple(passengers)
    names: set[str] = set()
    for passenger in found:
        if not isinstance(passenger, Passenger):
            raise PuzzleError(f"passenger {passenger!r:.40}, expected a Passenger")
        if "+" in passenger.name:
            raise PuzzleError(f"passenger {printable(passenger.name)}, expected a name without +")
        if passenger.name in names:
            raise PuzzleError(f"{passenger.name} is named twice, expected each passenger once (with a count)")
        names.add(passenger.name)
    if not found:
        raise PuzzleError("nobody to bring across, expected at least one passenger")
    if not any(passenger.rows for passenger in found):
        raise PuzzleError("nobody can row, expected at least one passenger who does")
    return found


def checked_boats(boats: Iterable[Boat], passengers: Sequence[Passenger]) -> tuple[Boat, ...]:
    """Return the boats, alike ones side by side, in the order of the first of each."""
    found = tuple(boats)
    if not all(isinstance(boat, Boat) for boat in found) or not 1 <= len(found) <= MAX_BOATS:
        raise PuzzleError(f"boats {found!r:.60}, expected 1 to {MAX_BOATS} Boat objects")
    rowers = [passenger.name for passenger in passengers if passenger.rows]
    for boat in found:
        for name in boat.rowers:
            if name not in rowers:
                raise PuzzleError(f"{printable(name)} at the oars of a boat, expected a passenger who rows")
    kinds = list(dict.fromkeys(boat.ashore() for boat in found))
    return tuple(sorted(found, key=lambda boat: (kinds.index(boat.ashore()), PLACES.index(boat.place))))


def checked_rules(rules: Iterable[Rule], names: Sequence[str]) -> tuple[Rule, ...]:
    """Return the rules, which name passengers."""
    if isinstance(rules, str) or not isinstance(rules, Iterable):
        raise PuzzleError(f"rules {rules!r:.40}, expected Rule objects, or a function of a bank")
    found = tuple(rules)
    for rule in found:
        if not isinstance(rule, Rule):
            raise PuzzleError(f"rule {rule!r:.40}, expected a Rule")
        for name in rule.names:
            if name not in names:
                raise PuzzleError(f"the rule {str(rule)!r} names {name!r}, expected a passenger")
    return found


def amount_text(value: float) -> str:
    """Return a number as short as it can be read back.

    Examples
    --------
    >>> amount_text(100.0), amount_text(0.1)
    ('100', '0.1')
    """
    return f"{value:g}" if float(f"{value:g}") == value else repr(float(value))


def is_amount(value: object) -> bool:
    """Say whether a value is a number from 0 up.

    Examples
    --------
    >>> is_amount(0), is_amount(True)
    (True, False)
    """
    if type(value) is int:
        return value >= 0
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value < math.inf


def _is_word(text: object) -> bool:
    return isinstance(text, str) and (
        text.isalnum() or (text.isprintable() and len(text.split()) == 1 and not set("#;") & set(text))
    )


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
