"""Describe how a whole number is distributed over many boards: moments and quantiles, with intervals."""

from __future__ import annotations

import math
import operator
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ....base import PuzzleError

if TYPE_CHECKING:
    from numpy.typing import NDArray

NORMAL = 1.959963984540054  # standard deviations around the mean that have 95 % of a normal distribution
MOST_VALUES = 1 << 22


class Estimate(NamedTuple):
    """A number that was measured, and the interval that holds the true one in 95 of 100 cases.

    Examples
    --------
    >>> str(Estimate(98.1234, 97.9, 98.3))
    '98.12 (97.90 to 98.30)'
    """

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        digits = 3
        if self.value and math.isfinite(self.value):
            digits = max(3 - math.floor(math.log10(abs(self.value))), 0)
        if all(number == round(number) for number in self if math.isfinite(number)):
            digits = 0
        value, low, high = (f"{number:,.{digits}f}" for number in self)
        return f"{value} ({low} to {high})"


def share_of(hits: int, n: int) -> Estimate:
    """Return a share, with the interval of E. B. Wilson (1927), which holds for shares next to 0 and 1."""
    if not n:
        return Estimate(math.nan, 0.0, 1.0)
    share, z2 = hits / n, NORMAL**2
    middle = (share + z2 / (2 * n)) / (1 + z2 / n)
    half = NORMAL / (1 + z2 / n) * math.sqrt(share * (1 - share) / n + z2 / (4 * n * n))
    low = 0.0 if not hits else max(0.0, middle - half)
    return Estimate(share, low, 1.0 if hits == n else min(1.0, middle + half))


@dataclass(frozen=True, eq=False)
class Distribution:
    """The number of boards of each value.

    Examples
    --------
    >>> words = Distribution.of(np.array([1, 2, 2, 3, 7]))
    >>> words.n, words.mean.value, words.variance.value, words.quantile(0.5).value, words.most
    (5, 3.0, 5.5, 2.0, 7)
    """

    first: int
    """The value that the first count is of."""
    counts: NDArray[np.int64]
    """Boards of each value from `first` on: int64 of shape (values,)."""

    @classmethod
    def of(cls, values: NDArray[np.int64]) -> Distribution:
        """Return the distribution of some values; of none an empty one."""
        if not values.size:
            return cls(0, np.zeros(0, dtype=np.int64))
        first = int(values.min())
        if int(values.max()) - first >= MOST_VALUES:
            raise PuzzleError(f"values beyond {MOST_VALUES:,} apart, expected points that are closer")
        return cls(first, np.bincount(values - first).astype(np.int64))

    def __add__(self, other: Distribution) -> Distribution:
        """Return the distribution of the boards of both."""
        if not other.counts.size or not self.counts.size:
            return self if self.counts.size else other
        first = min(self.first, other.first)
        last = max(self.first + self.counts.size, other.first + other.counts.size)
        counts = np.zeros(last - first, dtype=np.int64)
        for one in (self, other):
            counts[one.first - first : one.first - first + one.counts.size] += one.counts
        return Distribution(first, counts)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Distribution):
            return NotImplemented
        return self.first == other.first and np.array_equal(self.counts, other.counts)

    def __hash__(self) -> int:
        return hash((self.first, self.counts.tobytes()))

    @cached_property
    def n(self) -> int:
        """Number of boards."""
        return int(self.counts.sum())

    @property
    def values(self) -> NDArray[np.int64]:
        """The values that the counts are of."""
        return np.arange(self.first, self.first + self.counts.size, dtype=np.int64)

    @property
    def least(self) -> int:
        """The least value of a board; 0 without boards."""
        return self.first if self.n else 0

    @property
    def most(self) -> int:
        """The greatest value of a board; 0 without boards."""
        return self.first + self.counts.size - 1 if self.n else 0

    @cached_property
    def _total(self) -> int:
        """The exact sum of all values."""
        return sum(map(operator.mul, self.values.tolist(), self.counts.tolist()))

    def _moment(self, power: int) -> float:
        """Return a moment about the mean, from exact sums."""
        n, total = self.n, self._total
        pairs = zip(self.values.tolist(), self.counts.tolist(), strict=True)
        powers = sum((n * value - total) ** power * count for value, count in pairs if count)
        return float(powers / n ** (power + 1))

    @cached_property
    def mean(self) -> Estimate:
        """The mean; its interval is that of the central limit theorem."""
        if not self.n:
            return Estimate(math.nan, -math.inf, math.inf)
        value = float(self._total / self.n)
        half = NORMAL * math.sqrt(self._moment(2) / max(self.n - 1, 1)) if self.n > 1 else math.inf
        return Estimate(value, value - half, value + half)

    @cached_property
    def variance(self) -> Estimate:
        """The variance (n - 1 below); its interval from the fourth moment, for any distribution."""
        if self.n < 2:
            return Estimate(math.nan, 0.0, math.inf)
        spread = self._moment(2)
        value = spread * self.n / (self.n - 1)
        half = NORMAL * math.sqrt(max(self._moment(4) - spread**2, 0.0) / self.n)
        return Estimate(value, max(0.0, value - half), value + half)

    def quantile(self, share: float) -> Estimate:
        """Return the least value that a share of all boards does not exceed.

        The interval is that of the order statistics, without any assumption on the distribution.

        Raises
        ------
        PuzzleError
            A share that is not from 0 to 1.
        """
        if isinstance(share, bool) or not isinstance(share, (int, float)) or not 0 <= share <= 1:
            raise PuzzleError(f"quantile {share!r:.40}, expected a share from 0 to 1")
        if not self.n:
            return Estimate(math.nan, -math.inf, math.inf)
        half = NORMAL * math.sqrt(self.n * share * (1 - share))
        at = round(self.n * share, 6)
        places = (math.ceil(at), math.floor(at - half), math.ceil(at + half) + bool(half))
        ends = np.cumsum(self.counts)
        found = [self.first + int(np.searchsorted(ends, min(max(place, 1), self.n))) for place in places]
        return Estimate(*map(float, found))

    def share(self, least: int | None = None, most: int | None = None) -> Estimate:
        """Return the share of boards with a value from `least` to `most`, both included.

        Examples
        --------
        >>> Distribution.of(np.array([0, 0, 4, 9])).share(most=0).value
        0.5
        """
        first = 0 if least is None else max(least - self.first, 0)
        end = None if most is None else max(most - self.first + 1, 0)
        return share_of(int(self.counts[first:end].sum()), self.n)

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON values; `from_dict` makes an equal one."""
        return {"first": self.first, "counts": self.counts.tolist()}

    @classmethod
    def from_dict(cls, values: Any) -> Distribution:
        """Make a distribution from what `to_dict` returned.

        Raises
        ------
        PuzzleError
            Something else.
        """
        counts = values.get("counts") if isinstance(values, Mapping) else None
        whole = isinstance(counts, list) and all(
            type(count) is int and 0 <= count < 1 << 62 for count in counts
        )
        if not whole or counts is None or type(values.get("first")) is not int or len(counts) > MOST_VALUES:
            raise PuzzleError(f"{values!r:.60}, expected what to_dict of a distribution returned")
        kept = np.array(counts, dtype=np.int64)
        some = np.flatnonzero(kept)
        if not some.size:
            return cls.of(some)
        return cls(values["first"] + int(some[0]), kept[some[0] : some[-1] + 1])
