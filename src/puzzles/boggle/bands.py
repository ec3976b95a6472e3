"""Searches a board that comes row by row: bands of rows, each with the rows around it that words reach."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from ...base import PuzzleError
from ...core.walk.large_walk import MAX_CELLS, LargeWalk
from ..common.threads import awaited
from .tables import NO_LETTER

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .row_sources import RowSource
    from .rules import Rules
    from .tables import Compiled

__all__ = ["Bands", "Window", "window_of"]

CELLS = 1 << 24
"""Cells of a window, where no more rows are needed."""
AT_A_TIME = 1 << 20
"""Cells that are read together."""
LEAST_ROWS = 16
"""Rows that a band has at least: each costs the search of two of the rows around it anew."""
A_CELL, A_NODE, A_WORD, QUEUE = 5, 20, 60, 2 << 20
"""Bytes of a cell of the window; of a node of the trie and of a word, of each thread; of its queue."""


@dataclass(frozen=True, slots=True)
class Window:
    """How many rows are held at a time.

    Attributes
    ----------
    margin : int
        Rows above and below a band that words which begin in it can reach.
    band : int
        Rows whose paths are walked together.
    cols : int
        Cells of a row, those included that a torus repeats.
    side : int
        How many of these are repeated at each side.
    memory : int
        Bytes of it, of the words and of the threads' searches.
    """

    margin: int
    band: int
    cols: int
    side: int
    memory: int

    @property
    def rows(self) -> int:
        """Rows held."""
        return self.band + 2 * self.margin


def window_of(
    source: RowSource, words: Compiled, rules: Rules, workers: int, memory: int | None, longest: int = 0
) -> Window:
    """Return the window for a board; `longest` is that of words that were looked for before, if longer.

    A torus is searched from the row on that has enough rows above it: one that goes on must mean the same.

    Raises
    ------
    PuzzleError
        Rows too long to hold as many as the longest word needs, in `memory` where that is given; a torus
        smaller than that word.
    """
    longest = max(int(words.words.lengths.max()), longest if rules.wrap else 0)
    margin = longest - 1
    if rules.wrap and min(source.cols, source.cols if source.rows is None else source.rows) < longest:
        size = f"{'?' if source.rows is None else source.rows}x{source.cols}"
        raise PuzzleError(
            f"a torus of {size}, expected at least {longest}x{longest} for words of {longest} letters"
        )
    side = margin if rules.wrap else 0
    cols = source.cols + 2 * side
    trie = words.words.trie
    fixed = workers * (trie.nodes.shape[0] * A_NODE + trie.n_words * A_WORD + QUEUE)

    def needed(rows: int) -> int:
        return int(fixed + A_CELL * (rows + 2) * (cols + 2))

    most = CELLS if source.rows is not None else CELLS // 4  # what is not known to be large may be small
    band = max(LEAST_ROWS, most // cols - 2 * margin)
    if source.rows is not None:
        band = min(band, source.rows)
    if memory is not None:
        band = min(band, max(LEAST_ROWS, (memory - fixed) // (A_CELL * (cols + 2)) - 2 * margin - 2))
        if needed(band + 2 * margin) > memory:
            least = -(-needed(band + 2 * margin) >> 20)
            raise PuzzleError(
                f"memory of {memory >> 20:,} MiB, expected at least {least:,} MiB for these rows"
            )
    if (band + 2 * margin + 2) * (cols + 2) > MAX_CELLS:
        raise PuzzleError(
            f"rows of {source.cols:,} cells, expected fewer: {band + 2 * margin} rows are held at a time"
        )
    return Window(margin, band, cols, side, needed(band + 2 * margin))


class _Rows:
    """The rows of a source one after another; of a torus the first ones come again after the last."""

    def __init__(self, source: RowSource, again: int) -> None:
        self._source, self._again = source, again
        self._first: list[NDArray[np.uint8]] = []
        self._kept, self._place = 0, 0

    def read(self, count: int) -> NDArray[np.uint8]:
        """Return the next rows, fewer at the end."""
        part = self._source.read(count)
        self._keep(part)
        missing = count - len(part)
        if not missing or not self._again:
            return part
        first = np.concatenate(self._first)
        places = np.arange(self._place, min(self._place + missing, self._again))
        self._place += len(places)
        return np.concatenate([part, first[places % len(first)]])

    def skip(self, count: int) -> None:
        """Leave out the next rows."""
        if self._again:  # those that come again are to be kept
            count -= len(self.read(min(count, self._again)))
        self._source.skip(count)

    def _keep(self, part: NDArray[np.uint8]) -> None:
        if self._kept < self._again and len(part):
            piece = part[: self._again - self._kept].copy()
            self._first.append(piece)
            self._kept += len(piece)


class Bands:
    """A resumable search for the words of a board whose rows come one after another.

    A path is walked with the band that its first cell lies in. The window holds that band, and as many rows
    above and below it as the longest word has letters beyond the first: no path leaves it. So what is found
    is what a search of the whole board finds.

    Parameters
    ----------
    source : RowSource
        The rows.
    words : Compiled
        The words to look for.
    rules : Rules
    window : Window
        Of `window_of`.
    workers : int
        Threads.
    first_row : int
        The first row of the search, for one that goes on.
    close : callable, optional
        Called after each band with the places of the words found in it.
    exact : bool, optional
        `run` takes up no more paths than its budget; for one worker.

    Notes
    -----
    A torus: the window repeats columns at its sides, and the first rows come again after the last. The search
    then begins at the first row that has enough rows above it; the rows before that are searched last.
    """

    def __init__(
        self,
        source: RowSource,
        words: Compiled,
        rules: Rules,
        window: Window,
        workers: int = 1,
        first_row: int = 0,
        close: Callable[[Bands, NDArray[np.int64]], None] | None = None,
        exact: bool = False,
    ) -> None:
        self.window, self.words, self.close = window, words, close
        self._source, self._wrap = source, rules.wrap
        self._rows = _Rows(source, 2 * window.margin if rules.wrap else 0)
        n_words = words.words.trie.n_words
        self.found = np.zeros(n_words, dtype=bool)
        self.end_rows, self.end_cols = np.zeros(n_words, np.int64), np.zeros(n_words, np.int64)
        """By place in the trie: the cell where a path of the word ends; rows as they are read."""
        self.tiles = np.full((window.rows, window.cols), NO_LETTER, dtype=np.uint8)
        letters = np.zeros((window.rows + 2) * (window.cols + 2) + 8, dtype=np.uint32)
        self._cells = letters[:-8].reshape(window.rows + 2, window.cols + 2)[1:-1, 1:-1]
        self._bits = np.zeros(256, dtype=np.uint32)
        self._bits[: min(32, NO_LETTER)] = np.uint32(1) << np.arange(32, dtype=np.uint32)
        shape = (window.rows, window.cols, rules.kind, False)
        self.walks = [LargeWalk(words.large, letters, *shape, 0, 0, exact=exact) for _ in range(workers)]
        self._news: list[tuple[LargeWalk, int, int]] = []
        self._known = [0] * workers
        self._parts: list[tuple[int, int]] = []  # rows of the window that each search begins in
        self._pool: ThreadPoolExecutor | None = None
        first = window.margin if rules.wrap else 0
        self.done_rows = first_row
        """Rows whose paths are walked."""
        self.top = first + first_row
        """The row of reading that the band begins with."""
        self._walked, self._begun, self._ended = 0, False, False

    @property
    def nodes(self) -> int:
        """Continuable paths taken up so far."""
        return sum(walk.nodes for walk in self.walks)

    @property
    def moves(self) -> int:
        """Paths walked so far."""
        return sum(walk.moves for walk in self.walks)

    def leave_out(self, codes: list[int]) -> None:
        """Take cells with these letters for holes."""
        self._bits[codes] = 0

    def use(self, pool: ThreadPoolExecutor | None) -> None:
        """Take the threads to search with, where there is more than one worker."""
        self._pool = pool

    def run(self, budget: int) -> bool:
        """Work for about `budget` paths; return whether rows remain."""
        if not self._walked and not self._open():
            return False
        if self._walk(budget):
            return True
        self._shut()
        return not self.found.all()

    def _walk(self, budget: int) -> bool:
        if self._pool is None:
            return self.walks[0].run(budget)
        share = max(1, budget // len(self.walks))
        running = [self._pool.submit(walk.run, share) for walk in self.walks]
        remain = [awaited(each) for each in running]  # each of them ends before the band does
        return any(remain)

    def _open(self) -> bool:
        """Read the rows of the next band; return whether there is one."""
        window = self.window
        if self._ended:
            return False
        if not self._begun:
            self._rows.skip(max(self.top - window.margin, 0))
            missing = max(window.margin - self.top, 0)  # above the first row there is nothing
            self._fill(missing)
            self._begun = True
        walked = self._start_rows()
        if not walked:
            self._ended = True
            return False
        for other, before, now in self._news:
            for walk in self.walks:
                if walk is not other:
                    walk.strike(other, before, now)
        parts = np.linspace(0, walked, len(self.walks) + 1).astype(int) + window.margin
        self._parts = list(pairwise(parts.tolist()))
        for walk, (first, end) in zip(self.walks, self._parts, strict=True):
            walk.continue_rows(first, end)
        self._walked = walked  # last: Ctrl-C may come between, and `note` counts what a band has walked
        return True

    def _start_rows(self) -> int:
        """Return how many rows of the band there are."""
        rows = self._source.rows
        if rows is None:
            return self.window.band
        return max(min(self.window.band, rows - self.done_rows), 0)

    def _fill(self, first: int) -> None:
        """Read rows into the window from its row `first` on; beyond the last there is nothing."""
        window, side = self.window, self.window.side
        step = max(1, AT_A_TIME // window.cols)
        while first < window.rows:
            part = self._rows.read(min(step, window.rows - first))
            end = first + len(part)
            self.tiles[first:end, side : window.cols - side] = part
            if side:
                self.tiles[first:end, :side] = part[:, -side:]
                self.tiles[first:end, window.cols - side :] = part[:, :side]
            if first == end:
                self.tiles[end:], self._cells[end:] = NO_LETTER, 0
                return
            self._cells[first:end] = self._bits[self.tiles[first:end]]
            first = end

    def _shut(self) -> None:
        """Note what the band had, and make room for the next."""
        window = self.window
        new = [self._note(walk) for walk in self.walks]
        walked, self._walked = self._walked, 0
        self.done_rows += walked
        if self.close is not None:
            self.close(self, np.concatenate(new))
        found = [walk.n_found for walk in self.walks]
        self._news = list(zip(self.walks, self._known, found, strict=True)) if len(found) > 1 else []
        self._known = found
        if walked < window.band:
            self._ended = True
        else:
            self.top += window.band
            self.tiles[: 2 * window.margin] = self.tiles[window.band :]
            self._cells[: 2 * window.margin] = self._cells[window.band :]
            self._fill(2 * window.margin)

    def _note(self, walk: LargeWalk) -> NDArray[np.int64]:
        """Note the words that a search has found since it was last asked, and return their places."""
        places = np.flatnonzero(walk.found() & ~self.found)
        cells = walk.last_cells(places)
        self.end_rows[places] = self.top - self.window.margin + cells // self.window.cols
        self.end_cols[places] = cells % self.window.cols - self.window.side
        self.found[places] = True  # last, as Ctrl-C may come between
        return places

    def note(self) -> None:
        """Note what was found in a band that was not finished, and its rows that are done."""
        for walk in self.walks:
            self._note(walk)
        for walk, (first, end) in zip(self.walks, self._parts if self._walked else (), strict=False):
            self.done_rows += walk.done_rows - first
            if walk.done_rows < end:
                break
        self._walked, self._ended = 0, True
