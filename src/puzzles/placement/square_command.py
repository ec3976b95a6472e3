"""``unriddle placement square``: word squares and cubes."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from ...base import PuzzleError
from ...console import (
    add_drawings,
    add_limits,
    draw,
    exit_code,
    limits_of,
    positive,
    print_answer,
    progress_line,
    whole,
)
from ...lexicon.arguments import add_lexicon, load_lexicon
from ..framework.command import PuzzleCommand, stats_json, stats_text
from . import SPECS

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..framework.solutions import Solutions
    from .squares import WordSquares

__all__ = ["SquareCommand"]


class SquareCommand(PuzzleCommand):
    """Finds, lists and counts word squares: the modes of a puzzle's command, of squares."""

    def __init__(self) -> None:
        super().__init__(SPECS[0], "Word squares and cubes.")

    @staticmethod
    def arguments(parser: argparse.ArgumentParser) -> None:
        """Add the arguments of the action."""
        parser.add_argument("--size", type=positive, default=5, metavar="N", help="letters of a side (5)")
        kinds = parser.add_mutually_exclusive_group()
        kinds.add_argument("--double", action="store_true", help="rows and columns are different words")
        kinds.add_argument("--cube", action="store_true", help="a cube: the same words along three axes")
        parser.add_argument("--reuse", action="store_true", help="a word may be used any number of times")
        modes = parser.add_mutually_exclusive_group()
        modes.add_argument("--all", action="store_true", help="every square")
        modes.add_argument("--count", action="store_true", help="how many there are")
        parser.add_argument("--limit", type=positive, metavar="N", help="with --all and --count: at most N")
        add_lexicon(parser)
        add_limits(parser)
        parser.add_argument("--seed", type=whole, metavar="N", help="the same seed finds the same square")
        parser.add_argument("--format", choices=("text", "json"), default="text", help="form of the output")
        parser.add_argument("--stats", action="store_true", help="with nodes and time")
        add_drawings(parser)

    def act(self, args: argparse.Namespace) -> int:
        """Do what is asked."""
        from .squares import WordSquares

        kind = "cube" if args.cube else "double" if args.double else "single"
        squares = WordSquares(args.size, load_lexicon(args), kind=kind, reuse=args.reuse)
        if args.count:
            for option in ("svg", "html"):
                if getattr(args, option) is not None:
                    raise PuzzleError(f"--count and --{option}, expected one of them")
            return self.run_count(args, squares)
        if args.all:
            return self.run_all(args, squares)
        with progress_line("square") as progress:
            result = squares.solve(seed=args.seed, limits=limits_of(args), progress=progress)
        code = exit_code(result.status, result.interrupted)
        drawings = {} if result.solution is None else self.drawings(squares, result.solution)
        with draw(args, **drawings) as taken:
            if args.format == "json":
                solution = None if result.solution is None else result.solution.to_dict()
                head = {"status": str(result.status), "solution": solution}
                print_answer(args, {**head, **stats_json(result.stats)})
            elif not taken:
                print(result)
                if args.stats:
                    print(stats_text(result.stats))
        return code

    def listed(self, args: argparse.Namespace, puzzle: WordSquares, **search: Any) -> Solutions[Any]:
        """Return what ``--all`` lists."""
        return puzzle.solutions(args.limit, seed=args.seed, **search)

    def as_json(self, puzzle: Any, solution: Any) -> dict[str, Any]:
        """Return the layers and the words."""
        found: dict[str, Any] = solution.to_dict()
        return found

    def drawings(self, puzzle: Any, answer: Any) -> dict[str, Callable[[], str]]:
        """Return how a square is drawn."""
        return {"svg": answer.to_svg, "html": answer.to_html}
