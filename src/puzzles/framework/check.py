"""Check answers: right, wrong and where, incomplete, or not an answer to this puzzle; one or many."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...arrow import array_of, is_column, read_column
from ...base import PuzzleError
from ...io.text import pluralize
from ...repr_html import Shown
from .arguments import answer_in, of_many, puzzle_of
from .result_sequence import NullMany, ProgressCounter, ResultSequence, Stop, asks_null, in_slices

if TYPE_CHECKING:
    from numpy.typing import NDArray

BLOCK = 1 << 8
"""Answers that are judged together."""
Place = tuple[int, int] | int
"""A cell as row and column, or the number of a move, step or word of an answer; all from 0."""


class Judgement(StrEnum):
    """What an answer is."""

    RIGHT = "RIGHT"
    """It solves the puzzle, by the rules."""
    WRONG = "WRONG"
    """It breaks a rule, at `Verdict.places`."""
    INCOMPLETE = "INCOMPLETE"
    """No rule is broken, and something is missing: empty cells, moves to the goal, or all of it."""
    NOT_OF_THIS_PUZZLE = "NOT_OF_THIS_PUZZLE"
    """It cannot be read as an answer, has another size or other symbols, or changes what is given."""
    UNDECIDED = "UNDECIDED"
    """A limit came first: a long word on a board of wildcards."""


JUDGEMENTS = tuple(Judgement)
"""What the numbers of an array of judgements mean."""
PLACES = {judgement: place for place, judgement in enumerate(JUDGEMENTS)}
UNJUDGED = 255
"""The status of an answer that a kernel leaves to be judged alone."""


class Undecided(PuzzleError):
    """A limit came before an answer was known to be right or wrong."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict(Shown):
    """The verdict on one answer.

    Examples
    --------
    >>> from unriddle import SudokuPuzzle
    >>> verdict = SudokuPuzzle.parse("12../..../..../...1").judge("1234/3412/2143/4322")
    >>> print(verdict)
    NOT_OF_THIS_PUZZLE: row 4, column 4 is 2, but the clue there is 1
    >>> verdict.places, bool(verdict)
    (((3, 3),), False)
    """

    status: Judgement
    reason: str = ""
    """Why it is not right; nothing where it is."""
    places: tuple[Place, ...] = ()
    """Where: cells, or numbers of moves, steps or words; `reason` is about the first."""

    def __bool__(self) -> bool:
        return self.status is Judgement.RIGHT

    def __str__(self) -> str:
        return f"{self.status}: {self.reason}" if self.reason else str(self.status)


RIGHT = Verdict(status=Judgement.RIGHT)
NO_ANSWER = Verdict(status=Judgement.INCOMPLETE, reason="there is no answer")


class VerdictMany(ResultSequence[Verdict]):
    """The verdicts on many answers: an array of judgements; a `Verdict` is made when it is asked for.

    Parameters
    ----------
    statuses : uint8 array of shape (n,)
        Places in `JUDGEMENTS`.
    of : callable
        Returns the verdict on answer k; called for those that are not right.

    Examples
    --------
    >>> from unriddle import Numbrix
    >>> many = Numbrix.check_many(["1 . / . 3"] * 2, ["1 2 / 4 3", "1 2 / . 3"])
    >>> many.statuses.tolist(), many[1].status.value, many.right
    ([0, 2], 'INCOMPLETE', 1)
    """

    def __init__(self, statuses: NDArray[np.uint8], of: Callable[[int], Verdict]) -> None:
        self.statuses, self._of = statuses, of

    def __len__(self) -> int:
        return len(self.statuses)

    @property
    def right(self) -> int:
        """How many answers are right."""
        return int(np.count_nonzero(self.statuses == 0))

    def item(self, index: int) -> Verdict:
        """Return one verdict."""
        return RIGHT if self.statuses[index] == 0 else self._of(index)

    def counts(self) -> dict[Judgement, int]:
        """Return how many answers there are of each judgement.

        Examples
        --------
        >>> from unriddle import Numbrix
        >>> {k.value: n for k, n in Numbrix.check_many("1 . / . 3", ["", "x"]).counts().items() if n}
        {'INCOMPLETE': 1, 'NOT_OF_THIS_PUZZLE': 1}
        """
        found = np.bincount(self.statuses, minlength=len(JUDGEMENTS)).tolist()
        return dict(zip(JUDGEMENTS, found, strict=True))

    def columns(self) -> Mapping[str, Any]:
        """Return judgement and reason."""
        return {
            "verdict": [str(JUDGEMENTS[place]) for place in self.statuses.tolist()],
            "reason": [verdict.reason for verdict in self],
        }


def cell_name(place: tuple[int, int]) -> str:
    """Return the name of a cell."""
    return f"row {place[0] + 1}, column {place[1] + 1}"


def empty_cells(places: Sequence[tuple[int, int]]) -> Verdict:
    """Return the verdict on a board with nothing wrong but empty cells."""
    text = f"{cell_name(places[0])} is empty" if places else "something is missing"
    return Verdict(status=Judgement.INCOMPLETE, reason=text, places=tuple(places))


def as_list(values: Any, what: str, *, empty: bool = False) -> Any:
    """Return puzzles or answers as a sequence; with `empty`, a missing value of a column is an empty text."""
    if is_column(values):
        return read_column(values, name=what, empty=empty)
    values = array_of(values, name=what)
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise PuzzleError(f"{values!r:.40}, expected {what}")
    return values if isinstance(values, (Sequence, np.ndarray)) else list(values)


def pairs_of(kind: type, puzzles: Any, answers: Any) -> tuple[Any, Any]:
    """Return as many puzzles as answers; one puzzle, or its text, belongs to all answers.

    Without answers, take those in the records of the puzzles.
    """
    if answers is None:
        asked = as_list([puzzles] if isinstance(puzzles, Mapping) else puzzles, "puzzles")
        return asked, [_own_answer(value, k) for k, value in enumerate(asked)]
    found = as_list(answers, "answers")
    if isinstance(puzzles, (kind, str, Mapping)):
        return (puzzles,) * len(found), found
    asked = as_list(puzzles, "puzzles")
    if len(asked) != len(found):
        given = pluralize(len(found), "answer")
        raise PuzzleError(f"{given} to {pluralize(len(asked), 'puzzle')}; give one answer to each")
    return asked, found


def _own_answer(value: Any, k: int) -> Any:
    """Return the answer in record `k`."""
    if not isinstance(value, Mapping):
        wrong = "no answers; pass them, or records that have theirs"
        raise PuzzleError(wrong, file="puzzles", index=k)
    try:
        return answer_in(value)
    except PuzzleError as error:
        raise of_many(error, "puzzles", k) from None


def judge_nulled(
    kind: type,
    judge: Callable[[Any, Any], VerdictMany],
    puzzles: Any,
    answers: Any,
    errors: str,
    rules: Mapping[str, Any],
) -> Any:
    """Judge answers; with ``errors="null"`` those to puzzles that cannot be read have no verdict."""
    if not asks_null(errors) or isinstance(puzzles, (kind, str, Mapping)):
        return judge(puzzles, answers)
    found = None if answers is None else as_list(answers, "answers")
    items = as_list(puzzles, "puzzles", empty=True)
    if found is not None and len(found) != len(items):
        return judge(puzzles, answers)  # raises
    kept: list[int] = []
    for k in range(len(items)):
        with suppress(PuzzleError):
            puzzle_of(kind, items[k], k, rules)
            if found is None:
                _own_answer(items[k], k)
            kept.append(k)
    missing = np.ones(len(items), dtype=bool)
    missing[kept] = False
    asked = [items[k] for k in kept]
    return NullMany(judge(asked, None if found is None else [found[k] for k in kept]), missing)


def judge_one(kind: type, puzzles: Any, answers: Any, rules: Mapping[str, Any]) -> Callable[[int], Verdict]:
    """Return a function from k to the verdict on answer k; equal puzzles in a row are read once.

    `puzzles` and `answers` are what `pairs_of` returned.
    """
    last: tuple[Any, Any] = (None, None)  # one object, so that threads swap it whole

    def judge(k: int) -> Verdict:
        nonlocal last
        value, (text, puzzle) = puzzles[k], last
        if puzzle is None or not (value is text or (isinstance(value, str) and value == text)):
            puzzle = puzzle_of(kind, value, k, rules)
            last = (value, puzzle)
        try:
            answer = answers[k]
        except PuzzleError as error:  # bytes of a column that are not UTF-8
            return Verdict(status=Judgement.NOT_OF_THIS_PUZZLE, reason=error.reason)
        verdict: Verdict = puzzle.judge(answer)
        return verdict

    return judge


class JudgeKernel(NamedTuple):
    """Judges many answers together.

    `judge` is given a slice of at most `block` answers and their statuses, uint8 full of `UNJUDGED`: it sets
    the place in `JUDGEMENTS` of each that it can judge. `explain` returns the verdict on one not found right.
    """

    judge: Callable[[slice, NDArray[np.uint8]], None]
    explain: Callable[[int], Verdict] | None = None
    block: int = BLOCK


def judge_many(
    count: int,
    judge: Callable[[int], Verdict],
    kernel: JudgeKernel | None = None,
    *,
    threads: int = 0,
    progress: Callable[[int], None] | None = None,
    stop: Stop | None = None,
) -> VerdictMany:
    """Judge answers 0 to `count` - 1 on several threads; `judge` judges those that the kernel leaves."""
    statuses = np.full(count, UNJUDGED, dtype=np.uint8)
    verdicts: dict[int, Verdict] = {}
    counter = ProgressCounter(progress)
    block = BLOCK if kernel is None else kernel.block
    explain = judge if kernel is None or kernel.explain is None else kernel.explain

    def work(part: slice, stopped: Stop) -> None:
        for first in range(part.start, part.stop, block):
            piece = slice(first, min(first + block, part.stop))
            if kernel is not None:
                kernel.judge(piece, statuses[piece])
            for number, k in enumerate((np.flatnonzero(statuses[piece] == UNJUDGED) + first).tolist()):
                if not number & 15 and stopped():
                    raise KeyboardInterrupt
                verdict = judge(k)
                statuses[k] = PLACES[verdict.status]
                if verdict is not RIGHT:
                    verdicts[k] = verdict
            if stopped():
                raise KeyboardInterrupt
            counter.add(piece.stop - piece.start)

    def verdict_on(k: int) -> Verdict:
        return verdicts[k] if k in verdicts else explain(k)

    in_slices(work, count, threads, stop, least=4 * block)
    return VerdictMany(statuses, verdict_on)
