"""The puzzle of the examples of this package."""

from __future__ import annotations

from ..base import Puzzle


class CountToTen(Puzzle):
    """From n to 10 by adding 1 or doubling.

    Examples
    --------
    >>> [puzzle.n for puzzle in CountToTen(4).extensions()]
    [5, 8]
    """

    def __init__(self, n: int) -> None:
        self.n = n

    def configuration(self) -> int:
        """Return n."""
        return self.n

    def is_solved(self) -> bool:
        """Say whether n is 10."""
        return self.n == 10

    def extensions(self) -> list[Puzzle]:
        """Return n + 1 and 2 n."""
        return [CountToTen(self.n + 1), CountToTen(self.n * 2)]

    def predecessors(self) -> list[Puzzle]:
        """Return n - 1, and n / 2 where it is whole."""
        return [CountToTen(self.n - 1), *([CountToTen(self.n // 2)] if self.n % 2 == 0 else [])]

    def fail_fast(self) -> bool:
        """Say whether 10 is passed."""
        return self.n > 10 or self.n < 0
