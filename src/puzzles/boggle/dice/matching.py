"""Match dice to cells, one to one, while cells get tiles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .dice import Dice


class Matching:
    """Match cells to dice that show their tiles, by augmenting paths (H. Kuhn, 1955).

    `order` is that in which dice are tried.
    """

    def __init__(self, dice: Dice, order: Sequence[int] | None = None) -> None:
        assert dice.faces is not None
        n, self._with = len(dice.faces), dice.having
        """Tile -> the dice that have it, in order."""
        if order is not None:
            rank = {die: at for at, die in enumerate(order)}
            self._with = [sorted(having, key=rank.__getitem__) for having in dice.having]
        self.die_of: dict[int, int] = {}
        """Cell -> the die that it shows."""
        self._cell_of: list[int] = [-1] * n
        self._tile_of: dict[int, int] = {}

    def add(self, cell: int, tile: int) -> bool:
        """Set the tile of an empty cell; return whether the dice can show it with all others."""
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
        """Return the tiles that each cell could show instead of its own: bool of shape (dice, tiles).

        All cells, 0 to dice - 1, must show a tile. A cell can show a tile if a die that has it can be freed:
        its cell takes the die of another cell, and so on to the die of the first cell. These chains are a
        transitive closure, of O(dice^2) steps of a word each.
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
    """Return whether dice can show some tiles together, each die at most one; True without dice."""
    if dice.faces is None:
        return True
    matching = Matching(dice)
    return all(matching.add(cell, tile) for cell, tile in enumerate(tiles))
