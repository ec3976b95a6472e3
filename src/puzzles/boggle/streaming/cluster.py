"""Search an enormous board on a Dask cluster: workers search spans of rows and exchange what they found."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ....base import Limits, PuzzleError
from ....io.places import is_address
from ....search.cluster import Left, SharedTasks, connected
from ....search.run_loop import Outcome
from ..rules import Rules
from .checkpoint import Found
from .row_readers import RowSource, open_rows
from .search import StreamSearch, span_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ....lexicon import Lexicon
    from .result import StreamProgress

KEPT = "the words that were found are kept"
LEAST_CELLS, LEAST_ROWS = 1 << 20, 128  # of a span: a start costs a million cells
SHARE = 2  # all spans at work have a half of the cells that are done, or of those that are left
WAIT = 0.02


@dataclass(frozen=True)
class Task:
    """A board and what to look for, as a worker needs them."""

    source: Any
    lexicon: Lexicon
    rules: Rules
    paths: bool
    shape: tuple[int, int] | None
    raw: bool
    letters: str
    memory: int | None

    def do(self, span: tuple[int, int], known: bytes) -> Done:
        """Search some rows for the words that are not known, one bit per word of the lexicon."""
        try:
            return self._search(span, known)
        except PuzzleError as error:  # a task that raises is tried again
            return Done(span, np.empty(0, np.int64), np.empty((0, 2), np.int64), error=str(error))

    def _search(self, span: tuple[int, int], known: bytes) -> Done:
        bits = np.unpackbits(np.frombuffer(known, dtype=np.uint8), count=len(self.lexicon))
        numbers = np.flatnonzero(bits)
        paths: Any = [[]] * len(numbers) if self.paths else None
        search = StreamSearch(
            self.lexicon, self.rules, Found(numbers, np.zeros((len(numbers), 2), np.int64), paths)
        )
        options: Any = {"shape": self.shape, "raw": self.raw, "letters": self.letters}
        with open_rows(self.source, search.left.alphabet, **options) as rows:
            search.open(rows, span, 1, Limits(memory=self.memory))
            result = search.run(None, None, None)
        if result.error is not None or not search.ended:
            raise PuzzleError(result.error or "was interrupted")
        found, new = search.found(), slice(len(numbers), None)
        paths = None if found.paths is None else found.paths[new]
        stats = result.stats
        return Done(span, found.numbers[new], found.ends[new], paths, stats.nodes, stats.generated)


@dataclass(frozen=True)
class Done:
    """What was found in a span of rows, or why they could not be searched."""

    span: tuple[int, int]
    numbers: NDArray[np.int64]
    ends: NDArray[np.int64]
    paths: list[list[tuple[int, int]]] | None = None
    nodes: int = 0
    moves: int = 0
    error: str | None = None


class Dealt:
    """Rows that are divided into spans, from the first to the last.

    The first spans are small, since workers that begin together find the same common words. A span grows with
    what is done, so that others find few of its words meanwhile. Towards the end spans are small again, so
    that workers end together.

    Examples
    --------
    >>> rows = Dealt(0, 100_000, 100_000)
    >>> rows.deal(8), rows.deal(8)
    ((0, 128), (128, 256))
    >>> rows.done_cells = 10**9
    >>> rows.deal(8)
    (256, 881)
    """

    def __init__(self, first: int, end: int, cols: int) -> None:
        self.next, self.end, self.cols = first, end, cols
        self.done_cells = 0

    def deal(self, workers: int) -> tuple[int, int] | None:
        """Return the next rows for one of some workers; None where there are none."""
        left = self.end - self.next
        if left <= 0:
            return None
        cells = max(LEAST_CELLS, min(self.done_cells, left * self.cols) // (SHARE * workers))
        first = self.next
        self.next = min(first + max(LEAST_ROWS, cells // self.cols), self.end)
        return first, self.next


class ClusterStream(StreamSearch):
    """A search whose rows are searched by the workers of a cluster, at ``tcp://host:port`` or ``local:N``.

    A worker gets the board's name, the lexicon and the rules once, and with each span of rows the words found
    so far, one bit each; it returns words and places. One that is lost costs its span, which another worker
    searches again.
    """

    def __init__(
        self, task: Task, known: Found, watch: Callable[[StreamProgress], None] | None, *, address: str
    ) -> None:
        super().__init__(task.lexicon, task.rules, known, watch)
        self.task, self.address = _far(task), address

    def open(
        self, rows: RowSource, span: tuple[int, int | None], workers: int, limits: Limits | None
    ) -> None:
        """Prepare the search of some rows."""
        if limits is not None and limits.nodes is not None:
            raise PuzzleError("a cluster has no limit of nodes; use one of seconds")
        if rows.rows is None:
            span_of((1, 2), rows)  # raises
        if self.prepare(rows, span, 1, limits) is not None:
            assert rows.rows is not None
            end = rows.rows if self.end is None else self.end
            self.work = _Spans(self, Dealt(self.done_before, end, rows.cols))

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Connect to the cluster; what is not back at the end counts as not done."""
        work = self.work
        assert isinstance(work, _Spans)
        with connected(self.address, KEPT) as client:
            work.tasks = SharedTasks(client, self.task, "do")
            yield
            if work.tasks.out:
                raise Left

    def trace_rest(self, outcome: Outcome, limits: Limits | None) -> None:
        """Do nothing: paths come with the words."""

    def bits(self) -> bytes:
        """Return which words are known, one bit each."""
        assert self.work is not None
        marks = np.zeros(len(self.lexicon), dtype=bool)
        marks[self.known.numbers] = True
        marks[self.places[self.work.found]] = True
        return np.packbits(marks).tobytes()


class _Spans:
    """The spans of rows that workers search, and what they found."""

    def __init__(self, search: ClusterStream, rows: Dealt) -> None:
        self.search, self.rows = search, rows
        n_words = len(search.places)
        self.found = np.zeros(n_words, dtype=bool)
        self.end_rows, self.end_cols = np.zeros(n_words, np.int64), np.zeros(n_words, np.int64)
        self._place = np.full(len(search.lexicon), -1)
        self._place[search.places] = np.arange(n_words)
        self.tasks: Any = None
        self._later: dict[int, int] = {}  # spans that are done behind one that is not: first row, end
        self.nodes = self.moves = 0
        self.done_rows = rows.next

    def run(self, _budget: int) -> bool:
        """Wait up to 20 ms for words; return whether rows remain."""
        workers = self.tasks.workers
        while len(self.tasks.out) < workers and (span := self.rows.deal(workers)) is not None:
            self.tasks.submit(span, self.search.bits())
        ready: list[Done] = self.tasks.results()
        for done in ready:
            if done.error is not None:
                raise PuzzleError(done.error)
            self._take(done)
        if self.tasks.out and not ready:
            time.sleep(WAIT)
        return bool(self.tasks.out or self.rows.next < self.rows.end) and not self.found.all()

    def note(self) -> None:
        """Do nothing: words are noted as they come."""

    def _take(self, done: Done) -> None:
        """Note what a worker found."""
        places = self._place[done.numbers]
        new = ~self.found[places]  # two workers may have found the same
        at = places[new]
        self.end_rows[at], self.end_cols[at] = done.ends[new].T
        if done.paths is not None:
            self.search.paths.update(
                zip(at.tolist(), (done.paths[k] for k in np.flatnonzero(new)), strict=True)
            )
        self.found[at] = True  # last, as Ctrl-C may come between
        self.nodes += done.nodes
        self.moves += done.moves
        first, end = done.span
        self.rows.done_cells += (end - first) * self.rows.cols
        self._later[first] = end
        while self.done_rows in self._later:
            self.done_rows = self._later.pop(self.done_rows)
        self.search.close()


def _far(task: Task) -> Task:
    """Return the task with a board that workers can open."""
    source = task.source
    if isinstance(source, np.memmap):
        raise PuzzleError("a cluster cannot read a mapped array; pass the name of the file")
    if not isinstance(source, (str, os.PathLike)):
        return task
    path = os.fspath(source)
    if is_address(path):
        return task
    if path == "-" or (os.path.exists(path) and not os.path.isfile(path)):  # noqa: PTH110, PTH113
        raise PuzzleError("a cluster cannot read a pipe; name a file that all workers can read")
    return replace(task, source=os.path.abspath(path))  # noqa: PTH100
