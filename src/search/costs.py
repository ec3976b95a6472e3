"""Make costs exact: whole numbers of a common unit, so that equal sums are equal however they are added."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from math import isfinite, lcm
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

LARGEST = 1 << 52
"""Sums that are no larger are exact in float64, rounded costs included."""


def exact(cost: Any) -> Fraction:
    """Return a number as its shortest decimal form says it."""
    return Fraction(cost if isinstance(cost, (int, Fraction, Decimal)) else repr(float(cost)))


def total(costs: Iterable[Any]) -> float:
    """Return the sum of costs, added exactly.

    Examples
    --------
    >>> sum([0.1, 0.2]), total([0.1, 0.2])
    (0.30000000000000004, 0.3)
    """
    numbers: list[float] = list(costs)
    if all(isinstance(cost, int) for cost in numbers) or not all(map(isfinite, numbers)):
        return sum(numbers)
    return float(sum(map(exact, numbers), Fraction()))


def in_units(costs: NDArray[np.float64], most: int) -> tuple[NDArray[np.float64], Fraction]:
    """Return costs, numbers above 0, as whole numbers of a unit, and how many units make 1.

    At most `most` of them are added. Where their sum could be more than 2**52 units, they are rounded to
    larger ones.
    """
    if (costs == np.floor(costs)).all() and most * costs.max(initial=0) <= LARGEST:
        return costs, Fraction(1)
    values, places = np.unique(costs, return_inverse=True)
    fractions = [exact(value) for value in values.tolist()]
    unit = Fraction(lcm(*(fraction.denominator for fraction in fractions)))
    unit = min(unit, LARGEST / (most * max(fractions, default=Fraction(1))))
    numbers = [float(max(1, round(fraction * unit))) for fraction in fractions]
    return np.array(numbers)[places], unit
