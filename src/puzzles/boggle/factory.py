"""Boggle boards by the million, with all words of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..common.factory import Factory, turned
from ..common.lexicons import lexicon_of
from ..common.records import Column, Option
from .puzzle import Boggle
from .rules import TOPOLOGIES, Rules
from .text import board_size

if TYPE_CHECKING:
    from ...lexicon import Lexicon

__all__ = ["BoggleFactory"]


class BoggleFactory(Factory):
    """Boards that dice show, with words; equal are those that turns and mirrors take into each other.

    Examples
    --------
    >>> from unriddle import Lexicon
    >>> made = BoggleFactory("puzzles", {"shape": "3x3"}, Lexicon(["tea", "eat", "tie"])).many([1, 2])
    >>> len(made)
    2
    """

    KIND = Boggle
    OWN = (
        Option("shape", "rows and columns", "4x4"),
        Option("dice", "1976, 1987, big, superbig, uniform or english; by default the set of the size"),
        Option("topology", "8, 4 or 6 neighbours", "king", tuple(TOPOLOGIES)),
        Option("wrap", "opposite edges touch (a torus)", False),
        Option("qu", "a lone q is Qu", False),
        Option("min-length", "fewest letters of a word", 3),
    )
    MEASURES = (Column("words", "int"), Column("score", "int"), Column("longest", "int"))
    USES_LEXICON = True
    CHUNK, PART = 64, 8192

    def __init__(self, what: str, options: Mapping[str, Any], lexicon: Lexicon | None = None) -> None:
        super().__init__(what, options, lexicon)
        self.words = self.lexicon = lexicon_of(lexicon)

    def check_options(self) -> None:
        """Raise PuzzleError where an option of this kind has a wrong value."""
        given = self.options
        self._shape = board_size(given["shape"])
        self._named = {name: given[name] for name in ("topology", "wrap", "qu")}
        self._named["min_length"] = given["min-length"]
        Rules(**self._named)
        self.draw(0)

    def draw(self, seed: int) -> Boggle:
        """Return the board of a seed."""
        return Boggle.random(self._shape, dice=self.options["dice"], seed=seed, **self._named)

    def form(self, puzzle: Boggle, result: Any) -> bytes:
        """Return the least of the boards that are equal to this one."""
        tiles = np.array([puzzle.tile(cell) for cell in range(puzzle.rows * puzzle.cols)], dtype="U4")
        grid = tiles.reshape(puzzle.shape)
        # Of a hexagonal board only half a turn keeps the neighbours, and a shift of an even number of rows.
        same = [grid, grid[::-1, ::-1]] if puzzle.topology == "hex" else turned(grid, wrap=puzzle.wrap)
        return min(repr(form.tolist()).encode() for form in same)

    def good(self, puzzle: Boggle, result: Any) -> bool:
        """Say whether there is a word on the board."""
        return bool(result.words)

    def measures(self, puzzle: Boggle, result: Any) -> Sequence[Any]:
        """Return words, score, and letters of the longest word."""
        return len(result.words), result.score, max(map(len, result.words))

    def solved(self, puzzle: Boggle) -> Any:
        """Return all words of a board."""
        return puzzle.solve(self.words, limits=self.limits)

    def line(self, puzzle: Boggle, result: Any) -> str:
        """Return the words."""
        return " ".join(result.words)
