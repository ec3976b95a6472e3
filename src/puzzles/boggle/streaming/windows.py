"""Search a board whose rows come in order: bands of rows, each with the rows around it that words reach."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ....base import PuzzleError
from ....core.walk.boggle_large import MAX_CELLS
from ....search.threads import wait_interruptibly
from ..kernel_cache import NO_LETTER
from .row_readers import CyclicRows
from .workers import BandSearch, SeedSearch, WalkSearch, are_fit, seed_tables

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor

    from numpy.typing import NDArray

    from ..kernel_cache import CompiledLexicon
    from ..rules import Rules
    from .row_readers import RowSource
    from .seeds import Spelled

CELLS = 1 << 20  # of a band, where no more rows are needed
SEED_CELLS, SEED_ROWS = 1 << 23, 256  # the same for seeds; rows of a tile: bands of more have them full
AT_A_TIME = 1 << 20  # cells that are read together
LEAST_ROWS = 16  # of a band: each costs the search of two of the rows around it again
A_CELL, A_NODE, A_WORD = 5, 20, 60  # bytes of a cell of the window; for each thread of a node and of a word
QUEUE, SEED_QUEUE = 2 << 20, 8 << 20  # bytes of a thread's search, by seeds with tile and arms
A_SEEDED = 1600  # bytes of a word while its seed is chosen
SEED_WORDS, SEED_AFTER = 40_000, 1_000_000  # words left from which on seeds are faster, after that many cells
FEWER = 0.72  # seeds are chosen again where this share of the words is left


@dataclass(frozen=True, slots=True)
class Window:
    """How many rows are held at a time."""

    margin: int
    """Rows above and below a band that words which begin in it can reach."""
    band: int
    """Rows whose paths are walked together."""
    seed_band: int
    """The same for the search by seeds; 0 where there is no memory for it."""
    cols: int
    """Cells of a row, those included that a torus repeats."""
    side: int
    """How many of these are repeated at each side."""
    memory: int
    """Bytes of it, of the words and of the threads' searches."""


def window_of(
    source: RowSource,
    words: CompiledLexicon,
    rules: Rules,
    workers: int,
    memory: int | None,
    longest: int = 0,
    rows: int | None = None,
) -> Window:
    """Return the window for a board, or for `rows` of its rows; PuzzleError where these are too long.

    A torus is searched from the row on that has enough rows above it. Searches that continue, or share a
    board, must begin at the same one: `longest` is the length of the longest of all words.
    """
    longest = max(int(words.words.lengths.max()), longest if rules.wrap else 0)
    margin = longest - 1
    if rules.wrap and min(source.cols, source.cols if source.rows is None else source.rows) < longest:
        size = f"{'?' if source.rows is None else source.rows}x{source.cols}"
        wrong = f"a torus of {size}, expected at least {longest}x{longest} for words of {longest} letters"
        raise PuzzleError(wrong)
    side = margin if rules.wrap else 0
    cols = source.cols + 2 * side
    trie = words.words.trie
    fixed = workers * (trie.nodes.shape[0] * A_NODE + trie.n_words * A_WORD + QUEUE)
    ahead = cols if workers > 1 else 0  # of each row: the next window is read meanwhile

    def needed(rows: int) -> int:
        return int(fixed + A_CELL * (rows + 2 * margin + 2) * (cols + 2) + (rows + 2 * margin) * ahead)

    def needed_by_seeds(rows: int) -> int:  # the rows that two windows share twice
        chosen = min(trie.n_words, SEED_WORDS) * A_SEEDED
        windows = (rows + 4 * margin) * cols + (rows + 2 * margin) * ahead
        return int(fixed + chosen + workers * SEED_QUEUE + windows)

    band = max(LEAST_ROWS, CELLS // cols)
    seed_band = max(SEED_ROWS, SEED_CELLS // cols // SEED_ROWS * SEED_ROWS)
    rows = source.rows if rows is None else max(rows, 1)
    if rows is not None:
        band, seed_band = min(band, rows), min(seed_band, rows)
        if rows * source.cols <= SEED_AFTER:
            seed_band = 0
    if memory is not None:
        fits = (memory - needed(0)) // (A_CELL * (cols + 2) + ahead)
        band = min(band, max(LEAST_ROWS, fits))
        if needed(band) > memory:
            least = f"at least {-(-needed(band) >> 20):,} MiB for these rows"
            raise PuzzleError(f"memory of {memory >> 20:,} MiB, expected {least}")
        seed_band = seed_band if needed_by_seeds(seed_band) <= memory else 0
    band = min(band, seed_band) or band
    if (band + 2 * margin + 2) * (cols + 2) > MAX_CELLS:
        held = f"{band + 2 * margin} rows are held at a time"
        raise PuzzleError(f"rows of {source.cols:,} cells, expected fewer: {held}")
    most = max(needed(band), needed_by_seeds(seed_band) if seed_band else 0)
    return Window(margin, band, seed_band, cols, side, most)


class Bands:
    """A resumable search for the words of a board whose rows come in order.

    A path is found with the band that one of its cells lies in: the first, or for seeds the centre of its
    seed. The window holds that band, and as many rows above and below it as the longest word has letters
    beyond the first, so that no path leaves it: the words are those of a search of the whole board.

    Where that cell is another one from some row on (seeds after the walk, other seeds), a path can have the
    old one below that row and the new one above it. All its cells then lie within a word's length of the row:
    these rows are searched again.

    The words of a span, rows from the first to the one behind the last, are those of all paths that begin in
    it, and some others: for seeds as many rows behind it as paths can reach are searched too. So spans that
    cover the board find all of its words, wherever each changes from the walk to seeds.

    A torus: the window repeats columns at its sides, and the first rows come again after the last. The search
    begins at the first row with enough rows above it, from which the rows of a span are counted.

    With `exact` the one worker takes up no more paths than the budget of `run`.
    """

    def __init__(
        self,
        source: RowSource,
        words: CompiledLexicon,
        rules: Rules,
        window: Window,
        workers: int = 1,
        span: tuple[int, int | None] = (0, None),
        exact: bool = False,
    ) -> None:
        self.window, self.words, self.threads = window, words, workers
        self.close: Callable[[], None] | None = None
        """Called after each band."""
        self.trace: Callable[[Bands, NDArray[np.int64]], Iterator[None]] | None = None
        """Given the places of the words found in a band, walks the paths of some of them at a time."""
        self._tracing: Iterator[None] | None = None
        self._source, self._rules = source, rules
        self._spell: Callable[[NDArray[np.int64]], Spelled] | None = None
        self._at_once = False
        first_row, self._end = span
        around = window.margin * (2 if rules.wrap else 1)  # no path that begins before the end goes further
        last = None if self._end is None else self._end + around
        self._rows = CyclicRows(source, 3 * window.margin if rules.wrap else 0, last)
        n_words = words.words.trie.n_words
        self.found = np.zeros(n_words, dtype=bool)
        self.end_rows, self.end_cols = np.zeros(n_words, np.int64), np.zeros(n_words, np.int64)
        """By place in the trie: the cell where a path of the word ends; rows as they are read."""
        self.band = window.band
        """Rows that are searched together at present."""
        self.tiles = self._window_for(self.band)
        self.search: BandSearch = WalkSearch(words, self.tiles, rules, workers, exact)
        self.left_out: list[int] = []
        """Letters whose cells are holes."""
        self.pool: ThreadPoolExecutor | None = None
        """The threads that search, and one more that reads; None for one worker, or at the end."""
        self._spare: NDArray[np.uint8] | None = None  # a window for the next rows
        self._next: Future[NDArray[np.uint8]] | None = None  # the window that these are being read into
        self._stopped = False
        self._first = self._walks = self._done = first_row  # of the search; up to which all paths are walked
        self._before = first_row  # what `_done` was before `note`
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

    def use_seeds(self, spell: Callable[[NDArray[np.int64]], Spelled], *, others_found: bool = False) -> None:
        """Search by seeds once few words are left; `spell` returns the letters of words by their places.

        At once where `others_found` says that words were found before, so that those left are rare.
        """
        if self.window.seed_band:
            self._spell = spell
            self._at_once = others_found and len(self.found) <= SEED_WORDS

    def stop(self) -> None:
        """Stop searching and reading."""
        self._stopped = True
        self.search.stop()

    def run(self, budget: int) -> bool:
        """Work for about `budget` paths, with a pool for 20 ms; return whether rows remain."""
        if not self._walked and not self._open():
            return False
        if self._tracing is None:
            if self.search.run(budget, self.pool):
                return True
            new = self._note()
            self._tracing = iter(()) if self.trace is None else self.trace(self, new)
        for _ in self._tracing:
            return True
        self._tracing = None
        self._shut()
        return not self.found.all()

    def _open(self) -> bool:
        """Read the rows of the next band; return whether there is one."""
        margin = self.window.margin
        if self._ended:
            return False
        if not self._begun:
            self._rows.skip(max(self.top - margin, 0))
            missing = max(margin - self.top, 0)  # above the first row
            self.tiles[:missing] = NO_LETTER
            self._fill(self.tiles, missing)
            self.search.follow(self.tiles)
            self._begun = True
            if self._at_once:
                self._use_seeds()
        walked = self._start_rows()
        if not walked:
            self._ended = self._whole = True
            return False
        self.search.begin(margin - self._again, margin + walked)
        self._again = 0
        if self.pool is not None and walked == self.band and not self._source.waits:
            if self._spare is None:
                self._spare = self._window_for(self.band)
            self._next = self.pool.submit(self._read_on, self._spare, self.band)
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

    def _window_for(self, band: int) -> NDArray[np.uint8]:
        """Return an empty window for a band and the rows around it."""
        return np.empty((band + 2 * self.window.margin, self.window.cols), dtype=np.uint8)

    def _fill(self, tiles: NDArray[np.uint8], first: int) -> None:
        """Read rows into a window from its row `first` on; behind the last there are holes."""
        window, side, rows = self.window, self.window.side, len(tiles)
        step = max(1, AT_A_TIME // window.cols)
        while first < rows and not self._stopped:
            part = self._rows.read(min(step, rows - first))
            if self.left_out:
                part = np.where(np.isin(part, self.left_out), np.uint8(NO_LETTER), part)
            end = first + len(part)
            tiles[first:end, side : window.cols - side] = part
            if side:
                tiles[first:end, :side] = part[:, -side:]
                tiles[first:end, window.cols - side :] = part[:, :side]
            if first == end:
                tiles[end:] = NO_LETTER
                return
            first = end

    def _read_on(self, tiles: NDArray[np.uint8], first: int) -> NDArray[np.uint8]:
        """Fill a window, which may be this one, with the rows of this one from `first` on and the next."""
        kept = len(self.tiles) - first
        tiles[:kept] = self.tiles[first:]
        self._fill(tiles, kept)
        return tiles

    def _shut(self) -> None:
        """Move to the next band."""
        walked, self._walked = self._walked, 0
        self._done += walked
        self._ended = self._whole = walked < self.band or not self._start_rows()
        if self.close is not None:
            self.close()
        if self._ended:
            return
        if self._next is None:
            self._read_on(self.tiles, self.band)
        else:
            self.tiles, self._spare, self._next = wait_interruptibly(self._next), self.tiles, None
        self.top += self.band
        if not self._are_due() or not self._use_seeds():
            self.search.follow(self.tiles, 2 * self.window.margin)

    def _are_due(self) -> bool:
        """Return whether to choose seeds: the first ones, or new ones for fewer words."""
        left = len(self.found) - int(self.found.sum())
        if self._spell is None or not left:
            return False
        if isinstance(self.search, SeedSearch):
            return left <= int(FEWER * self.search.n_words)
        return left <= SEED_WORDS and (self._done - self._first) * self.window.cols >= SEED_AFTER

    def _use_seeds(self) -> bool:
        """Choose seeds for the words that are left, if they fit, and search the next bands by them."""
        assert self._spell is not None
        window, tiles, places = self.window, self.tiles, np.flatnonzero(~self.found)
        spelled, reading = self._spell(places), None
        wider = self.band != window.seed_band
        if wider and self.pool is not None and not self._source.waits and are_fit(spelled):
            reading = self.pool.submit(self._read_on, self._window_for(window.seed_band), 0)
        tables = seed_tables(spelled, tiles, self._rules, self.pool)
        if tables is None:
            self._spell = None
            return False
        if wider:
            if reading is None:
                tiles = self._read_on(self._window_for(window.seed_band), 0)
            else:
                tiles = wait_interruptibly(reading)
            self._spare = None
        self._nodes, self._moves = self.nodes, self.moves
        if not isinstance(self.search, SeedSearch):
            self._walks = self._done
        self.search = SeedSearch(tables, places, tiles, self._rules, self.threads, window.side)
        self.tiles, self.band = tiles, window.seed_band
        self._again = min(int(spelled.lengths.max()) - 1, window.margin)
        return True

    def _note(self) -> NDArray[np.int64]:
        """Note the words that were found since the last time, and return their places."""
        places, cells = self.search.news(self.found, self.pool)
        self.end_rows[places] = self.top - self.window.margin + cells // self.window.cols
        self.end_cols[places] = cells % self.window.cols - self.window.side
        self.found[places] = True  # last, as Ctrl-C may come between
        return places

    def note(self) -> None:
        """Note what was found in a band that was not finished, and its rows that are done."""
        if self._walked:
            self.search.rest()
            self._note()
            self._before = self._done
            self._done += self.search.done()
        self._walked, self._ended, self._tracing = 0, True, None

    def forget(self, places: NDArray[np.int64]) -> None:
        """Count words of a band that was not finished as not found, and none of its rows as done."""
        self.found[places] = False
        self._done = self._before
