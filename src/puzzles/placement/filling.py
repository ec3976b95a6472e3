"""Crossword filling: words of a large list into the slots of a grid."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...base import Limits, PuzzleError, SearchStats, Status
from ...lexicon import Lexicon
from ...running import Outcome, drive
from ..common.checks import check_limits, check_seed
from ..common.lexicons import of_lengths
from .compiling import UNBOUNDED, Compiled, count_words
from .puzzle import WordPlacement
from .result import FillResult, WordFilling
from .rules import find_slots, fold
from .text import board_rows

__all__ = ["fill"]

SCALE = 64
"""Points of the search from the worst to the best score: as sixteen times the words in a crossing slot."""
TIERS = (0.95, 0.9, 0.75, 0.5, 0.25)
"""Shares of the words that are left out at first where words have scores."""
TRY = 4000
"""Nodes for each of these."""

Score = Mapping[str, float] | Callable[[str], float]


def fill(
    board: Any,
    lexicon: Iterable[str] | None = None,
    *,
    score: Score | None = None,
    min_score: float | None = None,
    reuse: bool = False,
    seed: int | None = None,
    limits: Limits | None = None,
    progress: Callable[[int], None] | None = None,
) -> FillResult:
    """Fill a grid with words of a list, each used once.

    Parameters
    ----------
    board : str, WordPlacement, or rows
        0 or ``#`` is forbidden, 1 or ``.`` empty, a letter is given. An empty cell in no slot stays empty.
        The words of a WordPlacement do not count.
    lexicon : iterable of str, optional
        The words; a `Lexicon` is one, and the embedded English list the default. Those with other characters
        than letters are passed over.
    score : mapping or callable, optional
        Word -> number, the higher the better; words that a mapping lacks have the lowest score in it.
        The best words alone are tried first, then more and more of the list, better ones before worse: the
        filling is good, not the best there is.
    min_score : float, optional
        Words below are not used.
    reuse : bool
        A word may be used more than once.
    seed : int, optional
        The same seed makes the same filling; None another one each time.
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
    >>> sorted(placed.word for placed in result.solution.placed)
    ['ABC', 'ADG', 'BEH', 'CFI', 'DEF', 'GHI']
    """
    limits, chosen = check_limits(limits), check_seed(seed)
    run = _Run(limits, progress, random.randrange(1 << 63) if chosen is None else chosen % 2**64)
    rows = _rows(board)
    slots = find_slots(rows)
    lengths = {slot.length for slot in slots}
    words = Lexicon.load("english") if lexicon is None else lexicon
    fitting = of_lengths(words, lengths)
    if wrong := [word for word in fitting if not isinstance(word, str)]:
        raise PuzzleError(f"{wrong[0]!r:.40} in the word list, expected a word")
    written, _ = count_words(word for word in fitting if word.isalpha())
    scores = _scores(written, score)
    if min_score is not None:
        if scores is None:
            raise PuzzleError("min_score without score, expected both")
        written = {key: word for key, word in written.items() if scores[key] >= min_score}
    board_key, bound = tuple(map(fold, rows)), (0, UNBOUNDED if reuse else 1)
    for least in _tiers(scores, written):
        tier = written
        if least is not None and scores is not None:
            tier = {key: word for key, word in written.items() if scores[key] >= least}
        compiled = Compiled(board_key, slots, tier, dict.fromkeys(tier, bound))
        run.go(compiled, scores, TRY if least is not None else None)
        if run.solution is not None or run.outcome is Outcome.INTERRUPTED:
            break
    mean = None
    if run.solution is not None and scores is not None and run.solution.placed:
        placed = run.solution.placed
        mean = sum(scores[fold(word.word)] for word in placed) / len(placed)
    return FillResult(
        status=run.status,
        stats=run.stats(),
        interrupted=run.outcome is Outcome.INTERRUPTED,
        board=rows,
        solution=run.solution,
        score=mean,
    )


@dataclass
class _Run:
    """Searches one after another, with ever more of the words, as one: limits hold for all of them."""

    limits: Limits | None
    progress: Callable[[int], None] | None
    seed: int
    start: float = field(default_factory=time.perf_counter)
    nodes: int = 0
    guesses: int = 0
    propagations: int = 0
    depth: int = 0
    solution: WordFilling | None = None
    outcome: Outcome = Outcome.FINISHED
    exhausted: bool = False
    """Whether the last search came to its end with all words."""

    def go(self, compiled: Compiled, scores: Mapping[str, float] | None, most: int | None) -> None:
        """Search for a filling, with `most` nodes where there are more words to come."""
        search = compiled.search(_points(compiled.keys, scores), self.seed)
        search.most_solutions = 1
        before, progress = self.nodes, self.progress
        self.outcome = drive(
            search.run,
            self._rest(most),
            nodes=lambda: search.nodes,
            progress=None if progress is None else lambda nodes: progress(before + nodes),
        )
        self.nodes, self.guesses = before + search.nodes, self.guesses + search.guesses
        self.propagations += search.propagations
        self.depth = max(self.depth, search.deepest)
        self.exhausted = search.exhausted and most is None
        if search.solutions:
            self.solution = compiled.filling(search.solution.tolist())

    def _rest(self, most: int | None) -> Limits:
        """Return what is left of the limits, and no more than `most` nodes."""
        limits, seconds, left = self.limits, None, most
        if limits is not None and limits.seconds is not None:
            seconds = max(0.0, limits.seconds - (time.perf_counter() - self.start))
        if limits is not None and limits.nodes is not None:
            left = limits.nodes - self.nodes if most is None else min(most, limits.nodes - self.nodes)
        return Limits(seconds=seconds, nodes=left)

    @property
    def status(self) -> Status:
        """How it ended."""
        if self.solution is not None:
            return Status.SOLVED
        return Status.NO_SOLUTION if self.exhausted else Status.LIMIT

    def stats(self) -> SearchStats:
        """Return what all searches did."""
        return SearchStats(
            nodes=self.nodes,
            guesses=self.guesses,
            propagations=self.propagations,
            depth=self.depth,
            seconds=time.perf_counter() - self.start,
            path_length=len(self.solution.placed) if self.solution is not None else 0,
        )


def _rows(board: Any) -> tuple[str, ...]:
    if isinstance(board, WordPlacement):
        return board.board
    if isinstance(board, str):
        board = board.replace("/", "\n").split()
    if not isinstance(board, Iterable):
        raise PuzzleError(f"board={board!r:.40}, expected rows")
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


def _points(keys: list[str], scores: Mapping[str, float] | None) -> np.ndarray[Any, np.dtype[np.int32]]:
    points = np.zeros(len(keys), np.int32)
    if scores and keys:
        values = np.array([scores[key] for key in keys], np.float64)
        span = values.max() - values.min()
        if span > 0:
            points[:] = np.rint((values - values.min()) * (SCALE / span))
    return points
