"""The best-scored filling of a crossword grid: better ones one after another, until none is left."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ...base import Limits, PuzzleError, Status
from ...core.assign.placement import PlacementSearch
from ..framework.arguments import check_limits
from .encode import Compiled
from .fill_request import compiled_of, tiers, wanted
from .filling import Run, points, seed_of
from .result import FillResult
from .scores import Score

if TYPE_CHECKING:
    from ...typing import OpenCellsLike
    from .puzzle import WordPlacement

__all__ = ["best_fill"]


def best_fill(  # noqa: PLR0913 (each is a wish of its own, by keyword)
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
    improved: Callable[[FillResult], None] | None = None,
) -> FillResult:
    """Fill a grid so that the sum of the scores of the words used is the highest there is.

    Parameters
    ----------
    board : str, WordPlacement, or rows
        As for `fill`.
    lexicon : iterable of str, optional
        The words; a mapping of words to scores, as `scored_list` reads one, is both.
    score : mapping or callable, optional
        Word -> number; words that a mapping lacks have the lowest score in it, those of the theme and those
        given the highest. Needed unless `lexicon` has scores.
    min_score : float, optional
        Words below are not used, but for those of the theme.
    reuse : bool
        A word may be used more than once, and counts each time.
    theme, no_shared
        As for `fill`.
    seed : int, optional
        The same seed finds the same fillings in the same order; None others each time.
    limits : Limits, optional
        Bounds of the search. With Ctrl-C too, what was best by then is kept.
    improved : callable, optional
        Called with a `FillResult` whenever a better filling is found.

    Returns
    -------
    FillResult
        SOLVED with the filling, its sum as `total` and, where it is proven that none has more, `optimal`;
        NO_SOLUTION where it is proven that there is none, LIMIT where none was found in time.

    Raises
    ------
    PuzzleError
        No scores, and what `fill` raises.

    Notes
    -----
    Branch and bound (Land and Doig, 1960): a node is left when the best words that its slots could still take
    add up to no more than the best filling known. The best words alone are searched first, then more and more
    of the list. Exponential in the slots: a proof is for small grids, larger ones want a limit. Where scores
    are no whole numbers, sums are compared as added in the order of the slots.

    Examples
    --------
    >>> words = {"ABC": 9, "DEF": 5, "GHI": 1, "ADG": 2, "BEH": 3, "CFI": 4, "DEI": 8}
    >>> result = best_fill(["111", "111", "111"], words)
    >>> result.total, result.optimal, sorted(placed.word for placed in result.solution.placed)
    (24, True, ['ABC', 'ADG', 'BEH', 'CFI', 'DEF', 'GHI'])
    """
    asked = wanted(
        board, lexicon, score=score, min_score=min_score, reuse=reuse, theme=theme, no_shared=no_shared
    )
    scores, written = asked.scores, asked.written
    if scores is None:
        raise PuzzleError("a best filling without score, expected scores of the words")
    run = _Best(check_limits(limits), None, seed_of(seed))
    run.tell = None if improved is None else lambda: improved(run.result(asked))
    # Within a length the best come first, as the bound of the kernel asks for.
    ordered = {key: written[key] for key in sorted(written, key=scores.__getitem__, reverse=True)}
    run.through(tiers(asked, ordered), lambda tier: compiled_of(asked, tier), asked)
    run.optimal = run.exhausted and run.status is Status.SOLVED
    return run.result(asked)


@dataclass
class _Best(Run):
    """Searches one after another, each for what is better than all before."""

    best: float = float("-inf")
    """The sum of the best filling, as the kernel adds it."""
    tell: Callable[[], None] | None = None

    @property
    def enough(self) -> bool:
        """More words may always be better."""
        return False

    def search(self, compiled: Compiled, scores: Mapping[str, float] | None) -> PlacementSearch:
        """Return a search for better fillings."""
        assert scores is not None  # `best_fill` raises without
        worth = np.array([scores[key] for key in compiled.keys], np.float64)
        search = compiled.search(points(compiled.keys, scores), self.seed, worth)
        search.best = self.best
        return search

    def advance(self, search: PlacementSearch, compiled: Compiled, budget: int) -> bool:
        """Visit at most `budget` nodes, or fewer to a better filling; return whether work remains."""
        before = search.solutions
        search.most_solutions = before + 1
        remains = search.run(budget)
        if search.solutions == before:
            return remains
        self.solution, self.best = compiled.filling(search.solution.tolist()), search.best
        if self.tell is not None:
            self.tell()
        return not search.exhausted
