"""Score the neighbours of many boards on several threads, and keep the best board of a search."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ....base import Limits
from ....search.threads import wait_interruptibly
from .board_space import near_of
from .neighbours import Scorer, changed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..puzzle import Boggle
    from .board_space import Space
    from .restrictions import DiceMoves, RequiredWords

AT_A_TIME = 16  # boards that a thread expands between two looks at the clock
NOTHING = -(1 << 62)  # below every score
Progress = Callable[[int, int, "Boggle"], None]
Expanded = tuple["NDArray[np.int64]", "NDArray[np.int64]", "NDArray[np.uint8]"]
"""Scores of boards, scores of their better neighbours, and these neighbours."""


class SearchStopped(Exception):
    """A limit or the target is reached."""


class BestSearch:
    """The best board so far, the counts, and the boards that are allowed."""

    def __init__(
        self,
        space: Space,
        moves: DiceMoves | None,
        holding: RequiredWords | None,
        *,
        target: int | None,
        limits: Limits | None,
        threads: int,
        progress: Progress | None,
    ) -> None:
        self.space, self.moves, self.holding = space, moves, holding
        self.target, self.progress = target, progress
        limits = limits or Limits()
        self.end = float("inf") if limits.seconds is None else time.perf_counter() + limits.seconds
        self.most = 1 << 62 if limits.nodes is None else limits.nodes
        self.score, self.codes = NOTHING, np.zeros(space.n_cells, dtype=np.uint8)
        if moves is not None or holding is not None:
            self.codes = self.random(np.random.default_rng(0), 1)[0]
        self.expanded = self.generated = self.rounds = self.hits = 0
        n = space.n_cells
        self.fan = n * (space.n_letters - 1) + n * (n - 1) // 2  # neighbours of a board
        self.upper = np.triu_indices(n, 1)
        self.scorers = [Scorer(space) for _ in range(threads)]
        self.pool: Any = None

    @cached_property
    def apart(self) -> NDArray[np.intp]:
        """Moves between each two cells; the number of cells where no path leads."""
        n = self.space.n_cells
        apart = np.where(near_of(self.space.adjacency), 1, n)
        np.fill_diagonal(apart, 0)
        for through in range(n):
            apart = np.minimum(apart, apart[:, through, None] + apart[None, through])
        return apart

    def random(self, rng: np.random.Generator, n: int) -> NDArray[np.uint8]:
        """Return n random boards among those that are allowed."""
        if self.holding is not None:
            return self.holding.boards(n, rng)
        if self.moves is not None:
            return self.moves.rolls(n, rng)
        return rng.integers(0, self.space.n_letters, (n, self.space.n_cells)).astype(np.uint8)

    def see(self, scores: NDArray[np.int64], boards: NDArray[np.uint8]) -> None:
        """Keep the best board, the first by its letters among equal scores."""
        if not len(scores) or scores.max() < self.score:
            return
        tied = self.space.canonical(boards[scores == scores.max()])
        codes = tied[np.lexsort(tied.T[::-1])[0]]
        if scores.max() > self.score or codes.tobytes() < self.codes.tobytes():
            self.score, self.codes = int(scores.max()), codes

    def count(self, boards: int) -> None:
        """Count boards that were expanded, with their neighbours."""
        self.expanded += boards
        self.generated += boards * (1 + self.fan)

    def tick(self) -> None:
        """Report progress; raise SearchStopped at the target or a limit."""
        if self.progress is not None and self.score > NOTHING:
            self.progress(self.generated, self.score, self.space.board(self.codes))
        if self.target is not None and self.score >= self.target:
            raise SearchStopped
        if self.expanded >= self.most or time.perf_counter() >= self.end:
            raise SearchStopped

    def expand(self, scorer: Scorer, boards: NDArray[np.uint8], above: int | None, most: int) -> Expanded:
        """Return the scores of boards, and their neighbours above a score, at most `most` of each board.

        Without a score, neighbours above the board's own.
        """
        own = np.empty(len(boards), dtype=np.int64)
        found_scores, found_boards = [np.empty(0, np.int64)], [boards[:0]]
        rows, cols = self.upper
        for i, codes in enumerate(boards):
            scorer.run(codes)
            own[i] = scorer.swaps[0, 0]
            least = own[i] if above is None else above
            better = scorer.letters > least
            if self.moves is not None:
                better &= self.moves.choices(codes)
            cells, letters = np.nonzero(better)
            swap = np.flatnonzero(scorer.swaps[rows, cols] > least)
            made = changed(codes, cells, letters, rows[swap], cols[swap])
            scores = np.concatenate([scorer.letters[cells, letters], scorer.swaps[rows[swap], cols[swap]]])
            if self.holding is not None:
                held = self.holding.held(made)
                scores, made = scores[held], made[held]
            if len(scores) > most:
                best = np.argpartition(-scores, most)[:most]
                scores, made = scores[best], made[best]
            found_scores.append(scores)
            found_boards.append(made)
        return own, np.concatenate(found_scores), np.concatenate(found_boards)

    def expand_all(
        self, boards: NDArray[np.uint8], above: int | None, most: int, at_a_time: int = AT_A_TIME
    ) -> Iterator[Expanded]:
        """Yield the results of `expand` for a few boards at a time, in their order."""
        parts = [boards[start : start + at_a_time] for start in range(0, len(boards), at_a_time)]
        if self.pool is None:
            for part in parts:
                yield self.expand(self.scorers[0], part, above, most)
            return
        idle = list(self.scorers)  # as many as threads; append and pop are atomic

        def task(part: NDArray[np.uint8]) -> Expanded:
            scorer = idle.pop()
            try:
                return self.expand(scorer, part, above, most)
            finally:
                idle.append(scorer)

        futures = [self.pool.submit(task, part) for part in parts]
        try:
            for future in futures:
                yield wait_interruptibly(future)
        finally:
            for future in futures:
                future.cancel()
