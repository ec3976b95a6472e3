"""How a twin runs in slices: its work is a generator, and `run` takes that many of its steps."""

from __future__ import annotations

from collections.abc import Iterator

__all__ = ["Sliced"]


class Sliced:
    """A search whose `_work` yields after each node.

    Examples
    --------
    >>> search = Sliced()
    >>> search._work = iter([None, None])
    >>> search.run(2), search.run(1)
    (True, False)
    """

    _work: Iterator[None] = iter(())
    _over = False

    def run(self, budget: int) -> bool:
        """Take up at most `budget` nodes; return whether work remains."""
        while budget > 0 and not self._over:
            self._over = next(self._work, self) is self
            budget -= 1
        return not self._over
