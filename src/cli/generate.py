"""Make many puzzles, and write them with their solutions to a folder or a file.

unriddle generate sudoku -n 1000000 -o out/
unriddle generate sudoku -n 10000 -o hard/ --difficulty hard --format parquet
unriddle generate numbrix -n 5000 -o out/ --seed 7 --size 7x7 --threads 2
unriddle generate sudoku -n 1000 -o train.jsonl --format jsonl-qa
unriddle generate sudoku -n 1000000 -o out/ --shard 3/100
unriddle generate sudoku -n 1000000 -o out/ --resume

No two puzzles are equal up to symmetry. The same seed makes the same puzzles, byte for byte, for any number
of threads, shards and machines. The folder gets part files, and _rejects.ndjson with the number of each
puzzle that could not be made. For Parquet _rejects.ndjson is in the folder FOLDER.run, and with -o FILE in
FILE.run. After a crash or Ctrl-C, the same command with --resume continues, and the output is that of an
unbroken run.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from ..console import add_seed, positive
from ..lexicon.arguments import chosen_lexicon
from ..options import options_from
from .puzzles import add_puzzles, options_of
from .runs import add_puzzle, add_target, add_work, carried

if TYPE_CHECKING:
    from ..batch import Summary

FORMATS = ("ndjson", "csv", "parquet", "jsonl-qa")


def configure(parser: argparse.ArgumentParser) -> None:
    """Add a subcommand of ``unriddle generate`` for each puzzle; its options come when it is used."""
    from ..puzzles.registry import factory_names

    parser.description = __doc__
    add_puzzles(parser, factory_names(), _fill)


def _fill(parser: argparse.ArgumentParser, puzzle: str) -> None:
    from ..puzzles.registry import factory

    kind = factory(puzzle)
    parser.add_argument("-n", "--number", type=positive, required=True, metavar="N", help="make N puzzles")
    add_target(parser, "puzzles", FORMATS)
    add_seed(parser, 0)
    add_puzzle(parser, puzzle, kind)
    add_work(parser)


def run(args: argparse.Namespace) -> int:
    """Make puzzles; 0 where there is one for each number, 1 where some are missing."""
    from ..batch.generate import run_generate
    from ..batch.run import RunOptions
    from ..puzzles.registry import factory

    kind = factory(args.puzzle)
    lexicon = chosen_lexicon(args) if kind.USES_LEXICON else None

    def work(progress: Any) -> Summary:
        how = vars(options_from(RunOptions, args)) | {"form": args.format}
        options = options_of(args, kind.OPTIONS, "puzzle")
        return run_generate(
            args.puzzle,
            args.number,
            args.out,
            seed=args.seed,
            options=options,
            lexicon=lexicon,
            progress=progress,
            **how,
        )

    again = ["generate", args.puzzle, "-n", str(args.number), "-o", args.out]
    return carried(f"{args.puzzle}, seed {args.seed}", "puzzle", again, args.resume, work)
