"""Neighbours of a board, and the search for the best one: hill climbing over a pool, and annealing."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ...base import PuzzleError, Result, SearchStats, Status
from ...core.walk.neighbour_scores import MAX_CELLS, NeighbourScores
from ...lexicon import Lexicon
from .classes import Space, space_of
from .puzzle import Boggle
from .tables import NO_LETTER, letter_codes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .scoring import Scoring

__all__ = ["BestResult", "Neighbours", "best", "score_neighbours"]

METHODS = ("pool", "annealing")
REPEATS = 3  # rounds that end at the best score, after which no other is begun
MOST_POOL = 1 << 16
ANNEALING_STEPS, HOT, COLD = 600, 0.02, 0.002  # temperatures as shares of the score
AT_A_TIME = 16  # boards that a thread takes up between two looks at the clock


@dataclass(frozen=True, kw_only=True, eq=False)
class Neighbours:
    """Scores of a board and of all that differ from it by one letter or by a swap of two cells.

    Attributes
    ----------
    board : Boggle
    score : int
        Points of the board itself.
    alphabet : str
        The letters that cells can have; q stands for Qu where the board has it so.
    letters : int64 array of shape (cells, letters)
        Points with each letter on each cell; that of the board itself where the cell has the letter, or
        is a hole.
    swaps : int64 array of shape (cells, cells)
        Points with the tiles of two cells swapped, symmetric; that of the board itself where nothing
        changes, or one is a hole.
    """

    board: Boggle
    score: int
    alphabet: str
    letters: NDArray[np.int64]
    swaps: NDArray[np.int64]
    codes: NDArray[np.uint8]
    space: Space

    def boards(self) -> Iterator[tuple[Boggle, int]]:
        """Yield each neighbour with its score: letters cell by cell, then swaps; holes left alone."""
        cells = np.flatnonzero(self.codes < len(self.alphabet)).tolist()
        for cell in cells:
            for letter in range(len(self.alphabet)):
                if letter != self.codes[cell]:
                    codes = self.codes.copy()
                    codes[cell] = letter
                    yield self.space.board(codes), int(self.letters[cell, letter])
        for a in cells:
            for b in cells:
                if a < b and self.codes[a] != self.codes[b]:
                    codes = self.codes.copy()
                    codes[[a, b]] = codes[[b, a]]
                    yield self.space.board(codes), int(self.swaps[a, b])

    def best(self) -> tuple[Boggle, int]:
        """Return the neighbour with the highest score, the first of several; the board where it has none."""
        return max(self.boards(), key=lambda pair: pair[1], default=(self.board, self.score))


class _Scorer:
    """Scores the neighbours of boards of one space; one object serves one thread."""

    def __init__(self, space: Space) -> None:
        self.space, self.key = space, ("neighbours", *space.key)
        n = space.n_cells
        self.kernel: NeighbourScores | None = None
        if n <= MAX_CELLS:
            self.kernel = space.made.take(
                self.key, lambda: NeighbourScores(space.words, space.adjacency, space.points)
            )
        self.letters = np.empty((n, space.n_letters), dtype=np.int64)
        self.swaps = np.empty((n, n), dtype=np.int64)

    def run(self, codes: NDArray[np.uint8]) -> None:
        """Fill `letters` and `swaps`."""
        if self.kernel is None or not self.kernel.run(codes, self.letters, self.swaps):
            self._one_by_one(codes)

    def end(self) -> None:
        """Let the kernel wait for the next board."""
        if self.kernel is not None:
            self.space.made.give(self.key, self.kernel)
            self.kernel = None

    def _one_by_one(self, codes: NDArray[np.uint8]) -> None:
        n_letters = self.letters.shape[1]
        own = np.flatnonzero(codes < n_letters)
        pairs = np.array([(a, b) for a in own for b in own if a < b], dtype=np.intp).reshape(-1, 2)
        boards = np.repeat(codes[None], 1 + len(own) * n_letters + len(pairs), axis=0)
        cells = np.repeat(own, n_letters)
        letters = np.tile(np.arange(n_letters, dtype=np.uint8), len(own))
        rows = 1 + np.arange(len(cells))
        boards[rows, cells] = letters
        rows = 1 + len(cells) + np.arange(len(pairs))
        boards[rows[:, None], pairs] = codes[pairs[:, ::-1]]
        scores = self.space.scores(boards)
        self.letters[:] = self.swaps[:] = scores[0]
        self.letters[cells, letters] = scores[1 : 1 + len(cells)]
        self.swaps[pairs[:, 0], pairs[:, 1]] = self.swaps[pairs[:, 1], pairs[:, 0]] = scores[1 + len(cells) :]


def score_neighbours(
    board: Any,
    lexicon: Lexicon | Iterable[str] | None = None,
    *,
    shape: Any = None,
    topology: str = "king",
    wrap: bool = False,
    qu: bool = False,
    min_length: int = 3,
    scoring: Scoring | None = None,
) -> Neighbours:
    """Score all boards that differ from a board by one letter or by a swap of two cells.

    Parameters
    ----------
    board : Boggle, or what `Boggle.parse` takes
        At most 64 cells, of single letters, Qu and holes; holes stay where they are.
    lexicon : Lexicon or iterable of str, optional
        The words that count, and the letters that cells can have; the embedded list by default.
    shape, topology, wrap, qu
        As for `Boggle.parse`; of no effect on a Boggle, except that `qu` makes Qu of q where a change
        brings it in.
    min_length, scoring
        As for `Boggle.solve`; points by length alone.

    Returns
    -------
    Neighbours

    Raises
    ------
    PuzzleError
        No board; tiles that are neither letters of the lexicon, nor Qu, nor holes.

    Notes
    -----
    One walk serves all of them: of a trie string it keeps the paths that spell it with at most one
    cell changed, or two swapped, so that what neighbours share is searched once. About 0.2 ms for the
    520 neighbours of a 4x4 board of random letters. Boards of more than 32 cells are scored one by one.

    Examples
    --------
    >>> found = score_neighbours("teas", Lexicon(["tea", "eat", "rate", "stare"]))
    >>> found.score, found.letters[3, found.alphabet.index("r")].item(), found.swaps.shape
    (2, 3, (4, 4))
    >>> print(found.best()[0].format().replace("\\n", "/"), found.best()[1])
    T E/A R 3
    """
    if not isinstance(board, Boggle):
        board = Boggle.parse(board, topology=topology, wrap=wrap, qu=qu, shape=shape)
    names = tuple(sorted({board.tile(cell) for cell in range(board.rows * board.cols)}))
    space = space_of(
        board.shape,
        lexicon,
        topology=board.topology,
        wrap=board.wrap,
        qu=qu or "qu" in names,
        min_length=min_length,
        scoring=scoring,
    )
    plain = letter_codes(names, space.lexicon)
    if plain is None or (space.qu and "q" in names):
        raise PuzzleError("tiles other than single letters, expected letters, Qu and holes")
    by_name = dict(zip(names, plain[0].tolist(), strict=True))
    for name, code in by_name.items():
        if name and code == NO_LETTER:
            raise PuzzleError(f"tile {name!r}, expected letters that the lexicon has")
    codes = np.array([by_name[board.tile(cell)] for cell in range(space.n_cells)], dtype=np.uint8)
    scorer = _Scorer(space)
    scorer.run(codes)
    scorer.end()
    return Neighbours(
        board=board,
        score=int(scorer.swaps[0, 0]),
        alphabet=space.lexicon.alphabet,
        letters=scorer.letters,
        swaps=scorer.swaps,
        codes=codes,
        space=space,
    )


@dataclass(frozen=True, kw_only=True, eq=False)
class BestResult(Result):
    """The best board that a search met. No proof that there is no better one: see `prove`.

    `stats.nodes` counts the boards whose neighbours were scored, `stats.generated` all boards scored.
    The status is SOLVED where the search came to its end, LIMIT where time or Ctrl-C ended it.
    """

    board: Boggle
    score: int
    """Points of the board, or its words where the objective is ``words``."""
    objective: str
    rounds: int
    """Rounds that were completed."""
    hits: int
    """Rounds among them that ended at this score."""

    def __str__(self) -> str:
        return f"{self.score:,} {'points' if self.objective == 'score' else 'words'}"

    def __repr__(self) -> str:
        return f"<BestResult {self.status}: {self}>"


class _Stopped(Exception):
    """Time is over, or the target is reached."""


class _Search:
    """One call of `best`: the best board so far, what was done, and when to stop."""

    def __init__(
        self,
        space: Space,
        seconds: float | None,
        target: int | None,
        threads: int,
        progress: Callable[[int, int, Boggle], None] | None,
    ) -> None:
        self.space, self.target, self.progress, self.threads = space, target, progress, threads
        self.end = None if seconds is None else time.perf_counter() + seconds
        self.score, self.codes = -(1 << 62), np.zeros(space.n_cells, dtype=np.uint8)
        self.expanded = self.generated = self.rounds = self.hits = 0
        n = space.n_cells
        self.fan = n * (space.n_letters - 1) + n * (n - 1) // 2  # neighbours of a board
        self.upper = np.triu_indices(n, 1)
        self.scorers = [_Scorer(space) for _ in range(threads)]
        self.pool: Any = None

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
        if self.progress is not None and self.score > -(1 << 62):
            self.progress(self.generated, self.score, self.space.board(self.codes))
        if self.target is not None and self.score >= self.target:
            raise _Stopped
        if self.end is not None and time.perf_counter() >= self.end:
            raise _Stopped

    def expand(
        self, scorer: _Scorer, boards: NDArray[np.uint8], above: int, most: int
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.uint8]]:
        """Return the boards' own scores, and those of the neighbours above a score, with them."""
        own = np.empty(len(boards), dtype=np.int64)
        found_scores, found_boards = [np.empty(0, np.int64)], [boards[:0]]
        rows, cols = self.upper
        for i, codes in enumerate(boards):
            scorer.run(codes)
            own[i] = scorer.swaps[0, 0]
            cells, letters = np.nonzero(scorer.letters > above)
            swap = np.flatnonzero(scorer.swaps[rows, cols] > above)
            made = np.repeat(codes[None], len(cells) + len(swap), axis=0)
            made[np.arange(len(cells)), cells] = letters
            at = np.arange(len(cells), len(made))
            made[at, rows[swap]], made[at, cols[swap]] = codes[cols[swap]], codes[rows[swap]]
            scores = np.concatenate([scorer.letters[cells, letters], scorer.swaps[rows[swap], cols[swap]]])
            if len(scores) > most:
                best = np.argpartition(-scores, most)[:most]
                scores, made = scores[best], made[best]
            found_scores.append(scores)
            found_boards.append(made)
        return own, np.concatenate(found_scores), np.concatenate(found_boards)

    def expand_all(
        self, boards: NDArray[np.uint8], above: int, most: int
    ) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.uint8]]]:
        """Yield what `expand` returns, for a few boards at a time, in their order."""
        parts = [boards[start : start + AT_A_TIME] for start in range(0, len(boards), AT_A_TIME)]
        if self.pool is None:
            for part in parts:
                yield self.expand(self.scorers[0], part, above, most)
            return
        idle: queue.SimpleQueue[_Scorer] = queue.SimpleQueue()
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
                yield future.result()
        finally:
            for future in futures:
                future.cancel()

    def climb(self, rng: np.random.Generator, size: int) -> int:
        """Climb from a pool of random boards until the best `size` boards met are all taken up."""
        n = self.space.n_cells
        boards = rng.integers(0, self.space.n_letters, (size, n)).astype(np.uint8)
        scores = np.full(len(boards), -(1 << 62), dtype=np.int64)
        fresh = np.ones(len(boards), dtype=bool)
        done: set[bytes] = set()
        while fresh.any():
            full = len(boards) >= size and scores.min() > -(1 << 62)
            above = int(scores.min()) if full else -(1 << 62)
            more_scores, more_boards = [scores[~fresh]], [boards[~fresh]]
            todo = boards[fresh]
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
        codes = rng.integers(0, self.space.n_letters, self.space.n_cells).astype(np.uint8)
        scorer, best = self.scorers[0], -(1 << 62)
        for step in range(steps):
            own, scores, made = self.expand(scorer, codes[None], -(1 << 62), 1 << 30)
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


def best(
    shape: Any,
    lexicon: Lexicon | Iterable[str] | None = None,
    *,
    seconds: float | None = None,
    seed: int = 0,
    objective: str = "score",
    method: str = "pool",
    pool: int = 100,
    rounds: int | None = None,
    target: int | None = None,
    topology: str = "king",
    wrap: bool = False,
    qu: bool = False,
    min_length: int = 3,
    scoring: Scoring | None = None,
    threads: int = 1,
    progress: Callable[[int, int, Boggle], None] | None = None,
) -> BestResult:
    """Search for the board with the highest score.

    Parameters
    ----------
    shape : str, int or pair
        Rows and columns, at most 64 cells.
    lexicon : Lexicon or iterable of str, optional
        The words that count, and the letters that cells can have; the embedded list by default.
    seconds : float, optional
        Stop after this time with the best board so far.
    seed : int, optional
        The same seed gives the same search, whatever the number of threads.
    objective : str, optional
        ``score``, or ``words`` for the most words.
    method : str, optional
        ``pool``: hill climbing over a pool; ``annealing``: simulated annealing.
    pool : int, optional
        Boards of the pool.
    rounds : int, optional
        Rounds to run, each from new random boards; by default until three ended at the best score.
    target : int, optional
        Stop as soon as this score is reached.
    topology, wrap, qu, min_length, scoring
        As for `score_many`; points by length alone.
    threads : int, optional
        Threads that score neighbours of the pool; 0 is as many as the process may use cores.
    progress : callable, optional
        Called with the boards scored, the best score so far, and its board.

    Returns
    -------
    BestResult
        Ctrl-C ends the search, and the result is the best board so far.

    Raises
    ------
    PuzzleError
        A parameter out of range.

    Notes
    -----
    A round begins with a pool of random boards. All neighbours of the pool's boards are scored (see
    `score_neighbours`) and the best boards met, one of each up to symmetry, are the next pool, until
    the neighbours of all of it are known. Annealing takes all neighbours of one board instead, and goes
    to one of them with a probability that grows exponentially with its score, without rejections: the
    n-fold way of Bortz, Kalos and Lebowitz (1975).

    Examples
    --------
    >>> found = best("2x2", Lexicon(["tea", "eat", "rate", "stare"]), seed=1)
    >>> print(found, found.board.format().replace("\\n", "/"))
    3 points A E/R T
    """
    import os

    space = space_of(
        shape,
        lexicon,
        topology=topology,
        wrap=wrap,
        qu=qu,
        min_length=min_length,
        scoring=scoring,
        objective=objective,
    )
    if seconds is not None and (isinstance(seconds, bool) or not 0 <= seconds < float("inf")):
        raise PuzzleError(f"seconds {seconds!r:.40}, expected a number from 0 up")
    if method not in METHODS:
        raise PuzzleError(f"method {method!r:.40}, expected {' or '.join(METHODS)}")
    for name, value, least, most in [
        ("seed", seed, 0, 1 << 63),
        ("pool", pool, 1, MOST_POOL),
        ("rounds", 1 if rounds is None else rounds, 1, 1 << 31),
        ("target", 0 if target is None else target, -(1 << 62), 1 << 62),
        ("threads", threads, 0, 1 << 10),
    ]:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise PuzzleError(f"{name} {value!r:.40}, expected a whole number from {least} to {most}")
    if not threads:
        threads = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    search = _Search(space, seconds, target, threads, progress)
    start, ended, interrupted = time.perf_counter(), False, False
    try:
        if threads > 1 and method == "pool":
            from concurrent.futures import ThreadPoolExecutor

            search.pool = ThreadPoolExecutor(threads)
        while search.rounds < rounds if rounds is not None else search.hits < REPEATS:
            rng = np.random.default_rng([seed, search.rounds])
            before = search.score
            reached = search.climb(rng, pool) if method == "pool" else search.anneal(rng, ANNEALING_STEPS)
            search.rounds += 1
            search.hits = (search.hits if before == search.score else 0) + (reached == search.score)
        ended = True
    except _Stopped:
        ended = target is not None and search.score >= target
    except KeyboardInterrupt:
        interrupted = True
    finally:
        if search.pool is not None:
            search.pool.shutdown(wait=True, cancel_futures=True)
    if not search.expanded:  # not one board was taken up
        search.score = int(space.scores(search.codes[None])[0])
    return BestResult(
        status=Status.SOLVED if ended else Status.LIMIT,
        stats=SearchStats(
            nodes=search.expanded, generated=search.generated, seconds=time.perf_counter() - start
        ),
        interrupted=interrupted,
        board=space.board(search.codes),
        score=search.score,
        objective=objective,
        rounds=search.rounds,
        hits=search.hits,
    )
