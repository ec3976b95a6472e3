"""What peg solitaire answers: jumps, solutions, positions by number of jumps."""

from __future__ import annotations

from dataclasses import dataclass

from ...base import PuzzleError, Result
from ...running import Outcome

__all__ = ["Jump", "LayersResult", "PegLimitError", "PegResult", "finished", "hole_name"]


class PegLimitError(PuzzleError):
    """A limit came before an answer that is a plain number, list or truth."""


@dataclass(frozen=True, slots=True)
class Jump:
    """A peg at `start` jumps over that at `over`, which goes, and lands at `end`: (row, column) from 0.

    Examples
    --------
    >>> print(Jump((1, 3), (2, 3), (3, 3)))
    d2-d4
    """

    start: tuple[int, int]
    over: tuple[int, int]
    end: tuple[int, int]

    def __str__(self) -> str:
        return f"{hole_name(self.start)}-{hole_name(self.end)}"


def hole_name(hole: tuple[int, int]) -> str:
    """Return a hole as people write it: the column as a letter, the row as a number from 1.

    Examples
    --------
    >>> hole_name((0, 0)), hole_name((3, 27))
    ('a1', 'ab4')
    """
    row, column = hole
    name = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        name = chr(97 + letter) + name
    return f"{name}{row + 1}"


@dataclass(frozen=True, slots=True, kw_only=True)
class PegResult(Result):
    """A solution, or that there is none.

    Examples
    --------
    >>> from unriddle import GridPegSolitairePuzzle
    >>> result = GridPegSolitairePuzzle.parse("**.*").solve()
    >>> print(result)
    a1-c1 d1-b1
    """

    jumps: tuple[Jump, ...] = ()
    """The jumps in order; empty without a solution."""
    path: tuple[str, ...] = ()
    """The positions from the first to the last, rows joined by ``/``; empty without a solution."""

    @property
    def length(self) -> int:
        """Number of jumps."""
        return len(self.jumps)

    @property
    def moves(self) -> int:
        """Number of moves, where jumps of one peg in a row are one."""
        pairs = zip(self.jumps, self.jumps[1:], strict=False)
        return bool(self.jumps) + sum(a.end != b.start for a, b in pairs)

    def __str__(self) -> str:
        if not self.path:
            return str(self.status)
        text = ""
        for before, jump in zip((None, *self.jumps), self.jumps, strict=False):
            if before is not None and before.end == jump.start:
                text += f"-{hole_name(jump.end)}"
            else:
                text += f" {jump}"
        return text.strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class LayersResult(Result):
    """Positions by number of jumps; `count_positions` and `solvable_positions`.

    The status is SOLVED, NO_SOLUTION where no position is solvable, or LIMIT with the layers known by then.
    """

    counts: tuple[int, ...]
    """counts[n] is the number of positions after n jumps."""

    @property
    def total(self) -> int:
        """Number of positions in all."""
        return sum(self.counts)


def finished(outcome: Outcome, what: str) -> None:
    """Raise where work did not come to its end."""
    if outcome is Outcome.INTERRUPTED:
        raise KeyboardInterrupt
    if outcome is Outcome.LIMIT:
        raise PegLimitError(f"limit reached while {what}, expected to finish")
