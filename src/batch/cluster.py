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
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from ..base import MissingExtraError, PuzzleError
from ..textio import printable
from .folder import WORK, Folder, Receipt, digest_of
from .stores import store_of
from .work import Work

if TYPE_CHECKING:
    from ..puzzles.common.records import Batch
    from .sources import Source, Span

__all__ = ["run_parts"]

SECONDS_TO_CONNECT = 10
SECONDS_TO_RETURN = 60
"""How long a scheduler that was lost may take to be there again."""
MOST_RESTARTS = 100
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
    where, digest = _put(folder, batch, source)
    left = {span.number: span for span in spans}

    def taken(receipt: Receipt) -> None:
        if left.pop(receipt.part, None) is not None:
            note(receipt)

    with _quiet_logs():
        for again in range(MOST_RESTARTS + 1):
            before = len(left)
            try:
                _on_cluster(distributed, address, partial(_do, where=where, digest=digest), left, taken)
                return
            except _Lost as lost:
                # A scheduler that comes back knows nothing: what is left is given to it anew.
                fresh = again == 0 or len(left) < before
                if not lost.may_return or not fresh or not _comes_back(distributed, address):
                    raise PuzzleError(f"{lost}; {KEPT}", file=printable(address)[:100]) from None
        raise PuzzleError(f"the scheduler was lost again and again; {KEPT}", file=printable(address)[:100])


class _Lost(Exception):
    """What became of the cluster."""

    def __init__(self, what: str, *, may_return: bool = False) -> None:
        super().__init__(what)
        self.may_return = may_return


def _on_cluster(
    distributed: Any,
    address: str,
    work: Callable[[Span], Receipt],
    left: Mapping[int, Span],
    taken: Callable[[Receipt], None],
) -> None:
    """Do what is left on a cluster, until it is done or the cluster lost."""
    local, client = None, None
    try:
        local, client = _connect(distributed, address)
        futures = client.map(work, list(left.values()), pure=False, retries=3)
        for done in distributed.as_completed(futures):
            taken(done.result())
            done.release()
    except KeyboardInterrupt:
        raise  # closing would take seconds: workers and their work end with this process
    except BaseException as error:
        _close(client, local)
        if isinstance(error, distributed.KilledWorker):
            raise _Lost("workers were lost again and again on the same part") from None
        if isinstance(error, (CancelledError, distributed.comm.CommClosedError)):
            raise _Lost("the scheduler was lost", may_return=local is None) from None
        raise
    _close(client, local)


def _comes_back(distributed: Any, address: str) -> bool:
    """Wait for a scheduler; say whether one answers in time."""
    end = time.monotonic() + SECONDS_TO_RETURN
    while time.monotonic() < end:
        try:
            client = distributed.Client(address, timeout=SECONDS_TO_CONNECT)
        except (OSError, ValueError, TimeoutError):
            time.sleep(0.1)
        else:
            _close(client)
            return True
    return False


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


def _put(folder: Folder, batch: Batch, source: Source) -> tuple[str, str]:
    """Write what workers need into the folder, and return where it is, and its digest."""
    far = folder.absolute()
    job = pickle.dumps((far, batch, source))
    digest = digest_of(job)
    with folder.new_file(os.path.join(WORK, digest)) as stream:  # noqa: PTH118
        stream.write(job)
    return far.inside(os.path.join(WORK, digest)), digest  # noqa: PTH118


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
            job = store_of(where).read(where)
            if digest_of(job) != digest:
                raise PuzzleError("is damaged", file=digest)
            folder, batch, source = pickle.loads(job)
            _known.clear()
            _known[digest] = _Reader(Work(folder, source, batch, threading.Event()))
        reader = _known[digest]
    return reader.work.do(span, reader.bytes_of(span))
