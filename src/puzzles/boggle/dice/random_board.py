"""Describe random boards of any size by shape, dice and seed."""

from __future__ import annotations

from string import ascii_uppercase
from typing import TYPE_CHECKING

import numpy as np

from ....base import PuzzleError
from ...framework.arguments import check_seed, check_shape
from .dice import DICE, ENGLISH, LETTERS, faces_of

if TYPE_CHECKING:
    from ....typing import ShapeLike


_NAMES = [*(name for name, dice in DICE.items() if set("".join(dice)) <= set(ascii_uppercase)), *LETTERS]
"""Dice whose faces are letters, Q for Qu."""


class RandomBoard:
    """A random board of any size, whose cells are drawn when they are read.

    It is never in memory, and the same for any number of threads, shards or machines. Rows are drawn in
    blocks with a seed each, so it differs from the board of `Boggle.random` with the same seed.

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
        A wrong shape; unknown dice, or dice with tiles of several letters.

    Examples
    --------
    >>> board = RandomBoard("100000x100000", seed=1)
    >>> board.shape, board.dice
    ((100000, 100000), '1987')
    """

    def __init__(self, shape: ShapeLike, *, dice: str | None = None, seed: int | None = None) -> None:
        self.shape = check_shape(shape)
        self.dice = "1987" if dice is None else dice
        if self.dice not in _NAMES:
            wrong = f"no dice are called {self.dice!r:.40}"
            if self.dice in DICE:
                wrong = f"dice {self.dice} have tiles of several letters"
            raise PuzzleError(f"{wrong}, expected {', '.join(_NAMES)}")
        seed = check_seed(seed)
        self.seed = int(np.random.SeedSequence().generate_state(1)[0]) if seed is None else seed

    def __repr__(self) -> str:
        return f"RandomBoard('{self.shape[0]}x{self.shape[1]}', dice={self.dice!r}, seed={self.seed})"

    def weights(self) -> dict[str, float]:
        """Return the frequency of each tile."""
        if self.dice == "uniform":
            return dict.fromkeys(ENGLISH, 1.0)
        if self.dice == "english":
            return dict(ENGLISH)
        faces = [face for die in faces_of(self.dice) for face in die]
        return {face: float(faces.count(face)) for face in sorted(set(faces))}
