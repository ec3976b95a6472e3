"""Word placement: a board, its words, and the filled boards that solve it."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Self

from ...base import Limits, PuzzleError, SearchStats, Status
from ...io.formats.crosswords import crossword_format
from ...io.formats.dimacs import Clauses
from ...io.grid_text import Symbols
from ...io.text import decode, printable, read_bytes, source_name
from ..framework.arguments import check_bool, check_limits, in_usual_forms
from ..framework.assignment_puzzle import Assigned, Ending, search_limit, stats_of
from ..framework.base import HintMixin
from ..framework.check import Verdict, cell_name
from ..framework.move_puzzle import PATIENCE, UNSOLVED
from ..framework.steps import LimitReached, Meter, Step, find_mistake
from .check import faults_of, solves, verdict_on, wrong_words
from .parse import SYMBOLS, board_rows, check_words, filled_rows, read_puzzle
from .result import PlacementResult, WordFilling
from .rules import EMPTY, PlacementTask, Slot, find_slots, fold
from .solver import Compiled, Counted, OneByOne, as_clauses, compile_task, filled, reason_against

if TYPE_CHECKING:
    from ...typing import OpenCellsLike, ShapeLike
    from ..framework.html import View

NO_WAY = "no way to place the words fills the board"
EMPTIES = dict.fromkeys(map(ord, "._?"), EMPTY)
Progress = Callable[[int], None]


class WordPlacement(HintMixin, Assigned[PlacementResult, WordFilling]):
    r"""A board of open and forbidden cells and the words to place on it.

    Every maximal run of two or more open cells, across or down, is a slot and takes one word of the list.
    Lower and upper case are the same letter; a word is shown as it is listed.

    Parameters
    ----------
    words : iterable of str, or str
        Words of letters; one that is listed twice has to be, or may be, used twice. Without a board it is all
        of the puzzle: a text or a file as `parse` and `load` read it.
    board : str, iterable of str, or of sequences of 0, 1 and letters, optional
        The rows, in a text apart by ``/`` or line ends: 0, ``#`` or ``■`` is forbidden; 1, ``.``, ``-``,
        ``_`` or ``?`` is open; a letter is given.
    reuse : bool
        A word may be used any number of times.
    exact : bool
        Every word of the list has to be used (as often as it is listed; with `reuse` at least once).
    empty : str, optional
        The mark of open cells, where several can be; " " for blank cells.
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
    >>> int(puzzle.count()), puzzle.check(result.solution)
    (1, True)
    """

    LONGEST: ClassVar[int] = 1 << 26
    FORMATS: ClassVar[tuple[str, ...]] = ("puz", "ipuz", "jpz", "clues", "dimacs")
    SYMBOLS: ClassVar[Symbols] = SYMBOLS

    def __init__(
        self,
        words: str | os.PathLike[str] | Iterable[str],
        board: OpenCellsLike | None = None,
        *,
        reuse: bool = False,
        exact: bool = True,
        empty: str | None = None,
        file: str | None = None,
    ) -> None:
        if board is None:
            self._take(words, reuse=reuse, exact=exact, empty=empty, file=file)
            return
        listed: Any = words.replace(",", " ").split() if isinstance(words, str) else words
        self.words: tuple[str, ...] = tuple(check_words(listed, file))
        self.board: tuple[str, ...] = board_rows(board, file, empty)
        self.reuse, self.exact = check_bool("reuse", reuse), check_bool("exact", exact)
        self.file = file
        self._slots: tuple[Slot, ...] | None = None
        self._compiled: Compiled | None = None

    @classmethod
    def parse(
        cls,
        text: str,
        *,
        file: str | None = None,
        reuse: bool = False,
        exact: bool = True,
        empty: str | None = None,
    ) -> Self:
        """Read the file form: words, an empty line, rows; or ``WORD,WORD;row/row`` on one line.

        Where there are no words, the text begins with ``;``. The rows are read as by the class, also with
        spaces or commas, in a drawn frame, or as JSON lists.

        Raises
        ------
        PuzzleError
            Not that form: with the line; two marks that can both be open cells.

        Examples
        --------
        >>> WordPlacement.parse("GTU,TECH;111/010/010/010").board
        ('111', '010', '010', '010')
        >>> WordPlacement.parse("GTU,TECH;. . ./# . #/# . #/# . #").board
        ('111', '010', '010', '010')
        """
        words, board = read_puzzle(text, file, empty)
        return cls(words, board, reuse=reuse, exact=exact, file=file)

    @classmethod
    def load(cls, path: str | os.PathLike[str], **rules: Any) -> Self:
        """Read a puzzle from a text file, or from standard input for ``-``; see `parse`.

        Raises
        ------
        PuzzleError
            As for `parse`; a crossword of another program, whose grid `unriddle.placement.fill` fills.
        """
        raw, name = read_bytes(path, limit=cls.LONGEST), source_name(path)
        form = crossword_format(raw)
        if form is not None:
            wrong = f"{form.title}: a grid without a list of words; fill it with unriddle placement fill"
            raise PuzzleError(wrong, file=name)
        return cls.parse(decode(raw, name), file=name, **rules)

    @classmethod
    @in_usual_forms
    def generate(
        cls,
        words: Iterable[str] | int = 12,
        *,
        shape: ShapeLike | None = None,
        seed: int | None = None,
        limits: Limits | None = None,
    ) -> Self:
        """Make a puzzle with exactly one solution: words laid out, letters given where others fit too.

        Parameters
        ----------
        words : iterable of str, or int
            The words, all of which are used; or how many to draw from the common words of the embedded list.
        shape : str, (int, int) or int, optional
            Most rows and columns; ``size=`` as well.
        seed : int, optional
            The same seed makes the same puzzle; None another one each time.
        limits : Limits, optional
            Seconds; nodes of all searches together, and words that are laid.

        Raises
        ------
        PuzzleError
            No puzzle within the limits; words that find no place together, which
            `unriddle.placement.layout` leaves out.

        Examples
        --------
        >>> puzzle = WordPlacement.generate(["GTU", "TECH", "HUT"], seed=1)
        >>> len(puzzle.words), puzzle.solve().status
        (3, <Status.UNIQUE: 'UNIQUE'>)
        """
        from .generate import make

        return cls(*make(words, shape, seed, meter=Meter(limits))[:2])

    def rules(self) -> dict[str, Any]:
        """Return whether words may be used again, and whether all have to be used."""
        return {"reuse": self.reuse, "exact": self.exact}

    @property
    def task(self) -> PlacementTask:
        """The words, the board and the rules as plain data."""
        return PlacementTask(self.words, self.board, self.reuse, self.exact)

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

    def format(self, solution: Any = None) -> str:
        r"""Return the file form, which `parse` reads; or the rows of a solution.

        Examples
        --------
        >>> puzzle = WordPlacement.parse("GTU,TECH;111/010/010/010")
        >>> puzzle.format(), puzzle.format("GTU/#E#/#C#/#H#")
        ('GTU\nTECH\n\n111\n010\n010\n010', 'GTU\n#E#\n#C#\n#H#')
        """
        if solution is None:
            return "\n".join([*self.words, "" if self.words else ";", *self.board])
        return "\n".join(filled_rows(solution) or ()).replace("0", "#")

    def __repr__(self) -> str:
        rows, cols = self.shape
        return f"<WordPlacement {rows}x{cols}, {len(self.words)} words, {len(self.slots)} slots>"

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_slots": None, "_compiled": None}

    def to_svg(self, solution: Any = None) -> str:
        """Return a picture of the board, or of a solution."""
        from .draw import draw

        return draw(self.board if solution is None else filled_rows(solution) or ())

    def caption(self, solution: Any = None) -> str:
        """Return the words to place; of a solution nothing."""
        return ", ".join(self.words) if solution is None else ""

    def view(self, answer: Any = None, clues: Mapping[str, str] | None = None) -> View:
        """Return what the page of an answer shows: the numbered board, and where the words stand."""
        from ..framework.html import answer_of
        from .draw import view

        solution = answer_of(answer)
        filled = None if solution is None else filled_rows(solution)
        return view(self.board, len(self.words), filled, answer, clues)

    # Solving

    def reason_against(self) -> str:
        """Return in a line why there can be no solution, as far as counting shows; empty if it does not.

        Examples
        --------
        >>> WordPlacement(["GTU", "TECHNO"], ["111", "010", "010", "010"]).reason_against()
        '0 words of 4 letters for 1 slot of that length'
        """
        return reason_against(self.task, self.slots)

    def compiled(self) -> Compiled:
        """Return the arrays of the search, made when they are first needed."""
        if self._compiled is None:
            self._compiled = compile_task(self.task, self.slots)
        return self._compiled

    def _searching(self, limit: int | None) -> tuple[Any, int] | None:
        return None if self.reason_against() else (Counted(self.compiled(), search_limit(limit)), 1)

    def _source(self, limit: int | None) -> OneByOne[WordFilling] | None:
        return None if self.reason_against() else self.compiled().fillings()

    def _stats(self, search: Any, found: int, seconds: float) -> SearchStats:
        length = len(search.first.placed) if search.first is not None else 0
        return stats_of(search, seconds, depth=search.search.deepest, path_length=length)

    def _result(self, ending: Ending, search: Any, last: Self | None) -> PlacementResult:
        none = ending["complete"] and not ending["count"]
        reason = self.reason_against() or NO_WAY if none else ""
        solution = None if search is None else search.first
        return PlacementResult(**ending, puzzle=self, solution=solution, reason=reason)

    def solve(
        self,
        *,
        limit: int | None = 2,
        limits: Limits | None = None,
        progress: Progress | None = None,
    ) -> PlacementResult:
        """Find a solution, and whether it is the only one.

        Parameters
        ----------
        limit : int, optional
            Solutions to count: 2 shows whether it is unique, 1 takes any, None counts all.
        limits : Limits, optional
            Bounds of the search. Ctrl-C ends it too: the result is then `interrupted`.
        progress : callable, optional
            Called with the nodes visited from time to time.

        Returns
        -------
        PlacementResult
            UNIQUE, MULTIPLE or NO_SOLUTION are proven; SOLVED where `limit` is 1 and others may exist; LIMIT
            where a limit was reached, with what was found so far.

        Examples
        --------
        >>> WordPlacement(["AB", "AC"], ["11", "10"]).solve().status
        <Status.MULTIPLE: 'MULTIPLE'>
        """
        return self._solve(limits, limit, None, progress)

    def clauses(self) -> Clauses:
        """Return the puzzle as clauses: slots take words; at a crossing their letters are equal."""
        return as_clauses(self.compiled())

    def _assigned(self, values: Sequence[int]) -> WordFilling:
        found = self.compiled()
        return filled(self.board, self.slots, [found.written[found.keys[k]] for k in values])

    # Checking

    def check(self, solution: Any) -> bool:
        """Return whether a filled board is a solution; `faults` says what is wrong.

        Parameters
        ----------
        solution : WordFilling, Result, str, or rows
            Rows of letters; ``#``, ``0`` or 0 for forbidden cells.
        """
        return solves(self.task, solution)

    def faults(self, solution: Any) -> list[str]:
        """Return what keeps a filled board from being a solution, a line each; empty for a solution.

        Examples
        --------
        >>> WordPlacement.parse("GTU,TECH;111/010/010/010").faults("GTU/#E#/#C#/#C#")
        ["'TECC' (R1C2DV) is not in the list", "'TECH' is not used"]
        """
        return faults_of(self.task, solution)

    def read_answer(self, answer: Any) -> Any:
        """Return the rows of an answer, 0 for forbidden cells, 1 where it is empty."""
        rows = filled_rows(answer)
        if rows is None:
            raise PuzzleError(f"{printable(repr(answer))[:40]}, expected rows of letters")
        rows = [row.translate(EMPTIES) for row in rows]
        if [len(row) for row in rows] != [len(row) for row in self.board]:
            raise PuzzleError(f"not {self.shape[0]} rows of {self.shape[1]} cells")
        return rows

    def explain_conflict(self, answer: Any) -> Verdict:
        """Return what is wrong: what is given changed, a word that is not listed or used too often."""
        return verdict_on(self.task, answer)

    def read_state(self, text: str) -> Any:
        """Return the state of a player from text: rows of letters, ``1`` or ``.`` for empty, or a puzzle."""
        if ";" in text or "," in text:
            return super().read_state(text)
        return type(self)(self.words, self.read_answer(text), **self.rules())

    def first_mistake(self, state: Any, *, limits: Limits | None = None) -> Step | None:
        """Return the first letter in a player's `state` that no solution has, None where all is right.

        `limits` are of all searches together, 10 seconds by default; a state that they leave open is no
        mistake.
        """
        try:
            return self._mistake(state, Meter(check_limits(limits) or PATIENCE))
        except LimitReached:
            return None

    def _mistake(self, state: Any, meter: Meter) -> Step | None:
        same = isinstance(state, type(self)) and state.configuration()[1:] == self.configuration()[1:]
        if not same or state.shape != self.shape:
            raise PuzzleError(f"state {state!r:.60}, expected the same puzzle with more letters")
        cells = [(r, c) for r in range(self.shape[0]) for c in range(self.shape[1])]
        for r, c in cells:
            mine, its = self.board[r][c], state.board[r][c]
            if (mine == "0") != (its == "0") or (mine not in "01" and fold(mine) != fold(its)):
                text = f"{cell_name((r, c))} is {its!r}, but the clue there is {mine!r}"
                return Step(kind="mistake", text=text, cell=(r, c), value=its, cells=((r, c),))
        added = [(r, c) for r, c in cells if self.board[r][c] == EMPTY != state.board[r][c]]

        def dead(cells: Sequence[tuple[int, int]]) -> bool:
            """Return whether it is proven that there is no solution with the letters of some cells."""
            rows = [list(row) for row in self.board]
            for r, c in cells:
                rows[r][c] = state.board[r][c]
            puzzle = type(self)(self.words, ["".join(row) for row in rows], **self.rules())
            return meter.charge(puzzle.solve(limit=1, limits=meter.left())).status is Status.NO_SOLUTION

        if (found := find_mistake(added, dead)) is None:
            return None
        place, letter = found[0], state.board[found[0][0]][found[0][1]]
        text = f"{cell_name(place)} is {letter!r}, which no solution has with the letters before it"
        return Step(kind="mistake", text=text, cell=place, value=letter, cells=(place,))

    def hint(self, state: Any = None, *, limits: Limits | None = None) -> Step | None:
        """Return the next word and its slot from the state of a player, or the first mistake there.

        `limits` are of all searches together, 10 seconds by default; where one comes, the step is of the kind
        ``limit``.
        """
        meter = Meter(check_limits(limits) or PATIENCE)
        here: Any = self if state is None else state
        try:
            wrong = None if state is None else self._mistake(state, meter)
            if wrong is not None:
                return wrong
            result = meter.charge(here.solve(limit=1, limits=meter.left()))
        except LimitReached:
            return UNSOLVED
        if result.status is Status.NO_SOLUTION:
            return Step(kind="contradiction", text=NO_WAY)
        found = next_word(here, result.solution.rows)
        if found is None:
            return None
        slot, word, why = found
        return Step(kind="word", text=f"{word} at {slot.label}: {why}", value=word, cells=tuple(slot.cells()))

    # A state of the general solvers of `unriddle.search`.

    def configuration(self) -> tuple[object, ...]:
        """Return the board, the words in order, and the rules; letters in upper case."""
        return tuple(map(fold, self.board)), tuple(sorted(map(fold, self.words))), self.reuse, self.exact

    def is_solved(self) -> bool:
        """Return whether the board itself is filled, as the rules ask."""
        return self.check(self.board)

    def extensions(self) -> list[Self]:
        """Return the boards with one more word, in the open slot that the fewest unused words fit."""
        fitting = _fitting(self)
        if not fitting:
            return []
        slot = min(fitting, key=lambda slot: len(fitting[slot]))
        return [self._with(slot, word) for word in fitting[slot]]

    def _with(self, slot: Slot, word: str) -> Self:
        cells = [list(line) for line in self.board]
        for (row, col), letter in zip(slot.cells(), word, strict=True):
            cells[row][col] = letter
        return type(self)(self.words, cells, reuse=self.reuse, exact=self.exact, file=self.file)

    def fail_fast(self) -> bool:
        """Return whether a full slot holds a word that is not listed, or too often, or counting says no."""
        return any(wrong_words(self.task, self.board)) or bool(self.reason_against())


def _fitting(puzzle: WordPlacement) -> dict[Slot, list[str]]:
    """Return the unused words that fit each open slot by its letters."""
    unused = Counter(map(fold, puzzle.words))
    texts = {slot: fold(slot.text(puzzle.board)) for slot in puzzle.slots}
    if not puzzle.reuse:
        unused.subtract(text for text in texts.values() if EMPTY not in text)
    left = [word for word, n in unused.items() if n > 0]
    return {
        slot: list(filter(re.compile(text.replace(EMPTY, ".")).fullmatch, left))
        for slot, text in texts.items()
        if EMPTY in text
    }


def next_word(puzzle: WordPlacement, rows: Sequence[str]) -> tuple[Slot, str, str] | None:
    """Return the next slot and word of a filled board, and why; None where no slot is empty.

    A word that alone fits its slot comes first, then one that has no other slot, then one that is left when
    the words that clash with each crossing word are gone.
    """
    fitting = _fitting(puzzle)
    if not fitting:
        return None
    listed = {fold(word): word for word in puzzle.words}

    def found(slot: Slot, why: str) -> tuple[Slot, str, str]:
        return slot, listed[fold(slot.text(rows))], why

    slots = sorted(fitting, key=lambda slot: len(fitting[slot]))
    if len(fitting[slots[0]]) == 1:
        return found(slots[0], "no other word fits there")
    places = Counter(word for words in fitting.values() for word in words)
    if puzzle.exact and not puzzle.reuse:
        for slot in fitting:
            if places[fold(slot.text(rows))] == 1:
                return found(slot, "the word has no other place")
    search = puzzle.compiled().search()
    search.run(1)
    for slot in slots:
        if len(search.candidates(puzzle.slots.index(slot))) == 1:
            return found(slot, "every other word clashes with one that crosses")
    return found(slots[0], f"one of {len(fitting[slots[0]])} words that fit there, and a solution has it")


Crossword = WordPlacement
