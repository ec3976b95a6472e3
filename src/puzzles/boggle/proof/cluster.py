"""Search the classes of a proof on a Dask cluster: a task per class, which returns certificates."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property

from ....lexicon import Lexicon
from ....search.cluster import Left, SharedTasks, connected
from ..best_board.board_space import Space, space_of
from ..rules import Rules
from .certificates import Certificate
from .engine import WAIT, Proof
from .partition import First

KEPT = "the classes that are done are kept"
QUEUE = 4  # classes at work and waiting, for each worker


@dataclass(frozen=True)
class ClassJob:
    """A proof as its workers need it."""

    shape: tuple[int, int]
    lexicon: Lexicon
    rules: Rules
    objective: str
    at_least: int
    memory: int

    @cached_property
    def space(self) -> Space:
        """The boards of the proof."""
        return space_of(self.shape, self.lexicon, self.rules, self.objective)

    def do(self, first: First) -> tuple[First, list[Certificate], Mapping[First, float]]:
        """Do a class; return its certificates, or those of its parts."""
        proof = Proof(self.space, self.at_least, threads=1, memory=self.memory)
        proof.stack = [first]
        with proof.at_work():
            while proof.run():
                pass
        return first, list(proof.done.values()), proof.spent


class ClusterProof(Proof):
    """The work of `prove` on processes of a cluster, at ``tcp://host:port`` or ``local:N``.

    A worker gets the lexicon with the rules once, and the letters of a class; it returns certificates. One
    that is lost costs its class, which another worker does again. `memory` is in bytes for each worker.
    """

    def __init__(self, space: Space, at_least: int, *, address: str, memory: int) -> None:
        super().__init__(space, at_least, threads=1, memory=memory)
        self.address = address
        shape = space.rows, space.cols
        self._job = ClassJob(shape, space.lexicon, space.rules, space.objective, at_least, memory)

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Connect; the classes that are not done at the end are left."""
        with connected(self.address, KEPT) as client:
            self._tasks, self._todo = SharedTasks(client, self._job, "do"), list(self.stack)
            yield
            if self.stack:
                raise Left

    def run(self, _budget: int = 0) -> bool:
        """Wait up to 20 ms for certificates; return whether classes remain."""
        while self._todo and len(self._tasks.out) < QUEUE * self._tasks.workers:
            self._tasks.submit(self._todo.pop())
        ready = self._tasks.results()
        for _, certificates, spent in ready:
            self.take(certificates, spent)
        if ready:
            done = {first for first, _, _ in ready}
            self.stack = [first for first in self.stack if first not in done]
        elif self.stack:
            time.sleep(WAIT)
        return bool(self.stack)
