"""Search the classes of a proof on a Dask cluster: a task per class, which returns certificates."""

from __future__ import annotations

import hashlib
import pickle
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ....search.cluster import RETRIES, Left, completed, connected
from ..best_board.board_space import Space, space_of
from .certificates import Certificate
from .engine import WAIT, Proof
from .partition import First

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["ClusterProof"]

KEPT = "the classes that are done are kept"


class ClusterProof(Proof):
    """The work of `prove` on processes of a cluster, at ``tcp://host:port`` or ``local:N``.

    A worker gets the lexicon with the rules once, and the letters of a class; it returns certificates. One
    that is lost costs its class, which another worker does again. `memory` is in bytes for each worker.
    """

    def __init__(self, space: Space, at_least: int, *, address: str, memory: int) -> None:
        super().__init__(space, at_least, threads=1, memory=memory)
        self.address = address
        shape = space.rows, space.cols
        self._job = pickle.dumps((shape, space.lexicon, space.rules, space.objective, at_least, memory))
        self._done: Any = iter(())
        self._todo: set[First] = set()

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Connect, and submit the classes; those that are not done at the end are left."""
        with connected(self.address, KEPT) as client:
            self._todo = set(self.stack)
            futures = client.map(do_class, self.stack[::-1], job=self._job, pure=False, retries=RETRIES)
            self._done = completed(futures)
            yield
            if self._todo:
                raise Left

    def run(self, _budget: int = 0) -> bool:
        """Wait up to 20 ms for certificates; return whether classes remain."""
        ready = self._done.next_batch(block=False) if self._todo else ()
        for future in ready:
            first, certificates, spent = future.result()
            future.release()
            self.take(certificates, spent)
            self._todo.discard(first)
        if self._todo and not ready:
            time.sleep(WAIT)
        if ready:
            self.stack = [first for first in self.stack if first in self._todo]
        return bool(self._todo)


_known: dict[str, Space] = {}
_lock = threading.Lock()


def do_class(first: First, job: bytes) -> tuple[First, list[Certificate], Mapping[First, float]]:
    """Do a class, on a worker; return its certificates, or those of its parts."""
    shape, lexicon, rules, objective, at_least, memory = pickle.loads(job)
    digest = hashlib.sha256(job).hexdigest()
    with _lock:
        if digest not in _known:
            _known.clear()
            _known[digest] = space_of(shape, lexicon, rules, objective)
        space = _known[digest]
    proof = Proof(space, at_least, threads=1, memory=memory)
    proof.stack = [first]
    with proof.at_work():
        while proof.run():
            pass
    return first, list(proof.done.values()), proof.spent
