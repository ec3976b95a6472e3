"""Run the subcommand of any puzzle: input, modes, limits, forms of the output.

A puzzle of its own needs nothing but its spec. A puzzle with rules, drawings or verbs of its own subclasses
`PuzzleCommand` in its ``command.py`` and overrides what differs.
"""

from __future__ import annotations

import argparse
import inspect
import json
import os
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from ...base import Limits, PuzzleError, Result, SearchStats, Status
from ...console import (
    Output,
    add_drawings,
    add_format,
    add_limits,
    add_seed,
    aligned,
    draw,
    exit_code,
    fitted,
    limits_of,
    positive,
    print_answer,
    print_json,
    progress_line,
    seconds_text,
    seeded,
    write_file,
)
from ...io.formats import PuzzleText, known_formats, write_format
from ...io.grid_text import Symbols, is_comment
from ...io.text import pluralize, printable, read_text, source_name, text_lines
from ...options import flag_of
from .arguments import RuleError, check_shape
from .base import ExplainMixin
from .solutions import Count, Solutions
from .spec import Spec
from .steps import GRADE, Difficulty, LimitReached, rate

__all__ = [
    "PuzzleCommand",
    "exclude",
    "is_file",
    "is_there",
    "named_table",
    "print_outcome",
    "read_puzzle",
    "shape",
    "side",
]

FRAME_SECONDS = 0.4
MODES = ("all", "count", "unique", "steps", "hint", "compare", "stats", "svg", "html")
"""Options of solving, for `exclude`."""
WRITTEN = {"to": (), "cnf": ("to", "model", "generate", "lines"), "model": ("to", "generate", "lines")}
"""Option in place of solving -> further ones that it excludes."""
TRACE = "print each state on the way to the solution"
"""Help of ``--trace``."""


def shape(text: str) -> tuple[int, int]:
    """Read rows and columns; an argparse type.

    Examples
    --------
    >>> shape("2x3")
    (2, 3)
    """
    try:
        return check_shape(text)
    except PuzzleError:
        raise argparse.ArgumentTypeError(f"{text!r:.40}, expected rows and columns such as 4x5") from None


def side(text: str) -> int:
    """Read the side of a square, as ``9`` or ``9x9``; an argparse type.

    Examples
    --------
    >>> side("9"), side("9x9")
    (9, 9)
    """
    rows, cols = shape(text)
    if rows != cols:
        raise argparse.ArgumentTypeError(f"{text!r:.40} is not square, expected N or NxN")
    return rows


_ENDS = (
    " txt text board npy gz csv tsv json jsonl ndjson parquet feather arrow dat md sdk sdm "
    " avif bmp gif heic jpeg jpg png svg tif tiff webp doc docx htm html odt pdf rtf xml ods xls xlsx "
    " 7z bz2 rar tar tgz xz zip zst ipuz jpz puz ss dic lst log npz pkl py toml yaml yml "
)
_BOARD_MARKS = "-./#*?_|0123456789 \t\r\n"
"""Characters of rows that begin like a folder: a row of one or two holes."""
_PEGS = frozenset("ox.")


def _is_file_name(text: str) -> bool:
    """Return whether text is the name of a file by its form."""
    inside = text[2:] if text[:2] == "./" else text[3:] if text[:3] == "../" else ""
    ending = text.rpartition(".")[2].lower() if "." in text else ""
    return (
        text[:1] in ("~", "/")
        or inside.strip(_BOARD_MARKS) != ""
        or (bool(ending) and f" {ending} " in _ENDS)
    )


def is_file(text: str) -> bool:
    """Return whether an argument names a file: by its form, or because there is one; ``-`` is standard input.

    A name with another ending of small letters is one too, unless it has rows of one length or only pegs.

    Examples
    --------
    >>> is_file("-"), is_file("board.txt"), is_file("../board"), is_file("1 2/3 ."), is_file("./1")
    (True, True, True, False, False)
    >>> is_file("board.png"), is_file("boards/my.list"), is_file("tea.rs/at.oms"), is_file("oo.oo")
    (True, True, False, False)
    """
    if text == "-" or _is_file_name(text) or is_there(text):
        return True
    rows = text.split("/")
    return (
        "." in text[-6:]
        and re.fullmatch(r"(?:[^\s/]+/)*[\w-]+\.[a-z][a-z0-9]{1,4}", text) is not None
        and (len(rows) == 1 or len(set(map(len, rows))) > 1)
        and not set(text) <= _PEGS
    )


def is_there(text: str) -> bool:
    """Return whether something of that name can be read: a file or a pipe, no folder."""
    return bool(text) and "\0" not in text and os.path.exists(text) and not os.path.isdir(text)  # noqa: PTH110, PTH112


@contextmanager
def named_table(file: str) -> Iterator[None]:
    """Add the subcommand for tables to the error of a file that is one by its name."""
    try:
        yield
    except RuleError:
        raise
    except PuzzleError as error:
        table = re.search(
            r"\.(csv|tsv|json|jsonl|ndjson|parquet|feather|arrow)(\.\w+)?$", file, re.IGNORECASE
        )
        if table is None or not is_there(file) or "batch" in error.reason:
            raise
        reason = f"for a table of puzzles use unriddle batch; read as one puzzle: {error.reason}"
        raise type(error)(reason, file=error.file, line=error.line, column=error.column) from None


def read_puzzle(kind: Any, text: str | None, **rules: Any) -> Any:
    """Return the puzzle that an argument gives: inline, or the name of a file, or ``-``.

    Parameters
    ----------
    kind : type
        The class of the puzzle.
    text : str, optional
        The argument; None is standard input where that is no terminal.
    rules
        Given to `parse`.

    Raises
    ------
    PuzzleError
        Nothing given; as for `parse`, with the beginning of an inline board in place of a file. RuleError
        comes as it is.

    Examples
    --------
    >>> from unriddle import Numbrix
    >>> read_puzzle(Numbrix, "1 . / . .").n_numbers
    4
    """
    if text is None:
        if sys.stdin is None or sys.stdin.isatty():
            raise PuzzleError("no puzzle; give one, a file, or - for standard input")
        text = "-"
    if is_file(text):
        if not _is_file_name(text) and text != "-" and not is_there(text):
            wrong = "no such file; for a board, put / between its rows or spaces between its cells"
            raise PuzzleError(wrong, file=printable(text))
        with named_table(text):
            return kind.load(text, **rules)
    if not text.strip():
        raise PuzzleError("the puzzle is empty")
    if os.path.isdir(text):  # noqa: PTH112 (pathlib costs start-up time)
        raise PuzzleError("is a folder; name a file", file=printable(text))
    try:
        return kind.parse(text, **rules)
    except RuleError:
        raise
    except PuzzleError as error:
        reason = re.sub(r"\bpass (\w+)=(?!True)", lambda found: f"pass {flag_of(found[1])} ", error.reason)
        line, column = error.line, error.column
        if re.fullmatch(r"[\w.-]+", text):
            reason, line, column = f"no such file; read as a puzzle: {reason}", None, None
        short = text if len(text) <= 40 else re.sub(r"[\s/;,][^\s/;,]*$", "", text[:40]) + "…"
        shown = printable(repr(short) if ":" in short else short)  # LINE and COLUMN follow a colon
        file = flag_of(error.file) if error.file in rules else shown
        raise type(error)(reason, file=file, line=line, column=column) from None


def exclude(args: argparse.Namespace, option: str, *names: str) -> None:
    """Raise PuzzleError where an option that is given excludes one of others.

    Parameters
    ----------
    args : Namespace
    option : str
        As the error names it, such as ``--lines``.
    *names : str
        Attributes of `args`; ``puzzle`` is the puzzle itself.
    """
    for name in names:
        if getattr(args, name, None) not in (None, False, []):
            other = "a puzzle" if name == "puzzle" else flag_of(name)
            raise PuzzleError(f"{option} cannot be combined with {other}")


def print_outcome(
    args: argparse.Namespace,
    result: Any,
    values: Mapping[str, Any],
    lines: Iterable[str],
    stats: str | None = None,
    **drawings: Callable[[], str | bytes],
) -> int:
    """Print what a search found, write the drawings asked for, and return the exit code.

    Parameters
    ----------
    result : object
        With ``status``, ``interrupted`` and ``stats``.
    values : mapping
        Of the JSON object, after its status.
    lines : iterable of str
        Of the text.
    stats : str, optional
        Line of ``--stats``; `stats_text` by default.
    **drawings
        As for `unriddle.console.draw`.
    """
    with draw(args, **drawings) as taken:
        if args.format == "json":
            print_answer(args, {"status": str(result.status), **values})
        elif not taken:
            for line in lines:
                print(line)
            if args.stats:
                print(stats_text(result.stats) if stats is None else stats)
    return exit_code(result.status, result.interrupted)


def bounds(args: argparse.Namespace, call: Callable[..., Any]) -> dict[str, Any]:
    """Return the limits as keywords of a method; PuzzleError where it takes none."""
    limits = limits_of(args)
    if limits is None:
        return {}
    if "limits" not in inspect.signature(call).parameters:
        raise PuzzleError(f"{call.__qualname__} takes no limits; leave out --max-seconds and the like")
    return {"limits": limits}


class PuzzleCommand:
    """Run ``unriddle NAME``.

    Parameters
    ----------
    spec : Spec
        Of the puzzle.
    doc : str, optional
        Text of the help page above the options; by default the summary of the spec, with examples.

    Notes
    -----
    The command line calls `configure` and `run`. Subclasses override their steps: `add_source`, `add_rules`
    and `rules` (how a puzzle is read), `make` (a new one), `form`, `as_json`, `lines`, `keys` (the answer).
    """

    UNIT = "nodes"
    """What the progress line counts."""
    ANSWER = "solution"
    """What ``--all``, ``--count`` and ``--limit`` are about."""
    FORMS: tuple[str, ...] = ("text", "json")
    """What ``--format`` takes."""
    PROVES = False
    """Whether `solve` proves that a solution is the only one: ``--unique`` asks for that."""
    LINES = "solve each line of the input as a puzzle, all on one page; needs --html"
    """Help of ``--lines``."""
    WITH_GENERATE: tuple[str, ...] = ("difficulty",)
    """Options that say what new puzzles are to be like."""

    def __init__(self, spec: Spec, doc: str | None = None) -> None:
        self.spec = spec
        name, example = spec.name, spec.example.replace("\n", "; ")
        self.__doc__ = doc or (
            f"{spec.summary[:1].upper()}{spec.summary[1:]}.\n\n"
            f'unriddle {name} "{example}"\nunriddle {name} FILE --all --format json'
        )

    @property
    def kind(self) -> Any:
        """The class of the puzzle."""
        return self.spec.load(self.spec.puzzle)

    @property
    def maker(self) -> str:
        """The verb that makes a new puzzle: ``generate``, ``random``, or "" where there is none."""
        return next((verb for verb in ("generate", "random") if hasattr(self.kind, verb)), "")

    # The arguments

    def configure(self, parser: argparse.ArgumentParser) -> None:
        """Add the arguments."""
        self.add_source(parser)
        self.add_rules(parser.add_argument_group("rules"))
        self.add_modes(parser.add_argument_group("what to do").add_mutually_exclusive_group())
        self.add_search(parser.add_argument_group("search"))
        output = parser.add_argument_group("output")
        self.add_output(output)
        output.add_argument("--lines", action="store_true", help=self.LINES)

    def add_source(self, parser: argparse.ArgumentParser) -> None:
        """Add how the puzzle is given."""
        parser.add_argument(
            "puzzle", nargs="?", metavar="PUZZLE|FILE", help="the puzzle, or a file; - is standard input"
        )
        if self.maker == "random":
            group = parser.add_argument_group("instead of a puzzle")
            group.add_argument("--random", action="store_true", help="solve a random puzzle")

    def add_rules(self, group: argparse._ActionsContainer) -> None:
        """Add the options of `rules`."""

    def add_modes(self, group: argparse._ActionsContainer) -> None:
        """Add the modes: what to do in place of solving."""
        group.add_argument("--all", action="store_true", help=f"print every {self.ANSWER}")
        group.add_argument("--count", action="store_true", help=f"print the number of {self.ANSWER}s")
        if self.PROVES:
            group.add_argument(
                "--unique", action="store_true", help="exit with 0 only if there is one solution"
            )
        if issubclass(self.kind, ExplainMixin):
            group.add_argument("--steps", action="store_true", help="explain the solution step by step")
            group.add_argument("--hint", action="store_true", help="print the next step of the explanation")
        if self.maker == "generate":
            group.add_argument(
                "--generate",
                nargs="?",
                type=positive,
                const=1,
                metavar="N",
                help="print N new puzzles (default: 1)",
            )

    def add_search(self, group: argparse._ActionsContainer) -> None:
        """Add method, number of solutions, seed and limits."""
        most = f"stop --all or --count after N {self.ANSWER}s (default: no limit)"
        group.add_argument("--limit", type=positive, metavar="N", help=most)
        methods = getattr(self.kind, "METHODS", ())
        if methods:
            group.add_argument("--method", choices=methods, help="choose the search (default: the fastest)")
            group.add_argument(
                "--compare",
                action="store_true",
                help="solve with each method, and compare nodes and time",
            )
        if self.maker:
            add_seed(group)
        if self.maker == "generate" and "difficulty" in inspect.signature(self.kind.generate).parameters:
            group.add_argument("--difficulty", choices=[*Difficulty], help=GRADE)
        add_limits(group)

    def add_output(self, group: argparse._ActionsContainer) -> None:
        """Add the form of the output."""
        add_format(group, *self.FORMS)
        written = [name for name in self.kind.FORMATS if known_formats()[name].writable]
        if written:
            what = "print the puzzle for another program (see unriddle formats) instead of solving it"
            group.add_argument("--to", choices=written, help=what)
        if hasattr(self.kind, "to_cnf"):
            what = "write the puzzle as clauses (DIMACS CNF) instead of solving it; - is standard output"
            group.add_argument("--cnf", type=Output, metavar="FILE", help=what)
            what = "read the model that a SAT solver printed for --cnf, and print the solution"
            group.add_argument("--model", metavar="FILE", help=what)
        stats = "print steps of the solution, nodes visited, efficiency (steps / nodes) and time"
        group.add_argument("--stats", action="store_true", help=stats)
        if hasattr(self.kind, "replay"):
            group.add_argument("--animate", action="store_true", help="animate the solution on the terminal")
        add_drawings(group)

    # The puzzle

    def rules(self, args: argparse.Namespace) -> dict[str, Any]:
        """Return the keywords of `parse`."""
        return {}

    def read(self, args: argparse.Namespace) -> Any:
        """Return the puzzle that the arguments give."""
        if getattr(args, "random", None):
            exclude(args, "--random", "puzzle")
            with seeded(args):
                puzzle = self.make(args)
            if args.format == "text" and "-" not in (args.svg, args.html):
                print(puzzle.text().rstrip("\n"), end="\n\n")
            return puzzle
        if getattr(args, "seed", None) is not None:
            raise PuzzleError(f"--seed goes with --{self.maker}")
        return read_puzzle(self.kind, args.puzzle, **self.rules(args))

    def make(self, args: argparse.Namespace) -> Any:
        """Return a new puzzle."""
        return getattr(self.kind, self.maker)(seed=args.seed, **self.wishes(args))

    def wishes(self, args: argparse.Namespace) -> dict[str, Any]:
        """Return what a new puzzle is to be like by the options that all puzzles have, and limits."""
        wished = {"difficulty": args.difficulty} if getattr(args, "difficulty", None) else {}
        return {**wished, **bounds(args, self.kind.generate)} if getattr(args, "generate", None) else wished

    # Doing

    def check(self, args: argparse.Namespace) -> None:
        """Raise PuzzleError where options exclude each other."""
        wished = [
            each for each in self.WITH_GENERATE if getattr(args, each, None) not in (None, False, "none")
        ]
        if wished and not args.generate:
            raise PuzzleError(f"{flag_of(wished[0])} goes with --generate")
        if args.limit is not None and not (args.all or args.count):
            raise PuzzleError("--limit goes with --all or --count")
        if getattr(args, "method", None) is not None and (args.all or args.count):
            wanted = "--all" if args.all else "--count"
            raise PuzzleError(f"--method cannot be combined with {wanted}")
        if args.html:
            exclude(args, "--html", "count", "steps", "hint")
        if args.svg:
            exclude(args, "--svg", "count")
        if issubclass(self.kind, ExplainMixin):
            for mode in ("steps", "hint"):
                if getattr(args, mode):
                    exclude(args, f"--{mode}", "svg", "method", "stats")
        for name, others in WRITTEN.items():
            if getattr(args, name, None):
                exclude(args, f"--{name}", *MODES, *others)
        if getattr(args, "compare", False):
            exclude(args, "--compare", "all", "count", "unique", "method", "steps", "hint", "generate")
            exclude(args, "--compare", "animate", "svg", "html")

    def run(self, args: argparse.Namespace) -> int:
        """Run the subcommand and return its exit code."""
        self.check(args)
        if args.lines:
            return self.run_lines_page(args)
        if getattr(args, "generate", None):
            return self.run_generate(args)
        puzzle = self.read(args)
        if getattr(args, "to", None):
            return self.run_to(args, [puzzle])
        for mode in ("steps", "hint", "all", "count", "compare", "cnf", "model"):
            if getattr(args, mode, False):
                return int(getattr(self, f"run_{mode}")(args, puzzle))
        return self.run_solve(args, puzzle)

    def options(self, args: argparse.Namespace) -> dict[str, Any]:
        """Return the keywords of `solve`, without limits and progress."""
        method = getattr(args, "method", None)
        return {} if method is None else {"method": method}

    def run_solve(self, args: argparse.Namespace, puzzle: Any) -> int:
        """Solve a puzzle and print the answer."""
        result = self.solved(args, puzzle, limits_of(args))
        self.print_result(args, puzzle, result)
        code = exit_code(result.status, result.interrupted)
        return (
            1 if getattr(args, "unique", False) and not code and result.status is not Status.UNIQUE else code
        )

    def solved(self, args: argparse.Namespace, puzzle: Any, limits: Limits | None, **options: Any) -> Any:
        """Return the result of a puzzle."""
        with progress_line(self.spec.name, self.UNIT) as progress:
            return puzzle.solve(limits=limits, progress=progress, **{**self.options(args), **options})

    def run_to(self, args: argparse.Namespace, puzzles: Iterable[Any]) -> int:
        """Print puzzles in the format of another program."""
        sys.stdout.write(write_format(args.to, [PuzzleText(one.text(), one.rules()) for one in puzzles]))
        return 0

    def run_cnf(self, args: argparse.Namespace, puzzle: Any) -> int:
        """Write a puzzle as clauses."""
        write_file(args.cnf, puzzle.to_cnf())
        return 0

    def run_model(self, args: argparse.Namespace, puzzle: Any) -> int:
        """Print the solution that a solver of clauses found."""
        try:
            answer = puzzle.from_model(read_text(args.model))
        except PuzzleError as error:
            raise PuzzleError(error.reason, file=error.file or source_name(args.model)) from None
        status = Status.NO_SOLUTION if answer is None else Status.SOLVED
        if args.format == "json":
            solution = None if answer is None else self.as_json(puzzle, answer)
            print_json({"status": str(status), "solution": solution})
        else:
            print(str(status) if answer is None else _printable(self.form(puzzle, answer)))
        return exit_code(status, False)

    def run_compare(self, args: argparse.Namespace, puzzle: Any) -> int:
        """Solve with the kernel and with each method, each within the limits; print what they did."""
        rows, code = [], 0
        for method in (None, *self.kind.METHODS):
            with progress_line(method or "kernel", self.UNIT) as progress:
                result = puzzle.solve(
                    limits=limits_of(args),
                    progress=progress,
                    **({} if method is None else {"method": method}),
                )
            rows.append(
                {"method": method or "kernel", "status": str(result.status), **result.stats.to_dict()}
            )
            code = code or exit_code(result.status, result.interrupted)
            if result.interrupted:
                break
        if args.format == "json":
            print_json({"methods": rows})
            return code
        table = [["method", "status", "nodes", "length", "efficiency", "time"]]
        for row in rows:
            numbers = [f"{row['nodes']:,}", f"{row['length']:,}", f"{row['efficiency']:.4f}"]
            table.append([row["method"], row["status"], *numbers, seconds_text(row["seconds"])])
        print("\n".join(aligned(table)))
        return code

    def run_generate(self, args: argparse.Namespace) -> int:
        """Print new puzzles; of several, each has the next seed."""
        exclude(args, "--generate", "puzzle")
        if getattr(args, "to", None):
            puzzles = list(self.made(args))
            return self.run_to(args, puzzles) if puzzles else 1
        if args.generate > 1 and args.html is not None:
            return self.run_new_page(args)
        made = 0
        for puzzle in self.made(args):
            self.print_new(args, puzzle)
            made += 1
        return int(made < args.generate)

    def made(self, args: argparse.Namespace) -> Iterator[Any]:
        """Yield the puzzles of ``--generate N``, fewer where a limit comes; each has the next seed."""
        for k in range(args.generate):
            try:
                with seeded(args):
                    puzzle = self.make(args)
            except LimitReached:
                print(f"limit reached: {k:,} of {args.generate:,} puzzles", file=sys.stderr)
                return
            yield puzzle
            args.seed += 1

    def print_new(self, args: argparse.Namespace, puzzle: Any) -> None:
        """Print a new puzzle."""
        with draw(args, svg=puzzle.to_svg, html=puzzle.to_html) as taken:
            if args.format == "json":
                print_answer(args, self.new_json(args, puzzle))
            elif not taken:
                print(self.new_text(args, puzzle))

    def new_text(self, args: argparse.Namespace, puzzle: Any) -> str:
        """Return a new puzzle as text."""
        text: str = puzzle.text().rstrip("\n")
        return text

    def new_json(self, args: argparse.Namespace, puzzle: Any) -> dict[str, Any]:
        """Return a new puzzle as JSON values."""
        return {"puzzle": puzzle.text(), "seed": args.seed}

    def run_steps(self, args: argparse.Namespace, puzzle: Any) -> int:
        """Print the reasoning."""
        steps = puzzle.steps(**bounds(args, puzzle.steps))
        stopped = bool(steps) and steps[-1].kind == "limit"
        rating = None if stopped else rate(steps, puzzle.levels)
        if args.format == "json":
            solved = not any(step.kind in ("guess", "contradiction", "limit") for step in steps)
            shown = [step.to_dict() for step in steps]
            known = {
                "difficulty": rating and str(rating.difficulty),
                "hardest": rating and rating.hardest,
                "score": rating and rating.score,
            }
            print_json({**known, "solved": solved, "steps": shown})
        else:
            for k, step in enumerate(steps, 1):
                print(fitted(f"{k}. {step}"))
            print(f"difficulty: {rating.difficulty if rating else 'unknown'}")
        return int(stopped)

    def run_hint(self, args: argparse.Namespace, puzzle: Any) -> int:
        """Print the next step."""
        step = puzzle.hint(**bounds(args, puzzle.hint))
        if args.format == "json":
            print_json({"hint": None if step is None else step.to_dict()})
        else:
            print("nothing is left to do" if step is None else fitted(str(step)))
        return int(step is not None and step.kind == "limit")

    def run_count(self, args: argparse.Namespace, puzzle: Any) -> int:
        """Print the number of solutions."""
        with progress_line(self.spec.name, self.UNIT) as progress:
            count = self.counted(args, puzzle, limits=limits_of(args), progress=progress)
        values = {"count": count.found, "complete": count.complete, **count.stats.to_dict()}
        return print_outcome(args, count, values, [str(count)])

    def counted(self, args: argparse.Namespace, puzzle: Any, **search: Any) -> Count:
        """Return what ``--count`` counts, by limits and progress."""
        count: Count = puzzle.count(args.limit, **search)
        return count

    def listed(self, args: argparse.Namespace, puzzle: Any, **search: Any) -> Solutions[Any]:
        """Return what ``--all`` lists, by limits."""
        solutions: Solutions[Any] = puzzle.solutions(args.limit, **search)
        return solutions

    def run_all(self, args: argparse.Namespace, puzzle: Any) -> int:
        """Print the solutions as they come, in bounded memory; a JSON object is closed whatever happens."""
        solutions = self.listed(args, puzzle, limits=limits_of(args))
        first, as_object, shown, write = None, args.format == "json", 0, sys.stdout.write
        if as_object:
            write('{"solutions":[')
        try:
            for solution in solutions:
                first = solution if first is None else first
                if as_object:
                    text = ("," if shown else "") + _json(self.as_json(puzzle, solution))
                else:
                    form = self.form(puzzle, solution)
                    text = ("\n" if shown and "\n" in form else "") + _printable(form) + "\n"
                shown += 1  # and written, in one piece: signals come before the sum or after the call
                write(text)
        except KeyboardInterrupt:
            solutions.interrupt()
        status, code = solutions.status, exit_code(solutions.status, solutions.interrupted)
        asked = args.limit is not None and shown == args.limit
        with draw(args, **({} if first is None else self.drawings(puzzle, first))):
            if as_object:
                head = {"status": str(status), "count": shown, "complete": solutions.complete}
                rest = {**head, **solutions.stats.to_dict(), **args.drawn}
                sys.stdout.write("]," + _json(rest)[1:] + "\n")
            else:
                said = "all of them" if solutions.complete else "the limit" if asked else "stopped"
                print(f"{status}: {pluralize(shown, 'solution')}, {said}")
                if args.stats:
                    print(stats_text(solutions.stats))
        return code

    # Showing

    def form(self, puzzle: Any, solution: Any) -> str:
        """Return a solution as text."""
        text: str = puzzle.format(solution)
        return text

    def as_json(self, puzzle: Any, solution: Any) -> Any:
        """Return a solution as JSON values; by default its text."""
        return self.form(puzzle, solution)

    def drawings(self, puzzle: Any, answer: Any) -> dict[str, Callable[[], str]]:
        """Return how each drawing is made that an option of its name asks for, by a solution or a result."""
        solution = getattr(answer, "solution", None) if isinstance(answer, Result) else answer
        return {"svg": lambda: puzzle.to_svg(solution), "html": lambda: puzzle.to_html(answer)}

    def lines(self, puzzle: Any, result: Any) -> Iterable[str]:
        """Return what is printed above the solution."""
        return ()

    def keys(self, puzzle: Any, result: Any) -> dict[str, Any]:
        """Return further keys of the JSON object."""
        return {}

    def print_result(self, args: argparse.Namespace, puzzle: Any, result: Any) -> None:
        """Print what `solve` found, and write the files that are asked for."""
        with draw(args, **self.drawings(puzzle, result)) as taken:
            if not taken:
                self.print_found(args, puzzle, result)

    def print_found(self, args: argparse.Namespace, puzzle: Any, result: Any) -> None:
        """Print what `solve` found."""
        solution = result.solution
        if args.format == "json":
            print_answer(args, self.result_json(puzzle, result))
            return
        if getattr(args, "animate", False) and solution is not None:
            animate([state.format() for state in puzzle.replay(solution)])
        for line in self.lines(puzzle, result):
            print(line)
        if solution is not None:
            print(_printable(self.form(puzzle, solution)))
        print(self.verdict(result))
        if args.stats:
            print(stats_text(result.stats))

    def result_json(self, puzzle: Any, result: Any) -> dict[str, Any]:
        """Return what is printed as JSON."""
        found: dict[str, Any] = {**result.to_dict(), **self.keys(puzzle, result)}
        if found.get("solution") is not None:
            found["solution"] = self.as_json(puzzle, result.solution)
        return found

    def verdict(self, result: Result) -> str:
        """Return the line below a solution."""
        status, reason = result.status, getattr(result, "reason", "")
        count, complete = getattr(result, "count", 0), getattr(result, "complete", False)
        said = {
            Status.UNIQUE: "exactly one solution",
            Status.MULTIPLE: pluralize(count, "solution") if complete else "at least two solutions",
            Status.NO_SOLUTION: reason or "it is proven that there is none",
            Status.LIMIT: "interrupted" if result.interrupted else "a limit was reached",
        }.get(status, "")
        return f"{status}: {said}" if said else str(status)

    # Many puzzles

    def run_lines_page(self, args: argparse.Namespace) -> int:
        """Solve one puzzle a line, and make a page of them all."""
        if args.html is None:
            raise PuzzleError(f"--lines goes with --html; unriddle batch {self.spec.name} writes records")
        exclude(args, "--lines", "all", "svg", "generate", "random", "animate", "method")
        if args.puzzle is None or not is_file(args.puzzle):
            raise PuzzleError("--lines takes a file of puzzles; name a file, or - for standard input")
        text, name = read_text(args.puzzle), source_name(args.puzzle)
        symbols = getattr(self.kind, "SYMBOLS", Symbols())
        lines = [(number, line) for number, line in text_lines(text) if not is_comment(line, symbols)]
        return self.run_page(args, self.parse_lines(args, lines, name))

    def line_rules(self, args: argparse.Namespace) -> dict[str, Any]:
        """Return the keywords of `parse` that many puzzles share."""
        return self.rules(args)

    def parse_lines(self, args: argparse.Namespace, lines: Iterable[tuple[int, str]], name: str) -> list[Any]:
        """Return the puzzles on numbered lines of a file."""
        rules, puzzles = self.line_rules(args), []
        for number, line in lines:
            try:
                puzzles.append(self.kind.parse(line, file=name, **rules))
            except RuleError as error:
                said = f"--{error.file}: {error.reason}"
                raise PuzzleError(said, file=name, line=number) from None
            except PuzzleError as error:  # the text of one line knows nothing of those before
                raise PuzzleError(error.reason, file=name, line=number, column=error.column) from None
        return puzzles

    def run_page(self, args: argparse.Namespace, puzzles: list[Any]) -> int:
        """Solve puzzles, make a page of them, and print the number of each status."""
        from .result_sequence import STATUSES

        if not puzzles:
            raise PuzzleError("no puzzles; put one on each line")
        with progress_line(self.spec.name, "puzzles") as progress:
            many = self.kind.solve_many(
                puzzles, limits=limits_of(args), progress=progress, **self.many_options(args)
            )
        found: dict[str, int] = {}
        for place in many.statuses.tolist():
            found[str(STATUSES[place])] = found.get(str(STATUSES[place]), 0) + 1
        with draw(args, html=many.to_html) as taken:
            if args.format == "json":
                print_answer(args, {"puzzles": len(many), "statuses": found})
            elif not taken:
                said = ", ".join(f"{n:,} {status}" for status, n in found.items())
                print(f"{pluralize(len(many), 'puzzle')}: {said}")
        return max(exit_code(Status(status)) for status in found)

    def run_new_page(self, args: argparse.Namespace) -> int:
        """Make a page of new puzzles, without their solutions; each has the next seed."""
        from .html import index_page

        if args.svg is not None:
            raise PuzzleError("--svg takes one puzzle; use --html for several")
        puzzles: list[Any] = []

        def items() -> Iterator[tuple[Any, None, tuple[()]]]:
            for puzzle in self.made(args):  # drawn one by one, within the limits
                puzzles.append(puzzle)
                yield puzzle, None, ()

        text = index_page("", items(), ())
        title = f"{len(puzzles):,} puzzles"
        with draw(args, html=lambda: text) as taken:
            if args.format == "json":
                print_answer(args, {"puzzles": [puzzle.text() for puzzle in puzzles]})
            elif not taken:
                print(title)
        return int(len(puzzles) < args.generate)

    def many_options(self, args: argparse.Namespace) -> dict[str, Any]:
        """Return the keywords of `solve_many`, without limits and progress."""
        return {"threads": getattr(args, "threads", 0)}


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _printable(text: str) -> str:
    return "\n".join(fitted(printable(line)) for line in text.split("\n"))


def stats_text(stats: SearchStats) -> str:
    """Return what a search did in a line."""
    parts = [pluralize(stats.path_length, "step"), f"{pluralize(stats.nodes, 'node')} visited"]
    if stats.generated:
        parts.append(f"{stats.generated:,} generated")
    if stats.guesses:
        parts.append(pluralize(stats.guesses, "guess"))
    return ", ".join([*parts, f"efficiency {stats.efficiency:.4f}", seconds_text(stats.seconds)])


def animate(frames: list[str]) -> None:
    """Show frames of equal height: in place on a terminal, one below the other elsewhere."""
    terminal = sys.stdout.isatty()
    for number, frame in enumerate(frames):
        lines = [printable(line) for line in frame.split("\n")]
        if terminal and number:
            sys.stdout.write(f"\x1b[{len(lines) + 1}A")
        print(f"step {number} of {len(frames) - 1}")
        print("\n".join(f"{line}\x1b[K" if terminal else line for line in lines))
        if terminal:
            sys.stdout.flush()
            time.sleep(FRAME_SECONDS)
