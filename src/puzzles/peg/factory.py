"""Generate solvable positions of peg solitaire in batches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ...base import Status
from ..framework.batch_records import Column, Option
from ..framework.generator import Factory, branching, whole
from ..framework.result_sequence import watch
from .boards import NAMED
from .puzzle import GridPegSolitairePuzzle


class PegFactory(Factory):
    """Makes solvable positions; those that a symmetry of the board maps onto each other are equal."""

    KIND = GridPegSolitairePuzzle
    OWN = (
        Option("board", "choose the board", "english", tuple(NAMED)),
        Option("pegs", "make positions of N pegs", 12),
        Option("fewest", "store a solution of the fewest moves", False),
    )
    MEASURES = (
        Column("pegs", "int"),
        Column("moves", "int"),
        Column("first", "int"),
        Column("branching", "float"),
    )
    CHUNK, PART = 32, 1024

    def check_options(self) -> None:
        """Raise PuzzleError where an option of this kind has a wrong value."""
        board = GridPegSolitairePuzzle.named(self.options["board"]).board
        self._pegs = whole("pegs", self.options["pegs"], 1, len(board.holes) - 1)

    def draw(self, seed: int) -> GridPegSolitairePuzzle:
        """Return the position of a seed."""
        return GridPegSolitairePuzzle.random(self.options["board"], self._pegs, seed=seed)

    def solved(self, puzzle: GridPegSolitairePuzzle) -> Any:
        """Return a solution; with the option ``fewest`` one of proven fewest moves, or none."""
        if not self.options["fewest"]:
            return super().solved(puzzle)
        found = puzzle.fewest_moves(limits=self.limits, progress=watch(self.stop))
        return found if found.optimal or found.interrupted else replace(found, status=Status.LIMIT)

    def good(self, puzzle: GridPegSolitairePuzzle, result: Any) -> bool:
        """Return whether the number of pegs is right, and there is a solution."""
        return puzzle.position.bit_count() == self._pegs and super().good(puzzle, result)

    def form(self, puzzle: GridPegSolitairePuzzle, result: Any) -> bytes:
        """Return the least of the equal positions."""
        board = puzzle.board
        least = min(board.moved(puzzle.position, turn) for turn in board.keeping(puzzle.targets))
        return f"{self.options['board']} {least:x}".encode()

    def measures(self, puzzle: GridPegSolitairePuzzle, result: Any) -> Sequence[Any]:
        """Return the pegs, the moves of the solution, the jumps at first, and on average."""
        states = puzzle.followed(result.jumps)
        first = len(puzzle.extensions())
        return puzzle.position.bit_count(), result.moves, first, branching(states)
