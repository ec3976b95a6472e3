"""``unriddle numbrix`` and ``unriddle hidato``."""

from __future__ import annotations

import argparse
from typing import Any

from ...base import PuzzleError
from ...console import limits_of, progress_line, whole
from ..framework.arguments import WITH_KNIGHT
from ..framework.command import PuzzleCommand, exclude, print_outcome
from . import SPECS
from .records import CLUES, EMPTY, ENDS, NEIGHBOURS

DOC = """\
Number the cells so that each number is {step} from the one before.

unriddle {name} "{example}"
unriddle {name} FILE --all
unriddle {name} --generate --seed 7 --size 9x9
unriddle {name} --generate --size 5x5 --topology hex
unriddle {name} --minimum-clues --size 4x4

A board is rows of numbers, with . for an empty cell and # for a hole. Put each row on a line, or / between
rows. Boards drawn with lines, CSV and JSON are read as well. The solver also proves whether the solution is
unique."""


class PathCommand(PuzzleCommand):
    """Numbrix or Hidato."""

    PROVES = True
    WITH_GENERATE = (*PuzzleCommand.WITH_GENERATE, "clues", "ends")
    box = True
    """Whether boards are printed with the lines of a box."""

    def configure(self, parser: argparse.ArgumentParser) -> None:
        """Add the arguments."""
        super().configure(parser)
        group = parser.add_argument_group("new puzzles")
        sizes = "set rows and columns (default: 9x9 for --generate, 4x4 for --minimum-clues)"
        group.add_argument("--size", metavar="RxC", help=sizes)
        group.add_argument("--clues", type=whole, metavar="N", help=CLUES.help)
        group.add_argument("--ends", action="store_true", help=ENDS.help)

    def add_modes(self, group: argparse._ActionsContainer) -> None:
        """Add ``--minimum-clues``."""
        super().add_modes(group)
        group.add_argument(
            "--minimum-clues",
            action="store_true",
            help="find the fewest clues that make the solution unique, for --size",
        )

    def add_rules(self, group: argparse._ActionsContainer) -> None:
        """Add ``--topology`` and ``--wrap``."""
        own = "rook" if self.spec.name == "numbrix" else "king"
        group.add_argument(
            "--topology",
            choices=tuple(WITH_KNIGHT),
            help=f"{NEIGHBOURS} (default: {own})",
        )
        group.add_argument("--wrap", action="store_true", help="join opposite edges (a torus)")
        group.add_argument("--empty", metavar=EMPTY.metavar, help=EMPTY.help)

    def add_output(self, group: argparse._ActionsContainer) -> None:
        """Add the form of the output."""
        super().add_output(group)
        group.add_argument("--plain", action="store_true", help="print boards without border lines")

    def rules(self, args: argparse.Namespace) -> dict[str, Any]:
        """Return how numbers step, whether the board wraps and how it marks empty cells."""
        return {**self.board_rules(args), "empty": args.empty}

    def board_rules(self, args: argparse.Namespace) -> dict[str, Any]:
        """Return how numbers step and whether the board wraps."""
        return {"topology": args.topology, "wrap": args.wrap}

    def check(self, args: argparse.Namespace) -> None:
        """Raise PuzzleError where options do not go together."""
        super().check(args)
        fewest = args.minimum_clues
        if args.size and not args.generate and not fewest:
            raise PuzzleError("--size goes with --generate or --minimum-clues")
        if fewest:
            exclude(args, "--minimum-clues", "puzzle", "lines", "method", "compare", "seed", "html", "svg")

    def run(self, args: argparse.Namespace) -> int:
        """Run the subcommand and return its exit code."""
        self.box = not args.plain
        if not args.minimum_clues:
            return super().run(args)
        self.check(args)
        return self.run_minimum_clues(args)

    def run_minimum_clues(self, args: argparse.Namespace) -> int:
        """Print the fewest clues of a board of a shape, and such a board."""
        from .fewest_clues import minimum_clues

        with progress_line(self.spec.name, self.UNIT) as progress:
            found = minimum_clues(
                args.size or 4,
                self.spec.name,
                limits=limits_of(args),
                progress=progress,
                **self.board_rules(args),
            )
        board = found.board
        values = {"clues": found.clues, "board": None if board is None else board.text()}
        lines = [str(found), *([] if board is None else [board.format(box=self.box)])]
        return print_outcome(args, found, {**values, **found.stats.to_dict()}, lines)

    def make(self, args: argparse.Namespace) -> Any:
        """Return a new board."""
        rules = {**self.board_rules(args), **self.wishes(args)}
        return self.kind.generate(args.size or 9, seed=args.seed, clues=args.clues, ends=args.ends, **rules)

    def new_text(self, args: argparse.Namespace, puzzle: Any) -> str:
        """Return a new board; of several each on a line, as ``unriddle batch`` reads them."""
        text: str = puzzle.text()
        return text if args.generate == 1 else "/".join(" ".join(row.split()) for row in text.split("\n"))

    def form(self, puzzle: Any, solution: Any) -> str:
        """Return a solution as text."""
        text: str = puzzle.format(solution, box=self.box)
        return text

    def as_json(self, puzzle: Any, solution: Any) -> list[list[int]]:
        """Return a solution as rows of numbers."""
        return [list(row) for row in solution]


def pictures() -> dict[str, str]:
    """Return the drawings of the documentation by name."""
    from .puzzle import Hidato, Numbrix

    numbrix, hidato = Numbrix.parse("1 . . / . 5 . / 3 . 9"), Hidato.generate(6, seed=7)
    hexagons = Hidato.generate(5, seed=7, topology="hex")
    return {
        "hidato": hidato.solve()._repr_svg_(),
        "hidato_hex": hexagons.solve()._repr_svg_(),
        "numbrix": numbrix.solve()._repr_svg_(),
    }


def _command(place: int, step: str) -> PathCommand:
    spec = SPECS[place]
    return PathCommand(spec, DOC.format(name=spec.name, step=step, example=spec.example))


NUMBRIX = _command(0, "one step horizontally or vertically")
HIDATO = _command(1, "one step in any direction, also diagonally,")
