"""Generate distinct puzzles: each is a function of a seed and a number, on any machine.

`Factory` makes puzzles of a class with ``generate`` or ``random``. A puzzle whose kernels make many at once,
or that has symmetries, has a subclass in its folder, named by ``factory`` in its spec.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from hashlib import blake2b
from heapq import heapify, heappop, heappush, nsmallest
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ...base import Limits, PuzzleError, Status
from ...core.digests import seeds as derived_all
from ...options import flag_of
from .arguments import as_int, check_choice, check_seed
from .batch_records import Answers, Batch, Column, Option
from .result_sequence import ProgressCounter, ResultSequence, Stop, TextLists, in_slices, watch
from .spec import spec_of
from .steps import FREE, GRADE, Difficulty, Meter, rate

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...lexicon import Lexicon

__all__ = [
    "KEY", "NUMBER", "Factory", "GeneratedMany", "Made", "Numbers", "averaged", "branching", "derived",
    "digest", "forms", "generate_many", "plain", "renewed", "start_of", "whole",
]  # fmt: skip

SEED_BITS = 62
TRIES = 1000
"""Attempts at a puzzle before giving up."""
MOST_NODES = 10_000_000

# Seeds and random numbers


def start_of(seed: int | None, most_bits: int = SEED_BITS) -> int:
    """Return the seed of a run; a random one where none is given.

    Examples
    --------
    >>> start_of(5)
    5
    """
    checked = check_seed(seed)
    if checked is None:
        return secrets.randbits(most_bits)
    if checked >= 1 << most_bits:
        raise PuzzleError(f"seed={checked}, expected a number below 2^{most_bits}")
    return checked


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


GOLDEN, FIRST, SECOND = (np.uint64(k) for k in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))


class Chance:
    """Random numbers of many seeds side by side: SplitMix64 (G. Steele, D. Lea, C. Flood, 2014).

    The numbers of a seed, from 0 to 2^64 - 1, do not depend on the other seeds.

    Examples
    --------
    >>> [hex(number) for number in Chance([0]).numbers(2)[0].tolist()]
    ['0xe220a8397b1dcdaf', '0x6e789e6aa1b965f4']
    """

    def __init__(self, seeds: Sequence[int] | NDArray[np.uint64]) -> None:
        self._state = np.array(seeds, dtype=np.uint64)

    def numbers(self, n: int, rows: NDArray[np.intp] | None = None) -> NDArray[np.uint64]:
        """Return the next n numbers of each seed, or of the seeds `rows`: shape (seeds, n)."""
        chosen: Any = slice(None) if rows is None else rows
        found = self._state[chosen][:, None] + GOLDEN * np.arange(1, n + 1, dtype=np.uint64)
        self._state[chosen] = found[:, -1]
        found = (found ^ (found >> np.uint64(30))) * FIRST
        found = (found ^ (found >> np.uint64(27))) * SECOND
        mixed: NDArray[np.uint64] = found ^ (found >> np.uint64(31))
        return mixed

    def orders(self, n: int, rows: NDArray[np.intp] | None = None) -> NDArray[np.intp]:
        """Return an order of range(n) for each seed, or for each of the seeds `rows`."""
        return np.argsort(self.numbers(n, rows), axis=1, kind="stable")

    def below(self, bounds: NDArray[np.integer]) -> NDArray[np.int64]:
        """Return a number from 0 to below its bound, at most 2^31, for each seed."""
        high = self.numbers(1)[:, 0] >> np.uint64(32)
        found: NDArray[np.int64] = (high * bounds.astype(np.uint64) >> np.uint64(32)).astype(np.int64)
        return found


# Canonical forms

Form = tuple[tuple[int, ...], "NDArray[np.int32]"]
"""Shape of a form, and the cells of the board in its order."""


def forms(rows: int, cols: int, topology: str, *, wrap: bool = False) -> Iterable[Form]:
    """Return shape and cells of each symmetry of a board: turned and mirrored, on a torus shifted too.

    Examples
    --------
    >>> [(shape, cells.tolist()) for shape, cells in forms(1, 2, "hex")]
    [((1, 2), [0, 1]), ((2, 1), [0, 1]), ((1, 2), [1, 0]), ((2, 1), [1, 0])]
    >>> [sum(1 for _ in forms(3, 3, name, wrap=wrap)) for name in ("rook", "hex") for wrap in (False, True)]
    [8, 72, 4, 108]
    """
    return _shifted(rows, cols, topology) if wrap else _unshifted(rows, cols, topology)


@lru_cache(maxsize=16)
def _unshifted(rows: int, cols: int, topology: str) -> list[Form]:
    return [(turn.shape, turn.ravel()) for turn in _turned(rows, cols, topology, False)]


def _shifted(rows: int, cols: int, topology: str) -> Iterator[Form]:
    """Yield the symmetries of a torus: too many to keep."""
    for turn in _turned(rows, cols, topology, True):
        for down in range(turn.shape[0]):
            for right in range(turn.shape[1]):
                shifted = np.roll(turn, (down, right), (0, 1))
                yield shifted.shape, shifted.ravel()


def _turned(rows: int, cols: int, topology: str, wrap: bool) -> Iterator[NDArray[np.int32]]:
    """Yield a grid turned and mirrored; an oblong one also on its side."""
    grid = np.arange(rows * cols, dtype=np.int32).reshape(rows, cols)
    if topology != "hex":
        for side in (grid, grid[:, ::-1]):
            for turn in range(4):
                yield np.rot90(side, turn)
        return
    # Rows of hexagons lean to the right: half a turn and the transposition are all, unless edges touch.
    turns = [grid, grid[::-1, ::-1]]
    if wrap and rows == cols:
        # A sixth of a turn: a step to the right becomes one down, a step down one down and to the left.
        row, col = np.indices(grid.shape)
        turns = [grid]
        while len(turns) < 6:
            turns.append(np.empty_like(grid))
            turns[-1][(row + col) % rows, -row % rows] = turns[-2]
    for one in turns:
        yield one
        yield one.T


def digest(form: bytes) -> bytes:
    """Return 16 bytes that identify a canonical form; two forms collide by chance among 2^64.

    Examples
    --------
    >>> len(digest(b"form"))
    16
    """
    return blake2b(form, digest_size=16).digest()


# Difficulty


def wanted_of(difficulty: object) -> Difficulty:
    """Return a difficulty by its name."""
    return Difficulty(check_choice("difficulty", difficulty, list(Difficulty)))


def eased(puzzle: Any, wanted: Difficulty, meter: Meter = FREE) -> Any:
    """Return a puzzle of at most a difficulty: give the cell of each step that is harder.

    It has one solution. One without a method ``given(cell, value)`` is returned as it is. `meter` raises
    LimitReached where a limit comes.
    """
    if not hasattr(puzzle, "given"):
        return puzzle
    order = list(Difficulty)
    hard = {kind for kind, level in puzzle.levels.items() if order.index(level) > order.index(wanted)}
    solution = None
    while step := next((step for step in puzzle._reasoning(meter) if step.kind in hard), None):
        solution = solution or meter.charge(puzzle.solve(limits=meter.left())).solution
        places = [step.cell] if step.cell is not None else step.cells
        cell = next(((r, c) for r, c in places if solution and solution[r][c] == step.value), None)
        if cell is None:
            return puzzle
        puzzle = puzzle.given(cell, step.value)
    return puzzle


def of_difficulty(
    make: Callable[[int | None], Any],
    difficulty: object,
    seed: int | None,
    *,
    ease: bool = True,
    meter: Meter = FREE,
) -> Any:
    """Return the first puzzle of a difficulty among those that `make` returns of seeds derived from `seed`.

    Without a difficulty the puzzle of `seed` is returned. With `ease` a puzzle that is too hard is `eased`;
    otherwise it is dropped. Where none of `TRIES` puzzles has the difficulty, that is a PuzzleError. `meter`
    has the limits of all puzzles together.
    """
    if difficulty is None:
        return make(seed)
    wanted, start = wanted_of(difficulty), check_seed(seed)
    start = start_of(None) if start is None else start
    for attempt in range(TRIES):
        puzzle = make(derived(start, 0, attempt))
        if ease:
            puzzle = eased(puzzle, wanted, meter)
        if puzzle._grade(meter) is wanted:
            return puzzle
    raise PuzzleError(f"no {wanted} puzzle found in {TRIES:,} tries; relax the other options")


# Making puzzles

NUMBER = Column("number", "int")
"""The first column of all puzzles that are made: their numbers, from 1."""
KEY = np.dtype([("form", "V16"), ("attempt", "<u4")])
"""What a run keeps of each puzzle until it ends: digest of its form, the attempt that made it."""
SHARED = (
    Option("tries", "give up on a puzzle after N attempts", TRIES),
    Option("max-nodes", "give up on a puzzle that needs more than N nodes; 0 is no limit", MOST_NODES),
    Option("verifier", 'add a column "verifier" that names the puzzle as unriddle check does', False),
)
"""Options of all puzzles."""
REASONING = (
    Option("grade", "add columns with the grade, the hardest step, and a score", False),
    Option("steps", "add a column with the explanation, step by step", False),
    Option(
        "difficulty",
        GRADE,
        None,
        tuple(level.value for level in Difficulty),
    ),
)
"""Options of puzzles that a person solves step by step."""


def whole(name: str, value: object, least: int, most: int = 1 << 62) -> int:
    """Return the whole number that an option is.

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
        upper = "up" if most >= 1 << 20 > number else f"to {most:,}"
        raise PuzzleError(f"{flag_of(name)} {value!r:.40}, expected a whole number from {least:,} {upper}")
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
        Of the search that found the solution and proved the status.
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
    """Numbers of puzzles to make, and the first attempt at each.

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

    A subclass overrides what differs: `draw`, `form`, `size`, `measures` of a puzzle, or `many` where a
    kernel makes several at once.

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
    OWN: ClassVar[tuple[Option, ...]] = ()
    """Options of this kind alone."""
    MEASURES: ClassVar[tuple[Column, ...]] = (Column("moves", "int"),)
    """Columns of this kind alone."""
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
        cls.OPTIONS = (*cls.OWN, *SHARED, *(REASONING if hasattr(cls.KIND, "reasoning") else ()))

    def check_options(self) -> None:
        """Raise PuzzleError where an option of this kind has a wrong value; called once, before any work."""

    @property
    def columns(self) -> tuple[Column, ...]:
        """Seed, puzzle, what `parse` takes with it, solution, status, size, nodes, measures, digest."""
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
        """Whether more is given where a puzzle is too hard; otherwise it is dropped."""
        return True

    @property
    def graded(self) -> bool:
        """Whether each puzzle is graded."""
        return bool(self.options.get("grade")) or self.wanted is not None

    @cached_property
    def verifier(self) -> str:
        """The name by which ``unriddle check`` judges answers to these puzzles."""
        spec = spec_of(self.KIND)
        return str(self.KIND.__name__) if spec is None else spec.name

    # One puzzle

    def draw(self, seed: int) -> Any:
        """Return the puzzle of a seed; PuzzleError where it gives none."""
        make = getattr(self.KIND, "generate", None) or self.KIND.random
        return make(seed=seed)

    def solved(self, puzzle: Any) -> Any:
        """Return the result of a puzzle, with the proof of its status."""
        return puzzle.solve(limits=self.limits, progress=watch(self.stop))

    @classmethod
    def unique(cls) -> bool:
        """Return whether puzzles have exactly one solution: by default those that ``generate`` makes."""
        return hasattr(cls.KIND, "generate")

    def good(self, puzzle: Any, result: Any) -> bool:
        """Return whether a puzzle is kept: by default one with an answer that its check confirms."""
        right = result.status is Status.UNIQUE if self.unique() else result.solution is not None
        return bool(right and result.status is not Status.LIMIT and puzzle.check(result))

    def form(self, puzzle: Any, result: Any) -> bytes:
        """Return the canonical form of a puzzle; by default it has no symmetry."""
        return json.dumps(puzzle.to_dict(), sort_keys=True).encode()

    def grade(self, puzzle: Any) -> Difficulty | None:
        """Return how hard a puzzle is; None is allowed where it is harder than wanted."""
        found: Difficulty = puzzle.difficulty()
        return found

    def size(self, puzzle: Any) -> str:
        """Return rows and columns, "" where it has none."""
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
        for tried in (text.strip("\n").replace("\n", "/"), text):
            try:
                if self.KIND.parse(tried, **puzzle.rules()) == puzzle:
                    return tried
            except PuzzleError:
                continue
        raise PuzzleError(f"{text!r:.60} is not read back as it was made")  # pragma: no cover

    def one(self, seed: int) -> Made | None:
        """Return the puzzle of a seed, None where it gives none that is wanted."""
        try:
            puzzle = self.draw(seed)
        except PuzzleError:
            return None
        return self.recorded(puzzle)

    def recorded(self, puzzle: Any) -> Made | None:
        """Return the record of a puzzle, None where it is not wanted."""
        result = self._judged(puzzle)
        if result is not None and self.wanted is not None and self.eases:
            easier = eased(puzzle, self.wanted)
            if easier is not puzzle:
                puzzle, result = easier, self._judged(easier)
        if result is None:
            return None
        return Made(
            text=self.text(puzzle),
            rules=puzzle.rules(),
            solution=self.line(puzzle, result),
            size=self.size(puzzle),
            status=result.status,
            nodes=result.stats.nodes,
            form=self.form(puzzle, result),
            measures=self.measures(puzzle, result),
            puzzle=puzzle,
        )

    def _judged(self, puzzle: Any) -> Any:
        """Return the result of a puzzle, None where it is not kept."""
        result = self.solved(puzzle)
        if result.interrupted or self.stop():
            raise KeyboardInterrupt
        return result if self.good(puzzle, result) else None

    # Many

    def many(self, seeds: Sequence[int]) -> list[Made | None]:
        """Return the puzzles of some seeds, each as if it were made alone."""
        return [self.one(seed) for seed in seeds]

    def answer(self, records: Any) -> Answers:
        """Return the puzzles of some numbers, each the first of its attempts that gives one."""
        attempts = records.attempts.copy()
        rows: list[list[Any] | None] = [None] * len(records)
        keys = np.zeros(len(records), dtype=KEY)
        left = np.flatnonzero(attempts < self.tries)
        while left.size:
            if self.stop():
                raise KeyboardInterrupt
            seeds = derived_all(self.seed, records.numbers[left], attempts[left]).tolist()
            made = self.many(seeds)
            reasons = iter(self.reasons([one for one in made if one is not None]))
            for place, seed, one in zip(left.tolist(), seeds, made, strict=True):
                said = None if one is None else next(reasons)
                if one is None or said is None:
                    attempts[place] += 1
                else:
                    rows[place] = self._row(seed, one, said)
                    keys[place] = (digest(one.form), attempts[place])
            left = np.array([place for place in left.tolist() if rows[place] is None], dtype=np.intp)
            left = left[attempts[left] < self.tries]
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
        missing = np.setdiff1d(np.arange(n), kept)
        keys["attempt"][missing] = self.tries
        reason = f"no new puzzle with these options in {self.tries:,} tries"
        return Answers(kept, columns, [(place, reason) for place in missing.tolist()], keys)

    def _row(self, seed: int, made: Made, said: Sequence[Any]) -> list[Any]:
        """Return the values of `columns`; `said` are those of the reasoning."""
        row = [seed, made.text, json.dumps(dict(made.rules), sort_keys=True) if made.rules else "{}"]
        row += [made.solution, made.status.value, made.size, made.nodes, *made.measures, *said]
        if self.options["verifier"]:
            row.append(self.verifier)
        return [*row, digest(made.form).hex()]

    def reasons(self, made: Sequence[Made]) -> Sequence[Sequence[Any] | None]:
        """Return the columns of a person's reasoning of puzzles, None where another difficulty is wanted."""
        if not self.graded and not self.options.get("steps"):
            return [()] * len(made)
        parse = self.KIND.parse
        puzzles = (parse(one.text, **one.rules) if one.puzzle is None else one.puzzle for one in made)
        return [self._reasoned(puzzle) for puzzle in puzzles]

    def _reasoned(self, puzzle: Any) -> list[Any] | None:
        """Return the columns of the reasoning of one puzzle."""
        found: list[Any] = []
        if self.wanted is not None:  # known without all steps
            grade = self.grade(puzzle)
            if grade != self.wanted:
                return None
            found.append(str(grade))
        steps = puzzle.steps() if self.options.get("steps") else None
        if self.options.get("grade"):
            rating = puzzle.rating() if steps is None else rate(steps, puzzle.levels)
            found = [str(rating.difficulty), rating.hardest, rating.score]
        return found if steps is None else [*found, [str(step) for step in steps]]


def branching(states: Sequence[Any]) -> float:
    """Return how many moves the states of a path have on average, without the last.

    Examples
    --------
    >>> from unriddle import MNPuzzle
    >>> start = MNPuzzle.parse("1 2 / 0 3")
    >>> branching(start.followed("L"))
    2.0
    """
    return averaged([len(state.extensions()) for state in states[:-1]])


def averaged(counts: Sequence[int]) -> float:
    """Return the mean of some numbers to three places, 0 of none.

    Examples
    --------
    >>> averaged([1, 2, 2]), averaged([])
    (1.667, 0.0)
    """
    return round(sum(counts) / len(counts), 3) if counts else 0.0


def factory_of(kind: Any) -> type[Factory]:
    """Return the factory of a class of puzzles: that of its spec, else one over ``generate`` or ``random``.

    Where it has neither, the message of the PuzzleError has the reason of its spec.
    """
    spec = spec_of(kind)
    if spec is not None and spec.factory:
        found: type[Factory] = spec.load(spec.factory)
        return found
    if not hasattr(kind, "generate") and not hasattr(kind, "random"):
        cannot = {} if spec is None else spec.cannot
        why = cannot.get("generate") or cannot.get("random") or "it has neither generate nor random"
        raise PuzzleError(f"no puzzles of {kind.__name__ if spec is None else spec.name} are made: {why}")
    return plain(kind)


def plain(kind: Any) -> type[Factory]:
    """Return the factory of a puzzle that only has ``generate`` or ``random``.

    Examples
    --------
    >>> from unriddle import Hidato
    >>> plain(Hidato).KIND.__name__
    'Hidato'
    """
    return type(f"{kind.__name__}Factory", (Factory,), {"KIND": kind, "__reduce__": _reduced})


def _reduced(factory: Any) -> Any:
    """Pickle a factory whose class `plain` made."""
    return _rebuilt, (factory.KIND, factory.options, factory.lexicon, factory.seed)


def _rebuilt(kind: Any, options: Mapping[str, Any], lexicon: Any, seed: int) -> Factory:
    found = plain(kind)("puzzles", options, lexicon)
    found.seed = seed
    return found


# Distinct puzzles

AHEAD = 64
"""Attempts that are made at a time, at least."""


def renewed(keys: NDArray[Any], factory: Any) -> dict[int, int]:
    """Return which puzzles of a run have to be made again: place -> attempt that makes a new one.

    In the order of the numbers each puzzle stays unless one before it has an equal form. Then it gets the
    first of its later attempts whose form none before it has; if there is none, its attempts are used up. So
    a puzzle depends on the seed and the numbers before it alone, and a run in which some puzzles were made
    again already comes to the same end.

    Parameters
    ----------
    keys : array of `KEY`, of shape (n,)
        Of the puzzles 1 to n.
    factory : Factory

    Notes
    -----
    O(n log n), and an attempt for each puzzle that is made again.
    """
    tries, ahead = factory.tries, max(AHEAD, factory.CHUNK)
    there = np.flatnonzero(keys["attempt"] < tries)
    known = keys["form"][there].view("S16")  # digests are of one length: zeros at the end do no harm
    order = np.argsort(known, kind="stable")
    places, known = there[order], known[order]
    waiting: list[int] = places[1:][known[1:] == known[:-1]].tolist()
    heapify(waiting)
    made: dict[tuple[int, int], tuple[bytes, int]] = {}

    def first_with(form: bytes) -> int | None:
        """Return the first place with a form."""
        at = int(np.searchsorted(known, np.bytes_(form)))
        return int(places[at]) if at < len(known) and known[at] == form.rstrip(b"\0") else None

    def attempt_at(place: int, attempt: int) -> tuple[bytes, int]:
        """Return form and number of the first attempt from `attempt` on that gives a puzzle."""
        if (place, attempt) not in made:
            failed = attempt - int(keys["attempt"][place])  # who failed often may fail again
            batch = [(place, attempt + k) for k in range(min(failed, ahead, tries - attempt))]
            batch += [(other, int(keys["attempt"][other]) + 1) for other in nsmallest(ahead, waiting)]
            batch = [pair for pair in dict.fromkeys(batch) if pair not in made]
            numbers = np.array(batch, dtype=np.int64)
            fresh = factory.answer(Numbers(numbers[:, 0] + 1, numbers[:, 1])).keys
            reached = zip(fresh["form"].tolist(), fresh["attempt"].tolist(), strict=True)
            made.update(zip(batch, reached, strict=True))
        return made.pop((place, attempt))

    taken: set[bytes] = set()
    found: dict[int, int] = {}
    while waiting:
        place = heappop(waiting)
        attempt = int(keys["attempt"][place]) + 1
        while attempt < tries:
            form, attempt = attempt_at(place, attempt)
            first = first_with(form) if attempt < tries else None
            if attempt < tries and form not in taken and (first is None or first > place):
                taken.add(form)
                if first is not None:
                    heappush(waiting, first)
                break
            attempt = min(attempt + 1, tries)
        found[place] = attempt
    return found


class GeneratedMany(ResultSequence[Any]):
    """Puzzles that were made, with their records: the columns of ``unriddle generate``.

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
                self._columns[column.name] = TextLists(value) if column.kind == "texts" else list(value)

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
    known = {option.name for option in kind.OPTIONS}
    for given, other in (("size", "shape"), ("shape", "size")):
        if given in named and given not in known and other in known:
            named[other] = named.pop(given)
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
    again = renewed(keys, factory)
    if again:
        make(np.array(list(again), dtype=np.int64), np.array(list(again.values()), dtype=np.int64))
    return GeneratedMany(factory, rows)
