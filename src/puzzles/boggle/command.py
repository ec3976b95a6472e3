"""Find every word on a board of letters, with its paths and the score.

unriddle boggle perslatgsineters
unriddle boggle board.txt --lexicon words.txt --paths --format json
unriddle boggle --random 5x5 --dice big --seed 1
unriddle boggle PIET/GAAT/ATMS/HUIS --topology rook --wrap
unriddle boggle --count-paths 5x5
unriddle boggle --best 4x4 --lexicon words.txt --qu --seconds 60

A board is a run of letters (a square, or one row), rows by line or with / between them, or tiles with
spaces between them, which may have several letters (Qu R S); . or # is a hole, ? or * any one letter.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from typing import TYPE_CHECKING, Any

from ...base import PuzzleError, Status
from ...console import (
    add_limits,
    exit_code,
    limits_of,
    positive,
    print_json,
    progress_line,
    seconds,
    seconds_text,
    write_file,
)
from ...textio import printable
from ..common.lexicons import add_lexicon, load_lexicon

if TYPE_CHECKING:
    from .puzzle import Boggle
    from .result import BoggleResult

__all__ = ["configure", "run"]

_FILE_NAME = re.compile(r"^[~/]|^\.\.?/|\.(txt|text|board|npy|gz|csv|tsv|json|dat|md)$", re.IGNORECASE)
WORDS_A_LINE = 100  # characters of a line of words


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``unriddle boggle``."""
    parser.add_argument(
        "board",
        nargs="?",
        metavar="BOARD|FILE",
        help="the board, or a file (text, .npy); - is standard input",
    )
    source = parser.add_argument_group("board")
    source.add_argument("--random", metavar="RxC", help="a random board of that size")
    source.add_argument("--dice", metavar="SET", help="1976, 1987, big, superbig, uniform or english")
    source.add_argument("--seed", type=_whole, metavar="N", help="the same seed gives the same random board")
    source.add_argument("--shape", metavar="RxC", help="rows and columns of a board that is given as one row")
    source.add_argument("--qu", action="store_true", help="a lone q is Qu")
    source.add_argument(
        "--topology", choices=("king", "rook", "hex"), default="king", help="8, 4 or 6 neighbours"
    )
    source.add_argument("--wrap", action="store_true", help="opposite edges touch (a torus)")
    add_lexicon(parser.add_argument_group("words"))
    parser.add_argument("--min-length", type=positive, default=3, metavar="N", help="fewest letters (3)")
    output = parser.add_argument_group("output")
    output.add_argument("--format", choices=("text", "json", "ndjson", "csv"), default="text")
    output.add_argument("--paths", action="store_true", help="with a path of each word")
    output.add_argument("--all-paths", action="store_true", help="with all paths of each word")
    output.add_argument("--summary", action="store_true", help="counts and times without the words")
    output.add_argument("--svg", metavar="FILE", help="draw the board, with a path of the longest word")
    output.add_argument(
        "--word", metavar="W", help="only this word: is it there, by which paths; drawn by --svg"
    )
    other = parser.add_argument_group("other work")
    other.add_argument(
        "--exhaustive",
        action="store_true",
        help="walk every path without pruning, look each string up, and show both figures",
    )
    other.add_argument("--count-paths", metavar="RxC", help="count all paths of a board of that size")
    parser.add_argument(
        "--threads",
        type=_whole,
        default=1,
        metavar="N",
        help="threads on a large board, and for --best; 0 is all cores (1)",
    )
    best = parser.add_argument_group("the best board")
    best.add_argument(
        "--best", metavar="RxC", help="search for the board of that size with the highest score"
    )
    best.add_argument("--seconds", type=seconds, metavar="S", help="stop the search after S seconds")
    best.add_argument("--objective", choices=("score", "words"), help="what is to be most (score)")
    add_limits(parser)


def _whole(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 18:
        raise argparse.ArgumentTypeError(f"{text!r}, expected a whole number from 0 up")
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Solve a board and print the report; see the exit codes of `unriddle.cli`."""
    if args.count_paths is not None:
        return _count_paths(args)
    if args.best is not None:
        from .best_command import run_best

        return run_best(args)
    for option in ("seconds", "objective"):
        if getattr(args, option) is not None:
            raise PuzzleError(f"--{option} is for --best, expected --best RxC with it")
    board = _board(args)
    if args.word is not None:
        return _one_word(args, board)
    lexicon = load_lexicon(args)
    with progress_line("boggle", "paths") as progress:
        result = board.solve(
            lexicon,
            min_length=args.min_length,
            limits=limits_of(args),
            progress=progress,
            threads=args.threads,
        )
    exhaustive = _exhaustive(args, board, result) if args.exhaustive else None
    if args.svg is not None:
        longest = max(result.words, key=len, default=None)
        write_file(args.svg, board.to_svg(() if longest is None else result.path(longest) or ()))
    writers = {"text": _write_text, "json": _write_json, "ndjson": _write_lines, "csv": _write_lines}
    writers[args.format](args, result, exhaustive)
    if result.status is Status.LIMIT:
        reason = "interrupted" if result.interrupted else "limit reached"
        print(f"{reason}: the words found by then", file=sys.stderr)
    return exit_code(result.status, result.interrupted)


def _board(args: argparse.Namespace) -> Boggle:
    from .puzzle import Boggle

    kind: dict[str, Any] = {"topology": args.topology, "wrap": args.wrap}
    if args.random is not None:
        if args.board is not None:
            raise PuzzleError("a board and --random, expected one of them")
        return Boggle.random(args.random, dice=args.dice, seed=args.seed, **kind)
    if args.dice is not None or args.seed is not None:
        raise PuzzleError("--dice and --seed are for --random, expected --random RxC with them")
    text = args.board
    if text is None:
        if sys.stdin is None or sys.stdin.isatty():
            raise PuzzleError("no board, expected BOARD, FILE, - for standard input, or --random RxC")
        text = "-"
    kind |= {"qu": args.qu, "shape": args.shape}
    if text == "-" and args.lexicon == "-":
        raise PuzzleError("board and word list both from standard input, expected one of them")
    if text == "-" or _FILE_NAME.search(text) or os.path.isfile(text):  # noqa: PTH113 (pathlib costs start-up time)
        return Boggle.load(text, **kind)
    try:
        return Boggle.parse(text, **kind)
    except PuzzleError as error:
        error_type = "a folder" if os.path.isdir(text) else "no board, and no file has that name"  # noqa: PTH112
        raise PuzzleError(f"{error.reason}; it is {error_type}", file=printable(text[:40])) from None


def _cells(board: Boggle, path: tuple[int, ...]) -> str:
    """Return a path as people read it: row,column from 1."""
    return " ".join(f"{cell // board.cols + 1},{cell % board.cols + 1}" for cell in path)


def _paths_of(args: argparse.Namespace, result: BoggleResult, word: str) -> list[tuple[int, ...]]:
    if args.all_paths:
        return result.paths(word)
    path = result.path(word)
    return [] if path is None else [path]


def _write_text(args: argparse.Namespace, result: BoggleResult, exhaustive: dict[str, Any] | None) -> None:
    board, stats = result.board, result.stats
    write = sys.stdout.write
    if board.rows * board.cols <= 10_000 and not (args.summary and board.rows * board.cols > 400):
        write(f"{board}\n\n")
    edges = ", edges touch" if board.wrap else ""
    write(f"Board: {board.rows} x {board.cols}, {board.topology}{edges}\n")
    write(f"Lexicon: {printable(result.lexicon.name)}, {len(result.lexicon):,} words\n")
    if exhaustive is not None:
        write(
            f"Every path: {exhaustive['moves']:,} moves in {seconds_text(exhaustive['seconds'])}, "
            f"{exhaustive['words']:,} words{'' if exhaustive['finished'] else ' (stopped)'}\n"
        )
    write(f"Searched {result.moves:,} moves in {seconds_text(stats.seconds)} ({stats.nodes:,} nodes)\n\n")
    by_length = result.by_length()
    for length, words in by_length.items():
        write(f"{length}-letter words: {len(words):,}\n")
        if not args.summary:
            write(_lines_of(words))
    write(f"\nFound {result.count:,} words in total, {result.score:,} points.\n")
    if args.summary or not result.count:
        return
    write("\nAlphabetical list:\n")
    if args.paths or args.all_paths:
        for word in result.words:
            for path in _paths_of(args, result, word):
                write(f"{word}: {_cells(board, path)}\n")
    else:
        write(_lines_of(result.words))


def _lines_of(words: list[str]) -> str:
    import textwrap

    return (
        textwrap.fill(
            ", ".join(words),
            WORDS_A_LINE,
            initial_indent="  ",
            subsequent_indent="  ",
            break_long_words=False,
        )
        + "\n"
    )


def _write_json(args: argparse.Namespace, result: BoggleResult, exhaustive: dict[str, Any] | None) -> None:
    value = _summary(result)
    if exhaustive is not None:
        value["exhaustive"] = exhaustive
    if args.paths or args.all_paths:
        value["paths"] = {word: [list(p) for p in _paths_of(args, result, word)] for word in result.words}
    print_json(value)


def _summary(result: BoggleResult) -> dict[str, Any]:
    board = result.board
    return {
        "board": [[name or "." for name in row] for row in _rows(board)],
        "rows": board.rows,
        "cols": board.cols,
        "topology": board.topology,
        "wrap": board.wrap,
        "lexicon": result.lexicon.name,
        "status": str(result.status),
        "words": result.words,
        "count": result.count,
        "score": result.score,
        "seconds": result.stats.seconds,
        "nodes": result.stats.nodes,
        "moves": result.moves,
    }


def _rows(board: Boggle) -> list[list[str]]:
    names = board.board.names
    return [[names[number] for number in row] for row in board.board.tiles.tolist()]


def _write_lines(args: argparse.Namespace, result: BoggleResult, exhaustive: dict[str, Any] | None) -> None:
    """Write a record a word."""
    with_paths = args.paths or args.all_paths
    if args.format == "csv":
        import csv

        table = csv.writer(sys.stdout, lineterminator="\n")
        table.writerow(["word", "length", "score", *(["path"] if with_paths else [])])
        for word, score in zip(result.words, result.scores.tolist(), strict=True):
            for path in _paths_of(args, result, word) if with_paths else [()]:
                table.writerow([word, len(word), score, *([" ".join(map(str, path))] if with_paths else [])])
        return
    for word, score in zip(result.words, result.scores.tolist(), strict=True):
        record: dict[str, Any] = {"word": word, "length": len(word), "score": score}
        if with_paths:
            record["paths"] = [list(path) for path in _paths_of(args, result, word)]
        print_json(record)


def _one_word(args: argparse.Namespace, board: Boggle) -> int:
    """Say whether a word is on the board and by which paths, and draw it."""
    path = board.check(args.word)
    lexicon = load_lexicon(args)
    listed = args.word in lexicon
    paths = list(board.iter_paths(args.word)) if args.all_paths else [path] if path else []
    if args.svg is not None:
        write_file(args.svg, board.to_svg(path or ()))
    if args.format == "text":
        word = printable(args.word)
        number = board.count_paths(args.word) if path else 0
        print(
            f"{board}\n\n{word}: {'in' if listed else 'not in'} {printable(lexicon.name)}, {number:,} paths"
        )
        for found in paths:
            print(_cells(board, found))
    else:
        print_json({"word": args.word, "listed": listed, "paths": [list(found) for found in paths]})
    return 0 if path else 1


def _exhaustive(args: argparse.Namespace, board: Boggle, result: BoggleResult) -> dict[str, Any]:
    from .search import walk_exhaustively

    with progress_line("every path", "paths") as progress:
        return walk_exhaustively(
            board.board,
            board.topology,
            board.wrap,
            result.lexicon,
            args.min_length,
            limits_of(args),
            progress,
        )


def _count_paths(args: argparse.Namespace) -> int:
    from ..paths.puzzle import count_paths
    from .text import shape_from

    rows, cols = shape_from(args.count_paths)
    if hasattr(sys, "set_int_max_str_digits"):
        sys.set_int_max_str_digits(0)  # a count may have thousands of digits
    with progress_line("count", "states") as progress:
        found = count_paths(rows, cols, args.topology, args.wrap, limits=limits_of(args), progress=progress)
    if args.format == "text":
        print(found)
    else:
        print_json(
            {
                "rows": rows,
                "cols": cols,
                "topology": args.topology,
                "wrap": args.wrap,
                "status": str(found.status),
                "count": found.count,
                "seconds": found.stats.seconds,
                "nodes": found.stats.nodes,
            }
        )
    return exit_code(found.status, found.interrupted)
