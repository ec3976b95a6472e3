"""Solve many records from a file, and write the answers to a folder.

unriddle batch boggle boards.txt -o out/
unriddle batch boggle boards.npy.gz -o out/ --format csv --what words --threads 8
unriddle batch boggle boards.txt -o out/ --shard 3/100
unriddle batch boggle boards.txt -o out/ --resume

Records stand one on a line (any form that a single board takes), or in a .npy file, plain or packed
(.gz, .zst), or in a column of Parquet, Feather, CSV or JSON files; - is standard input. The folder gets
part files, _rejects.ndjson (line number and reason of each record that could not be taken) and
_manifest.json; of Parquet these are in a folder of their own. After a crash, a kill or Ctrl-C the same
command with --resume continues, and the output is the same, byte for byte.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from typing import TYPE_CHECKING, Any

from ..base import PuzzleError
from ..console import positive
from ..lexicon.arguments import load_lexicon
from .puzzles import add_puzzles, options_of
from .runs import add_puzzle, add_target, add_work, carried

if TYPE_CHECKING:
    from ..batch import Summary

__all__ = ["configure", "run"]


def configure(parser: argparse.ArgumentParser) -> None:
    """Add a subcommand of ``unriddle batch`` for each puzzle; its options are asked for when it is used."""
    from ..puzzles.registry import batch_names

    add_puzzles(parser, {name: f"records of {name}" for name in batch_names()}, _fill)


def _fill(parser: argparse.ArgumentParser, puzzle: str) -> None:
    from ..batch.writers import FORMATS
    from ..puzzles.registry import batch

    kind = batch(puzzle)
    parser.description = importlib.import_module(__name__).__doc__
    parser.add_argument(
        "file",
        nargs="*",
        default=["-"],
        metavar="FILE",
        help="the records; - is standard input; of files with columns also several, folders and patterns",
    )
    add_target(parser, "answers", FORMATS)
    parser.add_argument(
        "--what", choices=kind.WHAT, default=kind.WHAT[0], help=f"what is asked ({kind.WHAT[0]})"
    )
    source = parser.add_argument_group("input")
    source.add_argument(
        "--width", type=positive, metavar="N", help="records of N bytes each, without line ends"
    )
    source.add_argument(
        "--column",
        metavar="NAME",
        help="column of the records (default: board, puzzle, grid or another usual name)",
    )
    source.add_argument(
        "--keep",
        type=lambda text: text.split(","),
        default=[],
        metavar="NAMES",
        help="columns of the input that the output has as well, such as id,player",
    )
    add_puzzle(parser, puzzle, kind)
    add_work(parser, "records of a part file (65536)")


def run(args: argparse.Namespace) -> int:
    """Run a batch; 0 where all records were answered, 1 where some were rejected."""
    from ..batch import run_batch
    from ..batch.run import PART_SIZE
    from ..puzzles.registry import batch

    kind = batch(args.puzzle)
    if "-" in args.file and sys.stdin is not None and sys.stdin.isatty():
        raise PuzzleError("no records, expected FILE, or - for standard input")
    lexicon = None
    if kind.USES_LEXICON:
        if "-" in args.file and args.lexicon == "-":
            raise PuzzleError("records and word list both from standard input, expected one of them")
        lexicon = load_lexicon(args)

    def work(progress: Any) -> Summary:
        return run_batch(
            args.puzzle,
            args.file,
            args.out,
            what=args.what,
            form=args.format,
            options=options_of(args, kind.OPTIONS, "puzzle"),
            lexicon=lexicon,
            threads=args.threads,
            shard=args.shard,
            resume=args.resume,
            overwrite=args.overwrite,
            part_size=args.part_size or PART_SIZE,
            width=args.width,
            column=args.column,
            keep=args.keep,
            cluster=args.cluster,
            progress=progress,
        )

    again = ["batch", args.puzzle, *args.file, "-o", args.out]
    return carried(args.puzzle, "record", again, args.resume, work)
