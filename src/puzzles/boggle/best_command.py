"""``unriddle boggle --best``: the search for the board with the highest score."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from ...base import PuzzleError
from ...console import print_json, progress_line, seconds_text, write_file
from ...textio import printable
from ..common.lexicons import load_lexicon

if TYPE_CHECKING:
    from .best_boards import BestResult
    from .puzzle import Boggle

__all__ = ["run_best"]


def run_best(args: argparse.Namespace) -> int:
    """Search, and print the best board: 0, or 130 after Ctrl-C; ``--seconds`` is no failure."""
    from .best_boards import best

    for option in ("board", "random", "dice", "shape", "word", "max_nodes"):
        if getattr(args, option) is not None:
            name = "a board" if option == "board" else f"--{option.replace('_', '-')}"
            raise PuzzleError(f"{name} and --best, expected one of them")
    if args.format == "csv":
        raise PuzzleError("--format csv and --best, expected text, json or ndjson")
    times = [value for value in (args.seconds, args.max_seconds) if value is not None]
    lexicon = load_lexicon(args)
    with progress_line("best", "boards") as show:
        most: list[int] = []

        def progress(boards: int, score: int, board: Boggle) -> None:
            if show is None:
                return
            if not most or score > most[-1]:
                most.append(score)
                rows = "/".join(row.replace(" ", "") for row in board.format().split("\n"))
                sys.stderr.write(f"\r\x1b[K{score:,}: {printable(rows)}\n")
            show(boards)

        result = best(
            args.best,
            lexicon,
            seconds=min(times, default=None),
            seed=args.seed or 0,
            objective=args.objective or "score",
            topology=args.topology,
            wrap=args.wrap,
            qu=args.qu,
            min_length=args.min_length,
            threads=args.threads,
            progress=progress,
        )
    if args.svg is not None:
        write_file(args.svg, result.board.to_svg())
    _write(args, result, lexicon.name)
    if result.interrupted:
        print("interrupted: the best board by then", file=sys.stderr)
    return 130 if result.interrupted else 0


def _write(args: argparse.Namespace, result: BestResult, lexicon: str) -> None:
    board, stats = result.board, result.stats
    if args.format != "text":
        print_json(
            {
                "board": [
                    [board.tile(row * board.cols + col) for col in range(board.cols)]
                    for row in range(board.rows)
                ],
                "rows": board.rows,
                "cols": board.cols,
                "topology": board.topology,
                "wrap": board.wrap,
                "lexicon": lexicon,
                "status": str(result.status),
                "objective": result.objective,
                "score": result.score,
                "rounds": result.rounds,
                "hits": result.hits,
                "boards": stats.generated,
                "seconds": stats.seconds,
            }
        )
        return
    print(f"{board}\n\n{result}")
    print(f"Lexicon: {printable(lexicon)}")
    print(f"{stats.generated:,} boards scored in {seconds_text(stats.seconds)}")
    print(f"{result.hits} of {result.rounds} rounds ended at this score")
