"""Dice that do what is asked for: faces changed one by one, judged on rolls that the search has not seen."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from math import isqrt
from typing import TYPE_CHECKING, Any, TypedDict, Unpack, cast

import numpy as np

from ....base import Limits, PuzzleError, Result, SearchStats, Status
from ....lexicon import Lexicon
from ....lexicon.arguments import lexicon_of
from ....search.threads import workers_for
from ...framework.arguments import as_int, check_limits, check_seed
from ...framework.generator import derived
from ..parse import board_size
from ..rules import Rules, rules_of
from ..surveys.count import Tallier, Tally
from ..surveys.result import Survey
from ..surveys.survey import survey
from .dice import ENGLISH, Dice, dice_of
from .target import Target, target_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ....typing import DiceLike, ShapeLike
    from ..scoring import Scoring

__all__ = ["Design", "design"]

STAGES = (2048, 8192, 32768, 131_072)
"""Rolls by which faces are chosen: more, once the target is met on fewer."""
JUDGED, TRIES, SIDES = 262_144, 3000, 6
SWAPS = 0.3
"""The share of moves that swap two faces."""
Progress = Callable[[int], None]


class DesignWords(TypedDict, total=False):
    """The keywords of `design` beside the first: the work, and those of the rules."""

    tries: int
    threads: int
    rules: Rules | None
    topology: str
    wrap: bool
    qu: bool
    min_length: int
    scoring: Scoring | None


@dataclass(frozen=True, kw_only=True, eq=False)
class Design(Result):
    """Dice that were designed, and what they do on rolls that the search has not seen.

    The status is SOLVED where those rolls meet the target, LIMIT where they do not, or a limit or Ctrl-C came
    first: the dice are then the nearest so far. `stats.nodes` counts boards, those that were judged included,
    `stats.generated` the changes that were tried.
    """

    dice: Dice
    start: Dice
    target: Target
    judged: Survey
    """Rolls from other seeds than those of the search; of no boards where a limit left none."""
    changes: int
    """Changes of faces that were kept."""
    seed: int

    def __str__(self) -> str:
        return str(self.dice)

    def __repr__(self) -> str:
        return f"<Design {self.status}: {str(self.dice)[:40]}…, {self.judged}>"

    def _repr_svg_(self) -> str:
        return self.judged.to_svg()


@dataclass(frozen=True)
class _State:
    """Faces, and what they do on the rolls at hand; never changed, so that Ctrl-C finds a whole one."""

    faces: NDArray[np.uint8]  # die by die
    tally: Tally
    loss: float
    close: bool


class _Over(Exception):
    """A limit was reached."""


class _Search:
    """One call of `design`."""

    def __init__(
        self,
        tallier: Tallier,
        start: Dice,
        target: Target,
        seed: int,
        limits: Limits,
        progress: Progress | None,
    ) -> None:
        assert start.faces is not None
        self.tallier, self.start, self.target, self.progress = tallier, start, target, progress
        self.end = None if limits.seconds is None else time.perf_counter() + limits.seconds
        self.most = 1 << 62 if limits.nodes is None else limits.nodes
        self.nodes = self.tries = self.changes = 0
        self.seed, self.rng = seed, np.random.default_rng(derived(seed, 0, 1))
        self.cells, self.sides = start.faces.shape
        self.state = _State(start.faces.ravel().copy(), Tally(*(np.zeros(0, np.int64),) * 3), np.inf, False)
        known = set(tallier.lexicon.alphabet)
        self.letters = [tile for tile, name in enumerate(start.names) if name and set(name) <= known]

    def stop(self) -> bool:
        """Say whether the time is up."""
        return self.end is not None and time.perf_counter() >= self.end

    def tally(self, tiles: NDArray[np.uint8]) -> Tally:
        """Count boards, within the limits."""
        if self.nodes + len(tiles) > self.most or self.stop():
            raise _Over
        try:
            found = self.tallier.tally(tiles, self.stop)
        except KeyboardInterrupt:
            if self.stop():
                raise _Over from None
            raise
        self.nodes += len(tiles)
        if self.progress is not None:
            self.progress(self.nodes)
        return found

    def run(self, tries: int) -> None:
        """Change faces until the target is met on the rolls of each stage, or no try is left."""
        for stage, n in enumerate(STAGES):
            slots = self.start.slots(n, np.random.default_rng(derived(self.seed, 0, 2 + stage)))
            order = np.argsort(slots.ravel(), kind="stable")
            ends = np.searchsorted(slots.ravel()[order], np.arange(self.cells * self.sides + 1))
            rows = order // self.cells
            having = [rows[ends[k] : ends[k + 1]] for k in range(self.cells * self.sides)]
            faces = self.state.faces
            self.state = self.made(faces, self.tally(faces[slots]))
            while not self.state.close:
                if self.tries >= tries:
                    return
                self.tries += 1
                self.step(slots, having)

    def made(self, faces: NDArray[np.uint8], tally: Tally) -> _State:
        """Return a state."""
        return _State(faces, tally, *self.target.loss(tally))

    def step(self, slots: NDArray[np.uint16], having: list[NDArray[np.intp]]) -> None:
        """Try one change, and keep it unless it leads away from the target."""
        state, rng = self.state, self.rng
        place = int(rng.integers(len(having)))
        other = int(rng.integers(len(having))) if rng.random() < SWAPS else None
        tile = int(state.faces[other] if other is not None else rng.choice(self.letters))
        if tile == state.faces[place]:
            return
        faces, changed = state.faces.copy(), having[place]
        if other is not None:
            faces[other] = faces[place]
            changed = np.union1d(changed, having[other])
        faces[place] = tile
        part = self.tally(faces[slots[changed]])
        columns = [column.copy() for column in state.tally]
        for column, values in zip(columns, part, strict=True):
            column[changed] = values
        made = self.made(faces, Tally(*columns))
        if made.loss <= state.loss:
            self.state = made
            self.changes += 1


def design(
    lexicon: Lexicon | Iterable[str] | None = None,
    *,
    cells: ShapeLike = 16,
    target: Target | Mapping[str, Any] | None = None,
    start: DiceLike | Dice | None = None,
    seed: int | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
    **options: Unpack[DesignWords],
) -> Design:
    """Find faces of dice whose rolls have as many words, points or dead boards as is asked for.

    Parameters
    ----------
    lexicon : Lexicon or iterable of str, optional
        The words that count; the embedded English list by default.
    cells : int, str or pair, optional
        Number of dice, which make a square, or the rows and columns that they are rolled on, such as 3x5.
    target : Target or mapping
        What is asked for, by name: medians of ``words``, ``score``, ``longest``, the largest share of
        ``dead`` boards, those with fewer than ``few`` words (1).
    start : str or sequence, optional
        Dice to begin with, as for `generate`; by default the usual set of so many cells, else dice of six
        faces with letters as often as in English text.
    seed : int, optional
        The same seed gives the same dice.
    limits : Limits, optional
        Stop at one with the nearest dice so far; nodes are boards.
    progress : callable, optional
        Called with the number of boards counted.
    tries : int, optional
        Changes to try before it is given up; 3,000 by default.
    threads : int, optional
        Of the rolls that judge the dice; 0 is as many as the process may use cores.
    **options
        ``rules=Rules(…)``, or its fields by name; no multipliers of cells.

    Returns
    -------
    Design
        `Design.dice` is taken wherever `dice` is, `str` of it is their text; `Design.judged` is a survey of
        rolls from other seeds. Ctrl-C keeps the nearest dice so far.

    Raises
    ------
    PuzzleError
        No target; a target, dice or numbers out of range.

    Notes
    -----
    A local search: a face gets another letter, or two faces change places, and that is kept unless it leads
    away from the target. All dice are compared on the same random numbers, so that a change is seen on the
    boards that show the face, a sixth of all, and only these are counted again. The rolls are 2,048 at first,
    more once the target is met on these, up to 131,072. What is said of the dice is measured on 262,144
    others. Cost: a try counts a sixth of the rolls, or a third.

    Examples
    --------
    >>> words = ["tea", "eat", "ate", "seat", "east", "sat", "set"]
    >>> found = design(words, cells=4, start="TX AX EX SX", target={"words": 3}, seed=1)
    >>> found.status.value, found.judged.words.quantile(0.5).value
    ('SOLVED', 3.0)
    """
    named: dict[str, Any] = dict(options)
    tries, threads = named.pop("tries", TRIES), named.pop("threads", 0)
    number = as_int(tries)
    if number is None or not 0 <= number <= 1 << 31:
        raise PuzzleError(f"tries={tries!r:.40}, expected a whole number from 0 to {1 << 31:,}")
    workers_for(threads)
    if target is None:
        raise PuzzleError("no target, expected such as target={'words': 100, 'dead': 0.001}")
    wanted, rules, words = target_of(target), rules_of(cast("Any", named)), lexicon_of(lexicon)
    bounds, given = check_limits(limits) or Limits(), check_seed(seed)
    first = int(np.random.SeedSequence().generate_state(1)[0]) if given is None else given
    shape = _shape(cells)
    begin = _with_letters(_start(start, shape[0] * shape[1], words, first), words, rules)
    began, interrupted = time.perf_counter(), False
    tallier = Tallier(shape, begin.names, words, rules)
    search = _Search(tallier, begin, wanted, first, bounds, progress)
    try:
        search.run(number)
    except _Over:
        pass
    except KeyboardInterrupt:
        interrupted = True
    finally:
        tallier.end()
    found = _dice(begin, search.state.faces)
    left = 0 if interrupted else search.most - search.nodes
    seconds = None if search.end is None else max(0.0, search.end - time.perf_counter())
    judged = survey(
        found,
        words,
        shape=shape,
        boards=JUDGED,
        seed=derived(first, 0, 0),
        limits=Limits(seconds=seconds, nodes=left),
        threads=threads,
        **cast("Any", {"rules": rules, "sample": 0}),
    )
    ended = judged.status is Status.SOLVED and wanted.met(judged)
    return Design(
        status=Status.SOLVED if ended else Status.LIMIT,
        stats=SearchStats(
            nodes=search.nodes + judged.n, generated=search.tries, seconds=time.perf_counter() - began
        ),
        interrupted=interrupted or judged.interrupted,
        dice=found,
        start=_dice(begin, begin.faces),
        target=wanted,
        judged=judged,
        changes=search.changes,
        seed=first,
    )


def _shape(cells: Any) -> tuple[int, int]:
    """Return rows and columns from a number of cells, or from a shape."""
    number = as_int(cells)
    if number is None:
        return board_size(cells)
    if number < 1 or isqrt(number) ** 2 != number:
        raise PuzzleError(f"cells={cells}, expected a square, or rows and columns such as 3x5")
    return isqrt(number), isqrt(number)


def _start(start: Any, cells: int, words: Lexicon, seed: int) -> Dice:
    """Return the dice that a search begins with."""
    usual = dice_of(None, cells)
    if (
        start is None
        and usual.each_once(cells)
        and all(len(tile) == 1 or tile == "qu" for tile in usual.names)
    ):
        return usual
    if start is None:
        known = [letter for letter in ENGLISH if letter in words.alphabet]
        if not known:
            raise PuzzleError("a list without a letter from a to z, expected start, dice of its letters")
        weights = np.array([ENGLISH[letter] for letter in known])
        rng = np.random.default_rng(derived(seed, 0, 1 << 20))
        drawn = rng.choice(len(known), (cells, SIDES), p=weights / weights.sum())
        start = ["".join(known[tile] for tile in die) for die in drawn.tolist()]
    dice = dice_of(start, cells)
    if not dice.each_once(cells):
        many = 0 if dice.faces is None else len(dice.faces)
        raise PuzzleError(f"{many} dice to begin with for {cells} cells, expected {cells}")
    return dice


def _with_letters(dice: Dice, words: Lexicon, rules: Rules) -> Dice:
    """Return dice that may have any letter of the words: the same faces, with more tiles to take."""
    assert dice.faces is not None
    dice = dice.with_qu() if rules.qu else dice
    letters = set(words.alphabet)
    if "q" in letters and "q" not in dice.names and "u" in letters:
        letters = letters - {"q"} | {"qu"}
    names = tuple(sorted({*dice.names, *letters}))
    numbers = np.array([names.index(name) for name in dice.names], dtype=np.uint8)
    return replace(dice, names=names, faces=numbers[dice.faces])


def _dice(like: Dice, faces: Any) -> Dice:
    """Return dice with some faces, by their text, each die in the order of its letters."""
    assert like.faces is not None
    tiles = [[like.names[tile] for tile in die] for die in np.reshape(faces, like.faces.shape).tolist()]
    return dice_of([sorted(die, key=lambda tile: (not tile, tile)) for die in tiles])
