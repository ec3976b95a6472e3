"""A configuration of a sliding puzzle and its goal; a state of the general solvers."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, ClassVar, Final, Self

import numpy as np

from ...base import Limits, Puzzle, PuzzleError, Result, Status
from ...io.text import printable
from ..framework.move_puzzle import Moving, shortest
from ..framework.steps import Step
from .parse import Symbol, blank_of, each_once, flat, grid_of, name_of
from .tables import Cells, TurnedBoard, solvable

STEPS: Final = ((-1, 0, "D"), (0, -1, "R"), (0, 1, "L"), (1, 0, "U"))
"""Row and column step of the blank, and the direction of the tile; in the order of the extensions."""
DIRECTIONS: Final = {name: (down, right) for down, right, name in STEPS}
"""Direction of a tile -> its place relative to the blank."""
MOST_SURE = 16
"""Cells of a board on which a hint is the first step of a shortest solution, where there is time."""
QUICK = 1.0
"""Seconds in which a solution of a hint that need not be shortest is improved."""


def ways(blanks: tuple[int, ...], cols: int) -> str:
    """Return the directions in which the tiles move as the blank goes from cell to cell."""
    names = {row * cols + col: name for row, col, name in STEPS}
    return "".join([names[b - a] for a, b in pairwise(blanks)])


class SlidingState(Moving, Puzzle):
    """The tiles on a board and the goal; `MNPuzzle` adds parsing and answers."""

    MOVE: ClassVar[str] = "step"
    EXPECTED: ClassVar[str] = "expected U, D, L or R of a tile next to the blank"

    def __init__(
        self,
        from_grid: Sequence[Sequence[Symbol]],
        to_grid: Sequence[Sequence[Symbol]],
        *,
        blank: Symbol = None,
    ) -> None:
        self.from_grid = grid_of(from_grid, "from_grid")
        self.to_grid = grid_of(to_grid, "to_grid")
        self.rows, self.cols = len(self.from_grid), len(self.from_grid[0])
        if (len(self.to_grid), len(self.to_grid[0])) != (self.rows, self.cols):
            raise PuzzleError(
                f"goal of {len(self.to_grid)}x{len(self.to_grid[0])}, expected {self.rows}x{self.cols} "
                "as the configuration"
            )
        start = flat(self.from_grid)
        self._goal_cell = {symbol: cell for cell, symbol in enumerate(flat(self.to_grid))}
        each_once(start, "the configuration")
        each_once(flat(self.to_grid), "the goal")
        for symbol in start:
            if symbol not in self._goal_cell:
                raise PuzzleError(f"tile {name_of(symbol)} is not in the goal")
        self.blank: Symbol = blank_of(start, blank)
        self._blank_cell = start.index(self.blank)
        self._solvable: bool | None = None

    @property
    def goal_cell(self) -> int:
        """Cell of the blank in the goal, row by row from 0."""
        return self._goal_cell[self.blank]

    def cells(self) -> Cells:
        """Return for each cell the goal cell of its symbol: uint8 of shape (m n,)."""
        return np.array([self._goal_cell[symbol] for symbol in flat(self.from_grid)], dtype=np.uint8)

    def frame(self, turned: bool = True) -> TurnedBoard:
        """Return the board as the tables take it."""
        return TurnedBoard(self.rows, self.cols, self.cells(), self.goal_cell, turned)

    # Steps

    def configuration(self) -> Hashable:
        """Return the two grids and the symbol of the blank."""
        return self.from_grid, self.to_grid, self.blank

    def is_solved(self) -> bool:
        """Return whether the configuration is the goal."""
        return self.from_grid == self.to_grid

    def _moved(self, there: int) -> Self:
        """Return the configuration with the blank at a neighbouring cell."""
        other = object.__new__(type(self))
        here, cols = self._blank_cell, self.cols
        rows = [list(row) for row in self.from_grid]
        rows[here // cols][here % cols] = rows[there // cols][there % cols]
        rows[there // cols][there % cols] = self.blank
        other.from_grid = tuple(tuple(row) for row in rows)
        other.to_grid, other._goal_cell = self.to_grid, self._goal_cell
        other.rows, other.cols, other.blank = self.rows, cols, self.blank
        other._blank_cell, other._solvable = there, self._solvable
        return other

    def _neighbour(self, down: int, right: int) -> int | None:
        """Return the cell so far from the blank; None outside of the board."""
        row, col = divmod(self._blank_cell, self.cols)
        row, col = row + down, col + right
        return row * self.cols + col if 0 <= row < self.rows and 0 <= col < self.cols else None

    def _neighbours(self) -> Iterator[int]:
        for down, right, _ in STEPS:
            if (cell := self._neighbour(down, right)) is not None:
                yield cell

    def extensions(self) -> Sequence[Self]:
        """Return the configurations with the blank one cell further up, left, right, down."""
        return [self._moved(there) for there in self._neighbours()]

    def goals(self) -> Sequence[Self]:
        """Return the goal."""
        return [type(self)(self.to_grid, self.to_grid, blank=self.blank)]

    def fail_fast(self) -> bool:
        """Return whether the parity of the permutation forbids a solution; O(m n), once per search."""
        if self._solvable is None:
            self._solvable = solvable(self.cells().tolist(), self.goal_cell, self.cols)
        return not self._solvable

    def heuristic(self) -> int:
        """Return the sum of the tiles' Manhattan distances to their goals."""
        total = 0
        for row, symbols in enumerate(self.from_grid):
            for col, symbol in enumerate(symbols):
                if symbol != self.blank:
                    goal_row, goal_col = divmod(self._goal_cell[symbol], self.cols)
                    total += abs(row - goal_row) + abs(col - goal_col)
        return total

    # Answers, step by step

    def read_answer(self, answer: Any) -> Any:
        """Return the steps of an answer: a text of U, D, L and R, or the tiles that move, by their names."""
        answer = getattr(answer, "solution", answer)
        if (
            isinstance(answer, (list, tuple))
            and answer
            and all(isinstance(step, str) and step in "UDLR" for step in answer)
        ):
            answer = "".join(answer)
        if isinstance(answer, str):
            directions = "".join(answer.replace(",", " ").split()).upper()
            if set(directions) <= set("UDLR"):
                return directions
            answer = answer.replace(",", " ").split()
        if not isinstance(answer, (list, tuple)):
            raise PuzzleError(f"{printable(repr(answer))[:40]}, expected U, D, L and R, or tiles that move")
        known = {str(symbol): symbol for symbol in flat(self.from_grid)}
        for tile in answer:
            if str(tile) not in known:
                raise PuzzleError(f"{printable(str(tile))[:40]!r}, expected U, D, L or R, or a tile")
        return tuple(known[str(tile)] for tile in answer)

    def followed(self, moves: Sequence[Any]) -> list[Self]:
        """Return the configurations after each step, this one first; none after an illegal step."""
        found = [self]
        for step in moves:
            here = found[-1]
            if isinstance(moves, str):
                there = here._neighbour(*DIRECTIONS[step]) if step in DIRECTIONS else None
            else:
                symbols = flat(here.from_grid)
                there = next((cell for cell in here._neighbours() if symbols[cell] == step), None)
            if there is None:
                break
            found.append(here._moved(there))
        return found

    def moves_of(self, solution: object) -> Sequence[Any]:
        """Return the steps of a result, directions or tiles."""
        solution = getattr(solution, "solution", solution)
        if not isinstance(solution, Sequence):
            raise PuzzleError(f"{solution!r:.40}, expected the ways in which tiles move, such as ULDR")
        return solution

    def directions(self, solution: object) -> str:
        """Return an answer as the directions in which the tiles move."""
        return ways(tuple(state._blank_cell for state in self.replay(solution)), self.cols)

    def move_step(self, result: Any) -> Step | None:
        """Return the first step of a solution."""
        if not result.length:
            return None
        direction, cols = result.solution[0], result.puzzle.cols
        tile, place = printable(str(result.moves[0])), divmod(result.blanks[1], cols)
        said = {"U": "up", "D": "down", "L": "left", "R": "right"}[direction]
        cells = (place, divmod(result.blanks[0], cols))
        step = self.step_of(f"{tile} {said}", result.length, value=direction, cells=cells)
        return shortest(step, result.optimal)

    def _help_from(self, limits: Limits) -> Result:
        """Return a shortest solution where that can be had in time, else any."""
        solve: Any = self.solve
        seconds = limits.seconds
        if self.rows * self.cols <= MOST_SURE:  # half of the time; the other half is for any solution
            half = None if seconds is None else seconds / 2
            result: Result = solve(limits=replace(limits, seconds=half))
            if result.status is not Status.LIMIT or result.interrupted or half is None:
                return result
            seconds = half
            if limits.nodes is not None:
                limits = replace(limits, nodes=limits.nodes - result.stats.nodes)
        quick = QUICK if seconds is None else min(seconds, QUICK)
        found: Result = solve(method="beam", limits=replace(limits, seconds=quick))
        return found

    def is_same(self, state: Any) -> bool:
        """Return whether a state has the same tiles and goal."""
        return bool(state.to_grid == self.to_grid and state.blank == self.blank)

    def missing(self) -> str:
        """Return that the goal is not reached."""
        return "the goal does not stand at the end"
