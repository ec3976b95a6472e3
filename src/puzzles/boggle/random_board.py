"""Random boards of any size, by their shape, dice and seed alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...base import PuzzleError
from ..common.checks import check_seed, check_shape
from .dice import ENGLISH, faces_of

if TYPE_CHECKING:
    from ...typing import ShapeLike

__all__ = ["RandomBoard"]


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
        if self.dice not in ("uniform", "english"):
            tiles = {face for die in faces_of(self.dice) for face in die}
            if any(len(tile) != 1 and tile != "qu" for tile in tiles):
                raise PuzzleError(
                    f"dice {self.dice} have tiles of several letters, expected 1987, 1976 or big"
                )
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
