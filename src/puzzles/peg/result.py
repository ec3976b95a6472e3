"""Results of peg solitaire: solutions, jumps that keep it solvable, positions by number of jumps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...answers import PuzzleResult
from ...base import Result, Status, record
from ..framework.solutions import Count
from .boards import Jump, count_moves, jumps_text
from .state import PegState


@record
class PegResult(PuzzleResult):
    """A solution, or that there is none.

    Examples
    --------
    >>> from unriddle import GridPegSolitairePuzzle
    >>> result = GridPegSolitairePuzzle.parse("**.*").solve()
    >>> print(result)
    a1-c1 d1-b1
    """

    ANSWER: ClassVar[str] = "jumps"
    KEYS: ClassVar[tuple[str, ...]] = ("jumps", "moves", "path", "optimal", "lower_bound", "reason")
    puzzle: PegState
    """The position that was solved, a `GridPegSolitairePuzzle`."""
    solution: tuple[Jump, ...] | None = None
    """The jumps in order; None where none was found."""
    optimal: bool = False
    """Whether it is proven that no solution has fewer moves; `fewest_moves`."""
    lower_bound: int = 0
    """No solution has fewer moves than this; `fewest_moves`."""

    @property
    def jumps(self) -> tuple[Jump, ...]:
        """The jumps in order; empty without a solution."""
        return self.solution or ()

    @property
    def path(self) -> tuple[str, ...]:
        """The positions from the first to the last, rows joined by ``/``; empty without a solution."""
        if self.solution is None:
            return ()
        return tuple(str(state).replace("\n", "/") for state in self.puzzle.replay(self.solution))

    @property
    def length(self) -> int:
        """Number of jumps."""
        return len(self.jumps)

    @property
    def moves(self) -> int:
        """Number of moves: successive jumps of one peg are one move."""
        return count_moves(self.jumps)

    @property
    def reason(self) -> str:
        """Why there is no solution, where that needs no search."""
        return self.puzzle.reason_against() if self.status is Status.NO_SOLUTION else ""

    def __str__(self) -> str:
        return str(self.status) if self.solution is None else jumps_text(self.solution)


@record
class SolvableResult(Result):
    """Whether a goal can still be reached, and by which jumps; `GridPegSolitairePuzzle.winning_jumps`.

    The status is SOLVED, NO_SOLUTION, or LIMIT with what was known by then.

    Examples
    --------
    >>> from unriddle import GridPegSolitairePuzzle
    >>> print(GridPegSolitairePuzzle.parse("**.*").winning_jumps())
    winnable by a1-c1
    """

    puzzle: PegState
    """The position that was asked about, a `GridPegSolitairePuzzle`."""
    jumps: tuple[Jump, ...] = ()
    """The jumps after which a goal can still be reached."""

    @property
    def winnable(self) -> bool | None:
        """Whether a goal can be reached from here; None where it is not known."""
        if self.jumps or self.puzzle.is_solved():
            return True
        return None if self.status is Status.LIMIT else False

    def __str__(self) -> str:
        if self.puzzle.is_solved():
            return "the goal stands"
        if self.jumps:
            return f"winnable by {' or '.join(map(str, self.jumps))}"
        return "not known whether it is winnable" if self.winnable is None else "no longer winnable"

    def _repr_svg_(self) -> str:
        from .draw import draw

        return draw(self.puzzle, self.jumps, numbered=False)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class ReachableResult(Count):
    """Positions by number of jumps; `count_positions` and `solvable_positions`.

    A `Count` of all of them. The status is SOLVED, NO_SOLUTION where there is none, or LIMIT with the layers
    known by then.

    Examples
    --------
    >>> from unriddle import GridPegSolitairePuzzle
    >>> found = GridPegSolitairePuzzle.parse("**.*").count_positions()
    >>> found.counts, found == 3
    ((1, 1, 1), True)
    """

    counts: tuple[int, ...]
    """counts[n] is the number of positions after n jumps."""

    @property
    def total(self) -> int:
        """Number of positions in all, as far as they are known."""
        return self.found
