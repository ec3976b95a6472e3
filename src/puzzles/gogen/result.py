"""What solving a Gogen gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...base import Result, record

if TYPE_CHECKING:
    from .puzzle import Gogen

__all__ = ["GogenResult"]


@record
class GogenResult(Result):
    """What a Gogen's `solve` found.

    Examples
    --------
    >>> from unriddle import Gogen
    >>> result = Gogen.parse("A../.../...: 1 AB").solve()
    >>> result.status.value, result.grid, result.solution
    ('MULTIPLE', ('AB.', '...', '...'), ('ABC', 'DEF', 'GHI'))
    """

    puzzle: Gogen
    solution: tuple[str, ...] | None
    """Rows of the first solution; letters that nothing binds in alphabet order on the cells left."""
    grid: tuple[str, ...] | None
    """The same with ``.`` on the cells of letters that nothing binds."""
    count: int
    """Solutions found, at most the number asked for; exact where `complete`."""
    complete: bool
    """Whether there are no others."""
    reason: str = ""
    """Why there is no solution, where that follows without a guess."""
    choices: tuple[tuple[str, int], ...] = ()
    """Letters and cells guessed on the way to the first solution."""

    def __str__(self) -> str:
        return "\n".join(self.grid) if self.grid is not None else self.reason or self.status.value

    def _repr_svg_(self) -> str:
        return self.puzzle.to_svg(self.solution)
