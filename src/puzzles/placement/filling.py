"""Crossword filling: words of a large list into the slots of a grid."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from ...base import Limits, SearchStats, Status
from ...core.assign.placement import PlacementSearch
from ...search.run_loop import Outcome, drive
from ..framework.arguments import check_limits, check_seed
from .encode import Compiled
from .fill_request import Wanted, compiled_of, tiers, wanted
from .result import FillResult, WordFilling
from .rules import fold
from .scores import Score
from .unfilled import why_unfilled

if TYPE_CHECKING:
    from ...typing import OpenCellsLike
    from .puzzle import WordPlacement

__all__ = ["Run", "fill", "points", "seed_of"]

SCALE = 64
"""Points of the search from the worst to the best score: as sixteen times the words in a crossing slot."""
TRY = 4000
"""Nodes for the best words alone, and for each larger part of them."""


def fill(  # noqa: PLR0913 (each is a wish of its own, by keyword)
    board: OpenCellsLike | WordPlacement,
    lexicon: Iterable[str] | None = None,
    *,
    score: Score | None = None,
    min_score: float | None = None,
    reuse: bool = False,
    theme: Iterable[str] | None = None,
    no_shared: int | None = None,
    seed: int | None = None,
    limits: Limits | None = None,
    progress: Callable[[int], None] | None = None,
) -> FillResult:
    """Fill a grid with words of a list, each used once.

    Parameters
    ----------
    board : str, WordPlacement, or rows
        0 or ``#`` is forbidden, 1 or ``.`` empty, a letter is given. A slot whose letters are all given stays
        as it is, a word of the list or not. An empty cell in no slot stays empty. The words of a
        WordPlacement do not count.
    lexicon : iterable of str, optional
        The words; a `Lexicon` is one, and the embedded English list the default. Those with other characters
        than letters are passed over. A mapping of words to scores, as `scored_list` reads one, is both.
    score : mapping or callable, optional
        Word -> number, the higher the better; words that a mapping lacks have the lowest score in it, those
        of the theme and those given the highest.
        The best words alone are tried first, then more and more of the list, better ones before worse: the
        filling is good, not the best there is: that is `best_fill`.
    min_score : float, optional
        Words below are not used, but for those of the theme.
    reuse : bool
        A word may be used more than once.
    theme : iterable of str, optional
        Words, of the list or not, that each stand once in the grid.
    no_shared : int, optional
        No two words of the filling have so many letters in a row in common; words of the theme and those
        given may with one another.
    seed : int, optional
        The same seed makes the same filling; None another one each time.
    limits : Limits, optional
        Bounds of the search.
    progress : callable, optional
        Called with the nodes visited now and then.

    Returns
    -------
    FillResult
        SOLVED with the filling, NO_SOLUTION with the `reason` where it is proven that there is none, LIMIT.

    Raises
    ------
    PuzzleError
        A board that cannot be read, a score that is no number, more than 63 letters, a theme that is no list
        of words or has one twice, `no_shared` below 1.

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
    asked = wanted(
        board, lexicon, score=score, min_score=min_score, reuse=reuse, theme=theme, no_shared=no_shared
    )
    run.through(tiers(asked, asked.written), lambda tier: compiled_of(asked, tier), asked)
    return run.result(asked)


def seed_of(seed: int | None) -> int:
    """Return a seed as the kernel takes it; another one each time for None."""
    chosen = check_seed(seed)
    return random.randrange(1 << 63) if chosen is None else chosen % 2**64


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
        asked: Wanted,
    ) -> None:
        """Search with ever more of the words, until it is enough, a limit is spent, or Ctrl-C."""
        if asked.reason:
            self.exhausted = True
            return
        try:
            for part, last in parts:
                self.go(made(part), asked.scores, None if last else TRY)
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

    def result(self, asked: Wanted) -> FillResult:
        """Return what is known by now."""
        scores = asked.scores
        total = mean = None
        if self.solution is not None and scores is not None:
            placed = self.solution.placed
            total = sum(scores[fold(word.word)] for word in placed)
            mean = total / len(placed) if placed else None
        return FillResult(
            status=self.status,
            stats=self.stats(),
            interrupted=self.outcome is Outcome.INTERRUPTED,
            board=asked.rows,
            solution=self.solution,
            score=mean,
            total=total,
            optimal=self.optimal,
            reason=(asked.reason or why_unfilled(asked)) if self.status is Status.NO_SOLUTION else "",
        )


def points(keys: list[str], scores: Mapping[str, float] | None) -> np.ndarray[Any, np.dtype[np.int32]]:
    """Return the points of words in the search: from 0 for the worst score to SCALE for the best."""
    found = np.zeros(len(keys), np.int32)
    if scores and keys:
        values = np.array([scores[key] for key in keys], np.float64)
        span = values.max() - values.min()
        if span > 0:
            found[:] = np.rint((values - values.min()) * (SCALE / span))
    return found
