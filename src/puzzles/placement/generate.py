"""Lays words out as a compact connected board, and makes puzzles with exactly one solution of that."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...base import PuzzleError
from ...core.assign.crisscross import Sheet
from ...io.text import printable
from ...lexicon import Lexicon
from ..framework.arguments import check_seed, check_shape
from .parse import MOST_SIDE, check_words
from .puzzle import WordPlacement
from .result import Placed, WordFilling
from .rules import fold

if TYPE_CHECKING:
    from ...typing import ShapeLike

__all__ = ["Layout", "drawn", "layout", "make", "room", "with_givens"]

MOST_LAID = 2000
WORK = 1000
DRAWN_LEVEL, DRAWN_LENGTHS = 20, range(4, 9)
"""Words that `make` draws: their rarity in the embedded list, and their lengths."""
DRAWS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """A generated board.

    Attributes
    ----------
    puzzle : WordPlacement
        The board with the words that found a place.
    solution : WordFilling
        The layout itself, a solution of the puzzle.
    left_out : tuple of str
        Words that found none.
    """

    puzzle: WordPlacement
    solution: WordFilling
    left_out: tuple[str, ...]

    def __str__(self) -> str:
        return str(self.solution)

    def _repr_svg_(self) -> str:
        return self.puzzle.to_svg(self.solution)

    def to_html(self, clues: Mapping[str, str] | None = None) -> str:
        """Return a page of the board and the layout: its numbers, the words across and down, clues."""
        if clues is None:
            return self.puzzle.to_html(self.solution)
        from ..framework.html import page
        from .draw import view

        return page(view(self.puzzle, self.solution, clues))

    def _repr_html_(self) -> str | None:
        return self.puzzle.in_notebook(self.solution)


def layout(
    words: Iterable[str],
    *,
    shape: ShapeLike | None = None,
    tries: int | None = None,
    unique: bool = False,
    seed: int | None = None,
) -> Layout:
    """Lay words out so that they cross, all connected, on a board as small as can be found.

    Parameters
    ----------
    words : iterable of str
        The words, two letters or more each, at most 2000; one that stands twice is laid out twice.
    shape : str, (int, int) or int, optional
        Most rows and columns: ``"15x20"``, (15, 20) or 15.
    tries : int, optional
        How many layouts to make, the best of which is taken: most words, then smallest area, then most
        crossings. By default 1000 / words, at least 4.
    unique : bool
        Give letters on the board until the layout is its only solution.
    seed : int, optional
        The same seed makes the same layout; None another one each time.

    Returns
    -------
    Layout

    Raises
    ------
    PuzzleError
        No words, a word of one letter, wrong options.

    Notes
    -----
    Greedy with restarts: long words first, each where it crosses most and adds least to the area. O(tries *
    words * letters * cells).

    Examples
    --------
    >>> made = layout(["GTU", "TECH"], seed=0)
    >>> made.puzzle.check(made.solution), made.left_out, made.puzzle.shape
    (True, (), (4, 3))
    """
    listed = check_words(words)
    if not listed or len(listed) > MOST_LAID:
        raise PuzzleError(f"{len(listed)} words, expected 1 to {MOST_LAID}")
    for word in listed:
        if len(word) < 2:
            raise PuzzleError(f"word {word!r} of one letter, expected two or more")
    if tries is not None and (isinstance(tries, bool) or not isinstance(tries, int) or tries < 1):
        raise PuzzleError(f"tries={tries!r:.40}, expected a whole number from 1 up or None")
    rows, cols = _most(shape)
    rng = random.Random(check_seed(seed))
    table = _Table(listed, rows, cols)
    number = tries if tries is not None else max(4, WORK // len(listed))
    best = max((table.lay(rng) for _ in range(number)), key=_Laid.merit)
    return _layout(best, listed, unique)


def _most(shape: ShapeLike | None) -> tuple[int, int]:
    rows, cols = (MOST_SIDE, MOST_SIDE) if shape is None else check_shape(shape)
    if max(rows, cols) > MOST_SIDE:
        raise PuzzleError(f"shape {rows}x{cols}, expected at most {MOST_SIDE} rows and columns")
    return rows, cols


def room(rows: int, cols: int) -> int:
    """Return a number of words that is never passed on a board, of those that `make` draws.

    Examples
    --------
    >>> room(3, 3), room(4, 9)
    (0, 17)
    """
    one = DRAWN_LENGTHS.start + 1  # a word and the cell behind it
    return rows * ((cols + 1) // one) + cols * ((rows + 1) // one)


def drawn(lexicon: Iterable[str]) -> list[str]:
    """Return the words of a list that `make` draws from, in upper case.

    Examples
    --------
    >>> drawn(["tea", "steam", "don't"])
    ['STEAM']
    """
    known = [word.upper() for word in lexicon if len(word) in DRAWN_LENGTHS and word.isalpha()]
    if not known:
        shortest, longest = DRAWN_LENGTHS.start, DRAWN_LENGTHS.stop - 1
        raise PuzzleError(f"a list without words of {shortest} to {longest} letters, expected some to draw")
    return known


def make(
    words: Iterable[str] | int,
    shape: ShapeLike | None,
    seed: int | None,
    known: Sequence[str] | None = None,
) -> WordPlacement:
    """Return a puzzle with exactly one solution; see `WordPlacement.generate`. `known` are words to draw."""
    rng = random.Random(check_seed(seed))
    if not isinstance(words, int):
        made = layout(words, shape=shape, unique=True, seed=rng.getrandbits(62))
        if made.left_out:
            left = ", ".join(map(printable, made.left_out[:5]))
            raise PuzzleError(f"no place for {left}, expected words that cross; layout leaves such words out")
        return made.puzzle
    if isinstance(words, bool) or not 1 <= words <= MOST_LAID:
        raise PuzzleError(f"words={words!r:.40}, expected words, or how many from 1 to {MOST_LAID}")
    rows, cols = _most(shape)
    if words > room(rows, cols):
        raise PuzzleError(f"{words} words in {rows}x{cols}, expected at most {room(rows, cols)}")
    if known is None:
        known = drawn(Lexicon.load("english", level=DRAWN_LEVEL, clean=True))
    if max(rows, cols) < DRAWN_LENGTHS.stop - 1:  # long words have no room
        known = [word for word in known if len(word) <= max(rows, cols)]
    for _ in range(DRAWS):
        if words > len(known):
            break
        made = layout(rng.sample(known, words), shape=shape, unique=True, seed=rng.getrandbits(62))
        if not made.left_out:
            return made.puzzle
    raise PuzzleError(f"no layout of {words} words in {rows}x{cols} came about, expected fewer or more room")


class _Laid(NamedTuple):
    """One layout: words, rows, columns and whether they go down; and its box, ends excluded."""

    words: list[tuple[int, int, int, bool]]
    box: tuple[int, int, int, int]
    crossings: int

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        top, left, bottom, right = self.box
        return bottom - top, right - left

    def merit(self) -> tuple[int, int, int]:
        """Return what a better layout has more of."""
        rows, cols = self.shape
        return len(self.words), -rows * cols, self.crossings


class _Table:
    """Where words are laid, again and again."""

    def __init__(self, words: Sequence[str], rows: int, cols: int) -> None:
        keys = [fold(word) for word in words]
        codes = {letter: code for code, letter in enumerate(sorted(set("".join(keys))))}
        letters = np.array([codes[letter] for key in keys for letter in key], dtype=np.int32)
        self._lengths = list(map(len, keys))
        self._sheet = Sheet(letters, np.cumsum(self._lengths, dtype=np.int64), rows, cols)
        self._most = rows, cols

    def lay(self, rng: random.Random) -> _Laid:
        """Lay the words out, long ones first, those that find no place yet later again."""
        sheet, lengths = self._sheet, self._lengths
        sheet.clear()
        waiting = sorted(range(len(lengths)), key=lambda n: -lengths[n] + 3 * rng.random())
        progress = True
        while waiting and progress:
            progress = False
            left = []
            for number in waiting:
                place = sheet.best(number, rng.random) if sheet.laid else self._first(lengths[number], rng)
                if place is None:
                    left.append(number)
                else:
                    sheet.put(number, *place)
                    progress = True
            waiting = left
        return _Laid(sheet.laid, sheet.box, sheet.crossings)

    def _first(self, length: int, rng: random.Random) -> tuple[int, int, bool] | None:
        options = [vertical for vertical in (False, True) if length <= self._most[not vertical]]
        return (0, 0, rng.choice(options)) if options else None


def _layout(laid: _Laid, words: list[str], unique: bool) -> Layout:
    """Return words that were laid as a board and its solution."""
    rows, cols = laid.shape
    cells = [["#"] * cols for _ in range(rows)] or [["#"]]  # a board of nothing is no board
    placed = []
    for number, row, col, vertical in sorted(laid.words, key=lambda laid: (laid[3], laid[1], laid[2])):
        top, left = row - laid.box[0], col - laid.box[1]
        placed.append(
            Placed(word=words[number], row=top + 1, col=left + 1, direction="V" if vertical else "H")
        )
        for k, letter in enumerate(words[number]):
            if vertical:
                cells[top + k][left] = letter
            else:
                cells[top][left + k] = letter
    filling = WordFilling(rows=tuple(map("".join, cells)), placed=tuple(placed))
    kept = {number for number, *_ in laid.words}
    board = [["0" if letter == "#" else "1" for letter in row] for row in cells]
    puzzle = WordPlacement([words[number] for number in sorted(kept)], board)
    if unique:
        puzzle = with_givens(puzzle, filling)
    left_out = tuple(word for number, word in enumerate(words) if number not in kept)
    return Layout(puzzle=puzzle, solution=filling, left_out=left_out)


def with_givens(puzzle: WordPlacement, filling: WordFilling) -> WordPlacement:
    """Give letters of `filling` where another solution differs, until there is no other."""
    target = [fold(row) for row in filling.rows]
    board = [list(row) for row in puzzle.board]
    while True:
        found = ([fold(row) for row in other.rows] for other in puzzle.solutions(2))
        other = next((rows for rows in found if rows != target), None)
        if other is None:
            return puzzle
        row, col = next(
            (row, col)
            for row, line in enumerate(target)
            for col, letter in enumerate(line)
            if other[row][col] != letter
        )
        board[row][col] = filling.rows[row][col]
        puzzle = WordPlacement(puzzle.words, board)
