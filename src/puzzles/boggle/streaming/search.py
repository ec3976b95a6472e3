"""Search an enormous board once: from what a checkpoint has to the result, within limits."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING, Any

import numpy as np

from ....base import Limits, PuzzleError, SearchStats
from ....io.checkpoints import Saver
from ....lexicon import Lexicon
from ....search.run_loop import Outcome, drive
from ....search.threads import thread_pool, workers_for
from ..kernel_cache import CompiledLexicon, compiled, letter_codes, longer
from ..parse import HOLE, LetterBoard
from ..solver import Bounds, Finding, find_words
from ..word_paths import Backwards, each_path
from .checkpoint import WHOLE, Checkpoint, Found
from .result import StreamProgress, StreamResult, result_of
from .row_readers import TileRows
from .seeds import Spelled
from .windows import Bands, window_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..rules import Rules
    from .row_readers import RowSource

    Progress = Callable[[int], None]

TRACED = 128  # words whose paths are walked at a time: some 10 ms
TRACING, LEAST_TRACING = 0.05, 0.05  # share of the limit, seconds: for paths after the search has stopped
SMALL_TORUS = 1 << 22  # cells
SMALL_CELL = 16  # bytes of its cell: letter, bits, and what a path of a word is found by


def span_of(shard: tuple[int, int], source: RowSource) -> tuple[int, int | None]:
    """Return the rows of a shard: the first, and the one behind the last, None for the end of the board."""
    if shard == WHOLE:
        return 0, None
    if source.rows is None:
        raise PuzzleError("a shard needs the number of rows; give --size RxC")
    number, count = shard
    return source.rows * (number - 1) // count, source.rows * number // count


class StreamSearch:
    """A search of one board, or of some of its rows.

    `known` is what was found before; `watch` is called after each band of rows with a `StreamProgress`.
    """

    def __init__(
        self,
        lexicon: Lexicon,
        rules: Rules,
        known: Found,
        watch: Callable[[StreamProgress], None] | None = None,
    ) -> None:
        self.lexicon, self.rules, self.known, self.watch = lexicon, rules, known, watch
        left = lexicon.lengths >= rules.min_length
        left[known.numbers] = False
        self.numbers = np.flatnonzero(left)
        """Number in the lexicon of each word that is searched for."""
        some = longer(lexicon, rules.min_length) or lexicon
        self.left = some if len(self.numbers) in (0, len(some)) else lexicon.subset(self.numbers)
        self.alphabet = self.left.alphabet
        self.start = time.perf_counter()
        self.memory, self.ended = 0, False
        self.error: str | None = None
        self.save: Saver | None = None
        self.paths: dict[int, list[tuple[int, int]]] = {}
        self.work: Any = None
        """What finds the words: `Bands`, or the spans of a cluster; None where there are none to find."""

    def open(
        self, rows: RowSource, span: tuple[int, int | None], workers: int, limits: Limits | None
    ) -> None:
        """Prepare the search of some rows: from the first to the one behind the last, None for the end."""
        exact = limits is not None and limits.nodes is not None
        workers = 1 if exact else workers
        words = self.prepare(rows, span, workers, limits)
        if words is None:
            return
        workers = min(workers, max(1, self.window.band // 2))
        todo = self.done_before, self.end
        bands = Bands(rows, words, self.rules, self.window, workers, todo, exact)
        if not exact:
            lexicon, numbers, qu = self.lexicon, self.places, self.qu  # a method would make a reference cycle
            bands.use_seeds(
                lambda places: Spelled.of(lexicon, numbers[places], qu),
                others_found=len(self.known.numbers) > 0,
            )
        if (rows.qu or self.rules.qu) and not self.qu and "q" in self.alphabet:
            bands.left_out = [self.alphabet.index("q")]  # no word has a q that is Qu
        self.work = bands
        self.finder = Backwards(self.names, replace(self.rules, wrap=False))

    def prepare(
        self, rows: RowSource, span: tuple[int, int | None], workers: int, limits: Limits | None
    ) -> CompiledLexicon | None:
        """Choose how many rows are held at a time; return the words that these tiles can spell, if any."""
        self.source = rows
        self.first, self.end = span
        self.done_before = max(self.first, self.known.done_rows)
        self.qu = (rows.qu or self.rules.qu) and {"q", "u"} <= set(self.alphabet)
        self.names = *("qu" if self.qu and each == "q" else each for each in self.alphabet), HOLE
        words = compiled(self.left, self.qu) if len(self.numbers) else None
        if words is None:
            return None
        memory, longest = None if limits is None else limits.memory, int(self.lexicon.lengths.max())
        count = None if self.end is None else self.end - self.first
        self.window = window_of(rows, words, self.rules, workers, memory, longest, count)
        self.memory = self.window.memory
        self.places = self.numbers[words.words.numbers]
        return words

    def run(self, file: Checkpoint | None, limits: Limits | None, progress: Progress | None) -> StreamResult:
        """Search until all rows are done, a limit is reached or Ctrl-C is pressed."""
        work = self.work
        outcome = Outcome.FINISHED if work is None else Outcome.LIMIT
        if file is not None:
            self.save = Saver(lambda: file.write(self.found()))
            self.save()  # before the work: a file that cannot be written is an error at once
        if work is not None:
            self.tell()
            try:
                with self.at_work():
                    outcome = drive(work.run, limits, nodes=lambda: work.nodes, progress=progress)
            except PuzzleError as error:  # rows that cannot be read: keep what was found
                work.note()
                if work.done_rows <= self.first and not work.found.any():
                    raise
                self.error = str(error)
            work.note()
            self.trace_rest(outcome, limits)
        self.ended = outcome is Outcome.FINISHED and self.error is None
        try:
            if self.save is not None:
                self.save()
        except PuzzleError as error:  # a disk that is full now: the words are not lost
            self.error = self.error or str(error)
        return self.result(outcome)

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Hold the threads, and follow the bands."""
        bands: Bands = self.work
        bands.close = self.close
        if self.known.paths is not None:
            bands.trace = self.trace
        try:
            if bands.threads == 1:
                yield
                return
            with thread_pool(bands.threads + 1, bands.stop) as pool:  # one to read
                bands.pool = pool
                try:
                    yield
                finally:  # at a limit and at Ctrl-C too
                    bands.stop()
                    bands.pool = None
        finally:
            bands.close = bands.trace = None  # no cycle: memory is free when both are dropped

    def close(self) -> None:
        """Report a band that is done."""
        self.tell()
        if self.save is not None:
            self.save.now_and_then()

    def tell(self) -> None:
        """Report how far the search is."""
        if self.watch is None or self.work is None:
            return
        found = len(self.known.numbers) + int(self.work.found.sum())
        seconds = time.perf_counter() - self.start
        end = self.source.rows if self.end is None else self.end
        rows = None if end is None else end - self.first
        done, before = self.work.done_rows - self.first, self.done_before - self.first
        self.watch(StreamProgress(done, rows, found, seconds, self.memory, before))

    def trace(self, bands: Bands, places: NDArray[np.int64]) -> Iterator[None]:
        """Walk the paths of words that were found in the band, back from where they end; some at a time."""
        above, side, hole = bands.top - self.window.margin, self.window.side, len(self.alphabet)
        words = self.lexicon.decode(self.places[places])
        for number, (place, word) in enumerate(zip(places.tolist(), words, strict=True), 1):
            row, col = int(bands.end_rows[place]) - above, int(bands.end_cols[place]) + side
            first, left = max(0, row - len(word)), max(0, col - len(word))
            box = bands.tiles[first : row + len(word) + 1, left : col + len(word) + 1]
            width = box.shape[1]
            path = self.finder.path_to(np.minimum(box, hole), word, (row - first) * width + col - left)
            assert path is not None
            self.paths[place] = [(cell // width + first + above, cell % width + left - side) for cell in path]
            if number % TRACED == 0:
                yield

    def trace_rest(self, outcome: Outcome, limits: Limits | None) -> None:
        """Walk the paths of words of a band that was not finished; where the time is up, leave words out."""
        if self.known.paths is None:
            return
        left = [place for place in np.flatnonzero(self.work.found).tolist() if place not in self.paths]
        start, most = time.perf_counter(), inf
        if outcome is Outcome.INTERRUPTED:
            most = LEAST_TRACING
        elif limits is not None and limits.seconds is not None:
            most = max(LEAST_TRACING, TRACING * limits.seconds)
        for _ in self.trace(self.work, np.array(left, dtype=int)):
            if time.perf_counter() - start > most:
                break
        missing = [place for place in left if place not in self.paths]
        if missing:
            self.work.forget(np.array(missing))

    def found(self) -> Found:
        """Return all that was found, before and now."""
        known, work = self.known, self.work
        end = self.source.rows if self.end is None else self.end
        done = self.done_before if work is None else work.done_rows
        facts: dict[str, Any] = {
            "done_rows": end if self.ended and end is not None else done,
            "about": self.source.about,
            "first_row": self.first,
            "shape": (self.source.rows, self.source.cols),
        }
        if work is None:
            return replace(known, **facts)
        paths = None
        places = np.flatnonzero(work.found)
        if known.paths is not None:
            paths = [*known.paths, *(self.paths[place] for place in places.tolist())]
        ends = np.stack([work.end_rows[places], work.end_cols[places]], axis=1)
        return Found(
            np.concatenate([known.numbers, self.places[places]]),
            np.concatenate([known.ends, ends]),
            paths,
            **facts,
        )

    def result(self, outcome: Outcome) -> StreamResult:
        """Return the words, and how the search ended."""
        found, work, rows = self.found(), self.work, self.source.rows
        end = rows if self.end is None else self.end
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
            own=0 if self.ended else None if end is None else end - found.done_rows,
            memory=self.memory,
            error=self.error,
        )


def search_small_torus(
    search: StreamSearch,
    rows: RowSource,
    workers: int,
    file: Checkpoint | None,
    limits: Limits | None,
    progress: Progress | None,
) -> StreamResult | None:
    """Search a torus on which a path could come around to its own cells; None where it is not that small.

    It is read as a whole and searched as boards in memory are; what a checkpoint has is found again.
    """
    lexicon, rules, (n_rows, cols) = search.lexicon, search.rules, (rows.rows, rows.cols)
    if n_rows is None or min(n_rows, cols) >= lexicon.lengths.max(initial=1) or n_rows * cols > SMALL_TORUS:
        return None
    memory = SMALL_CELL * n_rows * cols
    if search.watch is not None:
        search.watch(StreamProgress(0, None, 0, 0.0, memory))
    qu, start = rows.qu or rules.qu, time.perf_counter()
    names = *("qu" if qu and letter == "q" else letter for letter in search.alphabet), HOLE
    board = LetterBoard(np.minimum(rows.read(n_rows), len(names) - 1).astype(np.uint8), names)
    board.tiles.flags.writeable = False
    finding = find_words(board, rules, lexicon, Bounds(limits, progress, workers))
    seconds = time.perf_counter() - start
    finder, paths = Backwards(names, rules), []
    for number, word in enumerate(lexicon.decode(finding.numbers)):
        if finding.last_cells is None:
            cells = next(each_path(board, rules, word), ())
        else:
            cells = finder.path_to(board.tiles, word, int(finding.last_cells[number])) or ()
        paths.append([divmod(cell, cols) for cell in cells])
    whole = finding.outcome is Outcome.FINISHED
    found = Found(
        numbers=finding.numbers.astype(np.int64),
        ends=np.array([path[-1] for path in paths], dtype=np.int64).reshape(-1, 2),
        paths=None if search.known.paths is None else paths,
        done_rows=n_rows if whole else 0,
        about=rows.about,
        shape=(n_rows, cols),
    )
    if file is not None:
        file.write(found)
    return result_of(
        found,
        lexicon,
        rules,
        whole=whole,
        stats=SearchStats(nodes=finding.nodes, generated=finding.moves, seconds=seconds),
        interrupted=finding.outcome is Outcome.INTERRUPTED,
        done_rows=found.done_rows,
        own=n_rows - found.done_rows,
        memory=memory,
    )


def find_in_bands(board: LetterBoard, rules: Rules, lexicon: Lexicon, bounds: Bounds) -> Finding | None:
    """Return the words of a large board in memory, searched as `stream` does.

    None where its tiles are not plain letters, or it is a torus on which a path could come around to its own
    cells, or nodes are to be counted exactly.
    """
    limits, longest = bounds.limits, lexicon.lengths.max(initial=1)
    exact = limits is not None and limits.nodes is not None
    if exact or (rules.wrap and min(board.tiles.shape) < longest):
        return None
    search = StreamSearch(lexicon, rules, Found.none(paths=False))
    plain = letter_codes(board.names, search.left.alphabet)
    if plain is None:
        return None
    codes, qu = plain
    search.open(TileRows(board.tiles, codes, qu=qu), (0, None), workers_for(bounds.threads), None)
    result, found = search.run(None, limits, bounds.progress), search.found()
    order = np.argsort(found.numbers)
    ends = found.ends[order] % board.tiles.shape  # on a torus the first rows are read again
    outcome = Outcome.FINISHED if search.ended else Outcome.LIMIT
    return Finding(
        found.numbers[order].astype(np.uint32),
        result.stats.nodes,
        result.stats.generated,
        Outcome.INTERRUPTED if result.interrupted else outcome,
        ends[:, 0] * board.cols + ends[:, 1],
    )
