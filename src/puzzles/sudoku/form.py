"""Sudokus up to symmetry: relabelling, rows and columns within bands and stacks, these, and transposition.

Of a solved grid each choice of two rows of a band and a column leads on by itself: what stands where a known
row and a known column cross is the next symbol, where a known row or column has a known symbol is the next
column or row. So a grid has as many frames as there are such choices, and the least text that a frame gives
is the same for all grids that a symmetry takes into each other. Only the frames of the rarest kind are
followed, by the cycles between the two rows and by the numbers of clues.

Of 9 × 9 there are 3,359,232 × 9! symmetries (E. Russell, F. Jarvis, 2006); a puzzle with clues has one or two
frames of its rarest kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .layout import Layout

__all__ = ["forms", "scrambled", "turned_forms"]

MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
SHIFT = np.uint64(29)


def _mixed(values: NDArray[Any]) -> NDArray[np.uint64]:
    """Return numbers whose sums tell collections of `values` apart, as a rule."""
    found = (values.astype(np.uint64) + np.uint64(1)) * MULTIPLIER
    found ^= found >> SHIFT
    found *= MULTIPLIER
    return found ^ (found >> SHIFT)


def forms(solved: NDArray[np.uint8], clues: NDArray[np.bool_], layout: Layout) -> list[bytes]:
    """Return the canonical form of puzzles: equal where a symmetry takes one into the other, and only there.

    Where a variant adds something, the symmetries are the turns and mirrorings that leave it as it is, and
    relabelling.

    Parameters
    ----------
    solved : uint8 array of shape (k, n, n)
        The solutions, values from 1.
    clues : bool array of shape (k, n, n)
        The cells that are given.
    layout : Layout
        What they keep to.

    Examples
    --------
    >>> from unriddle.puzzles.sudoku.layout import boxed
    >>> grid = np.array([[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]], dtype=np.uint8)
    >>> whole = np.ones((1, 4, 4), dtype=np.bool_)
    >>> forms(grid[None], whole, boxed((2, 2))) == forms(grid.T[None, ::-1], whole, boxed((2, 2)))
    True
    """
    if not layout.plain and not layout.latin:
        return _turned_forms(solved, clues, layout)
    box = layout.box or (1, layout.n)
    views = [(solved.astype(np.intp) - 1, clues)]
    if box[0] == box[1]:
        views.append((views[0][0].transpose(0, 2, 1), clues.transpose(0, 2, 1)))
    n = solved.shape[1]
    pairs = np.array(list(_pairs(n, box)))
    kinds = np.stack([_kinds(values, given, pairs, box) for values, given in views], axis=1)
    chosen = _rarest(kinds.reshape(len(solved), -1))
    found: list[bytes | None] = [None] * len(solved)
    which, frames = np.nonzero(chosen)
    side, rest = np.divmod(frames, len(pairs) * n)
    pair, column = np.divmod(rest, n)
    for start in range(0, which.size, 4096):
        part = slice(start, start + 4096)
        batch = _Frames(views, box, which[part], side[part])
        for puzzle, text in batch.texts(pairs[pair[part]], column[part]):
            before = found[puzzle]
            if before is None or text < before:
                found[puzzle] = text
    return [text for text in found if text is not None]


def turned_forms(
    solved: NDArray[np.uint8], clues: NDArray[np.bool_], regions: Sequence[int]
) -> Iterator[tuple[list[int], list[int]]]:
    """Yield a grid with regions of its own in each of its eight views: cells relabelled, and regions.

    Examples
    --------
    >>> grid = np.array([[1, 2], [2, 1]], dtype=np.uint8)
    >>> min(turned_forms(grid, grid > 1, [0, 0, 1, 1]))
    ([0, 3, 3, 0], [0, 0, 1, 1])
    """
    n = len(solved)
    tables = solved, clues, np.array(regions).reshape(n, n)
    for k in range(8):
        values, given, parts = (
            np.rot90(table.T if k & 4 else table, k & 3).ravel().tolist() for table in tables
        )
        symbols, numbers = dict[int, int](), dict[int, int]()
        cells = [
            2 * symbols.setdefault(value, len(symbols)) + mark
            for value, mark in zip(values, given, strict=True)
        ]
        yield cells, [numbers.setdefault(part, len(numbers)) for part in parts]


def _turned_forms(solved: NDArray[np.uint8], clues: NDArray[np.bool_], layout: Layout) -> list[bytes]:
    """Return the least of the texts that turns, mirrorings and relabelling give."""
    n, found = layout.n, []
    turns = [np.array(turn) for turn in layout.turns]
    for values, given in zip(solved.reshape(-1, n * n), clues.reshape(-1, n * n), strict=True):
        texts = []
        for turn in turns:
            cells, marks = values[turn], given[turn]
            if layout.alike:
                order = list(dict.fromkeys(cells.tolist()))
                rank = np.zeros(n + 1, dtype=np.uint8)
                rank[order] = np.arange(len(order))
                cells = rank[cells]
            texts.append((2 * cells + marks).astype(np.uint8).tobytes())
        found.append(min(texts))
    return found


def _pairs(n: int, box: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Yield ordered pairs of rows of one band; all pairs where a band is a row."""
    for first in range(n):
        for second in range(n):
            if first != second and (box[0] == 1 or first // box[0] == second // box[0]):
                yield first, second


def _kinds(
    values: NDArray[np.intp], given: NDArray[np.bool_], pairs: NDArray[np.intp], box: tuple[int, int]
) -> NDArray[np.uint64]:
    """Return of each pair of rows and column a number that no symmetry changes: shape (k, pairs, n)."""
    first, second = pairs[:, 0], pairs[:, 1]
    place = np.argsort(values, axis=2)  # row, symbol -> column
    onward = np.take_along_axis(place[:, second], values[:, first], axis=2)
    length = _cycles(onward)
    in_row, in_column = given.sum(axis=2), given.sum(axis=1)
    in_band = np.add.reduceat(in_row, np.arange(0, values.shape[1], box[0]), axis=1)
    kind = _mixed(_mixed(length).sum(axis=2) ^ _mixed(in_row[:, first] * 64 + in_row[:, second]))
    kind ^= _mixed(in_band[:, first // box[0]] + 1000)
    own = length * 4 + given[:, first] * 2 + given[:, second]
    found: NDArray[np.uint64] = _mixed(kind[:, :, None] ^ _mixed(own * 64 + in_column[:, None, :]))
    return found


def _cycles(onward: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return how long the cycle of each element is: permutations stand in the last axis.

    Examples
    --------
    >>> _cycles(np.array([[1, 0, 2]])).tolist()
    [[2, 2, 1]]
    """
    n = onward.shape[-1]
    home = np.arange(onward.size)
    flat = onward.reshape(-1) + (home - home % n)
    at, length = flat, np.ones(onward.size, dtype=np.uint8)
    away = np.ones(onward.size, dtype=np.bool_)
    for _ in range(n - 1):
        away &= at != home
        length += away
        at = flat[at]
    return length.reshape(onward.shape).astype(np.intp)


def _rarest(kinds: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Say which entries of each row are of the kind that is there least often, the least of these kinds."""
    order = np.sort(kinds, axis=1)
    starts = np.ones(order.shape, dtype=np.bool_)
    starts[:, 1:] = order[:, 1:] != order[:, :-1]
    row, at = np.nonzero(starts)
    ends = np.append(at[1:], 0)
    ends[np.append(row[1:] != row[:-1], True)] = kinds.shape[1]
    often = np.full(order.shape, kinds.shape[1] + 1)
    often[row, at] = ends - at
    least = order[np.arange(len(order)), np.argmin(often, axis=1)]  # the first of several: the least kind
    found: NDArray[np.bool_] = kinds == least[:, None]
    return found


class _Lists:
    """What was found so far of rows, columns or symbols: of each frame a list without repeats."""

    def __init__(self, frames: int, n: int) -> None:
        self.size = np.zeros(frames, dtype=np.intp)
        self.items = np.zeros((frames, n), dtype=np.intp)
        self.rank = np.full((frames, n), -1, dtype=np.intp)

    def add(self, frames: NDArray[np.intp], items: NDArray[np.intp]) -> bool:
        """Append an item to the lists of some frames where it is new; say whether any was."""
        new = self.rank[frames, items] < 0
        frames, items = frames[new], items[new]
        self.rank[frames, items] = self.size[frames]
        self.items[frames, self.size[frames]] = items
        self.size[frames] += 1
        return bool(new.any())


class _Frames:
    """Some frames of some grids, followed side by side."""

    def __init__(
        self,
        views: list[tuple[NDArray[np.intp], NDArray[np.bool_]]],
        box: tuple[int, int],
        which: NDArray[np.intp],
        side: NDArray[np.intp],
    ) -> None:
        self.which, self.box = which, box
        self.values = np.stack([values for values, _ in views])[side, which]
        self.given = np.stack([given for _, given in views])[side, which]
        self.column_of = np.argsort(self.values, axis=2)  # row, symbol -> column
        self.row_of = np.argsort(self.values, axis=1)  # symbol, column -> row
        frames, self.n = len(which), self.values.shape[1]
        self.rows, self.cols, self.symbols = (_Lists(frames, self.n) for _ in range(3))

    def texts(self, pairs: NDArray[np.intp], column: NDArray[np.intp]) -> Iterator[tuple[int, bytes]]:
        """Yield the number of a grid and the text of a frame of it."""
        every = np.arange(len(self.which))
        self.rows.add(every, pairs[:, 0])
        self.rows.add(every, pairs[:, 1])
        self.cols.add(every, column)
        self._follow()
        yield from self._finished()

    def _follow(self) -> None:
        """Find all that follows from what is known, in an order that the grid alone decides."""
        more = True
        while more:
            more = False
            for k in range(self.n):
                some = np.flatnonzero(~self._whole())
                for j in range(self.n):
                    more |= self._cross(k, j, some)

    def _whole(self) -> NDArray[np.bool_]:
        """Say which frames know all."""
        known = np.minimum(np.minimum(self.rows.size, self.cols.size), self.symbols.size)
        whole: NDArray[np.bool_] = known == self.n
        return whole

    def _cross(self, k: int, j: int, some: NDArray[np.intp]) -> bool:
        """Look at the k-th and the j-th of what is known, wherever both are there, in some frames."""
        rows, cols, symbols = self.rows, self.cols, self.symbols
        at = some[(rows.size[some] > k) & (cols.size[some] > j)]
        more = symbols.add(at, self.values[at, rows.items[at, k], cols.items[at, j]])
        at = some[(rows.size[some] > k) & (symbols.size[some] > j)]
        more |= cols.add(at, self.column_of[at, rows.items[at, k], symbols.items[at, j]])
        at = some[(cols.size[some] > k) & (symbols.size[some] > j)]
        more |= rows.add(at, self.row_of[at, symbols.items[at, j], cols.items[at, k]])
        return more

    def _finished(self) -> Iterator[tuple[int, bytes]]:
        """Yield the texts of frames that know all; of a grid within the grid all next rows are tried."""
        whole = self._whole()
        every, short = np.flatnonzero(whole), np.flatnonzero(~whole)
        for frame, text in zip(every.tolist(), self._texts(every), strict=True):
            yield int(self.which[frame]), text
        if not short.size:
            return
        # Where all rows are known, so are all symbols of a known column, and then all columns.
        open_rows = [np.flatnonzero(self.rows.rank[frame] < 0) for frame in short]
        parts = np.repeat(short, [rows.size for rows in open_rows])
        further = self._of(parts)
        further.rows.add(np.arange(parts.size), np.concatenate(open_rows))
        further._follow()
        yield from further._finished()

    def _of(self, parts: NDArray[np.intp]) -> _Frames:
        """Return copies of some frames."""
        found = object.__new__(_Frames)
        found.box, found.n, found.which = self.box, self.n, self.which[parts]
        for name in ("values", "given", "column_of", "row_of"):
            setattr(found, name, getattr(self, name)[parts])
        for name in ("rows", "cols", "symbols"):
            before, lists = getattr(self, name), object.__new__(_Lists)
            lists.size, lists.items, lists.rank = (
                part[parts] for part in (before.size, before.items, before.rank)
            )
            setattr(found, name, lists)
        return found

    def _texts(self, frames: NDArray[np.intp]) -> list[bytes]:
        """Return the grids as the frames see them: bands, stacks, symbols and which of them are clues."""
        rows, cols = self.rows.items[frames], self.cols.items[frames]
        at = frames[:, None, None], rows[:, :, None], cols[:, None, :]
        symbols = self.symbols.rank[frames[:, None, None], self.values[at]]
        cells = (2 * symbols + self.given[at]).astype(np.uint8).reshape(len(frames), self.n**2)
        bands, stacks = _ranked(rows // self.box[0]), _ranked(cols // self.box[1])
        return [row.tobytes() for row in np.concatenate([bands, stacks, cells], axis=1)]


def _ranked(groups: NDArray[np.intp]) -> NDArray[np.uint8]:
    """Return numbers of groups in the order in which they come: the first is 0."""
    first = np.argmax(groups[:, :, None] == groups[:, None, :], axis=1)  # where each group came first
    order = np.sort(first, axis=1)
    new = np.ones(order.shape, dtype=np.bool_)
    new[:, 1:] = order[:, 1:] != order[:, :-1]
    number = np.cumsum(new, axis=1) - 1
    rank = np.zeros(groups.shape, dtype=np.uint8)
    np.put_along_axis(rank, order, number.astype(np.uint8), axis=1)
    found: NDArray[np.uint8] = np.take_along_axis(rank, first, axis=1)
    return found


def scrambled(grid: NDArray[Any], box: tuple[int, int], chance: Any) -> NDArray[Any]:
    """Return a grid after a random symmetry; 0 stays 0.

    Examples
    --------
    >>> import random
    >>> scrambled(np.zeros((4, 4), dtype=np.uint8), (2, 2), random.Random(1)).sum().item()
    0
    """
    n = len(grid)
    symbols = [0, *chance.sample(range(1, n + 1), n)]
    orders = []
    for size in box:
        groups = chance.sample(range(n // size), n // size)
        orders.append([group * size + k for group in groups for k in chance.sample(range(size), size)])
    found: NDArray[Any] = np.array(symbols, dtype=grid.dtype)[grid[np.ix_(orders[0], orders[1])]]
    return found.T if box[0] == box[1] and chance.random() < 0.5 else found
