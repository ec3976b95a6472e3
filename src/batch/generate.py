"""Runs that make puzzles: parts are ranges of numbers; at the end repeated puzzles are replaced."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ..base import PuzzleError
from ..io.formats.training import QA
from ..options import with_changes
from ..puzzles.framework.arguments import as_int
from ..puzzles.framework.generator import KEY, NUMBER, Factory, Numbers, renewed, start_of
from ..puzzles.registry import factory as factory_class
from ..search.threads import workers_for
from .folder import Folder
from .parts import Index, RecordSource, Span
from .run import Progress, Run, RunOptions, Summary, carry_out, check_run, job_of
from .targets import check_form, target_of
from .writers import FORMATS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..lexicon import Lexicon

MOST = 1 << 40


class NumberSource(RecordSource):
    """The numbers from 1 to n, as an input: a part is a range of them."""

    name, number = "numbers", NUMBER

    def __init__(self, n: int, part_size: int, step: int) -> None:
        self.n, self.part_size, self.step = n, part_size, step

    def scan(self, progress: Callable[[int], None] | None = None) -> Index:
        """Return the parts."""
        starts = range(0, self.n, self.part_size)
        spans = [
            Span(number, start + 1, min(self.part_size, self.n - start), start, 0)
            for number, start in enumerate(starts)
        ]
        return Index("", self.n, tuple(spans))

    def read(self, span: Span) -> NDArray[np.int64]:
        """Return the attempt that each number begins with: the first."""
        return np.zeros(span.count, dtype=np.int64)

    def decode(self, span: Span, data: NDArray[np.int64]) -> Any:
        """Return the numbers of a part."""
        return Numbers(np.arange(span.first, span.first + span.count), data)


def run_generate(
    puzzle: str,
    n: int,
    out: str | os.PathLike[str],
    *,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    lexicon: Lexicon | None = None,
    progress: Callable[[Progress], None] | None = None,
    **changes: Any,
) -> Summary:
    """Make many puzzles, none equal to another up to symmetry, and write them to a folder.

    Parameters
    ----------
    puzzle : str
        A name of `unriddle.puzzles.registry.factory_names`.
    n : int
        Puzzles.
    out : str or path
        The folder, or one file, as for `run_batch`. With ``form="jsonl-qa"`` each record is an entry of
        question, answer and metadata, graded where a person reasons.
    seed : int
        The same seed gives the same puzzles.
    options : mapping, optional
        Options of the puzzle, by name.
    lexicon : Lexicon, optional
        The words, where the puzzle takes some.
    progress : callable, optional
        Called about ten times a second.
    **changes
        The fields of `RunOptions`; the part size is by default as suits the puzzle.

    Returns
    -------
    Summary
        Rejected are numbers for which there was no puzzle that is new.

    Raises
    ------
    PuzzleError, OSError, MissingExtraError, Interrupted
        As for `run_batch`.

    Notes
    -----
    A puzzle depends on the seed, its number and the forms of those before it alone, so the output is the same
    for any number of threads, shards, workers and interruptions. When all parts are done, the run (of
    several shards the last) looks for puzzles with equal forms; all but the first are replaced, with the
    next seed derived from theirs, and their parts written again. Memory: a few parts for each thread, and
    at the end some 60 bytes a puzzle.

    Examples
    --------
    >>> import tempfile
    >>> from unriddle.batch import run_generate
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     summary = run_generate("sudoku", 3, f"{folder}/out", seed=1, threads=1)
    >>> summary.answered, summary.rejected, summary.complete
    (3, 0, True)
    """
    count = as_int(n)
    if count is None or not 1 <= count <= MOST:
        raise PuzzleError(f"{n!r:.40} puzzles, expected a whole number from 1 up")
    how, kind = with_changes(RunOptions(), changes), factory_class(puzzle)
    size, target = kind.PART if how.part_size is None else how.part_size, os.fspath(out)
    form, one = target_of(target, how.form)
    check_run(form, how.shard, size, (*FORMATS, QA))
    graded = {"grade": True} if form == QA and any(one.name == "grade" for one in kind.OPTIONS) else {}
    factory = kind(kind.WHAT[0], dict(options or {}) | graded, lexicon)
    factory.seed = start_of(seed)
    source = NumberSource(count, size, kind.CHUNK)
    check_form(form, factory, source)
    job = job_of(puzzle, "generate", factory, form, size) | {"seed": factory.seed, "puzzles": count}
    folder = Folder(target, form, job, one=one)

    def ending(run: Run) -> None:
        _replace_repeats(run, factory, workers_for(how.threads))

    return carry_out(folder, source, factory, source.scan(), how, progress, ending)


def _replace_repeats(run: Run, factory: Factory, threads: int) -> None:
    """Replace puzzles whose canonical form an earlier one has; nothing where parts are missing."""
    assert run.index is not None
    keys = run.folder.keys(len(run.index.spans))
    if keys is None:
        return
    joined = np.frombuffer(b"".join(keys), dtype=KEY)
    repeated = renewed(joined, factory)
    attempts = joined["attempt"].astype(np.int64)
    for place, attempt in repeated.items():
        attempts[place] = attempt
    size, changed = run.index.spans[0].count, np.array(sorted(repeated), dtype=np.intp)
    parts = []
    for number in sorted(set((changed // size).tolist())):
        start, span = number * size, run.index.spans[number]
        whole = slice(start, start + span.count)
        places = changed[changed // size == number] - start
        parts.append((span, attempts[whole], places, joined[whole]))
    run.rewrite(parts, threads)
