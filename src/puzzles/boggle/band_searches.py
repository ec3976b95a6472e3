"""Two searches of a window of rows: all words from every cell, and few words from seeds in their middle."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from ...core.walk.large_walk import LargeWalk
from ...core.walk.seed_walk import MOST_LETTERS, SeedTables, SeedWalk
from ..common.threads import awaited
from .word_seeds import Spelled, seeded

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .rules import Rules
    from .tables import Compiled

__all__ = ["BandSearch", "SeedSearch", "WalkSearch", "seed_tables"]

MOST_REACH = 128
"""Letters of a word at a side of its centre, where tiles are wide enough yet."""
FIRST_CELLS, ROUNDS = 1 << 14, 4
"""Cells of the first round of a band that several workers share; rounds of a later band."""
COUNTED = 1 << 20
"""Cells whose letters say how often each comes."""


class BandSearch(ABC):
    """A resumable search of a window, by one worker a thread; what one found the others strike.

    Parameters
    ----------
    workers : list
        Kernels that share their tables.
    """

    def __init__(self, workers: Sequence[Any]) -> None:
        self.workers = workers
        self._told = [0] * len(workers)

    @property
    def nodes(self) -> int:
        """Continuable paths taken up so far."""
        return sum(worker.nodes for worker in self.workers)

    @property
    def moves(self) -> int:
        """Paths walked so far."""
        return sum(worker.moves for worker in self.workers)

    def run(self, budget: int, pool: ThreadPoolExecutor | None) -> bool:
        """Work for about `budget` paths; return whether any remain."""
        if pool is None:
            return bool(self.workers[0].run(budget))
        share = max(1, budget // len(self.workers))
        running = [pool.submit(worker.run, share) for worker in self.workers]
        remain = [awaited(each) for each in running]  # each of them ends before the band does
        return any(remain)

    def tell(self) -> None:
        """Strike of each worker what the others found; only when `run` has no work left."""
        found = [worker.n_found for worker in self.workers]
        for other, before, now in zip(self.workers, self._told, found, strict=True):
            for worker in self.workers:
                if worker is not other and now > before:
                    worker.strike(other, before, now)
        self._told = found

    @abstractmethod
    def fill(self, first: int, end: int) -> None:
        """Take up new rows of the window; `run` has no work left."""

    @abstractmethod
    def shift(self, band: int) -> None:
        """Follow the window down by a band."""

    @abstractmethod
    def begin(self, first: int, end: int) -> None:
        """Search some rows of the window next."""

    @abstractmethod
    def news(self, known: NDArray[np.bool_]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the words found that are not known yet, and the cells of the window where they end.

        By their places in the trie, as `known` has them; two workers may have found the same. Asked again it
        returns the same: Ctrl-C may come before the words are noted.
        """

    @abstractmethod
    def done(self) -> int:
        """Return how many rows of the band that is searched are done, from its first on."""


class WalkSearch(BandSearch):
    """The walk of the whole trie: a path is found with the row that it begins in.

    Parameters
    ----------
    words : Compiled
    tiles : uint8 array of shape (rows, cols)
        The window.
    rules : Rules
    threads : int
    exact : bool
        `run` takes up no more paths than its budget.
    """

    def __init__(
        self, words: Compiled, tiles: NDArray[np.uint8], rules: Rules, threads: int, exact: bool
    ) -> None:
        rows, cols = tiles.shape
        letters = np.zeros((rows + 2) * (cols + 2) + 8, dtype=np.uint32)
        self._tiles, self._cells = tiles, letters[:-8].reshape(rows + 2, cols + 2)[1:-1, 1:-1]
        self._parts: list[tuple[int, int]] = []  # rows of the window that each worker begins in, this round
        self._first, self._rounds = 0, [0]  # the band's first row, and where the rounds to come begin and end
        self._fresh = True  # no band was searched yet
        shape = (rows, cols, rules.kind, False)
        super().__init__([LargeWalk(words.large, letters, *shape, 0, 0, exact=exact) for _ in range(threads)])

    def fill(self, first: int, end: int) -> None:
        """Write letters as bits, none where there is no letter: a shift beyond the bits leaves none."""
        np.left_shift(np.uint32(1), self._tiles[first:end], out=self._cells[first:end], dtype=np.uint32)

    def shift(self, band: int) -> None:
        """Move them up."""
        self._cells[: len(self._cells) - band] = self._cells[band:]

    def begin(self, first: int, end: int) -> None:
        """Divide the rows into rounds, after each of which the workers tell each other what they found."""
        self._first = first
        self._rounds = _rounds(first, end, len(self.workers), self._tiles.shape[1], self._fresh)
        self._fresh = False
        self._deal()

    def _deal(self) -> None:
        """Give each worker its share of the rows of the next round."""
        start, end = self._rounds[:2]
        self._rounds = self._rounds[1:]
        self._parts = list(pairwise(np.linspace(start, end, len(self.workers) + 1).astype(int).tolist()))
        for worker, part in zip(self.workers, self._parts, strict=True):
            worker.continue_rows(*part)

    def run(self, budget: int, pool: ThreadPoolExecutor | None) -> bool:
        """Work for about `budget` paths; return whether any remain."""
        if super().run(budget, pool):
            return True
        if len(self._rounds) < 2:
            return False
        self.tell()
        self._deal()
        return True

    def news(self, known: NDArray[np.bool_]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the words whose marks are new."""
        places = [np.flatnonzero(worker.found() & ~known) for worker in self.workers]
        cells = [worker.last_cells(new) for worker, new in zip(self.workers, places, strict=True)]
        return np.concatenate(places), np.concatenate(cells)

    def done(self) -> int:
        """Return the rows up to the first that a worker has still to do."""
        count = self._parts[0][0] - self._first if self._parts else 0
        for worker, (first, end) in zip(self.workers, self._parts, strict=True):
            count += worker.done_rows - first
            if worker.done_rows < end:
                break
        return count


def _rounds(first: int, end: int, workers: int, cols: int, fresh: bool) -> list[int]:
    """Return where the rounds of a band begin, and its end: one for a worker alone.

    Of the first band each is twice the one before, as most words are found at its beginning; what a worker
    finds is not looked for by the others from the next round on.

    Examples
    --------
    >>> _rounds(0, 1000, 2, 1000, fresh=True), _rounds(0, 1000, 2, 1000, fresh=False)
    ([0, 17, 51, 119, 255, 527, 1000], [0, 250, 500, 750, 1000])
    >>> _rounds(0, 1000, 1, 1000, fresh=True)
    [0, 1000]
    """
    if workers == 1:
        return [first, end]
    if not fresh:
        count = max(1, min(ROUNDS, (end - first) // workers))
        even: list[int] = np.linspace(first, end, count + 1).astype(int).tolist()
        return even
    rounds, step = [first], max(workers, FIRST_CELLS // cols + 1)
    while rounds[-1] + step * 3 // 2 < end:
        rounds.append(rounds[-1] + step)
        step *= 2
    return [*rounds, end]


class SeedSearch(BandSearch):
    """The search by seeds: a path is found with the row of its centre.

    Parameters
    ----------
    tables : SeedTables
        Of `seed_tables`.
    places : int64 array
        Of each of their words, its place in the trie.
    tiles : uint8 array of shape (rows, cols)
        The window.
    rules : Rules
    threads : int
    side : int
        Columns that the window repeats at each side.
    """

    def __init__(
        self,
        tables: SeedTables,
        places: NDArray[np.int64],
        tiles: NDArray[np.uint8],
        rules: Rules,
        threads: int,
        side: int,
    ) -> None:
        super().__init__([SeedWalk(tables, tiles, rules.kind) for _ in range(threads)])
        self._places, self._side, self._cols = places, side, tiles.shape[1]

    def fill(self, first: int, end: int) -> None:
        """Do nothing: the workers read the window itself."""

    def shift(self, band: int) -> None:
        """Do nothing."""

    @property
    def n_words(self) -> int:
        """Words that are looked for."""
        return len(self._places)

    def begin(self, first: int, end: int) -> None:
        """Deal the tiles out."""
        for part, worker in enumerate(self.workers):
            worker.continue_at(first, end, self._side, self._cols - self._side, part, len(self.workers))

    def news(self, known: NDArray[np.bool_]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return what is new of all that the workers found."""
        words, cells = (np.concatenate(each) for each in zip(*(w.news(0) for w in self.workers), strict=True))
        new = ~known[self._places[words]]
        return self._places[words[new]], cells[new]

    def done(self) -> int:
        """Return 0: all rows of a band are done together."""
        return 0


def seed_tables(spelled: Spelled, board: NDArray[np.uint8], rules: Rules) -> SeedTables | None:
    """Return the tables of a search by seeds; None where words are too long or of too many letters.

    Parameters
    ----------
    spelled : Spelled
        The words.
    board : uint8 array
        Some rows, whose letters say which seeds are good.
    rules : Rules
    """
    if int(spelled.codes.max()) >= MOST_LETTERS:
        return None
    weights = np.bincount(board.ravel()[:COUNTED], minlength=256)[:MOST_LETTERS].astype(float)
    tables = seeded(spelled, weights, rules.kind)
    return tables if tables.reach <= MOST_REACH else None
