"""Tracing one word on a board as a puzzle for the solvers of `unriddle.search`."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING

from ...base import Puzzle
from .text import WILDCARD

if TYPE_CHECKING:
    from .puzzle import Boggle

__all__ = ["WordTrace"]


class WordTrace(Puzzle):
    """A path on a board that spells the beginning of a word; solved when it spells the whole word.

    Examples
    --------
    >>> from unriddle import Boggle
    >>> start = Boggle.parse("ab/ca").trace("aba")
    >>> [step.path for step in start.extensions()], start.is_solved()
    ([(0,), (3,)], False)
    """

    def __init__(self, board: Boggle, word: str, path: tuple[int, ...]) -> None:
        self.board, self.word, self.path = board, word, path
        self.position = sum(len(board.tile(cell)) for cell in path)

    def configuration(self) -> Hashable:
        """Return the word and the path."""
        return self.word, self.path

    def is_solved(self) -> bool:
        """Say whether the path spells the whole word."""
        return self.position == len(self.word)

    def extensions(self) -> list[WordTrace]:
        """Return the paths one cell longer that spell the beginning of the word."""
        cells: Iterable[int] = range(self.board.rows * self.board.cols)
        if self.path:
            cells = self.board.neighbours()[self.path[-1]].tolist()
        longer = []
        for cell in cells:
            if cell in self.path or cell >= self.board.rows * self.board.cols:
                continue
            tile = self.board.tile(cell)
            fits = tile == WILDCARD or (tile and self.word.startswith(tile, self.position))
            if fits and self.position < len(self.word):
                longer.append(WordTrace(self.board, self.word, (*self.path, cell)))
        return longer

    def heuristic(self) -> float:
        """Return 1 while letters are missing: a tile may give them all."""
        return float(self.position < len(self.word))

    def __str__(self) -> str:
        return f"{self.word[: self.position]}: {' '.join(map(str, self.path))}"
