"""The text form of river crossings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...base import PuzzleError
from ...textio import printable, text_lines
from .parts import Passenger, Rule

__all__ = ["read_river"]


def read_river(text: str, file: str | None = None) -> tuple[list[Passenger], int, list[Rule]]:
    """Return passengers, capacity and rules; see `RiverPuzzle.parse`.

    Raises
    ------
    PuzzleError
        With the line and what was expected there.

    Examples
    --------
    >>> [len(part) for part in read_river("boat 2\\npassenger rower rows")[::2]]
    [1, 0]
    """
    passengers: list[Passenger] = []
    rules: list[tuple[int, Rule]] = []
    capacity: int | None = None
    for number, line in text_lines(text):
        words = line.split("#", 1)[0].split()
        if not words:
            continue
        try:
            if words[0] == "boat":
                if len(words) != 2 or not _is_count(words[1]):
                    raise PuzzleError("expected: boat CAPACITY")
                if capacity is not None:
                    raise PuzzleError("a second boat, expected one")
                capacity = int(words[1])
                if capacity < 1:
                    raise PuzzleError("boat for 0, expected a capacity from 1 up")
            elif words[0] == "passenger":
                passengers.append(_parse_passenger(words[1:]))
                if passengers[-1].name in [other.name for other in passengers[:-1]]:
                    raise PuzzleError(f"{passengers[-1].name} is named twice, expected each once")
            elif words[0] == "never":
                rules.append((number, _parse_rule(words[1:])))
            else:
                raise PuzzleError(
                    f"{printable(words[0])!r}, expected boat, passenger or never (or # and a comment)"
                )
        except PuzzleError as error:
            raise PuzzleError(error.reason, file=file, line=number) from None
    names = {passenger.name for passenger in passengers}
    for number, rule in rules:
        for name in (rule.first, rule.second, *rule.guards):
            if name not in names:
                raise PuzzleError(
                    f"rule for {printable(name)!r}, expected one of the passengers",
                    file=file,
                    line=number,
                )
    if capacity is None:
        raise PuzzleError("no boat, expected a line: boat CAPACITY", file=file)
    return passengers, capacity, [rule for _, rule in rules]


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 9


def _parse_passenger(words: Sequence[str]) -> Passenger:
    """Read what follows ``passenger``."""
    expected = "expected: passenger NAME [xCOUNT] [rows] [time T] [symbol S]"
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
        elif word in ("time", "symbol") and rest:
            value = rest.pop(0)
            if word == "time":
                try:
                    options["time"] = float(value)
                except ValueError:
                    raise PuzzleError(f"time {printable(value)!r}, expected a number") from None
            else:
                options["symbol"] = value
        elif word.startswith("x") and _is_count(word[1:]):
            options["count"] = int(word[1:])
        else:
            raise PuzzleError(f"{printable(word)!r}, {expected}")
    return Passenger(words[0], **options)


def _parse_rule(words: Sequence[str]) -> Rule:
    """Read what follows ``never``."""
    if len(words) == 4 and words[0] == "more" and words[2] == "than":
        return Rule("outnumber", words[1], words[3])
    guards = words[4::2]
    if len(words) >= 3 and words[1] == "with" and len(words) % 2 and set(words[3::2]) <= {"unless"}:
        return Rule("together", words[0], words[2], tuple(guards))
    raise PuzzleError("expected: never A with B [unless C ...], or: never more A than B")
