"""Restrict a search to boards that dice can show, or that contain given words."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ....base import PuzzleError
from ..dice.dice import Dice, dice_of
from ..dice.matching import Matching
from ..generation.constraints import words_of
from ..generation.word_placement import Placer, spellings_on
from .board_space import Space, near_of, space_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ....lexicon import Lexicon
    from ....typing import DiceLike

MOST_WORDS = 64
TRIES = 1000  # boards that words are placed on until they fit


class DiceMoves:
    """The boards of a space that dice can show, each die once; letters that no word has are left out."""

    def __init__(self, dice: Dice, space: Space) -> None:
        self.given = dice
        if not dice.each_once(n := space.n_cells):
            raise PuzzleError(f"{len(dice.tiles)} dice for {n} cells, expected a set of {n}")
        codes = {name: code for code, name in enumerate(space.names)}
        faces = []
        for number, die in enumerate(dice.tiles, 1):
            for tile in die:
                if len(tile) > 1 and tile != "qu":
                    raise PuzzleError(f"dice with {tile!r:.40}, expected tiles of one letter, or Qu")
            kept = [codes[tile] for tile in die if tile in codes]
            if not kept:
                raise PuzzleError(f"die {number} has no letter of the words")
            # Faces that are left out are replaced by others of the die.
            faces.append((kept * len(die))[: len(die)])
        self.dice = Dice(dice.given, space.names, np.array(faces, dtype=np.uint8))

    def rolls(self, n: int, rng: np.random.Generator) -> NDArray[np.uint8]:
        """Return letter codes of n random boards, uint8 of shape (n, cells)."""
        return self.dice.rolls(n, len(self.dice.tiles), rng)

    def choices(self, codes: NDArray[np.uint8]) -> NDArray[np.bool_]:
        """Return the letters that each cell could show instead, its own included: bool (cells, letters)."""
        matching = Matching(self.dice)
        for cell, code in enumerate(codes.tolist()):
            if not matching.add(cell, code):
                raise PuzzleError(f"cell {cell} of a board, expected a board that the dice show")
        return matching.choices()


def dice_for_space(dice: DiceLike | Dice | None, cells: int, lexicon: Lexicon, qu: bool) -> tuple[Dice, bool]:
    """Return dice, and whether q is Qu on the boards that they show."""
    found = dice_of(dice, cells)
    found = found.with_qu() if qu else found
    if "qu" in found.names and "q" in found.names:
        raise PuzzleError("the dice have q and Qu; use one of the two")
    return found, qu or ("qu" in found.names and {"q", "u"} <= set(lexicon.alphabet))


class RequiredWords:
    """Sample and filter boards of a space that contain given words."""

    def __init__(self, given: Any, space: Space, dice: Dice | None = None) -> None:
        self.words = words_of("contains", given, MOST_WORDS)
        n_letters = space.n_letters
        self.dice = dice or Dice("any letters", space.names, None, np.arange(1.0, n_letters + 1) / n_letters)
        self.once = dice is not None
        self.cells = space.n_cells
        if not self.words:
            raise PuzzleError("contains has no word")
        for word in self.words:
            if word not in space.lexicon:
                raise PuzzleError(f"contains={word!r:.40} is not in the word list")
        names = self.dice.names
        ways = [spellings_on(word, names, self.cells, dice, "no tiles spell") for word in self.words]
        numbers = [space.lexicon.number(word) for word in self.words]
        rules = replace(space.rules, min_length=1, scoring=None)
        self.space = space_of((space.rows, space.cols), space.lexicon.subset(numbers), rules, "words")
        near = [np.flatnonzero(row).tolist() for row in near_of(space.adjacency)]
        self.placer = Placer(near, self.dice, ways)

    def held(self, boards: NDArray[np.uint8]) -> NDArray[np.bool_]:
        """Return which boards of letter codes hold all the words."""
        return np.equal(self.space.scores(boards), len(self.words))

    def boards(self, n: int, rng: np.random.Generator) -> NDArray[np.uint8]:
        """Return letter codes of n random boards that hold the words, uint8 of shape (n, cells)."""
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
        raise PuzzleError(f"contains={shown!r:.40}, which fit on no board in {TRIES:,} tries; require fewer")
