"""What solving a word ladder gives."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from ...base import Result, record

if TYPE_CHECKING:
    from .puzzle import WordLadderPuzzle

__all__ = ["LadderResult"]


@record
class LadderResult(Result):
    """A word ladder, or that there is none.

    Examples
    --------
    >>> from unriddle import WordLadderPuzzle
    >>> result = WordLadderPuzzle("cat", "dog", ["cat", "cot", "cog", "dog"]).solve()
    >>> result.solution, result.cost
    (('cat', 'cot', 'cog', 'dog'), 3)
    """

    puzzle: WordLadderPuzzle | None = field(default=None, repr=False, compare=False)
    """What was solved."""
    path: tuple[str, ...] = ()
    """The words from the first to the last; empty without a solution."""
    cost: float = 0
    """Sum of the costs of the words after the first; the number of steps where no costs are given."""

    @property
    def solution(self) -> tuple[str, ...] | None:
        """The answer: `path`, None where there is none."""
        return self.path or None

    @property
    def length(self) -> int:
        """Number of steps; 0 as well without a solution."""
        return max(len(self.path) - 1, 0)

    def __str__(self) -> str:
        return " -> ".join(self.path) if self.path else str(self.status)

    def _repr_svg_(self) -> str:
        from .draw import ladder_svg

        return ladder_svg(self.path)
