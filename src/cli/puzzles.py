"""What subcommands share that name a puzzle: a parser for each, its options, how its records are read."""

from __future__ import annotations

import argparse
import inspect
import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ..base import PuzzleError
from ..console import positive, whole
from ..puzzles.common.lexicons import add_lexicon, load_lexicon
from ..puzzles.common.records import LIMIT_OPTIONS, Batch, Option
from ..textio import printable

__all__ = ["add_options", "add_puzzles", "add_rules", "options_of", "rules_of"]

Fill = Callable[[argparse.ArgumentParser, str], None]

SEARCH = frozenset({*(option.name for option in LIMIT_OPTIONS), "limit"})
"""Options of a batch that say how a record is solved, not how it is read."""


def add_puzzles(parser: argparse.ArgumentParser, names: Mapping[str, str], fill: Fill) -> None:
    """Add a subcommand for each puzzle, with a line of help; `fill` adds its arguments when it is used."""
    subparsers = parser.add_subparsers(
        dest="puzzle", metavar="PUZZLE", parser_class=_filled_later(type(parser), fill)
    )
    subparsers.required = True
    for name, text in names.items():
        subparsers.add_parser(
            name, help=text, description=parser.description, formatter_class=parser.formatter_class
        )


def _filled_later(kind: type[argparse.ArgumentParser], fill: Fill) -> type[argparse.ArgumentParser]:
    class PuzzleParser(kind):  # type: ignore[misc, valid-type]
        """A parser that gets its arguments when it is first used: a puzzle's options cost an import."""

        filled = False

        def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
            if not self.filled:
                self.filled = True
                fill(self, self.prog.split()[-1])
            return super().parse_known_args(args, namespace)

    return PuzzleParser


def add_options(group: argparse._ActionsContainer, options: Iterable[Option], kept: str) -> None:
    """Add options of a puzzle; `kept` and the name is where the value stands among the arguments."""
    for option in options:
        rest: dict[str, Any] = {"help": option.help, "default": option.default}
        if option.default is False:
            rest["action"] = "store_true"
        elif isinstance(option.default, int):
            rest |= {"type": positive if option.least else whole, "metavar": "N"}
        else:
            rest |= {"choices": option.choices} if option.choices else {"metavar": "TEXT"}
        group.add_argument(f"--{option.name}", dest=f"{kept}_{option.name}", **rest)


def options_of(args: argparse.Namespace, options: Iterable[Option], kept: str) -> dict[str, Any]:
    """Return the values of options that `add_options` added."""
    return {option.name: getattr(args, f"{kept}_{option.name}") for option in options}


def _how_read(kind: type[Batch]) -> list[Option]:
    """Return the options of a batch that say how a record is read."""
    return [option for option in kind.OPTIONS if option.name not in SEARCH]


def add_rules(parser: argparse.ArgumentParser, kind: type[Batch]) -> None:
    """Add how puzzles are read: the options of their batch that say so, the word list, ``--rules``."""
    group = parser.add_argument_group("rules")
    add_options(group, _how_read(kind), "rule")
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
    found = kind(kind.WHAT[0], options_of(args, _how_read(kind), "rule"), lexicon).rules()
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
