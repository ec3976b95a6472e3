"""Parts spread over the workers of a Dask cluster; needs extra ``cluster``.

Workers read their own ranges of the input and write their own parts, so input and folder must be on a
disk that all of them see. What goes through the scheduler is ranges out and receipts back; everything
else, the lexicon included, lies once in the folder under its digest, and each worker loads it once.
"""

from __future__ import annotations

import logging
import os
import pickle
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from ..base import MissingExtraError, PuzzleError
from ..textio import printable
from .folder import WORK, Folder, Receipt, digest_of
from .work import Work

if TYPE_CHECKING:
    from ..puzzles.common.records import Batch
    from .sources import Source, Span

__all__ = ["run_parts"]

SECONDS_TO_CONNECT = 10
KEPT = "the parts that are done are kept"
_lock = threading.Lock()


def run_parts(
    address: str,
    spans: Sequence[Span],
    folder: Folder,
    batch: Batch,
    source: Source,
    note: Callable[[Receipt], None],
) -> None:
    """Do parts on a cluster.

    Parameters
    ----------
    address : str
        ``tcp://host:port`` of a scheduler, or ``local:N`` for N processes of this machine.
    spans : sequence of Span
        The parts to do.
    folder, batch, source
        What a worker needs.
    note : callable
        Called with the receipt of each part.

    Raises
    ------
    MissingExtraError
        distributed is not installed.
    PuzzleError
        No scheduler at the address; one that was lost; workers that did not start, or were lost again and
        again.
    """
    try:
        import distributed as package
    except ImportError:
        raise MissingExtraError("Clusters", "distributed", "cluster") from None
    distributed: Any = package
    digest = _put(folder, batch, source)
    where = os.path.abspath(folder.path)  # noqa: PTH100 (pathlib costs start-up time)
    local, client = None, None
    with _quiet_logs():
        try:
            local, client = _connect(distributed, address)
            futures = client.map(_do, spans, where=where, digest=digest, pure=False, retries=3)
            for done in distributed.as_completed(futures):
                note(done.result())
                done.release()
        except KeyboardInterrupt:
            raise  # closing would take seconds: workers and their work end with this process
        except BaseException as error:
            _close(client, local)
            lost = _lost(distributed, error)
            if lost is None:
                raise
            raise PuzzleError(f"{lost}; {KEPT}", file=printable(address)[:100]) from None
        _close(client, local)


def _lost(distributed: Any, error: BaseException) -> str | None:
    """Return what an error says of the cluster, None where it is of the work."""
    if isinstance(error, distributed.KilledWorker):
        return "workers were lost again and again on the same part"
    if isinstance(error, (CancelledError, distributed.comm.CommClosedError)):
        return "the scheduler was lost"
    return None


@contextmanager
def _quiet_logs() -> Iterator[None]:
    """Keep what becomes one line from being told in many as well."""
    names = [name for name in logging.root.manager.loggerDict if name.split(".")[0] == "distributed"]
    levels = {name: logging.getLogger(name).level for name in names}
    for name in names:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)


def _close(*parts: Any) -> None:
    for part in parts:
        if part is not None:
            with suppress(Exception):
                part.close(timeout=5)


def _connect(distributed: Any, address: str) -> tuple[Any, Any]:
    """Return the local cluster, where one was asked for, and a client."""
    kind, _, count = address.partition(":")
    if kind == "local":
        if not count.isascii() or not count.isdigit() or not 1 <= int(count[:5]) <= 1024:
            raise PuzzleError(f"cluster {address!r:.60}, expected local:N with N from 1 to 1024")
        try:
            with _quiet_children():
                local = distributed.LocalCluster(
                    n_workers=int(count),
                    threads_per_worker=1,
                    processes=True,
                    dashboard_address=None,
                    silence_logs=logging.CRITICAL,
                )
            return local, distributed.Client(local)
        except (RuntimeError, TimeoutError) as reason:  # a worker that was killed before it was at work
            wrong = f"the workers did not start: {printable(str(reason))[:100]}; {KEPT}"
            raise PuzzleError(wrong, file=address) from None
    try:
        return None, distributed.Client(address, timeout=SECONDS_TO_CONNECT)
    except (OSError, ValueError, TimeoutError):
        wrong = "no Dask scheduler answers, expected tcp://host:port or local:N"
        raise PuzzleError(wrong, file=printable(address)[:100]) from None


@contextmanager
def _quiet_children() -> Iterator[None]:
    """Keep Python's tracker of resources from reporting that Ctrl-C ended the process that made them."""
    kept = os.environ.get("PYTHONWARNINGS")
    mute = "ignore:resource_tracker:UserWarning"
    os.environ["PYTHONWARNINGS"] = f"{kept},{mute}" if kept else mute
    try:
        yield
    finally:
        if kept is None:
            del os.environ["PYTHONWARNINGS"]
        else:
            os.environ["PYTHONWARNINGS"] = kept


def _put(folder: Folder, batch: Batch, source: Source) -> str:
    """Write what workers need into the folder, and return its digest."""
    job = pickle.dumps((Folder(os.path.abspath(folder.path), folder.form, folder.job), batch, source))  # noqa: PTH100
    digest = digest_of(job)
    with folder.new_file(os.path.join(WORK, digest)) as stream:  # noqa: PTH118
        stream.write(job)
    return digest


class _Reader:
    """The work of a run on one worker, and its place in an input that must be read in order."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self._parts: Iterator[tuple[Span, bytes]] = iter(())
        self._lock = threading.Lock()
        self._next = -1

    def bytes_of(self, span: Span) -> bytes | None:
        """Return the bytes of a part; parts come in rising order, so that little is unpacked twice."""
        if self.work.source.seekable:
            return None
        with self._lock:
            if not 0 <= self._next <= span.number:
                self._parts, self._next = self.work.source.stream(), 0
            for other, data in self._parts:
                self._next = other.number + 1
                if other == span:
                    return data
            self._next = -1
        raise PuzzleError("has changed while it was read")


_known: dict[str, _Reader] = {}


def _do(span: Span, where: str, digest: str) -> Receipt:
    """Do a part, on a worker."""
    with _lock:
        if digest not in _known:
            with open(os.path.join(where, WORK, digest), "rb") as stream:  # noqa: PTH118, PTH123
                job = stream.read()
            if digest_of(job) != digest:
                raise PuzzleError("is damaged", file=digest)
            folder, batch, source = pickle.loads(job)
            _known.clear()
            _known[digest] = _Reader(Work(folder, source, batch, threading.Event()))
        reader = _known[digest]
    return reader.work.do(span, reader.bytes_of(span))
