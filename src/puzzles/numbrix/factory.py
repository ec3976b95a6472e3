"""Numbrix and Hidato boards by the million."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from ...base import PuzzleError
from ..framework.arguments import check_shape
from ..framework.batch_records import Column, Option
from ..framework.generator import Factory, forms, whole
from .parse import MAX_SIDE
from .puzzle import Hidato, Numbrix
from .records import CLUES, ENDS, steps_options


class NumbrixFactory(Factory):
    """Numbrix boards with exactly one solution.

    Equal are boards that turns, mirrors and counting backwards take into each other; of a torus, shifts too.
    A board of hexagons, which leans, has half a turn and a mirror from corner to corner; a torus of hexagons
    with as many rows as columns is the same in all six directions.
    """

    KIND: ClassVar[type[Numbrix]] = Numbrix
    OWN = (
        Option("shape", "set rows and columns", "9x9", metavar="RxC"),
        CLUES,
        ENDS,
        *steps_options(KIND),
    )
    MEASURES = (Column("clues", "int"), Column("guesses", "int"))
    CHUNK = 16

    def check_options(self) -> None:
        """Raise PuzzleError where an option of this kind has a wrong value."""
        given = self.options
        self._shape = check_shape(given["shape"])
        self._topology = self.KIND.topology_of(given["topology"])
        cells = self._shape[0] * self._shape[1]
        if max(self._shape) > MAX_SIDE:
            raise PuzzleError(f"--size {given['shape']!r:.40}, expected at most {MAX_SIDE} rows and columns")
        least = min(cells, 2) if given["ends"] else 0
        self._clues = None if given["clues"] is None else whole("clues", given["clues"], least, cells)

    def draw(self, seed: int) -> Numbrix:
        """Return the board of a seed."""
        given = self.options
        return self.KIND.generate(
            self._shape,
            seed=seed,
            clues=self._clues,
            topology=self._topology,
            wrap=bool(given["wrap"]),
            ends=bool(given["ends"]),
        )

    @property
    def eases(self) -> bool:
        """Whether more numbers may be given: not where their number is given."""
        return self._clues is None

    def form(self, puzzle: Numbrix, result: Any) -> bytes:
        """Return the least of the boards that are equal to this one."""
        cells = np.array(puzzle.grid, dtype=">i2").ravel()
        back = np.where(cells > 0, puzzle.n_numbers + 1 - cells, cells).astype(">i2")
        return min(
            bytes(shape) + board[places].tobytes()
            for shape, places in forms(puzzle.rows, puzzle.cols, puzzle.topology, wrap=puzzle.wrap)
            for board in (cells, back)
        )

    def measures(self, puzzle: Numbrix, result: Any) -> Sequence[Any]:
        """Return how many numbers are given, and the guesses of the search."""
        return len(puzzle.places), result.stats.guesses

    def line(self, puzzle: Numbrix, result: Any) -> str:
        """Return the numbers with the rows apart by ``/``."""
        return str(result).replace("\n", "/")


class HidatoFactory(NumbrixFactory):
    """Hidatos: as Numbrix with king's steps."""

    KIND = Hidato
    OWN = (*NumbrixFactory.OWN[:3], *steps_options(KIND))
