"""Steps of reasoning that a person would follow, and how hard they are: one form for all puzzles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

__all__ = ["Difficulty", "Step", "grade"]


class Difficulty(StrEnum):
    """How hard a puzzle is for a person: by the hardest technique that its steps need.

    Examples
    --------
    >>> max(Difficulty.EASY, Difficulty.HARD, key=list(Difficulty).index).value
    'hard'
    """

    EASY = "easy"
    """Each step follows from one rule looked at once."""
    MEDIUM = "medium"
    """Some steps need several cells looked at together."""
    HARD = "hard"
    """Some steps need chains or patterns."""
    EXPERT = "expert"
    """Reasoning ends somewhere: a guess is needed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step: which technique, what follows, in a sentence.

    Examples
    --------
    >>> print(Step(kind="guess", text="nothing follows; K has 2 places left"))
    guess: nothing follows; K has 2 places left
    """

    kind: str
    """Name of the technique; ``guess`` where reasoning ends, ``contradiction`` where there is no solution,
    ``mistake`` where a player's state cannot lead to one."""
    text: str
    """What follows and why."""
    cell: tuple[int, int] | None = None
    """Row and column, from 0, where the step fills a cell."""
    value: str | int | None = None
    """What stands there."""
    removed: tuple[tuple[tuple[int, int], str | int], ...] = ()
    """Candidates that the step takes away instead: pairs of a cell and what cannot stand there."""
    cells: tuple[tuple[int, int], ...] = ()
    """The cells that show why."""

    def __str__(self) -> str:
        return f"{self.kind}: {self.text}"

    def to_dict(self) -> dict[str, Any]:
        """Return the step as JSON values.

        Examples
        --------
        >>> Step(kind="mistake", text="a1 is empty", cell=(0, 0)).to_dict()
        {'kind': 'mistake', 'text': 'a1 is empty', 'cell': (0, 0), 'value': None}
        """
        return {"kind": self.kind, "text": self.text, "cell": self.cell, "value": self.value}


def grade(steps: Iterable[Step], levels: Mapping[str, Difficulty]) -> Difficulty:
    """Return the difficulty of the hardest step; `levels` maps techniques to difficulties.

    Examples
    --------
    >>> levels = {"single": Difficulty.EASY, "guess": Difficulty.EXPERT}
    >>> grade([Step(kind="guess", text="")], levels).value, grade([], levels).value
    ('expert', 'easy')
    """
    order = list(Difficulty)
    return max((levels[step.kind] for step in steps), key=order.index, default=Difficulty.EASY)
