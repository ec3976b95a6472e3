"""Peg solitaire as a game: a move is a jump, or several of one peg."""

from __future__ import annotations

import argparse
from typing import Any

from ...base import PuzzleError
from ..framework.game import Game, PlayCommand
from . import SPECS
from .jumps import hole_name, jumps_of
from .parse import UNUSED

__all__ = ["PLAY", "PegGame", "PegPlay"]


class PegGame(Game):
    """A board being jumped on.

    Examples
    --------
    >>> from unriddle import GridPegSolitairePuzzle
    >>> from unriddle.puzzles.peg.play import PegGame
    >>> game = PegGame(GridPegSolitairePuzzle.parse("**.*"))
    >>> game.move("a1-c1")
    >>> print(game.shown())
       a b c d
    1  . . * *
    """

    MOVES = (
        "d2-d4        the peg of column d, row 2 jumps to row 4; d2 d4 is the same",
        "a1-c1-e1     one peg jumps on and on",
    )
    AIM = "Jump pegs over pegs, which takes these away, until the goal stands."

    def moved(self, text: str) -> Any:
        """Return the position after one jump or several of one peg."""
        jumps = jumps_of("-".join(text.replace("-", " ").split()))
        if not jumps:
            raise PuzzleError("expected a jump such as d2-d4")
        try:
            return self.state.replay(jumps)[-1]
        except PuzzleError as error:
            raise PuzzleError(error.reason.partition(", ")[2] or error.reason) from None

    def said(self) -> str:
        """Say that no jump is left."""
        if self.finished or self.state.extensions():
            return ""
        left = self.state.position.bit_count()
        return f"No jump is left, and {left} {'peg is' if left == 1 else 'pegs are'}; undo takes jumps back."

    def shown(self) -> str:
        """Return the board with letters above the columns and numbers before the rows."""
        rows = self.state.marker
        margin = len(str(len(rows)))
        names = [hole_name((0, col))[:-1] for col in range(len(rows[0]))]
        broad = max(map(len, names))
        lines = [" " * (margin + 2) + " ".join(name.rjust(broad) for name in names)]
        for number, row in enumerate(rows, 1):
            marks = " ".join((" " if mark == UNUSED else mark).rjust(broad) for mark in row)
            lines.append(f"{number:>{margin}}  {marks}".rstrip())
        return "\n".join(lines)


class PegPlay(PlayCommand):
    """What ``unriddle play peg`` does."""

    def prepare(self, args: argparse.Namespace) -> None:
        """Take a named board; with ``--seed`` or ``--pegs`` a random position of it."""
        if args.seed is not None or args.pegs is not None:
            if args.empty_hole is not None:
                raise PuzzleError(
                    "--empty-hole is for a whole board, expected neither --seed nor --pegs with it"
                )
            super().prepare(args)
        args.board = args.board or next(iter(self.boards()))

    @staticmethod
    def boards() -> Any:
        """Return the named boards, the usual one first."""
        from .boards import NAMED

        return NAMED


PLAY = PegPlay(SPECS[0], PegGame, "the English board, or with --seed a random position")
