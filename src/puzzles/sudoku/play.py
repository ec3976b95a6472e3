"""Sudoku as a game: a cell a move, the reasoning of a person as hints."""

from __future__ import annotations

import argparse
from collections.abc import Hashable, Sequence
from typing import Any

from ...base import PuzzleError
from ...io.text import printable
from ..framework.check import cell_name
from ..framework.command import side
from ..framework.game import CellGame, PlayCommand
from ..framework.steps import GRADE, Difficulty
from . import SPECS
from .layout import SIZE


class SudokuGame(CellGame):
    """A grid being filled. A value that clashes is refused; other mistakes are for the hint."""

    AIM = "Fill the grid: each symbol once in every row, column and box."

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.puzzle.n, self.puzzle.n

    def value_at(self, state: Any, row: int, col: int) -> str:
        """Return the symbol in a cell, "" where there is none."""
        grid = state._grid
        value = grid.cells[row * grid.n + col]
        return grid.alphabet[value - 1] if value else ""

    def region(self, row: int, col: int) -> Hashable | None:
        """Return the box of a cell, or its region."""
        layout = self.puzzle.layout
        if layout.box is not None:
            return row // layout.box[0], col // layout.box[1]
        return layout.regions[row * layout.n + col] if layout.regions else 0

    @property
    def longest(self) -> int:
        """Characters of a symbol."""
        return max(map(len, self.puzzle._grid.alphabet))

    @property
    def letters(self) -> bool:
        """Whether there are letters among the symbols."""
        return any(map(str.isalpha, "".join(self.puzzle._grid.alphabet)))

    def listed(self) -> Sequence[str]:
        """Return the rules, where there are others than rows, columns and boxes."""
        layout = self.puzzle.layout
        if layout.plain:
            return ()
        cells = [f"{name}: {value}" for name, value in layout.rules().items() if isinstance(value, str)]
        return (layout.words(), *cells)

    def put(self, row: int, col: int, value: str | None) -> Any:
        """Return the grid with another symbol in a cell."""
        grid = self.state._grid
        cell, code = row * grid.n + col, 0
        if value is not None:
            known = {symbol.upper(): k for k, symbol in enumerate(grid.alphabet, 1)}
            known |= {symbol: k for k, symbol in enumerate(grid.alphabet, 1)}
            code = known.get(value, known.get(value.upper(), 0))
            if not code:
                raise PuzzleError(f"{printable(value)!r:.40}, expected one of {' '.join(grid.alphabet)}")
            for peer in grid.layout.peers[cell]:
                if grid.cells[peer] == code:
                    where = cell_name(divmod(peer, grid.n))
                    raise PuzzleError(f"{grid.alphabet[code - 1]} stands in {where} already")
        cells = grid.cells[:cell] + bytes([code]) + grid.cells[cell + 1 :]
        return type(self.puzzle)._of(grid._replace(cells=cells))

    def shown(self) -> str:
        """Return the grid with the numbers of rows and columns."""
        n, layout, alphabet, _ = self.state._grid
        broad, width = max(map(len, alphabet)), layout.box[1] if layout.box else n
        ends = [col * (broad + 1) + col // width * 2 + broad - 1 for col in range(n)]
        return self.grid(self.state.format(), ends)


class SudokuPlay(PlayCommand):
    """Run ``unriddle play sudoku``."""

    NEW = ("difficulty", "seed")

    def add_options(self, group: argparse._ActionsContainer) -> None:
        """Add size and difficulty of a new puzzle."""
        group.add_argument("--size", type=side, default=9, metavar="RxC", help=SIZE)
        group.add_argument("--difficulty", choices=[*Difficulty], help=GRADE)

    def configure(self, parser: argparse.ArgumentParser) -> None:
        """Add the arguments."""
        super().configure(parser)
        parser.set_defaults(loaded=None)


PLAY = SudokuPlay(SPECS[0], SudokuGame, "a new one")
