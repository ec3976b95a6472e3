"""Positions of peg solitaire by the million, each with a solution."""

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

__all__ = ["PegFactory"]


class PegFactory(Factory):
    """Positions that can be won; equal are those that a symmetry of the board takes into each other.

    Examples
    --------
    >>> made = PegFactory("puzzles", {"pegs": 6}).one(1)
    >>> made.measures[0]
    6
    """

    KIND = GridPegSolitairePuzzle
    OWN = (
        Option("board", "the board", "english", tuple(NAMED)),
        Option("pegs", "pegs of a position", 12),
        Option("fewest", "the solution has the fewest moves, jumps of one peg in a row being one", False),
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
        self._pegs = whole("pegs", self.options["pegs"], 1, 1 << 10)
        GridPegSolitairePuzzle.named(self.options["board"])

    def draw(self, seed: int) -> GridPegSolitairePuzzle:
        """Return the position of a seed."""
        return GridPegSolitairePuzzle.random(self.options["board"], self._pegs, seed=seed)

    def solved(self, puzzle: GridPegSolitairePuzzle) -> Any:
        """Return a solution; of the fewest moves where that is wished, proven or none."""
        if not self.options["fewest"]:
            return super().solved(puzzle)
        found = puzzle.fewest_moves(limits=self.limits, progress=watch(self.stop))
        return found if found.optimal or found.interrupted else replace(found, status=Status.LIMIT)

    def good(self, puzzle: GridPegSolitairePuzzle, result: Any) -> bool:
        """Say whether there are as many pegs as wished, and a solution."""
        return puzzle.position.bit_count() == self._pegs and super().good(puzzle, result)

    def form(self, puzzle: GridPegSolitairePuzzle, result: Any) -> bytes:
        """Return the least of the positions that are equal to this one."""
        board, goals = puzzle.board, tuple(puzzle.targets)
        kept = board.keeping(goals)
        least = min(board.moved(puzzle.position, turn) for turn in kept)
        return f"{self.options['board']} {least:x}".encode()

    def measures(self, puzzle: GridPegSolitairePuzzle, result: Any) -> Sequence[Any]:
        """Return the pegs, the moves of the solution, how many jumps there are at first, and on average."""
        states = puzzle.followed(result.jumps)
        first = len(puzzle.extensions())
        return puzzle.position.bit_count(), result.moves, first, branching(states)
