"""The families of the puzzles: what is read of one, and many at once. The registry says which there are."""

from __future__ import annotations

import inspect
import itertools
import json
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np

from unriddle import Lexicon, Limits, PuzzleError, Status
from unriddle.cli import main
from unriddle.puzzles import registry
from unriddle.puzzles.framework.base import ExplainMixin, PuzzleBase
from unriddle.puzzles.framework.batch_records import ArrayRecords, TextRecords
from unriddle.puzzles.framework.command import read_puzzle

from .family import Family, scratch
from .oracle import CONTROL, calm, holds, refusal, same
from .pieces import ITEM, Piece, as_json, bytes_of, packed, text_of

__all__ = ["ManyFamily", "TextFamily"]

LIMITS = tuple(Limits(nodes=nodes, seconds=0.3, memory=1 << 26) for nodes in (1, 40, 400, 4000))
DECIDED = (Status.SOLVED, Status.UNIQUE, Status.MULTIPLE)
SHOWN, REASONED = 256, 40  # characters of a puzzle that is drawn, or explained: both are slow
LONGEST = {"boggle": 200}  # characters of many: a hundred wildcards each spell all words
OPTIONS, MOST_NODES = "max-nodes", 500


def lexicon() -> Lexicon:
    """Return a small lexicon: some short words of common letters."""
    common = [
        word for word in Lexicon.load("english-common") if len(word) < 6 and not set(word) - set("aeinorst")
    ]
    return Lexicon(common[::3])


def taken(function: Any) -> frozenset[str]:
    """Return the names of what a function takes."""
    return _taken(getattr(function, "__func__", function))  # a method would keep its puzzle


@cache
def _taken(function: Any) -> frozenset[str]:
    return frozenset(inspect.signature(function).parameters)


class OfPuzzle(Family):
    """A family of a puzzle: its class, and the values of its rules."""

    aspect = ""

    def __init__(self, name: str) -> None:
        self.puzzle, self.name = name, f"{name} {self.aspect}"
        self.spec, self.kind = registry.spec(name), registry.get(name)
        example = self.kind.parse(self.spec.example)
        parameters = inspect.signature(self.kind.parse).parameters.values()
        named = {
            p.name: p.default for p in parameters if p.kind is p.KEYWORD_ONLY or p.default is not p.empty
        }
        self.rules = {**named, **example.rules()}
        for name in [name for name in self.rules if name.endswith("file")]:
            del self.rules[name]
        self.batch = registry.batch(name := self.puzzle)
        chosen = [choice for option in self.batch.OPTIONS for choice in option.choices]
        self.known = [*dict.fromkeys(map(_frozen, [*self.rules.values(), *chosen]))]
        self.methods = [None, *getattr(self.kind, "METHODS", ())]

    def rules_of(self, piece: Piece) -> dict[str, Any]:
        """Return rules that the head chooses; as a rule none."""
        if not self.rules or piece.choice(1, 256) < 128:
            return {}
        name = list(self.rules)[piece.choice(1, len(self.rules))]
        return {name: piece.value(2, self.known)}

    def readable(self, texts: Sequence[str], most: int = 400) -> list[str]:
        """Return the texts that are puzzles, and a few that are none."""
        good, bad = [self.spec.example], []
        for text in texts:
            try:
                puzzle = self.kind.parse(text)
            except PuzzleError:
                bad.append(text)
            else:
                good += [text] if len(puzzle.text()) <= self.longest else []
        return [*good[:most], *bad[:: max(1, len(bad) // (most // 4))]]


def _frozen(value: Any) -> Any:
    return (
        tuple(value) if isinstance(value, list) else json.dumps(value) if isinstance(value, dict) else value
    )


class TextFamily(OfPuzzle):
    """A puzzle from text, a file, JSON, the command line, the constructor; then read back, solved, drawn."""

    aspect = "text"

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.ways: tuple[Callable[[Piece], Any], ...] = (
            *(self._parse,) * 4,
            self._load,
            self._from_json,
            self._from_dict,
            self._inline,
            self._construct,
            self._command,
        )
        example = self.kind.parse(self.spec.example)
        usual = getattr(self.kind.load, "__func__", None) is PuzzleBase.load.__func__  # type: ignore[attr-defined]
        self.loaded = set(self.rules) if usual else {*taken(self.kind.load), *example.rules()}
        self.path = scratch() / "puzzle.txt"

    def seeds(self, texts: Sequence[str]) -> Iterator[bytes]:
        """Yield each text read in several ways."""
        for number, text in enumerate(self.readable(texts)):
            for way in range(4 if number % 4 else len(self.ways)):
                yield packed((way, 0, 31 if number % 8 == 0 else 0, number), text)
            try:
                puzzle = self.kind.parse(text)
            except PuzzleError:
                continue
            yield packed((5, 0, 0, number), json.dumps(puzzle.to_dict()))
            for place, value in enumerate(puzzle.rules().values()):
                yield packed((0, 128 + place, 1, number), text, json.dumps(value))

    def run(self, data: bytes) -> None:
        """Read a puzzle; judge what comes of it."""
        piece = Piece(data)
        way = self.ways[piece.choice(0, len(self.ways))]
        # of the constructor values of wrong kinds may be told as Python does
        allowed = (PuzzleError, TypeError) if way == self._construct else (PuzzleError,)
        puzzle = None
        with calm(allowed):
            puzzle = way(piece)
        if puzzle is not None:
            self.judge(puzzle, piece)

    def _parse(self, piece: Piece) -> Any:
        return self.kind.parse(piece.text, **self.rules_of(piece))

    def _load(self, piece: Piece) -> Any:
        self.path.write_bytes(piece.raw)
        return self.kind.load(self.path, **self._of_files(piece))

    def _of_files(self, piece: Piece) -> dict[str, Any]:
        """Return rules that the head chooses, of those that `load` takes."""
        return {name: value for name, value in self.rules_of(piece).items() if name in self.loaded}

    def _from_json(self, piece: Piece) -> Any:
        return self.kind.from_dict(as_json(piece.text))

    def _from_dict(self, piece: Piece) -> Any:
        return self.kind.from_dict({"text": piece.text, **self.rules_of(piece)})

    def _inline(self, piece: Piece) -> Any:
        if piece.text.strip() == "-":
            return None
        return read_puzzle(self.kind, piece.text, **self._of_files(piece))

    def _construct(self, piece: Piece) -> Any:
        values = as_json(piece.text)
        return self.kind(*(values if isinstance(values, list) else [values]))

    def _command(self, piece: Piece) -> None:
        if piece.choice(2, 32) != 31:  # the command line is slow
            return
        more = (("--count",), ("--all", "--limit=2"), ("--format=json",), ())[piece.choice(1, 4)]
        code, _, errors = console(
            self.puzzle, "--max-nodes=200", "--max-seconds=0.3", *more, "--", piece.text
        )
        holds(code in (0, 1, 2), f"exit code {code}")
        if code == 2:
            holds(
                errors.count("\n") == 1 and errors.endswith("\n"), f"{errors.count(chr(10))} lines of errors"
            )
            holds(not CONTROL.search(errors[:-1]), "an error with control characters")

    def judge(self, puzzle: Any, piece: Piece) -> None:
        """Judge a puzzle that was read."""
        text, rules = puzzle.text(), puzzle.rules()
        again = self.kind.parse(text, **rules)
        holds(again == puzzle and hash(again) == hash(puzzle), "parse(text()) is another puzzle")
        values = json.loads(json.dumps(puzzle.to_dict()))
        holds(self.kind.from_dict(values) == puzzle, "from_dict(to_dict()) is another puzzle")
        holds(isinstance(puzzle.format(), str), "format() is no text")
        what = piece.choice(3, 64)
        if what < 16:
            self._solve(puzzle, piece, LIMITS[what % len(LIMITS)])
        elif what < 26:
            self._count(puzzle, LIMITS[what % len(LIMITS)])
        elif what == 26 and len(text) < SHOWN:
            holds(puzzle.to_svg().startswith("<svg"), "to_svg() is no SVG")
        elif what == 27 and isinstance(puzzle, ExplainMixin) and len(text) < REASONED:
            self._reason(puzzle)

    def _reason(self, puzzle: Any) -> None:
        steps = puzzle.steps()
        holds(all(str(step) and "\n" not in str(step) for step in steps), "a step that is no line")
        holds(puzzle.hint() == next(iter(steps), None), "the hint is not the first step")

    def _solve(self, puzzle: Any, piece: Piece, limits: Limits) -> None:
        method = self.methods[piece.choice(2, len(self.methods))] if len(self.methods) > 1 else None
        options = {} if method is None else {"method": method}
        try:
            result = puzzle.solve(limits=limits, **options)
        except PuzzleError as error:  # a method that this board is too large for
            refusal(error)
            return
        answer = getattr(result, "solution", None)
        holds(answer is not None or result.status not in DECIDED, f"{result.status} without a solution")
        if answer is not None:
            holds(puzzle.check(answer) is True, f"check refuses the solution of {method or 'solve'}")
            holds(isinstance(puzzle.format(answer), str), "format(solution) is no text")
        if result.status in (Status.UNIQUE, Status.NO_SOLUTION):
            found = puzzle.count(2, limits=limits)
            most = 1 if result.status is Status.UNIQUE else 0
            holds(found.found <= most, f"{result.status}, and count finds {found.found}")

    def _count(self, puzzle: Any, limits: Limits) -> None:
        try:
            solutions = puzzle.solutions(3, limits=limits)
            answers = list(solutions)
        except PuzzleError as error:
            refusal(error)
            return
        holds(len(answers) <= 3 and solutions.found == len(answers), "solutions(3) yields another number")
        holds(all(puzzle.check(answer) is True for answer in answers), "check refuses a solution")
        forms = [puzzle.format(answer) for answer in answers]
        holds(len(set(forms)) == len(forms), "a solution twice")
        if solutions.complete:
            result = puzzle.solve(limits=limits)
            none = result.status is Status.NO_SOLUTION
            if result.status is not Status.LIMIT:
                holds(none == (not answers), f"{len(answers)} solutions, and solve says {result.status}")


def console(*arguments: str) -> tuple[int, str, str]:
    """Run the command line here; return exit code, output and errors."""
    import contextlib
    import io

    out, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
        try:
            code = main(list(arguments))
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 2
    lines = errors.getvalue().splitlines(keepends=True)  # of which atheris writes some when it first imports
    return code, out.getvalue(), "".join(line for line in lines if not line.startswith("INFO: Instrumenting"))


NOT_SOLVING = ("check_many", "generate_many")
"""What takes answers beside puzzles has a way of its own; what makes puzzles is fuzzed as arguments alone."""


class ManyFamily(OfPuzzle):
    """Many puzzles at once: equal to those alone, from puzzles, texts, arrays, and records of a batch."""

    aspect = "many"
    longest = 600

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.longest = LONGEST.get(name, self.longest)
        self.lexicon = lexicon()
        home = self.spec.load("")
        names = [(home, name) for name in getattr(home, "__all__", ())]
        names += [(self.kind, name) for name in dir(self.kind)]
        many = [(home, name) for home, name in names if name.endswith("_many") and name not in NOT_SOLVING]
        self.functions = [getattr(home, name) for home, name in many]
        example = self.kind.parse(self.spec.example)
        self.of_puzzles = [function for function in self.functions if self._takes(function, [example])]
        self.ways = (
            *(self._puzzles,) * 3,
            self._texts,
            self._arrays,
            *(self._records,) * 2,
            self._rows,
            self._judged,
        )

    def _takes(self, function: Any, puzzles: list[Any]) -> bool:
        try:
            return len(self._call(function, puzzles)) == len(puzzles)
        except PuzzleError:
            return False

    def _call(self, function: Any, *puzzles: Any, **options: Any) -> Any:
        more: dict[str, Any] = {"lexicon": self.lexicon, "limits": Limits(nodes=500), "threads": 1}
        return function(*puzzles, **{name: more[name] for name in more if name in taken(function)} | options)

    def seeds(self, texts: Sequence[str]) -> Iterator[bytes]:
        """Yield lists of texts and arrays."""
        good = self.readable(texts, 200)
        for number in range(len(good)):
            some = [good[(number * k) % len(good)] for k in range(1, 2 + number % 4)]
            alike = [good[number]] * 3
            for way in range(len(self.ways)):
                joined = ITEM.join(map(bytes_of, (some, alike)[number % 2]))
                yield packed((way, number % 256, 0, 0), joined)
            pair = self._answered(good[number])
            yield packed((self.ways.index(self._judged), 0, 0, 0), ITEM.join(map(bytes_of, pair * 2)))
        for form, size in itertools.product(range(8), (4, 9, 16, 25, 81)):
            for way in (4, 7):
                for step in (0, 1, 7):
                    yield packed((way, 0, form, size - 1), bytes(k * step % 10 for k in range(size * 3)))

    def _answered(self, text: str) -> list[str]:
        """Return a text and the answer to the puzzle that it is, if it is one and has one."""
        try:
            puzzle = self.kind.parse(text)
            answer = getattr(self._call(puzzle.solve), "solution", None)
        except PuzzleError:
            answer = None
        return [text, "" if answer is None else puzzle.format(answer)]

    def run(self, data: bytes) -> None:
        """Solve many; judge the answers."""
        piece = Piece(data)
        self.ways[piece.choice(0, len(self.ways))](piece)

    def _puzzles(self, piece: Piece) -> None:
        puzzles = []
        rules = self.rules_of(piece)
        for item in piece.items():
            with calm((PuzzleError,)):
                puzzles.append(self.kind.parse(text_of(item), **rules))
        for function in self.of_puzzles:
            many = self._compare(function, puzzles, threads=2 if piece.choice(3, 16) == 1 else 1)
            if many is not None and hasattr(many, "statuses"):
                self._check(many, puzzles)

    def _check(self, many: Any, puzzles: list[Any]) -> None:
        for result, puzzle in zip(many, puzzles, strict=True):
            if result.solution is not None:
                holds(puzzle.check(result.solution) is True, "check refuses a solution of many")
            one = self._call(puzzle.solve)
            if Status.LIMIT not in (one.status, result.status):
                holds(one.status is result.status, f"{one.status} alone, {result.status} among many")

    def _texts(self, piece: Piece) -> None:
        texts = [text_of(item) for item in piece.items()]
        options = self.rules_of(piece)
        for function in self.functions:
            known = {name: value for name, value in options.items() if name in taken(function)}
            self._compare(function, texts, **known)

    def _judged(self, piece: Piece) -> None:
        """Judge answers to puzzles, in turn in the list: of many as of each alone."""
        items = [text_of(item) for item in piece.items()]
        rules, answers = self.rules_of(piece), items[1::2]
        puzzles = items[::2][: len(answers)]
        threads = 2 if piece.choice(3, 16) == 1 else 1
        try:
            many = self.kind.check_many(puzzles, answers, threads=threads, **rules)
        except PuzzleError as error:
            refusal(error)
            return
        holds(len(many) == len(answers), f"{len(many)} verdicts on {len(answers)} answers")
        for puzzle, answer, verdict in zip(puzzles, answers, many, strict=True):
            alone = self.kind.parse(puzzle, **rules).judge(answer)
            holds(verdict == alone, f"{verdict.status} among many, {alone.status} alone")
            holds(bool(verdict) != bool(verdict.reason), f"{verdict.status}, {verdict.reason!r:.80}")
            if verdict.reason:
                refusal(PuzzleError(verdict.reason))

    def _arrays(self, piece: Piece) -> None:
        array = piece.array()
        for function in self.functions:
            self._compare(function, array)

    def _compare(self, function: Any, puzzles: Any, **options: Any) -> Any:
        """Return the answers of many, which are those one by one; None where they are refused."""
        try:
            many = self._call(function, puzzles, **options)
        except PuzzleError as error:
            refusal(error)
            return None
        holds(len(many) == len(puzzles), f"{len(many)} answers to {len(puzzles)} puzzles")
        whole = _columns(many)
        for k in range(len(puzzles)):
            alone = _columns(self._call(function, puzzles[k : k + 1], **options))
            for place, (first, second) in enumerate(zip(whole, alone, strict=True)):
                holds(same(first[k], second[0]), f"{function.__name__}: column {place} alone is another")
        return many

    def _batch(self, piece: Piece) -> Any:
        what = self.batch.WHAT[piece.choice(1, len(self.batch.WHAT))]
        options: dict[str, Any] = {OPTIONS: MOST_NODES}
        if self.batch.OPTIONS and piece.choice(2, 4) == 3:
            option = self.batch.OPTIONS[piece.choice(3, len(self.batch.OPTIONS))]
            known = [option.default, *option.choices]
            value = piece.value(2, known)
            usable = isinstance(value, (str, bool, int))
            if option.name != OPTIONS:
                options[option.name] = value if usable else option.default
            elif value and usable and not (isinstance(value, int) and value > MOST_NODES):
                options[OPTIONS] = value  # more nodes, the default too, take longer than an input may
        return self.batch(what, options, self.lexicon if self.batch.USES_LEXICON else None)

    def _records(self, piece: Piece) -> None:
        items = piece.items()
        ends = np.cumsum([len(item) for item in items], dtype=np.int64)
        starts = ends - np.array([len(item) for item in items], dtype=np.int64)
        data = np.frombuffer(b"".join(items), dtype=np.uint8)
        self._answers(piece, TextRecords(data, starts, ends))

    def _rows(self, piece: Piece) -> None:
        array = piece.array()
        if array.dtype.kind in "iu":  # what the sources of a batch let through
            self._answers(piece, ArrayRecords(np.ascontiguousarray(array)))

    def _answers(self, piece: Piece, records: Any) -> None:
        try:
            batch = self._batch(piece)
            answers = batch.answer(records)
        except PuzzleError as error:
            refusal(error)
            return
        places = [*answers.kept.tolist(), *(place for place, _ in answers.rejected)]
        holds(sorted(places) == list(range(len(records))), "records that are neither kept nor rejected")
        for _, reason in answers.rejected:
            refusal(PuzzleError(reason))
        columns = [_listed(column) for column in answers.columns]
        for row, place in enumerate(answers.kept.tolist()):
            alone = batch.answer(records.chunk(place, place + 1))
            holds(alone.kept.tolist() == [0], "a record that is kept among others and rejected alone")
            for number, (first, second) in enumerate(zip(columns, alone.columns, strict=True)):
                holds(same(first[row], _listed(second)[0]), f"column {number} of a record alone is another")


def _columns(many: Any) -> list[list[Any]]:
    """Return the columns of answers; of an array, itself."""
    return (
        [_listed(column) for column in many.columns().values()]
        if hasattr(many, "columns")
        else [_listed(many)]
    )


def _listed(column: Any) -> list[Any]:
    return column.tolist() if isinstance(column, np.ndarray) else list(column)
