"""What the subcommands of step-by-step puzzles share: method, output forms, animation."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ...console import add_limits, positive, print_answer, seconds_text
from ...textio import printable

if TYPE_CHECKING:
    from ...base import Result

__all__ = ["add_search_options", "animate", "print_result", "whole"]

FRAME_SECONDS = 0.4
METHODS = ("dfs", "bfs", "bidirectional", "astar", "ida")


def whole(text: str) -> int:
    """Read a whole number from 0 up; an argparse type."""
    if not text.isascii() or not text.isdigit() or len(text) > 18:
        raise argparse.ArgumentTypeError(f"{text!r}, expected a whole number from 0 up")
    return int(text)


def add_search_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for method, solutions wanted, limits and output."""
    search = parser.add_argument_group("search")
    search.add_argument("--method", choices=METHODS, help="how to search; by default the quickest way")
    search.add_argument("--all", action="store_true", help="every solution instead of one")
    search.add_argument("--most", type=positive, metavar="N", help="with --all: at most N of them")
    add_limits(parser, memory=True)
    output = parser.add_argument_group("output")
    output.add_argument("--format", choices=("text", "json"), default="text")
    output.add_argument("--stats", action="store_true", help="with nodes, time and efficiency")
    output.add_argument("--animate", action="store_true", help="show the solution step by step")
    output.add_argument("--svg", metavar="FILE", help="draw it; - is standard output, and a key of JSON")


def print_result(
    args: argparse.Namespace, result: Result, path: Sequence[str], text: str, **more: Any
) -> None:
    """Print a result in the form that was asked for.

    Parameters
    ----------
    path : sequence of str
        The configurations, for JSON.
    text : str
        What is printed as text.
    more
        Further keys of the JSON object.
    """
    stats = result.stats
    if args.format == "json":
        print_answer(
            args,
            {
                "status": str(result.status),
                "length": stats.path_length,
                "path": list(path),
                "nodes": stats.nodes,
                "seconds": stats.seconds,
                **more,
            },
        )
        return
    print("\n".join(map(printable, text.split("\n"))))
    if args.stats:
        print(
            f"{stats.path_length} steps, {stats.nodes:,} nodes visited, {stats.generated:,} generated, "
            f"efficiency {stats.efficiency:.4f}, {seconds_text(stats.seconds)}"
        )


def animate(frames: Sequence[str]) -> None:
    """Show frames of equal height: in place on a terminal, one below the other elsewhere."""
    terminal = sys.stdout.isatty()
    for number, frame in enumerate(frames):
        lines = [printable(line) for line in frame.split("\n")]
        if terminal and number:
            sys.stdout.write(f"\x1b[{len(lines) + 1}A")
        print(f"step {number} of {len(frames) - 1}")
        print("\n".join(f"{line}\x1b[K" if terminal else line for line in lines))
        if terminal:
            sys.stdout.flush()
            time.sleep(FRAME_SECONDS)
