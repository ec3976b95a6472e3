"""Solve Sudokus of any size to 36 × 36, and prove that the solution is the only one.

FILE holds one grid (rows, spaced or not, with or without drawn boxes; . 0 * are empty cells),
or one puzzle a line. Exit code 0: solved; 1: no solution, or a limit came first (with --unique:
not exactly one solution); 2: wrong input.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from typing import TYPE_CHECKING, Any

from ...base import PuzzleError, Status
from ...console import add_limits, exit_code, limits_of, positive, print_json, seconds_text, write_file
from ...textio import printable, read_text, source_name

if TYPE_CHECKING:
    from .puzzle import SudokuPuzzle, SudokuResult

__all__ = ["configure", "run"]

BLOCK = 1 << 14
"""Lines solved at a time."""


def _box(text: str) -> tuple[int, int]:
    rows, _, cols = text.lower().replace("×", "x").partition("x")
    if not (rows.isascii() and rows.isdigit() and cols.isascii() and cols.isdigit()) or len(text) > 5:
        raise argparse.ArgumentTypeError(f"{text!r}, expected ROWSxCOLUMNS, as 2x3")
    return int(rows), int(cols)


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdigit()) or len(text) > 18:
        raise argparse.ArgumentTypeError(f"{text!r}, expected a whole number from 0 up")
    return int(text)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("file", nargs="?", default="-", metavar="FILE", help="file, or - for standard input")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--all", action="store_true", help="every solution (see --limit)")
    what.add_argument("--count", action="store_true", help="number of solutions (see --limit)")
    what.add_argument("--unique", action="store_true", help="only say whether there is exactly one solution")
    what.add_argument("--steps", action="store_true", help="the reasoning of a person, and the difficulty")
    what.add_argument(
        "--generate",
        nargs="?",
        type=positive,
        const=1,
        metavar="N",
        help="make N puzzles with one solution each",
    )
    parser.add_argument("--limit", type=positive, metavar="N", help="stop after N solutions")
    parser.add_argument("--box", type=_box, metavar="RxC", help="rows and columns of a box, as 2x3 for 6 × 6")
    parser.add_argument("--symbols", metavar="TEXT", help="the symbols in order, as 0123456789ABCDEF")
    parser.add_argument(
        "--lines", action="store_true", help="one puzzle a line, even where the lines form a square"
    )
    parser.add_argument(
        "--threads", type=_whole, default=1, metavar="N", help="threads for many lines; 0: all"
    )
    parser.add_argument(
        "--format", choices=("text", "line", "rows", "json"), default="text", help="form of output"
    )
    parser.add_argument(
        "--svg", metavar="FILE", help="draw the solution, or else the puzzle; - for standard output"
    )
    add_limits(parser)
    make = parser.add_argument_group("with --generate")
    make.add_argument("--seed", type=_whole, metavar="N", help="same seed, same puzzles")
    make.add_argument("--size", type=positive, default=9, metavar="N", help="rows (9)")
    make.add_argument(
        "--clues", type=_whole, metavar="N", help="exactly N clues; by default as few as it comes"
    )
    make.add_argument(
        "--symmetry",
        default="none",
        choices=("none", "rotation", "quarter", "horizontal", "vertical", "diagonal"),
        help="of the places of the clues",
    )
    make.add_argument("--difficulty", choices=("easy", "medium", "hard", "expert"), help="see --steps")
    make.add_argument(
        "--minimal", action="store_true", default=None, help="no clue too many, with --clues too"
    )
    make.add_argument(
        "--effort", type=positive, metavar="N", help="nodes to prove one clue with; for 25 × 25 and up"
    )


def run(args: argparse.Namespace) -> int:
    """Do the work and return the exit code."""
    from .puzzle import SudokuPuzzle
    from .text import puzzle_lines

    if args.generate is not None:
        return _generate(args)
    text = read_text(args.file)
    name = source_name(args.file)
    lines = puzzle_lines(text, args.lines)
    if lines is not None and (len(lines) > 1 or args.lines):
        return _run_lines(args, lines, name)
    if lines is not None:
        number, line = lines[0]
        text = "\n" * (number - 1) + line
    puzzle = SudokuPuzzle.parse(text, symbols=args.symbols, box=args.box, file=name)
    return _run_one(args, puzzle)


def _run_one(args: argparse.Namespace, puzzle: SudokuPuzzle) -> int:
    if args.all:
        return _all(args, puzzle)
    most = (args.limit or 1 << 62) if args.count else (args.limit or 2)
    result = puzzle.solve(limits_of(args), limit=most)
    if args.svg is not None:
        write_file(args.svg, result._repr_svg_())
    if args.format == "json":
        print_json(_record(result) | (_explained(puzzle) if args.steps else {}))
    elif args.count:
        print(result.count if result.status is not Status.LIMIT else f"at least {result.count}")
    elif args.unique:
        print(result.status.value)
    elif args.svg != "-":
        _print_result(args, puzzle, result)
    if args.unique and not result.interrupted:
        return 0 if result.status is Status.UNIQUE else 1
    return exit_code(result.status, result.interrupted)


def _print_result(args: argparse.Namespace, puzzle: SudokuPuzzle, result: SudokuResult) -> None:
    style = "grid" if args.format == "text" else args.format
    if args.steps:
        explained = _explained(puzzle)
        for number, step in enumerate(explained["steps"], 1):
            print(f"{number:3} {printable(step)}")
        print(f"difficulty: {explained['difficulty']}")
    if result.solution is not None:
        print(_shown(result.solution, style))
    elif style == "line":
        print("-")
    if args.format == "text":
        stats = result.stats
        more = "" if result.count < 2 or result.status is Status.LIMIT else ", at least 2 solutions"
        if result.count > 2 or (result.count == 2 and args.limit and args.limit > 2):
            more = f", {result.count} solutions found"
        print(
            f"{result.status.value}{more}; {stats.guesses:,} guesses, {stats.nodes:,} nodes, "
            f"{seconds_text(stats.seconds)}"
        )


def _shown(puzzle: SudokuPuzzle, style: str) -> str:
    return "\n".join(map(printable, puzzle.format(style).split("\n")))


def _record(result: SudokuResult) -> dict[str, Any]:
    return {
        "status": result.status.value,
        "solution": result.rows,
        "count": result.count,
        "guesses": result.stats.guesses,
        "nodes": result.stats.nodes,
        "seconds": result.stats.seconds,
    }


def _explained(puzzle: SudokuPuzzle) -> dict[str, Any]:
    from .steps import rate

    steps = puzzle.steps()
    return {"steps": [str(step) for step in steps], "difficulty": rate(steps).value}


def _all(args: argparse.Namespace, puzzle: SudokuPuzzle) -> int:
    """Print the solutions as they are found: any number of them, in constant memory."""
    start = time.perf_counter()
    found = puzzle.solutions(args.limit, limits_of(args))
    as_json = args.format == "json"
    style = "grid" if args.format == "text" else args.format
    between = "," if as_json else "\n" if style == "line" else "\n\n"
    first: SudokuPuzzle | None = None
    interrupted = False
    if as_json:
        sys.stdout.write('{"solutions":[')
    try:
        for solution in found:
            shown = json.dumps(solution.rows, ensure_ascii=False) if as_json else _shown(solution, style)
            sys.stdout.write((between if first is not None else "") + shown)
            first = first or solution
    except KeyboardInterrupt:
        interrupted = True
    status = Status.LIMIT if interrupted else found.status
    seconds = time.perf_counter() - start
    if as_json:
        rest = {
            "status": status.value,
            "solution": first.rows if first is not None else None,
            "count": found.count,
            "guesses": found.guesses,
            "nodes": found.nodes,
            "seconds": seconds,
        }
        sys.stdout.write("]," + json.dumps(rest, ensure_ascii=False, separators=(",", ":"))[1:] + "\n")
    else:
        if first is not None:
            sys.stdout.write("\n")
        if style == "grid":
            print(
                f"{status.value}; {found.count:,} solutions, {found.nodes:,} nodes, {seconds_text(seconds)}"
            )
    if args.svg is not None and first is not None:
        write_file(args.svg, first.svg(givens=puzzle))
    return exit_code(status, interrupted)


def _run_lines(args: argparse.Namespace, lines: list[tuple[int, str]], name: str) -> int:
    """Solve one puzzle a line; one line of output for each."""
    for option in ("steps", "svg"):
        if getattr(args, option):
            raise PuzzleError(f"--{option} takes one puzzle, the file has {len(lines):,}", file=name)
    if args.all:
        raise PuzzleError(f"--all takes one puzzle, the file has {len(lines):,}", file=name)
    worst = 0
    start = time.perf_counter()
    for first in range(0, len(lines), BLOCK):
        worst = max(worst, _run_block(args, lines[first : first + BLOCK], name, start))
    seconds = time.perf_counter() - start
    if args.format == "text":
        print(
            f"{len(lines):,} puzzles in {seconds_text(seconds)}, "
            f"{len(lines) / max(seconds, 1e-9):,.0f} a second",
            file=sys.stderr,
        )
    return worst


def _run_block(args: argparse.Namespace, lines: list[tuple[int, str]], name: str, start: float) -> int:
    from .puzzle import STATUS_CODES, SudokuPuzzle, solve_many

    puzzles: list[SudokuPuzzle] = []
    most = (args.limit or 1 << 62) if args.count else (args.limit or 2)
    begun = time.perf_counter()
    batch = None
    if args.symbols is None and args.max_seconds is None:
        try:
            batch = solve_many(
                [line for _, line in lines], most, args.threads, box=args.box, nodes=args.max_nodes
            )
        except PuzzleError:
            batch = None  # mixed sizes or symbols, or a wrong line: one by one, which says where
    worst = 0
    out = []
    each = (time.perf_counter() - begun) / len(lines)
    limits = limits_of(args)
    for k, (number, line) in enumerate(lines):
        if batch is None or batch.counts[k] == 0:
            try:
                puzzle = SudokuPuzzle.parse(line, symbols=args.symbols, box=args.box, file=name)
            except PuzzleError as error:  # the text of one line knows nothing of those before
                raise PuzzleError(error.reason, file=name, line=number, column=error.column) from None
            puzzles.append(puzzle)
        if batch is None:
            result = puzzle.solve(limits, limit=most)
            record = _record(result)
            shown = None if result.solution is None else result.solution.format("line")
            status = result.status
            if result.interrupted:
                raise KeyboardInterrupt
        else:
            status = STATUS_CODES[batch.statuses[k]]
            shown = None
            count = int(batch.counts[k])
            if count:
                symbols = _symbols(len(line))
                shown = "".join(map(symbols.__getitem__, batch.solutions[k].tolist()))
            n = len(line) and int(len(line) ** 0.5)
            record = {
                "status": status.value,
                "solution": None if shown is None else [shown[r : r + n] for r in range(0, n * n, n)],
                "count": count,
                "guesses": int(batch.guesses[k]),
                "seconds": each,
            }
        solved = status is Status.UNIQUE if args.unique else exit_code(status) == 0
        worst = max(worst, 0 if solved else 1)
        if args.format == "json":
            out.append(json.dumps({"line": number} | record, ensure_ascii=False, separators=(",", ":")))
        elif args.count:
            out.append(str(record["count"]) if status is not Status.LIMIT else f"at least {record['count']}")
        elif args.unique:
            out.append(status.value)
        elif args.format == "text":
            out.append(f"{printable(shown or '-')} {status.value}")
        else:
            out.append(printable(shown or "-"))
    sys.stdout.write("\n".join(out) + "\n")
    return worst


def _symbols(cells: int) -> tuple[str, ...]:
    from .text import default_alphabet

    return ("", *default_alphabet(int(cells**0.5)))


def _generate(args: argparse.Namespace) -> int:
    from .puzzle import generate

    seed = args.seed
    if seed is None:
        import os

        seed = int.from_bytes(os.urandom(4), "big")
        print(f"seed {seed}", file=sys.stderr)
    puzzle = None
    for k in range(args.generate):
        start = time.perf_counter()
        puzzle = generate(
            seed + k,
            args.size,
            box=args.box,
            symmetry=args.symmetry,
            clues=args.clues,
            difficulty=args.difficulty,
            minimal=args.minimal,
            effort=args.effort,
        )
        seconds = time.perf_counter() - start
        if args.format == "json":
            result = puzzle.solve()
            extra = {"puzzle": puzzle.rows, "clues": puzzle.clues, "seed": seed + k}
            print_json(extra | _record(result) | {"seconds": seconds})
        elif args.svg != "-":
            style = (
                "line" if args.format == "line" or (args.format == "text" and args.generate > 1) else "grid"
            )
            print(puzzle.format("rows" if args.format == "rows" else style))
    if args.svg is not None and puzzle is not None:
        write_file(args.svg, puzzle.svg())
    return 0
