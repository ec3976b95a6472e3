"""Random boards of any size, by their shape, dice and seed alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ....base import PuzzleError
from ...framework.arguments import check_seed, check_shape
from .dice import DICE, ENGLISH, LETTERS, faces_of

if TYPE_CHECKING:
    from ....typing import ShapeLike

__all__ = ["RandomBoard"]


def _of_letters(name: str) -> bool:
    """Say whether each face of the dice of a set is a letter, or Qu."""
    return all(len(tile) == 1 or tile == "qu" for die in faces_of(name) for tile in die)


class RandomBoard:
    """A random board of any size, whose cells are drawn when they are looked at.

    It is never in memory, and the same whatever reads it: threads, shards, machines. Rows are drawn in blocks
    of a seed each, so it is another board than `Boggle.random` makes of the same seed.

    Parameters
    ----------
    shape : str, int or pair
        Rows and columns.
    dice : str, optional
        ``1976``, ``1987`` or ``big`` (a face of the set for each cell, Q is Qu), ``uniform`` or ``english``;
        the dice of 1987 by default.
    seed : int, optional
        The same seed gives the same board.

    Raises
    ------
    PuzzleError
        A shape that is none; unknown dice, or dice with tiles of several letters.

    Examples
    --------
    >>> board = RandomBoard("100000x100000", seed=1)
    >>> board.shape, board.dice
    ((100000, 100000), '1987')
    """

    def __init__(self, shape: ShapeLike, *, dice: str | None = None, seed: int | None = None) -> None:
        self.shape = check_shape(shape)
        self.dice = "1987" if dice is None else dice
        if self.dice not in LETTERS:
            taken = [name for name in DICE if _of_letters(name)]
            if self.dice not in DICE:
                wrong = f"no dice are called {self.dice!r:.40}"
                raise PuzzleError(f"{wrong}, expected {', '.join([*taken, *LETTERS])}")
            if self.dice not in taken:
                wrong = f"dice {self.dice} have tiles of several letters"
                raise PuzzleError(f"{wrong}, expected {', '.join([*taken, *LETTERS])}")
        seed = check_seed(seed)
        self.seed = int(np.random.SeedSequence().generate_state(1)[0]) if seed is None else seed

    def __repr__(self) -> str:
        return f"RandomBoard('{self.shape[0]}x{self.shape[1]}', dice={self.dice!r}, seed={self.seed})"

    def weights(self) -> dict[str, float]:
        """Return how often each tile comes."""
        if self.dice == "uniform":
            return dict.fromkeys(ENGLISH, 1.0)
        if self.dice == "english":
            return dict(ENGLISH)
        faces = [face for die in faces_of(self.dice) for face in die]
        return {face: float(faces.count(face)) for face in sorted(set(faces))}
