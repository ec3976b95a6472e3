"""One search of an enormous board: what was found before, what is left, and what it comes to."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Protocol, cast

import numpy as np

from ....base import Limits, PuzzleError, SearchStats
from ....lexicon import Lexicon
from ....search.run_loop import Outcome, drive
from ....search.threads import thread_pool
from ..kernel_cache import CompiledLexicon, compiled, longer
from ..parse import HOLE
from ..word_paths import Backwards
from .checkpoint import Checkpoint, Found
from .result import StreamProgress, StreamResult, result_of
from .seeds import Spelled
from .windows import Bands, window_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..rules import Rules
    from .row_readers import RowSource

__all__ = ["Searched", "StreamSearch"]

SAVE_EVERY = 5.0  # seconds between two writings of the checkpoint
SAVE_SHARE = 50  # or so many times as long as a writing takes


class Searched(Protocol):
    """What finds words, by their places among those that are looked for."""

    found: NDArray[np.bool_]
    end_rows: NDArray[np.int64]
    end_cols: NDArray[np.int64]

    @property
    def nodes(self) -> int:
        """Continuable paths taken up so far."""
        ...

    @property
    def moves(self) -> int:
        """Paths walked so far."""
        ...

    @property
    def done_rows(self) -> int:
        """The row behind those from which all paths are found."""
        ...

    def run(self, budget: int) -> bool:
        """Work for a while; return whether rows remain."""
        ...

    def note(self) -> None:
        """Note what is found of rows that are not done."""
        ...


def _spelled(lexicon: Lexicon, numbers: NDArray[np.int64], qu: bool, places: NDArray[np.int64]) -> Spelled:
    """Return the letters of the words at some places in the trie, whose numbers in the lexicon are given."""
    return Spelled.of(lexicon, numbers[places], qu)


class StreamSearch:
    """A search of one board, or of some of its rows.

    Parameters
    ----------
    lexicon : Lexicon
    rules : Rules
    known : Found
        What was found before, and up to which row.
    watch : callable, optional
        Called after each band of rows with a `StreamProgress`.
    """

    def __init__(
        self,
        lexicon: Lexicon,
        rules: Rules,
        known: Found,
        watch: Callable[[StreamProgress], None] | None = None,
    ) -> None:
        self.lexicon, self.rules, self.known, self.watch = lexicon, rules, known, watch
        self.first, self.end = 0, cast("int | None", None)
        """Rows to search: the first, and the one behind the last, None for the end of the board."""
        left = lexicon.lengths >= rules.min_length
        left[known.numbers] = False
        self.numbers = np.flatnonzero(left)
        """Number in the lexicon of each word that is looked for."""
        some = longer(lexicon, rules.min_length) or lexicon
        self.left = some if len(self.numbers) in (0, len(some)) else lexicon.subset(self.numbers)
        self.file: Checkpoint | None = None
        self.alphabet = self.left.alphabet
        self.start = self.saved = time.perf_counter()
        self.saving = 0.0
        self.memory, self.ended = 0, False
        self.error: str | None = None
        self.paths: dict[int, list[tuple[int, int]]] = {}
        self.work: Searched | None = None
        """What finds the words; None where there is nothing to find."""

    def open(
        self, rows: RowSource, span: tuple[int, int | None], workers: int, limits: Limits | None
    ) -> None:
        """Make room for the search of some rows."""
        exact = limits is not None and limits.nodes is not None
        words = self.prepare(rows, span, 1 if exact else workers, limits)
        if words is None:
            return
        workers = 1 if exact else min(workers, max(1, self.window.band // 2))
        todo = self.done_before, self.end
        bands = Bands(rows, words, self.rules, self.window, workers, todo, exact)
        if not exact:
            spell = partial(_spelled, self.lexicon, self.places, self.qu)
            bands.use_seeds(spell, others_found=len(self.known.numbers) > 0)
        qu = rows.qu or self.rules.qu
        dead = "q" if qu and not self.qu else ""  # no word has what such a tile spells
        bands.leave_out([self.alphabet.index(letter) for letter in dead if letter in self.alphabet])
        self.work = bands
        names = tuple("qu" if self.qu and letter == "q" else letter for letter in self.alphabet)
        self.finder = Backwards((*names, HOLE), replace(self.rules, wrap=False))

    def prepare(
        self, rows: RowSource, span: tuple[int, int | None], workers: int, limits: Limits | None
    ) -> CompiledLexicon | None:
        """Say how many rows are held at a time; return the words that these tiles can spell, if any."""
        self.source = rows
        self.first, self.end = span
        self.done_before = max(self.first, self.known.done_rows)
        self.qu = (rows.qu or self.rules.qu) and {"q", "u"} <= set(self.alphabet)
        words = compiled(self.left, self.qu) if len(self.numbers) else None
        if words is None:
            return None
        memory, longest = None if limits is None else limits.memory, int(self.lexicon.lengths.max())
        count = None if self.end is None else self.end - self.first
        self.window = window_of(rows, words, self.rules, workers, memory, longest, count)
        self.memory = self.window.memory
        self.places = self.numbers[words.words.numbers]
        return words

    def run(
        self, file: Checkpoint | None, limits: Limits | None, progress: Callable[[int], None] | None
    ) -> StreamResult:
        """Search until all rows are done, or something comes before."""
        work, self.file = self.work, file
        outcome = Outcome.FINISHED if work is None else Outcome.LIMIT
        if file is not None:
            self.save()  # before the work: a file that cannot be written is said at once
        if work is not None:
            self.tell()
            try:
                with self.at_work():
                    outcome = drive(work.run, limits, nodes=lambda: work.nodes, progress=progress)
            except PuzzleError as error:  # rows that cannot be read: what was found by then is kept
                work.note()
                if work.done_rows <= self.first and not work.found.any():
                    raise
                self.error = str(error)
            work.note()
        self.ended = outcome is Outcome.FINISHED and self.error is None
        if file is not None:
            try:
                self.save()
            except PuzzleError as error:  # a disk that is full now: the words are not lost
                self.error = self.error or str(error)
        return self.result(outcome)

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Hold the threads, and be told of the bands."""
        bands = self.work
        assert isinstance(bands, Bands)
        bands.close = self.close
        try:
            if bands.threads == 1:
                yield
                return
            with thread_pool(bands.threads + 1, bands.stop) as pool:  # one to read
                bands.use(pool)
                try:
                    yield
                finally:  # at a limit and at Ctrl-C too
                    bands.stop()
                    bands.use(None)
        finally:
            bands.close = None  # neither holds the other: their memory is free when they are dropped

    def close(self, bands: Bands, new: NDArray[np.int64]) -> None:
        """Take up what a band had."""
        if self.known.paths is not None:
            self.trace(bands, new)
        self.tell()
        self.save_now_and_then()

    def tell_memory(self, memory: int) -> None:
        """Say before the search how much it takes."""
        if self.watch is not None:
            self.watch(StreamProgress(0, None, 0, 0.0, memory))

    def tell(self) -> None:
        """Say how far the search has come."""
        if self.watch is None or self.work is None:
            return
        found = len(self.known.numbers) + int(self.work.found.sum())
        seconds = time.perf_counter() - self.start
        end = self.source.rows if self.end is None else self.end
        rows = None if end is None else end - self.first
        done, before = self.work.done_rows - self.first, self.done_before - self.first
        self.watch(StreamProgress(done, rows, found, seconds, self.memory, before))

    def trace(self, bands: Bands, places: NDArray[np.int64]) -> None:
        """Walk the paths of words that were found in the band, back from where they end."""
        window = self.window
        above, side, hole = bands.top - window.margin, window.side, len(self.alphabet)
        for place, word in zip(places.tolist(), self.lexicon.decode(self.places[places]), strict=True):
            row, col = int(bands.end_rows[place]) - above, int(bands.end_cols[place]) + side
            first, left = max(0, row - len(word)), max(0, col - len(word))
            box = bands.tiles[first : row + len(word) + 1, left : col + len(word) + 1]
            width = box.shape[1]
            path = self.finder.path_to(np.minimum(box, hole), word, (row - first) * width + col - left)
            assert path is not None
            self.paths[place] = [(cell // width + first + above, cell % width + left - side) for cell in path]

    def trace_all(self) -> None:
        """Walk the paths of words of a band that was not finished."""
        assert isinstance(self.work, Bands)
        left = [place for place in np.flatnonzero(self.work.found).tolist() if place not in self.paths]
        self.trace(self.work, np.array(left, dtype=int))

    def found(self) -> Found:
        """Return all that was found, before and now."""
        known, work, shape = self.known, self.work, (self.source.rows, self.source.cols)
        end = shape[0] if self.end is None else self.end
        done = self.done_before if work is None else work.done_rows
        if self.ended and end is not None:
            done = end
        if work is None:
            return replace(known, done_rows=done, about=self.source.about, first_row=self.first, shape=shape)
        if known.paths is not None:
            self.trace_all()
        places = np.flatnonzero(work.found)
        ends = np.stack([work.end_rows[places], work.end_cols[places]], axis=1)
        paths = None
        if known.paths is not None:
            paths = [*known.paths, *(self.paths[place] for place in places.tolist())]
        numbers = self.places[places]
        if len(known.numbers):
            numbers, ends = np.concatenate([known.numbers, numbers]), np.concatenate([known.ends, ends])
        return Found(
            numbers=numbers,
            ends=ends,
            paths=paths,
            done_rows=done,
            about=self.source.about,
            first_row=self.first,
            shape=shape,
        )

    def save_now_and_then(self) -> None:
        """Write the checkpoint where that was some seconds ago."""
        now = time.perf_counter()
        if self.file is not None and now - self.saved > max(SAVE_EVERY, SAVE_SHARE * self.saving):
            self.save()

    def save(self) -> None:
        """Write the checkpoint."""
        assert self.file is not None
        before = time.perf_counter()
        self.file.write(self.found())
        self.saved = time.perf_counter()
        self.saving = self.saved - before

    def result(self, outcome: Outcome) -> StreamResult:
        """Return the words, and how the search ended."""
        found, work, rows = self.found(), self.work, self.source.rows
        end = rows if self.end is None else self.end
        own = 0 if self.ended else None if end is None else end - found.done_rows
        return result_of(
            found,
            self.lexicon,
            self.rules,
            whole=self.ended and self.end is None,
            stats=SearchStats(
                nodes=0 if work is None else work.nodes,
                generated=0 if work is None else work.moves,
                seconds=time.perf_counter() - self.start,
            ),
            interrupted=outcome is Outcome.INTERRUPTED,
            done_rows=found.done_rows - self.first,
            first_row=self.first,
            own=own,
            memory=self.memory,
            error=self.error,
        )
