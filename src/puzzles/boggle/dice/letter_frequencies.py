"""Make dice for a word list: faces in the proportions of its letters."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

from ....base import PuzzleError
from ....lexicon.normalise import fold
from ...framework.arguments import as_int, check_shape
from .dice import MOST_DICE

if TYPE_CHECKING:
    from ....lexicon import Lexicon
    from ....typing import ShapeLike

__all__ = ["apportion", "check_tile", "dice_for_board", "dice_from"]

FACES = 6
LONGEST = 16


def dice_from(letters: Lexicon | Mapping[str, float], dice: int = 16) -> list[list[str]]:
    """Return dice of six faces whose letters come about as often as those of a word list.

    Parameters
    ----------
    letters : Lexicon or mapping of tile to weight
        The words, or a weight per tile, such as `Lexicon.letter_frequencies`; tiles of several letters too.
    dice : int, optional
        Number of dice: the cells of the board.

    Returns
    -------
    list of lists of str
        The faces of each die, for `Boggle.random`.

    Raises
    ------
    PuzzleError
        A wrong weight, no weight above 0, more tiles than faces.

    Notes
    -----
    Every tile of a weight above 0 has a face, and the rest is apportioned by the method of Sainte-Laguë. A
    tile is twice on a die only where it has more faces than there are dice. The same weights give the same
    dice.

    Examples
    --------
    >>> from unriddle import Lexicon
    >>> dice = dice_from(Lexicon.load("english"))
    >>> len(dice), dice[0], sum(face == "e" for die in dice for face in die)
    (16, ['e', 's', 'a', 'r', 'c', 'u'], 10)
    >>> dice_from({"a": 3, "qu": 1}, dice=2)
    [['a', 'a', 'a', 'a', 'a', 'qu'], ['a', 'a', 'a', 'a', 'qu', 'qu']]
    """
    weights = letters if isinstance(letters, Mapping) else letters.letter_frequencies()
    count = as_int(dice)
    if count is None or not 1 <= count <= MOST_DICE:
        raise PuzzleError(f"dice={dice!r:.40}, expected how many, 1 to {MOST_DICE}")
    faces = apportion(weights, FACES * count)
    dealt = [tile for tile in sorted(faces, key=lambda tile: -faces[tile]) for _ in range(faces[tile])]
    return [dealt[die::count] for die in range(count)]


def dice_for_board(letters: Lexicon, shape: ShapeLike) -> list[list[str]]:
    """Return the dice of `dice_from` for a board: one per cell, or 16 for fewer cells and beyond 64."""
    rows, cols = check_shape(shape)
    return dice_from(letters, rows * cols if 16 <= rows * cols <= 64 else 16)


def apportion(weights: Mapping[str, float], places: int) -> dict[str, int]:
    """Return how many of `places` each tile has, in the order of the weights; none of weight 0."""
    for tile, weight in weights.items():
        check_tile(tile)
        if not isinstance(weight, (int, float)) or not 0 <= weight < math.inf:
            raise PuzzleError(f"weight {weight!r:.40} of {tile}, expected a number from 0 up")
    found = {tile: 1 for tile, weight in weights.items() if weight}
    if not 0 < len(found) <= places:
        raise PuzzleError(f"{len(found)} tiles for {places} faces, expected 1 to {places}")
    for _ in range(places - len(found)):
        most = max(found, key=lambda tile: weights[tile] / (2 * found[tile] + 1))
        found[most] += 1
    return found


def check_tile(tile: object) -> str:
    """Return the small letters of a tile."""
    if not isinstance(tile, str) or not tile.isalpha() or len(tile) > LONGEST:
        raise PuzzleError(f"tile {tile!r:.40}, expected 1 to {LONGEST} letters")
    return fold(tile)
