"""Surveys of rolls: boards by the million from seeds in blocks, counted on any number of threads."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from math import isqrt
from threading import Lock
from typing import TYPE_CHECKING, Any, Unpack, cast

import numpy as np

from ....base import Limits, PuzzleError, SearchStats, Status
from ....lexicon import Lexicon
from ....lexicon.arguments import lexicon_of
from ....search.threads import thread_pool, wait_interruptibly, workers_for
from ...framework.arguments import as_int, check_limits, check_seed
from ...framework.generator import derived
from ..dice.dice import Dice, dice_of
from ..parse import board_size
from ..rules import RuleWords, rules_of
from .count import Tallier
from .distribution import Distribution
from .result import BLOCK, Job, Survey
from .word_frequencies import WordCounts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ....typing import DiceLike, ShapeLike

__all__ = ["BOARDS", "SAMPLE", "Roller", "shape_of", "survey"]

BOARDS, SAMPLE, MOST_BOARDS = 1_000_000, 1_000_000, 1 << 40
Progress = Callable[[int], None]


class SurveyWords(RuleWords, total=False):
    """The keywords of `survey`: those of the rules, and of the work."""

    sample: int
    shard: tuple[int, int]


def shape_of(shape: ShapeLike | None, dice: Dice) -> tuple[int, int]:
    """Return rows and columns of a survey: by default the square of all dice.

    Examples
    --------
    >>> shape_of(None, dice_of("big")), shape_of("3x5", dice_of("big"))
    ((5, 5), (3, 5))
    """
    if shape is not None:
        return board_size(shape)
    n = 16 if dice.faces is None else len(dice.faces)
    if isqrt(n) ** 2 != n:
        raise PuzzleError(f"{n} dice make no square, expected shape, such as 3x5")
    return isqrt(n), isqrt(n)


@dataclass(frozen=True)
class Roller:
    """The boards of a survey: a block from one seed, whoever rolls it.

    Examples
    --------
    >>> roller = Roller(dice_of("1987"), 16, 7)
    >>> roller.block(2, 3).shape, (roller.block(2, 3) == roller.block(2, 5)[:3]).all().item()
    ((3, 16), False)
    """

    dice: Dice
    cells: int
    seed: int

    def block(self, number: int, boards: int) -> NDArray[np.uint8]:
        """Return the boards of a block, tile numbers of shape (boards, cells)."""
        rng = np.random.default_rng(derived(self.seed, number + 1))
        return self.dice.rolls(boards, self.cells, rng)


class _Worker:
    """What one thread has counted: always of whole blocks."""

    def __init__(self, run: _Run) -> None:
        self.run = run
        self.tallier = Tallier(run.job.shape, run.roller.dice.names, run.lexicon, run.job.rules)
        none = Distribution.of(np.zeros(0, dtype=np.int64))
        self.found = {"words": none, "score": none, "longest": none}
        self.done = self.sampled = self.moves = 0
        self.counts: NDArray[np.int64] | None = None

    def work(self) -> None:
        """Take up block after block, until none is left or the work is to end."""
        try:
            for number in self.run.blocks():
                self._block(number)
        except KeyboardInterrupt:  # the block at hand is dropped
            if not self.run.stop():
                raise
        finally:
            self.tallier.end()

    def _block(self, number: int) -> None:
        run, tallier = self.run, self.tallier
        size, moves = run.job.size(number), tallier.moves
        tiles = run.roller.block(number, size)
        if run.stop():
            raise KeyboardInterrupt
        sampled = run.job.sampled(number)
        numbers = None
        if sampled:
            numbers, each = tallier.numbers(tiles, run.stop)
            tally = tallier.tally_of(numbers, each)
        else:
            tally = tallier.tally(tiles, run.stop)
        for name, values in tally._asdict().items():
            self.found[name] += Distribution.of(values)
        if numbers is not None:
            counts = np.bincount(numbers, minlength=len(run.lexicon))
            self.counts = counts if self.counts is None else self.counts + counts
            self.sampled += size
        self.done |= 1 << number
        self.moves += tallier.moves - moves
        run.tell(size)


class _Run:
    """One call of `survey`."""

    def __init__(
        self,
        job: Job,
        roller: Roller,
        lexicon: Lexicon,
        blocks: range,
        seconds: float | None,
        progress: Progress | None,
    ) -> None:
        self.job, self.roller, self.lexicon, self.progress = job, roller, lexicon, progress
        self._next, self._lock, self._told = iter(blocks), Lock(), 0
        self.end = None if seconds is None else time.perf_counter() + seconds
        self.over = False

    def blocks(self) -> Iterator[int]:
        """Yield the numbers of blocks that no thread has taken yet."""
        while not self.stop():
            with self._lock:
                number = next(self._next, None)
            if number is None:
                return
            yield number

    def stop(self) -> bool:
        """Say whether the work is to end."""
        return self.over or (self.end is not None and time.perf_counter() >= self.end)

    def halt(self) -> None:
        """Let all threads end."""
        self.over = True

    def tell(self, boards: int) -> None:
        """Show progress."""
        if self.progress is not None:
            with self._lock:
                self._told += boards
                self.progress(self._told)


def survey(
    dice: DiceLike | Dice | None = None,
    lexicon: Lexicon | Iterable[str] | None = None,
    *,
    shape: ShapeLike | None = None,
    boards: int = BOARDS,
    seed: int | None = None,
    limits: Limits | None = None,
    threads: int = 0,
    progress: Progress | None = None,
    **options: Unpack[SurveyWords],
) -> Survey:
    """Roll dice many times, and return how words, points and longest words are distributed.

    Parameters
    ----------
    dice : str or sequence, optional
        As for `generate`; the set of the shape by default, the 4x4 dice of 1987 without one.
    lexicon : Lexicon or iterable of str, optional
        The words that count; the embedded English list by default.
    shape : str, int or pair, optional
        Rows and columns; by default the square of all dice, 4x4 for ``uniform`` and ``english``.
    boards : int, optional
        How many rolls, a million by default.
    seed : int, optional
        The same seed gives the same survey, for any number of threads and shards.
    limits : Limits, optional
        Stop at one with what is there; nodes are boards, in whole blocks of 4,096.
    threads : int, optional
        Threads; 0 is as many as the process may use cores.
    progress : callable, optional
        Called with the number of boards done.
    sample : int, optional
        Words by frequency are counted on so many boards, the first ones, a million by default; it doubles the
        cost of these.
    shard : pair, optional
        (i, n): only each n-th block, from the i-th on; `Survey.merge` puts them together.
    **options
        ``rules=Rules(…)``, or its fields by name; no multipliers of cells.

    Returns
    -------
    Survey
        Ctrl-C ends it: the status is LIMIT, and what is there is of whole blocks.

    Raises
    ------
    PuzzleError
        No such dice, no shape, a number out of range.

    Notes
    -----
    A block of 4,096 boards is rolled from one seed in a few array operations and counted by a kernel that
    walks each board once for its words by length. Counts are whole numbers, so that neither the order nor the
    threads matter; moments are exact sums of them. Memory: the counts, and a block a thread.

    Examples
    --------
    >>> found = survey("1987", ["tea", "eat", "rate"], boards=20_000, seed=1)
    >>> found.n, found.words.most, found.words.mean.low < 0.385 < found.words.mean.high
    (20000, 3, True)
    """
    named: dict[str, Any] = dict(options)
    sample, shard = named.pop("sample", SAMPLE), _shard(named.pop("shard", (1, 1)))
    for name, value, least in (("boards", boards, 1), ("sample", sample, 0)):
        number = as_int(value)
        if number is None or not least <= number <= MOST_BOARDS:
            raise PuzzleError(
                f"{name}={value!r:.40}, expected a whole number from {least} to {MOST_BOARDS:,}"
            )
    words, rules = lexicon_of(lexicon), rules_of(cast("RuleWords", named))
    size = None if shape is None else board_size(shape)
    kind = dice_of(dice, 16 if size is None else size[0] * size[1])
    kind = kind.with_qu() if rules.qu else kind
    size = shape_of(size, kind)
    given = check_seed(seed)
    bounds, workers = check_limits(limits) or Limits(), workers_for(threads)
    job = Job(
        dice=str(kind),
        given=kind.given if isinstance(kind.given, str) else tuple(map(tuple, kind.given)),
        shape=size,
        rules=rules,
        digest=words.digest,
        seed=int(np.random.SeedSequence().generate_state(1)[0]) if given is None else given,
        boards=int(boards),
        sample=min(int(sample), int(boards)),
    )
    mine = range(shard[0] - 1, job.blocks, shard[1])
    todo = mine if bounds.nodes is None else mine[: bounds.nodes // BLOCK]
    roller = Roller(kind, size[0] * size[1], job.seed)
    return _carry_out(
        _Run(job, roller, words, todo, bounds.seconds, progress), len(mine), min(workers, max(len(todo), 1))
    )


def _shard(value: Any) -> tuple[int, int]:
    sides = [as_int(side) for side in value] if isinstance(value, (tuple, list)) else []
    part, parts = sides if len(sides) == 2 else (None, None)
    if part is None or parts is None or not 1 <= part <= parts:
        raise PuzzleError(f"shard={value!r:.40}, expected (i, n) with i from 1 to n")
    return part, parts


def _carry_out(run: _Run, blocks: int, threads: int) -> Survey:
    """Let threads work, and put together what they counted."""
    start, interrupted = time.perf_counter(), False
    workers = [_Worker(run) for _ in range(threads)]
    try:
        with thread_pool(threads, run.halt) as pool:
            for future in [pool.submit(worker.work) for worker in workers]:
                wait_interruptibly(future)
    except KeyboardInterrupt:
        interrupted = True
    found, done = workers[0].found, 0
    for worker in workers[1:]:
        found = {name: found[name] + worker.found[name] for name in found}
    counts = np.zeros(len(run.lexicon), dtype=np.int64)
    for worker in workers:
        done |= worker.done
        if worker.counts is not None:
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
