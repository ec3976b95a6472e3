"""Lays words out as a compact connected board, and makes puzzles with exactly one solution of that."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...base import PuzzleError
from ...lexicon import Lexicon
from ...textio import printable
from ..common.checks import check_seed, check_shape
from .puzzle import WordPlacement
from .result import Placed, WordFilling
from .rules import fold
from .text import MOST_SIDE, check_words

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
        from ..common.page import page
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
    best: _Sheet | None = None
    for _ in range(tries if tries is not None else max(4, WORK // len(listed))):
        sheet = _Sheet(rows, cols)
        sheet.lay(listed, rng)
        if best is None or sheet.merit() > best.merit():
            best = sheet
    assert best is not None
    return best.layout(listed, unique)


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
    known = [word for word in known if len(word) <= max(rows, cols)]
    for _ in range(DRAWS):
        if words > len(known):
            break
        made = layout(rng.sample(known, words), shape=shape, unique=True, seed=rng.getrandbits(62))
        if not made.left_out:
            return made.puzzle
    raise PuzzleError(f"no layout of {words} words in {rows}x{cols} came about, expected fewer or more room")


class _Sheet:
    """Words on an endless sheet; a cell knows its letter and the directions of the words through it."""

    def __init__(self, rows: int, cols: int) -> None:
        self.most = rows, cols
        self.letters: dict[tuple[int, int], str] = {}
        self.directions: dict[tuple[int, int], set[bool]] = defaultdict(set)
        self.by_letter: dict[str, list[tuple[int, int]]] = defaultdict(list)
        self.laid: list[tuple[int, int, int, bool]] = []  # word, row, column, vertical
        self.crossings = 0
        self.top = self.left = self.bottom = self.right = 0  # the box, its ends excluded

    @property
    def shape(self) -> tuple[int, int]:
        return self.bottom - self.top, self.right - self.left

    def merit(self) -> tuple[int, int, int]:
        rows, cols = self.shape
        return len(self.laid), -rows * cols, self.crossings

    def lay(self, words: list[str], rng: random.Random) -> None:
        """Lay the words out, long ones first, those that find no place yet later again."""
        waiting = sorted(range(len(words)), key=lambda n: -len(words[n]) + 3 * rng.random())
        keys = [fold(word) for word in words]
        progress = True
        while waiting and progress:
            progress = False
            left = []
            for number in waiting:
                place = self._first(keys[number], rng) if not self.laid else self._best(keys[number], rng)
                if place is None:
                    left.append(number)
                else:
                    self._put(number, keys[number], *place)
                    progress = True
            waiting = left

    def _first(self, word: str, rng: random.Random) -> tuple[int, int, bool] | None:
        options = [vertical for vertical in (False, True) if len(word) <= self.most[not vertical]]
        return (0, 0, rng.choice(options)) if options else None

    def _best(self, word: str, rng: random.Random) -> tuple[int, int, bool] | None:
        best, best_value = None, 0.0
        seen = set()
        for place, letter in enumerate(word):
            for row, col in self.by_letter.get(letter, ()):
                if len(self.directions[row, col]) == 2:
                    continue
                vertical = False in self.directions[row, col]
                start = (row - place, col, True) if vertical else (row, col - place, False)
                if start in seen:
                    continue
                seen.add(start)
                value = self._value(word, *start)
                if value is not None:
                    value += rng.random()
                    if best is None or value > best_value:
                        best, best_value = start, value
        return best

    def _value(self, word: str, row: int, col: int, vertical: bool) -> float | None:
        """Return how good a place is, None where the word cannot stand."""
        drow, dcol = (1, 0) if vertical else (0, 1)
        end_row, end_col = row + drow * len(word), col + dcol * len(word)
        rows = max(self.bottom, end_row, row + 1) - min(self.top, row)
        cols = max(self.right, end_col, col + 1) - min(self.left, col)
        letters = self.letters
        if rows > self.most[0] or cols > self.most[1]:
            return None
        if (row - drow, col - dcol) in letters or (end_row, end_col) in letters:
            return None
        crossings = 0
        for k, letter in enumerate(word):
            cell = row + k * drow, col + k * dcol
            held = letters.get(cell)
            if held is not None:
                if held != letter or vertical in self.directions[cell]:
                    return None
                crossings += 1
            elif (cell[0] + dcol, cell[1] + drow) in letters or (cell[0] - dcol, cell[1] - drow) in letters:
                return None
        height, width = self.shape
        # A square box leaves the words to come most room near the others.
        growth = rows * cols - height * width + (max(rows, cols) - max(height, width)) * 2
        return crossings * 8.0 - growth

    def _put(self, number: int, word: str, row: int, col: int, vertical: bool) -> None:
        drow, dcol = (1, 0) if vertical else (0, 1)
        for k, letter in enumerate(word):
            cell = row + k * drow, col + k * dcol
            if cell in self.letters:
                self.crossings += 1
            else:
                self.letters[cell] = letter
                self.by_letter[letter].append(cell)
            self.directions[cell].add(vertical)
        if not self.laid:
            self.top, self.left, self.bottom, self.right = row, col, row + 1, col + 1
        self.top, self.left = min(self.top, row), min(self.left, col)
        self.bottom = max(self.bottom, row + drow * (len(word) - 1) + 1)
        self.right = max(self.right, col + dcol * (len(word) - 1) + 1)
        self.laid.append((number, row, col, vertical))

    def layout(self, words: list[str], unique: bool) -> Layout:
        rows, cols = self.shape
        cells = [["#"] * cols for _ in range(rows)] or [["#"]]  # a board of nothing is no board
        placed = []
        for number, row, col, vertical in sorted(self.laid, key=lambda laid: (laid[3], laid[1], laid[2])):
            top, left = row - self.top, col - self.left
            placed.append(
                Placed(word=words[number], row=top + 1, col=left + 1, direction="V" if vertical else "H")
            )
            for k, letter in enumerate(words[number]):
                if vertical:
                    cells[top + k][left] = letter
                else:
                    cells[top][left + k] = letter
        filling = WordFilling(rows=tuple(map("".join, cells)), placed=tuple(placed))
        kept = {number for number, *_ in self.laid}
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
