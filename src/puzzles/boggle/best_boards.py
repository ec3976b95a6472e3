"""The search for the board with the most points: hill climbing over a pool, and annealing."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack, cast

import numpy as np

from ...base import Limits, PuzzleError, Result, SearchStats, Status
from ...lexicon import Lexicon
from ..common.amounts import amount
from ..common.checks import check_limits, check_method, check_seed
from ..common.lexicons import lexicon_of
from ..common.threads import awaited, workers_for
from .classes import Space, space_of
from .dice_moves import DiceMoves, dice_for_space
from .holding import Holding
from .neighbours import Scorer
from .puzzle import Boggle
from .rules import Rules, RuleWords, rules_of
from .text import board_size

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...typing import DiceLike, ShapeLike
    from .dice import Dice
    from .result import BoggleResult

__all__ = ["METHODS", "BestResult", "best"]

METHODS = ("pool", "annealing")
REPEATS = 3  # rounds that end at the best score, after which no other is begun
MOST_POOL = 1 << 16
ANNEALING_STEPS, HOT, COLD = 600, 0.02, 0.002  # temperatures as shares of the score
AT_A_TIME = 16  # boards that a thread takes up between two looks at the clock
NOTHING = -(1 << 62)  # below every score
Progress = Callable[[int, int, Boggle], None]


class BestWords(RuleWords, total=False):
    """The keywords of `best`: those of the rules, and of the search."""

    objective: str
    method: str | None
    pool: int
    rounds: int | None
    target: int | None
    seed: int | None
    dice: Any
    contains: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class BestOptions:
    """How to search for the best board; see `best`."""

    objective: str = "score"
    method: str | None = None
    pool: int = 50
    rounds: int | None = None
    target: int | None = None
    seed: int | None = None
    dice: DiceLike | Dice | None = None
    contains: str | Iterable[str] | None = None

    def __post_init__(self) -> None:
        check_method(self.method, METHODS)
        check_seed(self.seed)
        for name, least, most in (
            ("pool", 1, MOST_POOL),
            ("rounds", 1, 1 << 31),
            ("target", NOTHING, 1 << 62),
        ):
            value = getattr(self, name)
            if value is None and name != "pool":
                continue
            if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
                raise PuzzleError(f"{name}={value!r:.40}, expected a whole number from {least} to {most}")

    def goes_on(self, rounds: int, hits: int) -> bool:
        """Say whether another round is to begin: with a target until it is reached."""
        if self.rounds is not None:
            return rounds < self.rounds
        return self.target is not None or hits < REPEATS


@dataclass(frozen=True, kw_only=True, eq=False)
class BestResult(Result):
    """The best board that a search met. No proof that there is no better one: see `prove`.

    `stats.nodes` counts the boards whose neighbours were scored, `stats.generated` all boards scored.
    The status is SOLVED where the search came to its end, which is the target where there is one; LIMIT
    where a limit, the last round before the target, or Ctrl-C ended it.
    """

    board: Boggle
    score: int
    """Points of the board, or its words where the objective is ``words``."""
    objective: str
    rounds: int
    """Rounds that were completed."""
    hits: int
    """Rounds among them that ended at this score."""
    seed: int
    """The seed that makes the same search again."""
    dice: str | None = None
    """The dice that show the board, where there were some."""
    contains: tuple[str, ...] = ()
    """The words that the board was to hold."""
    lexicon: Lexicon
    """The words that counted."""

    def __str__(self) -> str:
        return amount(self.score, "point" if self.objective == "score" else "word")

    def __repr__(self) -> str:
        return f"<BestResult {self.status}: {self}>"

    @property
    def puzzle(self) -> Boggle:
        """The board, as other results call it."""
        return self.board

    def to_html(self) -> str:
        """Return the page of the board with its words, as that of a board that was solved."""
        return self._solved().to_html()

    def _repr_html_(self) -> str | None:
        return self._solved()._repr_html_()

    def _solved(self) -> BoggleResult:
        return self.board.solve(self.lexicon)

    def _repr_svg_(self) -> str:
        return self.board.to_svg()


class _Stopped(Exception):
    """A limit or the target is reached."""


class Kept(NamedTuple):
    """What keeps a search to some of the boards of a space; None where nothing does."""

    moves: DiceMoves | None
    holding: Holding | None


class _Search:
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
            raise _Stopped
        if self.expanded >= self.most or (self.end is not None and time.perf_counter() >= self.end):
            raise _Stopped

    def expand(
        self, scorer: Scorer, boards: NDArray[np.uint8], above: int, most: int
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.uint8]]:
        """Return the boards' own scores, and those of the neighbours above a score, with them."""
        own = np.empty(len(boards), dtype=np.int64)
        found_scores, found_boards = [np.empty(0, np.int64)], [boards[:0]]
        rows, cols = self.upper
        for i, codes in enumerate(boards):
            scorer.run(codes)
            own[i] = scorer.swaps[0, 0]
            better = scorer.letters > above
            if self.moves is not None:
                better &= self.moves.choices(codes)
            cells, letters = np.nonzero(better)
            swap = np.flatnonzero(scorer.swaps[rows, cols] > above)
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
        self, boards: NDArray[np.uint8], above: int, most: int
    ) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.uint8]]]:
        """Yield what `expand` returns, for a few boards at a time, in their order."""
        parts = [boards[start : start + AT_A_TIME] for start in range(0, len(boards), AT_A_TIME)]
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
                yield awaited(future)
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
                if options.method == "annealing":
                    reached = self.anneal(rng, ANNEALING_STEPS)
                else:
                    reached = self.climb(rng, options.pool)
                self.rounds += 1
                self.hits = (self.hits if before == self.score else 0) + (reached == self.score)
        except _Stopped:
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


def best(
    shape: ShapeLike,
    lexicon: Lexicon | Iterable[str] | None = None,
    *,
    limits: Limits | None = None,
    threads: int = 0,
    progress: Progress | None = None,
    **options: Unpack[BestWords],
) -> BestResult:
    """Search for the board with the highest score.

    Parameters
    ----------
    shape : str, int or pair
        Rows and columns, at most 64 cells.
    lexicon : Lexicon or iterable of str, optional
        The words that count, and the letters that cells can have; the embedded list by default.
    limits : Limits, optional
        Stop at one with the best board so far; nodes are boards whose neighbours were scored.
    threads : int, optional
        Threads that score neighbours of the pool; 0 is as many as the process may use cores.
    progress : callable, optional
        Called with the boards scored, the best score so far, and its board.
    objective : str, optional
        ``score``, or ``words`` for the most words.
    method : str, optional
        ``pool``: hill climbing over a pool, the default; ``annealing``: simulated annealing.
    pool : int, optional
        Boards of the pool, 50 by default.
    rounds : int, optional
        Rounds to run, each from new random boards; by default until three ended at the best score, or with
        a target until that is reached.
    target : int, optional
        Stop as soon as this score is reached, not before unless `limits` or `rounds` come first.
    seed : int, optional
        The same seed gives the same search, whatever the number of threads.
    dice : str or sequence, optional
        Only boards that these dice can show, each die once; as for `generate`, as many as cells. A Q on them
        is Qu. By default any letters.
    contains : str or iterable of str, optional
        Only boards that hold these words of the lexicon, 64 at most: a round begins with random boards that
        do, and neighbours that do not are left out.
    **options
        ``rules=Rules(…)``, or its fields by name; points by lengths and letters.

    Returns
    -------
    BestResult
        Its status is LIMIT where the target was not reached. Ctrl-C ends the search, and the result is the
        best board so far.

    Raises
    ------
    PuzzleError
        A parameter out of range; words to contain that are not in the lexicon, do not fit on the board, or
        cannot be shown.

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
    >>> print(best("2x2", Lexicon(["tea", "eat", "sort"]), contains="sort").board.check("sort"))
    True
    >>> print(best("2x2", Lexicon(["tea", "eat", "rate"]), dice="TX TE AR XX", seed=1))  # no dice show rate
    2 points
    """
    named: dict[str, Any] = dict(options)
    wanted = BestOptions(
        **{field.name: named.pop(field.name) for field in fields(BestOptions) if field.name in named}
    )
    words = lexicon_of(lexicon)
    space, kept = _space(shape, words, rules_of(cast("RuleWords", named)), wanted)
    workers = workers_for(threads) if wanted.method != "annealing" else min(workers_for(threads), 1)
    search = _Search(space, kept, wanted, check_limits(limits), workers, progress)
    seed = int(np.random.SeedSequence().generate_state(1)[0]) if wanted.seed is None else wanted.seed
    start, ended, interrupted = time.perf_counter(), False, False
    try:
        if workers > 1:
            from concurrent.futures import ThreadPoolExecutor

            search.pool = ThreadPoolExecutor(workers)
        ended = search.run(seed)
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
        objective=wanted.objective,
        rounds=search.rounds,
        hits=search.hits,
        seed=seed,
        dice=None if kept.moves is None else str(kept.moves.given),
        contains=() if kept.holding is None else kept.holding.words,
        lexicon=words,
    )


def _space(shape: ShapeLike, words: Lexicon, rules: Rules, options: BestOptions) -> tuple[Space, Kept]:
    """Return the boards that are searched, and what keeps the search to some of them."""
    rows, cols = board_size(shape)
    moves = None
    if options.dice is None:
        space = space_of((rows, cols), words, rules, options.objective)
    else:
        dice, qu = dice_for_space(options.dice, rows * cols, words, rules.qu)
        space = space_of((rows, cols), words, replace(rules, qu=qu), options.objective)
        moves = DiceMoves(dice, space)
    holding = None
    if options.contains is not None:
        holding = Holding(options.contains, space, None if moves is None else moves.dice)
    return space, Kept(moves, holding)
