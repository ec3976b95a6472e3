"""Puzzles by the million: a puzzle is a function of a seed and a number, whoever makes it and wherever.

A puzzle with ``generate`` or ``random`` is made by `Factory` as it stands; one whose kernels make many at
once, or whose symmetries are its own, has a subclass in its folder, named by ``factory`` in its spec.
"""

from __future__ import annotations

import json
import secrets
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from hashlib import blake2b
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import numpy as np

from ...base import Limits, PuzzleError, Status
from ...core.digests import seeds
from .arguments import as_int, check_choice, check_seed
from .base import ExplainMixin
from .batch_records import Answers, Batch, Column, Option
from .result_sequence import ProgressCounter, ResultSequence, Stop, TextLists, in_slices, watch
from .steps import Difficulty, rate

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...lexicon import Lexicon


__all__ = [
    "KEY",
    "NUMBER",
    "Chance",
    "Factory",
    "GeneratedMany",
    "Made",
    "Numbers",
    "averaged",
    "branching",
    "derived",
    "derived_all",
    "digest",
    "eased",
    "forms",
    "generate_many",
    "of_difficulty",
    "plain",
    "renewed",
    "start_of",
    "wanted_of",
    "whole",
]

SEED_BITS = 62

GOLDEN, FIRST, SECOND = (np.uint64(k) for k in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))


def derived(seed: int, number: int, attempt: int = 0) -> int:
    """Return the seed of one attempt at one puzzle of a run, the same on every machine.

    Examples
    --------
    >>> derived(0, 1) == derived(0, 1, 0), derived(0, 1) == derived(0, 2)
    (True, False)
    >>> derived(0, 1) < 2**62
    True
    """
    text = b"%d/%d/%d" % (seed, number, attempt)
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "little") >> (64 - SEED_BITS)


def derived_all(seed: int, numbers: NDArray[np.int64], attempts: NDArray[np.int64]) -> NDArray[np.uint64]:
    """Return `derived` of many numbers and attempts; `seed` below 2^62.

    Examples
    --------
    >>> found = derived_all(0, np.array([1, 2]), np.array([0, 3]))
    >>> found.tolist() == [derived(0, 1), derived(0, 2, 3)]
    True
    """
    return seeds(seed, numbers, attempts)


class Chance:
    """Random numbers of many seeds side by side: SplitMix64 (G. Steele, D. Lea, C. Flood, 2014).

    The numbers of a seed are the same whichever others stand beside it.

    Parameters
    ----------
    seeds : sequence of int
        From 0 to 2^64 - 1.

    Examples
    --------
    >>> [hex(number) for number in Chance([0]).numbers(2)[0].tolist()]
    ['0xe220a8397b1dcdaf', '0x6e789e6aa1b965f4']
    """

    def __init__(self, seeds: Sequence[int] | NDArray[np.uint64]) -> None:
        self._state = np.array(seeds, dtype=np.uint64)

    def numbers(self, n: int, rows: NDArray[np.intp] | None = None) -> NDArray[np.uint64]:
        """Return the next n numbers of each seed, or of the seeds `rows`: shape (seeds, n)."""
        state = self._state if rows is None else self._state[rows]
        found = state[:, None] + GOLDEN * np.arange(1, n + 1, dtype=np.uint64)
        state = found[:, -1]
        if rows is None:
            self._state = state
        else:
            self._state[rows] = state
        found = (found ^ (found >> np.uint64(30))) * FIRST
        found = (found ^ (found >> np.uint64(27))) * SECOND
        mixed: NDArray[np.uint64] = found ^ (found >> np.uint64(31))
        return mixed

    def orders(self, n: int, rows: NDArray[np.intp] | None = None) -> NDArray[np.intp]:
        """Return an order of range(n) for each seed, or for each of the seeds `rows`."""
        return np.argsort(self.numbers(n, rows), axis=1, kind="stable")

    def below(self, bounds: NDArray[np.integer]) -> NDArray[np.int64]:
        """Return a number from 0 to below its bound, at most 2^31, for each seed.

        Examples
        --------
        >>> Chance([1, 2, 3]).below(np.array([10, 10, 1])).tolist()
        [5, 5, 0]
        """
        high = self.numbers(1)[:, 0] >> np.uint64(32)
        found: NDArray[np.int64] = (high * bounds.astype(np.uint64) >> np.uint64(32)).astype(np.int64)
        return found


Form = tuple[tuple[int, ...], "NDArray[np.int32]"]
"""Shape of a form, and the cells of the board in its order."""


def forms(rows: int, cols: int, topology: str, *, wrap: bool = False) -> Iterable[Form]:
    """Return shape and cells of each form of a board that its neighbours cannot tell.

    Examples
    --------
    >>> [(shape, cells.tolist()) for shape, cells in forms(1, 2, "hex")]
    [((1, 2), [0, 1]), ((2, 1), [0, 1]), ((1, 2), [1, 0]), ((2, 1), [1, 0])]
    >>> [sum(1 for _ in forms(3, 3, name, wrap=wrap)) for name in ("rook", "hex") for wrap in (False, True)]
    [8, 72, 4, 108]
    """
    return _shifts(rows, cols, topology) if wrap else _turns(rows, cols, topology)


@lru_cache(maxsize=16)
def _turns(rows: int, cols: int, topology: str) -> list[Form]:
    return [(turn.shape, turn.ravel()) for turn in _images(rows, cols, topology, False)]


def _shifts(rows: int, cols: int, topology: str) -> Iterator[Form]:
    """Yield those of a torus: too many to be kept."""
    return ((turn.shape, turn.ravel()) for turn in _images(rows, cols, topology, True))


def _images(rows: int, cols: int, topology: str, wrap: bool) -> Iterator[NDArray[np.int32]]:
    grid = np.arange(rows * cols, dtype=np.int32).reshape(rows, cols)
    return _leaning(grid, wrap) if topology == "hex" else _upright(grid, wrap)


def _upright(grid: NDArray[np.int32], wrap: bool) -> Iterator[NDArray[np.int32]]:
    """Yield a grid turned and mirrored, of a torus also shifted: all forms that its neighbours cannot tell.

    A grid that is no square is turned as well: its form then has another shape.
    """
    for rows in (grid, grid[:, ::-1]):
        for turn in range(4):
            form = np.rot90(rows, turn)
            for down in range(form.shape[0] if wrap else 1):
                for right in range(form.shape[1] if wrap else 1):
                    yield np.roll(form, (down, right), (0, 1)) if down or right else form


def _leaning(grid: NDArray[np.int32], wrap: bool) -> Iterator[NDArray[np.int32]]:
    """Yield a grid of hexagons turned and mirrored, of a torus also shifted; as `_upright` does.

    Rows lean to the right, so that half a turn and the mirror that makes rows of columns are all there is,
    unless the edges touch.
    """
    rows, cols = grid.shape
    turns = [grid, grid[::-1, ::-1]]
    if wrap and rows == cols:
        # A sixth of a turn: a step to the right becomes one down, a step down one down and to the left.
        row, col = np.indices(grid.shape)
        turns = [grid]
        while len(turns) < 6:
            turns.append(np.empty_like(grid))
            turns[-1][(row + col) % rows, -row % rows] = turns[-2]
    for turn in turns:
        for form in (turn, turn.T):
            for down in range(form.shape[0] if wrap else 1):
                for right in range(form.shape[1] if wrap else 1):
                    yield np.roll(form, (down, right), (0, 1)) if down or right else form


TRIES = 1000
"""Puzzles to make before giving up."""
Puzzle = TypeVar("Puzzle", bound=ExplainMixin)


def wanted_of(difficulty: object) -> Difficulty:
    """Return a difficulty by its name.

    Raises
    ------
    PuzzleError
        None has that name.

    Examples
    --------
    >>> wanted_of("hard").value
    'hard'
    """
    return Difficulty(check_choice("difficulty", difficulty, list(Difficulty)))


def eased(puzzle: Puzzle, wanted: Difficulty) -> Puzzle:
    """Return a puzzle that is no harder: where a harder step is due, what it finds is given as well.

    Parameters
    ----------
    puzzle : Reasoned
        With one solution; `ExplainMixin.given` says how a cell more is given, if at all.
    wanted : Difficulty

    Examples
    --------
    >>> from unriddle import Numbrix
    >>> hard = Numbrix.generate("5x5", seed=3)
    >>> hard.difficulty().value, eased(hard, Difficulty.EASY).difficulty().value
    ('expert', 'easy')
    """
    if type(puzzle).given is ExplainMixin.given:  # it gives no more
        return puzzle
    order = list(Difficulty)
    hard = {kind for kind, level in puzzle.levels.items() if order.index(level) > order.index(wanted)}
    solution = None
    while True:
        step = next((step for step in puzzle.reasoning() if step.kind in hard), None)
        if step is None:
            return puzzle
        if solution is None:
            solution = getattr(puzzle.solve(), "solution", None)
        if solution is None:
            return puzzle
        places = [step.cell] if step.cell is not None else step.cells
        cell = next(((r, c) for r, c in places if solution[r][c] == step.value), None)
        easier = None if cell is None else puzzle.given(cell, step.value)
        if easier is None:
            return puzzle
        puzzle = easier


def of_difficulty(
    make: Callable[[int], Puzzle], difficulty: object, seed: int | None, *, ease: bool = True
) -> Puzzle:
    """Return the first puzzle of a difficulty among those of seeds that are derived from `seed`.

    Parameters
    ----------
    make : callable
        Returns the puzzle of a seed.
    difficulty : str
    seed : int, optional
        Another one each time by default.
    ease : bool
        Give more where a puzzle is too hard; where not, it is dropped.

    Raises
    ------
    PuzzleError
        No such difficulty; no puzzle of it came up.
    """
    wanted = wanted_of(difficulty)
    chosen = check_seed(seed)
    start = secrets.randbits(62) if chosen is None else chosen
    for attempt in range(TRIES):
        puzzle = make(derived(start, 0, attempt))
        if ease:
            puzzle = eased(puzzle, wanted)
        if puzzle.difficulty() is wanted:
            return puzzle
    raise PuzzleError(f"no {wanted} puzzle in {TRIES:,} tries, expected wishes that more puzzles fulfil")


NUMBER = Column("number", "int")
"""The first column of all puzzles that are made: their numbers, from 1."""
KEY = np.dtype([("form", "V16"), ("attempt", "<u4")])
"""What is kept of each puzzle until the run is over: digest of its form, the attempt that made it."""
MOST_NODES = 10_000_000
SHARED = (
    Option("tries", "attempts at a puzzle before its number is left out", TRIES),
    Option("max-nodes", "most nodes of the proof of a puzzle, 0 for no limit", MOST_NODES),
    Option("verifier", "a column with the name by which `unriddle check` judges answers", False),
)
"""Options of all puzzles."""
REASONING = (
    Option("grade", "columns with the difficulty of the hardest step, that step, and a score", False),
    Option("steps", "a column with the steps of a person's reasoning", False),
    Option(
        "difficulty",
        "only puzzles whose hardest step is of this difficulty",
        None,
        tuple(level.value for level in Difficulty),
    ),
)
"""Options of puzzles that a person solves step by step."""


def digest(form: bytes) -> bytes:
    """Return 16 bytes that tell a canonical form from others; equal ones by chance at 2^64 puzzles.

    Examples
    --------
    >>> len(digest(b"form"))
    16
    """
    return blake2b(form, digest_size=16).digest()


def whole(name: str, value: object, least: int, most: int = 1 << 62) -> int:
    """Return a whole number that an option has to be.

    Examples
    --------
    >>> whole("clues", "30", 0)
    30
    """
    try:
        number = int(value) if isinstance(value, (str, int)) and not isinstance(value, bool) else least - 1
    except ValueError:
        number = least - 1
    if not least <= number <= most:
        upper = "up" if most == 1 << 62 else f"to {most:,}"
        raise PuzzleError(f"--{name} {value!r:.40}, expected a whole number from {least:,} {upper}")
    return number


@dataclass(frozen=True, slots=True)
class Made:
    """A puzzle that was made.

    Attributes
    ----------
    text, rules : str, mapping
        What `parse` reads.
    solution, size : str
    status : Status
    nodes : int
        Of the search that found the solution and proved what the status says.
    form : bytes
        Canonical form: equal for two puzzles exactly where a symmetry takes one into the other.
    measures : sequence
        Values of the factory's own columns.
    puzzle : optional
        What `parse` makes of `text`, where that is known; else it is read.
    """

    text: str
    solution: str
    size: str
    status: Status
    nodes: int
    form: bytes
    measures: Sequence[Any] = ()
    rules: Mapping[str, Any] = field(default_factory=dict)
    puzzle: Any = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class Numbers:
    """Numbers of puzzles to make, and the attempt that each begins with.

    Attributes
    ----------
    numbers : int64 array of shape (n,)
    attempts : int64 array of shape (n,)
    """

    numbers: NDArray[np.int64]
    attempts: NDArray[np.int64]

    def __len__(self) -> int:
        return self.numbers.size

    def chunk(self, start: int, stop: int) -> Numbers:
        """Return those from place `start` to `stop` - 1."""
        return Numbers(self.numbers[start:stop], self.attempts[start:stop])

    def take(self, places: NDArray[np.intp]) -> Numbers:
        """Return those at some places."""
        return Numbers(self.numbers[places], self.attempts[places])

    def shown(self, index: int) -> str:
        """Return a number for a report."""
        return f"puzzle {self.numbers[index]}"


class Factory(Batch):
    """How puzzles of one kind are made; one object serves any number of threads.

    A subclass overrides what differs: `draw`, `form`, `size`, `measures` of a puzzle, or `one`, or `many`,
    where a kernel makes several at once.

    Parameters
    ----------
    what : str
        ``puzzles``.
    options : mapping
        Values of `OPTIONS`; those that are missing are the defaults.
    lexicon : Lexicon, optional
        Given where `USES_LEXICON` is set.

    Raises
    ------
    PuzzleError
        An option with a wrong value.
    """

    KIND: ClassVar[Any]
    """The class of the puzzle."""
    WHAT = ("puzzles",)
    NAME: ClassVar[str] = ""
    """Of the puzzle, where the registry made the class."""
    OWN: ClassVar[tuple[Option, ...]] = ()
    """Options of this kind alone."""
    MEASURES: ClassVar[tuple[Column, ...]] = (Column("moves", "int"),)
    """Columns of this kind alone, beside those of all."""
    CHUNK: ClassVar[int] = 8
    """Puzzles that are made at a time."""
    PART: ClassVar[int] = 256
    """Puzzles of a part by default: some minutes of work at most."""

    def __init__(self, what: str, options: Mapping[str, Any], lexicon: Lexicon | None = None) -> None:
        unknown = sorted(set(options) - {option.name for option in self.OPTIONS})
        if unknown:
            known = ", ".join(option.name for option in self.OPTIONS)
            raise PuzzleError(f"no option {unknown[0]!r:.40}, expected one of {known}")
        super().__init__(what, options, lexicon)
        self.seed = 0
        self.tries = whole("tries", self.options["tries"], 1, 1 << 20)
        nodes = whole("max-nodes", self.options["max-nodes"], 0)
        self.limits = Limits(nodes=nodes) if nodes else None
        wanted = self.options.get("difficulty")
        self.wanted = None if wanted is None else wanted_of(wanted)
        self.check_options()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.OPTIONS = (*cls.OWN, *SHARED, *(REASONING if issubclass(cls.KIND, ExplainMixin) else ()))

    def check_options(self) -> None:
        """Raise PuzzleError where an option of this kind has a wrong value; called once, before any work."""

    @property
    def columns(self) -> tuple[Column, ...]:
        """Seed, puzzle, what `parse` takes beside it, solution, status, size, nodes, measures, digest."""
        texts = ("puzzle", "rules", "solution")
        found = [Column("seed", "int"), *(Column(name, "text") for name in texts)]
        found += [Column("status", "text", 16), Column("size", "text", 16), Column("nodes", "int")]
        found += self.MEASURES
        if self.graded:
            found.append(Column("grade", "text", 8))
        if self.options.get("grade"):
            found += [Column("hardest", "text", 32), Column("score", "int")]
        if self.options.get("steps"):
            found.append(Column("steps", "texts"))
        if self.options["verifier"]:
            found.append(Column("verifier", "text", 32))
        return (*found, Column("form", "text", 32))

    @property
    def eases(self) -> bool:
        """Whether more is given where a puzzle is too hard; where not, it is dropped."""
        return True

    @property
    def graded(self) -> bool:
        """Whether each puzzle is graded."""
        return bool(self.options.get("grade")) or self.wanted is not None

    # One puzzle

    def draw(self, seed: int) -> Any:
        """Return the puzzle of a seed; PuzzleError where it gives none."""
        make = getattr(self.KIND, "generate", None) or self.KIND.random
        return make(seed=seed)

    def form(self, puzzle: Any, result: Any) -> bytes:
        """Return the canonical form of a puzzle; by default it has no symmetry but itself."""
        return json.dumps(puzzle.to_dict(), sort_keys=True).encode()

    def size(self, puzzle: Any) -> str:
        """Return rows and columns, "" for what has none."""
        rows, cols = getattr(puzzle, "rows", None), getattr(puzzle, "cols", None)
        return f"{rows}x{cols}" if isinstance(rows, int) and isinstance(cols, int) else ""

    def measures(self, puzzle: Any, result: Any) -> Sequence[Any]:
        """Return the values of `MEASURES`."""
        return (int(getattr(result, "length", 0) or 0),)

    def line(self, puzzle: Any, result: Any) -> str:
        """Return a solution as text, rows apart by ``/``."""
        solution = getattr(result, "solution", None)
        return "" if solution is None else str(puzzle.format(solution)).strip("\n").replace("\n", "/")

    def text(self, puzzle: Any) -> str:
        """Return what `parse` reads: on one line, rows apart by ``/``, where that gives an equal puzzle."""
        text: str = puzzle.text()
        short = text.strip("\n").replace("\n", "/")
        for tried in (short, text):
            try:
                if self.KIND.parse(tried, **puzzle.rules()) == puzzle:
                    return tried
            except PuzzleError:
                continue
        raise PuzzleError(f"{text!r:.60} is not read back as it was made")  # pragma: no cover

    def beside(self, puzzle: Any) -> Mapping[str, Any]:
        """Return what `parse` takes beside the text."""
        found: Mapping[str, Any] = puzzle.rules()
        return found

    def solved(self, puzzle: Any) -> Any:
        """Return the result of a puzzle, with the proof of what its status says."""
        return puzzle.solve(limits=self.limits, progress=watch(self.stop))

    @classmethod
    def unique(cls) -> bool:
        """Say whether puzzles have exactly one solution: by default those that ``generate`` makes."""
        return hasattr(cls.KIND, "generate")

    def good(self, puzzle: Any, result: Any) -> bool:
        """Say whether a puzzle is worth giving: by default one with an answer that its check confirms."""
        right = result.status is Status.UNIQUE if self.unique() else result.solution is not None
        return bool(right and result.status is not Status.LIMIT and puzzle.check(result))

    def _judged(self, puzzle: Any) -> Any:
        """Return the result of a puzzle, None where it is not worth giving."""
        result = self.solved(puzzle)
        if result.interrupted or self.stop():
            raise KeyboardInterrupt
        return result if self.good(puzzle, result) else None

    def one(self, seed: int) -> Made | None:
        """Return the puzzle of a seed, None where it gives none that is wanted."""
        try:
            puzzle = self.draw(seed)
        except PuzzleError:
            return None
        return self.recorded(puzzle)

    def grade(self, puzzle: Any) -> Difficulty | None:
        """Return how hard a puzzle is; None is allowed where it is harder than wanted."""
        found: Difficulty = puzzle.difficulty()
        return found

    def recorded(self, puzzle: Any) -> Made | None:
        """Return what is recorded of a puzzle, None where it is none that is wanted."""
        result = self._judged(puzzle)
        if result is not None and self.wanted is not None and self.eases:
            easier = eased(puzzle, self.wanted)
            if easier is not puzzle:
                puzzle, result = easier, self._judged(easier)
        if result is None:
            return None
        return Made(
            text=self.text(puzzle),
            rules=self.beside(puzzle),
            solution=self.line(puzzle, result),
            size=self.size(puzzle),
            status=result.status,
            nodes=result.stats.nodes,
            form=self.form(puzzle, result),
            measures=self.measures(puzzle, result),
            puzzle=puzzle,
        )

    # Many

    def many(self, seeds: Sequence[int]) -> list[Made | None]:
        """Return the puzzles of some seeds, each as if it were made alone."""
        return [self.one(seed) for seed in seeds]

    def answer(self, records: Any) -> Answers:
        """Return the puzzles of some numbers, each the first of its attempts that gives one."""
        n = len(records)
        attempts = records.attempts.copy()
        rows: list[list[Any] | None] = [None] * n
        keys = np.zeros(n, dtype=KEY)
        left = [place for place in range(n) if attempts[place] < self.tries]
        while left:
            if self.stop():
                raise KeyboardInterrupt
            seeds = derived_all(self.seed, records.numbers[left], attempts[left]).tolist()
            failed = []
            made = self.many(seeds)
            reasons = iter(self.reasons([one for one in made if one is not None]))
            for place, seed, one in zip(left, seeds, made, strict=True):
                said = None if one is None else next(reasons)
                row = None if one is None or said is None else self._row(seed, one, said)
                if row is None:
                    attempts[place] += 1
                    failed.append(place)
                    continue
                keys[place] = (bytes.fromhex(row[-1]), attempts[place])
                rows[place] = row
            left = [place for place in failed if attempts[place] < self.tries]
        return self._answers(rows, keys)

    def _answers(self, rows: Sequence[Sequence[Any] | None], keys: NDArray[Any]) -> Answers:
        """Return rows as columns; a number without a puzzle is rejected."""
        kept = [place for place, row in enumerate(rows) if row is not None]
        values = list(zip(*[row for row in rows if row is not None], strict=True)) or [()] * len(self.columns)
        columns: list[Any] = [
            np.array(column, dtype=kind.dtype) if kind.number else list(column)
            for kind, column in zip(self.columns, values, strict=True)
        ]
        return self._with_missing(len(rows), np.array(kept, dtype=np.int64), columns, keys)

    def _with_missing(
        self, n: int, kept: NDArray[np.int64], columns: Sequence[Any], keys: NDArray[Any]
    ) -> Answers:
        """Return the columns of the puzzles at some places of n; the others are rejected."""
        lacking = np.ones(n, dtype=np.bool_)
        lacking[kept] = False
        missing = np.flatnonzero(lacking)
        keys["attempt"][missing] = self.tries
        reason = f"no puzzle that is new in {self.tries:,} tries"
        return Answers(kept, columns, [(place, reason) for place in missing.tolist()], keys)

    def _row(self, seed: int, made: Made, said: Sequence[Any]) -> list[Any]:
        """Return the values of `columns`, the digest last; of reasoning they are `said`."""
        row = [seed, made.text, json.dumps(dict(made.rules), sort_keys=True) if made.rules else "{}"]
        row += [made.solution, made.status.value, made.size, made.nodes, *made.measures, *said]
        if self.options["verifier"]:
            row.append(self.verifier)
        row.append(digest(made.form).hex())
        return row

    def reasons(self, made: Sequence[Made]) -> Sequence[Sequence[Any] | None]:
        """Return the columns of a person's reasoning of puzzles, None where another difficulty is wanted."""
        if not self.graded and not self.options.get("steps"):
            return [()] * len(made)
        parse = self.KIND.parse
        puzzles = (parse(one.text, **one.rules) if one.puzzle is None else one.puzzle for one in made)
        return [self._reasoned(puzzle) for puzzle in puzzles]

    def _reasoned(self, puzzle: Any) -> list[Any] | None:
        """Return the columns of a person's reasoning, None where the difficulty is not the one wanted."""
        found: list[Any] = []
        if self.wanted is not None:  # alone it is known without all steps
            grade = self.grade(puzzle)
            if grade != self.wanted:
                return None
            found.append(str(grade))
        if self.options.get("grade") or self.options.get("steps"):
            steps = puzzle.steps() if self.options.get("steps") else None
            if self.options.get("grade"):
                rating = puzzle.rating() if steps is None else rate(steps, puzzle.levels)
                found = [str(rating.difficulty), rating.hardest, rating.score]
            if steps is not None:
                found.append([str(step) for step in steps])
        return found

    @cached_property
    def verifier(self) -> str:
        """The name by which ``unriddle check`` judges answers to these puzzles."""
        from ..registry import name_of

        return name_of(self.KIND) or str(self.KIND.__name__)


def branching(states: Sequence[Any]) -> float:
    """Return how many moves there are on average in the states of a way, the last one left out.

    Examples
    --------
    >>> from unriddle import MNPuzzle
    >>> start = MNPuzzle.parse("1 2 / 0 3")
    >>> branching(start.followed("L"))
    2.0
    """
    return averaged([len(state.extensions()) for state in states[:-1]])


def averaged(counts: Sequence[int]) -> float:
    """Return the mean of some numbers to three places, 0 where there are none.

    Examples
    --------
    >>> averaged([1, 2, 2]), averaged([])
    (1.667, 0.0)
    """
    return round(sum(counts) / len(counts), 3) if counts else 0.0


def plain(name: str, kind: Any) -> type[Factory]:
    """Return the factory of a puzzle that has no other than its ``generate`` or ``random``.

    Examples
    --------
    >>> from unriddle import Hidato
    >>> plain("hidato", Hidato).KIND.__name__
    'Hidato'
    """
    return type(f"{kind.__name__}Factory", (Factory,), {"KIND": kind, "NAME": name, "__reduce__": _reduced})


def _reduced(factory: Any) -> Any:
    """Return how a factory whose class is no name of a module goes to another process."""
    state = factory.options, factory.lexicon, factory.seed
    return _rebuilt, (factory.NAME, *state)


def _rebuilt(name: str, options: Mapping[str, Any], lexicon: Any, seed: int) -> Factory:
    from ..registry import factory

    kind = factory(name)
    found = kind(kind.WHAT[0], options, lexicon)
    found.seed = seed
    return found


AHEAD = 64
"""Puzzles that are made anew at a time, at least."""


class _Forms:
    """The canonical forms of a run: which number had each of them first."""

    def __init__(self, keys: NDArray[Any], tries: int) -> None:
        # As two whole numbers, big-endian: their order is that of the bytes, and quick to sort.
        words = np.frombuffer(keys["form"].tobytes(), dtype=">u8").reshape(-1, 2).astype(np.uint64)
        there = np.flatnonzero(keys["attempt"] < tries)
        order = there[np.lexsort((there, words[there, 1], words[there, 0]))]
        words = words[order]
        same = (np.diff(words, axis=0) == 0).all(axis=1)
        # One by one they are looked at sooner as memory than as arrays.
        self._high, self._low = (words[:, k].copy().data for k in (0, 1))
        self._places = order.data
        self.again: list[int] = order[1:][same].tolist()
        """Places whose form an earlier one has."""

    def first(self, form: bytes) -> int | None:
        """Return the first place with a form, None where there is none."""
        high, low = (int.from_bytes(form[k : k + 8], "big") for k in (0, 8))
        at = bisect_left(self._high, high)
        while at < len(self._high) and self._high[at] == high:
            if self._low[at] == low:
                return self._places[at]
            at += 1
        return None


class _Attempts:
    """Attempts at puzzles that are made anew, many at a time: those that will be asked for, as it seems."""

    def __init__(self, keys: NDArray[Any], forms: _Forms, factory: Factory) -> None:
        self._keys, self._forms, self._factory = keys, forms, factory
        self._ahead, self._tries = max(AHEAD, factory.CHUNK), factory.tries
        self._made: dict[tuple[int, int], tuple[bytes, int]] = {}
        self._owners: dict[bytes, int] = {}
        """Form -> place that will have it, as it seems."""

    def take(self, place: int, attempt: int) -> tuple[bytes, int]:
        """Return form and number of the first attempt from `attempt` on that gives a puzzle."""
        if (place, attempt) not in self._made:
            self.make([(place, attempt)])
        return self._made.pop((place, attempt))

    def make(self, wanted: Sequence[tuple[int, int]]) -> None:
        """Make some attempts, and those that follow where they will not do."""
        left = list(wanted)
        while left:
            now, left = left[: self._ahead], left[self._ahead :]
            more = [pair for place, attempt in now for pair in self._further(place, attempt)]
            batch = [pair for pair in dict.fromkeys(now + more) if pair not in self._made]
            if batch:
                numbers = np.array(batch, dtype=np.int64)
                fresh = self._factory.answer(Numbers(numbers[:, 0] + 1, numbers[:, 1])).keys
                assert fresh is not None
                reached = zip(fresh["form"].tolist(), fresh["attempt"].tolist(), strict=True)
                self._made.update(zip(batch, reached, strict=True))
            for place, attempt in now:
                left += self._following(place, attempt)

    def _further(self, place: int, attempt: int) -> list[tuple[int, int]]:
        """Return attempts to make beside one: who failed so often may fail again."""
        tried = attempt - int(self._keys["attempt"][place])
        return [(place, attempt + k) for k in range(1, min(tried, self._ahead, self._tries - attempt))]

    def _following(self, place: int, attempt: int) -> list[tuple[int, int]]:
        """Return what is needed after an attempt that was made: of its place, or of whose form it took."""
        while (place, attempt) in self._made:
            form, reached = self._made[place, attempt]
            if reached >= self._tries:
                return []
            first = self._forms.first(form)
            if (first is None or first > place) and self._owners.get(form, place) >= place:
                self._owners[form] = place
                return [] if first is None else [(first, int(self._keys["attempt"][first]) + 1)]
            attempt = reached + 1
        return [(place, attempt)] if attempt < self._tries else []


def renewed(keys: NDArray[Any], factory: Factory) -> dict[int, int]:
    """Return which puzzles of a run have to be made anew: place -> attempt that makes a new one.

    In the order of the numbers each puzzle stays unless one before it is equal up to symmetry; then the first
    of its later attempts counts that gives a form that none before it has, or, where none does, all are used
    up. So what a number gets depends on the seed and the numbers before it alone, and a run in which some
    puzzles were made anew already goes on to the same end.

    Parameters
    ----------
    keys : array of `unriddle.puzzles.framework.generator.KEY`, of shape (n,)
        Of the puzzles 1 to n.
    factory : Factory

    Notes
    -----
    O(n log n), and an attempt for each puzzle that is made anew.
    """
    forms, tries = _Forms(keys, factory.tries), factory.tries
    waiting = forms.again
    heapify(waiting)
    attempts = _Attempts(keys, forms, factory)
    attempts.make([(place, int(keys["attempt"][place]) + 1) for place in sorted(waiting)])
    taken: set[bytes] = set()
    found: dict[int, int] = {}
    while waiting:
        place = heappop(waiting)
        attempt = int(keys["attempt"][place]) + 1
        while attempt < tries:
            form, attempt = attempts.take(place, attempt)
            first = forms.first(form) if attempt < tries else None
            if attempt < tries and form not in taken and (first is None or first > place):
                taken.add(form)
                if first is not None:
                    heappush(waiting, first)
                break
            attempt = min(attempt + 1, tries)
        found[place] = attempt
    return found


class _Texts(TextLists):
    """A column of lists of texts."""

    def __init__(self, rows: Sequence[list[str]]) -> None:
        self._rows = rows

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, index: Any) -> Any:
        return self._rows[index]


class GeneratedMany(ResultSequence[Any]):
    """Puzzles that were made, with what is known of each: the columns of ``unriddle generate``.

    Attributes
    ----------
    missing : list of int
        Numbers for which there was no puzzle, or none that is new; all others are there in order.

    Examples
    --------
    >>> from unriddle import Sudoku
    >>> many = Sudoku.generate_many(3, seed=1, size=6, box="2x3")
    >>> len(many), many.missing, many[0].solve().status.value
    (3, [], 'UNIQUE')
    """

    def __init__(self, factory: Factory, rows: Sequence[Sequence[Any] | None]) -> None:
        kept = [(number, row) for number, row in enumerate(rows, 1) if row is not None]
        self._kind = factory.KIND
        self.missing = [number for number, row in enumerate(rows, 1) if row is None]
        self._columns: dict[str, Any] = {"number": np.array([number for number, _ in kept], dtype=np.int64)}
        values = list(zip(*(row for _, row in kept), strict=True)) or [()] * len(factory.columns)
        for column, value in zip(factory.columns, values, strict=True):
            if column.number:
                self._columns[column.name] = np.array(value, dtype=column.dtype)
            else:
                self._columns[column.name] = _Texts(value) if column.kind == "texts" else list(value)

    def __len__(self) -> int:
        return len(self._columns["puzzle"])

    def item(self, index: int) -> Any:
        """Return one puzzle."""
        rules = json.loads(self._columns["rules"][index])
        return self._kind.parse(self._columns["puzzle"][index], **rules)

    def pair(self, index: int) -> tuple[Any, Any]:
        """Return a puzzle and its result."""
        puzzle = self.item(index)
        return puzzle, puzzle.solve()

    def columns(self) -> Mapping[str, Any]:
        """Return the columns by name."""
        return dict(self._columns)


def generate_many(
    kind: type[Factory],
    n: int,
    /,
    *,
    seed: int | None = None,
    threads: int = 0,
    progress: Callable[[int], None] | None = None,
    stop: Stop | None = None,
    lexicon: Lexicon | None = None,
    **options: Any,
) -> GeneratedMany:
    """Return `n` puzzles; see `PuzzleBase.generate_many`."""
    count = as_int(n)
    if count is None or not 1 <= count <= 1 << 40:
        raise PuzzleError(f"count={n!r:.40}, expected a whole number of puzzles from 1 up")
    named = {name.replace("_", "-"): value for name, value in options.items()}
    factory = kind(kind.WHAT[0], named, lexicon)
    factory.seed = start_of(seed)
    rows: list[Sequence[Any] | None] = [None] * count
    keys = np.zeros(count, dtype=KEY)
    counter = ProgressCounter(progress)

    def make(places: NDArray[np.int64], attempts: NDArray[np.int64]) -> None:
        answers = factory.answer(Numbers(places + 1, attempts))
        keys[places] = answers.keys
        for place in places.tolist():
            rows[place] = None
        for at, row in zip(answers.kept.tolist(), zip(*answers.columns, strict=True), strict=True):
            rows[int(places[at])] = row

    def work(part: slice, stopped: Stop) -> None:
        for start in range(part.start, part.stop, kind.CHUNK):
            places = np.arange(start, min(start + kind.CHUNK, part.stop))
            if stopped():
                raise KeyboardInterrupt
            make(places, np.zeros_like(places))
            counter.add(len(places))

    in_slices(work, count, threads, stop, least=kind.CHUNK)
    anew = renewed(keys, factory)
    if anew:
        make(np.array(list(anew), dtype=np.int64), np.array(list(anew.values()), dtype=np.int64))
    return GeneratedMany(factory, rows)


def start_of(seed: int | None) -> int:
    """Return the seed of a run; another one each time where none is given.

    Examples
    --------
    >>> start_of(5)
    5
    """
    checked = check_seed(seed)
    if checked is None:
        import secrets

        return secrets.randbits(62)
    if checked >= 1 << 62:
        raise PuzzleError(f"seed={checked}, expected a number below 2^62")
    return checked
