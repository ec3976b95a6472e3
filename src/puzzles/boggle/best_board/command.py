"""Search for the board with the most points, or the most words.

unriddle best 4x4 --lexicon words.txt --qu --max-seconds 60
unriddle best 3x3 --objective words --seed 7 --format json
unriddle best 4x4 --qu --pool 100 --target 3625
unriddle best 4x4 --qu --contains riddle,puzzle
unriddle best 4x4 --dice 1987 --scoring '{"letter_values":{"q":10,"z":10}}'

Each round is a new search from random boards. The search ends when three rounds have found the same best
score, or one has reached --target. On a terminal each better board is shown. --max-seconds and Ctrl-C end
the search, and the best board is printed.

Exit code 0: done; 1: a limit ended the search, or --target was not reached; 2: bad input; 130: Ctrl-C.
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING, Any

from ....base import PuzzleError
from ....console import (
    add_drawings,
    add_format,
    add_limits,
    add_seed,
    add_threads,
    draw,
    exit_code,
    limits_of,
    print_answer,
    progress_line,
    seconds_text,
    stop_reason,
)
from ....io.text import pluralize, printable
from ....lexicon.arguments import COMMON, add_lexicon, load_lexicon
from ....options import add_options, options_from
from ...framework.command import shape
from ..rules import Rules

if TYPE_CHECKING:
    from ..puzzle import Boggle
    from ..scoring import Scoring
    from .best import BestResult


def add_size(parser: argparse.ArgumentParser, kind: type, required: str = "") -> None:
    """Add the size of the boards, `required` by these words or always, and what counts on them."""
    size = f"rows and columns{required}"
    parser.add_argument("size", metavar="RxC", nargs="?" if required else None, type=shape, help=size)
    rules = parser.add_argument_group("rules")
    add_options(rules, Rules)
    rules.add_argument(
        "--scoring",
        type=scoring_of,
        metavar="JSON",
        help='set the points, such as {"by_length": [0, 0, 0, 1], "letter_values": {"q": 9}}',
    )
    add_options(rules, kind, "objective")
    add_lexicon(parser.add_argument_group("words"), COMMON)


def scoring_of(text: str) -> Scoring:
    """Read points; an argparse type."""
    from ..scoring import Scoring

    try:
        values = json.loads(text)
        if not isinstance(values, dict):
            raise PuzzleError(f"{text!r:.40}, expected an object of by_length, letter_values")
        if isinstance(values.get("by_length"), dict):  # names in JSON are texts
            values["by_length"] = {int(length): points for length, points in values["by_length"].items()}
        return Scoring.from_dict(values)
    except PuzzleError as error:
        raise argparse.ArgumentTypeError(error.reason) from None
    except (ValueError, RecursionError):
        sample = '{"by_length": [0, 0, 0, 1]}'
        raise argparse.ArgumentTypeError(f"{text!r:.40}, expected JSON such as {sample}") from None


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``unriddle best``."""
    from .best import BestOptions

    add_size(parser, BestOptions)
    search = parser.add_argument_group("search")
    add_options(search, BestOptions, "dice", "contains", "method", "pool", "rounds", "target")
    add_seed(search, 0)
    add_threads(search)
    add_limits(search)
    output = parser.add_argument_group("output")
    add_format(output, "text", "json")
    add_drawings(output)


def run(args: argparse.Namespace) -> int:
    """Search, and print the best board."""
    from .best import BestOptions, best

    lexicon = load_lexicon(args)
    with progress_line("best", "boards") as show:
        result = best(
            args.size,
            lexicon,
            options_from(BestOptions, args),
            limits=limits_of(args),
            threads=args.threads,
            progress=_watch(show),
            rules=options_from(Rules, args),
        )
    with draw(args, svg=result.board.to_svg, html=result.to_html) as taken:
        if not taken:
            _write(args, result, lexicon.name)
    code = exit_code(result.status, result.interrupted)
    if code:
        missed = args.target is not None and not result.interrupted
        why = f"the target of {args.target:,} was not reached" if missed else stop_reason(result.interrupted)
        print(f"{why}: the best board so far", file=sys.stderr)
    return code


def _watch(show: Any) -> Any:
    """Return what shows progress and each new best board on a terminal."""
    if show is None:
        return None
    most: list[int] = []

    def progress(boards: int, score: int, board: Boggle) -> None:
        if not most or score > most[-1]:
            most.append(score)
            rows = "/".join(row.replace(" ", "") for row in board.format().split("\n"))
            sys.stderr.write(f"\r\x1b[K{score:,}: {printable(rows)}\n")
        show(boards)

    return progress


def _write(args: argparse.Namespace, result: BestResult, lexicon: str) -> None:
    board, stats = result.board, result.stats
    if args.format == "json":
        print_answer(
            args,
            {
                "status": str(result.status),
                "board": board.board.grid(""),
                "rows": board.rows,
                "cols": board.cols,
                "topology": board.topology,
                "wrap": board.wrap,
                "lexicon": lexicon,
                "objective": result.objective,
                **({} if result.dice is None else {"dice": result.dice}),
                **({"contains": list(result.contains)} if result.contains else {}),
                "score": result.score,
                "rounds": result.rounds,
                "hits": result.hits,
                "seed": result.seed,
                "boards": stats.generated,
                "nodes": stats.nodes,
                "seconds": stats.seconds,
            },
        )
        return
    print(f"{board}\n\n{result}")
    print(f"Lexicon: {printable(lexicon)}")
    if result.dice is not None:
        print(f"Dice: {printable(result.dice)}")
    if result.contains:
        print(f"Contains: {printable(' '.join(result.contains))}")
    print(f"{pluralize(stats.generated, 'board')} scored in {seconds_text(stats.seconds)}")
    print(f"{result.hits} of {result.rounds} rounds ended at this score, seed {result.seed}")
