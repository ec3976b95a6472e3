"""Find subcommands: those of the puzzles, by their specs, and those of the package."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any, NamedTuple

from ..puzzles import registry

OWN = {
    "play": "play a puzzle in the terminal, with hints, undo, a clock",
    "batch": "solve many records from files, in parts that survive a crash",
    "generate": "make many new puzzles, each proven, in parts that survive a crash",
    "book": "make a book of puzzles with solutions, as HTML or PDF",
    "check": "judge answers of any origin: right, wrong and where, incomplete",
    "hint": "give the next step from a position, or the first mistake",
    "words": "look into a word list: all of it, by a pattern, in numbers",
    "formats": "list the formats of other programs that are read and written",
}
"""Subcommand of a module in this folder, and its one line of help."""
WIDTH = 80
MORE = "SUBCOMMAND --help; formats; --completion SHELL"
LAST = "formats"
"""Subcommand that stands on the last line of the screen."""
LINES = 23  # of a screen, the last is for the prompt


class Subcommand(NamedTuple):
    """A subcommand: its name, its line of help, and what imports its module."""

    name: str
    summary: str
    load: Callable[[], Any]


def _of(spec: registry.Spec) -> list[Subcommand]:
    found = []
    if spec.puzzle or spec.command:
        found.append(Subcommand(spec.name, spec.summary, lambda: registry.command(spec)))
    for name, command in spec.commands.items():
        found.append(Subcommand(name, command.summary, lambda place=command.module: spec.load(place)))  # type: ignore[misc]
    return found


def _own(name: str) -> Subcommand:
    return Subcommand(name, OWN[name], lambda: importlib.import_module(f".{name}", __package__))


def subcommands() -> dict[str, Subcommand]:
    """Return all subcommands by name, in the order of the help page."""
    found = [command for spec in registry.specs() for command in _of(spec)]
    return {command.name: command for command in [*found, *map(_own, OWN)]}


def overview() -> str:
    """Return all subcommands on one screen of 24 lines of 80 columns."""
    import textwrap

    found = {name: command for name, command in subcommands().items() if name != LAST}
    broad = max(map(len, found))
    lines = [
        f"  {name:{broad}}  {textwrap.shorten(command.summary, WIDTH - broad - 4, placeholder=' …')}"
        for name, command in found.items()
    ]
    first = next(spec for spec in registry.specs() if spec.game and spec.usage)
    return "\n".join([*lines, f"{first.usage}; {MORE}"][:LINES])


def find(name: str) -> Subcommand | None:
    """Return the subcommand of that name, None where there is none; import as little as possible."""
    if name in OWN:
        return _own(name)
    if name in registry.folders():
        for spec in registry.of_folder(name):
            for command in _of(spec):
                if command.name == name:
                    return command
    registry.check_brought(name)
    return subcommands().get(name)


def unknown(name: str) -> str:
    """Return the error of a subcommand that does not exist."""
    import difflib

    from ..io.text import printable

    known = subcommands()
    close = difflib.get_close_matches(name, known, 1)
    meant = f"did you mean {close[0]}?" if close else f"expected one of {', '.join(known)}"
    return f"no subcommand {printable(name)!r:.40}, {meant}"
