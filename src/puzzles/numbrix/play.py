"""Numbrix and Hidato as games: a number a move, the reasoning of a person as hints."""

from __future__ import annotations

import argparse
from collections.abc import Hashable
from typing import Any

from ...base import PuzzleError
from ...io.text import printable
from ..framework.check import cell_name
from ..framework.game import CellGame, PlayCommand
from . import SPECS
from .parse import HOLE, column_ends, write_grid


class PathGame(CellGame):
    """A board being numbered. A number that stands already, or apart from its neighbours, is refused."""

    AIM = "Number the cells so that each number is next to the one before it."

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.puzzle.rows, self.puzzle.cols

    def value_at(self, state: Any, row: int, col: int) -> str:
        """Return the number in a cell, "" where there is none; a hole is one that was given."""
        value = state.grid[row][col]
        return "" if value == 0 else "#" if value == HOLE else str(value)

    def region(self, row: int, col: int) -> Hashable | None:
        """Return one region for all cells but holes."""
        return None if self.puzzle.grid[row][col] == HOLE else 0

    @property
    def leans(self) -> bool:
        """Whether the cells are hexagons."""
        return bool(self.puzzle.topology == "hex")

    @property
    def longest(self) -> int:
        """Digits of the largest number."""
        return len(str(self.puzzle.n_numbers))

    @property
    def letters(self) -> bool:
        """Whether letters are entered."""
        return False

    def put(self, row: int, col: int, value: str | None) -> Any:
        """Return the board with another number in a cell."""
        state, kind = self.state, type(self.puzzle)
        if state.grid[row][col]:
            emptied = [list(line) for line in state.grid]
            emptied[row][col] = 0
            state = kind(emptied, **state.rules())
        if value is None:
            return state
        most = state.n_numbers
        if not (value.isascii() and value.isdigit() and len(value) < 6 and 1 <= int(value) <= most):
            raise PuzzleError(f"{printable(value)!r:.40}, expected a number from 1 to {most}")
        number = int(value)
        if number in state.places:
            raise PuzzleError(f"{number} is at {cell_name(state.places[number])} already")
        for near in (number - 1, number + 1):
            place = state.places.get(near)
            if place is not None and state.distance(place, (row, col)) != 1:
                raise PuzzleError(f"{near} is at {cell_name(place)}, which is not next to this cell")
        return state.put(number, row, col)

    def shown(self) -> str:
        """Return the board with the numbers of rows and columns."""
        most, hexagons = self.puzzle.n_numbers, self.puzzle.topology == "hex"
        rows = write_grid(self.state.grid, most, box=hexagons, hexagons=hexagons)
        return self.grid(rows, column_ends(self.shape[1], most, hexagons=hexagons))


class HidatoGame(PathGame):
    """A board with diagonal steps."""

    AIM = "Number the cells so that each number is next to the one before it, also diagonally."


class PathPlay(PlayCommand):
    """Run ``unriddle play numbrix`` and ``unriddle play hidato``."""

    NEW = ("size", "seed")

    def add_options(self, group: argparse._ActionsContainer) -> None:
        """Add the size of a new board."""
        group.add_argument("--size", metavar="RxC", help="set rows and columns (default: 6x6)")

    def configure(self, parser: argparse.ArgumentParser) -> None:
        """Add the arguments."""
        super().configure(parser)
        parser.set_defaults(clues=None, ends=True)

    def read(self, args: argparse.Namespace) -> Any:
        """Return the puzzle to be played."""
        if args.puzzle is None:
            args.size = args.size or "6x6"
        return super().read(args)


NUMBRIX, HIDATO = map(PathPlay, SPECS, (PathGame, HidatoGame))
