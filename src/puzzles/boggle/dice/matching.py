"""Which die shows which cell: dice and cells matched one to one, kept up while cells are given tiles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .dice import Dice

__all__ = ["Matching", "can_show"]


class Matching:
    """Dice that show tiles, each die once: a matching that grows by augmenting paths (H. Kuhn, 1955).

    Parameters
    ----------
    dice : Dice
        With faces.
    order : sequence of int, optional
        The dice in the order in which they are tried.

    Examples
    --------
    >>> from unriddle.puzzles.boggle.dice.dice import dice_of
    >>> matching = Matching(dice_of("AB AC"))
    >>> matching.add(0, 0), matching.add(1, 0), matching.add(2, 1), matching.die_of
    (True, True, False, {0: 1, 1: 0})
    """

    def __init__(self, dice: Dice, order: Sequence[int] | None = None) -> None:
        assert dice.faces is not None
        n, self._with = len(dice.faces), dice.having
        """Tile -> the dice that have it, in the order in which they are tried."""
        if order is not None:
            rank = {die: at for at, die in enumerate(order)}
            self._with = [sorted(having, key=rank.__getitem__) for having in dice.having]
        self.die_of: dict[int, int] = {}
        """Cell -> the die that it shows."""
        self._cell_of: list[int] = [-1] * n
        self._tile_of: dict[int, int] = {}

    def add(self, cell: int, tile: int) -> bool:
        """Let a cell that is empty show a tile; say whether the dice can show that beside all others."""
        self._tile_of[cell] = tile
        if self._find(cell, set()):
            return True
        del self._tile_of[cell]
        return False

    def _find(self, cell: int, seen: set[int]) -> bool:
        for die in self._with[self._tile_of[cell]]:
            if die in seen:
                continue
            seen.add(die)
            other = self._cell_of[die]
            if other < 0 or self._find(other, seen):
                self._cell_of[die], self.die_of[cell] = cell, die
                return True
        return False

    def remove(self, cell: int) -> None:
        """Empty a cell."""
        self._cell_of[self.die_of.pop(cell)] = -1
        del self._tile_of[cell]

    def choices(self) -> NDArray[np.bool_]:
        """Return which tile each cell could show in place of its own, all others as they are.

        Returns
        -------
        bool array of shape (dice, tiles)
            Of the cells 0 to dice - 1, which must all show a tile.

        Notes
        -----
        A cell can show a tile if some die that has it can be freed for it: its cell takes the die of another
        cell, and so on to the die of the cell at hand. Which die leads to which is a transitive closure, of
        O(dice^2) steps of a word each.
        """
        n = len(self._cell_of)
        reach = [1 << die for die in range(n)]
        for die, cell in enumerate(self._cell_of):
            for other in self._with[self._tile_of[cell]]:
                reach[die] |= 1 << other
        for through in range(n):
            bit, along = 1 << through, reach[through]
            for die in range(n):
                if reach[die] & bit:
                    reach[die] |= along
        found = np.zeros((n, len(self._with)), dtype=np.bool_)
        dice = [self.die_of[cell] for cell in range(n)]
        for tile, having in enumerate(self._with):
            freed = 0
            for die in having:
                freed |= reach[die]
            found[:, tile] = [freed >> die & 1 for die in dice]
        return found


def can_show(dice: Dice, tiles: Iterable[int]) -> bool:
    """Say whether dice can show some tiles at once, each die one of them at most; any, where none is a die.

    Examples
    --------
    >>> from unriddle.puzzles.boggle.dice.dice import dice_of
    >>> dice = dice_of("AB AC")
    >>> can_show(dice, [1, 2]), can_show(dice, [1, 1]), can_show(dice, [0])
    (True, False, True)
    """
    if dice.faces is None:
        return True
    matching = Matching(dice)
    return all(matching.add(cell, tile) for cell, tile in enumerate(tiles))
