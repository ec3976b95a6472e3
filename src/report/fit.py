"""How cost grows: the exponent of a power law, by least squares on logarithms."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

__all__ = ["Fit", "power_law"]


@dataclass(frozen=True, slots=True)
class Fit:
    """The law factor · x^exponent.

    Attributes
    ----------
    exponent, error : float
        The slope on two logarithmic axes and its standard error; None where two abscissae leave no room for
        one.
    factor : float
        The value at x = 1.
    points : int
    """

    exponent: float
    error: float | None
    factor: float
    points: int

    def at(self, x: float) -> float:
        """Return the fitted value."""
        return float(self.factor * x**self.exponent)

    def __str__(self) -> str:
        if self.error is None:
            return f"{self.exponent:.2f}"
        places = 2 if self.error >= 0.005 or self.error < 1e-6 else 1 - math.floor(math.log10(self.error))
        return f"{self.exponent:.{places}f} ± {self.error:.{places}f}"


def power_law(points: Iterable[tuple[float, float]]) -> Fit | None:
    """Fit a power law to points with positive coordinates; None with fewer than two abscissae.

    The usual least squares of log y on log x; the standard error of the slope is
    sqrt(residuals² / (n − 2) / sum of squares of log x about its mean).

    Examples
    --------
    >>> print(power_law([(1, 3.0), (2, 12.0), (4, 48.0)]))
    2.00 ± 0.00
    """
    logs = [(math.log(x), math.log(y)) for x, y in points if x > 0 and y > 0]
    n = len(logs)
    if len({x for x, _ in logs}) < 2:
        return None
    mean_x, mean_y = math.fsum(x for x, _ in logs) / n, math.fsum(y for _, y in logs) / n
    square = math.fsum((x - mean_x) ** 2 for x, _ in logs)
    slope = math.fsum((x - mean_x) * (y - mean_y) for x, y in logs) / square
    error = None
    if n > 2 and len({x for x, _ in logs}) > 2:
        residual = math.fsum((y - mean_y - slope * (x - mean_x)) ** 2 for x, y in logs)
        error = math.sqrt(residual / (n - 2) / square)
    return Fit(slope, error, math.exp(mean_y - slope * mean_x), n)
