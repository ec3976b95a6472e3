"""Steps of reasoning that a person would follow: what `steps()` of a puzzle returns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

__all__ = ["Step", "grade"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step: which technique, what follows, in a sentence.

    Examples
    --------
    >>> print(Step(kind="guess", text="nothing follows; K has 2 places left"))
    guess: nothing follows; K has 2 places left
    """

    kind: str
    """Name of the technique; ``guess`` where reasoning ends."""
    text: str
    """What follows and why."""
    cell: tuple[int, int] | None = None
    """Row and column, from 0, where the step fills a cell."""
    value: str | int | None = None
    """What stands there."""

    def __str__(self) -> str:
        return f"{self.kind}: {self.text}"


def grade(steps: Iterable[Step], levels: Mapping[str, str]) -> str:
    """Return the difficulty of the hardest step; `levels` maps techniques to difficulties, easiest first.

    Examples
    --------
    >>> grade([Step(kind="guess", text="")], {"single": "easy", "guess": "very hard"})
    'very hard'
    """
    order = list(levels)
    hardest = max((order.index(step.kind) for step in steps), default=0)
    return levels[order[hardest]]
