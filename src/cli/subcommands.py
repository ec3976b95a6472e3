"""Find subcommands: those of the puzzles, by their specs, and those of the package."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any, NamedTuple

from ..puzzles import registry

OWN = {
    "play": "play a puzzle in the terminal, with hints and undo",
    "batch": "solve millions of records from files, resumable after a crash",
    "generate": "make many new puzzles, no two alike, resumable after a crash",
    "book": "make a book of puzzles with solutions, as HTML or PDF",
    "check": "check answers of any origin, and report where one is wrong",
    "hint": "give the next step from a position, or the first mistake",
    "words": "list, search and import word lists",
    "formats": "list the formats of other programs that unriddle reads and writes",
}
"""Subcommand of a module in this folder, and its one line of help."""
WIDTH = 80
MORE = "unriddle help SUBCOMMAND shows the options of a subcommand."
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
    import shutil

    found = {name: command for name, command in subcommands().items() if name != LAST}
    broad, width = max(map(len, found)), min(WIDTH, shutil.get_terminal_size().columns)
    first = next(spec for spec in registry.specs() if spec.game and spec.usage)
    lines = [f"  {name:{broad}}  {command.summary}" for name, command in found.items()]
    lines.append(f"Help: unriddle help SUBCOMMAND, unriddle {LAST}. Try: {first.usage}")
    return "\n".join(_cut(line, width) for line in lines[:LINES])


def _cut(line: str, width: int) -> str:
    """Return a line, or its beginning where it is longer than a screen is wide."""
    return line if len(line) <= width else f"{line[: width - 2].rsplit(' ', 1)[0]} …"


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
    meant = f"did you mean {close[0]}?" if close else f"the subcommands are {', '.join(known)}"
    return f"there is no subcommand {printable(name)!r:.40}; {meant}"
