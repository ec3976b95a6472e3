"""Roll dice millions of times, and count words, points and the longest word of each board.

unriddle survey
unriddle survey --dice big --boards 10000000 --svg big.svg
unriddle survey --dice "AAEEGN ABBJOO …" --lexicon words.txt --format json
unriddle survey --boards 100000000 --shard 1/2 --format json > part1.json
unriddle survey --merge part1.json part2.json

The same seed gives the same figures for any number of threads and shards. Figures in brackets are 95%
confidence intervals. How often each word occurs is counted on the first --sample boards. If the dice do not
fill the board exactly, each cell shows a random face of the set. A limit or Ctrl-C ends the survey,
and what was counted so far is printed.

Exit code 0: done; 1: a limit was reached, or shards are missing; 2: bad input; 130: Ctrl-C.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from typing import Any

from ....base import PuzzleError, Status
from ....console import (
    add_drawings,
    add_format,
    add_limits,
    add_seed,
    aligned,
    draw,
    exit_code,
    limits_of,
    print_answer,
    progress_line,
    seconds_text,
    stop_reason,
    whole,
)
from ....io.text import printable, read_text
from ....lexicon.arguments import COMMON, add_lexicon, load_lexicon
from ....options import add_options, options_from
from ..rules import DICE, Rules
from .result import Survey
from .survey import SurveyOptions, survey

LONGEST = 1 << 28  # bytes of a file of a survey
SHARES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)  # quantiles that are printed


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``unriddle survey``."""
    rolls = parser.add_argument_group("rolls")
    rolls.add_argument("--dice", metavar="SET", help=DICE)
    size = "set rows and columns (default: the square that the dice fill)"
    rolls.add_argument("--size", metavar="RxC", help=size)
    add_options(rolls, SurveyOptions, "boards")
    add_seed(rolls, 0)
    add_options(parser.add_argument_group("rules"), Rules)
    add_lexicon(parser.add_argument_group("words"), COMMON)
    work = parser.add_argument_group("work")
    add_options(work, SurveyOptions, "sample", "threads", "shard")
    work.add_argument("--merge", nargs="+", metavar="FILE", help="merge surveys saved with --format json")
    add_limits(work)
    output = parser.add_argument_group("output")
    add_format(output, "text", "json")
    frequent = "show the N most frequent words"
    output.add_argument("--frequent", type=whole, default=10, metavar="N", help=frequent)
    add_drawings(output)


def run(args: argparse.Namespace) -> int:
    """Roll, or merge what was rolled, and print it."""
    result = _merged(args.merge) if args.merge else _rolled(args)
    with draw(args, svg=result.to_svg, html=result.to_html) as taken:
        if args.format == "json":
            print_answer(args, result.to_dict())
        elif not taken:
            print("\n".join(_lines(result, args.frequent)))
    if result.status is Status.LIMIT and not args.merge:
        print(f"{stop_reason(result.interrupted)}: only the boards so far", file=sys.stderr)
    elif args.merge and not result.complete:
        print(f"{result.n:,} of {result.job.boards:,} boards: others are missing", file=sys.stderr)
        return 1
    return exit_code(result.status, result.interrupted)


def _rolled(args: argparse.Namespace) -> Survey:
    lexicon, options = load_lexicon(args), options_from(SurveyOptions, args)
    with progress_line("survey", "boards") as progress:
        rules, limits = options_from(Rules, args), limits_of(args)
        return survey(
            args.dice, lexicon, options, limits=limits, progress=progress, shape=args.size, rules=rules
        )


def _merged(files: list[str]) -> Survey:
    found = [_read(path) for path in files]
    return found[0].merge(*found[1:])


def _read(path: str) -> Survey:
    """Return the survey of a file."""
    try:
        return Survey.from_dict(json.loads(read_text(path, limit=LONGEST)))
    except (ValueError, RecursionError) as error:
        if isinstance(error, PuzzleError) and error.file is not None:
            raise
        reason = (
            error.reason if isinstance(error, PuzzleError) else "is not a survey saved with --format json"
        )
        raise PuzzleError(reason, file=printable(path)) from None


def _lines(result: Survey, most: int) -> list[str]:
    """Return what is printed as text."""
    job = result.job
    topology = job.rules.topology + (", edges touch" if job.rules.wrap else "")
    lines = [
        f"Dice: {printable(job.dice)}",
        f"Boards: {result.n:,} of {job.shape[0]} x {job.shape[1]}, {topology}, seed {job.seed}",
        f"Lexicon: {printable(result.lexicon)}",
        "",
    ]
    columns = (result.words, result.score, result.longest)
    rows: list[tuple[str, list[Any]]] = [
        ("mean", [found.mean for found in columns]),
        ("variance", [found.variance for found in columns]),
        *((f"{100 * share:.0f} % at most", [found.quantile(share) for found in columns]) for share in SHARES),
        ("least and most", [f"{found.least:,} to {found.most:,}" for found in columns]),
    ]
    table = [["", "words", "points", "longest word"], *([name, *map(str, values)] for name, values in rows)]
    wide = aligned(table)
    if max(map(len, wide)) <= shutil.get_terminal_size().columns:
        lines += wide
    else:  # one figure below the other
        for k in range(1, 4):
            lines += aligned([[row[0] or row[k], row[k] if row[0] else ""] for row in table])
    dead = result.dead
    shares = [f"{100 * share:.3g}" for share in dead]
    lines += ["", f"Boards without a word: {shares[0]} % ({shares[1]} to {shares[2]})"]
    frequent = result.frequent(most)
    if frequent:
        lines.append(f"Most frequent words, of {result.sampled:,} boards:")
        lines += [f"  {word:16}{100 * share.value:6.2f} %" for word, share in frequent]
    rate = result.n / result.stats.seconds if result.stats.seconds else 0.0
    lines += ["", f"Rolled in {seconds_text(result.stats.seconds)}, {rate:,.0f}/s"]
    return lines
