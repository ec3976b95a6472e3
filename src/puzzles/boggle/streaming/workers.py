"""Search a window of rows on several threads: all words from every cell, or few words from seeds."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from typing import TYPE_CHECKING, Any

import numpy as np

from ....core.walk.boggle_large import LargeWalk
from ....core.walk.boggle_seeds import MOST_LETTERS, SeedTables, SeedWalk
from ....search.threads import threads_of, wait_interruptibly
from .seeds import Spelled, seeded

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..kernel_cache import CompiledLexicon
    from ..rules import Rules

    Places = NDArray[np.int64]

MOST_REACH = 128  # letters of a word at a side of its centre: tiles must be wide enough
PART_CELLS = 1 << 12  # that a worker takes at a time, where that is a row at least
PIECE, WAIT = 1 << 17, 0.02  # paths that one of several workers walks at a time; seconds to wait for them
TILE_ROWS = 256  # of a tile; for several workers a quarter of these at the end of a band
COUNTED = 1 << 20  # cells that give the frequencies of letters


class BandSearch(ABC):
    """A resumable search of a window, by one worker per thread; what one finds the others skip.

    A band is divided into parts, which the workers that are free take in order: they wait for each other only
    at the end of the band. Before a part a worker strikes what the others have found so far, all of it in
    earlier parts. Which worker has which part depends on time, and so does the number of paths walked; a word
    that several found has the end in the first of their parts. Several workers continue without `run`, until
    the band is done.

    `make` returns a kernel, and `start` begins a part with one; kernels share their tables. `places` are
    those of their words in the trie, where they number them in another way.
    """

    def __init__(
        self, make: Callable[[], Any], count: int, start: Callable[..., None], places: Places | None = None
    ) -> None:
        if count == 1:
            workers = [make()]
        else:  # at the same time: most of that is memory that is new to the process
            with threads_of(count) as pool:
                workers = [future.result() for future in [pool.submit(make) for _ in range(count)]]
        self.workers, self._start, self._places = workers, start, places
        self._parts: list[tuple[int, ...]] = []  # of this band: rows, of tiles columns too
        self._free: deque[int] = deque()  # parts that no worker has taken
        self._has: list[int | None] = [None] * len(workers)  # the part of each worker
        # Of each worker the parts that it has done with the number of its words by then; the number of its
        # words before this band; how many words of each other it has struck.
        self._ends: list[list[tuple[int, int]]] = [[] for _ in workers]
        self._before = [0] * len(workers)
        self._struck = [[0] * len(workers) for _ in workers]
        self._running: list[Future[None]] = []
        self._stopped = False

    @property
    def nodes(self) -> int:
        """Continuable paths taken up so far."""
        return sum(worker.nodes for worker in self.workers)

    @property
    def moves(self) -> int:
        """Paths walked so far."""
        return sum(worker.moves for worker in self.workers)

    def run(self, budget: int, pool: ThreadPoolExecutor | None) -> bool:
        """Work for about `budget` paths, with a pool for 20 ms; return whether any remain."""
        if pool is None:
            self._advance(0, budget)
            return self._remains()
        if not self._running:
            self._stopped = False
            self._running = [pool.submit(self._work, number) for number in range(len(self.workers))]
        done, left = wait(self._running, WAIT, FIRST_EXCEPTION)
        for each in done:
            each.result()
        if not left:
            self._running = []
        return bool(left) or self._remains()

    def stop(self) -> None:
        """Make the workers pause."""
        self._stopped = True

    def rest(self) -> None:
        """Wait until the workers pause; `run` continues."""
        self.stop()
        wait(self._running)
        self._running = []

    def _remains(self) -> bool:
        return bool(self._free) or any(part is not None for part in self._has)

    def _work(self, number: int) -> None:
        """Do parts with a worker until none is left."""
        while not self._stopped and self._advance(number, PIECE):
            pass

    def _advance(self, number: int, budget: int) -> bool:
        """Walk about `budget` paths of a worker's part, or of the next one; return whether there is one."""
        worker, part = self.workers[number], self._has[number]
        if part is None:
            # Read first: all of it is in parts before the one that is taken next.
            found = [other.n_found for other in self.workers]
            try:
                part = self._free.popleft()
            except IndexError:
                return False
            struck = self._struck[number]
            for other, now in enumerate(found):
                if other != number and now > struck[other]:
                    worker.strike(self.workers[other], struck[other], now)
                    struck[other] = now
            self._start(worker, *self._parts[part])
            self._has[number] = part
        if not worker.run(budget):
            self._ends[number].append((part, worker.n_found))
            self._has[number] = None
        return True

    def _deal(self, parts: Iterable[tuple[int, ...]]) -> None:
        """Offer the parts of a band to the workers; forget those of the band before."""
        self._before = [worker.n_found for worker in self.workers]
        self._ends = [[] for _ in self.workers]
        self._parts = [part for part in parts if part[0] < part[1]]
        self._free.extend(range(len(self._parts)))

    def news(self, known: NDArray[np.bool_], pool: ThreadPoolExecutor | None = None) -> tuple[Places, Places]:
        """Return the words of this band that are not known yet, and the cells of the window where they end.

        Words are places in the trie, as in `known`. A second call returns the same: Ctrl-C may come before
        the words are noted.
        """
        calls = [(worker.news, before) for worker, before in zip(self.workers, self._before, strict=True)]
        if pool is None:
            news = [call(before) for call, before in calls]
        else:
            futures = [pool.submit(call, before) for call, before in calls]
            news = [wait_interruptibly(each) for each in futures]
        found = [words if self._places is None else self._places[words] for words, _ in news]
        new = [~known[its] for its in found]
        if len(news) > 1:
            parts = [self._parts_of(number, len(its)) for number, its in enumerate(found)]
            first = np.full(len(known), len(self._parts), dtype=np.int32)
            for its, part in zip(found, parts, strict=True):  # one worker finds a word once
                first[its] = np.minimum(first[its], part)
            for mine, its, part in zip(new, found, parts, strict=True):
                mine &= part == first[its]
        places = [its[mine] for its, mine in zip(found, new, strict=True)]
        cells = [where[mine] for (_, where), mine in zip(news, new, strict=True)]
        return (places[0], cells[0]) if len(news) == 1 else (np.concatenate(places), np.concatenate(cells))

    def _parts_of(self, number: int, count: int) -> NDArray[np.int32]:
        """Return the part in which a worker found each of its `count` words of this band."""
        part, ends, before = self._has[number], self._ends[number], self._before[number]
        last = len(self._parts) - 1 if part is None else part  # without one it has found nothing since
        over = np.array([0, *(by_then - before for _, by_then in ends), count])
        parts = np.array([*(part for part, _ in ends), last], dtype=np.int32)
        return np.repeat(parts, np.diff(np.minimum(over, count)))

    @abstractmethod
    def follow(self, tiles: NDArray[np.uint8], kept: int = 0) -> None:
        """Move to the next window, as large as the last one, whose last `kept` rows are its first ones."""

    @abstractmethod
    def begin(self, first: int, end: int) -> None:
        """Begin a band: some rows of the window."""

    def done(self) -> int:
        """Return how many rows of the band are done, from its first on; 0 where only all together are."""
        return 0


class WalkSearch(BandSearch):
    """The walk of the whole trie: a path is found with the row that it begins in.

    With `exact` the one worker takes up no more paths than its budget.
    """

    def __init__(
        self, words: CompiledLexicon, tiles: NDArray[np.uint8], rules: Rules, threads: int, exact: bool
    ) -> None:
        rows, cols = tiles.shape
        letters = np.zeros((rows + 2) * (cols + 2) + 8, dtype=np.uint32)
        self._cells = letters[:-8].reshape(rows + 2, cols + 2)[1:-1, 1:-1]
        self._first = 0  # row of the band
        shape = (rows, cols, rules.kind, False)
        super().__init__(
            lambda: LargeWalk(words.large, letters, *shape, 0, 0, exact=exact),
            threads,
            LargeWalk.continue_rows,
        )

    def follow(self, tiles: NDArray[np.uint8], kept: int = 0) -> None:
        """Write letters as bits, none where there is no letter: a shift beyond the bits leaves none."""
        self._cells[:kept] = self._cells[len(tiles) - kept :]
        np.left_shift(np.uint32(1), tiles[kept:], out=self._cells[kept:], dtype=np.uint32)

    def begin(self, first: int, end: int) -> None:
        """Divide the rows."""
        self._first = first
        step = end - first if len(self.workers) == 1 else max(1, PART_CELLS // self._cells.shape[1])
        self._deal((row, min(row + step, end)) for row in range(first, end, max(1, step)))

    def done(self) -> int:
        """Return the rows before the first that a worker has still to do."""
        over = {part for ends in self._ends for part, _ in ends}
        part = next((part for part in range(len(self._parts)) if part not in over), None)
        if part is None:
            return self._parts[-1][1] - self._first if self._parts else 0
        row = self._parts[part][0]
        for worker, its in zip(self.workers, self._has, strict=True):
            if its == part:
                row = max(row, worker.done_rows)
        return row - self._first


class SeedSearch(BandSearch):
    """The search by seeds: a path is found with the row of its centre.

    `places` are those of the words of `tables` in the trie; the window repeats `side` columns at each side.
    """

    def __init__(
        self,
        tables: SeedTables,
        places: Places,
        tiles: NDArray[np.uint8],
        rules: Rules,
        threads: int,
        side: int,
    ) -> None:
        super().__init__(
            lambda: SeedWalk(tables, tiles, rules.kind, TILE_ROWS), threads, SeedWalk.continue_at, places
        )
        self._side, self._cols = side, tiles.shape[1]
        self.n_words = len(places)
        """Words that are searched for."""

    def follow(self, tiles: NDArray[np.uint8], kept: int = 0) -> None:
        """Make the workers read that window."""
        for worker in self.workers:
            worker.look_at(tiles)

    def begin(self, first: int, end: int) -> None:
        """Divide the rows into tiles; the last ones in quarters, as workers wait for each other then."""
        left, right, count = self._side, self._cols - self._side, len(self.workers)
        if count == 1:
            self._deal([(first, end, left, right)])
            return
        tiles = list(_tiles((first, end, left, right), TILE_ROWS, self.workers[0].tile_cols))
        whole = max(0, len(tiles) - 2 * count)
        small = (part for tile in tiles[whole:] for part in _tiles(tile, TILE_ROWS // 4, tile[3] - tile[2]))
        self._deal([*tiles[:whole], *small])


def _tiles(where: tuple[int, int, int, int], rows: int, cols: int) -> Iterator[tuple[int, int, int, int]]:
    """Divide some rows and columns into tiles of at most `rows` and `cols`."""
    first, end, left, right = where
    for row in range(first, end, rows):
        for col in range(left, right, cols):
            yield row, min(row + rows, end), col, min(col + cols, right)


def are_fit(spelled: Spelled) -> bool:
    """Return whether words fit the search by any seeds: words are short, of few letters."""
    return int(spelled.codes.max()) < MOST_LETTERS and int(spelled.lengths.max()) - 1 <= MOST_REACH


def seed_tables(
    spelled: Spelled, board: NDArray[np.uint8], rules: Rules, pool: ThreadPoolExecutor | None = None
) -> SeedTables | None:
    """Return the tables of a search by seeds; None where words are too long or of too many letters.

    Letters are counted in some rows of the board, and seeds are chosen on the threads of the pool.
    """
    if int(spelled.codes.max()) >= MOST_LETTERS:
        return None
    weights = np.bincount(board.ravel()[:COUNTED], minlength=256)[:MOST_LETTERS].astype(float)
    tables = seeded(spelled, weights, rules.kind, pool)
    return tables if tables.reach <= MOST_REACH else None
