"""What the subcommands of assignment puzzles share: what to do with a puzzle, and how to print it."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from typing import Any

from ...base import PuzzleError, Result, Status
from ...console import (
    add_limits,
    exit_code,
    limits_of,
    positive,
    print_json,
    progress_line,
    seconds_text,
    write_file,
)

__all__ = ["add_modes", "at_most", "make", "run_puzzle"]


def add_modes(parser: argparse.ArgumentParser) -> None:
    """Add what to do, the form of the output and the limits."""
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--all", action="store_true", help="print every solution")
    what.add_argument("--count", action="store_true", help="print the number of solutions")
    what.add_argument(
        "--unique", action="store_true", help="print the status; exit 0 only for exactly one solution"
    )
    what.add_argument("--steps", action="store_true", help="print the reasoning a person would follow")
    what.add_argument("--generate", action="store_true", help="print a new puzzle with exactly one solution")
    parser.add_argument("--limit", type=positive, metavar="N", help="stop after N solutions (--all, --count)")
    parser.add_argument(
        "--seed", type=at_most(1 << 62, 0), default=0, metavar="N", help="of --generate; 0 by default"
    )
    parser.add_argument("--format", choices=("text", "json"), default="text", help="form of the output")
    parser.add_argument("--svg", metavar="FILE", help="write a picture of the answer (or of the new puzzle)")
    add_limits(parser)


def at_most(most: int, least: int = 1) -> Callable[[str], int]:
    """Return an argparse type: a whole number from `least` to `most`.

    Examples
    --------
    >>> at_most(50)("7")
    7
    """

    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 20 and least <= int(text) <= most):
            raise argparse.ArgumentTypeError(f"{text[:20]!r}, expected a whole number from {least} to {most}")
        return int(text)

    return read


def make(puzzle: Any, args: argparse.Namespace, text: str) -> int:
    """Print a generated puzzle; `text` is a form that the subcommand reads."""
    if args.svg:
        write_file(args.svg, puzzle.svg())
    if args.format == "json":
        print_json({"puzzle": text, "seed": args.seed})
    else:
        print(text)
    return 0


def run_puzzle(
    puzzle: Any,
    args: argparse.Namespace,
    *,
    as_json: Callable[[Any], list[Any]],
    form: Callable[[Any], str] | None = None,
    show: Callable[[Any, Result], Sequence[str]] | None = None,
    extra: Callable[[Any], dict[str, Any]] | None = None,
) -> int:
    """Do with a puzzle what the arguments say.

    Parameters
    ----------
    puzzle
        With the usual verbs.
    args : argparse.Namespace
        From a parser that `add_modes` saw.
    as_json : callable
        A solution as lists.
    form : callable, optional
        A solution as text; the puzzle's `format` by default.
    show : callable, optional
        Lines to print below a solution.
    extra : callable, optional
        Further keys of the JSON output, from the result.
    """
    if args.limit is not None and not (args.all or args.count):
        raise PuzzleError("--limit goes with --all or --count")
    form = puzzle.format if form is None else form
    if args.steps:
        return _steps(puzzle, args)
    if args.all:
        return _all(puzzle, args, as_json, form)
    limit = args.limit if args.count else 2
    with progress_line("searching") as progress:
        result = puzzle.solve(limits=limits_of(args), limit=limit, progress=progress)
    if args.svg and result.solution is not None:
        write_file(args.svg, puzzle.svg(result.solution))
    code = exit_code(result.status, result.interrupted)
    if args.unique and code == 0 and result.status is not Status.UNIQUE:
        code = 1
    if args.format == "json":
        print_json(
            {
                "status": result.status.value,
                "solution": None if result.solution is None else as_json(result.solution),
                "count": result.count,
                "complete": result.complete,
                "reason": result.reason,
                "guesses": result.stats.guesses,
                "nodes": result.stats.nodes,
                "propagations": result.stats.propagations,
                "efficiency": result.stats.efficiency,
                "seconds": result.stats.seconds,
                **(extra(result) if extra is not None else {}),
            }
        )
        return code
    if args.count:
        print(result.count if result.status is not Status.LIMIT else f"at least {result.count}")
    elif args.unique:
        print(f"{result.status.value}{f': {result.reason}' if result.reason else ''}")
    else:
        _show(puzzle, result, args, form, show)
    return code


def _show(
    puzzle: Any,
    result: Any,
    args: argparse.Namespace,
    form: Callable[[Any], str],
    show: Callable[[Any, Result], Sequence[str]] | None,
) -> None:
    status, stats = result.status, result.stats
    if result.solution is not None:
        for line in show(puzzle, result) if show is not None else []:
            print(line)
        shown = (
            puzzle.solutions(2, limits=limits_of(args)) if status is Status.MULTIPLE else [result.solution]
        )
        for k, solution in enumerate(shown):
            print(("\n" if k else "") + form(solution))
    known = {
        Status.UNIQUE: "exactly one solution",
        Status.MULTIPLE: "two solutions" if result.complete else "at least two solutions",
        Status.NO_SOLUTION: result.reason or "it is proven that there is none",
        Status.LIMIT: "interrupted" if result.interrupted else f"stopped with {result.count} found",
    }
    said = f": {known[status]}" if status in known else ""
    print(f"\n{status.value}{said}" if result.solution is not None else f"{status.value}{said}")
    print(
        f"{stats.nodes} nodes visited, {stats.guesses} guesses, efficiency {stats.efficiency:.3f},"
        f" {seconds_text(stats.seconds)}"
    )


def _steps(puzzle: Any, args: argparse.Namespace) -> int:
    steps, difficulty = puzzle.steps(), puzzle.difficulty()
    solved = not any(step.kind in ("guess", "contradiction") for step in steps)
    if args.format == "json":
        print_json(
            {
                "difficulty": difficulty,
                "solved": solved,
                "steps": [
                    {"kind": step.kind, "text": step.text, "cell": step.cell, "value": step.value}
                    for step in steps
                ],
            }
        )
    else:
        for k, step in enumerate(steps, 1):
            print(f"{k}. {step}")
        print(f"difficulty: {difficulty}")
    return 0


def _all(
    puzzle: Any, args: argparse.Namespace, as_json: Callable[[Any], list[Any]], form: Callable[[Any], str]
) -> int:
    """Print solutions as they come, in bounded memory; the JSON object is closed whatever happens."""
    solutions = puzzle.solutions(args.limit, limits=limits_of(args))
    first = None
    as_object = args.format == "json"
    if as_object:
        sys.stdout.write('{"solutions":[')
    try:
        for k, solution in enumerate(solutions):
            first = solution if first is None else first
            if as_object:
                sys.stdout.write(("," if k else "") + json.dumps(as_json(solution), separators=(",", ":")))
            else:
                print(("\n" if k else "") + form(solution))
    except KeyboardInterrupt:
        solutions.interrupt()
    status = solutions.status
    if args.limit is not None and solutions.count == args.limit and status is Status.SOLVED:
        solutions_said = "the limit"
    else:
        solutions_said = "all of them" if solutions.complete else "stopped"
    if as_object:
        rest = {
            "status": status.value,
            "solution": None if first is None else as_json(first),
            "count": solutions.count,
            "complete": solutions.complete,
            "guesses": solutions.guesses,
            "nodes": solutions.nodes,
        }
        sys.stdout.write("]," + json.dumps(rest, separators=(",", ":"))[1:] + "\n")
    else:
        if solutions.count:
            print()
        print(f"{status.value}: {solutions.count} solutions, {solutions_said}")
    if args.svg and first is not None:
        write_file(args.svg, puzzle.svg(first))
    return exit_code(status, solutions.interrupted)
