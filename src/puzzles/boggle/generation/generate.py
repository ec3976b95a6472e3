"""Boards to order: what dice can show, with words and points in given ranges, words on it and words not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack, cast

import numpy as np

from ....base import PuzzleError
from ....core.topology import neighbours
from ....lexicon import Lexicon
from ....lexicon.arguments import lexicon_of
from ...framework.arguments import check_seed
from ...framework.generator import derived
from ...framework.result_sequence import Stop
from ..dice.dice import Dice, dice_of
from ..dice.matching import can_show
from ..parse import LetterBoard, board_size
from ..puzzle import Boggle
from ..rules import Rules, RuleWords, rules_of
from ..solver import SMALL_CELLS, find_words
from ..surveys.count import Tallier, Tally
from .constraints import Constraints
from .word_placement import Placer, spellings

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ....typing import DiceLike, ShapeLike

__all__ = ["Maker", "Order", "OrderWords", "generate"]

ROUNDS, LARGE_ROUNDS = (1, 3, 12, 48), (1,)
"""Rolls of a try, more only where none before was as wished; of boards beyond 64 cells."""
MOST_TOGETHER = 32
"""Tries that `generate` makes together."""


class OrderWords(RuleWords, total=False):
    """The keywords of `generate`: those of the rules, and of the wishes."""

    words: Any
    score: Any
    longest: Any
    contains: Any
    forbid: Any
    tries: int


class Order(NamedTuple):
    """A board as it was ordered, and what there is on it."""

    board: Boggle
    words: int
    score: int
    longest: int


class Maker:
    """Makes boards as they are wished, each by a seed; one object serves any number of threads.

    Parameters
    ----------
    shape : (int, int)
    lexicon : Lexicon
    dice : Dice
    rules : Rules
    wishes : Wishes

    Raises
    ------
    PuzzleError
        What no board can be.

    Examples
    --------
    >>> maker = Maker((2, 2), Lexicon(["tea", "eat"]), dice_of("TX EX AX XX"), Rules(), Constraints(words=2))
    >>> order = maker.make([1])[0]
    >>> order.words, sorted(order.board.tile(cell) for cell in range(4))
    (2, ['a', 'e', 't', 'x'])
    """

    def __init__(
        self, shape: tuple[int, int], lexicon: Lexicon, dice: Dice, rules: Rules, wishes: Constraints
    ) -> None:
        self.shape, self.lexicon, self.dice, self.rules, self.wishes = shape, lexicon, dice, rules, wishes
        self.cells = shape[0] * shape[1]
        self.once = dice.each_once(self.cells)
        self.names = (dice.with_qu() if rules.qu else dice).names
        self._words = [self._ways(word) for word in wishes.contains]
        self._check()
        self._tallier()  # says what cannot be counted

    # What cannot be

    def _ways(self, word: str) -> list[tuple[int, ...]]:
        """Return how tiles of the dice spell a word that is to be on the board."""
        ways = spellings(word, self.names)
        if not ways:
            raise PuzzleError(f"no tiles of dice {self.dice!s:.40} spell {word!r:.40}, expected others")
        short = [way for way in ways if len(way) <= self.cells]
        if not short:
            raise PuzzleError(f"{word!r:.40} on {self.cells} cells, expected at most {self.cells} tiles")
        shown = [way for way in short if not self.once or can_show(self.dice, way)]
        if not shown:
            raise PuzzleError(f"dice {self.dice!s:.40} cannot show {word!r:.40}, each of them a tile of it")
        return shown

    def _check(self) -> None:
        wishes, lexicon = self.wishes, self.lexicon
        for name, most in (("words", len(lexicon)), ("longest", lexicon.max_length if len(lexicon) else 0)):
            least = getattr(wishes, name).least
            if least is not None and least > most:
                raise PuzzleError(
                    f"{name}={getattr(wishes, name)}, expected {most:,} at most, as in the list"
                )
        listed = [word for word in wishes.contains if word in lexicon and len(word) >= self.rules.min_length]
        for name, number in (("words", len(listed)), ("longest", max(map(len, listed), default=0))):
            most = getattr(wishes, name).most
            if most is not None and most < number:
                known = f"{name}={getattr(wishes, name)} with {' '.join(listed):.40}"
                raise PuzzleError(f"{known}, expected {number} or more")
        if self._forbidden is None:
            return
        for word, ways in zip(wishes.contains, self._words, strict=True):
            rows = [LetterBoard(np.array([way], dtype=np.uint8), self.names) for way in ways]
            along = Rules(topology="rook", min_length=1)
            found = [set(find_words(row, along, self._forbidden).numbers.tolist()) for row in rows]
            common = set.intersection(*found)
            if common:
                other = self._forbidden.word(min(common))
                raise PuzzleError(f"a board with {word!r:.40} has {other!r:.40}, which is forbidden")

    @cached_property
    def _forbidden(self) -> Lexicon | None:
        return Lexicon(self.wishes.forbid) if self.wishes.forbid else None

    @cached_property
    def _placer(self) -> Placer:
        table = neighbours(*self.shape, self.rules.kind, self.rules.wrap)
        beside = [[cell for cell in row if cell < self.cells] for row in table.tolist()]
        return Placer(beside, self.dice, self._words)

    def _tallier(self) -> Tallier:
        return Tallier(self.shape, self.names, self.lexicon, self.rules)

    # Making

    def make(self, seeds: Sequence[int], stop: Stop = lambda: False) -> list[Order | None]:
        """Return the board of each seed, None where none of its rolls was as wished."""
        tries = [_Try(self, seed) for seed in seeds]
        found: list[Order | None] = [None] * len(tries)
        left = list(range(len(tries)))
        tallier = self._tallier()
        try:
            for n in ROUNDS if self.cells <= SMALL_CELLS else LARGE_ROUNDS:
                rolled = [(k, tries[k].rolls(n)) for k in left]
                rolled = [(k, tiles) for k, tiles in rolled if len(tiles)]
                if not rolled:
                    break
                tiles = np.concatenate([tiles for _, tiles in rolled])
                tally = tallier.tally(tiles, stop)
                good = np.flatnonzero(self._in_ranges(tally))
                start, left = 0, []
                for k, mine in rolled:
                    end = start + len(mine)
                    places = good[np.searchsorted(good, start) : np.searchsorted(good, end)]
                    found[k] = self._first(tiles, tally, places)
                    if found[k] is None:
                        left.append(k)
                    start = end
        finally:
            tallier.end()
        return found

    def _in_ranges(self, tally: Tally) -> NDArray[np.bool_]:
        good = np.ones(len(tally.words), dtype=np.bool_)
        wishes = self.wishes
        for numbers, (least, most) in zip(tally, (wishes.words, wishes.score, wishes.longest), strict=True):
            if least is not None:
                good &= numbers >= least
            if most is not None:
                good &= numbers <= most
        return good

    def _first(self, tiles: NDArray[np.uint8], tally: Tally, places: NDArray[np.intp]) -> Order | None:
        """Return the first of some boards that has no forbidden word."""
        for place in places.tolist():
            mine = tiles[place].reshape(self.shape)
            mine.flags.writeable = False
            board = LetterBoard(mine, self.names)
            if self._forbidden is not None:
                rules = Rules(self.rules.topology, self.rules.wrap, self.rules.qu, min_length=1)
                if find_words(board, rules, self._forbidden).numbers.size:
                    continue
            return Order(Boggle(board, rules=self.rules), *(int(numbers[place]) for numbers in tally))
        return None


class _Try:
    """The rolls of one seed: words that are to be on the board stay where they are, the rest is rolled."""

    def __init__(self, maker: Maker, seed: int) -> None:
        self.maker, self.rng = maker, np.random.default_rng(seed)
        self.fixed: NDArray[np.int64] | None = None
        self.free: NDArray[np.intp] | None = None
        self.dice, self.once, self.failed = maker.dice, maker.once, False
        if maker.wishes.contains:
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


def generate(
    shape: ShapeLike = 4,
    lexicon: Lexicon | Iterable[str] | None = None,
    *,
    dice: DiceLike | Dice | None = None,
    seed: int | None = None,
    **options: Unpack[OrderWords],
) -> Boggle:
    """Return a random board that dice can show, as it is wished.

    Parameters
    ----------
    shape : str, int or pair, optional
        Rows and columns; one number for a square.
    lexicon : Lexicon or iterable of str, optional
        The words that count; the embedded English list by default.
    dice : str or sequence, optional
        ``1976`` and ``1987`` (4x4), ``big`` (5x5), ``superbig`` (6x6), ``uniform``, ``english``, or dice of
        your own: ``"AAEEGN ABBJOO …"``, or a sequence of dice (Q is Qu, # a solid face), each a text or a
        sequence of tiles. By default the set of the board's size. Where a board has as many cells as there
        are dice, each die is shown once; else each cell is a roll of a die drawn from them.
    seed : int, optional
        The same seed gives the same board.
    words, score, longest : pair, int or str, optional
        Ranges of the number of words, the points, and the letters of the longest word, both ends included:
        ``(60, 150)``, ``(60, None)``, ``"60..150"``, ``"60.."``; one number is exactly that.
    contains : sequence of str, or str, optional
        Words that have a path on the board, in the list or not.
    forbid : sequence of str, or str, optional
        Words that have none.
    tries : int, optional
        Placements of `contains`, each with 64 rolls of all other cells (one on boards beyond 64 cells),
        before it is given up; 1,000 by default.
    **options
        ``rules=Rules(…)``, or its fields by name; no multipliers of cells.

    Returns
    -------
    Boggle

    Raises
    ------
    PuzzleError
        No such dice, wrong ranges or words; what no board can be; no board came up.

    Notes
    -----
    Rolls of several tries are counted together by the kernel of `score_many`, and the first is taken that is
    as wished: without `contains` each board of the ranges is as likely as dice make it. Words are put on
    random paths, cell by cell, while a matching of cells and dice says whether the dice can show that; the
    dice that are left are rolled on the cells that are left. Cost: that of scoring the rolls.

    Examples
    --------
    >>> board = generate(4, seed=1, words=(60, 150), contains=["riddle"], forbid=["tea"])
    >>> 60 <= board.count() <= 150, board.check("riddle"), board.check("tea")
    (True, True, False)
    """
    named: dict[str, Any] = dict(options)
    own = {field.name: named.pop(field.name) for field in fields(Constraints) if field.name in named}
    wishes, rules = Constraints(**own), rules_of(cast("RuleWords", named))
    size = board_size(shape)
    given = check_seed(seed)
    first = int(np.random.SeedSequence().generate_state(1)[0]) if given is None else given
    maker = Maker(size, lexicon_of(lexicon), dice_of(dice, size[0] * size[1]), rules, wishes)
    done, together = 0, 1
    while done < wishes.tries:
        some = range(done, min(done + together, wishes.tries))
        seeds = [derived(first, 0, attempt) if attempt else first for attempt in some]
        for order in maker.make(seeds):
            if order is not None:
                return order.board
        done, together = some.stop, min(2 * together, MOST_TOGETHER)
    raise PuzzleError(
        f"no board with {wishes} in {wishes.tries:,} tries, expected wider ranges or other dice"
    )
