"""Crossword filling: words of a large list into the slots of a grid."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from ...base import Limits, PuzzleError, Result, SearchStats, Status
from ...running import Outcome, drive
from .compiling import UNBOUNDED, Compiled, WordFilling, count_words
from .puzzle import WordPlacement
from .rules import board_rows, find_slots, fold

__all__ = ["FillResult", "fill"]

SCALE = 64
"""Points of the search from the worst to the best score: as sixteen times the words in a crossing slot."""
TIERS = (0.95, 0.9, 0.75, 0.5, 0.25)
"""Shares of the words that are left out at first where words have scores."""
TRY = 4000
"""Nodes for each of these."""

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
        The best words alone are tried first, then more and more of the list, better ones before worse: the
        filling is good, not the best there is.
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
    board_key, bound = tuple(map(fold, rows)), (0, UNBOUNDED if reuse else 1)
    nodes = guesses = propagations = depth = 0
    filling: WordFilling | None = None
    for least in _tiers(scores, written):
        tier = written
        if least is not None and scores is not None:
            tier = {key: word for key, word in written.items() if scores[key] >= least}
        compiled = Compiled(board_key, slots, tier, dict.fromkeys(tier, bound))
        search = compiled.search(_points(compiled.keys, scores), seed % 2**64)
        search.most_solutions = 1
        outcome = drive(
            search.run,
            _rest(limits, start, nodes, TRY if least is not None else None),
            nodes=partial(getattr, search, "nodes"),
            progress=progress,
        )
        nodes, guesses = nodes + search.nodes, guesses + search.guesses
        propagations, depth = propagations + search.propagations, max(depth, search.deepest)
        if search.solutions:
            filling = compiled.filling(search.solution.tolist())
        if filling is not None or outcome is Outcome.INTERRUPTED:
            break
    status = (
        Status.SOLVED
        if filling
        else Status.NO_SOLUTION
        if search.exhausted and least is None
        else Status.LIMIT
    )
    mean = None
    if filling is not None and scores is not None and filling.placed:
        mean = sum(scores[fold(placed.word)] for placed in filling.placed) / len(filling.placed)
    return FillResult(
        status=status,
        stats=SearchStats(
            nodes=nodes,
            guesses=guesses,
            propagations=propagations,
            depth=depth,
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


def _tiers(scores: Mapping[str, float] | None, written: Mapping[str, str]) -> list[float | None]:
    """Return the least scores to try one after another; the last, None, takes all words."""
    if not scores or not written:
        return [None]
    values = np.sort(np.array([scores[key] for key in written], np.float64))
    cuts = {float(values[int(share * len(values))]) for share in TIERS} - {float(values[0])}
    return [*sorted(cuts, reverse=True), None]


def _rest(limits: Limits | None, start: float, nodes: int, most: int | None) -> Limits:
    """Return what is left of the limits after `nodes`, and no more than `most` nodes."""
    seconds, left = None, most
    if limits is not None and limits.seconds is not None:
        seconds = max(0.0, limits.seconds - (time.perf_counter() - start))
    if limits is not None and limits.nodes is not None:
        left = limits.nodes - nodes if most is None else min(most, limits.nodes - nodes)
    return Limits(seconds=seconds, nodes=left)


def _points(keys: list[str], scores: Mapping[str, float] | None) -> np.ndarray[Any, np.dtype[np.int32]]:
    points = np.zeros(len(keys), np.int32)
    if scores and keys:
        values = np.array([scores[key] for key in keys], np.float64)
        span = values.max() - values.min()
        if span > 0:
            points[:] = np.rint((values - values.min()) * (SCALE / span))
    return points
