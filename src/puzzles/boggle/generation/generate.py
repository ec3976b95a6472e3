"""Generate random boards of dice that meet constraints on their words and points."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ....base import PuzzleError
from ....core.topology import neighbours
from ....lexicon import Lexicon
from ...framework.generator import derived
from ...framework.result_sequence import Stop
from ...framework.steps import FREE, Meter
from ..dice.dice import Dice
from ..parse import LetterBoard
from ..rules import Rules, seed_of
from ..solver import SMALL_CELLS, find_words
from ..surveys.count import Tallier, Tally
from .constraints import Constraints
from .word_placement import Placer, spellings_on

if TYPE_CHECKING:
    from numpy.typing import NDArray

ROUNDS, LARGE_ROUNDS = (1, 3, 12, 48), (1,)
"""Rolls of a try, more where none before met the constraints; of boards beyond 64 cells."""
MOST_TOGETHER = 32
"""Tries that `make_board` makes together."""


class GeneratedBoard(NamedTuple):
    """A board that meets the constraints, and its figures."""

    board: LetterBoard
    words: int
    score: int
    longest: int


class BoardMaker:
    """Make boards that meet constraints, each by a seed; one object serves any number of threads."""

    def __init__(
        self, shape: tuple[int, int], lexicon: Lexicon, dice: Dice, rules: Rules, constraints: Constraints
    ) -> None:
        self.shape, self.lexicon, self.dice, self.rules = shape, lexicon, dice, rules
        self.constraints = constraints
        self.cells = shape[0] * shape[1]
        self.once = dice.each_once(self.cells)
        self.names = (dice.with_qu() if rules.qu else dice).names
        self._tallier = Tallier(shape, self.names, lexicon, rules)
        what = f"no tiles of dice {self.dice!s:.40} spell"
        self._words = [
            spellings_on(word, self.names, self.cells, self.dice if self.once else None, what)
            for word in constraints.contains
        ]
        self._check()

    def _check(self) -> None:
        """Raise PuzzleError where no board meets the constraints."""
        constraints, lexicon, short = self.constraints, self.lexicon, self.rules.min_length
        for name, most in (("words", len(lexicon)), ("longest", lexicon.max_length if len(lexicon) else 0)):
            least = getattr(constraints, name).least
            if least is not None and least > most:
                raise PuzzleError(
                    f"{name}={getattr(constraints, name)}, expected {most:,} at most, as in the list"
                )
        listed = [word for word in constraints.contains if word in lexicon and len(word) >= short]
        for name, number in (("words", len(listed)), ("longest", max(map(len, listed), default=0))):
            most = getattr(constraints, name).most
            if most is not None and most < number:
                known = f"{name}={getattr(constraints, name)} with {' '.join(listed):.40}"
                raise PuzzleError(f"{known}, expected {number} or more")
        if self._forbidden is None:
            return
        for word, ways in zip(constraints.contains, self._words, strict=True):
            rows = [LetterBoard(np.array([way], dtype=np.uint8), self.names) for way in ways]
            along = Rules(topology="rook", min_length=1)
            found = [set(find_words(row, along, self._forbidden).numbers.tolist()) for row in rows]
            common = set.intersection(*found)
            if common:
                other = self._forbidden.word(min(common))
                raise PuzzleError(f"a board with {word!r:.40} has {other!r:.40}, which is forbidden")

    @cached_property
    def _forbidden(self) -> Lexicon | None:
        return Lexicon(self.constraints.forbid) if self.constraints.forbid else None

    @cached_property
    def _placer(self) -> Placer:
        table = neighbours(*self.shape, self.rules.kind, self.rules.wrap)
        near = [[cell for cell in row if cell < self.cells] for row in table.tolist()]
        return Placer(near, self.dice, self._words)

    def make(
        self, seeds: Sequence[int], stop: Stop = lambda: False, meter: Meter = FREE
    ) -> list[GeneratedBoard | None]:
        """Return the board of each seed, None where none of its rolls met the constraints.

        `meter` counts the boards that are rolled.
        """
        tries = [_Try(self, seed) for seed in seeds]
        found: list[GeneratedBoard | None] = [None] * len(tries)
        left = list(range(len(tries)))
        for n in ROUNDS if self.cells <= SMALL_CELLS else LARGE_ROUNDS:
            rolled = [(k, tries[k].rolls(n)) for k in left]
            rolled = [(k, tiles) for k, tiles in rolled if len(tiles)]
            if not rolled:
                break
            tiles = np.concatenate([tiles for _, tiles in rolled])
            meter.spend(len(tiles))
            tally = self._tallier.tally(tiles, stop)
            good = np.flatnonzero(self._in_ranges(tally))
            start, left = 0, []
            for k, mine in rolled:
                end = start + len(mine)
                places = good[np.searchsorted(good, start) : np.searchsorted(good, end)]
                found[k] = self._first(tiles, tally, places)
                if found[k] is None:
                    left.append(k)
                start = end
        return found

    def _in_ranges(self, tally: Tally) -> NDArray[np.bool_]:
        good = np.ones(len(tally.words), dtype=np.bool_)
        wanted = self.constraints.words, self.constraints.score, self.constraints.longest
        for numbers, (least, most) in zip(tally, wanted, strict=True):
            if least is not None:
                good &= numbers >= least
            if most is not None:
                good &= numbers <= most
        return good

    def _first(
        self, tiles: NDArray[np.uint8], tally: Tally, places: NDArray[np.intp]
    ) -> GeneratedBoard | None:
        """Return the first of some boards that has no forbidden word."""
        for place in places.tolist():
            mine = tiles[place].reshape(self.shape)
            mine.flags.writeable = False
            board = LetterBoard(mine, self.names)
            if self._forbidden is not None:
                rules = Rules(self.rules.topology, self.rules.wrap, self.rules.qu, min_length=1)
                if find_words(board, rules, self._forbidden).numbers.size:
                    continue
            return GeneratedBoard(board, *(int(numbers[place]) for numbers in tally))
        return None


class _Try:
    """Roll the boards of one seed: required words stay where they are placed, the rest is rolled."""

    def __init__(self, maker: BoardMaker, seed: int) -> None:
        self.maker, self.rng = maker, np.random.default_rng(seed)
        self.fixed: NDArray[np.int64] | None = None
        self.free: NDArray[np.intp] | None = None
        self.dice, self.once, self.failed = maker.dice, maker.once, False
        if maker.constraints.contains:
            placed = maker._placer.place(self.rng)
            self.failed = placed is None
            if placed is not None:
                self.fixed = np.array(placed[0])
                self.free = np.flatnonzero(self.fixed < 0)
                if self.once:
                    self.dice = maker.dice.only(placed[1])

    def rolls(self, n: int) -> NDArray[np.uint8]:
        """Return the next n boards, uint8 of shape (n, cells); fewer where there are no others."""
        maker = self.maker
        if self.failed:
            return np.empty((0, maker.cells), dtype=np.uint8)
        if self.fixed is None or self.free is None:
            return maker.dice.rolls(n, maker.cells, self.rng, maker.once)
        if not self.free.size:  # nothing is left to chance
            self.failed, n = True, 1
        boards = np.repeat(self.fixed[None].astype(np.uint8), n, axis=0)
        if self.free.size:
            boards[:, self.free] = self.dice.rolls(n, self.free.size, self.rng, self.once)
        return boards


def make_board(maker: BoardMaker, seed: int | None, meter: Meter) -> LetterBoard:
    """Return the board of a seed; see `Boggle.generate`.

    Rolls of several tries are counted together by the kernel of `score_many`, and the first that meets the
    constraints is taken.
    """
    tries, first = maker.constraints.tries, seed_of(seed)
    done, together = 0, 1

    def late() -> bool:
        """Raise LimitReached where the time is up."""
        meter.spend(0)
        return False

    while done < tries:
        some = range(done, min(done + together, tries))
        seeds = [derived(first, 0, attempt) if attempt else first for attempt in some]
        for made in maker.make(seeds, late, meter):
            if made is not None:
                return made.board
        done, together = some.stop, min(2 * together, MOST_TOGETHER)
    wanted = f"no board with {maker.constraints} in {tries:,} tries"
    raise PuzzleError(f"{wanted}; use wider ranges or other dice")
