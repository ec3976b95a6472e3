"""Search for the board with the highest score: options, result and rounds."""

from __future__ import annotations

import time
from collections.abc import Iterable
from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ....base import Limits, SearchStats, Status
from ....io.text import pluralize
from ....lexicon import Lexicon
from ....lexicon.arguments import board_lexicon
from ....options import option, options
from ....search.threads import thread_pool, workers_for
from ...framework.arguments import check_choice, check_limits, check_method, check_seed, check_whole
from ..parse import board_size
from ..puzzle import Boggle
from ..result import Described
from ..rules import Rules, options_and_rules, seed_of
from .annealing import anneal
from .board_space import OBJECTIVES, space_of
from .hill_climb import climb
from .memetic import breed
from .restrictions import DiceMoves, RequiredWords, dice_for_space
from .search import NOTHING, BestSearch, Progress, SearchStopped

if TYPE_CHECKING:
    from ....typing import DiceLike, ShapeLike
    from ..dice.dice import Dice
    from ..result import BoggleResult

METHODS = ("memetic", "pool", "annealing")
SIZES = {"memetic": 30, "pool": 50, "annealing": 600}  # boards of a pool, or steps
MEMETIC_FROM = 20  # cells
REPEATS = 3  # rounds that end at the best score, after which no other begins
MOST_POOL = 1 << 16


@options
class BestOptions:
    """Options of the search for the best board."""

    objective: str = option("score", "maximize points, or the number of words", choices=OBJECTIVES)
    method: str | None = option(
        None, "choose the search (default: pool, and memetic from 20 cells on)", choices=METHODS
    )
    pool: int | None = option(None, "keep N boards (default: 50, or 30 with memetic)", type=int, metavar="N")
    rounds: int | None = option(
        None, "stop after N rounds (default: once 3 have found the same best score)", type=int, metavar="N"
    )
    target: int | None = option(None, "search until a board has N points", type=int, metavar="N")
    seed: int | None = option(None, "random seed", flag=False)
    dice: DiceLike | Dice | None = option(
        None,
        "use only boards that these dice show: 1976, 1987, big, or faces such as 'AAEEGN ABBJOO …'"
        " (default: any board)",
        metavar="SET",
    )
    contains: str | Iterable[str] | None = option(None, "require words, separated by commas", metavar="WORDS")

    def __post_init__(self) -> None:
        object.__setattr__(self, "method", check_method(self.method, METHODS))
        object.__setattr__(self, "objective", check_choice("objective", self.objective, OBJECTIVES))
        check_seed(self.seed)
        for name, least, most in (
            ("pool", 1, MOST_POOL),
            ("rounds", 1, 1 << 31),
            ("target", NOTHING, 1 << 62),
        ):
            if (value := getattr(self, name)) is not None:
                check_whole(name, value, least, most)


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class BestResult(Described):
    """The best board that a search found. It is no proof that there is no better one: see `prove`.

    `stats.nodes` counts the boards whose neighbours were scored, `stats.generated` all boards scored.
    The status is SOLVED where the search came to its end, or reached its target; LIMIT after a limit, the
    last round before the target, or Ctrl-C.
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
    """The seed that repeats the search."""
    dice: str | None = None
    """The dice that show the board, where there were some."""
    contains: tuple[str, ...] = ()
    """The required words."""
    lexicon: Lexicon
    """The words that counted."""

    def __str__(self) -> str:
        return pluralize(self.score, "point" if self.objective == "score" else "word")

    @property
    def puzzle(self) -> Boggle:
        """The board, by the name that all results have."""
        return self.board

    def to_html(self) -> str:
        """Return the page of the board with its words."""
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
    options: BestOptions | None = None,
    *,
    limits: Limits | None = None,
    threads: int = 0,
    progress: Progress | None = None,
    **changes: Any,
) -> BestResult:
    """Search for the board with the highest score.

    Parameters
    ----------
    shape : str, int or pair
        Rows and columns, at most 64 cells.
    lexicon : Lexicon or iterable of str, optional
        The words that count, and the letters that cells can have (default: the embedded English list up to
        level 60).
    limits : Limits, optional
        Stop at one with the best board so far; nodes are boards whose neighbours were scored.
    threads : int, optional
        Threads that score neighbours; 0 uses every core.
    progress : callable, optional
        Called with the boards scored, the best score so far, and its board.
    options, **changes
        `BestOptions`, and changes of its fields by name. The same `seed` gives the same search, whatever the
        number of threads. ``rules=Rules(…)``, or its fields by name; points by lengths and letters.

    Returns
    -------
    BestResult
        Its status is LIMIT where the target was not reached. Ctrl-C returns the best board so far.

    Raises
    ------
    PuzzleError
        A parameter out of range; required words that are not in the lexicon, do not fit on the board, or
        cannot be shown by the dice.

    Notes
    -----
    ``memetic`` (P. Moscato, 1989): random boards climb to the best of their neighbours (see
    `score_neighbours`) until none is better. Then a piece of one board is put into another, and the child
    climbs; the population keeps the best that are not near each other. A round ends after 200 children
    without a better board. ``pool``: all neighbours of the pool's boards are scored, and the best boards met,
    one of each up to symmetry, are the next pool, until all of it is expanded. ``annealing``: simulated
    annealing without rejections.

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
    wanted, rules = options_and_rules(BestOptions, options, changes)
    words, workers = board_lexicon(lexicon), workers_for(threads)
    if wanted.method == "annealing":
        workers = min(workers, 1)
    search = _search(shape, words, rules, wanted, check_limits(limits), workers, progress)
    seed = seed_of(wanted.seed)
    start, ended, interrupted = time.perf_counter(), False, False
    try:
        with thread_pool(workers, lambda: None) if workers > 1 else nullcontext() as search.pool:
            ended = _run(search, wanted, seed)
    except KeyboardInterrupt:
        interrupted = True
    if not search.expanded:
        search.score = int(search.space.scores(search.codes[None])[0])
    seconds = time.perf_counter() - start
    return BestResult(
        status=Status.SOLVED if ended else Status.LIMIT,
        stats=SearchStats(nodes=search.expanded, generated=search.generated, seconds=seconds),
        interrupted=interrupted,
        board=search.space.board(search.codes),
        score=search.score,
        objective=wanted.objective,
        rounds=search.rounds,
        hits=search.hits,
        seed=seed,
        dice=None if search.moves is None else str(search.moves.given),
        contains=() if search.holding is None else search.holding.words,
        lexicon=words,
    )


def _search(
    shape: ShapeLike,
    words: Lexicon,
    rules: Rules,
    wanted: BestOptions,
    limits: Limits | None,
    threads: int,
    progress: Progress | None,
) -> BestSearch:
    """Return a search among the boards that the options allow."""
    (rows, cols), dice = board_size(shape), None
    if wanted.dice is not None:
        dice, qu = dice_for_space(wanted.dice, rows * cols, words, rules.qu)
        rules = replace(rules, qu=qu)
    space = space_of((rows, cols), words, rules, wanted.objective)
    moves = None if dice is None else DiceMoves(dice, space)
    holding = None
    if wanted.contains is not None:
        holding = RequiredWords(wanted.contains, space, None if moves is None else moves.dice)
    return BestSearch(
        space, moves, holding, target=wanted.target, limits=limits, threads=threads, progress=progress
    )


def _run(search: BestSearch, wanted: BestOptions, seed: int) -> bool:
    """Run round after round, count those that end at the best score; return whether the search ended."""
    method, size = _method(search.space.n_cells, wanted)
    run = {"memetic": breed, "pool": climb, "annealing": anneal}[method]
    most, target = wanted.rounds, wanted.target
    try:
        while search.rounds < most if most is not None else target is not None or search.hits < REPEATS:
            search.tick()
            before = search.score
            reached = run(search, np.random.default_rng([seed, search.rounds]), size)
            search.rounds += 1
            search.hits = (search.hits if before == search.score else 0) + (reached == search.score)
    except SearchStopped:
        return target is not None and search.score >= target
    return target is None or search.score >= target


def _method(n_cells: int, wanted: BestOptions) -> tuple[str, int]:
    """Return the method, and its boards or steps."""
    method = wanted.method or ("memetic" if n_cells >= MEMETIC_FROM else "pool")
    return method, SIZES[method] if method == "annealing" else wanted.pool or SIZES[method]
