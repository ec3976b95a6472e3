"""The subcommand: letters on a board."""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Iterable
from typing import Any

from ...base import Limits, PuzzleError
from ...console import limits_of, whole
from ...io.text import pluralize, read_text, source_name
from ...lexicon.arguments import LEXICON
from ..framework.command import TRACE, PuzzleCommand, shape
from . import SPECS
from .trace import State, kernel_way, way_of

HELP = """Place letters on a board so that each word is a path of neighbouring cells.

unriddle gogen "AB/C.: ADC"
unriddle gogen FILE
unriddle gogen words.txt MGDWLYSJB
unriddle gogen --generate --seed 7

A puzzle is a grid and words, with a colon or an empty line between them. Put each row of the grid on a line,
or / between rows; . is an empty cell. Or pass a FILE that has the number of words and then the words, and the
given letters as LETTERS, row by row. On 5x5, nine LETTERS fill columns 1, 3 and 5 of rows 1, 3 and 5.
"""


class GogenCommand(PuzzleCommand):
    """What ``unriddle gogen`` does."""

    PROVES = True

    WITH_GENERATE = (*PuzzleCommand.WITH_GENERATE, "givens", "lexicon")

    # The arguments

    def configure(self, parser: argparse.ArgumentParser) -> None:
        """Add the arguments."""
        super().configure(parser)
        make = parser.add_argument_group("with --generate")
        letters = "give N letters on random cells (default: where odd rows and columns cross)"
        make.add_argument("--givens", type=whole, metavar="N", help=letters)
        make.add_argument("--lexicon", metavar="LIST", help=LEXICON)

    def add_source(self, parser: argparse.ArgumentParser) -> None:
        """Add how the puzzle is given."""
        super().add_source(parser)
        parser.add_argument(
            "letters", nargs="?", metavar="LETTERS", help="the given letters, if FILE has only words"
        )

    def add_rules(self, group: argparse._ActionsContainer) -> None:
        """Add the options of `rules`."""
        group.add_argument(
            "--size",
            type=shape,
            metavar="RxC",
            help="set rows and columns where the grid does not show them (default: 5x5)",
        )
        letters = "set the letters, one per cell (default: A to Y on 5x5)"
        group.add_argument("--alphabet", metavar="SYMBOLS", help=letters)
        group.add_argument("--revisit", action="store_true", help="let a word use a cell twice")

    def add_output(self, group: argparse._ActionsContainer) -> None:
        """Add the form of the output."""
        super().add_output(group)
        group.add_argument("--trace", action="store_true", help=TRACE)

    # The puzzle

    def rules(self, args: argparse.Namespace) -> dict[str, Any]:
        """Return what `parse` takes in addition to the text."""
        return {"shape": args.size, "alphabet": args.alphabet, "revisit": args.revisit}

    def read(self, args: argparse.Namespace) -> Any:
        """Return the puzzle that the arguments give."""
        self.traced, self.method, self.limits = args.trace, args.method, limits_of(args)
        if args.letters is None or args.seed is not None:
            return super().read(args)
        text, name = read_text(args.puzzle, limit=self.kind.LONGEST), source_name(args.puzzle)
        return self.kind.parse(args.letters, text, file="LETTERS", words_file=name, **self.rules(args))

    def make(self, args: argparse.Namespace) -> Any:
        """Return a new puzzle."""
        if args.revisit:
            raise PuzzleError("--generate cannot be combined with --revisit")
        words = None
        if args.lexicon is not None:
            from ...lexicon import Lexicon

            words = Lexicon.load(args.lexicon)
        return self.kind.generate(
            args.size or 5,
            seed=args.seed,
            givens=args.givens,
            words=words,
            alphabet=args.alphabet,
            **self.wishes(args),
        )

    # Showing

    traced = False
    method: str | None = None
    limits: Limits | None = None

    def as_json(self, puzzle: Any, solution: Any) -> list[str]:
        """Return the rows of a solution."""
        return list(solution)

    def keys(self, puzzle: Any, result: Any) -> dict[str, Any]:
        """Return the states on the way, if asked."""
        if result.grid is None or not self.traced:
            return {}
        states = self.way(puzzle, result)
        shown = ({"grid": list(one.grid), "nodes": one.nodes, "efficiency": one.efficiency} for one in states)
        return {"trace": list(shown)}

    def lines(self, puzzle: Any, result: Any) -> Iterable[str]:
        """Return each word's placement in a small grid, up to four side by side, and the states if asked."""
        if result.solution is None:
            return
        blocks = [_block(puzzle, word, path) for word, path in puzzle.paths(result.solution).items()]
        broad = max(len(line) for block in blocks for line in block) + 3
        across = min(4, max(1, (shutil.get_terminal_size().columns + 3) // broad))
        for k in range(0, len(blocks), across):
            row_of = blocks[k : k + across]
            widths = [max(map(len, block)) for block in row_of]
            for row in range(puzzle.rows + 1):
                shown = (block[row].ljust(width) for block, width in zip(row_of, widths, strict=True))
                yield "   ".join(shown).rstrip()
            yield ""
        yield from self.states(puzzle, result) if self.traced else ()
        if result.grid != result.solution:
            yield from (". takes any letter that is left", puzzle.format(result.grid), "")

    def way(self, puzzle: Any, result: Any) -> list[State]:
        """Return the states on the way of the kernel, or of the method asked for."""
        if self.method is None:
            return kernel_way(puzzle, result.choices)
        return way_of(puzzle, self.method, self.limits)

    def states(self, puzzle: Any, result: Any) -> Iterable[str]:
        """Return the states on the way, each with what had been visited."""
        for k, state in enumerate(self.way(puzzle, result)):
            head = f"state {k}: {pluralize(state.nodes, 'node')} visited, efficiency {state.efficiency:.4f}"
            yield from (head, puzzle.format(state.grid), "")


def _block(puzzle: Any, word: str, path: Iterable[tuple[int, int]]) -> list[str]:
    """Return a word above a grid of its letters."""
    cells = [["."] * puzzle.cols for _ in range(puzzle.rows)]
    for (row, col), letter in zip(path, word, strict=True):
        cells[row][col] = letter
    return [word, *(" ".join(row) for row in cells)]


def pictures() -> dict[str, str]:
    """Return the drawings of the documentation by name."""
    from .puzzle import Gogen

    puzzle = Gogen.parse("MGDWLYSJB: ACQUIRE AXLE CUT DERV FIR JUST KEG MAN PILE PRY ROB WHAM")
    return {"gogen": puzzle.solve()._repr_svg_()}


COMMAND = GogenCommand(SPECS[0], HELP)
