"""Survey rolls of dice: boards by the million from seeds in blocks, counted on any number of threads."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from math import isqrt
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np

from ....base import Limits, PuzzleError, SearchStats, Status
from ....console import positive, shard, whole
from ....lexicon import Lexicon
from ....lexicon.arguments import lexicon_of
from ....options import option, options
from ....search.threads import thread_pool, wait_interruptibly, workers_for
from ...framework.arguments import as_int, check_limits, check_seed, check_shard
from ...framework.generator import derived
from ..dice.dice import Dice, dice_of
from ..parse import board_size
from ..rules import options_and_rules
from .count import Tallier, WordCounts
from .distribution import Distribution
from .result import BLOCK, Job, Survey

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ....typing import DiceLike, ShapeLike

    Progress = Callable[[int], None]

__all__ = ["SurveyOptions", "rolled", "shape_of", "survey"]

MOST_BOARDS = 1 << 40


@options
class SurveyOptions:
    """Options of `survey`."""

    shape: ShapeLike | None = option(None, "rows and columns; by default the square of all dice", flag=False)
    boards: int = option(1_000_000, "number of rolls", type=positive, metavar="N")
    seed: int | None = option(None, "random seed", flag=False)
    sample: int = option(1_000_000, "count words on the first N boards", type=whole, metavar="N")
    threads: int = option(0, "number of threads; 0 uses every core", type=whole, metavar="N")
    shard: tuple[int, int] | None = option(
        None, "roll only each N-th block, from the i-th on", type=shard, metavar="i/N"
    )


def shape_of(shape: ShapeLike | None, dice: Dice) -> tuple[int, int]:
    """Return rows and columns of a survey: by default the square of all dice."""
    if shape is not None:
        return board_size(shape)
    n = 16 if dice.faces is None else len(dice.faces)
    if isqrt(n) ** 2 != n:
        raise PuzzleError(f"{n} dice make no square, expected shape, such as 3x5")
    return isqrt(n), isqrt(n)


def rolled(dice: Dice, seed: int, block: int, shape: tuple[int, int]) -> NDArray[np.uint8]:
    """Return the boards of a block, tile numbers of the shape (boards, cells); a block has its own seed."""
    return dice.rolls(*shape, np.random.default_rng(derived(seed, block + 1)))


class _Worker:
    """What one thread has counted: always whole blocks."""

    def __init__(self, run: _Run) -> None:
        self.run = run
        self.tallier = Tallier(run.job.shape, run.dice.names, run.lexicon, run.job.rules)
        none = Distribution.of(np.zeros(0, dtype=np.int64))
        self.found = {"words": none, "score": none, "longest": none}
        self.done = self.sampled = self.moves = 0
        self.counts = np.zeros(0, dtype=np.int64)

    def work(self) -> None:
        """Count block after block, until none is left or the work is to end."""
        try:
            while not self.run.stop() and (number := self.run.take()) is not None:
                self._block(number)
        except KeyboardInterrupt:  # the block is dropped
            if not self.run.stop():
                raise
        finally:
            self.tallier.end()

    def _block(self, number: int) -> None:
        run, tallier, job = self.run, self.tallier, self.run.job
        size, moves = job.size(number), tallier.moves
        tiles = rolled(run.dice, job.seed, number, (size, job.shape[0] * job.shape[1]))
        if run.stop():
            raise KeyboardInterrupt
        if job.sampled(number):
            numbers, each = tallier.numbers(tiles, run.stop)
            tally = tallier.tally_of(numbers, each)
            counts = np.bincount(numbers, minlength=len(run.lexicon))
            self.counts = self.counts + counts if self.counts.size else counts
            self.sampled += size
        else:
            tally = tallier.tally(tiles, run.stop)
        for name, values in tally._asdict().items():
            self.found[name] += Distribution.of(values)
        self.done |= 1 << number
        self.moves += tallier.moves - moves
        run.report(size)


class _Run:
    """One call of `survey`: the blocks that are left, and the end of the work."""

    def __init__(self, job: Job, dice: Dice, lexicon: Lexicon, blocks: range) -> None:
        self.job, self.dice, self.lexicon = job, dice, lexicon
        self._next, self._lock, self._boards = iter(blocks), Lock(), 0
        self.progress: Progress | None = None
        self.end: float | None = None
        self.over = False

    def take(self) -> int | None:
        """Return the number of the next block."""
        with self._lock:
            return next(self._next, None)

    def stop(self) -> bool:
        """Return whether the work is to end."""
        return self.over or (self.end is not None and time.perf_counter() >= self.end)

    def halt(self) -> None:
        """End all threads."""
        self.over = True

    def report(self, boards: int) -> None:
        """Report progress."""
        if self.progress is not None:
            with self._lock:
                self._boards += boards
                self.progress(self._boards)


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
        The words that count; the embedded English list by default.
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
    for name, least in (("boards", 1), ("sample", 0)):
        number = as_int(getattr(asked, name))
        if number is None or not least <= number <= MOST_BOARDS:
            wrong = f"{name}={getattr(asked, name)!r:.40}"
            raise PuzzleError(f"{wrong}, expected a whole number from {least} to {MOST_BOARDS:,}")
    words, (part, parts) = lexicon_of(lexicon), check_shard(asked.shard or (1, 1))
    size = None if asked.shape is None else board_size(asked.shape)
    kind = dice_of(dice, 16 if size is None else size[0] * size[1])
    kind = kind.with_qu() if rules.qu else kind
    seed, bounds, threads = (
        check_seed(asked.seed),
        check_limits(limits) or Limits(),
        workers_for(asked.threads),
    )
    job = Job(
        dice=str(kind),
        given=kind.given if isinstance(kind.given, str) else tuple(map(tuple, kind.given)),
        shape=shape_of(size, kind),
        rules=rules,
        digest=words.digest,
        seed=int(np.random.SeedSequence().generate_state(1)[0]) if seed is None else seed,
        boards=int(asked.boards),
        sample=min(int(asked.sample), int(asked.boards)),
    )
    mine = range(part - 1, job.blocks, parts)
    todo = mine if bounds.nodes is None else mine[: bounds.nodes // BLOCK]
    run = _Run(job, kind, words, todo)
    run.progress = progress
    run.end = None if bounds.seconds is None else time.perf_counter() + bounds.seconds
    return _counted(run, len(mine), min(threads, max(len(todo), 1)))


def _counted(run: _Run, blocks: int, threads: int) -> Survey:
    """Count on threads, and merge what they counted."""
    start, interrupted = time.perf_counter(), False
    workers = [_Worker(run) for _ in range(threads)]
    try:
        with thread_pool(threads, run.halt) as pool:
            for future in [pool.submit(worker.work) for worker in workers]:
                wait_interruptibly(future)
    except KeyboardInterrupt:
        interrupted = True
    found, done = workers[0].found, 0
    counts = np.zeros(len(run.lexicon), dtype=np.int64)
    for worker in workers:
        if worker is not workers[0]:
            found = {name: found[name] + worker.found[name] for name in found}
        done |= worker.done
        if worker.counts.size:
            counts += worker.counts
    ended = done.bit_count() == blocks
    return Survey(
        status=Status.SOLVED if ended else Status.LIMIT,
        stats=SearchStats(
            nodes=found["words"].n,
            generated=sum(worker.moves for worker in workers),
            seconds=time.perf_counter() - start,
        ),
        interrupted=interrupted and not ended,
        job=run.job,
        lexicon=run.lexicon.name,
        done=done,
        sampled=sum(worker.sampled for worker in workers),
        word_counts=WordCounts(run.lexicon, counts),
        **found,
    )
