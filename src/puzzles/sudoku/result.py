"""What solving a Sudoku gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...base import Result, maker, record

if TYPE_CHECKING:
    from .puzzle import SudokuPuzzle

__all__ = ["SudokuResult", "sudoku_result"]


@record
class SudokuResult(Result):
    """What `SudokuPuzzle.solve` found.

    Examples
    --------
    >>> from unriddle import SudokuPuzzle
    >>> result = SudokuPuzzle.parse("12.. / .... / .... / ...1").solve()
    >>> result.status.value, result.count, result.complete, result.rows[0]
    ('MULTIPLE', 2, False, '1234')
    """

    puzzle: SudokuPuzzle
    solution: SudokuPuzzle | None
    """A solution, the first found."""
    count: int
    """Solutions found, at most the number asked for."""
    complete: bool
    """Whether there are no others."""

    @property
    def rows(self) -> list[str] | None:
        """The rows of the solution as strings, None where there is none."""
        return None if self.solution is None else self.solution.rows

    def __str__(self) -> str:
        head = f"{self.status.value}, {self.count} solution{'' if self.count == 1 else 's'} found"
        return head if self.solution is None else f"{self.solution}\n{head}"

    def _repr_svg_(self) -> str:
        return self.puzzle.to_svg(self.solution)


sudoku_result = maker(SudokuResult)
"""`SudokuResult`, made quickly."""
