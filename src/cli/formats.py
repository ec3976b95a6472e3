"""List the formats of other programs that puzzles are read from and written to.

unriddle formats
unriddle sudoku "2x2:1a2a4b3b4e"
unriddle sudoku FILE --to sudokupad

A puzzle, link or file in any of these formats is recognized; --to prints a puzzle in one of them.
"""

from __future__ import annotations

import argparse
import sys

from ..console import add_format, print_json
from ..io.formats import Format, known_formats
from ..puzzles import registry


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    add_format(parser, "text", "json")


def of_puzzles() -> list[tuple[str, list[Format]]]:
    """Return the formats of each puzzle that has some, and at the end those of no puzzle of its own."""
    known, found = known_formats(), []
    for spec in registry.specs():
        names = getattr(registry.get(spec.name), "FORMATS", ()) if spec.puzzle else ()
        if names:
            found.append((spec.name, [known[name] for name in names]))
    own = {one.name for _, formats in found for one in formats}
    return [*found, ("all", [one for one in known.values() if one.name not in own])]


def run(args: argparse.Namespace) -> int:
    """Print a list."""
    for puzzle, formats in of_puzzles():
        for one in formats:
            if args.format == "json":
                said = {key: getattr(one, key) for key in ("name", "title", "reads", "writes", "loses")}
                print_json({"puzzle": puzzle, **said})
                continue
            sys.stdout.write(f"{puzzle:10} {one.name:11} {one.title.replace('`', '')}\n")
            for what in ("reads", "writes", "loses"):
                said_of = getattr(one, what).replace("`", "")
                if said_of:
                    sys.stdout.write(f"{'':10} {what:11} {said_of}\n")
    return 0
