"""Crossword filling: words of a large list into the slots of a grid."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...base import Limits, PuzzleError, SearchStats, Status
from ...core.assign.placement import PlacementSearch
from ...lexicon import Lexicon
from ...running import Outcome, drive
from ..common.checks import check_limits, check_seed
from ..common.lexicons import of_lengths
from .compiling import UNBOUNDED, Compiled, count_words
from .puzzle import WordPlacement
from .result import FillResult, WordFilling
from .rules import Slot, find_slots, fold
from .scores import Score, scores_of
from .text import board_rows

__all__ = ["Run", "compiled_of", "fill", "points", "prepared", "seed_of", "tiers"]

SCALE = 64
"""Points of the search from the worst to the best score: as sixteen times the words in a crossing slot."""
TIERS = (0.95, 0.9, 0.75, 0.5, 0.25)
"""Shares of the words that are left out at first where words have scores."""
TRY = 4000
"""Nodes for each of these."""


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
        than letters are passed over. A mapping of words to scores, as `scored_list` reads one, is both.
    score : mapping or callable, optional
        Word -> number, the higher the better; words that a mapping lacks have the lowest score in it.
        The best words alone are tried first, then more and more of the list, better ones before worse: the
        filling is good, not the best there is: that is `best_fill`.
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
    run = Run(check_limits(limits), progress, seed_of(seed))
    rows, slots, written, scores = prepared(board, lexicon, score, min_score)
    run.through(tiers(written, scores), lambda tier: compiled_of(rows, slots, tier, reuse), scores)
    return run.result(rows, scores)


def seed_of(seed: int | None) -> int:
    """Return a seed as the kernel takes it; another one each time for None."""
    chosen = check_seed(seed)
    return random.randrange(1 << 63) if chosen is None else chosen % 2**64


def prepared(
    board: Any, lexicon: Iterable[str] | None, score: Score | None, min_score: float | None
) -> tuple[tuple[str, ...], list[Slot], dict[str, str], dict[str, float] | None]:
    """Return the rows of a grid, its slots, the words that fit by their upper case, and what these score."""
    rows = _rows(board)
    slots = find_slots(rows)
    words = Lexicon.load("english") if lexicon is None else lexicon
    if score is None and isinstance(lexicon, Mapping):
        score = lexicon
    fitting = of_lengths(words, {slot.length for slot in slots})
    if wrong := [word for word in fitting if not isinstance(word, str)]:
        raise PuzzleError(f"{wrong[0]!r:.40} in the word list, expected a word")
    written, _ = count_words(word for word in fitting if word.isalpha())
    scores = scores_of(written, score)
    if min_score is not None:
        if scores is None:
            raise PuzzleError("min_score without score, expected both")
        written = {key: word for key, word in written.items() if scores[key] >= min_score}
    return rows, slots, written, scores


def compiled_of(
    rows: tuple[str, ...], slots: list[Slot], written: Mapping[str, str], reuse: bool
) -> Compiled:
    """Return a grid and words, each of which may be used once or any number of times, as arrays."""
    bound = (0, UNBOUNDED if reuse else 1)
    return Compiled(tuple(map(fold, rows)), slots, written, dict.fromkeys(written, bound))


def tiers(
    written: Mapping[str, str], scores: Mapping[str, float] | None
) -> Iterator[tuple[Mapping[str, str], bool]]:
    """Yield the best words alone, then more and more of them, and whether these are all."""
    for least in _cuts(scores, written):
        if least is None or scores is None:
            yield written, True
        else:
            yield {key: word for key, word in written.items() if scores[key] >= least}, False


@dataclass
class Run:
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
    optimal: bool = False
    """Whether no filling scores more."""

    def go(self, compiled: Compiled, scores: Mapping[str, float] | None, most: int | None) -> None:
        """Search for a filling, with `most` nodes where there are more words to come."""
        search = self.search(compiled, scores)
        before, progress = self.nodes, self.progress
        self.outcome = drive(
            lambda budget: self.advance(search, compiled, budget),
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

    def through(
        self,
        parts: Iterable[tuple[Mapping[str, str], bool]],
        made: Callable[[Mapping[str, str]], Compiled],
        scores: Mapping[str, float] | None,
    ) -> None:
        """Search with ever more of the words, until it is enough, a limit is spent, or Ctrl-C."""
        try:
            for part, last in parts:
                self.go(made(part), scores, None if last else TRY)
                if self.enough or self.spent or self.outcome is Outcome.INTERRUPTED:
                    break
        except KeyboardInterrupt:  # while the next words were made ready
            self.outcome = Outcome.INTERRUPTED

    @property
    def enough(self) -> bool:
        """Whether more words would change nothing."""
        return self.solution is not None

    @property
    def spent(self) -> bool:
        """Whether a limit is used up."""
        rest = self._rest(None)
        return rest.seconds == 0 or (rest.nodes is not None and rest.nodes <= 0)

    def search(self, compiled: Compiled, scores: Mapping[str, float] | None) -> PlacementSearch:
        """Return a search for one filling."""
        search = compiled.search(points(compiled.keys, scores), self.seed)
        search.most_solutions = 1
        return search

    def advance(self, search: PlacementSearch, compiled: Compiled, budget: int) -> bool:
        """Visit at most `budget` nodes; return whether work remains."""
        return search.run(budget)

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

    def result(self, rows: tuple[str, ...], scores: Mapping[str, float] | None) -> FillResult:
        """Return what is known by now."""
        total = mean = None
        if self.solution is not None and scores is not None:
            placed = self.solution.placed
            total = sum(scores[fold(word.word)] for word in placed)
            mean = total / len(placed) if placed else None
        return FillResult(
            status=self.status,
            stats=self.stats(),
            interrupted=self.outcome is Outcome.INTERRUPTED,
            board=rows,
            solution=self.solution,
            score=mean,
            total=total,
            optimal=self.optimal,
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


def _cuts(scores: Mapping[str, float] | None, written: Mapping[str, str]) -> list[float | None]:
    """Return the least scores to try one after another; the last, None, takes all words."""
    if not scores or not written:
        return [None]
    values = np.sort(np.array([scores[key] for key in written], np.float64))
    cuts = {float(values[int(share * len(values))]) for share in TIERS} - {float(values[0])}
    return [*sorted(cuts, reverse=True), None]


def points(keys: list[str], scores: Mapping[str, float] | None) -> np.ndarray[Any, np.dtype[np.int32]]:
    """Return the points of words in the search: from 0 for the worst score to SCALE for the best."""
    found = np.zeros(len(keys), np.int32)
    if scores and keys:
        values = np.array([scores[key] for key in keys], np.float64)
        span = values.max() - values.min()
        if span > 0:
            found[:] = np.rint((values - values.min()) * (SCALE / span))
    return found
