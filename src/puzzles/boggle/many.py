"""Score many boards of one shape, or find their words as arrays, on several threads."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np

from ...base import Limits, SearchStats, Status
from ...lexicon import Lexicon
from ...lexicon.arguments import board_lexicon
from ...search.run_loop import Outcome
from ..framework.arguments import check_limits, check_puzzles
from ..framework.result_sequence import (
    STATUSES,
    NullMany,
    ProgressCounter,
    ResultSequence,
    Stop,
    TextLists,
    asks_null,
    in_slices,
    masked,
    nulled,
    status_codes,
    watch,
)
from ..framework.solutions import status_of
from .kernel_cache import QUEUE, BoardSolver, compiled
from .parse import copy_if_mapped, unchanged
from .parse_many import Boards, boards_of, codes_of
from .result import BoggleResult
from .rules import USUAL_RULES, Rules, rules_of
from .solver import SMALL_CELLS, Bounds, Finding, find_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from ...core.walk.boggle_small import SmallWalk
    from ...typing import BoardsLike, PuzzlesLike, ShapeLike

CHUNK = 1024  # boards between two looks at the stop flag, whose words stay in the cache
LEAST = 512  # small boards that are worth a thread
Progress = Callable[[int], None]
Work = Callable[["SmallWalk | None", int, int, Stop], None]
"""Searches the boards from a first to a last one, with a kernel where there is one."""


class WordLists(TextLists):
    """The words of many boards, each list made at access."""

    def __init__(self, many: BoggleMany) -> None:
        self.many = many

    def __len__(self) -> int:
        return len(self.many)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self.many.words(place) for place in range(*index.indices(len(self)))]
        return self.many.words(index)

    def arrow(self, pa: Any) -> Any:
        """Return the column for pyarrow: words as numbers with a dictionary."""
        many = self.many
        words, inverse = np.unique(many.word_ids, return_inverse=True)
        names = pa.array(many.lexicon.decode(words), pa.string())
        dictionary = pa.DictionaryArray.from_arrays(pa.array(inverse.astype(np.int32)), names)
        return pa.LargeListArray.from_arrays(pa.array(many.offsets), dictionary)


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class BoggleMany(ResultSequence[BoggleResult]):
    """The words of many boards: numbers in arrays; words and results are made at access.

    Attributes
    ----------
    offsets : int64 array of shape (n + 1,)
        The words of board i are ``word_ids[offsets[i]:offsets[i + 1]]``.
    word_ids : uint32 array
        Numbers of the words in the lexicon, rising on each board.
    scores : int64 array of shape (n,)
        Points of each board.
    lexicon : Lexicon
    stats : SearchStats
        Of the search of all boards: boards that are searched together have no counts of their own.

    Examples
    --------
    >>> from unriddle.puzzles.boggle import solve_many
    >>> many = solve_many(["tea.", "star"], Lexicon(["tea", "rat", "star", "tsar"]))
    >>> many.words(1), many.scores.tolist(), many.counts.tolist(), len(many)
    (['rat', 'star', 'tsar'], [1, 3], [1, 3], 2)
    >>> print(many[1].board)
    S T
    A R
    """

    offsets: NDArray[np.int64]
    word_ids: NDArray[np.uint32]
    scores: NDArray[np.int64]
    lexicon: Lexicon
    rules: Rules
    boards: Boards | Sequence[Any]
    stats: SearchStats
    kind: Any
    """The class of boards."""
    results: Sequence[BoggleResult] = ()
    """Those of boards that were searched one by one."""
    limited: Mapping[int, int] = field(default_factory=dict)
    """Boards that reached their limits, and the nodes visited by then; their words are those found so far."""

    def __len__(self) -> int:
        return self.scores.size

    @property
    def counts(self) -> NDArray[np.int64]:
        """Words of each board, int64 of shape (n,)."""
        return np.diff(self.offsets)

    @property
    def statuses(self) -> NDArray[np.uint8]:
        """How many words each board has, and LIMIT, as places in `STATUSES`: uint8 of shape (n,)."""
        if self.results:
            return status_codes([result.status for result in self.results])
        codes = np.minimum(self.counts, 2).astype(np.uint8)
        codes[list(self.limited)] = STATUSES.index(Status.LIMIT)
        return codes

    def words(self, board: int) -> list[str]:
        """Return the words of a board."""
        place = range(len(self))[board]
        return self.lexicon.decode(self.word_ids[self.offsets[place] : self.offsets[place + 1]])

    def board(self, index: int) -> Any:
        """Return a board."""
        place = range(len(self))[index]
        if isinstance(self.boards, Boards):
            return self.kind(self.boards.board(place, self.lexicon.alphabet), rules=self.rules)
        return self.boards[place]

    def item(self, index: int) -> BoggleResult:
        """Return the result of one board."""
        if self.results:
            return self.results[index]
        numbers = self.word_ids[self.offsets[index] : self.offsets[index + 1]]
        nodes, late = self.limited.get(index, 0), index in self.limited
        return BoggleResult(
            status=status_of(numbers.size, complete=True, stopped=late),
            stats=SearchStats(nodes=nodes),
            board=self.board(index),
            lexicon=self.lexicon,
            rules=self.rules,
            finding=Finding(numbers, nodes, 0, Outcome.LIMIT if late else Outcome.FINISHED),
        )

    def columns(self) -> Mapping[str, Any]:
        """Return status, count, score and words."""
        statuses = [str(STATUSES[place]) for place in self.statuses.tolist()]
        return {"status": statuses, "count": self.counts, "score": self.scores, "words": WordLists(self)}


def score_many(
    boards: BoardsLike,
    lexicon: Lexicon | Iterable[str] | None = None,
    *,
    shape: ShapeLike | None = None,
    threads: int = 0,
    progress: Progress | None = None,
    errors: str = "raise",
    **rules: Any,
) -> NDArray[np.int32]:
    """Score many boards of one shape.

    Parameters
    ----------
    boards : uint8 array of shape (n, cells), or iterable of str
        Letter codes (0 is the first letter of the lexicon's alphabet: 0 to 25 for a to z; 255 is a hole),
        or boards in any form that `Boggle.parse` takes, or `Boggle` objects with the rules of this call; all
        of one shape. Either may be a column of pandas, polars, pyarrow or any library with the Arrow
        interface; an iterator is read in chunks. An array that is mapped from a file is copied up to 256 MiB;
        the file of a larger one must not change.
    lexicon : Lexicon or iterable of str, optional
        The words that count (default: the embedded English list up to level 60).
    shape : str, int or pair, optional
        Rows and columns; by default a square.
    threads : int, optional
        Number of threads; 0 uses every core. The result does not depend on it.
    progress : callable, optional
        Called with the number of boards done.
    errors : str, optional
        ``"raise"``, or ``"null"``: a board that cannot be read, or is of another shape than the first, has no
        score: the array is masked there.
    **rules
        ``rules=Rules(…)``, or its fields by name; no multipliers of cells.

    Returns
    -------
    int32 array of shape (n,)
        Points of each board (int64 where points beyond the usual could overflow). Ctrl-C is a
        KeyboardInterrupt.

    Raises
    ------
    PuzzleError
        An array of another dtype or shape, or codes out of range, with the board's number; a text that
        is no board.

    Notes
    -----
    O(paths whose letters begin a word). Limits are for `solve_many`: its statuses show which boards reached
    them.

    Examples
    --------
    >>> score_many(["teas", "rate"], Lexicon(["tea", "eat", "rate"])).tolist()
    [2, 3]
    """
    words, made = lexicon if isinstance(lexicon, Lexicon) else board_lexicon(lexicon), rules_of(rules)
    if errors != "raise" and asks_null(errors):
        score = partial(
            score_many, lexicon=words, shape=shape, threads=threads, progress=progress, rules=made
        )
        scores: NDArray[np.int32] = masked(*_nulled(score, boards, shape, words, made))
        return scores
    if type(boards) is list:  # no file that could change
        return ManySearch(boards_of(boards, shape, words, made), words, made).scores(threads, progress)
    with _read(boards, shape, words, made) as taken:
        return ManySearch(taken, words, made).scores(threads, progress)


def _nulled(
    call: Callable[[Any], Any], boards: Any, shape: ShapeLike | None, words: Lexicon, rules: Rules
) -> Any:
    """Return what a call returns for the boards that can be read, and which of all cannot."""
    return nulled(call, boards, "boards", lambda board: boards_of([board], shape, words, rules))


@contextmanager
def _read(boards: Any, shape: ShapeLike | None, words: Lexicon, rules: Rules) -> Iterator[Boards]:
    """Read boards; an array that stays mapped must not change in the `with` block."""
    boards = copy_if_mapped(boards)
    with unchanged(boards):
        yield boards_of(boards, shape, words, rules)


def solve_texts(
    kind: Any,
    boards: BoardsLike,
    lexicon: Lexicon | Iterable[str] | None,
    rules: Rules,
    *,
    shape: ShapeLike | None = None,
    errors: str = "raise",
    **search: Any,
) -> BoggleMany:
    """Find the words of many boards of one shape, and make results of a class; see `solve_many`."""
    words = lexicon if isinstance(lexicon, Lexicon) else board_lexicon(lexicon)
    if errors != "raise" and asks_null(errors):
        solve = partial(solve_texts, kind, lexicon=words, rules=rules, shape=shape, **search)
        nulls: Any = NullMany(*_nulled(solve, boards, shape, words, rules))
        return nulls  # type: ignore[no-any-return]
    with _read(boards, shape, words, rules) as taken:
        limits = check_limits(search.pop("limits", None))
        return ManySearch(taken, words, rules, limits).solve(kind=kind, **search)


def solve_boards(
    kind: Any,
    puzzles: PuzzlesLike[Any],
    lexicon: Lexicon | Iterable[str] | None,
    *,
    limits: Limits | None,
    threads: int,
    progress: Progress | None,
    errors: str = "raise",
) -> BoggleMany:
    """Solve boards that are objects of a class; see `Boggle.solve_many`."""
    check_limits(limits)
    if asks_null(errors):
        read = lambda one: check_puzzles([one], kind)  # noqa: E731
        taken, missing = nulled(lambda some: check_puzzles(some, kind), puzzles, "puzzles", read)
        many = solve_boards(kind, taken, lexicon, limits=limits, threads=threads, progress=progress)
        nulls: Any = NullMany(many, missing)
        return nulls  # type: ignore[no-any-return]
    boards, words = check_puzzles(puzzles, kind), board_lexicon(lexicon)
    rules = boards[0].board_rules if boards else USUAL_RULES
    alike = all((board.shape, board.board_rules) == (boards[0].shape, rules) for board in boards)
    if limits is None and boards and alike and not any(rules.points.multipliers):
        codes = codes_of([board.board for board in boards], words)
        if codes is not None:
            rows, cols = boards[0].shape
            search = ManySearch(Boards(rows, cols, *codes, ()), words, rules)
            return search.solve(threads, progress, boards=boards, kind=kind)
    results: list[BoggleResult] = [None] * len(boards)  # type: ignore[list-item]
    counter = ProgressCounter(progress)

    def work(part: slice, stopped: Stop) -> None:
        for k in range(part.start, part.stop):
            results[k] = boards[k].solve(words, limits=limits, progress=watch(stopped), threads=1)
            if results[k].interrupted or stopped():
                raise KeyboardInterrupt
            counter.add(1)

    start = time.perf_counter()
    in_slices(work, len(boards), threads)
    numbers = [result.numbers for result in results]
    nodes, moves = sum(result.stats.nodes for result in results), sum(result.moves for result in results)
    return BoggleMany(
        offsets=np.cumsum([0, *map(len, numbers)], dtype=np.int64),
        word_ids=np.concatenate([np.empty(0, dtype=np.uint32), *numbers]),
        scores=np.array([result.score for result in results], dtype=np.int64),
        lexicon=words,
        rules=rules,
        boards=boards,
        stats=SearchStats(nodes=nodes, generated=moves, seconds=time.perf_counter() - start),
        kind=kind,
        results=results,
    )


class ManySearch:
    """Search boards of one shape.

    Boards of letters and at most 64 cells go to one kernel by the thousand; those that do not fit it, and
    all others, are searched one by one. The kernel visits at most `QUEUE` nodes per board.
    """

    def __init__(self, boards: Boards, lexicon: Lexicon, rules: Rules, limits: Limits | None = None) -> None:
        self.boards, self.lexicon, self.rules, self.limits = boards, lexicon, rules, limits
        self.n = len(boards)
        self.shape = boards.rows, boards.cols, rules.kind, rules.wrap
        small = boards.rows * boards.cols <= SMALL_CELLS and len(lexicon.alphabet) <= 32
        if limits is not None and limits.nodes is not None and limits.nodes <= QUEUE:
            small = False
        self.words = compiled(lexicon, boards.qu) if small and boards.codes is not None else None
        self.nodes = self.moves = 0
        self.limited: dict[int, int] = {}
        self.lock = Lock()

    def _each(
        self, begin: Callable[[slice], Work], threads: int, progress: Progress | None, stop: Stop | None
    ) -> None:
        """Call what `begin` returns for a slice with a kernel (or None), its first and its last board."""
        counter, words = ProgressCounter(progress), self.words
        step = 1 if words is None else CHUNK

        def search(part: slice, stopped: Stop) -> None:
            work = begin(part)
            solver = None if words is None else words.take(self.shape, self._solver)
            walk = None if solver is None else solver.walk
            nodes, moves = (0, 0) if walk is None else (walk.nodes, walk.moves)
            for start in range(part.start, part.stop, step):
                if stopped():
                    raise KeyboardInterrupt
                end = min(start + step, part.stop)
                work(walk, start, end, stopped)
                counter.add(end - start)
            if words is not None and walk is not None:
                with self.lock:
                    self.nodes += walk.nodes - nodes
                    self.moves += walk.moves - moves
                words.give(self.shape, solver)

        in_slices(search, self.n, threads, stop, LEAST if words is not None else 1)

    def _solver(self) -> BoardSolver:
        assert self.words is not None
        return BoardSolver(self.words.words, *self.shape)

    def _alone(self, index: int, stopped: Stop) -> NDArray[np.uint32]:
        """Return the words of one board, within its limits."""
        board = self.boards.board(index, self.lexicon.alphabet)
        finding = find_words(board, self.rules, self.lexicon, Bounds(self.limits, watch(stopped)))
        if finding.outcome is Outcome.INTERRUPTED:
            raise KeyboardInterrupt
        with self.lock:
            self.nodes += finding.nodes
            self.moves += finding.moves
            if finding.outcome is Outcome.LIMIT:
                self.limited[index] = finding.nodes
        return finding.numbers

    def scores(
        self, threads: int = 1, progress: Progress | None = None, stop: Stop | None = None
    ) -> NDArray[np.int32]:
        """Return the points of each board; see `score_many`. Those in `limited` are partial."""
        points = self.rules.points
        table, codes = points.table(self.rules.min_length), self.boards.codes
        scores = np.zeros(self.n, dtype=np.int64)
        by_length = points.by_length_only

        def work(walk: SmallWalk | None, start: int, end: int, stopped: Stop) -> None:
            if walk is None or codes is None or not by_length:
                for i in range(start, end):
                    scores[i] = points.values(self.lexicon, self._alone(i, stopped)).sum()
                return
            while start < end:
                start += walk.score(codes[start:end], table, scores[start:end])
                if start < end:  # more paths than a queue holds
                    lengths = self.lexicon.lengths[self._alone(start, stopped)]
                    scores[start] = table[lengths].sum(dtype=np.int64)
                    start += 1

        few = self.n <= LEAST and type(threads) is int and threads in (0, 1)
        if progress is None and stop is None and few and by_length and self.words is not None:
            # Without slices a call takes half the time.
            solver = self.words.take(self.shape, self._solver)
            work(solver.walk, 0, self.n, lambda: False)
            self.words.give(self.shape, solver)
        else:
            self._each(lambda _: work, threads, progress, stop)
        most = points.most_by_length if by_length else 1 << 31
        return scores.astype(np.int32) if most * len(self.lexicon) < 1 << 31 else scores  # type: ignore[return-value]

    def tallies(self, stop: Stop) -> NDArray[np.int64]:
        """Return number of words, points by length and letters of the longest word: shape (3, boards)."""
        table, least = self.rules.points.table(self.rules.min_length), self.rules.min_length
        found = np.zeros((self.n, 3), dtype=np.int64)

        def work(walk: SmallWalk | None, start: int, end: int, stopped: Stop) -> None:
            while start < end:
                if walk is not None and self.boards.codes is not None:
                    start += walk.tally(self.boards.codes[start:end], table, least, found[start:])
                if start < end:  # no kernel, or more paths than it holds
                    lengths = self.lexicon.lengths[self._alone(start, stopped)]
                    found[start] = len(lengths), table[lengths].sum(dtype=np.int64), lengths.max(initial=0)
                    start += 1

        self._each(lambda _: work, 1, None, stop)
        return np.ascontiguousarray(found.T)

    def solve(
        self,
        threads: int = 1,
        progress: Progress | None = None,
        stop: Stop | None = None,
        *,
        boards: Sequence[Any] | None = None,
        kind: Any = None,
    ) -> BoggleMany:
        """Return the words of each board; see `solve_many`."""
        began = time.perf_counter()
        counts = np.zeros(self.n + 1, dtype=np.int64)
        scores = np.zeros(self.n, dtype=np.int64)
        found: dict[int, NDArray[np.uint32]] = {}
        points, lexicon = self.rules.points, self.lexicon
        table = None if self.n < CHUNK else points.values(lexicon, np.arange(len(lexicon)))

        def begin(_: slice) -> Work:
            out = np.empty(len(lexicon) + 64 * CHUNK, dtype=np.uint32)

            def work(walk: SmallWalk | None, start: int, end: int, stopped: Stop) -> None:
                words = found[start] = self._words(walk, slice(start, end), stopped, counts[1:], out)
                ends = np.cumsum(counts[start + 1 : end + 1])
                values = points.values(lexicon, words) if table is None else table[words]
                sums = np.concatenate([[0], np.cumsum(values)])
                scores[start:end] = np.diff(sums[ends], prepend=0)

            return work

        self._each(begin, threads, progress, stop)
        seconds = time.perf_counter() - began
        return BoggleMany(
            offsets=np.cumsum(counts),
            word_ids=np.concatenate([np.empty(0, np.uint32), *(found[start] for start in sorted(found))]),
            scores=scores,
            lexicon=lexicon,
            rules=self.rules,
            boards=self.boards if boards is None else boards,
            stats=SearchStats(nodes=self.nodes, generated=self.moves, seconds=seconds),
            kind=kind,
            limited=self.limited,
        )

    def _words(
        self, walk: SmallWalk | None, part: slice, stopped: Stop, counts: NDArray[np.int64], out: Any
    ) -> NDArray[np.uint32]:
        """Return the words of some boards, and write how many each has; `out` is a buffer of the kernel."""
        codes, start, end = self.boards.codes, part.start, part.stop
        ends, found = np.empty(end - start, dtype=np.int64), []
        while start < end:
            crowded = True
            if walk is not None and codes is not None:
                written, crowded = walk.words(codes[start:end], self.rules.min_length, ends, out)
                counts[start : start + written] = np.diff(ends[:written], prepend=0)
                found.append(out[: int(ends[written - 1]) if written else 0].copy())
                start += written
            if crowded:  # no kernel, or more paths than it holds
                found.append(self._alone(start, stopped))
                counts[start] = found[-1].size
                start += 1
        return found[0] if len(found) == 1 else np.concatenate(found)
