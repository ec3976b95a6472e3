"""Share what subcommands that name a puzzle need: a parser for each, its options, its rules."""

from __future__ import annotations

import argparse
import inspect
import json
from collections.abc import Callable, Iterable
from typing import Any

from ..base import PuzzleError
from ..console import positive, whole
from ..io.text import printable
from ..lexicon.arguments import add_lexicon, load_lexicon
from ..options import flag_of
from ..puzzles.framework.batch_records import LIMIT_OPTIONS, Batch, Option
from ..puzzles.framework.command import side

Fill = Callable[[argparse.ArgumentParser, str], None]

SEARCH = frozenset({*(option.name for option in LIMIT_OPTIONS), "limit"})
"""Options of a batch that say how a record is solved, not how it is read."""
OF_WORDS = frozenset({"min-length"})
"""Options that say which words count."""


def add_puzzles(parser: argparse.ArgumentParser, names: Iterable[str], fill: Fill) -> None:
    """Add a subcommand for each puzzle; `fill` adds its arguments when it is used."""
    listed = list(names)
    shown, later = ", ".join(listed), _filled_later(type(parser), fill)
    subparsers = parser.add_subparsers(dest="puzzle", metavar="PUZZLE", parser_class=later, help=shown)
    subparsers.required = True
    for name in listed:
        subparsers.add_parser(name, description=_of_puzzle(parser.description or "", name))


def _of_puzzle(text: str, puzzle: str) -> str:
    """Return a description with the examples of one puzzle; the first, of another one, is changed to it."""
    head, examples, *rest = text.split("\n\n")
    each = [line.split(" ", 3) for line in examples.split("\n")]
    own = [words for words in each if words[2] == puzzle] or [[*each[0][:2], puzzle, each[0][3]]]
    return "\n\n".join([head, "\n".join(map(" ".join, own)), *rest])


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


def add_options(
    group: argparse._ActionsContainer, options: Iterable[Option], kept: str, *, bare: bool = False
) -> None:
    """Add options of a puzzle; `kept` and the name is where the value stands among the arguments.

    With `bare` one that is not given is None there, whatever its default.
    """
    for option in options:
        rest: dict[str, Any] = {"help": option.help, "default": None if bare else option.default}
        if bare and option.default not in (None, False):
            rest["help"] += f" (default: as in the file, else {option.default})"
        if option.default is False:
            rest["action"] = "store_true"
        elif isinstance(option.default, int):
            number = side if option.name == "size" else positive if option.least else whole
            rest |= {"type": number, "metavar": option.metavar}
        else:
            rest |= {"choices": option.choices} if option.choices else {"metavar": option.metavar}
        group.add_argument(flag_of(option.name), dest=f"{kept}_{option.name}", **rest)


def options_of(args: argparse.Namespace, options: Iterable[Option], kept: str) -> dict[str, Any]:
    """Return the values of options that `add_options` added; the default of one that is None."""
    given = {option: getattr(args, f"{kept}_{option.name}") for option in options}
    return {
        option.name: option.default if value is None and option.default is not None else value
        for option, value in given.items()
    }


def _how_read(kind: type[Batch]) -> list[Option]:
    """Return the options of a batch that say how a record is read."""
    return [option for option in kind.OPTIONS if option.name not in SEARCH]


def add_rules(
    parser: argparse.ArgumentParser, kind: type[Batch], puzzle: Any, *, judged: bool = False
) -> None:
    """Add how puzzles are read: the options of their batch that say so, the word list, ``--rules``.

    Where answers are `judged`, a puzzle that is read without a word list has no options of words.
    """
    group = parser.add_argument_group("rules")
    words = kind.USES_LEXICON and not (judged and "words" not in puzzle.UNSAID)
    left_out = frozenset[str]() if words else OF_WORDS
    add_options(group, (one for one in _how_read(kind) if one.name not in left_out), "rule", bare=True)
    parser.set_defaults(rules=None, **dict.fromkeys(f"rule_{name}" for name in left_out))
    known = inspect.signature(puzzle.parse).parameters.values()
    names = [each.name for each in known if each.kind is each.KEYWORD_ONLY and "file" not in each.name]
    if names:
        what = f"set keywords of parse() in Python, as a JSON object with any of: {', '.join(names)}"
        group.add_argument("--rules", metavar="JSON", help=what)
    if words:
        add_lexicon(parser.add_argument_group("words"), kind.LEVEL)


def given_rules(
    args: argparse.Namespace, kind: type[Batch], puzzle: Any
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the keywords of `parse` that the options give, and those of them that hold for records.

    The latter are what was asked for on the command line, which a record that says its own rules must not be
    contrary to, and what no record says: a word list.
    """
    lexicon = load_lexicon(args) if kind.USES_LEXICON and hasattr(args, "lexicon") else None
    options = _how_read(kind)
    found = kind(kind.WHAT[0], options_of(args, options, "rule"), lexicon).rules()
    asked = {option.name for option in options if getattr(args, f"rule_{option.name}") is not None}
    usual = kind(kind.WHAT[0], {}, lexicon).rules() if asked else found
    named = {name.replace("-", "_") for name in asked} | set(puzzle.UNSAID)
    given = {name: value for name, value in found.items() if name in named or usual.get(name) != value}
    more = _more_rules(args.rules, puzzle)
    return found | more, given | more


def _more_rules(text: str | None, puzzle: Any) -> dict[str, Any]:
    """Return what ``--rules`` says."""
    if text is None:
        return {}
    try:
        more = json.loads(text)
    except (ValueError, RecursionError):
        more = None
    if not isinstance(more, dict):
        raise PuzzleError(f"--rules {printable(text)[:60]!r}, expected a JSON object of names and values")
    taken = inspect.signature(puzzle.parse).parameters.values()
    known = [one.name for one in taken if one.kind is not one.VAR_KEYWORD]
    known = [name for name in known if name not in ("text", "file", "variant")]
    for name in more:
        if name not in known:
            raise PuzzleError(f"--rules key {name!r:.40}, expected {', '.join(known)}")
    return more
