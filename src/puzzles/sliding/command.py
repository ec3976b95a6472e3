"""Solve an m×n sliding puzzle (the 15-puzzle and its kin), optimally to 16 cells.

The puzzle: rows of symbols separated by spaces, one row a line or divided by "/"; the blank is 0, _ or *.
The goal is 1, 2, … and then the blank unless --goal gives another.
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import Any

from ...base import PuzzleError, Status
from ...console import (
    add_limits,
    draw,
    exit_code,
    limits_of,
    positive,
    print_answer,
    progress_line,
    seconds_text,
)
from ...textio import printable, read_text, source_name

__all__ = ["configure", "run"]

METHODS = ("patterns", "ida", "bfs", "bidirectional", "astar", "dfs", "table", "beam")
MOST_BYTES = 1 << 16  # of a file with one board of at most 64 tiles
FRAME_SECONDS = 0.25


def _size(text: str) -> tuple[int, int]:
    rows, _, cols = text.lower().replace("×", "x").partition("x")
    if not (rows.isascii() and rows.isdigit() and cols.isascii() and cols.isdigit() and len(text) < 8):
        raise argparse.ArgumentTypeError(f"{text!r}, expected rows x columns, as in 4x4")
    return int(rows), int(cols)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `unriddle sliding`."""
    parser.add_argument("file", nargs="?", metavar="FILE", help="the puzzle (default: standard input, as -)")
    parser.add_argument("--goal", metavar="GOAL", help="blank-last (default), blank-first, or rows")
    parser.add_argument("--blank", metavar="SYMBOL", help="the symbol of the blank (default: 0, _ or *)")
    parser.add_argument("--random", action="store_true", help="a random solvable puzzle instead of a file")
    parser.add_argument("--size", type=_size, default=(4, 4), metavar="MxN", help="size of it (default 4x4)")
    parser.add_argument("--seed", type=positive, help="makes --random repeatable")
    parser.add_argument("--method", choices=METHODS, help="default: patterns to 16 cells, beam above")
    parser.add_argument("--optimal", action="store_true", help="a shortest solution, however long it takes")
    parser.add_argument("--all", action="store_true", help="every shortest solution, a line each")
    parser.add_argument("--limit", type=positive, metavar="N", help="with --all: stop after N solutions")
    parser.add_argument(
        "--depth-table",
        action="store_true",
        help="number of configurations by distance (to 12 cells; --size)",
    )
    parser.add_argument("--stats", action="store_true", help="print what the search did")
    parser.add_argument("--boards", action="store_true", help="print every configuration on the way")
    parser.add_argument("--animate", action="store_true", help="show the solution step by step")
    parser.add_argument("--svg", metavar="FILE", help="draw it; - is standard output, and a key of JSON")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="output form")
    add_limits(parser, memory=True)


def run(args: argparse.Namespace) -> int:
    """Run `unriddle sliding` and return the exit code."""
    from .puzzle import MNPuzzle, SlidingResult, depth_table

    limits = limits_of(args)
    if args.depth_table:
        rows, cols = args.size
        with progress_line("visiting", "configurations") as show:
            counts = depth_table(rows, cols, progress=show)
        if args.format == "json":
            found = {"status": "SOLVED", "depth": len(counts) - 1, "total": sum(counts), "counts": counts}
            print_answer(args, found)
        else:
            for depth, count in enumerate(counts):
                print(f"{depth:3} {count}")
            print(f"{sum(counts):,} configurations, the furthest {len(counts) - 1} steps away")
        return 0
    if args.random and args.file is not None:
        raise PuzzleError("expected either a FILE or --random, not both")
    if args.goal is not None and args.random and args.goal not in ("blank-first", "blank-last"):
        raise PuzzleError("--random knows the goals blank-first and blank-last")
    if args.random:
        puzzle = MNPuzzle.random(*args.size, seed=args.seed, blank_first=args.goal == "blank-first")
    else:
        source = args.file or "-"
        text = read_text(source, limit=MOST_BYTES)
        puzzle = MNPuzzle.parse(text, goal=args.goal, blank=args.blank, file=source_name(source))
    if draw(args, svg=puzzle._repr_svg_):
        return 0
    if args.random and args.format == "text":
        print(puzzle.format(), end="\n\n")
    if args.all:
        return _all(args, puzzle, limits)
    with progress_line("searching") as show:
        result: SlidingResult = puzzle.solve(
            args.method, optimal=args.optimal or None, limits=limits, progress=show
        )
    if args.format == "json":
        print_answer(args, _as_json(result))
        return exit_code(result.status, result.interrupted)
    _print_solution(result)
    if args.boards:
        for board in result.path:
            print(f"\n{board.format()}")
    if args.stats:
        stats = result.stats
        print(
            f"{stats.nodes:,} nodes, {stats.generated:,} generated, depth {stats.depth}, "
            f"{seconds_text(stats.seconds)}, efficiency {stats.efficiency:.2g}"
        )
    if args.animate and result.solved:
        _animate(result)
    return exit_code(result.status, result.interrupted)


def _as_json(result: Any) -> dict[str, Any]:
    return {
        "status": result.status.value,
        "length": result.length,
        "path": [str(tile) for tile in result.moves],
        "directions": result.directions,
        "optimal": result.optimal,
        "lower_bound": result.lower_bound,
        "nodes": result.stats.nodes,
        "generated": result.stats.generated,
        "seconds": round(result.stats.seconds, 6),
        "start": [[str(symbol) for symbol in row] for row in result.puzzle.from_grid],
    }


def _print_solution(result: Any) -> None:
    if result.solved:
        length = result.length
        steps = "1 step" if length == 1 else f"{length} steps"
        if result.optimal:
            kind = "no solution is shorter"
        else:
            kind = f"no solution is shorter than {result.lower_bound}"
        print(f"{steps}; {kind}")
        if length:
            print("tiles:", *(printable(str(tile)) for tile in result.moves))
            print("ways: ", result.directions)
    elif result.status is Status.NO_SOLUTION:
        print("no solution: an odd permutation of the goal" if result.stats.nodes == 0 else "no solution")
    else:
        why = "interrupted" if result.interrupted else "limit reached"
        print(f"{why} after {result.stats.nodes:,} nodes; no solution is shorter than {result.lower_bound}")


def _all(args: argparse.Namespace, puzzle: Any, limits: Any) -> int:
    found, status, interrupted, last = 0, Status.NO_SOLUTION, False, None
    paths: list[list[str]] = []
    for result in puzzle.solutions(args.limit, limits=limits):
        last = result
        if result.status is Status.LIMIT:
            status, interrupted = Status.LIMIT, result.interrupted
            break
        found, status = found + 1, Status.SOLVED
        if args.format == "json":
            paths.append([str(tile) for tile in result.moves])
        else:
            print(*(printable(str(tile)) for tile in result.moves))
    nodes = last.stats.nodes if last is not None else 0
    seconds = last.stats.seconds if last is not None else 0.0
    if args.format == "json":
        length = len(paths[0]) if paths else None
        print_answer(
            args,
            {
                "status": status.value,
                "length": length,
                "path": paths[0] if paths else [],
                "paths": paths,
                "count": found,
                "nodes": nodes,
                "seconds": round(seconds, 6),
            },
        )
    else:
        ended = "interrupted, " if interrupted else "limit reached, " if status is Status.LIMIT else ""
        print(f"{ended}{found} shortest solution{'' if found == 1 else 's'}")
        if args.stats:
            print(f"{nodes:,} nodes, {seconds_text(seconds)}")
    return exit_code(status, interrupted)


def _animate(result: Any) -> None:
    """Show one configuration after the other, in place on a terminal, one below the other elsewhere."""
    terminal = sys.stdout.isatty()
    for number, board in enumerate(result.path):
        if terminal and number:
            sys.stdout.write(f"\x1b[{board.rows + 1}A")
        print(f"step {number} of {result.length}")
        print(board.format())
        if terminal:
            sys.stdout.flush()
            time.sleep(FRAME_SECONDS)
