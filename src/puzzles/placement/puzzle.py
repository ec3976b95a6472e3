"""The engine of word placement: parse, solve, count, check, draw."""

from __future__ import annotations

import os
import re
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...base import Limits, Puzzle, PuzzleError, Result, SearchStats, Status
from ...running import Outcome, drive
from ...textio import printable, read_text, source_name
from .compiling import UNBOUNDED, Compiled, Placed, WordFilling, count_words
from .rules import EMPTY, FORBIDDEN, Slot, board_rows, check_words, find_slots, fold, split_text

if TYPE_CHECKING:
    from ...core.assign.placement import PlacementSearch
    from .layout import Layout

__all__ = ["Placed", "PlacementResult", "WordFilling", "WordPlacement"]

MOST_TEXT = 1 << 26
NO_WAY = "no way to place the words fills the board"
_LONELY = re.compile("(?<![^0])1(?![^0])")  # an empty cell without open neighbours in its row


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacementResult(Result):
    """What `WordPlacement.solve` returns.

    Attributes
    ----------
    solution : WordFilling or None
        The first solution found.
    solutions : int
        How many were found; where the search came to its end, that is all there are.
    complete : bool
        Whether the search came to its end.
    reason : str
        With NO_SOLUTION: why, as far as it can be said in a line; else empty.
    """

    solution: WordFilling | None = None
    solutions: int = 0
    complete: bool = False
    reason: str = ""

    def __str__(self) -> str:
        return str(self.solution) if self.solution is not None else self.reason or self.status


class WordPlacement(Puzzle):
    r"""A board of open and forbidden cells and the words to place on it.

    Every maximal run of two or more open cells, across or down, is a slot and takes one word of the list.
    Lower and upper case are the same letter; a word is shown as it stands in the list.

    Parameters
    ----------
    words : iterable of str
        Words of letters; one that stands twice has to be, or may be, used twice.
    board : iterable of str, or of sequences of 0, 1 and letters
        0 is forbidden, 1 empty, a letter is given.
    reuse : bool
        A word may be used any number of times.
    exact : bool
        Every word of the list has to be used (as often as it stands there; with `reuse` at least once).
    file : str, optional
        Where the puzzle comes from, for errors.

    Raises
    ------
    PuzzleError
        A board or a list that cannot be read. That nothing fits is no error but a result.

    Examples
    --------
    >>> puzzle = WordPlacement.parse("GTU\nTECH\n\n111\n010\n010\n010\n")
    >>> result = puzzle.solve()
    >>> result.status, result.solution.rows
    (<Status.UNIQUE: 'UNIQUE'>, ('GTU', '#E#', '#C#', '#H#'))
    >>> puzzle.count(), puzzle.check(result.solution)
    (1, True)
    """

    def __init__(
        self,
        words: Iterable[str],
        board: Iterable[Any],
        *,
        reuse: bool = False,
        exact: bool = True,
        file: str | None = None,
    ) -> None:
        self.words: tuple[str, ...] = tuple(check_words(words, file))
        self.board: tuple[str, ...] = board_rows(board, file)
        self.reuse, self.exact, self.file = reuse, exact, file
        self._slots: tuple[Slot, ...] | None = None
        self._compiled: Compiled | None = None

    @classmethod
    def parse(
        cls, text: str, *, reuse: bool = False, exact: bool = True, file: str | None = None
    ) -> WordPlacement:
        """Read the file form: words, an empty line, rows; or ``WORD,WORD;row/row`` on one line.

        Raises
        ------
        PuzzleError
            Not that form: with the line.

        Examples
        --------
        >>> WordPlacement.parse("GTU,TECH;111/010/010/010").board
        ('111', '010', '010', '010')
        """
        if not isinstance(text, str):
            raise PuzzleError(f"{type(text).__name__}, expected text", file=file)
        words, rows = split_text(text)
        if not words:
            raise PuzzleError("no words, expected words, an empty line and the board", file=file)
        if not rows:
            first = next((line for line in words if set(line[1]) <= {EMPTY, FORBIDDEN}), None)
            if first is not None:
                reason = (
                    f"row {printable(first[1])!r} among the words, expected an empty line before the board"
                )
                raise PuzzleError(reason, file=file, line=first[0])
            raise PuzzleError("no board, expected an empty line after the words and rows below it", file=file)
        listed = check_words([word for _, word in words], file, [number for number, _ in words])
        board = board_rows([row for _, row in rows], file, [number for number, _ in rows])
        return cls(listed, board, reuse=reuse, exact=exact, file=file)

    @classmethod
    def read(
        cls, source: str | os.PathLike[str], *, reuse: bool = False, exact: bool = True
    ) -> WordPlacement:
        """Read a file, or standard input for ``-``; see `parse`."""
        text = read_text(source, limit=MOST_TEXT)
        return cls.parse(text, reuse=reuse, exact=exact, file=source_name(source))

    @classmethod
    def generate(cls, words: Iterable[str], **options: Any) -> Layout:
        """Lay words out as a compact criss-cross board; options as for `generate`.

        Examples
        --------
        >>> WordPlacement.generate(["GTU", "TECH"]).puzzle.count() > 0
        True
        """
        from .layout import generate

        return generate(words, **options)

    @property
    def slots(self) -> tuple[Slot, ...]:
        """The slots: across row by row, then down column by column."""
        if self._slots is None:
            self._slots = tuple(find_slots(self.board))
        return self._slots

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return len(self.board), len(self.board[0])

    def format(self) -> str:
        r"""Return the file form, which `parse` reads.

        Examples
        --------
        >>> WordPlacement.parse("GTU,TECH;111/010/010/010").format()
        'GTU\nTECH\n\n111\n010\n010\n010\n'
        """
        return "\n".join([*self.words, "", *self.board]) + "\n"

    def __str__(self) -> str:
        return self.format()

    def __repr__(self) -> str:
        rows, cols = self.shape
        return f"WordPlacement({len(self.words)} words, {rows}x{cols}, {len(self.slots)} slots)"

    # Solving.

    def contradiction(self) -> str:
        """Say in a line why there can be no solution, as far as counting tells; empty if it does not.

        Examples
        --------
        >>> WordPlacement(["GTU", "TECHNO"], ["111", "010", "010", "010"]).contradiction()
        '0 words of 4 letters for 1 slot of that length'
        """
        for row, line in enumerate(self.board):
            for found in _LONELY.finditer(line):
                col = found.start()
                if all(
                    not 0 <= other < len(self.board) or self.board[other][col] == FORBIDDEN
                    for other in (row - 1, row + 1)
                ):
                    return f"the empty cell in row {row + 1}, column {col + 1} is in no slot"
        slots = Counter(slot.length for slot in self.slots)
        words = Counter(map(len, self.words))
        for length in sorted({*slots, *words}):
            have, need = words[length], slots[length]
            short = have < need and not (self.reuse and have)
            if short or (have > need and self.exact and not (self.reuse and need)):
                what = f"{have} word{'s' * (have != 1)} of {length} letter{'s' * (length != 1)}"
                return f"{what} for {need} slot{'s' * (need != 1)} of that length"
        return "" if self.reuse or len(self.words) != len(self.slots) else self._odd_letters()

    def _odd_letters(self) -> str:
        """Say why the letters of the words, all used once each, cannot pair up; empty if they may.

        A letter in a crossing stands in two words: all pair up but those in cells of one word.
        """
        single = 2 * sum(len(line) - line.count(FORBIDDEN) for line in self.board)
        single -= sum(slot.length for slot in self.slots)
        odd = [letter for letter, n in Counter(fold("".join(self.words))).items() if n % 2]
        if len(odd) <= single:
            return ""
        have = f"{len(odd)} letter{'s stand' if len(odd) != 1 else ' stands'}"
        return f"{have} in the words an odd number of times, with {single} cells in one word only"

    def compiled(self) -> Compiled:
        """Return the arrays of the search, made when they are first needed."""
        if self._compiled is None:
            written, counts = count_words(self.words)
            per_length = Counter(map(len, self.words))
            slots = Counter(slot.length for slot in self.slots)
            bounds: dict[str, tuple[int, int]] = {}
            for key, count in counts.items():
                if self.reuse:
                    bounds[key] = (int(self.exact), UNBOUNDED)
                else:
                    tight = self.exact or per_length[len(key)] == slots[len(key)]
                    bounds[key] = (count if tight else 0, count)
            self._compiled = Compiled(tuple(map(fold, self.board)), self.slots, written, bounds)
        return self._compiled

    def solve(
        self,
        limits: Limits | None = None,
        *,
        most: int | None = 2,
        progress: Callable[[int], None] | None = None,
    ) -> PlacementResult:
        """Find a solution, and whether it is the only one.

        Parameters
        ----------
        limits : Limits, optional
            Bounds of the search. Ctrl-C ends it too: the result is then `interrupted`.
        most : int, optional
            Stop when so many solutions are found: 2 tells a unique one, 1 takes any, None counts all.
        progress : callable, optional
            Called with the nodes visited now and then.

        Returns
        -------
        PlacementResult
            UNIQUE, MULTIPLE or NO_SOLUTION are proven; SOLVED where `most` is 1 and others may exist; LIMIT
            where a limit came first, with what was found by then.

        Examples
        --------
        >>> WordPlacement(["AB", "AC"], ["11", "10"]).solve().status
        <Status.MULTIPLE: 'MULTIPLE'>
        """
        if most is not None and most < 1:
            raise PuzzleError(f"most={most!r}, expected a number from 1 up or None")
        start = time.perf_counter()
        reason = self.contradiction()
        if reason:
            return PlacementResult(
                status=Status.NO_SOLUTION,
                stats=SearchStats(seconds=time.perf_counter() - start),
                complete=True,
                reason=reason,
            )
        compiled = self.compiled()
        search = compiled.search()
        first: WordFilling | None = None
        search.most_solutions = 1
        outcome = drive(search.run, limits, nodes=lambda: search.nodes, progress=progress)
        if search.solutions:
            first = compiled.filling(search.solution.tolist())
            if most != 1 and not search.exhausted:
                search.most_solutions = most or 0
                left = _remaining(limits, start)
                outcome = drive(search.run, left, nodes=lambda: search.nodes, progress=progress)
        return PlacementResult(
            status=_status(search, outcome),
            stats=_stats(search, start, first),
            interrupted=outcome is Outcome.INTERRUPTED,
            solution=first,
            solutions=search.solutions,
            complete=search.exhausted,
            reason="" if search.solutions or not search.exhausted else NO_WAY,
        )

    def solutions(
        self, limit: int | None = None, *, limits: Limits | None = None
    ) -> Generator[WordFilling, None, Status]:
        """Yield the solutions one by one, each filled board once, at most `limit`.

        Returns
        -------
        Status
            As the value of the generator: LIMIT where `limits` ended it, else NO_SOLUTION, UNIQUE or MULTIPLE
            where all are found, SOLVED where `limit` was reached.

        Examples
        --------
        >>> [filling.rows for filling in WordPlacement(["AB", "AC"], ["11", "10"]).solutions()]
        [('AB', 'C#'), ('AC', 'B#')]
        """
        start = time.perf_counter()
        if self.contradiction():
            return Status.NO_SOLUTION
        compiled = self.compiled()
        search = compiled.search()
        while limit is None or search.solutions < limit:
            before = search.solutions
            search.most_solutions = before + 1
            outcome = drive(search.run, _remaining(limits, start), nodes=lambda: search.nodes)
            if outcome is Outcome.INTERRUPTED:
                raise KeyboardInterrupt
            if outcome is Outcome.LIMIT:
                return Status.LIMIT
            if search.solutions == before:
                break
            yield compiled.filling(search.solution.tolist())
        return _status(search, Outcome.FINISHED) if search.exhausted else Status.SOLVED

    def count(self, limit: int | None = None) -> int:
        """Count the filled boards that are solutions, exactly, or stop at `limit`.

        Examples
        --------
        >>> WordPlacement(["AB", "AC"], ["11", "10"]).count()
        2
        """
        if limit is not None and limit < 1:
            return 0
        result = self.solve(most=limit)
        if result.interrupted:
            raise KeyboardInterrupt
        return result.solutions

    # Checking. Nothing below asks the solver or its slots.

    def check(self, solution: Any) -> bool:
        """Say whether a filled board is a solution; `faults` says what is wrong.

        Parameters
        ----------
        solution : WordFilling, PlacementResult, str, or rows
            Rows of letters; ``#``, ``0`` or 0 for forbidden cells.
        """
        return not self.faults(solution)

    def faults(self, solution: Any) -> list[str]:
        """Return what keeps a filled board from being a solution, a line each; empty for a solution.

        Examples
        --------
        >>> WordPlacement.parse("GTU,TECH;111/010/010/010").faults("GTU/#E#/#C#/#C#")
        ["'TECC' (R1C2DV) is not in the list", "'TECH' is not used"]
        """
        rows = _solution_rows(solution)
        if [len(row) for row in rows] != [len(row) for row in self.board]:
            return [f"the board has {self.shape[0]} rows of {self.shape[1]} cells, the solution has not"]
        faults = []
        for row, (line, filled) in enumerate(zip(self.board, rows, strict=True), 1):
            for col, (entry, letter) in enumerate(zip(line, filled, strict=True), 1):
                where = f"row {row}, column {col}"
                if (entry == "0") != (letter == "0"):
                    faults.append(f"{where} is {'forbidden' if entry == '0' else 'open'} on the board")
                elif letter == "1":
                    faults.append(f"{where} is empty")
                elif entry not in "01" and entry.upper() != letter.upper():
                    faults.append(f"{where} holds {letter!r}, but {entry!r} is given")
        if faults:
            return faults
        lines = [(row, False, line) for row, line in enumerate(rows, 1)]
        lines += [(col, True, "".join(column)) for col, column in enumerate(zip(*rows, strict=True), 1)]
        listed, used = Counter(map(fold, self.words)), Counter[str]()
        for number, vertical, line in lines:
            for part in re.finditer("[^0][^0]+", line):
                word, start = fold(part.group()), part.start() + 1
                where = f"R{start}C{number}DV" if vertical else f"R{number}C{start}DH"
                used[word] += 1
                if not listed[word]:
                    faults.append(f"{printable(word)!r} ({where}) is not in the list")
                elif used[word] > listed[word] and not self.reuse:
                    faults.append(f"{printable(word)!r} ({where}) is used once more than it is listed")
        if self.exact:
            need = {word: 1 if self.reuse else count for word, count in listed.items()}
            faults += [f"{printable(word)!r} is not used" for word in need if used[word] < need[word]]
        return faults

    # A state of the general solvers of `unriddle.search`.

    def configuration(self) -> tuple[object, ...]:
        """Return the board, the words in order, and the rules; letters in upper case."""
        return tuple(map(fold, self.board)), tuple(sorted(map(fold, self.words))), self.reuse, self.exact

    def is_solved(self) -> bool:
        """Say whether the board itself is filled, as the rules ask."""
        return self.check(self.board)

    def extensions(self) -> list[WordPlacement]:
        """Return the boards with one more word, in the open slot that the fewest unused words fit."""
        unused = Counter(map(fold, self.words))
        options: list[tuple[Slot, list[str]]] = []
        texts = {slot: fold(slot.text(self.board)) for slot in self.slots}
        if not self.reuse:
            unused.subtract(text for text in texts.values() if EMPTY not in text)
        for slot, text in texts.items():
            if EMPTY in text:
                pattern = re.compile(text.replace(EMPTY, "."))
                fitting = [word for word, n in unused.items() if n > 0 and pattern.fullmatch(word)]
                options.append((slot, fitting))
        if not options:
            return []
        slot, fitting = min(options, key=lambda option: len(option[1]))
        return [self._with(slot, word) for word in fitting]

    def _with(self, slot: Slot, word: str) -> WordPlacement:
        cells = [list(line) for line in self.board]
        for (row, col), letter in zip(slot.cells(), word, strict=True):
            cells[row][col] = letter
        return WordPlacement(self.words, cells, reuse=self.reuse, exact=self.exact, file=self.file)

    def fail_fast(self) -> bool:
        """Say whether a full slot holds a word that is not listed, or too often, or counting says no."""
        listed = Counter(map(fold, self.words))
        full = Counter(text for slot in self.slots if EMPTY not in (text := fold(slot.text(self.board))))
        wrong = any(
            count > listed[word] and not (self.reuse and listed[word]) for word, count in full.items()
        )
        return wrong or bool(self.contradiction())

    def _repr_svg_(self) -> str:
        from .draw import draw

        return draw(self.board)


def _remaining(limits: Limits | None, start: float) -> Limits | None:
    """Return the limits of a second run that began at `start`; nodes are counted through."""
    if limits is None or limits.seconds is None:
        return limits
    seconds = max(0.0, limits.seconds - (time.perf_counter() - start))
    return Limits(seconds=seconds, nodes=limits.nodes, memory=limits.memory)


def _status(search: PlacementSearch, outcome: Outcome) -> Status:
    if search.solutions > 1:
        return Status.MULTIPLE
    if search.exhausted:
        return Status.UNIQUE if search.solutions else Status.NO_SOLUTION
    return Status.SOLVED if outcome is Outcome.FINISHED else Status.LIMIT


def _stats(search: PlacementSearch, start: float, first: WordFilling | None) -> SearchStats:
    return SearchStats(
        nodes=search.nodes,
        guesses=search.guesses,
        propagations=search.propagations,
        depth=search.deepest,
        seconds=time.perf_counter() - start,
        path_length=len(first.placed) if first is not None else 0,
    )


def _solution_rows(solution: Any) -> list[str]:
    """Return rows with 0 for forbidden cells."""
    if isinstance(solution, PlacementResult):
        solution = solution.solution
    if isinstance(solution, WordFilling):
        solution = solution.rows
    if isinstance(solution, str):
        solution = solution.replace("/", "\n").split()
    try:
        rows = ["".join(map(str, row)) for row in solution]
    except TypeError:
        raise PuzzleError(f"solution {solution!r}, expected rows of letters") from None
    return [row.replace("#", "0") for row in rows]
