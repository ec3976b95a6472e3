"""All words of a board of any size, whose rows are read as they are needed and never held all at once."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Unpack, cast

import numpy as np

from ...base import Limits, PuzzleError, Result, SearchStats, Status
from ...console import seconds_text
from ...lexicon import Lexicon
from ...running import Outcome, drive
from ..common.checks import check_limits, check_shape, check_switch
from ..common.lexicons import lexicon_of
from ..common.many import arrow_table
from ..common.threads import pooled, workers_for
from .bands import Bands, window_of
from .row_sources import A_TO_Z, RowSource, open_rows
from .rules import Rules, RuleWords, rules_of
from .stream_checkpoint import Checkpoint, Found
from .tables import compiled
from .text import HOLE
from .word_paths import Backwards
from .word_seeds import Spelled

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Progressed", "StreamResult", "stream"]

SAVE_EVERY = 5.0  # seconds between two writings of the checkpoint
SAVE_SHARE = 50  # or so many times as long as a writing takes
MOST_LETTERS = 32  # of an alphabet
OWN = ("shape", "threads", "paths", "checkpoint", "watch", "raw", "alphabet")
STATUS = (Status.NO_SOLUTION, Status.UNIQUE, Status.MULTIPLE)


@dataclass(frozen=True, kw_only=True, eq=False)
class StreamResult(Result):
    """The words of a board that was read row by row, with the cell where a path of each ends.

    The status says how many there are (NO_SOLUTION, UNIQUE, MULTIPLE), or LIMIT where not all rows were
    searched: because of a limit, of Ctrl-C, or as `error` says because the rows could not be read to the end.
    """

    lexicon: Lexicon
    rules: Rules
    numbers: NDArray[np.uint32]
    """Numbers of the words in the lexicon, rising."""
    ends: NDArray[np.int64]
    """Row and column where a path of each word ends: shape (words, 2)."""
    paths: list[list[tuple[int, int]]] | None
    """A path of each word, as rows and columns from 0; None where they were not asked for."""
    rows: int | None
    """Rows of the board, None where its end was not reached."""
    cols: int
    done_rows: int
    """Rows from which all paths are walked."""
    memory: int
    """Bytes that the rows, the words and the searches needed at a time; the lexicon itself not counted."""
    error: str | None = None
    """Why the rows could not be read any further."""

    @cached_property
    def words(self) -> list[str]:
        """The words in the order of the lexicon, each once."""
        return self.lexicon.decode(self.numbers)

    @property
    def solution(self) -> list[str] | None:
        """The words, None where there are none."""
        return self.words or None

    @cached_property
    def scores(self) -> NDArray[np.int64]:
        """Points of each word."""
        return self.rules.points.values(self.lexicon, self.numbers)

    @property
    def score(self) -> int:
        """Points of all words."""
        return int(self.scores.sum())

    @property
    def count(self) -> int:
        """Number of words."""
        return len(self.numbers)

    def __len__(self) -> int:
        return self.count

    def __str__(self) -> str:
        return f"{self.count:,} words, {self.score:,} points"

    def __repr__(self) -> str:
        return f"<StreamResult {self.status}: {self}>"

    def columns(self) -> dict[str, Any]:
        """Return the words as columns: word, length, score, row and col of the end of a path."""
        return {
            "word": self.words,
            "length": self.lexicon.lengths[self.numbers].astype(np.int64),
            "score": self.scores,
            "row": self.ends[:, 0],
            "col": self.ends[:, 1],
        }

    def to_arrow(self) -> Any:
        """Return the columns as an Arrow table; needs extra ``parquet``.

        Raises
        ------
        MissingExtraError
            pyarrow is not installed.
        """
        return arrow_table(self.columns())


@dataclass(frozen=True, slots=True)
class Progressed:
    """How far a search has come.

    Examples
    --------
    >>> print(Progressed(250, 1000, found=1234, seconds=20.0, memory=1 << 20))
    250 of 1,000 rows, 1,234 words, about 60.0 s left
    """

    done_rows: int
    rows: int | None
    found: int
    seconds: float
    memory: int
    """Bytes, as of `StreamResult`."""
    first_row: int = 0
    """Rows that were done before, by the checkpoint."""

    def __str__(self) -> str:
        words = f"{self.found:,} words"
        if self.rows is None:
            return f"{self.done_rows:,} rows, {words}"
        left, now = "", self.done_rows - self.first_row
        if now:  # at most: later rows take less time
            left = f", about {seconds_text(self.seconds * (self.rows - self.done_rows) / now)} left"
        return f"{self.done_rows:,} of {self.rows:,} rows, {words}{left}"


class StreamWords(RuleWords, total=False):
    """The keywords of `Boggle.stream` beside those of all searches."""

    shape: Any
    threads: int
    paths: bool
    checkpoint: str | os.PathLike[str] | None
    watch: Callable[[Progressed], None] | None
    raw: bool
    alphabet: str


def stream(
    source: Any,
    lexicon: Lexicon | Iterable[str] | None = None,
    *,
    limits: Limits | None = None,
    progress: Callable[[int], None] | None = None,
    **options: Unpack[StreamWords],
) -> StreamResult:
    """Find every word on a board that need not fit in memory: its rows are read as they are needed.

    Parameters
    ----------
    source : str, os.PathLike, array or RandomBoard
        A file of rows (text, ``.npy``, or with `raw` bytes; plain, gzip or Zstandard), an address of fsspec,
        ``-`` for standard input; an array of integers of shape (rows, cols), which may be mapped; a
        `RandomBoard`, of which no more is made than is looked at.
    lexicon : Lexicon or iterable of str, optional
        The words that count; the embedded English list by default. At most 32 different letters.
    limits : Limits, optional
        Where one is reached the words found by then are in the result, and its status is LIMIT. Nodes are
        kept exactly, by one thread. With `memory` fewer rows are held at a time, 16 and those around them at
        least.
    progress : callable, optional
        Called now and then with the nodes visited.
    shape : str, int or pair, optional
        Rows and columns, where the source does not say them, or to check them.
    threads : int, optional
        0 (the default) is as many as the process may use cores. The words do not depend on it.
    paths : bool, optional
        A path of each word, not its end alone.
    checkpoint : str or os.PathLike, optional
        A file that what is found is kept in, and that the search goes on from where it is there.
    watch : callable, optional
        Called after each band of rows with a `Progressed`: rows done, words found, time left.
    raw : bool, optional
        The source is bytes without ends of lines: letters, holes, or numbers of letters from 0.
    alphabet : str, optional
        Letters that numbers count; a to z by default.
    **rules
        ``rules=Rules(…)``, or its fields by name: topology, wrap, qu, min_length, scoring.

    Returns
    -------
    StreamResult

    Raises
    ------
    PuzzleError
        Rows that cannot be read, before any word was found (later, the result says so in `error`); rows so
        long, or a `memory` so small, that not enough of them can be held; a torus smaller than the longest
        word; a checkpoint of another search.

    Notes
    -----
    Rows are taken in bands. A path is walked with the band that it begins in, in a window that holds as many
    rows around the band as the longest word can reach, so the words are those of a search of the whole board.
    O(cells), the less a cell the more are done, as words that were found are not looked for again; memory is
    O(columns): see docs/large_boards.md.

    Examples
    --------
    >>> from unriddle.puzzles.boggle import RandomBoard, stream
    >>> found = stream(RandomBoard("300x300", seed=1), ["quiz", "boggle", "teas"], paths=True)
    >>> found.words, found.paths[1], found.ends[1].tolist()
    (['boggle', 'quiz', 'teas'], [(3, 25), (3, 26), (2, 25)], [2, 25])
    """
    chosen = cast("dict[str, Any]", options)
    own = {name: chosen.pop(name) for name in OWN if name in chosen}
    asked, words, limits = rules_of(cast("RuleWords", chosen)), lexicon_of(lexicon), check_limits(limits)
    if any(asked.points.multipliers):
        raise PuzzleError("multipliers of cells, expected none for a board that is read row by row")
    if len(words.alphabet) > MOST_LETTERS:
        from ...lexicon.languages import what_to_fold

        said = f"words of {len(words.alphabet)} letters, expected at most {MOST_LETTERS}"
        raise PuzzleError(f"{said}; {what_to_fold(words.alphabet, MOST_LETTERS)}")
    shape, checkpoint = own.get("shape"), own.get("checkpoint")
    paths, raw = check_switch("paths", own.get("paths", False)), check_switch("raw", own.get("raw", False))
    size, workers = None if shape is None else check_shape(shape), workers_for(own.get("threads", 0))
    file = None if checkpoint is None else Checkpoint(os.fspath(checkpoint), words, asked, paths=paths)
    known = (None if file is None else file.read()) or Found.none(paths=paths)
    search = _Search(words, asked, known, own.get("watch"))
    letters = own.get("alphabet", A_TO_Z)
    with open_rows(source, search.left.alphabet, shape=size, raw=raw, letters=letters) as rows:
        known.check(rows.about)
        search.open(rows, workers, limits)
        return search.run(file, limits, progress)


class _Search:
    """A search of one board: what was found before, and what is left to find."""

    def __init__(
        self,
        lexicon: Lexicon,
        rules: Rules,
        known: Found,
        watch: Callable[[Progressed], None] | None,
    ) -> None:
        self.lexicon, self.rules, self.known, self.watch = lexicon, rules, known, watch
        left = lexicon.lengths >= rules.min_length
        left[known.numbers] = False
        self.numbers = np.flatnonzero(left)
        """Number in the lexicon of each word that is looked for."""
        self.left = lexicon
        if 0 < len(self.numbers) < len(lexicon):
            self.left = Lexicon(lexicon.decode(self.numbers))
        self.file: Checkpoint | None = None
        self.alphabet = self.left.alphabet
        self.start = self.saved = time.perf_counter()
        self.saving = 0.0
        self.error: str | None = None
        self.paths: dict[int, list[tuple[int, int]]] = {}
        self.bands: Bands | None = None

    def open(self, rows: RowSource, workers: int, limits: Limits | None) -> None:
        """Make room for the search."""
        self.source = rows
        qu = rows.qu or self.rules.qu
        self.qu = qu and {"q", "u"} <= set(self.alphabet)
        words = compiled(self.left, self.qu) if len(self.numbers) else None
        if words is None:  # what is left can be on no board of these tiles
            return
        memory, longest = None if limits is None else limits.memory, int(self.lexicon.lengths.max())
        self.window = window_of(rows, words, self.rules, workers, memory, longest)
        exact = limits is not None and limits.nodes is not None
        workers = 1 if exact else min(workers, max(1, self.window.band // 2))
        dead = "q" if qu and not self.qu else ""  # no word has what such a tile spells
        first = self.known.done_rows
        self.bands = Bands(rows, words, self.rules, self.window, workers, first, self.close, exact)
        if not exact:
            self.bands.use_seeds(self.spell)
        self.bands.leave_out([self.alphabet.index(letter) for letter in dead if letter in self.alphabet])
        self.places = self.numbers[words.words.numbers]
        names = tuple("qu" if self.qu and letter == "q" else letter for letter in self.alphabet)
        self.finder = Backwards((*names, HOLE), replace(self.rules, wrap=False))

    def spell(self, places: NDArray[np.int64]) -> Spelled:
        """Return the letters of the words at some places in the trie."""
        return Spelled.of(self.lexicon, self.places[places], self.qu)

    def run(
        self, file: Checkpoint | None, limits: Limits | None, progress: Callable[[int], None] | None
    ) -> StreamResult:
        """Search until all rows are done, or something comes before."""
        bands, self.file = self.bands, file
        if bands is None:
            return self.result(Outcome.FINISHED)
        outcome = Outcome.LIMIT
        if file is not None:
            self.save()  # before the work: a file that cannot be written is said at once
        self.tell(bands)
        hold = pooled(bands.threads, lambda: None) if bands.threads > 1 else nullcontext()
        try:
            with hold as pool:
                bands.use(pool)
                outcome = drive(bands.run, limits, nodes=lambda: bands.nodes, progress=progress)
        except PuzzleError as error:  # rows that cannot be read: what was found by then is kept
            bands.note()
            if not bands.done_rows and not bands.found.any():
                raise
            self.error = str(error)
        bands.note()
        if file is not None:
            try:
                self.save()
            except PuzzleError as error:  # a disk that is full now: the words are not lost
                self.error = self.error or str(error)
        return self.result(outcome)

    def close(self, bands: Bands, new: NDArray[np.int64]) -> None:
        """Take up what a band had."""
        if self.known.paths is not None:
            self.trace(bands, new)
        self.tell(bands)
        now = time.perf_counter()
        if self.file is not None and now - self.saved > max(SAVE_EVERY, SAVE_SHARE * self.saving):
            self.save()

    def tell(self, bands: Bands) -> None:
        """Say how far the search has come."""
        if self.watch is not None:
            found = len(self.known.numbers) + int(bands.found.sum())
            seconds = time.perf_counter() - self.start
            rows = bands.done_rows, self.source.rows
            self.watch(Progressed(*rows, found, seconds, self.window.memory, self.known.done_rows))

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

    def found(self) -> Found:
        """Return all that was found, before and now."""
        known, bands = self.known, self.bands
        if bands is None:
            return known
        if known.paths is not None:  # of a band that was not finished
            self.trace(
                bands, np.array([p for p in np.flatnonzero(bands.found).tolist() if p not in self.paths], int)
            )
        places = np.flatnonzero(bands.found)
        ends = np.stack([bands.end_rows[places], bands.end_cols[places]], axis=1)
        paths = None
        if known.paths is not None:
            paths = [*known.paths, *(self.paths[place] for place in places.tolist())]
        return Found(
            numbers=np.concatenate([known.numbers, self.places[places]]),
            ends=np.concatenate([known.ends, ends]),
            paths=paths,
            done_rows=bands.done_rows,
            about=self.source.about,
        )

    def save(self) -> None:
        """Write the checkpoint."""
        assert self.file is not None
        before = time.perf_counter()
        self.file.write(self.found())
        self.saved = time.perf_counter()
        self.saving = self.saved - before

    def result(self, outcome: Outcome) -> StreamResult:
        """Return the words, and how the search ended."""
        found, rows, cols = self.found(), self.source.rows, self.source.cols
        order = np.argsort(found.numbers)
        numbers = found.numbers[order]
        paths = None
        if found.paths is not None:
            paths = [[(r % rows if rows else r, c % cols) for r, c in found.paths[k]] for k in order.tolist()]
        ended = outcome is Outcome.FINISHED and self.error is None
        bands = self.bands
        return StreamResult(
            status=STATUS[min(len(numbers), 2)] if ended else Status.LIMIT,
            stats=SearchStats(
                nodes=bands.nodes if bands is not None else 0,
                generated=bands.moves if bands is not None else 0,
                seconds=time.perf_counter() - self.start,
            ),
            interrupted=outcome is Outcome.INTERRUPTED,
            lexicon=self.lexicon,
            rules=self.rules,
            numbers=numbers.astype(np.uint32),
            ends=found.ends[order] % (rows or 1 << 62, cols),
            paths=paths,
            rows=rows,
            cols=cols,
            done_rows=(rows or 0) if ended else found.done_rows,
            memory=self.window.memory if bands is not None else 0,
            error=self.error,
        )
