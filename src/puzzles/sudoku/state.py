"""A Sudoku grid: what it holds, and one cell a step."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Self, Unpack

import numpy as np

from ...base import Puzzle, PuzzleError
from .alphabet import EMPTY, check_symbols, order_symbols
from .format import signs_of
from .layout import Layout
from .parse import Grid
from .player import SudokuPlayer
from .variants import Variant, layout_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["SudokuState"]


class SudokuState(SudokuPlayer, Puzzle):
    """A grid, filled in part or in full: a state of the general solvers; `SudokuPuzzle` adds the answers."""

    def __init__(
        self,
        n: int,
        symbols: Sequence[str],
        symbol_set: Iterable[str],
        box: tuple[int, int] | str | None = None,
        **variant: Unpack[Variant],
    ) -> None:
        layout = layout_of(n, box, **variant)
        alphabet = order_symbols(check_symbols(symbol_set, None))
        if len(alphabet) != n:
            raise PuzzleError(f"{len(alphabet)} different symbols, expected {n} for a grid of {n} × {n}")
        if len(symbols) != n * n:
            raise PuzzleError(f"{len(symbols)} cells, expected {n * n} for a grid of {n} × {n}")
        codes = {symbol: k for k, symbol in enumerate(alphabet, 1)}
        for mark in EMPTY:
            codes.setdefault(mark, 0)
        cells = bytearray(n * n)
        for k, symbol in enumerate(symbols):
            code = codes.get(symbol)
            if code is None:
                raise PuzzleError(
                    f"unknown symbol {symbol!r} at row {k // n + 1}, column {k % n + 1}, expected one of "
                    f"{' '.join(alphabet)}, or * for an empty cell"
                )
            cells[k] = code
        self._grid = Grid(n, layout, alphabet, bytes(cells))

    @classmethod
    def _of(cls, grid: Grid) -> Self:
        puzzle = cls.__new__(cls)
        puzzle._grid = grid
        return puzzle

    # What it is

    @property
    def n(self) -> int:
        """Rows, columns and symbols."""
        return self._grid.n

    @property
    def box(self) -> tuple[int, int] | None:
        """Rows and columns of a box; None where there are regions instead, or no boxes."""
        return self._grid.layout.box

    @property
    def layout(self) -> Layout:
        """What the grid has to keep to: its units, and what a variant adds."""
        return self._grid.layout

    @property
    def alphabet(self) -> tuple[str, ...]:
        """The symbols in order; the k-th has value k + 1 in arrays."""
        return self._grid.alphabet

    @property
    def symbol_set(self) -> set[str]:
        """The symbols."""
        return set(self._grid.alphabet)

    @property
    def symbols(self) -> list[str]:
        """The cells row by row, ``"*"`` where empty."""
        signs = ("*", *self._grid.alphabet)
        return [signs[value] for value in self._grid.cells]

    @property
    def rows(self) -> list[str]:
        """The rows as strings, ``.`` where empty; symbols of more than one character are spaced."""
        n, signs = self.n, signs_of(self._grid)
        if isinstance(signs, str):
            return [signs[k : k + n] for k in range(0, n * n, n)]
        between = "" if all(len(symbol) == 1 for symbol in self._grid.alphabet) else " "
        return [between.join(signs[k : k + n]) for k in range(0, n * n, n)]

    @property
    def clues(self) -> int:
        """Cells that are filled."""
        return len(self._grid.cells) - self._grid.cells.count(0)

    def array(self) -> NDArray[np.uint8]:
        """Return the cells as uint8 array of shape (n, n): 1 to n, 0 is empty."""
        return np.frombuffer(self._grid.cells, dtype=np.uint8).reshape(self.n, self.n).copy()

    def configuration(self) -> Hashable:
        """Return size, layout, symbols and cells."""
        return self._grid

    # As a `Puzzle`: one cell a step

    def is_solved(self) -> bool:
        """Say whether every cell is filled and nothing clashes."""
        cells = self._grid.cells
        return 0 not in cells and self._grid.layout.clash(cells) is None

    def extensions(self) -> list[Self]:
        """Return the grids with the first empty cell filled, by each symbol that its peers leave."""
        grid = self._grid
        cell = grid.cells.find(0)
        if cell < 0:
            return []
        before, after = grid.cells[:cell], grid.cells[cell + 1 :]
        return [
            self._of(grid._replace(cells=before + bytes([value]) + after))
            for value in sorted(grid.layout.values_left(grid.cells, cell))
        ]

    def fail_fast(self) -> bool:
        """Say whether some empty cell has no symbol left: what stands around it rules out all of them."""
        _, layout, _, cells = self._grid
        return any(not value and not layout.values_left(cells, cell) for cell, value in enumerate(cells))
