"""Place words on a board, play the game, fill a crossword grid, lay out a criss-cross.

unriddle placement FILE            solve; FILE holds words, an empty line, rows of 0 and 1
unriddle placement play [FILE]     play the game
unriddle placement fill GRID       fill a grid (0 or # forbidden, 1 or . empty) from a word list
unriddle placement generate FILE   lay the words of a file out, one a line
"""

from __future__ import annotations

import argparse
import contextlib
import sys
from typing import TYPE_CHECKING, Any

from ..base import PuzzleError, Status
from ..textio import read_text, source_name, text_lines
from .common import (
    add_limits,
    exit_code,
    limits_of,
    positive,
    print_json,
    progress_line,
    seconds_text,
    write_file,
)

if TYPE_CHECKING:
    from ..base import SearchStats
    from ..puzzles.word_placement import WordFilling, WordPlacement

__all__ = ["configure", "run"]

ACTIONS = ("play", "fill", "generate")


def _size(text: str) -> tuple[int, int]:
    rows, cross, cols = text.lower().partition("x")
    if not cross:
        raise argparse.ArgumentTypeError(f"{text!r}, expected ROWSxCOLUMNS")
    return positive(rows), positive(cols)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument(
        "what", nargs="+", metavar="FILE", help="a puzzle, - for standard input; or one of the actions above"
    )
    modes = parser.add_mutually_exclusive_group()
    modes.add_argument("--all", action="store_true", help="print every solution")
    modes.add_argument("--count", action="store_true", help="count the solutions")
    parser.add_argument("--limit", type=positive, metavar="N", help="with --all or --count: stop at N")
    parser.add_argument("--reuse", action="store_true", help="a word may be used any number of times")
    parser.add_argument("--spare", action="store_true", help="words may be left over")
    parser.add_argument("--moves", metavar="FILE", help="play: take what is entered from FILE")
    parser.add_argument(
        "--lexicon", metavar="NAME", default="english", help="fill: a word list or its file (english)"
    )
    parser.add_argument("--size", type=_size, metavar="RxC", help="generate: most rows and columns")
    parser.add_argument(
        "--unique", action="store_true", help="generate: give letters until one solution is left"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="fill, generate: another result")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="form of the output")
    parser.add_argument("--svg", metavar="FILE", help="write a picture")
    add_limits(parser)


def run(args: argparse.Namespace) -> int:
    """Do what is asked."""
    action = args.what[0] if args.what[0] in ACTIONS else ""
    files = args.what[1:] if action else args.what
    if len(files) > 1 or (not files and action != "play"):
        raise PuzzleError(f"{len(files)} files, expected one")
    if action == "play":
        return _play(files[0] if files else None, args)
    if action == "fill":
        return _fill(files[0], args)
    if action == "generate":
        return _generate(files[0], args)
    return _solve(files[0], args)


def _json_filling(filling: WordFilling | None) -> dict[str, Any]:
    if filling is None:
        return {"rows": None, "words": []}
    words = [
        {"word": placed.word, "row": placed.row, "col": placed.col, "direction": placed.direction}
        for placed in filling.placed
    ]
    return {"rows": list(filling.rows), "words": words}


def _json_stats(stats: SearchStats) -> dict[str, Any]:
    return {"nodes": stats.nodes, "guesses": stats.guesses, "seconds": stats.seconds}


def _draw(args: argparse.Namespace, filling: WordFilling | None, board: tuple[str, ...]) -> None:
    if args.svg is not None:
        from ..puzzles.word_placement.drawing import draw

        write_file(args.svg, draw(filling.rows if filling is not None else board))


def _note(text: str) -> None:
    """Say something beside the result, where a person reads it."""
    if sys.stderr.isatty():
        print(text, file=sys.stderr)


def _solve(file: str, args: argparse.Namespace) -> int:
    from ..puzzles.word_placement import WordPlacement

    puzzle = WordPlacement.read(file, reuse=args.reuse, exact=not args.spare)
    if args.all:
        return _all(puzzle, args)
    with progress_line("placement") as progress:
        most = args.limit if args.count else 2
        result = puzzle.solve(limits_of(args), most=most, progress=progress)
    _draw(args, result.solution, puzzle.board)
    code = exit_code(result.status, result.interrupted)
    if args.count and result.status is Status.MULTIPLE and not result.complete and args.limit is None:
        code = 130 if result.interrupted else 1  # counted up to a limit of time or nodes
    if args.format == "json":
        print_json(
            {
                "status": str(result.status),
                "solutions": result.solutions,
                "complete": result.complete,
                **({} if args.count else _json_filling(result.solution)),
                "reason": result.reason,
                "stats": _json_stats(result.stats),
            }
        )
        return code
    if args.count:
        print(f"{'' if result.complete else 'at least '}{result.solutions}")
    elif result.solution is not None:
        print(result.solution)
    elif result.status is Status.NO_SOLUTION:
        print(f"no solution: {result.reason}")
    else:
        print("no solution found before the limit")
    _note(f"{result.status}, {result.stats.nodes:,} nodes, {seconds_text(result.stats.seconds)}")
    return code


def _all(puzzle: WordPlacement, args: argparse.Namespace) -> int:
    found, drawn = 0, False
    solutions = puzzle.solutions(args.limit, limits=limits_of(args))
    while True:
        try:
            filling = next(solutions)
        except StopIteration as stop:
            status: Status = stop.value
            break
        if args.format == "json":
            print_json(_json_filling(filling))
        else:
            print(f"{chr(10) if found else ''}{filling}")
        if not drawn:
            _draw(args, filling, puzzle.board)
            drawn = True
        found += 1
    if status is Status.NO_SOLUTION:
        print(
            f"no solution: {puzzle.contradiction() or 'no way to place the words fills the board'}",
            file=sys.stderr,
        )
    if status is Status.LIMIT:
        print(f"stopped by the limit after {found} solutions", file=sys.stderr)
    return exit_code(status)


def _play(file: str | None, args: argparse.Namespace) -> int:
    from ..puzzles.word_placement.talk import play

    moves = None
    if args.moves is not None:
        moves = [line for _, line in text_lines(read_text(args.moves, limit=1 << 24))]
    if moves is None and sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401 (gives `input` line editing and a history)
    play(file, moves=moves)
    return 0


def _fill(file: str, args: argparse.Namespace) -> int:
    from ..lexicon import Lexicon
    from ..puzzles.word_placement import fill

    name = source_name(file)
    rows = [line.strip() for _, line in text_lines(read_text(file, limit=1 << 22)) if line.strip()]
    lexicon = Lexicon.load(args.lexicon)
    with progress_line("fill") as progress:
        try:
            result = fill(
                rows, lexicon, reuse=args.reuse, seed=args.seed, limits=limits_of(args), progress=progress
            )
        except PuzzleError as error:
            raise PuzzleError(error.reason, file=name, line=error.line, column=error.column) from None
    _draw(args, result.filling, tuple(rows))
    if args.format == "json":
        print_json(
            {
                "status": str(result.status),
                **_json_filling(result.filling),
                "stats": _json_stats(result.stats),
            }
        )
    elif result.filling is not None:
        print(result.filling)
    else:
        print("no solution" if result.status is Status.NO_SOLUTION else "no filling found before the limit")
    _note(f"{result.status}, {result.stats.nodes:,} nodes, {seconds_text(result.stats.seconds)}")
    return exit_code(result.status, result.interrupted)


def _generate(file: str, args: argparse.Namespace) -> int:
    from ..puzzles.word_placement import generate

    name = source_name(file)
    lines = [(n, line.strip()) for n, line in text_lines(read_text(file, limit=1 << 22)) if line.strip()]
    try:
        layout = generate([word for _, word in lines], size=args.size, unique=args.unique, seed=args.seed)
    except PuzzleError as error:
        raise PuzzleError(error.reason, file=name) from None
    _draw(args, layout.filling, layout.puzzle.board)
    if args.format == "json":
        print_json(
            {
                **_json_filling(layout.filling),
                "board": list(layout.puzzle.board),
                "left_out": list(layout.left_out),
            }
        )
    else:
        sys.stdout.write(layout.puzzle.format())
        for word in layout.left_out:
            print(f"no place for {word}", file=sys.stderr)
    return 1 if layout.left_out else 0
