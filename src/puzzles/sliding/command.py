"""The subcommand of sliding puzzles, and the game."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from ...base import Limits, PuzzleError, Status
from ...console import add_threads, limits_of, progress_line, seconds_text
from ...io.text import pluralize, printable
from ...lexicon import cache
from ..framework.command import TRACE, PuzzleCommand, print_outcome
from ..framework.game import BoardCell, Game, PlayCommand
from ..framework.move_puzzle import PATIENCE
from . import SPECS
from .distance_table import depth_table
from .parse import flat
from .pattern_database import FOUR, build_tables, kept_tables
from .result import SlidingResult
from .solver import with_nodes_of

DOC = """Solve a sliding puzzle such as the 15-puzzle, with the fewest moves on boards of at most 16 cells.

unriddle sliding "8 6 7 / 2 5 4 / 3 0 1"
unriddle sliding FILE --all --format json
unriddle sliding --random --size 4x4 --seed 1
unriddle sliding --depth-table --size 3x3
unriddle sliding --build-tables --size 5x5

A puzzle is rows of numbers or words with spaces between them. Put each row on a line, or / between rows. The
blank is 0, _ or *. The answer is the direction of each move of a tile: U (up), D, L or R.
"""

LONG_NODES = 2_000_000_000
"""Nodes of a 4×4 board, half a minute, before large tables are built; that takes a minute and a half."""


class SlidingCommand(PuzzleCommand):
    """Run ``unriddle sliding``."""

    def add_rules(self, group: argparse._ActionsContainer) -> None:
        """Add goal, blank and shape."""
        goal = (
            "reach blank-last (1, 2, … and the blank), blank-first, or rows of your own (default: blank-last)"
        )
        group.add_argument("--goal", metavar="GOAL", help=goal)
        group.add_argument(
            "--blank", metavar="SYMBOL", help="read this symbol as the blank (default: 0, _ or *)"
        )
        sizes = "set rows and columns of a new board (default: 4x4)"
        group.add_argument("--size", metavar="RxC", help=sizes)

    def add_modes(self, group: argparse._ActionsContainer) -> None:
        """Add the modes that only sliding puzzles have."""
        super().add_modes(group)
        group.add_argument(
            "--depth-table",
            action="store_true",
            help="count boards of --size by distance from the goal (at most 12 cells)",
        )
        tables = "build large pattern databases for --size (5x5 if not given), and save them in the cache"
        group.add_argument("--build-tables", action="store_true", help=tables)

    def add_search(self, group: argparse._ActionsContainer) -> None:
        """Add how a shortest solution is searched."""
        super().add_search(group)
        group.add_argument(
            "--optimal", action="store_true", help="find a shortest solution, however long it takes"
        )
        group.add_argument(
            "--tables", metavar="SIZES", help="use large pattern databases, such as 6-6-6-6 or 7-8"
        )
        add_threads(group)

    def add_output(self, group: argparse._ActionsContainer) -> None:
        """Add whether the configurations are printed."""
        super().add_output(group)
        group.add_argument("--trace", action="store_true", help=TRACE)

    # The puzzle

    def read(self, args: argparse.Namespace) -> Any:
        """Return the puzzle that the arguments give."""
        if args.random and (args.goal not in (None, "blank-first", "blank-last") or args.blank is not None):
            raise PuzzleError("--random takes the goals blank-first and blank-last, and the blank 0")
        if args.size is not None and not args.random:
            raise PuzzleError("--size goes with --random, --depth-table or --build-tables")
        return super().read(args)

    def rules(self, args: argparse.Namespace) -> dict[str, Any]:
        """Return goal and blank."""
        return {"goal": args.goal, "blank": args.blank}

    def make(self, args: argparse.Namespace) -> Any:
        """Return a random configuration."""
        return self.kind.random(args.size or 4, seed=args.seed, blank_first=args.goal == "blank-first")

    # Doing

    def run(self, args: argparse.Namespace) -> int:
        """Run the subcommand and return its exit code."""
        if args.depth_table:
            return self.run_depths(args)
        return self.run_tables(args) if args.build_tables else super().run(args)

    def check(self, args: argparse.Namespace) -> None:
        """Refuse large tables where they are not used."""
        super().check(args)
        if args.tables is not None and (args.all or args.count):
            raise PuzzleError("--tables cannot be combined with --all or --count")

    def run_tables(self, args: argparse.Namespace) -> int:
        """Build large pattern databases, and print their sizes and folder."""
        if args.random or any(one is not None for one in (args.puzzle, args.limit, args.svg, args.html)):
            raise PuzzleError("--build-tables takes no puzzle; use --size and --tables")
        with progress_line("tables", "states") as progress:
            result = build_tables(args.size or 5, args.tables, limits=limits_of(args), progress=progress)
        values = {
            "groups": [list(group) for group in result.groups],
            "placements": list(result.placements),
            "made": result.made,
            "bytes": result.nbytes,
            "folder": result.folder,
            "seconds": result.stats.seconds,
        }
        lines = []
        if result.groups:
            sizes = "-".join(str(len(group)) for group in result.groups)
            lines.append(f"{sizes}: {', '.join(f'{count:,}' for count in result.placements)} placements")
            where = "in no folder: the cache is off" if result.folder is None else f"in {result.folder}"
            lines.append(f"{result.made} made, {result.nbytes:,} bytes in all, {printable(where)}")
        states = f"{result.stats.nodes:,} states, {seconds_text(result.stats.seconds)}"
        return print_outcome(args, result, values, [*lines, self.verdict(result)], states)

    def run_depths(self, args: argparse.Namespace) -> int:
        """Print the number of configurations by distance."""
        if args.random or any(one is not None for one in (args.puzzle, args.limit, args.svg, args.html)):
            raise PuzzleError("--depth-table takes no puzzle; use --size")
        with progress_line("visiting", "configurations") as progress:
            result = depth_table(args.size or 4, limits=limits_of(args), progress=progress)
        stats = result.stats
        head = {"depth": result.depth, "total": result.total, "counts": list(result.counts)}
        lines = [f"{depth:3} {count}" for depth, count in enumerate(result.counts)]
        furthest = f", the furthest {pluralize(result.depth, 'step')} away" if result.total else ""
        lines.append(f"{pluralize(result.total, 'configuration')}{furthest}")
        return print_outcome(
            args,
            result,
            {**head, "nodes": stats.nodes, "seconds": stats.seconds},
            [*lines, self.verdict(result)],
            f"{stats.nodes:,} nodes visited, {seconds_text(stats.seconds)}",
        )

    def options(self, args: argparse.Namespace) -> dict[str, Any]:
        """Return the options of `solve`, apart from limits and progress."""
        own = {"tables": args.tables, "threads": args.threads, "improved": _reporter(args)}
        return super().options(args) | own | ({"optimal": True} if args.optimal else {})

    def solved(self, args: argparse.Namespace, puzzle: Any, limits: Limits | None, **options: Any) -> Any:
        """Return the result of a puzzle; in a long search of a 4×4 board large tables are built and kept."""
        limits = limits or Limits()
        most, where = limits.nodes, cache.folder()
        plain = args.method is None and args.tables is None and limits.memory is None and not options
        corner = puzzle.rows == puzzle.cols == 4 and puzzle.frame().blank == 0
        if not (plain and corner and where) or (most is not None and most <= LONG_NODES):
            return super().solved(args, puzzle, limits, **options)
        if most is None and kept_tables(puzzle.frame(), None, loaded=False) is not None:
            return super().solved(args, puzzle, limits)
        begun = super().solved(args, puzzle, replace(limits, nodes=LONG_NODES))
        if begun.status is not Status.LIMIT or begun.interrupted or begun.stats.nodes < LONG_NODES:
            return begun
        print(f"building pattern databases {FOUR} of 4×4 boards, kept in {printable(where)}", file=sys.stderr)
        with progress_line("tables", "states") as progress:
            made = build_tables(4, FOUR, limits=limits_of(args), progress=progress)
        if made.status is Status.LIMIT:
            return replace(begun, interrupted=made.interrupted)
        left = limits_of(args)
        if left is not None and most is not None:
            left = replace(left, nodes=most - LONG_NODES)
        return with_nodes_of(super().solved(args, puzzle, left, tables=FOUR), begun)

    # Showing

    def lines(self, puzzle: Any, result: Any) -> Iterable[str]:
        """Yield the length, and the tiles."""
        if result.solution is not None:
            steps = "1 step" if result.length == 1 else f"{result.length} steps"
            shorter = "" if result.optimal else f" than {result.lower_bound}"
            yield f"{steps}; no solution is shorter{shorter}"
            if result.length:
                yield f"tiles: {' '.join(printable(str(tile)) for tile in result.moves)}"
        elif not result.reason:
            yield f"no solution is shorter than {result.lower_bound}"

    def keys(self, puzzle: Any, result: Any) -> dict[str, Any]:
        """Return the configuration, and how many others were made."""
        return {"puzzle": puzzle.text().replace("\n", " / "), "generated": result.stats.generated}

    def print_found(self, args: argparse.Namespace, puzzle: Any, result: Any) -> None:
        """Print the result, and the configurations on the way."""
        super().print_found(args, puzzle, result)
        if args.trace and args.format == "text":
            for board in result.path:
                print(f"\n{board.format()}")


def _reporter(args: argparse.Namespace) -> Callable[[SlidingResult], None] | None:
    """Return a function that shows better solutions on a terminal during the search."""
    if args.format != "text" or not sys.stderr.isatty():
        return None

    def report(result: SlidingResult) -> None:
        lower, spent = result.lower_bound, seconds_text(result.stats.seconds)
        sys.stderr.write(f"\r{result.length} steps, none shorter than {lower}, {spent}\x1b[K\n")

    return report


class SlidingGame(Game):
    """A game of a sliding puzzle: a move is one tile, or several."""

    AIM = "Slide tiles into the blank until the goal is reached."
    MOVES = (
        "8         tile 8, next to the blank, moves into it; 8 5 6 move one after the other",
        "U D L R   the tile that can moves up, down, to the left or right; ULD is three steps",
    )
    ARROWS = MappingProxyType({"up": "U", "down": "D", "left": "L", "right": "R"})

    def moved(self, text: str) -> Any:
        """Return the configuration after one step or several."""
        words = text.replace(",", " ").split()
        if not words:
            raise PuzzleError("no move, expected a tile next to the blank, or U, D, L or R")
        tiles = {str(symbol): symbol for symbol in flat(self.state.from_grid)}
        # A tile named L is meant, not a direction.
        named = all(word in tiles for word in words)
        steps = [tiles[word] for word in words] if named else self.state.read_answer(text)
        return self.state.replay(steps)[-1]

    def unsolvable(self) -> str:
        """Return whether the parity of the permutation forbids a solution, in words."""
        return "the parity of its tiles forbids one" if self.puzzle.fail_fast() else ""

    def solution(self) -> str:
        """Return a solution: a shortest one where it is found in time."""
        result = self.puzzle._help_from(PATIENCE)
        if result.interrupted:
            raise KeyboardInterrupt
        if result.solution is None:
            return "There is none." if self.puzzle.fail_fast() else "It takes too long to find one."
        return str(result.solution)

    def shown(self) -> str:
        """Return the rows."""
        return str(self.state.format())

    def cells(self) -> list[list[BoardCell]]:
        """Return the tiles; those at their goal are the player's."""
        return [[self._tile(row, col) for col in range(self.state.cols)] for row in range(self.state.rows)]

    def _tile(self, row: int, col: int) -> BoardCell:
        symbol = self.state.from_grid[row][col]
        if symbol == self.state.blank:
            return BoardCell("", region=None)
        return BoardCell(printable(str(symbol)), symbol != self.state.to_grid[row][col], (row, col))

    def point(self, entry: str, row: int, col: int) -> tuple[str, bool]:
        """Return the tile that moves."""
        return str(self.state.from_grid[row][col]), True


class SlidingPlay(PlayCommand):
    """Run ``unriddle play sliding``."""

    NEW = ("size", "seed")

    def read(self, args: argparse.Namespace) -> Any:
        """Return the puzzle to be played."""
        if args.puzzle is None and (
            args.goal not in (None, "blank-first", "blank-last") or args.blank is not None
        ):
            raise PuzzleError("a new puzzle takes the goals blank-first and blank-last, and the blank 0")
        return super().read(args)


COMMAND = SlidingCommand(SPECS[0], DOC)
PLAY = SlidingPlay(SPECS[0], SlidingGame, "a random one")
