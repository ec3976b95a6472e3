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
from .boards import PegGrid, Problem
from .pagoda import is_open
from .reachability import OutOfMemory, Stage
from .solvability import decide

FIRST_WIDTH, PATIENCE, DOUBT, DESPAIR = 32, 1000, 8000, 200_000
"""Width of the first beam; widths above which pagoda functions prune it, then test the goals, and above which
`solvability.decide` decides which goals can be reached."""


class _GoalTest:
    """Tests one goal by pagoda functions, as a search of one node whose slice ends there: it takes 10 ms."""

    def __init__(self, board: PegGrid, position: int, goal: int) -> None:
        self.board, self.position, self.goal = board, position, goal
        self.nodes = 0
        self.open = True

    def run(self, budget: int) -> bool:
        """Test the goal at the first call; return whether it was the first."""
        if self.nodes:
            return False
        self.nodes = 1
        self.open = is_open(self.board, self.position, self.goal)
        return True


class Beam(Problem):
    """Beam search that grows wider until it finds a solution or has left nothing out."""

    def __init__(self, board: PegGrid, position: int, goals: Sequence[int], memory: int) -> None:
        super().__init__(board, position, goals, memory)
        self.core = board.core(board.keeping(goals))
        self.pagodas: Pagodas | None = None
        self.width = FIRST_WIDTH
        self.status = Status.LIMIT
        self.path: list[int] | None = None
        """The positions of a solution."""
        self.depth = 0
        self._generated = self._pruned = 0  # of the beams before
        self._begin()

    @property
    def generated(self) -> int:
        """Successors made."""
        return self._generated + self.layers.generated

    @property
    def pruned(self) -> int:
        """Positions that pagoda functions have ruled out."""
        return self._pruned + self.layers.pruned

    def _begin(self) -> None:
        """Begin a beam of the present width."""
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

    def plan(self) -> Iterator[Stage]:
        """Yield the searches, beam by beam, until `status` is known or the memory is used up."""
        tested = decided = False
        while True:
            yield from self._search()
            if self.status is not Status.LIMIT or self.layers.status:
                return
            self._generated, self._pruned = self.generated, self.pruned
            self.width *= 4
            if self.width > DOUBT and not tested:
                tested = True
                yield from self._test_goals()
            elif self.width > DESPAIR and not decided:
                decided = True
                yield from self._decide_goals()
            else:
                self._begin()
                if self.pagodas is None or not self.pagodas.is_dead(self.position):
                    continue
                self.goals = []
            if not self.goals:
                self.status = Status.NO_SOLUTION
                return
            self.core, self.pagodas = self.board.core(self.board.keeping(self.goals)), None
            self._begin()

    def _search(self) -> Iterator[Stage]:
        """Yield the layers of a beam; set the status where it reaches a goal or has left nothing out."""
        layers = self.layers
        while layers.size():
            self.depth = max(self.depth, layers.n_layers - 1)
            if layers.n_layers > self.steps:
                break
            yield layers, layers.run
            if layers.status:
                return
        for goal in self.goals if layers.size() else ():
            self.path = layers.path_to(goal, self.position)
            if self.path is not None:
                self.status = Status.SOLVED
                return
        if not layers.trimmed:
            self.status = Status.NO_SOLUTION

    def _test_goals(self) -> Iterator[Stage]:
        """Yield the tests of all goals by pagoda functions, and drop those that are ruled out."""
        tests = [_GoalTest(self.board, self.position, goal) for goal in self.goals[::-1]]
        for test in tests:
            yield test, test.run
        self.goals = [test.goal for test in tests[::-1] if test.open]

    def _decide_goals(self) -> Iterator[Stage]:
        """Yield the searches that decide which goals can be reached, up to symmetry, until one can."""
        found: dict[int, bool] = {}
        turns = self.board.keeping([self.position])
        for goal in self.goals:
            images = {self.board.moved(goal, turn) for turn in turns}
            known = next((found[image] for image in images if image in found), None)
            if known is not None:
                found[goal] = known
                continue
            with suppress(OutOfMemory):  # then this goal stays open
                yield from decide(self.board, self.position, goal, self.memory, found)
            if found.get(goal):
                break
        reached = [goal for goal in self.goals if found.get(goal)]
        self.goals = reached or [goal for goal in self.goals if goal not in found]

    def _sample(self) -> NDArray[np.uint64]:
        """Return positions in the later half of random games, with a fixed seed."""
        rng = random.Random(1)
        half = (self.position.bit_count() + self.goals[0].bit_count()) // 2
        found = [self.position]
        for _ in range(40):
            position = self.position
            while after := self.board.after(position):
                position = rng.choice(after)
                if position.bit_count() <= half:
                    found.append(position)
        return np.array(found, dtype=np.uint64)
