"""Solve peg solitaire: jump pegs over pegs until one is left.

unriddle peg --board english --goal d4
unriddle peg board.txt
unriddle peg --board english --goal d4 --solvable
unriddle peg --board english --random --seed 1 --hint

A board is rows of * (peg), . (empty hole) and # (unused). The goal is one peg anywhere, or one peg at a
hole (column letter and row number: d4), or the pattern in a file (--goal-file).
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from typing import TYPE_CHECKING, Any

from ...base import PuzzleError, Status
from ...console import draw, exit_code, limits_of, positive, print_answer, progress_line, seconds_text
from ...textio import printable, read_text, source_name
from ..common.step_command import add_search_options, animate, print_result, whole

if TYPE_CHECKING:
    from .puzzle import GridPegSolitairePuzzle

__all__ = ["configure", "run"]

MAX_BYTES = 1 << 20


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``unriddle peg``."""
    parser.add_argument("file", nargs="?", metavar="FILE", help="the board; - is standard input")
    source = parser.add_argument_group("board")
    source.add_argument("--board", metavar="NAME", help="english, european, wiegleb, diamond or triangle15")
    source.add_argument("--goal", metavar="HOLE", help="where the last peg stands, like d4; or any")
    source.add_argument("--goal-file", metavar="FILE", help="the pattern to reach")
    source.add_argument(
        "--jumps",
        choices=("orthogonal", "diagonal", "triangular"),
        help="directions of jumps on a board from a file (orthogonal)",
    )
    source.add_argument("--random", action="store_true", help="a random position that can be solved")
    source.add_argument("--pegs", type=positive, default=12, metavar="N", help="its pegs (12)")
    source.add_argument("--seed", type=whole, metavar="N", help="the same seed gives the same position")
    work = parser.add_argument_group("other work").add_mutually_exclusive_group()
    work.add_argument("--fewest", action="store_true", help="a solution of the fewest moves (chained jumps)")
    work.add_argument("--count", action="store_true", help="the number of solutions")
    work.add_argument("--positions", action="store_true", help="positions by number of jumps, up to symmetry")
    work.add_argument("--solvable", action="store_true", help="those of them on the way to the goal")
    work.add_argument("--hint", action="store_true", help="whether it can be won, and which jumps keep it so")
    add_search_options(parser)


def run(args: argparse.Namespace) -> int:
    """Solve a board and print the solution; see the exit codes of `unriddle.cli`."""
    puzzle = _puzzle(args)
    if draw(args, svg=puzzle._repr_svg_):
        return 0
    if args.positions or args.solvable:
        return _layers(args, puzzle)
    if args.count:
        return _count(args, puzzle)
    if args.hint:
        return _hint(args, puzzle)
    if args.all:
        return _all(args, puzzle)
    with progress_line("peg", "positions") as progress:
        if args.fewest:
            result = puzzle.fewest_moves(limits=limits_of(args), progress=progress)
        else:
            result = puzzle.solve(args.method, limits=limits_of(args), progress=progress)
    if args.animate and args.format == "text":
        animate([position.replace("/", "\n") for position in result.path])
    jumps = [str(jump) for jump in result.jumps]
    print_result(args, result, result.path, str(result), jumps=jumps, moves=result.moves)
    _say_limit(result.status, result.interrupted)
    return exit_code(result.status, result.interrupted)


def _puzzle(args: argparse.Namespace) -> GridPegSolitairePuzzle:
    from .puzzle import GridPegSolitairePuzzle

    if (args.file is None) == (args.board is None) and not (args.random and args.file is None):
        raise PuzzleError(
            "expected a FILE, or --board NAME" + (", not both" if args.file is not None else "")
        )
    if args.board is not None and args.jumps is not None:
        raise PuzzleError("--jumps is for a board from a file; a named board has its own")
    goal: Any = None
    if args.goal is not None and args.goal_file is not None:
        raise PuzzleError("--goal and --goal-file, expected one of them")
    if args.goal_file is not None:
        goal = read_text(args.goal_file, limit=MAX_BYTES)
    elif args.goal not in (None, "any"):
        goal = _hole(args.goal)
    if args.random:
        if args.file is not None:
            raise PuzzleError("--random makes a position of a named board, expected --board NAME, no FILE")
        name = args.board or "english"
        chosen = GridPegSolitairePuzzle.random(name, pegs=args.pegs, seed=args.seed, goal=goal)
        if args.format == "text" and args.svg != "-":
            print(chosen)
        return chosen
    if args.seed is not None:
        raise PuzzleError("--seed is for --random, expected --random with it")
    if args.board is not None:
        return GridPegSolitairePuzzle.named(args.board, goal=goal)
    text = read_text(args.file, limit=MAX_BYTES)
    return GridPegSolitairePuzzle.parse(
        text, goal=goal, jumps=args.jumps or "orthogonal", file=source_name(args.file)
    )


def _hole(text: str) -> tuple[int, int]:
    """Read the name of a hole: column letters, row number."""
    match = re.fullmatch(r"([a-z]{1,2})([1-9][0-9]{0,3})", text.lower())
    if match is None:
        raise PuzzleError(f"goal {printable(text)!r}, expected a hole like d4 (column, row), or any")
    column = 0
    for letter in match[1]:
        column = 26 * column + ord(letter) - 96
    return int(match[2]) - 1, column - 1


def _layers(args: argparse.Namespace, puzzle: GridPegSolitairePuzzle) -> int:
    with progress_line("peg", "positions") as progress:
        work = puzzle.solvable_positions if args.solvable else puzzle.count_positions
        result = work(limits=limits_of(args), progress=progress)
    if args.format == "json":
        print_answer(
            args,
            {
                "status": str(result.status),
                "counts": list(result.counts),
                "total": result.total,
                "nodes": result.stats.nodes,
                "seconds": result.stats.seconds,
            },
        )
    else:
        for jumps, count in enumerate(result.counts):
            print(f"{jumps:2} {count:,}")
        print(f"{result.total:,} positions up to symmetry")
        if args.stats:
            print(seconds_text(result.stats.seconds))
    _say_limit(result.status, result.interrupted)
    return exit_code(result.status, result.interrupted)


def _count(args: argparse.Namespace, puzzle: GridPegSolitairePuzzle) -> int:
    from .puzzle import PegLimitError

    start = time.perf_counter()
    try:
        with progress_line("peg", "positions") as progress:
            count = puzzle.count_solutions(limits=limits_of(args), progress=progress)
    except PegLimitError:
        return _no_answer(args, time.perf_counter() - start)
    seconds = time.perf_counter() - start
    status = Status.NO_SOLUTION if not count else Status.UNIQUE if count == 1 else Status.MULTIPLE
    if args.format == "json":
        print_answer(args, {"status": str(status), "count": count, "seconds": seconds})
    else:
        print(f"{count:,} solution{'' if count == 1 else 's'}")
        if args.stats:
            print(seconds_text(seconds))
    return exit_code(status)


def _hint(args: argparse.Namespace, puzzle: GridPegSolitairePuzzle) -> int:
    from .puzzle import PegLimitError

    start = time.perf_counter()
    try:
        jumps = [str(jump) for jump in puzzle.winning_jumps(limits=limits_of(args))]
    except PegLimitError:
        return _no_answer(args, time.perf_counter() - start)
    winnable = bool(jumps) or puzzle.is_solved()
    if args.format == "json":
        print_answer(
            args, {"status": "SOLVED" if winnable else "NO_SOLUTION", "winnable": winnable, "jumps": jumps}
        )
    elif puzzle.is_solved():
        print("the goal stands")
    else:
        print(f"winnable by {' '.join(jumps)}" if winnable else "no longer winnable")
    return 0 if winnable else 1


def _all(args: argparse.Namespace, puzzle: GridPegSolitairePuzzle) -> int:
    found = 0
    for result in puzzle.solutions(args.most):
        found += 1
        print_result(args, result, result.path, str(result), jumps=[str(jump) for jump in result.jumps])
    if args.format == "text":
        print(f"{found:,} solution{'' if found == 1 else 's'}")
    return 0 if found else 1


def _no_answer(args: argparse.Namespace, seconds: float) -> int:
    if args.format == "json":
        print_answer(args, {"status": str(Status.LIMIT), "seconds": seconds})
    _say_limit(Status.LIMIT, False)
    return exit_code(Status.LIMIT)


def _say_limit(status: Status, interrupted: bool) -> None:
    if status is Status.LIMIT:
        print("interrupted" if interrupted else "limit reached", file=sys.stderr)
