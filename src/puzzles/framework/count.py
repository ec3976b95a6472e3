"""How many solutions there are: a number, or how far the count came."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Real

from ...base import PuzzleError, Result, SearchStats, Status

__all__ = ["Count", "count_of", "count_status"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Count(Result):
    """What `count` of a puzzle returns: a number that knows whether it is the whole.

    It is equal to a whole number, and can be used as one, where the count came to its end; where a limit or
    Ctrl-C came first, ``int()`` is an error and `found` says how many were counted by then.

    Examples
    --------
    >>> from unriddle import RiverPuzzle
    >>> count = RiverPuzzle.missionaries(3, 3).count()
    >>> count == 94, count > 90, int(count), count.status.value, str(count)
    (True, True, 94, 'MULTIPLE', '94')
    """

    found: int
    """Solutions counted."""
    complete: bool
    """Whether there are no others; False where the number asked for, a limit or Ctrl-C ended the count."""

    def __int__(self) -> int:
        if self.status is Status.LIMIT:
            raise PuzzleError(f"{self} were counted, expected a count that came to its end (see Count.found)")
        return self.found

    __index__ = __int__

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Count):
            return (self.found, self.complete, self.status) == (other.found, other.complete, other.status)
        if isinstance(other, Real):
            return self.status is not Status.LIMIT and self.found == other
        return NotImplemented

    def __lt__(self, other: float | Count) -> bool:
        return int(self) < _number(other) if isinstance(other, (Real, Count)) else NotImplemented

    def __le__(self, other: float | Count) -> bool:
        return int(self) <= _number(other) if isinstance(other, (Real, Count)) else NotImplemented

    def __gt__(self, other: float | Count) -> bool:
        return int(self) > _number(other) if isinstance(other, (Real, Count)) else NotImplemented

    def __ge__(self, other: float | Count) -> bool:
        return int(self) >= _number(other) if isinstance(other, (Real, Count)) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.found)

    def __bool__(self) -> bool:
        return self.found > 0

    def __str__(self) -> str:
        return f"at least {self.found:,}" if self.status is Status.LIMIT else str(self.found)

    def __repr__(self) -> str:
        return f"<Count {self}{'' if self.complete else ', stopped'}: {self.status}>"

    def __format__(self, form: str) -> str:
        return format(int(self), form) if form else str(self)


def _number(value: float | Count) -> float:
    return int(value) if isinstance(value, Count) else value


def count_of(
    found: int,
    *,
    complete: bool,
    stats: SearchStats,
    stopped: bool = False,
    interrupted: bool = False,
) -> Count:
    """Return a count from how a search ended.

    Parameters
    ----------
    found : int
        Solutions counted.
    complete : bool
        Whether there are no others.
    stats : SearchStats
        What the search did.
    stopped : bool
        Whether a limit or Ctrl-C came first.
    interrupted : bool
        Whether it was Ctrl-C.

    Examples
    --------
    >>> print(count_of(5, complete=False, stats=SearchStats(), stopped=True))
    at least 5
    """
    status = count_status(found, complete, stopped or interrupted)
    return Count(status=status, stats=stats, interrupted=interrupted, found=found, complete=complete)


def count_status(found: int, complete: bool, stopped: bool) -> Status:
    """Return the status of a count; `stopped` where a limit or Ctrl-C came first.

    Examples
    --------
    >>> count_status(1, True, False).value, count_status(1, False, True).value
    ('UNIQUE', 'LIMIT')
    """
    if stopped:
        return Status.LIMIT
    if found == 0:
        return Status.NO_SOLUTION
    if found > 1:
        return Status.MULTIPLE
    return Status.UNIQUE if complete else Status.SOLVED
