"""Survey rolls of dice: boards by the million from seeds in blocks, counted on any number of threads."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from threading import Event, Lock
from typing import TYPE_CHECKING, Any

import numpy as np

from ....base import Limits, SearchStats, Status
from ....console import positive, shard, whole
from ....lexicon import Lexicon
from ....lexicon.arguments import board_lexicon
from ....options import option, options
from ....search.threads import thread_pool, wait_interruptibly, workers_for
from ...framework.arguments import check_limits, check_shard, check_whole
from ...framework.generator import derived
from ..dice.dice import Dice, dice_of
from ..parse import board_size, row_shape
from ..rules import options_and_rules, seed_of
from .count import Tallier, Tally, ranked
from .distribution import Distribution
from .result import BLOCK, Job, Survey

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ....typing import DiceLike, ShapeLike

    Progress = Callable[[int], None]

MOST_BOARDS = 1 << 40


@options
class SurveyOptions:
    """Options of `survey`."""

    shape: ShapeLike | None = option(None, "rows and columns; by default the square of all dice", flag=False)
    boards: int = option(1_000_000, "roll N boards", type=positive, metavar="N")
    seed: int | None = option(None, "random seed", flag=False)
    sample: int = option(1_000_000, "count each word on the first N boards", type=whole, metavar="N")
    threads: int = option(0, "use N threads; 0 is one per core", type=whole, metavar="N")
    shard: tuple[int, int] | None = option(None, "run only shard i of N", type=shard, metavar="i/N")


def shape_of(shape: ShapeLike | None, dice: Dice) -> tuple[int, int]:
    """Return rows and columns of a survey: by default the square of all dice."""
    if shape is not None:
        return board_size(shape)
    n = 16 if dice.faces is None else len(dice.faces)
    return row_shape(n, "dice")


def rolled(dice: Dice, seed: int, block: int, shape: tuple[int, int]) -> NDArray[np.uint8]:
    """Return the boards of a block, tile numbers of the shape (boards, cells); a block has its own seed."""
    return dice.rolls(*shape, np.random.default_rng(derived(seed, block + 1)))


class _Run:
    """One call of `survey`: the blocks that are left, and what threads counted, always whole blocks."""

    def __init__(
        self, job: Job, dice: Dice, lexicon: Lexicon, blocks: range, limits: Limits, progress: Progress | None
    ) -> None:
        self.job, self.dice, self.lexicon, self.progress = job, dice, lexicon, progress
        self._left, self._lock = iter(blocks), Lock()
        self.start, self.seconds = time.perf_counter(), limits.seconds
        self.over = Event()
        self.found = dict.fromkeys(Tally._fields, Distribution.of(np.zeros(0, dtype=np.int64)))
        self.counts = np.zeros(len(lexicon), dtype=np.int64)
        self.done = self.sampled = self.moves = 0

    def stop(self) -> bool:
        """Return whether the work is to end."""
        late = self.seconds is not None and time.perf_counter() - self.start >= self.seconds
        return late or self.over.is_set()

    def work(self) -> None:
        """Count block after block on one thread, until none is left or the work is to end."""
        tallier = Tallier(self.job.shape, self.dice.names, self.lexicon, self.job.rules)
        try:
            while not self.stop():
                with self._lock:
                    block = next(self._left, None)
                if block is None:
                    return
                self._count(tallier, block)
        except KeyboardInterrupt:  # the block is dropped
            if not self.stop():
                raise

    def _count(self, tallier: Tallier, block: int) -> None:
        job, moves, counts = self.job, tallier.moves, None
        size = job.size(block)
        tiles = rolled(self.dice, job.seed, block, (size, job.shape[0] * job.shape[1]))
        if self.stop():
            raise KeyboardInterrupt
        if job.sampled(block):
            numbers, each = tallier.numbers(tiles, self.stop)
            tally = tallier.tally_of(numbers, each)
            counts = np.bincount(numbers, minlength=len(self.lexicon))
        else:
            tally = tallier.tally(tiles, self.stop)
        own = {name: Distribution.of(values) for name, values in tally._asdict().items()}
        with self._lock:
            self.found = {name: self.found[name] + values for name, values in own.items()}
            if counts is not None:
                self.counts += counts
                self.sampled += size
            self.done |= 1 << block
            self.moves += tallier.moves - moves
            if self.progress is not None:
                self.progress(self.found["words"].n)


def survey(
    dice: DiceLike | Dice | None = None,
    lexicon: Lexicon | Iterable[str] | None = None,
    options: SurveyOptions | None = None,
    *,
    limits: Limits | None = None,
    progress: Progress | None = None,
    **changes: Any,
) -> Survey:
    """Roll dice many times, and return how words, points and longest words are distributed.

    Parameters
    ----------
    dice : str or sequence, optional
        As for `generate`; the set of the shape by default, the 4x4 dice of 1987 without one.
    lexicon : Lexicon or iterable of str, optional
        The words that count (default: the embedded English list up to level 60).
    options : SurveyOptions, optional
        See `SurveyOptions`; the defaults where none are given.
    limits : Limits, optional
        Stop at one with what is there; nodes are boards, in whole blocks of 4,096.
    progress : callable, optional
        Called with the number of boards done.
    **changes
        Fields of `options` and of `Rules` by name, or `rules`, without multipliers of cells. The same `seed`
        gives the same survey, for any number of threads and shards. Words by frequency are counted on the
        first `sample` boards, which doubles the cost of these. `Survey.merge` merges shards.

    Returns
    -------
    Survey
        Ctrl-C ends it: the status is LIMIT, and what is there is whole blocks.

    Raises
    ------
    PuzzleError
        No such dice, no shape, a number out of range.

    Notes
    -----
    A block of 4,096 boards is rolled from one seed in a few array operations and counted by a kernel that
    walks each board once for its words by length. Counts are whole numbers, so that neither the order nor the
    threads matter; moments are exact sums of them. Memory: the counts, and a block per thread.

    Examples
    --------
    >>> found = survey("1987", ["tea", "eat", "rate"], boards=20_000, seed=1)
    >>> found.n, found.words.most, found.words.mean.low < 0.385 < found.words.mean.high
    (20000, 3, True)
    """
    asked, rules = options_and_rules(SurveyOptions, options, changes)
    boards = check_whole("boards", asked.boards, 1, MOST_BOARDS)
    sample = min(check_whole("sample", asked.sample, 0, MOST_BOARDS), boards)
    words, (part, parts) = board_lexicon(lexicon), check_shard(asked.shard or (1, 1))
    size = None if asked.shape is None else board_size(asked.shape)
    kind = dice_of(dice, 16 if size is None else size[0] * size[1])
    kind = kind.with_qu() if rules.qu else kind
    seed, bounds, threads = seed_of(asked.seed), check_limits(limits) or Limits(), workers_for(asked.threads)
    job = Job(
        dice=str(kind),
        given=kind.given,
        shape=shape_of(size, kind),
        rules=rules,
        digest=words.digest,
        seed=seed,
        boards=boards,
        sample=sample,
    )
    mine = range(part - 1, job.blocks, parts)
    todo = mine if bounds.nodes is None else mine[: bounds.nodes // BLOCK]
    run, interrupted = _Run(job, kind, words, todo, bounds, progress), False
    threads = min(threads, max(len(todo), 1))
    try:
        with thread_pool(threads, run.over.set) as pool:
            for future in [pool.submit(run.work) for _ in range(threads)]:
                wait_interruptibly(future)
    except KeyboardInterrupt:
        interrupted = True
    ended = run.done.bit_count() == len(mine)
    seconds = time.perf_counter() - run.start
    sampled = np.flatnonzero(run.counts)
    return Survey(
        status=Status.SOLVED if ended else Status.LIMIT,
        stats=SearchStats(nodes=run.found["words"].n, generated=run.moves, seconds=seconds),
        interrupted=interrupted and not ended,
        job=job,
        lexicon=words.name,
        done=run.done,
        sampled=run.sampled,
        word_counts=ranked(dict(zip(words.decode(sampled), run.counts[sampled].tolist(), strict=True))),
        **run.found,
    )
