"""Boards of letter codes that dice can show: rolls, and changes of one letter."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ....base import PuzzleError
from .dice import Dice, dice_of
from .matching import Matching

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ....lexicon import Lexicon
    from ....typing import DiceLike
    from ..best_board.board_space import Space

__all__ = ["DiceMoves", "dice_for_space"]


class DiceMoves:
    """The boards of a space that dice can show, each die once; letters that no word has are left out."""

    def __init__(self, dice: Dice, space: Space) -> None:
        self.given = dice
        if dice.faces is None or not dice.each_once(space.n_cells):
            many = 0 if dice.faces is None else len(dice.faces)
            raise PuzzleError(f"{many} dice for {space.n_cells} cells, expected a set of {space.n_cells}")
        codes = {name: code for code, name in enumerate(space.names)}
        faces = []
        for number, die in enumerate(dice.tiles, 1):
            for tile in die:
                if len(tile) > 1 and tile != "qu":
                    raise PuzzleError(f"dice with {tile!r:.40}, expected tiles of one letter, or Qu")
            kept = [codes[tile] for tile in die if tile in codes]
            if not kept:
                raise PuzzleError(f"die {number} has no letter of the words, expected one at least")
            # Faces that are left out are replaced by others of the die.
            faces.append((kept * len(die))[: len(die)])
        self.dice = Dice(dice.given, space.names, np.array(faces, dtype=np.uint8))

    def rolls(self, n: int, rng: np.random.Generator) -> NDArray[np.uint8]:
        """Return letter codes of n random boards, uint8 of shape (n, cells)."""
        assert self.dice.faces is not None
        return self.dice.rolls(n, len(self.dice.faces), rng)

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
        raise PuzzleError("dice with q and Qu, expected one of them")
    return found, qu or ("qu" in found.names and {"q", "u"} <= set(lexicon.alphabet))
