"""Bring everyone across a river, in the fewest crossings or the least time.

unriddle river --farmer --all
unriddle river --missionaries 3 --boat 2 --count --best
unriddle river --couples 7 --boat 4 --count --best
unriddle river --bridge 1,2,5,10
unriddle river --couples 4 --boat 2,2
unriddle river "boat 2; passenger man rows; passenger dog"
unriddle river crossing.txt --dot states.dot --graph-svg states.svg

A puzzle of your own has statements such as these, one per line, or with ; between them:

  boat 2
  passenger farmer rows
  passenger missionary x3 rows time 5 symbol M
  never wolf with goat unless farmer
  never more cannibal than missionary
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from ...base import PuzzleError
from ...console import Output, picture, positive
from ...io.text import printable
from ..framework.command import PuzzleCommand
from ..framework.solutions import Count, Solutions
from . import SPECS
from .puzzle import RiverPuzzle
from .result import loads_of
from .rules import Boat, Island


class RiverCommand(PuzzleCommand):
    """Run ``unriddle river``: well-known puzzles by name, best plans, the state graph."""

    UNIT = "states"
    KNOWN = ("farmer", "missionaries", "couples", "bridge")
    """Options that name a well-known puzzle."""

    def add_source(self, parser: argparse.ArgumentParser) -> None:
        """Add how the puzzle is given: as text, or by name."""
        super().add_source(parser)
        known = parser.add_argument_group("well-known puzzles")
        known.add_argument("--farmer", action="store_true", help="solve farmer, wolf, goat and cabbage")
        both = "solve N missionaries and N cannibals"
        known.add_argument("--missionaries", type=positive, metavar="N", help=both)
        known.add_argument("--couples", type=positive, metavar="N", help="solve N jealous couples")
        times = "solve the bridge and torch puzzle with these crossing times"
        known.add_argument("--bridge", metavar="T,T,...", help=times)

    def add_rules(self, group: argparse._ActionsContainer) -> None:
        """Add the size of the boat."""
        group.add_argument(
            "--island",
            choices=("free", "between"),
            help="add an island; with between, each crossing begins or ends there (default: no island)",
        )
        group.add_argument(
            "--boat",
            type=_rooms,
            metavar="N[,N...]",
            help="set the seats of the boat, or of each of several boats (default: 2)",
        )
        group.add_argument(
            "--passengers",
            type=positive,
            metavar="N",
            help="draw N kinds of passengers for --random, 3 to 8 (default: 4 to 6)",
        )

    def add_search(self, group: argparse._ActionsContainer) -> None:
        """Add which plans are listed and counted."""
        super().add_search(group)
        best = "print or count only solutions with the fewest crossings, or of the least time"
        group.add_argument("--best", action="store_true", help=best)

    def add_output(self, group: argparse._ActionsContainer) -> None:
        """Add the drawings of the state graph."""
        super().add_output(group)
        group.add_argument("--dot", type=Output, metavar="FILE", help="write the state graph for Graphviz")
        group.add_argument("--graph-svg", type=picture, metavar="FILE", help="draw the state graph")

    def read(self, args: argparse.Namespace) -> Any:
        """Return the puzzle that the arguments give."""
        named = [name for name in self.KNOWN if getattr(args, name) not in (None, False)]
        given = [*(["a puzzle"] if args.puzzle is not None else []), *(f"--{name}" for name in named)]
        if len(given) > 1 or (named and args.random):
            raise PuzzleError(f"{[*given, '--random'][1]} cannot be combined with {given[0]}")
        boatless = named not in (["missionaries"], ["couples"], ["bridge"]) and not args.random
        if args.boat is not None and boatless:
            raise PuzzleError("--boat goes with --missionaries, --couples, --bridge or --random")
        if args.passengers is not None and (named or not args.random):
            raise PuzzleError("--passengers goes with --random")
        if args.island is not None and named not in (["missionaries"], ["couples"]):
            raise PuzzleError("--island goes with --missionaries or --couples")
        if not named or args.seed is not None:
            return super().read(args)
        room = 2 if args.boat is None else [Boat(n) for n in args.boat]
        if args.farmer:
            return self.kind.farmer()
        if args.bridge is not None:
            return self.kind.bridge(_times(args.bridge), room)
        island = None if args.island is None else Island(args.island == "between")
        return getattr(self.kind, named[0])(getattr(args, named[0]), room, island=island)

    def make(self, args: argparse.Namespace) -> RiverPuzzle:
        """Return a random puzzle."""
        boats = None if args.boat is None else [Boat(n) for n in args.boat]
        made: RiverPuzzle = self.kind.random(seed=args.seed, capacity=boats, passengers=args.passengers)
        return made

    def check(self, args: argparse.Namespace) -> None:
        """Raise PuzzleError where options do not go together."""
        super().check(args)
        if args.best and not (args.all or args.count):
            raise PuzzleError("--best goes with --all or --count: without them the plan is a best one")

    def counted(self, args: argparse.Namespace, puzzle: RiverPuzzle, **search: Any) -> Count:
        """Return the number of all plans, or of the best ones."""
        return (puzzle.count_best if args.best else puzzle.count)(args.limit, **search)

    def listed(self, args: argparse.Namespace, puzzle: RiverPuzzle, **search: Any) -> Solutions[Any]:
        """Return all plans, or the best ones."""
        return (puzzle.best_solutions if args.best else puzzle.solutions)(args.limit, **search)

    def drawings(self, puzzle: RiverPuzzle, answer: Any) -> dict[str, Callable[[], str]]:
        """Return how the plan and the state graph are drawn."""
        graphs = {"dot": puzzle.graph_dot, "graph_svg": puzzle.graph_svg}
        return {**super().drawings(puzzle, answer), **graphs}

    def as_json(self, puzzle: RiverPuzzle, solution: Any) -> Any:
        """Return the load of each crossing."""
        return loads_of(puzzle, solution)

    def verdict(self, result: Any) -> str:
        """Return the line below a plan: how long it is."""
        if result.solution is None:
            return super().verdict(result)
        time = f", total time {result.cost:g}" if any(trip.time for trip in result.crossings) else ""
        return f"{result.status}: {result.length} crossing{'' if result.length == 1 else 's'}{time}"


def _rooms(text: str) -> list[int]:
    return [positive(part) for part in text.split(",")]


def _times(text: str) -> list[float]:
    try:
        return [float(part) for part in text.split(",")]
    except ValueError:
        wrong = f"--bridge {printable(text)!r:.40}, expected numbers with commas between them"
        raise PuzzleError(wrong) from None


COMMAND = RiverCommand(SPECS[0], __doc__)
