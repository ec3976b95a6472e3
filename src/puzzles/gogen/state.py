"""A Gogen's board: what it holds, and one cell a step, the way it is usually taught."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Self

from ...base import Puzzle, PuzzleError
from ...io.grid_text import Row
from ..framework.arguments import check_bool
from .check import impossible, traceable
from .encode import coded
from .parse import Token, check_alphabet, check_size, take_grid, take_words
from .player import GogenPlayer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["GogenState"]


class GogenState(GogenPlayer, Puzzle):
    """A board with letters given, and words: a state of the general solvers; `Gogen` adds the answers."""

    def __init__(
        self, grid: Sequence[str], words: Iterable[str], *, alphabet: str | None = None, revisit: bool = False
    ) -> None:
        if (
            isinstance(grid, str)
            or not isinstance(grid, Sequence)
            or not all(type(row) is str for row in grid)
        ):
            raise PuzzleError(f"grid={grid!r:.40}, expected rows of letters")
        rows, cols = len(grid), len(grid[0]) if grid else 0
        check_size((rows, cols))
        self.rows, self.cols, self.revisit = rows, cols, check_bool("revisit", revisit)
        self.alphabet = check_alphabet(alphabet, rows * cols)
        if any(len(row) != cols for row in grid):
            raise PuzzleError(f"rows of {sorted({len(row) for row in grid})} cells, expected equal ones")
        cells = [Row(list(row), None, [None] * cols) for row in grid]
        self.grid = take_grid(cells, self.alphabet)
        self.words = take_words([Token(word, None, None) for word in words], self.alphabet, None)

    # As a `Puzzle`: the way it is usually taught, for the general solvers

    def configuration(self) -> tuple[object, ...]:
        """Return grid, words, alphabet and rule."""
        return (self.grid, self.words, self.alphabet, self.revisit)

    def is_solved(self) -> bool:
        """Say whether all cells are filled and all words can be traced."""
        return "." not in "".join(self.grid) and self.check(self.grid)

    def fail_fast(self) -> bool:
        """Say whether some word can be traced no more, empty cells standing for letters not placed yet."""
        cells = "".join(self.grid)
        return self.reason_against() != "" or not all(
            traceable(word, cells, self.near) for word in self.words
        )

    def extensions(self) -> list[Self]:
        """Return the puzzles with the first empty cell filled by each letter that is left."""
        cells = "".join(self.grid)
        hole = cells.find(".")
        if hole < 0:
            return []
        return [
            self.with_cells(cells[:hole] + letter + cells[hole + 1 :])
            for letter in self.alphabet
            if letter not in cells
        ]

    def with_cells(self, cells: str) -> Self:
        """Return the same puzzle with other letters given: all cells, row by row, ``.`` where empty."""
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.__dict__.pop("_coded", None)
        other.grid = self._rows(cells)
        return other

    def given(self, cell: tuple[int, int], value: str) -> Self:
        """Return the puzzle with a letter more."""
        place, cells = cell[0] * self.cols + cell[1], "".join(self.grid)
        return self.with_cells(cells[:place] + value + cells[place + 1 :])

    def _rows(self, cells: str) -> tuple[str, ...]:
        return tuple(cells[k : k + self.cols] for k in range(0, len(cells), self.cols))

    def near(self, cell: int) -> list[int]:
        """Return the cells that touch a cell."""
        row, col = divmod(cell, self.cols)
        return [
            r * self.cols + c
            for r in range(max(row - 1, 0), min(row + 2, self.rows))
            for c in range(max(col - 1, 0), min(col + 2, self.cols))
            if (r, c) != (row, col)
        ]

    # What follows from it

    def reason_against(self) -> str:
        """Return why no grid can solve this, as far as the words alone show it; "" where they do not."""
        return self._against

    @cached_property
    def _against(self) -> str:
        return impossible(self.words, self.revisit)

    def arrays(self) -> tuple[NDArray[np.int8], NDArray[np.uint64]]:
        """Return what the kernel takes, read-only: letter -> cell or -1 (int8), letter -> links (uint64)."""
        return self._coded

    @cached_property
    def _coded(self) -> tuple[NDArray[np.int8], NDArray[np.uint64]]:
        return coded("".join(self.grid), self.words, self.alphabet)
