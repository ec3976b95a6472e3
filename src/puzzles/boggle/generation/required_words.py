"""Boards that hold some words: random ones to begin a search with, and which of many do."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ....base import PuzzleError
from ..best_board.board_space import space_of
from ..dice.dice import Dice
from ..dice.matching import can_show
from .constraints import words_of
from .word_placement import Placer, spellings

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..best_board.board_space import Space

__all__ = ["RequiredWords"]

MOST_WORDS = 64
TRIES = 1000  # boards that words are put on until they fit


class RequiredWords:
    """The boards of a space that hold some words.

    Parameters
    ----------
    given : str or iterable of str
        Words of the space's lexicon; of a text, with commas or spaces between them.
    space : Space
    dice : Dice, optional
        What shows the boards, each die once; by default any letters.

    Raises
    ------
    PuzzleError
        What are no words; one that the lexicon does not have, that no tiles or dice spell, or that has more
        tiles than a board has cells.

    Examples
    --------
    >>> from unriddle import Lexicon
    >>> from unriddle.puzzles.boggle.best_board.board_space import space_of
    >>> from unriddle.puzzles.boggle.generation.required_words import RequiredWords
    >>> from unriddle.puzzles.boggle.rules import Rules
    >>> space = space_of("1x3", Lexicon(["tea", "ate"]), Rules())
    >>> holding = RequiredWords("tea", space)
    >>> boards = holding.boards(2, np.random.default_rng(1))
    >>> holding.held(boards).tolist(), holding.held(boards[:, [1, 0, 2]]).tolist()
    ([True, True], [False, False])
    """

    def __init__(self, given: Any, space: Space, dice: Dice | None = None) -> None:
        self.words = words_of("contains", given, MOST_WORDS)
        n_letters = space.n_letters
        self.dice = dice or Dice("any letters", space.names, None, np.arange(1.0, n_letters + 1) / n_letters)
        self.once = dice is not None
        self.cells = space.n_cells
        if not self.words:
            raise PuzzleError("contains no word, expected one at least, or None")
        for word in self.words:
            if word not in space.lexicon:
                raise PuzzleError(f"contains={word!r:.40}, expected words of the lexicon")
        ways = [self._ways(word) for word in self.words]
        numbers = [space.lexicon.number(word) for word in self.words]
        rules = replace(space.rules, min_length=1, scoring=None)
        self.space = space_of((space.rows, space.cols), space.lexicon.subset(numbers), rules, "words")
        beside = [
            [cell for cell in range(self.cells) if mask >> cell & 1] for mask in space.adjacency.tolist()
        ]
        self.placer = Placer(beside, self.dice, ways)

    def _ways(self, word: str) -> list[tuple[int, ...]]:
        """Return how tiles spell a word."""
        ways = spellings(word, self.dice.names)
        if not ways:
            raise PuzzleError(f"contains={word!r:.40}, expected words that the tiles spell")
        fitting = [way for way in ways if len(way) <= self.cells]
        if not fitting:
            raise PuzzleError(f"contains={word!r:.40}, expected words of at most {self.cells} tiles")
        shown = [way for way in fitting if not self.once or can_show(self.dice, way)]
        if not shown:
            raise PuzzleError(f"contains={word!r:.40}, expected words that dice {self.dice!s:.40} show")
        return shown

    def held(self, boards: NDArray[np.uint8]) -> NDArray[np.bool_]:
        """Say which boards of letter codes hold all the words."""
        held: NDArray[np.bool_] = self.space.scores(boards) == len(self.words)
        return held

    def boards(self, n: int, rng: np.random.Generator) -> NDArray[np.uint8]:
        """Return letter codes of n random boards that hold the words, uint8 of shape (n, cells).

        Raises
        ------
        PuzzleError
            They did not fit on a board in many tries.
        """
        return np.array([self._board(rng) for _ in range(n)], dtype=np.uint8).reshape(n, self.cells)

    def _board(self, rng: np.random.Generator) -> NDArray[np.uint8]:
        for _ in range(TRIES):
            placed = self.placer.place(rng)
            if placed is None:
                continue
            tiles, left = np.array(placed[0]), placed[1]
            free = np.flatnonzero(tiles < 0)
            if free.size:
                dice = self.dice.only(left) if self.once else self.dice
                tiles[free] = dice.rolls(1, free.size, rng, self.once)[0]
            return tiles.astype(np.uint8)
        shown = " ".join(self.words)
        raise PuzzleError(f"contains={shown!r:.40}, which fit on no board in {TRIES:,} tries, expected fewer")
