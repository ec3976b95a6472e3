"""Number the cells so that each number is a king's step from the one before.

A board has a row a line: numbers, . for empty, # for holes; drawn boxes are read too.

unriddle hidato FILE                solve and prove uniqueness
unriddle hidato FILE --count        the number of solutions
unriddle hidato --generate --seed 7 --size 8x8
"""

from __future__ import annotations

import argparse

from .path_command import configure, run_class

__all__ = ["configure", "run"]


def run(args: argparse.Namespace) -> int:
    """Run the subcommand and return its exit code."""
    from .puzzle import Hidato

    return run_class(Hidato, args)
