"""Searches a board that comes row by row: bands of rows, each with the rows around it that words reach."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...base import PuzzleError
from ...core.walk.large_walk import MAX_CELLS
from ..common.threads import awaited
from .band_searches import COUNTED, BandSearch, SeedSearch, WalkSearch, seed_tables
from .rows_ahead import RowsAhead
from .tables import NO_LETTER

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...core.walk.seed_walk import SeedTables
    from .row_sources import RowSource
    from .rules import Rules
    from .tables import Compiled
    from .word_seeds import Spelled

__all__ = ["Bands", "Window", "window_of"]

CELLS = 1 << 20
"""Cells of a band, where no more rows are needed."""
SEED_CELLS, SEED_ROWS = 1 << 22, 256
"""The same for seeds; rows of a tile, which bands of more than these have full."""
AT_A_TIME = 1 << 20
"""Cells that are read together."""
LEAST_ROWS = 16
"""Rows that a band has at least: each costs the search of two of the rows around it anew."""
A_CELL, A_NODE, A_WORD, QUEUE = 5, 20, 60, 2 << 20
"""Bytes of a cell of the window; of a node of the trie and of a word, of each thread; of its queue."""
SEED_WORDS, SEED_AFTER = 40_000, 1_000_000
"""Words left from which on seeds are faster, where so many cells are done."""
FEWER = 0.72
"""Seeds are chosen anew where this share of the words is left."""
MORE = 1.25
"""So many times as many words may be left where the first seeds are chosen while another band is walked."""
SEED_QUEUE, A_SEEDED = 8 << 20, 2600
"""Bytes of a thread's search by seeds: tile, arms, queue; of a word while its seed is chosen."""


@dataclass(frozen=True, slots=True)
class Window:
    """How many rows are held at a time.

    Attributes
    ----------
    margin : int
        Rows above and below a band that words which begin in it can reach.
    band : int
        Rows whose paths are walked together.
    seed_band : int
        The same once words are found by seeds; 0 where that has no room.
    cols : int
        Cells of a row, those included that a torus repeats.
    side : int
        How many of these are repeated at each side.
    memory : int
        Bytes of it, of the words and of the threads' searches.
    """

    margin: int
    band: int
    seed_band: int
    cols: int
    side: int
    memory: int


def window_of(
    source: RowSource,
    words: Compiled,
    rules: Rules,
    workers: int,
    memory: int | None,
    longest: int = 0,
    rows: int | None = None,
) -> Window:
    """Return the window for a board, or for so many rows of it.

    A torus is searched from the row on that has enough rows above it. Searches that go on, or share a board,
    must mean the same one: `longest` is that of all words.

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

    ahead = cols if workers > 1 else 0  # of each row of a band: the next band is read meanwhile

    def needed(rows: int) -> int:
        return int(fixed + A_CELL * (rows + 2 * margin + 2) * (cols + 2) + rows * ahead)

    def needed_by_seeds(rows: int) -> int:  # the rows of two windows that lie one upon the other twice
        chosen = min(trie.n_words, SEED_WORDS * (MORE if workers > 1 else 1)) * A_SEEDED
        return int(fixed + chosen + workers * SEED_QUEUE + (rows + 4 * margin) * cols + rows * ahead)

    band = max(LEAST_ROWS, CELLS // cols)
    seed_band = max(SEED_ROWS, SEED_CELLS // cols // SEED_ROWS * SEED_ROWS)
    rows = source.rows if rows is None else max(rows, 1)
    if rows is not None:
        band, seed_band = min(band, rows), min(seed_band, rows)
        if rows * source.cols <= SEED_AFTER:
            seed_band = 0
    if memory is not None:
        fits = (memory - fixed - A_CELL * (2 * margin + 2) * (cols + 2)) // (A_CELL * (cols + 2) + ahead)
        band = min(band, max(LEAST_ROWS, fits))
        if needed(band) > memory:
            least = -(-needed(band) >> 20)
            raise PuzzleError(
                f"memory of {memory >> 20:,} MiB, expected at least {least:,} MiB for these rows"
            )
        seed_band = seed_band if needed_by_seeds(seed_band) <= memory else 0
    if (band + 2 * margin + 2) * (cols + 2) > MAX_CELLS:
        raise PuzzleError(
            f"rows of {source.cols:,} cells, expected fewer: {band + 2 * margin} rows are held at a time"
        )
    most = max(needed(band), needed_by_seeds(seed_band) if seed_band else 0)
    return Window(margin, band, seed_band, cols, side, most)


class _Plan(NamedTuple):
    """Seeds for the words that are left."""

    places: NDArray[np.int64]
    """Of these words in the trie."""
    tables: SeedTables | None
    """None where seeds are not for them."""
    longest: int
    """Letters."""


class Bands:
    """A resumable search for the words of a board whose rows come one after another.

    A path is found with the band that a certain cell of it lies in: the first, or once few words are left the
    centre of their seed. The window holds that band, and as many rows above and below it as the longest word
    has letters beyond the first: no path leaves it. So what is found is what a search of the whole board
    finds.

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
    span : pair of int or None
        Rows to search, from the first to the one behind the last; None is the end of the board. Of a torus
        they are counted from the row that the search begins with.
    close : callable, optional
        Called after each band with the places of the words found in it.
    exact : bool, optional
        `run` takes up no more paths than its budget; for one worker.

    Notes
    -----
    Where the cell that decides is another one from some row on (seeds after the walk, other seeds), a path
    can have the old one below that row and the new one above it. All its cells then lie within a word's
    length of the row: these rows are searched again.

    What is found of a span are the words of all paths that begin in its rows, and some others: where centres
    decide, those of as many rows behind it as paths can reach are searched too. So spans that cover the rows
    of a board find all of its words, wherever each of them changes from the walk to seeds.

    A torus: the window repeats columns at its sides, and the first rows come again after the last. The
    search begins at the first row that has enough rows above it; the rows before that are searched last, and
    by seeds as many behind them as paths that begin there can reach.
    """

    def __init__(
        self,
        source: RowSource,
        words: Compiled,
        rules: Rules,
        window: Window,
        workers: int = 1,
        span: tuple[int, int | None] = (0, None),
        close: Callable[[Bands, NDArray[np.int64]], None] | None = None,
        exact: bool = False,
    ) -> None:
        self.window, self.words, self.close, self.threads = window, words, close, workers
        self._source, self._rules = source, rules
        self._spell: Callable[[NDArray[np.int64]], Spelled] | None = None
        self._at_once = False
        first_row, self._end = span
        around = window.margin * (2 if rules.wrap else 1)  # no path that begins before the end goes further
        last = None if self._end is None else self._end + around
        self._rows = RowsAhead(source, 3 * window.margin if rules.wrap else 0, last)
        n_words = words.words.trie.n_words
        self.found = np.zeros(n_words, dtype=bool)
        self.end_rows, self.end_cols = np.zeros(n_words, np.int64), np.zeros(n_words, np.int64)
        """By place in the trie: the cell where a path of the word ends; rows as they are read."""
        self.band = window.band
        """Rows that are searched together at present."""
        self.tiles = np.full((self.band + 2 * window.margin, window.cols), NO_LETTER, dtype=np.uint8)
        self.search: BandSearch = WalkSearch(words, self.tiles, rules, workers, exact)
        self._left = n_words  # to find, when seeds were last thought of
        self._left_out: list[int] = []
        self._pool: ThreadPoolExecutor | None = None
        self._plan: Future[_Plan] | None = None  # that is being made for the next band but one
        self._first = self._walks = self._done = first_row  # of the search; up to which all paths are walked
        self.top = (window.margin if rules.wrap else 0) + first_row
        """The row of reading that the band begins with."""
        self._nodes = self._moves = 0  # of searches before this one
        self._again = 0  # rows above the band that are searched with it
        self._walked, self._begun, self._ended, self._whole = 0, False, False, False

    @property
    def nodes(self) -> int:
        """Continuable paths taken up so far."""
        return self._nodes + self.search.nodes

    @property
    def moves(self) -> int:
        """Paths walked so far."""
        return self._moves + self.search.moves

    @property
    def done_rows(self) -> int:
        """Rows from which all paths are found, those before the span among them."""
        rows, done = self._last_row(), self._done
        if isinstance(self.search, SeedSearch) and not self._whole:  # their centres may be further down
            done = max(done - self.window.margin, self._walks)
        return done if rows is None else min(done, rows)

    def leave_out(self, codes: list[int]) -> None:
        """Take cells with these letters for holes."""
        self._left_out = codes

    def use_seeds(self, spell: Callable[[NDArray[np.int64]], Spelled], *, others_found: bool = False) -> None:
        """Search by seeds once few words are left; `spell` returns the letters of words by their places.

        At once where `others_found` says that words were found before, so that those left are rare.
        """
        if self.window.seed_band:
            self._spell = spell
            few = len(self.found) <= SEED_WORDS and self.window.seed_band >= self.band
            self._at_once = others_found and few

    def use(self, pool: ThreadPoolExecutor | None) -> None:
        """Take the threads to search with, and two more to read and to plan; None for one worker."""
        self._pool = pool

    def stop(self) -> None:
        """Let threads end soon."""
        self._rows.stop()

    def run(self, budget: int) -> bool:
        """Work for about `budget` paths; return whether rows remain."""
        if not self._walked and not self._open():
            return False
        if self.search.run(budget, self._pool, self._plan):
            return True
        self._shut()
        return not self.found.all()

    def _open(self) -> bool:
        """Read the rows of the next band; return whether there is one."""
        margin = self.window.margin
        if self._ended:
            return False
        if not self._begun:
            self._rows.skip(max(self.top - margin, 0))
            missing = max(margin - self.top, 0)  # above the first row there is nothing
            self._fill(missing)
            self._begun = True
            if self._at_once and self._use_seeds(self._planned(*self._to_plan()), self.tiles):
                self._fill(self.window.band + 2 * margin)
        walked = self._start_rows()
        if not walked:
            self._ended = self._whole = True
            return False
        self.search.begin(margin - self._again, margin + walked)
        self._again = 0
        if self._pool is not None:
            self._rows.look_ahead(self.band, max(1, AT_A_TIME // self.window.cols), self._pool)
        self._walked = walked  # last: Ctrl-C may come between, and `note` counts what a band has walked
        return True

    def _start_rows(self) -> int:
        """Return how many rows of the band there are."""
        rows, board = self._last_row(), self._source.rows
        if rows is None:
            return self.band
        if isinstance(self.search, SeedSearch) and (self._rules.wrap or board is None or rows < board):
            rows += self.window.margin
        return max(min(self.band, rows - self._done), 0)

    def _last_row(self) -> int | None:
        """Return the row behind the last of the span; None where it is not known yet."""
        return self._source.rows if self._end is None else self._end

    def _fill(self, first: int) -> None:
        """Read rows into the window from its row `first` on; beyond the last there is nothing."""
        window, side, rows = self.window, self.window.side, len(self.tiles)
        step = max(1, AT_A_TIME // window.cols)
        while first < rows:
            part = self._rows.read(min(step, rows - first))
            if self._left_out:
                part = np.where(np.isin(part, self._left_out), np.uint8(NO_LETTER), part)
            end = first + len(part)
            self.tiles[first:end, side : window.cols - side] = part
            if side:
                self.tiles[first:end, :side] = part[:, -side:]
                self.tiles[first:end, window.cols - side :] = part[:, :side]
            if first == end:
                self.tiles[end:] = NO_LETTER
                end = rows
            self.search.fill(first, end)
            first = end

    def _shut(self) -> None:
        """Note what the band had, and make room for the next."""
        new = self._note()
        walked, self._walked = self._walked, 0
        self._done += walked
        self._ended = self._whole = walked < self.band
        if self.close is not None:
            self.close(self, new)
        if self._ended:
            return
        self.top += self.band
        plan = self._next_plan()
        if plan is None or not self._use_seeds(plan, self.tiles[self.band :]):
            self.tiles[: 2 * self.window.margin] = self.tiles[self.band :]
            self.search.shift(self.band)
        self._fill(2 * self.window.margin)

    def _next_plan(self) -> _Plan | None:
        """Return seeds for the words that are left, where these are due: at first, or others than so far.

        With threads they are chosen while the next band is searched as the one before was: they are due where
        few enough words will be left after that band, as far as one can tell by this one.
        """
        before, self._left = self._left, len(self.found) - int(self.found.sum())
        left = self._left
        if self._plan is not None:
            plan, self._plan = self._plan, None
            return awaited(plan)
        if self._spell is None or not left:
            return None
        few = SEED_WORDS
        if isinstance(self.search, SeedSearch):
            few = int(FEWER * self.search.n_words)
        elif (self._done - self._first) * self.window.cols < SEED_AFTER:
            return None
        if self._pool is None:
            return self._planned(*self._to_plan()) if left <= few else None
        rows = self._last_row()
        others_follow = rows is None or self._done + self.band < rows
        if others_follow and left <= MORE * few and left * left <= few * before:
            self._plan = self._pool.submit(self._planned, *self._to_plan())
        return None

    def _to_plan(self) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
        """Return the words that are left, by their places, and cells that say how often each letter comes."""
        return np.flatnonzero(~self.found), self.tiles.ravel()[:COUNTED].copy()

    def _planned(self, places: NDArray[np.int64], cells: NDArray[np.uint8]) -> _Plan:
        """Choose seeds."""
        assert self._spell is not None
        spelled = self._spell(places)
        return _Plan(places, seed_tables(spelled, cells, self._rules), int(spelled.lengths.max()))

    def _use_seeds(self, plan: _Plan, rows: NDArray[np.uint8]) -> bool:
        """Search the next bands by seeds; return whether these can be.

        The window begins with some rows that were read already.
        """
        if plan.tables is None:
            self._spell = None
            return False
        tiles, window = self.tiles, self.window
        if self.band != window.seed_band:
            shape = window.seed_band + 2 * window.margin, window.cols
            tiles = np.full(shape, NO_LETTER, dtype=np.uint8)
        tiles[: len(rows)] = rows
        self._nodes, self._moves = self.nodes, self.moves
        if not isinstance(self.search, SeedSearch):
            self._walks = self._done
        found = np.flatnonzero(self.found[plan.places])
        self.search = SeedSearch(
            plan.tables, plan.places, tiles, self._rules, self.threads, window.side, found
        )
        self.tiles, self.band = tiles, window.seed_band
        self._again = min(plan.longest - 1, window.margin)
        return True

    def _note(self) -> NDArray[np.int64]:
        """Note the words that were found since the last time, and return their places."""
        places, cells = self.search.news(self.found)
        self.end_rows[places] = self.top - self.window.margin + cells // self.window.cols
        self.end_cols[places] = cells % self.window.cols - self.window.side
        self.found[places] = True  # last, as Ctrl-C may come between
        return places

    def note(self) -> None:
        """Note what was found in a band that was not finished, and its rows that are done."""
        if self._walked:
            self._note()
            self._done += self.search.done()
        self._walked, self._ended = 0, True
