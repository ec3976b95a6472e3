"""How cost grows: a power law where points lie on one, with a constant part where there is one."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

__all__ = ["Fit", "law", "power_law"]

OFF, SHARE = 1.1, 0.15
"""A law is told only of points that are no farther from it than this factor, nor than this share of what they
grow by: on a line that is nearly level, a few percent are far off."""
STEPS = 400


@dataclass(frozen=True, slots=True)
class Fit:
    """The law factor · x^exponent + constant.

    Attributes
    ----------
    exponent, error : float
        The slope on two logarithmic axes, the constant taken away, and its standard error; None where two
        abscissae leave no room for one.
    factor : float
        The value at x = 1 without the constant.
    points : int
    constant : float
    """

    exponent: float
    error: float | None
    factor: float
    points: int
    constant: float = 0.0

    def at(self, x: float) -> float:
        """Return the fitted value."""
        return float(self.factor * x**self.exponent + self.constant)

    def off(self, points: Iterable[tuple[float, float]]) -> float:
        """Return the factor by which the farthest point is off.

        Examples
        --------
        >>> round(Fit(1.0, None, 2.0, 2).off([(1, 2.0), (2, 5.0)]), 6)
        1.25
        """
        return math.exp(max(abs(math.log(y / self.at(x))) for x, y in points))

    def __str__(self) -> str:
        if self.error is None:
            return f"{self.exponent:.2f}"
        places = 3 if 1e-6 <= self.error < 0.005 else 2
        return f"{self.exponent:.{places}f} ± {self.error:.{places}f}"


def power_law(points: Iterable[tuple[float, float]], constant: float = 0.0) -> Fit | None:
    """Fit a power law to points with positive coordinates; None with fewer than two abscissae.

    The usual least squares of log y on log x; the standard error of the slope is
    sqrt(residuals² / (n − 2) / sum of squares of log x about its mean). With a constant, which is less than
    each y, it is that of log(y − constant), each point weighted by ((y − constant) / y)²: what an error of
    log y makes of it.

    Examples
    --------
    >>> print(power_law([(1, 3.0), (2, 12.0), (4, 48.0)]))
    2.00 ± 0.00
    >>> print(power_law([(1, 13.0), (2, 22.0), (4, 58.0)], 10.0))
    2.00 ± 0.00
    """
    points = [(x, y) for x, y in points if x > 0 and y > constant]
    logs = [(math.log(x), math.log(y - constant), (1 - constant / y) ** 2) for x, y in points]
    n, whole = len(logs), math.fsum(w for _, _, w in logs)
    if len({x for x, _, _ in logs}) < 2:
        return None
    mean_x = math.fsum(w * x for x, _, w in logs) / whole
    mean_y = math.fsum(w * y for _, y, w in logs) / whole
    square = math.fsum(w * (x - mean_x) ** 2 for x, _, w in logs)
    slope = math.fsum(w * (x - mean_x) * (y - mean_y) for x, y, w in logs) / square
    error = None
    if n > 2 and len({x for x, _, _ in logs}) > 2:
        residual = math.fsum(w * (y - mean_y - slope * (x - mean_x)) ** 2 for x, y, w in logs)
        error = math.sqrt(residual / (n - 2) / square)
    return Fit(slope, error, math.exp(mean_y - slope * mean_x), n, constant)


def law(points: Sequence[tuple[float, float]]) -> Fit | None:
    """Return the law that points lie on; None where they are off any, or too few to tell.

    A power law takes three abscissae; where the points are off it, one with a constant part takes four, the
    constant being the share of the least value that leaves the smallest squares of log y.

    Examples
    --------
    >>> law([(n, 2.0 * n**1.5) for n in (1, 2, 4)]).constant
    0.0
    >>> found = law([(n, 3.0 + 0.01 * n * n) for n in (1, 4, 16, 64)])
    >>> round(found.constant, 1), round(found.exponent, 1)
    (3.0, 2.0)
    >>> law([(1, 1.0), (2, 9.0), (4, 2.0), (8, 30.0)]) is None
    True
    """
    points = [(x, y) for x, y in points if x > 0 and y > 0]
    distinct = len({x for x, _ in points})
    plain = power_law(points)
    if plain is None or distinct < 3:
        return None
    lowest, highest = min(y for _, y in points), max(y for _, y in points)
    most = min(OFF, (highest / lowest) ** SHARE) * (1 + 1e-9)
    if plain.off(points) <= most:
        return plain
    if distinct < 4:
        return None
    best: tuple[float, Fit] | None = None
    for step in range(1, STEPS):
        rest = 10 ** (
            -4 * step / STEPS
        )  # what of the least value is no constant, from nearly all to nearly none
        found = power_law(points, lowest * (1 - rest))
        if found is None or found.exponent <= 0:
            continue
        squares = math.fsum(math.log(y / found.at(x)) ** 2 for x, y in points)
        if best is None or squares < best[0]:
            best = squares, found
    return best[1] if best is not None and best[1].off(points) <= most else None
