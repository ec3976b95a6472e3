"""Criss-crosses by the million: words that fit a grid in one way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...base import PuzzleError
from ..common.checks import check_shape
from ..common.factory import Factory, whole
from ..common.records import Column, Option
from .generate import MOST_LAID, room
from .puzzle import WordPlacement

__all__ = ["PlacementFactory"]


class PlacementFactory(Factory):
    """Words laid out across each other, with one way to fill them in; a grid and its mirror are the same.

    Examples
    --------
    >>> made = PlacementFactory("puzzles", {"words": 4}).one(1)
    >>> made.measures[0], made.status.value
    (4, 'UNIQUE')
    """

    KIND = WordPlacement
    OWN = (
        Option("words", "words to place", 12),
        Option("shape", "most rows and columns"),
    )
    MEASURES = (Column("words", "int"), Column("given", "int"), Column("guesses", "int"))
    CHUNK = 4

    def check_options(self) -> None:
        """Raise PuzzleError where an option of this kind has a wrong value."""
        self._words = whole("words", self.options["words"], 1, MOST_LAID)
        shape = self.options["shape"]
        self._shape = None if shape is None else check_shape(shape)
        if self._shape is not None and self._words > room(*self._shape):
            most = room(*self._shape)
            raise PuzzleError(f"--words {self._words} in --shape {shape}, expected at most {most}")

    def draw(self, seed: int) -> WordPlacement:
        """Return the puzzle of a seed."""
        return WordPlacement.generate(self._words, shape=self._shape, seed=seed)

    def size(self, puzzle: WordPlacement) -> str:
        """Return rows and columns."""
        return "x".join(map(str, puzzle.shape))

    def form(self, puzzle: WordPlacement, result: Any) -> bytes:
        """Return the grid or its mirror along the diagonal, and the words."""
        rows = ["".join(row) for row in puzzle.board]
        mirrored = ["".join(column) for column in zip(*rows, strict=True)]
        least = min("/".join(rows), "/".join(mirrored))
        return f"{least};{' '.join(sorted(map(str, puzzle.words)))}".encode()

    def measures(self, puzzle: WordPlacement, result: Any) -> Sequence[Any]:
        """Return how many words and letters are given, and the guesses of the search."""
        given = sum(cell.isalpha() for row in puzzle.board for cell in row)
        return len(puzzle.words), given, result.stats.guesses

    def text(self, puzzle: WordPlacement) -> str:
        """Return the words, a semicolon and the rows."""
        words, _, rows = puzzle.text().strip().partition("\n\n")
        return f"{','.join(words.splitlines())};{'/'.join(rows.split())}"
