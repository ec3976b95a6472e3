"""All solutions of peg solitaire, one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING

import numpy as np

from ...search.run_loop import Stages
from .boards import Board
from .jumps import Jump
from .reachability import OutOfMemory, Ways

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...core.search.peg import PegBoard

__all__ = ["Onward", "Walk"]

REMEMBERED = 1 << 16
"""Positions whose ways on are remembered."""


class Onward:
    """Says which positions one jump on lead to a goal.

    Parameters
    ----------
    board : Board
        The board.
    ways : Ways
        The positions on the ways to the goals, found.
    """

    def __init__(self, board: Board, ways: Ways) -> None:
        self.board, self.start = board, ways.position
        layers = [np.sort(layer) for layer in ways.layers]
        self.n_layers = len(layers)
        self._remembered = lru_cache(maxsize=REMEMBERED)(partial(_onward, board, ways.core, layers))

    def __call__(self, depth: int, position: int) -> list[int]:
        """Return the positions after `depth` jumps that one more jump reaches, in the order of the jumps."""
        return self._remembered(depth, position)


def _onward(
    board: Board, core: PegBoard, layers: list[NDArray[np.uint64]], depth: int, position: int
) -> list[int]:
    """Return what `Onward` says; no method, which a cache would hold and be held by."""
    after, layer = board.after(position), layers[depth]
    keys = core.canonicals(np.array(after, dtype=np.uint64))
    places = np.minimum(np.searchsorted(layer, keys), len(layer) - 1)
    return [candidate for candidate, there in zip(after, layer[places] == keys, strict=True) if there]


class Walk:
    """A source of all solutions: finds the solvable positions, then walks along them, so no step is in vain.

    Parameters
    ----------
    board : Board
        The board.
    ways : Ways
        From the position to the goals.
    """

    def __init__(self, board: Board, ways: Ways) -> None:
        self.board, self.ways = board, ways
        self.full = False
        """Whether memory was used up."""
        self._stages = Stages(ways.plan())
        self._onward: Onward | None = None
        self._path: list[int] = []
        self._open: list[
            list[int]
        ] = []  # for each position of the path what comes after it, the next one last
        self._taken = 0
        self._found: list[tuple[Jump, ...]] = []

    @property
    def nodes(self) -> int:
        """Positions taken up so far."""
        return self._stages.nodes + self._taken

    def run(self, budget: int) -> bool:
        """Take up at most `budget` positions, stopping at a solution; return whether work remains."""
        most = self.nodes + budget
        if self._onward is None:
            try:
                if self._stages.run(budget):
                    return True
                if 2 * sum(layer.nbytes for layer in self.ways.layers) > self.ways.memory:
                    raise OutOfMemory
            except OutOfMemory:
                self.full = True
                return False
            if not self.ways.layers:
                return False
            self._onward = Onward(self.board, self.ways)
            self._open = [[self.ways.position]]
        while self._open and self.nodes < most:
            self._step()
            while self._open and not self._open[-1]:
                self._open.pop()
                del self._path[len(self._open) - 1 :]
            if self._found:
                break
        return bool(self._open)

    def _step(self) -> None:
        """Take up the next position."""
        assert self._onward is not None
        self._taken += 1
        self._path.append(self._open[-1].pop())
        if len(self._path) == self._onward.n_layers:
            pairs = zip(self._path, self._path[1:], strict=False)
            self._found.append(tuple(self.board.by_flip[a ^ b, a & ~b] for a, b in pairs))
            self._path.pop()
        else:
            self._open.append(self._onward(len(self._path), self._path[-1])[::-1])

    def take(self) -> Sequence[tuple[Jump, ...]]:
        """Return the solutions found since the last call."""
        found, self._found = self._found, []
        return found
