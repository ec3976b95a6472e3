"""Sliding puzzles as a game: tiles move into the blank."""

from __future__ import annotations

import argparse
from typing import Any

from ...base import PuzzleError
from ..framework.game import Game, PlayCommand
from ..framework.move_puzzle import PATIENCE
from . import SPECS
from .parse import flat

__all__ = ["PLAY", "SlidingGame", "SlidingPlay"]


class SlidingGame(Game):
    """A board being slid.

    Examples
    --------
    >>> from unriddle import MNPuzzle
    >>> from unriddle.puzzles.sliding.play import SlidingGame
    >>> game = SlidingGame(MNPuzzle.parse("1 2 3 / 4 0 6 / 7 5 8"))
    >>> game.move("5")
    >>> game.hint()
    'step: 8 left: it reaches the goal, and no way is shorter'
    """

    AIM = "Slide tiles into the blank until the goal stands."
    MOVES = (
        "8         tile 8, beside the blank, moves into it; 8 5 6 move one after the other",
        "U D L R   the tile that can moves up, down, to the left or right; ULD is three steps",
    )

    def moved(self, text: str) -> Any:
        """Return the configuration after one step or several."""
        words = text.replace(",", " ").split()
        if not words:
            raise PuzzleError("no move, expected a tile beside the blank, or U, D, L or R")
        tiles = {str(symbol): symbol for symbol in flat(self.state.from_grid)}
        # Who plays looks at tiles: one that is called L is meant, not a way.
        named = all(word in tiles for word in words)
        return self.state.replay([tiles[word] for word in words] if named else self.state.read_answer(text))[
            -1
        ]

    def unsolvable(self) -> str:
        """Return that the parity of the permutation forbids a solution."""
        return "the parity of its tiles forbids one" if self.puzzle.fail_fast() else ""

    def solution(self) -> str:
        """Return the ways in which the tiles move: the fewest where they are found in time."""
        result = self.puzzle._help_from(PATIENCE)
        if result.interrupted:
            raise KeyboardInterrupt
        if result.solution is None:
            return "There is none." if self.puzzle.fail_fast() else "It takes too long to find one."
        return str(result.solution)

    def shown(self) -> str:
        """Return the rows."""
        return str(self.state.format())


class SlidingPlay(PlayCommand):
    """Run ``unriddle play sliding``."""

    NEW = ("size", "seed")

    def read(self, args: argparse.Namespace) -> Any:
        """Return the puzzle to be played."""
        if args.puzzle is None and (
            args.goal not in (None, "blank-first", "blank-last") or args.blank is not None
        ):
            raise PuzzleError("a new puzzle knows the goals blank-first and blank-last, and the blank 0")
        return super().read(args)


PLAY = SlidingPlay(SPECS[0], SlidingGame, "a random one")
