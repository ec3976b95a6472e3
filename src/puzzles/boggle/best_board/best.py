"""The best board: what to search for, and what was found."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Unpack, cast

import numpy as np

from ....base import Limits, PuzzleError, Result, SearchStats, Status
from ....io.text import pluralize
from ....lexicon import Lexicon
from ....lexicon.arguments import lexicon_of
from ....search.threads import threads_of, workers_for
from ...framework.arguments import check_limits, check_method, check_seed
from ..dice.moves import DiceMoves, dice_for_space
from ..generation.required_words import RequiredWords
from ..parse import board_size
from ..puzzle import Boggle
from ..rules import Rules, RuleWords, rules_of
from .board_space import Space, space_of
from .hill_climb import NOTHING, Kept, Progress, Search

if TYPE_CHECKING:
    from ....typing import DiceLike, ShapeLike
    from ..dice.dice import Dice
    from ..result import BoggleResult

__all__ = ["METHODS", "BestResult", "best"]

METHODS = ("memetic", "pool", "annealing")
REPEATS = 3  # rounds that end at the best score, after which no other is begun
MOST_POOL = 1 << 16


class BestWords(RuleWords, total=False):
    """The keywords of `best`: those of the rules, and of the search."""

    objective: str
    method: str | None
    pool: int | None
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
    pool: int | None = None
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
            if value is None:
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
        return pluralize(self.score, "point" if self.objective == "score" else "word")

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
        Threads that score neighbours; 0 is as many as the process may use cores.
    progress : callable, optional
        Called with the boards scored, the best score so far, and its board.
    objective : str, optional
        ``score``, or ``words`` for the most words.
    method : str, optional
        ``memetic``: boards are crossed, and what comes of it climbs, the default from 20 cells on; ``pool``:
        hill climbing over a pool, the default below; ``annealing``: simulated annealing.
    pool : int, optional
        Boards of the pool, 50 by default, or of the population, 30 by default.
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
    A memetic round (Moscato, 1989) begins with random boards; each climbs to the best of its neighbours
    (see `score_neighbours`) until none is better. Then a piece of one board, turned and mirrored, is put
    into another, and the child climbs; the population keeps the best that are not near each other, and a
    round ends after 200 children without a better board. A round of a pool begins with random boards as
    well. All neighbours of the pool's boards are scored and the best boards met, one of each up to symmetry,
    are the next pool, until the neighbours of all of it are known. Annealing takes all neighbours of one
    board instead, and goes to one of them with a probability that grows exponentially with its score,
    without rejections: the n-fold way of Bortz, Kalos and Lebowitz (1975).

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
    search = Search(space, kept, wanted, check_limits(limits), workers, progress)
    seed = int(np.random.SeedSequence().generate_state(1)[0]) if wanted.seed is None else wanted.seed
    start, ended, interrupted = time.perf_counter(), False, False
    try:
        if workers > 1:
            search.pool = threads_of(workers)
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
        holding = RequiredWords(options.contains, space, None if moves is None else moves.dice)
    return space, Kept(moves, holding)
