"""Sliding puzzles as a game: tiles move into the blank; a hint is the first step of a solution."""

from __future__ import annotations

import argparse
from typing import Any

from ...base import Limits, PuzzleError
from ...textio import printable
from ..common.game import Game
from ..common.playing import PlayCommand
from . import SPECS
from .text import flat

__all__ = ["PLAY", "SlidingGame", "SlidingPlay"]

WAYS = {"U": "up", "D": "down", "L": "to the left", "R": "to the right"}
PATIENCE = Limits(seconds=10, memory=1 << 29)
QUICK = Limits(seconds=2, memory=1 << 29)
MOST_QUICK = 16
"""Cells of the largest board whose shortest solution is looked for; else a good one is taken."""


class SlidingGame(Game):
    """A board being slid.

    Examples
    --------
    >>> from unriddle import MNPuzzle
    >>> from unriddle.puzzles.sliding.play import SlidingGame
    >>> game = SlidingGame(MNPuzzle.parse("1 2 3 / 4 0 6 / 7 5 8"))
    >>> game.move("5")
    >>> game.hint()
    '8 to the left: 1 step, and there is no shorter way'
    """

    AIM = "Slide tiles into the blank until the goal stands."
    MOVES = (
        "8         tile 8, beside the blank, moves into it; 8 5 6 move one after the other",
        "U D L R   the tile that can moves up, down, to the left or right; ULD is three steps",
    )

    def moved(self, text: str) -> Any:
        """Return the configuration after one step or several."""
        words = text.replace(",", " ").split()
        tiles = {str(symbol): symbol for symbol in flat(self.state.from_grid) if symbol != self.state.blank}
        steps: Any = "".join(words).upper()
        if words and all(word in tiles for word in words):
            steps = [tiles[word] for word in words]
        elif not steps or not set(steps) <= set(WAYS):
            raise PuzzleError(
                f"{printable(text)!r:.40} is no move, expected a tile beside the blank, or U, D, L, R"
            )
        return self.state.replay(steps)[-1]

    def against(self) -> str:
        """Return that the parity of the permutation forbids a solution."""
        return "the parity of its tiles forbids one" if self.puzzle.fail_fast() else ""

    def hint(self) -> str:
        """Return the first step of a solution from here."""
        if self.finished:
            return "nothing is left to do"
        result = self._solved(self.state)
        if not result.solution:
            return "there is no solution" if self.puzzle.fail_fast() else "it takes too long to tell"
        way = result.solution[0]
        before, after = self.state.replay(way)
        tile = flat(before.from_grid)[after._blank_cell]
        steps = f"{len(result.solution)} step{'s' if len(result.solution) > 1 else ''}"
        rest = "there is no shorter way" if result.optimal else "there may be a shorter way"
        return f"{printable(str(tile))} {WAYS[way]}: {steps}, and {rest}"

    def solution(self) -> str:
        """Return the ways in which the tiles move."""
        result = self._solved(self.puzzle)
        if result.solution is None:
            return "There is none." if self.puzzle.fail_fast() else "It takes too long to find one."
        return str(result.solution)

    def _solved(self, puzzle: Any) -> Any:
        small = puzzle.rows * puzzle.cols <= MOST_QUICK
        result = puzzle.solve(limits=PATIENCE if small else QUICK)
        if result.interrupted:
            raise KeyboardInterrupt
        return result

    def shown(self) -> str:
        """Return the rows."""
        return str(self.state.format())


class SlidingPlay(PlayCommand):
    """What ``unriddle play sliding`` does."""

    def read(self, args: argparse.Namespace) -> Any:
        """Return the puzzle to be played."""
        if args.puzzle is not None and args.shape is not None:
            raise PuzzleError("a puzzle and --shape, expected one of them")
        if args.puzzle is None and (
            args.goal not in (None, "blank-first", "blank-last") or args.blank is not None
        ):
            raise PuzzleError("a new puzzle knows the goals blank-first and blank-last, and the blank 0")
        return super().read(args)


PLAY = SlidingPlay(SPECS[0], SlidingGame, "a random one")
