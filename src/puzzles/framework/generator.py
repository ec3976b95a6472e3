"""Puzzles by the million: a puzzle is a function of a seed and a number, whoever makes it and wherever.

A puzzle with ``generate`` or ``random`` is made by `Factory` as it stands; one whose kernels make many at
once, or whose symmetries are its own, has a subclass in its folder, named by ``factory`` in its spec.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ...base import Limits, PuzzleError, Status
from .base import ExplainMixin
from .batch_records import Answers, Batch, Column, Option
from .chance import derived, derived_all
from .difficulty import eased, wanted_of
from .result_sequence import watch
from .steps import Difficulty, rate

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...lexicon import Lexicon

__all__ = [
    "KEY",
    "NUMBER",
    "Factory",
    "Made",
    "Numbers",
    "averaged",
    "branching",
    "derived",
    "digest",
    "plain",
    "whole",
]

NUMBER = Column("number", "int")
"""The first column of all puzzles that are made: their numbers, from 1."""
KEY = np.dtype([("form", "V16"), ("attempt", "<u4")])
"""What is kept of each puzzle until the run is over: digest of its form, the attempt that made it."""
TRIES = 1000
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
