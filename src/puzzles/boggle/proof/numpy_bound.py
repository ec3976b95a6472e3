"""Bound a class of boards, and list its boards of a score, by terms in NumPy arrays.

Nothing is shared with the kernel but the definition: words come from the lexicon's text, paths are extended
breadth-first, terms are sorted keys, and a subtree is a range of them that is made again for each letter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..best_board.board_space import Space, near_of
from .partition import Division

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Keys = NDArray[np.uint64]

KEY_BITS = 64
MOST_PATHS = 1 << 24  # that are listed: some 64 bytes each while they are sorted
MOST_ROWS = 1 << 18  # paths that are extended at a time
FEW_WORDS = 1 << 12  # words between two calls of `look`


class TooMuch(Exception):
    """More work than was allowed."""


class ArrayWords:
    """The words of a space by their prefixes, level by level from the empty one.

    Of each prefix `letters` has the last letter, `points` the points where it is a word, `begin` the place of
    the first that is one letter longer, with one more at the end. `look` is as for `ArrayClass`.
    """

    def __init__(self, space: Space, look: Callable[[], None] = lambda: None) -> None:
        worth = _worth(space, look)
        words, before = sorted(worth), [b""]
        self.letters, self.points = [np.zeros(1, dtype=np.uint8)], [np.zeros(1, dtype=np.int64)]
        self.begin: list[Ints] = []
        for length in range(1, max(map(len, worth), default=0) + 1):
            look()
            words = [word for word in words if len(word) >= length]
            prefixes = list(dict.fromkeys(word[:length] for word in words))
            number = {prefix: k for k, prefix in enumerate(before)}
            shorter = [number[prefix[:-1]] for prefix in prefixes]
            self.begin.append(np.searchsorted(shorter, np.arange(len(before) + 1)))
            self.letters.append(np.array([prefix[-1] for prefix in prefixes], dtype=np.uint8))
            self.points.append(np.array([worth.get(prefix, 0) for prefix in prefixes], dtype=np.int64))
            before = prefixes


def _worth(space: Space, look: Callable[[], None]) -> dict[bytes, int]:
    """Return the points of each word, by the letter codes of its tiles."""
    scoring, least, qu = space.scored.points, space.rules.min_length, space.rules.qu
    by_length = scoring.table(least).tolist()
    codes = {letter: code for code, letter in enumerate(space.lexicon.alphabet)}
    found: dict[bytes, int] = {}
    for k, word in enumerate(space.lexicon):
        if k % FEW_WORDS == 0:
            look()
        tiles = word.replace("qu", "q") if qu else word
        if qu and word.count("q") != word.count("qu"):
            continue  # a q that is no Qu
        if least <= len(word) and len(tiles) <= space.n_cells:
            points = by_length[min(len(word), 255)]
            points += sum(scoring.letter_values.get(letter, 0) for letter in word)
            found[bytes(codes[letter] for letter in tiles)] = points
    return found


class _Paths(NamedTuple):
    """Paths of one length that spell prefixes: where they end, their cells as bits, and their keys."""

    prefix: Ints
    cell: Ints
    used: Ints
    keys: Keys

    def parts(self) -> Iterator[_Paths]:
        for at in range(0, len(self.cell), MOST_ROWS):
            yield self.some(slice(at, at + MOST_ROWS))

    def some(self, which: Any) -> _Paths:
        return _Paths(*(column[which] for column in self))


class ArrayClass:
    """A class of boards, by its terms.

    `TooMuch` is raised after `most` paths (at most 2**24) or terms, and at once where the cells that are left
    need keys of more than 64 bits: twelve cells of any letter need 60. `look` is called several times in
    0.1 s; what it raises ends the work.
    """

    def __init__(
        self,
        words: ArrayWords,
        division: Division,
        first: Sequence[int],
        most: int,
        look: Callable[[], None] = lambda: None,
    ) -> None:
        space = division.space
        self.words, self.most, self.look = words, most, look
        self.n, self.rank, self.done = space.n_cells, division.rank.astype(np.int64), 0
        self.least = [np.flatnonzero(row).tolist() for row in near_of(division.least.astype(np.uint64))]
        sets = [set(range(space.n_letters)) for _ in range(self.n)]
        for cell, letter in zip(division.order, first, strict=False):
            sets[cell] = {letter}
        narrowed = _narrowed(sets, self.rank, self.least)
        self.allowed = np.zeros((self.n, space.n_letters), dtype=bool)  # nothing where there is no board
        for cell, letters in enumerate(narrowed or ()):
            self.allowed[cell, list(letters)] = True
        sets = narrowed or sets
        self.open = [cell for cell in division.order if len(sets[cell]) > 1]
        self.fixed = {cell: int(self.rank[min(sets[cell])]) for cell in range(self.n) if len(sets[cell]) == 1}
        self.spare = space.n_letters - space.spelling.bit_count()  # letters of no word have the lowest ranks
        # Bits of a field: a rank among the letters of words, from 1; 0 where the cell does not matter.
        self.field = (space.n_letters - self.spare).bit_length()
        if self.field * len(self.open) > KEY_BITS:
            raise TooMuch
        self.shift = {cell: self.field * at for at, cell in enumerate(reversed(self.open))}
        near = [np.flatnonzero(row).tolist() for row in near_of(space.adjacency)]
        degree = max(1, *map(len, near))
        self.near = np.array([cells + [-1] * (degree - len(cells)) for cells in near])

    @cached_property
    def terms(self) -> tuple[Keys, Ints]:
        """The terms, sorted: keys, and the points of the words of each."""
        levels: list[list[tuple[Keys, Ints]]] = [[] for _ in self.words.letters]
        none = np.zeros(1, dtype=np.int64)
        start = _Paths(none, none, none, none.astype(np.uint64))
        waiting = [(1, part) for part in self._longer(0, start, np.arange(self.n)[None]).parts()]
        while waiting:
            self.look()
            level, paths = waiting.pop()
            self.done += len(paths.cell)
            if self.done > min(self.most, MOST_PATHS):
                raise TooMuch
            ends = self.words.points[level][paths.prefix] != 0
            levels[level].append((paths.keys[ends], paths.prefix[ends]))
            waiting += [(level + 1, part) for part in self._longer(level, paths, self.near).parts()]
        found = [(np.empty(0, dtype=np.uint64), np.empty(0, dtype=np.int64))]
        for level, parts in enumerate(levels):
            self.look()
            if parts:  # each word once per key
                keys, words = map(np.concatenate, zip(*parts, strict=True))
                order = np.lexsort((words, keys))
                order = order[_changes(keys[order], words[order])]
                found.append((keys[order], self.words.points[level][words[order]]))
        keys, points = map(np.concatenate, zip(*found, strict=True))
        return _summed(keys, points)

    def _longer(self, level: int, paths: _Paths, near: Ints) -> _Paths:
        """Return all paths that are one cell longer, by the cells `near` each cell, -1 for none."""
        if level == len(self.words.begin):
            return paths.some(slice(0))
        begin = self.words.begin[level]
        low, count = begin[paths.prefix], begin[paths.prefix + 1] - begin[paths.prefix]
        row = np.repeat(np.arange(len(low)), count)
        prefix = np.arange(len(row)) - np.repeat(np.cumsum(count) - count, count) + low[row]
        letter = self.words.letters[level + 1][prefix]
        made = []
        for side in near.T:
            cell = side[paths.cell[row]]
            fits = (cell >= 0) & (paths.used[row] >> np.maximum(cell, 0) & 1 == 0)
            kept = np.flatnonzero(fits & self.allowed[cell, letter])
            some = paths.some(row[kept])._replace(prefix=prefix[kept])
            made.append(self._on(some, letter[kept], cell[kept]))
        return _Paths(*map(np.concatenate, zip(*made, strict=True)))

    def _on(self, paths: _Paths, letter: NDArray[np.uint8], cell: Ints) -> _Paths:
        """Put a letter on a cell of each path; drop those that no board in order has."""
        rank, keys = self.rank[letter], paths.keys.copy()
        kept = np.ones(len(cell), dtype=bool)
        for high in self.open:
            for low in self.least[high]:
                # The letter of `low` must not have a higher rank than that of `high`.
                for mine, other, sign in ((high, low, 1), (low, high, -1)) if low in self.shift else ():
                    both = (cell == mine) & (paths.used >> other & 1 == 1)
                    theirs = self._field(paths.keys, other) - 1 + self.spare
                    kept &= ~both | (sign * (rank - theirs) >= 0)
        for at, shift in self.shift.items():
            here = cell == at
            keys[here] |= (rank[here] + 1 - self.spare).astype(np.uint64) << np.uint64(shift)
        return _Paths(paths.prefix, cell, paths.used | np.left_shift(1, cell), keys).some(kept)

    def _field(self, keys: Keys, cell: int) -> Ints:
        return (keys >> np.uint64(self.shift[cell]) & np.uint64((1 << self.field) - 1)).astype(np.int64)

    def bound(self) -> int:
        """Return what no board of the class exceeds."""
        return _bound(*self.terms, len(self.open), self.field)

    def boards(self, at_least: int) -> Iterator[bytes]:
        """Yield the boards whose terms have at least that many points in all."""
        letters = np.argsort(self.rank)
        waiting = [(0, *self.terms, self.fixed)] if self.allowed.any() else []
        while waiting:
            self.look()
            at, keys, points, ranks = waiting.pop()
            self.done += len(keys)
            if self.done > self.most:
                raise TooMuch
            if at < len(self.open):
                waiting += self._decided(at, keys, points, ranks, at_least)
            elif int(points.sum()) >= at_least:
                yield bytes(int(letters[ranks[cell]]) for cell in range(self.n))

    def _decided(
        self, at: int, keys: Keys, points: Ints, ranks: dict[int, int], at_least: int
    ) -> Iterator[tuple[int, Keys, Ints, dict[int, int]]]:
        """Give the next cell each of its letters: yield what may reach the score."""
        cell, left = self.open[at], len(self.open) - at - 1
        shift = np.uint64(self.shift[cell])
        ends = np.searchsorted(keys >> shift, np.arange(self.rank.size - self.spare + 2))
        rest = slice(0, ends[1])
        without = _bound(keys[rest], points[rest], left, self.field)
        for rank in sorted(self.rank[self.allowed[cell]].tolist()):
            self.look()
            place = rank + 1 - self.spare  # below 1: no word has the letter
            own = slice(ends[place], ends[place + 1]) if place > 0 else slice(0, 0)
            added = keys[own] & ((np.uint64(1) << shift) - np.uint64(1))
            lows = (ranks[low] for low in self.least[cell] if low in ranks)
            highs = (high for other, high in ranks.items() if cell in self.least[other])
            if max(lows, default=rank) > rank or min(highs, default=rank) < rank:
                continue
            if without + _bound(added, points[own], left, self.field) < at_least:
                continue
            both = _summed(np.concatenate([keys[rest], added]), np.concatenate([points[rest], points[own]]))
            kept = np.ones(len(both[0]), dtype=bool)
            for other in self.open[at + 1 :]:
                if cell in self.least[other]:  # its letter must not have a lower rank
                    field = self._field(both[0], other)
                    kept &= (field == 0) | (field > rank - self.spare)
            both = both[0][kept], both[1][kept]
            if _bound(*both, left, self.field) >= at_least:
                yield at + 1, *both, {**ranks, cell: rank}


def _narrowed(sets: list[set[int]], rank: NDArray[Any], least: list[list[int]]) -> list[set[int]] | None:
    """Drop the letters that the rule of another cell excludes, until none goes; None where no board is left.

    A cell without letters is a hole, which excludes nothing.
    """
    ranks = [np.sort(rank[list(letters)]) for letters in sets]
    pairs = [(low, high) for high, lows in enumerate(least) for low in lows if sets[low] and sets[high]]
    before = -1
    while before != (before := sum(map(len, ranks))):
        for low, high in pairs:
            ranks[high] = ranks[high][ranks[high] >= ranks[low][0]]
            if not ranks[high].size:
                return None
            ranks[low] = ranks[low][ranks[low] <= ranks[high][-1]]
    letters = np.argsort(rank)
    return [set(letters[kept].tolist()) for kept in ranks]


def _changes(*columns: NDArray[Any]) -> NDArray[np.bool_]:
    """Return which rows of sorted columns differ from the row before."""
    new = np.ones(len(columns[0]), dtype=bool)
    new[1:] = np.any([column[1:] != column[:-1] for column in columns], axis=0)
    return new


def _summed(keys: Keys, points: Ints) -> tuple[Keys, Ints]:
    """Return each key once, in order, with the sum of its points."""
    if not len(keys):
        return keys, points
    order = np.argsort(keys, kind="stable")
    begin = np.flatnonzero(_changes(keys[order]))
    return keys[order][begin], np.add.reduceat(points[order], begin)


def _bound(keys: Keys, points: Ints, n_cells: int, bits: int) -> int:
    """Return the points without a cell, and for each cell that may come first the most that a letter adds.

    The last cell first: the terms that differ only in its letter are one, with the most of them added to
    what does without it.
    """
    for at in range(n_cells):
        if not len(keys):
            return 0
        mask = np.uint64((1 << bits) - 1)
        field = keys >> np.uint64(bits * at) & mask
        keys = keys & ~(mask << np.uint64(bits * at))
        begin = np.flatnonzero(_changes(keys))
        most = np.maximum.reduceat(np.where(field > 0, points, 0), begin)
        points = most + np.where(field[begin] == 0, points[begin], 0)
        keys = keys[begin]
    return int(points.sum())
