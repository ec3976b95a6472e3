"""Run a command line: errors as one line, exit codes 2 and 130."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence

from unriddle.base import MissingExtraError, PuzzleError
from unriddle.io.text import printable

__all__ = ["run_parser"]


def run_parser(
    parser: argparse.ArgumentParser, argv: Sequence[str] | None, run: Callable[[argparse.Namespace], int]
) -> int:
    """Parse the arguments, run the command and return its exit code."""
    try:
        args = parser.parse_args(argv)
    except SystemExit as stop:  # argparse has printed its line
        return int(stop.code or 0)
    try:
        return run(args)
    except (PuzzleError, MissingExtraError) as error:
        print(printable(str(error)), file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
