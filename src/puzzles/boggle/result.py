"""The words found on a board, with their paths and points."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ...answers import Answered, Saved
from ...base import Limits, Result, SearchStats
from ...io.text import pluralize
from ...lexicon import Lexicon
from ..framework.solutions import Count, count_of
from .parse import MOST_DRAWN, spelled
from .rules import Rules
from .scoring import Scoring
from .solver import Finding
from .word_paths import Backwards

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Described(Saved, Result):
    """A result that shows its class, its status and its text."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.status}: {self}>"


class WordsFound(Described, Answered):
    """Words of a lexicon that were found on a board."""

    ANSWER: ClassVar[str] = "words"
    KEYS: ClassVar[tuple[str, ...]] = ("words", "count", "score", "longest")

    lexicon: Lexicon
    rules: Rules
    numbers: NDArray[np.uint32]

    @property
    def solution(self) -> list[str] | None:
        """The words, None where there are none."""
        return self.words or None

    @cached_property
    def words(self) -> list[str]:
        """The words in the order of the lexicon, each once."""
        return self.lexicon.decode(self.numbers)

    @cached_property
    def scores(self) -> NDArray[np.int64]:
        """Points of each word."""
        return self.rules.points.values(self.lexicon, self.numbers)

    @property
    def score(self) -> int:
        """Points of all words."""
        return int(self.scores.sum())

    @property
    def count(self) -> int:
        """Number of words."""
        return len(self.numbers)

    @property
    def longest(self) -> str | None:
        """The longest word, the first of those; None where there is no word."""
        if not self.count:
            return None
        return self.lexicon.word(int(self.numbers[self.lexicon.lengths[self.numbers].argmax()]))

    def columns(self) -> Mapping[str, Any]:
        """Return the words as columns: word, length, score."""
        lengths = self.lexicon.lengths[self.numbers].astype(np.int64)
        return {"word": self.words, "length": lengths, "score": self.scores}

    def __len__(self) -> int:
        return self.count

    def __str__(self) -> str:
        return f"{pluralize(self.count, 'word')}, {pluralize(self.score, 'point')}"


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class BoggleResult(WordsFound):
    """The words on a board.

    The status tells how many there are (NO_SOLUTION, UNIQUE, MULTIPLE), or is LIMIT where not all of the
    board was searched. `stats.nodes` counts the paths whose letters begin a longer word; `moves` all paths
    walked, those that only complete a word included.
    """

    board: Any
    """The `Boggle`."""
    lexicon: Lexicon
    rules: Rules
    finding: Finding

    @property
    def puzzle(self) -> Any:
        """The board, by the name that all results have."""
        return self.board

    @property
    def scoring(self) -> Scoring:
        """What words are worth."""
        return self.rules.points

    @property
    def numbers(self) -> NDArray[np.uint32]:  # type: ignore[override]
        """Numbers of the words in the lexicon, uint32 in rising order."""
        return self.finding.numbers

    @cached_property
    def scores(self) -> NDArray[np.int64]:
        """Points of each word."""
        if any(self.scoring.multipliers):
            return np.array([self._best(word) for word in self.words], dtype=np.int64)
        return self.scoring.values(self.lexicon, self.numbers)

    def _best(self, word: str) -> int:
        letters = spelled(word)
        return max(
            self.scoring.along(word, path, self.board.board.parts(path, letters))
            for path in self.board.iter_paths(word)
        )

    @property
    def moves(self) -> int:
        """Paths walked: those whose letters begin a word."""
        return self.finding.moves

    def __contains__(self, word: object) -> bool:
        if not isinstance(word, str):
            return False
        number = self.lexicon.number(word)
        place = int(np.searchsorted(self.numbers, max(number, 0)))
        return number >= 0 and place < self.count and int(self.numbers[place]) == number

    def points(self, word: str) -> int:
        """Return the points of a word, 0 where it was not found.

        Examples
        --------
        >>> from unriddle import Boggle
        >>> result = Boggle("perslatgsineters").solve()
        >>> result.longest, result.points("plastering"), result.points("tree")
        ('plastering', 11, 0)
        """
        if word not in self:
            return 0
        return int(self.scores[np.searchsorted(self.numbers, self.lexicon.number(word))])

    def to_svg(self, word: str | None = None) -> str:
        """Return a picture of the board with a path of a word, by default the longest, as SVG text."""
        return str(self.board.to_svg(self if word is None else word))

    def to_dict(self) -> dict[str, Any]:
        """Return words, score, the board and what the search did as JSON values."""
        board = self.board
        about = {"board": board.board.grid(), "rows": board.rows, "cols": board.cols}
        rules = {"topology": board.topology, "wrap": board.wrap, "lexicon": self.lexicon.name}
        return {**super().to_dict(), **about, **rules, "moves": self.moves}

    def path(self, word: str) -> tuple[int, ...] | None:
        """Return one path of a word, None where it was not found; fast on boards of any size."""
        if word not in self:
            return None
        board, ends = self.board, self.finding.last_cells
        if ends is not None:
            last = int(ends[np.searchsorted(self.numbers, self.lexicon.number(word))])
            return Backwards(board.board.names, board.board_rules).path_to(
                board.board.tiles, spelled(word), last
            )
        return next(board.iter_paths(word), None)

    def paths(self, word: str, limit: int | None = None) -> list[tuple[int, ...]]:
        """Return the paths of a word, at most `limit`; none where it was not found."""
        if word not in self:
            return []
        return list(islice(self.board.iter_paths(word), limit))

    def count_paths_of(
        self, word: str, *, limits: Limits | None = None, progress: Callable[[int], None] | None = None
    ) -> Count:
        """Return how many paths a word has, none where it was not found; see `Boggle.count_paths_of`."""
        if word not in self:
            return count_of(0, complete=True, stats=SearchStats())
        return self.board.count_paths_of(word, limits=limits, progress=progress)  # type: ignore[no-any-return]

    def counts_by_length(self) -> dict[int, int]:
        """Return how many words there are of each number of letters, in rising order; O(words) additions.

        Examples
        --------
        >>> from unriddle import Boggle, Lexicon
        >>> Boggle.parse("teas").solve(Lexicon(["tea", "teas", "eat"])).counts_by_length()
        {3: 2, 4: 1}
        """
        counts = np.bincount(self.lexicon.lengths[self.numbers])
        return {length: int(counts[length]) for length in np.flatnonzero(counts).tolist()}

    def by_length(self) -> dict[int, list[str]]:
        """Return the words by their number of letters, both in rising order."""
        groups: dict[int, list[str]] = {}
        for word, length in zip(self.words, self.lexicon.lengths[self.numbers].tolist(), strict=True):
            groups.setdefault(length, []).append(word)
        return dict(sorted(groups.items()))

    def _repr_svg_(self) -> str | None:
        return self.to_svg() if self._drawable else None

    def _repr_html_(self) -> str | None:
        return super()._repr_html_() if self._drawable else None

    @property
    def _drawable(self) -> bool:
        return bool(self.board.rows * self.board.cols <= MOST_DRAWN)
