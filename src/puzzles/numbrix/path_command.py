"""What `unriddle numbrix` and `unriddle hidato` share."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from ...base import PuzzleError
from ...textio import read_text, source_name
from ..common.assign_command import add_modes, at_most, make, run_puzzle

if TYPE_CHECKING:
    from .puzzle import Numbrix

__all__ = ["configure", "run_class"]

LONGEST_FILE = 1 << 20
MAX_SIDE = 50


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument(
        "file", nargs="?", default="-", metavar="FILE", help="a board: numbers, . empty, # holes; - is stdin"
    )
    parser.add_argument("--wrap", action="store_true", help="opposite edges touch")
    parser.add_argument("--size", type=_size, metavar="RxC", help="size of --generate; 9x9 by default")
    parser.add_argument(
        "--clues", type=at_most(MAX_SIDE**2, 0), metavar="N", help="numbers given by --generate"
    )
    parser.add_argument("--ends", action="store_true", help="--generate gives the first and the last number")
    parser.add_argument("--plain", action="store_true", help="print boards without the lines of a box")
    add_modes(parser)


def _size(text: str) -> tuple[int, int]:
    parts = text.lower().split("x")
    read = at_most(MAX_SIDE)
    if len(parts) != 2:
        raise argparse.ArgumentTypeError(f"{text[:20]!r}, expected rows x columns such as 9x9")
    return read(parts[0]), read(parts[1])


def run_class(cls: type[Numbrix], args: argparse.Namespace) -> int:
    """Run the subcommand of a puzzle and return its exit code."""
    if args.generate:
        if args.file != "-":
            raise PuzzleError("--generate takes no FILE")
        rows, cols = args.size or (9, 9)
        puzzle = cls.generate(
            args.seed, rows=rows, cols=cols, clues=args.clues, wrap=args.wrap, ends=args.ends
        )
        return make(puzzle, args, puzzle.format(box=False))
    if args.size or args.clues is not None or args.ends:
        raise PuzzleError("--size, --clues and --ends go with --generate")
    text = read_text(args.file, limit=LONGEST_FILE)
    puzzle = cls.parse(text, wrap=args.wrap, file=source_name(args.file))
    return run_puzzle(
        puzzle,
        args,
        as_json=lambda solution: [list(row) for row in solution],
        form=(lambda solution: puzzle.format(solution, box=False)) if args.plain else puzzle.format,
        extra=_keys,
    )


def _keys(result: Any) -> dict[str, Any]:
    return {"learnt": result.learnt}
