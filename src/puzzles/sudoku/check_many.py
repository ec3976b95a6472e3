"""Answers to many Sudokus judged as arrays, by the rules alone: shares nothing with the solver."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from math import isqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from ...arrow import Texts
from ..framework.check import JUDGEMENTS, Judgement, Verdict, VerdictMany, judge_many, judge_one, pairs_of
from ..framework.record_format import Record, alike, record_of
from ..framework.result_sequence import Stop
from .alphabet import NEITHER, default_alphabet, plain_cells
from .layout import boxed
from .parse import Grid
from .player import said_of
from .variants import check_box, variant_in

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .puzzle import SudokuPuzzle

__all__ = ["check_many"]

BLOCK = 1 << 11
"""Grids that are judged together: their cells stay in the cache."""
LARGEST = 9
"""Rows to which a symbol on one line is what it is usually; larger grids are judged one by one."""
OTHER = NEITHER
"""What no symbol is."""
RIGHT, WRONG, INCOMPLETE, FOREIGN = (
    JUDGEMENTS.index(one)
    for one in (Judgement.RIGHT, Judgement.WRONG, Judgement.INCOMPLETE, Judgement.NOT_OF_THIS_PUZZLE)
)


def check_many(
    kind: type[SudokuPuzzle],
    puzzles: Any,
    answers: Any = None,
    *,
    threads: int = 0,
    progress: Callable[[int], None] | None = None,
    stop: Stop | None = None,
    **rules: Any,
) -> VerdictMany:
    """Judge answers to grids; see `SudokuPuzzle.check_many`.

    Notes
    -----
    Grids of at most 9 × 9 with the usual symbols, on one line each or as arrays, are judged together: a unit
    is right where the bits of its cells, or-ed, are all there. All others are judged one by one.

    Examples
    --------
    >>> from unriddle import SudokuPuzzle
    >>> many = SudokuPuzzle.check_many(["12............1."] * 2, ["1234341221434321", "12343412........"])
    >>> many.statuses.tolist(), many[0].reason
    ([3, 2], 'row 4, column 3 is 2, given 1')
    """
    asked, found = pairs_of(kind, puzzles, answers)
    if not rules and isinstance(asked, list) and asked and isinstance(asked[0], (Record, Mapping)):
        records = [record_of(value, kind) if isinstance(value, Mapping) else value for value in asked]
        texts, said = alike(records) or (asked, rules)
        asked, rules = texts, dict(said)
    work = _Work.of(asked, found, rules) if len(found) else None
    judge = judge_one(kind, asked, found, rules)
    if work is None:
        return judge_many(len(found), judge, threads=threads, progress=progress, stop=stop)

    def kernel(piece: slice, statuses: NDArray[np.uint8]) -> None:
        statuses[:] = work.judge(piece)

    return judge_many(
        len(found),
        judge,
        kernel=kernel,
        explain=work.verdict,
        block=BLOCK,
        threads=threads,
        progress=progress,
        stop=stop,
    )


class _Side:
    """Grids of one side, puzzles or answers, as cells: 0 is empty, `OTHER` where they are no usual line."""

    def __init__(self, values: Any, n: int) -> None:
        self.size = n * n
        self.cells: NDArray[np.uint8] | None = None
        self.texts: Texts | None = None
        if isinstance(values, np.ndarray) and values.dtype.kind in "iu" and values.shape[1:] == (self.size,):
            wrong = (values < 0) | (values > n)
            self.cells = np.where(wrong, OTHER, values).astype(np.uint8)
        elif isinstance(values, Texts):
            self.texts = values
        elif isinstance(values, Sequence) and all(type(text) is str for text in values):
            self.texts = _texts(values)
        self._n = n

    def block(self, piece: slice) -> NDArray[np.uint8]:
        """Return the cells of a slice of the grids; rows of `OTHER` where one is no usual line."""
        if self.cells is not None:
            return self.cells[piece]
        if self.texts is None:
            return np.full((piece.stop - piece.start, self.size), OTHER, dtype=np.uint8)
        texts = Texts(self.texts.data, self.texts.starts[piece], self.texts.ends[piece])
        fits = texts.ends - texts.starts == self.size
        if not fits.all():
            cells = np.full((len(texts), self.size), OTHER, dtype=np.uint8)
            starts = texts.starts[fits]
            cells[fits] = self._plain(texts.data[starts[:, None] + np.arange(self.size)])
            return cells
        steps = np.diff(texts.starts)
        first, step = int(texts.starts[0]), int(steps[0]) if steps.size else self.size
        if (steps == step).all() and first + step * len(texts) <= texts.data.size and step >= self.size:
            rows = texts.data[first : first + step * len(texts)].reshape(-1, step)[:, : self.size]
        else:
            rows = texts.data[texts.starts[:, None] + np.arange(self.size)]
        return self._plain(rows)

    def _plain(self, rows: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return the cells of lines; rows of `OTHER` where one can be read in another way."""
        cells, plain = plain_cells(rows, self._n)
        return cells if plain.all() else np.where(plain[:, None], cells, np.uint8(OTHER))


def _texts(values: Sequence[str]) -> Texts:
    # A letter of another alphabet is one byte here, which is no symbol.
    raw = np.frombuffer(re.sub(r"[^\0-\x7f]", "\xff", "".join(values)).encode("latin-1"), dtype=np.uint8)
    ends = np.cumsum([len(text) for text in values], dtype=np.int64)
    return Texts(raw, np.concatenate([np.zeros(1, np.int64), ends[:-1]]), ends)


class _Work:
    """Puzzles and answers as cells, and how they are judged together."""

    def __init__(self, puzzles: _Side, answers: _Side, box: tuple[int, int], one: bool) -> None:
        self.puzzles, self.answers, self.one = puzzles, answers, one
        self.height, self.width = box
        self.n = box[0] * box[1]
        bits = np.zeros(256, dtype=np.uint16)
        bits[1 : self.n + 1] = 1 << np.arange(self.n)
        self._bits, self._full = bits, np.uint16((1 << self.n) - 1)
        self._ones = np.array([mask.bit_count() for mask in range(1 << self.n)], dtype=np.uint8)

    @classmethod
    def of(cls, puzzles: Any, answers: Any, rules: Mapping[str, Any]) -> _Work | None:
        """Return how answers are judged together; None where the puzzles are of another kind."""
        if rules.get("symbols") is not None or rules.get("strict", True) is not True:
            return None
        if variant_in(rules):
            return None
        first = puzzles[0]
        one = isinstance(puzzles, tuple) and all(puzzle is first for puzzle in puzzles)
        n, box = 0, rules.get("box")
        if hasattr(first, "_grid"):
            cells = _cells_of_grids([first] if one else puzzles)
            if cells is None:
                return None
            n, box = first.n, first.box
            asked: Any = cells
        else:
            asked = [first] if one else puzzles
            n = isqrt(len(first)) if isinstance(first, (str, np.ndarray)) else 0
        if not 2 <= n <= LARGEST or (isinstance(first, str) and n * n != len(first)):
            return None
        shape = check_box(n, box)
        return cls(_Side(asked, n), _Side(answers, n), shape, one)

    def judge(self, piece: slice) -> NDArray[np.uint8]:
        """Return places in `JUDGEMENTS` of a slice; `OTHER` where an answer has to be judged by itself."""
        answers = self.answers.block(piece)
        puzzles = self.puzzles.block(slice(0, 1) if self.one else piece)
        cells, given = np.ascontiguousarray(answers.T), np.ascontiguousarray(puzzles.T)
        bits = self._bits[cells]
        whole = np.logical_and.reduce([(unit == self._full).all(axis=0) for unit in self._units(bits)])
        changed = ((given != cells) & (given != 0) & (cells != 0)).any(axis=0)
        found = np.where(changed, FOREIGN, RIGHT).astype(np.uint8)
        rest = np.flatnonzero(~whole & ~changed)
        if rest.size:
            found[rest] = np.where(self._twice(cells[:, rest], bits[:, rest]), WRONG, INCOMPLETE)
        # Clues that clash are for `parse` to refuse; one that is given is enough to make a grid be looked at.
        clash = self._twice(given, self._bits[given]) | (given == OTHER).any(axis=0)
        found[(cells == OTHER).any(axis=0) | clash] = OTHER
        found[~whole & ~(cells != 0).any(axis=0)] = OTHER
        return found

    def verdict(self, k: int) -> Verdict:
        """Return the verdict on an answer that `judge` has judged and that is not right."""
        given = self.puzzles.block(slice(0, 1) if self.one else slice(k, k + 1))
        grid = Grid(self.n, boxed((self.height, self.width)), default_alphabet(self.n), given.tobytes())
        return said_of(grid, self.answers.block(slice(k, k + 1)).tobytes())

    def _units(self, bits: NDArray[np.uint16]) -> list[NDArray[np.uint16]]:
        """Return the bits of each row, column and box, or-ed: arrays of shape (n, grids)."""
        n, grids = self.n, bits.shape[1]
        square = bits.reshape(n, n, grids)
        boxes = bits.reshape(n // self.height, self.height, n // self.width, self.width, grids)
        gathered = np.bitwise_or.reduce(np.bitwise_or.reduce(boxes, axis=3), axis=1)
        return [
            np.bitwise_or.reduce(square, axis=1),
            np.bitwise_or.reduce(square, axis=0),
            gathered.reshape(n, grids),
        ]

    def _twice(self, cells: NDArray[np.uint8], bits: NDArray[np.uint16]) -> NDArray[np.bool_]:
        """Say of each grid whether a symbol stands twice in a unit: fewer bits than filled cells."""
        filled = self._units_filled((cells != 0).astype(np.uint8))
        units = zip(self._units(bits), filled, strict=True)
        twice = [(self._ones[unit] < count).any(axis=0) for unit, count in units]
        answer: NDArray[np.bool_] = np.logical_or.reduce(twice)
        return answer

    def _units_filled(self, filled: NDArray[np.uint8]) -> list[NDArray[np.uint8]]:
        n, grids = self.n, filled.shape[1]
        square = filled.reshape(n, n, grids)
        boxes = filled.reshape(n // self.height, self.height, n // self.width, self.width, grids)
        gathered = np.add.reduce(np.add.reduce(boxes, axis=3, dtype=np.uint8), axis=1, dtype=np.uint8)
        return [
            np.add.reduce(square, axis=1, dtype=np.uint8),
            np.add.reduce(square, axis=0, dtype=np.uint8),
            gathered.reshape(n, grids),
        ]


def _cells_of_grids(grids: Sequence[Any]) -> NDArray[np.uint8] | None:
    """Return the cells of grids of one size with the usual symbols; None where they are not."""
    kind = grids[0]._grid[:3] if hasattr(grids[0], "_grid") else None
    if kind is None or kind[2] != default_alphabet(kind[0]) or not kind[1].plain:
        return None
    if any(getattr(grid, "_grid", (None,) * 4)[:3] != kind for grid in grids):
        return None
    cells = np.frombuffer(b"".join(grid._grid.cells for grid in grids), dtype=np.uint8)
    return cells.reshape(len(grids), kind[0] * kind[0])
