"""Results of sliding puzzles: solutions, configurations by distance, pattern databases."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from ...answers import PuzzleResult
from ...base import Result, Status, record
from ..framework.solutions import Count
from .parse import Symbol, flat
from .state import SlidingState, ways


@record
class SlidingResult(PuzzleResult):
    """A solution of a sliding puzzle, or that there is none.

    Examples
    --------
    >>> from unriddle import MNPuzzle
    >>> result = MNPuzzle.parse("1 2 3 / 4 0 6 / 7 5 8").solve()
    >>> result.length, result.moves, result.solution
    (2, ('5', '8'), 'UL')
    """

    ANSWER: ClassVar[str] = "moves"
    KEYS: ClassVar[tuple[str, ...]] = ("moves", "directions", "length", "optimal", "lower_bound", "reason")
    puzzle: SlidingState
    """The configuration that was solved, an `MNPuzzle`."""
    blanks: tuple[int, ...] = ()
    """Cells of the blank from the start to the goal, row by row from 0; empty without a solution."""
    optimal: bool = False
    """Whether it is proven that no solution is shorter."""
    lower_bound: int = 0
    """No solution is shorter than this."""

    @property
    def solution(self) -> str | None:
        """The directions in which the tiles move: U, D, L, R; None where no solution was found."""
        return ways(self.blanks, self.puzzle.cols) if self.blanks else None

    @property
    def directions(self) -> str:
        """The directions in which the tiles move; empty without a solution."""
        return self.solution or ""

    @property
    def length(self) -> int | None:
        """Steps of the solution; None without one."""
        return len(self.blanks) - 1 if self.blanks else None

    @property
    def path(self) -> list[SlidingState]:
        """Configurations from the start to the goal; empty without a solution."""
        return self.puzzle.replay(self.directions) if self.blanks else []

    @property
    def moves(self) -> tuple[Symbol, ...]:
        """The tiles in the order in which they move."""
        symbols, moved = flat(self.puzzle.from_grid), []
        for here, there in pairwise(self.blanks):
            moved.append(symbols[there])
            symbols[here], symbols[there] = symbols[there], symbols[here]
        return tuple(moved)

    @property
    def reason(self) -> str:
        """Why there is no solution, where that needs no search."""
        known = self.status is Status.NO_SOLUTION and self.stats.nodes == 0
        return "the tiles are an odd permutation of the goal" if known else ""

    def __str__(self) -> str:
        return str(self.status) if self.solution is None else self.solution


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class DistanceTable(Count):
    """Configurations by optimal distance from the goal; `depth_table`.

    A `Count` of all of them. The status is SOLVED, or LIMIT with the distances that were complete by then.

    Examples
    --------
    >>> from unriddle import depth_table
    >>> depth_table("2x3") == 360
    True
    """

    counts: tuple[int, ...]
    """counts[n] is the number of configurations n steps away."""

    @property
    def depth(self) -> int:
        """Distance of the furthest configurations counted."""
        return len(self.counts) - 1

    @property
    def total(self) -> int:
        """Number of configurations in all, as far as they are known."""
        return self.found


@record
class PatternDatabaseResult(Result):
    """Large pattern databases; `build_tables`.

    The status is SOLVED where all of them are there, or LIMIT.

    Examples
    --------
    >>> from unriddle import build_tables
    >>> build_tables("3x4", "6-5").groups[1]
    (6, 10, 3, 7, 11)
    """

    groups: tuple[tuple[int, ...], ...]
    """Groups of tiles, by their goal cells, of a board with the goal of the blank in its first cell."""
    placements: tuple[int, ...]
    """Placements of each table; groups of one form share one."""
    made: int
    """Number of tables built."""
    nbytes: int
    """Bytes of all tables."""
    folder: str | None
    """The folder of the tables; None where only this process has them."""
