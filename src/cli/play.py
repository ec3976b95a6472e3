"""Play a puzzle in the terminal: Boggle against the clock, Sudoku, pegs, tiles, paths of numbers, words.

unriddle play boggle
unriddle play sudoku --difficulty hard --seed 7
unriddle play peg --board european --empty-hole c1
unriddle play numbrix board.txt

On a terminal a game fills the screen (with the play extra), and its last line names the keys. With --plain,
and through a pipe, type a move per line, or a command such as hint, undo or help.
"""

from __future__ import annotations

import argparse
import os
import sys
from functools import partial
from typing import Any

from ..base import MissingExtraError, PuzzleError, import_extra
from ..puzzles import registry
from ..signals import note


def configure(parser: argparse.ArgumentParser) -> None:
    """Add a subcommand for each puzzle; those without a game say so, and are not on the help page."""
    below = parser.add_subparsers(dest="game", metavar="PUZZLE")
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
        summary = command.summary
        line = f"{summary[:1].lower()}{summary[1:].rstrip('.')}"
        sub = below.add_parser(spec.name, help=line, description=summary)
        command.configure(sub)
        sub.add_argument("--plain", action="store_true", help="use a line prompt, not the full screen")
        sub.set_defaults(playing=command.run, opening=getattr(command, "open", None))
    parser.set_defaults(playing=_none, opening=None)


def _anything(args: object, namespace: object = None) -> tuple[argparse.Namespace, list[str]]:
    """Take any arguments: whatever they are, there is no game."""
    return argparse.Namespace(playing=_none, opening=None), []


def _none(args: argparse.Namespace) -> int:
    """Say which puzzles can be played."""
    games = [spec.name for spec in registry.specs() if spec.game]
    what = "no puzzle to play" if args.game is None else f"{args.game} cannot be played"
    raise PuzzleError(f"{what}; choose one of {', '.join(games)}")


def _takes_screen(args: argparse.Namespace) -> bool:
    """Return whether the terminal shows the game in full screen; print what is to be installed for that."""
    if args.opening is None or args.plain or args.moves is not None or os.environ.get("TERM") == "dumb":
        return False
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        return False
    try:
        import_extra("textual", "games in full screen", "play")
    except MissingExtraError as missing:
        note(str(missing))
        return False
    return True


def run(args: argparse.Namespace) -> int:
    """Play, and return the exit code: 0, or 130 after Ctrl-C."""
    if _takes_screen(args):
        from .full_screen import play

        return 0 if play(args.opening(args)) else 130
    code: int = args.playing(args)
    return code
