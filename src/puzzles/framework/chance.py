"""Random numbers of many seeds at once, the same on every machine."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING

import numpy as np

from ...core.digests import seeds

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Chance", "derived", "derived_all"]

SEED_BITS = 62

GOLDEN, FIRST, SECOND = (np.uint64(k) for k in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))


def derived(seed: int, number: int, attempt: int = 0) -> int:
    """Return the seed of one attempt at one puzzle of a run, the same on every machine.

    Examples
    --------
    >>> derived(0, 1) == derived(0, 1, 0), derived(0, 1) == derived(0, 2)
    (True, False)
    >>> derived(0, 1) < 2**62
    True
    """
    text = b"%d/%d/%d" % (seed, number, attempt)
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "little") >> (64 - SEED_BITS)


def derived_all(seed: int, numbers: NDArray[np.int64], attempts: NDArray[np.int64]) -> NDArray[np.uint64]:
    """Return `derived` of many numbers and attempts; `seed` below 2^62.

    Examples
    --------
    >>> found = derived_all(0, np.array([1, 2]), np.array([0, 3]))
    >>> found.tolist() == [derived(0, 1), derived(0, 2, 3)]
    True
    """
    return seeds(seed, numbers, attempts)


class Chance:
    """Random numbers of many seeds side by side: SplitMix64 (G. Steele, D. Lea, C. Flood, 2014).

    The numbers of a seed are the same whichever others stand beside it.

    Parameters
    ----------
    seeds : sequence of int
        From 0 to 2^64 - 1.

    Examples
    --------
    >>> [hex(number) for number in Chance([0]).numbers(2)[0].tolist()]
    ['0xe220a8397b1dcdaf', '0x6e789e6aa1b965f4']
    """

    def __init__(self, seeds: Sequence[int] | NDArray[np.uint64]) -> None:
        self._state = np.array(seeds, dtype=np.uint64)

    def numbers(self, n: int, rows: NDArray[np.intp] | None = None) -> NDArray[np.uint64]:
        """Return the next n numbers of each seed, or of the seeds `rows`: shape (seeds, n)."""
        state = self._state if rows is None else self._state[rows]
        found = state[:, None] + GOLDEN * np.arange(1, n + 1, dtype=np.uint64)
        state = found[:, -1]
        if rows is None:
            self._state = state
        else:
            self._state[rows] = state
        found = (found ^ (found >> np.uint64(30))) * FIRST
        found = (found ^ (found >> np.uint64(27))) * SECOND
        mixed: NDArray[np.uint64] = found ^ (found >> np.uint64(31))
        return mixed

    def orders(self, n: int, rows: NDArray[np.intp] | None = None) -> NDArray[np.intp]:
        """Return an order of range(n) for each seed, or for each of the seeds `rows`."""
        return np.argsort(self.numbers(n, rows), axis=1, kind="stable")

    def below(self, bounds: NDArray[np.integer]) -> NDArray[np.int64]:
        """Return a number from 0 to below its bound, at most 2^31, for each seed.

        Examples
        --------
        >>> Chance([1, 2, 3]).below(np.array([10, 10, 1])).tolist()
        [5, 5, 0]
        """
        high = self.numbers(1)[:, 0] >> np.uint64(32)
        found: NDArray[np.int64] = (high * bounds.astype(np.uint64) >> np.uint64(32)).astype(np.int64)
        return found
