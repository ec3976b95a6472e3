"""Number the cells so that each number is a horizontal or vertical step from the one before.

A board has a row a line: numbers, . for empty, # for holes; drawn boxes are read too.

unriddle numbrix FILE               solve and prove uniqueness
unriddle numbrix FILE --all         every solution
unriddle numbrix --generate --seed 7 --size 9x9
"""

from __future__ import annotations

import argparse

from .path_command import configure, run_class

__all__ = ["configure", "run"]


def run(args: argparse.Namespace) -> int:
    """Run the subcommand and return its exit code."""
    from .puzzle import Numbrix

    return run_class(Numbrix, args)
