"""Share what subcommands for many puzzles need: options, progress, how they end."""

from __future__ import annotations

import argparse
import os
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ..console import Display, display
from ..io.text import pluralize, printable
from ..lexicon.arguments import add_lexicon
from ..options import add_options as add_flags
from ..signals import exit_code_of_interrupt, note
from .puzzles import add_options

if TYPE_CHECKING:
    from ..batch import Progress, Summary


def add_puzzle(parser: argparse.ArgumentParser, puzzle: str, kind: Any) -> None:
    """Add the options of a puzzle, and those of its word list, where it takes one."""
    add_options(parser.add_argument_group(puzzle), kind.OPTIONS, "puzzle")
    if kind.USES_LEXICON:
        add_lexicon(parser.add_argument_group("words"), kind.LEVEL, kind.LEVELS)


def add_target(parser: argparse.ArgumentParser, what: str, forms: Sequence[str]) -> None:
    """Add ``--out`` and ``--format``."""
    from ..batch.targets import ENDINGS

    endings = " ".join(f".{ending}" for ending, form in ENDINGS.items() if form in forms)
    parser.add_argument(
        "-o",
        "--out",
        required=True,
        metavar="FOLDER|FILE",
        help=f"write the {what} to a folder, or to one file ({endings})",
    )
    form = "choose the output format (default: by the ending of the output file, else ndjson)"
    parser.add_argument("--format", choices=forms, help=form)


def add_work(parser: argparse.ArgumentParser) -> None:
    """Add how the work is done."""
    from ..batch.run import RunOptions

    work = parser.add_argument_group("work")
    add_flags(work.add_mutually_exclusive_group(), RunOptions, "resume", "overwrite")
    add_flags(work, RunOptions, "threads", "shard", "part_size", "cluster")


def carried(name: str, unit: str, given: Sequence[str], resume: bool, run: Callable[[Any], Summary]) -> int:
    """Run what makes a `Summary`, with progress on a terminal; 0, 1 where some were rejected, 130.

    `unit` is what is counted, `given` the arguments that do the same again, with or without --resume, and
    `run` takes a function for `Progress`, or None.
    """
    from ..batch import Interrupted

    try:
        with display() as line, _warnings_of(name, line):
            summary = run(None if line is None else Bar(name, line).show)
    except KeyboardInterrupt as stop:
        done = stop.done if isinstance(stop, Interrupted) else 0
        note(f"interrupted: {pluralize(done, 'part')} saved; resume with: {_again(given, resume)}")
        if isinstance(stop, Interrupted) and not stop.stopped:
            # A thread is still at work on a part; nothing of it has its final name.
            os._exit(exit_code_of_interrupt())
        return 130
    note(_report(name, unit, summary))
    return 1 if summary.rejected else 0


@contextmanager
def _warnings_of(name: str, line: Display | None) -> Iterator[None]:
    """Print warnings of the package in a line each, clear of the one that shows progress."""

    def say(message: Warning | str, *_: Any, **__: Any) -> None:
        if line is not None:
            line.clear()
        note(f"{name}: {message}")

    with warnings.catch_warnings():
        warnings.simplefilter("always", UserWarning)
        warnings.showwarning = say
        yield


def _again(given: Sequence[str], resume: bool) -> str:
    import shlex

    words = ["unriddle", *(sys.argv[1:] if sys.argv[1:2] == [given[0]] else given)]
    words = [word for word in words if word != "--overwrite"]
    return printable(shlex.join([*words, *([] if resume else ["--resume"])]))


def _report(name: str, unit: str, summary: Summary) -> str:
    rate = summary.fresh / summary.seconds if summary.seconds else 0.0
    made, missing = summary.records, "rejected"
    if unit == "puzzle":
        made, missing = summary.answered, "not found"
    parts = [f"{name}: {pluralize(made, unit)} in {summary.seconds:.1f} s, {rate:,.0f}/s"]
    if summary.kept:
        parts.append(f"{summary.records - summary.fresh:,} of them from an earlier run")
    if summary.rejected:
        parts.append(
            f"{summary.rejected:,} {missing}{f', see {printable(summary.rejects)}' * summary.complete}"
        )
    if not summary.complete:
        parts.append("other shards are not done")
    return "; ".join(parts)


class Bar:
    """Progress on a terminal: done, rate, time left."""

    def __init__(self, puzzle: str, line: Display) -> None:
        import time

        self._puzzle, self._clock, self._start = puzzle, time.perf_counter, 0.0
        self._line = line

    def show(self, progress: Progress) -> None:
        """Draw the line."""
        if progress.stage == "read":
            self._line.show(f"{self._puzzle}: reading, {progress.done / 1e6:,.0f} MB")
            return
        now = self._clock()
        self._start = self._start or now
        rate = progress.fresh / (now - self._start) if now > self._start else 0.0
        if progress.total is None:
            self._line.show(f"{self._puzzle}: {progress.done:,} records, {rate:,.0f}/s")
            return
        left = _clock_text((progress.total - progress.done) / rate) if rate else "?"
        share = 100 * progress.done / max(progress.total, 1)
        done = f"{progress.done:,} of {progress.total:,} ({share:.0f} %)"
        text = f"{self._puzzle}: {done}, {rate:,.0f}/s, {left} left"
        self._line.show(text, progress.done, progress.total)


def _clock_text(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
