"""``unriddle placement``: solve, play, fill a crossword grid, lay out a criss-cross."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ...base import PuzzleError, Status
from ...console import (
    Output,
    add_drawings,
    add_format,
    add_limits,
    add_seed,
    draw,
    exit_code,
    limits_of,
    positive,
    print_answer,
    progress_line,
    seconds_text,
    seeded,
)
from ...io.formats.crosswords import Crossword
from ...io.text import printable, read_text, source_name, text_lines
from ...lexicon.arguments import add_lexicon, joined_text, load_lexicon
from ...options import add_options, flag_of, options_from, with_changes
from ..framework.command import PuzzleCommand, exclude, is_file, side, stats_text
from ..framework.game import Game, moves_of
from . import SPECS
from .export import check_export, clue_list, clues_of
from .parse import LONGEST_LIST, marked_rows, read_grid_file

if TYPE_CHECKING:
    from .result import FillResult, WordFilling

__all__ = ["COMMAND", "PLAY", "PlacementCommand"]

DOC = """\
Place words on a board: solve, play, fill a crossword grid, lay out a criss-cross.

unriddle placement "GTU,TECH;111/010/010/010"
unriddle placement FILE --all
unriddle placement play FILE
unriddle placement fill "...#/..../#..."

A puzzle is the words, an empty line, and rows of 0 (forbidden), 1 (empty) and given letters. On one line it
is WORD,WORD;ROW/ROW."""
ENGLISH = "english"


class _Actions(argparse._SubParsersAction):  # type: ignore[type-arg]
    """Words that stand where a puzzle does, for help pages and completion: `PlacementCommand` parses them."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.nargs = 0

    def __call__(self, *_: Any) -> None:
        """Take nothing: what is no action is a puzzle."""


class PlacementCommand(PuzzleCommand):
    """Solves a puzzle, unless an action is named first."""

    PROVES = True

    def configure(self, parser: argparse.ArgumentParser) -> None:
        """Add the arguments, and the actions with theirs."""
        super().configure(parser)
        parser.usage = "%(prog)s [ACTION | PUZZLE|FILE]"
        below = parser.add_subparsers(
            action=_Actions, prog=parser.prog, title="actions", metavar="ACTION", description=WHAT
        )
        for name, (summary, configure, _) in ACTIONS.items():
            configure(
                below.add_parser(name, help=summary, description=f"{summary[:1].upper()}{summary[1:]}.")
            )
        usual = parser.parse_known_args

        def parse(args: Sequence[str] | None = None, namespace: Any = None) -> Any:
            words = list(args or ())
            if words[:1] == ["solve"] or not words or words[0] not in ACTIONS:
                return usual(words[words[:1] == ["solve"] :], namespace)
            found, rest = below.choices[words[0]].parse_known_args(words[1:], namespace)
            found.action = words[0]
            found.run = parser.get_default("run")
            return found, rest

        parser.parse_known_args = parse  # type: ignore[method-assign, assignment]

    def add_rules(self, group: argparse._ActionsContainer) -> None:
        """Add ``--allow-repeats``, ``--allow-unused`` and ``--empty``."""
        _add_empty(group)
        group.add_argument("--allow-repeats", action="store_true", help="let a word be used more than once")
        group.add_argument("--allow-unused", action="store_true", help="let words stay unused")

    def rules(self, args: argparse.Namespace) -> dict[str, Any]:
        """Return whether words may be used again, whether all have to be used, and the mark of open cells."""
        return {"reuse": args.allow_repeats, "exact": not args.allow_unused, "empty": args.empty}

    def run(self, args: argparse.Namespace) -> int:
        """Do what is asked."""
        action = getattr(args, "action", None)
        return super().run(args) if action is None else ACTIONS[action][2](args)

    def new_text(self, args: argparse.Namespace, puzzle: Any) -> str:
        """Return a new puzzle; of several each on a line, as ``unriddle batch`` reads them."""
        text: str = puzzle.text()
        return text if args.generate == 1 else f"{','.join(puzzle.words)};{'/'.join(puzzle.board)}"

    def as_json(self, puzzle: Any, solution: Any) -> dict[str, Any]:
        """Return the rows and where the words stand."""
        found: dict[str, Any] = solution.to_dict()
        return found


def _add_empty(group: argparse._ActionsContainer) -> None:
    group.add_argument("--empty", metavar="MARK", help="read this mark as an open cell")


def _board(args: argparse.Namespace) -> Crossword:
    """Return the grid that an argument gives: a file, or text, which has no clues."""
    if is_file(args.grid):
        return read_grid_file(args.grid, args.empty)
    rows, marks = marked_rows(args.grid, printable(args.grid[:40]), args.empty)
    return Crossword(rows, {}, marks=marks)


def _entries(text: str) -> tuple[str | None, list[str]]:
    """Return the name of the file that an argument names, or None, and the words in it."""
    name = source_name(text) if is_file(text) else None
    if name is not None:
        lines = (line for _, line in text_lines(read_text(text, limit=LONGEST_LIST)))
        text = "\n".join(line for line in lines if not line.lstrip().startswith("#")).strip()
    parts = re.split("[,\n]", text) if "," in text or "\n" in text else text.split()
    entries = [part.split() for part in parts if part.strip()]
    several = [" ".join(entry) for entry in entries if len(entry) > 1]
    if several:
        where = "" if name is None else f"{name}: "
        print(f"{where}{joined_text(several)}", file=sys.stderr)
    return name, ["".join(entry) for entry in entries]


def _configure_play(parser: argparse.ArgumentParser) -> None:
    given = "the puzzle, a file with it, or a saved game (.json) (default: a sample)"
    parser.add_argument("file", metavar="PUZZLE|FILE", nargs="?", help=given)
    parser.add_argument("--moves", metavar="FILE", help="read moves from FILE, line by line")


def _play(args: argparse.Namespace) -> int:
    from .game import play

    play(args.file, moves=moves_of(args.moves))
    return 0


def _open_game(args: argparse.Namespace) -> Game:
    from .game import opened

    return opened(args.file)


class _Play:
    """The action ``play`` as ``unriddle play`` takes it."""

    summary = "Place the words on the board until it is full."
    configure = staticmethod(_configure_play)
    run = staticmethod(_play)
    open = staticmethod(_open_game)


def _configure_fill(parser: argparse.ArgumentParser) -> None:
    from .filling import FillOptions

    parser.add_argument(
        "grid", metavar="GRID|FILE", help="rows of 0 or # (forbidden), 1 or . (empty) and given letters"
    )
    _add_empty(parser)
    add_lexicon(parser)
    parser.set_defaults(lexicon=None)  # so that --lexicon with --scored-lexicon is refused
    lists = parser.add_mutually_exclusive_group()
    prefer = "prefer words of --lexicon by their scores in FILE: lines WORD;SCORE"
    lists.add_argument("--scores", metavar="FILE", help=prefer)
    use = "use the words of FILE with their scores: lines WORD;SCORE"
    lists.add_argument("--scored-lexicon", metavar="FILE", help=use)
    parser.add_argument(
        "--best",
        action="store_true",
        help="find the filling with the highest sum of scores",
    )
    add_options(parser, FillOptions, "min_score", "no_shared")
    parser.add_argument("--allow-repeats", action="store_true", help="let a word be used more than once")
    parser.add_argument(
        "--theme",
        metavar="WORDS|FILE",
        help="use each of these words once, separated by commas or on lines of a file",
    )
    add_limits(parser)
    _add_output(parser)


def _add_output(parser: argparse.ArgumentParser) -> None:
    add_seed(parser)
    add_format(parser, "text", "json")
    parser.add_argument("--stats", action="store_true", help="print nodes and time")
    clues = "print clues by number, from lines WORD;CLUE or a table with a heading"
    parser.add_argument("--clues", metavar="FILE", help=clues)
    parser.add_argument(
        "--export",
        type=_export,
        metavar="FILE",
        help="write the filled grid (FILE ends in .ipuz, .jpz or .puz) or its clues (.csv, .tsv)",
    )
    add_drawings(parser)


def _fill(args: argparse.Namespace) -> int:
    from .filling import FillOptions, best_fill, fill, scored_list

    board = _board(args)
    if args.export:
        check_export(args.export, board.marks)
    clues = _clues(args)
    scores: dict[str, float] | None
    lexicon: Iterable[str]
    if args.scored_lexicon is not None:
        for option in ("lexicon", "level", "no_profanity", "strict", "language", "strip_accents"):
            if getattr(args, option):
                raise PuzzleError(f"--scored-lexicon cannot be combined with {flag_of(option)}")
        scores = lexicon = scored_list(args.scored_lexicon)
    else:
        scores = scored_list(args.scores) if args.scores is not None else None
        args.lexicon = args.lexicon or ENGLISH
        lexicon = load_lexicon(args, join=True)
    if scores is None and (args.best or args.min_score is not None):
        given = "--best" if args.best else "--min-score"
        raise PuzzleError(f"{given} needs --scores or --scored-lexicon")
    chosen = {"score": scores, "theme": _theme(args.theme), "reuse": args.allow_repeats}
    limits = limits_of(args)
    with seeded(args):
        options = with_changes(options_from(FillOptions, args), chosen | {"seed": args.seed})
        if args.best:
            result = best_fill(board, lexicon, options, limits=limits, improved=_tell(args))
        else:
            with progress_line("fill") as progress:
                result = fill(board, lexicon, options, limits=limits, progress=progress)
    if (board.numbered or board.listed) and result.solution is not None:
        clues = {**clues_of(board, result.solution.rows), **(clues or {})}
    drawings: dict[str, Callable[[], str | bytes]]
    drawings = {"svg": result._repr_svg_, "html": lambda: result.to_html(clues)}
    if result.solution is not None:
        drawings["export"] = _exported(args, result.solution, clues)
    with draw(args, **drawings) as taken:
        if not taken:
            _print_filling(args, result, clues)
    return exit_code(result.status, result.interrupted)


def _clues(args: argparse.Namespace) -> Mapping[str, str] | None:
    """Return the clues of ``--clues``."""
    return None if args.clues is None else clue_list(args.clues)


def _export(path: str) -> Output:
    """Read where a filled grid is exported to; an argparse type."""
    return Output(path, lambda: check_export(path))


def _exported(
    args: argparse.Namespace, filling: WordFilling, clues: Mapping[str, str] | None
) -> Callable[[], str | bytes]:
    """Return what makes the content of the file of ``--export``."""
    ending = (args.export or "").lower().rpartition(".")[2]
    if ending == "jpz":
        return lambda: filling.to_jpz(clues)
    if ending in ("csv", "tsv"):
        return lambda: filling.to_clue_sheet(clues, "," if ending == "csv" else "\t")
    return lambda: filling.to_puz(clues) if ending == "puz" else filling.to_ipuz(clues)


def _theme(text: str | None) -> list[str] | None:
    """Return the words of ``--theme``."""
    if text is None:
        return None
    from .filling import theme_words

    name, words = _entries(text)
    try:
        return list(theme_words(words).values())
    except PuzzleError as error:
        raise PuzzleError(error.reason, file=name or "--theme") from None


def _print_filling(args: argparse.Namespace, result: FillResult, clues: Mapping[str, str] | None) -> None:
    if args.format == "json":
        print_answer(args, {**result.to_dict(), **_clues_json(result.solution, clues)})
        return
    print(result)
    _print_clues(result.solution, clues)
    if result.solution is None and result.status is Status.NO_SOLUTION:
        print(f"it is proven that {result.reason}", file=sys.stderr)
    if args.best and result.total is not None:
        proof = "proven best" if result.optimal else "not proven to be the highest"
        print(f"{result.total:g} in all, {proof}")
    if args.stats:
        print(stats_text(result.stats))


def _clues_json(solution: WordFilling | None, clues: Mapping[str, str] | None) -> dict[str, Any]:
    return {} if solution is None or clues is None else {"clues": solution.entries(clues)}


def _print_clues(solution: WordFilling | None, clues: Mapping[str, str] | None) -> None:
    if solution is not None and clues is not None:
        print("\n" + "\n".join(map(printable, solution.clue_text(clues).split("\n"))))


def _tell(args: argparse.Namespace) -> Callable[[FillResult], None] | None:
    """Return what shows a better filling on a terminal while the search continues."""
    if args.format != "text" or not sys.stderr.isatty():
        return None

    def tell(result: FillResult) -> None:
        sys.stderr.write(f"\r{result.total:g} in all, {seconds_text(result.stats.seconds)}\x1b[K\n")

    return tell


def _configure_layout(parser: argparse.ArgumentParser) -> None:
    words = "words separated by commas, or a file with one per line"
    parser.add_argument("words", metavar="WORDS|FILE", help=words)
    parser.add_argument("--size", metavar="RxC", help="use at most R rows and C columns")
    unique = "add given letters until there is one solution"
    parser.add_argument("--make-unique", action="store_true", help=unique)
    _add_output(parser)


def _layout(args: argparse.Namespace) -> int:
    from .layouts import layout

    name, words = _entries(args.words)
    clues = _clues(args)
    try:
        with seeded(args):
            made = layout(words, shape=args.size, unique=args.make_unique, seed=args.seed)
    except PuzzleError as error:
        raise PuzzleError(error.reason, file=name) from None
    export = _exported(args, made.solution, clues)
    with draw(args, svg=made._repr_svg_, html=lambda: made.to_html(clues), export=export) as taken:
        if args.format == "json":
            rest = {"solution": made.solution.to_dict(), "left_out": list(made.left_out)}
            rest |= _clues_json(made.solution, clues)
            print_answer(args, {"puzzle": made.puzzle.text(), **rest})
        elif not taken:
            print(made.puzzle.text())
            _print_clues(made.solution, clues)
            for word in made.left_out:
                print(f"no place for {word}", file=sys.stderr)
    return 1 if made.left_out else 0


class SquareCommand(PuzzleCommand):
    """Finds, lists and counts word squares: the modes of a puzzle's command, of squares."""

    def __init__(self) -> None:
        super().__init__(SPECS[0], "Word squares and cubes.")

    @staticmethod
    def arguments(parser: argparse.ArgumentParser) -> None:
        """Add the arguments of the action."""
        sides = "set the letters per side, such as 5 or 5x5"
        parser.add_argument("--size", type=side, default=5, metavar="RxC", help=sides)
        kinds = parser.add_mutually_exclusive_group()
        kinds.add_argument("--double", action="store_true", help="use different words in columns and rows")
        kinds.add_argument("--cube", action="store_true", help="make a cube, the same words along three axes")
        parser.add_argument("--allow-repeats", action="store_true", help="let a word be used more than once")
        modes = parser.add_mutually_exclusive_group()
        modes.add_argument("--all", action="store_true", help="print every square")
        modes.add_argument("--count", action="store_true", help="print the number of squares")
        most = "stop after N squares (default: no limit)"
        parser.add_argument("--limit", type=positive, metavar="N", help=most)
        add_lexicon(parser)
        add_limits(parser)
        add_seed(parser)
        add_format(parser, "text", "json")
        parser.add_argument("--stats", action="store_true", help="print nodes and time")
        add_drawings(parser)

    def act(self, args: argparse.Namespace) -> int:
        """Do what is asked."""
        from .squares import WordSquares

        kind = "cube" if args.cube else "double" if args.double else "single"
        squares = WordSquares(args.size, load_lexicon(args), kind=kind, reuse=args.allow_repeats)
        if args.count:
            exclude(args, "--count", "svg", "html")
            return self.run_count(args, squares)
        if args.all:
            return self.run_all(args, squares)
        with seeded(args):
            return self.run_solve(args, squares)

    def options(self, args: argparse.Namespace) -> dict[str, Any]:
        """Return the seed."""
        return {"seed": args.seed}

    def print_found(self, args: argparse.Namespace, puzzle: Any, result: Any) -> None:
        """Print the square without a verdict."""
        if args.format == "json":
            super().print_found(args, puzzle, result)
            return
        print(result)
        if args.stats:
            print(stats_text(result.stats))

    def listed(self, args: argparse.Namespace, puzzle: Any, **search: Any) -> Any:
        """Return what ``--all`` lists."""
        return puzzle.solutions(args.limit, seed=args.seed, **search)

    def as_json(self, puzzle: Any, solution: Any) -> dict[str, Any]:
        """Return the layers and the words."""
        found: dict[str, Any] = solution.to_dict()
        return found

    def drawings(self, puzzle: Any, answer: Any) -> dict[str, Callable[[], str]]:
        """Return how a square is drawn."""
        square = getattr(answer, "solution", answer)
        return {} if square is None else {"svg": square.to_svg, "html": square.to_html}


def _square(args: argparse.Namespace) -> int:
    return SquareCommand().act(args)


WHAT = "Name an action before its arguments; without one, the puzzle is solved."
Configure = Callable[[argparse.ArgumentParser], None]
Run = Callable[[argparse.Namespace], int]
ACTIONS: dict[str, tuple[str, Configure, Run]] = {
    "play": ("play, as unriddle play placement does", _configure_play, _play),
    "fill": ("fill a grid from a word list", _configure_fill, _fill),
    "layout": ("lay words out as a criss-cross board", _configure_layout, _layout),
    "square": ("find word squares and cubes", SquareCommand.arguments, _square),
}
"""Action -> what it does, what adds its arguments, what runs it."""

COMMAND = PlacementCommand(SPECS[0], DOC)
PLAY = _Play()
