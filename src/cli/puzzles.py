"""What subcommands share that name a puzzle and read its records: its arguments, its rules."""

from __future__ import annotations

import argparse
import inspect
import json
from collections.abc import Callable, Iterable
from typing import Any

from ..base import PuzzleError
from ..console import positive
from ..puzzles.common.lexicons import add_lexicon, load_lexicon
from ..puzzles.common.records import LIMIT_OPTIONS, Batch
from ..textio import printable

__all__ = ["add_puzzles", "add_rules", "rules_of"]

SEARCH = frozenset({*(option.name for option in LIMIT_OPTIONS), "limit"})
"""Options of a batch that say how a record is solved, not how it is read."""


def add_puzzles(
    parser: argparse.ArgumentParser,
    names: Iterable[str],
    what: str,
    fill: Callable[[argparse.ArgumentParser, str], None],
) -> None:
    """Add a subcommand for each puzzle, whose arguments `fill` adds when it is first used."""
    subparsers = parser.add_subparsers(
        dest="puzzle", metavar="PUZZLE", parser_class=_filled_later(type(parser), fill)
    )
    subparsers.required = True
    for name in names:
        subparsers.add_parser(
            name,
            help=f"{what} {name}",
            description=parser.description,
            formatter_class=parser.formatter_class,
        )


def _filled_later(
    kind: type[argparse.ArgumentParser], fill: Callable[[argparse.ArgumentParser, str], None]
) -> type[argparse.ArgumentParser]:
    class PuzzleParser(kind):  # type: ignore[misc, valid-type]
        """A parser that gets its arguments when it is first used: a puzzle's options cost an import."""

        filled = False

        def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
            if not self.filled:
                self.filled = True
                fill(self, self.prog.split()[-1])
            return super().parse_known_args(args, namespace)

    return PuzzleParser


def add_rules(parser: argparse.ArgumentParser, kind: type[Batch]) -> None:
    """Add how puzzles are read: the options of their batch that say so, the word list, ``--rules``."""
    group = parser.add_argument_group("rules")
    for option in kind.OPTIONS:
        if option.name in SEARCH:
            continue
        rest: dict[str, Any] = {"help": option.help, "default": option.default}
        if option.default is False:
            rest["action"] = "store_true"
        elif isinstance(option.default, int):
            rest |= {"type": positive, "metavar": "N"}
        else:
            rest |= {"choices": option.choices} if option.choices else {"metavar": "TEXT"}
        group.add_argument(f"--{option.name}", dest=f"rule_{option.name}", **rest)
    group.add_argument(
        "--rules", metavar="JSON", help='further rules that parse takes, by name, as {"goal":"d4"}'
    )
    if kind.USES_LEXICON:
        add_lexicon(parser.add_argument_group("words"))


def rules_of(args: argparse.Namespace, kind: type[Batch], puzzle: Any) -> dict[str, Any]:
    """Return what `parse` of a class of puzzles takes beside the text, as the options say.

    Raises
    ------
    PuzzleError
        A rule with a wrong value; ``--rules`` that are no JSON object, or name what `parse` does not take.
    """
    lexicon = load_lexicon(args) if kind.USES_LEXICON else None
    options = {
        option.name: getattr(args, f"rule_{option.name}")
        for option in kind.OPTIONS
        if option.name not in SEARCH
    }
    found = kind(kind.WHAT[0], options, lexicon).rules()
    if args.rules is None:
        return found
    try:
        more = json.loads(args.rules)
    except (ValueError, RecursionError):
        more = None
    if not isinstance(more, dict):
        raise PuzzleError(
            f"--rules {printable(args.rules)[:60]!r}, expected a JSON object of names and values"
        )
    known = inspect.signature(puzzle.parse).parameters
    for name in more:
        if name not in known or name in ("text", "file"):
            listed = ", ".join(word for word in known if word not in ("text", "file"))
            raise PuzzleError(f"--rules with {printable(name)[:40]!r}, expected {listed}")
    return found | more
