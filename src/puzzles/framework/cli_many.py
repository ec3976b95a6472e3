"""What ``--lines`` does: a file with one puzzle a line, and a page of them all."""

from __future__ import annotations

import argparse
from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ...base import PuzzleError, Status
from ...console import draw, exit_code, limits_of, print_answer, progress_line
from ...io.grid_text import Symbols, is_comment
from ...io.text import read_text, source_name, text_lines
from .arguments import RuleError
from .cli_input import is_file

if TYPE_CHECKING:
    from .spec import Spec

__all__ = ["Lines"]


class Lines(ABC):
    """The part of a `PuzzleCommand` that reads many puzzles."""

    spec: Spec

    @property
    @abstractmethod
    def kind(self) -> Any:
        """The class of the puzzle."""

    @abstractmethod
    def make(self, args: argparse.Namespace) -> Any:
        """Return a new puzzle."""

    @abstractmethod
    def rules(self, args: argparse.Namespace) -> dict[str, Any]:
        """Return what `parse` takes beside the text."""

    def add_lines(self, group: argparse._ActionsContainer) -> None:
        """Add ``--lines``."""
        group.add_argument(
            "--lines", action="store_true", help="FILE has one puzzle a line; --html is a page of them all"
        )

    def run_lines_page(self, args: argparse.Namespace) -> int:
        """Solve one puzzle a line, and make a page of them all."""
        if args.html is None:
            raise PuzzleError(f"--lines goes with --html; unriddle batch {self.spec.name} writes records")
        for option in ("all", "svg", "generate", "random", "animate", "method"):
            if getattr(args, option, None):
                raise PuzzleError(f"--lines and --{option}, expected one of them")
        if args.puzzle is None or not is_file(args.puzzle):
            raise PuzzleError("--lines takes a file of puzzles, expected FILE or -")
        text, name = read_text(args.puzzle), source_name(args.puzzle)
        symbols = getattr(self.kind, "SYMBOLS", Symbols())
        lines = [(number, line) for number, line in text_lines(text) if not is_comment(line, symbols)]
        return self.run_page(args, self.parse_lines(args, lines, name))

    def line_rules(self, args: argparse.Namespace) -> dict[str, Any]:
        """Return what `parse` takes beside the text, where many puzzles share it."""
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
        """Solve puzzles, make a page of them, and say how many there are of each status."""
        from .result_sequence import STATUSES

        if not puzzles:
            raise PuzzleError("no puzzles, expected one a line")
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
                print(f"{len(many):,} puzzles: {', '.join(f'{n:,} {status}' for status, n in found.items())}")
        return max(exit_code(Status(status)) for status in found)

    def run_new_page(self, args: argparse.Namespace) -> int:
        """Make a page of new puzzles, without their solutions; each has the next seed."""
        from .gallery import index_page

        if args.svg is not None:
            raise PuzzleError(f"--svg and {args.generate} puzzles, expected one of them, or --html alone")
        puzzles = []
        for _ in range(args.generate):
            puzzles.append(self.make(args))
            if args.seed is not None:
                args.seed += 1
        title = f"{len(puzzles):,} puzzles"
        page = lambda: index_page(title, ((puzzle, None, ()) for puzzle in puzzles), ())  # noqa: E731
        with draw(args, html=page) as taken:
            if args.format == "json":
                print_answer(args, {"puzzles": [puzzle.text() for puzzle in puzzles]})
            elif not taken:
                print(title)
        return 0

    def many_options(self, args: argparse.Namespace) -> dict[str, Any]:
        """Return what `solve_many` takes beside limits and progress."""
        return {"threads": getattr(args, "threads", 0)}
