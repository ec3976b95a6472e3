"""Parse the command line: errors of one line, deprecated flags."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Container, Sequence
from typing import Any

from ..options import OLD_FLAGS

_RXC = re.compile(r"\d+(\s*[xX×*]\s*\d+)?", re.ASCII)


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line, and that takes deprecated flags."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse arguments, deprecated flags included."""
        return super().parse_known_args(renamed(args or [], self._option_string_actions), namespace)

    def error(self, message: str) -> None:  # type: ignore[override]
        """Print the error in one line and exit."""
        from ..io.text import printable

        message += self._meant(message)
        self.exit(2, f"{self.prog}: {printable(message)} (see {self.prog} --help)\n")

    def _meant(self, message: str) -> str:
        """Return what an unknown option or word can be meant for, "" where that is nothing."""
        unknown = re.match(r"unrecognized arguments: (--[a-zA-Z][\w-]*)", message)
        choice = re.search(r"invalid choice: '([^']*)' \(choose from (.*)\)", message)
        if unknown:
            parsers: list[argparse.ArgumentParser] = [self]
            for parser in parsers:  # the loop appends those below
                below = [
                    act.choices for act in parser._actions if isinstance(act, argparse._SubParsersAction)
                ]
                parsers += [found for choices in below for found in choices.values()]
            word, known = unknown[1], [name for parser in parsers for name in parser._option_string_actions]
        elif choice:
            word, known = choice[1], re.findall(r"[\w-]+", choice[2])
        elif re.match(r"unrecognized arguments: -[^a-zA-Z]", message):
            return "; put -- before a board that begins with -"
        else:
            return ""
        import difflib

        close = difflib.get_close_matches(word, known, 1)
        return f", did you mean {close[0]}?" if close else ""


def renamed(arguments: Sequence[str], known: Container[str]) -> list[str]:
    """Return arguments with deprecated flags replaced by today's, each with a warning on standard error.

    Flags in `known`, those of the subcommand, are never replaced.
    """
    found: list[str] = []
    left = list(arguments)
    while left:
        given = left.pop(0)
        if given == "--":
            return [*found, given, *left]
        flag, equals, value = given.partition("=")
        now = OLD_FLAGS.get(flag)
        if flag == "--random" and "--size" in known and not equals and left and _RXC.fullmatch(left[0]):
            equals, value = "=", left.pop(0)
        if flag == "--random" and equals and "--size" in known:
            found += [flag, f"--size={value}"]
            _warn(f"{flag} {value}", f"{flag} --size {value}")
        elif now is not None and flag not in known and now in known:
            found.append(f"{now}{equals}{value}")
            _warn(flag, now)
        else:
            found.append(given)
    return found


def _warn(old: str, new: str) -> None:
    print(f"{old} is deprecated; use {new}", file=sys.stderr)
