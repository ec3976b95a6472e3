"""The text form of river crossings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ...base import PuzzleError
from ...textio import printable, text_lines
from .rules import Island, Passenger, Rule, amount_text

if TYPE_CHECKING:
    from .puzzle import RiverPuzzle
    from .state import RiverState

__all__ = ["Read", "puzzle_of", "read_of", "read_river", "written"]


@dataclass
class Read:
    """What statements have said so far."""

    passengers: list[Passenger] = field(default_factory=list)
    capacity: int = 0
    rules: list[Rule] = field(default_factory=list)
    left: list[int] | None = None
    boat_left: bool = True
    most_weight: float | None = None
    island: Island | None = None
    boat_on_island: bool = False


def read_river(text: str, file: str | None = None) -> Read:
    """Return what the text form of a river crossing says; see `RiverPuzzle.parse`.

    Raises
    ------
    PuzzleError
        With the line and what was expected there.

    Examples
    --------
    >>> read_river("boat 2; passenger rower rows").capacity
    2
    """
    if not isinstance(text, str):
        raise PuzzleError(f"{text!r:.40}, expected statements: boat, passenger, never", file=file)
    read, rule_lines = Read(), []
    for number, line in text_lines(text):
        for statement in line.split("#", 1)[0].split(";"):
            words = statement.split()
            if not words:
                continue
            try:
                _read_statement(read, words)
            except PuzzleError as error:
                raise PuzzleError(error.reason, file=file, line=number) from None
            if words[0] == "never":
                rule_lines.append(number)
    names = {passenger.name for passenger in read.passengers}
    for number, rule in zip(rule_lines, read.rules, strict=True):
        for name in rule.names:
            if name not in names:
                wrong = f"rule for {printable(name)!r:.40}, expected one of the passengers"
                raise PuzzleError(wrong, file=file, line=number)
    if not read.capacity:
        raise PuzzleError("no boat, expected a statement: boat CAPACITY", file=file)
    if read.boat_on_island and read.island is None:
        raise PuzzleError("a boat at an island, expected a statement: island", file=file)
    return read


def puzzle_of(kind: type[RiverPuzzle], read: Read, file: str | None) -> RiverPuzzle:
    """Return the puzzle that statements of a file describe."""
    try:
        return kind(
            read.passengers,
            read.capacity,
            read.rules,
            left=read.left,
            boat_left=read.boat_left,
            most_weight=read.most_weight,
            island=read.island and replace(read.island, boat=read.boat_on_island),
        )
    except PuzzleError as error:
        raise PuzzleError(error.reason, file=file) from None


def read_of(puzzle: RiverState) -> Read:
    """Return what statements say to describe a puzzle."""
    if callable(puzzle.bank_rules):
        raise PuzzleError("rules given as a function have no text form, expected a list of Rule")
    others = puzzle.world.counts if puzzle.island is None else puzzle.world.rest((puzzle.island.counts,))
    left = None if puzzle.left == others else list(puzzle.left)
    return Read(
        list(puzzle.passengers),
        puzzle.capacity,
        list(puzzle.bank_rules),
        left,
        puzzle.boat_left,
        puzzle.most_weight,
        puzzle.island,
        puzzle.island is not None and puzzle.island.boat,
    )


def written(read: Read) -> str:
    """Return the text form, a statement a line.

    Examples
    --------
    >>> written(Read([Passenger("rower", rows=True)], 2, [], [0], False)).splitlines()
    ['boat 2 right', 'passenger rower rows', 'left 0']
    """
    weight = "" if read.most_weight is None else f" weight {amount_text(read.most_weight)}"
    side = " island" if read.boat_on_island else "" if read.boat_left else " right"
    lines = [f"boat {read.capacity}{weight}{side}", *map(str, read.passengers)]
    lines += map(str, read.rules)
    if read.island is not None:
        lines.append(str(read.island))
    if read.left is not None:
        lines.append(f"left {' '.join(map(str, read.left))}")
    return "\n".join(lines) + "\n"


def _read_statement(read: Read, words: Sequence[str]) -> None:
    if words[0] == "boat":
        _read_boat(read, words[1:])
    elif words[0] == "passenger":
        passenger = _parse_passenger(words[1:])
        if passenger.name in [other.name for other in read.passengers]:
            raise PuzzleError(f"{printable(passenger.name)} is named twice, expected each once")
        read.passengers.append(passenger)
    elif words[0] == "never":
        read.rules.append(_parse_rule(words[1:]))
    elif words[0] == "left":
        if read.left is not None or not all(map(_is_count, words[1:])):
            raise PuzzleError("expected once: left COUNT ..., a number for each passenger, in their order")
        read.left = [int(word) for word in words[1:]]
    elif words[0] == "island":
        between = list(words[1:2]) == ["between"]
        standing = words[1 + between :]
        if read.island is not None or not all(map(_is_count, standing)):
            raise PuzzleError("expected once: island [between] [COUNT ...], a number for each passenger")
        read.island = Island(between, tuple(map(int, standing)))
    else:
        known = "boat, passenger, never, left or island (or # and a comment)"
        raise PuzzleError(f"{printable(words[0])!r:.40}, expected {known}")


def _read_boat(read: Read, words: Sequence[str]) -> None:
    """Read what follows ``boat``."""
    side = list(words[1:])
    weight = None
    if side[:1] == ["weight"] and len(side) > 1:
        weight, side = _amount("weight", side[1]), side[2:]
    if not words or not _is_count(words[0]) or side not in ([], ["left"], ["right"], ["island"]):
        raise PuzzleError("expected: boat CAPACITY [weight W] [right|island]")
    if read.capacity:
        raise PuzzleError("a second boat, expected one")
    read.capacity, read.most_weight = int(words[0]), weight
    read.boat_left, read.boat_on_island = side in ([], ["left"]), side == ["island"]
    if read.capacity < 1:
        raise PuzzleError("boat for 0, expected a capacity from 1 up")


def _amount(what: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise PuzzleError(f"{what} {printable(text)!r}, expected a number") from None


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 9


def _parse_passenger(words: Sequence[str]) -> Passenger:
    """Read what follows ``passenger``."""
    expected = "expected: passenger NAME [xCOUNT] [rows] [time T] [weight W] [symbol S]"
    if not words:
        raise PuzzleError(expected)
    options: dict[str, Any] = {}
    rest = list(words[1:])
    while rest:
        word = rest.pop(0)
        if word in options or (word.startswith("x") and _is_count(word[1:]) and "count" in options):
            raise PuzzleError(f"{printable(word)!r} twice, {expected}")
        if word == "rows":
            options["rows"] = True
        elif word in ("time", "weight") and rest:
            options[word] = _amount(word, rest.pop(0))
        elif word == "symbol" and rest:
            options["symbol"] = rest.pop(0)
        elif word.startswith("x") and _is_count(word[1:]):
            options["count"] = int(word[1:])
        else:
            raise PuzzleError(f"{printable(word)!r}, {expected}")
    return Passenger(words[0], **options)


def _parse_rule(words: Sequence[str]) -> Rule:
    """Read what follows ``never``."""
    aboard = list(words[-2:]) == ["also", "aboard"]
    words = words[:-2] if aboard else words
    if len(words) == 4 and words[0] == "more" and words[2] == "than":
        return Rule("outnumber", words[1], words[3], aboard=aboard)
    guards = words[4::2]
    if len(words) >= 3 and words[1] == "with" and len(words) % 2 and set(words[3::2]) <= {"unless"}:
        return Rule("together", words[0], words[2], tuple(guards), aboard)
    raise PuzzleError(
        "expected: never A with B [unless C ...] [also aboard], or: never more A than B [also aboard]"
    )
