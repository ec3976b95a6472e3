"""Play Boggle against the clock, and list the words that were missed."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Sequence
from itertools import groupby
from time import monotonic
from typing import TYPE_CHECKING, Any

from ...base import PuzzleError
from ...console import seconds
from ...io.text import pluralize, printable
from ...lexicon.arguments import COMMON, add_lexicon, load_lexicon
from ..framework.game import BoardCell, Game, PlayCommand
from ..framework.steps import Step
from . import SPECS
from .parse import tile_text
from .rules import DICE

if TYPE_CHECKING:
    from .result import BoggleResult

ROUND, ACROSS, MOST_MISSED = 180.0, 78, 2_000
"""Seconds of a round; characters of a line; words that are listed at its end."""


class BoggleGame(Game):
    """A round: enter words until the time is up, or all are found.

    Parameters
    ----------
    result : BoggleResult
        The words of the board.
    time : float, optional
        Seconds; None is no clock.

    Examples
    --------
    >>> from unriddle import Boggle
    >>> game = BoggleGame(Boggle.parse("tea/ars").solve(["tea", "tear", "rates"]))
    >>> game.move("Tear")
    >>> print(game.closing())
    1 of 3 words, 1 of 4 points.
    Missed:
      5  rates
      3  tea
    """

    AIM = "Find words along neighbouring cells; a word uses each cell at most once."
    MOVES = (
        "tear      a word of the board and of the list",
        "help!     a word that is an order as well",
    )
    REDRAWN = False

    def __init__(self, result: BoggleResult, time: float | None = None) -> None:
        self.points = dict(zip(result.words, result.scores.tolist(), strict=True))
        self.result, self.time = result, time
        self._end: float | None = None
        super().__init__(result.board)

    def first(self) -> tuple[str, ...]:
        """Return no words."""
        return ()

    def unsolvable(self) -> str:
        """Return a text where no word of the list is on the board."""
        return "" if self.points else "no word of the list is on the board"

    def start(self) -> None:
        """Start the clock."""
        self._end = None if self.time is None else monotonic() + self.time

    def seconds_left(self) -> float | None:
        """Return the seconds that are left."""
        return None if self._end is None else self._end - monotonic()

    @property
    def finished(self) -> bool:
        """Whether all words are found."""
        return len(self.state) == len(self.points)

    def moved(self, text: str) -> tuple[str, ...]:
        """Return the words found, with a new one."""
        word, board, found = text.casefold(), self.puzzle, self.state
        if word in found:
            raise PuzzleError(f"{printable(word)} is found already")
        if word not in self.points:
            raise PuzzleError(f"{printable(word)!s:.60} {self._fault(word, board)}")
        return (*found, word)

    def _fault(self, word: str, board: Any) -> str:
        shortest = self.result.rules.min_length
        if len(word) < shortest:
            return f"has {len(word)} letters, expected {shortest} or more"
        try:
            on_board = board.path(word) is not None
        except PuzzleError:
            on_board = False
        return "is not in the list" if on_board else "is not on the board"

    def said(self) -> str:
        """Return the points so far."""
        return f"{pluralize(len(self.state), 'word')}, {pluralize(self._reached(), 'point')}"

    def _reached(self) -> int:
        return sum(self.points[word] for word in self.state)

    def next_steps(self) -> list[Step]:
        """Return the beginning of the shortest word that is left."""
        left = sorted(self.points.keys() - set(self.state), key=lambda word: (len(word), word))
        if not left:
            return []
        row, col = divmod(self.puzzle.path(left[0])[0], self.puzzle.cols)
        begins = f"begins with {left[0][:2]}, in row {row + 1}, column {col + 1}"
        return [Step(kind=f"a word of {len(left[0])} letters", text=begins, cell=(row, col))]

    def hint_text(self, steps: Sequence[Step]) -> str:
        """Return where a word begins."""
        return f"{steps[0].kind} {steps[0].text}" if steps else "all words are found"

    def check(self) -> str:
        """Return that there is no mistake: other words are refused."""
        return "all words entered are on the board and in the list"

    def shown(self) -> str:
        """Return the board, and the words found."""
        found = ", ".join(self.state)
        return str(self.puzzle.format()) + (f"\n\n{textwrap.fill(found, ACROSS)}" if found else "")

    def cells(self) -> list[list[BoardCell]]:
        """Return the tiles."""
        board = self.puzzle.board
        tiles = [tile_text(tile) for tile in board.letters()]
        cells = [BoardCell(tile, region=k if tile else None) for k, tile in enumerate(tiles)]
        return [cells[k : k + board.cols] for k in range(0, len(cells), board.cols)]

    @property
    def leans(self) -> bool:
        """Whether the tiles are hexagons."""
        return bool(self.puzzle.topology == "hex")

    def listed(self) -> Sequence[str]:
        """Return the points, and the words found, the last one first."""
        return (self.said(), "", *reversed(self.state))

    def point(self, entry: str, row: int, col: int) -> tuple[str, bool]:
        """Return an entry with the letters of a tile added."""
        return entry + self.puzzle.board.tile(row * self.puzzle.cols + col), False

    def pointed(self, entry: str) -> list[tuple[int, int]]:
        """Return a path of the letters entered."""
        try:
            return [divmod(cell, self.puzzle.cols) for cell in self.puzzle.path(entry) or ()]
        except PuzzleError:
            return []

    def solution(self) -> str:
        """Return the number of words; `closing` lists those that were missed."""
        return f"The board has {pluralize(len(self.points), 'word')}."

    def closing(self) -> str:
        """Return words and points, and the words missed, longest first."""
        total = sum(self.points.values())
        head = (
            f"{len(self.state):,} of {pluralize(len(self.points), 'word')}, "
            f"{self._reached():,} of {pluralize(total, 'point')}."
        )
        missed = sorted(self.points.keys() - set(self.state), key=lambda word: (-len(word), word))
        if not missed:
            return head
        lines, shown = [head, "Missed:"], missed[:MOST_MISSED]
        for length, words in groupby(shown, key=len):
            around: dict[str, Any] = {"initial_indent": f"{length:3}  ", "subsequent_indent": "     "}
            lines.append(textwrap.fill(", ".join(words), ACROSS, break_on_hyphens=False, **around))
        if len(missed) > MOST_MISSED:
            lines.append(f"and {len(missed) - MOST_MISSED:,} more")
        return "\n".join(lines)


class BogglePlay(PlayCommand):
    """What ``unriddle play boggle`` does."""

    def add_options(self, group: argparse._ActionsContainer) -> None:
        """Add the board, the clock and the words."""
        group.add_argument("--size", metavar="RxC", help="set rows and columns (default: 4x4)")
        group.add_argument("--dice", metavar="SET", help=DICE.replace("english", "english, lexicon"))
        group.add_argument(
            "--seconds",
            type=seconds,
            default=ROUND,
            metavar="S",
            help=f"play for S seconds; 0 is no clock (default: {ROUND:g})",
        )
        add_lexicon(group, COMMON)

    def read(self, args: argparse.Namespace) -> Any:
        """Return the board to be played."""
        if args.lexicon == "-" and args.moves is None:
            raise PuzzleError("standard input is for the words that you find; name a file for --lexicon")
        return super().read(args)

    def game(self, args: argparse.Namespace, puzzle: Any) -> Game:
        """Return the round of a board."""
        result = puzzle.solve(load_lexicon(args))
        if result.interrupted:
            raise KeyboardInterrupt
        return BoggleGame(result, args.seconds or None)


PLAY = BogglePlay(SPECS[0], BoggleGame, "a random board")
