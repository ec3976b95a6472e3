"""Make word placements as plain data: words laid out as a criss-cross, and dense grids filled.

A criss-cross is laid out greedily with restarts. A dense grid is a random pattern of forbidden cells, filled
from a word list. Letters are given until there is one solution.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...base import PuzzleError
from ...core.assign.crisscross import Sheet
from ...core.assign.placement import MAX_LETTERS, PlacementSearch
from ...io.text import pluralize, printable
from ...lexicon import Lexicon
from ...lexicon.word_array import offsets_of
from ..framework.arguments import as_int, check_choice, check_seed, check_shape
from ..framework.solutions import Solutions
from ..framework.steps import FREE, Meter
from .parse import MOST_SIDE, board_rows, check_words
from .result import Placed, WordFilling
from .rules import EMPTY, FORBIDDEN, PlacementTask, find_slots, fold
from .solver import compile_task, count_words, encoded, filled, reason_against

if TYPE_CHECKING:
    from ...typing import OpenCellsLike, ShapeLike

__all__ = [
    "DRAWN_LEVEL",
    "FILL_IN_LEVEL",
    "MOST_LAID",
    "SYMMETRIES",
    "BlockPattern",
    "Filler",
    "MadePlacement",
    "drawn",
    "lay_out",
    "make",
    "make_fill_in",
    "pattern_of",
    "room",
    "with_givens",
]

Rows = tuple[str, ...]

MOST_LAID = 2000
WORK = 1000
DRAWN_LEVEL, DRAWN_LENGTHS = 20, range(4, 9)
"""Words that `make` draws: their rarity in the embedded list, and their lengths."""
DRAWS = 20
SHAPE = "13x13"
FILL_IN_LEVEL = 50
"""Rarity of the embedded list's words by default."""
DRAWN, MASKED = 400, 10_000
"""Nodes of a filling: of a pattern that was drawn, for which the next is drawn, and of one that is given."""
SHORTEST = 3
"""Letters of the shortest slot."""
MOST = 31
"""Rows and columns."""
SHARE = 0.22
"""Of the cells that are forbidden by default: what crosswords of newspapers hardly pass."""
LONGEST = 8
"""Letters of the longest slot by default; there are many words of this length."""
PATTERNS = 200
"""Patterns that are begun before there is taken to be none."""
SYMMETRIES: dict[str, Callable[[int, int, int, int], tuple[int, int]] | None] = {
    "rotation": lambda rows, cols, row, col: (rows - 1 - row, cols - 1 - col),
    "horizontal": lambda rows, cols, row, col: (rows - 1 - row, col),
    "vertical": lambda rows, cols, row, col: (row, cols - 1 - col),
    "none": None,
}
"""Name -> the cell that a forbidden cell takes along."""


class MadePlacement(NamedTuple):
    """A puzzle that was made: its words and board, its solution, and the words that found no place."""

    words: Rows
    board: Rows
    solution: WordFilling
    left_out: Rows = ()


def with_givens(words: Rows, board: Rows, filling: WordFilling, meter: Meter = FREE) -> Rows:
    """Return the board with letters of `filling` given where other solutions differ."""
    target = [fold(row) for row in filling.rows]
    while True:
        task, slots = PlacementTask(words, board), find_slots(board)
        source = None if reason_against(task, slots) else compile_task(task, slots).fillings()
        found = Solutions(source, 2, meter.left())
        others = ([fold(row) for row in other.rows] for other in found)
        other = next((rows for rows in others if rows != target), None)
        meter.charge(found)
        if other is None:
            return board
        row, col = next(
            (row, col)
            for row, line in enumerate(target)
            for col, letter in enumerate(line)
            if other[row][col] != letter
        )
        line = board[row]
        given = f"{line[:col]}{filling.rows[row][col]}{line[col + 1 :]}"
        board = (*board[:row], given, *board[row + 1 :])


# Criss-crosses


def lay_out(
    words: Iterable[str],
    shape: ShapeLike | None,
    tries: int | None,
    unique: bool,
    seed: int | None,
    meter: Meter = FREE,
) -> MadePlacement:
    """Return words laid out as a board; see `layout`."""
    listed = check_words(words)
    if not listed or len(listed) > MOST_LAID:
        raise PuzzleError(f"{len(listed)} words, expected 1 to {MOST_LAID}")
    for word in listed:
        if len(word) < 2:
            raise PuzzleError(f"word {word!r} has one letter; use words of two or more")
    if tries is not None and (isinstance(tries, bool) or not isinstance(tries, int) or tries < 1):
        raise PuzzleError(f"tries={tries!r:.40}, expected a whole number from 1 up or None")
    rows, cols = _most(shape)
    rng = random.Random(check_seed(seed))
    table = _Sheet(listed, rows, cols)
    number = tries if tries is not None else max(4, WORK // len(listed))
    best = max((table.lay(rng, meter) for _ in range(number)), key=_Laid.merit)
    return _made(best, listed, unique, meter)


def _most(shape: ShapeLike | None) -> tuple[int, int]:
    rows, cols = (MOST_SIDE, MOST_SIDE) if shape is None else check_shape(shape)
    if max(rows, cols) > MOST_SIDE:
        raise PuzzleError(f"shape {rows}x{cols}, expected at most {MOST_SIDE} rows and columns")
    return rows, cols


def room(rows: int, cols: int) -> int:
    """Return a number of words that is never passed on a board, of those that `make` draws."""
    one = DRAWN_LENGTHS.start + 1  # a word and the cell behind it
    return rows * ((cols + 1) // one) + cols * ((rows + 1) // one)


def drawn(lexicon: Iterable[str]) -> list[str]:
    """Return the words of a list that `make` draws from, in upper case."""
    known = [word.upper() for word in lexicon if len(word) in DRAWN_LENGTHS and word.isalpha()]
    if not known:
        shortest, longest = DRAWN_LENGTHS.start, DRAWN_LENGTHS.stop - 1
        raise PuzzleError(f"the list has no word of {shortest} to {longest} letters")
    return known


def make(
    words: Iterable[str] | int,
    shape: ShapeLike | None,
    seed: int | None,
    known: Sequence[str] | None = None,
    meter: Meter = FREE,
) -> MadePlacement:
    """Return a puzzle with exactly one solution; see `WordPlacement.generate`. `known` are words to draw."""
    rng = random.Random(check_seed(seed))
    if not isinstance(words, int):
        made = lay_out(words, shape, None, True, rng.getrandbits(62), meter)
        if made.left_out:
            left = ", ".join(map(printable, made.left_out[:5]))
            raise PuzzleError(f"no place for {left}: it crosses no other word; layout leaves such words out")
        return made
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
        made = lay_out(rng.sample(known, words), shape, None, True, rng.getrandbits(62), meter)
        if not made.left_out:
            return made
    raise PuzzleError(f"no layout of {words} words on {rows}x{cols} was found; use fewer words or more cells")


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


class _Sheet:
    """Lays the same words out any number of times."""

    def __init__(self, words: Sequence[str], rows: int, cols: int) -> None:
        keys = [fold(word) for word in words]
        codes = {letter: code for code, letter in enumerate(sorted(set("".join(keys))))}
        letters = np.array([codes[letter] for key in keys for letter in key], dtype=np.int32)
        self._lengths = list(map(len, keys))
        self._sheet = Sheet(letters, np.cumsum(self._lengths, dtype=np.int64), rows, cols)
        self._most = rows, cols

    def lay(self, rng: random.Random, meter: Meter) -> _Laid:
        """Lay the words out, long ones first, those that find no place yet later again."""
        sheet, lengths = self._sheet, self._lengths
        sheet.clear()
        waiting = sorted(range(len(lengths)), key=lambda n: -lengths[n] + 3 * rng.random())
        progress = True
        while waiting and progress:
            progress = False
            left = []
            for number in waiting:
                meter.spend()
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


def _made(laid: _Laid, words: list[str], unique: bool, meter: Meter) -> MadePlacement:
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
            cells[top + k * vertical][left + k * (not vertical)] = letter
    filling = WordFilling(rows=tuple(map("".join, cells)), placed=tuple(placed))
    kept = {number for number, *_ in laid.words}
    used = tuple(words[number] for number in sorted(kept))
    board = tuple("".join("0" if letter == "#" else "1" for letter in row) for row in cells)
    if unique:
        board = with_givens(used, board, filling, meter)
    return MadePlacement(used, board, filling, tuple(word for n, word in enumerate(words) if n not in kept))


# Dense grids


class Filler:
    """Words of a list as arrays of the kernel: made once, for any number of grids and threads."""

    def __init__(self, words: Iterable[str]) -> None:
        known, _ = count_words(word for word in words if len(word) > 1 and word.isalpha())
        self.keys = sorted(known, key=len)
        text = "".join(self.keys)
        self.alphabet = sorted(set(text))
        if not 1 <= len(self.alphabet) <= MAX_LETTERS:
            wrong = f"words with {len(self.alphabet)} different letters, expected 1 to {MAX_LETTERS}"
            raise PuzzleError(wrong)
        n = len(self.keys)
        self._words = encoded(text, self.alphabet), offsets_of([len(key) for key in self.keys])
        self._bounds = np.zeros(n, np.int32), np.ones(n, np.int32)
        self._scores = np.zeros(n, np.int32)

    def filled(self, rows: tuple[str, ...], seed: int, nodes: int) -> WordFilling | None:
        """Return a filling of a grid of 0, 1 and letters; None where `nodes` nodes find none."""
        slots, width = find_slots(rows), len(rows[0])
        cells = [cell for slot in slots for cell in slot.indices(width)]
        masks = {letter: 1 << code for code, letter in enumerate(self.alphabet)}
        whole = (1 << len(self.alphabet)) - 1
        anything = {FORBIDDEN: whole, EMPTY: whole}
        allowed = [anything.get(entry, masks.get(fold(entry), 0)) for row in rows for entry in row]
        search = PlacementSearch(
            np.array(cells, np.int32),
            offsets_of([slot.length for slot in slots]),
            *self._words,
            *self._bounds,
            np.array(allowed, np.uint64),
            len(self.alphabet),
            self._scores,
            seed,
        )
        search.most_solutions = 1
        search.run(nodes)
        if not search.solutions:
            return None
        return filled(rows, slots, [self.keys[number] for number in search.solution.tolist()])


def pattern_of(
    shape: ShapeLike | None,
    mask: OpenCellsLike | None,
    blocks: int | None,
    longest: int | None,
    symmetry: str | None,
) -> BlockPattern | Rows:
    """Return the grid that is given, or what it is to be like."""
    if mask is not None:
        others = {"shape": shape, "blocks": blocks, "longest": longest, "symmetry": symmetry}
        if given := [name for name, value in others.items() if value is not None]:
            raise PuzzleError(f"mask cannot be combined with {given[0]}")
        rows = board_rows(mask)
        if not find_slots(rows):
            raise PuzzleError("the mask has no slot; open two cells in a row")
        return rows
    wanted = BlockPattern(
        *check_shape(SHAPE if shape is None else shape),
        blocks,
        LONGEST if longest is None else longest,
        symmetry or "rotation",
    )
    wanted.check()
    return wanted


def make_fill_in(filler: Filler, grid: BlockPattern | Rows, rng: random.Random) -> MadePlacement | None:
    """Return a fill-in with exactly one solution; None where this try gives none."""
    rows = grid.draw(rng) if isinstance(grid, BlockPattern) else grid
    if rows is None:
        return None
    most = DRAWN if isinstance(grid, BlockPattern) else MASKED
    filling = filler.filled(rows, rng.getrandbits(62), most)
    if filling is None:
        return None
    words = tuple(sorted(placed.word for placed in filling.placed))
    return MadePlacement(words, with_givens(words, rows, filling), filling)


@dataclass(frozen=True, slots=True)
class BlockPattern:
    """What a pattern of forbidden cells is to be."""

    rows: int
    cols: int
    blocks: int | None = None
    longest: int = LONGEST
    symmetry: str = "rotation"

    def check(self) -> None:
        """Raise PuzzleError where no pattern is like this."""
        rows, cols = self.rows, self.cols
        if min(rows, cols) < SHORTEST or max(rows, cols) > MOST:
            raise PuzzleError(f"fill-in of {rows}x{cols}, expected {SHORTEST} to {MOST} rows and columns")
        if as_int(self.longest) is None or self.longest < SHORTEST:
            raise PuzzleError(f"longest={self.longest!r:.40}, expected letters from {SHORTEST} up")
        most = rows * cols // 2
        if self.blocks is not None and (as_int(self.blocks) is None or not 0 <= self.blocks <= most):
            raise PuzzleError(f"blocks={self.blocks!r:.40}, expected forbidden cells from 0 to {most:,}")
        object.__setattr__(self, "symmetry", check_choice("symmetry", self.symmetry, SYMMETRIES))
        if self.draw(random.Random(0)) is None:  # else each puzzle would look as long in vain
            least = pluralize(self.least, "forbidden cell")
            wrong = f"no grid of {rows}x{cols} with {least}, symmetry {self.symmetry!r}"
            raise PuzzleError(
                f"{wrong} and words of at most {self.longest} letters was found; change one of them"
            )

    @property
    def least(self) -> int:
        """Forbidden cells, at least."""
        return round(SHARE * self.rows * self.cols) if self.blocks is None else self.blocks

    def draw(self, rng: random.Random) -> tuple[str, ...] | None:
        """Return rows of 0 and 1; None where many draws give no such pattern."""
        for _ in range(PATTERNS):
            sheet = _Blocks(self)
            if sheet.block(rng):
                return sheet.text()
        return None


class _Blocks:
    """Cells that become forbidden one after another; a border of forbidden cells surrounds them."""

    def __init__(self, wanted: BlockPattern) -> None:
        self.wanted, self.width = wanted, wanted.cols + 1  # the border to the right is that to the left
        self.cells = [
            row * self.width + col for row in range(1, wanted.rows + 1) for col in range(1, wanted.cols + 1)
        ]
        self.open = 0
        for cell in self.cells:
            self.open |= 1 << cell

    def block(self, rng: random.Random) -> bool:
        """Forbid cells: first in slots that are too long, then anywhere; return whether that was possible."""
        order = list(self.cells)
        rng.shuffle(order)
        left = self.wanted.least
        for cell in order:
            if self._open(cell) and self._in_long(cell):
                left -= self._forbid(cell)
        for cell in order:
            if left <= 0:
                break
            if self._open(cell):
                left -= self._forbid(cell)
        return left <= 0 and not any(self._open(cell) and self._in_long(cell) for cell in self.cells)

    def text(self) -> tuple[str, ...]:
        """Return the rows."""
        width = self.width
        return tuple(
            "".join("01"[self._open(row * width + col)] for col in range(1, width))
            for row in range(1, self.wanted.rows + 1)
        )

    def _open(self, cell: int) -> int:
        return self.open >> cell & 1

    def _run(self, cell: int, step: int) -> int:
        """Return how many open cells follow a cell."""
        count, cell = 0, cell + step
        while self.open >> cell & 1:
            count, cell = count + 1, cell + step
        return count

    def _in_long(self, cell: int) -> bool:
        return any(
            self._run(cell, step) + self._run(cell, -step) >= self.wanted.longest for step in (1, self.width)
        )

    def _images(self, cell: int) -> Iterator[int]:
        yield cell
        image = SYMMETRIES[self.wanted.symmetry]
        if image is not None:
            row, col = divmod(cell, self.width)
            row, col = image(self.wanted.rows, self.wanted.cols, row - 1, col - 1)
            yield (row + 1) * self.width + col + 1

    def _forbid(self, cell: int) -> int:
        """Forbid a cell and its image unless a slot gets too short or the rest falls apart; count them."""
        before, images = self.open, set(self._images(cell))
        for image in images:
            self.open &= ~(1 << image)
        steps = (1, -1, self.width, -self.width)
        if (
            any(0 < self._run(image, step) < SHORTEST for image in images for step in steps)
            or not self._whole()
        ):
            self.open = before
            return 0
        return len(images)

    def _whole(self) -> bool:
        """Return whether all open cells hang together."""
        width, cells = self.width, self.open
        reached, more = 0, cells & -cells
        while more != reached:
            reached = more
            more = (reached | reached << 1 | reached >> 1 | reached << width | reached >> width) & cells
        return reached == cells
