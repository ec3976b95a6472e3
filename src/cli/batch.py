"""Solve many records from a file, and write the answers to a folder.

unriddle batch boggle boards.txt -o out/
unriddle batch boggle boards.npy.gz -o out/ --format csv --what words --threads 8
unriddle batch boggle boards.txt -o out/ --shard 3/100
unriddle batch boggle boards.txt -o out/ --resume

Records stand one on a line (any form that a single board takes), or in a .npy file, plain or packed
(.gz, .zst), or in a column of Parquet, Feather or CSV files; - is standard input. The folder gets part
files, _rejects.ndjson (line number and reason of each record that could not be taken) and
_manifest.json; of Parquet they stand in a folder beside. After a crash, a kill or Ctrl-C the same
command with --resume goes on, and the output is the same, byte for byte.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from typing import TYPE_CHECKING, Any

from ..base import PuzzleError
from ..console import positive, shard
from ..puzzles.common.lexicons import add_lexicon, load_lexicon
from ..textio import printable

if TYPE_CHECKING:
    from ..batch import Progress, Summary

__all__ = ["configure", "run"]


def configure(parser: argparse.ArgumentParser) -> None:
    """Add a subcommand of ``unriddle batch`` for each puzzle; its options are asked for when it is used."""
    from ..puzzles.registry import batch_names

    subparsers = parser.add_subparsers(dest="puzzle", metavar="PUZZLE", parser_class=_puzzle_parser(parser))
    subparsers.required = True
    for name in batch_names():
        subparsers.add_parser(name, help=f"records of {name}", formatter_class=parser.formatter_class)


def _puzzle_parser(parser: argparse.ArgumentParser) -> type[argparse.ArgumentParser]:
    kind: type[argparse.ArgumentParser] = type(parser)

    class PuzzleParser(kind):  # type: ignore[misc, valid-type]
        """A parser that gets its arguments when it is first used: a puzzle's options cost an import."""

        filled = False

        def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
            if not self.filled:
                self.filled = True
                _fill(self, self.prog.split()[-1])
            return super().parse_known_args(args, namespace)

    return PuzzleParser


def _fill(parser: argparse.ArgumentParser, puzzle: str) -> None:
    from ..batch.tables import FORMATS
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
    parser.add_argument("-o", "--out", required=True, metavar="FOLDER", help="where the answers go")
    parser.add_argument("--format", choices=FORMATS, default="ndjson")
    parser.add_argument(
        "--what", choices=kind.WHAT, default=kind.WHAT[0], help=f"what is asked ({kind.WHAT[0]})"
    )
    source = parser.add_argument_group("input")
    source.add_argument(
        "--width", type=positive, metavar="N", help="records of N bytes each, without line ends"
    )
    source.add_argument(
        "--column", metavar="NAME", help="column of the records (the first); of a CSV file it must be named"
    )
    source.add_argument(
        "--keep",
        type=lambda text: text.split(","),
        default=[],
        metavar="NAMES",
        help="columns of the input that the output has as well, such as id,player",
    )
    own = parser.add_argument_group(puzzle)
    for option in kind.OPTIONS:
        rest: dict[str, Any] = {"help": option.help, "default": option.default}
        if option.default is False:
            rest["action"] = "store_true"
        elif isinstance(option.default, int):
            rest |= {"type": positive, "metavar": "N"}
        else:
            rest |= {"choices": option.choices} if option.choices else {"metavar": "TEXT"}
        own.add_argument(f"--{option.name}", dest=f"puzzle_{option.name}", **rest)
    if kind.USES_LEXICON:
        add_lexicon(parser.add_argument_group("words"))
    work = parser.add_argument_group("work")
    work.add_argument("--resume", action="store_true", help="go on with the run in the folder, or begin")
    work.add_argument(
        "--threads", type=_threads, default=0, metavar="N", help="0: as many as there are cores (0)"
    )
    work.add_argument(
        "--shard", type=shard, default=(1, 1), metavar="i/N", help="only each N-th part, from the i-th on"
    )
    work.add_argument("--part-size", type=positive, metavar="N", help="records of a part file (65536)")
    work.add_argument("--cluster", metavar="ADDRESS", help="a Dask scheduler, tcp://host:port, or local:N")


def _threads(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 4:
        raise argparse.ArgumentTypeError(f"{text!r}, expected a whole number from 0 up")
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Run a batch; 0 where all records were answered, 1 where some were rejected."""
    from ..batch import Interrupted, run_batch
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
    bar = _Bar(args.puzzle) if sys.stderr is not None and sys.stderr.isatty() else None
    try:
        summary = run_batch(
            args.puzzle,
            args.file,
            args.out,
            what=args.what,
            form=args.format,
            options={option.name: getattr(args, f"puzzle_{option.name}") for option in kind.OPTIONS},
            lexicon=lexicon,
            threads=args.threads,
            shard=args.shard,
            resume=args.resume,
            part_size=args.part_size or PART_SIZE,
            width=args.width,
            column=args.column,
            keep=args.keep,
            cluster=args.cluster,
            progress=None if bar is None else bar.show,
        )
    except KeyboardInterrupt as stop:
        done = stop.done if isinstance(stop, Interrupted) else 0
        _note(bar, f"interrupted: {done:,} parts are kept; resume with: {_again(args)}")
        if isinstance(stop, Interrupted) and not stop.stopped:
            os._exit(130)  # a thread is still at work on a part; nothing of it has its final name
        return 130
    except BaseException:
        if bar is not None:
            bar.clear()
        raise
    _note(bar, _report(args, summary))
    return 1 if summary.rejected else 0


def _again(args: argparse.Namespace) -> str:
    import shlex

    words = [
        "unriddle",
        *(sys.argv[1:] if sys.argv[1:2] == ["batch"] else ["batch", args.puzzle, *args.file, "-o", args.out]),
    ]
    return printable(shlex.join([*words, *([] if args.resume else ["--resume"])]))


def _report(args: argparse.Namespace, summary: Summary) -> str:
    rate = summary.fresh / summary.seconds if summary.seconds else 0.0
    parts = [f"{args.puzzle}: {summary.records:,} records in {summary.seconds:.1f} s, {rate:,.0f}/s"]
    if summary.kept:
        parts.append(f"{summary.records - summary.fresh:,} of them by an earlier run")
    if summary.rejected:
        parts.append(
            f"{summary.rejected:,} rejected{f', see {printable(summary.rejects)}' * summary.complete}"
        )
    if not summary.complete:
        parts.append("other shards are not done")
    return "; ".join(parts)


def _note(bar: _Bar | None, text: str) -> None:
    """Write a line to standard error, quietly where nobody reads it."""
    if bar is not None:
        bar.clear()
    try:
        print(text, file=sys.stderr, flush=True)
    except (OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)


class _Bar:
    """Progress on a terminal: done, rate, time left."""

    def __init__(self, puzzle: str) -> None:
        import time

        self._puzzle, self._clock, self._start = puzzle, time.perf_counter, 0.0
        self._drawn = False

    def show(self, progress: Progress) -> None:
        """Draw the line anew."""
        if progress.stage == "read":
            self._draw(f"{self._puzzle}: reading, {progress.done / 1e6:,.0f} MB")
            return
        now = self._clock()
        self._start = self._start or now
        rate = progress.fresh / (now - self._start) if now > self._start else 0.0
        if progress.total is None:
            self._draw(f"{self._puzzle}: {progress.done:,} records, {rate:,.0f}/s")
            return
        left = _clock_text((progress.total - progress.done) / rate) if rate else "?"
        share = 100 * progress.done / max(progress.total, 1)
        done = f"{progress.done:,} of {progress.total:,} ({share:.0f} %)"
        self._draw(f"{self._puzzle}: {done}, {rate:,.0f}/s, {left} left")

    def _draw(self, text: str) -> None:
        self._drawn = True
        sys.stderr.write(f"\r{text} \x1b[K")
        sys.stderr.flush()

    def clear(self) -> None:
        """Take the line away."""
        if self._drawn:
            self._draw("\r")
            self._drawn = False


def _clock_text(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
