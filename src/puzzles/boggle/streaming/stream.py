"""All words of a board of any size, whose rows are read as they are needed and never held all at once."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Unpack, cast

from ....base import Limits, PuzzleError
from ....lexicon import Lexicon
from ....lexicon.arguments import lexicon_of
from ....search.threads import workers_for
from ...framework.arguments import check_bool, check_limits, check_shape, check_shard
from ..rules import RuleWords, rules_of
from .checkpoint import WHOLE, Checkpoint, Found
from .merge import span_of
from .result import StreamProgress, StreamResult
from .row_readers import A_TO_Z, open_rows
from .search import StreamSearch
from .wrap_around import Counted, is_small, search_whole

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ....typing import ShapeLike
    from ..dice.random_board import RandomBoard

__all__ = ["StreamWords", "stream"]

MOST_LETTERS = 32  # of an alphabet
OWN = ("shape", "threads", "paths", "checkpoint", "watch", "raw", "alphabet", "shard", "cluster")


class StreamWords(RuleWords, total=False):
    """The keywords of `Boggle.stream` beside those of all searches."""

    shape: ShapeLike
    threads: int
    paths: bool
    checkpoint: str | os.PathLike[str] | None
    watch: Callable[[StreamProgress], None] | None
    raw: bool
    alphabet: str
    shard: tuple[int, int]
    cluster: str | None


def stream(
    source: str | os.PathLike[str] | NDArray[Any] | RandomBoard,
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
        Called after each band of rows with a `StreamProgress`: rows done, words found, time left.
    raw : bool, optional
        The source is bytes without ends of lines: letters, holes, or numbers of letters from 0.
    alphabet : str, optional
        Letters that numbers count; a to z by default.
    shard : (int, int), optional
        ``(i, n)``: only the i-th of n parts of the rows, i from 1, with those around it that words reach.
        `merge_streams` puts the checkpoints of all parts together. The number of rows must be known.
    cluster : str, optional
        Address of a Dask scheduler, or ``local:N``; needs extra ``cluster``. All workers must be able to read
        the source; they tell each other what they found. One that is lost costs the rows that it was at.
    **rules
        ``rules=Rules(…)``, or its fields by name: topology, wrap, qu, min_length, scoring.

    Returns
    -------
    StreamResult

    Raises
    ------
    PuzzleError
        Rows that cannot be read, before any word was found (later, the result says so in `error`); rows so
        long, or a `memory` so small, that not enough of them can be held; a shard of a torus smaller than the
        longest word; a checkpoint of another search; a cluster that is lost before any word was found.
    MissingExtraError
        A cluster without its package.

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
        from ....lexicon.languages import what_to_fold

        said = f"words of {len(words.alphabet)} letters, expected at most {MOST_LETTERS}"
        raise PuzzleError(f"{said}; {what_to_fold(words.alphabet, MOST_LETTERS)}")
    paths, raw = check_bool("paths", own.get("paths", False)), check_bool("raw", own.get("raw", False))
    shape, checkpoint, shard = own.get("shape"), own.get("checkpoint"), check_shard(own.get("shard", WHOLE))
    size, workers = None if shape is None else check_shape(shape), workers_for(own.get("threads", 0))
    letters, file, known = own.get("alphabet", A_TO_Z), None, None
    if checkpoint is not None:
        file = Checkpoint(os.fspath(checkpoint), words, asked, paths=paths, shard=shard)
        known = file.read()
    known, watch, cluster = known or Found.none(paths=paths), own.get("watch"), own.get("cluster")
    if cluster is None:
        search = StreamSearch(words, asked, known, watch)
    elif isinstance(cluster, str):
        from .cluster import ClusterStream, Task

        memory = None if limits is None else limits.memory
        task = Task(source, words, asked, paths, size, raw, letters, memory)
        search = ClusterStream(task, known, watch, address=cluster)
    else:
        raise PuzzleError(f"cluster={cluster!r:.40}, expected an address as text")
    with open_rows(source, search.left.alphabet, shape=size, raw=raw, letters=letters) as rows:
        search.known.check(rows.about, file)
        if asked.wrap and cluster is None and shard == WHOLE:
            longest = int(words.lengths.max(initial=1))
            rows = Counted(rows, longest) if rows.rows is None else rows
            if is_small(rows, longest):
                return search_whole(search, rows, workers, file, limits, progress)
        search.open(rows, span_of(shard, rows), workers, limits)
        return search.run(file, limits, progress)
