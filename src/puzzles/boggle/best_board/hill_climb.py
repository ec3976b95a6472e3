"""One search for the best board: what is kept, when it stops, and its rounds of a pool and of annealing."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ....base import Limits
from ....search.threads import wait_interruptibly
from .memetic import LOOKED_AT, Climber, breed, step_up
from .neighbours import Scorer

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..dice.moves import DiceMoves
    from ..generation.required_words import RequiredWords
    from ..puzzle import Boggle
    from .best import BestOptions
    from .board_space import Space

__all__ = ["NOTHING", "Kept", "Progress", "Search", "Stopped"]

ANNEALING_STEPS, HOT, COLD = 600, 0.02, 0.002  # temperatures as shares of the score
BOARDS = {"memetic": 30, "pool": 50, "annealing": 1}  # of a pool
MEMETIC_FROM = 20  # cells
AT_A_TIME = 16  # boards that a thread takes up between two looks at the clock
NOTHING = -(1 << 62)  # below every score
Progress = Callable[[int, int, "Boggle"], None]


class Stopped(Exception):
    """A limit or the target is reached."""


class Kept(NamedTuple):
    """What keeps a search to some of the boards of a space; None where nothing does."""

    moves: DiceMoves | None
    holding: RequiredWords | None


class Search:
    """One call of `best`: the best board so far, what was done, and when to stop."""

    def __init__(
        self,
        space: Space,
        kept: Kept,
        options: BestOptions,
        limits: Limits | None,
        threads: int,
        progress: Progress | None,
    ) -> None:
        self.space, self.options, self.progress = space, options, progress
        self.moves, self.holding = kept.moves, kept.holding
        self.target = options.target
        self.method = options.method or ("memetic" if space.n_cells >= MEMETIC_FROM else "pool")
        self.size = options.pool or BOARDS[self.method]
        limits = limits or Limits()
        self.end = None if limits.seconds is None else time.perf_counter() + limits.seconds
        self.most = 1 << 62 if limits.nodes is None else limits.nodes
        self.score, self.codes = NOTHING, np.zeros(space.n_cells, dtype=np.uint8)
        if self.moves is not None or self.holding is not None:
            self.codes = self.random(np.random.default_rng(0), 1)[0]
        self.expanded = self.generated = self.rounds = self.hits = 0
        n = space.n_cells
        self.fan = n * (space.n_letters - 1) + n * (n - 1) // 2  # neighbours of a board
        self.upper = np.triu_indices(n, 1)
        self.scorers = [Scorer(space) for _ in range(threads)]
        self.pool: Any = None

    @cached_property
    def apart(self) -> NDArray[np.intp]:
        """Moves between each two cells; as many as there are cells where no way leads."""
        n = self.space.n_cells
        beside = self.space.adjacency[:, None] >> np.arange(n, dtype=np.uint64) & np.uint64(1)
        apart = np.where(np.eye(n, dtype=np.bool_), 0, np.where(beside, 1, n)).astype(np.intp)
        for through in range(n):
            apart = np.minimum(apart, apart[:, through, None] + apart[None, through])
        return apart

    def random(self, rng: np.random.Generator, n: int) -> NDArray[np.uint8]:
        """Return n random boards, of dice where there are some, with the words that they are to hold."""
        if self.holding is not None:
            return self.holding.boards(n, rng)
        if self.moves is not None:
            return self.moves.rolls(n, rng)
        return rng.integers(0, self.space.n_letters, (n, self.space.n_cells)).astype(np.uint8)

    def see(self, scores: NDArray[np.int64], boards: NDArray[np.uint8]) -> None:
        """Keep the best board, the first by its letters where several score the same."""
        if not len(scores) or scores.max() < self.score:
            return
        tied = self.space.canonical(boards[scores == scores.max()])
        codes = tied[np.lexsort(tied.T[::-1])[0]]
        if scores.max() > self.score or codes.tobytes() < self.codes.tobytes():
            self.score, self.codes = int(scores.max()), codes

    def tick(self) -> None:
        """Show progress; stop where it is time."""
        if self.progress is not None and self.score > NOTHING:
            self.progress(self.generated, self.score, self.space.board(self.codes))
        if self.target is not None and self.score >= self.target:
            raise Stopped
        if self.expanded >= self.most or (self.end is not None and time.perf_counter() >= self.end):
            raise Stopped

    def expand(
        self, scorer: Scorer, boards: NDArray[np.uint8], above: int | None, most: int
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.uint8]]:
        """Return the boards' own scores, and those of the neighbours above a score, with them.

        At most so many of each board; where there is no score, those above the board's own.
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
            made = np.repeat(codes[None], len(cells) + len(swap), axis=0)
            made[np.arange(len(cells)), cells] = letters
            at = np.arange(len(cells), len(made))
            made[at, rows[swap]], made[at, cols[swap]] = codes[cols[swap]], codes[rows[swap]]
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
    ) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.uint8]]]:
        """Yield what `expand` returns, for a few boards at a time, in their order."""
        parts = [boards[start : start + at_a_time] for start in range(0, len(boards), at_a_time)]
        if self.pool is None:
            for part in parts:
                yield self.expand(self.scorers[0], part, above, most)
            return
        idle: queue.SimpleQueue[Scorer] = queue.SimpleQueue()
        for scorer in self.scorers:
            idle.put(scorer)

        def task(part: NDArray[np.uint8]) -> Any:
            scorer = idle.get()
            try:
                return self.expand(scorer, part, above, most)
            finally:
                idle.put(scorer)

        futures = [self.pool.submit(task, part) for part in parts]
        try:
            for future in futures:
                yield wait_interruptibly(future)
        finally:
            for future in futures:
                future.cancel()

    def run(self, seed: int) -> bool:
        """Run round after round; return whether the search came to its end."""
        options = self.options
        try:
            while options.goes_on(self.rounds, self.hits):
                self.tick()
                rng = np.random.default_rng([seed, self.rounds])
                before = self.score
                if self.method == "annealing":
                    reached = self.anneal(rng, ANNEALING_STEPS)
                elif self.method == "pool":
                    reached = self.climb(rng, self.size)
                else:
                    reached = breed(self, rng, self.size)
                self.rounds += 1
                self.hits = (self.hits if before == self.score else 0) + (reached == self.score)
        except Stopped:
            pass
        else:
            if self.target is None:
                return True
        return self.target is not None and self.score >= self.target

    def climb(self, rng: np.random.Generator, size: int) -> int:
        """Climb from a pool of random boards until the best `size` boards met are all taken up."""
        boards = self.random(rng, size)
        scores = np.full(len(boards), NOTHING, dtype=np.int64)
        fresh = np.ones(len(boards), dtype=bool)
        done: set[bytes] = set()
        while fresh.any():
            full = len(boards) >= size and scores.min() > NOTHING
            above = int(scores.min()) if full else NOTHING
            more_scores, more_boards = [scores[~fresh]], [boards[~fresh]]
            todo = boards[fresh][: self.most - self.expanded]
            at = 0
            for own, found, made in self.expand_all(todo, above, size):
                here = todo[at : at + len(own)]
                at += len(own)
                more_scores += [own, found]
                more_boards += [here, made]
                done.update(codes.tobytes() for codes in here)
                self.expanded += len(own)
                self.generated += len(own) * (1 + self.fan)
                self.see(np.concatenate([own, found]), np.concatenate([here, made]))
                self.tick()
            boards, scores = self.best_of(np.concatenate(more_boards), np.concatenate(more_scores), size)
            fresh = np.array([codes.tobytes() not in done for codes in boards], dtype=bool)
        return int(scores[0])

    def climb_on(self, climbers: Sequence[Climber]) -> list[bool]:
        """Score the neighbours of each board, and take it up; return which go on."""
        goes_on = []
        todo = climbers[: self.most - self.expanded]
        boards = np.array([climber.codes for climber in todo])
        for climber, (own, scores, made) in zip(
            todo, self.expand_all(boards, None, LOOKED_AT, at_a_time=1), strict=True
        ):
            self.expanded += 1
            self.generated += 1 + self.fan
            self.see(own, climber.codes[None])
            self.see(scores, made)
            self.tick()
            goes_on.append(step_up(climber, int(own[0]), scores, made))
        return goes_on

    def best_of(
        self, boards: NDArray[np.uint8], scores: NDArray[np.int64], size: int
    ) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        """Return the best boards, one of each up to symmetry."""
        boards = self.space.canonical(boards)
        texts = np.ascontiguousarray(boards + np.uint8(1)).view(f"S{self.space.n_cells}")[:, 0]
        _, first = np.unique(texts, return_index=True)
        order = first[np.argsort(-scores[first], kind="stable")][:size]
        return boards[order], scores[order]

    def anneal(self, rng: np.random.Generator, steps: int) -> int:
        """Walk from a random board, each neighbour the likelier the higher it scores, ever cooler."""
        codes = self.random(rng, 1)[0]
        scorer, best = self.scorers[0], NOTHING
        for step in range(steps):
            own, scores, made = self.expand(scorer, codes[None], NOTHING, 1 << 30)
            self.expanded += 1
            self.generated += 1 + self.fan
            self.see(scores, made)
            best = max(best, int(scores.max()))
            self.tick()
            heat = max(abs(int(own[0])), 1) * HOT * (COLD / HOT) ** (step / max(steps - 1, 1))
            weights = np.exp((scores - scores.max()) / heat)
            weights[(made == codes).all(axis=1)] = 0  # to stay is no step
            total = np.cumsum(weights)
            if not total[-1]:
                break
            codes = made[min(int(np.searchsorted(total, rng.random() * total[-1])), len(made) - 1)]
        return best
