"""Give the next step from a position, with its reason, or the first mistake.

unriddle hint numbrix out/part-00000000.ndjson --number 7
unriddle hint sudoku "12../..../..../...1"
unriddle hint sudoku puzzle.txt "12../34../..../...1"
unriddle hint peg "**.*" "a1-c1"
unriddle hint ladder "cost save" "cost cast"
unriddle hint boggle "tea/ars" "tea rate"

A hint is the next logical step or, for puzzles without logical steps, the first move of a solution. STATE is
the player's position: the puzzle with more cells filled, the moves so far, or the words found. A file
that unriddle generate wrote also gives the rules of each puzzle.

Exit code 0: a step, or nothing is left to do; 1: a mistake, no solution, or a limit was reached; 2: bad
input.
"""

from __future__ import annotations

import argparse
import inspect
from typing import Any

from ..base import PuzzleError
from ..console import add_format, add_limits, positive, print_json
from ..io.text import printable, read_text
from ..puzzles import registry
from ..puzzles.framework.base import HintMixin
from ..puzzles.framework.command import bounds, is_file
from .one_puzzle import puzzle_from
from .puzzles import add_puzzles, add_rules

ENDS = frozenset({"mistake", "contradiction", "limit"})
"""Kinds of step that lead nowhere."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add a subcommand of ``unriddle hint`` for each puzzle; what has no hints says so."""
    parser.description = __doc__
    add_puzzles(parser, registry.names(), _fill)


def _fill(parser: argparse.ArgumentParser, puzzle: str) -> None:
    parser.add_argument("given", metavar="PUZZLE|FILE", help="the puzzle, or a file; - is standard input")
    parser.add_argument("state", nargs="?", metavar="STATE", help="the player's position, or a file with it")
    source = parser.add_argument_group("input")
    source.add_argument(
        "--number", type=positive, metavar="N", help="take the Nth puzzle of a file (default: the first)"
    )
    source.add_argument(
        "--column",
        metavar="NAME",
        help="read the puzzles from this column or key (default: board, puzzle, grid or another usual name)",
    )
    add_rules(parser, registry.batch(puzzle), registry.get(puzzle))
    add_format(parser.add_argument_group("output"), "text", "json")
    add_limits(parser.add_argument_group("search"))


def run(args: argparse.Namespace) -> int:
    """Print a hint."""
    spec, kind = registry.spec(args.puzzle), registry.get(args.puzzle)
    if not issubclass(kind, HintMixin):
        why = spec.cannot.get("hint", "it brings none")
        raise PuzzleError(f"{args.puzzle} has no hints: {why}")
    puzzle = puzzle_from(args, kind)
    step: Any = puzzle.hint(_state(args, puzzle), **_options(args, kind))
    if args.format == "json":
        print_json({"hint": None if step is None else step.to_dict()})
    else:
        print("nothing is left to do" if step is None else printable(str(step)))
    return 1 if step is not None and step.kind in ENDS else 0


def _state(args: argparse.Namespace, puzzle: Any) -> Any:
    """Return where the player stands; None at the beginning."""
    text = args.state
    if text is None:
        return None
    if text == "-" == args.given:
        raise PuzzleError("puzzle and state cannot both be read from standard input")
    return puzzle.read_state(read_text(text) if is_file(text) else text)


def _options(args: argparse.Namespace, kind: type[HintMixin]) -> dict[str, Any]:
    """Return the keywords of `hint`: limits, and the word list."""
    from ..lexicon.arguments import load_lexicon

    found = bounds(args, kind.hint)
    if "lexicon" in inspect.signature(kind.hint).parameters:
        found["lexicon"] = load_lexicon(args)
    return found
