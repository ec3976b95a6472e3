"""The subcommand of sliding puzzles."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import Any

from ...base import PuzzleError
from ...console import exit_code, limits_of, print_answer, progress_line, seconds_text
from ...textio import printable
from ..common.command import PuzzleCommand
from . import SPECS

__all__ = ["COMMAND", "SlidingCommand"]

DOC = """Solve an m×n sliding puzzle (the 15-puzzle and its kin), optimally to 16 cells.

unriddle sliding "8 6 7 / 2 5 4 / 3 0 1"
unriddle sliding FILE --all --format json
unriddle sliding --random --shape 4x4 --seed 1
unriddle sliding --depth-table --shape 3x3

The puzzle: rows of symbols separated by spaces, one row a line or divided by "/"; the blank is 0, _ or *.
The goal is 1, 2, … and then the blank unless --goal gives another. The answer is the way in which each
tile moves: U, D, L or R.
"""


class SlidingCommand(PuzzleCommand):
    """What ``unriddle sliding`` does."""

    def add_rules(self, group: argparse._ActionsContainer) -> None:
        """Add goal, blank and shape."""
        group.add_argument("--goal", metavar="GOAL", help="blank-last (default), blank-first, or rows")
        group.add_argument("--blank", metavar="SYMBOL", help="the symbol of the blank (default: 0, _ or *)")
        group.add_argument("--shape", metavar="MxN", help="of --random (4x4) and --depth-table")

    def add_modes(self, group: argparse._ActionsContainer) -> None:
        """Add what can be done beside solving."""
        super().add_modes(group)
        group.add_argument(
            "--depth-table", action="store_true", help="number of configurations by distance (to 12 cells)"
        )

    def add_search(self, group: argparse._ActionsContainer) -> None:
        """Add whether a solution has to be a shortest one."""
        super().add_search(group)
        group.add_argument(
            "--optimal", action="store_true", help="a shortest solution, however long it takes"
        )

    def add_output(self, group: argparse._ActionsContainer) -> None:
        """Add the configurations."""
        super().add_output(group)
        group.add_argument("--boards", action="store_true", help="print every configuration on the way")

    # The puzzle

    def read(self, args: argparse.Namespace) -> Any:
        """Return the puzzle that the arguments give."""
        if args.random and (args.goal not in (None, "blank-first", "blank-last") or args.blank is not None):
            raise PuzzleError("--random knows the goals blank-first and blank-last, and the blank 0")
        if args.shape is not None and not args.random:
            raise PuzzleError("--shape is for --random and --depth-table, expected one of them with it")
        return super().read(args)

    def rules(self, args: argparse.Namespace) -> dict[str, Any]:
        """Return goal and blank."""
        return {"goal": args.goal, "blank": args.blank}

    def make(self, args: argparse.Namespace) -> Any:
        """Return a random configuration."""
        return self.kind.random(args.shape or 4, seed=args.seed, blank_first=args.goal == "blank-first")

    # Doing

    def run(self, args: argparse.Namespace) -> int:
        """Run the subcommand and return its exit code."""
        return self.run_depths(args) if args.depth_table else super().run(args)

    def run_depths(self, args: argparse.Namespace) -> int:
        """Print the number of configurations by distance."""
        from .tables import depth_table

        if args.puzzle is not None or args.random or args.limit is not None or args.svg is not None:
            raise PuzzleError("--depth-table is for no puzzle, expected --shape alone with it")
        with progress_line("visiting", "configurations") as progress:
            result = depth_table(args.shape or 4, limits=limits_of(args), progress=progress)
        stats = result.stats
        if args.format == "json":
            head = {"status": str(result.status), "depth": result.depth, "total": result.total}
            rest = {"nodes": stats.nodes, "seconds": stats.seconds}
            print_answer(args, {**head, "counts": list(result.counts), **rest})
        else:
            for depth, count in enumerate(result.counts):
                print(f"{depth:3} {count}")
            print(f"{result.total:,} configurations, the furthest {result.depth} steps away")
            print(self.verdict(result))
            if args.stats:
                print(f"{stats.nodes:,} nodes visited, {seconds_text(stats.seconds)}")
        return exit_code(result.status, result.interrupted)

    def options(self, args: argparse.Namespace) -> dict[str, Any]:
        """Return what `solve` takes beside limits and progress."""
        return super().options(args) | ({"optimal": True} if args.optimal else {})

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
        """Return the configuration, and what is known of a solution."""
        return {
            "puzzle": puzzle.text().replace("\n", " / "),
            "length": result.length,
            "moves": [str(tile) for tile in result.moves],
            "optimal": result.optimal,
            "lower_bound": result.lower_bound,
            "generated": result.stats.generated,
        }

    def print_result(self, args: argparse.Namespace, puzzle: Any, result: Any) -> None:
        """Print what `solve` found, and the configurations on the way."""
        super().print_result(args, puzzle, result)
        if args.boards and args.format == "text" and args.svg != "-":
            for board in result.path:
                print(f"\n{board.format()}")


COMMAND = SlidingCommand(SPECS[0], DOC)
