"""Boggle: every word on a board of letter tiles, with its paths and the score."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Self

from ...base import Limits, PuzzleError, SearchStats, Status
from ...io.grid_text import Symbols
from ...io.text import printable
from ...lexicon import Lexicon
from ...lexicon.arguments import board_lexicon
from ...search.run_loop import Outcome
from ...search.threads import workers_for
from ..framework.arguments import check_limit, check_limits, in_usual_forms
from ..framework.base import HintMixin, Progress
from ..framework.check import Judgement, Verdict, cell_name
from ..framework.solutions import Count, Solutions, count_of, status_of
from ..framework.steps import STOPPED, LimitReached, Meter, Step
from .check import Verifier, judge_kernel
from .parse import (
    SYMBOLS,
    LetterBoard,
    board_from,
    board_rows,
    board_size,
    board_text,
    read_board,
    spelled,
    with_qu,
)
from .result import BoggleResult
from .rules import options_and_rules, rules_of, search_rules
from .solver import BAND_CELLS, Bounds, Finding, Prepared, WordSource, find_words, prepare
from .word_paths import WordTrace, count_paths, each_path, neighbour_table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ...typing import BoardLike, BoardsLike, DiceLike, PuzzlesLike, ShapeLike
    from ..framework.html import View
    from .dice.dice import Dice, RandomBoard
    from .generation.constraints import Constraints
    from .many import BoggleMany
    from .rules import Rules
    from .streaming.result import StreamResult

Answer = str | Sequence[str] | BoggleResult
"""A word, words, or what `Boggle.solve` returned."""


class Boggle(HintMixin):
    """A board of letter tiles; its answers are the words on it.

    ``Boggle(text)`` is `parse`; `load` reads a file, `random` rolls dice. Cells are numbered row by row from
    0. Two cells are neighbours by the topology: ``king`` (8-way), ``rook`` (4-way) or ``hex`` (6-way: each
    row is set half a cell to the right of the one above, so that the upper left and lower right of a king's
    steps are missing); with `wrap` the left edge touches the right one and the top the bottom (a torus). A
    path uses no cell twice; a word is on the board if the tiles of a path spell it.

    Attributes
    ----------
    board : LetterBoard
        Tile numbers, uint8 of shape (rows, cols), and the tiles' letters.
    board_rules : Rules

    Examples
    --------
    >>> board = Boggle.parse("tea/ars")
    >>> result = board.solve(["tea", "rate", "star", "arts"])
    >>> result.words, result.score, result.paths("star")
    (['rate', 'tea'], 2, [])
    >>> board.check("rate"), board.path("rate"), board.check("star")
    (True, (4, 3, 0, 1), False)
    """

    __slots__ = ("board", "board_rules")
    SYMBOLS: ClassVar[Symbols] = SYMBOLS

    def __init__(
        self, board: BoardLike | LetterBoard, *, shape: ShapeLike | None = None, **rules: Any
    ) -> None:
        if isinstance(board, str) and "." in board and os.path.isfile(board):  # noqa: PTH113
            raise PuzzleError(f"{board!r} is a file; to read it, pass Path({board!r})")
        made = rules_of(rules)
        self.board_rules = made
        if not isinstance(board, LetterBoard):
            board = board_from(board, shape=shape, qu=made.qu)
        self.board: LetterBoard = board

    @classmethod
    def parse(
        cls,
        text: BoardLike | os.PathLike[str],
        *,
        file: str | None = None,
        shape: ShapeLike | None = None,
        alphabet: str | None = None,
        **rules: Any,
    ) -> Self:
        """Read a board from text, an array, rows, or a file given as a path object.

        Parameters
        ----------
        text : str, array, sequence or os.PathLike
            Text: rows by line, ``/`` or space, each a run of letters, or tiles separated by spaces or commas
            (then a tile may have several letters, ``Qu R/S T``); a drawn frame; JSON. ``.`` or ``#`` is a
            hole, ``?`` or ``*`` any one letter. One row alone is a square. A first line ``4 5`` is the
            number of rows and columns. A text that can be read in two ways is refused without `shape`.
            Array: strings, or integers that count letters from 0. Sequence: of rows, each text or a
            sequence of tiles.
        file : str, optional
            Name of the source in errors.
        shape : str, int or pair, optional
            Rows and columns, ``"4x5"`` or (4, 5): of a single row that is no square, or of a text that can
            be read in two ways.
        alphabet : str, optional
            Letters that an array of integers counts; a to z by default.
        **rules
            ``rules=Rules(…)``, or its fields by name: topology, wrap, qu, min_length, scoring.

        Raises
        ------
        PuzzleError
            Ragged rows, an empty board, a character that is no tile, a text that can be read in two ways,
            letters in one row that make no square and have no `shape`, an array of another dtype or with
            codes out of range, wrong rules; with file, line and column where they are known.

        Examples
        --------
        >>> print(Boggle.parse("qeaz", qu=True))
        Qu E
        A  Z
        """
        if isinstance(text, os.PathLike):
            return cls.load(text, shape=shape, **rules)
        made = rules_of(rules)
        board = board_from(text, shape=shape, qu=made.qu, file=file, alphabet=alphabet)
        return cls(board, rules=made)

    @classmethod
    def load(cls, path: str | os.PathLike[str], *, shape: ShapeLike | None = None, **rules: Any) -> Self:
        """Read a board from a text file (plain or gzip) or a ``.npy`` file; ``-`` is standard input.

        Raises
        ------
        PuzzleError
            As for `parse`; a file that is missing, a folder, binary, empty or not UTF-8.
        """
        made = rules_of(rules)
        return cls(read_board(path, shape=shape, qu=made.qu), rules=made)

    @classmethod
    @in_usual_forms
    def random(
        cls,
        shape: ShapeLike = 4,
        *,
        dice: DiceLike | Dice | None = None,
        seed: int | None = None,
        **rules: Any,
    ) -> Self:
        """Return a random board.

        Parameters
        ----------
        shape : str, int or pair, optional
            Rows and columns; one number for a square; two numbers and ``size=`` as well.
        dice : str or sequence, optional
            ``1976`` and ``1987`` (4x4), ``big`` (5x5), ``superbig`` (6x6, with tiles of two letters and solid
            faces), ``uniform``, ``english`` (letters as often as in English text), or dice of your own, as
            for `generate`; by default the set of the board's size, else faces drawn from the 4x4 set of 1987.
        seed : int, optional
            The same seed gives the same board.
        **rules
            As for `parse`.

        Raises
        ------
        PuzzleError
            No shape, no such dice.

        Examples
        --------
        >>> Boggle.random("5x5", dice="big", seed=1) == Boggle.random(5, seed=1)
        True
        """
        from .dice.dice import roll

        made = rules_of(rules)
        tiles, names = roll(*board_size(shape), dice, seed)
        tiles.flags.writeable = False
        board = LetterBoard(tiles, names)
        return cls(with_qu(board) if made.qu else board, rules=made)

    @classmethod
    @in_usual_forms
    def generate(
        cls,
        shape: ShapeLike = 4,
        lexicon: Lexicon | Iterable[str] | None = None,
        constraints: Constraints | None = None,
        *,
        dice: DiceLike | Dice | None = None,
        seed: int | None = None,
        limits: Limits | None = None,
        **changes: Any,
    ) -> Self:
        """Return a random board that dice can show and that meets constraints.

        Parameters
        ----------
        shape : str, int or pair, optional
            Rows and columns; one number for a square; two numbers and ``size=`` as well.
        lexicon : Lexicon or iterable of str, optional
            The words that count (default: the embedded English list up to level 60).
        dice : str or sequence, optional
            ``1976`` and ``1987`` (4x4), ``big`` (5x5), ``superbig`` (6x6), ``uniform``, ``english``, or dice
            of your own: ``"AAEEGN ABBJOO …"``, or a sequence of dice (Q is Qu, # a solid face), each a text
            or a sequence of tiles. By default the set of the board's size. Where a board has as many cells as
            there are dice, each die is shown once; else each cell is a roll of a die drawn from them.
        seed : int, optional
            The same seed gives the same board.
        limits : Limits, optional
            Seconds, and nodes: boards that are rolled.
        constraints, **changes
            `Constraints`, and changes of its fields by name: ``words=(60, None)``, ``contains=["riddle"]``.
            ``rules=Rules(…)``, or its fields by name, without multipliers of cells.

        Raises
        ------
        PuzzleError
            No such dice; wrong ranges or words; constraints that no board can meet; no board found,
            or none within the limits.

        Notes
        -----
        Without `contains`, each board within the ranges is as likely as dice make it. Words are placed on
        random paths, cell by cell, while a matching of cells and dice keeps the board possible; the remaining
        dice are rolled on the remaining cells. Cost: that of scoring the rolls.

        Examples
        --------
        >>> board = Boggle.generate(4, seed=1, words=(60, 150), contains=["riddle"], forbid=["tea"])
        >>> 60 <= board.count() <= 150, board.check("riddle"), board.check("tea")
        (True, True, False)
        """
        from .dice.dice import dice_of
        from .generation.constraints import Constraints
        from .generation.generate import BoardMaker, make_board

        meter = Meter(limits)
        wanted, rules = options_and_rules(Constraints, constraints, changes)
        size = board_size(shape)
        maker = BoardMaker(size, board_lexicon(lexicon), dice_of(dice, size[0] * size[1]), rules, wanted)
        return cls(make_board(maker, seed, meter), rules=rules)

    @classmethod
    def stream(
        cls,
        source: str | os.PathLike[str] | NDArray[Any] | RandomBoard,
        lexicon: Lexicon | Iterable[str] | None = None,
        **options: Any,
    ) -> StreamResult:
        """Find every word on a board that need not fit in memory; see `unriddle.boggle.stream`.

        Examples
        --------
        >>> import numpy as np
        >>> cells = np.array([[19, 4, 0], [0, 17, 18]], dtype=np.uint8)
        >>> found = Boggle.stream(cells, ["rate", "star", "tea"])
        >>> found.words, found.done_rows
        (['rate', 'tea'], 2)
        """
        from .streaming.stream import stream

        return stream(source, lexicon, **options)

    # What the board is

    @property
    def rows(self) -> int:
        """Number of rows."""
        return self.board.rows

    @property
    def cols(self) -> int:
        """Number of columns."""
        return self.board.cols

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.rows, self.cols

    @property
    def topology(self) -> str:
        """Which cells are neighbours: ``king``, ``rook`` or ``hex``."""
        return self.board_rules.topology

    @property
    def wrap(self) -> bool:
        """Whether opposite edges touch."""
        return self.board_rules.wrap

    def tile(self, cell: int) -> str:
        """Return the letters of a cell: "" for a hole, "?" for a wildcard, "e/i" for a choice."""
        return self.board.tile(cell)

    def neighbours(self) -> NDArray[np.int32]:
        """Return the neighbour table: int32 of shape (cells, degree), padded with the number of cells."""
        return neighbour_table(self.board, self.board_rules)

    def configuration(self) -> Hashable:
        """Return a hash key: the tiles, and the rules by which words are found."""
        rules, letters = self.board_rules, tuple(self.board.letters())
        return rules.topology, rules.wrap, rules.min_length, rules.scoring, self.shape, letters

    def rules(self) -> dict[str, Any]:
        """Return the keywords of `parse` beyond the text, as JSON values; `board_rules` has the rules."""
        return self.board_rules.to_dict()

    def text(self) -> str:
        """Return the text that `parse` reads back, with `rules`."""
        return board_text(self.board)

    def format(self, solution: Answer | None = None) -> str:
        r"""Return the board as text: tiles with spaces between them, ``.`` for a hole; or words, one a line.

        Examples
        --------
        >>> board = Boggle.parse("tea/ars")
        >>> board.format(), board.format("rate"), board.format(["ate", "tea"])
        ('T E A\nA R S', 'rate', 'ate\ntea')
        """
        if solution is not None:
            words = solution.words if isinstance(solution, BoggleResult) else solution
            return words if isinstance(words, str) else "\n".join(words)
        return board_rows(self.board)

    def __repr__(self) -> str:
        kind = f"{self.topology}{', wrap' if self.wrap else ''}"
        return f"<Boggle {self.rows}x{self.cols}, {kind}>"

    def to_svg(self, solution: Answer | Sequence[int] | None = None) -> str:
        """Return a picture of the board as SVG text, with a path on it.

        Parameters
        ----------
        solution : str, sequence of str, BoggleResult or sequence of int, optional
            A word, or words of which the longest is drawn; or the cells of a path.

        Raises
        ------
        PuzzleError
            More than 10,000 cells; a word or a cell that is not on the board.
        """
        from .draw import draw, path_of

        return draw(self.board, self.board_rules, path_of(self.board, self.board_rules, solution))

    def caption(self, solution: Answer | None = None) -> str:
        """Return the words that were found, the longest first; of the board nothing."""
        words = words_in(solution) if solution is not None else ()
        return ", ".join(sorted(words, key=lambda word: (-len(word), word)))

    def view(self, answer: Any = None) -> View:
        """Return the page of an answer: the words and their paths."""
        from .draw import view

        return view(self.board, self.board_rules, answer)

    # Solving

    def solve(
        self,
        lexicon: Lexicon | Iterable[str] | None = None,
        *,
        limits: Limits | None = None,
        progress: Progress | None = None,
        threads: int = 0,
        **rules: Any,
    ) -> BoggleResult:
        """Find every word on the board.

        Parameters
        ----------
        lexicon : Lexicon or iterable of str, optional
            The words that count (default: the embedded English list up to level 60).
        limits : Limits, optional
            Where one is reached, the words found so far are in the result, and its status is LIMIT.
        progress : callable, optional
            Called from time to time with the nodes visited.
        threads : int, optional
            Number of threads on a board of 128 rows or more; 0 uses every core. The words do not depend on
            it, the nodes do.
        **rules
            Another `min_length` or `scoring` than that of the board.

        Returns
        -------
        BoggleResult
            Its status tells how many words there are: NO_SOLUTION, UNIQUE or MULTIPLE.

        Notes
        -----
        The walk visits each path whose letters begin a word, some hundreds on a 4x4 board. Boards of at most
        64 cells run in vector lanes; on larger ones a word that is found is struck from the search.
        """
        words = lexicon if isinstance(lexicon, Lexicon) else board_lexicon(lexicon)
        asked = search_rules(rules, self.board_rules, self.board.tiles.size)
        bounds = Bounds(None if limits is None else check_limits(limits), progress, threads)
        if type(threads) is not int or threads < 0:
            workers_for(threads)  # raises
        prepared = prepare(self.board, words)
        start = time.perf_counter()
        finding = _find(self.board, asked, words, bounds, prepared)
        seconds = time.perf_counter() - start
        return BoggleResult(
            status=status_of(finding.numbers.size, True, finding.outcome is not Outcome.FINISHED),
            stats=SearchStats(nodes=finding.nodes, generated=finding.moves, seconds=seconds),
            interrupted=finding.outcome is Outcome.INTERRUPTED,
            board=self,
            lexicon=words,
            rules=asked,
            finding=finding,
        )

    def solutions(
        self,
        limit: int | None = None,
        *,
        lexicon: Lexicon | Iterable[str] | None = None,
        limits: Limits | None = None,
        progress: Progress | None = None,
        **rules: Any,
    ) -> Solutions[str]:
        """Return an iterator over the words on the board, at most `limit`, in the order of the lexicon.

        The whole board is searched before the first is returned; `lexicon`, `limits` and `rules` are those of
        `solve`.

        Examples
        --------
        >>> list(Boggle.parse("tea/ars").solutions(2, lexicon=["tea", "rate", "eat"]))
        ['eat', 'rate']
        """
        words, asked = board_lexicon(lexicon), search_rules(rules, self.board_rules, self.board.tiles.size)
        bounds = Bounds(check_limits(limits), progress, 0)
        source = WordSource(lambda: _find(self.board, asked, words, bounds), words)
        return Solutions(source, limit, limits, progress)

    def count(
        self,
        limit: int | None = None,
        *,
        lexicon: Lexicon | Iterable[str] | None = None,
        limits: Limits | None = None,
        progress: Progress | None = None,
        **rules: Any,
    ) -> Count:
        """Return how many words `solutions` yields, at most `limit`, without making them.

        Examples
        --------
        >>> print(Boggle.parse("tea/ars").count(lexicon=["tea", "rate", "star"]))
        2
        """
        check_limit(limit)
        result = self.solve(lexicon, limits=limits, progress=progress, **rules)
        found, finished = result.count, result.status is not Status.LIMIT
        return count_of(
            found if limit is None else min(found, limit),
            complete=finished and (limit is None or found <= limit),
            stats=result.stats,
            stopped=not finished and (limit is None or found < limit),
            interrupted=result.interrupted,
        )

    @classmethod
    def solve_many(
        cls,
        puzzles: PuzzlesLike[Self],
        lexicon: Lexicon | Iterable[str] | None = None,
        *,
        limits: Limits | None = None,
        threads: int = 0,
        progress: Progress | None = None,
        errors: str = "raise",
    ) -> BoggleMany:
        """Find the words of many boards, on several threads.

        Parameters
        ----------
        puzzles : iterable of Boggle
            Boards of one shape and the same rules are searched as arrays, as `unriddle.boggle.solve_many`
            searches texts and codes; others one by one.
        lexicon : Lexicon or iterable of str, optional
            The words that count (default: the embedded English list up to level 60).
        limits : Limits, optional
            For each of them; they are then searched one by one.
        threads : int, optional
            Number of threads; 0 uses every core. The results do not depend on it.
        progress : callable, optional
            Called with the number of boards done.

        Examples
        --------
        >>> many = Boggle.solve_many([Boggle("tea/ars"), Boggle("tin/ton")], ["tea", "ton", "not"])
        >>> many.words(1), many[0].score, many.counts.tolist()
        (['not', 'ton'], 1, [1, 2])
        """
        from .many import solve_boards

        return solve_boards(
            cls, puzzles, lexicon, limits=limits, threads=threads, progress=progress, errors=errors
        )

    @staticmethod
    def score_many(
        boards: BoardsLike,
        lexicon: Lexicon | Iterable[str] | None = None,
        *,
        shape: ShapeLike | None = None,
        **options: Any,
    ) -> NDArray[np.int32]:
        """Return the points of many boards; see `unriddle.boggle.score_many`.

        Examples
        --------
        >>> Boggle.score_many(["teas", "rate"], ["tea", "eat", "rate"]).tolist()
        [2, 3]
        """
        from .many import score_many

        return score_many(boards, lexicon, shape=shape, **options)

    def check(self, solution: Any) -> bool:
        """Return whether a word, all words of a sequence, or all words of a result are on the board.

        Independent of the lexicon and of `min_length`; shares no code with the solver.

        Raises
        ------
        PuzzleError
            A long word on a board of many equal tiles is not decided within a limit of steps.

        Examples
        --------
        >>> board = Boggle.parse("tea/ars")
        >>> board.check("tear"), board.check(["tea", "tear"]), board.check(["tea", "tar", "tee"])
        (True, True, False)
        """
        words = solution.solution if isinstance(solution, BoggleResult) else solution
        if isinstance(words, str):
            words = [words]
        if not isinstance(words, Sequence) or not words or not all(isinstance(word, str) for word in words):
            return False
        verifier = Verifier(self.board, self.board_rules)
        return all(verifier.path_of_word(word) is not None for word in words)

    def read_answer(self, answer: Any) -> list[str]:
        """Return the words of an answer: a list, or a text with spaces, commas or slashes between them."""
        return words_in(answer)

    def read_state(self, text: str) -> list[str]:
        """Return the words found so far."""
        return words_in(text)

    def explain_conflict(self, answer: Any) -> Verdict:
        """Return which words are not on the board."""
        verifier = Verifier(self.board, self.board_rules)
        wrong = [k for k, word in enumerate(answer) if not verifier.has(word)]
        text = "it is no list of words"
        if wrong:
            text = f"{printable(answer[wrong[0]])[:40]!r} is not on the board"
        return Verdict(status=Judgement.WRONG, reason=text, places=tuple(wrong))

    _judge_kernel = classmethod(judge_kernel)

    def first_mistake(
        self,
        state: Any,
        *,
        lexicon: Lexicon | Iterable[str] | None = None,
        limits: Limits | None = None,
    ) -> Step | None:
        """Return the first of the words found that is not on the board, or not in the lexicon; else None.

        Parameters
        ----------
        state : sequence of str, or str
            The words found so far.
        lexicon : Lexicon or iterable of str, optional
            The words that count (default: the embedded English list up to level 60).
        limits : Limits, optional
            Seconds, and nodes: words looked at. Words that they leave out are no mistake.
        """
        verifier, words, meter = Verifier(self.board, self.board_rules), board_lexicon(lexicon), Meter(limits)
        try:
            return self._wrong_word(verifier, words_in(state), words, meter)
        except LimitReached:
            return None

    @staticmethod
    def _wrong_word(verifier: Verifier, found: Sequence[str], words: Lexicon, meter: Meter) -> Step | None:
        for word in found:
            meter.spend()
            shown, missing = printable(word)[:40], ""
            if not verifier.has(word):
                missing = "on the board"
            elif word.lower() not in words:
                missing = "in the lexicon"
            if missing:
                return Step(kind="mistake", text=f"{shown!r} is not {missing}", value=shown)
        return None

    def hint(
        self,
        state: Any = None,
        *,
        lexicon: Lexicon | Iterable[str] | None = None,
        limits: Limits | None = None,
    ) -> Step | None:
        """Return a word that is not found yet, with its path, a short one first; or the first mistake.

        Parameters
        ----------
        state : sequence of str, or str, optional
            The words found so far.
        lexicon : Lexicon or iterable of str, optional
            The words that count (default: the embedded English list up to level 60).
        limits : Limits, optional
            Bounds of the search; each word found so far is a node as well.

        Returns
        -------
        Step or None
            None where no word is left; its kind is ``limit`` where a limit was reached.

        Examples
        --------
        >>> board, words = Boggle.parse("tea/ars"), ["tea", "rate", "eat", "rat"]
        >>> print(board.hint(["rat", "tea"], lexicon=words))
        word: eat, from row 1, column 2: 2 of 4 words are left
        >>> print(board.hint("rat tee", lexicon=words))
        mistake: 'tee' is not on the board
        """
        found, words, meter = [] if state is None else words_in(state), board_lexicon(lexicon), Meter(limits)
        try:
            wrong = self._wrong_word(Verifier(self.board, self.board_rules), found, words, meter)
            finding = None if wrong else find_words(self.board, self.board_rules, words, Bounds(meter.left()))
        except LimitReached:
            return STOPPED
        if finding is None:
            return wrong
        if finding.outcome is Outcome.INTERRUPTED:
            raise KeyboardInterrupt
        if finding.outcome is Outcome.LIMIT:
            return Step(kind="limit", text="not all words were found within the limits")
        every, known = words.decode(finding.numbers), {word.lower() for word in found}
        left = sorted((word for word in every if word not in known), key=lambda word: (len(word), word))
        if not left:
            return None
        cells = tuple(divmod(cell, self.cols) for cell in self.path(left[0]) or ())
        text = f"{left[0]}, from {cell_name(cells[0])}: {len(left):,} of {len(every):,} words are left"
        return Step(kind="word", text=text, value=left[0], cells=cells)

    # Paths

    def path(self, word: str) -> tuple[int, ...] | None:
        """Return the first path that spells `word`, None where there is none; as independent as `check`.

        Examples
        --------
        >>> Boggle.parse("PIET/GAAT/ATMS/HUIS", topology="rook", wrap=True).path("tas")
        (9, 8, 11)
        """
        return Verifier(self.board, self.board_rules).path_of_word(word)

    def iter_paths(self, word: str, *, first: int = 0, end: int = -1) -> Iterator[tuple[int, ...]]:
        """Return an iterator over the paths that spell `word`, each cell sequence once, in rising order.

        Parameters
        ----------
        word : str
            In any case.
        first, end : int, optional
            Only paths that start at the cells from `first` to `end` - 1.

        Examples
        --------
        >>> list(Boggle.parse("ab/ab").iter_paths("ab"))
        [(0, 1), (0, 3), (2, 1), (2, 3)]
        """
        return each_path(self.board, self.board_rules, word, first, end)

    def count_paths_of(
        self, word: str, *, limits: Limits | None = None, progress: Progress | None = None
    ) -> Count:
        """Return how many paths spell `word`; its status is LIMIT after a limit or Ctrl-C.

        Examples
        --------
        >>> print(Boggle.parse("PIET/GAAT/ATMS/HUIS", topology="rook", wrap=True).count_paths_of("ei"))
        2
        """
        return count_paths(self.board, self.board_rules, word, check_limits(limits), progress)

    def trace(self, word: str) -> WordTrace:
        """Return the puzzle of tracing `word` on the board, for the solvers of `unriddle.search`."""
        return WordTrace(self.board, self.board_rules, spelled(word))


def words_in(answer: Any) -> list[str]:
    """Return the words of an answer: a list, or a text with spaces, commas or slashes between them."""
    answer = getattr(answer, "solution", answer)
    if isinstance(answer, str):
        answer = [word for word in re.split(r"[\s,/]+", answer) if word]
    if not isinstance(answer, (list, tuple)) or not all(isinstance(word, str) for word in answer):
        raise PuzzleError(f"{printable(repr(answer))[:40]}, expected words")
    return list(answer)


generate = Boggle.generate


def solve_many(
    boards: BoardsLike,
    lexicon: Lexicon | Iterable[str] | None = None,
    *,
    shape: ShapeLike | None = None,
    limits: Limits | None = None,
    threads: int = 0,
    progress: Progress | None = None,
    errors: str = "raise",
    **rules: Any,
) -> BoggleMany:
    """Find the words of many boards of one shape.

    Parameters
    ----------
    boards, lexicon, shape, threads, progress, **rules
        As for `score_many`.
    errors : str, optional
        ``"raise"``, or ``"null"``: a board that cannot be read, or is of another shape than the first, has no
        result; see `NullMany`.
    limits : Limits, optional
        For each board. Its status is then LIMIT, its words those found so far.

    Returns
    -------
    BoggleMany
        Word numbers as arrays; words and results are made at access. Ctrl-C is a KeyboardInterrupt.

    Raises
    ------
    PuzzleError
        As for `score_many`.

    Examples
    --------
    >>> many = solve_many(["teas", "rate"], Lexicon(["tea", "eat", "rate"]))
    >>> many.offsets.tolist(), many.word_ids.tolist(), many.words(1)
    ([0, 2, 5], [0, 2, 0, 1, 2], ['eat', 'rate', 'tea'])
    """
    from .many import solve_texts

    search: dict[str, Any] = {"limits": limits, "threads": threads, "progress": progress}
    return solve_texts(Boggle, boards, lexicon, rules_of(rules), shape=shape, errors=errors, **search)


def _find(
    board: LetterBoard, rules: Rules, lexicon: Lexicon, bounds: Bounds, prepared: Prepared | None = None
) -> Finding:
    """Return the words of a board of any size."""
    if board.tiles.size >= BAND_CELLS:
        from .streaming.search import find_in_bands

        finding = find_in_bands(board, rules, lexicon, bounds)
        if finding is not None:
            return finding
    return find_words(board, rules, lexicon, bounds, prepared)
