"""Boggle: every word on a board of letter tiles, with its paths and the score."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Self, Unpack

import numpy as np

from ...base import Limits, SearchStats, Status
from ...core.topology import neighbours
from ...io.grid_text import Symbols
from ...lexicon import Lexicon
from ...lexicon.arguments import lexicon_of
from ...search.run_loop import Outcome
from ...search.threads import workers_for
from ..framework.arguments import check_limit, check_limits
from ..framework.base import Progress
from ..framework.solutions import Count, Solutions
from .check import Verifier
from .hints import BogglePlayer
from .parse import HOLE, SYMBOLS, LetterBoard, board_from, board_rows, board_text, read_board
from .result import BoggleResult
from .rules import Rules, RuleWords, asked_of, rules_of
from .solver import Bounds, Finding, WordSource, count_words, find_words, prepare, spelled
from .sources import MadeBoards
from .word_path_puzzle import Traced

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...typing import BoardLike, PuzzlesLike, ShapeLike
    from ..framework.html import View
    from .dice.random_board import RandomBoard
    from .draw import Path
    from .many import BoggleMany
    from .streaming.result import StreamResult
    from .streaming.stream import StreamWords

__all__ = ["Boggle"]

Answer = str | Sequence[str] | BoggleResult
"""A word, words, or what `Boggle.solve` returned."""


class Boggle(BogglePlayer, MadeBoards, Traced):
    """A board of letter tiles; its answers are the words on it.

    ``Boggle(text)`` is `parse`; `load` reads a file, `random` rolls dice. Cells are numbered row by row from
    0. Two cells are neighbours by the topology: ``king`` (8-way), ``rook`` (4-way) or ``hex`` (6-way: each
    row is set half a cell to the right of the one above, so that the upper left and lower right of a king's
    steps are missing); with `wrap` the left edge touches the right one and the top the bottom (a torus). A
    path goes from neighbour to neighbour and uses no cell twice; a word is on the board if a path's tiles
    spell it.

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
        self, board: BoardLike | LetterBoard, *, shape: ShapeLike | None = None, **rules: Unpack[RuleWords]
    ) -> None:
        made = rules_of(rules)
        self.board_rules = made
        if not isinstance(board, LetterBoard):
            board = board_from(board, shape=shape, qu=made.qu)
        self.board: LetterBoard = board

    @classmethod
    def _of(cls, board: LetterBoard, rules: Rules) -> Self:
        """Return the board that has been read."""
        made = cls.__new__(cls)
        made.board, made.board_rules = board, rules
        return made

    @classmethod
    def parse(
        cls,
        text: BoardLike | os.PathLike[str],
        *,
        file: str | None = None,
        shape: ShapeLike | None = None,
        alphabet: str | None = None,
        **rules: Unpack[RuleWords],
    ) -> Self:
        """Read a board from text, an array, rows, or a file given as a path object.

        Parameters
        ----------
        text : str, array, sequence or os.PathLike
            Text: rows by line, ``/`` or space, each a run of letters, or tiles with spaces or commas between
            them (then a tile may have several letters, ``Qu R/S T``); a drawn frame; JSON. ``.`` or ``#``
            is a hole, ``?`` or ``*`` any one letter. One row alone is a square. A first line ``4 5`` is the
            number of rows and columns. What can be read in two ways is refused, unless `shape` decides.
            Array: strings, or integers that count letters from 0. Sequence: of rows, each text or a
            sequence of tiles.
        file : str, optional
            What errors call the source.
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
            codes out of range: with file, line and column where there are some; rules that are none.

        Examples
        --------
        >>> print(Boggle.parse("qeaz", qu=True))
        Qu E
        A  Z
        """
        made = rules_of(rules)
        if isinstance(text, os.PathLike):
            return cls._of(read_board(text, shape=shape, qu=made.qu), made)
        return cls._of(board_from(text, shape=shape, qu=made.qu, file=file, alphabet=alphabet), made)

    @classmethod
    def load(  # type: ignore[override]  # the rules have names here
        cls, path: str | os.PathLike[str], *, shape: ShapeLike | None = None, **rules: Unpack[RuleWords]
    ) -> Self:
        """Read a board from a text file (plain or gzip) or a ``.npy`` file; ``-`` is standard input.

        Raises
        ------
        PuzzleError
            As for `parse`; a file that is missing, a folder, binary, empty or not UTF-8.
        """
        made = rules_of(rules)
        return cls._of(read_board(path, shape=shape, qu=made.qu), made)

    @classmethod
    def stream(
        cls,
        source: str | os.PathLike[str] | NDArray[Any] | RandomBoard,
        lexicon: Lexicon | Iterable[str] | None = None,
        *,
        limits: Limits | None = None,
        progress: Progress | None = None,
        **options: Unpack[StreamWords],
    ) -> StreamResult:
        """Find every word on a board that need not fit in memory: its rows are read as they are needed.

        See `unriddle.boggle.stream` for what `source` and `options` may be.

        Examples
        --------
        >>> cells = np.array([[19, 4, 0], [0, 17, 18]], dtype=np.uint8)
        >>> found = Boggle.stream(cells, ["rate", "star", "tea"])
        >>> found.words, found.done_rows
        (['rate', 'tea'], 2)
        """
        from .streaming.stream import stream

        return stream(source, lexicon, limits=limits, progress=progress, **options)

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
        """Return the letters of a cell: "" for a hole, "?" for a wildcard."""
        return self.board.names[int(self.board.tiles.flat[cell])]

    def neighbours(self) -> NDArray[np.int32]:
        """Return the neighbour table: int32 of shape (cells, degree), padded with the number of cells."""
        holes = np.isin(self.board.tiles, [i for i, name in enumerate(self.board.names) if name == HOLE])
        kind = self.board_rules.kind
        return neighbours(self.rows, self.cols, kind, self.wrap, holes.reshape(-1).astype(np.uint8))

    def configuration(self) -> Hashable:
        """Return what tells this board from others: its tiles, and the rules by which words are found."""
        names, rules = self.board.names, self.board_rules
        letters = tuple(names[number] for number in self.board.tiles.ravel().tolist())
        return rules.topology, rules.wrap, rules.min_length, rules.scoring, self.shape, letters

    def rules(self) -> dict[str, Any]:
        """Return what `parse` needs with the text; see `board_rules` for the rules themselves."""
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

    def to_svg(self, solution: Answer | Path | None = None) -> str:
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

        return draw(self, path_of(self, solution))

    def view(self, answer: Any = None) -> View:
        """Return what the page of an answer shows: the words and their paths."""
        from .draw import view

        return view(self, answer)

    # Solving

    def solve(
        self,
        lexicon: Lexicon | Iterable[str] | None = None,
        *,
        limits: Limits | None = None,
        progress: Progress | None = None,
        threads: int = 0,
        **rules: Unpack[RuleWords],
    ) -> BoggleResult:
        """Find every word on the board.

        Parameters
        ----------
        lexicon : Lexicon or iterable of str, optional
            The words that count; the embedded English list by default.
        limits : Limits, optional
            Where one is reached, the words found by then are in the result, and its status is LIMIT.
        progress : callable, optional
            Called now and then with the nodes visited.
        threads : int, optional
            Threads to use on a board of 128 rows or more; 0 is as many as the process may use cores. The
            words do not depend on it, the nodes do.
        **rules
            Another `min_length` or `scoring` than that of the board.

        Returns
        -------
        BoggleResult
            Its status says how many words there are: NO_SOLUTION, UNIQUE or MULTIPLE.

        Notes
        -----
        The walk takes up each path whose letters begin a word, some hundreds on a 4x4 board; boards of at
        most 64 cells run in vector lanes, larger ones strike each word that was found from the search. Cost
        a cell falls with the size of the board; see docs/boggle.md.
        """
        words, asked = lexicon_of(lexicon), self._asked(rules)
        bounds = Bounds(None if limits is None else check_limits(limits), progress, threads)
        if type(threads) is not int or threads < 0:
            workers_for(threads)  # which says what is wrong; to ask it for the cores takes time
        prepared = prepare(self.board, words)
        start = time.perf_counter()
        finding = find_words(self.board, asked, words, bounds, prepared)
        seconds = time.perf_counter() - start
        found = finding.numbers.size
        return BoggleResult(
            status=STATUS[min(found, 2)] if finding.outcome is Outcome.FINISHED else Status.LIMIT,
            stats=SearchStats(nodes=finding.nodes, generated=finding.moves, seconds=seconds),
            interrupted=finding.outcome is Outcome.INTERRUPTED,
            board=self,
            lexicon=words,
            rules=asked,
            finding=finding,
        )

    def _asked(self, words: RuleWords) -> Rules:
        """Return the rules of a search of this board."""
        own = self.board_rules
        return own if not words and own.scoring is None else asked_of(words, own, self.board.tiles.size)

    def solutions(
        self,
        limit: int | None = None,
        *,
        lexicon: Lexicon | Iterable[str] | None = None,
        limits: Limits | None = None,
        progress: Progress | None = None,
        **rules: Unpack[RuleWords],
    ) -> Solutions[str]:
        """Return an iterator over the words on the board, at most `limit`, in the order of the lexicon.

        The whole board is searched before the first of them; `lexicon`, `limits` and `rules` are those of
        `solve`.

        Examples
        --------
        >>> list(Boggle.parse("tea/ars").solutions(2, lexicon=["tea", "rate", "eat"]))
        ['eat', 'rate']
        """
        find, words = self._find(lexicon, limits, progress, rules)
        return Solutions(WordSource(find, words), limit, limits, progress)

    def count(
        self,
        limit: int | None = None,
        *,
        lexicon: Lexicon | Iterable[str] | None = None,
        limits: Limits | None = None,
        progress: Progress | None = None,
        **rules: Unpack[RuleWords],
    ) -> Count:
        """Return how many words `solutions` yields, at most `limit`, without making them.

        Examples
        --------
        >>> print(Boggle.parse("tea/ars").count(lexicon=["tea", "rate", "star"]))
        2
        """
        check_limit(limit)
        find, _ = self._find(lexicon, limits, progress, rules)
        return count_words(find, limit)

    def _find(
        self,
        lexicon: Lexicon | Iterable[str] | None,
        limits: Limits | None,
        progress: Progress | None,
        rules: RuleWords,
    ) -> tuple[Callable[[], Finding], Lexicon]:
        """Return what finds the words, all arguments checked, and the lexicon."""
        words, asked = lexicon_of(lexicon), self._asked(rules)
        bounds = Bounds(check_limits(limits), progress, 0)
        return lambda: find_words(self.board, asked, words, bounds), words

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
            Of one shape and by the same rules they are searched as arrays, as `unriddle.boggle.solve_many`
            does for boards that are no objects yet; else one by one.
        lexicon : Lexicon or iterable of str, optional
            The words that count; the embedded English list by default.
        limits : Limits, optional
            For each of them; they are then searched one by one.
        threads : int, optional
            Threads; 0 is as many as the process may use cores. The results do not depend on it.
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
            puzzles, lexicon, limits=limits, threads=threads, progress=progress, errors=errors
        )

    def check(self, solution: Any) -> bool:
        """Say whether a word, each of some words, or each word of a result is on the board.

        Neither the lexicon nor the length of the words counts; shares no code with the solver.

        Raises
        ------
        PuzzleError
            A word of many letters that could lie in millions of ways on a board of cells alike: not decided.

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
        return all(verifier.path(spelled(word)) is not None for word in words)

    # Paths

    def path(self, word: str) -> tuple[int, ...] | None:
        """Return the first path that spells `word`, None where there is none; as independent as `check`.

        Examples
        --------
        >>> Boggle.parse("PIET/GAAT/ATMS/HUIS", topology="rook", wrap=True).path("tas")
        (9, 8, 11)
        """
        return Verifier(self.board, self.board_rules).path(spelled(word))


STATUS = (Status.NO_SOLUTION, Status.UNIQUE, Status.MULTIPLE)
