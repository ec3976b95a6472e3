"""Check answers to puzzles, and report where one is wrong.

unriddle check sudoku puzzles.txt answers.txt
unriddle check sudoku puzzles.txt out/part-00000000.ndjson
unriddle check numbrix book.parquet --column board --answers solution
unriddle check peg "**.*" "a1-c1 d1-b1"

Files have one puzzle or one answer per line, or a column of them (Parquet, Feather, CSV, JSON). An output
file of unriddle batch holds answers; one of unriddle generate holds puzzles and their rules. Instead of a
file, a single puzzle or answer can be given. Verdicts are printed one per line, in the order of the answers,
and a summary on standard error.

Exit code 0: all answers are right; 1: some are not, or --max-seconds ended the check; 2: bad input.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ..base import PuzzleError
from ..console import add_format, add_threads, positive, progress_line, seconds
from ..io.text import printable
from ..puzzles import registry
from ..puzzles.framework.arguments import Record
from .puzzles import add_puzzles, add_rules, given_rules

if TYPE_CHECKING:
    from ..puzzles.framework.check import VerdictMany
    from .answers import Side

PIECE = 1 << 14
"""Answers that are judged, and written, at a time."""
SMALL = 256
"""The first piece, so that the first verdicts of slow puzzles come soon."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add a subcommand of ``unriddle check`` for each puzzle."""
    parser.description = __doc__
    add_puzzles(parser, registry.names(), _fill)


def _fill(parser: argparse.ArgumentParser, puzzle: str) -> None:
    parser.add_argument("puzzles", metavar="PUZZLES", help="a file, - for standard input, or one puzzle")
    parser.add_argument(
        "given", nargs="?", metavar="ANSWERS", help="a file, - for standard input, or one answer"
    )
    source = parser.add_argument_group("input")
    source.add_argument(
        "--column",
        metavar="NAME",
        help="read the puzzles from this column (default: board, puzzle, grid or another usual name)",
    )
    source.add_argument(
        "--answers",
        metavar="NAME",
        help="read the answers from this column or JSON key of ANSWERS, or of PUZZLES if no ANSWERS are given"
        " (default: answer or solution)",
    )
    add_rules(parser, registry.batch(puzzle), registry.get(puzzle), judged=True)
    output = parser.add_argument_group("output")
    add_format(output, "text", "ndjson")
    output.add_argument(
        "--wrong", action="store_true", help="print only verdicts on answers that are not right"
    )
    output.add_argument("--quiet", action="store_true", help="print only the summary")
    work = parser.add_argument_group("work")
    add_threads(work)
    work.add_argument("--limit", type=positive, metavar="N", help="stop after N answers (default: no limit)")
    late = "stop after S seconds (default: no limit)"
    work.add_argument("--max-seconds", type=seconds, metavar="S", help=late)


def run(args: argparse.Namespace) -> int:
    """Judge answers; 0 where all are right, 1 where some are not, or a limit was reached."""
    from .answers import open_answers

    kind = registry.get(args.puzzle)
    rules, given = given_rules(args, registry.batch(args.puzzle), kind)
    one, sides = open_answers(args, kind, rules)
    counts: dict[str, int] = {}
    done, start, stopped = 0, time.perf_counter(), False
    with progress_line(args.puzzle, "answers") as progress:
        for puzzles, answers in _pieces(sides, args.limit):
            asked = puzzles if one is None else one
            recorded = any(isinstance(value, Record) for value in _listed(asked))
            found = _judged(kind, asked, answers, args, given if recorded else rules)
            if not args.quiet:
                sys.stdout.write("".join(_lines(found, answers.first, args)))
            for judgement, count in found.counts().items():
                counts[judgement] = counts.get(judgement, 0) + count
            done += len(found)
            if progress is not None:
                progress(done)
            if args.max_seconds is not None and time.perf_counter() - start >= args.max_seconds:
                stopped = True
                break
    sys.stdout.flush()
    print(_summary(args, counts, done, time.perf_counter() - start, stopped), file=sys.stderr)
    return 0 if done == counts.get("RIGHT", 0) and not stopped else 1


def _pieces(sides: Any, limit: int | None) -> Iterator[tuple[Any, Any]]:
    """Yield puzzles and answers that belong together, some thousands at a time."""
    left, size = limit, SMALL
    while left is None or left > 0:
        piece = sides.take(size if left is None else min(size, left))
        if piece is None:
            return
        yield piece
        size = PIECE
        left = None if left is None else left - len(piece[1].values)


def _listed(asked: Any) -> list[Any]:
    """Return the puzzles of a piece where they are a list: only there are records among them."""
    values = getattr(asked, "values", None)
    return values if isinstance(values, list) else []


def _judged(
    kind: Any, puzzles: Any, answers: Side, args: argparse.Namespace, rules: dict[str, Any]
) -> VerdictMany:
    """Return the verdicts on a piece; an error names the line of the puzzle."""
    asked = getattr(puzzles, "values", puzzles)
    try:
        found: VerdictMany = kind.check_many(asked, answers.values, threads=args.threads, **rules)
        return found
    except PuzzleError as error:
        if error.index is None or not hasattr(puzzles, "values"):
            raise
        line = puzzles.first + error.index
        raise PuzzleError(error.reason, file=puzzles.name, line=line, column=error.column) from None


def _lines(found: VerdictMany, first: int, args: argparse.Namespace) -> Iterator[str]:
    """Yield the lines of verdicts; `first` is the number of the first answer."""
    text = args.format == "text"
    for k, place in enumerate(found.statuses.tolist()):
        if place == 0:
            if not args.wrong:
                yield f"{first + k}: RIGHT\n" if text else f'{{"line":{first + k},"verdict":"RIGHT"}}\n'
            continue
        verdict = found[k]
        if text:
            yield f"{first + k}: {printable(str(verdict))}\n"
        else:
            said = {"line": first + k, "verdict": str(verdict.status), "reason": verdict.reason}
            places = {"places": verdict.places} if verdict.places else {}
            yield json.dumps(said | places, ensure_ascii=False, separators=(",", ":")) + "\n"


def _summary(args: argparse.Namespace, counts: dict[str, int], done: int, took: float, stopped: bool) -> str:
    parts = [
        f"{count:,} {judgement.replace('_', ' ').lower()}" for judgement, count in counts.items() if count
    ]
    said = f"{args.puzzle}: {done:,} answer{'' if done == 1 else 's'}"
    if parts:
        said += f", {', '.join(parts)}"
    rate = f", {done / took:,.0f}/s" if took else ""
    return f"{said}; {took:.1f} s{rate}{'; a limit was reached' if stopped else ''}"
