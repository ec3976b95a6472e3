"""Word placement: a board, its words, and the filled boards that solve it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Self

from ...base import Limits, SearchStats
from ...io.grid_text import Symbols
from ..framework.arguments import check_bool
from ..framework.assignment_puzzle import Assigned, Ending, search_limit, stats_of
from .check import faults_of, solves
from .encode import UNBOUNDED, Compiled, count_words
from .infeasible import reason_against
from .parse import SYMBOLS, board_rows, check_words, filled_rows, read_puzzle
from .player import PlacementPlayer
from .result import PlacementResult, WordFilling
from .rules import EMPTY, Slot, find_slots, fold
from .search import Counted, Fillings

if TYPE_CHECKING:
    from ...typing import OpenCellsLike, ShapeLike
    from ..framework.html import View

__all__ = ["WordPlacement"]

NO_WAY = "no way to place the words fills the board"
Progress = Callable[[int], None]


class WordPlacement(PlacementPlayer, Assigned[PlacementResult, WordFilling]):
    r"""A board of open and forbidden cells and the words to place on it.

    Every maximal run of two or more open cells, across or down, is a slot and takes one word of the list.
    Lower and upper case are the same letter; a word is shown as it stands in the list.

    Parameters
    ----------
    words : iterable of str
        Words of letters; one that stands twice has to be, or may be, used twice.
    board : str, iterable of str, or of sequences of 0, 1 and letters
        The rows, in a text apart by ``/`` or line ends: 0, ``#`` or ``■`` is forbidden; 1, ``.``, ``-``,
        ``_`` or ``?`` is open; a letter is given.
    reuse : bool
        A word may be used any number of times.
    exact : bool
        Every word of the list has to be used (as often as it stands there; with `reuse` at least once).
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
    SYMBOLS: ClassVar[Symbols] = SYMBOLS

    def __init__(
        self,
        words: Iterable[str],
        board: OpenCellsLike,
        *,
        reuse: bool = False,
        exact: bool = True,
        empty: str | None = None,
        file: str | None = None,
    ) -> None:
        self.words: tuple[str, ...] = tuple(check_words(words, file))
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

        The rows are read as the class takes them, also apart by spaces or commas, in a drawn frame, or as
        nested lists of JSON.

        Raises
        ------
        PuzzleError
            Not that form: with the line; two marks of open cells of which one can be that of forbidden ones.

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
    def generate(
        cls, words: Iterable[str] | int = 12, *, shape: ShapeLike | None = None, seed: int | None = None
    ) -> Self:
        """Make a puzzle with exactly one solution: words laid out, letters given where others fit too.

        Parameters
        ----------
        words : iterable of str, or int
            The words, all of which are used; or how many to draw from the common words of the embedded list.
        shape : str, (int, int) or int, optional
            Most rows and columns.
        seed : int, optional
            The same seed makes the same puzzle; None another one each time.

        Raises
        ------
        PuzzleError
            Words that find no place together; as for `unriddle.placement.layout`, which leaves them out.

        Examples
        --------
        >>> puzzle = WordPlacement.generate(["GTU", "TECH", "HUT"], seed=1)
        >>> len(puzzle.words), puzzle.solve().status
        (3, <Status.UNIQUE: 'UNIQUE'>)
        """
        from .generate import make

        made = make(words, shape, seed)
        return cls(made.words, made.board)

    def rules(self) -> dict[str, Any]:
        """Return whether words may be used again, and whether all have to be used."""
        return {"reuse": self.reuse, "exact": self.exact}

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
            return "\n".join([*self.words, "", *self.board])
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

    def view(self, answer: Any = None) -> View:
        """Return what the page of an answer shows: the numbered board, and where the words stand."""
        from .draw import view

        return view(self, answer)

    # Solving

    def reason_against(self) -> str:
        """Say in a line why there can be no solution, as far as counting tells; empty if it does not.

        Examples
        --------
        >>> WordPlacement(["GTU", "TECHNO"], ["111", "010", "010", "010"]).reason_against()
        '0 words of 4 letters for 1 slot of that length'
        """
        return reason_against(self)

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

    def _searching(self, limit: int | None) -> tuple[Any, int] | None:
        return None if self.reason_against() else (Counted(self.compiled(), search_limit(limit)), 1)

    def _source(self, limit: int | None) -> Fillings | None:
        return None if self.reason_against() else Fillings(self.compiled())

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
            Solutions to count: 2 tells a unique one, 1 takes any, None counts all.
        limits : Limits, optional
            Bounds of the search. Ctrl-C ends it too: the result is then `interrupted`.
        progress : callable, optional
            Called with the nodes visited now and then.

        Returns
        -------
        PlacementResult
            UNIQUE, MULTIPLE or NO_SOLUTION are proven; SOLVED where `limit` is 1 and others may exist; LIMIT
            where a limit came first, with what was found by then.

        Examples
        --------
        >>> WordPlacement(["AB", "AC"], ["11", "10"]).solve().status
        <Status.MULTIPLE: 'MULTIPLE'>
        """
        return self._solve(limits, limit, None, progress)

    # Checking

    def check(self, solution: Any) -> bool:
        """Say whether a filled board is a solution; `faults` says what is wrong.

        Parameters
        ----------
        solution : WordFilling, Result, str, or rows
            Rows of letters; ``#``, ``0`` or 0 for forbidden cells.
        """
        return solves(self, solution)

    def faults(self, solution: Any) -> list[str]:
        """Return what keeps a filled board from being a solution, a line each; empty for a solution.

        Examples
        --------
        >>> WordPlacement.parse("GTU,TECH;111/010/010/010").faults("GTU/#E#/#C#/#C#")
        ["'TECC' (R1C2DV) is not in the list", "'TECH' is not used"]
        """
        return faults_of(self, solution)

    # A state of the general solvers of `unriddle.search`.

    def configuration(self) -> tuple[object, ...]:
        """Return the board, the words in order, and the rules; letters in upper case."""
        return tuple(map(fold, self.board)), tuple(sorted(map(fold, self.words))), self.reuse, self.exact

    def is_solved(self) -> bool:
        """Say whether the board itself is filled, as the rules ask."""
        return self.check(self.board)

    def extensions(self) -> list[Self]:
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

    def _with(self, slot: Slot, word: str) -> Self:
        cells = [list(line) for line in self.board]
        for (row, col), letter in zip(slot.cells(), word, strict=True):
            cells[row][col] = letter
        return type(self)(self.words, cells, reuse=self.reuse, exact=self.exact, file=self.file)

    def fail_fast(self) -> bool:
        """Say whether a full slot holds a word that is not listed, or too often, or counting says no."""
        listed = Counter(map(fold, self.words))
        full = Counter(text for slot in self.slots if EMPTY not in (text := fold(slot.text(self.board))))
        wrong = any(
            count > listed[word] and not (self.reuse and listed[word]) for word, count in full.items()
        )
        return wrong or bool(self.reason_against())
