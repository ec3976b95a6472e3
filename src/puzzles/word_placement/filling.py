"""Crossword filling: words of a large list into the slots of a grid."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...base import Limits, PuzzleError, Result, SearchStats, Status
from ...running import Outcome, drive
from .compiling import UNBOUNDED, Compiled, WordFilling, count_words
from .engine import WordPlacement
from .rules import board_rows, find_slots, fold

__all__ = ["FillResult", "fill"]

SCALE = 64
"""Points of the search between the worst and the best score: four times as many words in a crossing slot."""

Score = Mapping[str, float] | Callable[[str], float]


@dataclass(frozen=True, slots=True, kw_only=True)
class FillResult(Result):
    """What `fill` returns.

    Attributes
    ----------
    filling : WordFilling or None
        The filled grid.
    score : float or None
        Mean score of its words, where a score was asked for.
    """

    filling: WordFilling | None = None
    score: float | None = None

    def __str__(self) -> str:
        return str(self.filling) if self.filling is not None else self.status


def fill(
    board: Any,
    lexicon: Iterable[str],
    *,
    score: Score | None = None,
    min_score: float | None = None,
    reuse: bool = False,
    seed: int = 0,
    limits: Limits | None = None,
    progress: Callable[[int], None] | None = None,
) -> FillResult:
    """Fill a grid with words of a list, each used once.

    Parameters
    ----------
    board : str, WordPlacement, or rows
        0 or ``#`` is forbidden, 1 or ``.`` empty, a letter is given. An empty cell in no slot stays empty.
        The words of a WordPlacement do not count.
    lexicon : iterable of str
        The words; a `Lexicon` is one. Those with other characters than letters are passed over.
    score : mapping or callable, optional
        Word -> number, the higher the better; words that a mapping lacks have the lowest score in it.
        Better words are tried first; the filling is good, not the best there is.
    min_score : float, optional
        Words below are not used.
    reuse : bool
        A word may be used more than once.
    seed : int
        Another seed, another filling.
    limits : Limits, optional
        Bounds of the search.
    progress : callable, optional
        Called with the nodes visited now and then.

    Returns
    -------
    FillResult
        SOLVED with the filling, NO_SOLUTION where it is proven that there is none, LIMIT.

    Raises
    ------
    PuzzleError
        A board that cannot be read, a score that is no number, more than 63 letters.

    Notes
    -----
    Depth-first with propagation; the word is chosen that leaves the crossing slots most to choose from, as in
    Ginsberg et al., Search Lessons Learned from Crossword Puzzles (1990), and the search is restarted when it
    is stuck, keeping what it has learnt about hard slots.

    Examples
    --------
    >>> result = fill(["111", "111", "111"], ["ABC", "DEF", "GHI", "ADG", "BEH", "CFI", "XYZ"])
    >>> sorted(placed.word for placed in result.filling.placed)
    ['ABC', 'ADG', 'BEH', 'CFI', 'DEF', 'GHI']
    """
    start = time.perf_counter()
    rows = _rows(board)
    slots = find_slots(rows)
    lengths = {slot.length for slot in slots}
    written, _ = count_words(word for word in lexicon if len(word) in lengths and word.isalpha())
    scores = _scores(written, score)
    if min_score is not None:
        if scores is None:
            raise PuzzleError("min_score without score, expected both")
        written = {key: word for key, word in written.items() if scores[key] >= min_score}
    bounds = dict.fromkeys(written, (0, UNBOUNDED if reuse else 1))
    compiled = Compiled(tuple(map(fold, rows)), slots, written, bounds)
    search = compiled.search(_points(compiled.keys, scores), seed % 2**64)
    search.most_solutions = 1
    outcome = drive(search.run, limits, nodes=lambda: search.nodes, progress=progress)
    filling = compiled.filling(search.solution.tolist()) if search.solutions else None
    status = Status.SOLVED if filling else Status.NO_SOLUTION if search.exhausted else Status.LIMIT
    mean = None
    if filling is not None and scores is not None and filling.placed:
        mean = sum(scores[fold(placed.word)] for placed in filling.placed) / len(filling.placed)
    return FillResult(
        status=status,
        stats=SearchStats(
            nodes=search.nodes,
            guesses=search.guesses,
            propagations=search.propagations,
            depth=search.deepest,
            seconds=time.perf_counter() - start,
            path_length=len(slots) if filling else 0,
        ),
        interrupted=outcome is Outcome.INTERRUPTED,
        filling=filling,
        score=mean,
    )


def _rows(board: Any) -> tuple[str, ...]:
    if isinstance(board, WordPlacement):
        return board.board
    if isinstance(board, str):
        board = board.replace("/", "\n").split()
    return board_rows(
        row.replace("#", "0").replace(".", "1") if isinstance(row, str) else row for row in board
    )


def _scores(written: Mapping[str, str], score: Score | None) -> dict[str, float] | None:
    if score is None:
        return None
    if isinstance(score, Mapping):
        folded = {fold(word): value for word, value in score.items()}
        lowest = min(folded.values(), default=0.0)
        scores = {key: folded.get(key, lowest) for key in written}
    else:
        scores = {key: score(word) for key, word in written.items()}
    for key, value in scores.items():
        if not isinstance(value, int | float) or not abs(value) < float("inf"):
            raise PuzzleError(f"score {value!r} of {written[key]!r}, expected a finite number")
    return scores


def _points(keys: list[str], scores: Mapping[str, float] | None) -> np.ndarray[Any, np.dtype[np.int32]]:
    points = np.zeros(len(keys), np.int32)
    if scores and keys:
        values = np.array([scores[key] for key in keys], np.float64)
        span = values.max() - values.min()
        if span > 0:
            points[:] = np.rint((values - values.min()) * (SCALE / span))
    return points
