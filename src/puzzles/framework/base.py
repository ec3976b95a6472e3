"""The contract of all puzzles: the same verbs, with one meaning each, written once where they can be.

A puzzle is a class with `parse`, `solve`, `solutions`, `check` and `format`; the rest follows from them. What
a puzzle cannot do is in its spec, with the reason (`unriddle.puzzles.framework.spec.Spec.cannot`).

- ``parse(text, **rules)`` and ``load(path, **rules)`` read one; ``file=`` names the source in errors.
- ``solve(limits=…) -> Result``: `Result.solution` is the answer, None where there is none.
- ``solutions(limit) -> Solutions`` yields answers in that form; ``count(limit) -> Count`` is their number.
- ``check(answer) -> bool`` shares no code with the solver; ``judge(answer) -> Verdict`` also finds what is
  wrong, and where; ``format(answer)``, ``to_svg(answer)`` show one, ``to_html(result)`` is its page.
- ``to_dict()`` and ``from_dict()`` go through JSON and back; equality, hash, pickle and copy hold.
"""

from __future__ import annotations

import json
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Self, overload

from ...answers import Saved
from ...base import Limits, PuzzleError, Result, Status
from ...io.formats import PuzzleText, known_formats, write_format
from ...io.text import printable, read_text, source_name
from .arguments import RESULT_KEYS, answer_in, check_choice, check_puzzles, puzzle_of, text_of
from .check import (
    NO_ANSWER,
    RIGHT,
    JudgeKernel,
    Judgement,
    Undecided,
    Verdict,
    VerdictMany,
    judge_many,
    judge_nulled,
    judge_one,
    pairs_of,
)
from .result_sequence import NullMany, ResultMany, ResultSequence, asks_null, nulled, solve_each
from .solutions import Count, Solutions
from .steps import STOPPED, Difficulty, LimitReached, Meter, Rating, Step, Steps, rate, until_limit

if TYPE_CHECKING:
    from ...typing import PuzzlesLike
    from .generator import GeneratedMany
    from .html import View
    from .result_sequence import Stop

__all__ = ["ExplainMixin", "HintMixin", "PuzzleBase"]

Progress = Callable[[int], None]


class PuzzleBase(Saved, ABC):
    """Base class of every puzzle.

    A subclass gives `parse`, `rules`, `solve`, `solutions`, `check`, `format`, `to_svg` and `configuration`,
    by which puzzles are compared.
    """

    LONGEST: ClassVar[int] = 1 << 28
    """Most bytes of a file that `load` reads."""
    FORMATS: ClassVar[tuple[str, ...]] = ()
    """Formats of other programs that `parse` reads; see `to_format`."""
    UNSAID: ClassVar[tuple[str, ...]] = ()
    """Rules of `parse` that a record of a puzzle does not hold: a word list, which is the caller's."""

    # Text and files

    @classmethod
    @abstractmethod
    def parse(cls, text: str, *, file: str | None = None) -> Self:
        """Read a puzzle from text; `file` is named in errors."""

    @classmethod
    def load(cls, path: str | os.PathLike[str], **rules: Any) -> Self:
        """Read a puzzle from a text file (plain or gzip), or from standard input for ``-``; see `parse`.

        Raises
        ------
        PuzzleError
            As for `parse`; a file that is missing, a folder, too large or not UTF-8.
        """
        text = read_text(path, limit=cls.LONGEST)
        return cls.parse(text, file=source_name(path), **rules)

    def _take(self, source: Any, **rules: Any) -> None:
        """Become the puzzle of a text, of rows of it, or of a file given as a path object.

        Constructors call it where they are given one in place of their own arguments, which `parse` takes.
        """
        kind = type(self)
        try:
            if isinstance(source, os.PathLike):
                made = kind.load(source, **{name: rules[name] for name in rules if name != "file"})
            else:
                made = kind.parse(text_of(source), **rules)
        except PuzzleError as error:
            if error.file is None and isinstance(source, str) and os.path.isfile(source):  # noqa: PTH113
                said = f"{error.reason}; to read the file, pass Path({source!r})"
                raise PuzzleError(said, line=error.line, column=error.column) from None
            raise
        vars(self).update(vars(made))

    def rules(self) -> dict[str, Any]:
        """Return what `parse` needs with the text to make an equal puzzle: JSON values, by name."""
        return {}

    def text(self) -> str:
        """Return the text that `parse` reads back, with `rules`."""
        return self.format()

    def to_format(self, name: str) -> str:
        """Return the puzzle in a format of another program; ``unriddle formats`` lists them.

        Raises
        ------
        PuzzleError
            No format of this puzzle that is written; a rule that the format cannot say.

        Examples
        --------
        >>> from unriddle import Sudoku
        >>> Sudoku.parse("12../..../..../...1").to_format("tatham")
        '2x2:1_2m1\\n'
        """
        written = [name for name in self.FORMATS if known_formats()[name].writable]
        return write_format(check_choice("format", name, written), [PuzzleText(self.text(), self.rules())])

    def to_dict(self) -> dict[str, Any]:
        """Return the puzzle as JSON values; `from_dict` makes an equal one."""
        return {"puzzle": type(self).__name__, "text": self.text(), **self.rules()}

    def to_json(self) -> str:
        """Return `to_dict` as the text of a JSON object."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """Make a puzzle from what `to_dict` returned, after JSON or not.

        Raises
        ------
        PuzzleError
            Another puzzle, a key that is missing or unknown, a value that `parse` refuses.
        """
        if not isinstance(values, Mapping) or not isinstance(values.get("text"), str):
            raise PuzzleError(f"{printable(repr(values))[:60]}, expected what to_dict returned")
        name = values.get("puzzle", cls.__name__)
        if name != cls.__name__:
            raise PuzzleError(f"puzzle {printable(str(name))!r:.40}, expected {cls.__name__}")
        rest = {key: value for key, value in values.items() if key not in ("puzzle", "text")}
        try:
            return cls.parse(values["text"], **rest)
        except TypeError as error:
            raise PuzzleError(f"{error}, expected what to_dict returned") from None

    @classmethod
    def from_record(cls, record: Mapping[str, Any], **rules: Any) -> Self:
        """Make the puzzle of a record that ``unriddle generate`` wrote.

        Parameters
        ----------
        record : mapping
            `puzzle` is the text, `rules` what `parse` takes with it: JSON values, or their text.
        **rules
            What a record does not hold: a word list. Others must be those of the record.

        Raises
        ------
        PuzzleError
            No record of this puzzle; rules that are contrary to it.

        Examples
        --------
        >>> from unriddle import Numbrix
        >>> Numbrix.from_record({"puzzle": "1 . 3", "rules": '{"wrap": true}'}).wrap
        True
        """
        if not isinstance(record, Mapping):
            raise PuzzleError(f"{printable(repr(record))[:40]}, expected a record of a puzzle")
        try:
            found: Self = puzzle_of(cls, record, 0, rules)
        except PuzzleError as error:
            raise PuzzleError(error.reason, line=error.line, column=error.column) from None
        return found

    @abstractmethod
    def format(self, solution: Any = None) -> str:
        """Return the puzzle, or an answer to it, as text."""

    def __str__(self) -> str:
        return self.format()

    @abstractmethod
    def to_svg(self, solution: Any = None) -> str:
        """Return a picture of the puzzle, or of an answer to it, as SVG text."""

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def caption(self, solution: Any = None) -> str:
        """Return what a reader of `to_svg` needs besides the picture: words, rules, moves; often nothing."""
        return ""

    def view(self, answer: Any = None) -> View:
        """Return what the page of an answer shows: pictures with captions, and a table.

        `answer` is a solution, or what `solve` returned; without one the puzzle alone is shown.
        """
        from .html import view_of

        return view_of(self, answer)

    def to_html(self, answer: Any = None) -> str:
        """Return a page of the puzzle, or of an answer or a `Result`: one HTML file that needs no other.

        Raises
        ------
        PuzzleError
            The answer is none of this puzzle; the page would be too large.
        """
        from .html import page

        return page(self.view(answer))

    def in_notebook(self, answer: Any = None) -> str:
        """Return the answer as an element of a notebook: what is found, and the page below it, closed."""
        from .html import in_notebook

        drawn = answer.to_svg() if hasattr(answer, "to_svg") else self.to_svg(answer)
        return in_notebook(self.view(answer), drawn)

    # Equality

    @abstractmethod
    def configuration(self) -> Hashable:
        """Return what tells this puzzle from others."""

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self.configuration() == other.configuration()

    def __hash__(self) -> int:
        return hash(self.configuration())

    # Answers

    @abstractmethod
    def solve(self, *, limits: Limits | None = None, progress: Progress | None = None) -> Result:
        """Find an answer; see the puzzle."""

    @abstractmethod
    def solutions(
        self, limit: int | None = None, *, limits: Limits | None = None, progress: Progress | None = None
    ) -> Solutions[Any]:
        """Return an iterator over the answers, at most `limit`, found as they are asked for."""

    def count(
        self, limit: int | None = None, *, limits: Limits | None = None, progress: Progress | None = None
    ) -> Count:
        """Return how many answers `solutions` yields, at most `limit`.

        The `Count` is equal to the number; its status is LIMIT where a limit or Ctrl-C came first.
        """
        return self.solutions(limit, limits=limits, progress=progress).to_count()

    def is_unique(self, *, limits: Limits | None = None) -> bool | None:
        """Return whether there is exactly one answer; None where a limit came before that was known.

        Examples
        --------
        >>> from unriddle import Numbrix
        >>> Numbrix("1 . / 4 .").is_unique(), Numbrix("1 . / . 3").is_unique()
        (True, False)
        """
        found = self.count(2, limits=limits)
        return None if found.status is Status.LIMIT else found.found == 1

    @abstractmethod
    def check(self, solution: Any) -> bool:
        """Return whether an answer (or that of a `Result`) is right. Shares no code with the solver."""

    def read_answer(self, answer: Any) -> Any:
        """Return an answer as `check` takes it, from its text or from JSON values.

        Raises
        ------
        PuzzleError
            It is no answer of this form.
        """
        if isinstance(answer, str):
            try:
                answer = json.loads(answer)
            except (ValueError, RecursionError):
                return answer
        return tuple(answer) if isinstance(answer, list) else answer

    def explain_conflict(self, answer: Any) -> Verdict:
        """Return what is wrong with an answer that `read_answer` returned and `check` refuses."""
        return Verdict(status=Judgement.WRONG, reason="it breaks the rules")

    def judge(self, answer: Any) -> Verdict:
        """Return whether an answer is right, and if not, what is wrong and where.

        Parameters
        ----------
        answer
            What `check` takes; also its text, as `format` and ``unriddle batch`` write it, JSON values, or a
            record that holds it as `answer` or `solution`.

        Returns
        -------
        Verdict
            RIGHT exactly where `check` is true of what `read_answer` makes of it. The rules alone decide:
            cells that are left empty are INCOMPLETE, whether they can be filled or not; `hint` knows.

        Examples
        --------
        >>> from unriddle import Numbrix
        >>> print(Numbrix.parse("1 . / . 3").judge("1 2 / . 3"))
        INCOMPLETE: row 2, column 1 is empty
        """
        answer = answer.solution if isinstance(answer, Result) and hasattr(answer, "solution") else answer
        if isinstance(answer, Mapping) and any(key in answer for key in RESULT_KEYS):
            answer = answer_in(answer)
        try:
            found = None if answer is None else self.read_answer(answer)
        except PuzzleError as error:
            if isinstance(answer, str) and not answer.strip():
                return NO_ANSWER
            return Verdict(status=Judgement.NOT_OF_THIS_PUZZLE, reason=error.reason)
        said = answer if isinstance(answer, (str, list, tuple)) else "?"
        try:
            if found is not None and self.check(found):
                return RIGHT
            if found is None or not "".join(map(str, said)).strip():
                return NO_ANSWER
            return self.explain_conflict(found)
        except Undecided as error:
            return Verdict(status=Judgement.UNDECIDED, reason=error.reason)

    @classmethod
    def _judge_kernel(cls, puzzles: Any, answers: Any, rules: Mapping[str, Any]) -> JudgeKernel | None:
        """Return what judges answers together, of the pairs that `check_many` was given; None without one."""
        return None

    @classmethod
    def check_many(
        cls,
        puzzles: Any,
        answers: Any = None,
        *,
        threads: int = 0,
        progress: Progress | None = None,
        stop: Stop | None = None,
        errors: str = "raise",
        **rules: Any,
    ) -> VerdictMany:
        """Judge many answers.

        Parameters
        ----------
        puzzles : iterable, or one puzzle
            Puzzles or texts, one per answer; a column of texts of pandas, polars, pyarrow or another library
            with Arrow data; or records, as `from_record` takes them. One puzzle, or its text, belongs to all
            answers.
        answers : iterable, optional
            As `judge` takes them, or a column of texts; by default those in the records.
        threads : int
            Threads; 0 is as many as the process may use cores. The verdicts do not depend on it.
        progress : callable, optional
            Called with the number of answers done.
        stop : callable, optional
            Called from time to time, in every thread; where it returns True, KeyboardInterrupt ends the work.
        errors : str, optional
            ``"raise"``, or ``"null"``: a puzzle that cannot be read has no result (`NullMany`).
        rules
            What `parse` takes with the text of a puzzle; a record has its own.

        Raises
        ------
        PuzzleError
            A puzzle that cannot be read; another number of puzzles than of answers. An answer that cannot be
            read is a verdict.
        """

        def judge(puzzles: Any, answers: Any) -> Any:
            asked, given = pairs_of(cls, puzzles, answers)
            kernel = cls._judge_kernel(asked, given, rules)
            one = judge_one(cls, asked, given, rules)
            return judge_many(len(given), one, kernel, threads=threads, progress=progress, stop=stop)

        found: VerdictMany = judge_nulled(cls, judge, puzzles, answers, errors, rules)
        return found

    @classmethod
    def solve_many(
        cls,
        puzzles: PuzzlesLike[Self],
        *,
        limits: Limits | None = None,
        threads: int = 0,
        progress: Progress | None = None,
        errors: str = "raise",
    ) -> ResultSequence[Any]:
        """Solve many puzzles, on several threads; Ctrl-C is a KeyboardInterrupt.

        Parameters
        ----------
        puzzles : iterable
        limits : Limits, optional
            For each of them.
        threads, progress, errors
            As of `check_many`.
        """
        solve = partial(cls._solve_all, limits=limits, threads=threads, progress=progress)
        if not asks_null(errors):
            return solve(check_puzzles(puzzles, cls))
        found, missing = nulled(
            lambda many: check_puzzles(many, cls), puzzles, "puzzles", lambda one: check_puzzles([one], cls)
        )
        return NullMany(solve(found), missing)

    @classmethod
    def _solve_all(cls, puzzles: Sequence[Any], **search: Any) -> ResultMany:
        """Return the results of puzzles that are read; `search` are the other arguments of `solve_many`."""
        return solve_each(puzzles, **search)

    @classmethod
    def generate_many(
        cls,
        count: int,
        *,
        seed: int | None = None,
        threads: int = 0,
        progress: Progress | None = None,
        lexicon: Any = None,
        **options: Any,
    ) -> GeneratedMany:
        """Generate distinct puzzles with their solutions, on several threads; Ctrl-C is a KeyboardInterrupt.

        None is equal to another up to symmetry.

        Parameters
        ----------
        count : int
        seed : int, optional
            The same seed gives the same puzzles, as in ``unriddle generate``; random by default.
        threads : int
            Threads; 0 is as many as the process may use cores. The puzzles do not depend on it.
        progress : callable, optional
            Called with the number of puzzles made.
        lexicon : Lexicon, optional
            The words, where the puzzle takes some.
        options
            Those of ``unriddle generate`` for this puzzle, with ``_`` for ``-``.

        Raises
        ------
        PuzzleError
            Wrong options; a puzzle that is not made.
        """
        from .generator import factory_of, generate_many

        return generate_many(
            factory_of(cls), count, seed=seed, threads=threads, progress=progress, lexicon=lexicon, **options
        )


class HintMixin(PuzzleBase):
    """A puzzle that gives hints: the next step and its reason, or the first mistake."""

    def read_state(self, text: str) -> Any:
        """Return a player's state, as `hint` takes it, from text; PuzzleError where it is none."""
        return type(self).parse(text, **self.rules())

    @abstractmethod
    def first_mistake(self, state: Any) -> Step | None:
        """Return the first part of a player's `state` that no solution has, None where all is right.

        Every puzzle of the package takes `limits`; a state that they leave open is no mistake.
        """

    def mistake(self, state: Any, **options: Any) -> Step | None:
        """Return `first_mistake`: a deprecated alias for one release."""
        import warnings

        said = "mistake is called first_mistake; the next release removes the old name"
        warnings.warn(said, DeprecationWarning, stacklevel=2)
        return self.first_mistake(state, **options)

    @abstractmethod
    def hint(self, state: Any = None) -> Step | None:
        """Return the next step from a player's state, or the first mistake there.

        Every puzzle of the package takes `limits`; where one comes, the step is of the kind ``limit``.
        """


class ExplainMixin(HintMixin):
    """A puzzle that a person solves step by step, by reasoning.

    Limits are seconds, nodes of the searches, and places that a technique looks at. Of a class that defines
    `reasoning` without limits each step counts as one node.
    """

    def steps(self, *, limits: Limits | None = None) -> tuple[Step, ...]:
        """Return the reasoning a person would follow, up to the solution or to where a guess is needed.

        Where a limit comes, the last step is of the kind ``limit``.

        Examples
        --------
        >>> from unriddle import Limits, SudokuPuzzle
        >>> puzzle = SudokuPuzzle.parse("123.34.2.1..4321")
        >>> for step in puzzle.steps()[:2]: print(step)
        naked single: row 1, column 4 is 4 (no other symbol is left there)
        naked single: row 2, column 3 is 1 (no other symbol is left there)
        >>> str(puzzle.steps(limits=Limits(nodes=0))[-1])
        'limit: a limit came before the next step was found'
        """
        return Steps(until_limit(self._reasoning(Meter(limits))))

    def explain(self, *, limits: Limits | None = None) -> tuple[Step, ...]:
        """Return `steps`; ``print`` shows one per line."""
        return self.steps(limits=limits)

    @abstractmethod
    def reasoning(self) -> Iterator[Step]:
        """Yield the steps, each when it is asked for: the first of many costs little.

        Examples
        --------
        >>> from unriddle import Numbrix
        >>> print(next(Numbrix.parse("1 . 3/. . ./. . 9").reasoning()))
        one place: 2 at row 1, column 2: the only free cell next to 1 and 3
        """

    def _reasoning(self, meter: Meter) -> Iterator[Step]:
        """Yield the steps; LimitReached where a limit comes."""
        for step in self.reasoning():
            meter.spend()
            yield step

    @property
    @abstractmethod
    def levels(self) -> Mapping[str, Difficulty]:
        """How hard a puzzle is that needs a kind of step, easiest first."""

    @overload
    def rating(self, *, limits: None = None) -> Rating: ...
    @overload
    def rating(self, *, limits: Limits | None) -> Rating | None: ...
    def rating(self, *, limits: Limits | None = None) -> Rating | None:
        """Return how hard it is for a person: the grade of the hardest of `steps`, and a score within it.

        None where a limit was reached.

        Examples
        --------
        >>> from unriddle import Numbrix
        >>> Numbrix.parse("1 . 3/. . ./. . 9").rating()
        Rating(difficulty=<Difficulty.EASY: 'easy'>, hardest='one place', score=6)
        """
        try:
            return self._rating(Meter(limits))
        except LimitReached:
            return None

    rate = rating

    def _rating(self, meter: Meter) -> Rating:
        return rate(self._reasoning(meter), self.levels)

    @overload
    def difficulty(self, *, limits: None = None) -> Difficulty: ...
    @overload
    def difficulty(self, *, limits: Limits | None) -> Difficulty | None: ...
    def difficulty(self, *, limits: Limits | None = None) -> Difficulty | None:
        """Return the grade alone, how hard the hardest of `steps` is; None where a limit was reached."""
        try:
            return self._grade(Meter(limits))
        except LimitReached:
            return None

    def _grade(self, meter: Meter) -> Difficulty:
        return self._rating(meter).difficulty

    def hint(self, state: Self | None = None, *, limits: Limits | None = None) -> Step | None:
        """Return the next step from a player's state, or the first mistake there; None where it is done.

        `state` is the same puzzle, filled further; by default the puzzle as it is given. Where a limit comes,
        the step is of the kind ``limit``.
        """
        meter, here = Meter(limits), self if state is None else state
        try:
            wrong = None if state is None else self._mistake(state, meter)
            return wrong or next(here._reasoning(meter), None)
        except LimitReached:
            return STOPPED

    def _mistake(self, state: Any, meter: Meter) -> Step | None:
        """Return the first mistake; LimitReached where a limit comes."""
        return self.first_mistake(state)
