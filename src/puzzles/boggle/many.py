"""Many boards of one shape: scores, or words as arrays, from any number of threads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from ...base import MissingExtraError, PuzzleError
from ...core.topology import adjacency_masks
from ...core.walk.small_walk import SmallWalk
from ...lexicon import Lexicon
from ..common.lexicons import lexicon_of
from ..common.threads import workers_for
from .options import check_min_length, check_topology
from .scoring import USUAL, Scoring
from .search import SMALL_CELLS, TOPOLOGIES, find_words
from .tables import NO_LETTER, word_table
from .text import HOLE, LetterBoard, board_from, row_shape, shape_from

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["BoggleBatch", "score_many", "solve_many"]

CHUNK = 4096  # boards that a thread takes at a time; between two of them Ctrl-C is answered
Answer = TypeVar("Answer")


@dataclass(frozen=True, eq=False)
class BoggleBatch:
    """The words of many boards.

    Attributes
    ----------
    offsets : int64 array of shape (n + 1,)
        The words of board i are ``word_ids[offsets[i]:offsets[i + 1]]``.
    word_ids : uint32 array
        Numbers of the words in the lexicon, rising on each board.
    scores : int64 array of shape (n,)
        Points of each board.
    lexicon : Lexicon

    Examples
    --------
    >>> batch = solve_many(["tea.", "star"], Lexicon(["tea", "rat", "star", "tsar"]))
    >>> batch.words(1), batch.scores.tolist(), len(batch)
    (['rat', 'star', 'tsar'], [1, 3], 2)
    """

    offsets: NDArray[np.int64]
    word_ids: NDArray[np.uint32]
    scores: NDArray[np.int64]
    lexicon: Lexicon

    def __len__(self) -> int:
        return self.scores.size

    def words(self, board: int) -> list[str]:
        """Return the words of a board, made when they are asked for."""
        index = board.__index__()
        if not 0 <= index < len(self):
            raise IndexError(f"board {index}, expected 0 to {len(self) - 1}")
        return self.lexicon.decode(self.word_ids[self.offsets[index] : self.offsets[index + 1]])

    def __iter__(self) -> Iterator[list[str]]:
        return (self.words(board) for board in range(len(self)))

    def to_arrow(self) -> Any:
        """Return an Arrow table with a list of words and a score for each board; needs extra ``parquet``.

        Raises
        ------
        MissingExtraError
            pyarrow is not installed.
        """
        try:
            import pyarrow as pa
        except ImportError:
            raise MissingExtraError("Arrow tables", "pyarrow", "parquet") from None
        words, inverse = np.unique(self.word_ids, return_inverse=True)
        dictionary = pa.DictionaryArray.from_arrays(
            pa.array(inverse.astype(np.int32)), pa.array(self.lexicon.decode(words), pa.string())
        )
        lists = pa.LargeListArray.from_arrays(pa.array(self.offsets), dictionary)
        return pa.table({"score": pa.array(self.scores), "words": lists})


@dataclass(frozen=True)
class _Boards:
    """Boards of one shape as letter codes, or one by one where their tiles are not letters."""

    rows: int
    cols: int
    codes: NDArray[np.uint8] | None  # (n, cells); NO_LETTER is a hole
    qu: bool
    single: Sequence[LetterBoard]

    def __len__(self) -> int:
        return len(self.single) if self.codes is None else len(self.codes)

    def board(self, index: int, alphabet: str) -> LetterBoard:
        """Return one board in the form that `find_words` takes."""
        if self.codes is None:
            return self.single[index]
        letters = ["qu" if self.qu and letter == "q" else letter for letter in alphabet]
        names = tuple(letters[code] if code < len(letters) else HOLE for code in range(256))
        return LetterBoard(self.codes[index].reshape(self.rows, self.cols), names)


def score_many(
    boards: Any,
    lexicon: Lexicon | Iterable[str] | None = None,
    *,
    shape: Any = None,
    topology: str = "king",
    wrap: bool = False,
    qu: bool = False,
    min_length: int = 3,
    scoring: Scoring | None = None,
    threads: int = 1,
    progress: Callable[[int], None] | None = None,
) -> NDArray[np.int32]:
    """Score many boards of one shape.

    Parameters
    ----------
    boards : uint8 array of shape (n, cells), or sequence of str
        Letter codes (0 is the first letter of the lexicon's alphabet: 0 to 25 for a to z; 255 is a hole),
        or boards in any form that `Boggle.parse` takes, all of one shape.
    lexicon : Lexicon or iterable of str, optional
        The words that count; the embedded English list by default.
    shape : str, int or pair, optional
        Rows and columns; by default a square, or one row.
    topology, wrap, qu, min_length, scoring
        As for `Boggle`; multipliers of cells are not for batches.
    threads : int, optional
        Threads to use; 0 is as many as the process may use cores. The result does not depend on it.
    progress : callable, optional
        Called with the number of boards done.

    Returns
    -------
    int32 array of shape (n,)
        Points of each board (int64 where points beyond the usual could overflow).

    Raises
    ------
    PuzzleError
        An array of another dtype or shape, or codes out of range, with the board's number; a text that
        is no board.

    Notes
    -----
    O(paths whose letters begin a word), about 0.5 µs for a 4x4 board of random letters; see
    docs/boggle.md for measured times.

    Examples
    --------
    >>> score_many(["teas", "rate"], Lexicon(["tea", "eat", "rate"])).tolist()
    [2, 3]
    """
    words, points, many = _prepare(boards, lexicon, shape, topology, qu, min_length, scoring)
    table = points.table(min_length)
    most = max(abs(int(table.max())), abs(int(table.min())))
    if not points.by_length_only:
        most = 1 << 31
    scores = np.zeros(len(many), dtype=np.int64)
    walks = _walks(many, words, topology, wrap)

    def work(walk: SmallWalk | None, start: int, stop: int) -> None:
        if walk is None or many.codes is None or not points.by_length_only:
            for i in range(start, stop):
                numbers = find_words(many.board(i, words.alphabet), topology, wrap, words, min_length).numbers
                scores[i] = points.values(words, numbers).sum()
            return
        while start < stop:
            start += walk.score(many.codes[start:stop], table, scores[start:stop])
            if start < stop:  # more paths than a queue holds: alone, without that bound
                board = many.board(start, words.alphabet)
                numbers = find_words(board, topology, wrap, words, min_length).numbers
                scores[start] = table[words.lengths[numbers]].sum(dtype=np.int64)
                start += 1

    for _ in _spread(work, len(many), threads, walks, progress):
        pass
    return scores.astype(np.int32) if most * len(words) < 1 << 31 else scores  # type: ignore[return-value]


def solve_many(
    boards: Any,
    lexicon: Lexicon | Iterable[str] | None = None,
    *,
    shape: Any = None,
    topology: str = "king",
    wrap: bool = False,
    qu: bool = False,
    min_length: int = 3,
    scoring: Scoring | None = None,
    threads: int = 1,
    progress: Callable[[int], None] | None = None,
) -> BoggleBatch:
    """Find the words of many boards of one shape.

    Parameters
    ----------
    boards, lexicon, shape, topology, wrap, qu, min_length, scoring, threads, progress
        As for `score_many`.

    Returns
    -------
    BoggleBatch
        Word numbers as arrays; strings are made when they are asked for.

    Raises
    ------
    PuzzleError
        As for `score_many`.

    Examples
    --------
    >>> batch = solve_many(["teas", "rate"], Lexicon(["tea", "eat", "rate"]))
    >>> batch.offsets.tolist(), batch.word_ids.tolist(), batch.words(1)
    ([0, 2, 5], [0, 2, 0, 1, 2], ['eat', 'rate', 'tea'])
    """
    words, points, many = _prepare(boards, lexicon, shape, topology, qu, min_length, scoring)
    walks = _walks(many, words, topology, wrap)

    def alone(index: int) -> NDArray[np.uint32]:
        return find_words(many.board(index, words.alphabet), topology, wrap, words, min_length).numbers

    def work(walk: SmallWalk | None, start: int, stop: int) -> tuple[list[NDArray[Any]], NDArray[np.int64]]:
        found: list[NDArray[Any]] = []
        counts = np.zeros(stop - start, dtype=np.int64)
        done = 0
        ends = np.empty(stop - start, dtype=np.int64)
        room = np.empty(len(words) + 256 * (stop - start) if walk is not None else 0, dtype=np.uint32)
        while done < stop - start:
            if walk is None or many.codes is None:
                numbers = alone(start + done)
                found.append(numbers)
                counts[done] = numbers.size
                done += 1
                continue
            written, crowded = walk.words(many.codes[start + done : stop], min_length, ends, room)
            counts[done : done + written] = np.diff(ends[:written], prepend=0)
            found.append(room[: ends[written - 1] if written else 0].copy())
            done += written
            if crowded:
                numbers = alone(start + done)
                found.append(numbers)
                counts[done] = numbers.size
                done += 1
        return found, counts

    found: list[NDArray[Any]] = [np.empty(0, dtype=np.uint32)]
    counts: list[NDArray[np.int64]] = [np.zeros(1, dtype=np.int64)]
    for part, sizes in _spread(work, len(many), threads, walks, progress):
        found += part
        counts.append(sizes)
    offsets = np.cumsum(np.concatenate(counts))
    word_ids = np.concatenate(found).astype(np.uint32, copy=False)
    sums = np.concatenate([[0], np.cumsum(points.values(words, word_ids))])
    return BoggleBatch(offsets, word_ids, sums[offsets[1:]] - sums[offsets[:-1]], words)


def _prepare(
    boards: Any,
    lexicon: Lexicon | Iterable[str] | None,
    shape: Any,
    topology: str,
    qu: bool,
    min_length: int,
    scoring: Scoring | None,
) -> tuple[Lexicon, Scoring, _Boards]:
    words = lexicon_of(lexicon)
    points = USUAL if scoring is None else scoring
    if any(points.multipliers):
        raise PuzzleError("multipliers of cells, expected none for many boards")
    check_topology(topology)
    check_min_length(min_length)
    wanted = None if shape is None else shape_from(shape)
    if isinstance(boards, np.ndarray) and boards.dtype.kind not in "USO":
        many = _from_codes(boards, wanted, words, qu)
    elif isinstance(boards, str) or not isinstance(boards, (Sequence, np.ndarray)):
        raise PuzzleError(f"boards of type {type(boards).__name__}, expected an array or a sequence of str")
    else:
        many = _from_texts(list(boards), wanted, words, qu)
    return words, points, many


def _from_codes(array: NDArray[Any], wanted: tuple[int, int] | None, lexicon: Lexicon, qu: bool) -> _Boards:
    if isinstance(array, np.ma.MaskedArray) and np.ma.is_masked(array):
        raise PuzzleError("a masked array, expected one without masked cells", file="<array>")
    array = np.asarray(array)
    if array.ndim == 3:
        if wanted not in (None, array.shape[1:]):
            raise PuzzleError(
                f"boards of {array.shape[1]}x{array.shape[2]}, expected {wanted}", file="<array>"
            )
        wanted = shape_from(array.shape[1:])
        array = array.reshape(len(array), -1)
    if array.ndim != 2 or not array.shape[1]:
        raise PuzzleError(f"array of shape {array.shape}, expected (boards, cells)", file="<array>")
    if array.dtype.kind not in "iu":
        raise PuzzleError(f"array of dtype {array.dtype}, expected uint8 letter codes", file="<array>")
    wrong = (array < 0) | ((array >= len(lexicon.alphabet)) & (array != NO_LETTER))
    if wrong.any():
        board, cell = (int(i) for i in np.argwhere(wrong)[0])
        expected = f"0 to {len(lexicon.alphabet) - 1} or {NO_LETTER} for a hole"
        code = f"code {array[board, cell]} in board {board}, cell {cell}"
        raise PuzzleError(f"{code}, expected {expected}", file="<array>")
    codes = np.ascontiguousarray(array, dtype=np.uint8)
    if wanted is None:
        wanted = (
            board_from("a" * codes.shape[1]).tiles.shape if codes.shape[1] < 1 << 20 else (1, codes.shape[1])
        )
    if wanted[0] * wanted[1] != codes.shape[1]:
        raise PuzzleError(
            f"boards of {codes.shape[1]} cells, expected {wanted[0] * wanted[1]} for {wanted[0]}x{wanted[1]}",
            file="<array>",
        )
    return _Boards(wanted[0], wanted[1], codes, qu and {"q", "u"} <= set(lexicon.alphabet), ())


def _from_texts(texts: list[Any], wanted: tuple[int, int] | None, lexicon: Lexicon, qu: bool) -> _Boards:
    for number, text in enumerate(texts):
        if not isinstance(text, str):
            raise PuzzleError(f"board {number} of type {type(text).__name__}, expected str", file="<boards>")
    fast = _from_plain_texts(texts, wanted, lexicon, qu)
    if fast is not None:
        return fast
    boards = [
        board_from(text, shape=wanted, qu=qu, file="<boards>") if text else _no_board(number)
        for number, text in enumerate(texts)
    ]
    for number, board in enumerate(boards):
        if board.tiles.shape != boards[0].tiles.shape:
            raise PuzzleError(
                f"board {number} is {board.rows}x{board.cols}, expected {boards[0].rows}x{boards[0].cols} "
                "as the first",
                file="<boards>",
            )
    rows, cols = boards[0].tiles.shape if boards else (1, 1)
    codes = _codes_of(boards, lexicon)
    if codes is not None and boards:
        return _Boards(rows, cols, codes[0], codes[1], ())
    return _Boards(rows, cols, None, False, boards)


def _no_board(number: int) -> LetterBoard:
    raise PuzzleError(f"board {number} is empty, expected letters", file="<boards>")


def _from_plain_texts(
    texts: list[str], wanted: tuple[int, int] | None, lexicon: Lexicon, qu: bool
) -> _Boards | None:
    """Return boards that are all ASCII letters in one row of one length, None where they are not."""
    joined = "".join(texts)
    size = len(texts[0]) if texts else 0
    if not size or not (joined.isascii() and joined.isalpha()) or any(len(text) != size for text in texts):
        return None
    table = np.full(128, NO_LETTER, dtype=np.uint8)
    for code, letter in enumerate(lexicon.alphabet):
        if letter.isascii():
            table[[ord(letter), ord(letter.upper())]] = code
    codes = table[np.frombuffer(joined.encode("ascii"), dtype=np.uint8)].reshape(len(texts), size)
    shape = wanted or row_shape(size)
    if shape[0] * shape[1] != size:
        raise PuzzleError(
            f"boards of {size} tiles, expected {shape[0] * shape[1]} for {shape[0]}x{shape[1]}",
            file="<boards>",
        )
    return _Boards(shape[0], shape[1], codes, qu and {"q", "u"} <= set(lexicon.alphabet), ())


def _codes_of(boards: list[LetterBoard], lexicon: Lexicon) -> tuple[NDArray[np.uint8], bool] | None:
    """Return the boards as codes, None where one has tiles that are no letters or Q beside Qu."""
    from .tables import letter_codes

    names = tuple(sorted({name for board in boards for name in board.names}))
    plain = letter_codes(names, lexicon)
    if plain is None:
        return None
    numbers = {name: number for number, name in enumerate(names)}
    rows = [plain[0][[numbers[name] for name in board.names]][board.tiles.reshape(-1)] for board in boards]
    return np.array(rows, dtype=np.uint8), plain[1]


def _walks(many: _Boards, lexicon: Lexicon, topology: str, wrap: bool) -> Callable[[], SmallWalk | None]:
    """Return what makes a walk for a thread; None where the boards need another kernel."""
    if many.codes is None or many.rows * many.cols > SMALL_CELLS or len(lexicon.alphabet) > 32:
        return lambda: None
    words = word_table(lexicon, many.qu)
    if words is None:
        return lambda: None
    masks = adjacency_masks(many.rows, many.cols, TOPOLOGIES[topology], wrap)
    return lambda: SmallWalk(words, masks)


def _spread(
    work: Callable[[SmallWalk | None, int, int], Answer],
    n_boards: int,
    threads: int,
    make_walk: Callable[[], SmallWalk | None],
    progress: Callable[[int], None] | None,
) -> Iterator[Answer]:
    """Run `work` over ranges of boards, yield the answers in the order of the boards."""
    chunk = CHUNK
    ranges = [(start, min(start + chunk, n_boards)) for start in range(0, n_boards, chunk)]
    workers = min(workers_for(threads), max(len(ranges), 1))
    if workers == 1:
        walk = make_walk()
        for start, stop in ranges:
            yield work(walk, start, stop)
            if progress is not None:
                progress(stop)
        return
    import queue
    from concurrent.futures import ThreadPoolExecutor

    idle: queue.SimpleQueue[SmallWalk | None] = queue.SimpleQueue()
    for _ in range(workers):
        idle.put(make_walk())

    def task(start: int, stop: int) -> Answer:
        walk = idle.get()
        try:
            return work(walk, start, stop)
        finally:
            idle.put(walk)

    pool = ThreadPoolExecutor(workers)
    try:
        futures = [pool.submit(task, start, stop) for start, stop in ranges]
        for future, (_, stop) in zip(futures, ranges, strict=True):
            yield future.result()
            if progress is not None:
                progress(stop)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
