"""Parts spread over the workers of a Dask cluster; needs extra ``cluster``.

Workers read their own ranges of the input and write their own parts, so input and folder must be on a
disk that all of them see. What goes through the scheduler is ranges out and receipts back; everything
else, the lexicon included, lies once in the folder under its digest, and each worker loads it once.
"""

from __future__ import annotations

import os
import pickle
import threading
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from ..base import PuzzleError
from ..io.stores import store_of
from ..search.cluster import RETRIES, completed, on_cluster
from .folder import WORK, Folder, Receipt, digest_of
from .part_worker import Work

if TYPE_CHECKING:
    from ..puzzles.framework.batch_records import Batch
    from .parts import RecordSource, Span

KEPT = "the parts that are done are kept"
_lock = threading.Lock()


def run_parts(
    address: str,
    spans: Sequence[Span],
    folder: Folder,
    batch: Batch,
    source: RecordSource,
    note: Callable[[Receipt], None],
) -> None:
    """Do parts on a cluster; `note` is called with the receipt of each.

    The address is ``tcp://host:port`` of a scheduler, or ``local:N`` for N processes of this machine. Where
    there is none, or it is lost, or workers are lost again and again, that is a PuzzleError.
    """
    where, digest = _put(folder, batch, source)
    left = {span.number: span for span in spans}

    def work(client: Any) -> None:
        do = partial(_do, where=where, digest=digest)
        for done in completed(client.map(do, list(left.values()), pure=False, retries=RETRIES)):
            receipt = done.result()
            done.release()
            if left.pop(receipt.part, None) is not None:
                note(receipt)

    on_cluster(address, KEPT, work, lambda: len(left))


def _put(folder: Folder, batch: Batch, source: RecordSource) -> tuple[str, str]:
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
