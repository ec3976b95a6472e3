"""The text form of river crossings and their plans."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from ...base import PuzzleError
from ...io.grid_text import Symbols, clean_text
from ...io.text import printable, text_lines
from .rules import Boat, Crossing, Island, Passenger, Rule

SYMBOLS = Symbols(one="river crossing")


@dataclass
class Statements:
    """The statements of the text form; as text a statement per line."""

    passengers: list[Passenger] = field(default_factory=list)
    boats: list[Boat] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    left: list[int] | None = None
    island: Island | None = None

    def __str__(self) -> str:
        lines = [str(part) for part in (*self.boats, *self.passengers, *self.rules)]
        if self.island is not None:
            lines.append(str(self.island))
        if self.left is not None:
            lines.append(f"left {' '.join(map(str, self.left))}")
        return "\n".join(lines) + "\n"


def read_river(text: str, file: str | None = None) -> Statements:
    """Parse the text form of a river crossing; see `RiverPuzzle.parse`."""
    if not isinstance(text, str):
        raise PuzzleError(f"{text!r:.40}, expected statements: boat, passenger, never", file=file)
    read = Statements()
    named: list[tuple[int, str, Sequence[str]]] = []  # line, kind of statement, passengers in it
    for number, line in text_lines(clean_text(text)):
        for statement in line.split("#", 1)[0].split(";"):
            words = statement.split()
            if not words:
                continue
            try:
                _read_statement(read, words)
            except PuzzleError as error:
                raise PuzzleError(error.reason, file=file, line=number) from None
            if words[0] == "never":
                named.append((number, "rule", read.rules[-1].names))
            elif words[0] == "boat":
                named.append((number, "boat", read.boats[-1].rowers))
    _check_names(read, named, file)
    return read


def _check_names(read: Statements, named: list[tuple[int, str, Sequence[str]]], file: str | None) -> None:
    """Raise PuzzleError where a line names somebody who is no passenger, or a statement is missing."""
    known = dict.fromkeys(passenger.name for passenger in read.passengers)
    for number, what, names in named:
        for name in names:
            if name not in known:
                listed = ", ".join(known) or "none"
                wrong = f"{what} for {name!r:.40}, which is not a passenger; passengers: {listed}"
                raise PuzzleError(wrong, file=file, line=number)
    if not read.boats:
        raise PuzzleError("no boat; add a statement: boat CAPACITY", file=file)
    if read.island is None and any(boat.place == "island" for boat in read.boats):
        raise PuzzleError("a boat is at an island; add a statement: island", file=file)


def _read_statement(read: Statements, words: Sequence[str]) -> None:
    if words[0] == "boat":
        _read_boat(read, words[1:])
    elif words[0] == "passenger":
        passenger = _parse_passenger(*words[1:])
        if passenger.name in [other.name for other in read.passengers]:
            raise PuzzleError(f"{printable(passenger.name)} is named twice")
        read.passengers.append(passenger)
    elif words[0] == "never":
        read.rules.append(_parse_rule(*words[1:]))
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


def _read_boat(read: Statements, words: Sequence[str]) -> None:
    options: dict[str, Any] = {}
    rest = list(words[1:])
    while len(rest) > 1 and rest[0] in ("weight", "rowers") and rest[0] not in options:
        what, value, *rest = rest
        options[what] = _amount(what, value) if what == "weight" else value.split("+")
    if not words or not _is_count(words[0]) or rest not in ([], ["left"], ["right"], ["island"]):
        wrong = f"boat {' '.join(words)}"
        raise PuzzleError(
            f"{wrong!r:.60} is not clear; write boat CAPACITY [weight W] [rowers A+B] [right|island]"
        )
    read.boats.append(Boat(int(words[0]), **options, place=rest[0] if rest else "left"))


def _amount(what: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise PuzzleError(f"{what} {printable(text)!r}, expected a number") from None


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 9


@lru_cache(maxsize=1 << 12)  # many puzzles have the same few
def _parse_passenger(*words: str) -> Passenger:
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


@lru_cache(maxsize=1 << 12)
def _parse_rule(*words: str) -> Rule:
    aboard = words[-2:] == ("also", "aboard")
    words = words[:-2] if aboard else words
    if len(words) == 4 and words[0] == "more" and words[2] == "than":
        return Rule("outnumber", words[1], words[3], aboard=aboard)
    guards = words[4::2]
    if len(words) >= 3 and words[1] == "with" and len(words) % 2 and set(words[3::2]) <= {"unless"}:
        return Rule("together", words[0], words[2], guards, aboard)
    wrong = f"never {' '.join(words)}"
    raise PuzzleError(
        f"{wrong!r:.60} is not clear; write never A with B [unless C ...] [also aboard], "
        "or never more A than B [also aboard]"
    )


ANY_PLACE = r"left|island|right"
FORMS = (
    re.compile(rf"(?P<origin>{ANY_PLACE}) -> (?P<to>{ANY_PLACE}): (?P<load>.+)"),
    re.compile(rf"(?P<to>{ANY_PLACE}) <- (?P<origin>{ANY_PLACE}): (?P<load>.+)"),
    re.compile(rf"(?P<load>.+?) -> (?P<to>{ANY_PLACE})"),
    re.compile(rf"(?P<to>{ANY_PLACE}) <- (?P<load>.+)"),
    re.compile(r"(?P<load>.+?) ->"),
    re.compile(r"<- (?P<load>.+)"),
)
BOAT = re.compile(r"(.*?), boat ([1-9][0-9]{0,3})")


@lru_cache(maxsize=1 << 12)
def read_crossing(text: str) -> Crossing:
    """Parse a crossing, as it is printed."""
    for form in FORMS:
        if found := form.fullmatch(text.strip()):
            places: dict[str, Any] = found.groupdict()
            load, boat = places.pop("load"), 0
            if numbered := BOAT.fullmatch(load):
                load, boat = numbered[1], int(numbered[2])
            return Crossing(load=tuple(load.split()), forward="->" in text, boat=boat, **places)
    raise PuzzleError(f"{printable(text)[:60]!r}, expected a crossing such as: farmer goat ->")
