"""Count exactly all paths on a board: those that a Boggle solver without a word list would walk.

unriddle count-paths 5x5
unriddle count-paths 4x4 --topology rook --wrap --format json
unriddle count-paths 6x6 --by-length
unriddle count-paths 4x4 --by-start --svg starts.svg
unriddle count-paths 5x5 --by-length --html paths.html

A path has at least one cell. Each cell is next to the one before, and no cell is used twice. The same cells
in the other direction are another path.
"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from ...console import (
    add_drawings,
    add_format,
    add_limits,
    exit_code,
    limits_of,
    progress_line,
    seconds_text,
)
from ..framework.command import print_outcome, shape

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .puzzle import PathCount


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``unriddle count-paths``."""
    parser.add_argument("size", metavar="RxC", type=shape, help="rows and columns")
    rules = parser.add_argument_group("rules")
    neighbours = "choose the neighbours of a cell: king 8, rook 4, hex 6"
    rules.add_argument("--topology", choices=("king", "rook", "hex"), default="king", help=neighbours)
    rules.add_argument("--wrap", action="store_true", help="join opposite edges (a torus)")
    add_limits(parser.add_argument_group("search"))
    output = parser.add_argument_group("output")
    add_format(output, "text", "json")
    output.add_argument(
        "--by-length", action="store_true", help="print the counts by number of cells as well"
    )
    output.add_argument("--by-start", action="store_true", help="print the counts by first cell as well")
    output.add_argument("--stats", action="store_true", help="print states and time")
    add_drawings(output)


def run(args: argparse.Namespace) -> int:
    """Count, and print the number: 1 where a limit was reached."""
    from .puzzle import count_paths

    with progress_line("count", "states") as progress:
        found = count_paths(
            args.size,
            topology=args.topology,
            wrap=args.wrap,
            by_length=args.by_length,
            by_start=args.by_start or args.svg is not None or args.html is not None,
            limits=limits_of(args),
            progress=progress,
        )
    digits = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)  # a count may have thousands of digits
    try:
        return _write(args, found)
    finally:
        sys.set_int_max_str_digits(digits)


def _write(args: argparse.Namespace, found: PathCount) -> int:
    """Print the count, and draw it; return the exit code."""
    if args.svg is not None and found.by_start is None:
        print(found, file=sys.stderr)  # a limit was reached: there is nothing to draw
        return exit_code(found.status, found.interrupted)
    values = {
        "count": found.found,
        "complete": found.complete,
        "rows": found.rows,
        "cols": found.cols,
        "topology": found.topology,
        "wrap": found.wrap,
        **({"by_length": found.by_length} if args.by_length else {}),
        **({"by_start": found.by_start} if args.by_start else {}),
        "states": found.states,
        "nodes": found.stats.nodes,
        "seconds": found.stats.seconds,
    }
    states = f"{found.stats.nodes:,} states in {seconds_text(found.stats.seconds)}"
    lines = _lines(found, by_start=args.by_start)
    return print_outcome(args, found, values, lines, states, svg=found.to_svg, html=found.to_html)


def _lines(found: PathCount, *, by_start: bool) -> Iterator[str]:
    """Yield the count, and the counts by length and by first cell."""
    yield str(found)
    for cells, paths in enumerate(found.by_length or ()):
        if cells:
            yield f"of {cells} cells: {paths}"
    if by_start and found.by_start is not None:
        width = max(len(str(n)) for row in found.by_start for n in row)
        for row in found.by_start:
            yield " ".join(str(n).rjust(width) for n in row)


def pictures() -> dict[str, str]:
    """Return the drawings of the documentation by name."""
    from .draw import frontier
    from .puzzle import count_paths

    return {"frontier": frontier(), "path_starts": count_paths(5, by_start=True).to_svg()}
