"""Beam search for a solution of peg solitaire."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import suppress

import numpy as np
from numpy.typing import NDArray

from ...base import Status
from ...core.search.peg import Pagodas
from ...core.search.peg_search import PegLayers
from ...search.run_loop import Stages
from .boards import Board, Passage
from .pagoda_proof import is_open
from .reachability import OutOfMemory, Stage
from .solvability import decide

__all__ = ["Beam"]

FIRST_WIDTH, PATIENCE, DOUBT, DESPAIR = 32, 1000, 8000, 200_000
"""Width of the first beam; of the last ones without pagoda functions, with goals that these rule out, and
with goals that no jumps lead to."""


class Beam(Passage):
    """Beam search, wider and wider until a solution is found or nothing was left out; made as `Passage`."""

    def __init__(self, board: Board, position: int, goals: Sequence[int], memory: int) -> None:
        super().__init__(board, position, goals, memory)
        self.core = board.core(board.keeping(goals))
        self.pagodas: Pagodas | None = None
        self.width = FIRST_WIDTH
        self._unasked: list[int] | None = None  # goals of which it is not known yet whether they are open
        self._deciding: Stages | None = None  # searches that tell which goals can be reached
        self._decided: dict[int, bool] | None = None
        self.status = Status.LIMIT
        self.path: list[int] | None = None
        self.depth = self.nodes = self.generated = self.pruned = 0
        self._begin()

    def _begin(self) -> None:
        if self.width > PATIENCE and self.pagodas is None:
            self.pagodas = Pagodas(self.core, np.array(self.goals, dtype=np.uint64))
            self.pagodas.choose(self._sample(), 64, 4)
        self.layers = PegLayers(
            self.core,
            np.array([self.position], dtype=np.uint64),
            self.pagodas,
            True,
            self.memory,
            self.width,
            self.board.weights,
        )

    def run(self, budget: int) -> bool:
        """Take up at most `budget` positions; return whether work remains."""
        while True:
            if self._over():
                return False
            if budget <= 0:
                return True
            if self._unasked:
                self._ask()
                return True
            if self._deciding is not None:
                self._decide(budget)
                return True
            layers = self.layers
            before = layers.nodes, layers.generated, layers.pruned
            more = layers.run(budget)
            budget -= layers.nodes - before[0]
            self.nodes += layers.nodes - before[0]
            self.generated += layers.generated - before[1]
            self.pruned += layers.pruned - before[2]
            if more and layers.nodes == before[0]:  # a wide layer is trimmed, which counts nothing
                return True

    def _over(self) -> bool:
        """Say whether the search has ended; begin a wider one where this one has failed."""
        layers = self.layers
        if self.status is not Status.LIMIT or layers.status:
            return True
        if self._unasked or self._deciding is not None:
            return False
        if layers.size():
            self.depth = max(self.depth, layers.n_layers - 1)
            if layers.n_layers <= self.steps:
                return False
            for goal in self.goals:
                self.path = layers.path_to(goal, self.position)
                if self.path is not None:
                    self.status = Status.SOLVED
                    return True
        if not layers.trimmed:
            self.status = Status.NO_SOLUTION
            return True
        self.width *= 4
        if self.width > DOUBT and self._unasked is None:
            self._unasked = list(self.goals)
            return False
        self._begin()
        if self.width > DESPAIR and self._decided is None:
            self._decided = {}
            self._deciding = Stages(self._plan(self._decided))
            return False
        if self.pagodas is not None and self.pagodas.is_dead(self.position):
            self.status = Status.NO_SOLUTION
            return True
        return False

    def _ask(self) -> None:
        """Give up one goal if it is ruled out; after the last of them go on with those that are left."""
        assert self._unasked
        goal = self._unasked.pop()
        self.nodes += 1
        if not is_open(self.board, self.position, goal):
            self.goals = [other for other in self.goals if other != goal]
        if not self.goals:
            self.status = Status.NO_SOLUTION
        elif not self._unasked:
            self.core, self.pagodas = self.board.core(self.board.keeping(self.goals)), None
            self._begin()

    def _plan(self, found: dict[int, bool]) -> Iterator[Stage]:
        """Yield the searches that decide which goals can be reached, until one can; not images of others."""
        for goal in self.goals:
            images = {self.board.moved(goal, turn) for turn in self.board.keeping([self.position])}
            known = next((found[image] for image in images if image in found), None)
            if known is not None:
                found[goal] = known
                continue
            with suppress(OutOfMemory):  # then this goal stays open
                yield from decide(self.board, self.position, goal, self.memory, found)
            if found.get(goal):
                return

    def _decide(self, budget: int) -> None:
        """Go on deciding; at the end of it go on with the goals that are left."""
        assert self._deciding is not None and self._decided is not None
        before = self._deciding.nodes
        more = self._deciding.run(budget)
        self.nodes += self._deciding.nodes - before
        if more:
            return
        self._deciding = None
        reached = [goal for goal in self.goals if self._decided.get(goal)]
        self.goals = reached or [goal for goal in self.goals if goal not in self._decided]
        if not self.goals:
            self.status = Status.NO_SOLUTION
        else:
            self.core, self.pagodas = self.board.core(self.board.keeping(self.goals)), None
            self._begin()

    def _sample(self) -> NDArray[np.uint64]:
        """Return positions that random play meets in the later half of a game; always the same ones."""
        draw = random.Random(1)
        half = (self.position.bit_count() + self.goals[0].bit_count()) // 2
        found = [self.position]
        for _ in range(40):
            position = self.position
            while after := self.board.after(position):
                position = draw.choice(after)
                if position.bit_count() <= half:
                    found.append(position)
        return np.array(found, dtype=np.uint64)
