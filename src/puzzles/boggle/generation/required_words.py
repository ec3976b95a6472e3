"""Sample and filter boards that contain given words."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ....base import PuzzleError
from ..best_board.board_space import space_of
from ..dice.dice import Dice
from .constraints import words_of
from .word_placement import Placer, spellings_on

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..best_board.board_space import Space

__all__ = ["RequiredWords"]

MOST_WORDS = 64
TRIES = 1000  # boards that words are put on until they fit


class RequiredWords:
    """Sample and filter boards of a space that contain given words.

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
        A word that the lexicon does not have, that no tiles or dice spell, or with more tiles than cells.

    Examples
    --------
    >>> from unriddle import Lexicon
    >>> from unriddle.puzzles.boggle.best_board.board_space import space_of
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
        names = self.dice.names
        ways = [spellings_on(word, names, self.cells, dice, "no tiles spell") for word in self.words]
        numbers = [space.lexicon.number(word) for word in self.words]
        rules = replace(space.rules, min_length=1, scoring=None)
        self.space = space_of((space.rows, space.cols), space.lexicon.subset(numbers), rules, "words")
        near = [[cell for cell in range(self.cells) if mask >> cell & 1] for mask in space.adjacency.tolist()]
        self.placer = Placer(near, self.dice, ways)

    def held(self, boards: NDArray[np.uint8]) -> NDArray[np.bool_]:
        """Return which boards of letter codes hold all the words."""
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
