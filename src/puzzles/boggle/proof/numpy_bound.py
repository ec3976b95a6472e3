"""Bound a class of boards, and list its boards of a score, by terms in NumPy arrays.

Nothing is shared with the kernel but the definition: words come from the lexicon's text, paths are extended
breadth-first, terms are sorted keys, and a subtree is a range of them that is made again for each letter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ..best_board.board_space import Space
from .partition import Division

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Keys = NDArray[np.uint64]
    Points = NDArray[np.int64]

__all__ = ["ArrayClass", "ArrayWords", "TooMuch"]

KEY_BITS = 64
MOST_PATHS = 1 << 24  # that are listed: some 64 bytes each while they are sorted
MOST_ROWS = 1 << 18  # paths that are extended at a time
FEW_WORDS = 1 << 12  # words between two calls of `look`
NO_LETTER = 255


class TooMuch(Exception):
    """More work than was allowed."""


class ArrayWords:
    """The words of a space by their prefixes, level by level; `look` is as for `ArrayClass`.

    Attributes
    ----------
    letters, points : lists of arrays
        Of each prefix of a length its last letter, and its points where it is a word.
    begin : list of arrays
        Where the prefixes one letter longer begin; one number more than prefixes.
    """

    def __init__(self, space: Space, look: Callable[[], None] = lambda: None) -> None:
        self.space, self.look = space, look
        self.letters: list[NDArray[np.uint8]] = []
        self.points: list[Points] = []
        self.begin: list[NDArray[np.int64]] = []
        words, points = self._words()
        numbers = np.zeros(len(words), dtype=np.int64)  # of the prefixes of the level before
        for length in range(1, words.shape[1] + 1):
            look()
            row = np.flatnonzero(words[:, length - 1] != NO_LETTER)
            if not row.size:
                break
            part = words[row, :length]
            new = np.ones(row.size, dtype=bool)
            new[1:] = (part[1:] != part[:-1]).any(axis=1)
            number = np.cumsum(new) - 1
            ends = np.ones(row.size, dtype=bool)
            if length < words.shape[1]:
                ends = words[row, length] == NO_LETTER
            here = np.zeros(number[-1] + 1, dtype=np.int64)
            here[number[ends]] = points[row[ends]]
            if length > 1:
                before = numbers[row[new]]
                self.begin.append(np.searchsorted(before, np.arange(len(self.letters[-1]) + 1)))
            numbers[row] = number
            self.letters.append(part[new, -1])
            self.points.append(here)
        last = len(self.letters[-1]) if self.letters else 0
        self.begin.append(np.zeros(last + 1, dtype=np.int64))

    def _words(self) -> tuple[NDArray[np.uint8], Points]:
        """Return the words in order, as rows of codes, and their points."""
        space = self.space
        scoring, least, qu = space.scored.points, space.rules.min_length, space.rules.qu
        by_length = scoring.table(least).tolist()
        found: list[tuple[bytes, int]] = []
        codes = {letter: code for code, letter in enumerate(space.lexicon.alphabet)}
        for k, word in enumerate(space.lexicon):
            if k % FEW_WORDS == 0:
                self.look()
            tiles = word.replace("qu", "q") if qu else word
            if qu and word.count("q") != word.count("qu"):
                continue  # a q that is no Qu
            if least <= len(word) and len(tiles) <= space.n_cells:
                points = by_length[min(len(word), 255)]
                points += sum(scoring.letter_values.get(letter, 0) for letter in word)
                found.append((bytes(codes[letter] for letter in tiles), points))
        found.sort()
        rows = np.full((len(found), space.n_cells), NO_LETTER, dtype=np.uint8)
        for row, (word_codes, _) in zip(rows, found, strict=True):
            row[: len(word_codes)] = list(word_codes)
        return rows, np.array([points for _, points in found], dtype=np.int64)


@dataclass
class _Paths:
    """Paths of one length that spell prefixes."""

    prefix: NDArray[np.int64]
    cell: NDArray[np.int64]
    used: NDArray[np.int64]
    keys: Keys

    def parts(self) -> Iterator[_Paths]:
        for at in range(0, len(self.cell), MOST_ROWS):
            yield self.some(slice(at, at + MOST_ROWS))

    def some(self, which: slice | NDArray[np.bool_] | NDArray[np.int64]) -> _Paths:
        return _Paths(self.prefix[which], self.cell[which], self.used[which], self.keys[which])


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
        self.look = look
        self.words, self.division, self.most = words, division, most
        self.n, self.rank = space.n_cells, division.rank.astype(np.int64)
        self.least = [[c for c in range(self.n) if int(mask) >> c & 1] for mask in division.least]
        every = range(space.n_letters)
        sets = [set(every) for _ in range(self.n)]
        for cell, letter in zip(division.order, first, strict=False):
            sets[cell] = {letter}
        self.sets = _narrowed(sets, self.rank, self.least)
        letters_of = self.sets or sets
        self.open = [cell for cell in division.order if len(letters_of[cell]) > 1]
        self.fixed = {
            cell: int(self.rank[letter])
            for cell, letters in enumerate(letters_of)
            for letter in letters
            if len(letters) == 1
        }
        self.spare = space.n_letters - space.spelling.bit_count()  # letters of no word have the lowest ranks
        # Bits of a field: a rank among the letters of words, from 1; 0 where the cell does not matter.
        self.field = (space.n_letters - self.spare).bit_length()
        if self.field * len(self.open) > KEY_BITS:
            raise TooMuch
        self.shift = {cell: self.field * at for at, cell in enumerate(reversed(self.open))}
        self.done = 0
        masks = space.adjacency.tolist()
        degree = max(mask.bit_count() for mask in masks)
        self.next = np.full((self.n, max(degree, 1)), -1, dtype=np.int64)
        for cell, mask in enumerate(masks):
            near = [other for other in range(self.n) if mask >> other & 1]
            self.next[cell, : len(near)] = near
        self.allowed = np.zeros((self.n, space.n_letters), dtype=bool)
        for cell, letters in enumerate(self.sets or ()):
            self.allowed[cell, list(letters)] = True

    @cached_property
    def terms(self) -> tuple[Keys, Points]:
        """The terms, sorted: keys, and the points of the words of each."""
        found = [(keys, self.words.points[level][words]) for level, keys, words in self._ends() if len(keys)]
        if not found:
            return np.empty(0, dtype=np.uint64), np.empty(0, dtype=np.int64)
        return _summed(np.concatenate([keys for keys, _ in found]), np.concatenate([p for _, p in found]))

    def _ends(self) -> Iterator[tuple[int, Keys, NDArray[np.int64]]]:
        """Yield level, keys and words of the paths that spell a word, each word once per key."""
        levels: list[list[tuple[Keys, NDArray[np.int64]]]] = [[] for _ in self.words.letters]
        waiting = [(0, part) for part in self._starts().parts()]
        while waiting:
            self.look()
            level, paths = waiting.pop()
            self.done += len(paths.cell)
            if self.done > min(self.most, MOST_PATHS):
                raise TooMuch
            ends = self.words.points[level][paths.prefix] != 0
            levels[level].append((paths.keys[ends], paths.prefix[ends]))
            if level + 1 < len(self.words.letters):
                longer = self._longer(level, paths)
                waiting += [(level + 1, part) for part in longer.parts()]
        for level, parts in enumerate(levels):
            self.look()
            if parts:
                keys = np.concatenate([keys for keys, _ in parts])
                words = np.concatenate([words for _, words in parts])
                order = np.lexsort((words, keys))
                keys, words = keys[order], words[order]
                new = np.ones(len(keys), dtype=bool)
                new[1:] = (keys[1:] != keys[:-1]) | (words[1:] != words[:-1])
                yield level, keys[new], words[new]

    def _starts(self) -> _Paths:
        """Return the paths of one cell."""
        if not self.words.letters or self.sets is None:
            none = np.empty(0, dtype=np.int64)
            return _Paths(none, none, none, none.astype(np.uint64))
        first = self.words.letters[0]
        cell, prefix = np.nonzero(self.allowed[:, first])
        none = np.zeros(len(cell), dtype=np.int64)
        return self._on(_Paths(prefix, cell, none, none.astype(np.uint64)), first[prefix], cell)

    def _longer(self, level: int, paths: _Paths) -> _Paths:
        """Return all paths that are one cell longer."""
        begin = self.words.begin[level]
        low, count = begin[paths.prefix], begin[paths.prefix + 1] - begin[paths.prefix]
        row = np.repeat(np.arange(len(low)), count)
        prefix = np.arange(len(row)) - np.repeat(np.cumsum(count) - count, count) + low[row]
        letter = self.words.letters[level + 1][prefix]
        made = []
        for side in range(self.next.shape[1]):
            cell = self.next[paths.cell[row], side]
            fits = (cell >= 0) & (paths.used[row] >> np.maximum(cell, 0) & 1 == 0)
            fits &= self.allowed[cell, letter]
            kept = np.flatnonzero(fits)
            some = paths.some(row[kept])
            some.prefix = prefix[kept]
            made.append(self._on(some, letter[kept], cell[kept]))
        return _Paths(
            *(np.concatenate(parts) for parts in zip(*(vars(p).values() for p in made), strict=True))
        )

    def _on(self, paths: _Paths, letter: NDArray[np.uint8], cell: NDArray[np.int64]) -> _Paths:
        """Put a letter on a cell of each path; drop those that no board in order has."""
        rank = self.rank[letter]
        kept = np.ones(len(cell), dtype=bool)
        for here in range(self.n):
            for low in self.least[here]:
                # The letter of `low` must not have a higher rank than that of `here`.
                for mine, other, sign in ((here, low, 1), (low, here, -1)):
                    if mine in self.shift and other in self.shift:
                        both = (cell == mine) & (paths.used >> other & 1 == 1)
                        theirs = self._field(paths.keys, other) - 1 + self.spare
                        kept &= ~both | (sign * (rank - theirs) >= 0)
        keys = paths.keys.copy()
        for at, shift in self.shift.items():
            here = cell == at
            keys[here] |= (rank[here] + 1 - self.spare).astype(np.uint64) << np.uint64(shift)
        used = paths.used | np.left_shift(1, cell)
        return _Paths(paths.prefix, cell, used, keys).some(kept)

    def _field(self, keys: Keys, cell: int) -> NDArray[np.int64]:
        return (keys >> np.uint64(self.shift[cell]) & np.uint64((1 << self.field) - 1)).astype(np.int64)

    def bound(self) -> int:
        """Return what no board of the class exceeds."""
        return _bound(*self.terms, len(self.open), self.field)

    def boards(self, at_least: int) -> Iterator[bytes]:
        """Yield the boards whose terms have at least that many points in all."""
        if self.sets is None:
            return
        waiting = [(0, *self.terms, dict(self.fixed))]
        while waiting:
            self.look()
            at, keys, points, ranks = waiting.pop()
            self.done += len(keys)
            if self.done > self.most:
                raise TooMuch
            if at == len(self.open):
                if int(points.sum()) >= at_least:
                    letters = np.argsort(self.rank)
                    yield bytes(int(letters[ranks[cell]]) for cell in range(self.n))
                continue
            waiting += self._decided(at, keys, points, ranks, at_least)

    def _decided(
        self, at: int, keys: Keys, points: Points, ranks: dict[int, int], at_least: int
    ) -> Iterator[tuple[int, Keys, Points, dict[int, int]]]:
        """Give the next cell each of its letters: yield what may reach the score."""
        cell, left = self.open[at], len(self.open) - at - 1
        shift = np.uint64(self.shift[cell])
        field = keys >> shift
        ends = np.searchsorted(field, np.arange(self.rank.size - self.spare + 2))
        rest = slice(0, ends[1])
        without = _bound(keys[rest], points[rest], left, self.field)
        for rank in sorted(int(self.rank[letter]) for letter in (self.sets or ())[cell]):
            self.look()
            place = rank + 1 - self.spare  # below 1: no word has the letter
            own = slice(ends[place], ends[place + 1]) if place > 0 else slice(0, 0)
            added = keys[own] & ((np.uint64(1) << shift) - np.uint64(1))
            if not self._in_order(cell, rank, ranks):
                continue
            if without + _bound(added, points[own], left, self.field) < at_least:
                continue
            both = _summed(np.concatenate([keys[rest], added]), np.concatenate([points[rest], points[own]]))
            both = self._possible(*both, cell, rank)
            if _bound(*both, left, self.field) >= at_least:
                yield at + 1, *both, {**ranks, cell: rank}

    def _in_order(self, cell: int, rank: int, ranks: dict[int, int]) -> bool:
        return all(ranks[low] <= rank for low in self.least[cell] if low in ranks) and all(
            rank <= high for other, high in ranks.items() if cell in self.least[other]
        )

    def _possible(self, keys: Keys, points: Points, cell: int, rank: int) -> tuple[Keys, Points]:
        """Drop the terms with a letter that a cell decided now rules out."""
        kept = np.ones(len(keys), dtype=bool)
        for other in self.open[self.open.index(cell) + 1 :]:
            if cell in self.least[other]:
                field = self._field(keys, other)
                kept &= (field == 0) | (field > rank - self.spare)
        return keys[kept], points[kept]


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


def _summed(keys: Keys, points: Points) -> tuple[Keys, Points]:
    """Return each key once, in order, with the sum of its points."""
    if not len(keys):
        return keys, points
    order = np.argsort(keys, kind="stable")
    keys, points = keys[order], points[order]
    begin = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]]))
    return keys[begin], np.add.reduceat(points, begin)


def _bound(keys: Keys, points: Points, n_cells: int, bits: int) -> int:
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
        begin = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]]))
        most = np.maximum.reduceat(np.where(field > 0, points, 0), begin)
        points = most + np.where(field[begin] == 0, points[begin], 0)
        keys = keys[begin]
    return int(points.sum())
