"""Find every word on a board of any size; rows are read when they are needed.

unriddle stream board.txt.gz --lexicon words.txt
unriddle stream board.npy --threads 4 --checkpoint found.json
unriddle stream cells.bin --raw --size 100000x100000 --format ndjson --paths
unriddle stream --random --size 100000x100000 --dice 1987 --seed 1 --max-seconds 60 --summary
unriddle stream board.npy --shard 3/100 --checkpoint part3.json
unriddle stream --merge part*.json

A file has a row of letters per line, or is an array (.npy) of letter codes from 0; .gz and .zst are unpacked.
Only some rows are in memory at a time, never the whole board. With --checkpoint FILE, the words found
are saved, and the same command continues from there. With --shard only a part of the rows is searched,
and --merge merges the files of all shards.

Exit code 0: all rows are searched; 1: no word was found, or a limit was reached; 2: bad input, also a row
that cannot be read (the words found so far are printed); 130: Ctrl-C.
"""

from __future__ import annotations

import argparse
import io
import json
import sys
from typing import TYPE_CHECKING, Any

import numpy as np

from ....base import PuzzleError, Status
from ....console import (
    Output,
    ProgressLine,
    add_checkpoint,
    add_format,
    add_limits,
    add_seed,
    draw,
    exit_code,
    html_file,
    limits_of,
    print_answer,
    print_json,
    progress_line,
    remove_checkpoint,
    seconds_text,
    seeded,
    stop_reason,
)
from ....io.text import pluralize
from ....lexicon.arguments import COMMON, add_lexicon, list_line, load_lexicon
from ....options import add_options, options_from
from ...framework.result_sequence import arrow_table
from ..dice.dice import RandomBoard
from ..rules import Rules
from .checkpoint import WHOLE
from .result import path_text
from .stream import StreamOptions, merge_streams, stream

if TYPE_CHECKING:
    from collections.abc import Callable

    from .result import StreamProgress, StreamResult


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``unriddle stream``."""
    parser.add_argument(
        "board", nargs="?", metavar="FILE", help="rows of letters (text, .npy); - is standard input"
    )
    source = parser.add_argument_group("board")
    source.add_argument("--random", action="store_true", help="draw a random board of --size, row by row")
    dice = "choose the dice: 1976, 1987, big; or a letter distribution: uniform, english (default: 1987)"
    source.add_argument("--dice", metavar="SET", help=dice)
    add_seed(source)
    source.add_argument(
        "--size", metavar="RxC", help="set rows and columns; required with --random and --raw"
    )
    add_options(source, StreamOptions, "raw")
    add_options(parser.add_argument_group("rules"), Rules)
    add_lexicon(parser.add_argument_group("words"), COMMON)
    search = parser.add_argument_group("search")
    add_options(search, StreamOptions, "threads", "shard", "cluster")
    add_checkpoint(search, "the words found")
    search.add_argument("--merge", nargs="+", metavar="FILE", help="merge what the shards of a board found")
    add_limits(search)
    output = parser.add_argument_group("output")
    add_format(output, "text", "json", "ndjson")
    add_options(output, StreamOptions, "paths")
    output.add_argument("--summary", action="store_true", help="print counts and times without the words")
    output.add_argument(
        "--html", type=html_file, metavar="FILE", help="write an HTML page; - is standard output"
    )
    output.add_argument("--parquet", type=_parquet, metavar="FILE", help="write the words to a Parquet file")


def run(args: argparse.Namespace) -> int:
    """Search, or merge what shards found, and print the words."""
    args.shard = args.shard or WHOLE
    if args.merge:
        return _show(args, _merged(args))
    source = _source(args)
    remove_checkpoint(args)
    with progress_line("stream", "paths") as progress:
        result = stream(
            source,
            load_lexicon(args),
            options_from(StreamOptions, args),
            limits=limits_of(args),
            progress=progress,
            watch=_watch(progress),
            shape=None if args.random else args.size,
            checkpoint=args.checkpoint,
            rules=options_from(Rules, args),
        )
    return _show(args, result)


def _show(args: argparse.Namespace, result: StreamResult) -> int:
    """Print the words, and why there are no more."""
    with draw(args, parquet=lambda: _parquet_of(result), html=result.to_html) as taken:
        if not taken:
            _WRITE[args.format](args, result)
    if result.error is not None:
        print(f"{result.error}: only the words found so far", file=sys.stderr)
        return 2
    if args.shard != WHOLE and result.own == 0:
        return 0
    if result.status is Status.LIMIT:
        print(f"{stop_reason(result.interrupted)}: only the words found so far", file=sys.stderr)
    return exit_code(result.status, result.interrupted)


def _merged(args: argparse.Namespace) -> StreamResult:
    """Merge the files of shards."""
    for name in ("board", "random", "size"):
        if getattr(args, name) not in (None, False):
            named = "a board" if name == "board" else f"--{name}"
            raise PuzzleError(f"--merge cannot be combined with {named}; the files have board and size")
    if args.shard != WHOLE:
        raise PuzzleError("--merge cannot be combined with --shard")
    return merge_streams(args.merge, load_lexicon(args), checkpoint=args.checkpoint)


def _source(args: argparse.Namespace) -> str | RandomBoard:
    """Return the board that the arguments name."""
    if args.shard != WHOLE:
        if args.checkpoint is None:
            raise PuzzleError("--shard needs --checkpoint FILE, where the words found are saved")
        if args.random and args.seed is None:
            raise PuzzleError("--shard with --random needs --seed, the same for all shards")
    if args.random:
        if args.board is not None or args.raw:
            raise PuzzleError(f"--random cannot be combined with {'--raw' if args.raw else 'a board'}")
        if args.size is None:
            raise PuzzleError("--random without a size; add --size RxC")
        with seeded(args):
            return RandomBoard(args.size, dice=args.dice, seed=args.seed)
    for name in ("dice", "seed"):
        if getattr(args, name) is not None:
            raise PuzzleError(f"--{name} goes with --random")
    if args.board is None:
        raise PuzzleError("no board; name a file, - for standard input, or --random --size RxC")
    if args.board == "-" and args.lexicon == "-":
        raise PuzzleError("board and word list cannot both be read from standard input")
    board: str = args.board
    return board


def _watch(line: ProgressLine | None) -> Callable[[StreamProgress], None] | None:
    """Return what shows the memory before the search, then rows done and time left; None off a terminal."""
    if line is None:
        return None
    shown = False

    def show(progress: StreamProgress) -> None:
        nonlocal shown
        if not shown:
            shown = True
            line.clear()
            sys.stderr.write(f"at most {progress.memory >> 20:,} MiB beyond the word list\n")
        line.more = str(progress)

    return show


def _parquet(path: str) -> Output:
    """Read where a Parquet file is written; an argparse type."""
    return Output(path, lambda: arrow_table({}))


def _parquet_of(result: StreamResult) -> bytes:
    from pyarrow import parquet

    stream = io.BytesIO()
    parquet.write_table(result.to_arrow(), stream)
    return stream.getvalue()


def _facts(result: StreamResult) -> dict[str, Any]:
    return {
        "status": str(result.status),
        "count": result.count,
        "score": result.score,
        "rows": result.rows,
        "cols": result.cols,
        "first_row": result.first_row,
        "done_rows": result.done_rows,
        "topology": result.rules.topology,
        "wrap": result.rules.wrap,
        "lexicon": result.lexicon.name,
        "memory": result.memory,
        "nodes": result.stats.nodes,
        "moves": result.stats.generated,
        "seconds": result.stats.seconds,
    }


def _write_text(args: argparse.Namespace, result: StreamResult) -> None:
    write = sys.stdout.write
    if not args.summary:
        for place, word in enumerate(result.words):
            path = "" if result.paths is None else f": {path_text(result.paths[place])}"
            write(f"{word}{path}\n")
        write("\n")
    edges = ", edges touch" if result.rules.wrap else ""
    write(f"Board: {result.rows_text} x {result.cols:,}, {result.rules.topology}{edges}\n")
    write(f"{list_line(result.lexicon)}\n")
    write(f"Found {pluralize(result.count, 'word')} in total, {pluralize(result.score, 'point')}.\n")
    stats = result.stats
    if args.merge:
        merged = f"{pluralize(len(args.merge), 'file')} of {pluralize(result.done_rows, 'row')}"
        write(f"Merged {merged} in {seconds_text(stats.seconds)}\n")
        return
    write(
        f"Searched {pluralize(result.done_rows, 'row')} in {seconds_text(stats.seconds)}"
        f" ({stats.generated:,} moves)\n"
        f"Memory: at most {result.memory >> 20:,} MiB beyond the word list\n"
    )
    if args.shard != WHOLE and result.own == 0:
        first, end = result.first_row, result.first_row + result.done_rows
        number, count = args.shard
        write(f"shard {number}/{count} is done: rows {first + 1:,} to {end:,} of {result.rows_text}\n")


def _write_json(args: argparse.Namespace, result: StreamResult) -> None:
    value = _facts(result)
    if not args.summary:
        value["words"] = result.words
        value["ends"] = result.ends.tolist()
        if result.paths is not None:
            value["paths"] = result.paths
    print_answer(args, value)


def _write_ndjson(args: argparse.Namespace, result: StreamResult) -> None:
    if args.summary:
        print_json(_facts(result))
        return
    columns = {name: np.asarray(values).tolist() for name, values in result.columns().items()}
    if result.paths is not None:
        columns["path"] = result.paths
    for values in zip(*columns.values(), strict=True):
        record = dict(zip(columns, values, strict=True))
        sys.stdout.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n")


_WRITE = {"text": _write_text, "json": _write_json, "ndjson": _write_ndjson}
