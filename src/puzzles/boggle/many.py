"""Many boards of one shape: scores, or words as arrays, from any number of threads."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from ...base import Limits, SearchStats, Status
from ...lexicon import Lexicon
from ...lexicon.arguments import lexicon_of
from ...search.run_loop import Outcome
from ..framework.arguments import check_limits, check_puzzles
from ..framework.nulls import NullMany, asks_null, masked, nulled
from ..framework.result_sequence import (
    STATUSES,
    ProgressCounter,
    ResultSequence,
    Stop,
    TextLists,
    in_slices,
    status_codes,
    watch,
)
from .kernel_cache import QUEUE, BoardSolver, compiled
from .memmap_guard import unchanged
from .parse_many import Boards, boards_of, codes_of
from .puzzle import Boggle
from .result import BoggleResult
from .rules import Rules, RuleWords, rules_of
from .solver import SMALL_CELLS, Bounds, Finding, find_words
from .word_buffer import WordBuffer, joined

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...core.walk.boggle_small import SmallWalk
    from ...typing import BoardsLike, PuzzlesLike, ShapeLike

__all__ = ["BoggleMany", "ManySearch", "score_many", "solve_boards", "solve_many"]

CHUNK = 1024  # boards between two looks at the stop flag, whose words stay in the cache
LEAST = 512  # small boards that are worth a thread
Progress = Callable[[int], None]
Work = Callable[["SmallWalk | None", int, int, Stop], None]
"""Does the boards from a first to a last one, with a kernel where there is one."""


class WordLists(TextLists):
    """The words of many boards, each list made when it is asked for."""

    def __init__(self, many: BoggleMany) -> None:
        self.many = many

    def __len__(self) -> int:
        return len(self.many)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self.many.words(place) for place in range(*index.indices(len(self)))]
        return self.many.words(index)


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class BoggleMany(ResultSequence[BoggleResult]):
    """The words of many boards: numbers in arrays; words and results are made when they are asked for.

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
        What the search of all of them did: boards that are searched together have no counts of their own.

    Examples
    --------
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
    boards: Boards | Sequence[Boggle]
    stats: SearchStats
    results: Sequence[BoggleResult] = ()
    """Those of boards that were searched one by one."""
    limited: Mapping[int, int] = field(default_factory=dict)
    """Boards that met their limits, and the nodes visited by then; their words are those found so far."""

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
        """Return the words of a board, made when they are asked for."""
        place = range(len(self))[board]
        return self.lexicon.decode(self.word_ids[self.offsets[place] : self.offsets[place + 1]])

    def board(self, index: int) -> Boggle:
        """Return a board."""
        place = range(len(self))[index]
        if isinstance(self.boards, Boards):
            return Boggle(self.boards.board(place, self.lexicon.alphabet), rules=self.rules)
        return self.boards[place]

    def item(self, index: int) -> BoggleResult:
        """Return the result of one board."""
        if self.results:
            return self.results[index]
        numbers = self.word_ids[self.offsets[index] : self.offsets[index + 1]]
        nodes, late = self.limited.get(index, 0), index in self.limited
        return BoggleResult(
            status=Status.LIMIT if late else STATUSES[min(numbers.size, 2)],
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

    @staticmethod
    def _arrow(pa: Any, values: Any) -> Any:
        """Return a column; words as numbers with a dictionary."""
        if not isinstance(values, WordLists):
            return ResultSequence._arrow(pa, values)
        many = values.many
        words, inverse = np.unique(many.word_ids, return_inverse=True)
        dictionary = pa.DictionaryArray.from_arrays(
            pa.array(inverse.astype(np.int32)), pa.array(many.lexicon.decode(words), pa.string())
        )
        return pa.LargeListArray.from_arrays(pa.array(many.offsets), dictionary)


def score_many(
    boards: BoardsLike,
    lexicon: Lexicon | Iterable[str] | None = None,
    *,
    shape: ShapeLike | None = None,
    threads: int = 0,
    progress: Progress | None = None,
    errors: str = "raise",
    **rules: Unpack[RuleWords],
) -> NDArray[np.int32]:
    """Score many boards of one shape.

    Parameters
    ----------
    boards : uint8 array of shape (n, cells), or iterable of str
        Letter codes (0 is the first letter of the lexicon's alphabet: 0 to 25 for a to z; 255 is a hole),
        or boards in any form that `Boggle.parse` takes, all of one shape. Either may be a column of pandas,
        polars, pyarrow or whatever hands out Arrow data; an iterator is taken in pieces. An array
        that is mapped from a file is copied up to 256 MiB; the file of a larger one must not change.
    lexicon : Lexicon or iterable of str, optional
        The words that count; the embedded English list by default.
    shape : str, int or pair, optional
        Rows and columns; by default a square.
    threads : int, optional
        Threads to use; 0 is as many as the process may use cores. The result does not depend on it.
    progress : callable, optional
        Called with the number of boards done.
    errors : str, optional
        ``"raise"``, or ``"null"``: a board that cannot be read, or is of another shape than the first, has no
        score: the array is masked there.
    **rules
        ``rules=Rules(…)``, or its fields by name; multipliers of cells are not for many boards.

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
    Limits are for `solve_many`: its statuses say which boards met them. O(paths whose letters begin a word):
    on a processor with AVX-512 some 0.6 µs for a board 4x4 of uniform letters, 1.3 for a roll of dice, and
    7 µs for the call; docs/benchmarks has what was measured, on what, when.

    Examples
    --------
    >>> score_many(["teas", "rate"], Lexicon(["tea", "eat", "rate"])).tolist()
    [2, 3]
    """
    words, made = lexicon if isinstance(lexicon, Lexicon) else lexicon_of(lexicon), rules_of(rules)
    if errors != "raise" and asks_null(errors):

        def score(taken: Any) -> NDArray[np.int32]:
            return score_many(taken, words, shape=shape, threads=threads, progress=progress, rules=made)

        scores: NDArray[np.int32] = masked(*nulled(score, boards, "boards", _reads(shape, words, made)))
        return scores
    with unchanged(boards, copied=True) as taken:
        return ManySearch(boards_of(taken, shape, words, made), words, made).scores(threads, progress)


def solve_many(
    boards: BoardsLike,
    lexicon: Lexicon | Iterable[str] | None = None,
    *,
    shape: ShapeLike | None = None,
    limits: Limits | None = None,
    threads: int = 0,
    progress: Progress | None = None,
    errors: str = "raise",
    **rules: Unpack[RuleWords],
) -> BoggleMany:
    """Find the words of many boards of one shape.

    Parameters
    ----------
    boards, lexicon, shape, threads, progress, **rules
        As for `score_many`.
    errors : str, optional
        ``"raise"``, or ``"null"``: a board that cannot be read, or is of another shape than the first, has no
        result; see `NullMany`.
    limits : Limits, optional
        Nodes and seconds that each board may take; its status is then LIMIT, its words those found by then.

    Returns
    -------
    BoggleMany
        Word numbers as arrays; words and results are made when they are asked for. Ctrl-C is a
        KeyboardInterrupt.

    Raises
    ------
    PuzzleError
        As for `score_many`.

    Examples
    --------
    >>> many = solve_many(["teas", "rate"], Lexicon(["tea", "eat", "rate"]))
    >>> many.offsets.tolist(), many.word_ids.tolist(), many.words(1)
    ([0, 2, 5], [0, 2, 0, 1, 2], ['eat', 'rate', 'tea'])
    """
    words, made = lexicon if isinstance(lexicon, Lexicon) else lexicon_of(lexicon), rules_of(rules)
    if errors != "raise" and asks_null(errors):

        def solve(taken: Any) -> BoggleMany:
            how: dict[str, Any] = {"shape": shape, "limits": limits, "threads": threads, "rules": made}
            return solve_many(taken, words, progress=progress, **how)

        nulls: Any = NullMany(*nulled(solve, boards, "boards", _reads(shape, words, made)))
        return nulls  # type: ignore[no-any-return]
    with unchanged(boards, copied=True) as taken:
        search = ManySearch(boards_of(taken, shape, words, made), words, made, check_limits(limits))
        return search.solve(threads, progress)


def _reads(shape: ShapeLike | None, words: Lexicon, rules: Rules) -> Callable[[Any], object]:
    """Return what reads one board of many."""
    return lambda board: boards_of([board], shape, words, rules)


def solve_boards(
    puzzles: PuzzlesLike[Boggle],
    lexicon: Lexicon | Iterable[str] | None,
    *,
    limits: Limits | None,
    threads: int,
    progress: Progress | None,
    errors: str = "raise",
) -> BoggleMany:
    """Solve boards that are objects already; see `Boggle.solve_many`."""
    check_limits(limits)
    if asks_null(errors):
        taken, missing = nulled(
            lambda one: check_puzzles(one, Boggle),
            puzzles,
            "puzzles",
            lambda one: check_puzzles([one], Boggle),
        )
        many = solve_boards(taken, lexicon, limits=limits, threads=threads, progress=progress)
        nulls: Any = NullMany(many, missing)
        return nulls  # type: ignore[no-any-return]
    boards, words = check_puzzles(puzzles, Boggle), lexicon_of(lexicon)
    if limits is None and boards:
        first = boards[0]
        kind = first.shape, first.board_rules
        if all((board.shape, board.board_rules) == kind for board in boards):
            codes = codes_of([board.board for board in boards], words)
            if codes is not None and not any(kind[1].points.multipliers):
                alike = Boards(*first.shape, *codes, ())
                return ManySearch(alike, words, kind[1]).solve(threads, progress, boards)
    results: list[BoggleResult] = [None] * len(boards)  # type: ignore[list-item]
    tally = ProgressCounter(progress)

    def work(part: slice, stopped: Stop) -> None:
        for k in range(part.start, part.stop):
            results[k] = boards[k].solve(words, limits=limits, progress=watch(stopped), threads=1)
            if results[k].interrupted or stopped():
                raise KeyboardInterrupt
            tally.add(1)

    start = time.perf_counter()
    in_slices(work, len(boards), threads)
    numbers = [result.numbers for result in results]
    return BoggleMany(
        offsets=np.cumsum([0, *map(len, numbers)], dtype=np.int64),
        word_ids=np.concatenate([np.empty(0, dtype=np.uint32), *numbers]),
        scores=np.array([result.score for result in results], dtype=np.int64),
        lexicon=words,
        rules=boards[0].board_rules if boards else rules_of({}),
        boards=boards,
        stats=_stats(
            sum(result.stats.nodes for result in results), sum(result.moves for result in results), start
        ),
        results=results,
    )


def _stats(nodes: int, moves: int, start: float) -> SearchStats:
    return SearchStats(nodes=nodes, generated=moves, seconds=time.perf_counter() - start)


class ManySearch:
    """The search of boards of one shape.

    Boards of letters and at most 64 cells go to one kernel by the thousand; those that do not fit it, and
    all others, are searched one by one. The kernel visits no more than `QUEUE` nodes a board, so limits above
    that cost nothing there.
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

    def each(
        self,
        begin: Callable[[slice], Work],
        threads: int,
        progress: Progress | None,
        stop: Stop | None,
    ) -> None:
        """Call what `begin` returns for a slice with a kernel (or None), its first and its last board."""
        least, n = LEAST if self.words is not None else 1, self.n
        tally = ProgressCounter(progress)
        in_slices(lambda part, stopped: self._slice(begin, part, stopped, tally), n, threads, stop, least)

    def _slice(
        self, begin: Callable[[slice], Work], part: slice, stopped: Stop, tally: ProgressCounter
    ) -> None:
        """Do the boards of a slice with a kernel of their own."""
        words, work = self.words, begin(part)
        if words is None:
            self._steps(work, None, part, stopped, tally)
            return
        searcher = words.take(self.shape, self._made)
        walk = searcher.walk
        nodes, moves = walk.nodes, walk.moves
        self._steps(work, walk, part, stopped, tally)
        with self.lock:
            self.nodes += walk.nodes - nodes
            self.moves += walk.moves - moves
        words.give(self.shape, searcher)

    @staticmethod
    def _steps(
        work: Work, walk: SmallWalk | None, part: slice, stopped: Stop, tally: ProgressCounter
    ) -> None:
        """Do the boards of a slice, and look at the stop flag in between."""
        step = 1 if walk is None else CHUNK
        for start in range(part.start, part.stop, step):
            if stopped():
                raise KeyboardInterrupt
            end = min(start + step, part.stop)
            work(walk, start, end, stopped)
            tally.add(end - start)

    def _made(self) -> BoardSolver:
        assert self.words is not None
        return BoardSolver(self.words.words, *self.shape)

    def alone(self, index: int, stopped: Stop) -> NDArray[np.uint32]:
        """Return the words of one board, within its limits; KeyboardInterrupt where the work is to end."""
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
        """Return the points of each board; see `score_many`. Those in `limited` are not all of theirs."""
        points = self.rules.points
        table, codes = points.table(self.rules.min_length), self.boards.codes
        scores = np.zeros(self.n, dtype=np.int64)
        by_length, alone = points.by_length_only, progress is None and stop is None

        def work(walk: SmallWalk | None, start: int, end: int, stopped: Stop) -> None:
            if walk is None or codes is None or not by_length:
                for i in range(start, end):
                    scores[i] = points.values(self.lexicon, self.alone(i, stopped)).sum()
                return
            while start < end:
                start += walk.score(codes[start:end], table, scores[start:end])
                if start < end:  # more paths than a queue holds: alone, without that bound
                    lengths = self.lexicon.lengths[self.alone(start, stopped)]
                    scores[start] = table[lengths].sum(dtype=np.int64)
                    start += 1

        if not (alone and by_length and self._few(threads, table, scores)):
            self.each(lambda _: work, threads, progress, stop)
        most = points.most_by_length if by_length else 1 << 31
        return scores.astype(np.int32) if most * len(self.lexicon) < 1 << 31 else scores  # type: ignore[return-value]

    def _few(self, threads: int, table: NDArray[np.int32], scores: NDArray[np.int64]) -> bool:
        """Score boards that are no work for several threads at once, which costs half of what slices do.

        Returns whether that was done: not where they are many, or one has more paths than a queue holds.
        """
        words, codes = self.words, self.boards.codes
        if (
            words is None
            or codes is None
            or self.n > LEAST
            or type(threads) is not int
            or threads not in (0, 1)
        ):
            return False
        searcher = words.take(self.shape, self._made)
        done = searcher.walk.score(codes, table, scores)
        words.give(self.shape, searcher)
        return done == self.n

    def solve(
        self,
        threads: int = 1,
        progress: Progress | None = None,
        boards: Sequence[Boggle] | None = None,
        stop: Stop | None = None,
    ) -> BoggleMany:
        """Return the words of each board; see `solve_many`."""
        began = time.perf_counter()
        counts = np.zeros(self.n + 1, dtype=np.int64)
        scores = np.zeros(self.n, dtype=np.int64)
        rooms: dict[int, WordBuffer] = {}
        worth = self._worth()

        def begin(part: slice) -> Work:
            room = rooms[part.start] = WordBuffer(len(self.lexicon), part.stop - part.start)

            def work(walk: SmallWalk | None, start: int, end: int, stopped: Stop) -> None:
                first = room.filled
                self._words(walk, slice(start, end), stopped, counts[1:], room)
                ends = np.cumsum(counts[start + 1 : end + 1])
                sums = np.concatenate([[0], np.cumsum(worth(room.array[first : room.filled]))])
                scores[start:end] = np.diff(sums[ends], prepend=0)
                room.done(end - part.start)

            return work

        self.each(begin, threads, progress, stop)
        return BoggleMany(
            offsets=np.cumsum(counts),
            word_ids=joined([rooms[start] for start in sorted(rooms)], threads),
            scores=scores,
            lexicon=self.lexicon,
            rules=self.rules,
            boards=self.boards if boards is None else boards,
            stats=_stats(self.nodes, self.moves, began),
            limited=self.limited,
        )

    def _worth(self) -> Callable[[NDArray[np.uint32]], NDArray[np.int64]]:
        """Return what gives the points of words by number: from a table of all, where boards are many."""
        points, lexicon = self.rules.points, self.lexicon
        if self.n < CHUNK:
            return lambda numbers: points.values(lexicon, numbers)
        table = points.values(lexicon, np.arange(len(lexicon)))
        return lambda numbers: table[numbers]

    def _words(
        self, walk: SmallWalk | None, part: slice, stopped: Stop, counts: NDArray[np.int64], room: WordBuffer
    ) -> None:
        """Write the words of some boards into a room, and how many each has."""
        codes, start, end = self.boards.codes, part.start, part.stop
        ends = np.empty(end - start, dtype=np.int64)
        while start < end:
            crowded = True
            if walk is not None and codes is not None:
                free = room.free(len(self.lexicon))
                written, crowded = walk.words(codes[start:end], self.rules.min_length, ends, free)
                counts[start : start + written] = np.diff(ends[:written], prepend=0)
                room.filled += int(ends[written - 1]) if written else 0
                start += written
            if crowded:  # no kernel, or more paths than it holds
                numbers = self.alone(start, stopped)
                room.free(numbers.size)[: numbers.size] = numbers
                room.filled += numbers.size
                counts[start] = numbers.size
                start += 1
