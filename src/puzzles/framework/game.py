"""A puzzle being played: where the player stands, moves forth and back, hints. `playing` asks and prints.

A puzzle that can be played has a `play.py` in its folder: a `Game` that reads its moves and gives its hints,
and the `unriddle.puzzles.framework.terminal.PlayCommand` that its spec names as `Spec.game`.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from itertools import islice
from typing import Any, ClassVar, NamedTuple

from ...base import Limits, PuzzleError, Status
from ...io.text import printable
from .move_puzzle import PATIENCE

__all__ = ["CellGame", "Entry", "Game"]


class Game(ABC):
    """A puzzle being played.

    Parameters
    ----------
    puzzle
        The puzzle; the first state of the game, unless `first` says otherwise.

    Notes
    -----
    A subclass says how a move is written and what it leads to (`moved`), what helps (`hint`), and what a
    state looks like (`shown`). States are values that no move changes, so taking a move back is easy.
    """

    AIM: ClassVar[str]
    """What to do, in a sentence."""
    MOVES: ClassVar[tuple[str, ...]]
    """How moves are written: lines of the help."""
    REDRAWN: ClassVar[bool] = True
    """Whether the state is shown anew after each move."""

    def __init__(self, puzzle: Any) -> None:
        self.puzzle = puzzle
        self.hints = 0
        """Hints that were given."""
        self._states = [self.first()]
        self._made = 0  # moves made; those beyond are taken back

    # What a puzzle says

    def first(self) -> Any:
        """Return the state that the game begins with."""
        return self.puzzle

    @abstractmethod
    def moved(self, text: str) -> Any:
        """Return the state after the move that a player wrote.

        Raises
        ------
        PuzzleError
            It is no move, or cannot be made here; the reason is what the player is told.
        """

    def hint(self) -> str:
        """Return what helps from here on: a next step and why, or what is wrong; by default `Player.hint`."""
        return str(self.puzzle.hint(self.state) or "nothing is left to do")

    @abstractmethod
    def shown(self) -> str:
        """Return the state as text, with the names that moves are written in."""

    @property
    def finished(self) -> bool:
        """Whether nothing is left to do."""
        return bool(self.state.is_solved())

    def unsolvable(self) -> str:
        """Return why the puzzle cannot be solved, as far as a moment shows it; else ""."""
        result = self.puzzle.solve(limits=Limits(seconds=1))
        if result.status is not Status.NO_SOLUTION:
            return ""
        return getattr(result, "reason", "") or "it is proven that there is none"

    def said(self) -> str:
        """Return what there is to say after a move beside the state; "" for nothing."""
        return ""

    def solution(self) -> str:
        """Return a solution of the puzzle as it was given, for who gives up."""
        result = self.puzzle.solve(limits=PATIENCE)
        if result.solution is not None:
            return str(self.puzzle.format(result.solution))
        return "There is none." if result.status is Status.NO_SOLUTION else "It takes too long to find one."

    def seconds_left(self) -> float | None:
        """Return the seconds that are left to play; None where no clock runs."""
        return None

    def start(self) -> None:  # noqa: B027 (most games have no clock)
        """Let the clock run: the player sees the board."""

    def closing(self) -> str:
        """Return what was reached."""
        moves = "1 move" if self._made == 1 else f"{self._made} moves"
        hints = f", {self.hints} hint{'s' if self.hints > 1 else ''}" if self.hints else ""
        return f"{'Solved' if self.finished else 'Not solved'}: {moves}{hints}."

    # What all have

    @property
    def state(self) -> Any:
        """Where the player stands."""
        return self._states[self._made]

    def move(self, text: str) -> None:
        """Make a move; see `moved` for what is raised."""
        state = self.moved(text)
        del self._states[self._made + 1 :]
        self._states.append(state)
        self._made += 1

    def undo(self) -> bool:
        """Take the last move back; say whether there was one."""
        there = self._made > 0
        self._made -= there
        return there

    def redo(self) -> bool:
        """Make the move that was last taken back; say whether there is one."""
        there = self._made + 1 < len(self._states)
        self._made += there
        return there

    def restart(self) -> None:
        """Go back to the start; `redo` still leads on from there."""
        self._made = 0

    def helped(self) -> str:
        """Return `hint`, and count it."""
        self.hints += 1
        return self.hint()


class Entry(NamedTuple):
    """What a player writes into a cell, row and column from 0; None takes out what stands there."""

    row: int
    col: int
    value: str | None


_ENTRY = re.compile(r"\s*r?\s*([0-9]{1,4})\s*[\s,c]\s*([0-9]{1,4})\s*[\s,=:]\s*(\S+)\s*", re.IGNORECASE)
_OUT = frozenset((".", "-", "_", "*"))


class CellGame(Game):
    """A game of values in cells, for a puzzle with `steps`: a move is a row, a column and a value.

    A subclass says what stands in a cell (`value_at`) and what a state is with another value there (`put`).
    """

    MOVES = (
        "3 4 5   5 in row 3, column 4; r3c4=5 is the same",
        "3 4 .   nothing there",
    )

    @property
    @abstractmethod
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""

    @abstractmethod
    def value_at(self, state: Any, row: int, col: int) -> str:
        """Return what stands in a cell, "" where nothing does."""

    @abstractmethod
    def put(self, row: int, col: int, value: str | None) -> Any:
        """Return the state with another value in a cell that was not given; see `moved`."""

    def moved(self, text: str) -> Any:
        """Return the state with a value put into a cell, or taken out of it."""
        entry = self.read(text)
        row, col, value = entry
        if self.value_at(self.puzzle, row, col):
            raise PuzzleError(f"row {row + 1}, column {col + 1} was given")
        if value is None and not self.value_at(self.state, row, col):
            raise PuzzleError(f"row {row + 1}, column {col + 1} is empty already")
        return self.put(row, col, value)

    def read(self, text: str) -> Entry:
        """Return what a player wrote."""
        found = _ENTRY.fullmatch(text)
        if found is None:
            raise PuzzleError(
                f"{printable(text)!r:.40} is no move, expected row, column and value, such as 3 4 5"
            )
        rows, cols = self.shape
        row, col, value = int(found[1]), int(found[2]), found[3]
        if not (1 <= row <= rows and 1 <= col <= cols):
            raise PuzzleError(f"row {row}, column {col}, expected rows 1 to {rows} and columns 1 to {cols}")
        return Entry(row - 1, col - 1, None if value in _OUT else value)

    def said(self) -> str:
        """Say that a board is full and no solution."""
        rows, cols = self.shape
        full = all(self.value_at(self.state, row, col) for row in range(rows) for col in range(cols))
        return "The board is full, but this is no solution." if full and not self.finished else ""

    def hint(self) -> str:
        """Return the first mistake, or the steps to the next value that follows."""
        wrong = self.puzzle.mistake(self.state)
        if wrong is not None:
            return str(wrong)
        lines = []
        for step in islice(self.state.steps(), 1000):
            lines.append(str(step))
            if step.cell is not None:
                break
        return "\n".join(lines) or "nothing is left to do"

    def grid(self, rows: str, ends: list[int]) -> str:
        """Return drawn rows with the numbers of columns above, digit by digit, and of rows before them.

        Parameters
        ----------
        rows : str
            The rows; a line that begins with a dash stands between two of them.
        ends : list of int
            Where the last character of each column stands in a row, from 0.
        """
        margin, digits = len(str(self.shape[0])) + 2, len(str(len(ends)))
        heads = [[" "] * (max(ends) + 1) for _ in range(digits)]
        for number, end in enumerate(ends, 1):
            for head, digit in zip(heads, str(number).rjust(digits), strict=True):
                head[end] = digit
        lines, row = ["".join([" " * margin, *head]).rstrip() for head in heads], 0
        for line in rows.split("\n"):
            row += not line.startswith("-")
            name = "" if line.startswith("-") else str(row)
            lines.append(f"{name:>{margin - 2}}  {line}")
        return "\n".join(lines)
