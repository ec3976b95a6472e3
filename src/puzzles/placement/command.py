"""Place words on a board: solve, play, fill a crossword grid, lay out a criss-cross.

FILE holds words, an empty line, and rows of 0 (forbidden), 1 (empty) and given letters.
`placement FILE` is short for `placement solve FILE`.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
from typing import TYPE_CHECKING, Any

from ...base import PuzzleError, Status
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
from ...textio import read_text, source_name, text_lines
from ..common.lexicons import add_lexicon, load_lexicon

if TYPE_CHECKING:
    from ...base import SearchStats
    from . import WordFilling, WordPlacement

__all__ = ["configure", "run"]

ACTIONS = {
    "solve": "solve a puzzle; what is done where no action is named",
    "play": "play the game",
    "fill": "fill a grid from a word list",
    "generate": "lay words out as a criss-cross board",
}


def _size(text: str) -> tuple[int, int]:
    rows, cross, cols = text.lower().partition("x")
    if not cross:
        raise argparse.ArgumentTypeError(f"{text!r}, expected ROWSxCOLUMNS")
    return positive(rows), positive(cols)


def _number(text: str) -> float:
    try:
        return _finite(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r}, expected a number") from None


def _finite(text: str) -> float:
    value = float(text)
    if not abs(value) < float("inf"):
        raise ValueError
    return value


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the actions and their arguments."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    made = {name: actions.add_parser(name, help=text, description=text) for name, text in ACTIONS.items()}
    solve, play, fill, generate = made.values()

    solve.add_argument("file", metavar="FILE", help="a puzzle; - for standard input")
    modes = solve.add_mutually_exclusive_group()
    modes.add_argument("--all", action="store_true", help="print every solution")
    modes.add_argument("--count", action="store_true", help="count the solutions")
    solve.add_argument("--limit", type=positive, metavar="N", help="with --all or --count: stop at N")
    solve.add_argument("--reuse", action="store_true", help="a word may be used any number of times")
    solve.add_argument("--spare", action="store_true", help="words may be left over")

    play.add_argument("file", metavar="FILE", nargs="?", help="a puzzle, or a saved game (.json)")
    play.add_argument("--moves", metavar="FILE", help="take what is entered from FILE, line by line")

    fill.add_argument("file", metavar="GRID", help="rows of 0 or # (forbidden), 1 or . (empty) and letters")
    add_lexicon(fill)
    fill.add_argument("--scores", metavar="FILE", help="prefer words by score: lines WORD;SCORE")
    fill.add_argument("--min-score", type=_number, metavar="N", help="with --scores: leave out words below N")
    fill.add_argument("--reuse", action="store_true", help="a word may be used any number of times")

    generate.add_argument("file", metavar="FILE", help="words, one a line")
    generate.add_argument("--size", type=_size, metavar="RxC", help="most rows and columns")
    generate.add_argument("--unique", action="store_true", help="give letters until one solution is left")

    for sub in (fill, generate):
        sub.add_argument("--seed", type=int, default=0, metavar="N", help="another seed, another result")
    for sub in (solve, fill, generate):
        sub.add_argument("--format", choices=("text", "json"), default="text", help="form of the output")
        sub.add_argument("--svg", metavar="FILE", help="write a picture")
    for sub in (solve, fill):
        add_limits(sub)

    parse = parser.parse_known_args

    def parse_with_default(args: Any = None, namespace: Any = None) -> Any:
        if args and args[0] not in (*ACTIONS, "-h", "--help"):
            args = ["solve", *args]
        return parse(args, namespace)

    parser.parse_known_args = parse_with_default  # type: ignore[method-assign]


def run(args: argparse.Namespace) -> int:
    """Do what is asked."""
    return {"solve": _solve, "play": _play, "fill": _fill, "generate": _generate}[args.action](args)


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
        from .draw import draw

        write_file(args.svg, draw(filling.rows if filling is not None else board))


def _note(text: str) -> None:
    """Say something beside the result, where a person reads it."""
    if sys.stderr.isatty():
        print(text, file=sys.stderr)


def _solve(args: argparse.Namespace) -> int:
    from . import WordPlacement

    puzzle = WordPlacement.read(args.file, reuse=args.reuse, exact=not args.spare)
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


def _play(args: argparse.Namespace) -> int:
    from .talk import play

    moves = None
    if args.moves is not None:
        moves = [line for _, line in text_lines(read_text(args.moves, limit=1 << 24))]
    if moves is None and sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401 (gives `input` line editing and a history)
    play(args.file, moves=moves)
    return 0


def _fill(args: argparse.Namespace) -> int:
    from . import fill

    name = source_name(args.file)
    rows = [line.strip() for _, line in text_lines(read_text(args.file, limit=1 << 22)) if line.strip()]
    scores = _scores(args.scores) if args.scores is not None else None
    lexicon = load_lexicon(args)
    with progress_line("fill") as progress:
        try:
            result = fill(
                rows,
                lexicon,
                score=scores,
                min_score=args.min_score,
                reuse=args.reuse,
                seed=args.seed,
                limits=limits_of(args),
                progress=progress,
            )
        except PuzzleError as error:
            raise PuzzleError(error.reason, file=name, line=error.line, column=error.column) from None
    _draw(args, result.filling, tuple(rows))
    if args.format == "json":
        print_json(
            {
                "status": str(result.status),
                **_json_filling(result.filling),
                "score": result.score,
                "stats": _json_stats(result.stats),
            }
        )
    elif result.filling is not None:
        print(result.filling)
    else:
        print("no solution" if result.status is Status.NO_SOLUTION else "no filling found before the limit")
    _note(f"{result.status}, {result.stats.nodes:,} nodes, {seconds_text(result.stats.seconds)}")
    return exit_code(result.status, result.interrupted)


def _scores(file: str) -> dict[str, float]:
    scores: dict[str, float] = {}
    for number, line in text_lines(read_text(file)):
        if line.strip():
            word, _, score = line.partition(";")
            try:
                scores[word.strip()] = _finite(score)
            except ValueError:
                raise PuzzleError(
                    f"line {line[:60]!r}, expected WORD;SCORE", file=source_name(file), line=number
                ) from None
    return scores


def _generate(args: argparse.Namespace) -> int:
    from . import generate

    name = source_name(args.file)
    lines = [(n, line.strip()) for n, line in text_lines(read_text(args.file, limit=1 << 22)) if line.strip()]
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
