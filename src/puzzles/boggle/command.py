"""Find every word on a board of letters, longest first, and the points.

unriddle boggle perslatgsineters
unriddle boggle board.txt --lexicon words.txt --paths --format json
unriddle boggle --random --size 5x5 --dice big --seed 1
unriddle boggle --generate --words 60..150 --contains riddle --seed 1
unriddle boggle PIET/GAAT/ATMS/HUIS --topology rook --wrap
unriddle boggle perslatgsineters --word plastering --svg board.svg
unriddle boggle --growth --svg growth.svg

Write a square board, or one of --size, as one row of letters. Otherwise put each row on a line, or separate
rows by / or spaces. Where a tile has several letters, put spaces or commas between tiles: Qu R/S T. A hole is
. or #, and ? or * is any one letter.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from ...base import PuzzleError, Status
from ...console import (
    add_threads,
    draw,
    exit_code,
    in_columns,
    limits_of,
    print_answer,
    print_json,
    progress_line,
    seconds_text,
    seeded,
    stop_reason,
)
from ...io.text import pluralize, printable
from ...lexicon.arguments import COMMON, add_lexicon, list_line, load_lexicon
from ...options import add_options, options_from
from ...signals import check_time, held, in_time
from ..framework.command import PuzzleCommand, stats_text
from ..framework.solutions import Count, Solutions
from . import SPECS
from .rules import DICE, Rules

if TYPE_CHECKING:
    from .puzzle import Boggle
    from .result import BoggleResult

LARGEST_SHOWN, LARGEST_IN_SUMMARY = 10_000, 400  # cells
MOVED = {"best": "unriddle best RxC", "count_paths": "unriddle count-paths RxC"}
"""Option that was one of this subcommand -> where it is."""


class BoggleCommand(PuzzleCommand):
    """Find the words of one board: ``unriddle boggle``."""

    UNIT = "paths"
    ANSWER = "word"
    WITH_GENERATE = ("words", "score", "longest", "contains", "forbid")
    FORMS = ("text", "json", "ndjson", "csv")

    # The arguments

    def configure(self, parser: argparse.ArgumentParser) -> None:
        """Add the arguments."""
        super().configure(parser)
        add_lexicon(parser.add_argument_group("words"), COMMON)

    def add_source(self, parser: argparse.ArgumentParser) -> None:
        """Add how the board is given."""
        parser.add_argument(
            "puzzle",
            nargs="?",
            metavar="BOARD|FILE",
            help="the board, or a file (text, .npy); - is standard input",
        )
        source = parser.add_argument_group("board")
        source.add_argument("--random", action="store_true", help="draw a random board of --size")
        source.add_argument("--dice", metavar="SET", help=DICE.replace("english", "english, lexicon"))
        source.add_argument(
            "--size",
            metavar="RxC",
            help="set rows and columns of a board that is given in one row, or of a new one (default: 4x4)",
        )
        from .generation.constraints import Constraints

        add_options(parser.add_argument_group("boards to generate"), Constraints)
        for name in MOVED:  # an error names the new subcommand
            parser.add_argument(f"--{name.replace('_', '-')}", nargs="?", const="", help=argparse.SUPPRESS)

    def add_rules(self, group: argparse._ActionsContainer) -> None:
        """Add the options of `rules`."""
        add_options(group, Rules)

    def add_modes(self, group: argparse._ActionsContainer) -> None:
        """Add what can be done with a board."""
        super().add_modes(group)
        group.add_argument("--word", metavar="WORD", help="show one word and its paths")
        group.add_argument(
            "--exhaustive",
            action="store_true",
            help="count the words a second time, by walking every path",
        )
        group.add_argument(
            "--growth",
            action="store_true",
            help="measure words, moves and time with and without pruning, from 2x2 to --size (or to 6x6)",
        )

    def add_search(self, group: argparse._ActionsContainer) -> None:
        """Add number of words, seed, threads and limits."""
        super().add_search(group)
        add_threads(group)

    def add_output(self, group: argparse._ActionsContainer) -> None:
        """Add the form of the output."""
        super().add_output(group)
        group.add_argument("--paths", action="store_true", help="print a path of each word")
        group.add_argument("--all-paths", action="store_true", help="print all paths of each word")
        group.add_argument("--summary", action="store_true", help="print counts and times without the words")

    def check(self, args: argparse.Namespace) -> None:
        """Raise PuzzleError where options do not go together."""
        for name, now in MOVED.items():
            if getattr(args, name) is not None:
                raise PuzzleError(f"--{name.replace('_', '-')} is a subcommand of its own: {now}")
        super().check(args)
        if args.generate and args.random:
            raise PuzzleError("--random cannot be combined with --generate")
        mode = next((name for name in ("all", "count", "word") if getattr(args, name)), None)
        if mode is not None:
            for name in ("paths", "all_paths", "summary"):
                if getattr(args, name) and (mode, name) != ("word", "all_paths"):
                    option = name.replace("_", "-")
                    raise PuzzleError(f"--{option} cannot be combined with --{mode}")
            if args.format not in ("text", "json"):
                raise PuzzleError(f"--{mode} prints text or json, not --format {args.format}")

    # The board

    def rules(self, args: argparse.Namespace) -> dict[str, Any]:
        """Return the keywords of `Boggle.parse`."""
        return {"rules": options_from(Rules, args), "shape": args.size}

    def read(self, args: argparse.Namespace) -> Any:
        """Return the board that the arguments give."""
        if args.random:
            if args.puzzle is not None:
                raise PuzzleError("--random cannot be combined with a board")
            with seeded(args):
                return self.make(args)
        if args.dice is not None:
            raise PuzzleError("--dice goes with --random or --generate")
        if args.seed is not None:
            raise PuzzleError("--seed goes with --random or --generate")
        if args.lexicon == "-" and args.puzzle in (None, "-"):
            raise PuzzleError("board and word list cannot both be read from standard input")
        return super().read(args)

    def new_text(self, args: argparse.Namespace, puzzle: Any) -> str:
        """Return a new board on one line."""
        return super().new_text(args, puzzle).replace("\n", "/")

    def make(self, args: argparse.Namespace) -> Any:
        """Return a random board, or one that meets constraints."""
        size, dice = args.size or "4x4", args.dice
        if dice == "lexicon":
            from .dice.dice import dice_for_board

            dice = dice_for_board(load_lexicon(args), size)
        new = {"dice": dice, "seed": args.seed, "rules": options_from(Rules, args)}
        if not getattr(args, "generate", None):
            return self.kind.random(size, **new)
        from .generation.constraints import Constraints

        how = {**new, **self.wishes(args)}
        return self.kind.generate(size, load_lexicon(args), options_from(Constraints, args), **how)

    # Doing

    def options(self, args: argparse.Namespace) -> dict[str, Any]:
        """Return the keywords of `Boggle.solve` but limits and progress."""
        return {"lexicon": load_lexicon(args), "threads": args.threads}

    def many_options(self, args: argparse.Namespace) -> dict[str, Any]:
        """Return the keywords of `Boggle.solve_many` but limits and progress."""
        return self.options(args)

    def counted(self, args: argparse.Namespace, puzzle: Any, **search: Any) -> Count:
        """Return the number of words."""
        return super().counted(args, puzzle, lexicon=load_lexicon(args), **search)

    def listed(self, args: argparse.Namespace, puzzle: Any, **search: Any) -> Solutions[Any]:
        """Return the words."""
        return super().listed(args, puzzle, lexicon=load_lexicon(args), **search)

    def run(self, args: argparse.Namespace) -> int:
        """Run the subcommand and return its exit code."""
        self.check(args)
        if args.growth:
            from .surveys.growth import run_growth

            return run_growth(args, options_from(Rules, args))
        return super().run(args) if args.word is None else self.run_word(args, self.read(args))

    def run_solve(self, args: argparse.Namespace, puzzle: Any) -> int:
        """Find the words and print the report."""
        with progress_line(self.spec.name, self.UNIT) as progress:
            result = puzzle.solve(limits=limits_of(args), progress=progress, **self.options(args))
        args.every = None
        code = exit_code(result.status, result.interrupted)
        if args.exhaustive and not result.interrupted:
            args.every = every = _every_path(args, result)
            code = 130 if every["interrupted"] else code if every["finished"] else 1
        self.print_result(args, puzzle, result)
        if result.status is Status.LIMIT:
            print(f"{stop_reason(result.interrupted)}: only the words found so far", file=sys.stderr)
        return code

    def run_word(self, args: argparse.Namespace, board: Boggle) -> int:
        """Print whether a word is on the board, and its paths, or draw it."""
        path = board.path(args.word)
        lexicon = load_lexicon(args)
        listed = args.word in lexicon
        paths = board.iter_paths(args.word) if args.all_paths else iter([path] if path else [])
        number = board.count_paths_of(args.word, limits=limits_of(args))
        drawings = {"svg": lambda: board.to_svg(path), "html": lambda: board.to_html(path)}
        with draw(args, **drawings) as taken:
            if taken:
                pass
            elif args.format == "json":
                with held():
                    cells = _json_of(paths)
                    values = {"status": str(number.status), "word": args.word, "listed": listed}
                    values |= {"count": number.found, "complete": number.complete}
                    print_answer(args, values, paths=cells)
                check_time()
            else:
                shown = pluralize(number.found, "path")
                known = f"{'a word' if listed else 'not a word'} of {printable(lexicon.name)}"
                least = "" if number.complete else "at least "
                print(f"{board}\n\n“{printable(args.word)}” is {known}; {least}{shown} on the board")
                for found in paths:
                    print(_cells(board, found))
        return exit_code(number.status, number.interrupted)  # no path is no solution

    # Showing

    def as_json(self, puzzle: Any, solution: Any) -> Any:
        """Return a word, or all of them, as JSON values."""
        return solution

    def drawings(self, puzzle: Any, answer: Any) -> dict[str, Callable[[], str]]:
        """Return drawings of a word, or of the longest of all words, and the page."""
        if isinstance(answer, str):
            return super().drawings(puzzle, answer)
        return {"svg": lambda: puzzle.to_svg(answer), "html": answer.to_html}

    def print_found(self, args: argparse.Namespace, puzzle: Any, result: Any) -> None:
        """Print the words in the form that is asked for."""
        if args.format == "text":
            _write_report(args, result)
        elif args.format == "json":
            with held():
                value = self.result_json(puzzle, result)
                if args.every is not None:
                    value["exhaustive"] = args.every
                written = {}
                if args.paths or args.all_paths:
                    words = in_time(result.words)
                    pairs = (f'"{word}":{_json_of(_paths_of(args, result, word))}' for word in words)
                    written["paths"] = f"{{{','.join(pairs)}}}"
                print_answer(args, value, **written)
            check_time()
        else:
            _write_records(args, result)


def _cells(board: Boggle, path: tuple[int, ...]) -> str:
    """Return a path as text: row,column from 1."""
    return " ".join(f"{cell // board.cols + 1},{cell % board.cols + 1}" for cell in path)


def _paths_of(args: argparse.Namespace, result: BoggleResult, word: str) -> Iterable[tuple[int, ...]]:
    if args.all_paths:
        return in_time(result.board.iter_paths(word))
    path = result.path(word)
    return [] if path is None else [path]


def _json_of(paths: Iterable[tuple[int, ...]]) -> str:
    """Return paths as JSON text, those that are there in time: to write a list of all takes long."""
    written = (f"[{','.join(map(str, path))}]" for path in in_time(paths))
    return f"[{','.join(written)}]"


def _write_report(args: argparse.Namespace, result: BoggleResult) -> None:
    board, stats, every = result.board, result.stats, args.every
    write, cells = sys.stdout.write, result.board.rows * result.board.cols
    if cells <= LARGEST_SHOWN and not (args.summary and cells > LARGEST_IN_SUMMARY):
        write(f"{board}\n\n")
    edges = ", edges touch" if board.wrap else ""
    write(f"Board: {board.rows} x {board.cols}, {board.topology}{edges}\n")
    write(f"{list_line(result.lexicon)}\n\n")
    by_length = {} if args.summary else result.by_length()
    for length, count in sorted(result.counts_by_length().items(), reverse=True):
        write(f"{length}-letter words: {count:,}\n")
        for line in _word_lines(args, result, by_length.get(length, [])):
            write(f"{line}\n")
    write("\n" * bool(result.count))
    if args.stats:
        write(f"{stats_text(stats)}\n")
    if every is not None:
        took, stopped = seconds_text(every["seconds"]), "" if every["finished"] else " (stopped)"
        words = pluralize(every["words"], "word")
        write(f"Every path: {every['moves']:,} moves in {took}, {words}{stopped}\n")
    write(f"Searched {result.moves:,} moves in {seconds_text(stats.seconds)} ({stats.nodes:,} nodes)\n")
    write(f"Found {pluralize(result.count, 'word')} in total, {pluralize(result.score, 'point')}.\n")


def _word_lines(args: argparse.Namespace, result: BoggleResult, words: list[str]) -> Iterable[str]:
    """Yield lines of words of one length: in columns, or each with its paths."""
    if not (args.paths or args.all_paths):
        yield from in_columns(words)
        return
    import shutil
    import textwrap

    width = shutil.get_terminal_size().columns
    for word in words:
        for path in _paths_of(args, result, word):
            text = f"  {word}: {_cells(result.board, path)}"
            yield textwrap.fill(text, width, subsequent_indent="    ", break_long_words=False)


def _write_records(args: argparse.Namespace, result: BoggleResult) -> None:
    """Write a record per word."""
    with_paths = args.paths or args.all_paths
    pairs = zip(result.words, result.scores.tolist(), strict=True)
    if args.format == "csv":
        import csv

        table = csv.writer(sys.stdout, lineterminator="\n")
        table.writerow(["word", "length", "score", *(["path"] if with_paths else [])])
        for word, score in pairs:
            for path in _paths_of(args, result, word) if with_paths else [()]:
                shown = [" ".join(map(str, path))] if with_paths else []
                table.writerow([word, len(word), score, *shown])
        return
    for word, score in pairs:
        record: dict[str, Any] = {"word": word, "length": len(word), "score": score}
        if with_paths:
            record["paths"] = list(_paths_of(args, result, word))
        print_json(record)


def _every_path(args: argparse.Namespace, result: BoggleResult) -> dict[str, Any]:
    from .solver import Bounds, walk_exhaustively

    with progress_line("every path", "paths") as progress:
        bounds = Bounds(limits_of(args), progress)
        return walk_exhaustively(result.board.board, result.rules, result.lexicon, bounds)


COMMAND = BoggleCommand(SPECS[0], __doc__)
