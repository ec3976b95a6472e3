"""Bring everyone across a river; by default the farmer with goat, cabbage and wolf.

unriddle river --all
unriddle river --missionaries 3 --boat 2 --count
unriddle river --couples 7 --boat 4 --count
unriddle river --bridge 1,2,5,10
unriddle river crossing.txt --dot states.dot --svg states.svg

A file has a statement a line, and comments after #:

boat 2
passenger farmer rows
passenger missionary x3 rows time 5 symbol M
never wolf with goat unless farmer
never more cannibal than missionary
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import TYPE_CHECKING

from ...base import PuzzleError, Status
from ...console import draw, exit_code, limits_of, positive, print_answer, seconds_text
from ...textio import printable, read_text, source_name
from ..common.step_command import add_search_options, animate, print_result

if TYPE_CHECKING:
    from .puzzle import RiverPuzzle, RiverResult

__all__ = ["configure", "run"]

MAX_BYTES = 1 << 20


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``unriddle river``."""
    source = parser.add_argument_group("puzzle").add_mutually_exclusive_group()
    source.add_argument("file", nargs="?", metavar="FILE", help="the puzzle; - is standard input")
    source.add_argument("--missionaries", type=positive, metavar="N", help="N missionaries, N cannibals")
    source.add_argument("--couples", type=positive, metavar="N", help="N jealous couples")
    source.add_argument("--bridge", metavar="T,T,...", help="walkers with these times and one torch")
    parser.add_argument("--boat", type=positive, metavar="N", help="capacity of the boat of these (2)")
    other = parser.add_argument_group("other work")
    other.add_argument("--count", action="store_true", help="the number of best plans, not listed")
    other.add_argument("--best", action="store_true", help="with --all: every best plan, not every plan")
    other.add_argument("--dot", metavar="FILE", help="the state graph for Graphviz; - is standard output")
    add_search_options(parser)


def run(args: argparse.Namespace) -> int:
    """Solve a river crossing and print the plan; see the exit codes of `unriddle.cli`."""
    puzzle = _puzzle(args)
    if draw(args, svg=puzzle.graph_svg, dot=puzzle.graph_dot):
        return 0
    if args.count:
        return _count(args, puzzle)
    if args.all:
        return _all(args, puzzle)
    result = puzzle.solve(args.method, limits=limits_of(args))
    if args.animate and args.format == "text":
        animate(result.path)
    _show(args, result)
    if result.status is Status.LIMIT:
        print("interrupted" if result.interrupted else "limit reached", file=sys.stderr)
    return exit_code(result.status, result.interrupted)


def _puzzle(args: argparse.Namespace) -> RiverPuzzle:
    from .puzzle import RiverPuzzle

    capacity = 2 if args.boat is None else args.boat
    if args.missionaries is not None:
        return RiverPuzzle.missionaries(args.missionaries, capacity)
    if args.couples is not None:
        return RiverPuzzle.couples(args.couples, capacity)
    if args.bridge is not None:
        try:
            times = [float(part) for part in args.bridge.split(",")]
        except ValueError:
            raise PuzzleError(
                f"times {printable(args.bridge)!r}, expected numbers with commas between them"
            ) from None
        return RiverPuzzle.bridge(times, capacity)
    if args.boat is not None:
        raise PuzzleError("--boat is for --missionaries, --couples and --bridge, expected one of them")
    if args.file is None:
        return RiverPuzzle.farmer()
    return RiverPuzzle.parse(read_text(args.file, limit=MAX_BYTES), file=source_name(args.file))


def _show(args: argparse.Namespace, result: RiverResult) -> None:
    text = str(result)
    if result.path and any(trip.time for trip in result.crossings):
        text += f"\ntotal time {result.cost:g}"
    loads = [list(trip.load) for trip in result.crossings]
    print_result(args, result, result.path, text, cost=result.cost, crossings=loads)


def _count(args: argparse.Namespace, puzzle: RiverPuzzle) -> int:
    start = time.perf_counter()
    result = puzzle.solve(limits=limits_of(args))
    if result.status is not Status.SOLVED:
        _show(args, result)
        return exit_code(result.status, result.interrupted)
    count = puzzle.count_best()
    seconds = time.perf_counter() - start
    status = Status.UNIQUE if count == 1 else Status.MULTIPLE
    if args.format == "json":
        print_answer(
            args,
            {
                "status": str(status),
                "length": result.length,
                "path": list(result.path),
                "nodes": result.stats.nodes,
                "seconds": seconds,
                "cost": result.cost,
                "count": count,
            },
        )
    else:
        print(f"{count:,} best plan{'' if count == 1 else 's'} of {result.length} crossings")
        if args.stats:
            print(seconds_text(seconds))
    return 0


def _all(args: argparse.Namespace, puzzle: RiverPuzzle) -> int:
    found = 0
    for result in (puzzle.best_plans if args.best else puzzle.solutions)(args.most):
        if found and args.format == "text":
            print()
        found += 1
        _show(args, result)
    if args.format == "text":
        what = "best plan" if args.best else "plan that repeats no state"
        if found != 1:
            what = "best plans" if args.best else "plans that repeat no state"
        print(f"\n{found:,} {what}" if found else str(Status.NO_SOLUTION))
    elif not found:
        _show(args, puzzle.solve())
    return 0 if found else 1
