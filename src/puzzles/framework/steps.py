"""Steps of reasoning that a person would follow, how hard they are, and the limits of a call."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from math import inf
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from ...base import Limits, PuzzleError, Status
from ...repr_html import MOST_ROWS, Shown, table
from ...search.run_loop import FINISHED, FIRST_SLICE, Outcome, drive
from .arguments import check_limits

if TYPE_CHECKING:
    from numpy.typing import NDArray

R = TypeVar("R")
T = TypeVar("T")


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
    """Some steps assume a value and follow what comes of it, or reasoning ends: a guess is needed."""


GRADE = "set the difficulty of new puzzles (default: any)"
"""Help of ``--difficulty``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step(Shown):
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
    """Its value; of a ``guess`` a value that is possible in any of `cells`."""
    removed: tuple[tuple[tuple[int, int], str | int], ...] = ()
    """Candidates that the step removes instead: pairs of a cell and a value."""
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


class Steps(tuple[Step, ...]):
    """The steps of a solution: a tuple that a notebook shows as a table.

    Examples
    --------
    >>> Steps([Step(kind="guess", text="K < L")])._repr_html_().count("K &lt; L")
    1
    """

    __slots__ = ()

    def __str__(self) -> str:
        return "\n".join(f"{number}. {step}" for number, step in enumerate(self, 1))

    def _repr_html_(self) -> str:
        rows = ((k, step.kind, step.text) for k, step in enumerate(self[:MOST_ROWS], 1))
        return table(["", "technique", "what follows"], rows, len(self) - MOST_ROWS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating(Shown):
    """How hard a puzzle is for a person: comparable by `difficulty`, within it by `score`."""

    difficulty: Difficulty
    """The grade: how hard the hardest step is."""
    hardest: str
    """The kind of that step, in the order of the puzzle's `levels`; "" where there is nothing to do."""
    score: int
    """The places of all steps in that order, added up: 1 for each of the easiest kind."""


def rate(steps: Iterable[Step], levels: Mapping[str, Difficulty]) -> Rating:
    """Return the rating of some steps; `levels` maps their kinds, easiest first, to difficulties.

    Notes
    -----
    The grade is that of the hardest step, as in Sudoku Explainer (N. Juillerat, 2006); the score adds up a
    weight a step, as HoDoKu's does (B. Hobiger, 2008), with the place of the kind as its weight.
    """
    return rate_counts(Counter(step.kind for step in steps), levels)


def rate_counts(counts: Mapping[str, int], levels: Mapping[str, Difficulty]) -> Rating:
    """Return the rating of steps by how many there are of each kind."""
    place = _places(tuple(levels.items()))
    score, hardest, most = 0, "", (-1, -1)
    for kind, count in counts.items():
        if count:
            score += place[kind][1] * count
            if place[kind] > most:
                most, hardest = place[kind], kind
    difficulty = levels[hardest] if hardest else Difficulty.EASY
    return Rating(difficulty=difficulty, hardest=hardest, score=score)


def rate_all(counts: NDArray[np.int64], levels: Mapping[str, Difficulty]) -> list[tuple[str, str, int]]:
    """Return `rate_counts` of many puzzles: difficulty, hardest kind and score of each.

    `counts` has a row per puzzle and a column per kind of `levels`.
    """
    place = _places(tuple(levels.items()))
    order = sorted(levels, key=place.__getitem__)
    rank = np.array([order.index(kind) + 1 for kind in levels])
    hardest = ((counts > 0) * rank).max(axis=1).tolist()
    scores = (counts @ np.array([place[kind][1] for kind in levels])).tolist()
    names = ["", *order]
    grades = [Difficulty.EASY.value, *(levels[kind].value for kind in order)]
    return [(grades[k], names[k], score) for k, score in zip(hardest, scores, strict=True)]


@lru_cache(maxsize=64)
def _places(levels: tuple[tuple[str, Difficulty], ...]) -> dict[str, tuple[int, int]]:
    """Return of each kind the place of its difficulty, and its own from 1."""
    order = list(Difficulty)
    return {kind: (order.index(level), number) for number, (kind, level) in enumerate(levels, 1)}


def find_mistake(added: Sequence[T], dead: Callable[[Sequence[T]], bool]) -> tuple[T, bool] | None:
    """Return the first value of a player with which no solution is left, and whether it is wrong alone.

    None where some solution has all of them, or where the puzzle has none at all. `added` is in the order of
    the player; `dead` returns whether no solution has all of some values.
    """
    if not added or dead(()) or not dead(added):
        return None
    first = added[bisect_left(range(len(added)), True, key=lambda k: dead(added[: k + 1]))]
    return first, dead((first,))


# Limits

STOPPED = Step(kind="limit", text="a limit came before the next step was found")


class LimitReached(PuzzleError):
    """A limit came before the work was done; a caller of `generate` sees it."""

    def __init__(self) -> None:
        super().__init__("no puzzle found within the limits; raise them or relax the constraints")


class Meter:
    """What is left of limits that several searches, and the steps of a person, share."""

    def __init__(self, limits: Limits | None = None) -> None:
        self._bounds = check_limits(limits)
        bounds = self._bounds or Limits()
        self._nodes: float = inf if bounds.nodes is None else bounds.nodes
        self._end = inf if bounds.seconds is None else perf_counter() + bounds.seconds

    def spend(self, nodes: int = 1) -> None:
        """Count nodes, or places that a technique looks at; raise LimitReached where no more may follow."""
        if self._bounds is not None:
            self._nodes -= nodes
            if self._nodes < 0 or perf_counter() >= self._end:
                raise LimitReached

    def left(self) -> Limits | None:
        """Return the limits of the next search; memory is that of each, as they run one after another."""
        if self._bounds is None:
            return None
        seconds = None if self._end == inf else max(0.0, self._end - perf_counter())
        nodes = None if self._nodes == inf else max(0, int(self._nodes))
        return replace(self._bounds, seconds=seconds, nodes=nodes)

    def run(self, search: Any, effort: int | None = None, *, first: int = FIRST_SLICE) -> bool:
        """Run a search of the core; return whether it ended within `effort` nodes."""
        bounds = self.left()
        if effort is not None and (bounds is None or bounds.nodes is None or effort < bounds.nodes):
            bounds = replace(bounds or Limits(), nodes=effort)
        before = search.nodes
        outcome = drive(search.run, bounds, nodes=lambda: search.nodes - before, first=first)
        if outcome is Outcome.INTERRUPTED:
            raise KeyboardInterrupt
        visited = search.nodes - before
        if outcome is FINISHED:
            self._nodes -= visited
            return True
        self.spend(visited)
        if effort is None or visited < effort:
            raise LimitReached
        return False

    def charge(self, result: R) -> R:
        """Return what a search within `left` found, its nodes counted; LimitReached where it was stopped."""
        found: Any = result
        if found.interrupted:
            raise KeyboardInterrupt
        self._nodes -= found.stats.nodes
        if found.status is Status.LIMIT:
            raise LimitReached
        return result


FREE = Meter()
"""No limits."""


def until_limit(steps: Iterator[Step]) -> Iterator[Step]:
    """Yield steps; where a limit comes, the last is `STOPPED`."""
    try:
        yield from steps
    except LimitReached:
        yield STOPPED
