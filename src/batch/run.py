"""Runs a batch: cuts the input into parts, spreads them over threads, and brings the folder to its end."""

from __future__ import annotations

import hashlib
import os
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ..base import PuzzleError
from ..console import positive, shard, whole
from ..io.text import printable, source_name
from ..options import option, options, with_changes
from ..puzzles.framework.arguments import check_shard
from ..puzzles.registry import batch as batch_class
from ..search.threads import thread_pool, threads_of, wait_interruptibly, workers_for
from .folder import REJECTS, Folder, Receipt
from .kept_columns import Kept
from .likely import likely_in
from .part_worker import Stopped, Work
from .parts import MOST_BYTES, Index, RecordSource, Span
from .sources import open_source
from .targets import check_form, target_of
from .writers import FORMATS

if TYPE_CHECKING:
    from ..lexicon import Lexicon
    from ..puzzles.framework.batch_records import Batch

PART_SIZE = 1 << 16
TICK = 0.1  # seconds between two calls of progress
PATIENCE = 0.02  # seconds for threads to stop after Ctrl-C


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is: ``read`` while the input is measured, then ``solve``."""

    stage: str
    done: int
    total: int | None
    """Bytes or records in all; None where that is not known."""
    fresh: int
    """Of those done, what this run did itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """What a run did.

    Attributes
    ----------
    records, answered, rejected : int
        Of the parts of this run (of this shard), those of an earlier run included.
    fresh : int
        Records that this run did itself.
    parts, kept : int
        Parts of this run, and those that an earlier run had done.
    complete : bool
        Whether the folder holds the whole output: with shards, whether all are done.
    seconds : float
    rejects : str
        The file of the records that were rejected.
    """

    records: int
    answered: int
    rejected: int
    fresh: int
    parts: int
    kept: int
    complete: bool
    seconds: float
    rejects: str = ""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C: the parts that are done stay.

    Attributes
    ----------
    done : int
        Parts that are done.
    stopped : bool
        Whether all threads have stopped; else only the end of the process stops them, which does no harm.
    """

    def __init__(self, done: int, stopped: bool) -> None:
        super().__init__(f"{done} parts are kept")
        self.done, self.stopped = done, stopped


@options
class RunOptions:
    """Options of `run_batch` and `run_generate`: where the answers go and how the work is done."""

    form: str | None = option(
        default=None, help="format of the files (default: by the ending of `out`, else ndjson)", flag=False
    )
    threads: int = option(default=0, help="use N threads; 0 is one per core", type=whole, metavar="N")
    shard: tuple[int, int] = option(default=(1, 1), help="run only shard i of N", type=shard, metavar="i/N")
    resume: bool = option(default=False, help="continue the run in the folder, or begin one")
    overwrite: bool = option(default=False, help="replace the run in the folder")
    part_size: int | None = option(
        default=None,
        help="write at most N records to a part file (default: depends on the puzzle)",
        type=positive,
        metavar="N",
    )
    cluster: str | None = option(
        default=None,
        help="run on the Dask scheduler at tcp://host:port, or with local:N in N local processes (needs the "
        "cluster extra)",
        metavar="ADDRESS",
    )


@options
class BatchOptions(RunOptions):
    """Options of `run_batch`."""

    what: str | None = option(default=None, help="what to answer (default: the first)", flag=False)
    width: int | None = option(
        default=None, help="read records of N bytes each, without line ends", type=positive, metavar="N"
    )
    column: str | None = option(
        default=None,
        help="read the records from this column (default: board, puzzle, grid or another usual name)",
        metavar="NAME",
    )
    keep: Sequence[str] = option(
        default=(),
        help="copy columns of the input to the output, such as id,player",
        type=lambda text: text.split(","),
        metavar="NAMES",
    )
    quote_formulas: bool = option(
        default=False,
        help="put ' before kept cells that a spreadsheet would take for formulas (CSV)",
    )


def run_batch(
    puzzle: str,
    source: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    out: str | os.PathLike[str],
    *,
    options: Mapping[str, Any] | None = None,
    lexicon: Lexicon | None = None,
    progress: Callable[[Progress], None] | None = None,
    **changes: Any,
) -> Summary:
    """Solve all records of a file, and write the answers to a folder, or to one file.

    Parameters
    ----------
    puzzle : str
        A name of `unriddle.puzzles.registry.batch_names`.
    source : str or path, or a sequence of them
        Lines of text or ``.npy``, plain, gzip or Zstandard; Parquet, Feather, CSV or NDJSON, of these also
        several files, patterns and folders; ``-`` is standard input. Addresses such as ``s3://…`` need
        extra ``fsspec``.
    out : str or path
        The folder: new, empty, or with `resume` one that holds a part of this run. A name that ends in
        ``.ndjson``, ``.jsonl``, ``.csv``, ``.npy`` or ``.parquet`` and is no folder is one file: its parts
        are in the folder NAME.run until all are done; manifest and rejects stay there.
    options : mapping, optional
        Options of the puzzle, by name.
    lexicon : Lexicon, optional
        The words, where the puzzle takes some.
    progress : callable, optional
        Called about ten times a second.
    **changes
        The fields of `BatchOptions`, such as ``what="words"``, ``threads=2`` or ``resume=True``.

    Returns
    -------
    Summary

    Raises
    ------
    PuzzleError
        Wrong options; an input that cannot be read; a folder that holds something else or another run.
    OSError
        Full disk, read-only folder: what is done stays and nothing half-written has a final name.
    MissingExtraError
        Parquet, Zstandard or a cluster without their packages.
    Interrupted
        Ctrl-C.

    Notes
    -----
    Parts depend on the input alone, so the output is the same for any number of threads, shards,
    workers and interruptions. Memory: a few parts for each thread, whatever the input's size.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from unriddle.batch import run_batch
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     boards = Path(folder, "boards.txt")
    ...     written = boards.write_text("teas\\nrate\\n")
    ...     summary = run_batch("boggle", boards, f"{folder}/out", options={"shape": "2x2"}, threads=1)
    >>> summary.answered, summary.complete
    (2, True)
    """
    how = with_changes(BatchOptions(), changes)
    target, size = os.fspath(out), PART_SIZE if how.part_size is None else how.part_size
    form, one = target_of(target, how.form)
    check_run(form, how.shard, size)
    # Before the input is read, which may take long.
    Folder(target, form, {}, one=one).check(
        resume=how.resume, shared=how.shard != (1, 1), overwrite=how.overwrite
    )
    if how.width is not None and not 1 <= how.width <= MOST_BYTES:
        raise PuzzleError(f"width {how.width:,}, expected 1 to {MOST_BYTES:,} bytes")
    kind = batch_class(puzzle)
    batch = kind(kind.WHAT[0] if how.what is None else how.what, options or {}, lexicon)
    paths = [os.fspath(path) for path in ([source] if isinstance(source, (str, os.PathLike)) else source)]
    found = likely_in(puzzle, kind.KIND, batch.rules())
    records = open_source(paths, size, width=how.width, column=how.column, keep=how.keep, likely=found)
    if any(os.path.realpath(file) == os.path.realpath(target) for file in records.files):
        raise PuzzleError("is an input, expected another file for the output", file=printable(target))
    check_form(form, batch, records)
    if how.quote_formulas:
        if form != "csv" or not records.kept_columns:
            raise PuzzleError("--quote-formulas is for --keep with --format csv")
        kept = (column for column in records.kept_columns if isinstance(column, Kept))
        records.kept_columns = [replace(column, quote_formulas=True) for column in kept]
    records.symbols = getattr(kind.KIND, "SYMBOLS", None)
    records.check_first = _checking(batch)
    index = None if records.once else records.scan(_reading(progress))
    if index is not None:
        records.check_first = None  # seen; and not for workers
    job = job_of(puzzle, batch.what, batch, form, size)
    job |= {"width": how.width, "column": records.column}
    job["keep"] = [column.name for column in records.kept_columns]
    job |= {"quote formulas": True} if how.quote_formulas else {}
    job["input"] = None if index is None else index.digest  # last: it goes by the parts as well
    folder = Folder(target, form, job, one=one)
    return carry_out(folder, records, batch, index, how, progress)


def carry_out(
    folder: Folder,
    records: RecordSource,
    batch: Batch,
    index: Index | None,
    how: RunOptions,
    progress: Callable[[Progress], None] | None,
    ending: Callable[[Run], None] | None = None,
) -> Summary:
    """Do all parts of a run that are not done, and finish the folder; see `run_batch`.

    `ending` is called before the folder is finished, if all parts are done.
    """
    started = time.perf_counter()
    threads, shard, cluster = workers_for(how.threads), how.shard, how.cluster
    if cluster is not None and (index is None or shard != (1, 1)):
        wrong = "standard input" if index is None else "--shard"
        raise PuzzleError(f"--cluster cannot be combined with {wrong}; name a file that all workers can read")
    mine: dict[int, Receipt] = {}
    try:
        done = folder.begin(resume=how.resume, shared=shard != (1, 1), overwrite=how.overwrite)
        mine |= {part: receipt for part, receipt in done.items() if part % shard[1] == shard[0] - 1}
        if shard != (1, 1) and mine and not how.resume:
            raise PuzzleError("holds parts of this shard; continue with --resume", file=folder.side)
        run = Run(folder, records, batch, index, shard, mine, progress)
        if cluster is not None and not folder.complete:
            from .cluster import run_parts

            assert index is not None
            try:
                run_parts(cluster, run.pending(index), folder, batch, records, run.note)
            except KeyboardInterrupt:
                raise Interrupted(len(mine), False) from None
        elif index is None or len(mine) < len(run.own(index)):
            run.local(threads)
        else:
            run.n_parts = len(index.spans)
        if ending is not None:
            ending(run)
        complete = folder.finalise(run.n_parts, run.digest)
    except Interrupted:
        raise
    except KeyboardInterrupt:  # while the parts were listed, or put together: they are all kept
        raise Interrupted(len(mine), True) from None
    except BaseException:
        folder.abandon()
        raise
    finally:
        folder.close()
    return Summary(
        records=sum(receipt.records for receipt in mine.values()),
        answered=sum(receipt.answered for receipt in mine.values()),
        rejected=sum(receipt.rejected for receipt in mine.values()),
        fresh=run.fresh,
        parts=len(mine),
        kept=len(mine) - run.made,
        complete=complete,
        seconds=time.perf_counter() - started,
        rejects=folder.inside(REJECTS),
    )


def check_run(form: str, shard: tuple[int, int], part_size: int, forms: Sequence[str] = FORMATS) -> None:
    """Refuse what no run can be like."""
    if form not in forms:
        raise PuzzleError(f"format {form!r:.40}, expected one of {', '.join(forms)}")
    check_shard(shard)
    if not 1 <= part_size <= 1 << 24:
        raise PuzzleError(f"part size {part_size:,}, expected 1 to {1 << 24:,} records")


def job_of(puzzle: str, what: str, batch: Batch, form: str, part_size: int) -> dict[str, Any]:
    """Return what a run is, apart from its input."""
    from importlib.metadata import version

    return {
        "lexicon": None if batch.lexicon is None else batch.lexicon.digest,
        "unriddle": version("unriddle"),
        "puzzle": puzzle,
        "what": what,
        "format": form,
        "options": batch.options,
        "part size": part_size,
    }


def _checking(batch: Batch) -> Callable[[Any], bool]:
    """Return a function that checks the first record, and warns where it shows a wrong option."""
    seen: list[Any] = []

    def look(record: Any) -> bool:
        if isinstance(record, str) and record.lstrip().startswith('{"'):
            raise PuzzleError("a JSON object; write a file of it and name its key with --column")
        note = None if seen else batch.check_first(record)
        if note is not None:
            warnings.warn(note, UserWarning, stacklevel=2)
        seen.append(record)
        return batch.bind(record)

    return look


def _reading(progress: Callable[[Progress], None] | None) -> Callable[[int], None] | None:
    if progress is None:
        return None
    shown = [time.perf_counter()]

    def show(seen: int) -> None:
        if time.perf_counter() - shown[0] >= TICK:
            shown[0] = time.perf_counter()
            progress(Progress("read", seen, None, seen))

    return show


class Run:
    """One run: which parts there are, which are done."""

    def __init__(
        self,
        folder: Folder,
        source: RecordSource,
        batch: Batch,
        index: Index | None,
        shard: tuple[int, int],
        done: dict[int, Receipt],
        progress: Callable[[Progress], None] | None,
    ) -> None:
        self.folder, self.source, self.index, self.shard, self.done = folder, source, index, shard, done
        self.work = Work(folder, source, batch, threading.Event())
        self.digest = None if index is None else index.digest
        self.n_parts, self.made, self.fresh = 0, 0, 0
        self._progress, self._shown = progress, 0.0
        self._kept = sum(receipt.records for receipt in done.values())
        self._total = None if index is None else sum(span.count for span in self.own(index))
        self._counts: dict[int, int] = {}  # records that each thread has done

    def own(self, index: Index) -> list[Span]:
        """Return the parts of this shard."""
        return [span for span in index.spans if span.number % self.shard[1] == self.shard[0] - 1]

    def pending(self, index: Index) -> list[Span]:
        """Return the parts that this run has to do; a part made from other bytes is done again."""
        self.n_parts = len(index.spans)
        for span in self.own(index):
            if span.number in self.done and self.done[span.number].input != (span.digest or None):
                del self.done[span.number]
        return [span for span in self.own(index) if span.number not in self.done]

    def note(self, receipt: Receipt) -> None:
        """Take note of a part that is done."""
        self.done[receipt.part] = receipt
        self.made += 1
        self.fresh += receipt.records
        self.show(self.fresh)

    def show(self, fresh: int) -> None:
        """Show how far the run is, now and then."""
        now = time.perf_counter()
        if self._progress is not None and now - self._shown >= TICK:
            self._shown = now
            self._progress(Progress("solve", self._kept + fresh, self._total, fresh))

    def _tasks(self) -> Iterator[tuple[Span, Any]]:
        """Yield the parts to do, with their bytes where the input must be read in order."""
        if self.index is not None and self.source.seekable:
            yield from self.source.parts(self.pending(self.index))
            return
        digest = hashlib.sha256()
        for span, data in self.source.stream():
            self.n_parts = span.number + 1
            if self.source.once:
                digest.update(span.digest.encode())
            elif self.index is not None:
                self._as_measured(span)
            if span.number % self.shard[1] != self.shard[0] - 1:
                continue
            if span.number not in self.done:
                yield span, data
            elif self.source.once and self.done[span.number].input != span.digest:
                raise self._another_input()
        if self.source.once:
            self.digest = digest.hexdigest()
            if not self.n_parts:
                raise PuzzleError("is empty", file=source_name("-"))
            if self.done and max(self.done) >= self.n_parts:
                raise self._another_input()

    def _as_measured(self, span: Span) -> None:
        """Refuse a part of a packed input that is not as it was when the input was measured."""
        assert self.index is not None
        if span.number >= len(self.index.spans) or span != self.index.spans[span.number]:
            raise PuzzleError("was modified while it was read", file=self.source.name)

    def _another_input(self) -> PuzzleError:
        return PuzzleError(
            "holds a run with another input; use another folder, or --overwrite", file=self.folder.side
        )

    def _do(self, work: Work, span: Span, data: Any) -> Receipt:
        me = threading.get_ident()

        def count(records: int) -> None:
            self._counts[me] = self._counts.get(me, 0) + records

        return work.do(span, data, count if self._progress is not None else None)

    def local(self, threads: int) -> None:
        """Do all parts: `threads` threads answer records; twice as many read and write."""
        workers = 2 * threads
        pool, solvers = threads_of(workers), threads_of(threads)
        work = replace(self.work, answering=lambda task: solvers.submit(task).result())
        running: set[Future[Receipt]] = set()
        complete = self.folder.complete
        try:
            for span, data in self._tasks():
                if complete:  # more input than the run that is complete had
                    raise self._another_input()
                while len(running) > workers:
                    running = self._collect(running)
                running.add(pool.submit(self._do, work, span, data))
            while running:
                running = self._collect(running)
        except BaseException as error:
            self.work.stop.set()
            pool.shutdown(wait=False, cancel_futures=True)
            patience = PATIENCE if isinstance(error, KeyboardInterrupt) else None
            # A future that was cancelled in the queue is never reported to those that wait.
            done, left = wait([future for future in running if not future.cancelled()], timeout=patience)
            for future in done:
                with suppress(BaseException):
                    self.note(future.result())
            solvers.shutdown(wait=False)
            if isinstance(error, KeyboardInterrupt):
                raise Interrupted(len(self.done), not left) from None
            raise
        pool.shutdown()
        solvers.shutdown()

    def rewrite(self, parts: Sequence[tuple[Any, ...]], threads: int) -> None:
        """Make some records of parts again: each part as `Work.rewrite_records` takes it."""
        with thread_pool(threads, self.work.stop.set) as pool:
            for future in [pool.submit(self.work.rewrite_records, *part) for part in parts]:
                receipt = wait_interruptibly(future)
                if receipt.part in self.done:
                    self.done[receipt.part] = receipt

    def _collect(self, running: set[Future[Receipt]]) -> set[Future[Receipt]]:
        """Wait for parts and take note of them; return those that are not done."""
        done, left = wait(running, timeout=TICK, return_when=FIRST_COMPLETED)
        for future in done:
            with suppress(Stopped):
                self.note(future.result())
        self.show(sum(self._counts.values()))
        return left
