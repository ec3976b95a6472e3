"""Play a puzzle in the terminal: Boggle against the clock, Sudoku, pegs, tiles, paths of numbers, words.

unriddle play boggle
unriddle play sudoku --difficulty hard --seed 7
unriddle play peg --board european --empty-hole c1
unriddle play numbrix board.txt

Every question takes help and quit; hint, undo and redo help on. What is entered may come through a pipe.
"""

from __future__ import annotations

import argparse
from functools import partial
from typing import Any

from ..base import PuzzleError
from ..puzzles import registry


def configure(parser: argparse.ArgumentParser) -> None:
    """Add a subcommand for each puzzle; those without a game say so, and are not on the help page."""
    below = parser.add_subparsers(dest="game", metavar="PUZZLE", title="puzzles")
    for spec in registry.specs():
        if not spec.puzzle:
            continue
        if not spec.game:
            without = below.add_parser(spec.name, add_help=False)
            without.parse_known_args = _anything  # type: ignore[method-assign, assignment]
            continue
        command: Any = registry.loaded(partial(spec.load, spec.game))
        if command is None:
            continue
        sub = below.add_parser(spec.name, help=command.summary, description=command.summary)
        command.configure(sub)
        sub.set_defaults(playing=command.run)
    parser.set_defaults(playing=_none)


def _anything(args: object, namespace: object = None) -> tuple[argparse.Namespace, list[str]]:
    """Take any arguments: whatever they are, there is no game."""
    return argparse.Namespace(playing=_none), []


def _none(args: argparse.Namespace) -> int:
    """Say which puzzles can be played."""
    games = [spec.name for spec in registry.specs() if spec.game]
    what = "no puzzle to play" if args.game is None else f"{args.game} cannot be played"
    raise PuzzleError(f"{what}; choose one of {', '.join(games)}")


def run(args: argparse.Namespace) -> int:
    """Play, and return the exit code: 0, or 130 after Ctrl-C."""
    code: int = args.playing(args)
    return code
