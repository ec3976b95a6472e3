"""Make a book of new puzzles: a title page, the puzzles by kind and difficulty, and their solutions.

unriddle book sudoku --easy 60 --medium 80 --hard 60 --per-page 4 --seed 1 -o book.pdf
unriddle book sudoku numbrix hidato --easy 10 --medium 10 -o mixed.html
unriddle book peg sliding --count 12 --title "Two weeks" --page-size A5 -o book.pdf

Give the number of puzzles per difficulty, or --count for any. Puzzles that have no difficulty need --count.
The same seed makes the same book. PDF files need the book extra.
"""

from __future__ import annotations

import argparse
from typing import Any

from ..base import PuzzleError
from ..console import Output, add_seed, positive, progress_line, whole, write_file
from ..io.text import pluralize
from ..pdf import pdf_maker
from ..puzzles import registry
from ..puzzles.books import MOST_PER_PAGE, PAGE_SIZES, book
from ..puzzles.framework.base import ExplainMixin
from ..puzzles.framework.generator import derived, start_of
from ..puzzles.framework.steps import Difficulty

__all__ = ["configure", "run"]


def output(path: str) -> Output:
    """Read where a book is written; an argparse type."""
    if not path.lower().endswith((".html", ".pdf")):
        raise argparse.ArgumentTypeError(f"{path!r:.80}, expected a file that ends in .html or .pdf")
    return Output(path, pdf_maker if path.lower().endswith(".pdf") else None)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``unriddle book``."""
    parser.description = __doc__
    names = registry.factory_names()
    parser.add_argument("puzzles", nargs="+", metavar="PUZZLE", choices=names, help=", ".join(names))
    ends = "write the book to FILE, which ends in .html or .pdf"
    parser.add_argument("-o", "--out", type=output, required=True, metavar="FILE", help=ends)
    numbers = parser.add_argument_group("number of puzzles")
    for level in Difficulty:
        each = f"make N {level} puzzles of each kind"
        numbers.add_argument(f"--{level}", type=whole, default=0, metavar="N", help=each)
    each = "make N puzzles of each kind, of any grade"
    numbers.add_argument("--count", type=whole, default=0, metavar="N", help=each)
    add_seed(numbers)
    look = parser.add_argument_group("pages")
    title = "set the title (default: the names of the puzzles)"
    look.add_argument("--title", metavar="TITLE", help=title)
    look.add_argument(
        "--per-page",
        type=positive,
        default=4,
        metavar="N",
        help=f"put N puzzles on a page, at most {MOST_PER_PAGE}",
    )
    look.add_argument("--page-size", choices=PAGE_SIZES, default="A4", help="choose the size of the paper")


def run(args: argparse.Namespace) -> int:
    """Make puzzles and write the book."""
    wanted = {str(level): number for level in Difficulty if (number := getattr(args, level))}
    if not wanted and not args.count:
        raise PuzzleError("no puzzles; give the number with --easy, --medium, --hard, --expert or --count")
    seed = start_of(args.seed)
    names = dict.fromkeys(args.puzzles)
    title = ", ".join(map(str.capitalize, names)) if len(names) < 4 else "Puzzles"
    title = title if args.title is None else args.title
    with progress_line("book", "puzzles") as line:
        puzzles = [puzzle for name in names for puzzle in _made(name, wanted, args.count, seed)]
        made = book(puzzles, title=title, per_page=args.per_page, page_size=args.page_size, progress=line)
    write_file(args.out, made.to_pdf() if args.out.lower().endswith(".pdf") else made.to_html())
    print(f"{args.out}: {pluralize(len(puzzles), 'puzzle')} on {len(made.pages) + 1:,} pages, seed {seed}")
    return 0


def _made(name: str, wanted: dict[str, int], count: int, seed: int) -> list[Any]:
    """Return new puzzles of one kind, of each grade and of any."""
    kind = registry.get(name)
    if wanted and not issubclass(kind, ExplainMixin):
        raise PuzzleError(f"{name} has no grades; use --count alone")
    found: list[Any] = []
    for level, number in wanted.items():
        found += kind.generate_many(number, seed=seed, difficulty=level)
    if count:  # by other random numbers than those with a grade
        found += kind.generate_many(count, seed=derived(seed, 0))
    return found
