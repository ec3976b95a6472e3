"""Targets of dice: medians of words, points and longest word, and the share of dead boards."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ....base import PuzzleError
from ...framework.arguments import as_int
from ..surveys.count import Tally

if TYPE_CHECKING:
    from ..surveys.result import Survey

__all__ = ["Target", "target_of"]

MEDIANS = ("words", "score", "longest")
NEAR, CLOSE = 0.01, 0.003
"""Relative tolerance of a median: of the result; during the search."""
MIDDLE = 0.05
"""The share of boards on each side of the median whose mean is taken: it moves where a median stays."""
SURE = 2.0
"""Standard deviations by which the expected number of dead boards is raised."""
HINT = 0.01
"""Weight of the mean in the loss: a gradient where few boards have any words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A target of dice; see `unriddle.boggle.design`.

    Parameters
    ----------
    words, score, longest : float, optional
        Median over rolls of the number of words, the points, the letters of the longest word.
    dead : float, optional
        The largest share of boards that may have fewer than `few` words.
    few : int, optional
        Fewest words of a board that is not dead; one by default.

    Raises
    ------
    PuzzleError
        Nothing is asked for; numbers out of range.

    Examples
    --------
    >>> print(Target(words=100, dead=0.001))
    words=100, dead=0.001
    """

    words: float | None = None
    score: float | None = None
    longest: float | None = None
    dead: float | None = None
    few: int = 1

    def __post_init__(self) -> None:
        for name, most in (("words", 1e9), ("score", 1e12), ("longest", 255.0), ("dead", 1.0)):
            value = getattr(self, name)
            if value is None:
                continue
            number = isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool)
            if not number or not 0 <= value <= most:
                raise PuzzleError(f"target {name}={value!r:.40}, expected a number from 0 to {most:,.0f}")
        few = as_int(self.few)
        if few is None or few < 1:
            raise PuzzleError(f"target few={self.few!r:.40}, expected a whole number from 1 up")
        if all(getattr(self, name) is None for name in (*MEDIANS, "dead")):
            raise PuzzleError("an empty target, expected words, score, longest or dead")

    def __str__(self) -> str:
        named = [(name, getattr(self, name)) for name in (*MEDIANS, "dead")]
        shown = [f"{name}={value:g}" for name, value in named if value is not None]
        return ", ".join(shown + ([f"few={self.few}"] if self.few != 1 else []))

    def loss(self, tally: Tally) -> tuple[float, bool]:
        """Return the distance of rolls from the target, and whether it is close enough.

        Medians count by the logarithm of their ratio, as does the share of dead boards where it is too large.
        """
        n, total, close = len(tally.words), 0.0, True
        for name in MEDIANS:
            wanted = getattr(self, name)
            if wanted is not None:
                value = _middle(getattr(tally, name))
                mean = float(getattr(tally, name).mean())
                for number, weight in ((value, 1.0), (mean, HINT)):
                    total += weight * abs(math.log((max(number, 0.0) + 1) / (wanted + 1)))
                close &= abs(value - wanted) <= max(0.5, CLOSE * wanted)
        if self.dead is not None:
            hits, most = int(np.count_nonzero(tally.words < self.few)), self.dead * n
            likely = hits + SURE * math.sqrt(hits * (1 - hits / n))
            total += max(0.0, math.log((likely + 1) / (most + 1)))
            close &= likely <= most
        return total, close

    def met(self, judged: Survey) -> bool:
        """Return whether rolls meet the target: medians within 1 % (or half a word), few dead boards."""
        if not judged.n:
            return False
        for name in MEDIANS:
            wanted = getattr(self, name)
            if wanted is not None:
                off = abs(getattr(judged, name).quantile(0.5).value - wanted)
                if off > max(0.5, NEAR * wanted):
                    return False
        return self.dead is None or judged.words.share(most=self.few - 1).value <= self.dead


def _middle(values: Any) -> float:
    """Return the mean of the values next to the median."""
    n = len(values)
    reach = int(MIDDLE * n)
    low, high = (n - 1) // 2 - reach, n // 2 + reach
    part = np.partition(values, (low, high))[low : high + 1]
    return float(part.mean())


def target_of(value: Any) -> Target:
    """Return a target from a `Target`, or its fields by name."""
    if isinstance(value, Target):
        return value
    known = Target.__slots__
    if not isinstance(value, Mapping) or not all(name in known for name in value):
        raise PuzzleError(f"target={value!r:.60}, expected Target(…) or some of {', '.join(known)} by name")
    return Target(**value)
