"""Word squares and cubes: words that read the same, or other words, along every axis."""

from __future__ import annotations

import itertools
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ...answers import Answered
from ...base import Limits, PuzzleError, SearchStats, Status, record
from ...core.trie import MAX_LETTERS, Trie
from ...core.walk.word_squares import SquareWalk
from ...lexicon.word_array import offsets_of
from ...search.run_loop import Outcome, drive
from ..framework.arguments import as_int, check_bool, check_choice, check_limit, check_limits
from ..framework.solutions import Count, Solutions, count_of
from .filling import seed_of
from .rules import fold
from .solver import OneByOne, encoded, read_words

if TYPE_CHECKING:
    from numpy.typing import NDArray

LONGEST = 40
"""Letters of a side."""
KINDS = ("single", "double", "cube")
Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class WordSquare:
    """A word square, or a cube of words as layers one behind the other.

    Examples
    --------
    >>> square = WordSquare(layers=(("BIT", "ICE", "TEN"),), words=("BIT", "ICE", "TEN"))
    >>> print(square)
    BIT
    ICE
    TEN
    """

    layers: tuple[tuple[str, ...], ...]
    """The rows of each layer; of a square there is one."""
    words: tuple[str, ...]
    """The rows; of a double square, then the columns; of a cube, row i of layer j for each i up to j."""

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows of the square; of a cube, of its first layer."""
        return self.layers[0]

    def __str__(self) -> str:
        return "\n\n".join(map("\n".join, self.layers))

    def to_svg(self) -> str:
        """Return the square as SVG; of a cube the layers, one below the other."""
        from .draw import draw, stacked

        return draw(stacked(self.layers))

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def to_html(self) -> str:
        """Return a page of the square, empty and filled, with its words: an HTML file that needs no other."""
        from ..framework.html import page
        from .draw import view_of_square

        return page(view_of_square(self.layers))

    def to_dict(self) -> dict[str, Any]:
        """Return the layers and the words as JSON values."""
        return {"layers": [list(layer) for layer in self.layers], "words": list(self.words)}


@record
class SquareResult(Answered):
    """What `WordSquares.solve` returns.

    Examples
    --------
    >>> print(word_squares(2, ["AB", "BC"]).solve())
    AB
    BC
    """

    ANSWER: ClassVar[str] = "words"
    KEYS: ClassVar[tuple[str, ...]] = ("layers", "words")
    squares: WordSquares = field(repr=False, compare=False)
    """What was searched for."""
    solution: WordSquare | None
    """The square found."""

    @property
    def layers(self) -> tuple[tuple[str, ...], ...]:
        """The rows of each layer; empty where no square was found."""
        return () if self.solution is None else self.solution.layers

    @property
    def words(self) -> tuple[str, ...]:
        """The words; empty where no square was found."""
        return () if self.solution is None else self.solution.words

    def __str__(self) -> str:
        return str(self.solution) if self.solution is not None else str(self.status)

    def to_svg(self) -> str:
        """Return the square as SVG; PuzzleError where there is none."""
        return self._found().to_svg()

    def to_html(self) -> str:
        """Return the page of the square; PuzzleError where there is none."""
        return self._found().to_html()

    def _found(self) -> WordSquare:
        if self.solution is None:
            raise PuzzleError(f"{self.status}: there is no square to draw")
        return self.solution

    def _repr_svg_(self) -> str | None:
        return None if self.solution is None else self.solution.to_svg()


class WordSquares:
    """All word squares of a size and kind from a list; `word_squares` and `word_cubes` make one.

    Parameters
    ----------
    n : int
        Letters of a side, from 2 to 40.
    lexicon : iterable of str, optional
        The words; the embedded English list by default. Those with other characters than letters are passed
        over. Lower and upper case are the same letter.
    kind : str
        ``single``: row i is column i. ``double``: rows and columns are different words. ``cube``: the letter
        at (i, j, k) is that at every other order of the three.
    reuse : bool
        A word may be used more than once.

    Raises
    ------
    PuzzleError
        Another size or kind, a list that is none, more than 63 letters.

    Examples
    --------
    >>> squares = WordSquares(3, ["BIT", "ICE", "TEN", "ACE", "BAT"])
    >>> [square.rows for square in squares]
    [('BAT', 'ACE', 'TEN'), ('BIT', 'ICE', 'TEN')]
    >>> int(squares.count()), squares.solve().status.value
    (2, 'SOLVED')
    """

    def __init__(
        self, n: int, lexicon: Iterable[str] | None = None, *, kind: str = "single", reuse: bool = False
    ) -> None:
        size = as_int(n)
        if size is None or not 2 <= size <= LONGEST:
            raise PuzzleError(f"size={n!r:.40}, expected a whole number from 2 to {LONGEST}")
        self.n, self.kind = size, check_choice("kind", kind, KINDS)
        self.reuse = check_bool("reuse", reuse)
        if isinstance(lexicon, str) or not (lexicon is None or isinstance(lexicon, Iterable)):
            raise PuzzleError(f"lexicon={lexicon!r:.40}, expected words")
        self.written = read_words(lexicon, {size})
        self._keys = sorted(key for key in self.written if len(key) == size)
        slots = _slots(self.kind, size)
        text = "".join(self._keys)
        alphabet = sorted(set(text))
        if len(alphabet) > MAX_LETTERS:
            raise PuzzleError(f"{len(alphabet)} different letters, expected at most {MAX_LETTERS}")
        starts = offsets_of([size] * len(self._keys))
        self._trie = Trie.build(encoded(text, alphabet), starts, max(len(alphabet), 1))
        numbers: dict[Any, int] = {}
        cells = [numbers.setdefault(cell, len(numbers)) for slot in slots for cell in slot]
        self._slots = np.array(cells, np.int32), offsets_of([size] * len(slots))

    def __repr__(self) -> str:
        return f"<WordSquares {self.kind} {self.n}, {len(self._keys):,} words>"

    def __iter__(self) -> Iterator[WordSquare]:
        return self.solutions()

    def search(self, seed: int | None = None) -> SquareWalk:
        """Return a new search: in the order of the letters without a seed, else in one of its own."""
        return SquareWalk(self._trie, *self._slots, not self.reuse, seed)

    def square(self, solution: NDArray[np.int32]) -> WordSquare:
        """Return the square of a solution of the kernel."""
        words = [self.written[self._keys[number]] for number in solution.tolist()]
        n = self.n
        if self.kind != "cube":
            return WordSquare(layers=(tuple(words[:n]),), words=tuple(words))
        along = dict(zip(itertools.combinations_with_replacement(range(n), 2), words, strict=True))
        layers = tuple(tuple(along[min(i, j), max(i, j)] for j in range(n)) for i in range(n))
        return WordSquare(layers=layers, words=tuple(words))

    def solve(
        self, *, seed: int | None = None, limits: Limits | None = None, progress: Progress | None = None
    ) -> SquareResult:
        """Find one square.

        Parameters
        ----------
        seed : int, optional
            The same seed finds the same square; None another one each time.
        limits : Limits, optional
            Bounds of the search. Ctrl-C ends it too: the result is then `interrupted`.
        progress : callable, optional
            Called with the nodes visited from time to time.

        Returns
        -------
        SquareResult
            SOLVED with the square, NO_SOLUTION where it is proven that there is none, LIMIT.
        """
        search = self.search(seed_of(seed))
        outcome, seconds = _run(search, 1, limits, progress)
        solution = self.square(search.solution) if search.solutions else None
        status = Status.NO_SOLUTION if search.exhausted else Status.LIMIT
        return SquareResult(
            status=status if solution is None else Status.SOLVED,
            stats=_stats(search, seconds, len(self._slots[1]) - 1 if solution else 0),
            interrupted=outcome is Outcome.INTERRUPTED,
            squares=self,
            solution=solution,
        )

    def solutions(
        self,
        limit: int | None = None,
        *,
        seed: int | None = None,
        limits: Limits | None = None,
        progress: Progress | None = None,
    ) -> Solutions[WordSquare]:
        """Return an iterator over the squares, each once, found as they are asked for.

        A double square and its mirror image along the diagonal are two.

        Parameters
        ----------
        limit : int, optional
            Most squares.
        seed : int, optional
            The order; the alphabet's, row by row, without it.
        limits : Limits, optional
            Seconds and nodes; `Solutions.status` says afterwards whether one was reached.
        progress : callable, optional
            Called with the nodes visited from time to time.
        """
        search = self.search(None if seed is None else seed_of(seed))
        return Solutions(OneByOne(search, self.square), limit, limits, progress)

    def count(
        self, limit: int | None = None, *, limits: Limits | None = None, progress: Progress | None = None
    ) -> Count:
        """Return how many squares there are, at most `limit`.

        Examples
        --------
        >>> int(WordSquares(2, ["AB", "BA", "BB"], kind="double", reuse=True).count())
        7
        """
        search = self.search()
        outcome, seconds = _run(search, check_limit(limit) or 0, limits, progress)
        finished = outcome is Outcome.FINISHED
        return count_of(
            search.solutions,
            complete=finished and search.exhausted,
            stats=_stats(search, seconds),
            stopped=not finished,
            interrupted=outcome is Outcome.INTERRUPTED,
        )

    def format(self, square: WordSquare) -> str:
        """Return a square as text."""
        return str(square)

    def check(self, square: Any) -> bool:
        """Return whether something is such a square; `faults` says what is wrong."""
        return not self.faults(square)

    def faults(self, square: Any) -> list[str]:
        """Return what keeps a square from being one of these, a line each; it shares nothing with the search.

        Parameters
        ----------
        square : WordSquare, SquareResult, or rows
            Of a cube, layers of rows.

        Examples
        --------
        >>> word_squares(3, ["BIT", "ICE", "TEN"]).faults(["BIT", "ICE", "TEX"])
        ["'TEX' is not in the list"]
        """
        layers = _layers(square, self.kind == "cube")
        sizes = {len(layers), *map(len, layers)} if self.kind == "cube" else {*map(len, layers)}
        if sizes != {self.n} or any(len(row) != self.n for layer in layers for row in layer):
            return [f"{square!r:.60} is no {self.kind} of side {self.n}"]
        return list(self._wrong([[fold(row) for row in layer] for layer in layers]))

    def _wrong(self, layers: list[list[str]]) -> Iterator[str]:
        """Yield what is wrong with layers of the right size."""
        side = range(self.n)
        if self.kind == "cube":
            for i, j, k in itertools.product(side, repeat=3):
                a, b, c = sorted((i, j, k))
                if layers[i][j][k] != layers[a][b][c]:
                    yield f"({i + 1}, {j + 1}, {k + 1}) is not the letter of ({a + 1}, {b + 1}, {c + 1})"
            words = [layers[i][j] for i in side for j in side if i <= j]
        else:
            [rows] = layers
            columns = ["".join(column) for column in zip(*rows, strict=True)]
            if self.kind == "single" and rows != columns:
                yield f"the rows {rows} are not the columns"
            words = rows if self.kind == "single" else [*rows, *columns]
        for word, count in Counter(words).items():
            if word not in self.written:
                yield f"{word!r} is not in the list"
            if count > 1 and not self.reuse:
                yield f"{word!r} is used {count} times"


def word_squares(
    n: int, lexicon: Iterable[str] | None = None, *, double: bool = False, reuse: bool = False
) -> WordSquares:
    """Return the word squares of a size: row i is column i; with `double`, rows and columns are different.

    Parameters
    ----------
    n, lexicon, reuse
        As for `WordSquares`; with `reuse`, single squares are double squares too.
    double : bool
        All 2n words are different ones.

    Returns
    -------
    WordSquares
        Has `solve` for one of them, `solutions` for all, `count`; iterating yields all.

    Raises
    ------
    PuzzleError
        As `WordSquares`.

    Examples
    --------
    >>> print(word_squares(3, ["BIT", "ICE", "TEN"]).solve())
    BIT
    ICE
    TEN
    >>> int(word_squares(2, ["AB", "CD", "AC", "BD"], double=True).count())
    2
    """
    kind = "double" if check_bool("double", double) else "single"
    return WordSquares(n, lexicon, kind=kind, reuse=reuse)


def word_cubes(n: int, lexicon: Iterable[str] | None = None, *, reuse: bool = False) -> WordSquares:
    """Return the word cubes of a size: the letter at (i, j, k) is that at every other order of the three.

    Parameters
    ----------
    n, lexicon, reuse
        As for `WordSquares`; n (n + 1) / 2 words make a cube.

    Returns
    -------
    WordSquares
        As of `word_squares`.

    Raises
    ------
    PuzzleError
        As `WordSquares`.

    Examples
    --------
    >>> print(word_cubes(2, ["AB", "BC", "CD"]).solve())
    AB
    BC
    <BLANKLINE>
    BC
    CD
    """
    return WordSquares(n, lexicon, kind="cube", reuse=reuse)


def _slots(kind: str, n: int) -> list[list[Any]]:
    """Return the cells of each word; cells that always hold the same letter are one."""
    side, pairs = range(n), itertools.combinations_with_replacement(range(n), 2)
    if kind == "single":
        return [[tuple(sorted((i, j))) for j in side] for i in side]
    if kind == "double":
        return [[(i, j) for j in side] for i in side] + [[(i, j) for i in side] for j in side]
    return [[tuple(sorted((i, j, k))) for k in side] for i, j in pairs]


def _layers(square: Any, cube: bool) -> Any:
    """Return the layers of what may be a square; none where it is not."""
    if isinstance(square, SquareResult):
        square = square.solution
    if isinstance(square, WordSquare):
        return square.layers
    try:
        layers = [list(layer) for layer in square] if cube else [list(square)]
        return layers if all(isinstance(row, str) for layer in layers for row in layer) else [[]]
    except TypeError:
        return [[]]


def _run(
    search: SquareWalk, most: int, limits: Limits | None, progress: Progress | None
) -> tuple[Outcome, float]:
    """Search for `most` squares, 0 for all; return how it ended and the seconds."""
    start, search.most_solutions = time.perf_counter(), most
    outcome = drive(search.run, check_limits(limits), nodes=lambda: search.nodes, progress=progress)
    return outcome, time.perf_counter() - start


def _stats(search: SquareWalk, seconds: float, length: int = 0) -> SearchStats:
    return SearchStats(nodes=search.nodes, depth=search.deepest, seconds=seconds, path_length=length)
