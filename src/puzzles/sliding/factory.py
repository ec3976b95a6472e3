"""Generate sliding puzzles with shortest solutions in batches."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from ..framework.arguments import check_shape
from ..framework.batch_records import Column, Option
from ..framework.generator import Factory, averaged, whole
from .parse import check_size
from .puzzle import MNPuzzle

MOVES = ((-1, 0), (1, 0), (0, -1), (0, 1))


class SlidingFactory(Factory):
    """Makes solvable boards with a shortest solution.

    A square board and its transposition are equal, with the tiles renamed as the transposed goal asks.
    """

    KIND = MNPuzzle
    OWN = (
        Option("shape", "set rows and columns", "4x4", metavar="RxC"),
        Option("scramble", "make N random moves from the goal (default: draw among all boards)"),
        Option("least", "make boards of at least N moves", 1),
    )
    MEASURES = (Column("moves", "int"), Column("branching", "float"))

    def check_options(self) -> None:
        """Raise PuzzleError where an option of this kind has a wrong value."""
        given = self.options
        self._shape = check_shape(given["shape"])
        check_size(*self._shape, "shape=")
        scramble = given["scramble"]
        self._scramble = None if scramble is None else whole("scramble", scramble, 1, 1 << 20)
        self._least = whole("least", given["least"], 1, 1 << 20)

    def draw(self, seed: int) -> MNPuzzle:
        """Return the board of a seed."""
        if self._scramble is None:
            return MNPuzzle.random(self._shape, seed=seed)
        rows, cols = self._shape
        cells, blank = [*range(1, rows * cols), 0], rows * cols - 1
        chance, before = random.Random(seed), -1
        for _ in range(self._scramble):  # never straight back, where there is another step
            row, col = divmod(blank, cols)
            near = [
                (row + down) * cols + col + right
                for down, right in MOVES
                if 0 <= row + down < rows and 0 <= col + right < cols
            ]
            onward = [cell for cell in near if cell != before] or near
            before, there = blank, chance.choice(onward)
            cells[blank], cells[there], blank = cells[there], 0, there
        return MNPuzzle.from_cells(cells, self._shape)

    def good(self, puzzle: MNPuzzle, result: Any) -> bool:
        """Return whether a shortest solution is known, and long enough."""
        return super().good(puzzle, result) and result.length >= self._least

    def form(self, puzzle: MNPuzzle, result: Any) -> bytes:
        """Return the board, or its transposition."""
        rows, cols = self._shape
        cells = [0 if tile == puzzle.blank else int(str(tile)) for row in puzzle.from_grid for tile in row]
        forms = [cells]
        if rows == cols:
            turned = [cell % cols * cols + cell // cols for cell in range(rows * cols)]
            forms.append([turned[tile - 1] + 1 if (tile := cells[cell]) else 0 for cell in turned])
        return repr((self._shape, min(forms))).encode()

    def measures(self, puzzle: MNPuzzle, result: Any) -> Sequence[Any]:
        """Return the length of a shortest solution, and the mean number of legal steps on its way."""
        rows, cols = self._shape
        blanks = [divmod(cell, cols) for cell in result.blanks[:-1]]
        ways = [(row > 0) + (row < rows - 1) + (col > 0) + (col < cols - 1) for row, col in blanks]
        return int(result.length), averaged(ways)
