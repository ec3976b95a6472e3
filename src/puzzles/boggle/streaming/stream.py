"""Find all words of a board of any size, whose rows are read as they are needed; merge shards."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ....base import Limits, PuzzleError, SearchStats
from ....console import shard, whole
from ....io.text import printable
from ....lexicon import Lexicon
from ....lexicon.arguments import board_lexicon
from ....options import option, options
from ....search.threads import workers_for
from ...framework.arguments import check_bool, check_limits, check_shape, check_shard
from ..rules import options_and_rules
from .checkpoint import WHOLE, Checkpoint, Found
from .result import StreamProgress, StreamResult, result_of
from .row_readers import A_TO_Z, CyclicRows, open_rows
from .search import StreamSearch, search_small_torus, span_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ....typing import ShapeLike
    from ..dice.dice import RandomBoard

MOST_LETTERS = 32  # of an alphabet


@options
class StreamOptions:
    """Options of `stream`."""

    shape: ShapeLike | None = option(
        default=None,
        help="rows and columns, where the source does not have them, or to check them",
        metavar="RxC",
    )
    raw: bool = option(default=False, help="read bytes without line ends: letters, holes or codes")
    alphabet: str = option(default=A_TO_Z, help="letters of the codes in an array or raw bytes", flag=False)
    threads: int = option(default=0, help="use N threads; 0 is one per core", type=whole, metavar="N")
    paths: bool = option(default=False, help="report a path of each word, not only its last cell")
    checkpoint: str | os.PathLike[str] | None = option(
        default=None, help="file that keeps the words found, and that the search continues from", flag=False
    )
    watch: Callable[[StreamProgress], None] | None = option(
        default=None,
        help="called after each band of rows with rows done, words found and time left",
        flag=False,
    )
    shard: tuple[int, int] | None = option(
        default=None,
        help="run only shard i of N",
        type=shard,
        metavar="i/N",
    )
    cluster: str | None = option(
        default=None,
        help="run on the Dask scheduler at tcp://host:port, or with local:N in N local processes (needs the "
        "cluster extra)",
        metavar="ADDRESS",
    )


def stream(
    source: str | os.PathLike[str] | NDArray[Any] | RandomBoard,
    lexicon: Lexicon | Iterable[str] | None = None,
    options: StreamOptions | None = None,
    *,
    limits: Limits | None = None,
    progress: Callable[[int], None] | None = None,
    **changes: Any,
) -> StreamResult:
    """Find every word on a board that need not fit in memory: its rows are read as they are needed.

    Parameters
    ----------
    source : str, os.PathLike, array or RandomBoard
        A file of rows (text, ``.npy``, or with `raw` bytes; plain, gzip or Zstandard), an address of fsspec,
        ``-`` for standard input; an array of integers of shape (rows, cols), which may be mapped; a
        `RandomBoard`, whose rows are drawn when they are read.
    lexicon : Lexicon or iterable of str, optional
        The words that count (default: the embedded English list up to level 60); at most 32 letters.
    options : StreamOptions, optional
        See `StreamOptions`; the defaults where none are given.
    limits : Limits, optional
        Where one is reached the words found so far are in the result, and its status is LIMIT. Nodes are
        kept exactly, by one thread. With `memory` fewer rows are held at a time, at least 16 and those around
        them.
    progress : callable, optional
        Called now and then with the nodes visited.
    **changes
        Fields of `options` and of `Rules` by name, or `rules`: ``threads=2``, ``wrap=True``.

    Returns
    -------
    StreamResult
        The words do not depend on the number of threads.

    Raises
    ------
    PuzzleError
        Rows that cannot be read, before any word was found (later, `error` of the result has the reason);
        rows so long, or a `memory` so small, that not enough of them can be held; a shard of a torus smaller
        than the longest word; a checkpoint of another search; a cluster that is lost before any word was
        found.
    MissingExtraError
        A cluster without its package.

    Notes
    -----
    Rows are searched in bands. A path is walked with the band that it begins in, in a window that holds as
    many rows around the band as the longest word can reach, so the words are those of a search of the whole
    board. O(cells), with less work per cell as more are done, since words that were found are not searched
    for again; memory is O(columns): see docs/explanation/large_boards.md.

    Workers of a cluster must be able to read the source; they exchange what they found. One that is lost
    costs the rows that it was searching.

    Examples
    --------
    >>> from unriddle.puzzles.boggle import RandomBoard, stream
    >>> found = stream(RandomBoard("300x300", seed=1), ["quiz", "boggle", "teas"], paths=True)
    >>> found.words, found.paths[1], found.ends[1].tolist()
    (['boggle', 'quiz', 'teas'], [(3, 25), (3, 26), (2, 25)], [2, 25])
    """
    asked, rules = options_and_rules(StreamOptions, options, changes)
    words, limits = board_lexicon(lexicon), check_limits(limits)
    if any(rules.points.multipliers):
        raise PuzzleError("a board that is read row by row has no multipliers")
    if len(words.alphabet) > MOST_LETTERS:
        from ....lexicon.languages import what_to_fold

        wrong = f"words of {len(words.alphabet)} letters, expected at most {MOST_LETTERS}"
        raise PuzzleError(f"{wrong}; {what_to_fold(words.alphabet, MOST_LETTERS)}")
    paths, raw, part = (
        check_bool("paths", asked.paths),
        check_bool("raw", asked.raw),
        check_shard(asked.shard or WHOLE),
    )
    shape, workers = None if asked.shape is None else check_shape(asked.shape), workers_for(asked.threads)
    file, known = None, Found.none(paths=paths)
    if asked.checkpoint is not None:
        file = Checkpoint(os.fspath(asked.checkpoint), words, rules, paths=paths, shard=part)
        known = file.read() if os.path.exists(file.path) else known  # noqa: PTH110
    if asked.cluster is None:
        search = StreamSearch(words, rules, known, asked.watch)
    elif isinstance(asked.cluster, str):
        from .cluster import ClusterStream, Task

        memory = None if limits is None else limits.memory
        task = Task(source, words, rules, paths, shape, raw, asked.alphabet, memory)
        search = ClusterStream(task, known, asked.watch, address=asked.cluster)
    else:
        raise PuzzleError(f"cluster={asked.cluster!r:.40}, expected an address as text")
    with open_rows(source, search.left.alphabet, shape=shape, raw=raw, letters=asked.alphabet) as rows:
        if known.about not in (None, rows.about):
            wrong = "the checkpoint is of another board, or of one that has changed since"
            raise PuzzleError(wrong, file=None if file is None else printable(file.path))
        if rules.wrap and asked.cluster is None and part == WHOLE:
            if rows.rows is None:
                rows = CyclicRows(rows, 0, None, ahead=int(words.lengths.max(initial=1)))
            found = search_small_torus(search, rows, workers, file, limits, progress)
            if found is not None:
                return found
        search.open(rows, span_of(part, rows), workers, limits)
        return search.run(file, limits, progress)


def merge_streams(
    files: Iterable[str | os.PathLike[str]],
    lexicon: Lexicon | Iterable[str] | None = None,
    *,
    checkpoint: str | os.PathLike[str] | None = None,
) -> StreamResult:
    """Merge what was found of the parts of one board.

    Parameters
    ----------
    files : iterable of paths
        The checkpoints of shards, of one count or of several; they have the rules and the paths.
    lexicon : Lexicon or iterable of str, optional
        That of the searches (default: the embedded English list up to level 60).
    checkpoint : path, optional
        A file for all that was found; where rows are missing `stream` continues from it.

    Returns
    -------
    StreamResult
        Where rows are missing, with the words found so far, LIMIT, and an `error` that names the rows. Of a
        word that several parts found, the place in the first of them. The work in `stats` is not known: 0.

    Raises
    ------
    PuzzleError
        A file that is no checkpoint, or one of another board, other words or other rules.

    Notes
    -----
    Files of one board may lie in different folders and have different times of change, as on several
    machines; name, size, shape, of a random board dice and seed must be equal. O(words of all parts).

    Examples
    --------
    >>> import tempfile
    >>> from unriddle.puzzles.boggle import RandomBoard, stream
    >>> board, words = RandomBoard("300x300", seed=1), Lexicon(["quiz", "boggle", "teas"])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     parts = [f"{folder}/{i}" for i in (1, 2)]
    ...     for i in (1, 2):
    ...         _ = stream(board, words, shard=(i, 2), checkpoint=parts[i - 1])
    ...     found = merge_streams(parts, words)
    >>> found.words, found.done_rows, found.status
    (['boggle', 'quiz', 'teas'], 300, <Status.MULTIPLE: 'MULTIPLE'>)
    """
    start, paths, words = time.perf_counter(), [os.fspath(path) for path in files], board_lexicon(lexicon)
    if not paths:
        raise PuzzleError("no files; name those of the shards of a board")
    opened = Checkpoint.opened(paths[0], words)
    parts = [opened.read(path) for path in paths]
    rows, cols = _shape_of(parts, paths)
    missing = _missing(parts, rows)
    found = _merged(parts, (rows, cols), missing[0][0] if missing else rows or 0)
    if checkpoint is not None:
        Checkpoint(os.fspath(checkpoint), words, opened.rules, paths=opened.paths).write(found)
    own = None if rows is None else sum((rows if end is None else end) - first for first, end in missing)
    return result_of(
        found,
        words,
        opened.rules,
        whole=not missing,
        stats=SearchStats(seconds=time.perf_counter() - start),
        done_rows=found.done_rows if rows is None or own is None else rows - own,
        own=own,
        memory=0,
        error=f"no part has {_spans_text(missing)}" if missing else None,
    )


def _shape_of(parts: Sequence[Found], paths: Sequence[str]) -> tuple[int | None, int]:
    """Return the shape of the board that all parts are of."""
    rows = next((part.shape[0] for part in parts if part.shape[0] is not None), None)
    cols, first = parts[0].shape[1], _board(parts[0])
    for part, path in zip(parts, paths, strict=True):
        if _board(part) != first or part.shape not in ((rows, cols), (None, cols)):
            wrong = f"is of another board than {printable(paths[0])}"
            raise PuzzleError(wrong, file=printable(path))
    return rows, cols


def _board(part: Found) -> dict[str, Any]:
    """Return what identifies a board wherever its file lies."""
    own = {name: value for name, value in (part.about or {}).items() if name != "changed"}
    if "file" in own:
        own["file"] = own["file"].replace("\\", "/").rpartition("/")[2]
    return own


def _missing(parts: Sequence[Found], rows: int | None) -> list[tuple[int, int | None]]:
    """Return the rows that no part has: the first, and the one behind the last, None if not known."""
    missing: list[tuple[int, int | None]] = []
    done = 0
    for first, end in sorted((part.first_row, part.done_rows) for part in parts):
        if first > done and end > first:
            missing.append((done, first))
        done = max(done, end) if end > first else done
    if rows is None or done < rows:
        missing.append((done, rows))
    return missing


def _spans_text(spans: Sequence[tuple[int, int | None]]) -> str:
    """Return rows as text, counted from 1."""
    texts = []
    for first, end in spans:
        if end is None:
            texts.append(f"rows from {first + 1:,} on")
        else:
            texts.append(f"row {end:,}" if end == first + 1 else f"rows {first + 1:,} to {end:,}")
    return ", ".join(texts)


def _merged(parts: Sequence[Found], shape: tuple[int | None, int], done_rows: int) -> Found:
    """Return what all parts found, each word once."""
    parts = sorted(parts, key=lambda part: part.first_row)
    numbers, first = np.unique(np.concatenate([part.numbers for part in parts]), return_index=True)
    paths = None
    if parts[0].paths is not None:
        every = [path for part in parts for path in part.paths or ()]
        paths = [every[k] for k in first.tolist()]
    ends = np.concatenate([part.ends for part in parts])[first]
    return Found(numbers, ends, paths, done_rows, parts[0].about, 0, shape)
