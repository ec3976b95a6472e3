"""Boggle: every word on a board of letter tiles, with its paths and the score."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from ...base import Limits, PuzzleError, SearchStats, Status
from ...core.topology import neighbours
from ...lexicon import Lexicon
from ...running import Outcome, drive
from ..common.lexicons import lexicon_of
from .options import check_min_length, check_topology
from .result import BoggleResult
from .scoring import USUAL, Scoring
from .search import TOPOLOGIES, find_words, prepare, spelled
from .tables import tile_table
from .text import HOLE, WILDCARD, LetterBoard, board_from, read_board, shape_from
from .trace import WordTrace

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .draw import Path

__all__ = ["Boggle"]

PATHS_AT_A_TIME = 1024


class Boggle:
    """A board of letter tiles.

    Made by `parse`, `load` or `random`. Cells are numbered row by row from 0. Two cells are neighbours
    by the topology: ``king`` (8-way), ``rook`` (4-way) or ``hex`` (6-way: each row is set half a cell to
    the right of the one above, so that the upper left and lower right of a king's steps are missing);
    with `wrap` the left edge touches the right one and the top the bottom (a torus). A path goes from
    neighbour to neighbour and uses no cell twice; a word is on the board if a path's tiles spell it.

    Attributes
    ----------
    board : LetterBoard
        Tile numbers, uint8 of shape (rows, cols), and the tiles' letters.
    topology : str
    wrap : bool

    Examples
    --------
    >>> board = Boggle.parse("tea/ars")
    >>> result = board.solve(["tea", "rate", "star", "arts"])
    >>> result.words, result.score, result.paths("star")
    (['rate', 'tea'], 2, [])
    >>> board.check("rate")
    (4, 3, 0, 1)
    """

    __slots__ = ("board", "topology", "wrap")

    def __init__(self, board: LetterBoard, topology: str = "king", wrap: bool = False) -> None:
        check_topology(topology)
        self.board = board
        self.topology = topology
        self.wrap = bool(wrap)

    @classmethod
    def parse(
        cls,
        source: Any,
        *,
        topology: str = "king",
        wrap: bool = False,
        qu: bool = False,
        shape: Any = None,
        alphabet: str | None = None,
    ) -> Self:
        """Read a board from text, an array, rows, or a file given as a path object.

        Parameters
        ----------
        source : str, array, sequence or os.PathLike
            Text: rows by line or ``/``, each a run of letters, or tiles with spaces between them (then a
            tile may have several letters, ``Qu R S``); ``.`` or ``#`` is a hole, ``?`` or ``*`` any one
            letter. One row alone is a square if its tiles make one, else a row. Array: strings, or
            integers that count letters from 0. Sequence: of rows, each text or a sequence of tiles.
        topology, wrap
            Which cells are neighbours.
        qu : bool, optional
            A lone q is Qu.
        shape : str, int or pair, optional
            Rows and columns, ``"4x5"`` or (4, 5), where the source is a single row.
        alphabet : str, optional
            Letters that an array of integers counts; a to z by default.

        Raises
        ------
        PuzzleError
            Ragged rows, an empty board, a character that is no tile, an array of another dtype or with
            codes out of range: with file, line and column where there are some.

        Examples
        --------
        >>> print(Boggle.parse("qeaz", qu=True))
        Qu E
        A  Z
        """
        if isinstance(source, os.PathLike):
            return cls(read_board(source, shape=shape, qu=qu), topology, wrap)
        return cls(board_from(source, shape=shape, qu=qu, alphabet=alphabet), topology, wrap)

    @classmethod
    def load(
        cls,
        file: str | os.PathLike[str],
        *,
        topology: str = "king",
        wrap: bool = False,
        qu: bool = False,
        shape: Any = None,
    ) -> Self:
        """Read a board from a text file (plain or gzip) or a ``.npy`` file; ``-`` is standard input.

        Raises
        ------
        PuzzleError
            As for `parse`; a file that is missing, a folder, binary, empty or not UTF-8.
        """
        return cls(read_board(file, shape=shape, qu=qu), topology, wrap)

    @classmethod
    def random(
        cls,
        shape: Any = 4,
        *,
        dice: str | None = None,
        seed: int | None = None,
        topology: str = "king",
        wrap: bool = False,
    ) -> Self:
        """Return a random board.

        Parameters
        ----------
        shape : str, int or pair, optional
            Rows and columns; one number for a square.
        dice : str, optional
            ``1976`` and ``1987`` (4x4), ``big`` (5x5), ``superbig`` (6x6, with tiles of two letters and solid
            faces), ``uniform``, or ``english`` (letters as often as in English text); by default the set
            of the board's size, else faces drawn from the 4x4 set of 1987.
        seed : int, optional
            The same seed gives the same board.

        Examples
        --------
        >>> Boggle.random("5x5", dice="big", seed=1) == Boggle.random(5, seed=1)
        True
        """
        from .dice import roll

        tiles, names = roll(*shape_from(shape), dice, seed)
        tiles.flags.writeable = False
        return cls(LetterBoard(tiles, names), topology, wrap)

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

    def tile(self, cell: int) -> str:
        """Return the letters of a cell: "" for a hole, "?" for a wildcard."""
        return self.board.names[int(self.board.tiles.flat[cell])]

    def neighbours(self) -> NDArray[np.int32]:
        """Return the neighbour table: int32 of shape (cells, degree), padded with the number of cells."""
        holes = np.isin(self.board.tiles, [i for i, name in enumerate(self.board.names) if name == HOLE])
        return neighbours(
            self.rows, self.cols, TOPOLOGIES[self.topology], self.wrap, holes.reshape(-1).astype(np.uint8)
        )

    def configuration(self) -> Hashable:
        """Return what tells this board from others."""
        names = self.board.names
        letters = tuple(names[number] for number in self.board.tiles.ravel().tolist())
        return self.topology, self.wrap, self.shape, letters

    def __eq__(self, other: object) -> bool:
        return self.configuration() == other.configuration() if isinstance(other, Boggle) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.configuration())

    def format(self) -> str:
        """Return the board as text: tiles with spaces between them, ``.`` for a hole."""
        shown = [name.capitalize() if name else "." for name in self.board.names]
        width = max(map(len, shown))
        rows = (
            " ".join(shown[number].ljust(width) for number in row).rstrip()
            for row in self.board.tiles.tolist()
        )
        return "\n".join(rows)

    __str__ = format

    def __repr__(self) -> str:
        kind = f"{self.topology}{', wrap' if self.wrap else ''}"
        return f"<Boggle {self.rows}x{self.cols}, {kind}>"

    def _repr_svg_(self) -> str:
        from .draw import draw

        return draw(self)

    def to_svg(self, path: Path = ()) -> str:
        """Return a picture of the board as SVG text, with a path of cells drawn on it."""
        from .draw import draw

        return draw(self, path)

    # Solving

    def solve(
        self,
        lexicon: Lexicon | Iterable[str] | None = None,
        *,
        min_length: int = 3,
        scoring: Scoring | None = None,
        limits: Limits | None = None,
        progress: Callable[[int], None] | None = None,
        threads: int = 1,
    ) -> BoggleResult:
        """Find every word on the board.

        Parameters
        ----------
        lexicon : Lexicon or iterable of str, optional
            The words that count; the embedded English list by default.
        min_length : int, optional
            Fewest letters of a word.
        scoring : Scoring, optional
            The usual points by length by default.
        limits : Limits, optional
            Where one is reached, the words found by then are in the result, and its status is LIMIT.
        progress : callable, optional
            Called now and then with the nodes visited.
        threads : int, optional
            Threads to use on a large board; 0 is as many as the process may use cores. The words do not
            depend on it.

        Returns
        -------
        BoggleResult

        Notes
        -----
        The walk takes up each path whose letters begin a word, some hundreds on a 4x4 board; boards of at
        most 64 cells run in vector lanes, larger ones strike each word that was found from the search. Cost
        a cell falls with the size of the board; see docs/boggle.md.
        """
        words = lexicon_of(lexicon)
        check_min_length(min_length)
        scoring = USUAL if scoring is None else scoring
        if len(scoring.multipliers) not in (0, self.board.tiles.size):
            raise PuzzleError(
                f"{len(scoring.multipliers)} multipliers, expected one a cell, {self.board.tiles.size}"
            )
        prepared = prepare(self.board, words)
        start = time.perf_counter()
        finding = find_words(
            self.board, self.topology, self.wrap, words, min_length, limits, progress, threads, prepared
        )
        seconds = time.perf_counter() - start
        finished = finding.outcome is Outcome.FINISHED
        return BoggleResult(
            status=Status.SOLVED if finished else Status.LIMIT,
            stats=SearchStats(nodes=finding.nodes, generated=finding.moves, seconds=seconds),
            interrupted=finding.outcome is Outcome.INTERRUPTED,
            board=self,
            lexicon=words,
            scoring=scoring,
            finding=finding,
        )

    def check(self, word: str) -> tuple[int, ...] | None:
        """Return a path that spells `word`, None where there is none; shares no code with the solver.

        Examples
        --------
        >>> Boggle.parse("PIET/GAAT/ATMS/HUIS", topology="rook", wrap=True).check("tas")
        (9, 8, 11)
        """
        letters, names = spelled(word), self.board.names
        if not letters:
            return None
        tiles = [names[number] for number in self.board.tiles.ravel().tolist()]

        def spells(tile: str, position: int) -> bool:
            if tile == WILDCARD:
                return position < len(letters)
            return bool(tile) and letters.startswith(tile, position)

        def beside(cell: int) -> list[int]:
            found = set()
            for down in (-1, 0, 1):
                for right in (-1, 0, 1):
                    if (self.topology == "rook" and down and right) or (
                        self.topology == "hex" and down == right
                    ):
                        continue
                    row, col = cell // self.cols + down, cell % self.cols + right
                    if self.wrap:
                        row, col = row % self.rows, col % self.cols
                    if 0 <= row < self.rows and 0 <= col < self.cols:
                        found.add(row * self.cols + col)
            return sorted(found - {cell})

        for start in range(len(tiles)):
            if not spells(tiles[start], 0):
                continue
            path, ways = [start], [iter(beside(start))]
            position = len(tiles[start])
            while path:
                if position == len(letters):
                    return tuple(path)
                for cell in ways[-1]:
                    if cell not in path and spells(tiles[cell], position):
                        path.append(cell)
                        ways.append(iter(beside(cell)))
                        position += len(tiles[cell])
                        break
                else:
                    ways.pop()
                    position -= len(tiles[path.pop()])
        return None

    def iter_paths(self, word: str, *, first: int = 0, end: int = -1) -> Iterator[tuple[int, ...]]:
        """Yield the paths that spell `word`, each cell sequence once, in rising order.

        Parameters
        ----------
        word : str
            In any case.
        first, end : int, optional
            Only paths that start at these cells.

        Examples
        --------
        >>> list(Boggle.parse("ab/ab").iter_paths("ab"))
        [(0, 1), (0, 3), (2, 1), (2, 3)]
        """
        search = self._word_search(word, first, end)
        if search is None:
            return
        cells, ends = np.empty(PATHS_AT_A_TIME * 256, np.int32), np.empty(PATHS_AT_A_TIME, np.int32)
        ends = ends[:16]  # a first few at once, then more at a time
        remains = True
        while remains:
            written, remains = search.run(1 << 18, cells, ends)
            for start, stop in pairwise([0, *ends[:written].tolist()]):
                yield tuple(cells[start:stop].tolist())
            ends = np.empty(PATHS_AT_A_TIME, np.int32)

    def count_paths(self, word: str, limits: Limits | None = None) -> int:
        """Return how many paths spell `word`; with `limits`, how many were counted by then.

        Examples
        --------
        >>> Boggle.parse("PIET/GAAT/ATMS/HUIS", topology="rook", wrap=True).count_paths("ei")
        2
        """
        search = self._word_search(word, 0, -1)
        if search is None:
            return 0
        none = np.empty(0, np.int32)
        drive(lambda budget: search.run(budget, none, none)[1], limits, nodes=lambda: search.nodes)
        return int(search.count)

    def _word_search(self, word: str, first: int, end: int) -> Any:
        from ...core.walk.word_paths import WordPaths

        letters = spelled(word)
        if not 1 <= len(letters) <= 254 or len(set(letters)) > 63:
            return None
        alphabet = Lexicon([letters]) if letters.isalpha() else None
        if alphabet is None:
            return None
        table, wildcard = tile_table(self.board.names, alphabet)
        codes = alphabet.codes(letters) or b""
        return WordPaths(
            self.rows,
            self.cols,
            TOPOLOGIES[self.topology],
            self.wrap,
            self.board.tiles.reshape(-1),
            table,
            wildcard,
            codes,
            first,
            end,
        )

    def trace(self, word: str) -> WordTrace:
        """Return the puzzle of tracing `word` on the board, for the solvers of `unriddle.search`."""
        return WordTrace(self, spelled(word), ())
