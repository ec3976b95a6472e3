"""Tracing one word on a board: its paths; finding one as a puzzle for the solvers of `unriddle.search`."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from ...base import Limits, Puzzle
from ..framework.arguments import check_limits
from ..framework.base import Progress
from ..framework.solutions import Count
from .parse import WILDCARD
from .solver import spelled

if TYPE_CHECKING:
    from .puzzle import Boggle

__all__ = ["Traced", "WordTrace"]


class WordTrace(Puzzle):
    """A path on a board that spells the beginning of a word; solved when it spells the whole word.

    Examples
    --------
    >>> from unriddle import Boggle
    >>> start = Boggle.parse("ab/ca").trace("aba")
    >>> [step.path for step in start.extensions()], start.is_solved()
    ([(0,), (3,)], False)
    """

    def __init__(self, board: Boggle, word: str, path: tuple[int, ...]) -> None:
        self.board, self.word, self.path = board, word, path
        self.position = sum(len(board.tile(cell)) for cell in path)

    def configuration(self) -> Hashable:
        """Return the word and the path."""
        return self.word, self.path

    def is_solved(self) -> bool:
        """Say whether the path spells the whole word."""
        return self.position == len(self.word)

    def extensions(self) -> list[WordTrace]:
        """Return the paths one cell longer that spell the beginning of the word."""
        cells: Iterable[int] = range(self.board.rows * self.board.cols)
        if self.path:
            cells = self.board.neighbours()[self.path[-1]].tolist()
        longer = []
        for cell in cells:
            if cell in self.path or cell >= self.board.rows * self.board.cols:
                continue
            tile = self.board.tile(cell)
            fits = tile == WILDCARD or (tile and self.word.startswith(tile, self.position))
            if fits and self.position < len(self.word):
                longer.append(WordTrace(self.board, self.word, (*self.path, cell)))
        return longer

    def heuristic(self) -> float:
        """Return 1 while letters are missing: a tile may give them all."""
        return float(self.position < len(self.word))

    def __str__(self) -> str:
        return f"{self.word[: self.position]}: {' '.join(map(str, self.path))}"


class Traced:
    """A board whose words are traced: their paths, their number, the puzzle of finding one."""

    def iter_paths(self, word: str, *, first: int = 0, end: int = -1) -> Iterator[tuple[int, ...]]:
        """Return an iterator over the paths that spell `word`, each cell sequence once, in rising order.

        Parameters
        ----------
        word : str
            In any case.
        first, end : int, optional
            Only paths that start at these cells.

        Examples
        --------
        >>> from unriddle import Boggle
        >>> list(Boggle.parse("ab/ab").iter_paths("ab"))
        [(0, 1), (0, 3), (2, 1), (2, 3)]
        """
        from .word_paths import each_path

        me: Any = self
        return each_path(me, word, first, end)

    def count_paths_of(
        self, word: str, *, limits: Limits | None = None, progress: Progress | None = None
    ) -> Count:
        """Return how many paths spell `word`; its status is LIMIT where a limit or Ctrl-C came first.

        Examples
        --------
        >>> from unriddle import Boggle
        >>> print(Boggle.parse("PIET/GAAT/ATMS/HUIS", topology="rook", wrap=True).count_paths_of("ei"))
        2
        """
        from .word_paths import count_paths

        me: Any = self
        return count_paths(me, word, check_limits(limits), progress)

    def trace(self, word: str) -> WordTrace:
        """Return the puzzle of tracing `word` on the board, for the solvers of `unriddle.search`."""
        me: Any = self
        return WordTrace(me, spelled(word), ())
