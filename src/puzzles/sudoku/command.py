"""The subcommand: Sudokus of any size, one puzzle or one a line."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from typing import Any

from ...base import PuzzleError, Status, json_value
from ...console import add_threads, draw, exit_code, limits_of, seconds_text
from ...io.text import pluralize, printable, read_text, source_name
from ...options import add_options, options_from
from ..framework.arguments import RuleError
from ..framework.command import PuzzleCommand, is_file, named_table, shape, side
from ..framework.result_sequence import STATUSES, solve_each
from . import SPECS
from .layout import BOX, RANDOM, SIZE, GenerateOptions, Variant, rules_of, variant_of
from .parse import cut_rules, parse_grids, puzzle_lines

HELP = """Solve Sudokus of any size up to 36×36, and prove that the solution is the only one.

unriddle sudoku "12../..../..../...1"
unriddle sudoku FILE
unriddle sudoku --generate --seed 7

A puzzle is all cells on one line (81 characters for 9x9), or rows with / between them; . 0 * _ ? - x are
empty cells. All puzzles of a file are solved: one per line, or grids with empty lines between them. Drawn
grids, CSV, JSON and candidates are read as well.

Exit code 0: solved; 1: no solution, a limit was reached, or with --unique not exactly one solution; 2: bad
input.
"""
BLOCK = 1 << 14
"""Lines solved at a time."""


class SudokuCommand(PuzzleCommand):
    """The command ``unriddle sudoku``."""

    FORMS = ("text", "line", "rows", "json")
    PROVES = True
    LINES = "solve each line of the input as a puzzle; --html writes them all on one page"
    WITH_GENERATE = (*PuzzleCommand.WITH_GENERATE, "size", "clues", "symmetry", "minimal", "mask", "effort")
    style = "grid"

    # The arguments

    def configure(self, parser: argparse.ArgumentParser) -> None:
        """Add the arguments."""
        super().configure(parser)
        make = parser.add_argument_group("with --generate")
        make.add_argument("--size", type=side, metavar="RxC", help=SIZE)
        add_options(make, GenerateOptions, "clues", "symmetry", "minimal", "mask", "effort")

    def add_rules(self, group: argparse._ActionsContainer) -> None:
        """Add how the text is to be read."""
        group.add_argument("--box", type=shape, metavar="RxC", help=BOX)
        symbols = "set the symbols, such as 0123456789ABCDEF (default: 1 to 9, then A to Z)"
        group.add_argument("--symbols", metavar="SYMBOLS", help=symbols)
        add_options(group, Variant)

    def add_search(self, group: argparse._ActionsContainer) -> None:
        """Add method, number of solutions, seed, limits and threads."""
        super().add_search(group)
        add_threads(group)

    def rules(self, args: argparse.Namespace) -> dict[str, Any]:
        """Return what `parse` takes in addition to the text."""
        return {"symbols": args.symbols, "box": args.box, **rules_of(variant_of(vars(args)))}

    # The puzzle

    def run(self, args: argparse.Namespace) -> int:
        """Run the subcommand and return its exit code."""
        args.said = {}
        try:
            return self._run(args)
        except RuleError as error:
            where = args.said.get(error.file)
            if where is not None:
                raise PuzzleError(f"{error.file}: {error.reason}", file=where) from None
            raise PuzzleError(error.reason, file=f"--{str(error.file).replace('_', '-')}") from None

    def _run(self, args: argparse.Namespace) -> int:
        self.check(args)
        self.style = args.format if args.format in ("line", "rows") else "grid"
        args.loaded = None
        given = args.puzzle
        if given is None and sys.stdin is not None and not sys.stdin.isatty():
            given = "-"
        if not args.generate and given is not None and is_file(given):
            text, name = read_text(given), source_name(given)
            text, said = cut_rules(text, name)
            for rule, value in said.items():
                if getattr(args, rule) is None:
                    setattr(args, rule, value)
                    args.said[rule] = name
            lines = puzzle_lines(text, args.lines)
            if lines is not None:
                return self.run_lines(args, lines, name)
            with named_table(given):
                found = parse_grids(text, self.rules(args), file=name)
            grids = [(line, self.kind._of(grid)) for line, grid in found]
            if len(grids) > 1:
                return self.run_lines(args, grids, name)
            args.loaded = grids[0][1]
        return super().run(args)

    def read(self, args: argparse.Namespace) -> Any:
        """Return the puzzle that the arguments give."""
        if args.loaded is None or args.seed is not None:
            return super().read(args)
        return args.loaded

    def make(self, args: argparse.Namespace) -> Any:
        """Return a new puzzle."""
        chosen = options_from(GenerateOptions, args)
        return self.kind.generate(args.size or 9, chosen, seed=args.seed, **self.wishes(args))

    def new_text(self, args: argparse.Namespace, puzzle: Any) -> str:
        """Return a new puzzle as text: one of several on a line, random cages or regions below the grid."""
        together = args.format == "text" and args.generate > 1
        text: str = puzzle.format(style="line" if together else self.style)
        for name, apart in (("cages", "; "), ("regions", "/")):
            if getattr(args, name) == RANDOM:
                if together or self.style == "line":
                    raise PuzzleError(
                        f"random {name} do not fit in a line; use --format json", file=f"--{name}"
                    )
                text += f"\n{name}: {apart.join(puzzle.rules()[name])}"
        return text

    def new_json(self, args: argparse.Namespace, puzzle: Any) -> dict[str, Any]:
        """Return a new puzzle as JSON values, with its solution."""
        rules = {name: value for name, value in puzzle.rules().items() if getattr(args, name, None) == RANDOM}
        head = {"puzzle": puzzle.rows, **rules, "clues": puzzle.clues, "seed": args.seed}
        return {**head, **self.result_json(puzzle, puzzle.solve(limits=limits_of(args)))}

    # Showing

    def form(self, puzzle: Any, solution: Any) -> str:
        """Return a solution as text."""
        text: str = puzzle.format(solution, style=self.style)
        return text

    def as_json(self, puzzle: Any, solution: Any) -> Any:
        """Return the cells of a solution in rows."""
        return json_value(solution.grid)

    def print_found(self, args: argparse.Namespace, puzzle: Any, result: Any) -> None:
        """Print what `solve` found: with ``line`` and ``rows`` the solution alone."""
        if self.style == "grid":
            super().print_found(args, puzzle, result)
        else:
            print("-" if result.solution is None else self._shown(puzzle, result.solution))

    def _shown(self, puzzle: Any, solution: Any) -> str:
        return "\n".join(map(printable, self.form(puzzle, solution).split("\n")))

    def run_all(self, args: argparse.Namespace, puzzle: Any) -> int:
        """Print the solutions as they come: with ``line`` and ``rows`` nothing else."""
        if self.style == "grid":
            return super().run_all(args, puzzle)
        found = puzzle.solutions(args.limit, limits=limits_of(args))
        first = None
        try:
            for solution in found:
                if first is not None and self.style == "rows":
                    print()
                print(self._shown(puzzle, solution))
                first = first or solution
        except KeyboardInterrupt:
            found.interrupt()
        if first is not None:
            with draw(args, **self.drawings(puzzle, first)):
                pass
        return exit_code(found.status, found.interrupted)

    # One puzzle a line

    def run_lines(self, args: argparse.Namespace, lines: list[tuple[int, Any]], name: str) -> int:
        """Solve the puzzles that begin on some lines, texts or grids; write one line for each."""
        for option in ("all", "steps", "hint", "svg", "method", "cnf", "model", "compare", "stats"):
            if getattr(args, option, None):
                raise PuzzleError(f"--{option} takes one puzzle, the file has {len(lines):,}", file=name)
        if args.to:
            return self.run_to(args, self._puzzles(args, lines, name))
        if args.html is not None:
            return self.run_page(args, self._puzzles(args, lines, name))
        start = time.perf_counter()
        worst = 0
        for first in range(0, len(lines), BLOCK):
            worst = max(worst, self._block(args, lines[first : first + BLOCK], name))
        seconds = time.perf_counter() - start
        if args.format == "text":
            rate = f"{len(lines) / max(seconds, 1e-9):,.0f} a second"
            print(f"{pluralize(len(lines), 'puzzle')} in {seconds_text(seconds)}, {rate}", file=sys.stderr)
        return worst

    def _puzzles(self, args: argparse.Namespace, lines: list[tuple[int, Any]], name: str) -> list[Any]:
        texts = isinstance(lines[0][1], str)
        return self.parse_lines(args, lines, name) if texts else [puzzle for _, puzzle in lines]

    def _block(self, args: argparse.Namespace, lines: list[tuple[int, Any]], name: str) -> int:
        begun = time.perf_counter()
        many, shown = self._solve(args, lines, name)
        each = (time.perf_counter() - begun) / len(lines)
        statuses = [STATUSES[place] for place in many.statuses.tolist()]
        out = []
        for k, ((number, _), status, line) in enumerate(zip(lines, statuses, shown, strict=True)):
            if args.format == "json":
                result = many[k]
                record = {
                    "line": number,
                    "status": result.status.value,
                    "grid": result.grid,
                    "count": result.count,
                    "guesses": result.stats.guesses,
                    "seconds": each,
                }
                out.append(json.dumps(record, ensure_ascii=False, separators=(",", ":")))
            elif args.count:
                count = many[k].count
                out.append(str(count) if status is not Status.LIMIT else f"at least {count}")
            elif args.unique:
                out.append(status.value)
            else:
                out.append(printable(line or "-") + (f" {status}" if args.format == "text" else ""))
        sys.stdout.write("\n".join(out) + "\n")
        if args.unique:
            return int(any(status is not Status.UNIQUE for status in statuses))
        return max(map(exit_code, statuses))

    def _solve(
        self, args: argparse.Namespace, lines: list[tuple[int, Any]], name: str
    ) -> tuple[Any, Sequence[str]]:
        """Return the results of some lines, and the solutions on a line each."""
        search = {
            "limits": limits_of(args),
            "threads": args.threads,
            "limit": args.limit if args.count else 2,
        }
        if args.symbols is None and isinstance(lines[0][1], str):
            rules = {name: value for name, value in self.rules(args).items() if name != "symbols"}
            try:
                usual = self.kind.solve_many([line for _, line in lines], **search, **rules)
            except PuzzleError:
                pass  # mixed sizes or symbols, or a wrong line: one by one, which says where
            else:
                for k in (usual.counts == 0).nonzero()[0].tolist():
                    self.parse_lines(args, [lines[k]], name)  # clues that clash
                return usual, usual.lines()
        many: Any = solve_each(self._puzzles(args, lines, name), **search)
        answers = [getattr(result, "solution", None) for result in many]
        return many, ["" if answer is None else answer.format(style="line") for answer in answers]


CLUES: dict[str, Any] = {
    "arrows": "r1c1 r1c2 r1c3",
    "cages": "15 r3c3 r3c4; 20 r8c1 r9c1 r9c2",
    "clones": "r6c6 r6c7 = r4c2 r4c3",
    "palindromes": "r2c9 r3c9 r4c8",
    "quadruples": "1 2 6 r7c3-r8c4",
    "relations": "r1c6~r1c7 r5c7:r5c8",
    "renban": "r7c7 r7c8 r8c8",
    "sandwiches": "12 r2; 8 c6",
    "thermometers": "r9c9-r9c6 r8c5",
    "whispers": "r5c1-r5c5",
}
"""What the drawing of clues shows."""


def pictures() -> dict[str, str]:
    """Return the drawings of the documentation by name."""
    from .puzzle import SudokuPuzzle

    line = "..71..2.......946.....4..81....16....21.8.35....92....27..9.....963.......3..21.."
    jigsaw = SudokuPuzzle.generate(
        6, seed=3, regions="random", even="r1c1", odd="r2c6", relations="r5c1<r5c2"
    )
    return {
        "sudoku": SudokuPuzzle.parse(line).solve()._repr_svg_(),
        "sudoku_jigsaw": jigsaw.solve()._repr_svg_(),
        "sudoku_clues": SudokuPuzzle.generate(9, seed=3, **CLUES).solve()._repr_svg_(),
    }


COMMAND = SudokuCommand(SPECS[0], HELP)
