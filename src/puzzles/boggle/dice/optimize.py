"""Design dice for a target by local search: faces change one by one, and new rolls judge the dice."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from math import isqrt
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ....base import Limits, PuzzleError, Result, SearchStats, Status
from ....lexicon import Lexicon
from ....lexicon.arguments import board_lexicon
from ....options import option, options
from ....search.threads import workers_for
from ...framework.arguments import as_int, check_limits, check_seed, check_whole
from ...framework.generator import derived
from ..parse import board_size
from ..rules import Rules, options_and_rules, seed_of
from ..surveys.count import Tallier, Tally
from ..surveys.result import Survey
from ..surveys.survey import survey
from .dice import ENGLISH, Dice, dice_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ....typing import DiceLike, ShapeLike

STAGES = (2048, 8192, 32768, 131_072)
"""Rolls by which faces are chosen: more, once the target is met on fewer."""
JUDGED, TRIES, SIDES = 262_144, 3000, 6
SWAPS = 0.3
"""The share of moves that swap two faces."""
MEDIANS = ("words", "score", "longest")
NEAR, CLOSE = 0.01, 0.003
"""Relative tolerance of a median: of the result; during the search."""
MIDDLE = 0.05
"""The share of boards on each side of the median whose mean is taken: it moves where a median stays."""
SURE = 2.0
"""Standard deviations by which the expected number of dead boards is raised."""
HINT = 0.01
"""Weight of the mean in the loss: a gradient where few boards have any words."""
Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A target of dice; see `unriddle.boggle.design`.

    Parameters
    ----------
    words, score, longest : float, optional
        Median over rolls of the number of words, the points, the letters of the longest word.
    dead : float, optional
        The largest share of boards that may have fewer than `few` words.
    few : int, optional
        Fewest words of a board that is not dead; one by default.

    Raises
    ------
    PuzzleError
        Nothing is asked for; numbers out of range.

    Examples
    --------
    >>> print(Target(words=100, dead=0.001))
    words=100, dead=0.001
    """

    words: float | None = None
    score: float | None = None
    longest: float | None = None
    dead: float | None = None
    few: int = 1

    def __post_init__(self) -> None:
        for name, most in (("words", 1e9), ("score", 1e12), ("longest", 255.0), ("dead", 1.0)):
            value = getattr(self, name)
            if value is None:
                continue
            number = isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool)
            if not number or not 0 <= value <= most:
                raise PuzzleError(f"target {name}={value!r:.40}, expected a number from 0 to {most:,.0f}")
        check_whole("target few", self.few, 1)
        if not self._medians() and self.dead is None:
            raise PuzzleError("the target is empty; name words, score, longest or dead")

    def _medians(self) -> list[tuple[str, float]]:
        """Return the medians that are asked for, by name."""
        return [(name, value) for name in MEDIANS if (value := getattr(self, name)) is not None]

    def __str__(self) -> str:
        named = self._medians() + ([] if self.dead is None else [("dead", self.dead)])
        shown = [f"{name}={value:g}" for name, value in named]
        return ", ".join(shown + [f"few={self.few}"] * (self.few != 1))

    def loss(self, tally: Tally) -> tuple[float, bool]:
        """Return the distance of rolls from the target, and whether it is close enough.

        Medians count by the logarithm of their ratio, as does the share of dead boards where it is too large.
        """
        n, total, close = len(tally.words), 0.0, True
        for name, wanted in self._medians():
            value, mean = _middle(getattr(tally, name)), float(getattr(tally, name).mean())
            for number, weight in ((value, 1.0), (mean, HINT)):
                total += weight * abs(math.log((max(number, 0.0) + 1) / (wanted + 1)))
            close &= abs(value - wanted) <= max(0.5, CLOSE * wanted)
        if self.dead is not None:
            hits, most = int(np.count_nonzero(tally.words < self.few)), self.dead * n
            likely = hits + SURE * math.sqrt(hits * (1 - hits / n))
            total += max(0.0, math.log((likely + 1) / (most + 1)))
            close &= likely <= most
        return total, close

    def met(self, judged: Survey) -> bool:
        """Return whether rolls meet the target: medians within 1 % (or half a word), few dead boards."""
        near = (
            abs(getattr(judged, name).quantile(0.5).value - wanted) <= max(0.5, NEAR * wanted)
            for name, wanted in self._medians()
        )
        few = self.dead is None or judged.words.share(most=self.few - 1).value <= self.dead
        return judged.n > 0 and few and all(near)


def _middle(values: Any) -> float:
    """Return the mean of the values next to the median."""
    n, reach = len(values), int(MIDDLE * len(values))
    low, high = (n - 1) // 2 - reach, n // 2 + reach
    return float(np.partition(values, (low, high))[low : high + 1].mean())


def target_of(value: Any) -> Target:
    """Return a target from a `Target`, or its fields by name."""
    if isinstance(value, Target):
        return value
    known = Target.__slots__
    if not isinstance(value, Mapping) or not all(name in known for name in value):
        raise PuzzleError(f"target={value!r:.60}, expected Target(…) or some of {', '.join(known)} by name")
    return Target(**value)


@options
class DesignOptions:
    """Options of `design`."""

    cells: ShapeLike = option(16, "square number of dice, or the rows and columns that they are rolled on")
    start: DiceLike | Dice | None = option(
        None, "dice to begin with; by default the usual set, or random ones"
    )
    seed: int | None = option(None, "random seed")
    tries: int = option(TRIES, "changes to try before the search gives up")
    threads: int = option(0, "threads that judge the dice; 0 uses every core")

    def __post_init__(self) -> None:
        check_whole("tries", self.tries, 0, 1 << 31)
        check_seed(self.seed)
        workers_for(self.threads)


@dataclass(frozen=True, kw_only=True, eq=False)
class Design(Result):
    """Dice that were designed, and what new rolls show.

    The status is SOLVED where those rolls meet the target, LIMIT where they do not, or after a limit or
    Ctrl-C: the dice are then the nearest so far. `stats.nodes` counts boards, those that were judged
    included, `stats.generated` the changes that were tried.
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


class _State(NamedTuple):
    """Faces, die by die, and the tally of the current rolls; immutable, so that Ctrl-C finds a whole one."""

    faces: NDArray[np.uint8]
    tally: Tally
    loss: float = np.inf
    close: bool = False


class _Over(Exception):
    """A limit was reached."""


class _Search:
    """One call of `design`."""

    def __init__(
        self, tallier: Tallier, start: Dice, target: Target, seed: int, limits: Limits, progress: Any
    ) -> None:
        assert start.faces is not None
        self.tallier, self.start, self.target, self.progress = tallier, start, target, progress
        self.end = math.inf if limits.seconds is None else time.perf_counter() + limits.seconds
        self.most = 1 << 62 if limits.nodes is None else limits.nodes
        self.nodes = self.tries = self.changes = 0
        self.seed, self.rng = seed, np.random.default_rng(derived(seed, 0, 1))
        self.state = _State(start.faces.ravel().copy(), Tally(*(np.zeros(0, np.int64),) * 3))
        known = set(tallier.lexicon.alphabet)
        self.letters = [tile for tile, name in enumerate(start.names) if name and set(name) <= known]

    def stop(self) -> bool:
        """Return whether the time is up."""
        return time.perf_counter() >= self.end

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
        n_faces = self.state.faces.size
        for stage, n in enumerate(STAGES):
            slots = self.start.slots(n, np.random.default_rng(derived(self.seed, 0, 2 + stage)))
            order = np.argsort(slots.ravel(), kind="stable")
            ends = np.searchsorted(slots.ravel()[order], np.arange(1, n_faces))
            having = np.split(order // slots.shape[1], ends)
            self.state = self.made(self.state.faces, self.tally(self.state.faces[slots]))
            while not self.state.close:
                if self.tries >= tries:
                    return
                self.tries += 1
                self.step(slots, having)

    def made(self, faces: NDArray[np.uint8], tally: Tally) -> _State:
        """Return a state."""
        return _State(faces, tally, *self.target.loss(tally))

    def step(self, slots: NDArray[np.uint16], having: list[NDArray[np.intp]]) -> None:
        """Try one change, and keep it unless the loss grows; `having` are the boards that show each face."""
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
        columns = [column.copy() for column in state.tally]
        for column, values in zip(columns, self.tally(faces[slots[changed]]), strict=True):
            column[changed] = values
        made = self.made(faces, Tally(*columns))
        if made.loss <= state.loss:
            self.state = made
            self.changes += 1


def design(
    lexicon: Lexicon | Iterable[str] | None = None,
    options: DesignOptions | None = None,
    *,
    target: Target | Mapping[str, Any] | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
    **changes: Any,
) -> Design:
    """Find faces of dice whose rolls meet a target of words, points and dead boards.

    Parameters
    ----------
    lexicon : Lexicon or iterable of str, optional
        The words that count (default: the embedded English list up to level 60).
    target : Target or mapping
        By name: medians of ``words``, ``score``, ``longest``, the largest share of ``dead`` boards, those
        with fewer than ``few`` words (1).
    limits : Limits, optional
        Stop at one with the nearest dice so far; nodes are boards.
    progress : callable, optional
        Called with the number of boards counted.
    options, **changes
        `DesignOptions`, and changes of its fields by name. The same `seed` gives the same dice.
        ``rules=Rules(…)``, or its fields by name; no multipliers of cells.

    Returns
    -------
    Design
        `Design.dice` is accepted wherever `dice` is, `str` of it is their text; `Design.judged` is a survey
        of rolls from other seeds. Ctrl-C keeps the nearest dice so far.

    Raises
    ------
    PuzzleError
        No target; a target, dice or numbers out of range.

    Notes
    -----
    A local search: a face gets another letter, or two faces are swapped, and the change is kept unless the
    loss grows. All dice are compared on the same random numbers, so that only the boards that show a changed
    face are counted again. There are 2,048 rolls at first, up to 131,072 once the target is met on fewer. The
    result is measured on 262,144 others.

    Examples
    --------
    >>> words = ["tea", "eat", "ate", "seat", "east", "sat", "set"]
    >>> found = design(words, cells=4, start="TX AX EX SX", target={"words": 3}, seed=1)
    >>> found.status.value, found.judged.words.quantile(0.5).value
    ('SOLVED', 3.0)
    """
    asked, rules = options_and_rules(DesignOptions, options, changes)
    if target is None:
        raise PuzzleError("no target; pass target={'words': 100} or similar")
    wanted, words, bounds = target_of(target), board_lexicon(lexicon), check_limits(limits) or Limits()
    first = seed_of(asked.seed)
    shape = _shape(asked.cells)
    begin = _with_letters(_start(asked.start, shape[0] * shape[1], words, first), words, rules)
    began, interrupted = time.perf_counter(), False
    tallier = Tallier(shape, begin.names, words, rules)
    search = _Search(tallier, begin, wanted, first, bounds, progress)
    try:
        search.run(asked.tries)
    except _Over:
        pass
    except KeyboardInterrupt:
        interrupted = True
    found = _dice(begin, search.state.faces)
    left = 0 if interrupted else search.most - search.nodes
    seconds = None if bounds.seconds is None else max(0.0, search.end - time.perf_counter())
    judged = survey(
        found,
        words,
        shape=shape,
        boards=JUDGED,
        seed=derived(first, 0, 0),
        sample=0,
        threads=asked.threads,
        rules=rules,
        limits=Limits(seconds=seconds, nodes=left),
    )
    ended = judged.status is Status.SOLVED and wanted.met(judged)
    seconds = time.perf_counter() - began
    return Design(
        status=Status.SOLVED if ended else Status.LIMIT,
        stats=SearchStats(nodes=search.nodes + judged.n, generated=search.tries, seconds=seconds),
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
    plain = all(len(tile) == 1 or tile == "qu" for tile in usual.names)
    if start is None and usual.each_once(cells) and plain:
        return usual
    if start is None:
        known = [letter for letter in ENGLISH if letter in words.alphabet]
        if not known:
            raise PuzzleError("a list without a letter from a to z; pass start=, dice of its letters")
        weights = np.array([ENGLISH[letter] for letter in known])
        rng = np.random.default_rng(derived(seed, 0, 1 << 20))
        drawn = rng.choice(len(known), (cells, SIDES), p=weights / weights.sum())
        start = ["".join(known[tile] for tile in die) for die in drawn.tolist()]
    dice = dice_of(start, cells)
    if not dice.each_once(cells):
        raise PuzzleError(f"{len(dice.tiles)} dice to begin with for {cells} cells, expected {cells}")
    return dice


def _with_letters(dice: Dice, words: Lexicon, rules: Rules) -> Dice:
    """Return the same faces, with all letters of the words among the tiles."""
    assert dice.faces is not None
    dice = dice.with_qu() if rules.qu else dice
    letters = set(words.alphabet)
    if "q" in letters and "q" not in dice.names and "u" in letters:
        letters = letters - {"q"} | {"qu"}
    names = tuple(sorted({*dice.names, *letters}))
    numbers = np.array([names.index(name) for name in dice.names], dtype=np.uint8)
    return replace(dice, names=names, faces=numbers[dice.faces])


def _dice(like: Dice, faces: Any) -> Dice:
    """Return dice with some faces, the letters of each die in order."""
    assert like.faces is not None
    tiles = [[like.names[tile] for tile in die] for die in np.reshape(faces, like.faces.shape).tolist()]
    return dice_of([sorted(die, key=lambda tile: (not tile, tile)) for die in tiles])
