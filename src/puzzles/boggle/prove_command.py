"""List all boards of at least a score, and so prove that there are no others.

unriddle prove 2x2 --least 3 --lexicon words.txt
unriddle prove 3x3 --least 500 --lexicon words.txt --qu --checkpoint proof.json

Boards that are equal but for turns and mirrorings are one. At most 16 cells; each cell more multiplies the
work by some hundreds. With --checkpoint the work goes on where an earlier call was stopped. --max-memory is
for all threads together; with less, classes are divided more often. Exit code: 0 proven, and there are some;
1 proven that there are none, or a limit came first; 2 wrong use; 130 Ctrl-C.
"""

from __future__ import annotations

import argparse
import sys

from ...console import (
    add_limits,
    draw,
    exit_code,
    limits_of,
    positive,
    print_answer,
    progress_line,
    seconds_text,
    whole,
)
from ...textio import printable
from ..common.lexicons import load_lexicon
from .best_command import add_size, board_json
from .command import board_rules

__all__ = ["configure", "run"]


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``unriddle prove``."""
    add_size(parser)
    search = parser.add_argument_group("search")
    search.add_argument(
        "--least", type=positive, required=True, metavar="N", help="the score that boards need"
    )
    search.add_argument(
        "--checkpoint", metavar="FILE", help="keep the state of the work in FILE, and go on from it"
    )
    search.add_argument(
        "--threads", type=whole, default=0, metavar="N", help="0 is all cores, as memory allows (0)"
    )
    add_limits(search, memory=True)
    output = parser.add_argument_group("output")
    output.add_argument("--format", choices=("text", "json"), default="text", help="form of the output")
    output.add_argument(
        "--svg", metavar="FILE", help="draw the best; - is standard output, and a key of JSON"
    )
    output.add_argument("--html", metavar="FILE", help="make a page of all of them; - as for --svg")


def run(args: argparse.Namespace) -> int:
    """Prove, and print the boards."""
    from .proofs import prove

    lexicon = load_lexicon(args)
    with progress_line("prove", "classes") as progress:
        result = prove(
            args.size,
            args.least,
            lexicon,
            limits=limits_of(args),
            progress=progress,
            threads=args.threads,
            rules=board_rules(args),
            objective=args.objective,
            checkpoint=args.checkpoint,
        )
    code = exit_code(result.status, result.interrupted)
    boards = list(zip(result.boards, result.scores, strict=True))
    if boards and draw(args, svg=result.boards[0].to_svg, html=result.to_html):
        return code
    if args.format == "json":
        print_answer(
            args,
            {
                "status": str(result.status),
                "least": result.least,
                "count": len(boards),
                "complete": not result.remaining,
                "boards": [{"board": board_json(board), "score": score} for board, score in boards],
                "lexicon": lexicon.name,
                "objective": args.objective,
                "remaining": result.remaining,
                "nodes": result.stats.nodes,
                "terms": result.stats.generated,
                "seconds": result.stats.seconds,
            },
        )
        return code
    for board, score in boards:
        print(f"{score:,}: {board.format()}".replace("\n", "/"))
    print(f"\n{result}" if boards else result)
    print(f"Lexicon: {printable(lexicon.name)}")
    print(f"{result.stats.nodes:,} classes bounded in {seconds_text(result.stats.seconds)}")
    if result.remaining:
        reason = "interrupted" if result.interrupted else "limit reached"
        print(f"{reason}: the boards found by then", file=sys.stderr)
    return code
