"""Solve many puzzles from files, and write the answers to a folder or a file.

unriddle batch sudoku puzzles.txt -o out/
unriddle batch sudoku puzzles.txt -o out/ --shard 3/100
unriddle batch sudoku puzzles.txt -o out/ --resume
unriddle batch boggle boards.npy.gz -o out/ --format csv --what words --threads 8

A file has one puzzle (a record) per line, or is an array (.npy) with a row for each, or has a column of them
(Parquet, Feather, CSV, JSON); .gz and .zst are unpacked. The folder gets part files, and _rejects.ndjson with
the line and the reason for each rejected record. For Parquet _rejects.ndjson is in the folder FOLDER.run, and
with -o FILE in FILE.run. After a crash or Ctrl-C, the same command with --resume continues, and the output is
that of an unbroken run.
"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from ..base import PuzzleError
from ..lexicon.arguments import load_lexicon
from ..options import add_options as add_flags
from ..options import options_from
from .puzzles import add_puzzles, options_of
from .runs import add_puzzle, add_target, add_work, carried

if TYPE_CHECKING:
    from ..batch import Summary


def configure(parser: argparse.ArgumentParser) -> None:
    """Add a subcommand of ``unriddle batch`` for each puzzle; its options are asked for when it is used."""
    from ..puzzles.registry import batch_names

    parser.description = __doc__
    add_puzzles(parser, batch_names(), _fill)


def _fill(parser: argparse.ArgumentParser, puzzle: str) -> None:
    from ..batch.run import BatchOptions
    from ..batch.writers import FORMATS
    from ..puzzles.registry import batch

    kind = batch(puzzle)
    parser.add_argument(
        "file",
        nargs="*",
        default=["-"],
        metavar="FILE",
        help="a file of records; - is standard input; tables can also be folders or patterns (*.parquet)",
    )
    add_target(parser, "answers", FORMATS)
    parser.add_argument(
        "--what", choices=kind.WHAT, default=kind.WHAT[0], help="choose what is written for each record"
    )
    source = parser.add_argument_group("input")
    add_flags(source, BatchOptions, "width", "column", "keep", "quote_formulas")
    add_puzzle(parser, puzzle, kind)
    add_work(parser)


def run(args: argparse.Namespace) -> int:
    """Run a batch; 0 where all records were answered, 1 where some were rejected."""
    from ..batch.run import BatchOptions, run_batch
    from ..puzzles.registry import batch

    kind = batch(args.puzzle)
    if "-" in args.file and sys.stdin is not None and sys.stdin.isatty():
        raise PuzzleError("no records; name a file, or - for standard input")
    lexicon = None
    if kind.USES_LEXICON:
        if "-" in args.file and args.lexicon == "-":
            raise PuzzleError("records and word list cannot both be read from standard input")
        lexicon = load_lexicon(args)

    def work(progress: Any) -> Summary:
        how = vars(options_from(BatchOptions, args)) | {"form": args.format, "what": args.what}
        options = options_of(args, kind.OPTIONS, "puzzle")
        return run_batch(
            args.puzzle, args.file, args.out, options=options, lexicon=lexicon, progress=progress, **how
        )

    again = ["batch", args.puzzle, *args.file, "-o", args.out]
    return carried(args.puzzle, "record", again, args.resume, work)
